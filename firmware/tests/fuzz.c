/* Throws at the core whatever a line, a table and a socket can: random bytes, lines mutated and whole, scans of
 * anything, resets and power cuts in the middle. The sanitizers watch; the promises are checked:
 *
 *   - the tower sends whole frames only, with right check sums;
 *   - a number, once sent, stands for the same faces until another unit is drawn;
 *   - buffers and counters stay within their bounds.
 *
 *   fuzz SECONDS [SEED]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../core/crc.h"
#include "../core/tower.h"
#include "chance.h"
#include "fakes.h"
#include "table.h"

#define PROMISED 256u

static struct tower tower;
static struct table table;
static struct warm_state warm_state;
static uint32_t chance, now;

/* What was sent of each roll; a unit at a time. */
static struct {
    uint32_t number;
    unsigned faces[2], quality[2];
} promised[PROMISED];
static unsigned long promised_unit;
static unsigned long rolls, starts;

static void fail(const char *what)
{
    fprintf(stderr, "%s\n%s\n", what, port_sent);
    abort();
}

/* A whole number from 0 to `most` - 1. */
static uint32_t below(uint32_t most)
{
    return chance_below(&chance, most);
}

static void check_roll(const char *line)
{
    unsigned long unit, age;
    unsigned number, faces[2], quality[2];
    if (sscanf(line, "$roll %8lx %u %u %u %u %u %lu", &unit, &number, &faces[0], &faces[1], &quality[0],
               &quality[1], &age) != 7)
        fail("a roll that is none");
    for (int pocket = 0; pocket < 2; pocket++)
        if (faces[pocket] < 1 || faces[pocket] > 6 || quality[pocket] < 50 || quality[pocket] > 99)
            fail("a roll that can't be");
    if (unit != promised_unit) {
        memset(promised, 0, sizeof promised);
        promised_unit = unit;
    }
    rolls++;
    const uint32_t slot = number % PROMISED;
    if (promised[slot].number == number && (memcmp(promised[slot].faces, faces, sizeof faces) ||
                                            memcmp(promised[slot].quality, quality, sizeof quality)))
        fail("a number used for two rolls");
    promised[slot].number = number;
    memcpy(promised[slot].faces, faces, sizeof faces);
    memcpy(promised[slot].quality, quality, sizeof quality);
}

static void check_sent(void)
{
    for (char *line = port_sent; *line;) {
        char *end = strchr(line, '\n');
        if (!end || *line != '$' || end - line >= (long)MAX_LINE || end - line < 7)
            fail("not a line");
        unsigned said;
        if (end[-5] != '*' || sscanf(end - 4, "%4X", &said) != 1 ||
            said != crc_of(line + 1, (uint8_t)(end - line - 6)))
            fail("a wrong check sum");
        if (!strncmp(line, "$roll ", 6))
            check_roll(line);
        line = end + 1;
    }
    port_clear();
}

static void check_bounds(void)
{
    const struct memory *memory = &tower.memory;
    if (memory->marked > memory->acked || memory->acked > memory->stored || memory->stored > memory->last)
        fail("the order of the counters");
    if (memory->last - memory->acked > KEPT || tower.link.receiver.count > MAX_LINE ||
        tower.scans >= LOOK_SCANS)
        fail("a bound");
}

static void say_line(char *line, size_t count)
{
    for (size_t place = 0; place < count; place++)
        tower_byte(&tower, (uint8_t)line[place], now);
}

static void say_something(void)
{
    static const char *const bodies[] = {
        "hi 1 companion/0.1.0",
        "hi 1 companion/0.1.0",
        "hi 2 a/1",
        "ping",
        "bye",
        "do %u raw 1",
        "do %u raw 2",
        "do %u blink",
        "do %u calibrate empty",
        "do %u calibrate face %u %u",
        "do %u calibrate save",
        "do %u calibrate forget",
        "do %u dance 1 2 3 4 5 6",
        "ack %08lx %u",
        "ack %08lx %u",
    };
    char body[64], line[96];
    const uint32_t which = below(sizeof bodies / sizeof *bodies);
    if (which >= 13)
        snprintf(body, sizeof body, bodies[which], (unsigned long)tower.memory.unit, tower.memory.acked + 1);
    else
        snprintf(body, sizeof body, bodies[which], 1 + below(9), 1 + below(2), 1 + below(6));
    const int count = snprintf(line, sizeof line, "$%s*%04X\n", body, crc_of(body, (uint8_t)strlen(body)));
    for (uint32_t mutations = below(4) ? 0 : 1 + below(3); mutations--;)
        line[below((uint32_t)count)] = (char)(below(2) ? below(256) : (uint32_t)("$* \n0"[below(5)]));
    say_line(line, (size_t)(below(8) ? (uint32_t)count : below((uint32_t)count)));
}

