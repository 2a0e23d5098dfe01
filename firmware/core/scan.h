/* One scan: what every sensor of both pockets read, lamps off and lamps on. */
#ifndef SCAN_H
#define SCAN_H

#include <stdint.h>

#define POCKETS 2
#define GRID 9       /* sensors under a die, row-major from above; row 0 at the back, column 0 downhill */
#define THROAT 9     /* index of the sensor under the lane's mouth (pocket 2's; pocket 1's is grounded) */
#define REFERENCE 10 /* index of the board's 3.3 V, which shows whether the multiplexer works */
#define VALUES 11

#define FULL_SCALE 1023 /* ten bits of the supply voltage */

/* From scan to scan, by turns, the longer first. Two scans 25 ms apart lie 2.5 turns of the 100 Hz flicker
 * of mains light apart, and two such pairs, 45.8 ms apart, 5.5 turns of 120 Hz: the sum of four is free of
 * either. */
#define LONG_GAP_MICROSECONDS 25000u
#define SHORT_GAP_MICROSECONDS 20832u
#define SCAN_MICROSECONDS ((LONG_GAP_MICROSECONDS + SHORT_GAP_MICROSECONDS) / 2) /* on the whole */

/* Two exposures: each sensor under a die is read either under its pocket's bright lamps or, where these would fill
 * the converter's range, under the same lamps at about a sixth of the current. The centre of a pocket gets four
 * times the light of a corner, lamps differ by a factor of three, and so do sensors
 * (docs/hardware/optics/electronics.py). Everything else is read under bright lamps. */
#define DIM_SHARE 6
#define EVERY_SENSOR 0x1FFu
#define RANGE_END 1000u /* a phototransistor keeps 0.1 V of the supply */

struct scan {
    uint16_t dark[POCKETS][VALUES];
    uint16_t lit[POCKETS][VALUES];
    uint16_t dim[POCKETS]; /* the sensors that were read under dim lamps, bit by bit */
};

#endif
