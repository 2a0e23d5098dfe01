"""An end by agreement or by time: who has most points that everybody sees has won."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import BuyDevelopmentCard, EndGame, RevealVictoryPoints, Roll
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.state import State
from companion.games.game_api import winners
from companion.observations import InputEntered, InputRefused
from tests.games.base.stories import FOUNDING, OPENING, holds, story_of

GAME = BaseGame()
FAR = ("i4,1", "i-5,4", "i-2,-2")


@pytest.mark.parametrize("because", ["agreement", "time"])
def test_who_has_most_points_has_won(
    position: Callable[..., State], play: Callable[..., State], because: Literal["agreement", "time"]
) -> None:
    state = position(red={"settlements": FAR[:1]}, blue={"cities": FAR[1:2]}, white={"settlements": FAR[2:]})
    state = play(state, EndGame(because))
    assert (state.phase, state.winner, state.winners, state.ended) == ("over", 1, (1,), because)


def test_whoever_is_on_turn(position: Callable[..., State], play: Callable[..., State]) -> None:
    for colour in ("red", "blue", "white"):
        assert play(position(on_turn=colour, white={"cities": FAR[:1]}), EndGame("time")).winners == (2,)


def test_those_with_as_many_share_the_victory() -> None:
    told = story_of(*OPENING, *FOUNDING, Roll("red", (1, 1)), EndGame("agreement"))
    shown, looked_back = GAME.view(told), GAME.summary(told)
    assert shown["winner"] is None
    assert winners(shown) == winners(looked_back) == ["red", "blue", "white"]
    assert shown["ended"] == "agreement"


def test_cards_face_down_count_once_they_are_turned_up(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    blue = {"settlements": FAR[1:2], "development": {"victory_point": 2}}
    state = position(red={"cities": FAR[:1]}, blue=blue)
    state = play(state, EndGame("time"))
    assert state.winners == (0,)
    state = play(state, RevealVictoryPoints("blue", 2))
    assert (state.phase, state.winner, state.open_points(1)) == ("over", 1, 3)


def test_what_a_phone_told_in_secret_decides_nothing() -> None:
    secret = (BuyDevelopmentCard("blue", "victory_point"), "phone:blue", 1.0)
    bought = (Roll("red", (1, 1)), holds("blue", wool=1, grain=1, ore=1), secret)
    shown = GAME.view(story_of(*OPENING, *FOUNDING, *bought, EndGame("time")))
    assert shown["winners"] == ["red", "blue", "white"]
    assert [player["points"] for player in shown["players"]] == [2, 2, 2]


def test_it_ends_once(position: Callable[..., State]) -> None:
    state = apply(position(), EndGame("time"))
    assert violations(state, EndGame("agreement")) == RuleViolation.GAME_OVER
    told = story_of(*OPENING, *FOUNDING, Roll("red", (1, 1)), EndGame("agreement"))
    again = GAME.interpret(told, InputEntered(99.0, "tablet", {"kind": "end_game", "because": "time"}))
    assert again.duplicate_of == (told.recorded_events[-1].number,)


def test_it_is_entered_on_the_tablet_by_one_of_two_reasons() -> None:
    told = story_of(*OPENING, *FOUNDING, Roll("red", (1, 1)))
    entered = GAME.interpret(told, InputEntered(99.0, "tablet", {"kind": "end_game", "because": "time"}))
    assert entered.events == (EndGame("time"),)
    with pytest.raises(InputRefused, match="by agreement or by time"):
        GAME.interpret(told, InputEntered(99.0, "tablet", {"kind": "end_game", "because": "boredom"}))
