"""Redacted histories: other players' secrets change nothing that a player sees."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import (
    DEVELOPMENT_CARDS,
    RESOURCES,
    UNIDENTIFIED_KIND,
    Resource,
    cards_from_json,
    cards_of_kind,
    cards_to_json,
)
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    GameStarted,
    LayoutSet,
    MoveRobber,
    Roll,
    ShowHand,
    Side,
    Steal,
    TakeUp,
)
from companion.games.base.rules.options import Colour, Options
from companion.games.base.rules.state import State, land_of
from companion.games.base.views.table_views import redact, redacted_history
from companion.games.game_api import GameHistory
from companion.games.replay import RecordedEvent, replay_events
from companion.island.geometry import HexId
from tests.games.base.histories import FOUNDING, OPENING, SEATS, holds, seat_view, story_of
from tests.games.partial_reports import ReportShares, partly_reported_game

COLOURS = tuple(seat.colour for seat in SEATS)


class TestRedactedEvents:
    def test_only_the_buyer_knows_a_bought_card(self) -> None:
        bought = BuyDevelopmentCard("red", "monopoly")
        assert redact(bought, "red") is bought
        assert redact(bought, "blue") == redact(bought, None) == BuyDevelopmentCard("red", None)

    def test_thief_and_victim_know_a_stolen_card(self) -> None:
        stolen = Steal("red", "blue", "ore")
        assert redact(stolen, "red") is redact(stolen, "blue") is stolen
        assert redact(stolen, "white") == redact(stolen, None) == Steal("red", "blue", None)

    def test_others_know_the_size_of_a_shown_hand(self) -> None:
        shown = ShowHand("red", cards_from_json({"ore": 2, "wool": 1}))
        assert redact(shown, "red") is shown
        assert redact(shown, "blue") == ShowHand("red", cards_of_kind(UNIDENTIFIED_KIND, 3))

    def test_a_resumed_game_gives_each_hand_to_its_holder_only(self) -> None:
        ore = cards_from_json({"ore": 2})
        taken = TakeUp("red", (Side("red", ore), Side("blue", ore), Side("white")))
        known = redact(taken, "blue")
        assert isinstance(known, TakeUp)
        assert [side.hand for side in known.sides] == [cards_of_kind(UNIDENTIFIED_KIND, 2), ore, None]

    def test_with_open_hands_everybody_knows_everything(self) -> None:
        open_hands = GameStarted(SEATS, Options(open_hands=True))
        purchase = (BuyDevelopmentCard("red", "knight"), "phone:red", 1.0)
        history = story_of(open_hands, *OPENING[1:], *FOUNDING, purchase)
        assert redacted_history(history, "blue") == history.recorded_events


class TestCountedHand:
    """`ShowHand` of unnamed cards: another player's hand as others know it."""

    @pytest.mark.parametrize(
        ("held", "count", "kept"),
        [
            ({"ore": 2, "wool": 1}, 3, {"ore": 2, "wool": 1}),
            ({"ore": 2}, 3, {"ore": 2, "unidentified": 1}),
            ({}, 2, {"unidentified": 2}),
        ],
    )
    def test_known_cards_that_still_fit_are_kept(
        self, position: Callable[..., State], held: Any, count: int, kept: dict[str, int]
    ) -> None:
        state = position(red={"hand": held})
        after = apply(state, ShowHand("red", cards_of_kind(UNIDENTIFIED_KIND, count)))
        assert after.players[0].hand == cards_from_json(kept)
        assert sum(after.bank) + sum(after.players[0].hand) == 95

    def test_a_smaller_hand_has_lost_unseen_cards(self, position: Callable[..., State]) -> None:
        state = position(red={"hand": {"ore": 2, "wool": 2}})
        after = apply(state, ShowHand("red", cards_of_kind(UNIDENTIFIED_KIND, 3)))
        assert sum(after.players[0].hand) == 3


