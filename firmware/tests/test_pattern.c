#include "../core/pattern.h"
#include "chance.h"
#include "check.h"
#include "table.h"

/* Dice as people own them: reflectances of body and pips. */
static const struct die colours[] = {
    {.body = 85, .pip = 5}, {.body = 58, .pip = 5}, {.body = 30, .pip = 5},  {.body = 22, .pip = 80},
    {.body = 8, .pip = 80}, {.body = 5, .pip = 35}, {.body = 45, .pip = 10},
};
#define COLOURS (sizeof colours / sizeof *colours)

/* What a tower calibrated with a white die sees, every sensor off by at most `noise` percent of white. */
static struct reading see(const struct die *die, int noise, uint32_t *chance)
{
    int16_t reflectances[GRID];
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        const int off = noise ? (int)chance_below(chance, (uint32_t)(20 * noise + 1)) - 10 * noise : 0;
        reflectances[sensor] = (int16_t)((10 * die_reflects(die, sensor) + off) * BODY_REFLECTANCE / 850);
    }
    return pattern_read(reflectances);
}

/* How many of all faces, turns and colours, 50 times each, are read wrong and believed; and right. */
static void count(int noise, int blur, int *wrong, int *right, int *all)
{
    uint32_t chance = 2463534242u;
    *wrong = *right = *all = 0;
    for (size_t colour = 0; colour < COLOURS; colour++) {
        for (int turn = 0; turn < 4 * 6 * 50; turn++) {
            struct die die = colours[colour];
            die.turn = (uint8_t)(turn % 4);
            die.top = (uint8_t)(1 + turn / 4 % 6);
            die.blur = blur;
            const struct reading reading = see(&die, noise, &chance);
            const bool believed = reading.quality >= MIN_QUALITY;
            *wrong += believed && reading.face != die.top;
            *right += believed && reading.face == die.top;
            ++*all;
        }
    }
}

TEST(every_face_in_every_turn_and_colour_is_read_and_sure)
{
    for (size_t colour = 0; colour < COLOURS; colour++) {
        for (uint8_t top = 1; top <= 6; top++) {
            for (uint8_t turn = 0; turn < 4; turn++) {
                struct die die = colours[colour];
                die.top = top;
                die.turn = turn;
                const struct reading reading = see(&die, 0, NULL);
                CHECK_EQUAL(reading.face, top);
                CHECK_EQUAL(reading.quality, 99);
            }
        }
    }
}

TEST(no_pattern_is_another_or_the_inverse_of_one)
{
    for (uint8_t bottom = 1; bottom <= 6; bottom++)
        for (uint8_t other = 1; other <= 6; other++)
            for (uint8_t turn = 0; turn < 4; turn++)
                CHECK(bottom == other || (die_pips(bottom, 0) != die_pips(other, turn) &&
                                          die_pips(bottom, 0) != (~die_pips(other, turn) & 0x1FF)));
}

TEST(noise_of_a_look_changes_no_reading)
{
    int wrong, right, all;
    count(1, 0, &wrong, &right, &all);
    CHECK_EQUAL(wrong, 0);
    CHECK_EQUAL(right, all);
}

TEST(noise_three_times_as_large_misleads_nobody)
{
    int wrong, right, all;
    count(3, 0, &wrong, &right, &all);
    CHECK_EQUAL(wrong, 0);
    CHECK(right * 2 >= all);
}

TEST(pips_that_spill_over_change_no_reading)
{
    int wrong, right, all;
    count(2, 30, &wrong, &right, &all);
    CHECK_EQUAL(wrong, 0);
    CHECK_EQUAL(right, all);
}

TEST(noise_that_drowns_dark_dice_is_doubted_rather_than_believed)
{
    int wrong, right, all;
    count(12, 0, &wrong, &right, &all);
    CHECK(wrong * 200 <= all);
    CHECK(right * 15 >= all); /* of white dice two thirds */ /* the white ones */
}

