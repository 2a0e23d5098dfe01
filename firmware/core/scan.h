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

/* Milliseconds from scan to scan are 22.5: four scans then sample the 100 Hz flicker of mains light at
 * four phases a quarter apart, so that their sum is free of it. */
#define SCAN_MICROSECONDS 22500u

struct scan {
    uint16_t dark[POCKETS][VALUES];
    uint16_t lit[POCKETS][VALUES];
};

#endif
