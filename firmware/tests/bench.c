#include "bench.h"

#include <stdio.h>
#include <string.h>

#include "../core/crc.h"
#include "check.h"
#include "fakes.h"

static uint32_t now(const struct bench *bench)
{
    return bench->microseconds / 1000;
}

void bench_start(struct bench *bench, enum cause cause)
{
    tower_start(&bench->tower, cause, 0xfeedf00d, &bench->warm_state, now(bench));
}

void bench_plug(struct bench *bench)
{
    memset(bench, 0, sizeof *bench);
    bench->table = table_empty();
    bench->microseconds = 5000000;
    fakes_reset();
    bench_start(bench, CAUSE_POWER);
}

void bench_run(struct bench *bench, uint32_t milliseconds)
{
    const uint32_t scans = (milliseconds * 1000 + SCAN_MICROSECONDS - 1) / SCAN_MICROSECONDS;
    for (uint32_t count = 0; count < scans; count++) {
        struct scan scan;
        table_scan(&bench->table, bench->tower.dim, &scan);
        bench->microseconds += SCAN_MICROSECONDS;
        tower_scan(&bench->tower, &scan, now(bench));
        tower_pass(&bench->tower, now(bench));
    }
}

void bench_say(struct bench *bench, const char *body)
{
    char line[128];
    const int count = snprintf(line, sizeof line, "$%s*%04X\n", body, crc_of(body, (uint8_t)strlen(body)));
    for (int place = 0; place < count; place++)
        tower_byte(&bench->tower, (uint8_t)line[place], now(bench));
    tower_pass(&bench->tower, now(bench));
}

const char *bench_do(struct bench *bench, const char *command)
{
    static char answer[16];
    char body[96], ok[16], err[16];
    bench->commands++;
    snprintf(body, sizeof body, "do %u %s", bench->commands, command);
    snprintf(ok, sizeof ok, "$ok %u*", bench->commands);
    snprintf(err, sizeof err, "$err %u ", bench->commands);
    port_clear();
    bench_say(bench, body);
    for (int waited = 0; waited < 4500; waited += 23) {
        const char *refused = strstr(port_sent, err);
        if (refused) {
            refused += strlen(err);
            snprintf(answer, sizeof answer, "%.*s", (int)strcspn(refused, "*"), refused);
            return answer;
        }
        if (strstr(port_sent, ok))
            return "ok";
        bench_run(bench, 23);
    }
    return "no answer";
}

void bench_calibrate(struct bench *bench)
{
    bench_say(bench, "hi 1 companion/0.1.0");
    bench_run(bench, 500);
    CHECK_TEXT(bench_do(bench, "calibrate empty"), "ok");
    for (int pocket = 0; pocket < POCKETS; pocket++) {
        for (int face = 1; face <= 6; face += 5) {
            char command[48];
            bench->table.dice[pocket] = die_white((uint8_t)face, (uint8_t)face);
            bench_run(bench, 500);
            snprintf(command, sizeof command, "calibrate face %d %d", pocket + 1, face);
            CHECK_TEXT(bench_do(bench, command), "ok");
        }
        bench->table.dice[pocket].top = 0;
    }
    CHECK_TEXT(bench_do(bench, "calibrate save"), "ok");
    bench_run(bench, 500);
}

void bench_ready(struct bench *bench)
{
    bench_plug(bench);
    bench_calibrate(bench);
    port_clear();
}

void bench_throw(struct bench *bench, struct die a, struct die b)
{
    bench->table.dice[0].top = bench->table.dice[1].top = 0;
    bench_run(bench, 500);
    bench->table.dice[0] = a;
    bench->table.dice[1] = b;
    bench_run(bench, 600);
}

int bench_heard(const char *text)
{
    int count = 0;
    for (const char *place = port_sent; (place = strstr(place, text)); place++)
        count++;
    return count;
}
