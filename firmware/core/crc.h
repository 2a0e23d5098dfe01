/* CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, nothing reflected, nothing inverted. */
#ifndef CRC_H
#define CRC_H

#include <stdint.h>

#define CRC_START 0xFFFFu

uint16_t crc_add(uint16_t crc, uint8_t byte);

uint16_t crc_of(const void *bytes, uint8_t count);

#endif
