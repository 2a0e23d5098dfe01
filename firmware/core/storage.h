/* Bytes that survive a power cut: the board implements them with its EEPROM, tests with an array. */
#ifndef STORAGE_H
#define STORAGE_H

#include <stdbool.h>
#include <stdint.h>

#define STORAGE_BYTES 1024u
#define STORAGE_BLANK 0xFFu /* the value of a byte that was never written */

/* Whether the last write is done; only then may anything be read or written. */
bool storage_ready(void);

uint8_t storage_read(uint16_t address);

/* Read a stretch of it; the same on every board. */
void storage_read_bytes(uint16_t address, void *bytes, uint8_t count);

/* Begin to write a byte. Power that fails meanwhile leaves anything in it. */
void storage_write(uint16_t address, uint8_t byte);

#endif
