#define _GNU_SOURCE
#include "orders.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analog.h"
#include "chance.h"
#include "chip.h"
#include "pace.h"
#include "port.h"
#include "uart.h"
#include "wire.h"

enum { ORDERS = 65536, SAID = 512, ANSWER_MS = 2000 };

static int out;
static const char *link_at;
static char order[ORDERS];
static size_t length;
static uint64_t base_us;

void orders_tell(char mark, const char *format, ...)
{
    char text[SAID];
    va_list arguments;
    int head = snprintf(text, sizeof text, "%c %llu ", mark, (unsigned long long)chip_now_us());
    va_start(arguments, format);
    int body = vsnprintf(text + head, sizeof text - (size_t)head - 1, format, arguments);
    va_end(arguments);
    size_t count = (size_t)head + (size_t)body;
    if (count > sizeof text - 2)
        count = sizeof text - 2;
    text[count++] = '\n';
    struct pollfd reader = {.fd = out, .events = POLLOUT};
    if (poll(&reader, 1, mark == '=' ? ANSWER_MS : 0) > 0 && write(out, text, count) < 0)
        exit(0); /* no reader is left */
}

void orders_open(const char *link_path)
{
    link_at = link_path;
    out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (out < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) /* simavr prints there */
        err(2, "standard output");
    fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK);
}

static void pull_cable(void)
{
    chip_cut_power();
    wire_cut();
    port_unplug();
}

static void on_cut(void)
{
    pull_cable();
    orders_tell('!', "cut");
}

static const char *do_speed(char *words)
{
    pace_set(strtod(words, NULL));
    return NULL;
}

/* The times of the following scenes are relative to now. */
static const char *do_base(char *words)
{
    (void)words;
    base_us = chip_now_us();
    return NULL;
}

/* Microseconds after the last `base`; then the millivolts of `scene_t` in their order. */
static const char *do_scene(char *words)
{
    scene_t scene = {.at_us = base_us + strtoull(words, &words, 10)};
    uint16_t *values = &scene.millivolts[0][0][0];
    for (int at = 0; at < SCENE_VALUES; at++)
        values[at] = (uint16_t)strtoul(words, &words, 10);
    return analog_plan(&scene) ? NULL : "too many scenes";
}

static const char *do_forget(char *words)
{
    (void)words;
    analog_forget();
    return NULL;
}

static const char *do_noise(char *words)
{
    unsigned millivolts = (unsigned)strtoul(words, &words, 10);
    unsigned per_mille = (unsigned)strtoul(words, &words, 10);
    unsigned hertz = (unsigned)strtoul(words, &words, 10);
    analog_noise(millivolts, per_mille, hertz ? hertz : 100);
    return NULL;
}

static enum wire_way read_way(char **words)
{
    while (**words == ' ')
        (*words)++;
    enum wire_way way = strncmp(*words, "host", 4) == 0 ? TO_HOST : TO_TOWER;
    *words += strcspn(*words, " ");
    return way;
}

/* WAY DROP CORRUPT REPEAT SPLIT, each of a thousand lines. */
static const char *do_spoil(char *words)
{
    wire_spoil_t *spoil = wire_spoil(read_way(&words));
    spoil->drop = (unsigned)strtoul(words, &words, 10);
    spoil->corrupt = (unsigned)strtoul(words, &words, 10);
    spoil->repeat = (unsigned)strtoul(words, &words, 10);
    spoil->split = (unsigned)strtoul(words, &words, 10);
    return NULL;
}

static const char *do_drop(char *words)
{
    wire_spoil_t *spoil = wire_spoil(read_way(&words));
    spoil->drop_next += (unsigned)strtoul(words, NULL, 10);
    return NULL;
}

static const char *do_corrupt(char *words)
{
    wire_spoil_t *spoil = wire_spoil(read_way(&words));
    spoil->corrupt_next += (unsigned)strtoul(words, NULL, 10);
    return NULL;
}

/* Stop dropping and damaging numbered lines. */
static const char *do_spare(char *words)
{
    wire_spoil_t *spoil = wire_spoil(read_way(&words));
    spoil->drop_next = spoil->corrupt_next = 0;
    return NULL;
}

static const char *do_mute(char *words)
{
    wire_mute(strtoul(words, NULL, 10) != 0);
    return NULL;
}

