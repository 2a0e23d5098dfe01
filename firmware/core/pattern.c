#include "pattern.h"

#include <stdbool.h>
#include <string.h>

#include "flash.h"

/* The sensors that see a pip, by bottom face; two- and three- and six-pipped faces lie in two ways.
 * No pattern is another's inverse, so pips may be darker or lighter than the body. */
#define SEES(sensor) (1u << (sensor))
#define MAIN_DIAGONAL (SEES(0) | SEES(8))
#define OTHER_DIAGONAL (SEES(2) | SEES(6))
#define CENTRE SEES(4)
#define CORNERS (MAIN_DIAGONAL | OTHER_DIAGONAL)

static const FLASH struct {
    uint16_t pips;
    uint8_t bottom;
} patterns[] = {
    {CENTRE, 1},
    {MAIN_DIAGONAL, 2},
    {OTHER_DIAGONAL, 2},
    {MAIN_DIAGONAL | CENTRE, 3},
    {OTHER_DIAGONAL | CENTRE, 3},
    {CORNERS, 4},
    {CORNERS | CENTRE, 5},
    {CORNERS | SEES(3) | SEES(5), 6},
    {CORNERS | SEES(1) | SEES(7), 6},
};
#define PATTERNS (sizeof patterns / sizeof *patterns)

/* Standard deviation of a sensor from its group: a share of the contrast between pips
 * and body (pips off their places, print worn, a die a little askew), and a floor (noise, gloss, dirt). */
#define SPREAD_PERCENT 15
#define SPREAD_FLOOR (BODY_REFLECTANCE / 50)

/* Pips are small, and off their places on many dice: of their squared deviations only such a share counts
 * when it is asked whether a die lies flat. Which face it is, all of them decide. */
#define PIP_SHARE_TENTHS 7

#define LEAST_CONTRAST (BODY_REFLECTANCE / 17)

/* Squared deviations, in units of the variance above, that a die lying flat stays below, and that none comes
 * near. These and the bounds below were found with dice laid and mislaid by the host's model; `make -C
 * firmware/tower lies` counts their readings. */
#define FLAT_BELOW 12
#define ASKEW_FROM 20

/* What is over a sensor sends back more than this, be it a black pip or a black body. Less is the dark above a
 * sensor that the die doesn't cover. */
#define UNCOVERED_BELOW (BODY_REFLECTANCE / 40)

/* The body is of one colour: no sensor that sees it is further from their mean than a share of that, and a
 * share of the contrast, and a floor. Pips may differ: they are small, and off their places. A die that lies flat
 * but turned covers some sensors by half, or shows them half a pip. */
#define BODY_SHARE 6
#define BODY_FLOOR (BODY_REFLECTANCE / 50)

/* How well a pattern explains the levels. */
struct fit {
    int32_t rest;     /* the sum of squared deviations from the means of pips and body */
    int32_t askew;    /* the same, pips counting less: shows whether the die is flat */
    int32_t contrast; /* between the two means, never negative */
    int32_t body;     /* the mean of the sensors that see no pip */
};

/* What a body mirrors of the lamps, compared with the body that the tower was taught with: white dice are
 * polished, a strip of paper isn't. */
enum gloss { NO_GLOSS, GLOSS_LIKE_TAUGHT, GLOSS_BEYOND_TAUGHT };
#define GLOSSES 3

/* Take what a polished body mirrors off the sensors that see one. After polished dice of full reflectance, a
 * body as bright as theirs has nothing to be taken off, a black one all; after paper, every body has all. */
static void remove_mirrors(int16_t reflectances[GRID], const int16_t mirrors[GRID], uint16_t pips,
                           enum gloss gloss)
{
    if (gloss == NO_GLOSS)
        return;
    int32_t body = 0, count = 0;
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        if (!(pips & SEES(sensor))) {
            body += reflectances[sensor] - mirrors[sensor];
            count++;
        }
    }
    const int32_t missing = gloss == GLOSS_BEYOND_TAUGHT ? BODY_REFLECTANCE : BODY_REFLECTANCE - body / count;
    const int32_t share = missing < 0 ? 0 : missing > BODY_REFLECTANCE ? BODY_REFLECTANCE : missing;
    for (uint8_t sensor = 0; sensor < GRID; sensor++)
        if (!(pips & SEES(sensor)))
            reflectances[sensor] =
                (int16_t)(reflectances[sensor] - mirrors[sensor] * share / BODY_REFLECTANCE);
}

