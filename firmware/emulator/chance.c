#include "chance.h"

static uint64_t state = 1;

/* SplitMix64: any seed is a good one, zero included. */
static uint64_t next(void)
{
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void chance_seed(uint64_t seed)
{
    state = seed;
}

uint32_t chance_below(uint32_t bound)
{
    return (uint32_t)((next() >> 32) * bound >> 32);
}

bool chance_hits(unsigned per_mille)
{
    return per_mille > 0 && chance_below(1000) < per_mille;
}
