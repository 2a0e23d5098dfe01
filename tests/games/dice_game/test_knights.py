"""Knights that turn a die, jokers and most knights: dice-game-advanced.fr.txt, "Chevaliers joker"."""

from collections.abc import Callable

import pytest

from companion.games.dice_game.effects import apply
from companion.games.dice_game.events import Build, Event, PassDice, Throw, UseKnight
from companion.games.dice_game.legality import DiceGameViolation, violations
from companion.games.dice_game.sheet import Resource
from companion.games.dice_game.state import DiceGameState


@pytest.fixture
def with_knights(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> DiceGameState:
    """Red has the ore knight and a joker, and throws five dice."""
    return play(
        start(),
        *turn("red", knight=["1", "6"]),
        *turn("blue"),
        Throw("red", ("ore", "ore", "wool", "wool", "gold")),
    )


def test_a_knight_turns_a_die_into_its_resource(
    with_knights: DiceGameState, play: Callable[..., DiceGameState]
) -> None:
    state = play(with_knights, UseKnight("red", "1", "ore", "gold"))
    assert state.dice == state.unspent_dice == ("ore", "ore", "wool", "wool", "ore")


def test_a_knight_does_not_turn_a_die_into_another_resource(with_knights: DiceGameState) -> None:
    assert (
        violations(with_knights, UseKnight("red", "1", "grain", "gold")) == DiceGameViolation.WRONG_RESOURCE
    )


@pytest.mark.parametrize("resource", ["brick", "lumber", "wool", "grain", "ore"])
def test_a_joker_turns_a_die_into_any_resource(with_knights: DiceGameState, resource: Resource) -> None:
    assert not violations(with_knights, UseKnight("red", "6", resource, "gold"))


def test_the_advanced_sheet_has_four_jokers_and_the_base_sheet_one(
    start: Callable[..., DiceGameState],
) -> None:
    assert [sum(k.resource == "any" for k in start(sheet=s).sheet.knights) for s in ("advanced", "base")] == [
        4,
        1,
    ]


def test_a_knight_can_be_used_once(with_knights: DiceGameState, play: Callable[..., DiceGameState]) -> None:
    state = play(with_knights, UseKnight("red", "1", "ore", "gold"))
    assert violations(state, UseKnight("red", "1", "ore", "wool")) == DiceGameViolation.KNIGHT_SPENT


def test_a_knight_turns_a_die_only_after_a_throw(
    with_knights: DiceGameState, play: Callable[..., DiceGameState], turn: Callable[..., tuple[Event, ...]]
) -> None:
    """dice-game-advanced.fr.txt: « pendant la phase de lancer de dés »."""
    state = play(with_knights, PassDice("red"), *turn("blue"))
    assert violations(state, UseKnight("red", "1", "ore", "gold")) == DiceGameViolation.BEFORE_THROW
    assert violations(state, UseKnight("red", "1", "ore")) == DiceGameViolation.BEFORE_THROW
    state = play(state, Throw("red", ("gold",) * 6))
    assert not violations(state, UseKnight("red", "1", "ore", "gold"))


def test_any_number_of_knights_can_be_used_in_a_turn(
    with_knights: DiceGameState, play: Callable[..., DiceGameState]
) -> None:
    state = play(with_knights, UseKnight("red", "1", "ore", "gold"), UseKnight("red", "6", "grain", "wool"))
    assert state.dice == ("ore", "ore", "grain", "wool", "ore")


def test_only_a_built_knight_turns_a_die(
    with_knights: DiceGameState, play: Callable[..., DiceGameState]
) -> None:
    assert (
        violations(with_knights, UseKnight("red", "2", "grain", "gold")) == DiceGameViolation.KNIGHT_NOT_BUILT
    )


def test_knights_turn_dice_before_building_only(
    with_knights: DiceGameState, play: Callable[..., DiceGameState]
) -> None:
    state = play(with_knights, UseKnight("red", "1", "ore", "gold"), Throw("red", ("gold",) * 4 + ("brick",)))
    state = play(state, Build("red", "road", "2"))
    assert violations(state, UseKnight("red", "6", "wool", "gold")) == DiceGameViolation.AFTER_BUILDING


def test_turning_a_missing_die_leaves_the_payable_pieces_unknown(
    with_knights: DiceGameState, play: Callable[..., DiceGameState]
) -> None:
    use = UseKnight("red", "1", "ore", "brick")
    assert violations(with_knights, use) == DiceGameViolation.DIE_NOT_THERE
    state = apply(with_knights, use)
    assert state.dice is state.unspent_dice is None
    play(state, Build("red", "settlement", "1"))


def test_turning_an_unnamed_die_leaves_the_payable_pieces_unknown(
    with_knights: DiceGameState, play: Callable[..., DiceGameState]
) -> None:
    assert play(with_knights, UseKnight("red", "1", "ore")).unspent_dice is None


def test_a_knight_is_spent_even_without_entered_dice(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> None:
    """A table that enters no throws has no flags for knights before a throw either."""
    state = play(start(), *turn("red", knight=["1"]), *turn("blue"), UseKnight("red", "1", "ore"))
    assert state.players[0].spent == {"1"}


def test_the_first_player_with_three_knights_has_most_knights_and_two_points(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> None:
    state = play(start(), *turn("red", knight=["1", "2"]))
    assert state.most_knights is None
    state = play(state, *turn("blue", knight=["1", "2", "3"]))
    assert state.most_knights == 1
    assert [state.points(seat) for seat in (0, 1)] == [0, 2]


def test_an_equal_number_of_knights_does_not_take_the_card(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> None:
    state = play(start(), *turn("red", knight=["1", "2", "3"]), *turn("blue", knight=["4", "5", "6"]))
    assert state.most_knights == 0


def test_more_knights_take_the_card_immediately(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> None:
    state = play(start(), *turn("red", knight=["1", "2", "3"]), *turn("blue", knight=["4", "5", "6", "7"]))
    assert state.most_knights == 1
    assert [state.points(seat) for seat in (0, 1)] == [0, 2]


def test_spent_knights_still_count(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> None:
    """dice-game-advanced.fr.txt, "Remarque"."""
    state = play(start(), *turn("red", knight=["1", "2"]), *turn("blue"))
    state = play(
        state, UseKnight("red", "1", "ore"), UseKnight("red", "2", "grain"), Build("red", "knight", "3")
    )
    assert state.most_knights == 0
    assert play(state, PassDice("red"), *turn("blue", knight=["1", "2", "3"])).most_knights == 0
