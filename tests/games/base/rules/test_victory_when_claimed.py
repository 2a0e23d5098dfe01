"""House rule, victory must be claimed. Off by default."""

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
from tests.games.base.histories import FOUNDING, OPENING, SEATS, holds, seat_view, story_of

CLAIM_OPTIONS = Options(claim_victory=True, points_to_win=3)
GAME = BaseGame()
OF_RED = IntersectionId("i4,1")
FOUNDED_EVENTS = (GameStarted(SEATS, CLAIM_OPTIONS), *OPENING[1:], *FOUNDING)
CITY_EVENTS = (Roll("red", (1, 1)), holds("red", ore=3, grain=2), PlaceCity("red", OF_RED))


def test_no_edition_requires_a_claim() -> None:
    assert not any(edition.claim_victory for edition in EDITIONS.values())


def test_nobody_wins_before_a_claim(play: Callable[..., State]) -> None:
    state = story_of(*FOUNDED_EVENTS, *CITY_EVENTS).state
    assert (state.phase, state.points(0)) == ("play", 3)
    state = play(state, ClaimVictory("red"))
    assert (state.phase, state.winner) == ("over", 0)


def test_a_claim_may_come_in_a_later_turn(play: Callable[..., State]) -> None:
    passed = (EndTurn("red"), Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"))
    state = story_of(*FOUNDED_EVENTS, *CITY_EVENTS, *passed).state
    assert state.phase == "play"
    assert play(state, ClaimVictory("red")).winner == 0


def test_a_claim_is_legal_only_on_the_own_turn() -> None:
    state = story_of(*FOUNDED_EVENTS, *CITY_EVENTS, EndTurn("red")).state
    assert violations(state, ClaimVictory("red")) == RuleViolation.NOT_ON_TURN
    assert apply(state, ClaimVictory("red")).winner is None


def test_a_claim_without_the_points_is_recorded_and_play_goes_on() -> None:
    state = story_of(*FOUNDED_EVENTS, Roll("red", (1, 1))).state
    assert violations(state, ClaimVictory("red")) == RuleViolation.NOT_ENOUGH_TO_WIN
    assert apply(state, ClaimVictory("red")).phase == "play"


def test_unnamed_cards_may_be_the_missing_points(position: Callable[..., State]) -> None:
    state = position(options=CLAIM_OPTIONS, red={"settlements": ["i4,1"], "development": {"unidentified": 2}})
    assert not violations(state, ClaimVictory("red"))
    won = apply(state, ClaimVictory("red"))
    assert won.winner == 0
    assert not violations(won, RevealVictoryPoints("red", 2))


def test_revealing_the_winning_cards_is_a_claim(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    state = position(
        options=CLAIM_OPTIONS, red={"settlements": ["i4,1"], "development": {"victory_point": 2}}
    )
    assert play(state, RevealVictoryPoints("red", 2)).winner == 0


@pytest.mark.parametrize("options", [CLAIM_OPTIONS, Options(points_to_win=3)])
def test_the_active_player_is_offered_the_claim_at_any_points(options: Options) -> None:
    """The offer reveals nothing about the points."""
    story = story_of(GameStarted(SEATS, options), *FOUNDED_EVENTS[1:], Roll("red", (1, 1)))
    assert GAME.view(story)["may"]["claim"] == options.claim_victory
    assert seat_view(story, "red")["may"]["claim"] == options.claim_victory
    assert not seat_view(story, "blue")["may"]["claim"]


def test_a_claim_is_entered_on_the_tablet_or_the_own_phone() -> None:
    story = story_of(*FOUNDED_EVENTS, *CITY_EVENTS)
    entered = GAME.interpret(story, InputEntered(99.0, "tablet", {"kind": "claim_victory"}))
    assert entered.events == (ClaimVictory("red"),)
    assert GAME.seat_input(story, "red", {"kind": "claim_victory"})["player"] == "red"
