"""The look of the table's robber, learned when it moves between stated hexes.

A move that was only read is never an example. People enter a move before or after making it, and a picture of
two hexes alone doesn't show the direction: bare hexes resemble each other as much as a robber does itself. So
the first example must leave a hex where the robber was known to stand before anything moved: the desert at
the start of a game, or the destination of the example before. Once its tint is known, the tint gives the
direction.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.island.geometry import HexId
from vision.follow.hex_changes import HexChange, is_same_robber, tint_log_odds
from vision.follow.tints import Tint, update_tint


class CertainRobber:
    """The robber's stated hex, the changed hexes, and the look that follows from both.

    Attributes:
        tint: the robber's look; None: unknown.
    """

    def __init__(self, tint: Tint | None = None) -> None:
        """Start without a statement.

        Args:
            tint: the robber's look from an earlier time.
        """
        self.tint = tint
        self._at: HexId | None = None
        self._stands = False
        self._since = 0
        self._left: HexId | None = None
        self._stood, self._stood_since = False, 0
        self._readings = 0
        self._changes: dict[HexId, tuple[int, HexChange]] = {}

    def reset(self, *, game_begins: bool) -> None:
        """Restart, as with a first picture; at the start of a game, the robber stands on its stated hex."""
        self._changes, self._left = {}, None
        self._stands, self._since = game_begins, self._readings

    def set_hex(self, at: HexId | None) -> None:
        """Set the robber's hex by the rules or people; None: unknown."""
        if at is None or at == self._at:
            return
        if self._at is not None:
            self._left, self._stood, self._stood_since = self._at, self._stands, self._since
            self._stands = False
        self._at, self._since = at, self._readings
        self._learn()

    def process_changes(self, changes: Sequence[HexChange]) -> None:
        """Process hexes that have changed since they were last read together."""
        self._readings += 1
        self._changes |= {change.at: (self._readings, change) for change in changes}
        self._learn()

    def _learn(self) -> None:
        """Learn its colour, if it was seen to move between the stated hexes."""
        if self._left is None or self._at is None:
            return
        (went, old), (came, new) = (self._changes.get(at, (0, None)) for at in (self._left, self._at))
        if old is None or new is None or went != came or came <= self._stood_since:
            return
        known = self._matches_tint(old, new)
        if not is_same_robber(old.departed_colour, new.arrived_colour) or not (self._stood or known):
            return
        # If it surely stood there and doesn't match the tint, it is another box's robber.
        self.tint = update_tint(self.tint if known else None, new.arrived_colour)
        self._left, self._stands, self._since = None, True, self._readings

    def _matches_tint(self, old: HexChange, new: HexChange) -> bool:
        """Return whether, by the tint, the robber moved this way, not something else the opposite way."""
        there = tint_log_odds(new.arrived_colour, self.tint)
        return bool(there > 0 and there + tint_log_odds(old.departed_colour, self.tint) > sum(
            tint_log_odds(bare, self.tint) for bare in (old.arrived_colour, new.departed_colour)
        ))  # fmt: skip
