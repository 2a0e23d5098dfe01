#include "analog.h"

#include <math.h>
#include <string.h>

#include <avr_adc.h>
#include <avr_ioport.h>
#include <sim_avr.h>

#include "chance.h"
#include "chip.h"

enum {
    R_DDRB = 0x24,
    R_PORTB = 0x25,
    R_PORTD = 0x2b,
    PIN_LAMP = 2, /* of port D, high: bright */
    PIN_DIM = 0,  /* of port B, low while it drives: dim, unless bright */
    PIN_SELECT = 4,
    PLANNED = 256,
    REFERENCE = 15
};

/* The supply minus the saturation voltage: 0.1 V by Vishay's sheets of the TEPT and TEMT sensors. */
static const double FULL_MV = SUPPLY_MV - 100;

/* A phototransistor that is not selected floats at full scale. When it is, and when a lamp is switched, it follows
 * as gain times its base's capacitance under the load lets it: 800 times 5 pF under 10 kOhm. */
static const double FOLLOWS_US = 40;

static scene_t now, planned[PLANNED];
static unsigned first, after_last;
static unsigned noise_mv = 6, flicker_per_mille, flicker_hertz = 100;

static struct {
    bool on;
    double level; /* at the last change, 0 to 1 */
    avr_cycle_count_t changed;
} lamps[LAMPS];

static avr_cycle_count_t switched;
static avr_irq_t *converter;

static double microseconds_since(avr_cycle_count_t when)
{
    return (double)(chip_avr()->cycle - when) / CYCLES_PER_US;
}

static double lamp_level(int lamp)
{
    double goal = lamps[lamp].on;
    return goal + (lamps[lamp].level - goal) * exp(-microseconds_since(lamps[lamp].changed) / FOLLOWS_US);
}

static void switch_lamp(int lamp, bool on)
{
    if (lamps[lamp].on == on)
        return;
    lamps[lamp].level = lamp_level(lamp);
    lamps[lamp].on = on;
    lamps[lamp].changed = chip_avr()->cycle;
}

static void on_lamps(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)value, (void)unused;
    const uint8_t *data = chip_avr()->data;
    for (int pocket = 0; pocket < POCKETS_LIT; pocket++) {
        bool bright = data[R_PORTD] >> (PIN_LAMP + pocket) & 1;
        bool sinks = data[R_DDRB] & ~data[R_PORTB] & 1 << (PIN_DIM + pocket);
        switch_lamp(pocket, bright);
        switch_lamp(POCKETS_LIT + pocket, sinks && !bright);
    }
}

static void on_select(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)value, (void)unused;
    switched = chip_avr()->cycle;
}

static void advance(void)
{
    while (first != after_last && planned[first % PLANNED].at_us <= chip_now_us())
        now = planned[first++ % PLANNED];
}

static double outside_light(double millivolts)
{
    double half_waves = sin(2 * M_PI * flicker_hertz * (double)chip_now_us() / 1e6);
    return millivolts * (1 + flicker_per_mille / 1000.0 * half_waves);
}

static double channel_mv(int mux, int channel)
{
    if (channel == REFERENCE)
        return now.millivolts[mux][0][channel];
    double light = outside_light(now.millivolts[mux][0][channel]);
    for (int lamp = 0; lamp < LAMPS; lamp++)
        light += lamp_level(lamp) * now.millivolts[mux][1 + lamp][channel];
    double noise = (double)chance_below(2 * noise_mv + 1) - noise_mv;
    return fmin(fmax(light + noise, 0), FULL_MV);
}

static void on_conversion(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)unused;
    avr_adc_mux_t asked = {0}; /* simavr sends its fields, 32 bits, as a number */
    memcpy(&asked, &value, sizeof value);
    int mux = asked.src;
    if (asked.kind != ADC_MUX_SINGLE)
        return;
    if (mux >= MUXES) { /* a pin that hangs in the air */
        avr_raise_irq(converter + ADC_IRQ_ADC0 + mux, chance_below((uint32_t)FULL_MV));
        return;
    }
    advance();
    int channel = chip_avr()->data[R_PORTD] >> PIN_SELECT;
    double goal = channel_mv(mux, channel);
    double left = channel == REFERENCE ? 0 : exp(-microseconds_since(switched) / FOLLOWS_US);
    double seen = goal + (FULL_MV - goal) * left;
    avr_raise_irq(converter + ADC_IRQ_ADC0 + mux, (uint32_t)lround(seen));
}

void analog_open(void)
{
    avr_t *avr = chip_avr();
    converter = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, 0);
    avr_irq_register_notify(converter + ADC_IRQ_OUT_TRIGGER, on_conversion, NULL);
    avr_irq_t *port = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 0);
    avr_irq_t *dim = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 0);
    for (int pocket = 0; pocket < POCKETS_LIT; pocket++) {
        avr_irq_register_notify(port + PIN_LAMP + pocket, on_lamps, NULL);
        avr_irq_register_notify(dim + PIN_DIM + pocket, on_lamps, NULL);
    }
    for (int pin = 0; pin < 4; pin++)
        avr_irq_register_notify(port + PIN_SELECT + pin, on_select, NULL);
}

bool analog_plan(const scene_t *scene)
{
    advance();
    if (after_last - first >= PLANNED)
        return false;
    planned[after_last++ % PLANNED] = *scene;
    return true;
}

void analog_forget(void)
{
    advance();
    first = after_last;
}

void analog_noise(unsigned millivolts, unsigned per_mille, unsigned hertz)
{
    noise_mv = millivolts;
    flicker_per_mille = per_mille;
    flicker_hertz = hertz;
}
