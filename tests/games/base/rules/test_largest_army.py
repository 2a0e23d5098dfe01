"""Largest army: base-game-2025, page 11; clarifications.md, Development cards."""

from collections.abc import Callable

import pytest

from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import PlayDevelopmentCard
from companion.games.base.rules.state import State

KNIGHT = PlayDevelopmentCard("red", "knight")


@pytest.fixture
def state_after_knight(position: Callable[..., State], play: Callable[..., State]) -> Callable[..., State]:
    """The state after red has played one more knight."""

    def make(red: int, blue: int = 0, holder: int | None = None) -> State:
        state = position(
            red={"development": {"knight": 1}, "played": {"knight": red}},
            blue={"played": {"knight": blue}},
            largest_army=holder,
        )
        return play(state, KNIGHT)

    return make


def test_the_first_player_with_three_played_knights_takes_the_card(
    state_after_knight: Callable[..., State],
) -> None:
    assert state_after_knight(red=1).largest_army is None
    state = state_after_knight(red=2)
    assert state.largest_army == 0
    assert state.points(0) == 2


def test_knights_in_hand_do_not_count(position: Callable[..., State]) -> None:
    state = position(red={"development": {"knight": 4}})
    assert state.largest_army is None
    assert state.players[0].knights == 0


def test_a_player_with_more_knights_takes_the_card_immediately(
    state_after_knight: Callable[..., State],
) -> None:
    state = state_after_knight(red=3, blue=3, holder=1)
    assert state.largest_army == 0
    assert [state.points(seat) for seat in range(3)] == [2, 0, 0]


def test_an_equal_number_of_knights_does_not_take_the_card(state_after_knight: Callable[..., State]) -> None:
    assert state_after_knight(red=2, blue=3, holder=1).largest_army == 1


def test_the_holder_keeps_the_card_with_further_knights(state_after_knight: Callable[..., State]) -> None:
    assert state_after_knight(red=3, blue=3, holder=0).largest_army == 0


def test_the_card_never_goes_back_to_the_table(
    state_after_knight: Callable[..., State], position: Callable[..., State]
) -> None:
    """clarifications.md: the holder loses it only to more knights."""
    state = position(red={"played": {"knight": 3}}, blue={"played": {"knight": 3}}, largest_army=0)
    assert state.largest_army == 0
    assert apply(state, PlayDevelopmentCard("blue", "monopoly", resource="ore")).largest_army == 0


def test_other_development_cards_do_not_count(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    state = position(red={"development": {"monopoly": 1}, "played": {"monopoly": 1, "knight": 2}})
    assert play(state, PlayDevelopmentCard("red", "monopoly", resource="ore")).largest_army is None
