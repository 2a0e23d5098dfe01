"""What may be entered now: by the rules, and by what everybody at the table can know."""

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
from companion.games.base.rules.legality import violations
from companion.games.base.rules.options import Options
from companion.games.base.rules.rule_violations import RuleViolation
from companion.games.base.rules.state import State
from companion.games.base.views.available_actions import available_actions
from companion.island.geometry import ENDS, PATHS, HexId
from companion.island.setups import first_game_layout
from tests.games.base.stories import holds, in_play
from tests.games.hushed import Hush, hushed_game

Position = Callable[..., State]


def allowed(state: State) -> Mapping[str, Any]:
    """What may be entered where nobody knows anything of the hands."""
    return available_actions(
        state, Belief(state.players, particles=ParticleSet.from_empty_hands(len(state.players)))
    )


def of(*told: Any) -> Mapping[str, Any]:
    """What may be entered after a story."""
    believed = in_play(*told)
    return available_actions(believed.state, believed.belief)


class TestBuilding:
    """Where a tap may build: just where the rules allow it, as far as everybody can know the hand."""

    def test_nowhere_before_the_roll_or_while_something_is_due(self) -> None:
        for told in ((), (Roll("red", (3, 4)),)):
            assert of(*told)["build"] == {"road": [], "settlement": [], "city": []}

    def test_what_so_many_cards_may_pay_for(self) -> None:
        rolled = Roll("red", (1, 1))
        state = in_play(rolled).state
        roads = [
            at for at in PATHS if not violations(state, PlaceRoad("red", at)) & ~RuleViolation.CANNOT_PAY
        ]
        for cards, built in ((1, []), (2, ["road"]), (4, ["road"]), (5, ["road", "city"])):
            found = of(rolled, holds("red", wool=cards))["build"]
            assert [piece for piece, sites in found.items() if sites] == built
            assert found["road"] == (roads if built else [])
        assert found["city"] == ["i-2,-2", "i4,1"]

    def test_with_open_hands_what_these_cards_pay_for(self) -> None:
        told = (Roll("red", (1, 1)), holds("red", wool=5))
        believed = in_play(*told, options=Options(open_hands=True))
        assert not any(available_actions(believed.state, believed.belief)["build"].values())


class TestTheTurn:
    def test_nothing_before_the_game_is_played_or_after(self, position: Position) -> None:
        assert allowed(position(phase="founding")) == {}
        assert allowed(position(phase="over", winner=0)) == {}

    def test_before_the_roll_only_the_roll(self) -> None:
        found = of()
        assert found["roll"]
        assert not any(found[what] for what in ("trade", "buy_card", "end_turn", "play", "discard", "rob"))

    def test_after_it_trade_purchase_and_the_end_of_the_turn(self) -> None:
        found = of(Roll("red", (2, 1)), holds("red", wool=1, grain=1, ore=1))
        assert found["trade"]
        assert found["buy_card"]
        assert found["end_turn"]
        assert not found["roll"]

    def test_what_is_due_comes_first(self) -> None:
        found = of(Roll("red", (3, 4)))
        assert not any(found[what] for what in ("trade", "buy_card", "end_turn", "roll"))

    def test_where_building_ends_trade_it_does(self, position: Position) -> None:
        strict = Options(trade_before_building=True)
        assert allowed(position(options=strict))["trade"]
        assert not allowed(position(options=strict, has_built=True))["trade"]
        assert allowed(position(has_built=True))["trade"]

    def test_a_purchase_is_meant_of_who_passed_the_dice_until_the_next_roll(self) -> None:
        assert of()["acting"] == "red"
        rolled = Roll("red", (2, 1))
        assert of(rolled)["acting"] == "red"
        assert of(rolled, EndTurn("red"))["acting"] == "red"
        assert of(rolled, EndTurn("red"), Roll("blue", (2, 1)))["acting"] == "blue"


class TestCards:
    def test_no_purchase_where_the_hand_has_too_few_for_certain(self) -> None:
        assert not of(Roll("red", (1, 1)), holds("red", wool=2))["buy_card"]

    def test_none_where_the_deck_is_empty(self, position: Position) -> None:
        assert not allowed(position(deck=0))["buy_card"]

    def test_a_card_bought_earlier_may_be_any_that_is_left(self, position: Position) -> None:
        side = {"development": {"unidentified": 1}, "roads": ["p3,0"], "settlements": ["i4,1"]}
        everything = ["knight", "road_building", "year_of_plenty", "monopoly"]
        assert allowed(position(red=side))["play"] == everything
        gone = position(red=side, blue={"played": {"monopoly": 2}})
        assert "monopoly" not in allowed(gone)["play"]

    def test_a_card_bought_just_now_is_not_played(self, position: Position) -> None:
        fresh = {"development": {"unidentified": 1}, "bought_this_turn": {"unidentified": 1}}
        assert allowed(position(red=fresh))["play"] == []

    def test_one_card_a_turn(self, position: Position) -> None:
        side = {"development": {"unidentified": 2}}
        assert allowed(position(red=side, cards_played=1))["play"] == []

    def test_a_knight_may_be_played_before_the_roll(self, position: Position) -> None:
        side = {"development": {"unidentified": 1}}
        assert "knight" in allowed(position(red=side, dice=None))["play"]

    def test_road_building_also_without_a_place_for_a_road(self, position: Position) -> None:
        """It is what is possible, down to nothing."""
        assert "road_building" in allowed(position(red={"development": {"unidentified": 1}}))["play"]

    def test_which_card_somebody_said_to_have_is_told_to_nobody(self, position: Position) -> None:
        known, unknown = (
            position(red={"development": {kind: 1}}, dice=None) for kind in ("monopoly", "unidentified")
        )
        assert allowed(known) == allowed(unknown)

    def test_victory_points_are_revealed_where_they_win(self, position: Position) -> None:
        points = {"played": {"victory_point": 2}, "development": {"unidentified": 3}}
        assert allowed(position(red=points, options=Options(points_to_win=4)))["reveal"] == [2, 3]
        assert allowed(position(red=points))["reveal"] == []


