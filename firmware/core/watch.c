#include "watch.h"

#include <stddef.h>
#include <string.h>

/* Times in looks of 90 ms. */
#define EMPTY_LOOKS 2
#define MISSING_LOOKS 33 /* 3 s */
#define COCKED_LOOKS 11  /* 1 s */
#define LIGHT_LOOKS 22   /* 2 s */
#define SENSOR_LOOKS 8
#define SENSOR_MENDED_LOOKS 55 /* 5 s */
#define DRIFT_LOOKS 111        /* 10 s */

/* The board's 3.3 V relative to 5 V, with the tolerances of a USB port and a regulator. */
#define REFERENCE_LOWEST 550
#define REFERENCE_HIGHEST 800

/* A sensor that sees less than a quarter of the bare glass's reflection is dead or disconnected. */
#define DEAD_SHARE 4

/* Minimum reflection of a die in the throat beyond the empty lane: a white one ten times as much, a black
 * one as much again. And what its light may waver when nothing moves. */
#define THROAT_SHARE 2
#define THROAT_LEAST 64
#define THROAT_NOISE 32

/* Before a calibration: levels that let stillness be seen. */
static const struct pocket_levels uncalibrated = {
    .empty = {0, 0, 0, 0, 0, 0, 0, 0, 0},
    .body = {1280, 1280, 1280, 1280, 1280, 1280, 1280, 1280, 1280},
};

void watch_start(struct watch *watch, bool armed)
{
    memset(watch, 0, sizeof *watch);
    watch->armed = armed;
    watch->faults.pocket[0] = watch->faults.pocket[1] = NO_FAULT;
}

void watch_restart(struct watch *watch)
{
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++)
        watch->pockets[pocket].still = 0;
}

void watch_forget_dust(struct watch *watch)
{
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++)
        memset(watch->pockets[pocket].dust, 0, sizeof watch->pockets[pocket].dust);
}

static bool sensors_make_sense(const struct look *look, const struct pocket_levels *levels, uint8_t pocket)
{
    const uint16_t reference = look->reference[pocket];
    if (reference < REFERENCE_LOWEST || reference > REFERENCE_HIGHEST || look->stuck[pocket])
        return false;
    for (uint8_t sensor = 0; levels && sensor < GRID; sensor++)
        if (look->grid[pocket][sensor] < levels->empty[sensor] / DEAD_SHARE)
            return false;
    return true;
}

/* Sensors must fail for a while, and work for longer, before it is reported. What lamps add to a light
 * that blinds their sensors says nothing of these. */
static bool sensors_fail(struct watch *watch, uint8_t pocket, bool make_sense)
{
    uint8_t *bad = &watch->bad_looks[pocket], *holds = &watch->sensor_holds[pocket];
    if (make_sense) {
        *bad = 0;
        if (*holds)
            --*holds;
    } else if (*bad < SENSOR_LOOKS) {
        ++*bad;
    }
    if (*bad == SENSOR_LOOKS)
        *holds = SENSOR_MENDED_LOOKS;
    return *holds > 0;
}

static bool is_dazzled(struct watch *watch, const struct look *look)
{
    if (look->dazzled)
        watch->light_holds = LIGHT_LOOKS;
    else if (watch->light_holds)
        watch->light_holds--;
    return watch->light_holds > 0;
}

static void update_throat(struct watch *watch, const struct calibration *calibration, int16_t level)
{
    const int16_t difference = level - watch->throat_anchor;
    if (watch->throat_still == 0 || difference > THROAT_NOISE || difference < -THROAT_NOISE) {
        watch->throat_anchor = level;
        watch->throat_sum = 0;
        watch->throat_still = 0;
    }
    if (watch->throat_still < REST_LOOKS) {
        watch->throat_still++;
        watch->throat_sum += level;
    }
    const int16_t empty = calibration ? calibration->throat : level;
    const int16_t share = empty / THROAT_SHARE;
    if (level - empty > (share > THROAT_LEAST ? share : THROAT_LEAST))
        watch->throat_free = 0;
    else if (watch->throat_free < REST_LOOKS)
        watch->throat_free++;
}

