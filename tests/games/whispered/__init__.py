"""A tally played on the phones: each player sees only their own remaining total."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.game_api import GameHistory, GamePage, PhonePage
from companion.i18n import sentence
from companion.observations import InputRefused
from tests.games.tally import Tally
from tests.games.tally.game import TO_WIN, Event, State

__all__ = ["Whispered"]


class Whispered(Tally):
    """The tally with secrets; only the phones' page knows them."""

    kind = "whispered"
    page = GamePage(
        "phone.html", "phone.js", "phone.js", PhonePage("phone.html", "phone.js"), package=__package__ or ""
    )

    def seat_view(self, history: GameHistory[State, Event], seat: str) -> Mapping[str, Any] | None:
        state = history.state
        if seat not in state.colours:
            return None
        at = state.colours.index(seat)
        return {
            "colour": seat,
            "name": state.names[at],
            "on_turn": state.on_turn == at,
            "left": TO_WIN - state.totals[at],
        }

    def seat_input(
        self, history: GameHistory[State, Event], seat: str, data: Mapping[str, Any]
    ) -> dict[str, Any]:
        if history.state.colours[history.state.on_turn] != seat:
            raise InputRefused(sentence("Another player throws now."))
        return {"kind": "throw", "total": data.get("total")}
