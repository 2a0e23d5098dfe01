/* From nine reflectances to a face. */
#ifndef PATTERN_H
#define PATTERN_H

#include <stdint.h>

#include "scan.h"

#define BODY_REFLECTANCE 512 /* of the calibration die's body */
#define MIN_QUALITY 50       /* percent: below it no face is read */

struct reading {
    uint8_t face;    /* the top one, 1 to 6 */
    uint8_t quality; /* percent: how sure that is */
};

/* Read the die whose bottom reflects so much at each sensor (an empty pocket 0, BODY_REFLECTANCE as the
 * die that the tower was calibrated with). Any colours will do that differ, pips darker or lighter. */
struct reading pattern_read(const int16_t reflectances[GRID]);

/* The same for a die that may be polished. `mirrors`: what a polished face adds at each sensor by mirroring the
 * lamps, in the same unit. Bodies mirror, pips don't. What a polished and a matt die would explain as different
 * faces is no face. */
struct reading pattern_read_polished(const int16_t reflectances[GRID], const int16_t mirrors[GRID]);

#endif
