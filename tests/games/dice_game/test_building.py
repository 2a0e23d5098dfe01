"""Building on the sheet: dice-game-advanced.fr.txt, "Règles de construction"; clarifications.md."""

from collections.abc import Callable

import pytest

from companion.games.dice_game.effects import apply
from companion.games.dice_game.events import Build, PassDice
from companion.games.dice_game.legality import DiceGameViolation, violations
from companion.games.dice_game.sheet import Piece
from companion.games.dice_game.state import DiceGameState


def test_the_start_road_is_printed(start: Callable[..., DiceGameState]) -> None:
    state = start()
    assert [player.built["road"] for player in state.players] == [frozenset({"0"})] * 2
    assert violations(state, Build("red", "road", "0")) == DiceGameViolation.ALREADY_BUILT


def test_a_road_continues_the_one_before_it(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    state = start()
    assert violations(state, Build("red", "road", "3")) == DiceGameViolation.NOT_REACHED
    state = play(state, Build("red", "road", "2"))
    for branch in ("3", "5"):
        assert not violations(state, Build("red", "road", branch))


def test_a_disconnected_road_is_recorded_as_a_violation(start: Callable[..., DiceGameState]) -> None:
    state = apply(start(), Build("red", "road", "27"))
    assert "27" in state.players[0].built["road"]


def test_each_road_is_built_once(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    state = play(start(), Build("red", "road", "2"))
    assert violations(state, Build("red", "road", "2")) == DiceGameViolation.ALREADY_BUILT


def test_everybody_builds_on_the_own_sheet(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    state = play(start(), Build("red", "road", "2"), PassDice("red"))
    play(state, Build("blue", "road", "2"))


@pytest.mark.parametrize(("piece", "near", "far"), [("settlement", "1", "6"), ("city", "4", "9")])
def test_a_site_needs_a_road_that_touches_it(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState], piece: Piece, near: str, far: str
) -> None:
    state = play(start(), Build("red", "road", "2"), Build("red", "road", "3"))
    assert violations(state, Build("red", piece, far)) == DiceGameViolation.NOT_REACHED
    state = play(state, Build("red", piece, near))
    assert violations(state, Build("red", piece, near)) == DiceGameViolation.ALREADY_BUILT


def test_the_settlement_at_the_printed_road_can_be_built_immediately(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    play(start(), Build("red", "settlement", "1"))


ROADS = ("2", "3", "5", "7", "8")


@pytest.mark.parametrize("order", [("1", "6"), ("6", "1")])
def test_settlements_can_be_built_in_any_order(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState], order: tuple[str, str]
) -> None:
    state = play(start(), *(Build("red", "road", at) for at in ROADS))
    play(state, *(Build("red", "settlement", at) for at in order))


@pytest.mark.parametrize("order", [("4", "9"), ("9", "4")])
def test_cities_can_be_built_in_any_order(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState], order: tuple[str, str]
) -> None:
    state = play(start(), *(Build("red", "road", at) for at in ROADS))
    play(state, *(Build("red", "city", at) for at in order))


@pytest.mark.parametrize("order", [("9", "1", "5"), ("5", "9", "1")])
def test_knights_are_built_in_any_order(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState], order: tuple[str, str, str]
) -> None:
    state = play(start(), *(Build("red", "knight", at) for at in order))
    assert state.players[0].knights == 3
    assert violations(state, Build("red", "knight", "9")) == DiceGameViolation.ALREADY_BUILT


def test_only_the_player_on_turn_builds(start: Callable[..., DiceGameState]) -> None:
    build = Build("blue", "road", "2")
    assert violations(start(), build) == DiceGameViolation.NOT_ON_TURN
    assert "2" in apply(start(), build).players[1].built["road"]


@pytest.mark.parametrize(
    ("piece", "at"), [("road", "R1"), ("settlement", "4"), ("city", "1"), ("knight", "10")]
)
def test_an_unknown_place_is_an_error(start: Callable[..., DiceGameState], piece: Piece, at: str) -> None:
    with pytest.raises(ValueError, match=f"the sheet has no such place: {piece} {at}"):
        apply(start(), Build("red", piece, at))
    with pytest.raises(ValueError, match="no such place"):
        violations(start(), Build("red", piece, at))


def test_a_table_can_play_on_the_base_sheet(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    state = start(sheet="base")
    play(state, Build("red", "settlement", "3"), Build("red", "road", "R1"), Build("red", "city", "7"))
    with pytest.raises(ValueError, match="no such place"):
        apply(state, Build("red", "knight", "7"))


def test_an_unused_colour_is_an_error(start: Callable[..., DiceGameState]) -> None:
    with pytest.raises(ValueError, match="nobody plays white"):
        apply(start(), Build("white", "road", "2"))


def test_the_dice_go_to_the_left_from_the_one_who_had_them(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    state = start(3)
    for on_turn in ("red", "blue", "white", "red"):
        assert state.players[state.active].colour == on_turn
        state = play(state, PassDice(on_turn))
    assert violations(state, PassDice("red")) == DiceGameViolation.NOT_ON_TURN
