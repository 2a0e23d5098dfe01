/*
 * The chip: an ATmega328P at 16 MHz with the tower's firmware in it, run by simavr.
 *
 * What simavr leaves out and the firmware's promises rest on is added here: why the chip started, a
 * memory (EEPROM) that takes 3.4 ms to write a byte and may be cut off in the midst of it, RAM that
 * holds anything after a power cut, and a file that keeps the EEPROM.
 */
#ifndef CHIP_H
#define CHIP_H

#include <stdbool.h>
#include <stdint.h>

#include <sim_avr.h>

#define CHIP_HZ 16000000u
#define CYCLES_PER_US (CHIP_HZ / 1000000u)

/* Millivolts at a Nano's 5V pin on a USB port, behind the board's diode: the converter's reference. */
#define SUPPLY_MV 4700

/* Why the chip starts: the bits of its register MCUSR. */
enum chip_cause { CHIP_POWER = 1, CHIP_RESET = 2, CHIP_BROWNOUT = 4, CHIP_WATCHDOG = 8 };

/* Load the firmware; the EEPROM is the file `eeprom_path`, made (all 0xFF) if there is none.
 * Ends the program with a message if either can't be had. */
void chip_open(const char *elf_path, const char *eeprom_path);

avr_t *chip_avr(void);

/* Emulated microseconds since the emulator began; they go on while the power is off. */
uint64_t chip_now_us(void);

bool chip_powered(void);
void chip_start(enum chip_cause cause);

/* Cut the power. A byte of the EEPROM that is being written keeps its old value, is erased, or
 * ends as a mixture. */
void chip_cut_power(void);

/* Cut the power in the midst of the n-th write to the EEPROM from now; `on_cut` is called then. */
void chip_cut_at_write(unsigned n, void (*on_cut)(void));

/* From now on the EEPROM loses its writes. */
void chip_wear_out(bool worn);

/* Let the main program hang where it is, interrupts still served: only the watchdog helps. */
void chip_stall(void);

/* Let time pass; false if the firmware has crashed (an instruction that is none, or asleep for ever). */
bool chip_run(uint64_t microseconds);

unsigned chip_starts(void);
unsigned chip_eeprom_writes(void);
bool chip_light_on(void);

#endif
