"""What is asked about a board that nothing explains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.base.tracker import priors
from companion.games.base.tracker.context import TrackerContext
from companion.games.base.tracker.differences import Came, Gone, RobberMoved
from companion.games.base.tracker.hypothesis import Hypothesis
from companion.games.game_api import Answer, Question

_LOOKS_SURE_LOG_ODDS: Final = 3.0
"""Log odds of what is seen against what was told: less is not worth a question."""


def unexplained(context: TrackerContext, found: Sequence[Hypothesis]) -> Question | None:
    """The first difference that nothing explains and that stays, with what may put it right."""
    explained = {place for hypothesis in found for place in hypothesis.explained}
    for place, (change, *_) in context.places.items():
        if place in explained or isinstance(change, RobberMoved) or place in context.seen.covered:
            continue
        if change.gain >= _LOOKS_SURE_LOG_ODDS and context.waited(change, priors.UNEXPLAINED_S):
            return _gone(context, change) if isinstance(change, Gone) else _came(change)
    return None


def _came(change: Came) -> Question:
    piece = {"piece": change.after.kind, "colour": change.after.colour, "at": change.place}
    place = {"kind": "place", "piece": change.after.kind, "player": change.after.colour, "at": change.place}
    return Question("piece_unexplained", (Answer("not_there"), Answer("it_is_there", piece, place)), piece)


def _gone(context: TrackerContext, change: Gone) -> Question | None:
    steps = reversed(context.believed.steps)
    told = next((s.recorded for s in steps if getattr(s.recorded.event, "at", None) == change.place), None)
    # What has never looked like a piece was told for other reasons.
    if told is None or change.since <= told.t:
        return None
    piece = {"piece": change.before.kind, "colour": change.before.colour, "at": change.place}
    away = {"kind": "correct", "entry": told.number, "event": None}
    return Question("piece_gone", (Answer("still_there"), Answer("taken_away", piece, away)), piece)
