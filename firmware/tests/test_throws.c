#include "bench.h"
#include "chance.h"
#include "check.h"
#include "fakes.h"

static struct bench bench;

static const char *last_roll(void)
{
    static char roll[32];
    const char *found = NULL;
    for (const char *place = port_sent; (place = strstr(place, "$roll ")); place++)
        found = place;
    if (!found)
        return "none";
    const char *number = strchr(found + 6, ' ') + 1;
    snprintf(roll, sizeof roll, "%.*s", (int)strcspn(number, "*"), number);
    char *quality = roll;
    for (int words = 0; words < 3; words++)
        quality = strchr(quality, ' ') + 1;
    quality[-1] = '\0';
    return roll; /* NUMBER A B */
}

/* A throw may be reported repeatedly, always with the same number; it is acknowledged here. */
static void acknowledge(uint32_t number)
{
    char body[40];
    snprintf(body, sizeof body, "ack %08x %u", bench.tower.memory.unit, number);
    bench_say(&bench, body);
    port_clear();
}

TEST(two_dice_at_rest_are_a_roll)
{
    bench_ready(&bench);
    bench_throw(&bench, die_white(3, 0), die_white(5, 1));
    CHECK_TEXT(last_roll(), "1 3 5");
}

TEST(every_pair_of_faces_in_all_turns_and_colours_is_one_right_roll)
{
    /* The darkest send back twice what an empty pocket does: less counts as uncovered. */
    static const struct {
        int body, pip;
    } colours[] = {{85, 8}, {8, 80}, {30, 6}, {6, 40}};
    bench_ready(&bench);
    uint32_t number = 0;
    for (uint8_t a = 1; a <= 6; a++) {
        for (uint8_t b = 1; b <= 6; b++) {
            for (uint8_t turn = 0; turn < 4; turn++) {
                struct die left = {.body = colours[turn].body, .pip = colours[turn].pip};
                left.top = a, left.turn = turn;
                const uint8_t other = (uint8_t)(turn + a + b) % 4;
                struct die right = {.body = colours[other].body, .pip = colours[other].pip};
                right.top = b, right.turn = other;
                bench_throw(&bench, left, right);
                char expected[32];
                snprintf(expected, sizeof expected, "%u %d %d", ++number, a, b);
                CHECK_TEXT(last_roll(), expected);
                acknowledge(number);
            }
        }
    }
    CHECK_EQUAL(bench.tower.memory.last, 144);
}

TEST(a_roll_is_told_within_half_a_second_of_rest)
{
    bench_ready(&bench);
    bench_run(&bench, 500);
    bench.table.dice[0] = die_white(1, 0);
    bench.table.dice[1] = die_white(2, 0);
    bench_run(&bench, 500);
    CHECK_EQUAL(bench_heard("$roll "), 1);
}

TEST(dice_that_tumble_are_no_roll_until_they_rest)
{
    bench_ready(&bench);
    uint32_t chance = 7;
    for (int look = 0; look < 200; look++) {
        for (int pocket = 0; pocket < POCKETS; pocket++)
            bench.table.dice[pocket] =
                die_white((uint8_t)(1 + chance_below(&chance, 6)), (uint8_t)chance_next(&chance));
        bench_run(&bench, 67);
    }
    CHECK_EQUAL(bench.tower.memory.last, 0);
    bench_run(&bench, 600);
    CHECK_EQUAL(bench.tower.memory.last, 1);
}

TEST(dice_that_lie_there_at_the_start_are_no_roll)
{
    bench_ready(&bench);
    bench.table.dice[0] = die_white(3, 0);
    bench.table.dice[1] = die_white(4, 0);
    bench_start(&bench, CAUSE_POWER);
    bench_say(&bench, "hi 1 companion/0.1.0");
    bench_run(&bench, 5000);
    CHECK_EQUAL(bench.tower.memory.last, 0);
    bench_throw(&bench, die_white(3, 0), die_white(4, 0));
    CHECK_TEXT(last_roll(), "1 3 4");
}

TEST(dice_that_come_to_rest_while_the_board_starts_are_the_throw_they_are)
{
    bench_ready(&bench);
    bench_run(&bench, 500);
    bench_start(&bench, CAUSE_WATCHDOG);
    bench.table.dice[0] = die_white(3, 0);
    bench.table.dice[1] = die_white(4, 0);
    bench_run(&bench, 1000);
    bench_say(&bench, "hi 1 companion/0.1.0");
    bench_run(&bench, 500);
    CHECK_TEXT(last_roll(), "1 3 4");
    bench_start(&bench, CAUSE_WATCHDOG);
    bench_say(&bench, "hi 1 companion/0.1.0");
    bench_run(&bench, 3000);
    CHECK_EQUAL(bench.tower.memory.last, 1);
}

