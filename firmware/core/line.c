#include "line.h"

#include <stddef.h>

#include "crc.h"

#define SEAL 5u /* `*` and four digits */

/* The value of an upper-case hexadecimal digit, or -1. */
static int8_t digit_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return (int8_t)(digit - '0');
    return digit >= 'A' && digit <= 'F' ? (int8_t)(digit - 'A' + 10) : -1;
}

/* Verify `$body*CRC`; on success its `*` is '\0'. */
static enum flaw unseal(char *line, uint8_t count)
{
    if (count && line[count - 1] == '\r')
        count--;
    if (count < 1 + 1 + SEAL || line[count - SEAL] != '*')
        return FLAW_FORM;
    const uint8_t end = (uint8_t)(count - SEAL);
    for (uint8_t place = 1; place < end; place++)
        if (line[place] < ' ' || line[place] > '~' || line[place] == '*')
            return FLAW_FORM;
    uint16_t said = 0;
    for (uint8_t place = (uint8_t)(end + 1); place < count; place++) {
        const int8_t value = digit_value(line[place]);
        if (value < 0)
            return FLAW_FORM;
        said = (uint16_t)(said << 4 | (uint8_t)value);
    }
    if (said != crc_of(line + 1, (uint8_t)(end - 1)))
        return FLAW_CRC;
    line[end] = '\0';
    return FLAW_NONE;
}

enum flaw line_judged(struct receiver *receiver, enum flaw flaw)
{
    const bool began = flaw != FLAW_NONE && !receiver->losing;
    receiver->losing = flaw != FLAW_NONE;
    if (began && receiver->losses < UINT16_MAX)
        receiver->losses++;
    return began ? flaw : FLAW_NONE;
}

enum flaw line_byte(struct receiver *receiver, char byte, char **body)
{
    *body = NULL;
    if (byte == '$') {
        const bool cut = receiver->inside;
        receiver->inside = true;
        receiver->line[0] = byte;
        receiver->count = 1;
        return cut ? line_judged(receiver, FLAW_CUT) : FLAW_NONE;
    }
    if (!receiver->inside)
        return byte == '\r' || byte == '\n' ? FLAW_NONE : line_judged(receiver, FLAW_TEXT);
    if (byte == '\n') {
        receiver->inside = false;
        const enum flaw flaw = unseal(receiver->line, receiver->count);
        if (flaw != FLAW_NONE)
            return line_judged(receiver, flaw);
        *body = receiver->line + 1;
        return FLAW_NONE;
    }
    receiver->line[receiver->count++] = byte;
    if (receiver->count >= MAX_LINE) {
        receiver->inside = false;
        return line_judged(receiver, FLAW_LONG);
    }
    return FLAW_NONE;
}
