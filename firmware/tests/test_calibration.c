#include "bench.h"
#include "check.h"
#include "fakes.h"

static struct bench bench;

/* Lay a die into a pocket and take it. */
static const char *show(int pocket, struct die die, const char *command)
{
    bench.table.dice[pocket] = die;
    bench_run(&bench, 500);
    return bench_do(&bench, command);
}

static void plug_and_meet(void)
{
    bench_plug(&bench);
    bench_say(&bench, "hi 1 companion/0.1.0");
    bench_run(&bench, 500);
}

TEST(a_tower_that_was_never_calibrated_says_so_and_rolls_nothing)
{
    plug_and_meet();
    CHECK(bench_heard(" calibrate.1,calibrate.2*") > 0);
    bench_throw(&bench, die_white(3, 0), die_white(5, 1));
    CHECK_EQUAL(bench.tower.memory.last, 0);
}

TEST(empty_and_two_faces_in_each_pocket_are_enough)
{
    bench_plug(&bench);
    bench_calibrate(&bench);
    port_clear();
    bench_run(&bench, 1500);
    CHECK(bench_heard(" -*") > 0);
}

TEST(a_calibration_survives_a_power_cut)
{
    bench_ready(&bench);
    bench_start(&bench, CAUSE_POWER);
    bench_say(&bench, "hi 1 companion/0.1.0");
    bench_throw(&bench, die_white(3, 0), die_white(5, 1));
    CHECK_EQUAL(bench.tower.memory.last, 1);
}

TEST(a_power_cut_while_a_calibration_is_saved_leaves_the_old_or_the_new_one)
{
    for (long cut = 1; cut < 90; cut += 3) {
        bench_ready(&bench);
        const struct calibration old = bench.tower.record.calibration;
        storage_debris = 0x33;
        bench.table.noise = 3;
        bench_run(&bench, 500);
        CHECK_TEXT(bench_do(&bench, "calibrate empty"), "ok");
        CHECK_TEXT(show(0, die_white(6, 0), "calibrate face 1 6"), "ok");
        CHECK_TEXT(show(0, die_white(1, 0), "calibrate face 1 1"), "ok");
        CHECK_TEXT(show(1, die_white(6, 0), "calibrate face 2 6"), "ok");
        CHECK_TEXT(show(1, die_white(1, 0), "calibrate face 2 1"), "ok");
        storage_writes_left = cut;
        bench_do(&bench, "calibrate save");
        const struct calibration made = bench.tower.record.calibration;
        const bool whole = storage_writes_left > 0;
        storage_writes_left = -1;
        bench_start(&bench, CAUSE_POWER);
        CHECK(bench.tower.calibrated);
        CHECK(!memcmp(&bench.tower.record.calibration, whole ? &made : &old, sizeof old));
    }
}

TEST(a_die_must_lie_where_one_is_told_and_none_where_none_is)
{
    bench_ready(&bench);
    CHECK_TEXT(bench_do(&bench, "calibrate empty"), "ok");
    CHECK_TEXT(bench_do(&bench, "calibrate face 1 6"), "die");
    CHECK_TEXT(show(0, die_white(6, 0), "calibrate face 1 6"), "ok");
    CHECK_TEXT(bench_do(&bench, "calibrate empty"), "die");
}

TEST(faces_before_the_empty_pockets_and_a_save_before_all_faces_are_out_of_range)
{
    plug_and_meet();
    CHECK_TEXT(show(0, die_white(6, 0), "calibrate face 1 6"), "range");
    CHECK_TEXT(bench_do(&bench, "calibrate save"), "range");
    bench.table.dice[0].top = 0;
    bench_run(&bench, 500);
    CHECK_TEXT(bench_do(&bench, "calibrate empty"), "ok");
    CHECK_TEXT(show(0, die_white(6, 0), "calibrate face 1 6"), "ok");
    CHECK_TEXT(bench_do(&bench, "calibrate save"), "range");
}

/* Calibrate with these dice shown as 6 and as 1 in both pockets; what comes of the save. */
static const char *save_with(struct die six, struct die one)
{
    plug_and_meet();
    CHECK_TEXT(bench_do(&bench, "calibrate empty"), "ok");
    CHECK_TEXT(show(0, six, "calibrate face 1 6"), "ok");
    CHECK_TEXT(show(0, one, "calibrate face 1 1"), "ok");
    CHECK_TEXT(show(1, six, "calibrate face 2 6"), "ok");
    CHECK_TEXT(show(1, one, "calibrate face 2 1"), "ok");
    return bench_do(&bench, "calibrate save");
}

