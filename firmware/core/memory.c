#include "memory.h"

#include <stddef.h>
#include <string.h>

#include "crc.h"
#include "storage.h"

/* The current write, in the order of a start, then of a roll's life. */
enum step { NOTHING, FORGET, CLEAR, UNIT, STARTS, OPEN, BODY, CLOSE, MARK, SAVE };

#define BODY_OFFSET offsetof(struct roll_record, number)
#define BODY_COUNT (sizeof(struct roll_record) - BODY_OFFSET)
#define BODY_CRC_COUNT (offsetof(struct roll_record, crc) - BODY_OFFSET)

static const uint8_t forgotten = 0;
static const uint8_t acked_mark = MARK_ACKED;

static uint16_t slot_of(uint32_t number)
{
    return SLOT(number % RING);
}

static void begin(struct memory *memory, enum step step, uint16_t address, const void *bytes, size_t count)
{
    memory->step = step;
    writer_begin(&memory->writer, address, bytes, (uint8_t)count);
}

/* Whether the unit is known. */
static bool load_unit(struct memory *memory)
{
    struct unit_record record;
    storage_read_bytes(UNIT_ADDRESS, &record, sizeof record);
    memory->unit = record.unit;
    return record.layout == UNIT_LAYOUT && record.crc == crc_of(&record, offsetof(struct unit_record, crc));
}

/* The number of starts so far. */
static uint32_t load_starts(void)
{
    uint32_t most = 0;
    for (uint8_t place = 0; place < 2; place++) {
        struct starts_record record;
        storage_read_bytes(STARTS_PLACE(place), &record, sizeof record);
        const bool whole = record.crc == crc_of(&record, offsetof(struct starts_record, crc));
        if (whole && record.starts > most)
            most = record.starts;
    }
    return most;
}

enum slot_state { BLANK, UNFINISHED, WHOLE, ROTTEN };

static enum slot_state load_slot(uint8_t slot, struct roll_record *record)
{
    storage_read_bytes(SLOT(slot), record, sizeof *record);
    if (record->guard == GUARD_OPEN)
        return UNFINISHED;
    const uint8_t *body = (const uint8_t *)&record->number;
    if (record->crc == crc_of(body, BODY_CRC_COUNT))
        return record->number && record->number % RING == slot ? WHOLE : ROTTEN;
    for (uint8_t place = 0; place < BODY_CRC_COUNT; place++)
        if (body[place] != STORAGE_BLANK)
            return ROTTEN;
    return BLANK;
}

/* Find the highest number. False if the ring's numbers can't be trusted. */
static bool load_ring(struct memory *memory)
{
    uint8_t whole = 0, unfinished = 0, unfinished_slot = 0;
    for (uint8_t slot = 0; slot < RING; slot++) {
        struct roll_record record;
        switch (load_slot(slot, &record)) {
        case BLANK:
            break;
        case UNFINISHED:
            unfinished++;
            unfinished_slot = slot;
            break;
        case WHOLE:
            whole++;
            if (record.number > memory->last)
                memory->last = record.number;
            break;
        case ROTTEN:
            return false;
        }
    }
    const uint8_t expected = memory->last < RING ? (uint8_t)memory->last : (uint8_t)(RING - unfinished);
    return whole == expected && unfinished <= 1 &&
           (unfinished == 0 || unfinished_slot == (memory->last + 1) % RING);
}

/* Take the rolls that still wait: the latest ones without a mark. */
static void load_waiting(struct memory *memory)
{
    memory->stored = memory->acked = memory->last;
    while (memory->acked && memory_waiting(memory) < KEPT) {
        struct roll_record record;
        storage_read_bytes(slot_of(memory->acked), &record, sizeof record);
        if (record.mark == MARK_ACKED)
            break;
        struct kept *kept = &memory->kept[memory->acked % KEPT];
        kept->roll.number = record.number;
        memcpy(kept->roll.faces, record.faces, sizeof record.faces);
        memcpy(kept->roll.quality, record.quality, sizeof record.quality);
        kept->survived = true;
        memory->acked--;
    }
    memory->marked = memory->acked;
}

static void begin_starts(struct memory *memory)
{
    memory->image.starts.starts = memory->starts;
    memory->image.starts.crc = crc_of(&memory->image, offsetof(struct starts_record, crc));
    begin(memory, STARTS, STARTS_PLACE(memory->starts % 2), &memory->image, sizeof memory->image.starts);
}

static void begin_clear(struct memory *memory)
{
    memset(&memory->image, STORAGE_BLANK, sizeof memory->image);
    begin(memory, CLEAR, SLOT(memory->slot), &memory->image, sizeof memory->image.roll);
}

static void begin_unit(struct memory *memory)
{
    memory->image.unit = (struct unit_record){.layout = UNIT_LAYOUT, .unit = memory->unit};
    memory->image.unit.crc = crc_of(&memory->image, offsetof(struct unit_record, crc));
    begin(memory, UNIT, UNIT_ADDRESS, &memory->image, sizeof memory->image.unit);
}