/* WAY HEX: these bytes come along the wire. */
static const char *do_say(char *words)
{
    static uint8_t bytes[ORDERS / 2];
    size_t count = 0;
    unsigned byte;
    enum wire_way way = read_way(&words);
    words += strspn(words, " ");
    while (sscanf(words, "%2x", &byte) == 1) {
        bytes[count++] = (uint8_t)byte;
        words += 2;
    }
    return wire_say(way, bytes, count) == count ? NULL : "no room";
}

/* WAY COUNT: so many bytes of chance. */
static const char *do_junk(char *words)
{
    enum wire_way way = read_way(&words);
    for (unsigned long left = strtoul(words, NULL, 10); left > 0; left--) {
        uint8_t byte = (uint8_t)chance_below(256);
        if (wire_say(way, &byte, 1) != 1)
            return "no room";
    }
    return NULL;
}

static const char *do_reset(char *words)
{
    static const struct {
        const char *name;
        enum chip_cause cause;
    } causes[] = {
        {"power", CHIP_POWER},
        {"reset", CHIP_RESET},
        {"brownout", CHIP_BROWNOUT},
        {"watchdog", CHIP_WATCHDOG},
    };
    words += strspn(words, " ");
    if (!chip_powered())
        return "unplugged";
    for (size_t at = 0; at < sizeof causes / sizeof *causes; at++) {
        if (strcmp(words, causes[at].name) == 0) {
            chip_start(causes[at].cause);
            return NULL;
        }
    }
    return "no such cause";
}

static const char *do_stall(char *words)
{
    (void)words;
    chip_stall();
    return NULL;
}

static const char *do_cut(char *words)
{
    chip_cut_at_write((unsigned)strtoul(words, NULL, 10), on_cut);
    return NULL;
}

static const char *do_unplug(char *words)
{
    (void)words;
    pull_cable();
    return NULL;
}

static const char *do_plug(char *words)
{
    (void)words;
    if (!chip_powered()) {
        port_plug(link_at);
        chip_start(CHIP_POWER);
    }
    return NULL;
}

static const char *do_worn(char *words)
{
    chip_wear_out(strtoul(words, NULL, 10) != 0);
    return NULL;
}

static const char *do_state(char *words)
{
    static char text[SAID];
    (void)words;
    snprintf(text, sizeof text, "starts=%u lost=%u underway=%zu writes=%u powered=%d light=%d", chip_starts(),
             uart_lost(), uart_under_way(), chip_eeprom_writes(), chip_powered(), chip_light_on());
    orders_tell('=', "ok %s", text);
    return text; /* answered already */
}

static const struct {
    const char *name;
    const char *(*carry_out)(char *words); /* gives why not, or nothing */
} all[] = {
    {"speed", do_speed}, {"base", do_base},   {"scene", do_scene}, {"forget", do_forget},
    {"noise", do_noise}, {"spoil", do_spoil}, {"drop", do_drop},   {"corrupt", do_corrupt},
    {"mute", do_mute},   {"say", do_say},     {"junk", do_junk},   {"reset", do_reset},
    {"stall", do_stall}, {"cut", do_cut},     {"plug", do_plug},   {"unplug", do_unplug},
    {"spare", do_spare}, {"worn", do_worn},   {"state", do_state},
};

static void carry_out(char *text)
{
    size_t name = strcspn(text, " ");
    for (size_t at = 0; at < sizeof all / sizeof *all; at++) {
        if (strlen(all[at].name) != name || strncmp(text, all[at].name, name) != 0)
            continue;
        const char *refusal = all[at].carry_out(text + name);
        if (all[at].carry_out == do_state)
            return;
        orders_tell('=', refusal ? "no %s" : "ok", refusal);
        return;
    }
    orders_tell('=', "no such order: %s", text);
}

bool orders_take(void)
{
    ssize_t count = read(STDIN_FILENO, order + length, sizeof order - length);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
        return false;
    length += count > 0 ? (size_t)count : 0;
    for (char *end; (end = memchr(order, '\n', length)) != NULL;) {
        size_t used = (size_t)(end - order) + 1;
        *end = '\0';
        carry_out(order);
        memmove(order, order + used, length -= used);
    }
    if (length == sizeof order)
        errx(2, "an order of more than %d bytes", ORDERS);
    return true;
}
