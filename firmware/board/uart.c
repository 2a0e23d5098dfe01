#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "../core/port.h"
#include "events.h"

#define RECEIVED 128u /* 11 ms of bytes; the main loop comes by in less */
#define SENT 256u
#define WAKE_AT 48u /* bytes that wake the main loop though no line has ended */

_Static_assert((RECEIVED & (RECEIVED - 1)) == 0 && RECEIVED <= 256, "an index wraps by a mask");
_Static_assert(SENT == 256, "an index of eight bits wraps by itself");

static volatile uint8_t received[RECEIVED];
static volatile uint8_t received_in, received_out;
static volatile uint8_t sent[SENT];
static volatile uint8_t sent_in, sent_out;

void uart_start(void)
{
    /* Before the divisor: some emulators read it only then. */
    UCSR0A = _BV(U2X0);
    UBRR0 = F_CPU / 8 / 115200 - 1; /* 117647 baud, 2.1 % fast: a USB bridge takes 3 */
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

ISR(USART_RX_vect)
{
    const uint8_t status = UCSR0A; /* must be read before its byte */
    const uint8_t byte = UDR0;
    const uint8_t next = (uint8_t)(received_in + 1) & (RECEIVED - 1);
    if ((status & (_BV(FE0) | _BV(UPE0))) || next == received_out)
        return;
    received[received_in] = byte;
    received_in = next;
    const uint8_t waiting = (uint8_t)(received_in - received_out) & (RECEIVED - 1);
    if (byte == '\n' || waiting >= WAKE_AT)
        something_happened = true;
}

ISR(USART_UDRE_vect)
{
    UDR0 = sent[sent_out++];
    if (sent_out == sent_in)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

bool uart_take(uint8_t *byte)
{
    if (received_out == received_in)
        return false;
    *byte = received[received_out];
    received_out = (uint8_t)(received_out + 1) & (RECEIVED - 1);
    return true;
}

void port_send(const char *bytes, uint8_t count)
{
    const uint8_t room = (uint8_t)(sent_out - sent_in - 1);
    if (count > room)
        return;
    while (count--)
        sent[sent_in++] = (uint8_t)*bytes++;
    UCSR0B |= _BV(UDRIE0);
}
