"""A corrected hand replaces the wrong one, which then contradicts nothing."""

from __future__ import annotations

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.inputs.table_inputs import find_superseded_hand, interpret
from companion.games.base.rules.events import EndTurn, Event, GameStarted, Roll, ShowHand
from companion.games.base.rules.options import Colour, Options
from companion.games.game_api import Replace
from tests.games.base.histories import (
    FIRST_ENTRY,
    FOUNDING,
    OPENING,
    SEATS,
    account_of,
    holds,
    seat_view,
    story_of,
)

ALL_REPORTED_EVENTS = (
    GameStarted(SEATS, Options(all_told=True)),
    *OPENING[1:],
    *FOUNDING,
    Roll("red", (1, 1)),
)
WRONG_CARDS = {"lumber": 5}


def replay_after(*events: Event) -> BelievedReplay:
    return account_of(*ALL_REPORTED_EVENTS, *events)


def show_hand(colour: Colour, **cards: int) -> ShowHand:
    event = holds(colour, **cards)
    assert isinstance(event, ShowHand)
    return event


def starting_hand() -> dict[str, int]:
    """The cards that red really has: the starting resources."""
    return dict(seat_view(story_of(*ALL_REPORTED_EVENTS), "red")["hand"]["cards"])


class TestWrongHand:
    def test_a_wrong_hand_is_the_one_shown_just_before(self) -> None:
        believed = replay_after(show_hand("red", **WRONG_CARDS))
        assert (
            find_superseded_hand(believed, show_hand("red", **starting_hand())) == believed.steps[-1].record
        )

    def test_a_wrong_hand_is_the_one_that_fitted_nothing_where_the_new_one_does(self) -> None:
        believed = replay_after(show_hand("red", **WRONG_CARDS), EndTurn("red"), Roll("blue", (1, 1)))
        found = find_superseded_hand(believed, show_hand("red", **starting_hand()))
        assert found is not None
        assert found.number == FIRST_ENTRY + 1

    def test_a_hand_that_fitted_when_it_was_shown_is_not_wrong(self) -> None:
        believed = replay_after(show_hand("red", **starting_hand()), EndTurn("red"))
        assert find_superseded_hand(believed, show_hand("red", **WRONG_CARDS)) is None

    def test_a_wrong_hand_is_not_corrected_by_another_wrong_hand(self) -> None:
        believed = replay_after(show_hand("red", **WRONG_CARDS), EndTurn("red"))
        assert find_superseded_hand(believed, show_hand("red", lumber=7)) is None

    def test_another_players_hand_is_not_replaced(self) -> None:
        assert (
            find_superseded_hand(
                replay_after(show_hand("blue", lumber=7)), show_hand("red", **starting_hand())
            )
            is None
        )

    def test_a_wrong_hand_is_not_searched_beyond_a_round(self) -> None:
        turns: list[tuple[Colour, Colour]] = [
            ("red", "blue"), ("blue", "white"), ("white", "red"), ("red", "blue"),
        ]  # fmt: skip
        round_ = [
            event for colour, following in turns for event in (EndTurn(colour), Roll(following, (1, 1)))
        ]
        assert (
            find_superseded_hand(
                replay_after(show_hand("red", **WRONG_CARDS), *round_), show_hand("red", **starting_hand())
            )
            is None
        )


def test_a_wrong_hand_leaves_every_hand_uncertain_until_it_is_corrected() -> None:
    events = (*ALL_REPORTED_EVENTS, show_hand("red", **WRONG_CARDS), EndTurn("red"))
    assert certain_hands(events) == [True, False, False]
    entered = {"kind": "show_hand", "player": "red", "resources": starting_hand()}
    telling = interpret(story_of(*events), account_of(*events), entered)
    assert telling.corrections == (Replace(FIRST_ENTRY + 1, None),)
    assert all(certain_hands((*ALL_REPORTED_EVENTS, EndTurn("red"), *telling.events)))


def certain_hands(events: tuple[Event, ...]) -> list[bool]:
    history = story_of(*events)
    return [seat_view(history, seat.colour)["hand"]["certain"] for seat in SEATS]
