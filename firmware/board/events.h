/* What wakes the main loop. Interrupts set it; the chip sleeps until one does. */
#ifndef EVENTS_H
#define EVENTS_H

#include <stdbool.h>

extern volatile bool something_happened;

#endif
