"""House rule, a turn clock: how long a turn may take is an option, and the page counts it down."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import EndTurn, Event, GameStarted, Roll
from companion.games.base.rules.options import EDITIONS, Options, OptionsError
from companion.games.game_api import GameHistory
from companion.games.replay import RecordedEvent, replay_events
from tests.games.base.stories import FOUNDING, OPENING, SEATS, story_of


def test_no_edition_knows_it() -> None:
    assert not any(edition.turn_seconds for edition in EDITIONS.values())


@pytest.mark.parametrize(("seconds", "shown"), [(0, None), (90, 90)])
def test_everybody_sees_what_a_turn_may_take_and_when_it_began(seconds: int, shown: int | None) -> None:
    options = Options(turn_seconds=seconds)
    told = story_of(GameStarted(SEATS, options), *OPENING[1:], *FOUNDING, Roll("red", (1, 1)))
    view = BaseGame().view(told)
    assert view["turn_seconds"] == shown
    assert view["turn_began"] is not None


def at_times(*told: tuple[float, Event], **options: int) -> GameHistory[Any, Event]:
    """A game with a clock that was founded, and what was told from there on, each at its second."""
    founded = (GameStarted(SEATS, Options(**options)), *OPENING[1:], *FOUNDING)  # type: ignore[arg-type]  # seconds
    timed = [*((0.0, event) for event in founded), *told]
    return GameHistory(
        replay_events(BaseGame(), tuple(RecordedEvent(n, event, t) for n, (t, event) in enumerate(timed, 1)))
    )


def test_what_a_turn_takes_beyond_its_time_is_drawn_from_its_player_s_reserve() -> None:
    turns: list[tuple[float, Event]] = [
        (5.0, Roll("red", (1, 1))),
        (100.0, EndTurn("red")),
        (101.0, Roll("blue", (1, 1))),
        (140.0, EndTurn("blue")),
    ]
    view = BaseGame().view(at_times(*turns, turn_seconds=60, reserve_seconds=300))
    assert view["reserves"] == {"red": 260, "blue": 300, "white": 300}
    assert view["turn_began"] == 140


def test_without_a_time_of_its_own_all_of_a_turn_is_drawn_and_never_more_than_there_is() -> None:
    turns: list[tuple[float, Event]] = [
        (5.0, Roll("red", (1, 1))),
        (100.0, EndTurn("red")),
        (101.0, Roll("blue", (1, 1))),
        (160.0, EndTurn("blue")),
    ]
    view = BaseGame().view(at_times(*turns, reserve_seconds=90))
    assert view["reserves"] == {"red": 0, "blue": 30, "white": 90}
    assert view["turn_seconds"] is None


def test_the_turn_that_is_on_is_counted_by_the_page() -> None:
    view = BaseGame().view(at_times((500.0, Roll("red", (1, 1))), reserve_seconds=90))
    assert view["reserves"] == {"red": 90, "blue": 90, "white": 90}


def test_a_table_without_a_reserve_has_none() -> None:
    assert BaseGame().view(at_times((5.0, Roll("red", (1, 1))), turn_seconds=60))["reserves"] is None


@pytest.mark.parametrize("seconds", [-1, 1801, "90"])
def test_it_is_half_an_hour_at_most(seconds: int | str) -> None:
    with pytest.raises(OptionsError, match="from 0 to 1800"):
        Options.from_json({"turn_seconds": seconds})
