#include "chip.h"

#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <avr_eeprom.h>
#include <avr_ioport.h>
#include <avr_watchdog.h>
#include <sim_elf.h>

#include "chance.h"

/* Registers of the ATmega328P by their addresses in data space. */
enum { R_PORTB = 0x25, R_EECR = 0x3f, R_MCUSR = 0x54, R_WDTCSR = 0x60, RAM_BEGIN = 0x100 };
enum { BIT_EEPE = 1 << 1, BIT_EEMPE = 1 << 2, BIT_EERIE = 1 << 3, BIT_LED = 1 << 5 };

enum { EEPROM_SIZE = 1024, WRITE_CYCLES = 3400 * CYCLES_PER_US, ARMED_CYCLES = 8 };

static avr_t *avr;
static avr_eeprom_t *memory;
static bool powered;
static unsigned starts;

static struct {
    uint8_t before[EEPROM_SIZE]; /* the contents before the current write */
    uint16_t address;
    avr_cycle_count_t armed, busy_until;
    unsigned count, cut_in;
    void (*on_cut)(void);
    bool worn, cut_due;
} writing;

avr_t *chip_avr(void)
{
    return avr;
}

uint64_t chip_now_us(void)
{
    return avr->cycle / CYCLES_PER_US;
}

bool chip_powered(void)
{
    return powered;
}

unsigned chip_starts(void)
{
    return starts;
}

unsigned chip_eeprom_writes(void)
{
    return writing.count;
}

bool chip_light_on(void)
{
    return powered && avr->data[R_PORTB] & BIT_LED;
}

static bool is_writing(void)
{
    return avr->cycle < writing.busy_until;
}

static avr_cycle_count_t end_write(avr_t *of, avr_cycle_count_t when, void *unused)
{
    (void)when, (void)unused;
    of->data[R_EECR] &= (uint8_t)~BIT_EEPE;
    writing.before[writing.address] = memory->eeprom[writing.address];
    return 0;
}

static void begin_write(void)
{
    const int address = avr->data[memory->r_eearl] | avr->data[memory->r_eearh] << 8;
    writing.address = (uint16_t)(address % EEPROM_SIZE);
    writing.busy_until = avr->cycle + WRITE_CYCLES;
    writing.count++;
    if (writing.worn)
        memory->eeprom[writing.address] = writing.before[writing.address];
    avr->data[R_EECR] |= BIT_EEPE; /* simavr clears it at once */
    avr_cycle_timer_register(avr, WRITE_CYCLES, end_write, NULL);
    if (writing.cut_in && --writing.cut_in == 0)
        writing.cut_due = true; /* done between two instructions, not inside of one */
}

/* Called after simavr's own handler of the EEPROM's control register, which carries out the write. */
static void on_eecr(avr_t *of, avr_io_addr_t address, uint8_t value, void *unused)
{
    (void)address, (void)unused;
    bool armed = writing.armed && of->cycle - writing.armed <= ARMED_CYCLES;
    if (value & BIT_EEPE && armed && !is_writing())
        begin_write();
    else if (is_writing())
        of->data[R_EECR] |= BIT_EEPE;
    writing.armed = value & BIT_EEMPE && !(value & BIT_EEPE) ? of->cycle : 0;
    if (value & BIT_EERIE && !is_writing())
        avr_raise_interrupt(of, &memory->ready);
}

/* After a reset, by us or by simavr's watchdog. */
static void on_reset(avr_io_t *io)
{
    starts++;
    if (is_writing()) { /* a reset does not end a write */
        io->avr->data[R_EECR] |= BIT_EEPE;
        avr_cycle_timer_register(io->avr, writing.busy_until - io->avr->cycle, end_write, NULL);
    }
}

/* Called after simavr's own handler, which heeds a new time only when the watchdog is fed next. */
static void on_wdtcsr(avr_t *of, avr_io_addr_t address, uint8_t value, void *unused)
{
    (void)address, (void)value, (void)unused;
    avr_ioctl(of, AVR_IOCTL_WATCHDOG_RESET, NULL);
}

static void stay_awake(avr_t *of, avr_cycle_count_t cycles)
{
    (void)of, (void)cycles; /* pacing is the main loop's affair */
}

static void log_errors(avr_t *of, int level, const char *format, va_list arguments)
{
    (void)of;
    if (level == LOG_ERROR)
        vfprintf(stderr, format, arguments);
}

