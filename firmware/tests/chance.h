/* Random numbers that are the same on every machine and at every run. */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

static inline uint32_t chance_next(uint32_t *state)
{
    *state ^= *state << 13; /* xorshift, Marsaglia 2003; the state must not be 0 */
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* A whole number from 0 to `below` - 1. */
static inline uint32_t chance_below(uint32_t *state, uint32_t below)
{
    return chance_next(state) % below;
}

#endif
