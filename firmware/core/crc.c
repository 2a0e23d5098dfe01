#include "crc.h"

/* A byte at once instead of bit by bit, without a table: the polynomial has few terms. */
uint16_t crc_add(uint16_t crc, uint8_t byte)
{
    uint8_t mixed = (uint8_t)(crc >> 8 ^ byte);
    mixed ^= (uint8_t)(mixed >> 4);
    return (uint16_t)((uint16_t)(crc << 8) ^ (uint16_t)((uint16_t)mixed << 12) ^
                      (uint16_t)((uint16_t)mixed << 5) ^ mixed);
}

uint16_t crc_of(const void *bytes, uint8_t count)
{
    const uint8_t *byte = bytes;
    uint16_t crc = CRC_START;
    while (count--)
        crc = crc_add(crc, *byte++);
    return crc;
}
