"""What people are told about a dice tower: one sentence each, what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.i18n import joined, mark, sentence
from companion.sources.tower.line import PROTOCOL
from companion.sources.tower.link_events import Mismatch, Silent, is_tower
from companion.sources.tower.tower_frames import FaultKind, Refusal, TowerFault

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

SIDES: Final = {1: sentence("left"), 2: sentence("right")}
"""The pockets, as people look at the tower."""

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


def faults(named: Sequence[TowerFault]) -> str:
    """All that is wrong with the tower; empty if nothing is."""
    return joined(sentence(_FAULTS[fault.kind], side=SIDES.get(fault.pocket, "")) for fault in named)


def mismatch(told: Mismatch, path: str) -> str:
    """Another device, or another version of the firmware."""
    if not is_tower(told):
        return sentence(
            "The device at {path} is {firmware}, not a dice tower: choose another port.",
            path=path,
            firmware=told.firmware,
        )
    if told.protocol > PROTOCOL:
        return sentence(
            "The dice tower's firmware {firmware} is newer than this program: update Companion.",
            firmware=told.firmware,
        )
    return sentence(
        "The dice tower's firmware {firmware} is too old: install this version's firmware on it.",
        firmware=told.firmware,
    )


def silent(told: Silent, path: str) -> str:
    """Nothing that we understand comes from the port."""
    if told.chatter:
        return sentence(
            "The device at {path} doesn't respond like a dice tower: choose another port.", path=path
        )
    return sentence("The dice tower doesn't answer: unplug its USB cable and plug it in again.")


def none_answered(paths: Sequence[str]) -> str:
    """Adapters are plugged in, and no tower answers at any of them."""
    names = ", ".join(path.rpartition("/")[2] for path in paths)
    return sentence(
        "No dice tower answers at {ports}: unplug the tower's USB cable and plug it in "
        "again; a new board needs its firmware first.",
        ports=names,
    )


def beside(path: str, others: Sequence[str]) -> str:
    """One tower is heard, and what may be another is plugged in; empty where nothing is."""
    if not others:
        return ""
    return sentence(
        "The dice tower at {port} is in use. There may be another one at {others}, which is ignored. Unplug "
        "one of them, or choose one with --tower.",
        port=path.rpartition("/")[2],
        others=", ".join(each.rpartition("/")[2] for each in others),
    )


def refusal(why: Refusal) -> str:
    """Why the tower did not carry out a command."""
    return _REFUSALS[why]


def waiting(dice: tuple[int, int]) -> str:
    """The tower holds a roll that no game has taken."""
    return sentence(
        "The tower has a roll of {first} and {second} that no game has recorded. Run 'companion serve' to "
        "record it, and undo it there if you don't want it.",
        first=dice[0],
        second=dice[1],
    )
