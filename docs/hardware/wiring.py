"""Draw the wiring of the tower and of the panel, and the sensors' legs, as SVG: `python
docs/hardware/wiring.py`.

Where the sensors are comes from firmware/tower/params.scad (needs openscad), what is connected from pins.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from measures import ask
from pins import NANO, PANEL
from sheet import FAINT, INK, Point, Sheet

from companion.sources.tower.stand_ins.light_budget import RESISTORS

OUTPUT = Path(__file__).parent
COLOUR = {pin.name: pin.colour for pin in NANO}
GREEN = "#16a34a"
UNDRAWN = {"D2": "lamp 1", "D3": "lamp 2", "D8": "lamp 1, dim", "D9": "lamp 2, dim", "3V3": "C15"}
"""The pins whose wires are drawn elsewhere, and the text that refers to that drawing."""


def main() -> None:
    """Draw all diagrams."""
    tower().save(OUTPUT / "wiring.svg")
    sensors(ask("pockets", "grid", "lamps", "throat", "throat_lamps")).save(OUTPUT / "sensors.svg")
    panel().save(OUTPUT / "panel.svg")


def tower() -> Sheet:
    """Draw the Nano, the multiplexers, and below them one sensor and one lamp."""
    sheet = Sheet(900, 1200, "Wiring of the dice tower")
    sheet.text((30, 38), "Dice tower: wiring", size=24, bold=True)
    rows = {pin.name: 130 + 48 * n for n, pin in enumerate(NANO)}
    lanes = {pin.name: 262 + 24 * n for n, pin in enumerate(NANO) if pin.name not in UNDRAWN}
    sheet.box((40, 80), (130, 740), fill="#dbeafe")
    sheet.text((105, 66), "Arduino Nano", "middle", bold=True)
    sheet.box((78, 88), (54, 24), fill="#ffffff")
    sheet.text((105, 106), "USB", "middle")
    for name, y in rows.items():
        sheet.text((160, y + 6), name, "end")
        if name in lanes:
            sheet.wire((170, y), (lanes[name], y), colour=COLOUR[name])
    for number, top in ((1, 80), (2, 478)):
        multiplexer(sheet, number, top, lanes, rows)
    for name, where in UNDRAWN.items():
        sheet.wire((170, rows[name]), (192, rows[name]), colour=COLOUR[name])
        sheet.text((196, rows[name] - 6), where, size=13, colour=COLOUR[name])
    sensor_cell(sheet, (40, 860))
    lamp_cell(sheet, (330, 860))
    return sheet


def multiplexer(
    sheet: Sheet, number: int, top: float, lanes: Mapping[str, float], rows: Mapping[str, float]
) -> None:
    """Draw one multiplexer board: its left side to the Nano, its right side to a pocket's sensors."""
    left, sig = 610, "A0" if number == 1 else "A1"
    pocket = {1: "left", 2: "right"}[number]
    sheet.text((left + 85, top - 14), f"74HC4067 board {number} ({pocket} pocket)", "middle", 15, bold=True)
    sheet.box((left, top), (170, 350), fill="#dcfce7")
    nets = {name: f"D{4 + n}" for n, name in enumerate(("S0", "S1", "S2", "S3"))}
    nets |= {"VCC": "5V", "GND": "GND", "EN": "GND", "SIG": sig}
    for n, (name, net) in enumerate(nets.items()):
        y = top + 30 + 40 * n
        sheet.text((left + 10, y + 6), name)
        sheet.wire((lanes[net], rows[net]), (lanes[net], y), (left, y), colour=COLOUR[net])
        if number == 1 and net != "A0":
            sheet.joint((lanes[net], rows[net]), COLOUR[net])
        if (number, name) in ((1, "EN"), (2, "GND")):
            sheet.joint((lanes[net], y), COLOUR[net])
        if name == "SIG":
            load(sheet, (566, y))
        if name == "VCC":
            bypass(sheet, (588, y), 40)
    channels = [f"C{n}" for n in range(10)] + ["C15"]
    for n, name in enumerate(channels):
        y = top + 24 + 30 * n
        sheet.text((left + 160, y + 6), name, "end")
        sheet.wire((left + 170, y), (left + 196, y))
    for n, words in ((4, "nine sensors"), (9, "ground" if number == 1 else "throat"), (10, "3V3")):
        sheet.text((left + 204, top + 30 + 30 * n), words, size=13, colour=COLOUR["3V3"] if n == 10 else INK)
    sheet.wire((left + 199, top + 20), (left + 199, top + 268), colour=FAINT, width=4)


