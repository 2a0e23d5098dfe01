#include "storage.h"

void storage_read_bytes(uint16_t address, void *bytes, uint8_t count)
{
    uint8_t *byte = bytes;
    for (uint8_t place = 0; place < count; place++)
        byte[place] = storage_read(address + place);
}
