/* What survives a start: who the tower is, how often it started, and the rolls.
 *
 * The numbers `marked <= acked <= stored <= last` part the rolls: up to `marked` the host has them and
 * the storage says so; up to `acked` the host has them; up to `stored` they would survive a power cut;
 * up to `last` they were thrown. Nothing here waits for a write: `memory_pass` goes on with it.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "frames.h"
#include "layout.h"
#include "writer.h"

#define KEPT 16u /* rolls kept until they are acknowledged */

_Static_assert(KEPT < RING, "a slot is free again before its turn comes");

struct kept {
    struct roll roll;
    uint32_t rested; /* milliseconds; unknown if it survived a start */
    bool survived;
};

struct memory {
    uint32_t unit;
    uint32_t starts;
    uint32_t last, stored, acked, marked;
    struct kept kept[KEPT]; /* those from `acked` to `last`, each at `number % KEPT` */
    bool up;                /* the start is on record: rolls may be numbered */
    bool worn;              /* the storage loses its writes: all data is in RAM only */

    uint8_t step; /* the current write */
    uint8_t slot; /* being cleared */
    uint32_t noise;
    struct writer writer;
    union {
        struct unit_record unit;
        struct starts_record starts;
        struct roll_record roll;
    } image; /* the data of the current write */
    uint8_t guard;

    uint16_t save_address; /* a save that was ordered */
    const void *save_bytes;
    uint8_t save_count;
    enum written save;
};

/* Read the storage and begin to record this start. `noise`: a random number, should one be needed. */
void memory_start(struct memory *memory, uint32_t noise);

/* Continue the pending writes. */
void memory_pass(struct memory *memory);

/* Nothing is left to be written. */
bool memory_is_idle(const struct memory *memory);

/* Rolls that wait to be acknowledged. */
uint8_t memory_waiting(const struct memory *memory);

/* The oldest of them, if it is stored: only then may it be sent. Else NULL. */
const struct kept *memory_head(const struct memory *memory);

/* Number a roll and begin to store it. There must be room: fewer than KEPT wait. */
void memory_keep(struct memory *memory, const uint8_t faces[POCKETS], const uint8_t quality[POCKETS],
                 uint32_t now);

/* The host has the oldest on its disk. */
void memory_acknowledge(struct memory *memory);

/* Begin to write data other than a roll; `memory->save` has its progress. */
void memory_save(struct memory *memory, uint16_t address, const void *bytes, uint8_t count);

#endif
