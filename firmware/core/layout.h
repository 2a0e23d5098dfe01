/* The layout of the storage, byte for byte. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stdint.h>

#include "calibration.h"
#include "storage.h"

#define PACKED __attribute__((packed)) /* the same on every machine */

/* The tower's identity. */
struct PACKED unit_record {
    uint8_t layout; /* UNIT_LAYOUT, or the unit is forgotten */
    uint32_t unit;
    uint16_t crc; /* of the bytes before it, as in all records */
};
#define UNIT_LAYOUT 1u

/* The number of starts. */
struct PACKED starts_record {
    uint32_t starts;
    uint16_t crc;
};

/* A roll, in the slot `number % RING`. */
struct PACKED roll_record {
    uint8_t guard; /* GUARD_OPEN while anything behind it is being written */
    uint32_t number;
    uint8_t faces[2];
    uint8_t quality[2];
    uint16_t crc; /* from `number` on */
    uint8_t mark; /* MARK_ACKED when the host has it */
};
#define GUARD_OPEN 0x00u
#define GUARD_WHOLE 0xFFu
#define MARK_WAITING 0xFFu
#define MARK_ACKED 0x00u

/* The calibration. */
struct calibration_record {
    struct calibration calibration;
    uint16_t sequence; /* one more at each save: the newer of two whole records counts */
    uint16_t crc;
};

#define RING 32u

/* The first bytes stay unused: a chip that browns out in mid-write spoils address 0 most. */
#define UNIT_ADDRESS 16u
#define STARTS_ADDRESS 32u /* two places, written in turn */
#define RING_ADDRESS 64u
#define CALIBRATION_ADDRESS 512u /* two places, written in turn */

#define STARTS_PLACE(place) ((uint16_t)(STARTS_ADDRESS + (place) * sizeof(struct starts_record)))
#define SLOT(slot) ((uint16_t)(RING_ADDRESS + (slot) * sizeof(struct roll_record)))
#define CALIBRATION_PLACE(place) \
    ((uint16_t)(CALIBRATION_ADDRESS + (place) * sizeof(struct calibration_record)))

_Static_assert(sizeof(struct roll_record) == 12, "a roll takes twelve bytes");
_Static_assert(sizeof(struct calibration_record) == sizeof(struct calibration) + 4, "no gaps");
_Static_assert(UNIT_ADDRESS + sizeof(struct unit_record) <= STARTS_ADDRESS, "no record covers another");
_Static_assert(STARTS_PLACE(2) <= RING_ADDRESS, "no record covers another");
_Static_assert(SLOT(RING) <= CALIBRATION_ADDRESS, "no record covers another");
_Static_assert(CALIBRATION_PLACE(2) <= STORAGE_BYTES, "all fits in");
_Static_assert(sizeof(struct calibration_record) <= UINT8_MAX, "a writer counts bytes in eight bits");

#endif
