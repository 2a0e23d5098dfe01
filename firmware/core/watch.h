/* Both pockets and the throat: throws and faults. */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "calibration.h"
#include "frames.h"
#include "pocket.h"

/* Four scans, summed up. */
struct look {
    int16_t grid[POCKETS][GRID]; /* lit minus dark */
    int16_t throat;
    uint16_t reference[POCKETS]; /* the last reading */
    bool dazzled;                /* a reading came so high that the lamps' light may not have fitted in */
    uint16_t stuck[POCKETS];     /* sensors that read full scale alone: bit by bit */
    uint16_t over[POCKETS];      /* sensors that the lamps bring near the end of the range: bit by bit */
};

struct watch {
    struct pocket pockets[POCKETS];
    int16_t throat_anchor;
    int16_t throat_sum;   /* of the first REST_LOOKS */
    uint8_t throat_still; /* looks that agree with the anchor */
    uint8_t throat_free;  /* looks in a row without anything there, still or not: a die may be on its way */
    bool armed;           /* the pockets were empty: dice that come to rest now are a throw */
    uint8_t empty_looks;  /* in a row, both pockets */
    uint8_t bad_looks[POCKETS];    /* in a row with a sensor that can't be right */
    uint8_t sensor_holds[POCKETS]; /* looks until that counts as mended */
    uint8_t light_holds;
    uint8_t blurred_looks[POCKETS]; /* in a row: too much for an empty pocket, too little for a die */
    struct faults faults;
};

void watch_start(struct watch *watch, bool armed);

/* Take a look. `calibration` is NULL where there is none. True: a throw has come to rest, its faces and
 * qualities are in `pockets`. */
bool watch_look(struct watch *watch, const struct calibration *calibration, const struct look *look);

/* Begin to wait for stillness again: the exposures have changed, and so do all levels. */
void watch_restart(struct watch *watch);

/* Forget what dust added: a new calibration has it in its empty levels. */
void watch_forget_dust(struct watch *watch);

/* Whether nothing moves in the throat; and then its mean look. */
bool watch_throat_is_still(const struct watch *watch);
int16_t watch_throat_level(const struct watch *watch);

#endif
