"""A hand that was said wrongly and is put right: the slip is no more than a slip."""

from __future__ import annotations

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.inputs.hand_correction import find_superseded_hand
from companion.games.base.inputs.table_inputs import interpret
from companion.games.base.rules.events import EndTurn, Event, GameStarted, Roll, ShowHand
from companion.games.base.rules.options import Colour, Options
from companion.games.game_api import Replace
from tests.games.base.stories import FIRST, FOUNDING, OPENING, SEATS, account_of, holds, seat_view, story_of

PROMISED = (GameStarted(SEATS, Options(all_told=True)), *OPENING[1:], *FOUNDING, Roll("red", (1, 1)))
WRONG = {"lumber": 5}


def after(*told: Event) -> BelievedReplay:
    return account_of(*PROMISED, *told)


def said(colour: Colour, **cards: int) -> ShowHand:
    event = holds(colour, **cards)
    assert isinstance(event, ShowHand)
    return event


def held() -> dict[str, int]:
    """What red really holds: the starting resources."""
    return dict(seat_view(story_of(*PROMISED), "red")["hand"]["cards"])


class TestASlip:
    def test_is_what_was_said_just_before(self) -> None:
        believed = after(said("red", **WRONG))
        assert find_superseded_hand(believed, said("red", **held())) == believed.steps[-1].record

    def test_is_what_fitted_nothing_where_this_does(self) -> None:
        believed = after(said("red", **WRONG), EndTurn("red"), Roll("blue", (1, 1)))
        found = find_superseded_hand(believed, said("red", **held()))
        assert found is not None
        assert found.number == FIRST + 1

    def test_is_not_what_fitted_when_it_was_said(self) -> None:
        believed = after(said("red", **held()), EndTurn("red"))
        assert find_superseded_hand(believed, said("red", **WRONG)) is None

    def test_is_not_made_good_by_another_wrong_hand(self) -> None:
        believed = after(said("red", **WRONG), EndTurn("red"))
        assert find_superseded_hand(believed, said("red", lumber=7)) is None

    def test_is_another_player_s_own(self) -> None:
        assert find_superseded_hand(after(said("blue", lumber=7)), said("red", **held())) is None

    def test_is_no_longer_looked_for_after_a_round(self) -> None:
        turns: list[tuple[Colour, Colour]] = [
            ("red", "blue"), ("blue", "white"), ("white", "red"), ("red", "blue"),
        ]  # fmt: skip
        round_ = [
            event for colour, following in turns for event in (EndTurn(colour), Roll(following, (1, 1)))
        ]
        assert find_superseded_hand(after(said("red", **WRONG), *round_), said("red", **held())) is None


def test_one_slip_leaves_every_hand_in_doubt_and_who_puts_it_right_ends_that() -> None:
    told = (*PROMISED, said("red", **WRONG), EndTurn("red"))
    assert certain(told) == [True, False, False]
    entered = {"kind": "show_hand", "player": "red", "resources": held()}
    telling = interpret(story_of(*told), account_of(*told), entered)
    assert telling.corrections == (Replace(FIRST + 1, None),)
    assert all(certain((*PROMISED, EndTurn("red"), *telling.events)))


def certain(told: tuple[Event, ...]) -> list[bool]:
    history = story_of(*told)
    return [seat_view(history, seat.colour)["hand"]["certain"] for seat in SEATS]
