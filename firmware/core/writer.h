/* Writing a stretch of storage, one byte a pass, each verified. */
#ifndef WRITER_H
#define WRITER_H

#include <stdint.h>

enum written { WRITING, WRITTEN, WORN };

struct writer {
    const uint8_t *bytes; /* stay where they are until all are written */
    uint16_t address;
    uint8_t count;
    uint8_t done;
    uint8_t tries; /* of the byte under way */
};

void writer_begin(struct writer *writer, uint16_t address, const void *bytes, uint8_t count);

/* Go on as far as possible without waiting. WORN: a byte would not be kept, though tried three times. */
enum written writer_pass(struct writer *writer);

#endif
