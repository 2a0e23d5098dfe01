"""The public view of hands: sizes and their certainty, never the cards."""

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
from tests.games.base.histories import FOUNDING, OPENING, SEATS, EventWithSource, holds, seat_view, story_of

DISTANT_CORNERS = [CORNERS[h][0] for h in HEXES[:12:3]]
"""Corners of hexes that are no neighbours."""


@pytest.fixture
def known_hands() -> Callable[..., tuple[State, Belief]]:
    """`known_hands(state, *events)`: state and belief after events, with every hand shown before."""

    def update_belief(state: State, *events: Event) -> tuple[State, Belief]:
        belief = Belief(state.players, particles=ParticleSet.from_empty_hands(len(state.players)))
        for player in state.players:
            belief = belief.update(state, ShowHand(player.colour, player.hand), state)
        for event in events:
            after = apply(state, event)
            belief, state = belief.update(state, event, after), after
        return state, belief

    return update_belief


class TestHands:
    def test_a_certain_hand_shows_its_size(
        self, position: Callable[..., State], known_hands: Callable[..., tuple[State, Belief]]
    ) -> None:
        state, belief = known_hands(position(dice=None, red={"hand": {"wool": 2, "ore": 1}}))
        assert hand_in_public(state, belief, 0) == {
            "cards": 3,
            "cards_between": [3, 3],
            "cards_certain": True,
            "cards_likely": True,
            "certain": True,
            "probability": 1.0,
            "hand": None,
        }

    def test_a_nearly_certain_size_is_shown_as_certain(
        self, position: Callable[..., State], known_hands: Callable[..., tuple[State, Belief]]
    ) -> None:
        """The limit is p >= 0.9; no size is certain while a piece on the board is in doubt."""
        state, belief = known_hands(position(red={"hand": {"wool": 2, "ore": 1}}))
        for share, likely in ((0.93, True), (0.85, False)):
            weights = np.array([share, 1 - share])
            cards = np.concatenate([belief.particles.cards, belief.particles.cards])
            cards[1, 0, 0] += 1
            doubts = replace(belief.uncertain_hands, open_seats=frozenset({0}))
            doubted = replace(belief, particles=ParticleSet(cards, weights), uncertain_hands=doubts)
            shown = hand_in_public(state, doubted, 0)
            assert (shown["cards"], shown["cards_certain"], shown["cards_likely"]) == (3, False, likely)
            assert not hand_in_public(state, doubted, 0, doubted=True)["cards_likely"]

    def test_a_doubtful_hand_shows_a_range_of_sizes(
        self, position: Callable[..., State], known_hands: Callable[..., tuple[State, Belief]]
    ) -> None:
        state, belief = known_hands(position(red={"hand": {"wool": 2, "grain": 1, "ore": 1}}), EndTurn("red"))
        shown = hand_in_public(state, belief, 0)
        assert shown["cards"] == 4
        assert shown["cards_between"] == [1, 4]
        assert not shown["cards_certain"]
        assert not shown["certain"]
        assert 0 < shown["probability"] < 1

    def test_open_hands_show_the_most_likely_cards(
        self, position: Callable[..., State], known_hands: Callable[..., tuple[State, Belief]]
    ) -> None:
        options = Options(open_hands=True, all_told=True)
        state, belief = known_hands(
            position(red={"hand": {}}, blue={"hand": {"wool": 3, "ore": 1}}, options=options),
            Steal("red", "blue"),
        )
        assert hand_in_public(state, belief, 0)["hand"] == {"wool": 1}
        assert hand_in_public(state, belief, 0)["probability"] == 0.75

    def test_the_public_view_never_has_the_cards(self) -> None:
        history = story_of(
            *OPENING, *FOUNDING, holds("red", wool=2), holds("blue", wool=1), Roll("red", (1, 1))
        )
        for player in BaseGame().view(history)["players"]:
            assert "wool" not in json.dumps(player)

    def test_a_hand_entered_on_a_phone_shows_only_its_size(self) -> None:
        views = [
            BaseGame().view(story_of(*OPENING, *FOUNDING, Roll("red", (1, 1)), (hand, "phone:red", 1.0)))
            for hand in (holds("red", ore=3), holds("red", wool=2, grain=1))
        ]
        assert views[0] == views[1]
        assert views[0]["players"][0]["cards"] == 3


