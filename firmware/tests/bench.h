/* A whole tower on a workbench: its core, the model of its sensors, a clock, and a host that says what
 * the test wants. */
#ifndef BENCH_H
#define BENCH_H

#include "../core/tower.h"
#include "table.h"

struct bench {
    struct tower tower;
    struct table table;
    struct warm_state warm_state;
    uint32_t microseconds;
    uint16_t commands; /* given so far */
};

/* Plug it in: a blank EEPROM, empty pockets, power. */
void bench_plug(struct bench *bench);

/* Restart with the memory as it is. */
void bench_start(struct bench *bench, enum cause cause);

/* Let time pass, scan by scan. */
void bench_run(struct bench *bench, uint32_t milliseconds);

/* Send a body from the host; its checksum is added here. */
void bench_say(struct bench *bench, const char *body);

/* The host gives a command and waits for its answer: "ok", or why it was refused. */
const char *bench_do(struct bench *bench, const char *command);

/* Show a die of each face needed in both pockets, and save. A host is connected then. */
void bench_calibrate(struct bench *bench);

/* Plugged in, connected and calibrated, with all output consumed. */
void bench_ready(struct bench *bench);

/* Take the dice out, wait, and let two others come to rest; nothing is acknowledged. */
void bench_throw(struct bench *bench, struct die a, struct die b);

/* Count a text in the bytes sent since the last `port_clear`. */
int bench_heard(const char *text);

#endif
