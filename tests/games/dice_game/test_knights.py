"""Knights that turn a die, jokers, and most knights: dice-game-advanced.fr.txt, "Chevaliers joker"."""

from collections.abc import Callable

import pytest

from companion.games.dice_game.dice import Resource
from companion.games.dice_game.effects import apply
from companion.games.dice_game.events import Build, EndTurn, Event, Throw, UseKnight
from companion.games.dice_game.legality import RuleViolation, violations
from companion.games.dice_game.state import State


@pytest.fixture
def with_knights(
    start: Callable[..., State], play: Callable[..., State], turn: Callable[..., tuple[Event, ...]]
) -> State:
    """Red has the ore knight and a joker, and throws five dice."""
    return play(
        start(),
        *turn("red", knight=["1", "6"]),
        *turn("blue"),
        Throw("red", ("ore", "ore", "wool", "wool", "gold")),
    )


def test_a_knight_turns_a_die_into_its_resource(with_knights: State, play: Callable[..., State]) -> None:
    state = play(with_knights, UseKnight("red", "1", "ore", "gold"))
    assert state.dice == state.left == ("ore", "ore", "wool", "wool", "ore")


def test_a_knight_turns_into_no_other_resource(with_knights: State) -> None:
    assert violations(with_knights, UseKnight("red", "1", "grain", "gold")) == RuleViolation.WRONG_RESOURCE


@pytest.mark.parametrize("resource", ["brick", "lumber", "wool", "grain", "ore"])
def test_a_joker_turns_a_die_into_any_resource(with_knights: State, resource: Resource) -> None:
    assert not violations(with_knights, UseKnight("red", "6", resource, "gold"))


def test_there_is_more_than_one_joker_on_the_sheet_and_one_on_the_base_sheet(
    start: Callable[..., State],
) -> None:
    assert [sum(k.resource == "any" for k in start(sheet=s).sheet.knights) for s in ("advanced", "base")] == [
        4,
        1,
    ]


def test_a_knight_is_spent_once(with_knights: State, play: Callable[..., State]) -> None:
    state = play(with_knights, UseKnight("red", "1", "ore", "gold"))
    assert violations(state, UseKnight("red", "1", "ore", "wool")) == RuleViolation.KNIGHT_SPENT


def test_as_many_knights_as_one_likes_in_a_turn(with_knights: State, play: Callable[..., State]) -> None:
    state = play(with_knights, UseKnight("red", "1", "ore", "gold"), UseKnight("red", "6", "grain", "wool"))
    assert state.dice == ("ore", "ore", "grain", "wool", "ore")


def test_only_a_knight_built_before_turns_a_die(with_knights: State, play: Callable[..., State]) -> None:
    assert violations(with_knights, UseKnight("red", "2", "grain", "gold")) == RuleViolation.KNIGHT_NOT_BUILT


def test_knights_turn_dice_while_these_are_thrown_not_after_building(
    with_knights: State, play: Callable[..., State]
) -> None:
    state = play(with_knights, UseKnight("red", "1", "ore", "gold"), Throw("red", ("gold",) * 4 + ("brick",)))
    state = play(state, Build("red", "road", "2"))
    assert violations(state, UseKnight("red", "6", "wool", "gold")) == RuleViolation.AFTER_BUILDING


def test_a_die_that_does_not_lie_there_leaves_what_the_dice_pay_unknown(
    with_knights: State, play: Callable[..., State]
) -> None:
    use = UseKnight("red", "1", "ore", "brick")
    assert violations(with_knights, use) == RuleViolation.DIE_NOT_THERE
    state = apply(with_knights, use)
    assert state.dice is state.left is None
    play(state, Build("red", "settlement", "1"))


def test_a_knight_of_which_nobody_says_the_die_leaves_what_the_dice_pay_unknown(
    with_knights: State, play: Callable[..., State]
) -> None:
    assert play(with_knights, UseKnight("red", "1", "ore")).left is None


def test_a_knight_is_spent_also_where_no_dice_were_entered(
    start: Callable[..., State], play: Callable[..., State], turn: Callable[..., tuple[Event, ...]]
) -> None:
    state = play(start(), *turn("red", knight=["1"]), *turn("blue"), UseKnight("red", "1", "ore"))
    assert state.players[0].spent == {"1"}


def test_the_first_with_three_knights_has_most_and_two_points(
    start: Callable[..., State], play: Callable[..., State], turn: Callable[..., tuple[Event, ...]]
) -> None:
    state = play(start(), *turn("red", knight=["1", "2"]))
    assert state.most_knights is None
    state = play(state, *turn("blue", knight=["1", "2", "3"]))
    assert state.most_knights == 1
    assert [state.points(seat) for seat in (0, 1)] == [0, 2]


def test_as_many_knights_are_not_enough(
    start: Callable[..., State], play: Callable[..., State], turn: Callable[..., tuple[Event, ...]]
) -> None:
    state = play(start(), *turn("red", knight=["1", "2", "3"]), *turn("blue", knight=["4", "5", "6"]))
    assert state.most_knights == 0


def test_more_knights_take_it_at_once(
    start: Callable[..., State], play: Callable[..., State], turn: Callable[..., tuple[Event, ...]]
) -> None:
    state = play(start(), *turn("red", knight=["1", "2", "3"]), *turn("blue", knight=["4", "5", "6", "7"]))
    assert state.most_knights == 1
    assert [state.points(seat) for seat in (0, 1)] == [0, 2]


def test_spent_knights_still_count(
    start: Callable[..., State], play: Callable[..., State], turn: Callable[..., tuple[Event, ...]]
) -> None:
    """dice-game-advanced.fr.txt, "Remarque"."""
    state = play(start(), *turn("red", knight=["1", "2"]), *turn("blue"))
    state = play(
        state, UseKnight("red", "1", "ore"), UseKnight("red", "2", "grain"), Build("red", "knight", "3")
    )
    assert state.most_knights == 0
    assert play(state, EndTurn("red"), *turn("blue", knight=["1", "2", "3"])).most_knights == 0
