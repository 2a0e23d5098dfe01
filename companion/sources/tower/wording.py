"""Sentences for people about a dice tower: each names a problem and its remedy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.i18n import join_list, join_sentences, mark, plural_sentence, sentence
from companion.measurements import Measurements
from companion.sources.tower.link import LinkSilence
from companion.sources.tower.protocol import PROTOCOL_VERSION, FaultKind, ForeignHello, Refusal, TowerFault

STARTING: Final = sentence("The dice tower is starting.")

_FAULTS: Final = {
    FaultKind.MISSING: mark("Only one die came down, the {side} one is missing: shake the tower gently."),
    FaultKind.DOUBLE: mark("The {side} pocket has one die too many: take all dice out and roll again."),
    FaultKind.COCKED: mark("The {side} die isn't flat: nudge it until it is."),
    FaultKind.SENSOR: mark(
        "A sensor under the {side} die doesn't work: 'companion doctor tower' shows which."
    ),
    FaultKind.CALIBRATE: mark(
        "The tower has to learn the {side} die's faces again: run 'companion calibrate tower'."
    ),
    FaultKind.LIGHT: mark("The dice tower gets too much light: turn it away from the lamp or the window."),
    FaultKind.FULL: mark("The dice tower is waiting to send its rolls: wait before you roll again."),
    FaultKind.MEMORY: mark("The dice tower's memory is worn: it may lose a roll when its plug is pulled."),
}

SIDE_NAMES: Final = {1: sentence("left"), 2: sentence("right")}
"""Names of the pockets, from the players' side of the tower."""

_OTHER_FIRMWARE: Final = sentence(
    "The tower's firmware doesn't know this command: install this version's firmware on it."
)

_REFUSALS: Final = {
    Refusal.UNKNOWN: _OTHER_FIRMWARE,
    Refusal.ARGUMENT: _OTHER_FIRMWARE,
    Refusal.BUSY: sentence("Something is moving in the tower: take your hands away and wait a moment."),
    Refusal.DIE: sentence("The pockets don't contain the right dice: check which dice are in them."),
    Refusal.UNSTEADY: sentence(
        "The light won't settle: keep shadows and flickering lamps away from the tower."
    ),
    Refusal.RANGE: sentence("This face looks like another one: wipe the glass and lay the dice flat."),
    Refusal.MEMORY: sentence("The tower can't save it: its board's memory is worn. Use another board."),
}


def explain_faults(named: Sequence[TowerFault]) -> str:
    """Describe the tower's faults; empty if there are none."""
    return join_sentences(
        sentence(_FAULTS[fault.kind], side=SIDE_NAMES.get(fault.pocket, "")) for fault in named
    )


def explain_mismatch(event: ForeignHello, path: str) -> str:
    """Explain that another device or another firmware version answered."""
    if not event.is_tower:
        return sentence(
            "The device at {path} is {firmware}, not a dice tower: choose another port.",
            path=path,
            firmware=event.firmware,
        )
    if event.protocol > PROTOCOL_VERSION:
        return sentence(
            "The dice tower's firmware {firmware} is newer than this program: update Companion.",
            firmware=event.firmware,
        )
    return sentence(
        "The dice tower's firmware {firmware} is too old: install this version's firmware on it.",
        firmware=event.firmware,
    )


def explain_silence(event: LinkSilence, path: str) -> str:
    """Explain that no valid frame arrives from the port."""
    if event.chatter:
        return sentence(
            "The device at {path} doesn't respond like a dice tower: choose another port.", path=path
        )
    return sentence("The dice tower doesn't answer: unplug its USB cable and plug it in again.")


def explain_no_answer(paths: Sequence[str]) -> str:
    """Explain that adapters are plugged in, but no tower answers at any."""
    names = ", ".join(path.rpartition("/")[2] for path in paths)
    return sentence(
        "No dice tower answers at {ports}: unplug the tower's USB cable and plug it in "
        "again; a new board needs its firmware first.",
        ports=names,
    )


def explain_other_ports(path: str, others: Sequence[str]) -> str:
    """Explain that a possible second tower is ignored; empty if there are no other ports."""
    if not others:
        return ""
    return sentence(
        "The dice tower at {port} is in use. There may be another one at {others}, which is ignored. Unplug "
        "one of them, or choose one with --tower.",
        port=path.rpartition("/")[2],
        others=", ".join(each.rpartition("/")[2] for each in others),
    )


def explain_refusal(refusal: Refusal) -> str:
    """Explain why the tower didn't execute a command."""
    return _REFUSALS[refusal]


def explain_pending_roll(dice: tuple[int, int]) -> str:
    """Explain that the tower has a roll that no game has recorded."""
    return sentence(
        "The tower has a roll of {first} and {second} that no game has recorded. Run 'companion serve' to "
        "record it, and undo it there if you don't want it.",
        first=dice[0],
        second=dice[1],
    )


# Raw readings of a pocket's sensors, and a diagnosis of hardware problems from them.
#
# The values belong to the tower of `hardware.md`: about tenths of a percent of the supply voltage (0 to
# 1023).
# A phototransistor's reading rises with its light.


GRID_SENSORS: Final = 9
"""Number of sensors under a die, in rows of three from the back left, seen from above."""

VALUE_COUNT: Final = GRID_SENSORS + 2
"""Number of values of a pocket: the grid, the throat (pocket 2 only), the reference."""

