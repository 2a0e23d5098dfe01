#include "text.h"

#include "crc.h"
#include "port.h"

#define TAIL 6u /* `*`, four digits, line feed */

static char digit(uint8_t value, char ten)
{
    return (char)(value < 10 ? '0' + value : ten + value - 10);
}

void text_begin(struct text *text, const FLASH char *kind)
{
    text->bytes[0] = '$';
    text->count = 1;
    text_characters(text, kind);
}

void text_character(struct text *text, char character)
{
    if (text->count < MAX_LINE - TAIL)
        text->bytes[text->count++] = character;
}

void text_characters(struct text *text, const FLASH char *characters)
{
    while (*characters)
        text_character(text, *characters++);
}

void text_space(struct text *text)
{
    text_character(text, ' ');
}

void text_decimal(struct text *text, uint32_t number)
{
    char digits[10];
    uint8_t count = 0;
    do
        digits[count++] = digit((uint8_t)(number % 10), 0);
    while (number /= 10);
    while (count)
        text_character(text, digits[--count]);
}

void text_hexadecimal(struct text *text, uint32_t number, uint8_t digits)
{
    while (digits--)
        text_character(text, digit((uint8_t)(number >> (4 * digits)) & 0xF, 'a'));
}

void text_word(struct text *text, const FLASH char *word)
{
    text_space(text);
    text_characters(text, word);
}

void text_number(struct text *text, uint32_t number)
{
    text_space(text);
    text_decimal(text, number);
}

void text_send(struct text *text)
{
    const uint16_t crc = crc_of(text->bytes + 1, (uint8_t)(text->count - 1));
    text->bytes[text->count++] = '*';
    for (uint8_t place = 4; place--;)
        text->bytes[text->count++] = digit((uint8_t)(crc >> (4 * place)) & 0xF, 'A');
    text->bytes[text->count++] = '\n';
    port_send(text->bytes, text->count);
}
