"""Who sits there is corrected: whose each event is from then on, and who told it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.games.base.inputs.reseating import reseat
from companion.games.base.rules.cards import cards_from_json
from companion.games.base.rules.events import (
    DomesticTrade,
    EndTurn,
    Event,
    GameStarted,
    MaritimeTrade,
    PlaceRoad,
    PlayDevelopmentCard,
    Roll,
    Seat,
    Steal,
    TakeUp,
    event_from_json,
    event_to_json,
)
from companion.games.base.rules.fields import PlacedPiece, Side
from companion.games.base.rules.options import Colour, Options
from companion.games.game_api import Reattribute, Replace
from companion.games.schema import EventError
from companion.island.geometry import PathId
from tests.games.base.stories import FIRST, FOUNDING, OPENING, SEATS, inferred, seen, story_of

ANA, BEN, CYR = SEATS
MIXED_UP = (Seat("Ana", "blue", "red"), Seat("Ben", "red", "blue"), CYR)
WOOL, ORE = cards_from_json({"wool": 1}), cards_from_json({"ore": 1})


def told_anew(seats: Sequence[Seat], *told: Any) -> dict[int, Reattribute[Event]]:
    """What is told otherwise once these sit there, by the number of the entry."""
    history = story_of(*OPENING, *FOUNDING, *told)
    first, *others = reseat(history, history.recorded_events[0], GameStarted(tuple(seats)))
    assert first == Replace(1, GameStarted(tuple(seats)))
    return {each.number: each for each in others if isinstance(each, Reattribute)}


def only(seats: Sequence[Seat], *told: Any) -> Event:
    """The last of what is told, once these sit there."""
    return told_anew(seats, *told)[FIRST + len(told) - 1].event


class TestWhoseItIs:
    def test_what_people_told_is_the_players(self) -> None:
        trade = DomesticTrade("red", "white", WOOL, ORE)
        assert only(MIXED_UP, Roll("red", (3, 5)), trade) == replace(trade, player="blue")

    def test_a_piece_that_was_seen_keeps_the_colour_that_was_seen(self) -> None:
        said = Roll("red", (3, 5)), PlaceRoad("red", PathId("p2,1"))
        assert only(MIXED_UP, *said) == PlaceRoad("blue", PathId("p2,1"))
        assert FIRST + 1 not in told_anew(MIXED_UP, said[0], seen(said[1]))

    def test_and_so_does_what_paid_for_it(self) -> None:
        paid = inferred(MaritimeTrade("red", ORE, WOOL))
        assert FIRST + 1 not in told_anew(MIXED_UP, Roll("red", (3, 5)), paid)

    def test_unless_nobody_plays_that_colour(self) -> None:
        green = (Seat("Ana", "green", "red"), BEN, CYR)
        piece = seen(PlaceRoad("red", PathId("p2,1")), 0.7)
        told = told_anew(green, Roll("red", (3, 5)), piece)[FIRST + 1]
        assert told == Reattribute(FIRST + 1, PlaceRoad("green", PathId("p2,1")), "camera", 0.7)

    def test_what_is_done_on_turn_is_whoevers_turn_it_is(self) -> None:
        order = (ANA, CYR, BEN)
        card = PlayDevelopmentCard("blue", "knight")
        passed = (Roll("red", (3, 5)), EndTurn("red"))
        assert only(order, *passed, card) == replace(card, player="white")
        by_phone = (card, "phone:blue", 1.0)
        assert told_anew(order, *passed, by_phone) == {}

    def test_nobody_robs_or_trades_with_themselves_for_that(self) -> None:
        robbed = Steal("blue", "white", None)
        told = Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (3, 4)), robbed
        assert FIRST + 3 not in told_anew((ANA, CYR, BEN), *told)

    def test_what_was_corrected_by_hand_already_stays(self) -> None:
        told = Roll("red", (3, 5)), EndTurn("red"), Roll("white", (1, 1))
        assert told_anew((ANA, CYR, BEN), *told) == {}

    def test_who_gave_how_many_to_a_monopoly_goes_along(self) -> None:
        given: tuple[tuple[Colour, int], ...] = (("blue", 2), ("white", 0))
        played = PlayDevelopmentCard("red", "monopoly", resource="ore", given=given)
        assert only(MIXED_UP, played) == replace(played, player="blue", given=(("red", 2), ("white", 0)))

    def test_a_game_taken_up(self) -> None:
        sides = (Side("red", WOOL),)
        up = TakeUp("red", sides, (PlacedPiece(PathId("p2,1"), "road", "red"),), largest_army="blue")
        history = story_of(*OPENING, seen(up))
        _, told = reseat(history, history.recorded_events[0], GameStarted(MIXED_UP))
        assert told.event == TakeUp("blue", (Side("blue", WOOL),), up.pieces, largest_army="red")


class TestSeats:
    def test_options_alone_touch_nothing(self) -> None:
        history = story_of(*OPENING, *FOUNDING)
        event = GameStarted(SEATS, Options(points_to_win=8))
        assert reseat(history, history.recorded_events[0], event) == (Replace(1, event),)

    def test_a_seat_is_known_again_by_its_first_colour(self) -> None:
        event = GameStarted(MIXED_UP)
        told = event_to_json(event)
        assert told["players"][:2] == [
            {"name": "Ana", "colour": "blue", "at_first": "red"},
            {"name": "Ben", "colour": "red", "at_first": "blue"},
        ]
        assert event_from_json(told) == event

    def test_two_are_never_the_same(self) -> None:
        players = [{"colour": "red", "at_first": "white"}, {"colour": "blue", "at_first": "white"}]
        with pytest.raises(EventError, match="started as the same one"):
            event_from_json({"kind": "game_started", "players": players})
        players = [{"colour": "green", "at_first": "red"}, {"colour": "red"}]
        started = event_from_json({"kind": "game_started", "players": players})
        assert isinstance(started, GameStarted)
        assert len({seat.id for seat in started.players}) == 2
        assert event_from_json(event_to_json(started)) == started
