/* What an empty pocket and a die's body and pips look like to each sensor.
 *
 * Levels are looks: sums of four scans' lit minus dark, 0 to 4092.
 */
#ifndef CALIBRATION_H
#define CALIBRATION_H

#include <stdbool.h>
#include <stdint.h>

#include "scan.h"

#define LOOK_SCANS 4

struct pocket_levels {
    int16_t empty[GRID]; /* the glass alone */
    int16_t body[GRID];  /* the calibration die's body, `empty` included */
    uint16_t dim; /* the sensors that are read under dim lamps, bit by bit; their levels are of these */
};

struct calibration {
    struct pocket_levels pockets[POCKETS];
    int16_t throat; /* the empty lane */
};

#endif
