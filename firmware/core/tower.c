#include "tower.h"

#include <stddef.h>
#include <string.h>

#include "crc.h"
#include "look.h"
#include "timing.h"

#define SETTLE_WITHIN 2000u /* milliseconds that a calibration waits for steady readings */
#define LEAST_DIE 64        /* a look's level of a die beyond the glass, at the sensors that see its body */

/* Whether the memory is up, and so the link. */
static bool is_linked(const struct tower *tower)
{
    return tower->link.state != LINK_DOWN;
}

static bool is_warm_state_valid(const struct tower *tower)
{
    const struct warm_state *warm_state = tower->warm_state;
    return warm_state->crc == crc_of(warm_state, offsetof(struct warm_state, crc)) &&
           warm_state->unit == tower->memory.unit && warm_state->last == tower->memory.last;
}

static void store_warm_state(struct tower *tower)
{
    tower->warm_state->unit = tower->memory.unit;
    tower->warm_state->last = tower->memory.last;
    tower->warm_state->crc = crc_of(tower->warm_state, offsetof(struct warm_state, crc));
}

/* Called when a throw ends without a number. A numbered throw needs no call: once its number is stored, it
 * differs from the warm state's; if the board restarts before that, the throw may still get a number. */
static void invalidate_warm_state(struct tower *tower)
{
    tower->warm_state->crc = (uint16_t)~crc_of(tower->warm_state, offsetof(struct warm_state, crc));
}

static const struct calibration *calibration(const struct tower *tower)
{
    return tower->calibrated ? &tower->record.calibration : NULL;
}

void tower_start(struct tower *tower, enum cause cause, uint32_t noise, struct warm_state *warm_state,
                 uint32_t now)
{
    memset(tower, 0, sizeof *tower);
    tower->cause = cause;
    tower->started = now;
    tower->warm_state = warm_state;
    tower->calibrated = calibration_load(&tower->record);
    memory_start(&tower->memory, noise);
    watch_start(&tower->watch, cause != CAUSE_POWER && is_warm_state_valid(tower));
    tower_pass(tower, now);
}

/* Discard the calibration readings, and accept throws again. */
static void discard_calibration_run(struct tower *tower)
{
    memset(&tower->calibration_run, 0, sizeof tower->calibration_run);
    tower->calibrating = false;
}

static enum refusal take_empty(struct tower *tower)
{
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++) {
        const struct pocket *state = &tower->watch.pockets[pocket];
        if (tower->calibrated && state->present && state->reading.quality >= SURE_ENOUGH)
            return REFUSED_DIE; /* dirt would be present, but shows no face */
    }
    calibration_run_empty(&tower->calibration_run, &tower->watch);
    return CARRIED_OUT;
}

static enum refusal take_face(struct tower *tower, uint8_t pocket, uint8_t face)
{
    if (!tower->calibration_run.empty_taken)
        return REFUSED_RANGE;
    int16_t most = 0;
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        const int16_t light = pocket_level(&tower->watch.pockets[pocket], sensor) -
                              tower->calibration_run.empty[pocket][sensor];
        most = light > most ? light : most;
    }
    if (most < LEAST_DIE)
        return REFUSED_DIE;
    calibration_run_face(&tower->calibration_run, &tower->watch, pocket, face);
    return CARRIED_OUT;
}

/* Whether all that a command concerns lies still: CARRIED_OUT, or the refusal if it never does. */
static enum refusal see_stillness(const struct tower *tower, const struct pending_command *pending)
{
    const bool all = pending->command == CALIBRATE_EMPTY;
    enum refusal refusal = all && !watch_throat_is_still(&tower->watch) ? REFUSED_UNSTEADY : CARRIED_OUT;
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++) {
        const struct pocket *state = &tower->watch.pockets[pocket];
        if ((all || pocket == pending->pocket) && !pocket_is_still(state))
            refusal = state->motion == MOVING ? REFUSED_BUSY : REFUSED_UNSTEADY;
    }
    return refusal;
}

static enum refusal take_readings(struct tower *tower, const struct pending_command *pending)
{
    return pending->command == CALIBRATE_EMPTY ? take_empty(tower)
                                               : take_face(tower, pending->pocket, pending->face);
}

