/*
 * How fast emulated time passes: so many times real time, or as fast as the machine can.
 *
 * A page of memory shared with the host's program holds the emulated time, and when the host last
 * looked at it. As fast as it can means: never more than `PACE_LEAD_US` past that look, for a host
 * that is not let run would otherwise sleep through minutes. Nobody waits for ever for a host that
 * has gone: after a while the time goes on a stretch.
 */
#ifndef PACE_H
#define PACE_H

#include <stdint.h>

enum { PACE_LEAD_US = 3000000 };

/* `path`: the file of the shared page. Ends the program with a message if it can't be had. */
void pace_open(const char *path);

/* Emulated seconds in a real one; 0: as fast as it can. */
void pace_set(double times_real);

/* Publish the emulated time for the host. */
void pace_publish(uint64_t now_us);

/* Real microseconds to wait before emulated time may go on; 0: go on. */
uint64_t pace_wait(uint64_t now_us);

#endif
