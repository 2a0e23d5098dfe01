#include "fakes.h"

#include <string.h>

#include "../core/port.h"

#define PORT_ROOM 65536u

uint8_t storage_bytes[STORAGE_BYTES];
long storage_writes_left, storage_writes;
uint8_t storage_debris;
uint16_t storage_worn_from;
unsigned storage_slowness;
char port_sent[PORT_ROOM];
size_t port_count;

static unsigned busy;

void fakes_reset(void)
{
    memset(storage_bytes, STORAGE_BLANK, sizeof storage_bytes);
    storage_writes_left = -1;
    storage_writes = 0;
    storage_debris = 0;
    storage_worn_from = STORAGE_BYTES;
    storage_slowness = busy = 0;
    port_clear();
}

void port_clear(void)
{
    port_count = 0;
    port_sent[0] = '\0';
}

bool storage_ready(void)
{
    if (!busy)
        return true;
    busy--;
    return false;
}

uint8_t storage_read(uint16_t address)
{
    return storage_bytes[address];
}

void storage_write(uint16_t address, uint8_t byte)
{
    busy = storage_slowness;
    if (storage_writes_left == 0)
        return;
    storage_writes++;
    const bool failing = storage_writes_left > 0 && --storage_writes_left == 0;
    if (address < storage_worn_from)
        storage_bytes[address] = failing ? storage_debris : byte;
}

void port_send(const char *bytes, uint8_t count)
{
    if (port_count + count >= PORT_ROOM)
        return;
    memcpy(port_sent + port_count, bytes, count);
    port_count += count;
    port_sent[port_count] = '\0';
}
