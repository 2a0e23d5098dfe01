"""Questions about a board that no hypothesis explains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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
