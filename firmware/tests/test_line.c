#include "../core/crc.h"
#include "../core/line.h"
#include "../core/text.h"
#include "check.h"
#include "fakes.h"

/* Feed a text; the flaws that came of it as letters (F C K V L U T, in the enum's order), `.` for a body. */
static const char *flaws_of(struct receiver *receiver, const char *text)
{
    static char found[200];
    size_t count = 0;
    for (; *text; text++) {
        char *body;
        enum flaw flaw = line_byte(receiver, *text, &body);
        if (body) {
            line_judged(receiver, FLAW_NONE);
            found[count++] = '.';
        } else if (flaw != FLAW_NONE) {
            found[count++] = "-FCKVLUT"[flaw];
        }
    }
    found[count] = '\0';
    return found;
}

TEST(check_sums_are_those_of_the_document)
{
    CHECK_EQUAL(crc_of("123456789", 9), 0x29B1);
    CHECK_EQUAL(crc_of("ping", 4), 0xF72B);
    CHECK_EQUAL(crc_of("ack 7e57ab1e 17", 15), 0x865C);
}

TEST(a_line_is_sealed_as_the_document_seals_it)
{
    struct text text;
    text_begin(&text, IN_FLASH("roll"));
    text_space(&text);
    text_hexadecimal(&text, 0x7e57ab1e, 8);
    const uint32_t figures[] = {17, 3, 5, 98, 97, 0};
    for (size_t place = 0; place < 6; place++)
        text_number(&text, figures[place]);
    text_send(&text);
    CHECK_TEXT(port_sent, "$roll 7e57ab1e 17 3 5 98 97 0*5446\n");
}

TEST(a_line_never_grows_beyond_its_longest)
{
    struct text text;
    text_begin(&text, IN_FLASH("x"));
    for (int word = 0; word < 100; word++)
        text_number(&text, UINT32_MAX);
    text_send(&text);
    CHECK_EQUAL(port_count, MAX_LINE);
}

TEST(whole_lines_are_found_and_a_carriage_return_is_tolerated)
{
    struct receiver receiver = {0};
    CHECK_TEXT(flaws_of(&receiver, "$ping*F72B\n\r\n$ping*F72B\r\n"), "..");
    CHECK_EQUAL(receiver.losses, 0);
}

TEST(each_kind_of_damage_has_its_flaw)
{
    static const struct {
        const char *text, *flaws;
    } damages[] = {
        {"$ping*F72C\n", "C"},     {"$ping*f72b\n", "F"},
        {"$ping\n", "F"},          {"$*FFFF\n", "F"},
        {"$pi*ng*F72B\n", "F"},    {"$pi\tng*F72B\n", "F"},
        {"$pi$ping*F72B\n", "U."}, {"help\n", "T"},
        {"$ping*F72B \n", "F"},    {"$\n", "F"},
    };
    for (size_t damage = 0; damage < sizeof damages / sizeof *damages; damage++) {
        struct receiver receiver = {0};
        CHECK_TEXT(flaws_of(&receiver, damages[damage].text), damages[damage].flaws);
        CHECK_EQUAL(receiver.losses, 1);
    }
}

TEST(a_loss_is_told_once_until_a_frame_is_whole_again)
{
    struct receiver receiver = {0};
    CHECK_TEXT(flaws_of(&receiver, "junk $ping*0000\n$$$ more\n$ping*F72B\nx"), "T.T");
    CHECK_EQUAL(receiver.losses, 2);
}

TEST(a_line_too_long_is_dropped_and_the_next_is_heard)
{
    struct receiver receiver = {0};
    char text[300] = "$";
    memset(text + 1, 'a', 200);
    strcpy(text + 201, "\n$ping*F72B\n");
    CHECK_TEXT(flaws_of(&receiver, text), "L.");
}

TEST(refused_lines_are_counted_up_to_65535)
{
    struct receiver receiver = {.losses = UINT16_MAX};
    flaws_of(&receiver, "junk");
    CHECK_EQUAL(receiver.losses, UINT16_MAX);
}
