#include "../core/crc.h"
#include "../core/memory.h"
#include "chance.h"
#include "check.h"
#include "fakes.h"

static struct memory memory;

static void settle(void)
{
    for (int pass = 0; pass < 100000 && !memory_is_idle(&memory); pass++)
        memory_pass(&memory);
    CHECK(memory_is_idle(&memory));
}

static void start(void)
{
    memory_start(&memory, 0x5eed5eed);
    settle();
}

/* Faces that follow from the number, so that a roll that comes back can be known. */
static uint8_t face_of(uint32_t number, uint8_t pocket)
{
    return (uint8_t)(1 + (number * (pocket ? 5 : 7) / 3) % 6);
}

static void keep(void)
{
    const uint32_t number = memory.last + 1;
    memory_keep(&memory, (uint8_t[]){face_of(number, 0), face_of(number, 1)}, (uint8_t[]){98, 97}, 0);
}

static void check_kept(void)
{
    for (uint32_t number = memory.acked + 1; number <= memory.last; number++) {
        const struct roll *roll = &memory.kept[number % KEPT].roll;
        CHECK_EQUAL(roll->number, number);
        CHECK_EQUAL(roll->faces[0], face_of(number, 0));
        CHECK_EQUAL(roll->faces[1], face_of(number, 1));
    }
}

TEST(a_blank_memory_draws_a_unit_and_keeps_it)
{
    start();
    const uint32_t unit = memory.unit;
    CHECK_EQUAL(memory.last, 0);
    CHECK_EQUAL(memory.starts, 1);
    start();
    CHECK_EQUAL(memory.unit, unit);
    CHECK_EQUAL(memory.starts, 2);
}

TEST(nothing_is_numbered_before_the_start_is_on_record)
{
    storage_slowness = 3;
    memory_start(&memory, 1);
    memory_pass(&memory);
    CHECK(!memory.up);
    settle();
    CHECK(memory.up);
}

TEST(a_roll_may_be_sent_only_when_it_is_stored)
{
    start();
    storage_slowness = 3;
    keep();
    memory_pass(&memory);
    CHECK(memory_head(&memory) == NULL);
    CHECK_EQUAL(memory_waiting(&memory), 1);
    settle();
    CHECK_EQUAL(memory_head(&memory)->roll.number, 1);
}

TEST(rolls_not_acknowledged_survive_a_start_and_numbers_go_on)
{
    start();
    for (int roll = 0; roll < 100; roll++) {
        keep();
        settle();
        if (roll < 97)
            memory_acknowledge(&memory);
        settle();
    }
    start();
    CHECK_EQUAL(memory_waiting(&memory), 3);
    CHECK_EQUAL(memory_head(&memory)->roll.number, 98);
    CHECK(memory_head(&memory)->survived);
    check_kept();
    keep();
    CHECK_EQUAL(memory.last, 101);
}

TEST(sixteen_rolls_survive_a_start)
{
    start();
    for (unsigned roll = 0; roll < KEPT; roll++)
        keep();
    settle();
    start();
    CHECK_EQUAL(memory_waiting(&memory), KEPT);
    check_kept();
}

TEST(a_byte_is_not_written_that_holds_its_value_already)
{
    start();
    const long before = storage_writes;
    keep();
    settle();
    CHECK(storage_writes - before <= (long)sizeof(struct roll_record) + 2);
}

/* An hour of rolls and acknowledgements, as chance will have it. */
struct promise {
    uint32_t unit;
    uint32_t sent;  /* the highest number that may have been sent */
    uint32_t acked; /* the highest that the host acknowledged */
};

static void live(uint32_t *chance, struct promise *promise)
{
    for (int event = 0; event < 60; event++) {
        memory_pass(&memory);
        if (!memory.up || storage_writes_left == 0)
            continue;
        if (chance_below(chance, 3) == 0 && memory_waiting(&memory) < KEPT)
            keep();
        const struct kept *head = memory_head(&memory);
        if (head && head->roll.number > promise->sent)
            promise->sent = head->roll.number; /* stored: it may be sent */
        if (head && chance_below(chance, 3) == 0) {
            promise->acked = head->roll.number;
            memory_acknowledge(&memory);
        }
    }
}

/* What must hold after any power cut: no number is used again that may have been sent, no roll that was
 * sent and not acknowledged is missing, and none comes back changed. One that was acknowledged may come
 * back: the host knows it. */
static void check_promise(const struct promise *promise)
{
    CHECK_EQUAL(memory.unit, promise->unit);
    CHECK(memory.last >= promise->sent);
    CHECK(memory.acked <= promise->acked);
    check_kept();
}

