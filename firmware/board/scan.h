/* The sensors' scan, driven by interrupts alone: the main loop only fetches finished scans. */
#ifndef BOARD_SCAN_H
#define BOARD_SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "../core/scan.h"

/* A seed for a random number: noise of a pin that hangs in the air. Before `scan_start` only; 20 ms. */
uint32_t scan_noise(void);

/* Begin to scan. Needs the clock running. */
void scan_start(void);

/* The sensors of each pocket, bit by bit, that scans which begin from now on read under dim lamps. */
void scan_expose(const uint16_t dim[POCKETS]);

/* The scan that is ready, or NULL. It stays as it is, and no other is taken, until `scan_done`. */
const struct scan *scan_ready(void);

void scan_done(void);

#endif
