/*
 * The orders on the emulator's standard input, one per line, and its answers on its standard
 * output:
 *
 *   = MICROSECONDS ok ...     an order was carried out    (emulated time)
 *   = MICROSECONDS no WHY     it was not
 *   < MICROSECONDS LINE       the chip sent this line     (before anything happened to it on the wire)
 *   > MICROSECONDS LINE       the host did
 *   ! MICROSECONDS WHAT       something happened: start N, cut
 */
#ifndef ORDERS_H
#define ORDERS_H

#include <stdbool.h>
#include <stddef.h>

/* Print a text; unread output is lost, except answers. */
__attribute__((format(printf, 2, 3))) void orders_tell(char mark, const char *format, ...);

/* `link_path`: where the port appears. Standard output is ours alone from now on. */
void orders_open(const char *link_path);

/* Read and carry out what has come; false when the standard input has ended. */
bool orders_take(void);

#endif
