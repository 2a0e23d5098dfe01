"""Sessions: continued, corrected, and corrected back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import EndTurn, Roll
from companion.games.base.rules.options import Colour
from companion.games.game_api import Interpretation, Replace, Undo
from companion.table.session import GameSession
from tests.games.base.histories import FOUNDING, OPENING

COLOURS: tuple[Colour, ...] = ("red", "blue", "white")
TURNS = [event for colour in COLOURS * 3 for event in (Roll(colour, (1, 1)), EndTurn(colour))]


def with_interpretation(session: GameSession[Any, Any], **telling: Any) -> GameSession[Any, Any]:
    """The session after an interpretation is recorded."""
    interpretation = Interpretation(**{"events": (), **telling})
    return session.with_drafts(session.drafts(interpretation, t=1.0, source="tablet"))


@pytest.fixture
def nine_turns() -> GameSession[Any, Any]:
    """Nine turns after the founding, each event recorded separately."""
    session = GameSession.create(BaseGame())
    for event in (*OPENING, *FOUNDING, *TURNS):
        session = with_interpretation(session, events=(event,))
    return session


def correct(session: GameSession[Any, Any], back: int, event: Any) -> GameSession[Any, Any]:
    return with_interpretation(session, corrections=(Replace(session.steps[-back].number, event),))


def test_events_before_a_correction_are_not_replayed(nine_turns: GameSession[Any, Any]) -> None:
    other = correct(nine_turns, 6, Roll("red", (2, 1)))
    assert all(one is two for one, two in zip(nine_turns.steps[:-6], other.steps[:-6], strict=True))
    assert other.replay == GameSession.from_entries(BaseGame(), other.entries).replay


def test_undoing_an_old_correction_does_not_replay_everything(
    nine_turns: GameSession[Any, Any],
) -> None:
    back = len(TURNS)
    other = correct(nine_turns, back, Roll("red", (2, 1)))
    assert other.steps[-1].before != nine_turns.steps[-1].before
    # The game continues before somebody notices it.
    other = with_interpretation(
        with_interpretation(other, events=(Roll("red", (5, 5)),)), events=(EndTurn("red"),)
    )
    correction = other.entries[-3].number
    taken_back = with_interpretation(other, corrections=(Undo(correction),))
    assert all(one is two for one, two in zip(nine_turns.steps, taken_back.steps, strict=False))
    assert taken_back.replay == GameSession.from_entries(BaseGame(), taken_back.entries).replay
    again = with_interpretation(taken_back, corrections=(Undo(taken_back.entries[-1].number),))
    assert all(one is two for one, two in zip(other.steps, again.steps, strict=True))
