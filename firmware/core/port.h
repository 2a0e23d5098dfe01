/* Where the core's lines go: the board implements it with its UART, tests with a buffer. */
#ifndef PORT_H
#define PORT_H

#include <stdint.h>

/* Send a whole line, or nothing of it if there is no room: all that matters is sent again. Never waits. */
void port_send(const char *bytes, uint8_t count);

#endif
