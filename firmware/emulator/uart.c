#include "uart.h"

#include <err.h>
#include <string.h>

#include <avr_uart.h>
#include <sim_avr.h>

#include "chip.h"

enum { WIRE = 1 << 17, HELD = 3, R_UCSRB = 0xc1, BIT_RXEN = 1 << 4 };

static avr_uart_t *uart;
static avr_irq_t *input;
static void (*tell)(uint8_t byte);
static avr_cycle_count_t byte_cycles; /* ten bits; simavr counts a parity bit and has eleven */
static unsigned lost;

static uint8_t wire[WIRE]; /* a ring; both indices count on for ever */
static size_t head, tail;

static void correct_byte_time(void)
{
    if (uart->cycles_per_byte != byte_cycles)
        uart->cycles_per_byte = byte_cycles = uart->cycles_per_byte * 10 / 11;
}

static void on_output(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)unused;
    correct_byte_time();
    tell((uint8_t)value);
}

static bool is_held_full(void)
{
    unsigned size = sizeof uart->input.buffer / sizeof *uart->input.buffer;
    return (uart->input.write + size - uart->input.read) % size >= HELD;
}

static avr_cycle_count_t deliver(avr_t *avr, avr_cycle_count_t when, void *unused)
{
    (void)unused;
    correct_byte_time();
    uint8_t byte = wire[tail++ % WIRE];
    bool listening = avr->data[R_UCSRB] & BIT_RXEN;
    if (listening && !is_held_full()) {
        avr_raise_irq(input, byte);
    } else {
        lost++;
        if (listening)
            avr_regbit_setto(avr, uart->dor, 1);
    }
    return tail == head ? 0 : when + byte_cycles;
}

void uart_open(void (*on_byte)(uint8_t byte))
{
    avr_t *avr = chip_avr();
    avr_io_t *module = avr->io_port;
    while (module && strcmp(module->kind, "uart") != 0)
        module = module->next;
    if (!module)
        errx(2, "this simavr has no uart");
    uart = (avr_uart_t *)module;
    uart->flags = 0; /* neither print nor sleep */
    byte_cycles = uart->cycles_per_byte;
    tell = on_byte;
    const uint32_t irqs = (uint32_t)AVR_IOCTL_UART_GETIRQ(uart->name);
    input = avr_io_getirq(avr, irqs, UART_IRQ_INPUT);
    avr_irq_t *output = avr_io_getirq(avr, irqs, UART_IRQ_OUTPUT);
    avr_irq_register_notify(output, on_output, NULL);
}

size_t uart_send(const uint8_t *bytes, size_t count)
{
    size_t taken = 0;
    while (taken < count && head - tail < WIRE)
        wire[head++ % WIRE] = bytes[taken++];
    uart_tend();
    return taken;
}

size_t uart_under_way(void)
{
    return head - tail;
}

void uart_cut(void)
{
    tail = head;
    avr_cycle_timer_cancel(chip_avr(), deliver, NULL);
}

void uart_tend(void)
{
    avr_t *avr = chip_avr();
    correct_byte_time();
    if (head != tail && chip_powered() && avr_cycle_timer_status(avr, deliver, NULL) == 0)
        avr_cycle_timer_register(avr, byte_cycles, deliver, NULL);
}

unsigned uart_lost(void)
{
    return lost;
}
