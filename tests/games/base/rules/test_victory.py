"""Winning: base-game-2025, page 11, Fin de Partie; clarifications.md, Winning."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.base.rules.choices import legal_events
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.island.geometry import COAST, CORNERS, ENDS, PATHS_AT, HexId, IntersectionId, PathId

SPOTS = [CORNERS[HexId(h)][0] for h in ("h0,-2", "h2,-2", "h-2,0", "h2,0", "h-2,2", "h0,2", "h0,0")]
CENTRE_CORNERS = CORNERS[HexId("h0,0")]
CITY = {"grain": 2, "ore": 3}


def test_the_rulebooks_example_of_ten_points(position: Callable[..., State]) -> None:
    """Page 11, Exemple: Bleu 10, Rouge 8, Orange 8, Blanc 6."""
    state = position(
        colours=("blue", "red", "orange", "white"),
        on_turn="blue",
        blue={
            "cities": SPOTS[:2],
            "settlements": SPOTS[2:5],
            "roads": COAST[:6],
            "development": {"victory_point": 1},
        },
        red={"cities": SPOTS[:1], "settlements": SPOTS[1:5], "played": {"knight": 3}},
        orange={"cities": SPOTS[:2], "settlements": SPOTS[2:6]},
        white={"cities": SPOTS[:1], "settlements": SPOTS[1:4], "development": {"victory_point": 1}},
        longest_road=0,
        largest_army=1,
    )
    assert [state.points(seat) for seat in range(4)] == [10, 8, 8, 6]
    assert [state.public_points(seat) for seat in range(4)] == [9, 8, 8, 5]


def test_settlements_one_cities_two_special_cards_two_victory_point_cards_one(
    position: Callable[..., State],
) -> None:
    """Pages 9 to 11."""
    assert position(red={"settlements": SPOTS[:3]}).points(0) == 3
    assert position(red={"cities": SPOTS[:3]}).points(0) == 6
    assert position(largest_army=0).points(0) == 2
    assert position(longest_road=0).points(0) == 2
    assert position(red={"played": {"victory_point": 2}}).points(0) == 2
    assert position(red={"roads": COAST[:4], "played": {"knight": 2}, "hand": {"wool": 9}}).points(0) == 0


@pytest.fixture
def nine_points(position: Callable[..., State]) -> Callable[..., State]:
    """Red has nine points: four cities and a settlement."""

    def make(more: Mapping[str, Any] | None = None, **fields: Any) -> State:
        red = {"cities": SPOTS[:4], "settlements": SPOTS[4:5], **(more or {})}
        return position(red=red, **fields)

    return make


class TestImmediateVictory:
    """The game is over the moment the active player reaches ten points."""

    def test_with_a_settlement(self, nine_points: Callable[..., State], play: Callable[..., State]) -> None:
        road = PATHS_AT[SPOTS[6]][0]
        hand = {"lumber": 1, "brick": 1, "wool": 1, "grain": 1}
        state = play(nine_points({"hand": hand, "roads": [road]}), PlaceSettlement("red", SPOTS[6]))
        assert (state.phase, state.winner) == ("over", 0)

    def test_with_a_city(self, position: Callable[..., State], play: Callable[..., State]) -> None:
        red = {"cities": SPOTS[:3], "settlements": SPOTS[3:6], "hand": CITY}
        state = play(position(red=red), PlaceCity("red", SPOTS[3]))
        assert (state.phase, state.winner) == ("over", 0)

    def test_with_the_longest_road(
        self, nine_points: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = nine_points({"roads": COAST[:4], "hand": {"lumber": 1, "brick": 1}})
        assert play(state, PlaceRoad("red", COAST[4])).winner == 0

    def test_with_the_largest_army_before_the_robber_moves(
        self, nine_points: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = nine_points({"development": {"knight": 1}, "played": {"knight": 2}})
        assert play(state, PlayDevelopmentCard("red", "knight")).winner == 0

    def test_with_a_victory_point_card_just_bought(
        self, nine_points: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = nine_points({"hand": {"wool": 1, "grain": 1, "ore": 1}})
        assert play(state, BuyDevelopmentCard("red", "victory_point")).winner == 0

    def test_before_the_roll(self, nine_points: Callable[..., State], play: Callable[..., State]) -> None:
        state = nine_points({"development": {"unidentified": 1}}, dice=None)
        assert play(state, RevealVictoryPoints("red", 1)).winner == 0

    def test_nine_points_do_not_win(
        self, nine_points: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = play(
            nine_points({"hand": {"wool": 1, "grain": 1, "ore": 1}}), BuyDevelopmentCard("red", "knight")
        )
        assert (state.phase, state.winner) == ("play", None)

    def test_more_than_ten_win_too(
        self, nine_points: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = nine_points({"roads": COAST[:4], "hand": {"lumber": 1, "brick": 1}})
        state = play(state, PlaceRoad("red", COAST[4]))
        assert state.points(0) == 11


class TestOwnTurnOnly:
    """clarifications.md, Winning."""

    @pytest.fixture
    def road_given_to_white(self, position: Callable[..., State]) -> State:
        """Blue breaks red's road: white, with eight points, alone has five roads now."""
        cut = next(n for n in range(5, 30) if len(PATHS_AT[_shared_corner(COAST[n], COAST[n + 1])]) == 3)
        at = _shared_corner(COAST[cut], COAST[cut + 1])
        inland = next(p for p in PATHS_AT[at] if p not in COAST)
        state = position(
            on_turn="blue",
            red={"roads": COAST[cut - 3 : cut + 4]},
            blue={"roads": [inland], "hand": {"lumber": 1, "brick": 1, "wool": 1, "grain": 1}},
            white={"cities": [*CENTRE_CORNERS[::2], SPOTS[5]], "roads": COAST[20:25]},
            longest_road=0,
        )
        return apply(state, PlaceSettlement("blue", at))

    def test_ten_points_on_another_players_turn_do_not_win_yet(self, road_given_to_white: State) -> None:
        assert road_given_to_white.points(2) == 10
        assert road_given_to_white.winner is None

    def test_ten_points_win_when_the_own_turn_begins(
        self, road_given_to_white: State, play: Callable[..., State]
    ) -> None:
        state = play(road_given_to_white, EndTurn("blue"))
        assert (state.phase, state.winner) == ("over", 2)

    def test_ten_points_win_only_if_they_last_until_the_own_turn(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        """White has ten with the army; blue, on turn, plays a fourth knight and takes it."""
        state = position(
            on_turn="blue",
            blue={"development": {"knight": 1}, "played": {"knight": 3}},
            white={"cities": SPOTS[:4], "played": {"knight": 3}},
            largest_army=2,
        )
        assert state.points(2) == 10
        state = play(
            state, PlayDevelopmentCard("blue", "knight"), MoveRobber("blue", HexId("h0,1")), EndTurn("blue")
        )
        assert state.winner is None
        assert state.points(2) == 8


def _shared_corner(one: PathId, other: PathId) -> IntersectionId:
    (at,) = set(ENDS[one]) & set(ENDS[other])
    return at


class TestGameOver:
    @pytest.fixture
    def finished_game(self, nine_points: Callable[..., State], play: Callable[..., State]) -> State:
        return play(nine_points({"development": {"unidentified": 1}}), RevealVictoryPoints("red", 1))

    @pytest.mark.parametrize("event", [EndTurn("red"), Roll("blue", (1, 1)), PlaceRoad("red", COAST[0])])
    def test_after_a_victory_nothing_is_legal_to_play(self, finished_game: State, event: Event) -> None:
        assert RuleViolation.GAME_OVER in violations(finished_game, event)

    def test_after_a_victory_no_events_are_legal(self, finished_game: State) -> None:
        assert legal_events(finished_game) == []

    def test_later_events_are_recorded_and_the_winner_stays(self, finished_game: State) -> None:
        state = apply(apply(finished_game, EndTurn("red")), Roll("blue", (5, 4)))
        assert (state.phase, state.winner) == ("over", 0)


def test_the_points_to_win_are_an_option(position: Callable[..., State], play: Callable[..., State]) -> None:
    state = position(
        options=Options(points_to_win=3), red={"settlements": SPOTS[:2], "hand": CITY, "development": {}}
    )
    assert play(state, PlaceCity("red", SPOTS[0])).winner == 0