class TestHiddenVictory:
    def test_a_hidden_victory_needs_hidden_cards(
        self, position: Callable[..., State], known_hands: Callable[..., tuple[State, Belief]]
    ) -> None:
        assert (
            p_hidden_win(
                *known_hands(position(red={"cities": DISTANT_CORNERS, "settlements": []}, dice=None))
            )
            == 0.0
        )

    def test_a_hidden_victory_has_the_probability_of_the_missing_points(
        self, position: Callable[..., State], known_hands: Callable[..., tuple[State, Belief]]
    ) -> None:
        state = position(
            red={"cities": DISTANT_CORNERS, "development": {"unidentified": 2}},
            longest_road=None,
            options=Options(all_told=True, points_to_win=9),
        )
        # Eight points on the board, one missing: of two cards at least one of the five in 25.
        assert p_hidden_win(*known_hands(state)) == pytest.approx(1 - 20 * 19 / 600, abs=0.001)

    def test_a_secret_card_does_not_change_the_probability(
        self, position: Callable[..., State], known_hands: Callable[..., tuple[State, Belief]]
    ) -> None:
        def p_hidden_win_with(card: str) -> float:
            state = position(
                red={"cities": DISTANT_CORNERS, "development": {card: 1}},
                longest_road=None,
                options=Options(all_told=True, points_to_win=9),
            )
            return p_hidden_win(*known_hands(state))

        assert p_hidden_win_with("knight") == p_hidden_win_with("unidentified") == pytest.approx(0.2)

    def test_only_the_active_player_may_have_a_hidden_victory(
        self, position: Callable[..., State], known_hands: Callable[..., tuple[State, Belief]]
    ) -> None:
        state = position(
            blue={"cities": DISTANT_CORNERS, "development": {"unidentified": 5}},
            options=Options(points_to_win=9),
        )
        assert p_hidden_win(*known_hands(state)) == 0.0


def test_during_the_founding_every_hand_is_certainly_empty() -> None:
    history = replace(story_of(*OPENING, *FOUNDING[:1]), in_doubt=frozenset({"red", "blue"}))
    shown = BaseGame().view(history)["players"]
    assert [(player["cards"], player["cards_certain"]) for player in shown] == [(0, True)] * 3


