/* One pocket: is a die in it, does it lie still, which face is up? */
#ifndef POCKET_H
#define POCKET_H

#include <stdbool.h>
#include <stdint.h>

#include "calibration.h"
#include "pattern.h"

#define REST_LOOKS 4 /* that agree: 367 ms */

/* How two looks differ: within noise, a little, or as only a die or a hand makes them differ. */
enum motion { STILL, WAVERING, MOVING };

struct pocket {
    int16_t anchor[GRID]; /* the look that the others must agree with */
    int16_t sum[GRID];    /* of the first REST_LOOKS that did */
    int16_t dust[GRID];   /* the empty glass's excess over its calibration, DUST_LOOKS times as much */
    uint8_t still;        /* how many did, at most 255 */
    enum motion motion;   /* that ended the last stillness */
    bool present;
    bool blurred;           /* too much for nothing, too little for a die */
    struct reading reading; /* of a die at rest */
};

/* Take a look: at each sensor, lit minus dark, summed over LOOK_SCANS scans. */
void pocket_look(struct pocket *pocket, const struct pocket_levels *levels, const int16_t look[GRID]);

/* Learn what dust on the glass adds, from a look of an empty pocket; nothing if it isn't surely empty and still. */
void pocket_learn_dust(struct pocket *pocket, const struct pocket_levels *levels, const int16_t look[GRID]);

/* Whether nothing has moved for long enough. */
bool pocket_is_still(const struct pocket *pocket);

/* Whether a die lies still in it. */
bool pocket_is_resting(const struct pocket *pocket);

/* The mean look of resting dice. */
int16_t pocket_level(const struct pocket *pocket, uint8_t sensor);

#endif
