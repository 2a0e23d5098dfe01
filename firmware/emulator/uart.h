/*
 * The chip's serial port, true to the chip where simavr is kinder than it.
 *
 * A byte takes ten bits' time. The receiver holds two bytes and one in its shift register: what comes
 * while nobody has read them is lost, and the flag DOR says so.
 */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Call `on_byte` with each byte that the firmware sends. */
void uart_open(void (*on_byte)(uint8_t byte));

/* Put bytes on the wire to the chip, as far as there is room; returns how many. */
size_t uart_send(const uint8_t *bytes, size_t count);

/* Bytes on the wire that have not reached the chip yet. */
size_t uart_under_way(void);

/* Lose the bytes on the wire, as when the cable is pulled. */
void uart_cut(void);

/* Let the wire go on after the chip has started: resets forget it. Call it often. */
void uart_tend(void);

/* Bytes the chip lost because nobody read them in time, or because its receiver was off. */
unsigned uart_lost(void);

#endif
