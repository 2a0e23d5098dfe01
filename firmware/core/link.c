#include "link.h"

#include <stddef.h>
#include <string.h>

#include "commands.h"
#include "timing.h"

#define HELLO_EVERY 2000u
#define BEAT_EVERY 1000u
#define RESEND_EVERY 500u
#define COUNTS_FOR 60000u         /* after the last line of a host that was connected */
#define COUNTS_AFTER_START 10000u /* other than by power */
#define BLINK_FOR 3000u
#define BLINK_HALF 128u

static void enter(struct link *link, enum link_state state, uint32_t time, uint32_t now)
{
    link->state = state;
    link->state_until = now + time;
}

static bool is_connected(const struct link *link)
{
    return link->state == LINK_CONNECTED;
}

static bool is_full(const struct link *link)
{
    return memory_waiting(link->memory) >= KEPT;
}

static void hello(struct link *link, uint32_t now)
{
    link->due = now + HELLO_EVERY;
    say_hello(link->memory->unit, (uint16_t)link->memory->starts, link->cause, is_connected(link));
}

static void beat(struct link *link, uint32_t now)
{
    if (!is_connected(link))
        return;
    link->due = now + BEAT_EVERY;
    struct faults faults = link->faults;
    if (is_full(link))
        faults.tower |= 1u << FULL;
    if (link->memory->worn)
        faults.tower |= 1u << MEMORY;
    say_beat((uint16_t)link->memory->starts, link->uptime, memory_waiting(link->memory),
             link->receiver.losses, &faults);
}

static void send_roll(struct link *link, const struct kept *kept, uint32_t now)
{
    link->resend_at = now + RESEND_EVERY;
    link->sent = kept->roll.number;
    const uint32_t since = kept->survived ? link->started : kept->rested;
    say_roll(link->memory->unit, &kept->roll, now - since, kept->survived);
}

/* A host that was connected went, or another came. */
static void part(struct link *link)
{
    if (is_connected(link))
        link->state = LINK_EXPECTED;
    link->parted = true;
    link->pending_command.command = NO_COMMAND;
}

static void take_hi(struct link *link, const struct frame *frame, uint32_t now)
{
    part(link);
    if (frame->protocol == PROTOCOL)
        enter(link, LINK_CONNECTED, COUNTS_FOR, now);
    link->number = 0;
    hello(link, now);
    beat(link, now);
    link->resend_at = now;
}

static void take_ack(struct link *link, const struct frame *frame, uint32_t now)
{
    const struct kept *head = memory_head(link->memory);
    if (!head || frame->ack.unit != link->memory->unit || frame->ack.number != head->roll.number)
        return; /* one repeated */
    const bool was_full = is_full(link);
    memory_acknowledge(link->memory);
    if (was_full)
        beat(link, now);
    head = memory_head(link->memory);
    if (head && is_connected(link))
        send_roll(link, head, now);
}

static void take_bye(struct link *link, uint32_t now)
{
    part(link);
    link->state = LINK_ALONE;
    link->due = now + HELLO_EVERY;
}

static void say_answer_again(const struct link *link)
{
    if (link->with_readings) {
        say_raw(link->number, link->pocket, false, link->readings[0]);
        say_raw(link->number, link->pocket, true, link->readings[1]);
    }
    say_answer(link->number, link->answer);
}

static void blink(struct link *link, uint32_t now)
{
    link->blinking = true;
    link->blink_until = now + BLINK_FOR;
}

static void take_do(struct link *link, const struct frame *frame, uint32_t now)
{
    if (frame->command.number == link->number) {
        if (link->answered)
            say_answer_again(link);
        return;
    }
    link->number = frame->command.number;
    link->answered = false;
    const enum understood understood =
        command_read(frame->command.words, frame->command.count, &link->pending_command);
    if (understood == BLINK)
        blink(link, now);
    if (understood != FOR_SENSORS)
        link_answer(link, understood == BLINK          ? CARRIED_OUT
                          : understood == BAD_ARGUMENT ? REFUSED_ARGUMENT
                                                       : REFUSED_UNKNOWN);
}

