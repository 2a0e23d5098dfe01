"""Available actions: by the rules and by public knowledge."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from companion.games.base.belief import Belief
from companion.games.base.belief.particle_set import ParticleSet
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    MaritimeTrade,
    MoveRobber,
    PlaceRoad,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    Steal,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.games.base.views.available_actions import available_actions
from companion.island.geometry import ENDS, PATHS, HexId
from companion.island.setups import first_game_layout
from tests.games.base.histories import holds, in_play
from tests.games.partial_reports import ReportShares, partly_reported_game

Position = Callable[..., State]


def actions_without_beliefs(state: State) -> Mapping[str, Any]:
    """The available actions where nothing is known about the hands."""
    return available_actions(
        state, Belief(state.players, particles=ParticleSet.from_empty_hands(len(state.players)))
    )


def actions_after(*events: Any) -> Mapping[str, Any]:
    """The available actions after these events."""
    believed = in_play(*events)
    return available_actions(believed.state, believed.belief)


class TestBuilding:
    """Sites are offered where the rules allow a build, as far as the hand is publicly known."""

    def test_no_site_is_offered_before_the_roll_or_while_something_is_due(self) -> None:
        for events in ((), (Roll("red", (3, 4)),)):
            assert actions_after(*events)["build"] == {"road": [], "settlement": [], "city": []}

    def test_sites_are_offered_for_any_hand_of_that_size(self) -> None:
        rolled = Roll("red", (1, 1))
        state = in_play(rolled).state
        roads = [
            at for at in PATHS if not violations(state, PlaceRoad("red", at)) & ~RuleViolation.CANNOT_PAY
        ]
        for cards, built in ((1, []), (2, ["road"]), (4, ["road"]), (5, ["road", "city"])):
            found = actions_after(rolled, holds("red", wool=cards))["build"]
            assert [piece for piece, sites in found.items() if sites] == built
            assert found["road"] == (roads if built else [])
        assert found["city"] == ["i-2,-2", "i4,1"]

    def test_open_hands_limit_the_offered_sites(self) -> None:
        events = (Roll("red", (1, 1)), holds("red", wool=5))
        believed = in_play(*events, options=Options(open_hands=True))
        assert not any(available_actions(believed.state, believed.belief)["build"].values())


class TestTurnActions:
    def test_no_action_is_available_before_or_after_play(self, position: Position) -> None:
        assert actions_without_beliefs(position(phase="founding")) == {}
        assert actions_without_beliefs(position(phase="over", winner=0)) == {}

    def test_only_the_roll_is_available_before_it(self) -> None:
        found = actions_after()
        assert found["roll"]
        assert not any(found[what] for what in ("trade", "buy_card", "end_turn", "play", "discard", "rob"))

    def test_trade_purchase_and_turn_end_are_available_after_the_roll(self) -> None:
        found = actions_after(Roll("red", (2, 1)), holds("red", wool=1, grain=1, ore=1))
        assert found["trade"]
        assert found["buy_card"]
        assert found["end_turn"]
        assert not found["roll"]

    def test_due_actions_come_first(self) -> None:
        found = actions_after(Roll("red", (3, 4)))
        assert not any(found[what] for what in ("trade", "buy_card", "end_turn", "roll"))

    def test_building_ends_trade_as_an_option(self, position: Position) -> None:
        strict = Options(trade_before_building=True)
        assert actions_without_beliefs(position(options=strict))["trade"]
        assert not actions_without_beliefs(position(options=strict, has_built=True))["trade"]
        assert actions_without_beliefs(position(has_built=True))["trade"]

    def test_the_acting_player_is_the_last_roller_until_the_next_roll(self) -> None:
        assert actions_after()["acting"] == "red"
        rolled = Roll("red", (2, 1))
        assert actions_after(rolled)["acting"] == "red"
        assert actions_after(rolled, EndTurn("red"))["acting"] == "red"
        assert actions_after(rolled, EndTurn("red"), Roll("blue", (2, 1)))["acting"] == "blue"


class TestCards:
    def test_no_purchase_is_offered_with_certainly_too_few_cards(self) -> None:
        assert not actions_after(Roll("red", (1, 1)), holds("red", wool=2))["buy_card"]

    def test_no_purchase_is_offered_from_an_empty_deck(self, position: Position) -> None:
        assert not actions_without_beliefs(position(deck=0))["buy_card"]

    def test_an_older_unnamed_card_may_be_any_that_is_left(self, position: Position) -> None:
        side = {"development": {"unidentified": 1}, "roads": ["p3,0"], "settlements": ["i4,1"]}
        everything = ["knight", "road_building", "year_of_plenty", "monopoly"]
        assert actions_without_beliefs(position(red=side))["play"] == everything
        gone = position(red=side, blue={"played": {"monopoly": 2}})
        assert "monopoly" not in actions_without_beliefs(gone)["play"]

    def test_a_card_bought_this_turn_cannot_be_played(self, position: Position) -> None:
        fresh = {"development": {"unidentified": 1}, "bought_this_turn": {"unidentified": 1}}
        assert actions_without_beliefs(position(red=fresh))["play"] == []

    def test_one_card_a_turn_can_be_played(self, position: Position) -> None:
        side = {"development": {"unidentified": 2}}
        assert actions_without_beliefs(position(red=side, cards_played=1))["play"] == []

    def test_a_knight_may_be_played_before_the_roll(self, position: Position) -> None:
        side = {"development": {"unidentified": 1}}
        assert "knight" in actions_without_beliefs(position(red=side, dice=None))["play"]

    def test_road_building_is_available_without_a_free_path(self, position: Position) -> None:
        """The card may be played for nothing."""
        assert (
            "road_building"
            in actions_without_beliefs(position(red={"development": {"unidentified": 1}}))["play"]
        )

    def test_an_entered_card_changes_no_public_action(self, position: Position) -> None:
        known, unknown = (
            position(red={"development": {kind: 1}}, dice=None) for kind in ("monopoly", "unidentified")
        )
        assert actions_without_beliefs(known) == actions_without_beliefs(unknown)

    def test_victory_points_are_revealed_where_they_win(self, position: Position) -> None:
        points = {"played": {"victory_point": 2}, "development": {"unidentified": 3}}
        assert actions_without_beliefs(position(red=points, options=Options(points_to_win=4)))["reveal"] == [
            2,
            3,
        ]
        assert actions_without_beliefs(position(red=points))["reveal"] == []


class TestSevenActions:
    def test_the_discards_are_listed_by_player(self, position: Position) -> None:
        assert actions_without_beliefs(position(discards_due=(4, 0, 5)))["discard"] == {"red": 4, "white": 5}

    def test_the_possible_victims_are_listed(self, position: Position) -> None:
        neighbours = {"robber": "h0,0", "steal_due": True, "blue": {"settlements": ["i1,1"]}}
        assert actions_without_beliefs(position(**neighbours))["rob"] == ["blue"]
        lenient = Options(must_rob=False)
        assert actions_without_beliefs(position(**neighbours, options=lenient))["rob"] == ["blue", None]
        assert actions_without_beliefs(position(**{**neighbours, "steal_due": False}))["rob"] == []

    def test_a_knight_is_followed_by_the_robber_and_the_theft(self) -> None:
        found = actions_after(
            Roll("red", (1, 1)),
            PlayDevelopmentCard("red", "knight"),
            MoveRobber("red", HexId("h0,2")),
        )
        assert found["rob"] == ["white"]


class TestTrade:
    def test_the_rates_follow_the_harbors(self, position: Position) -> None:
        at = {kind: ENDS[path][0] for path, kind in first_game_layout().harbors}
        rates = actions_without_beliefs(position(red={"settlements": [at["generic"], at["ore"]]}))["maritime"]
        assert rates["red"] == {"lumber": 3, "brick": 3, "wool": 3, "grain": 3, "ore": 2}
        assert set(rates["blue"].values()) == {4}

    def test_a_certain_hand_size_limits_what_a_player_can_give(self) -> None:
        shown = actions_after(holds("blue", wool=2, ore=1))
        assert shown["gives"]["blue"] == {"cards": 3, "resources": None}
        # Something may have been traded since, and nobody promised to tell.
        later = actions_after(holds("blue", wool=2, ore=1), Roll("red", (1, 1)), EndTurn("red"))
        assert later["gives"]["blue"]["cards"] is None

    def test_the_cards_that_a_player_can_give_are_public_only_with_open_hands(
        self, position: Position
    ) -> None:
        hand = {"hand": {"wool": 2}}
        closed = position(red=hand, options=Options(all_told=True))
        assert actions_without_beliefs(closed)["gives"]["red"]["resources"] is None
        opened = position(options=Options(open_hands=True, all_told=True))
        assert actions_without_beliefs(opened)["gives"]["red"] == {"cards": 0, "resources": {}}

    @pytest.mark.parametrize("doubted", [True, False])
    def test_a_doubtful_hand_limits_nothing(self, doubted: bool) -> None:
        believed = in_play(holds("blue", wool=2))
        found = available_actions(believed.state, believed.belief, {"blue"} if doubted else set())
        assert (found["gives"]["blue"]["cards"] is None) == doubted


def test_actions_follow_the_rules_after_each_event() -> None:
    """A purchase is available; afterwards the card can't be played in the same turn."""
    history = (Roll("red", (2, 1)), holds("red", wool=1, grain=1, ore=1))
    assert actions_after(*history)["buy_card"]
    assert actions_after(*history, BuyDevelopmentCard("red"))["play"] == []


