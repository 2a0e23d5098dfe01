#include "writer.h"

#include "storage.h"

#define TRIES 3u

void writer_begin(struct writer *writer, uint16_t address, const void *bytes, uint8_t count)
{
    *writer = (struct writer){.bytes = bytes, .address = address, .count = count};
}

enum written writer_pass(struct writer *writer)
{
    while (storage_ready()) {
        if (writer->done == writer->count)
            return WRITTEN;
        const uint16_t address = writer->address + writer->done;
        const uint8_t byte = writer->bytes[writer->done];
        if (storage_read(address) == byte) { /* an equal byte needs no write, which would cause wear */
            writer->done++;
            writer->tries = 0;
        } else if (writer->tries == TRIES) {
            return WORN;
        } else {
            writer->tries++;
            storage_write(address, byte);
        }
    }
    return WRITING;
}