TEST(a_throw_that_was_numbered_is_not_numbered_again_whenever_the_board_starts_anew)
{
    for (uint32_t wait = 0; wait < 60; wait++) {
        bench_ready(&bench);
        storage_slowness = wait % 3;
        bench_run(&bench, 500);
        bench.table.dice[0] = die_white(3, 0);
        bench.table.dice[1] = die_white(4, 0);
        bench_run(&bench, 300 + wait * 23 / 2);
        bench_start(&bench, CAUSE_WATCHDOG);
        bench_say(&bench, "hi 1 companion/0.1.0");
        bench_run(&bench, 3000);
        CHECK_EQUAL(bench.tower.memory.last, 1);
    }
}

TEST(a_hand_that_takes_the_dice_out_and_a_shadow_over_them_are_no_roll)
{
    bench_ready(&bench);
    bench_throw(&bench, die_white(3, 0), die_white(5, 1));
    for (int shade = 0; shade < 20; shade++) {
        bench.table.room = shade % 2 ? 5 : 300;
        bench_run(&bench, 200);
    }
    bench.table.dice[1].top = 0;
    bench_run(&bench, 1000);
    bench.table.dice[0] = (struct die){.top = 1, .body = 30, .pip = 25, .cocked = true}; /* a finger */
    bench_run(&bench, 300);
    bench.table.dice[0].top = 0;
    bench_run(&bench, 1000);
    CHECK_EQUAL(bench.tower.memory.last, 1);
}

TEST(a_die_nudged_or_taken_out_and_put_back_is_no_roll_while_the_other_lies)
{
    bench_ready(&bench);
    bench_throw(&bench, die_white(3, 0), die_white(5, 1));
    bench.table.dice[0] = die_white(6, 0);
    bench_run(&bench, 2000);
    bench.table.dice[0].top = 0;
    bench_run(&bench, 2000);
    bench.table.dice[0] = die_white(2, 0);
    bench_run(&bench, 2000);
    CHECK_EQUAL(bench.tower.memory.last, 1);
}

TEST(a_cocked_die_is_named_and_the_roll_comes_when_it_lies_flat)
{
    bench_ready(&bench);
    struct die askew = die_white(4, 0);
    askew.cocked = true;
    bench_throw(&bench, die_white(2, 0), askew);
    CHECK_EQUAL(bench_heard("cocked"), 0);
    bench_run(&bench, 1500);
    CHECK(bench_heard(" cocked.2*") > 0);
    CHECK_EQUAL(bench.tower.memory.last, 0);
    bench.table.dice[1].cocked = false;
    port_clear();
    bench_run(&bench, 600);
    CHECK_TEXT(last_roll(), "1 2 4");
    CHECK(bench_heard(" -*") > 0);
}

TEST(a_die_that_stayed_in_the_tower_is_missed_and_the_roll_comes_when_it_falls)
{
    bench_ready(&bench);
    bench_throw(&bench, die_white(2, 0), (struct die){0});
    bench_run(&bench, 1500);
    CHECK_EQUAL(bench_heard("missing"), 0);
    bench_run(&bench, 1500);
    CHECK(bench_heard(" missing.2*") > 0);
    bench.table.dice[1] = die_white(6, 0);
    bench_run(&bench, 600);
    CHECK_TEXT(last_roll(), "1 2 6");
}

TEST(dice_taken_out_one_by_one_are_not_missed)
{
    bench_ready(&bench);
    bench_throw(&bench, die_white(2, 0), die_white(6, 0));
    bench.table.dice[0].top = 0;
    bench_run(&bench, 6000);
    CHECK_EQUAL(bench_heard("missing"), 0);
}

TEST(a_third_die_is_named_and_the_roll_waits_until_it_is_gone)
{
    bench_ready(&bench);
    bench_run(&bench, 500);
    bench.table.throat = true;
    bench_run(&bench, 600);
    bench_throw(&bench, die_white(2, 0), die_white(6, 0));
    CHECK(bench_heard(" double.2*") > 0);
    CHECK_EQUAL(bench.tower.memory.last, 0);
    bench.table.throat = false;
    bench_run(&bench, 600);
    CHECK_TEXT(last_roll(), "1 2 6");
}

