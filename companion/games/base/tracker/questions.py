"""Questions about a board that no hypothesis explains, and about a piece that would wrongly end the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event, PlaceCity, PlaceRoad, PlaceSettlement
from companion.games.base.rules.legality import violations
from companion.games.base.tracker import priors
from companion.games.base.tracker.board_diff import PieceAdded, PieceRemoved, RobberMoved
from companion.games.base.tracker.context import TrackerContext
from companion.games.base.tracker.hypothesis import Hypothesis
from companion.games.game_api import Answer, Question

_MIN_QUESTION_LOG_ODDS: Final = 3.0
"""Minimal log odds of a change that is worth a question."""


def unexplained_question(context: TrackerContext, found: Sequence[Hypothesis]) -> Question | None:
    """Return a question about the first unexplained and stable change, with inputs that resolve it."""
    explained = {place for hypothesis in found for place in hypothesis.explained}
    for place, (change, *_) in context.places.items():
        if place in explained or isinstance(change, RobberMoved) or place in context.seen.covered:
            continue
        if change.gain >= _MIN_QUESTION_LOG_ODDS and context.has_lasted(change, priors.UNEXPLAINED_S):
            return (
                _removed_question(context, change)
                if isinstance(change, PieceRemoved)
                else _added_question(change)
            )
    return None


def winning_piece_question(believed: BelievedReplay, events: Sequence[Event]) -> Question | None:
    """Return the question whether a piece is there that ends the game and breaks a rule; None: there is none.

    The record may be wrong then, so the game ends only if people confirm the piece.
    """
    state = believed.state
    for event in events:
        broken = violations(state, event)
        state = apply(state, event)
        if state.phase == "over" and broken and isinstance(event, PlaceRoad | PlaceSettlement | PlaceCity):
            kind = event.kind.removeprefix("place_")
            piece = {"piece": kind, "colour": event.player, "at": event.at}
            place = {"kind": "place", "piece": kind, "player": event.player, "at": event.at}
            return Question(
                "winning_piece", (Answer("not_there"), Answer("it_is_there", piece, place)), piece
            )
    return None


def _added_question(change: PieceAdded) -> Question:
    piece = {"piece": change.after.kind, "colour": change.after.colour, "at": change.place}
    place = {"kind": "place", "piece": change.after.kind, "player": change.after.colour, "at": change.place}
    return Question("piece_unexplained", (Answer("not_there"), Answer("it_is_there", piece, place)), piece)


def _removed_question(context: TrackerContext, change: PieceRemoved) -> Question | None:
    steps = reversed(context.believed.steps)
    recorded = next((s.record for s in steps if getattr(s.record.event, "at", None) == change.place), None)
    # If the site has never looked like a piece, the piece was recorded for other reasons.
    if recorded is None or change.since <= recorded.t:
        return None
    piece = {"piece": change.before.kind, "colour": change.before.colour, "at": change.place}
    away = {"kind": "correct", "entry": recorded.number, "event": None}
    return Question("piece_gone", (Answer("still_there"), Answer("taken_away", piece, away)), piece)