static void take(struct link *link, const struct frame *frame, uint32_t now)
{
    if (is_connected(link)) {
        enter(link, LINK_CONNECTED, COUNTS_FOR, now);
    } else if (frame->kind == PING || frame->kind == DO) {
        hello(link, now);
        return;
    }
    switch (frame->kind) {
    case HI:
        take_hi(link, frame, now);
        break;
    case ACK:
        take_ack(link, frame, now);
        break;
    case PING:
        beat(link, now);
        break;
    case DO:
        take_do(link, frame, now);
        break;
    case BYE:
        take_bye(link, now);
        break;
    }
}

void link_start(struct link *link, struct memory *memory, enum cause cause, uint32_t started, uint32_t now)
{
    memset(link, 0, sizeof *link);
    link->memory = memory;
    link->cause = cause;
    link->started = link->second = started;
    link->due = now;
    link->resend_at = now;
    link->faults.pocket[0] = link->faults.pocket[1] = NO_FAULT;
    enter(link, cause == CAUSE_POWER ? LINK_ALONE : LINK_EXPECTED, COUNTS_AFTER_START, now);
}

void link_byte(struct link *link, uint8_t byte, uint32_t now)
{
    char *body;
    enum flaw flaw = line_byte(&link->receiver, (char)byte, &body);
    if (body) {
        struct frame frame;
        const enum flaw found = frame_read(body, &frame);
        flaw = line_judged(&link->receiver, found);
        if (found == FLAW_NONE)
            take(link, &frame, now);
    }
    if (flaw != FLAW_NONE)
        say_what(flaw);
}

void link_tick(struct link *link, uint32_t now)
{
    for (; has_passed(link->second + 1000, now); link->second += 1000)
        link->uptime++;
    if (link->blinking && has_passed(link->blink_until, now))
        link->blinking = false;
    if (!link_counts(link, now)) {
        if (is_connected(link))
            part(link);
        link->state = LINK_ALONE;
    }
    if (has_passed(link->due, now)) {
        if (is_connected(link))
            beat(link, now);
        else
            hello(link, now);
    }
    const struct kept *head = memory_head(link->memory);
    if (head && is_connected(link) && has_passed(link->resend_at, now))
        send_roll(link, head, now);
}

void link_pass(struct link *link, uint32_t now)
{
    const struct kept *head = memory_head(link->memory);
    if (head && is_connected(link) && !head->survived && head->roll.number > link->sent)
        send_roll(link, head, now);
}

bool link_counts(const struct link *link, uint32_t now)
{
    return link->state >= LINK_EXPECTED && !has_passed(link->state_until, now);
}

void link_throw(struct link *link, const uint8_t faces[POCKETS], const uint8_t quality[POCKETS], uint32_t now)
{
    if (!link_counts(link, now) || is_full(link))
        return;
    memory_keep(link->memory, faces, quality, now);
    if (is_full(link))
        beat(link, now);
}

void link_set_faults(struct link *link, const struct faults *faults, uint32_t now)
{
    link->faults = *faults;
    beat(link, now);
}

void link_answer(struct link *link, enum refusal refusal)
{
    link->pending_command.command = NO_COMMAND;
    link->answered = true;
    link->answer = refusal;
    link->with_readings = false;
    say_answer_again(link);
}

/* Convert a reading under dim lamps to bright ones, up to the end of the range. */
static uint16_t as_under_bright_lamps(uint16_t dark, uint16_t lit)
{
    if (lit <= dark)
        return lit;
    const uint16_t reading = (uint16_t)(dark + DIM_SHARE * (lit - dark));
    return reading < RANGE_END ? reading : RANGE_END;
}

void link_answer_raw(struct link *link, const struct scan *scan)
{
    link->pocket = link->pending_command.pocket;
    memcpy(link->readings[0], scan->dark[link->pocket], sizeof link->readings[0]);
    memcpy(link->readings[1], scan->lit[link->pocket], sizeof link->readings[1]);
    for (uint8_t sensor = 0; sensor < GRID; sensor++)
        if (scan->dim[link->pocket] >> sensor & 1)
            link->readings[1][sensor] =
                as_under_bright_lamps(link->readings[0][sensor], link->readings[1][sensor]);
    link->pending_command.command = NO_COMMAND;
    link->answered = true;
    link->answer = CARRIED_OUT;
    link->with_readings = true;
    say_answer_again(link);
}

bool link_light(const struct link *link, uint32_t now)
{
    return link->blinking ? (now / BLINK_HALF) & 1 : is_connected(link);
}