static void begin_roll(struct memory *memory)
{
    const struct roll *roll = &memory->kept[(memory->stored + 1) % KEPT].roll;
    struct roll_record *record = &memory->image.roll;
    record->number = roll->number;
    memcpy(record->faces, roll->faces, sizeof record->faces);
    memcpy(record->quality, roll->quality, sizeof record->quality);
    record->crc = crc_of((const uint8_t *)record + BODY_OFFSET, BODY_CRC_COUNT);
    record->mark = MARK_WAITING;
    memory->guard = GUARD_OPEN;
    begin(memory, OPEN, slot_of(roll->number), &memory->guard, 1);
}

/* The tower's numbers restart with another unit; nothing is kept. */
static void renew(struct memory *memory)
{
    /* What stood in the storage is mixed in: a chip without noise still draws another unit. */
    memory->unit = memory->noise ^ (memory->starts + 1) * 2654435761u ^ memory->unit << 1;
    memory->last = memory->stored = memory->acked = memory->marked = 0;
}

void memory_start(struct memory *memory, uint32_t noise)
{
    memset(memory, 0, sizeof *memory);
    memory->noise = noise;
    memory->save = WRITTEN;
    memory->starts = load_starts() + 1;
    if (load_unit(memory) && load_ring(memory)) {
        load_waiting(memory);
        begin_starts(memory);
    } else {
        renew(memory);
        begin(memory, FORGET, UNIT_ADDRESS, &forgotten, 1);
    }
}

/* Process a finished write, and start the next one. */
static void advance(struct memory *memory)
{
    const uint8_t step = memory->step;
    memory->step = NOTHING;
    switch (step) {
    case FORGET:
        if (!memory->worn)
            begin_clear(memory);
        break;
    case CLEAR:
        if (++memory->slot < RING)
            begin_clear(memory);
        else
            begin_unit(memory);
        break;
    case UNIT:
        begin_starts(memory);
        break;
    case STARTS:
        memory->up = true;
        break;
    case OPEN:
        begin(memory, BODY, (uint16_t)(slot_of(memory->stored + 1) + BODY_OFFSET),
              (const uint8_t *)&memory->image + BODY_OFFSET, BODY_COUNT);
        break;
    case BODY:
        memory->guard = GUARD_WHOLE;
        begin(memory, CLOSE, slot_of(memory->stored + 1), &memory->guard, 1);
        break;
    case CLOSE:
        memory->stored++;
        break;
    case MARK:
        memory->marked++;
        break;
    case SAVE:
        memory->save = WRITTEN;
        break;
    }
}

/* The storage fails: go on in RAM, and see to it that the next start draws another unit. */
static void wear(struct memory *memory)
{
    const bool again = memory->worn;
    memory->worn = true;
    memory->step = NOTHING;
    if (memory->save == WRITING)
        memory->save = WORN;
    if (!memory->up) { /* not even the start could be recorded */
        renew(memory);
        memory->starts = memory->noise >> 8;
        memory->up = true;
    } else if (!again) {
        begin(memory, FORGET, UNIT_ADDRESS, &forgotten, 1);
    }
}

static void begin_next(struct memory *memory)
{
    if (memory->worn) {
        memory->stored = memory->last;
        memory->marked = memory->acked;
        return;
    }
    if (memory->marked != memory->acked)
        begin(memory, MARK, (uint16_t)(slot_of(memory->marked + 1) + offsetof(struct roll_record, mark)),
              &acked_mark, 1);
    else if (memory->stored != memory->last)
        begin_roll(memory);
    else if (memory->save == WRITING)
        begin(memory, SAVE, memory->save_address, memory->save_bytes, memory->save_count);
}

void memory_pass(struct memory *memory)
{
    for (;;) {
        if (memory->step == NOTHING) {
            begin_next(memory);
            if (memory->step == NOTHING)
                return;
        }
        switch (writer_pass(&memory->writer)) {
        case WRITING:
            return;
        case WRITTEN:
            advance(memory);
            break;
        case WORN:
            wear(memory);
            break;
        }
    }
}

bool memory_is_idle(const struct memory *memory)
{
    return memory->up && memory->step == NOTHING && memory->marked == memory->acked &&
           memory->stored == memory->last && memory->save != WRITING;
}

uint8_t memory_waiting(const struct memory *memory)
{
    return (uint8_t)(memory->last - memory->acked);
}

const struct kept *memory_head(const struct memory *memory)
{
    return memory->acked == memory->stored ? NULL : &memory->kept[(memory->acked + 1) % KEPT];
}

void memory_keep(struct memory *memory, const uint8_t faces[POCKETS], const uint8_t quality[POCKETS],
                 uint32_t now)
{
    struct kept *kept = &memory->kept[++memory->last % KEPT];
    kept->roll.number = memory->last;
    memcpy(kept->roll.faces, faces, sizeof kept->roll.faces);
    memcpy(kept->roll.quality, quality, sizeof kept->roll.quality);
    kept->rested = now;
    kept->survived = false;
}

void memory_acknowledge(struct memory *memory)
{
    memory->acked++;
}

void memory_save(struct memory *memory, uint16_t address, const void *bytes, uint8_t count)
{
    memory->save_address = address;
    memory->save_bytes = bytes;
    memory->save_count = count;
    memory->save = WRITING;
}
