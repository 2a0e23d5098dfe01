/* A line being written: words with one space between them, sealed with its check sum. */
#ifndef TEXT_H
#define TEXT_H

#include <stdint.h>

#include "flash.h"

#define MAX_LINE 96u /* bytes of a line, `$` and line feed included */

struct text {
    char bytes[MAX_LINE];
    uint8_t count;
};

/* Begin a line with its kind. */
void text_begin(struct text *text, const FLASH char *kind);

void text_space(struct text *text);
void text_character(struct text *text, char character);
void text_characters(struct text *text, const FLASH char *characters);
void text_decimal(struct text *text, uint32_t number);

/* The lowest `digits` hexadecimal digits of a number, lower case. */
void text_hexadecimal(struct text *text, uint32_t number, uint8_t digits);

/* A space and a word; a space and a number. */
void text_word(struct text *text, const FLASH char *word);
void text_number(struct text *text, uint32_t number);

/* End the line and send it. */
void text_send(struct text *text);

#endif
