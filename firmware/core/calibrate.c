#include "calibrate.h"

#include <stddef.h>
#include <string.h>

#include "crc.h"
#include "flash.h"
#include "storage.h"

/* The sensors that see the body, and those that see a pip, however a die lies: bit by bit, by bottom face.
 * The bottoms 1 and 6 show every sensor the body, and the corners and the centre a pip. */
static const FLASH uint16_t always_body[7] = {0, 0x1EF, 0x0BA, 0x0AA, 0x0BA, 0x0AA, 0x010};
static const FLASH uint16_t always_pip[7] = {0, 0x010, 0, 0x010, 0x145, 0x155, 0x145};

#define PIPS_NEEDED 0x155 /* corners and centre */
#define MOST_SHOWN 15     /* faces; later ones weigh as the last */

/* Minimum reflectance of a body beyond the glass, and minimum contrast of pips, as a share of it. */
#define LEAST_BODY 160
#define PIP_SHARE 4

static void add(struct mean *mean, int16_t level)
{
    if (mean->count < MOST_SHOWN)
        mean->count++;
    mean->level = (int16_t)(mean->level + (level - mean->level) / mean->count);
}

void calibration_run_empty(struct calibration_run *run, const struct watch *watch, enum exposure exposure)
{
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++)
        for (uint8_t sensor = 0; sensor < GRID; sensor++)
            run->empty[exposure][pocket][sensor] = pocket_level(&watch->pockets[pocket], sensor);
    run->throat = watch_throat_level(watch);
    run->empty_taken = exposure == DIM;
}

bool calibration_run_dim(struct calibration_run *run, uint8_t pocket, uint16_t over)
{
    bool changed = false;
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        const uint16_t bit = (uint16_t)(1u << sensor);
        if (!(over & bit) || run->dim[pocket] & bit || run->body[pocket][sensor].count)
            continue;
        struct mean *pip = &run->pip[pocket][sensor];
        const int16_t light = (int16_t)(pip->level - run->empty[BRIGHT][pocket][sensor]);
        pip->level = (int16_t)(run->empty[DIM][pocket][sensor] + light / DIM_SHARE);
        run->dim[pocket] |= bit;
        changed = true;
    }
    return changed;
}

int16_t calibration_run_empty_level(const struct calibration_run *run, uint8_t pocket, uint8_t sensor)
{
    return run->empty[run->dim[pocket] >> sensor & 1 ? DIM : BRIGHT][pocket][sensor];
}

void calibration_run_face(struct calibration_run *run, const struct watch *watch, uint8_t pocket,
                          uint8_t face)
{
    const uint8_t bottom = (uint8_t)(7 - face);
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        const int16_t level = pocket_level(&watch->pockets[pocket], sensor);
        if (always_body[bottom] >> sensor & 1)
            add(&run->body[pocket][sensor], level);
        if (always_pip[bottom] >> sensor & 1)
            add(&run->pip[pocket][sensor], level);
    }
}

static bool sensor_separates_pips(const struct calibration_run *run, uint8_t pocket, uint8_t sensor,
                                  int16_t empty)
{
    const struct mean *body = &run->body[pocket][sensor], *pip = &run->pip[pocket][sensor];
    const int16_t light = body->level - empty;
    if (!body->count || light < LEAST_BODY)
        return false;
    return !(PIPS_NEEDED >> sensor & 1) || (pip->count && body->level - pip->level >= light / PIP_SHARE);
}

static bool finish_pocket(const struct calibration_run *run, uint8_t pocket, struct pocket_levels *levels)
{
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        const int16_t empty = calibration_run_empty_level(run, pocket, sensor);
        if (!sensor_separates_pips(run, pocket, sensor, empty))
            return false;
        levels->empty[sensor] = empty;
        levels->body[sensor] = run->body[pocket][sensor].level;
    }
    levels->dim = run->dim[pocket];
    return true;
}

bool calibration_run_finish(const struct calibration_run *run, struct calibration *calibration)
{
    struct calibration made;
    if (!run->empty_taken)
        return false;
    made.throat = run->throat;
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++)
        if (!finish_pocket(run, pocket, &made.pockets[pocket]))
            return false;
    *calibration = made;
    return true;
}

static bool load_place(uint8_t place, struct calibration_record *record)
{
    storage_read_bytes(CALIBRATION_PLACE(place), record, sizeof *record);
    return record->crc == crc_of(record, offsetof(struct calibration_record, crc));
}

bool calibration_load(struct calibration_record *record)
{
    struct calibration_record other;
    const bool whole = load_place(0, record);
    if (!load_place(1, &other))
        return whole;
    if (!whole || (int16_t)(other.sequence - record->sequence) > 0)
        *record = other;
    return true;
}

uint16_t calibration_seal(struct calibration_record *record)
{
    record->sequence++;
    record->crc = crc_of(record, offsetof(struct calibration_record, crc));
    return CALIBRATION_PLACE(record->sequence % 2);
}
