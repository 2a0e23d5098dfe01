/* Times in milliseconds, of a counter that wraps after 49 days. */
#ifndef TIMING_H
#define TIMING_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a moment has come; it lies less than 24 days off. */
static inline bool has_come(uint32_t moment, uint32_t now)
{
    return (int32_t)(now - moment) >= 0;
}

#endif