def load(sheet: Sheet, at: Point) -> None:
    """Draw the load resistor from a multiplexer's SIG to ground."""
    x, y = at
    sheet.joint(at)
    sheet.wire(at, (x, y + 30))
    sheet.resistor((x, y + 17), upright=True)
    sheet.ground((x, y + 40))
    sheet.text((x - 14, y + 26), "10 k", "end", 13)


def bypass(sheet: Sheet, at: Point, far: float) -> None:
    """Draw the capacitor at a multiplexer board, from VCC to the GND wire that far below."""
    x, y = at
    for end in (y, y + far):
        sheet.joint((x, end))
    sheet.wire(at, (x, y + far / 2 - 4))
    sheet.capacitor((x, y + far / 2))
    sheet.wire((x, y + far / 2 + 4), (x, y + far))
    sheet.text((x - 16, y + far / 2 + 5), "100 nF", "end", 13)


def sensor_cell(sheet: Sheet, corner: Point) -> None:
    """Draw one phototransistor."""
    x, y = corner
    sheet.box(corner, (250, 310), fill="#ffffff", stroke=FAINT)
    sheet.text((x + 14, y + 28), "A sensor (19 of them)", bold=True)
    sheet.transistor((x + 80, y + 140), "light")
    sheet.wire((x + 92, y + 106), (x + 92, y + 80))
    sheet.supply((x + 92, y + 80))
    sheet.text((x + 120, y + 118), "collector:", size=13)
    sheet.text((x + 120, y + 136), "shorter leg", size=13)
    sheet.wire((x + 92, y + 174), (x + 92, y + 215), (x + 130, y + 215))
    sheet.text((x + 136, y + 220), "C0 ... C9")
    sheet.text((x + 14, y + 256), "Phototransistor TEPT4400.", size=13)
    sheet.text((x + 14, y + 276), "Its load is the one 10 kOhm at SIG,", size=13)
    sheet.text((x + 14, y + 296), "shared by all of a multiplexer.", size=13)


def lamp_cell(sheet: Sheet, corner: Point) -> None:
    """Draw four light diodes and their transistor."""
    x, y = corner
    sheet.box(corner, (530, 310), fill="#ffffff", stroke=FAINT)
    sheet.text((x + 14, y + 28), "Lamp 1 (lamp 2: six diodes, gate to D3)", bold=True)
    columns = [x + 200 + 70 * n for n in range(4)]
    sheet.wire((columns[0], y + 72), (columns[-1], y + 72), colour=COLOUR["5V"])
    sheet.supply((x + 480, y + 68))
    sheet.wire((columns[-1], y + 72), (x + 480, y + 72), (x + 480, y + 68), colour=COLOUR["5V"])
    for column in columns:
        sheet.wire((column, y + 72), (column, y + 200))
        sheet.resistor((column, y + 108), upright=True)
        sheet.diode((column, y + 162))
    for column, words in ((x + 456, "100 µF"), (x + 502, "100 nF")):
        sheet.wire((column, y + 72), (column, y + 120), colour=COLOUR["5V"])
        sheet.capacitor((column, y + 124))
        sheet.wire((column, y + 128), (column, y + 150))
        sheet.ground((column, y + 150))
        sheet.text((column, y + 184), words, "middle", 12)
    sheet.wire((columns[-1], y + 72), (x + 502, y + 72), colour=COLOUR["5V"])
    sheet.text((columns[0] - 16, y + 113), f"{RESISTORS.resistor_ohm:g} Ohm each", "end", 13)
    sheet.text((columns[0] - 16, y + 160), "long leg up", "end", 13)
    sheet.wire((x + 172, y + 200), (columns[-1], y + 200))
    sheet.transistor((x + 160, y + 240), "mosfet")
    sheet.wire((x + 172, y + 200), (x + 172, y + 210))
    sheet.wire((x + 172, y + 270), (x + 172, y + 284))
    sheet.ground((x + 172, y + 284))
    sheet.wire((x + 60, y + 240), (x + 132, y + 240), colour=COLOUR["D2"])
    sheet.text((x + 54, y + 246), "D2", "end", colour=COLOUR["D2"])
    sheet.joint((x + 92, y + 240))
    sheet.wire((x + 92, y + 240), (x + 92, y + 288))
    sheet.resistor((x + 92, y + 264), upright=True)
    sheet.ground((x + 92, y + 290))
    sheet.text((x + 76, y + 280), "100 k", "end", 13)
    first, second = RESISTORS.dim_ohm
    sheet.wire((columns[-1], y + 200), (x + 490, y + 200), (x + 490, y + 260))
    sheet.resistor((x + 490, y + 226), upright=True)
    sheet.text((x + 490, y + 280), "D8", "middle", colour=COLOUR["D8"])
    sheet.text((x + 476, y + 222), f"{first:g} Ohm", "end", 13)
    sheet.text((x + 516, y + 304), f"lamp 2: {second:g} Ohm to D9", "end", 13)
    sheet.text((x + 206, y + 236), "2N7000: flat side to you,", size=13)
    sheet.text((x + 206, y + 256), "source, gate, drain from left;", size=13)
    sheet.text((x + 206, y + 276), "source to ground", size=13)