@dataclass(frozen=True)
class SecretShares(ReportShares):
    """Everything is reported except, perhaps, the cards bought and stolen."""

    def report_of(self, event: Event, chance: random.Random) -> Event | None:
        report = super().report_of(event, chance)
        return report if isinstance(event, BuyDevelopmentCard | Steal) else event


class TestWholeGames:
    """Simulated games with everything reported: each event was available just before."""

    @pytest.mark.parametrize("seed", [3, 8])
    def test_every_event_was_available(self, seed: int) -> None:
        seen = set()
        belief = Belief()
        for moment in partly_reported_game(seed, ReportShares(reported=1.0, named=1.0), all_told=True):
            event, before, belief = moment.happened, belief, moment.belief
            if moment.before.phase != "play":
                continue
            found: Mapping[str, Any] = available_actions(moment.before, before)
            seen.add(type(event).__name__)
            match event:
                case Roll():
                    assert found["roll"]
                case MaritimeTrade(player, give, take):
                    assert found["trade"]
                    rates = found["maritime"][player].values()
                    bought = sum(n // rate for n, rate in zip(give[:5], rates, strict=True))
                    assert bought == sum(take)
                    assert sum(give) <= found["gives"][player]["cards"]
                case DomesticTrade(player, partner, give, take):
                    assert found["trade"]
                    assert sum(give) <= found["gives"][player]["cards"]
                    assert sum(take) <= found["gives"][partner]["cards"]
                case BuyDevelopmentCard():
                    assert found["buy_card"]
                case PlayDevelopmentCard(card=card):
                    assert card in found["play"]
                case RevealVictoryPoints(count=count):
                    assert count in found["reveal"]
                case Discard(player, given):
                    assert sum(given) <= found["discard"][player]
                case Steal(victim=victim):
                    assert victim in found["rob"]
                case EndTurn():
                    assert found["end_turn"]
        assert {"Roll", "EndTurn", "BuyDevelopmentCard", "PlayDevelopmentCard", "Steal", "Discard"} <= seen

    @pytest.mark.parametrize("seed", [5, 6])
    def test_secrets_change_no_available_action(self, seed: int) -> None:
        named_game, unnamed_game = (
            partly_reported_game(seed, SecretShares(reported=1.0, named=n), all_told=True) for n in (1.0, 0.0)
        )
        compared = 0
        for one, other in zip(named_game, unnamed_game, strict=True):
            if isinstance(one.happened, PlayDevelopmentCard) and one.happened.card == "monopoly":
                # How many cards changed hands everybody saw; the table only where it knows the hands.
                break
            offered = available_actions(other.after, other.belief)
            assert available_actions(one.after, one.belief) == offered, one.happened
            compared += 1
        assert compared > 100