TEST(wrong_faces_and_a_die_without_contrast_are_out_of_range)
{
    CHECK_TEXT(save_with(die_white(6, 0), die_white(1, 0)), "ok");
    CHECK_TEXT(save_with(die_white(1, 0), die_white(6, 0)), "range");
    CHECK_TEXT(save_with(die_white(5, 0), die_white(1, 0)), "range");
    CHECK_TEXT(save_with(die_white(6, 0), die_white(2, 0)), "range");
    const struct die black = {.body = 6, .pip = 80}, pale = {.body = 85, .pip = 75};
    struct die six = black, one = black;
    six.top = 6, one.top = 1;
    CHECK_TEXT(save_with(six, one), "range");
    six = one = pale;
    six.top = 6, one.top = 1;
    CHECK_TEXT(save_with(six, one), "range");
}

/* Calibrate under these lamps, and count the throws of a white and of a black die that come as rolls. */
static int rolls_under(int lamps, int field)
{
    plug_and_meet();
    bench.table.lamps = lamps;
    bench.table.field = field;
    bench_calibrate(&bench);
    const struct die black = {.body = 6, .pip = 80};
    for (uint8_t face = 1; face <= 6; face++) {
        struct die second = black;
        second.top = face;
        bench_throw(&bench, die_white(face, face), second);
    }
    return (int)bench.tower.memory.last;
}

TEST(lamps_of_three_times_the_brightness_and_a_field_of_four_to_one_are_calibrated_and_read)
{
    for (int lamps = 60; lamps <= 180; lamps += 40)
        CHECK_EQUAL(rolls_under(lamps, 4), 6);
    const struct calibration *made = &bench.tower.record.calibration;
    CHECK_EQUAL(made->pockets[0].dim >> 4 & 1, 1);
    CHECK_EQUAL(rolls_under(100, 1), 6);
    CHECK_EQUAL(made->pockets[0].dim, 0);
}

TEST(raw_readings_of_dim_sensors_are_shown_as_under_bright_lamps)
{
    CHECK_EQUAL(rolls_under(180, 4), 6);
    CHECK(bench.tower.dim[0] >> 4 & 1);
    bench.table.noise = 0;
    bench.table.dice[0] = die_white(1, 0);
    CHECK_TEXT(bench_do(&bench, "raw 1"), "ok");
    CHECK_EQUAL(bench.tower.link.readings[1][4], 1000);
    bench.table.dice[0].top = 0;
    CHECK_TEXT(bench_do(&bench, "raw 1"), "ok");
    const uint16_t bright = bench.tower.link.readings[1][4];
    CHECK(bright > 300 && bright < 400);
}

TEST(a_calibration_keeps_its_exposures_through_a_power_cut)
{
    CHECK_EQUAL(rolls_under(180, 4), 6);
    const uint16_t dim = bench.tower.dim[0];
    CHECK(dim);
    bench_start(&bench, CAUSE_POWER);
    CHECK_EQUAL(bench.tower.dim[0], dim);
    bench_say(&bench, "hi 1 companion/0.1.0");
    bench_throw(&bench, die_white(3, 0), die_white(5, 1));
    CHECK_EQUAL(bench.tower.memory.last, 7);
}

TEST(a_calibration_that_is_dropped_leaves_the_exposures_of_the_one_in_use)
{
    CHECK_EQUAL(rolls_under(180, 4), 6);
    const uint16_t dim = bench.tower.dim[0];
    bench.table.dice[0].top = bench.table.dice[1].top = 0;
    bench_run(&bench, 500);
    CHECK_TEXT(bench_do(&bench, "calibrate empty"), "ok");
    CHECK_EQUAL(bench.tower.dim[0], 0);
    CHECK_TEXT(bench_do(&bench, "calibrate forget"), "ok");
    CHECK_EQUAL(bench.tower.dim[0], dim);
    bench_run(&bench, 500);
    bench_throw(&bench, die_white(3, 0), die_white(5, 1));
    CHECK_EQUAL(bench.tower.memory.last, 7);
}

TEST(lamps_that_outshine_both_exposures_are_named_as_too_much_light)
{
    plug_and_meet();
    bench.table.lamps = 1500;
    CHECK_TEXT(bench_do(&bench, "calibrate empty"), "ok");
    bench.table.dice[0] = die_white(6, 0);
    port_clear();
    bench_run(&bench, 1500);
    CHECK(bench_heard("light*") > 0);
    CHECK_TEXT(bench_do(&bench, "calibrate face 1 6"), "range");
}

TEST(readings_that_do_not_settle_within_two_seconds_are_unsteady)
{
    plug_and_meet();
    bench.table.noise = 20;
    bench_run(&bench, 500);
    CHECK_TEXT(bench_do(&bench, "calibrate empty"), "unsteady");
    bench.table.noise = 1;
    CHECK_TEXT(bench_do(&bench, "calibrate empty"), "ok");
}