static void say_junk(void)
{
    char junk[200];
    const uint32_t count = below(sizeof junk);
    for (uint32_t place = 0; place < count; place++)
        junk[place] = (char)(below(8) ? below(256) : '$');
    say_line(junk, count);
}

static struct die any_die(void)
{
    struct die die = die_white((uint8_t)below(7), (uint8_t)below(4));
    if (below(2)) {
        die.body = (int)below(100);
        die.pip = (int)below(100);
    }
    die.cocked = below(20) == 0;
    return die;
}

static void move_dice(void)
{
    if (below(3) == 0)
        table.dice[0].top = table.dice[1].top = 0;
    else
        table.dice[below(2)] = any_die();
    table.throat = below(10) == 0;
    if (below(20) == 0)
        table.room = (int)below(1100);
    else if (below(4) == 0)
        table.room = 40;
    table.dead = below(50) ? -1 : (int)below(GRID);
}

static void restart(void)
{
    storage_writes_left = -1;
    if (below(200) == 0)
        storage_bytes[below(STORAGE_BYTES)] ^= (uint8_t)(1u << below(8)); /* rot */
    if (below(100) == 0)
        fakes_reset(); /* another chip */
    storage_slowness = below(4);
    tower_start(&tower, (enum cause)below(4), chance_next(&chance), &warm_state, now);
    starts++;
}

static void say(const char *body)
{
    char line[96];
    const int count = snprintf(line, sizeof line, "$%s*%04X\n", body, crc_of(body, (uint8_t)strlen(body)));
    say_line(line, (size_t)count);
}

static void scan_something(void)
{
    struct scan scan;
    table_scan(&table, tower.dim, &scan);
    if (below(1000) == 0)
        for (size_t byte = 0; byte < sizeof scan; byte++)
            ((uint8_t *)&scan)[byte] = (uint8_t)below(byte % 2 ? 4 : 256); /* any ten bits */
    tower_scan(&tower, &scan, now);
}

static void let_time_pass(void)
{
    for (uint32_t scans = below(3) ? 8 + below(30) : below(5); scans--;) {
        now += 22 + below(2);
        scan_something();
        for (uint32_t passes = 1 + below(3); passes--;)
            tower_pass(&tower, now);
    }
    if (below(300) == 0)
        now += below(100000);
}

static void rest(void)
{
    for (int scans = 0; scans < 40; scans++) {
        now += 22;
        scan_something();
        tower_pass(&tower, now);
    }
}

/* Without it there would be no rolls. */
static void calibrate(void)
{
    table = table_empty();
    say("hi 1 companion/0.1.0");
    rest();
    say("do 1 calibrate empty");
    for (uint16_t shown = 0; shown < 4; shown++) {
        char body[40];
        const uint8_t face = shown & 1 ? 1 : 6;
        table.dice[shown >> 1] = die_white(face, (uint8_t)below(4));
        rest();
        snprintf(body, sizeof body, "do %d calibrate face %d %d", 2 + shown, 1 + (shown >> 1), face);
        say(body);
    }
    rest();
    say("do 6 calibrate save");
    rest();
}

/* Without it there would be few. */
static void throw_dice(void)
{
    table = table_empty();
    rest();
    table.dice[0] = any_die();
    table.dice[1] = any_die();
    rest();
}

static void do_something(void)
{
    switch (below(25)) {
    case 0:
        say_junk();
        break;
    case 1:
        if (below(5) == 0)
            restart();
        break;
    case 2:
        /* Power fails soon, in mid-write; then it comes back. */
        if (below(5) == 0 && storage_writes_left < 0) {
            storage_writes_left = 1 + below(30);
            storage_debris = (uint8_t)below(256);
            while (storage_writes_left && below(60))
                let_time_pass();
            port_clear(); /* a chip without power says nothing */
            restart();
        }
        break;
    case 3:
    case 4:
    case 5:
    case 6:
        move_dice();
        break;
    case 7:
    case 8:
    case 9:
    case 10:
        say_something();
        break;
    case 11:
        if (below(40) == 0)
            calibrate();
        else
            throw_dice();
        break;
    default:
        let_time_pass();
    }
    tower_pass(&tower, now);
    check_sent();
    check_bounds();
}

int main(int count, char **words)
{
    const double seconds = count > 1 ? atof(words[1]) : 10;
    const uint32_t seed = count > 2 ? (uint32_t)strtoul(words[2], NULL, 10) : 1;
    chance = seed * 2654435761u | 1;
    now = UINT32_MAX - 100000; /* the counter of milliseconds wraps soon */
    table = table_empty();
    fakes_reset();
    restart();
    calibrate();
    unsigned long events = 0;
    const time_t end = time(NULL) + (time_t)seconds;
    do
        for (int event = 0; event < 1000; event++, events++)
            do_something();
    while (time(NULL) < end);
    printf("seed %u: %lu events, %lu starts, %lu tellings of rolls, nothing wrong\n", seed, events, starts,
           rolls);
    return rolls == 0;
}
