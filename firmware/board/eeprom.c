/* The core's storage in the chip's EEPROM. A write takes 3.4 ms, of which nothing here waits a cycle. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "../core/storage.h"
#include "events.h"

_Static_assert(STORAGE_BYTES == E2END + 1, "the storage is the chip's whole EEPROM");

bool storage_ready(void)
{
    return !(EECR & _BV(EEPE));
}

uint8_t storage_read(uint16_t address)
{
    EEAR = address;
    EECR |= _BV(EERE);
    return EEDR;
}

void storage_write(uint16_t address, uint8_t byte)
{
    EEAR = address;
    EEDR = byte;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    { /* the second bit must follow the first within four cycles */
        EECR = _BV(EEMPE);
        EECR |= _BV(EEPE);
    }
    EECR |= _BV(EERIE);
}

ISR(EE_READY_vect)
{
    EECR &= (uint8_t)~_BV(EERIE);
    something_happened = true;
}
