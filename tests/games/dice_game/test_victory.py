"""Points and victory: dice-game-advanced.fr.txt, "Les points de victoire", "Fin du jeu"."""

from collections.abc import Callable

import pytest

from companion.games.dice_game.effects import apply
from companion.games.dice_game.events import Build, DiceGameStarted, Event, PassDice, Throw
from companion.games.dice_game.legality import DiceGameViolation, violations
from companion.games.dice_game.options import DiceGameSettings, seats_from_json
from companion.games.dice_game.state import DiceGameState
from companion.games.schema import EventError

LONG_ROUTE = ("2", "3", "5", "7", "8", "10", "12", "13", "15", "16", "18")


def test_settlements_score_one_cities_two_roads_and_knights_none(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    state = play(start(), Build("red", "settlement", "1"))
    assert state.points(0) == 1
    state = play(state, Build("red", "road", "2"), Build("red", "road", "3"), Build("red", "knight", "1"))
    assert state.points(0) == 1
    assert play(state, Build("red", "city", "4")).points(0) == 3


@pytest.fixture
def nine_points(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> DiceGameState:
    """Red has nine points: three cities, a settlement and the longest route."""
    built = turn("red", road=LONG_ROUTE, city=["4", "9", "14"], settlement=["1"])
    return play(start(), *built, PassDice("blue"))


def test_the_first_player_with_ten_points_wins_immediately(
    nine_points: DiceGameState, play: Callable[..., DiceGameState]
) -> None:
    assert (nine_points.points(0), nine_points.winner) == (9, None)
    state = play(nine_points, Build("red", "settlement", "6"))
    assert (state.phase, state.winner, state.points(0)) == ("over", 0, 10)


def test_special_cards_can_win_the_game(
    nine_points: DiceGameState, play: Callable[..., DiceGameState]
) -> None:
    state = play(nine_points, *(Build("red", "knight", at) for at in "12"))
    assert state.winner is None
    state = play(state, Build("red", "knight", "3"))
    assert (state.winner, state.points(0)) == (0, 11)


def test_taking_a_special_card_from_its_holder_can_win_the_game(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> None:
    state = play(start(), *turn("red", road=LONG_ROUTE[:8], city=["4", "9"], settlement=["1", "6", "11"]))
    assert state.points(0) == 9
    state = play(state, *turn("blue", road=LONG_ROUTE[:9], settlement=["1"]))
    assert (state.longest_route, state.points(0)) == (1, 7)
    state = play(state, Build("red", "road", "15"), Build("red", "city", "14"))
    assert (state.winner, state.points(0)) == (None, 9)
    state = play(state, Build("red", "road", "16"))
    assert (state.longest_route, state.winner, state.points(0)) == (0, 0, 11)


def test_after_a_victory_nothing_more_is_played(
    nine_points: DiceGameState, play: Callable[..., DiceGameState]
) -> None:
    state = play(nine_points, Build("red", "settlement", "6"))
    for event in (Throw("red", ("ore",) * 5), Build("red", "settlement", "11"), PassDice("red")):
        assert DiceGameViolation.GAME_OVER in violations(state, event)
    assert apply(state, Build("blue", "settlement", "1")).winner == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players(start: Callable[..., DiceGameState], players: int) -> None:
    state = start(players)
    assert len(state.players) == players
    assert (state.phase, state.turn, state.active) == ("play", 1, 0)


@pytest.mark.parametrize("names", [["Ana"], ["Ana", "Ben", "Cyr", "Dan", "Eva"]])
def test_fewer_than_two_or_more_than_four_players_are_refused(names: list[str]) -> None:
    colours = ("red", "blue", "white", "orange", "green")
    with pytest.raises(EventError, match="two to four players"):
        seats_from_json([{"name": n, "colour": c} for n, c in zip(names, colours, strict=False)])


def test_no_game_starts_within_a_game(start: Callable[..., DiceGameState]) -> None:
    seats = seats_from_json([{"colour": "red"}, {"colour": "blue"}])
    assert violations(start(), DiceGameStarted(seats, DiceGameSettings())) == DiceGameViolation.WRONG_PHASE
