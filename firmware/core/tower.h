/* The whole tower: scans, bytes and milliseconds go in; lines come out through port.h. */
#ifndef TOWER_H
#define TOWER_H

#include "calibrate.h"
#include "link.h"
#include "memory.h"
#include "scan.h"
#include "watch.h"

/* State that survives a restart without a power cut: the pockets have been empty since the last roll, so
 * dice that come to rest while the board starts are a new throw. */
struct warm_state {
    uint32_t unit;
    uint32_t last; /* the last roll's number then */
    uint16_t crc;
};

struct tower {
    struct memory memory;
    struct link link;
    enum cause cause;
    uint32_t started;

    uint16_t dim[POCKETS]; /* the sensors that are to be read under dim lamps, bit by bit */
    struct look look;      /* being gathered */
    uint8_t scans;         /* in it */
    bool look_is_mixed;    /* of more than one exposure: it is of no use */
    struct watch watch;
    struct warm_state *warm_state;

    bool calibrated;
    struct calibration_record record; /* in use */
    struct calibration_run calibration_run;
    bool calibrating;   /* dice are laid into the pockets by hand: no throws */
    uint8_t empty_step; /* of `calibrate empty`: as calibrated, under bright lamps, then under dim ones */
    bool saving;
    uint16_t waiting_for; /* the command that waits for readings to settle; 0: none does */
    uint32_t wait_until;
};

/* Start. `noise`: a random number. */
void tower_start(struct tower *tower, enum cause cause, uint32_t noise, struct warm_state *warm_state,
                 uint32_t now);

/* A scan was taken; one is, every SCAN_MICROSECONDS. A look with one at other exposures than `dim` is dropped. */
void tower_scan(struct tower *tower, const struct scan *scan, uint32_t now);

/* A byte came from the host. */
void tower_byte(struct tower *tower, uint8_t byte, uint32_t now);

/* Do what has become due; to be called after every interrupt that matters, and at every scan. */
void tower_pass(struct tower *tower, uint32_t now);

/* Whether the board's light shines. */
bool tower_light(const struct tower *tower, uint32_t now);

#endif