def sensors(where: dict[str, Any]) -> Sheet:
    """Draw the sensor block from below, in the orientation for soldering: the lip's side is at the top."""
    scale, left, top = 16.0, 70.0, 150.0

    def spot(pocket: Point, offset: Point = (0, 0)) -> Point:
        return left + scale * (pocket[0] + offset[0]), top + scale * (pocket[1] + offset[1])

    sheet = Sheet(1000, 640, "The sensor block from below")
    sheet.text((30, 38), "The sensor block from below: whose legs go where", size=24, bold=True)
    sheet.box((left - 30, top - 70), (930, 410), fill="#e5e7eb", stroke=FAINT)
    sheet.text((left - 20, top - 48), "the lip's side (front)", size=14)
    sheet.text((left - 20, top + 334), "back wall's side", size=14)
    for number, pocket in enumerate(where["pockets"], start=1):
        for row in range(3):
            y = spot(pocket, where["grid"][3 * row])[1] - 24
            sheet.wire((spot(pocket)[0] - 112, y), (spot(pocket)[0] + 122, y), colour=COLOUR["5V"], width=4)
        x = spot(pocket)[0] + 122
        ends = [(x, spot(pocket, where["grid"][3 * row])[1] - 24) for row in range(3)]
        sheet.wire(*ends, colour=COLOUR["5V"], width=4)
        for channel, offset in enumerate(where["grid"]):
            one_sensor(sheet, spot(pocket, offset), f"C{channel}")
        for offset in where["lamps"]:
            one_lamp(sheet, spot(pocket, offset))
        x = spot(pocket)[0]
        side = {1: "left", 2: "right"}[number]
        sheet.text((x, top + 318), f"pocket {number} ({side})", "middle", bold=True)
    x, y = spot(where["throat"])
    sheet.wire((x - 24, y - 24), (x + 24, y - 24), colour=COLOUR["5V"], width=4)
    one_sensor(sheet, (x, y), "C9")
    for offset in where["throat_lamps"]:
        one_lamp(sheet, (x + scale * offset[0], y + scale * offset[1]))
    sheet.text((x - 10, top + 318), "throat (multiplexer 2)", "middle", bold=True)
    sheet.wire((60, 545), (110, 545), colour=COLOUR["5V"], width=4)
    sheet.circle((84, 580), 7, fill=INK)
    sheet.circle((84, 612), 9, fill=GREEN, stroke=GREEN)
    for n, words in enumerate((
        "bare wire, 5 V: the sensors' short legs (collectors), bent to it, one row after another",
        "long leg (emitter): a thin insulated wire to the channel of the pocket's multiplexer",
        "green diode: long leg over its resistor to 5 V, short legs together to the lamp's transistor",
    )):  # fmt: skip
        sheet.text((120, 550 + 34 * n), words)
    return sheet


def one_sensor(sheet: Sheet, at: Point, name: str) -> None:
    """Draw a phototransistor from below: its collector's leg is bent to the wire above it."""
    sheet.circle(at, 25)
    sheet.wire((at[0], at[1] - 10), (at[0], at[1] - 24), colour=COLOUR["5V"], width=3)
    sheet.circle((at[0], at[1] - 10), 4, fill=COLOUR["5V"], stroke=COLOUR["5V"])
    sheet.circle((at[0] - 13, at[1] + 8), 4, fill=INK)
    sheet.text((at[0] + 6, at[1] + 15), name, "middle", 15, bold=True)


def one_lamp(sheet: Sheet, at: Point) -> None:
    """Draw a light diode from below."""
    sheet.circle(at, 22, fill="#bbf7d0", stroke=GREEN)
    sheet.text((at[0], at[1] + 5), "+  -", "middle", 15, GREEN, bold=True)


