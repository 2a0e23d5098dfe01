"""Throws and the cost of pieces: dice-game-advanced.fr.txt; clarifications.md, "Dice game"."""

from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice_game.effects import apply
from companion.games.dice_game.events import Build, PassDice, Throw
from companion.games.dice_game.legality import DiceGameViolation, violations
from companion.games.dice_game.sheet import COSTS, FACES, PIECES, Face, Piece, remaining_dice
from companion.games.dice_game.state import DiceGameState


def _faces(text: str) -> tuple[Face, ...]:
    named: dict[str, Face] = {face: face for face in FACES}
    return tuple(named[word] for word in text.split())


SIX = _faces("brick lumber wool grain ore gold")


@pytest.mark.parametrize(("players", "counts"), [(2, [3, 4, 5, 6, 6, 6]), (4, [3, 4, 5, 6, 6, 6])])
def test_the_first_player_throws_three_dice_the_next_four_then_five_and_everyone_later_six(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState], players: int, counts: list[int]
) -> None:
    state = start(players)
    for count in counts:
        assert state.dice_count == count
        state = play(state, PassDice(state.players[state.active].colour))


@pytest.mark.parametrize("count", [2, 4])
def test_a_wrong_number_of_dice_is_recorded_as_a_violation(
    start: Callable[..., DiceGameState], count: int
) -> None:
    thrown = Throw("red", SIX[:count])
    assert violations(start(), thrown) == DiceGameViolation.WRONG_NUMBER_OF_DICE
    assert apply(start(), thrown).dice == SIX[:count]


def test_a_turn_has_up_to_three_throws(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    throw = Throw("red", SIX[:3])
    state = play(start(), throw, throw, throw)
    assert violations(state, throw) == DiceGameViolation.NO_THROW_LEFT


def test_any_dice_may_be_thrown_again(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    state = play(start(), Throw("red", _faces("ore ore gold")), Throw("red", _faces("wool ore brick")))
    assert state.dice == _faces("wool ore brick")


def test_a_player_who_has_built_throws_no_more_this_turn(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    state = play(start(), Throw("red", _faces("brick lumber gold")), Build("red", "road", "2"))
    assert violations(state, Throw("red", SIX[:3])) == DiceGameViolation.AFTER_BUILDING


def test_the_next_player_starts_with_new_throws(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    throw = Throw("red", SIX[:3])
    state = play(start(), throw, throw, throw, PassDice("red"))
    assert (state.throws, state.dice) == (0, None)
    play(state, Throw("blue", SIX[:4]))


def test_only_the_player_on_turn_throws(start: Callable[..., DiceGameState]) -> None:
    assert violations(start(), Throw("blue", SIX[:3])) == DiceGameViolation.NOT_ON_TURN


@pytest.mark.parametrize(
    ("piece", "dice"),
    [
        ("road", "brick lumber"),
        ("knight", "ore wool grain"),
        ("settlement", "brick lumber wool grain"),
        ("city", "ore ore ore grain grain"),
    ],
)
def test_each_piece_has_its_price(piece: Piece, dice: str) -> None:
    price = _faces(dice)
    assert remaining_dice(price, piece) == ()
    for n in range(len(price)):
        assert remaining_dice(price[:n] + price[n + 1 :], piece) is None


def test_two_gold_pay_for_one_of_any_resource() -> None:
    assert remaining_dice(_faces("brick gold gold"), "road") == ()
    assert remaining_dice(_faces("gold gold gold gold"), "road") == ()
    assert remaining_dice(_faces("brick gold"), "road") is None
    assert remaining_dice(_faces("ore ore grain grain gold gold"), "city") == ()


def test_gold_is_kept_if_the_dice_have_the_resource() -> None:
    assert remaining_dice(_faces("brick lumber gold gold"), "road") == _faces("gold gold")


@given(st.lists(st.sampled_from(FACES), max_size=6), st.sampled_from(PIECES))
def test_dice_pay_for_a_piece_exactly_if_they_and_gold_cover_its_cost(
    dice: Sequence[Face], piece: Piece
) -> None:
    left = remaining_dice(dice, piece)
    missing = (Counter[Face](COSTS[piece]) - Counter(dice)).total()
    assert (left is not None) == (Counter(dice)["gold"] >= 2 * missing)
    if left is not None:
        assert len(left) == len(dice) - sum(COSTS[piece].values()) - missing
        assert not Counter(left) - Counter(dice)


def test_several_pieces_a_turn_as_far_as_the_dice_pay_for_them(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    state = play(start(), PassDice("red"), Throw("blue", _faces("brick lumber brick lumber")))
    state = play(state, Build("blue", "road", "2"), Build("blue", "road", "3"))
    assert state.unspent_dice == ()
    assert violations(state, Build("blue", "road", "5")) == DiceGameViolation.DICE_DO_NOT_PAY


def test_unspent_dice_expire_with_the_turn(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    state = play(start(), Throw("red", _faces("gold gold gold")), PassDice("red"), PassDice("blue"))
    assert state.unspent_dice is None
    state = play(state, Throw("red", _faces("brick ore ore wool wool")))
    assert violations(state, Build("red", "road", "2")) == DiceGameViolation.DICE_DO_NOT_PAY


def test_without_entered_dice_every_build_counts_as_paid(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    state = play(start(), Build("red", "road", "2"), Build("red", "road", "3"), Build("red", "city", "4"))
    assert state.points(0) == 2


def test_a_build_without_enough_dice_is_recorded_as_a_violation(
    start: Callable[..., DiceGameState], play: Callable[..., DiceGameState]
) -> None:
    state = play(start(), Throw("red", _faces("ore ore wool")))
    build = Build("red", "road", "2")
    assert violations(state, build) == DiceGameViolation.DICE_DO_NOT_PAY
    assert "2" in apply(state, build).players[0].built["road"]