TEST(nothing_but_noise_is_no_face)
{
    uint32_t chance = 88172645u;
    int believed = 0;
    for (int look = 0; look < 20000; look++) {
        int16_t reflectances[GRID];
        for (uint8_t sensor = 0; sensor < GRID; sensor++)
            reflectances[sensor] = (int16_t)chance_below(&chance, 2 * BODY_REFLECTANCE);
        believed += pattern_read(reflectances).quality >= MIN_QUALITY;
    }
    CHECK(believed * 50 < 20000);
}

TEST(a_blank_face_and_a_sloping_one_are_no_faces)
{
    int16_t blank[GRID], sloping[GRID];
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        blank[sensor] = BODY_REFLECTANCE;
        sloping[sensor] = (int16_t)(BODY_REFLECTANCE * (3 - sensor % 3) / 3);
    }
    CHECK(pattern_read(blank).quality < MIN_QUALITY);
    CHECK(pattern_read(sloping).quality < MIN_QUALITY);
}

TEST(a_pip_half_gone_is_doubted)
{
    int16_t five[GRID];
    const struct die die = {.top = 2, .body = 85, .pip = 5}; /* the bottom is a five */
    for (uint8_t sensor = 0; sensor < GRID; sensor++)
        five[sensor] = (int16_t)(die_reflects(&die, sensor) * BODY_REFLECTANCE / 85);
    five[GRID / 2] = (int16_t)((five[0] + five[1]) / 2);
    CHECK(pattern_read(five).quality < 75);
}

TEST(the_highest_readings_do_not_overflow)
{
    int16_t reflectances[GRID];
    for (int pattern = 0; pattern < 512; pattern++) {
        for (uint8_t sensor = 0; sensor < GRID; sensor++)
            reflectances[sensor] = pattern >> sensor & 1 ? 4 * BODY_REFLECTANCE : -4 * BODY_REFLECTANCE;
        const struct reading reading = pattern_read(reflectances);
        CHECK(reading.face >= 1 && reading.face <= 6 && reading.quality <= 99);
    }
}

/* What the traced block shows of dice that lie flat but turned in the corner of lip and end wall. */
TEST(a_blank_face_turned_so_that_its_corners_leave_two_sensors_is_no_two)
{
    static const int16_t seen[][GRID] = {
        {494, 481, 120, 397, 509, 482, 7, 309, 510}, /* white, its one up, turned by 39 degrees */
        {361, 338, 107, 236, 369, 336, 4, 342, 337}, /* yellow, by 33 */
        {441, 403, 130, 278, 438, 400, 9, 409, 414}, /* ivory, by 33 */
    };
    for (size_t die = 0; die < sizeof seen / sizeof *seen; die++)
        CHECK(pattern_read(seen[die]).quality < MIN_QUALITY);
}

TEST(black_dice_turned_so_that_pips_lie_between_sensors_are_no_faces)
{
    static const int16_t seen[][GRID] = {
        {285, 115, 84, 44, 88, 98, 28, 72, 233}, /* a four, by 40 degrees */
        {243, 93, 61, 21, 236, 74, -2, 60, 185}, /* a six, by 39 */
        {-5, 69, 117, 27, 299, 81, 0, 16, 53},   /* a red three, by 25 */
    };
    for (size_t die = 0; die < sizeof seen / sizeof *seen; die++)
        CHECK(pattern_read(seen[die]).quality < MIN_QUALITY);
}

/* Paper mirrors nothing: a tower taught with it sees all that a white die mirrors of lamps that are tilted. */
TEST(a_polished_white_die_is_read_after_paper_was_taught)
{
    static const int16_t mirrors[GRID] = {270, 250, 60, 250, 30, 30, 60, 30, 20};
    for (uint8_t top = 1; top <= 6; top++) {
        const struct die die = {.top = top, .body = 85, .pip = 5};
        int16_t seen[GRID];
        for (uint8_t sensor = 0; sensor < GRID; sensor++)
            seen[sensor] = (int16_t)(die_reflects(&die, sensor) * BODY_REFLECTANCE / 85 +
                                     (die_reflects(&die, sensor) == die.body ? mirrors[sensor] : 0));
        const struct reading reading = pattern_read_polished(seen, mirrors);
        CHECK(reading.face == top && reading.quality >= MIN_QUALITY);
    }
}
