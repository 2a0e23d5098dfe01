"""Sentences for people about a dice tower: each names a problem and its remedy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.i18n import join_sentences, mark, sentence
from companion.sources.tower.line import PROTOCOL_VERSION
from companion.sources.tower.link_events import LinkSilence, Mismatch, is_tower
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


def explain_mismatch(event: Mismatch, path: str) -> str:
    """Explain that another device or another firmware version answered."""
    if not is_tower(event):
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
