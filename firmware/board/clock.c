#include "clock.h"

#include <avr/io.h>
#include <util/atomic.h>

#define TICKS_PER_MILLISECOND 250u

static uint16_t counted; /* the counter's value at the last whole millisecond */
static uint32_t milliseconds;

void clock_start(void)
{
    TCCR1A = 0;
    TCCR1B = _BV(CS11) | _BV(CS10); /* 16 MHz / 64 */
    counted = TCNT1;
}

uint32_t clock_milliseconds(void)
{
    uint16_t now;
    /* The timer's two bytes pass through one latch, which an interrupt could overwrite. */
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) now = TCNT1;
    while ((uint16_t)(now - counted) >= TICKS_PER_MILLISECOND) {
        counted += TICKS_PER_MILLISECOND;
        milliseconds++;
    }
    return milliseconds;
}
