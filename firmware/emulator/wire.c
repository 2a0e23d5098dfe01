#include "wire.h"

#include <string.h>

#include "chance.h"
#include "chip.h"
#include "port.h"
#include "uart.h"

/* A line of the protocol has 96 bytes; longer data passes in pieces. */
enum { LINE = 128, HELD = 4096, PAUSE_US = 30000 };

static wire_spoil_t spoils[WIRE_WAYS];
static bool muted;
static void (*tell)(enum wire_way way, const uint8_t *line, size_t count);

static uint8_t line[LINE];
static size_t length;

/* The second piece of a split line waits here, and all that comes after it. */
static struct {
    uint8_t bytes[HELD];
    size_t count;
    uint64_t until_us;
} held[WIRE_WAYS];

wire_spoil_t *wire_spoil(enum wire_way way)
{
    return &spoils[way];
}

void wire_mute(bool mute)
{
    muted = mute;
}

void wire_open(void (*on_line)(enum wire_way, const uint8_t *, size_t))
{
    tell = on_line;
}

static size_t arrive(enum wire_way way, const uint8_t *bytes, size_t count)
{
    if (way == TO_TOWER)
        return chip_powered() ? uart_send(bytes, count) : count;
    port_write(bytes, count);
    return count;
}

static void pass(enum wire_way way, const uint8_t *bytes, size_t count)
{
    if (held[way].count == 0) {
        arrive(way, bytes, count);
    } else if (held[way].count + count <= HELD) {
        memcpy(held[way].bytes + held[way].count, bytes, count);
        held[way].count += count;
    }
}

static void hold(enum wire_way way, const uint8_t *bytes, size_t count)
{
    if (held[way].count == 0)
        held[way].until_us = chip_now_us() + PAUSE_US;
    memcpy(held[way].bytes + held[way].count, bytes, count);
    held[way].count += count;
}

static bool consume_one(unsigned *next)
{
    return *next > 0 && (*next)--;
}

static void send_line(enum wire_way way, const uint8_t *bytes, size_t count)
{
    wire_spoil_t *spoil = &spoils[way];
    uint8_t copy[LINE];
    memcpy(copy, bytes, count);
    tell(way, bytes, count);
    if (muted || consume_one(&spoil->drop_next) || chance_hits(spoil->drop))
        return;
    if (consume_one(&spoil->corrupt_next) || chance_hits(spoil->corrupt))
        copy[chance_below((uint32_t)count)] ^= (uint8_t)(1u << chance_below(8));
    for (int times = chance_hits(spoil->repeat) ? 2 : 1; times > 0; times--) {
        bool split = count > 1 && held[way].count == 0 && chance_hits(spoil->split);
        size_t first = split ? 1 + chance_below((uint32_t)count - 1) : count;
        pass(way, copy, first);
        if (split)
            hold(way, copy + first, count - first);
    }
}

void wire_from_chip(uint8_t byte)
{
    line[length++] = byte;
    if (byte == '\n' || length == LINE) {
        send_line(TO_HOST, line, length);
        length = 0;
    }
}

void wire_from_host(const uint8_t *bytes, size_t count)
{
    while (count > 0) {
        size_t most = count < LINE ? count : LINE;
        const uint8_t *end = memchr(bytes, '\n', most);
        size_t piece = end ? (size_t)(end - bytes) + 1 : most;
        send_line(TO_TOWER, bytes, piece);
        bytes += piece;
        count -= piece;
    }
}

size_t wire_say(enum wire_way way, const uint8_t *bytes, size_t count)
{
    return arrive(way, bytes, count);
}

void wire_tend(void)
{
    for (enum wire_way way = 0; way < WIRE_WAYS; way++) {
        if (held[way].count > 0 && chip_now_us() >= held[way].until_us) {
            arrive(way, held[way].bytes, held[way].count);
            held[way].count = 0;
        }
    }
}

void wire_cut(void)
{
    length = 0;
    for (enum wire_way way = 0; way < WIRE_WAYS; way++)
        held[way].count = 0;
    uart_cut();
}
