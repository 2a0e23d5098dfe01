/* A board for the core, made of arrays: an EEPROM whose power can fail, and a port. */
#ifndef FAKES_H
#define FAKES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../core/storage.h"

extern uint8_t storage_bytes[STORAGE_BYTES];

/* Writes until the power fails: the one that meets it leaves `storage_debris` behind, later ones nothing.
 * Negative: it never does. */
extern long storage_writes_left;
extern uint8_t storage_debris;

/* Writes that reached the storage since `fakes_reset`. */
extern long storage_writes;

/* Every byte from here on is worn out and keeps its value. STORAGE_BYTES: none is. */
extern uint16_t storage_worn_from;

/* A write takes so many calls of `storage_ready` that say no. */
extern unsigned storage_slowness;

/* All that was sent and not yet taken, as a string. */
extern char port_sent[];
extern size_t port_count;

/* A blank EEPROM, and nothing sent. */
void fakes_reset(void);

/* Forget what was sent. */
void port_clear(void);

#endif