class TestTheSeven:
    def test_who_discards_how_many(self, position: Position) -> None:
        assert allowed(position(discards_due=(4, 0, 5)))["discard"] == {"red": 4, "white": 5}

    def test_who_can_be_robbed(self, position: Position) -> None:
        neighbours = {"robber": "h0,0", "steal_due": True, "blue": {"settlements": ["i1,1"]}}
        assert allowed(position(**neighbours))["rob"] == ["blue"]
        lenient = Options(must_rob=False)
        assert allowed(position(**neighbours, options=lenient))["rob"] == ["blue", None]
        assert allowed(position(**{**neighbours, "steal_due": False}))["rob"] == []

    def test_a_knight_leads_to_the_robber_and_on(self) -> None:
        found = of(
            Roll("red", (1, 1)),
            PlayDevelopmentCard("red", "knight"),
            MoveRobber("red", HexId("h0,2")),
        )
        assert found["rob"] == ["white"]


class TestTrade:
    def test_the_rates_follow_the_harbors(self, position: Position) -> None:
        at = {kind: ENDS[path][0] for path, kind in first_game_layout().harbors}
        rates = allowed(position(red={"settlements": [at["generic"], at["ore"]]}))["maritime"]
        assert rates["red"] == {"lumber": 3, "brick": 3, "wool": 3, "grain": 3, "ore": 2}
        assert set(rates["blue"].values()) == {4}

    def test_hands_bound_what_is_given_by_their_number_where_that_is_certain(self) -> None:
        shown = of(holds("blue", wool=2, ore=1))
        assert shown["gives"]["blue"] == {"cards": 3, "resources": None}
        # Something may have been traded since, and nobody promised to tell.
        later = of(holds("blue", wool=2, ore=1), Roll("red", (1, 1)), EndTurn("red"))
        assert later["gives"]["blue"]["cards"] is None

    def test_which_cards_they_are_is_told_only_where_hands_are_open(self, position: Position) -> None:
        hand = {"hand": {"wool": 2}}
        closed = position(red=hand, options=Options(all_told=True))
        assert allowed(closed)["gives"]["red"]["resources"] is None
        opened = position(options=Options(open_hands=True, all_told=True))
        assert allowed(opened)["gives"]["red"] == {"cards": 0, "resources": {}}

    @pytest.mark.parametrize("doubted", [True, False])
    def test_a_doubted_hand_bounds_nothing(self, doubted: bool) -> None:
        believed = in_play(holds("blue", wool=2))
        found = available_actions(believed.state, believed.belief, {"blue"} if doubted else set())
        assert (found["gives"]["blue"]["cards"] is None) == doubted


def test_an_event_more_is_as_good_as_the_rules_say() -> None:
    """A purchase that may be entered breaks no rule; afterwards that card can't be played at once."""
    history = (Roll("red", (2, 1)), holds("red", wool=1, grain=1, ore=1))
    assert of(*history)["buy_card"]
    assert of(*history, BuyDevelopmentCard("red"))["play"] == []


@dataclass(frozen=True)
class Secretive(Hush):
    """All is told but, perhaps, what only one or two have seen: the card bought, the card stolen."""

    def said(self, event: Event, chance: random.Random) -> Event | None:
        said = super().said(event, chance)
        return said if isinstance(event, BuyDevelopmentCard | Steal) else event


class TestWholeGames:
    """Simulated games in which everything is told: what happens is what was allowed just before."""

    @pytest.mark.parametrize("seed", [3, 8])
    def test_what_happens_could_be_entered(self, seed: int) -> None:
        seen = set()
        belief = Belief()
        for moment in hushed_game(seed, Hush(told=1.0, named=1.0), all_told=True):
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
    def test_what_was_told_in_secret_shows_in_nothing(self, seed: int) -> None:
        told, untold = (hushed_game(seed, Secretive(told=1.0, named=n), all_told=True) for n in (1.0, 0.0))
        compared = 0
        for one, other in zip(told, untold, strict=True):
            if isinstance(one.happened, PlayDevelopmentCard) and one.happened.card == "monopoly":
                # How many cards changed hands everybody saw; the table only where it knows the hands.
                break
            offered = available_actions(other.after, other.belief)
            assert available_actions(one.after, one.belief) == offered, one.happened
            compared += 1
        assert compared > 100