TEST(a_die_that_keeps_moving_makes_it_busy)
{
    bench_ready(&bench);
    CHECK_TEXT(bench_do(&bench, "calibrate empty"), "ok");
    port_clear();
    for (int look = 0; look < 40; look++) {
        if (look == 5)
            bench_say(&bench, "do 900 calibrate face 1 6");
        /* Two looks each: one of them sees that side alone, wherever looks begin. */
        bench.table.dice[0] = die_white(look / 2 % 2 ? 6 : 1, 0);
        bench_run(&bench, 90);
    }
    CHECK_EQUAL(bench_heard("$err 900 busy*"), 1);
}

TEST(dice_laid_into_the_pockets_to_calibrate_are_no_rolls)
{
    bench_ready(&bench);
    CHECK_TEXT(bench_do(&bench, "calibrate empty"), "ok");
    bench_throw(&bench, die_white(6, 0), die_white(1, 1));
    CHECK_EQUAL(bench.tower.memory.last, 0);
    CHECK_TEXT(bench_do(&bench, "calibrate forget"), "ok");
    bench_run(&bench, 1000);
    CHECK_EQUAL(bench.tower.memory.last, 0);
    bench_throw(&bench, die_white(6, 0), die_white(1, 1));
    CHECK_EQUAL(bench.tower.memory.last, 1);
}

TEST(a_calibration_that_was_not_finished_ends_with_the_host_that_began_it)
{
    bench_ready(&bench);
    CHECK_TEXT(bench_do(&bench, "calibrate empty"), "ok");
    bench_say(&bench, "hi 1 companion/0.1.0");
    bench_throw(&bench, die_white(6, 0), die_white(1, 1));
    CHECK_EQUAL(bench.tower.memory.last, 1);
    CHECK_TEXT(bench_do(&bench, "calibrate save"), "range");
}

TEST(a_save_that_the_memory_does_not_keep_is_refused_and_the_old_calibration_stays)
{
    bench_ready(&bench);
    const struct calibration old = bench.tower.record.calibration;
    bench.table.noise = 2;
    CHECK_TEXT(bench_do(&bench, "calibrate empty"), "ok");
    CHECK_TEXT(show(0, die_white(6, 0), "calibrate face 1 6"), "ok");
    CHECK_TEXT(show(0, die_white(1, 0), "calibrate face 1 1"), "ok");
    CHECK_TEXT(show(1, die_white(6, 0), "calibrate face 2 6"), "ok");
    CHECK_TEXT(show(1, die_white(1, 0), "calibrate face 2 1"), "ok");
    storage_worn_from = CALIBRATION_ADDRESS;
    CHECK_TEXT(bench_do(&bench, "calibrate save"), "memory");
    CHECK(!memcmp(&bench.tower.record.calibration, &old, sizeof old));
    bench_run(&bench, 1200);
    CHECK(bench_heard(" memory*") > 0);
}

TEST(dirt_that_hides_the_glass_asks_for_a_calibration_and_lets_itself_be_calibrated_away)
{
    bench_ready(&bench);
    for (int pocket = 0; pocket < POCKETS; pocket++)
        bench.table.dice[pocket] = (struct die){.top = 1, .body = 9, .pip = 9};
    bench_run(&bench, 12000);
    CHECK(bench_heard(" calibrate.1,calibrate.2*") > 0);
    CHECK_TEXT(bench_do(&bench, "calibrate empty"), "ok");
}

TEST(raw_readings_are_eleven_dark_and_eleven_lit)
{
    bench_ready(&bench);
    bench.table.noise = 0;
    bench.table.dice[1] = die_white(6, 0);
    CHECK_TEXT(bench_do(&bench, "raw 2"), "ok");
    CHECK_EQUAL(bench_heard("$raw 7 2 dark 4 4 4 4 4 4 4 4 4 40 675*"), 1);
    CHECK_EQUAL(bench_heard(" lit "), 1);
    CHECK_EQUAL(bench_heard("$ok 7*"), 1);
}

TEST(an_answer_is_repeated_for_its_number_and_nothing_is_done_again)
{
    bench_ready(&bench);
    CHECK_TEXT(bench_do(&bench, "raw 1"), "ok");
    char first[400];
    strcpy(first, port_sent);
    bench.table.dice[0] = die_white(3, 0);
    bench_run(&bench, 90);
    port_clear();
    bench_say(&bench, "do 7 raw 1");
    CHECK_TEXT(port_sent, first);
}

TEST(the_light_shines_for_a_host_and_blinks_on_command)
{
    bench_ready(&bench);
    CHECK(tower_light(&bench.tower, bench.microseconds / 1000));
    CHECK_TEXT(bench_do(&bench, "blink"), "ok");
    int shone = 0;
    for (int look = 0; look < 60; look++) {
        bench_run(&bench, 45);
        shone += tower_light(&bench.tower, bench.microseconds / 1000);
    }
    CHECK(shone > 15 && shone < 45);
    bench_run(&bench, 1000);
    CHECK(tower_light(&bench.tower, bench.microseconds / 1000));
    bench_say(&bench, "bye");
    CHECK(!tower_light(&bench.tower, bench.microseconds / 1000));
}