TEST(a_power_cut_at_any_write_loses_and_doubles_nothing_that_was_sent)
{
    static const uint8_t debris[] = {0x00, 0xFF, 0x0F, 0x5A};
    for (uint32_t seed = 1; seed <= 12; seed++) {
        for (long cut = 1; cut < 260; cut++) {
            uint32_t chance = seed * 2654435761u;
            fakes_reset();
            start();
            struct promise promise = {.unit = memory.unit};
            for (uint32_t roll = 0; roll < 20 + seed * 3; roll++) { /* the ring in part, then all of it */
                keep();
                settle();
                memory_acknowledge(&memory);
                settle();
            }
            promise.sent = promise.acked = memory.last;
            storage_slowness = 1;
            storage_debris = debris[cut % 4];
            storage_writes_left = cut;
            live(&chance, &promise);
            storage_writes_left = -1;
            start();
            check_promise(&promise);
        }
    }
}

TEST(power_cuts_in_the_middle_of_starts_lose_and_double_nothing)
{
    uint32_t chance = 1234567;
    for (int life = 0; life < 40; life++) {
        fakes_reset();
        start();
        struct promise promise = {.unit = memory.unit};
        for (int cut = 0; cut < 60; cut++) {
            storage_debris = (uint8_t)chance_next(&chance);
            storage_slowness = chance_below(&chance, 3);
            storage_writes_left = 1 + chance_below(&chance, 40);
            memory_start(&memory, chance_next(&chance));
            live(&chance, &promise);
            storage_writes_left = -1;
        }
        start();
        check_promise(&promise);
        CHECK(promise.acked > 20);
    }
}

TEST(a_boot_number_is_never_said_twice_though_power_is_cut_in_every_start)
{
    start();
    uint32_t said = memory.starts;
    for (long cut = 1; cut < 30; cut++) {
        storage_writes_left = cut % 9 + 1;
        storage_debris = (uint8_t)(cut * 37);
        memory_start(&memory, 1);
        for (int pass = 0; pass < 50; pass++)
            memory_pass(&memory);
        const bool cut_short = storage_writes_left == 0;
        storage_writes_left = -1;
        if (memory.up && !cut_short) {
            CHECK(memory.starts > said);
            said = memory.starts;
        }
    }
}

TEST(a_first_start_cut_short_is_begun_again)
{
    for (long cut = 1; cut < 20; cut++) {
        fakes_reset();
        storage_writes_left = cut;
        storage_debris = (uint8_t)(cut * 77);
        memory_start(&memory, 99);
        for (int pass = 0; pass < 200; pass++)
            memory_pass(&memory);
        storage_writes_left = -1;
        start();
        CHECK_EQUAL(memory.last, 0);
        keep();
        settle();
        start();
        CHECK_EQUAL(memory.last, 1);
    }
}

TEST(a_damaged_record_makes_another_unit_for_its_number_might_be_used_again)
{
    for (unsigned byte = 0; byte < sizeof(struct roll_record) - 2; byte++) {
        fakes_reset();
        start();
        for (int roll = 0; roll < 40; roll++) {
            keep();
            settle();
            memory_acknowledge(&memory);
        }
        settle();
        const uint32_t unit = memory.unit;
        storage_bytes[SLOT(40 % RING) + 1 + byte] ^= 0x10;
        start();
        CHECK(memory.unit != unit);
        CHECK_EQUAL(memory.last, 0);
        keep();
        settle();
        start();
        CHECK_EQUAL(memory.last, 1);
        CHECK_EQUAL(memory_waiting(&memory), 1);
    }
}

TEST(a_lost_unit_is_drawn_anew)
{
    start();
    const uint32_t unit = memory.unit;
    keep();
    settle();
    storage_bytes[UNIT_ADDRESS + 2] ^= 1;
    start();
    CHECK(memory.unit != unit);
    CHECK_EQUAL(memory.last, 0);
}

TEST(a_worn_ring_is_a_fault_and_the_next_start_has_another_unit)
{
    start();
    keep();
    settle();
    const uint32_t unit = memory.unit;
    storage_worn_from = RING_ADDRESS;
    keep();
    settle();
    CHECK(memory.worn);
    CHECK_EQUAL(memory.unit, unit);
    CHECK_EQUAL(memory_waiting(&memory), 2);
    CHECK_EQUAL(memory_head(&memory)->roll.number, 1);
    start();
    CHECK(memory.unit != unit);
}

TEST(a_memory_that_keeps_nothing_works_from_ram_with_a_unit_of_each_start)
{
    storage_worn_from = 0;
    memory_start(&memory, 111);
    settle();
    CHECK(memory.worn);
    const uint32_t unit = memory.unit;
    keep();
    settle();
    CHECK_EQUAL(memory_head(&memory)->roll.number, 1);
    memory_start(&memory, 222);
    settle();
    CHECK(memory.unit != unit);
}

TEST(the_ring_wears_evenly)
{
    start();
    const long before = storage_writes;
    for (int roll = 0; roll < 320; roll++) {
        keep();
        settle();
        memory_acknowledge(&memory);
        settle();
    }
    /* Ten rounds of 32 slots: a guard twice, a mark twice, and what differs of ten bytes. */
    CHECK((storage_writes - before) / 320 <= 14);
}
