/* Commands of the host, read. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdint.h>

#include "link.h"

enum understood { FOR_SENSORS, BLINK, BAD_ARGUMENT, NO_SUCH_COMMAND };

/* Read a command's words; FOR_SENSORS: it is in `*pending`. `count` may be more than words are kept. */
enum understood command_read(const char *const words[MAX_WORDS], uint8_t count,
                             struct pending_command *pending);

#endif
