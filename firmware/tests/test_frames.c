#include "../core/commands.h"
#include "../core/frames.h"
#include "check.h"
#include "fakes.h"

static struct frame frame;

static enum flaw read(const char *text)
{
    static char body[MAX_LINE];
    memset(&frame, 0, sizeof frame);
    return frame_read(strcpy(body, text), &frame);
}

TEST(the_hosts_frames_are_read)
{
    CHECK_EQUAL(read("hi 1 companion/0.1.0"), FLAW_NONE);
    CHECK_EQUAL(frame.protocol, 1);
    CHECK_EQUAL(read("ack 7e57ab1e 4294967295"), FLAW_NONE);
    CHECK_EQUAL(frame.ack.unit, 0x7e57ab1e);
    CHECK_EQUAL(frame.ack.number, 4294967295);
    CHECK_EQUAL(read("ping"), FLAW_NONE);
    CHECK_EQUAL(frame.kind, PING);
    CHECK_EQUAL(read("bye"), FLAW_NONE);
    CHECK_EQUAL(frame.kind, BYE);
}

TEST(a_command_keeps_its_first_words_and_counts_all)
{
    CHECK_EQUAL(read("do 7 calibrate face 1 6 now please"), FLAW_NONE);
    CHECK_EQUAL(frame.command.number, 7);
    CHECK_EQUAL(frame.command.count, 6);
    CHECK_TEXT(frame.command.words[3], "6");
}

TEST(a_later_version_may_say_more_in_its_hi)
{
    CHECK_EQUAL(read("hi 2 companion/9.9 and more"), FLAW_NONE);
    CHECK_EQUAL(frame.protocol, 2);
    CHECK_EQUAL(read("hi 1 companion/9.9 and more"), FLAW_FORM);
}

TEST(any_other_spelling_is_refused_for_its_reason)
{
    static const struct {
        const char *body;
        enum flaw flaw;
    } wrong[] = {
        {"pong", FLAW_KIND},
        {"roll 7e57ab1e 17 3 5 98 97 0", FLAW_KIND},
        {"", FLAW_KIND},
        {" ping", FLAW_KIND},
        {"ping ", FLAW_FORM},
        {"ping 1", FLAW_FORM},
        {"bye  now", FLAW_FORM},
        {"hi", FLAW_FORM},
        {"hi 1", FLAW_FORM},
        {"hi 01 a/1", FLAW_FORM},
        {"hi 0 a/1", FLAW_VALUE},
        {"hi 256 a/1", FLAW_VALUE},
        {"hi 1 a", FLAW_FORM},
        {"hi 1 a/", FLAW_FORM},
        {"hi 1 /1", FLAW_FORM},
        {"hi 1 a/1/2", FLAW_FORM},
        {"hi 1 abcdefghijklmnopqrstuvwxy/1", FLAW_FORM},
        {"hi 1 a/1234567890123", FLAW_FORM},
        {"ack 7e57ab1e", FLAW_FORM},
        {"ack 7e57ab1e 1 2", FLAW_FORM},
        {"ack 7e57ab1 1", FLAW_VALUE},
        {"ack 7E57AB1E 1", FLAW_VALUE},
        {"ack 7e57ab1e 0", FLAW_VALUE},
        {"ack 7e57ab1e 4294967296", FLAW_VALUE},
        {"ack 7e57ab1e 9999999999", FLAW_VALUE},
        {"ack 7e57ab1e 10000000000", FLAW_FORM},
        {"ack 7e57ab1e -1", FLAW_FORM},
        {"ack 7e57ab1e 1+", FLAW_FORM},
        {"do 1", FLAW_FORM},
        {"do blink", FLAW_FORM},
        {"do 0 blink", FLAW_VALUE},
        {"do 65536 blink", FLAW_VALUE},
        {"do 1  blink", FLAW_FORM},
    };
    for (size_t entry = 0; entry < sizeof wrong / sizeof *wrong; entry++)
        CHECK_EQUAL(read(wrong[entry].body), wrong[entry].flaw);
}

TEST(the_longest_frames_fit_into_a_line)
{
    const struct faults all = {{CALIBRATE, CALIBRATE}, 1u << LIGHT_FAULT | 1u << FULL | 1u << MEMORY};
    say_beat(0xffff, UINT32_MAX, UINT8_MAX, UINT16_MAX, &all);
    CHECK(strstr(port_sent, " calibrate.1,calibrate.2,light,full,memory*"));
    port_clear();
    uint16_t values[VALUES];
    for (int value = 0; value < VALUES; value++)
        values[value] = FULL_SCALE;
    say_raw(UINT16_MAX, 1, false, values);
    CHECK(strstr(port_sent, "$raw 65535 2 dark 1023 1023 "));
    CHECK(strstr(port_sent, " 1023 1023*"));
}

TEST(a_roll_older_than_a_day_says_the_highest_age)
{
    const struct roll roll = {.number = UINT32_MAX, .faces = {6, 6}, .quality = {99, 99}};
    say_roll(0xffffffff, &roll, UINT32_MAX, true);
    CHECK(strstr(port_sent, "$roll ffffffff 4294967295 6 6 99 99 99999999+*"));
}

TEST(faults_are_told_in_the_documents_order)
{
    const struct faults faults = {{COCKED, MISSING}, 1u << LIGHT_FAULT};
    say_beat(1, 2, 3, 4, &faults);
    CHECK(strstr(port_sent, "$beat 0001 2 3 4 missing.2,cocked.1,light*"));
}

/* What becomes of a command's words. */
static enum understood understand(const char *text, struct pending_command *pending)
{
    char body[MAX_LINE] = "do 1 ";
    CHECK_EQUAL(read(strcat(body, text)), FLAW_NONE);
    return command_read(frame.command.words, frame.command.count, pending);
}

TEST(commands_are_understood_or_refused)
{
    struct pending_command pending;
    CHECK_EQUAL(understand("raw 2", &pending), FOR_SENSORS);
    CHECK(pending.command == READ_RAW && pending.pocket == 1);
    CHECK_EQUAL(understand("calibrate face 1 6", &pending), FOR_SENSORS);
    CHECK(pending.command == CALIBRATE_FACE && pending.pocket == 0 && pending.face == 6);
    CHECK_EQUAL(understand("calibrate empty", &pending), FOR_SENSORS);
    CHECK_EQUAL(understand("calibrate save", &pending), FOR_SENSORS);
    CHECK_EQUAL(understand("calibrate forget", &pending), FOR_SENSORS);
    CHECK_EQUAL(understand("blink", &pending), BLINK);
    static const char *const bad[] = {
        "raw",
        "raw 3",
        "raw 1 2",
        "raw 11",
        "blink 1",
        "calibrate",
        "calibrate face",
        "calibrate face 1",
        "calibrate empty now",
        "calibrate face 1 7",
        "calibrate face 0 6",
        "calibrate face 1 6 6",
        "calibrate all",
    };
    for (size_t entry = 0; entry < sizeof bad / sizeof *bad; entry++)
        CHECK_EQUAL(understand(bad[entry], &pending), BAD_ARGUMENT);
    CHECK_EQUAL(understand("dance", &pending), NO_SUCH_COMMAND);
}
