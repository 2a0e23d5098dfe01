/* Time, from Timer 1 counting every 4 us. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

#define CLOCK_TICKS(microseconds) ((uint16_t)((microseconds) / 4))

void clock_start(void);

/* Milliseconds since `clock_start`. To be asked at least every 250 ms: the counter wraps at 262. */
uint32_t clock_milliseconds(void);

#endif
