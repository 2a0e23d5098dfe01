/* The tower's frames, written. */
#include "frames.h"

static const FLASH char cause_words[][10] = {
    [CAUSE_POWER] = "power",
    [CAUSE_RESET] = "reset",
    [CAUSE_BROWNOUT] = "brownout",
    [CAUSE_WATCHDOG] = "watchdog",
};

static const FLASH char fault_words[FAULTS][10] = {
    [MISSING] = "missing",     [DOUBLE] = "double",     [COCKED] = "cocked", [SENSOR] = "sensor",
    [CALIBRATE] = "calibrate", [LIGHT_FAULT] = "light", [FULL] = "full",     [MEMORY] = "memory",
};

static const FLASH char refusal_words[][10] = {
    [REFUSED_UNKNOWN] = "unknown", [REFUSED_ARGUMENT] = "argument", [REFUSED_BUSY] = "busy",
    [REFUSED_DIE] = "die",         [REFUSED_UNSTEADY] = "unsteady", [REFUSED_RANGE] = "range",
    [REFUSED_MEMORY] = "memory",
};

static const FLASH char flaw_words[][6] = {
    [FLAW_FORM] = "form", [FLAW_CRC] = "crc", [FLAW_KIND] = "kind", [FLAW_VALUE] = "value",
    [FLAW_LONG] = "long", [FLAW_CUT] = "cut", [FLAW_TEXT] = "text",
};

static void text_unit(struct text *text, uint32_t unit)
{
    text_space(text);
    text_hexadecimal(text, unit, 8);
}

static void text_boot(struct text *text, uint16_t boot)
{
    text_space(text);
    text_hexadecimal(text, boot, 4);
}

/* ` -`, or ` cocked.1,light`. */
static void text_faults(struct text *text, const struct faults *faults)
{
    char before = ' ';
    for (uint8_t fault = 0; fault < FAULTS; fault++) {
        for (uint8_t pocket = 0; pocket < POCKETS; pocket++) {
            const bool of_tower = fault >= POCKET_FAULTS && pocket == 0 && faults->tower >> fault & 1;
            const bool of_pocket = fault < POCKET_FAULTS && faults->pocket[pocket] == fault;
            if (!of_tower && !of_pocket)
                continue;
            text_character(text, before);
            before = ',';
            text_characters(text, fault_words[fault]);
            if (of_pocket) {
                text_character(text, '.');
                text_character(text, (char)('1' + pocket));
            }
        }
    }
    if (before == ' ')
        text_word(text, IN_FLASH("-"));
}

void say_hello(uint32_t unit, uint16_t boot, enum cause cause, bool connected)
{
    struct text text;
    text_begin(&text, IN_FLASH("hello"));
    text_number(&text, PROTOCOL);
    text_word(&text, IN_FLASH(FIRMWARE));
    text_unit(&text, unit);
    text_boot(&text, boot);
    text_word(&text, cause_words[cause]);
    text_word(&text, connected ? IN_FLASH("met") : IN_FLASH("alone"));
    text_send(&text);
}

void say_roll(uint32_t unit, const struct roll *roll, uint32_t age, bool survived)
{
    struct text text;
    text_begin(&text, IN_FLASH("roll"));
    text_unit(&text, unit);
    text_number(&text, roll->number);
    text_number(&text, roll->faces[0]);
    text_number(&text, roll->faces[1]);
    text_number(&text, roll->quality[0]);
    text_number(&text, roll->quality[1]);
    text_number(&text, age < MAX_AGE ? age : MAX_AGE);
    if (survived)
        text_character(&text, '+');
    text_send(&text);
}

void say_beat(uint16_t boot, uint32_t uptime, uint8_t waiting, uint16_t refused, const struct faults *faults)
{
    struct text text;
    text_begin(&text, IN_FLASH("beat"));
    text_boot(&text, boot);
    text_number(&text, uptime);
    text_number(&text, waiting);
    text_number(&text, refused);
    text_faults(&text, faults);
    text_send(&text);
}

void say_raw(uint16_t number, uint8_t pocket, bool lit, const uint16_t values[VALUES])
{
    struct text text;
    text_begin(&text, IN_FLASH("raw"));
    text_number(&text, number);
    text_number(&text, pocket + 1u);
    text_word(&text, lit ? IN_FLASH("lit") : IN_FLASH("dark"));
    for (uint8_t value = 0; value < VALUES; value++)
        text_number(&text, values[value]);
    text_send(&text);
}

void say_answer(uint16_t number, enum refusal refusal)
{
    struct text text;
    text_begin(&text, refusal == CARRIED_OUT ? IN_FLASH("ok") : IN_FLASH("err"));
    text_number(&text, number);
    if (refusal != CARRIED_OUT)
        text_word(&text, refusal_words[refusal]);
    text_send(&text);
}

void say_what(enum flaw flaw)
{
    struct text text;
    text_begin(&text, IN_FLASH("what"));
    text_word(&text, flaw_words[flaw]);
    text_send(&text);
}
