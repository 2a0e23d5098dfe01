"""A story as one player knows it: what others told in secret changes nothing that this player is shown."""

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
    Steal,
    TakeUp,
)
from companion.games.base.rules.fields import Side
from companion.games.base.rules.options import Colour, Options
from companion.games.base.rules.state import State, land_of
from companion.games.base.views.redaction import redact, redacted_history
from companion.games.game_api import GameHistory
from companion.games.replay import RecordedEvent, replay_events
from companion.island.geometry import HexId
from tests.games.base.stories import FOUNDING, OPENING, SEATS, holds, seat_view, story_of
from tests.games.hushed import Hush, hushed_game

COLOURS = tuple(seat.colour for seat in SEATS)


class TestWhatIsKnownOfAnEvent:
    def test_which_card_was_bought_only_its_buyer_knows(self) -> None:
        bought = BuyDevelopmentCard("red", "monopoly")
        assert redact(bought, "red") is bought
        assert redact(bought, "blue") == redact(bought, None) == BuyDevelopmentCard("red", None)

    def test_which_card_was_stolen_thief_and_victim_know(self) -> None:
        stolen = Steal("red", "blue", "ore")
        assert redact(stolen, "red") is redact(stolen, "blue") is stolen
        assert redact(stolen, "white") == redact(stolen, None) == Steal("red", "blue", None)

    def test_of_a_hand_that_was_shown_others_know_how_many_cards_it_holds(self) -> None:
        shown = ShowHand("red", cards_from_json({"ore": 2, "wool": 1}))
        assert redact(shown, "red") is shown
        assert redact(shown, "blue") == ShowHand("red", cards_of_kind(UNIDENTIFIED_KIND, 3))

    def test_a_game_that_is_taken_up_says_every_hand_to_its_holder_alone(self) -> None:
        ore = cards_from_json({"ore": 2})
        taken = TakeUp("red", (Side("red", ore), Side("blue", ore), Side("white")))
        known = redact(taken, "blue")
        assert isinstance(known, TakeUp)
        assert [side.hand for side in known.sides] == [cards_of_kind(UNIDENTIFIED_KIND, 2), ore, None]

    def test_at_a_table_with_open_hands_everybody_knows_all(self) -> None:
        open_hands = GameStarted(SEATS, Options(open_hands=True))
        told = (BuyDevelopmentCard("red", "knight"), "phone:red", 1.0)
        history = story_of(open_hands, *OPENING[1:], *FOUNDING, told)
        assert redacted_history(history, "blue") == history.recorded_events


class TestACountedHand:
    """`ShowHand` of cards that nobody names: as others know a hand that its owner told."""

    @pytest.mark.parametrize(
        ("held", "count", "kept"),
        [
            ({"ore": 2, "wool": 1}, 3, {"ore": 2, "wool": 1}),
            ({"ore": 2}, 3, {"ore": 2, "unidentified": 1}),
            ({}, 2, {"unidentified": 2}),
        ],
    )
    def test_what_was_known_of_it_still_holds(
        self, position: Callable[..., State], held: Any, count: int, kept: dict[str, int]
    ) -> None:
        state = position(red={"hand": held})
        after = apply(state, ShowHand("red", cards_of_kind(UNIDENTIFIED_KIND, count)))
        assert after.players[0].hand == cards_from_json(kept)
        assert sum(after.bank) + sum(after.players[0].hand) == 95

    def test_fewer_cards_than_were_thought_are_gone_unseen(self, position: Callable[..., State]) -> None:
        state = position(red={"hand": {"ore": 2, "wool": 2}})
        after = apply(state, ShowHand("red", cards_of_kind(UNIDENTIFIED_KIND, 3)))
        assert sum(after.players[0].hand) == 3


def told_games(seed: int) -> GameHistory[State, Event]:
    """A whole simulated game with everything told: the story, stopped somewhere in its second half."""
    moments = list(hushed_game(seed, Hush(told=1.0, named=1.0, shown=0.2), seats=3))
    first = moments[0].before
    opening = (GameStarted(SEATS, first.options),)
    events = [moment.said for moment in moments if moment.said is not None]
    stop = random.Random(seed).randrange(len(events) // 2, len(events))
    told = (*opening, LayoutSet(land_of(first).layout), *events[:stop])
    return GameHistory(replay_events(BaseGame(), (recorded(n, event) for n, event in enumerate(told, 1))))


def recorded(n: int, event: Event) -> RecordedEvent[Event]:
    """The recorded event of an event: each player tells the own secrets on a phone."""
    if isinstance(event, Steal | BuyDevelopmentCard | ShowHand):
        return RecordedEvent(n, event, float(n), f"phone:{event.player}", secret=True)
    return RecordedEvent(n, event, float(n), "tablet")


def otherwise(event: Event, colour: str, chance: random.Random) -> Event:
    """The event as it might have been told by others, for all that a player knows."""
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
def test_games_that_differ_in_what_others_told_in_secret_give_a_player_the_same_view(
    seed: int, colour: Colour
) -> None:
    history = told_games(seed)
    chance = random.Random(seed)
    recorded_events = tuple(
        replace(c, event=otherwise(c.event, colour, chance)) for c in history.recorded_events
    )
    assert recorded_events != history.recorded_events
    other = GameHistory(replay_events(BaseGame(), recorded_events))
    # Who has won is told to all.
    assume(history.state.winner == other.state.winner)
    views = [BaseGame().seat_view(told, colour) for told in (history, other)]
    assert views[0] == views[1]
    assert json.dumps(views[0])


def robbed(resource: Resource | None, source: str) -> GameHistory[Any, Event]:
    told = (Steal("red", "blue", resource), source, 1.0)
    seven = (Roll("red", (3, 4)), MoveRobber("red", HexId("h2,-1")))
    opening = (GameStarted(SEATS, Options(all_told=True)), *OPENING[1:])
    return story_of(*opening, *FOUNDING, holds("blue", ore=1, wool=1), *seven, told)


def test_what_a_phone_told_changes_the_views_of_those_who_know_it() -> None:
    stolen, named = robbed(None, "phone:red"), robbed("ore", "phone:red")
    for colour in ("red", "blue"):
        views = [seat_view(history, colour) for history in (stolen, named)]
        assert views[0]["hand"] != views[1]["hand"]
    assert BaseGame().seat_view(stolen, "white") == BaseGame().seat_view(named, "white")


def test_what_is_entered_on_the_tablet_is_said_before_everybody() -> None:
    views = [BaseGame().view(robbed(resource, "tablet")) for resource in (None, "ore")]
    assert [view["players"][1]["certain"] for view in views] == [False, True]


@pytest.mark.slow
@settings(max_examples=4, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from([0.5, 1.0]))
def test_no_hand_that_a_phone_calls_certain_is_wrong(seed: int, told: float) -> None:
    moments = list(hushed_game(seed, Hush(told, named=0.7, shown=0.3), seats=3, all_told=told == 1))
    options = moments[0].before.options
    events: list[Event] = [GameStarted(SEATS, options), LayoutSet(land_of(moments[0].before).layout)]
    game, like, certain = BaseGame(), None, 0
    for moment in moments:
        if moment.said is not None:
            events.append(moment.said)
        if not isinstance(moment.happened, EndTurn | ShowHand):
            continue
        like = replay_events(game, (recorded(n, event) for n, event in enumerate(events, 1)), like)
        for player in moment.true.players:
            seen = game.seat_view(GameHistory(like), player.colour)
            assert seen is not None
            hand = seen["hand"]
            certain += hand["certain"]
            assert not hand["certain"] or hand["cards"] == cards_to_json(player.hand)
    assert certain