REFERENCE_RANGE: Final = (550, 800)
"""Valid readings of the reference (3.3 V of 5 V: 675); others mean a broken multiplexer or wire."""

MAX_DARK_READING: Final = 600
"""A reading with the lamps off above which ambient light leaves too little range for the lamps."""

SATURATED_READING: Final = 1015
"""A reading with the lamps on from which a sensor is saturated."""

MIN_LAMP_CHANGE: Final = 3
"""Least change by the lamps of a working sensor: the glass alone causes more."""


MIN_LIGHT_SHARE: Final = 0.5
"""Share of an empty pocket's measured light below which its lamp has become dim. (A die adds light.)"""


@dataclass(frozen=True)
class PocketReading:
    """The sensors of one pocket, lamps off and on.

    Attributes:
        pocket: 1 or 2 (left or right, seen from the tower's exit).
        dark: readings with the tower's lamps off, 0 to 1023 each.
        lit: as many readings with the lamps on.
    """

    pocket: int
    dark: tuple[int, ...]
    lit: tuple[int, ...]

    @property
    def has_known_layout(self) -> bool:
        """True if the number of values is that of the known tower."""
        return len(self.dark) == len(self.lit) == VALUE_COUNT

    @property
    def delta(self) -> tuple[int, ...]:
        """Increase by the lamps: light reflected by the die and the glass."""
        return tuple(lit - dark for dark, lit in zip(self.dark, self.lit, strict=False))

    @property
    def reference(self) -> int:
        """Reading of the fixed voltage at the multiplexer's last channel."""
        return self.lit[GRID_SENSORS + 1]


_SENSOR_PLACES: Final = (
    sentence("back left"),
    sentence("back middle"),
    sentence("back right"),
    sentence("middle left"),
    sentence("middle"),
    sentence("middle right"),
    sentence("front left"),
    sentence("front middle"),
    sentence("front right"),
)
"""Place of each sensor in its pocket."""


def find_problems(reading: PocketReading) -> list[str]:
    """Diagnose a pocket's readings; return a sentence with a remedy for each problem.

    The readings of an unknown tower give no problems.
    """
    if not reading.has_known_layout:
        return []
    side = SIDE_NAMES[reading.pocket]
    low, high = REFERENCE_RANGE
    if not low <= reading.reference <= high:
        return [
            sentence(
                "The {side} pocket's reference reads {value} instead of about 675: check that multiplexer's "
                "wires (3V3 to C15, S0 to S3, SIG, power).",
                side=side,
                value=reading.reference,
            )
        ]
    grid = range(GRID_SENSORS)
    if max(reading.dark[:GRID_SENSORS]) > MAX_DARK_READING:
        return [
            sentence(
                "The {side} pocket gets too much light: turn the tower away from the lamp or the window.",
                side=side,
            )
        ]
    if all(reading.delta[place] < MIN_LAMP_CHANGE for place in grid):
        return [
            sentence(
                "The {side} pocket's lamp changes nothing: check its LEDs, their transistor and wire.",
                side=side,
            )
        ]
    blind = [
        place
        for place in grid
        if reading.lit[place] < SATURATED_READING and reading.delta[place] < MIN_LAMP_CHANGE
    ]
    found: list[str] = []
    if blind:
        text = plural_sentence(
            "Sensor {sensors} in the {side} pocket doesn't see the lamp: look for dirt on the glass, then "
            "for a wire that came off.",
            "Sensors {sensors} in the {side} pocket don't see the lamp: look for dirt on the glass, then "
            "for wires that came off.",
            len(blind),
            sensors=_list_sensors(blind),
            side=side,
        )
        found.append(text)
    if over := [place for place in grid if reading.lit[place] >= SATURATED_READING]:
        text = plural_sentence(
            "Sensor {sensors} in the {side} pocket gets more light than it can measure: look for a wire "
            "that touches 5 V, then take a smaller load resistor.",
            "Sensors {sensors} in the {side} pocket get more light than they can measure: look for wires "
            "that touch 5 V, then take smaller load resistors.",
            len(over),
            sensors=_list_sensors(over),
            side=side,
        )
        found.append(text)
    return found


def find_dim_lamps(readings: Sequence[PocketReading], unit: str, measured: Measurements | None) -> list[str]:
    """Compare a tower's light with what its builder measured; return a sentence for each far dimmer pocket.

    Args:
        readings: the pockets now, with dice or without.
        unit: the tower's id; another tower's figures say nothing about it.
        measured: the builder's figures; None: there are none.
    """
    if measured is None or measured.tower is None or measured.tower.unit != unit:
        return []
    found: list[str] = []
    for reading, light in zip(readings, measured.tower.light, strict=False):
        pairs = list(zip(reading.delta[:GRID_SENSORS], light, strict=False))
        if sum(now < MIN_LIGHT_SHARE * before for now, before in pairs) > len(pairs) / 2:
            found.append(
                sentence(
                    "The {side} pocket's lamp gives less than half of the light that was measured on {day}: "
                    "check its LEDs and resistors, and the 5 V at the board.",
                    side=SIDE_NAMES[reading.pocket],
                    day=measured.measured_on,
                )
            )
    return found


def _list_sensors(places: list[int]) -> str:
    return join_list(
        [sentence("C{number} ({where})", number=place, where=_SENSOR_PLACES[place]) for place in places]
    )
