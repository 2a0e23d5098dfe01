/* The tower's core as a library: a host that models light gives levels, the core calibrates and reads.
 * docs/hardware/optics/core_tower.py loads it. */
#include <inttypes.h>
#include <stdio.h>

#include "bench.h"
#include "fakes.h"

#define REST_MILLISECONDS 700u /* in which dice at rest become a roll */

static struct bench bench;

/* What came of two dice that came to rest. */
struct outcome {
    uint8_t rolled; /* 1: the tower reported a roll */
    uint8_t faces[POCKETS];
    uint8_t qualities[POCKETS];
};

/* Plug a new tower in, over empty pockets. `levels` stays the caller's and is read at every scan. */
void library_plug(const struct levels *levels, uint32_t chance);

/* Carry a command of the protocol out: "ok", or why it was refused. */
const char *library_do(const char *command);

/* Let what `levels` shows now lie still. */
struct outcome library_rest(void);

void library_plug(const struct levels *levels, uint32_t chance)
{
    bench_plug(&bench);
    bench.table.levels = levels;
    bench.table.noise = 2;
    bench.table.chance = chance | 1;
    bench_say(&bench, "hi 1 companion/0.1.0");
    bench_run(&bench, 500);
}

const char *library_do(const char *command)
{
    bench_run(&bench, 500);
    return bench_do(&bench, command);
}

struct outcome library_rest(void)
{
    const uint32_t before = bench.tower.memory.last;
    char ack[40];
    port_clear();
    bench_say(&bench, "ping");
    bench_run(&bench, REST_MILLISECONDS);
    struct outcome outcome;
    outcome.rolled = bench.tower.memory.last != before;
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++) {
        outcome.faces[pocket] = bench.tower.watch.pockets[pocket].reading.face;
        outcome.qualities[pocket] = bench.tower.watch.pockets[pocket].reading.quality;
    }
    snprintf(ack, sizeof ack, "ack %08" PRIx32 " %" PRIu32, bench.tower.memory.unit, bench.tower.memory.last);
    bench_say(&bench, ack);
    return outcome;
}
