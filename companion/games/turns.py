"""Which turn an input is about: two tablets that end the same turn at once end one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.observations import InputRefused
from companion.words import sentence

TURN_OVER: Final = sentence("That turn is over already.")


def of_this_turn(data: Mapping[str, Any], turn: int, on_turn: str | None) -> Mapping[str, Any]:
    """An input without the turn that it is about, where it names one.

    Args:
        data: what was entered; its `turn`, if any, is the number of the turn that was shown to whoever
            entered it, and its `player` who was on turn then.
        turn: the number of the turn that is on.
        on_turn: the colour of who is on turn.

    Raises:
        InputRefused: that turn isn't on any more.
    """
    if "turn" not in data:
        return data
    if data["turn"] != turn or data.get("player", on_turn) != on_turn:
        raise InputRefused(TURN_OVER)
    return {name: value for name, value in data.items() if name != "turn"}
