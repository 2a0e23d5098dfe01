/* Where everything is soldered to the Arduino Nano, by the names printed on it.
 *
 * D4..D7 select the channel of both multiplexers, A0 and A1 read them, D2 and D3 switch the lamps
 * under pocket 1 and under pocket 2 (and the lane's mouth) on, bright. D8 and D9, low, let a sixth of that current
 * through a resistor each; high, none. D13 is the board's own light.
 */
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

#define SELECT_PORT PORTD
#define SELECT_DDR DDRD
#define SELECT_SHIFT 4 /* S0..S3 are PD4..PD7 */
#define SELECT_MASK 0xF0

#define LAMP_PORT PORTD
#define LAMP_DDR DDRD
#define LAMP_1 _BV(PD2)
#define LAMP_2 _BV(PD3)
#define LAMPS (LAMP_1 | LAMP_2)

#define DIM_PORT PORTB
#define DIM_DDR DDRB
#define DIM_1 _BV(PB0)
#define DIM_2 _BV(PB1)
#define DIM_LAMPS (DIM_1 | DIM_2)

#define LIGHT_PORT PORTB
#define LIGHT_DDR DDRB
#define LIGHT _BV(PB5)

#define ADC_MUX_1 0              /* A0: multiplexer of pocket 1 */
#define ADC_MUX_2 1              /* A1: multiplexer of pocket 2 */
#define ADC_FLOATING 7           /* A7: nothing is soldered to it, so it picks up noise */
#define ADC_REFERENCE _BV(REFS0) /* AVcc */

#endif
