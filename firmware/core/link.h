/* The tower's end of the protocol: when it sends which frame, and how it processes received frames.
 *
 * It knows nothing of sensors: throws and faults are reported to it, and commands that concern the sensors
 * are left in `pending_command` for its owner to answer.
 */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "frames.h"
#include "line.h"
#include "memory.h"

/* Commands for the sensors. */
enum command { NO_COMMAND, READ_RAW, CALIBRATE_EMPTY, CALIBRATE_FACE, CALIBRATE_SAVE, CALIBRATE_FORGET };

/* A command under way. */
struct pending_command {
    enum command command;
    uint8_t pocket; /* 0 or 1 */
    uint8_t face;
};

/* Who is at the other end. Throws are numbered while a host is expected or connected. */
enum link_state {
    LINK_DOWN,     /* the memory isn't ready yet: nothing is received or sent */
    LINK_ALONE,    /* no host; the tower sends hello */
    LINK_EXPECTED, /* no host, but one was or will soon be there; the tower sends hello */
    LINK_CONNECTED /* a host of this protocol has sent hi, and a frame recently */
};

struct link {
    enum link_state state;
    uint32_t state_until; /* when an expected or silent host times out */
    struct memory *memory;
    struct receiver receiver;
    enum cause cause;
    uint32_t started;
    bool parted;  /* the host has changed: drop its pending command */
    uint32_t due; /* the next beat while connected, else the next hello */
    uint32_t resend_at;
    uint32_t sent;        /* the highest number sent since the start */
    struct faults faults; /* as reported; `full` and `memory` are added when they are sent */
    uint32_t uptime;      /* whole seconds, for the counter wraps sooner than the tower must */
    uint32_t second;      /* when the last of them was full */
    uint32_t blink_until;
    bool blinking;

    struct pending_command pending_command;
    uint16_t number; /* of the last command; 0: none */
    bool answered;
    enum refusal answer;
    bool with_readings; /* the answer holds these */
    uint8_t pocket;
    uint16_t readings[2][VALUES]; /* dark, lit */
};

/* The memory must be up. */
void link_start(struct link *link, struct memory *memory, enum cause cause, uint32_t started, uint32_t now);

void link_byte(struct link *link, uint8_t byte, uint32_t now);

/* Send the due frames; must be called often. */
void link_tick(struct link *link, uint32_t now);

/* Send a roll that has been stored meanwhile. */
void link_pass(struct link *link, uint32_t now);

/* Whether a throw that comes to rest now gets a number. */
bool link_counts(const struct link *link, uint32_t now);

/* Two dice came to rest. */
void link_throw(struct link *link, const uint8_t faces[POCKETS], const uint8_t quality[POCKETS],
                uint32_t now);

/* These faults there are now, and no others; `full` and `memory` are found here. */
void link_set_faults(struct link *link, const struct faults *faults, uint32_t now);

/* The pending command was carried out, or refused. */
void link_answer(struct link *link, enum refusal refusal);

/* The command READ_RAW was carried out. */
void link_answer_raw(struct link *link, const struct scan *scan);

/* Whether the board's light shines: steadily when a host is there. */
bool link_light(const struct link *link, uint32_t now);

#endif
