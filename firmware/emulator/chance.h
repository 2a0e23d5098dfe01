/* Repeatable chance: everything random in the emulator comes from one seed. */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdbool.h>
#include <stdint.h>

void chance_seed(uint64_t seed);

/* A whole number from 0 to below `bound`. */
uint32_t chance_below(uint32_t bound);

/* Whether something happens that happens `per_mille` times in a thousand. */
bool chance_hits(unsigned per_mille);

#endif
