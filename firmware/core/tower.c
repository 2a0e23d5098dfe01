#include "tower.h"

#include <stddef.h>
#include <string.h>

#include "crc.h"
#include "look.h"
#include "timing.h"

#define SETTLE_WITHIN 2000u /* milliseconds that a calibration waits for steady readings */
#define STEP_WITHIN 1000u   /* the same, for each further exposure of the empty pockets */
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

/* Read these sensors under dim lamps from the next look on. */
static void expose(struct tower *tower, uint16_t first, uint16_t second)
{
    if (tower->dim[0] == first && tower->dim[1] == second)
        return;
    tower->dim[0] = first;
    tower->dim[1] = second;
    tower->look_is_mixed = true; /* scanning continues: the look's choice of scans removes flicker */
    watch_restart(&tower->watch);
}

static void expose_as_calibrated(struct tower *tower)
{
    const struct pocket_levels *levels = tower->record.calibration.pockets;
    if (tower->calibrated)
        expose(tower, levels[0].dim, levels[1].dim);
    else
        expose(tower, 0, 0);
}

static void expose_as_taken(struct tower *tower)
{
    expose(tower, tower->calibration_run.dim[0], tower->calibration_run.dim[1]);
}

/* The calibration in use: NULL if there is none, and while one is taken at other exposures. */
static const struct calibration *calibration(const struct tower *tower)
{
    const struct pocket_levels *levels = tower->record.calibration.pockets;
    const bool fits = levels[0].dim == tower->dim[0] && levels[1].dim == tower->dim[1];
    return tower->calibrated && fits ? &tower->record.calibration : NULL;
}

void tower_start(struct tower *tower, enum cause cause, uint32_t noise, struct warm_state *warm_state,
                 uint32_t now)
{
    memset(tower, 0, sizeof *tower);
    tower->cause = cause;
    tower->started = now;
    tower->warm_state = warm_state;
    tower->calibrated = calibration_load(&tower->record);
    expose_as_calibrated(tower);
    memory_start(&tower->memory, noise);
    watch_start(&tower->watch, cause != CAUSE_POWER && is_warm_state_valid(tower));
    tower_pass(tower, now);
}

/* Discard the calibration readings, and accept throws again. */
static void discard_calibration_run(struct tower *tower)
{
    memset(&tower->calibration_run, 0, sizeof tower->calibration_run);
    tower->calibrating = false;
    expose_as_calibrated(tower);
}

static enum refusal check_no_die(const struct tower *tower)
{
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++) {
        const struct pocket *state = &tower->watch.pockets[pocket];
        if (calibration(tower) && state->present && state->reading.quality >= MIN_QUALITY)
            return REFUSED_DIE; /* dirt would be present, but shows no face */
    }
    return CARRIED_OUT;
}

/* Take the next step of `calibrate empty`. True: it was the last, or it is refused. */
static bool step_empty(struct tower *tower, enum refusal *refusal)
{
    struct calibration_run *run = &tower->calibration_run;
    switch (tower->empty_step++) {
    case 0:
        *refusal = check_no_die(tower);
        if (*refusal != CARRIED_OUT)
            return true;
        memset(run, 0, sizeof *run);
        expose(tower, 0, 0);
        return false;
    case 1:
        calibration_run_empty(run, &tower->watch, BRIGHT);
        expose(tower, EVERY_SENSOR, EVERY_SENSOR);
        return false;
    default:
        calibration_run_empty(run, &tower->watch, DIM);
        expose_as_taken(tower);
        *refusal = CARRIED_OUT;
        return true;
    }
}

static enum refusal take_face(struct tower *tower, uint8_t pocket, uint8_t face)
{
    if (!tower->calibration_run.empty_taken)
        return REFUSED_RANGE;
    int16_t most = 0;
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        const int16_t light = pocket_level(&tower->watch.pockets[pocket], sensor) -
                              calibration_run_empty_level(&tower->calibration_run, pocket, sensor);
        most = light > most ? light : most;
    }
    if (most < LEAST_DIE)
        return REFUSED_DIE;
    calibration_run_face(&tower->calibration_run, &tower->watch, pocket, face);
    return CARRIED_OUT;
}

/* Whether all that a command concerns lies still, in light that leaves the sensors room: CARRIED_OUT, or the refusal if
 * it never does. */
static enum refusal see_stillness(const struct tower *tower, const struct pending_command *pending)
{
    const bool all = pending->command == CALIBRATE_EMPTY;
    enum refusal refusal = all && !watch_throat_is_still(&tower->watch) ? REFUSED_UNSTEADY : CARRIED_OUT;
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++) {
        const struct pocket *state = &tower->watch.pockets[pocket];
        if ((all || pocket == pending->pocket) && !pocket_is_still(state))
            refusal = state->motion == MOVING ? REFUSED_BUSY : REFUSED_UNSTEADY;
    }
    if (refusal == CARRIED_OUT && tower->watch.faults.tower & 1u << LIGHT_FAULT)
        return all ? REFUSED_DIE : REFUSED_RANGE; /* the glass alone is never so bright */
    return refusal;
}

/* Carry out `calibrate empty` or `calibrate face` when all it concerns lies still. */
static void take_when_still(struct tower *tower, uint32_t now)
{
    const struct pending_command *pending = &tower->link.pending_command;
    if (tower->waiting_for != tower->link.number) {
        tower->waiting_for = tower->link.number;
        tower->wait_until = now + SETTLE_WITHIN;
        tower->calibrating = true;
        if (pending->command == CALIBRATE_EMPTY) {
            tower->empty_step = 0;
            expose_as_calibrated(tower);
        }
    }
    enum refusal refusal = see_stillness(tower, pending);
    if (refusal != CARRIED_OUT && !has_passed(tower->wait_until, now))
        return;
    if (refusal == CARRIED_OUT && pending->command == CALIBRATE_FACE) {
        refusal = take_face(tower, pending->pocket, pending->face);
    } else if (refusal == CARRIED_OUT && !step_empty(tower, &refusal)) {
        tower->wait_until = now + STEP_WITHIN;
        return;
    }
    tower->waiting_for = 0;
    link_answer(&tower->link, refusal);
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
    if (kept) {
        watch_forget_dust(&tower->watch);
        discard_calibration_run(tower);
    }
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

/* Read sensors under dim lamps if the calibration die overloads them. True: the look can't be used. */
static bool adapt_exposure(struct tower *tower)
{
    struct calibration_run *run = &tower->calibration_run;
    bool changed = false;
    for (uint8_t pocket = 0; run->empty_taken && pocket < POCKETS; pocket++)
        changed |= calibration_run_dim(run, pocket, tower->look.over[pocket]);
    if (changed)
        expose_as_taken(tower);
    return changed;
}

static void take_look(struct tower *tower, uint32_t now)
{
    const struct faults before = tower->watch.faults;
    if (adapt_exposure(tower))
        return;
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
    if (memcmp(scan->dim, tower->dim, sizeof tower->dim))
        tower->look_is_mixed = true;
    add_scan_to_look(&tower->look, scan);
    if (is_linked(tower) && tower->link.pending_command.command == READ_RAW)
        link_answer_raw(&tower->link, scan);
    if (++tower->scans == LOOK_SCANS) {
        if (!tower->look_is_mixed)
            take_look(tower, now);
        memset(&tower->look, 0, sizeof tower->look);
        tower->scans = 0;
        tower->look_is_mixed = false;
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
