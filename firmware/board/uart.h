/* The serial line: 115200 baud, a ring of bytes each way, moved by interrupts. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

void uart_start(void);

/* Take the oldest byte received; false if there is none. Bytes that came damaged or found the ring full
 * are missing: the line's checksum reveals it. */
bool uart_take(uint8_t *byte);

#endif
