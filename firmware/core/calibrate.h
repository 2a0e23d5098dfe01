/* A calibration being taken: an empty tower, then faces shown one by one; and kept in the storage. */
#ifndef CALIBRATE_H
#define CALIBRATE_H

#include <stdbool.h>
#include <stdint.h>

#include "calibration.h"
#include "frames.h"
#include "layout.h"
#include "watch.h"

enum exposure { BRIGHT, DIM, EXPOSURES };

/* Levels of one sensor, averaged over the faces shown. */
struct mean {
    int16_t level;
    uint8_t count;
};

/* A calibration in progress: its measurements so far. */
struct calibration_run {
    bool empty_taken;
    uint16_t dim[POCKETS]; /* the sensors whose bodies are read under dim lamps, bit by bit */
    int16_t empty[EXPOSURES][POCKETS][GRID];
    int16_t throat;
    struct mean body[POCKETS][GRID];
    struct mean pip[POCKETS][GRID];
};

/* The calibration that is in the storage; false if there is none. */
bool calibration_load(struct calibration_record *record);

/* The slot of the next record, with sequence and checksum set: never the slot in use. */
uint16_t calibration_seal(struct calibration_record *record);

/* Take what rests in the watch's pockets as the empty levels of an exposure; the dim one comes last. */
void calibration_run_empty(struct calibration_run *run, const struct watch *watch, enum exposure exposure);

/* Read sensors of a pocket under dim lamps from now on, if the calibration die's body is not taken yet there.
 * `over`: sensors, bit by bit. False: nothing has changed. */
bool calibration_run_dim(struct calibration_run *run, uint8_t pocket, uint16_t over);

/* The empty level of a sensor at its exposure. */
int16_t calibration_run_empty_level(const struct calibration_run *run, uint8_t pocket, uint8_t sensor);

/* Take a die that shows a face (the top one, 1 to 6) in a pocket. */
void calibration_run_face(struct calibration_run *run, const struct watch *watch, uint8_t pocket,
                          uint8_t face);

/* Put all that was taken into a calibration. False, and nothing changed, if something is missing or faces
 * can't be distinguished. */
bool calibration_run_finish(const struct calibration_run *run, struct calibration *calibration);

#endif
