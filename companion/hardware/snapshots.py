"""What a panel takes from the table's snapshots: who is on turn, and the sevens as they fall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from companion.island.pieces import COLOURS, PieceColour

Snapshot = Mapping[str, Any]


def colour_on_turn(snapshot: Snapshot) -> PieceColour | None:
    """Whose light shines: who is to do something now, in the end the winner; None: nobody's."""
    if snapshot["game"] is None:
        return None
    view = snapshot["game"]["view"]
    colour = {
        "layout": None,
        "founding": next((item["colour"] for item in view.get("to_do", ()) if "colour" in item), None),
        "over": view["winner"],
    }.get(view["phase"], view.get("on_turn"))
    return cast(PieceColour, colour) if colour in COLOURS else None


def turn_can_end(snapshot: Snapshot) -> bool:
    """Whether passing the dice on makes sense: a press too many must not skip a player.

    Where there is no game at all the table says so better.
    """
    if snapshot["game"] is None:
        return True
    view = snapshot["game"]["view"]
    return view["phase"] == "play" and bool(view.get("rolled", True))


class Sevens:
    """Notices a seven once, when it is rolled.

    A roll is new where its entry is newer than all that were seen before it, and than all that
    happened before it: what a correction changes, inserts or brings back isn't. The first snapshot
    that is seen only tells where the game stands.
    """

    def __init__(self) -> None:
        self._game: str | None = None
        self._newest = 0

    def falls(self, snapshot: Snapshot) -> bool:
        """Whether a seven was rolled since the last snapshot."""
        game = snapshot["game"]
        if game is None:
            return False
        log = game["view"]["log"]
        before = self._newest if game["id"] == self._game else None
        newest = max((line["number"] for line in log), default=0)
        self._newest = max(newest, before or 0)
        self._game = game["id"]
        rolls = [n for n, line in enumerate(log) if line["event"]["kind"] == "roll"]
        if before is None or not rolls:
            return False
        last = rolls[-1]
        number = log[last]["number"]
        told_in_order = all(number < line["number"] for line in log[last + 1 :])
        return number > before and told_in_order and sum(log[last]["event"]["dice"]) == 7
