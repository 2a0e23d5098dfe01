"""Corrected seats: events and their sources move to the right players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.games.base.inputs.corrections import reseat
from companion.games.base.rules.cards import cards_from_json
from companion.games.base.rules.events import (
    DomesticTrade,
    EndTurn,
    Event,
    GameStarted,
    MaritimeTrade,
    PlacedPiece,
    PlaceRoad,
    PlayDevelopmentCard,
    Roll,
    Side,
    Steal,
    TakeUp,
    event_from_json,
    event_to_json,
)
from companion.games.base.rules.options import Colour, Options
from companion.games.game_api import Reattribute, Replace
from companion.games.schema import EventError
from companion.games.seats import Seat
from companion.island.geometry import PathId
from tests.games.base.histories import FIRST_ENTRY, FOUNDING, OPENING, SEATS, as_inferred, by_camera, story_of

ANA, BEN, CYR = SEATS
SWAPPED_SEATS = (Seat("Ana", "blue", "red"), Seat("Ben", "red", "blue"), CYR)
WOOL, ORE = cards_from_json({"wool": 1}), cards_from_json({"ore": 1})


def reattributed_events(seats: Sequence[Seat], *records: Any) -> dict[int, Reattribute[Event]]:
    """The reattributed events after the seats change, by entry number."""
    history = story_of(*OPENING, *FOUNDING, *records)
    first, *others = reseat(history, history.recorded_events[0], GameStarted(tuple(seats)))
    assert first == Replace(1, GameStarted(tuple(seats)))
    return {each.number: each for each in others if isinstance(each, Reattribute)}


def last_event(seats: Sequence[Seat], *records: Any) -> Event:
    """The last event after the seats change."""
    return reattributed_events(seats, *records)[FIRST_ENTRY + len(records) - 1].event


class TestEventOwners:
    def test_entered_events_follow_the_player(self) -> None:
        trade = DomesticTrade("red", "white", WOOL, ORE)
        assert last_event(SWAPPED_SEATS, Roll("red", (3, 5)), trade) == replace(trade, player="blue")

    def test_a_seen_piece_keeps_its_colour(self) -> None:
        events = Roll("red", (3, 5)), PlaceRoad("red", PathId("p2,1"))
        assert last_event(SWAPPED_SEATS, *events) == PlaceRoad("blue", PathId("p2,1"))
        assert FIRST_ENTRY + 1 not in reattributed_events(SWAPPED_SEATS, events[0], by_camera(events[1]))

    def test_an_inferred_payment_keeps_the_colour_of_its_piece(self) -> None:
        paid = as_inferred(MaritimeTrade("red", ORE, WOOL))
        assert FIRST_ENTRY + 1 not in reattributed_events(SWAPPED_SEATS, Roll("red", (3, 5)), paid)

    def test_a_seen_piece_of_an_unused_colour_is_recoloured(self) -> None:
        green = (Seat("Ana", "green", "red"), BEN, CYR)
        piece = by_camera(PlaceRoad("red", PathId("p2,1")), 0.7)
        event = reattributed_events(green, Roll("red", (3, 5)), piece)[FIRST_ENTRY + 1]
        assert event == Reattribute(FIRST_ENTRY + 1, PlaceRoad("green", PathId("p2,1")), "camera", 0.7)

    def test_actions_of_the_active_player_follow_the_new_order(self) -> None:
        order = (ANA, CYR, BEN)
        card = PlayDevelopmentCard("blue", "knight")
        passed = (Roll("red", (3, 5)), EndTurn("red"))
        assert last_event(order, *passed, card) == replace(card, player="white")
        by_phone = (card, "phone:blue", 1.0)
        assert reattributed_events(order, *passed, by_phone) == {}

    def test_reseating_never_makes_a_player_rob_themselves(self) -> None:
        robbed = Steal("blue", "white", None)
        events = Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (3, 4)), robbed
        assert FIRST_ENTRY + 3 not in reattributed_events((ANA, CYR, BEN), *events)

    def test_manually_corrected_turns_stay(self) -> None:
        events = Roll("red", (3, 5)), EndTurn("red"), Roll("white", (1, 1))
        assert reattributed_events((ANA, CYR, BEN), *events) == {}

    def test_monopoly_counts_follow_the_players(self) -> None:
        given: tuple[tuple[Colour, int], ...] = (("blue", 2), ("white", 0))
        played = PlayDevelopmentCard("red", "monopoly", resource="ore", given=given)
        assert last_event(SWAPPED_SEATS, played) == replace(
            played, player="blue", given=(("red", 2), ("white", 0))
        )

    def test_a_resumed_game_is_reattributed(self) -> None:
        sides = (Side("red", WOOL),)
        up = TakeUp("red", sides, (PlacedPiece(PathId("p2,1"), "road", "red"),), largest_army="blue")
        history = story_of(*OPENING, by_camera(up))
        _, correction = reseat(history, history.recorded_events[0], GameStarted(SWAPPED_SEATS))
        assert correction.event == TakeUp("blue", (Side("blue", WOOL),), up.pieces, largest_army="red")


class TestSeats:
    def test_changed_options_move_no_events(self) -> None:
        history = story_of(*OPENING, *FOUNDING)
        event = GameStarted(SEATS, Options(points_to_win=8))
        assert reseat(history, history.recorded_events[0], event) == (Replace(1, event),)

    def test_a_seat_is_identified_by_its_first_colour(self) -> None:
        event = GameStarted(SWAPPED_SEATS)
        data = event_to_json(event)
        assert data["players"][:2] == [
            {"name": "Ana", "colour": "blue", "at_first": "red"},
            {"name": "Ben", "colour": "red", "at_first": "blue"},
        ]
        assert event_from_json(data) == event

    def test_two_seats_never_share_a_first_colour(self) -> None:
        players = [{"colour": "red", "at_first": "white"}, {"colour": "blue", "at_first": "white"}]
        with pytest.raises(EventError, match="started as the same one"):
            event_from_json({"kind": "game_started", "players": players})
        players = [{"colour": "green", "at_first": "red"}, {"colour": "red"}]
        started = event_from_json({"kind": "game_started", "players": players})
        assert isinstance(started, GameStarted)
        assert len({seat.id for seat in started.players}) == 2
        assert event_from_json(event_to_json(started)) == started
