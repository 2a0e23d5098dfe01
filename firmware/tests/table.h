/* A small model of the tower's sensors over two pockets, enough to try the core on any machine. (The physics
 * is modelled in companion/sources/tower/stand_ins/pockets.py, which feeds the emulated board.) */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "../core/scan.h"

/* What lies in a pocket. */
struct die {
    uint8_t top;   /* 0: nothing */
    uint8_t turn;  /* quarter turns */
    int body, pip; /* reflectances in percent */
    int blur;      /* percent of a pip's contrast that its neighbours see too */
    bool cocked;   /* one edge is up: dimmer from side to side, and pips beside the sensors */
};

/* What a model elsewhere computes for each value of a scan, in counts without noise. */
struct levels {
    double dark[POCKETS][VALUES];
    double lit[2][POCKETS][VALUES]; /* under bright lamps, under dim ones */
};

struct table {
    const struct levels *levels; /* instead of all below but the noise; NULL: none */
    struct die dice[POCKETS];
    bool throat;
    int room;      /* the dark reading of an open pocket */
    int noise;     /* the highest deviation of a reading */
    int dead;      /* index of a sensor of pocket 1 whose wire is off; -1: none */
    int stuck;     /* index of one that lies at the supply; -1: none */
    bool mux_dead; /* of pocket 2 */
    int lamps;     /* brightness in percent of lamps that need no dim exposure */
    int field; /* how many times a corner's light the centre of a pocket gets; edges: the middle between */
    uint32_t chance;
};

/* Empty pockets, a dim room. */
struct table table_empty(void);

/* A white die with black pips. */
struct die die_white(uint8_t top, uint8_t turn);

/* The sensors, bit by bit, that see pips of a bottom face turned by quarters. */
uint16_t die_pips(uint8_t bottom, uint8_t turn);

/* Reflectance in percent that a sensor sees. */
int die_reflects(const struct die *die, uint8_t sensor);

/* One scan of what lies there; `dim`: the sensors of each pocket, bit by bit, that are read under dim lamps. */
void table_scan(struct table *table, const uint16_t dim[POCKETS], struct scan *scan);

#endif
