/* The frames of the protocol: the host's are read, the tower's are written. */
#ifndef FRAMES_H
#define FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "line.h"
#include "scan.h"

#define PROTOCOL 1
#define FIRMWARE "companion-tower/1.0.0"
#define MAX_AGE 99999999ul /* milliseconds; also for older rolls */
#define MAX_WORDS 4u       /* of a command that there is */

/* Frames from the host. */

enum kind { HI, ACK, PING, DO, BYE };

struct frame {
    enum kind kind;
    union {
        uint8_t protocol; /* HI */
        struct {
            uint32_t unit, number;
        } ack;
        struct {
            uint16_t number;
            uint8_t count;                /* of words, even if it is more than are kept */
            const char *words[MAX_WORDS]; /* within the body that was read */
        } command;                        /* DO */
    };
};

/* Read a body; it is cut into words. Returns FLAW_NONE, or its flaw. */
enum flaw frame_read(char *body, struct frame *frame);

/* Frames from the tower. */

enum cause { CAUSE_POWER, CAUSE_RESET, CAUSE_BROWNOUT, CAUSE_WATCHDOG };

/* In the protocol's order, the gravest first; the first POCKET_FAULTS concern one pocket. */
enum fault { MISSING, DOUBLE, COCKED, SENSOR, CALIBRATE, LIGHT_FAULT, FULL, MEMORY, FAULTS };
#define POCKET_FAULTS 5u
#define NO_FAULT FAULTS

/* All faults there are: the gravest of each pocket, and one bit for each of the tower's own. */
struct faults {
    uint8_t pocket[POCKETS]; /* MISSING to CALIBRATE, or NO_FAULT */
    uint8_t tower;           /* 1 << LIGHT_FAULT | ... */
};

enum refusal {
    REFUSED_UNKNOWN,
    REFUSED_ARGUMENT,
    REFUSED_BUSY,
    REFUSED_DIE,
    REFUSED_UNSTEADY,
    REFUSED_RANGE,
    REFUSED_MEMORY,
    CARRIED_OUT
};

struct roll {
    uint32_t number;
    uint8_t faces[POCKETS];
    uint8_t quality[POCKETS]; /* percent */
};

void say_hello(uint32_t unit, uint16_t boot, enum cause cause, bool connected);
void say_roll(uint32_t unit, const struct roll *roll, uint32_t age, bool survived);
void say_beat(uint16_t boot, uint32_t uptime, uint8_t waiting, uint16_t refused, const struct faults *faults);
void say_raw(uint16_t number, uint8_t pocket, bool lit, const uint16_t values[VALUES]);
void say_answer(uint16_t number, enum refusal refusal);
void say_what(enum flaw flaw);

#endif
