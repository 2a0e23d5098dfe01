/*
 * The dice tower without the tower: the firmware as it was built, run by simavr, on a pseudo-terminal.
 *
 *   tower-emulator ELF PORT EEPROM CLOCK [SEED]
 *
 * ELF: the firmware. PORT: where a link to the pseudo-terminal of the moment appears, as
 * /dev/serial/by-id does for a real one. EEPROM: the file that keeps its memory. CLOCK: the file of
 * the page with the emulated time (pace.h). It starts unplugged, takes orders on its standard
 * input (orders.h), and ends when that ends.
 */
#define _GNU_SOURCE
#include <err.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "analog.h"
#include "chance.h"
#include "chip.h"
#include "orders.h"
#include "pace.h"
#include "port.h"
#include "uart.h"
#include "wire.h"

/* Emulated time between two looks at the outside world, and the longest sleep. */
enum { SLICE_US = 4000, LONGEST_SLEEP_US = 20000, READ = 512 };

static unsigned told_starts;

static void on_line(enum wire_way way, const uint8_t *line, size_t count)
{
    size_t shown = 0;
    while (shown < count && line[shown] >= ' ' && line[shown] <= '~')
        shown++;
    orders_tell(way == TO_HOST ? '<' : '>', "%.*s", (int)shown, (const char *)line);
}

static void wait_for_news(uint64_t microseconds)
{
    struct pollfd ends[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = port_descriptor(), .events = POLLIN},
    };
    if (microseconds > LONGEST_SLEEP_US)
        microseconds = LONGEST_SLEEP_US;
    struct timespec most = {.tv_nsec = (long)microseconds * 1000};
    ppoll(ends, 2, &most, NULL);
}

static void hear_host(void)
{
    uint8_t bytes[READ];
    if (uart_under_way() > READ) /* meanwhile the host's bytes wait in its buffer */
        return;
    size_t count = port_read(bytes, sizeof bytes);
    if (count > 0)
        wire_from_host(bytes, count);
}

int main(int count, char **words)
{
    if (count < 5)
        errx(2, "tower-emulator ELF PORT EEPROM CLOCK [SEED]");
    signal(SIGPIPE, SIG_IGN);
    chance_seed(count > 5 ? strtoull(words[5], NULL, 10) : 0);
    orders_open(words[2]);
    chip_open(words[1], words[3]);
    uart_open(wire_from_chip);
    wire_open(on_line);
    analog_open();
    pace_open(words[4]);
    pace_set(1);
    while (orders_take()) {
        uint64_t wait = pace_wait(chip_now_us());
        wait_for_news(wait);
        hear_host();
        if (wait > 0)
            continue;
        uart_tend();
        if (!chip_run(SLICE_US))
            errx(3, "the firmware crashed at 0x%04x", (unsigned)chip_avr()->pc);
        wire_tend();
        pace_publish(chip_now_us());
        if (told_starts != chip_starts())
            orders_tell('!', "start %u", told_starts = chip_starts());
    }
    port_unplug();
    return 0;
}
