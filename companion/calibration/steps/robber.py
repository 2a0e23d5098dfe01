"""Learn the look of the robber, on request: people move it to another hex, where its look is recorded.

Its hex follows from the belief about the robber if that is sure; otherwise people are asked. The changed look
of a hex alone doesn't show whether something was added or removed.
"""

from __future__ import annotations

from typing import Final, Protocol

from companion.calibration.outcome import Choice
from companion.i18n import sentence
from companion.island.geometry import HEX_INDEX, HexId
from companion.island.layout import TERRAIN_NAMES, Layout
from vision.follow.hex_changes import HexChange, same_colour_log_odds
from vision.follow.readings import BoardUpdate
from vision.follow.tints import Tint, update_tint
from vision.follow.tracker_state import TrackerState

SURE_P: Final = 0.8
"""The minimum probability of the robber's hex; below it people are asked."""
ROBBER_CHOICE: Final = Choice("robber", sentence("Show the robber, too"))
NO_ROBBER_CHOICE: Final = Choice("no_robber", sentence("No robber"))
IS_ROBBER_CHOICE: Final = Choice("is_robber", sentence("It is there"))
IS_NO_ROBBER_CHOICE: Final = Choice("is_no_robber", sentence("It isn't there"))


class BoardLook(Protocol):
    """The result of a look at the board, like `vision.follow.readings.FrameResult`."""

    @property
    def state(self) -> TrackerState:
        """The state of the table."""

    @property
    def hexes(self) -> tuple[HexChange, ...]:
        """The hexes whose look has changed."""


class ShownRobber:
    """Tracks whether the robber is to be shown, and its hex.

    Attributes:
        is_wanted: people are to move it to another hex.
        at_rest: hands were gone since that request, so actions begun before are over.
    """

    def __init__(self) -> None:
        """Start without a request."""
        self.is_wanted = self.at_rest = False
        self._previous_hex: HexId | None = None
        self._doubted: tuple[HexChange, ...] = ()
        self._shown: HexChange | None = None

    @property
    def hex_id(self) -> HexId | None:
        """The hex of the robber; None: it wasn't shown, or was removed."""
        return None if self._shown is None else self._shown.at

    @property
    def tint(self) -> Tint | None:
        """Its look; None: it wasn't shown."""
        return None if self._shown is None else update_tint(None, self._shown.arrived_colour)

    @property
    def doubtful_hex(self) -> HexId | None:
        """The hex about which people are asked; None: there is no question."""
        return self._doubted[0].at if self._doubted else None

    @property
    def is_in_progress(self) -> bool:
        """True if it is to be moved, or a question is open."""
        return self.is_wanted or bool(self._doubted)

    def set_wanted(self, *, wanted: bool) -> None:
        """Request the robber, or withdraw the request."""
        self.is_wanted, self.at_rest = wanted, False

    def answer(self, *, there: bool) -> None:
        """Accept people's answer about the doubtful hex."""
        first, *others = self._doubted
        if there:
            self._accept(first)
        else:
            self._doubted = tuple(others)

    def update(self, seen: BoardLook, update: BoardUpdate | None) -> None:
        """Process a picture.

        Args:
            seen: its result.
            update: the belief about the board since then; None: there is none yet.
        """
        shares = {} if update is None else update.robber
        if self._shown is not None and any(self._is_removal(change) for change in seen.hexes):
            self._shown = None
        if self.is_wanted and self.at_rest and seen.hexes:
            came = [change for change in seen.hexes if change.at != self._previous_hex]
            came.sort(key=lambda change: -shares.get(change.at, 0.0))
            if came and shares.get(came[0].at, 0.0) >= SURE_P:
                self._accept(came[0])
            else:
                self._doubted = tuple(came)
        if seen.state == "quiet":
            self.at_rest = True
            self._previous_hex = next((at for at, share in shares.items() if share >= SURE_P), None)

    def _accept(self, change: HexChange) -> None:
        self._shown, self._doubted, self.is_wanted = change, (), False

    def _is_removal(self, change: HexChange) -> bool:
        """Return whether a change removes the look that was recorded on the robber's hex."""
        shown = self._shown
        if shown is None or change.at != shown.at:
            return False
        return bool(
            same_colour_log_odds(change.departed_colour, shown.arrived_colour)
            > same_colour_log_odds(change.arrived_colour, shown.arrived_colour)
        )


def robber_question(at: HexId, island: Layout | None) -> str:
    """Return the question whether the robber is on a hex; ``island`` describes the hex if it was read."""
    if island is None:
        return sentence("Something changed on a hex. Is the robber there now?")
    return sentence(
        "Something changed on this hex: {hex}. Is the robber there now?", hex=_hex_name(at, island)
    )


def robber_seen_text(at: HexId, island: Layout | None) -> str:
    """Return a sentence about the robber's hex, and the remedy if it is wrong."""
    if island is None:
        return sentence("The camera sees the robber. If that is wrong, remove what you put there.")
    return sentence(
        "The camera sees the robber on this hex: {hex}. If that is wrong, remove what you put there.",
        hex=_hex_name(at, island),
    )


def _hex_name(at: HexId, island: Layout) -> str:
    """Return a hex's name for people."""
    terrain, number = TERRAIN_NAMES[island.terrains[HEX_INDEX[at]]], island.numbers[HEX_INDEX[at]]
    return terrain if number is None else sentence("{terrain} {number}", terrain=terrain, number=number)
