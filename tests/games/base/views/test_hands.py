"""What everybody may know of the hands: numbers and how sure they are, never which cards."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.games.base.belief import Belief
from companion.games.base.belief.particle_set import ParticleSet
from companion.games.base.game import BaseGame
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    EndTurn,
    Event,
    GameStarted,
    MoveRobber,
    PlaceRoad,
    PlayDevelopmentCard,
    Roll,
    ShowHand,
    Steal,
)
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.games.base.views.hands import discards, hand_in_public, p_hidden_win
from companion.island.geometry import CORNERS, HEXES, HexId, PathId
from tests.games.base.stories import FOUNDING, OPENING, SEATS, Said, holds, seat_view, story_of

APART = [CORNERS[h][0] for h in HEXES[:12:3]]
"""Corners of hexes that are no neighbours."""


@pytest.fixture
def known() -> Callable[..., tuple[State, Belief]]:
    """`known(state, *events)`: the state and the belief after events, where every hand was shown before."""

    def tell(state: State, *events: Event) -> tuple[State, Belief]:
        belief = Belief(state.players, particles=ParticleSet.from_empty_hands(len(state.players)))
        for player in state.players:
            belief = belief.update(state, ShowHand(player.colour, player.hand), state)
        for event in events:
            after = apply(state, event)
            belief, state = belief.update(state, event, after), after
        return state, belief

    return tell


class TestHands:
    def test_a_certain_hand_is_its_number_of_cards(
        self, position: Callable[..., State], known: Callable[..., tuple[State, Belief]]
    ) -> None:
        state, belief = known(position(dice=None, red={"hand": {"wool": 2, "ore": 1}}))
        assert hand_in_public(state, belief, 0) == {
            "cards": 3,
            "cards_between": [3, 3],
            "cards_certain": True,
            "cards_likely": True,
            "certain": True,
            "probability": 1.0,
            "hand": None,
        }

    def test_a_number_that_is_nearly_certain_stands_as_if_it_were(
        self, position: Callable[..., State], known: Callable[..., tuple[State, Belief]]
    ) -> None:
        """At nine in ten; while something is in doubt on the board none is."""
        state, belief = known(position(red={"hand": {"wool": 2, "ore": 1}}))
        for share, likely in ((0.93, True), (0.85, False)):
            weights = np.array([share, 1 - share])
            cards = np.concatenate([belief.particles.cards, belief.particles.cards])
            cards[1, 0, 0] += 1
            doubts = replace(belief.uncertain_hands, open_seats=frozenset({0}))
            doubted = replace(belief, particles=ParticleSet(cards, weights), uncertain_hands=doubts)
            shown = hand_in_public(state, doubted, 0)
            assert (shown["cards"], shown["cards_certain"], shown["cards_likely"]) == (3, False, likely)
            assert not hand_in_public(state, doubted, 0, doubted=True)["cards_likely"]

    def test_a_doubtful_one_says_between_which_numbers(
        self, position: Callable[..., State], known: Callable[..., tuple[State, Belief]]
    ) -> None:
        state, belief = known(position(red={"hand": {"wool": 2, "grain": 1, "ore": 1}}), EndTurn("red"))
        shown = hand_in_public(state, belief, 0)
        assert shown["cards"] == 4
        assert shown["cards_between"] == [1, 4]
        assert not shown["cards_certain"]
        assert not shown["certain"]
        assert 0 < shown["probability"] < 1

    def test_open_hands_are_shown_as_they_most_likely_are(
        self, position: Callable[..., State], known: Callable[..., tuple[State, Belief]]
    ) -> None:
        options = Options(open_hands=True, all_told=True)
        state, belief = known(
            position(red={"hand": {}}, blue={"hand": {"wool": 3, "ore": 1}}, options=options),
            Steal("red", "blue"),
        )
        assert hand_in_public(state, belief, 0)["hand"] == {"wool": 1}
        assert hand_in_public(state, belief, 0)["probability"] == 0.75

    def test_which_cards_they_are_is_nowhere_in_the_view(self) -> None:
        history = story_of(
            *OPENING, *FOUNDING, holds("red", wool=2), holds("blue", wool=1), Roll("red", (1, 1))
        )
        for player in BaseGame().view(history)["players"]:
            assert "wool" not in json.dumps(player)

    def test_what_one_player_told_of_the_own_hand_shows_in_nothing_but_its_number(self) -> None:
        views = [
            BaseGame().view(story_of(*OPENING, *FOUNDING, Roll("red", (1, 1)), (told, "phone:red", 1.0)))
            for told in (holds("red", ore=3), holds("red", wool=2, grain=1))
        ]
        assert views[0] == views[1]
        assert views[0]["players"][0]["cards"] == 3


class TestMayHaveWon:
    def test_not_without_cards_face_down(
        self, position: Callable[..., State], known: Callable[..., tuple[State, Belief]]
    ) -> None:
        assert p_hidden_win(*known(position(red={"cities": APART, "settlements": []}, dice=None))) == 0.0

    def test_as_probable_as_the_points_that_are_missing(
        self, position: Callable[..., State], known: Callable[..., tuple[State, Belief]]
    ) -> None:
        state = position(
            red={"cities": APART, "development": {"unidentified": 2}},
            longest_road=None,
            options=Options(all_told=True, points_to_win=9),
        )
        # Eight points on the board, one missing: of two cards at least one of the five in 25.
        assert p_hidden_win(*known(state)) == pytest.approx(1 - 20 * 19 / 600, abs=0.001)

    def test_what_the_owner_told_of_a_card_gives_nothing_away(
        self, position: Callable[..., State], known: Callable[..., tuple[State, Belief]]
    ) -> None:
        def chance(card: str) -> float:
            state = position(
                red={"cities": APART, "development": {card: 1}},
                longest_road=None,
                options=Options(all_told=True, points_to_win=9),
            )
            return p_hidden_win(*known(state))

        assert chance("knight") == chance("unidentified") == pytest.approx(0.2)

    def test_only_who_is_on_turn_may(
        self, position: Callable[..., State], known: Callable[..., tuple[State, Belief]]
    ) -> None:
        state = position(
            blue={"cities": APART, "development": {"unidentified": 5}}, options=Options(points_to_win=9)
        )
        assert p_hidden_win(*known(state)) == 0.0


def test_in_the_founding_nobody_holds_about_no_cards() -> None:
    history = replace(story_of(*OPENING, *FOUNDING[:1]), in_doubt=frozenset({"red", "blue"}))
    shown = BaseGame().view(history)["players"]
    assert [(player["cards"], player["cards_certain"]) for player in shown] == [(0, True)] * 3


class TestTheRobberBesideEmptyHands:
    """Who is known to have no cards can't be robbed of any: nobody waits for it, table or phone."""

    AT_BLUE = HexId("h2,-2")
    BOUGHT = (holds("red", wool=1, grain=1, ore=1), Roll("red", (1, 1)), BuyDevelopmentCard("red", "knight"))
    ROUND = (EndTurn("red"), Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"))
    KNIGHT = (PlayDevelopmentCard("red", "knight"), MoveRobber("red", AT_BLUE))

    def seen(
        self, *told: Said, seat: str = "red", **options: Any
    ) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        opening = (GameStarted(SEATS, Options(**options)), *OPENING[1:])
        history = story_of(*opening, *FOUNDING, *told)
        return BaseGame().view(history), seat_view(history, seat)["may"]

    def told(self, *shown: Said) -> tuple[Said, ...]:
        """Red's turn after the roll: somebody shows a hand, and the robber comes beside blue's settlement."""
        return (*self.BOUGHT, *self.ROUND, Roll("red", (1, 1)), *shown, *self.KNIGHT)

    @pytest.mark.parametrize("all_told", [True, False])
    def test_nothing_is_asked_of_them(self, all_told: bool) -> None:
        told = self.told(holds("blue"))
        view, may = self.seen(*told, all_told=all_told)
        assert view["to_do"] == []
        assert view["may"]["end_turn"]
        assert may["rob"] == []
        assert self.seen(*told, all_told=all_told, seat="blue")[1]["robbed_by"] is None

    @pytest.mark.parametrize("all_told", [True, False])
    def test_one_card_is_enough(self, all_told: bool) -> None:
        view, may = self.seen(*self.told(holds("blue", wool=1)), all_told=all_told)
        assert view["to_do"] == [{"kind": "steal", "colour": "red", "from": ["blue"]}]
        assert not view["may"]["end_turn"]
        assert may["rob"] == ["blue"]

    def test_so_is_one_that_may_have_come_untold(self) -> None:
        """Not all is told, and what blue has is only reckoned: none, or something after all."""
        hand = holds("blue", lumber=1, brick=1, wool=1, grain=1, ore=1)
        purchase, road = BuyDevelopmentCard("blue"), PlaceRoad("blue", PathId("p3,-4"))
        after = (*self.ROUND[:1], hand, Roll("blue", (1, 1)), purchase, road, *self.ROUND[2:])
        view, _ = self.seen(*self.BOUGHT, *after, *self.KNIGHT, Roll("red", (1, 1)))
        assert view["players"][1]["cards"] == 0
        assert [item["kind"] for item in view["to_do"]] == ["steal"]


class TestASeven:
    """Who discards how many, and how sure that is."""

    def rolled(
        self,
        position: Callable[..., State],
        known: Callable[..., tuple[State, Belief]],
        *,
        also: Sequence[Any] = (),
        **hands: Mapping[str, int],
    ) -> Any:
        """The discards after a seven: with those hands or, each as likely, with so many more cards of red."""
        sides = {colour: {"hand": hand} for colour, hand in hands.items()}
        state, belief = known(position(dice=None, options=Options(all_told=True), **sides))
        cards = np.concatenate([belief.particles.cards] * (1 + len(also)))
        for n, more in enumerate(also, 1):
            cards[n, 0, 0] += more
        if also:
            doubts = replace(belief.uncertain_hands, open_seats=frozenset({0}))
            weights = np.full(len(cards), 1 / len(cards))
            belief = replace(belief, particles=ParticleSet(cards, weights), uncertain_hands=doubts)
        after = apply(state, Roll("red", (3, 4)))
        return discards(after, belief.update(state, Roll("red", (3, 4)), after))

    def test_of_a_certain_hand_it_is_certain(
        self, position: Callable[..., State], known: Callable[..., tuple[State, Belief]]
    ) -> None:
        assert self.rolled(position, known, red={"wool": 8}, blue={"ore": 7}) == [
            {"kind": "discard", "colour": "red", "count": 4, "between": [4, 4], "likely": True}
        ]

    def test_of_a_doubtful_hand_it_is_said_between_which_numbers(
        self, position: Callable[..., State], known: Callable[..., tuple[State, Belief]]
    ) -> None:
        (red,) = self.rolled(position, known, red={"wool": 9}, also=(1, 2))
        assert red == {"kind": "discard", "colour": "red", "count": 4, "between": [4, 5], "likely": False}

    def test_where_all_that_is_possible_comes_to_the_same_there_is_no_doubt(
        self, position: Callable[..., State], known: Callable[..., tuple[State, Belief]]
    ) -> None:
        (red,) = self.rolled(position, known, red={"wool": 8}, also=(1,))
        assert (red["between"], red["likely"]) == ([4, 4], True)

    def test_who_may_hold_too_many_is_told_of_too(
        self, position: Callable[..., State], known: Callable[..., tuple[State, Belief]]
    ) -> None:
        assert self.rolled(position, known, red={"wool": 7}, also=(1,)) == [
            {"kind": "may_discard", "colour": "red", "count": 4, "between": [0, 4], "limit": 7}
        ]

    def test_once_somebody_has_discarded_nothing_of_it_is_in_doubt(
        self, position: Callable[..., State], known: Callable[..., tuple[State, Belief]]
    ) -> None:
        state, belief = known(position(dice=None, red={"hand": {"wool": 9}}, blue={"hand": {"ore": 8}}))
        for event in (Roll("red", (3, 4)), Discard("red", (0, 0, 4, 0, 0, 0))):
            after = apply(state, event)
            belief, state = belief.update(state, event, after), after
        assert [item["colour"] for item in discards(state, belief)] == ["blue"]

    def test_while_a_piece_is_in_doubt_so_is_what_its_owner_discards(
        self, position: Callable[..., State], known: Callable[..., tuple[State, Belief]]
    ) -> None:
        state, belief = known(position(dice=None, red={"hand": {"wool": 8}}))
        after = apply(state, Roll("red", (3, 4)))
        (red,) = discards(after, belief.update(state, Roll("red", (3, 4)), after), {"red"})
        assert red["kind"] == "discard"
        assert not red["likely"]