TEST(a_third_die_that_comes_to_rest_with_the_others_holds_the_roll_back)
{
    bench_ready(&bench);
    bench_run(&bench, 500);
    bench.table.throat = true;
    bench.table.dice[0] = die_white(2, 0);
    bench.table.dice[1] = die_white(6, 0);
    bench_run(&bench, 1000);
    CHECK(bench_heard(" double.2*") > 0);
    CHECK_EQUAL(bench.tower.memory.last, 0);
}

TEST(light_that_leaves_the_lamps_no_room_is_named_and_mended_after_two_seconds)
{
    bench_ready(&bench);
    bench.table.room = 800;
    bench_run(&bench, 200);
    CHECK(bench_heard(" light*") > 0);
    bench.table.room = 40;
    bench_run(&bench, 1500);
    port_clear();
    bench_run(&bench, 300);
    CHECK_EQUAL(bench_heard(" -*"), 0);
    bench_run(&bench, 1500);
    CHECK(bench_heard(" -*") > 0);
}

TEST(sensors_that_are_blinded_are_not_taken_for_broken_ones)
{
    bench_ready(&bench);
    bench.table.room = FULL_SCALE;
    bench_run(&bench, 20000);
    CHECK(bench_heard(" light*") > 0);
    CHECK_EQUAL(bench_heard("sensor"), 0);
    CHECK_EQUAL(bench_heard("calibrate"), 0);
}

TEST(a_sensor_off_its_wire_is_named_whether_a_die_lies_there_or_not)
{
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        for (uint8_t top = 0; top <= 6; top += 6) {
            bench_ready(&bench);
            bench.table.dice[0] = die_white(top, 0);
            bench.table.dead = sensor;
            bench_run(&bench, 1500);
            CHECK(bench_heard(" sensor.1*") > 0 || bench_heard(" cocked.1*") > 0);
            CHECK_EQUAL(bench.tower.memory.last, 0);
        }
    }
}

TEST(no_roll_is_read_with_a_dead_sensor_and_it_comes_when_the_wire_is_back)
{
    bench_ready(&bench);
    bench.table.dead = 4;
    bench_throw(&bench, die_white(3, 0), die_white(5, 1)); /* the four below would be a five */
    bench_run(&bench, 3000);
    CHECK_EQUAL(bench.tower.memory.last, 0);
    bench.table.dead = -1;
    bench_run(&bench, 6000);
    CHECK_TEXT(last_roll(), "1 3 5");
}

TEST(a_sensor_at_the_supply_is_named_and_not_taken_for_light)
{
    bench_ready(&bench);
    bench.table.stuck = 7;
    bench_run(&bench, 1500);
    CHECK(bench_heard(" sensor.1*") > 0);
    CHECK_EQUAL(bench_heard("light"), 0);
}

TEST(a_dead_multiplexer_is_named_by_its_pocket)
{
    bench_ready(&bench);
    bench.table.mux_dead = true;
    bench_run(&bench, 1500);
    CHECK(bench_heard(" sensor.2*") > 0);
    bench.table.mux_dead = false;
    bench_run(&bench, 5500);
    port_clear();
    bench_run(&bench, 1500);
    CHECK(bench_heard(" -*") > 0);
}

TEST(throws_count_only_while_a_host_is_about)
{
    bench_ready(&bench);
    bench_say(&bench, "bye");
    bench_throw(&bench, die_white(3, 0), die_white(5, 1));
    CHECK_EQUAL(bench.tower.memory.last, 0);
    bench_say(&bench, "hi 1 companion/0.1.0");
    bench_run(&bench, 2000);
    CHECK_EQUAL(bench.tower.memory.last, 0);
    bench_throw(&bench, die_white(3, 0), die_white(5, 1));
    CHECK_EQUAL(bench.tower.memory.last, 1);
}

TEST(a_full_memory_is_named_and_numbers_go_on_when_it_is_not)
{
    bench_ready(&bench);
    for (unsigned roll = 0; roll < KEPT + 1; roll++) {
        bench_throw(&bench, die_white(3, 0), die_white(5, 1));
        bench_say(&bench, "ping");
    }
    CHECK_EQUAL(bench.tower.memory.last, KEPT);
    CHECK(bench_heard(" full*") > 0);
    acknowledge(1);
    bench_throw(&bench, die_white(3, 0), die_white(5, 1));
    CHECK_EQUAL(bench.tower.memory.last, KEPT + 1);
}
