/* Why the board started, and the watchdog that restarts it. */
#ifndef START_H
#define START_H

#include "../core/frames.h"

/* Why it started, as far as a boot loader lets through. */
enum cause start_cause(void);

/* The main loop and the scan are alive: to be called at every scan, at least every 500 ms. */
void watchdog_feed(void);

#endif
