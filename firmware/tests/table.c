#include "table.h"

#include "chance.h"

#define GLASS 5 /* percent, as a die's reflectance */

struct table table_empty(void)
{
    return (struct table){
        .room = 40, .noise = 1, .dead = -1, .stuck = -1, .lamps = 100, .field = 1, .chance = 12345};
}

struct die die_white(uint8_t top, uint8_t turn)
{
    return (struct die){.top = top, .turn = turn, .body = 85, .pip = 8};
}

uint16_t die_pips(uint8_t bottom, uint8_t turn)
{
    static const char *const drawn[] = {
        "", "....#....", "#.......#", "#...#...#", "#.#...#.#", "#.#.#.#.#", "###...###",
    };
    uint16_t pips = 0;
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        uint8_t row = sensor / 3, column = sensor % 3;
        for (uint8_t quarter = 0; quarter < turn % 4; quarter++) {
            const uint8_t swap = row;
            row = (uint8_t)(2 - column);
            column = swap;
        }
        if (drawn[bottom][row * 3 + column] == '#')
            pips |= (uint16_t)(1u << sensor);
    }
    return pips;
}

int die_reflects(const struct die *die, uint8_t sensor)
{
    const uint16_t pips = die_pips((uint8_t)(7 - die->top), die->turn);
    if (die->cocked)
        return die->body * (3 - sensor % 3) / 3;
    if (pips >> sensor & 1)
        return die->pip;
    return die->body + (die->pip - die->body) * die->blur / 100;
}

/* Sensors and lamps are never alike: counts of a perfectly white face, 320 to 520. */
static int gain(uint8_t pocket, uint8_t sensor)
{
    return 320 + (sensor * 89 + pocket * 53) % 200;
}

/* What the lamps send to a sensor, in percent. Dim lamps of a pocket give a little less or more than a sixth. */
static int lamp(const struct table *table, uint8_t pocket, uint8_t sensor, bool dim)
{
    const int near = sensor == 4 ? 2 : sensor % 2; /* lamps beside the sensor beyond a corner's one */
    const int percent = table->lamps * (2 + near * (table->field - 1)) / 2;
    return dim ? percent * (pocket ? 14 : 19) / 100 : percent;
}

static uint16_t read(struct table *table, int level)
{
    const int spread = 2 * table->noise + 1;
    const int reading = level + (int)chance_below(&table->chance, (uint32_t)spread) - table->noise;
    return (uint16_t)(reading < 0 ? 0 : reading > FULL_SCALE ? FULL_SCALE : reading);
}

static void scan_levels(struct table *table, struct scan *scan)
{
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++) {
        for (uint8_t value = 0; value < VALUES; value++) {
            const bool dim = value < GRID && scan->dim[pocket] >> value & 1;
            scan->dark[pocket][value] = read(table, (int)table->levels->dark[pocket][value]);
            scan->lit[pocket][value] = read(table, (int)table->levels->lit[dim][pocket][value]);
        }
    }
}

void table_scan(struct table *table, const uint16_t dim[POCKETS], struct scan *scan)
{
    *scan = (struct scan){.dim = {dim[0], dim[1]}};
    if (table->levels) {
        scan_levels(table, scan);
        return;
    }
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++) {
        const struct die *die = &table->dice[pocket];
        for (uint8_t sensor = 0; sensor < GRID; sensor++) {
            const int room = die->top ? table->room / 10 : table->room;
            const int back = GLASS + (die->top ? die_reflects(die, sensor) : 3);
            scan->dark[pocket][sensor] = read(table, room);
            const int light = lamp(table, pocket, sensor, dim[pocket] >> sensor & 1);
            scan->lit[pocket][sensor] = read(table, room + gain(pocket, sensor) * light / 100 * back / 100);
        }
        scan->dark[pocket][REFERENCE] = scan->lit[pocket][REFERENCE] = read(table, 675);
    }
    scan->dark[1][THROAT] = read(table, table->room);
    scan->lit[1][THROAT] = read(table, table->room + (table->throat ? 250 : 25));
    if (table->dead >= 0)
        scan->dark[0][table->dead] = scan->lit[0][table->dead] = 0;
    if (table->stuck >= 0)
        scan->dark[0][table->stuck] = scan->lit[0][table->stuck] = FULL_SCALE;
    if (table->mux_dead)
        for (uint8_t value = 0; value < VALUES; value++)
            scan->dark[1][value] = scan->lit[1][value] = read(table, 3);
}
