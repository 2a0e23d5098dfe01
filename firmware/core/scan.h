/* One scan: what every sensor of both pockets read, lamps off and lamps on. */
#ifndef SCAN_H
#define SCAN_H

#include <stdint.h>

#define POCKETS 2
#define GRID 9       /* sensors under a die, row-major from above; row 0 at the back, column 0 downhill */
#define THROAT 9     /* index of the sensor under the lane's mouth (pocket 2's; pocket 1's is grounded) */
#define REFERENCE 10 /* index of the board's 3.3 V, which says whether the multiplexer is alive */
#define VALUES 11

#define FULL_SCALE 1023 /* ten bits of the supply voltage */

/* From scan to scan, by turns, the longer first. Two scans 25 ms apart lie 2.5 turns of the 100 Hz flicker
 * of mains light apart, and two such pairs, 45.8 ms apart, 5.5 turns of 120 Hz: the sum of four is free of
 * either. */
#define LONG_GAP_MICROSECONDS 25000u
#define SHORT_GAP_MICROSECONDS 20832u
#define SCAN_MICROSECONDS ((LONG_GAP_MICROSECONDS + SHORT_GAP_MICROSECONDS) / 2) /* on the whole */

struct scan {
    uint16_t dark[POCKETS][VALUES];
    uint16_t lit[POCKETS][VALUES];
};

#endif
