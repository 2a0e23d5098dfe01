#include "start.h"

#include <avr/io.h>
#include <avr/wdt.h>

/* Not cleared at a start, for both are written before RAM is. */
static uint8_t register_flags __attribute__((section(".noinit")));
static uint8_t boot_loader_flags __attribute__((section(".noinit"), used));

/* Optiboot clears MCUSR and hands on what stood there in r2, which nothing has touched yet. */
void keep_boot_loader_flags(void) __attribute__((naked, used, section(".init0")));
void keep_boot_loader_flags(void)
{
    __asm__ volatile("sts boot_loader_flags, r2");
}

/* A watchdog that has reset the board resets it every 16 ms until it is disabled. */
void disable_watchdog(void) __attribute__((naked, used, section(".init3")));
void disable_watchdog(void)
{
    register_flags = MCUSR;
    MCUSR = 0;
    wdt_enable(WDTO_500MS);
}

enum cause start_cause(void)
{
    const uint8_t all = _BV(PORF) | _BV(EXTRF) | _BV(BORF) | _BV(WDRF);
    uint8_t flags = register_flags;
    if (flags == 0 && (boot_loader_flags & ~all) == 0)
        flags = boot_loader_flags; /* else r2 holds something else: there is no such boot loader */
    if (flags & _BV(PORF))
        return CAUSE_POWER;
    if (flags & _BV(BORF))
        return CAUSE_BROWNOUT;
    /* A boot loader that waited in vain ends itself by the watchdog, after a reset. */
    if (flags & _BV(WDRF) && !(flags & _BV(EXTRF)))
        return CAUSE_WATCHDOG;
    return CAUSE_RESET;
}

void watchdog_feed(void)
{
    wdt_reset();
}
