/*
 * The wire between chip and host, and what may happen to a line on it: lost, damaged, repeated, in
 * two pieces with a pause between; by order (the next so many) or by chance.
 */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum wire_way { TO_HOST, TO_TOWER, WIRE_WAYS };

typedef struct wire_spoil {
    unsigned drop_next, corrupt_next;      /* lines */
    unsigned drop, corrupt, repeat, split; /* of a thousand lines */
} wire_spoil_t;

/* How lines that way are spoiled from now on; to be changed at will. */
wire_spoil_t *wire_spoil(enum wire_way way);

/* Nothing arrives at either end while it is mute. */
void wire_mute(bool mute);

/* Called with every line as its end sent it, before anything happens to it. */
void wire_open(void (*on_line)(enum wire_way way, const uint8_t *line, size_t count));

/* A byte from the chip. */
void wire_from_chip(uint8_t byte);

/* Bytes from the host, as one write of its brought them. */
void wire_from_host(const uint8_t *bytes, size_t count);

/* Put anything on the wire, unspoiled; returns how much of it there was room for. */
size_t wire_say(enum wire_way way, const uint8_t *bytes, size_t count);

/* Send the delayed bytes that are due. */
void wire_tend(void);

/* Lose all that is under way. */
void wire_cut(void);

#endif
