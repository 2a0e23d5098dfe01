/* Times in milliseconds, of a counter that wraps after 49 days. */
#ifndef TIMING_H
#define TIMING_H

#include <stdbool.h>
#include <stdint.h>

/* Return whether a moment has passed; it is less than 24 days away. */
static inline bool has_passed(uint32_t moment, uint32_t now)
{
    return (int32_t)(now - moment) >= 0;
}

#endif
