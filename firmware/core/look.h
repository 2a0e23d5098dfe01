/* Looks: four scans summed up, so that mains light's flicker falls out. */
#ifndef LOOK_H
#define LOOK_H

#include "scan.h"
#include "watch.h"

/* Add a scan to a look that began as zeros. */
void add_scan_to_look(struct look *look, const struct scan *scan);

#endif
