"""The robber shown, if people wish: they put it on another hex, and what came there is how it looks here.

On which hex it came is what is believed of it, where that is sure; else people are asked. A hex that looks
otherwise doesn't tell by itself whether something came there or went.
"""

from __future__ import annotations

from typing import Final, Protocol

from companion.calibration.outcome import Choice
from companion.i18n import sentence
from companion.island.geometry import HEX_INDEX, HexId
from companion.island.layout import TERRAIN_NAMES, Layout
from vision.follow.hex_changes import HexChange, same_colour
from vision.follow.readings import BoardUpdate
from vision.follow.states import State
from vision.follow.tints import Tint, tint_with

SURE: Final = 0.8
"""Least that must be believed of the robber's standing on a hex, or people are asked."""
ROBBER: Final = Choice("robber", sentence("Show the robber, too"))
NO_ROBBER: Final = Choice("no_robber", sentence("No robber"))
IS_ROBBER: Final = Choice("is_robber", sentence("It is there"))
IS_NO_ROBBER: Final = Choice("is_no_robber", sentence("It isn't there"))


class Looked(Protocol):
    """What a look at the board brought, as `vision.follow.readings.FrameResult` tells it."""

    @property
    def state(self) -> State:
        """How the table is."""

    @property
    def hexes(self) -> tuple[HexChange, ...]:
        """Those that came to look otherwise."""


class ShownRobber:
    """Whether the robber is to be shown, and where it was.

    Attributes:
        asked: it is to be put on another hex.
        at_rest: hands were gone since that was asked: what a hand was about to do then is over.
    """

    def __init__(self) -> None:
        """It isn't."""
        self.asked = self.at_rest = False
        self._stood: HexId | None = None
        self._doubted: tuple[HexChange, ...] = ()
        self._shown: HexChange | None = None

    @property
    def at(self) -> HexId | None:
        """The hex that it was put on; None: it wasn't shown, or was taken off again."""
        return None if self._shown is None else self._shown.at

    @property
    def tint(self) -> Tint | None:
        """How it looks; None: it wasn't shown."""
        return None if self._shown is None else tint_with(None, self._shown.come)

    @property
    def doubted(self) -> HexId | None:
        """The hex of which people are to say whether it stands there; None: nothing is to be said."""
        return self._doubted[0].at if self._doubted else None

    @property
    def going_on(self) -> bool:
        """Whether it is to be put down, or something is to be said of it."""
        return self.asked or bool(self._doubted)

    def ask(self, *, wanted: bool) -> None:
        """It is to be shown, or it isn't after all."""
        self.asked, self.at_rest = wanted, False

    def say(self, *, there: bool) -> None:
        """What people say of the hex in doubt."""
        first, *others = self._doubted
        if there:
            self._take(first)
        else:
            self._doubted = tuple(others)

    def look(self, seen: Looked, update: BoardUpdate | None) -> None:
        """Take in a picture.

        Args:
            seen: what it brought.
            update: what is believed of the board since; None: nothing was told yet.
        """
        shares = {} if update is None else update.robber
        if self._shown is not None and any(self._taken_off(change) for change in seen.hexes):
            self._shown = None
        if self.asked and self.at_rest and seen.hexes:
            came = [change for change in seen.hexes if change.at != self._stood]
            came.sort(key=lambda change: -shares.get(change.at, 0.0))
            if came and shares.get(came[0].at, 0.0) >= SURE:
                self._take(came[0])
            else:
                self._doubted = tuple(came)
        if seen.state == "quiet":
            self.at_rest = True
            self._stood = next((at for at, share in shares.items() if share >= SURE), None)

    def _take(self, change: HexChange) -> None:
        self._shown, self._doubted, self.asked = change, (), False

    def _taken_off(self, change: HexChange) -> bool:
        """Whether what had come where it was shown is gone."""
        shown = self._shown
        if shown is None or change.at != shown.at:
            return False
        return bool(same_colour(change.gone, shown.come) > same_colour(change.come, shown.come))


def asked_about(at: HexId, island: Layout | None) -> str:
    """The question whether the robber stands on a hex; ``island`` tells what lies there, if it was read."""
    if island is None:
        return sentence("Something changed on a hex. Is the robber there now?")
    return sentence("Something changed on this hex: {hex}. Is the robber there now?", hex=_called(at, island))


def told_of(at: HexId, island: Layout | None) -> str:
    """Where the robber was seen, and what to do if that is wrong."""
    if island is None:
        return sentence("The camera sees the robber. If that is wrong, remove what you put there.")
    return sentence(
        "The camera sees the robber on this hex: {hex}. If that is wrong, remove what you put there.",
        hex=_called(at, island),
    )


def _called(at: HexId, island: Layout) -> str:
    """A hex as people call it."""
    terrain, number = TERRAIN_NAMES[island.terrains[HEX_INDEX[at]]], island.numbers[HEX_INDEX[at]]
    return terrain if number is None else sentence("{terrain} {number}", terrain=terrain, number=number)