def panel() -> Sheet:
    """Draw buttons, light and buzzer on the Raspberry Pi's header."""
    sheet = Sheet(900, 760, "Buttons, light and buzzer on the Raspberry Pi")
    sheet.text((180, 38), "Panel on the Raspberry Pi's header", size=24, bold=True)
    pitch, top = 32, 90
    sheet.box((60, top - 24), (84, 20 * pitch + 16), fill="#dbeafe")
    places = {pin.place: pin for pin in PANEL}
    for place in range(1, 41):
        at = (84 + 36 * ((place - 1) % 2), top + pitch * ((place - 1) // 2))
        fill = "#facc15" if place in places else "#374151" if place in (9, 14, 34, 39) else "#ffffff"
        fill = "#f87171" if place == 2 else fill
        sheet.circle(at, 11, fill=fill)
        sheet.text((at[0], at[1] + 4), str(place), "middle", 11, "#ffffff" if fill == "#374151" else INK)
    sheet.text((102, top - 36), "SD card's end", "middle", 13)
    rows = {"next_player": 110, "undo": 210, "buzzer": 340, "light": 520}
    lights = [pin for pin in PANEL if pin.key == "light"]
    for pin in PANEL:
        lane = 200.0
        y = rows[pin.key] + (60 * lights.index(pin) if pin.key == "light" else 0)
        sheet.text((lane, y + 6), f"GPIO{pin.bcm} (pin {pin.place})")
        begin = (lane + 160, y)
        if pin.key in ("next_player", "undo"):
            button(sheet, begin, pin.part)
        elif pin.key == "buzzer":
            buzzer(sheet, begin)
        else:
            ohm = 330 if pin.part.endswith("red") else 47
            sheet.wire(begin, (begin[0] + 240, y))
            sheet.resistor((begin[0] + 70, y))
            sheet.text((begin[0] + 70, y - 14), f"{ohm} Ohm", "middle", 13)
            sheet.text((begin[0] + 130, y - 8), pin.part.removeprefix("light: "), size=13)
    sheet.circle((630, 580), 46, fill="#fef9c3")
    for n in range(3):
        sheet.wire((600, 520 + 60 * n), (612, 550 + 30 * n))
    sheet.wire((676, 580), (730, 580), (730, 600))
    sheet.ground((730, 600))
    sheet.text((640, 585), "RGB", "middle")
    sheet.text((592, 660), "common cathode: the longest leg to ground", size=13)
    below = "Ground: pins 9, 14, 34, 39 (dark). 5 V: pin 2 (red), for the buzzer only."
    sheet.text((200, 735), below, size=15)
    return sheet


def button(sheet: Sheet, begin: Point, words: str) -> None:
    """Draw a push button to ground."""
    x, y = begin
    sheet.wire(begin, (x + 70, y))
    sheet.circle((x + 76, y), 5)
    sheet.circle((x + 124, y), 5)
    sheet.wire((x + 72, y - 14), (x + 128, y - 14), width=4)
    sheet.wire((x + 100, y - 14), (x + 100, y - 28), width=4)
    sheet.wire((x + 130, y), (x + 190, y), (x + 190, y + 16))
    sheet.ground((x + 190, y + 16))
    sheet.text((x + 220, y + 6), words)


def buzzer(sheet: Sheet, begin: Point) -> None:
    """Draw an active buzzer at 5 V, behind a transistor."""
    x, y = begin
    sheet.wire(begin, (x + 100, y))
    sheet.resistor((x + 50, y))
    sheet.text((x + 50, y - 14), "1 kOhm", "middle", 13)
    sheet.transistor((x + 130, y), "npn")
    sheet.wire((x + 142, y + 34), (x + 142, y + 46))
    sheet.ground((x + 142, y + 46))
    sheet.text((x + 165, y + 30), "BC547: flat side to you, collector, base,", size=13)
    sheet.text((x + 165, y + 50), "emitter from left; emitter to ground", size=13)
    sheet.wire((x + 142, y - 34), (x + 142, y - 44), (x + 210, y - 44))
    sheet.circle((x + 240, y - 44), 30, fill="#fef9c3")
    sheet.text((x + 240, y - 38), "-   +", "middle", bold=True)
    sheet.wire((x + 270, y - 44), (x + 330, y - 44), (x + 330, y - 56))
    sheet.supply((x + 330, y - 56))
    sheet.text((x + 350, y - 40), "buzzer, active, 5 V", size=13)


if __name__ == "__main__":
    main()
