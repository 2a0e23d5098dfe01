"""Games ended by agreement or time: the most public points win."""

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
from tests.games.base.histories import FOUNDING, OPENING, holds, story_of

GAME = BaseGame()
DISTANT_SITES = ("i4,1", "i-5,4", "i-2,-2")


@pytest.mark.parametrize("because", ["agreement", "time"])
def test_the_player_with_the_most_public_points_wins(
    position: Callable[..., State], play: Callable[..., State], because: Literal["agreement", "time"]
) -> None:
    state = position(
        red={"settlements": DISTANT_SITES[:1]},
        blue={"cities": DISTANT_SITES[1:2]},
        white={"settlements": DISTANT_SITES[2:]},
    )
    state = play(state, EndGame(because))
    assert (state.phase, state.winner, state.winners, state.ended) == ("over", 1, (1,), because)


def test_the_winner_does_not_depend_on_the_active_player(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    for colour in ("red", "blue", "white"):
        assert play(
            position(on_turn=colour, white={"cities": DISTANT_SITES[:1]}), EndGame("time")
        ).winners == (2,)


def test_players_with_equal_points_share_the_victory() -> None:
    history = story_of(*OPENING, *FOUNDING, Roll("red", (1, 1)), EndGame("agreement"))
    shown, looked_back = GAME.view(history), GAME.summary(history)
    assert shown["winner"] is None
    assert winners(shown) == winners(looked_back) == ["red", "blue", "white"]
    assert shown["ended"] == "agreement"


def test_hidden_victory_points_count_once_they_are_revealed(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    blue = {"settlements": DISTANT_SITES[1:2], "development": {"victory_point": 2}}
    state = position(red={"cities": DISTANT_SITES[:1]}, blue=blue)
    state = play(state, EndGame("time"))
    assert state.winners == (0,)
    state = play(state, RevealVictoryPoints("blue", 2))
    assert (state.phase, state.winner, state.open_points(1)) == ("over", 1, 3)


def test_a_secret_purchase_from_a_phone_does_not_decide_the_winner() -> None:
    secret = (BuyDevelopmentCard("blue", "victory_point"), "phone:blue", 1.0)
    bought = (Roll("red", (1, 1)), holds("blue", wool=1, grain=1, ore=1), secret)
    shown = GAME.view(story_of(*OPENING, *FOUNDING, *bought, EndGame("time")))
    assert shown["winners"] == ["red", "blue", "white"]
    assert [player["points"] for player in shown["players"]] == [2, 2, 2]


def test_a_game_ends_once(position: Callable[..., State]) -> None:
    state = apply(position(), EndGame("time"))
    assert violations(state, EndGame("agreement")) == RuleViolation.GAME_OVER
    history = story_of(*OPENING, *FOUNDING, Roll("red", (1, 1)), EndGame("agreement"))
    again = GAME.interpret(history, InputEntered(99.0, "tablet", {"kind": "end_game", "because": "time"}))
    assert again.duplicate_of == (history.recorded_events[-1].number,)


def test_the_tablet_ends_a_game_by_agreement_or_by_time() -> None:
    history = story_of(*OPENING, *FOUNDING, Roll("red", (1, 1)))
    entered = GAME.interpret(history, InputEntered(99.0, "tablet", {"kind": "end_game", "because": "time"}))
    assert entered.events == (EndGame("time"),)
    with pytest.raises(InputRefused, match="by agreement or by time"):
        GAME.interpret(history, InputEntered(99.0, "tablet", {"kind": "end_game", "because": "boredom"}))
