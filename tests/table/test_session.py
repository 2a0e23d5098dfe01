"""A session told on, corrected, and corrected back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import EndTurn, Roll
from companion.games.base.rules.options import Colour
from companion.games.game_api import Interpretation, Replace, Undo
from companion.table.session import GameSession
from tests.games.base.stories import FOUNDING, OPENING

COLOURS: tuple[Colour, ...] = ("red", "blue", "white")
TURNS = [event for colour in COLOURS * 3 for event in (Roll(colour, (1, 1)), EndTurn(colour))]


def after(session: GameSession[Any, Any], **telling: Any) -> GameSession[Any, Any]:
    """The session once something more was told."""
    told = Interpretation(**{"events": (), **telling})
    return session.with_drafts(session.drafts(told, t=1.0, source="tablet"))


@pytest.fixture
def playing() -> GameSession[Any, Any]:
    """Nine turns after the founding, each event told by itself."""
    session = GameSession.create(BaseGame())
    for event in (*OPENING, *FOUNDING, *TURNS):
        session = after(session, events=(event,))
    return session


def corrected(session: GameSession[Any, Any], back: int, event: Any) -> GameSession[Any, Any]:
    return after(session, corrections=(Replace(session.steps[-back].number, event),))


def test_what_comes_before_a_correction_is_told_no_more(playing: GameSession[Any, Any]) -> None:
    other = corrected(playing, 6, Roll("red", (2, 1)))
    assert all(one is two for one, two in zip(playing.steps[:-6], other.steps[:-6], strict=True))
    assert other.replay == GameSession.from_entries(BaseGame(), other.entries).replay


def test_a_correction_far_back_is_taken_back_without_telling_all_of_it_anew(
    playing: GameSession[Any, Any],
) -> None:
    back = len(TURNS)
    other = corrected(playing, back, Roll("red", (2, 1)))
    assert other.steps[-1].before != playing.steps[-1].before
    # The game goes on before somebody sees it.
    other = after(after(other, events=(Roll("red", (5, 5)),)), events=(EndTurn("red"),))
    correction = other.entries[-3].number
    taken_back = after(other, corrections=(Undo(correction),))
    assert all(one is two for one, two in zip(playing.steps, taken_back.steps, strict=False))
    assert taken_back.replay == GameSession.from_entries(BaseGame(), taken_back.entries).replay
    again = after(taken_back, corrections=(Undo(taken_back.entries[-1].number),))
    assert all(one is two for one, two in zip(other.steps, again.steps, strict=True))
