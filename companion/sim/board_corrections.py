"""Derives the corrections that people enter when they see errors in the recorded game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.games.base.rules.events import Event, event_to_json
from companion.games.base.rules.state import State
from companion.sim.hands import pieces_by_site
from companion.sim.world import input_from_json

_UNSEEN_KINDS: Final = (
    "discard",
    "steal",
    "domestic_trade",
    "maritime_trade",
    "buy_development_card",
    "play_development_card",
    "reveal_victory_points",
)
"""Kinds of event that the table can only have inferred if nobody entered them."""
Line = Mapping[str, Any]
View = Mapping[str, Any]


def is_board_correct(view: View, truth: State) -> bool:
    """Return whether the recorded pieces and the robber match the true state."""
    recorded, true_pieces = _recorded_pieces(view), _true_pieces(truth)
    return recorded == true_pieces and view["robber"] == truth.robber


def board_correction(view: View, truth: State, since: int) -> Mapping[str, Any] | None:
    """Return the input that removes one error of the recorded board.

    Args:
        view: the game's view with its log.
        truth: the true state.
        since: number of the last entry before the people's present action.

    Returns:
        None if the board is correct, or if no entry of the log explains the error.
    """
    recorded, true_pieces = _recorded_pieces(view), _true_pieces(truth)
    for at, (kind, colour) in recorded.items():
        if true_pieces.get(at) in ((kind, colour), ("city", colour)):
            continue
        line = _find_newest(view, lambda event: event.get("at") == at and event["kind"] == f"place_{kind}")  # noqa: B023 (called in the same iteration)
        if line is not None:
            return {
                "kind": "correct",
                "entry": line["number"],
                "event": _replacement_event(kind, at, true_pieces.get(at)),
            }
    for at, (kind, colour) in true_pieces.items():
        if recorded.get(at) == (kind, colour):
            continue
        built = kind if recorded.get(at) == ("settlement", colour) or kind != "city" else "settlement"
        return _missed_input(view, {"kind": f"place_{built}", "player": colour, "at": at})
    if view["robber"] != truth.robber:
        mover = truth.players[truth.active].colour
        event = {"kind": "move_robber", "player": mover, "to": truth.robber}
        line = _find_newest(view, lambda event: event["kind"] == "move_robber")
        if line is not None and line["number"] > since:
            return {"kind": "correct", "entry": line["number"], "event": event}
        return _missed_input(view, event)
    return None


def inference_correction(view: View, events: Sequence[Event], since: int) -> Mapping[str, Any] | None:
    """Return the input that deletes a wrongly inferred event; None: there is none.

    An inferred event that leaves its cards open isn't wrong.

    Args:
        view: the game's view with its log.
        events: the true events since the people last found the record correct.
        since: number of the last entry at that time.
    """
    true_events = [event_to_json(event) for event in events]
    for line in view["log"]:
        is_inferred = line["certainty"] < 1 and line["event"]["kind"] in _UNSEEN_KINDS
        if (
            line["number"] > since
            and is_inferred
            and not any(_can_match(line["event"], event) for event in true_events)
        ):
            return {"kind": "correct", "entry": line["number"], "event": None}
    return None


def _can_match(recorded: Mapping[str, Any], real: Mapping[str, Any]) -> bool:
    """Return whether a true event is compatible with a recorded one, which may leave details open."""
    known = {name: value for name, value in recorded.items() if value is not None}
    if recorded["kind"] == "discard":
        return (real["kind"], real.get("player")) == (recorded["kind"], recorded["player"])
    return all(real.get(name) == value for name, value in known.items())


def newest_entry(view: View) -> int:
    """Return the number of the newest entry of the log; 0 if it is empty."""
    return max((line["number"] for line in view["log"]), default=0)


def _recorded_pieces(view: View) -> dict[str, tuple[str, str]]:
    return {piece["at"]: (piece["kind"], piece["colour"]) for piece in view["pieces"]}


def _true_pieces(truth: State) -> dict[str, tuple[str, str]]:
    return {at: (piece.kind, piece.colour) for at, piece in pieces_by_site(truth).items()}


def _replacement_event(kind: str, at: str, true_piece: tuple[str, str] | None) -> Mapping[str, Any] | None:
    """Return the true event in place of a wrong one; None: there is none, or another entry records it."""
    if true_piece is None or kind == "city":
        return None
    # A city was built on a settlement.
    built = "road" if true_piece[0] == "road" else "settlement"
    return {"kind": f"place_{built}", "player": true_piece[1], "at": at}


def _missed_input(view: View, event: dict[str, Any]) -> Mapping[str, Any]:
    """Return the input of a missed event: at the end, or before the end of its player's turn."""
    colour = event["player"]
    if view["phase"] == "play" and view["on_turn"] != colour:
        turn_end = _find_newest(view, lambda entry: entry["kind"] == "end_turn" and entry["player"] == colour)
        if turn_end is not None:
            return {"kind": "correct", "before": turn_end["number"], "event": event}
    return input_from_json(event)


def _find_newest(view: View, is_wanted: Any) -> Line | None:
    lines: Iterator[Line] = reversed(view["log"])
    return next((line for line in lines if is_wanted(line["event"])), None)
