"""How the table's robber looks, by what is certain: what went from the hex where it was said to stand to the
one where it is said to stand now.

Nothing that was only read is ever an example. People say and do a move in either order, and one look at two
hexes alone doesn't tell which way something went: bare hexes are as alike as a robber is to itself. So the
first example has to go from where it was known to stand before anything moved: the desert as a game begins,
or the hex where the example before came to. Once its tint is known, that tells the way.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.island.geometry import HexId
from vision.follow.hex_changes import HexChange, alike, of_tint
from vision.follow.tints import Tint, tint_with


class CertainRobber:
    """What is said of the robber, which hexes looked otherwise, and what both tell of its look.

    Attributes:
        tint: how the robber looks; None: that isn't known.
    """

    def __init__(self, tint: Tint | None = None) -> None:
        """Nothing is said yet.

        Args:
            tint: what is known of its look, from another time.
        """
        self.tint = tint
        self._at: HexId | None = None
        self._stands = False
        self._since = 0
        self._left: HexId | None = None
        self._stood, self._stood_since = False, 0
        self._readings = 0
        self._changes: dict[HexId, tuple[int, HexChange]] = {}

    def begin(self, *, game_begins: bool) -> None:
        """All is looked at as if for the first time; as a game begins, the robber stands where it is said
        to.
        """
        self._changes, self._left = {}, None
        self._stands, self._since = game_begins, self._readings

    def say(self, at: HexId | None) -> None:
        """By the rules, or by what people say, it stands on this hex; None: neither tells."""
        if at is None or at == self._at:
            return
        if self._at is not None:
            self._left, self._stood, self._stood_since = self._at, self._stands, self._since
            self._stands = False
        self._at, self._since = at, self._readings
        self._learn()

    def take(self, changes: Sequence[HexChange]) -> None:
        """These hexes look otherwise since they were read together before."""
        self._readings += 1
        self._changes |= {change.at: (self._readings, change) for change in changes}
        self._learn()

    def _learn(self) -> None:
        """Take its colour, if it was seen to go from where it was said to stand to where it is said to."""
        if self._left is None or self._at is None:
            return
        (went, old), (came, new) = (self._changes.get(at, (0, None)) for at in (self._left, self._at))
        if old is None or new is None or went != came or came <= self._stood_since:
            return
        known = self._as_known(old, new)
        if not alike(old.gone, new.come) or not (self._stood or known):
            return
        # One that surely stood there and looks otherwise than the tint is another box's.
        self.tint = tint_with(self.tint if known else None, new.come)
        self._left, self._stands, self._since = None, True, self._readings

    def _as_known(self, old: HexChange, new: HexChange) -> bool:
        """Whether by the tint it is the robber that went this way, and not something the other way."""
        there = of_tint(new.come, self.tint)
        return bool(there > 0 and there + of_tint(old.gone, self.tint) > sum(
            of_tint(bare, self.tint) for bare in (old.come, new.gone)
        ))  # fmt: skip