def simulated_history(seed: int) -> GameHistory[State, Event]:
    """The history of a simulated game with everything reported, cut in its second half."""
    moments = list(partly_reported_game(seed, ReportShares(reported=1.0, named=1.0, shown=0.2), seats=3))
    first = moments[0].before
    opening = (GameStarted(SEATS, first.options),)
    events = [moment.reported_event for moment in moments if moment.reported_event is not None]
    stop = random.Random(seed).randrange(len(events) // 2, len(events))
    events_so_far = (*opening, LayoutSet(land_of(first).layout), *events[:stop])
    return GameHistory(
        replay_events(BaseGame(), (recorded_event(n, event) for n, event in enumerate(events_so_far, 1)))
    )


def recorded_event(n: int, event: Event) -> RecordedEvent[Event]:
    """A recorded event; players enter their own secrets on a phone."""
    if isinstance(event, Steal | BuyDevelopmentCard | ShowHand):
        return RecordedEvent(n, event, float(n), f"phone:{event.player}", secret=True)
    return RecordedEvent(n, event, float(n), "tablet")


def change_secrets(event: Event, colour: str, chance: random.Random) -> Event:
    """Change an event in everything that a player can't know."""
    match event:
        case BuyDevelopmentCard(player, _) if player != colour:
            return replace(event, card=chance.choice([None, *DEVELOPMENT_CARDS]))
        case Steal(player, str(victim), _) if colour not in (player, victim):
            return replace(event, resource=chance.choice([None, *RESOURCES]))
        case ShowHand(player, resources) if player != colour:
            kinds = chance.choices(range(5), k=sum(resources))
            lumber, brick, wool, grain, ore = map(kinds.count, range(5))
            return replace(event, resources=(lumber, brick, wool, grain, ore, 0))
    return event


@pytest.mark.slow
@settings(max_examples=6, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from(COLOURS))
def test_games_that_differ_in_other_players_secrets_have_equal_views(seed: int, colour: Colour) -> None:
    history = simulated_history(seed)
    chance = random.Random(seed)
    recorded_events = tuple(
        replace(c, event=change_secrets(c.event, colour, chance)) for c in history.recorded_events
    )
    assert recorded_events != history.recorded_events
    other = GameHistory(replay_events(BaseGame(), recorded_events))
    # Everybody learns who has won.
    assume(history.state.winner == other.state.winner)
    views = [BaseGame().seat_view(each, colour) for each in (history, other)]
    assert views[0] == views[1]
    assert json.dumps(views[0])


def history_with_theft(resource: Resource | None, source: str) -> GameHistory[Any, Event]:
    theft = (Steal("red", "blue", resource), source, 1.0)
    seven = (Roll("red", (3, 4)), MoveRobber("red", HexId("h2,-1")))
    opening = (GameStarted(SEATS, Options(all_told=True)), *OPENING[1:])
    return story_of(*opening, *FOUNDING, holds("blue", ore=1, wool=1), *seven, theft)


def test_a_secret_changes_the_views_of_those_who_know_it() -> None:
    stolen, named = history_with_theft(None, "phone:red"), history_with_theft("ore", "phone:red")
    for colour in ("red", "blue"):
        views = [seat_view(history, colour) for history in (stolen, named)]
        assert views[0]["hand"] != views[1]["hand"]
    assert BaseGame().seat_view(stolen, "white") == BaseGame().seat_view(named, "white")


def test_an_input_on_the_tablet_is_public() -> None:
    views = [BaseGame().view(history_with_theft(resource, "tablet")) for resource in (None, "ore")]
    assert [view["players"][1]["certain"] for view in views] == [False, True]


@pytest.mark.slow
@settings(max_examples=4, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from([0.5, 1.0]))
def test_no_hand_that_a_phone_shows_as_certain_is_wrong(seed: int, share: float) -> None:
    moments = list(
        partly_reported_game(seed, ReportShares(share, named=0.7, shown=0.3), seats=3, all_told=share == 1)
    )
    options = moments[0].before.options
    events: list[Event] = [GameStarted(SEATS, options), LayoutSet(land_of(moments[0].before).layout)]
    game, like, certain = BaseGame(), None, 0
    for moment in moments:
        if moment.reported_event is not None:
            events.append(moment.reported_event)
        if not isinstance(moment.happened, EndTurn | ShowHand):
            continue
        like = replay_events(game, (recorded_event(n, event) for n, event in enumerate(events, 1)), like)
        for player in moment.true.players:
            seen = game.seat_view(GameHistory(like), player.colour)
            assert seen is not None
            hand = seen["hand"]
            certain += hand["certain"]
            assert not hand["certain"] or hand["cards"] == cards_to_json(player.hand)
    assert certain
