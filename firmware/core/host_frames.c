/* The host's frames, read. Every frame has one spelling; whatever else comes is refused. */
#include <stddef.h>
#include <string.h>

#include "frames.h"

/* The next word: cuts the text at its space. NULL at the end. */
static char *next_word(char **rest)
{
    char *word = *rest;
    if (word) {
        char *space = strchr(word, ' ');
        if (space)
            *space++ = '\0';
        *rest = space;
    }
    return word;
}

/* A decimal number of at most ten digits, without sign and leading zeros, in its range. */
static enum flaw read_number(const char *word, uint32_t lowest, uint32_t highest, uint32_t *number)
{
    const uint8_t count = (uint8_t)strlen(word);
    if (count < 1 || count > 10 || (word[0] == '0' && count > 1))
        return FLAW_FORM;
    uint32_t value = 0;
    bool fits = true;
    for (uint8_t place = 0; place < count; place++) {
        const uint8_t digit = (uint8_t)(word[place] - '0');
        if (digit > 9)
            return FLAW_FORM;
        fits = fits && value <= (UINT32_MAX - digit) / 10;
        value = value * 10 + digit;
    }
    *number = value;
    return fits && value >= lowest && value <= highest ? FLAW_NONE : FLAW_VALUE;
}

static enum flaw read_unit(const char *word, uint32_t *unit)
{
    uint32_t value = 0;
    if (strlen(word) != 8)
        return FLAW_VALUE;
    for (; *word; word++) {
        uint8_t digit = (uint8_t)(*word - '0');
        if (digit > 9) {
            if (*word < 'a' || *word > 'f')
                return FLAW_VALUE;
            digit = (uint8_t)(*word - 'a' + 10);
        }
        value = value << 4 | digit;
    }
    *unit = value;
    return FLAW_NONE;
}

static bool is_name_character(char character)
{
    return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z') ||
           (character >= '0' && character <= '9') || (character && strchr("._-", character));
}

/* How many characters of a name stand here. */
static uint8_t name_length(const char *text)
{
    uint8_t length = 0;
    while (is_name_character(text[length]))
        length++;
    return length;
}

/* `name/version`, at most 24 and 12 characters. */
static bool is_program(const char *word)
{
    const uint8_t name = name_length(word);
    if (name < 1 || name > 24 || word[name] != '/')
        return false;
    const char *version = word + name + 1;
    const uint8_t length = name_length(version);
    return length >= 1 && length <= 12 && version[length] == '\0';
}

static enum flaw read_hi(char *rest, struct frame *frame)
{
    const char *number = next_word(&rest);
    const char *program = next_word(&rest);
    if (!program)
        return FLAW_FORM;
    uint32_t protocol;
    enum flaw flaw = read_number(number, 1, UINT8_MAX, &protocol);
    if (flaw == FLAW_FORM)
        return flaw;
    if (flaw == FLAW_NONE && protocol == PROTOCOL && rest)
        return FLAW_FORM; /* only a later version has more words */
    if (flaw == FLAW_NONE && !is_program(program))
        flaw = FLAW_FORM;
    frame->protocol = (uint8_t)protocol;
    return flaw;
}

static enum flaw read_ack(char *rest, struct frame *frame)
{
    const char *unit = next_word(&rest);
    const char *number = next_word(&rest);
    if (!number || rest)
        return FLAW_FORM;
    const enum flaw of_number = read_number(number, 1, UINT32_MAX, &frame->ack.number);
    if (of_number == FLAW_FORM)
        return of_number;
    const enum flaw of_unit = read_unit(unit, &frame->ack.unit);
    return of_unit != FLAW_NONE ? of_unit : of_number;
}

static enum flaw read_do(char *rest, struct frame *frame)
{
    const char *number = next_word(&rest);
    if (!rest)
        return FLAW_FORM;
    uint32_t value;
    const enum flaw flaw = read_number(number, 1, UINT16_MAX, &value);
    frame->command.number = (uint16_t)value;
    frame->command.count = 0;
    for (const char *word; (word = next_word(&rest)); frame->command.count++)
        if (frame->command.count < MAX_WORDS)
            frame->command.words[frame->command.count] = word;
    return flaw;
}

static bool has_empty_word(const char *words)
{
    const size_t count = strlen(words);
    return count == 0 || words[0] == ' ' || words[count - 1] == ' ' || strstr(words, "  ");
}

enum flaw frame_read(char *body, struct frame *frame)
{
    static const char *const kinds[] = {
        [HI] = "hi", [ACK] = "ack", [PING] = "ping", [DO] = "do", [BYE] = "bye",
    };
    char *rest = body;
    const char *word = next_word(&rest);
    uint8_t kind = 0;
    while (strcmp(word, kinds[kind]))
        if (++kind == sizeof kinds / sizeof *kinds)
            return FLAW_KIND;
    frame->kind = kind;
    if (rest && has_empty_word(rest))
        return FLAW_FORM;
    switch (frame->kind) {
    case HI:
        return read_hi(rest, frame);
    case ACK:
        return read_ack(rest, frame);
    case DO:
        return read_do(rest, frame);
    default:
        return rest ? FLAW_FORM : FLAW_NONE;
    }
}
