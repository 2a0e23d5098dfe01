/* A calibration being taken: an empty tower, then faces shown one by one; and kept in the storage. */
#ifndef CALIBRATE_H
#define CALIBRATE_H

#include <stdbool.h>
#include <stdint.h>

#include "calibration.h"
#include "frames.h"
#include "layout.h"
#include "watch.h"

/* Levels of one sensor, averaged over the faces shown. */
struct mean {
    int16_t level;
    uint8_t count;
};

/* A calibration under way: what was taken so far. */
struct calibration_run {
    bool empty_taken;
    int16_t empty[POCKETS][GRID];
    int16_t throat;
    struct mean body[POCKETS][GRID];
    struct mean pip[POCKETS][GRID];
};

/* The calibration that is in the storage; false if there is none. */
bool calibration_load(struct calibration_record *record);

/* Where the next save of the record goes, with sequence and check sum set: not over the one in use. */
uint16_t calibration_seal(struct calibration_record *record);

/* Take what rests in the watch's pockets as the empty levels. */
void calibration_run_empty(struct calibration_run *run, const struct watch *watch);

/* Take a die that shows a face (the top one, 1 to 6) in a pocket. */
void calibration_run_face(struct calibration_run *run, const struct watch *watch, uint8_t pocket,
                          uint8_t face);

/* Put all that was taken into a calibration. False, and nothing changed, if something is missing or faces
 * can't be told apart. */
bool calibration_run_finish(const struct calibration_run *run, struct calibration *calibration);

#endif
