#include "look.h"

#include "calibration.h"

/* The room's light must leave the lamps room, and the lamps must not fill it. */
#define DARK_HIGHEST 600u
#define LIT_HIGHEST 960u      /* a phototransistor saturates at 980 or more */
#define WHITE_HIGHEST 680u    /* with paper, which a white die exceeds by a quarter, and with room light */
#define FULL_SCALE_FROM 1015u /* which only a wire to the supply reads */

/* A sensor at full scale with all its neighbours dim is broken, not dazzled. */
static void see_light(struct look *look, const struct scan *scan, uint8_t pocket)
{
    uint16_t bright = 0, full = 0;
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        const bool at_full_scale = scan->dark[pocket][sensor] >= FULL_SCALE_FROM;
        if (at_full_scale)
            full |= (uint16_t)(1u << sensor);
        else if (scan->dark[pocket][sensor] > DARK_HIGHEST || scan->lit[pocket][sensor] > LIT_HIGHEST)
            bright |= (uint16_t)(1u << sensor);
        if (scan->dark[pocket][sensor] <= DARK_HIGHEST && scan->lit[pocket][sensor] > WHITE_HIGHEST)
            look->over[pocket] |= (uint16_t)(1u << sensor);
    }
    const bool one_only = full && !(full & (full - 1));
    if (one_only && !bright)
        look->stuck[pocket] |= full;
    else if (full || bright)
        look->dazzled = true;
}

void add_scan_to_look(struct look *look, const struct scan *scan)
{
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++) {
        for (uint8_t sensor = 0; sensor < GRID; sensor++)
            look->grid[pocket][sensor] += (int16_t)(scan->lit[pocket][sensor] - scan->dark[pocket][sensor]);
        look->reference[pocket] = scan->dark[pocket][REFERENCE];
        see_light(look, scan, pocket);
    }
    look->throat += (int16_t)(scan->lit[1][THROAT] - scan->dark[1][THROAT]);
}
