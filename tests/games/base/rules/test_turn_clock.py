"""House rule, a turn clock: a time limit as an option, counted down by the page."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import EndTurn, Event, GameStarted, Roll
from companion.games.base.rules.options import EDITIONS, Options
from companion.games.game_api import GameHistory
from companion.games.replay import RecordedEvent, replay_events
from companion.games.schema import OptionsError
from tests.games.base.histories import FOUNDING, OPENING, SEATS, story_of


def test_no_edition_has_a_turn_clock() -> None:
    assert not any(edition.turn_seconds for edition in EDITIONS.values())


@pytest.mark.parametrize(("seconds", "shown"), [(0, None), (90, 90)])
def test_everyone_sees_the_time_limit_and_the_start_of_the_turn(seconds: int, shown: int | None) -> None:
    options = Options(turn_seconds=seconds)
    history = story_of(GameStarted(SEATS, options), *OPENING[1:], *FOUNDING, Roll("red", (1, 1)))
    view = BaseGame().view(history)
    assert view["turn_seconds"] == shown
    assert view["turn_began"] is not None


def timed_history(*timed_events: tuple[float, Event], **options: int) -> GameHistory[Any, Event]:
    """A founded game with a clock, and events at these seconds."""
    founded = (GameStarted(SEATS, Options(**options)), *OPENING[1:], *FOUNDING)  # type: ignore[arg-type]  # seconds
    timed = [*((0.0, event) for event in founded), *timed_events]
    return GameHistory(
        replay_events(BaseGame(), tuple(RecordedEvent(n, event, t) for n, (t, event) in enumerate(timed, 1)))
    )


def test_overtime_is_drawn_from_the_players_reserve() -> None:
    turns: list[tuple[float, Event]] = [
        (5.0, Roll("red", (1, 1))),
        (100.0, EndTurn("red")),
        (101.0, Roll("blue", (1, 1))),
        (140.0, EndTurn("blue")),
    ]
    view = BaseGame().view(timed_history(*turns, turn_seconds=60, reserve_seconds=300))
    assert view["reserves"] == {"red": 260, "blue": 300, "white": 300}
    assert view["turn_began"] == 140


def test_without_a_time_limit_the_whole_turn_is_drawn_from_the_reserve() -> None:
    turns: list[tuple[float, Event]] = [
        (5.0, Roll("red", (1, 1))),
        (100.0, EndTurn("red")),
        (101.0, Roll("blue", (1, 1))),
        (160.0, EndTurn("blue")),
    ]
    view = BaseGame().view(timed_history(*turns, reserve_seconds=90))
    assert view["reserves"] == {"red": 0, "blue": 30, "white": 90}
    assert view["turn_seconds"] is None


def test_the_current_turn_is_not_drawn_yet() -> None:
    view = BaseGame().view(timed_history((500.0, Roll("red", (1, 1))), reserve_seconds=90))
    assert view["reserves"] == {"red": 90, "blue": 90, "white": 90}


def test_a_table_without_a_reserve_has_none() -> None:
    assert BaseGame().view(timed_history((5.0, Roll("red", (1, 1))), turn_seconds=60))["reserves"] is None


@pytest.mark.parametrize("seconds", [-1, 1801, "90"])
def test_the_time_limit_is_at_most_half_an_hour(seconds: int | str) -> None:
    with pytest.raises(OptionsError, match="from 0 to 1800"):
        Options.from_json({"turn_seconds": seconds})