class TestRobberAtEmptyHands:
    """A player certainly without cards can't be robbed: neither table nor phone waits for a theft."""

    AT_BLUE = HexId("h2,-2")
    PURCHASE = (
        holds("red", wool=1, grain=1, ore=1),
        Roll("red", (1, 1)),
        BuyDevelopmentCard("red", "knight"),
    )
    ROUND = (EndTurn("red"), Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"))
    KNIGHT = (PlayDevelopmentCard("red", "knight"), MoveRobber("red", AT_BLUE))

    def table_and_seat_view(
        self, *events: EventWithSource, seat: str = "red", **options: Any
    ) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        opening = (GameStarted(SEATS, Options(**options)), *OPENING[1:])
        history = story_of(*opening, *FOUNDING, *events)
        return BaseGame().view(history), seat_view(history, seat)["may"]

    def knight_after(self, *shown: EventWithSource) -> tuple[EventWithSource, ...]:
        """Red's turn after the roll: hands are shown and a knight moves the robber to blue's settlement."""
        return (*self.PURCHASE, *self.ROUND, Roll("red", (1, 1)), *shown, *self.KNIGHT)

    @pytest.mark.parametrize("all_told", [True, False])
    def test_nobody_waits_for_a_theft(self, all_told: bool) -> None:
        events = self.knight_after(holds("blue"))
        view, may = self.table_and_seat_view(*events, all_told=all_told)
        assert view["to_do"] == []
        assert view["may"]["end_turn"]
        assert may["rob"] == []
        assert self.table_and_seat_view(*events, all_told=all_told, seat="blue")[1]["robbed_by"] is None

    @pytest.mark.parametrize("all_told", [True, False])
    def test_one_card_makes_the_theft_due(self, all_told: bool) -> None:
        view, may = self.table_and_seat_view(*self.knight_after(holds("blue", wool=1)), all_told=all_told)
        assert view["to_do"] == [{"kind": "steal", "colour": "red", "from": ["blue"]}]
        assert not view["may"]["end_turn"]
        assert may["rob"] == ["blue"]

    def test_a_possible_unreported_card_makes_the_theft_due(self) -> None:
        """Blue's hand is only estimated without the promise to report everything."""
        hand = holds("blue", lumber=1, brick=1, wool=1, grain=1, ore=1)
        purchase, road = BuyDevelopmentCard("blue"), PlaceRoad("blue", PathId("p3,-4"))
        after = (*self.ROUND[:1], hand, Roll("blue", (1, 1)), purchase, road, *self.ROUND[2:])
        view, _ = self.table_and_seat_view(*self.PURCHASE, *after, *self.KNIGHT, Roll("red", (1, 1)))
        assert view["players"][1]["cards"] == 0
        assert [item["kind"] for item in view["to_do"]] == ["steal"]


class TestSeven:
    """Discards after a seven, and their certainty."""

    def discards_after_seven(
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

    def test_the_discard_of_a_certain_hand_is_certain(
        self, position: Callable[..., State], known_hands: Callable[..., tuple[State, Belief]]
    ) -> None:
        assert self.discards_after_seven(position, known_hands, red={"wool": 8}, blue={"ore": 7}) == [
            {"kind": "discard", "colour": "red", "count": 4, "between": [4, 4], "likely": True}
        ]

    def test_the_discard_of_a_doubtful_hand_has_a_range(
        self, position: Callable[..., State], known_hands: Callable[..., tuple[State, Belief]]
    ) -> None:
        (red,) = self.discards_after_seven(position, known_hands, red={"wool": 9}, also=(1, 2))
        assert red == {"kind": "discard", "colour": "red", "count": 4, "between": [4, 5], "likely": False}

    def test_equal_discards_of_all_possible_hands_are_certain(
        self, position: Callable[..., State], known_hands: Callable[..., tuple[State, Belief]]
    ) -> None:
        (red,) = self.discards_after_seven(position, known_hands, red={"wool": 8}, also=(1,))
        assert (red["between"], red["likely"]) == ([4, 4], True)

    def test_a_possible_discard_is_listed(
        self, position: Callable[..., State], known_hands: Callable[..., tuple[State, Belief]]
    ) -> None:
        assert self.discards_after_seven(position, known_hands, red={"wool": 7}, also=(1,)) == [
            {"kind": "may_discard", "colour": "red", "count": 4, "between": [0, 4], "limit": 7}
        ]

    def test_an_entered_discard_ends_the_doubt(
        self, position: Callable[..., State], known_hands: Callable[..., tuple[State, Belief]]
    ) -> None:
        state, belief = known_hands(position(dice=None, red={"hand": {"wool": 9}}, blue={"hand": {"ore": 8}}))
        for event in (Roll("red", (3, 4)), Discard("red", (0, 0, 4, 0, 0, 0))):
            after = apply(state, event)
            belief, state = belief.update(state, event, after), after
        assert [item["colour"] for item in discards(state, belief)] == ["blue"]

    def test_a_doubtful_piece_makes_its_owners_discard_uncertain(
        self, position: Callable[..., State], known_hands: Callable[..., tuple[State, Belief]]
    ) -> None:
        state, belief = known_hands(position(dice=None, red={"hand": {"wool": 8}}))
        after = apply(state, Roll("red", (3, 4)))
        (red,) = discards(after, belief.update(state, Roll("red", (3, 4)), after), {"red"})
        assert red["kind"] == "discard"
        assert not red["likely"]