static uint8_t *map_eeprom(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        err(2, "%s", path);
    uint8_t fresh[EEPROM_SIZE];
    memset(fresh, 0xff, sizeof fresh);
    if (lseek(file, 0, SEEK_END) < EEPROM_SIZE && pwrite(file, fresh, sizeof fresh, 0) != EEPROM_SIZE)
        err(2, "%s", path);
    uint8_t *bytes = mmap(NULL, EEPROM_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED)
        err(2, "%s", path);
    close(file);
    return bytes;
}

static avr_io_t *find_module(const char *kind)
{
    avr_io_t *module = avr->io_port;
    while (module && strcmp(module->kind, kind) != 0)
        module = module->next;
    if (!module)
        errx(2, "this simavr has no %s", kind);
    return module;
}

/* Without it a sleeping chip runs a hundred times slower: simavr looks at INT0 and INT1, which are the
 * lamps' pins here, in every cycle in which they are low. */
static void remove_pin_interrupts(void)
{
    avr_io_t *module = find_module("extint");
    avr_io_t **link = &avr->io_port;
    while (*link != module)
        link = &(*link)->next;
    *link = module->next; /* or each reset would connect it again */
    avr_irq_t *port = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 0);
    for (int pin = 0; pin < 2; pin++)
        avr_unconnect_irq(port + 2 + pin, module->irq + pin);
}

void chip_open(const char *elf_path, const char *eeprom_path)
{
    static avr_io_t watcher = {.kind = "watcher", .reset = on_reset};
    elf_firmware_t firmware = {0};

    avr_global_logger_set(log_errors);
    if (elf_read_firmware(elf_path, &firmware) != 0)
        errx(2, "%s holds no firmware: run make firmware", elf_path);
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr)
        errx(2, "this simavr knows no atmega328p");
    avr_init(avr);
    avr->frequency = CHIP_HZ;
    avr_load_firmware(avr, &firmware);
    avr->frequency = CHIP_HZ;
    avr->vcc = avr->avcc = avr->aref = SUPPLY_MV;
    avr->sleep = stay_awake;
    remove_pin_interrupts();
    memory = (avr_eeprom_t *)find_module("eeprom");
    free(memory->eeprom);
    memory->eeprom = map_eeprom(eeprom_path);
    memcpy(writing.before, memory->eeprom, EEPROM_SIZE);
    avr_register_io(avr, &watcher);
    avr_register_io_write(avr, R_EECR, on_eecr, NULL);
    avr_register_io_write(avr, R_WDTCSR, on_wdtcsr, NULL);
}

void chip_start(enum chip_cause cause)
{
    if (cause == CHIP_POWER) {
        for (unsigned at = RAM_BEGIN; at <= avr->ramend; at++)
            avr->data[at] = (uint8_t)chance_below(256);
    }
    avr_reset(avr);
    avr->state = cpu_Running;
    avr->data[R_MCUSR] = (uint8_t)cause;
    powered = true;
}

void chip_cut_power(void)
{
    if (powered && is_writing()) {
        uint8_t *byte = &memory->eeprom[writing.address];
        uint8_t old = writing.before[writing.address];
        const uint8_t ends[] = {old, 0xff, (uint8_t)(*byte | chance_below(256))};
        *byte = ends[chance_below(3)];
        writing.before[writing.address] = *byte;
    }
    writing.busy_until = 0;
    powered = false;
}

void chip_cut_at_write(unsigned n, void (*on_cut)(void))
{
    writing.cut_in = n;
    writing.on_cut = on_cut;
}

void chip_wear_out(bool worn)
{
    writing.worn = worn;
}

void chip_stall(void)
{
    const uint16_t jump_to_itself = 0xcfff;
    avr_flashaddr_t last = avr->flashend + 1 - 2;
    memcpy(avr->flash + last, &jump_to_itself, 2);
    avr->pc = last;
    avr->state = cpu_Running;
}

bool chip_run(uint64_t microseconds)
{
    avr_cycle_count_t end = avr->cycle + microseconds * CYCLES_PER_US;
    while (powered && avr->cycle < end) {
        int state = avr_run(avr);
        if (state == cpu_Crashed || state == cpu_Done)
            return false;
        if (writing.cut_due) {
            writing.cut_due = false;
            chip_cut_power();
            writing.on_cut();
        }
    }
    if (!powered && avr->cycle < end)
        avr->cycle = end;
    return true;
}
