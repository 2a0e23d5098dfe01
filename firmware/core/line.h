/* Lines among the bytes that come from the host: framing, check sum, beginning afresh at every `$`. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "text.h"

/* Why something was no frame, in the protocol's order. */
enum flaw { FLAW_NONE, FLAW_FORM, FLAW_CRC, FLAW_KIND, FLAW_VALUE, FLAW_LONG, FLAW_CUT, FLAW_TEXT };

struct receiver {
    char line[MAX_LINE];
    uint8_t count;
    bool inside; /* between a `$` and its line feed */
    bool losing; /* all since the last good frame is one loss */
    uint16_t losses;
};

/* Take a byte. FLAW_NONE and `*body` set: a line came whole, its body ends with '\0'. FLAW_NONE and
 * `*body` NULL: nothing yet. Else: a loss begins. */
enum flaw line_byte(struct receiver *receiver, char byte, char **body);

/* What came of the last body: a frame, or a flaw. Returns the flaw if a loss begins with it. */
enum flaw line_judged(struct receiver *receiver, enum flaw flaw);

#endif
