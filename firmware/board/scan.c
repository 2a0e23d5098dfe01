#include "scan.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <stddef.h>
#include <util/atomic.h>

#include "clock.h"
#include "events.h"
#include "pins.h"

/* A phototransistor that was not selected floats at the supply; from there, and after a lamp was switched, it
 * follows within some 50 us of 10 kOhm, gain times its base's 5 pF (docs/hardware/optics/electronics.py). */
#define SETTLE_MICROSECONDS 300u
#define REFERENCE_CHANNEL 15u

_Static_assert(3ul * VALUES * SETTLE_MICROSECONDS + 4ul * VALUES * 104 < SHORT_GAP_MICROSECONDS - 5000,
               "a scan leaves the main loop 5 ms before the next begins");

enum phase { DARK, LIT_1, LIT_2 };

static struct scan scan;
static uint16_t exposed[POCKETS]; /* the next scan's sensors under dim lamps */
static uint8_t phase;
static uint8_t value; /* which of the multiplexer's values is read, 0 to VALUES - 1 */
static volatile bool ready;
static bool second = true; /* whether the scan that began last is the second or fourth of its look */

static void convert(uint8_t channel)
{
    ADMUX = ADC_REFERENCE | channel;
    ADCSRA |= _BV(ADSC);
}

/* Switch the lamps as the phase and the value need them. A low pin of DIM_PORT lets a little current through. */
static void switch_lamps(void)
{
    static const uint8_t gates[] = {[DARK] = 0, [LIT_1] = LAMP_1, [LIT_2] = LAMP_2};
    static const uint8_t sinks[] = {[DARK] = 0, [LIT_1] = DIM_1, [LIT_2] = DIM_2};
    const bool dim = phase != DARK && value < GRID && scan.dim[phase - LIT_1] >> value & 1;
    LAMP_PORT = (uint8_t)((LAMP_PORT & ~LAMPS) | (dim ? 0 : gates[phase]));
    DIM_PORT = (uint8_t)((DIM_PORT | DIM_LAMPS) & ~sinks[phase]);
}

/* Switch the multiplexers to a value, and its lamps, and read it when it has settled. */
static void select_value(void)
{
    switch_lamps();
    const uint8_t channel = value == REFERENCE ? REFERENCE_CHANNEL : value;
    SELECT_PORT = (uint8_t)((SELECT_PORT & ~SELECT_MASK) | (uint8_t)(channel << SELECT_SHIFT));
    OCR1B = TCNT1 + CLOCK_TICKS(SETTLE_MICROSECONDS);
    TIFR1 = _BV(OCF1B);
    TIMSK1 |= _BV(OCIE1B);
}

static void begin_phase(uint8_t next)
{
    phase = next;
    value = 0;
    select_value();
}

static void end_scan(void)
{
    phase = DARK;
    switch_lamps();
    ready = true;
    something_happened = true;
}

ISR(TIMER1_COMPA_vect)
{
    if (ready) { /* nobody took the last one yet; the next is the one that would have begun now */
        OCR1A += CLOCK_TICKS(SHORT_GAP_MICROSECONDS);
        return;
    }
    second = !second;
    OCR1A += second ? CLOCK_TICKS(SHORT_GAP_MICROSECONDS) : CLOCK_TICKS(LONG_GAP_MICROSECONDS);
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++)
        scan.dim[pocket] = exposed[pocket];
    begin_phase(DARK);
}

ISR(TIMER1_COMPB_vect)
{
    TIMSK1 &= (uint8_t)~_BV(OCIE1B);
    convert(phase == LIT_2 ? ADC_MUX_2 : ADC_MUX_1);
}

ISR(ADC_vect)
{
    const uint16_t read = ADC;
    if (phase == DARK) {
        const uint8_t pocket = ADMUX & 1;
        scan.dark[pocket][value] = read;
        if (pocket == 0) {
            convert(ADC_MUX_2);
            return;
        }
    } else {
        scan.lit[phase - LIT_1][value] = read;
    }
    if (++value < VALUES)
        select_value();
    else if (phase != LIT_2)
        begin_phase((uint8_t)(phase + 1));
    else
        end_scan();
}

void scan_start(void)
{
    SELECT_DDR |= SELECT_MASK;
    LAMP_DDR |= LAMPS;
    DIM_PORT |= DIM_LAMPS;
    DIM_DDR |= DIM_LAMPS;
    ADCSRA = _BV(ADEN) | _BV(ADIE) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0); /* 125 kHz: 104 us each */
    OCR1A = TCNT1 + CLOCK_TICKS(SHORT_GAP_MICROSECONDS);
    TIFR1 = _BV(OCF1A);
    TIMSK1 |= _BV(OCIE1A);
}

void scan_expose(const uint16_t dim[POCKETS])
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    for (uint8_t pocket = 0; pocket < POCKETS; pocket++)
        exposed[pocket] = dim[pocket];
}

const struct scan *scan_ready(void)
{
    return ready ? &scan : NULL;
}

void scan_done(void)
{
    ready = false;
}

uint32_t scan_noise(void)
{
    uint32_t hash = 2166136261u; /* FNV-1a, over bits that are noise */
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
    for (uint8_t count = 0; count < 192; count++) {
        convert(ADC_FLOATING);
        loop_until_bit_is_clear(ADCSRA, ADSC);
        hash = (hash ^ ADCL) * 16777619u;
        (void)ADCH; /* unlocks the result */
    }
    return hash;
}
