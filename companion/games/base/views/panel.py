"""The base game's use of a panel with buttons, a light and a buzzer, from the public view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.base.rules.events import EndTurn, Roll
from companion.rolled_dice import rolled_dice_from_json


def light_colour(view: Mapping[str, Any]) -> str | None:
    """Return the colour of the player who has to act, or the winner; None: no island yet."""
    founds = next((item["colour"] for item in view["to_do"] if "colour" in item), None)
    by_phase = {"layout": None, "founding": founds, "over": view["winner"]}
    colour: str | None = by_phase.get(view["phase"], view["on_turn"])
    return colour


def next_input(view: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the input that ends the turn, only after the roll, so that a double press skips nobody."""
    return {"kind": EndTurn.kind} if view["phase"] == "play" and view["rolled"] else None


def is_seven(event: Mapping[str, Any]) -> bool | None:
    """Return whether the roll is a seven; None: the event is no roll."""
    if event["kind"] != Roll.kind:
        return None
    return sum(rolled_dice_from_json(event["dice"]) or ()) == 7
