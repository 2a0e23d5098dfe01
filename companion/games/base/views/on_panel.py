"""What a panel of buttons, a light and a buzzer does in the base game, by what everybody sees, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.base.rules.events import EndTurn, Roll
from companion.thrown import thrown_from_json


def light(view: Mapping[str, Any]) -> str | None:
    """Who is to do something now, in the end the winner; None: nobody before the island lies."""
    founds = next((item["colour"] for item in view["to_do"] if "colour" in item), None)
    by_phase = {"layout": None, "founding": founds, "over": view["winner"]}
    colour: str | None = by_phase.get(view["phase"], view["on_turn"])
    return colour


def next_input(view: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """That the dice are passed on, once they were thrown: a press too many must not skip a player."""
    return {"kind": EndTurn.kind} if view["phase"] == "play" and view["rolled"] else None


def sounds(event: Mapping[str, Any]) -> bool | None:
    """Whether it is a seven; None: it is no roll at all."""
    if event["kind"] != Roll.kind:
        return None
    return sum(thrown_from_json(event["dice"]) or ()) == 7
