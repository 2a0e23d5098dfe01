#include "commands.h"

#include <string.h>

/* A word of one digit in a range, or 0. */
static uint8_t read_digit(const char *word, char lowest, char highest)
{
    return word[0] >= lowest && word[0] <= highest && word[1] == '\0' ? (uint8_t)(word[0] - '0') : 0;
}

static enum understood read_raw(const char *const words[MAX_WORDS], uint8_t count,
                                struct pending_command *pending)
{
    const uint8_t pocket = count == 2 ? read_digit(words[1], '1', '2') : 0;
    if (!pocket)
        return BAD_ARGUMENT;
    *pending = (struct pending_command){.command = READ_RAW, .pocket = (uint8_t)(pocket - 1)};
    return FOR_SENSORS;
}

static enum understood read_face(const char *const words[MAX_WORDS], struct pending_command *pending)
{
    const uint8_t pocket = read_digit(words[2], '1', '2');
    const uint8_t face = read_digit(words[3], '1', '6');
    if (!pocket || !face)
        return BAD_ARGUMENT;
    *pending =
        (struct pending_command){.command = CALIBRATE_FACE, .pocket = (uint8_t)(pocket - 1), .face = face};
    return FOR_SENSORS;
}

static enum understood read_calibrate(const char *const words[MAX_WORDS], uint8_t count,
                                      struct pending_command *pending)
{
    static const struct {
        const char *word;
        enum command command;
    } simple[] = {{"empty", CALIBRATE_EMPTY}, {"save", CALIBRATE_SAVE}, {"forget", CALIBRATE_FORGET}};
    if (count == 4 && !strcmp(words[1], "face"))
        return read_face(words, pending);
    for (uint8_t entry = 0; count == 2 && entry < sizeof simple / sizeof *simple; entry++) {
        if (!strcmp(words[1], simple[entry].word)) {
            *pending = (struct pending_command){.command = simple[entry].command};
            return FOR_SENSORS;
        }
    }
    return BAD_ARGUMENT;
}

enum understood command_read(const char *const words[MAX_WORDS], uint8_t count,
                             struct pending_command *pending)
{
    if (!strcmp(words[0], "raw"))
        return read_raw(words, count, pending);
    if (!strcmp(words[0], "calibrate"))
        return read_calibrate(words, count, pending);
    if (!strcmp(words[0], "blink"))
        return count == 1 ? BLINK : BAD_ARGUMENT;
    return NO_SUCH_COMMAND;
}
