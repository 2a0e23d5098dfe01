"""House rule, victory only when it is claimed. Off unless a table chooses it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    ClaimVictory,
    EndTurn,
    GameStarted,
    PlaceCity,
    RevealVictoryPoints,
    Roll,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import EDITIONS, Options
from companion.games.base.rules.state import State
from companion.island.geometry import IntersectionId
from companion.observations import InputEntered
from tests.games.base.stories import FOUNDING, OPENING, SEATS, holds, seat_view, story_of

CLAIMED = Options(claim_victory=True, points_to_win=3)
GAME = BaseGame()
OF_RED = IntersectionId("i4,1")
OPENED = (GameStarted(SEATS, CLAIMED), *OPENING[1:], *FOUNDING)
BUILT = (Roll("red", (1, 1)), holds("red", ore=3, grain=2), PlaceCity("red", OF_RED))


def test_no_edition_knows_it() -> None:
    assert not any(edition.claim_victory for edition in EDITIONS.values())


def test_nobody_wins_before_saying_so(play: Callable[..., State]) -> None:
    state = story_of(*OPENED, *BUILT).state
    assert (state.phase, state.points(0)) == ("play", 3)
    state = play(state, ClaimVictory("red"))
    assert (state.phase, state.winner) == ("over", 0)


def test_who_says_nothing_plays_on_and_says_it_in_a_later_turn(play: Callable[..., State]) -> None:
    passed = (EndTurn("red"), Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"))
    state = story_of(*OPENED, *BUILT, *passed).state
    assert state.phase == "play"
    assert play(state, ClaimVictory("red")).winner == 0


def test_only_on_the_own_turn() -> None:
    state = story_of(*OPENED, *BUILT, EndTurn("red")).state
    assert violations(state, ClaimVictory("red")) == RuleViolation.NOT_ON_TURN
    assert apply(state, ClaimVictory("red")).winner is None


def test_a_claim_without_the_points_is_recorded_and_play_goes_on() -> None:
    state = story_of(*OPENED, Roll("red", (1, 1))).state
    assert violations(state, ClaimVictory("red")) == RuleViolation.NOT_ENOUGH_TO_WIN
    assert apply(state, ClaimVictory("red")).phase == "play"


def test_cards_that_nobody_named_may_be_what_is_missing(position: Callable[..., State]) -> None:
    state = position(options=CLAIMED, red={"settlements": ["i4,1"], "development": {"unidentified": 2}})
    assert not violations(state, ClaimVictory("red"))
    won = apply(state, ClaimVictory("red"))
    assert won.winner == 0
    assert not violations(won, RevealVictoryPoints("red", 2))


def test_who_turns_up_the_cards_that_win_has_said_it(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    state = position(options=CLAIMED, red={"settlements": ["i4,1"], "development": {"victory_point": 2}})
    assert play(state, RevealVictoryPoints("red", 2)).winner == 0


@pytest.mark.parametrize("options", [CLAIMED, Options(points_to_win=3)])
def test_the_claim_is_offered_to_who_is_on_turn_whatever_the_points(options: Options) -> None:
    """So that the page doesn't say it for them."""
    story = story_of(GameStarted(SEATS, options), *OPENED[1:], Roll("red", (1, 1)))
    assert GAME.view(story)["may"]["claim"] == options.claim_victory
    assert seat_view(story, "red")["may"]["claim"] == options.claim_victory
    assert not seat_view(story, "blue")["may"]["claim"]


def test_it_is_entered_on_the_tablet_and_on_the_own_phone() -> None:
    story = story_of(*OPENED, *BUILT)
    entered = GAME.interpret(story, InputEntered(99.0, "tablet", {"kind": "claim_victory"}))
    assert entered.events == (ClaimVictory("red"),)
    assert GAME.seat_input(story, "red", {"kind": "claim_victory"})["player"] == "red"
