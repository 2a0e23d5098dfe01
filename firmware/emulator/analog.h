/*
 * Inputs of the chip's converter: two multiplexers of sixteen channels, two lamps, each bright or dim.
 *
 * A scene has the value of every channel in the dark, and the addition of each lamp; light adds up. Lamps
 * and channels need their time to settle. Scenes may be given beforehand for a time to come.
 */
#ifndef ANALOG_H
#define ANALOG_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MUXES = 2,
    CHANNELS = 16,
    POCKETS_LIT = 2,
    LAMPS = 2 * POCKETS_LIT, /* of each pocket bright, then of each dim */
    SCENE_VALUES = MUXES * (1 + LAMPS) * CHANNELS
};

/* Millivolts: of each multiplexer its channels in the dark, then what lamp 1 adds, lamp 2, and both when dim. */
typedef struct scene {
    uint64_t at_us;
    uint16_t millivolts[MUXES][1 + LAMPS][CHANNELS];
} scene_t;

void analog_open(void);

/* Let a scene come in its time; false if too many are waiting. Scenes come in the order given. */
bool analog_plan(const scene_t *scene);

/* Forget the scenes that have not come yet. */
void analog_forget(void);

/* Noise of each reading, millivolts to either side, and how much of the light that falls in from
 * outside flickers, in thousandths, and how often a second. Channel 15, the reference, is free of both. */
void analog_noise(unsigned millivolts, unsigned per_mille, unsigned hertz);

#endif