/* Carry out `calibrate empty` or `calibrate face` when all it concerns lies still. */
static void take_when_still(struct tower *tower, uint32_t now)
{
    const struct pending_command *pending = &tower->link.pending_command;
    if (tower->waiting_for != tower->link.number) {
        tower->waiting_for = tower->link.number;
        tower->wait_until = now + SETTLE_WITHIN;
        tower->calibrating = true;
    }
    const enum refusal refusal = see_stillness(tower, pending);
    if (refusal != CARRIED_OUT && !has_passed(tower->wait_until, now))
        return;
    tower->waiting_for = 0;
    link_answer(&tower->link, refusal == CARRIED_OUT ? take_readings(tower, pending) : refusal);
}

static void begin_save(struct tower *tower)
{
    if (tower->saving)
        return; /* ordered by a host that is gone; its end answers this one */
    if (tower->memory.worn || !calibration_run_finish(&tower->calibration_run, &tower->record.calibration)) {
        link_answer(&tower->link, tower->memory.worn ? REFUSED_MEMORY : REFUSED_RANGE);
        return;
    }
    const uint16_t address = calibration_seal(&tower->record);
    memory_save(&tower->memory, address, &tower->record, sizeof tower->record);
    tower->saving = true;
}

static void finish_save(struct tower *tower)
{
    if (!tower->saving || tower->memory.save == WRITING)
        return;
    tower->saving = false;
    const bool kept = tower->memory.save == WRITTEN;
    tower->calibrated = kept || calibration_load(&tower->record);
    if (kept)
        discard_calibration_run(tower);
    if (tower->link.pending_command.command == CALIBRATE_SAVE)
        link_answer(&tower->link, kept ? CARRIED_OUT : REFUSED_MEMORY);
}

static void carry_out(struct tower *tower, uint32_t now)
{
    switch (tower->link.pending_command.command) {
    case CALIBRATE_EMPTY:
    case CALIBRATE_FACE:
        take_when_still(tower, now);
        break;
    case CALIBRATE_SAVE:
        begin_save(tower);
        break;
    case CALIBRATE_FORGET:
        discard_calibration_run(tower);
        link_answer(&tower->link, CARRIED_OUT);
        break;
    case READ_RAW: /* with the next scan */
    case NO_COMMAND:
        break;
    }
}

static void take_look(struct tower *tower, uint32_t now)
{
    const struct faults before = tower->watch.faults;
    if (tower->calibrating)
        tower->watch.armed = false;
    const bool thrown = watch_look(&tower->watch, calibration(tower), &tower->look);
    if (is_linked(tower) && memcmp(&before, &tower->watch.faults, sizeof before))
        link_set_faults(&tower->link, &tower->watch.faults, now);
    const uint32_t last = tower->memory.last;
    if (thrown && is_linked(tower)) {
        const struct reading *a = &tower->watch.pockets[0].reading, *b = &tower->watch.pockets[1].reading;
        link_throw(&tower->link, (uint8_t[POCKETS]){a->face, b->face},
                   (uint8_t[POCKETS]){a->quality, b->quality}, now);
    }
    if (tower->watch.armed)
        store_warm_state(tower);
    else if (tower->calibrating || (thrown && tower->memory.last == last))
        invalidate_warm_state(tower);
}

void tower_scan(struct tower *tower, const struct scan *scan, uint32_t now)
{
    add_scan_to_look(&tower->look, scan);
    if (is_linked(tower) && tower->link.pending_command.command == READ_RAW)
        link_answer_raw(&tower->link, scan);
    if (++tower->scans == LOOK_SCANS) {
        take_look(tower, now);
        memset(&tower->look, 0, sizeof tower->look);
        tower->scans = 0;
    }
}

void tower_byte(struct tower *tower, uint8_t byte, uint32_t now)
{
    if (is_linked(tower))
        link_byte(&tower->link, byte, now);
}

void tower_pass(struct tower *tower, uint32_t now)
{
    memory_pass(&tower->memory);
    if (!is_linked(tower)) {
        if (!tower->memory.up)
            return;
        link_start(&tower->link, &tower->memory, tower->cause, tower->started, now);
    }
    if (tower->link.parted) {
        tower->link.parted = false;
        tower->waiting_for = 0;
        discard_calibration_run(tower);
    }
    finish_save(tower);
    carry_out(tower, now);
    link_pass(&tower->link, now);
    link_tick(&tower->link, now);
}

bool tower_light(const struct tower *tower, uint32_t now)
{
    return is_linked(tower) && link_light(&tower->link, now);
}
