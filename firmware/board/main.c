/* The dice tower's main loop: it processes the data of the interrupts, and sleeps. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

#include "../core/tower.h"
#include "clock.h"
#include "events.h"
#include "pins.h"
#include "scan.h"
#include "start.h"
#include "uart.h"

volatile bool something_happened;

static struct tower tower;

/* State from before a restart without a power cycle: RAM that is not cleared. */
static struct warm_state warm_state __attribute__((section(".noinit")));

static void sleep_until_something_happens(void)
{
    cli();
    while (!something_happened) {
        sleep_enable();
        sei(); /* the instruction after it is carried out before any interrupt is: none can slip between */
        sleep_cpu();
        sleep_disable();
        cli();
    }
    something_happened = false;
    sei();
}

static void switch_light(bool on)
{
    if (on)
        LIGHT_PORT |= LIGHT;
    else
        LIGHT_PORT &= (uint8_t)~LIGHT;
}

int main(void)
{
    LIGHT_DDR |= LIGHT;
    SMCR = SLEEP_MODE_IDLE; /* avr-libc's set_sleep_mode converts without saying so */
    clock_start();
    uart_start();
    tower_start(&tower, start_cause(), scan_noise(), &warm_state, clock_milliseconds());
    scan_expose(tower.dim);
    scan_start();
    sei();
    for (;;) {
        sleep_until_something_happens();
        const uint32_t now = clock_milliseconds();
        const struct scan *scan = scan_ready();
        if (scan) {
            tower_scan(&tower, scan, now);
            scan_expose(tower.dim);
            scan_done();
            watchdog_feed();
        }
        for (uint8_t byte; uart_take(&byte);)
            tower_byte(&tower, byte, now);
        tower_pass(&tower, now);
        scan_expose(tower.dim);
        switch_light(tower_light(&tower, now));
    }
}
