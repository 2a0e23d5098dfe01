#include "pocket.h"

#include <string.h>

/* Two looks agree if no sensor differs by more than noise (of the converter, four scans) and a share of
 * the light that a white die throws back. */
#define NOISE 20
#define SHARE 48

/* Dust: it is learned as a mean over so many looks, from the second of stillness on, and up to a share of a white
 * body's light. Dust comes in weeks, so what has come at once is something else. */
#define DUST_LOOKS 8
#define DUST_AFTER 11
#define DUST_SHARE 4

/* What a polished die mirrors of the lamps, as a share of what the empty glass and the film on it do: as much as the
 * glass's upper face, by Fresnel's law (docs/hardware/optics/rays.py traces 0.40 to 0.49). */
#define MIRROR_PERCENT 45

/* So many times as much is not noise: something moves. */
#define MOVES 8

/* The mean reflectance from which there is something, and up to which there is nothing; and the same for
 * the brightest sensor. (A black die reflects as little as the dark above an empty pocket; its pips don't.) */
#define SOMETHING (BODY_REFLECTANCE * 8 / 100)
#define NOTHING_LEFT (BODY_REFLECTANCE * 5 / 100)
#define SOMETHING_BRIGHT (BODY_REFLECTANCE * 20 / 100)
#define NOTHING_BRIGHT (BODY_REFLECTANCE * 12 / 100)

static int16_t span(const struct pocket_levels *levels, uint8_t sensor)
{
    return levels->body[sensor] - levels->empty[sensor];
}

/* What a white body still adds under dust. Dust throws back about half of the light that falls on it, and keeps it from
 * the die and the die's from the sensor: for each count that it adds, a white body loses three and a half. */
static int16_t dusty_span(const struct pocket *pocket, const struct pocket_levels *levels, uint8_t sensor)
{
    const int16_t clean = span(levels, sensor), dust = pocket->dust[sensor] / DUST_LOOKS;
    const int16_t lost = (int16_t)(dust > 0 ? dust * 7 / 2 : 0);
    return (int16_t)(lost < clean / 2 ? clean - lost : clean - clean / 2);
}

static int16_t reflectance(const struct pocket *pocket, const struct pocket_levels *levels, uint8_t sensor,
                           int16_t level)
{
    const int16_t light = (int16_t)(level - levels->empty[sensor]);
    const int32_t value = (int32_t)light * BODY_REFLECTANCE / dusty_span(pocket, levels, sensor);
    const int16_t most = 4 * BODY_REFLECTANCE; /* more is gloss, and would overflow the squares */
    return (int16_t)(value > most ? most : value < -most ? -most : value);
}

/* A look's or a mean level, without what dust adds. */
static int16_t without_dust(const struct pocket *pocket, uint8_t sensor, int16_t level)
{
    return (int16_t)(level - pocket->dust[sensor] / DUST_LOOKS);
}

static enum motion motion_since_anchor(const struct pocket *pocket, const struct pocket_levels *levels,
                                       const int16_t look[GRID])
{
    enum motion motion = STILL;
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        const int16_t change = look[sensor] - pocket->anchor[sensor];
        const int16_t difference = (int16_t)(change < 0 ? -change : change);
        const int16_t tolerance = NOISE + span(levels, sensor) / SHARE;
        if (difference > MOVES * tolerance)
            return MOVING;
        if (difference > tolerance)
            motion = WAVERING;
    }
    return motion;
}

static void see_presence(struct pocket *pocket, const struct pocket_levels *levels, const int16_t look[GRID])
{
    int16_t sum = 0, most = 0;
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        const int16_t seen = reflectance(pocket, levels, sensor, without_dust(pocket, sensor, look[sensor]));
        sum += seen;
        most = seen > most ? seen : most;
    }
    const bool something = sum >= GRID * SOMETHING || most >= SOMETHING_BRIGHT;
    const bool nothing = sum < GRID * NOTHING_LEFT && most < NOTHING_BRIGHT;
    pocket->blurred = !something && !nothing;
    pocket->present = something || (pocket->present && !nothing);
}

static void read(struct pocket *pocket, const struct pocket_levels *levels)
{
    int16_t reflectances[GRID], mirrors[GRID];
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        const int16_t mirrored = (int16_t)((int32_t)levels->empty[sensor] * MIRROR_PERCENT / 100);
        const int16_t level = without_dust(pocket, sensor, pocket_level(pocket, sensor));
        reflectances[sensor] = reflectance(pocket, levels, sensor, level);
        mirrors[sensor] = reflectance(pocket, levels, sensor, (int16_t)(levels->empty[sensor] + mirrored));
    }
    pocket->reading = pattern_read_polished(reflectances, mirrors);
}

void pocket_look(struct pocket *pocket, const struct pocket_levels *levels, const int16_t look[GRID])
{
    see_presence(pocket, levels, look);
    const enum motion motion = motion_since_anchor(pocket, levels, look);
    if (pocket->still == 0 || motion != STILL) {
        pocket->motion = motion;
        memcpy(pocket->anchor, look, sizeof pocket->anchor);
        memset(pocket->sum, 0, sizeof pocket->sum);
        pocket->still = 0;
    }
    if (pocket->still < REST_LOOKS)
        for (uint8_t sensor = 0; sensor < GRID; sensor++)
            pocket->sum[sensor] += look[sensor];
    if (pocket->still < UINT8_MAX && ++pocket->still == REST_LOOKS)
        read(pocket, levels);
}

void pocket_learn_dust(struct pocket *pocket, const struct pocket_levels *levels, const int16_t look[GRID])
{
    if (pocket->present || pocket->blurred || pocket->still < DUST_AFTER)
        return;
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        const int16_t most = (int16_t)(DUST_LOOKS * span(levels, sensor) / DUST_SHARE);
        const int16_t beyond = (int16_t)(look[sensor] - levels->empty[sensor]);
        const int16_t dust = (int16_t)(pocket->dust[sensor] + beyond - pocket->dust[sensor] / DUST_LOOKS);
        pocket->dust[sensor] = (int16_t)(dust > most ? most : dust < -most ? -most : dust);
    }
}

bool pocket_is_still(const struct pocket *pocket)
{
    return pocket->still >= REST_LOOKS;
}

bool pocket_is_resting(const struct pocket *pocket)
{
    return pocket->present && pocket_is_still(pocket);
}

int16_t pocket_level(const struct pocket *pocket, uint8_t sensor)
{
    return pocket->sum[sensor] / REST_LOOKS;
}
