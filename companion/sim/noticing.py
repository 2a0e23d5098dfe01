"""What people who look at the table's account of the board notice, and enter to put it right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.games.base.rules.events import Event, event_to_json
from companion.games.base.rules.state import State
from companion.sim.hands import standing

_UNSEEN: Final = ("discard", "steal", "domestic_trade", "maritime_trade", "buy_development_card",
                  "play_development_card", "reveal_victory_points")  # fmt: skip
"""What the table can only have thought out, if nobody entered it."""
Line = Mapping[str, Any]
View = Mapping[str, Any]


def agrees(view: View, happened: State) -> bool:
    """Whether the board is told as it is: all pieces, and the robber."""
    told, real = _told(view), _real(happened)
    return told == real and view["robber"] == happened.robber


def wrong_board(view: View, happened: State, since: int) -> Mapping[str, Any] | None:
    """The input that brings the board's account a step nearer to what happened.

    Args:
        view: the game as the table shows it, with its log.
        happened: the state that really is.
        since: number of the last entry told before people began what they have just done.

    Returns:
        None where nothing is wrong, or nothing in the log says what is.
    """
    told, real = _told(view), _real(happened)
    for at, (kind, colour) in told.items():
        if real.get(at) in ((kind, colour), ("city", colour)):
            continue
        line = _newest(view, lambda event: event.get("at") == at and event["kind"] == f"place_{kind}")  # noqa: B023 (called in the same turn of the loop)
        if line is not None:
            return {"kind": "correct", "entry": line["number"], "event": _instead(kind, at, real.get(at))}
    for at, (kind, colour) in real.items():
        if told.get(at) == (kind, colour):
            continue
        built = kind if told.get(at) == ("settlement", colour) or kind != "city" else "settlement"
        return _said(view, {"kind": f"place_{built}", "player": colour, "at": at})
    if view["robber"] != happened.robber:
        mover = happened.players[happened.active].colour
        event = {"kind": "move_robber", "player": mover, "to": happened.robber}
        line = _newest(view, lambda event: event["kind"] == "move_robber")
        if line is not None and line["number"] > since:
            return {"kind": "correct", "entry": line["number"], "event": event}
        return _said(view, event)
    return None


def wrong_inference(view: View, events: Sequence[Event], since: int) -> Mapping[str, Any] | None:
    """The input that takes back something that the table wrongly thinks has happened unseen.

    Nothing is wrong with what leaves open which cards they were.

    Args:
        view: the game as the table shows it, with its log.
        events: all that has happened in truth since people last agreed with the account.
        since: number of the last entry at that time.
    """
    real = [event_to_json(event) for event in events]
    for line in view["log"]:
        thought = line["certainty"] < 1 and line["event"]["kind"] in _UNSEEN
        if line["number"] > since and thought and not any(_may_be(line["event"], event) for event in real):
            return {"kind": "correct", "entry": line["number"], "event": None}
    return None


def _may_be(told: Mapping[str, Any], real: Mapping[str, Any]) -> bool:
    """Whether an event is what was told, if perhaps not in all particulars."""
    said = {name: value for name, value in told.items() if value is not None}
    if told["kind"] == "discard":
        return (real["kind"], real.get("player")) == (told["kind"], told["player"])
    return all(real.get(name) == value for name, value in said.items())


def newest(view: View) -> int:
    """The number of the newest entry of the log; 0 where there is none."""
    return max((line["number"] for line in view["log"]), default=0)


def _told(view: View) -> dict[str, tuple[str, str]]:
    return {piece["at"]: (piece["kind"], piece["colour"]) for piece in view["pieces"]}


def _real(happened: State) -> dict[str, tuple[str, str]]:
    return {at: (piece.kind, piece.colour) for at, piece in standing(happened).items()}


def _instead(kind: str, at: str, real: tuple[str, str] | None) -> Mapping[str, Any] | None:
    """What was put there instead of a piece that never was; None: nothing, or it is told by another entry."""
    if real is None or kind == "city":
        return None
    # A city stands where a settlement stood.
    built = "road" if real[0] == "road" else "settlement"
    return {"kind": f"place_{built}", "player": real[1], "at": at}


def _said(view: View, event: dict[str, Any]) -> Mapping[str, Any]:
    """What somebody enters who missed an event: at the end, or before its player passed the dice."""
    colour = event["player"]
    if view["phase"] == "play" and view["on_turn"] != colour:
        passed = _newest(view, lambda said: said["kind"] == "end_turn" and said["player"] == colour)
        if passed is not None:
            return {"kind": "correct", "before": passed["number"], "event": event}
    kind = str(event["kind"])
    if kind.startswith("place_"):
        return {**event, "kind": "place", "piece": kind.removeprefix("place_")}
    return event


def _newest(view: View, wanted: Any) -> Line | None:
    lines: Iterator[Line] = reversed(view["log"])
    return next((line for line in lines if wanted(line["event"])), None)
