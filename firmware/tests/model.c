/* The firmware's link and memory, for a program that plays table, host and clock: see
 * tests/firmware/core_board.py. One order a line on standard input:
 *
 *   memory UNIT STARTS LAST [NUMBER A B QA QB]...   what the EEPROM holds; the rolls not acknowledged
 *   start CAUSE NOW          NOW, as all times here: milliseconds
 *   receive NOW HEX          bytes from the host
 *   tick NOW                 time passes
 *   throw NOW A B QA QB      two dice come to rest
 *   faults NOW FIRST SECOND TOWER   as `struct faults`
 *
 * Each is answered by a line: what was sent (hexadecimal, or -), whether a host is connected, until when
 * throws count (or -), the last number, and the last that was acknowledged.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/crc.h"
#include "../core/layout.h"
#include "../core/link.h"
#include "fakes.h"

#define LONGEST 65536

static struct memory memory;
static struct link link_;

static uint32_t next_number(void)
{
    const char *word = strtok(NULL, " ");
    if (!word)
        exit(2);
    return (uint32_t)strtoul(word, NULL, 10);
}

static void put_roll(uint32_t number, const uint8_t figures[4], bool waits)
{
    struct roll_record record = {.guard = GUARD_WHOLE, .number = number};
    memcpy(record.faces, figures, 2);
    memcpy(record.quality, figures + 2, 2);
    record.crc =
        crc_of(&record.number, offsetof(struct roll_record, crc) - offsetof(struct roll_record, number));
    record.mark = waits ? MARK_WAITING : MARK_ACKED;
    memcpy(storage_bytes + SLOT(number % RING), &record, sizeof record);
}

/* Lay out an EEPROM as a tower would have left it. */
static void take_memory(void)
{
    fakes_reset();
    struct unit_record unit = {.layout = UNIT_LAYOUT};
    unit.unit = (uint32_t)strtoul(strtok(NULL, " "), NULL, 16);
    unit.crc = crc_of(&unit, offsetof(struct unit_record, crc));
    memcpy(storage_bytes + UNIT_ADDRESS, &unit, sizeof unit);
    struct starts_record starts = {.starts = next_number()};
    starts.crc = crc_of(&starts, offsetof(struct starts_record, crc));
    memcpy(storage_bytes + STARTS_PLACE(starts.starts % 2), &starts, sizeof starts);
    const uint32_t last = next_number();
    for (uint32_t number = last > RING ? last - RING + 1 : 1; number <= last; number++)
        put_roll(number, (const uint8_t[]){1, 1, 99, 99}, false);
    for (const char *word; (word = strtok(NULL, " "));) {
        const uint32_t number = (uint32_t)strtoul(word, NULL, 10);
        uint8_t figures[4];
        for (int place = 0; place < 4; place++)
            figures[place] = (uint8_t)next_number();
        put_roll(number, figures, true);
    }
}

static void settle(uint32_t now)
{
    do
        memory_pass(&memory);
    while (!memory_is_idle(&memory));
    link_pass(&link_, now);
}

static void start(void)
{
    static const char *const causes[] = {"power", "reset", "brownout", "watchdog"};
    const char *word = strtok(NULL, " ");
    uint8_t cause = 0;
    while (strcmp(word, causes[cause]))
        cause++;
    const uint32_t now = next_number();
    memory_start(&memory, 12345);
    while (!memory.up)
        memory_pass(&memory);
    link_start(&link_, &memory, cause, now, now);
}

/* Empty pockets in a dim room, as the model in Python reads them. */
static void read_sensors(void)
{
    struct scan scan = {0};
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++) {
        for (uint8_t sensor = 0; sensor < GRID + pocket; sensor++) {
            scan.dark[pocket][sensor] = 20;
            scan.lit[pocket][sensor] = 60;
        }
        scan.dark[pocket][REFERENCE] = scan.lit[pocket][REFERENCE] = 675;
    }
    link_answer_raw(&link_, &scan);
}

static void receive(uint32_t now)
{
    const char *hex = strtok(NULL, " ");
    for (unsigned byte; hex && sscanf(hex, "%2x", &byte) == 1; hex += 2) {
        link_byte(&link_, (uint8_t)byte, now);
        if (link_.pending_command.command == READ_RAW)
            read_sensors();
    }
}

static void take(char *order)
{
    const char *word = strtok(order, " \n");
    if (!strcmp(word, "memory")) {
        take_memory();
        return;
    }
    if (!strcmp(word, "start")) {
        start();
        return;
    }
    const uint32_t now = next_number();
    if (!strcmp(word, "receive")) {
        receive(now);
    } else if (!strcmp(word, "tick")) {
        link_tick(&link_, now);
    } else if (!strcmp(word, "throw")) {
        uint8_t figures[4];
        for (int place = 0; place < 4; place++)
            figures[place] = (uint8_t)next_number();
        link_throw(&link_, figures, figures + 2, now);
    } else if (!strcmp(word, "faults")) {
        struct faults faults = {{(uint8_t)next_number(), (uint8_t)next_number()}, 0};
        faults.tower = (uint8_t)next_number();
        link_set_faults(&link_, &faults, now);
    }
    settle(now);
}

static void answer(void)
{
    if (!port_count)
        putchar('-');
    for (size_t byte = 0; byte < port_count; byte++)
        printf("%02x", (uint8_t)port_sent[byte]);
    port_clear();
    printf(" %d ", link_.state == LINK_CONNECTED);
    if (link_.state >= LINK_EXPECTED)
        printf("%" PRIu32, link_.state_until);
    else
        putchar('-');
    printf(" %" PRIu32 " %" PRIu32 "\n", memory.last, memory.acked);
    fflush(stdout);
}

int main(void)
{
    static char order[LONGEST];
    while (fgets(order, sizeof order, stdin)) {
        take(order);
        answer();
    }
    return 0;
}
