"""What people are told about a dice tower: one sentence each, what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.sources.tower.happenings import Mismatch, Silent, is_tower
from companion.sources.tower.line import PROTOCOL
from companion.sources.tower.tower_frames import Fault, FaultKind, Refusal

STARTING: Final = "The dice tower is starting."

_FAULTS: Final = {
    FaultKind.MISSING: "Only one die came down, the {side} one is missing: shake the tower gently.",
    FaultKind.DOUBLE: "One die too many lies at the {side} pocket: take all dice out and throw again.",
    FaultKind.COCKED: "The {side} die lies askew: nudge it until it lies flat.",
    FaultKind.SENSOR: "A sensor under the {side} die doesn't work: 'companion doctor tower' shows which.",
    FaultKind.CALIBRATE: "The tower must learn the {side} die's faces anew: run 'companion calibrate tower'.",
    FaultKind.LIGHT: "Too much light falls into the dice tower: turn it away from the lamp or the window.",
    FaultKind.FULL: "The dice tower waits for its rolls to be taken: wait before throwing again.",
    FaultKind.MEMORY: "The dice tower's memory is worn: it may lose a roll when its plug is pulled.",
}

_OTHER_FIRMWARE: Final = "The tower's firmware doesn't know this command: put this version's firmware on it."

_REFUSALS: Final = {
    Refusal.UNKNOWN: _OTHER_FIRMWARE,
    Refusal.ARGUMENT: _OTHER_FIRMWARE,
    Refusal.BUSY: "Something moves in the tower: take your hands away and wait a moment.",
    Refusal.DIE: "The pockets don't hold what they should: look which dice lie in them.",
    Refusal.UNSTEADY: "The light won't settle: keep shadows and flickering lamps away from the tower.",
    Refusal.RANGE: "This can't be told from another face: wipe the glass and lay the dice flat.",
    Refusal.MEMORY: "The tower can't store it: its board's memory is worn, take another board.",
}


def faults(named: Sequence[Fault]) -> str:
    """All that is wrong with the tower; empty if nothing is."""
    sides = {0: "", 1: "left", 2: "right"}
    return " ".join(_FAULTS[fault.kind].format(side=sides[fault.pocket]) for fault in named)


def mismatch(told: Mismatch, path: str) -> str:
    """Another device, or another version of the firmware."""
    if not is_tower(told):
        return f"What is plugged in at {path} is {told.firmware}, no dice tower: choose another port."
    if told.protocol > PROTOCOL:
        return f"The dice tower's firmware {told.firmware} is newer than this program: update Companion."
    return f"The dice tower's firmware {told.firmware} is too old: put this version's firmware on it."


def silent(told: Silent, path: str) -> str:
    """Nothing that we understand comes from the port."""
    if told.chatter:
        return f"What is plugged in at {path} doesn't speak as a dice tower does: choose another port."
    return "The dice tower doesn't answer: unplug its USB cable and plug it in again."


def none_answered(paths: Sequence[str]) -> str:
    """Adapters are plugged in, and no tower answers at any of them."""
    names = ", ".join(path.rpartition("/")[2] for path in paths)
    return (
        f"No dice tower answers at {names}: unplug the tower's USB cable and plug it in again; a new board"
        " needs its firmware first."
    )


def refusal(why: Refusal) -> str:
    """Why the tower did not carry out a command."""
    return _REFUSALS[why]


def waiting(dice: tuple[int, int]) -> str:
    """The tower holds a roll that no game has taken."""
    return (
        f"The tower keeps a throw of {dice[0]} and {dice[1]} that no game has taken: run 'companion serve',"
        " which takes it, and undo it there if nobody wants it."
    )