static struct fit fit_pattern(const int16_t reflectances[GRID], uint16_t pips)
{
    int32_t pip_squares = 0, body_squares = 0, pip_sum = 0, body_sum = 0;
    int8_t pip_count = 0;
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        const int32_t reflectance = reflectances[sensor];
        if (pips & SEES(sensor)) {
            pip_squares += reflectance * reflectance;
            pip_sum += reflectance;
            pip_count++;
        } else {
            body_squares += reflectance * reflectance;
            body_sum += reflectance;
        }
    }
    const int32_t pip = pip_sum / pip_count, body = body_sum / (GRID - pip_count);
    /* With the means rounded the shortcut by sums would be off: this form is exact for any two levels. */
    const int32_t of_pips = pip_squares - 2 * pip * pip_sum + pip * pip * pip_count;
    const int32_t of_body = body_squares - 2 * body * body_sum + body * body * (GRID - pip_count);
    const int32_t askew = of_pips / 10 * PIP_SHARE_TENTHS + of_body;
    const int32_t contrast = pip < body ? body - pip : pip - body;
    return (struct fit){.rest = of_pips + of_body, .askew = askew, .contrast = contrast, .body = body};
}

/* The probability in percent of the better of two hypotheses, by twice the logarithm of their odds. */
static uint8_t odds_to_percent(int32_t twice_log_odds)
{
    static const FLASH uint8_t percents[] = {50, 62, 73, 82, 88, 92, 95, 97, 98};
    return twice_log_odds < (int32_t)sizeof percents ? percents[twice_log_odds] : 99;
}

/* Reduce the quality if even the best pattern explains the levels badly. */
static uint8_t lower_if_askew(uint8_t quality, int32_t deviation)
{
    if (deviation <= FLAT_BELOW)
        return quality;
    if (deviation >= ASKEW_FROM)
        return 0;
    return (uint8_t)(quality * (ASKEW_FROM - deviation) / (ASKEW_FROM - FLAT_BELOW));
}

/* Whether a die lies over all sensors, and those that see its body see one colour. */
static bool covers_evenly(const int16_t seen[GRID], const int16_t reflectances[GRID], uint16_t pips,
                          const struct fit *fit)
{
    const int32_t less = fit->body < fit->contrast ? fit->body : fit->contrast;
    const int32_t most = less / BODY_SHARE + BODY_FLOOR;
    for (uint8_t sensor = 0; sensor < GRID; sensor++) {
        const int32_t off = reflectances[sensor] - fit->body;
        if (seen[sensor] < UNCOVERED_BELOW)
            return false;
        if (!(pips & SEES(sensor)) && (off > most || off < -most))
            return false;
    }
    return true;
}

static struct reading read_as(enum gloss gloss, const int16_t seen[GRID], const int16_t mirrors[GRID])
{
    int16_t reflectances[GRID], best_reflectances[GRID];
    struct fit best = {.rest = INT32_MAX};
    int32_t rival = INT32_MAX; /* the best fit of another face */
    uint16_t pips = 0;
    uint8_t bottom = 0;
    for (uint8_t pattern = 0; pattern < PATTERNS; pattern++) {
        memcpy(reflectances, seen, sizeof reflectances);
        remove_mirrors(reflectances, mirrors, patterns[pattern].pips, gloss);
        struct fit fit = fit_pattern(reflectances, patterns[pattern].pips);
        const int32_t contrast = fit_pattern(seen, patterns[pattern].pips).contrast;
        if (contrast < fit.contrast)
            fit.contrast = contrast; /* a correction of the body alone makes no pips */
        if (fit.rest < best.rest) {
            if (bottom && patterns[pattern].bottom != bottom)
                rival = best.rest;
            best = fit;
            memcpy(best_reflectances, reflectances, sizeof best_reflectances);
            pips = patterns[pattern].pips;
            bottom = patterns[pattern].bottom;
        } else if (patterns[pattern].bottom != bottom && fit.rest < rival) {
            rival = fit.rest;
        }
    }
    const uint8_t top = (uint8_t)(7 - bottom);
    if (best.contrast < LEAST_CONTRAST || !covers_evenly(seen, best_reflectances, pips, &best))
        return (struct reading){.face = top, .quality = 0};
    const int32_t share = best.contrast * best.contrast / 100 * (SPREAD_PERCENT * SPREAD_PERCENT) / 100;
    const int32_t variance = share + SPREAD_FLOOR * SPREAD_FLOOR;
    const uint8_t quality = odds_to_percent((rival - best.rest) / variance);
    return (struct reading){.face = top, .quality = lower_if_askew(quality, best.askew / variance)};
}

struct reading pattern_read(const int16_t reflectances[GRID])
{
    return read_as(NO_GLOSS, reflectances, reflectances);
}

struct reading pattern_read_polished(const int16_t reflectances[GRID], const int16_t mirrors[GRID])
{
    struct reading best = pattern_read(reflectances);
    for (enum gloss gloss = GLOSS_LIKE_TAUGHT; gloss < GLOSSES; gloss++) {
        const struct reading other = read_as(gloss, reflectances, mirrors);
        if (best.quality >= MIN_QUALITY && other.quality >= MIN_QUALITY && best.face != other.face)
            return (struct reading){.face = other.face, .quality = 0};
        if (other.quality > best.quality)
            best = other;
    }
    return best;
}