bool watch_throat_is_still(const struct watch *watch)
{
    return watch->throat_still == REST_LOOKS;
}

int16_t watch_throat_level(const struct watch *watch)
{
    return watch->throat_sum / REST_LOOKS;
}

/* A pocket that is neither empty nor holds anything that reflects as a die does: dirt, or drift. */
static bool has_drifted(struct watch *watch, uint8_t pocket)
{
    const struct pocket *state = &watch->pockets[pocket];
    uint8_t *looks = &watch->blurred_looks[pocket];
    if (!state->blurred)
        *looks = 0;
    else if (*looks < DRIFT_LOOKS)
        ++*looks;
    return *looks == DRIFT_LOOKS;
}

/* What keeps a pocket from being read, the gravest first. */
static enum fault find_fault(struct watch *watch, uint8_t pocket, bool calibrated, bool sensors_bad,
                             bool blocked)
{
    const struct pocket *state = &watch->pockets[pocket], *other = &watch->pockets[!pocket];
    const bool drifted = has_drifted(watch, pocket);
    if (calibrated && watch->armed && !state->present && pocket_is_resting(other) &&
        other->still >= MISSING_LOOKS)
        return MISSING;
    if (calibrated && blocked && pocket == 1)
        return DOUBLE;
    if (calibrated && state->present && state->still >= COCKED_LOOKS && state->reading.quality < MIN_QUALITY)
        return COCKED;
    if (sensors_bad)
        return SENSOR;
    if (!calibrated || drifted)
        return CALIBRATE;
    return NO_FAULT;
}

static void see_emptiness(struct watch *watch)
{
    const bool empty = !watch->pockets[0].present && !watch->pockets[1].present;
    if (!empty)
        watch->empty_looks = 0;
    else if (++watch->empty_looks >= EMPTY_LOOKS) {
        watch->empty_looks = EMPTY_LOOKS;
        watch->armed = true;
    }
}

static bool is_readable(const struct watch *watch, uint8_t pocket)
{
    const struct pocket *state = &watch->pockets[pocket];
    return watch->faults.pocket[pocket] == NO_FAULT && watch->bad_looks[pocket] == 0 &&
           pocket_is_resting(state) && state->reading.quality >= MIN_QUALITY;
}

bool watch_look(struct watch *watch, const struct calibration *calibration, const struct look *look)
{
    bool sensors_bad[POCKETS];
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++) {
        const struct pocket_levels *levels = calibration ? &calibration->pockets[pocket] : NULL;
        const bool make_sense = sensors_make_sense(look, look->dazzled ? NULL : levels, pocket);
        sensors_bad[pocket] = look->dazzled && make_sense ? watch->sensor_holds[pocket]
                                                          : sensors_fail(watch, pocket, make_sense);
        pocket_look(&watch->pockets[pocket], levels ? levels : &uncalibrated, look->grid[pocket]);
    }
    for (uint8_t pocket = 0; calibration && !look->dazzled && pocket < POCKETS; pocket++)
        if (watch->bad_looks[pocket] == 0)
            pocket_learn_dust(&watch->pockets[pocket], &calibration->pockets[pocket], look->grid[pocket]);
    update_throat(watch, calibration, look->throat);
    const bool blocked = watch->throat_free == 0 && watch_throat_is_still(watch);
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++)
        watch->faults.pocket[pocket] = find_fault(watch, pocket, calibration, sensors_bad[pocket], blocked);
    const bool dazzled = is_dazzled(watch, look);
    watch->faults.tower = dazzled ? 1u << LIGHT_FAULT : 0;
    if (!calibration)
        return false;
    see_emptiness(watch);
    const bool thrown = watch->armed && !dazzled && watch->throat_free == REST_LOOKS &&
                        is_readable(watch, 0) && is_readable(watch, 1);
    if (thrown)
        watch->armed = false;
    return thrown;
}
