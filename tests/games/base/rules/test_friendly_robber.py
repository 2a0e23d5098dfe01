"""House rule, friendly robber: it hurts nobody who has few points. Off unless a table chooses it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import NO_CARDS
from companion.games.base.rules.choices import legal_events
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    EndTurn,
    GameStarted,
    MoveRobber,
    PlayDevelopmentCard,
    Roll,
    Steal,
)
from companion.games.base.rules.friendly_robber import spared_seats_by_hex
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import COLOURS, EDITIONS, Options
from companion.games.base.rules.state import Land, Player, State
from companion.island.geometry import CORNERS, HEXES, INTERSECTION_INDEX, HexId
from companion.island.setups import first_game_layout
from tests.games.base.stories import FOUNDING, OPENING, SEATS, story_of

FOREST, PASTURE, DESERT = HexId("h2,-2"), HexId("h0,2"), HexId("h0,0")
AT_FOREST, AT_PASTURE, AT_DESERT = CORNERS[FOREST], CORNERS[PASTURE], CORNERS[DESERT]
SEVEN = Roll("red", (3, 4))
TWO, THREE = Options(friendly_robber=2), Options(friendly_robber=3)


@pytest.fixture
def table(position: Callable[..., State], play: Callable[..., State]) -> Callable[..., State]:
    """A seven is thrown: blue has two points at the forest, white three or more at the pasture."""

    def make(options: Options = TWO, **more: Any) -> State:
        blue = {"settlements": [AT_FOREST[0], AT_FOREST[2]], "hand": {"wool": 1}}
        white = {"cities": [AT_PASTURE[0]], "settlements": [AT_PASTURE[2]], "hand": {"ore": 1}}
        state = position(dice=None, options=options, robber=DESERT, blue=blue, white=white, **more)
        return play(state, SEVEN)

    return make


def test_no_edition_knows_it(table: Callable[..., State]) -> None:
    assert not any(edition.friendly_robber for edition in EDITIONS.values())
    assert not violations(table(options=Options()), MoveRobber("red", FOREST))


def test_it_is_not_moved_to_who_has_two_points(table: Callable[..., State]) -> None:
    state = table()
    assert violations(state, MoveRobber("red", FOREST)) == RuleViolation.ROBBER_SPARES
    assert not violations(state, MoveRobber("red", PASTURE))


def test_the_number_of_points_is_the_tables(table: Callable[..., State]) -> None:
    assert violations(table(options=THREE), MoveRobber("red", PASTURE)) == RuleViolation.ROBBER_SPARES


def test_points_face_down_do_not_count(position: Callable[..., State]) -> None:
    """Nobody tells by the robber's ways what others have face down."""
    blue = {"settlements": AT_FOREST[:4:2], "development": {"victory_point": 3}}
    assert 1 in position(options=TWO, blue=blue).spared_seats(0)


def test_nor_do_ones_own_buildings_stop_it(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    """Who moves it may put it on an own hex, however few points that player has."""
    state = position(dice=None, options=TWO, red={"settlements": [AT_FOREST[0]]})
    assert not violations(play(state, SEVEN), MoveRobber("red", FOREST))


def test_a_knight_moves_it_by_the_same_rule(table: Callable[..., State], play: Callable[..., State]) -> None:
    state = play(table(red={"development": {"knight": 1}}), MoveRobber("red", PASTURE), Steal("red", "white"))
    state = play(state, PlayDevelopmentCard("red", "knight"))
    assert violations(state, MoveRobber("red", FOREST)) == RuleViolation.ROBBER_SPARES


def test_what_can_be_chosen_leaves_those_hexes_out(table: Callable[..., State]) -> None:
    state = table()
    moves = {event.to for event in legal_events(state) if isinstance(event, MoveRobber)}
    assert moves == set(HEXES) - set(spared_seats_by_hex(state, 0)) - {state.robber}
    assert FOREST not in moves


def test_the_desert_is_always_open_and_nobody_spared_is_robbed_there(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    state = position(
        dice=None, options=TWO, robber=FOREST, blue={"settlements": [AT_DESERT[0]], "hand": {"wool": 1}}
    )
    state = play(state, SEVEN, MoveRobber("red", DESERT))
    assert not state.steal_due
    assert not violations(state, EndTurn("red"))


def test_beside_a_richer_player_only_that_one_is_robbed(position: Callable[..., State]) -> None:
    state = position(
        dice=None,
        options=TWO,
        blue={"settlements": [AT_FOREST[0]], "hand": {"wool": 1}},
        white={"cities": [AT_FOREST[2], AT_PASTURE[0]], "hand": {"ore": 1}},
    )
    moved = apply(apply(state, SEVEN), MoveRobber("red", FOREST))
    assert moved.robbable_seats(0) == (2,)
    assert violations(moved, Steal("red", "blue")) == RuleViolation.ROBBER_SPARES
    assert not violations(moved, Steal("red", "white"))


def test_what_people_did_all_the_same_is_recorded(table: Callable[..., State]) -> None:
    state = apply(apply(table(), MoveRobber("red", FOREST)), Steal("red", "blue", "wool"))
    assert state.robber == FOREST
    assert state.players[1].hand == NO_CARDS


def test_the_page_says_which_hexes_are_closed_and_for_whose_sake() -> None:
    story = story_of(GameStarted(SEATS, TWO), *OPENING[1:], *FOUNDING, Roll("red", (3, 4)))
    (due,) = BaseGame().view(story)["to_do"]
    assert due["kind"] == "move_robber"
    assert due["spared"][FOREST] == ["blue"]
    assert DESERT not in due["spared"]


POINTS: tuple[Literal[2, 3], ...] = (2, 3)
_SITES = sorted(INTERSECTION_INDEX.values())


@given(
    st.lists(st.sets(st.sampled_from(_SITES), max_size=4), min_size=3, max_size=3),
    st.sampled_from(HEXES),
    st.sampled_from(POINTS),
)
def test_however_people_have_built_the_robber_can_move_somewhere(
    buildings: list[set[int]], robber: HexId, points: Literal[2, 3]
) -> None:
    players = tuple(
        Player(colour, colour, settlements=sum(1 << site for site in sites))
        for colour, sites in zip(COLOURS, buildings, strict=False)
    )
    state = State(
        players, Options(friendly_robber=points), Land(first_game_layout()), phase="play", turn=5, dice=(3, 4),
        discards_due=(0, 0, 0), robber=robber, robber_due=True,
    )  # fmt: skip
    moves = legal_events(state)
    assert moves
    for move in moves:
        assert not violations(state, move)
        moved = apply(state, move)
        assert all(state.public_points(seat) > points for seat in moved.robbable_seats(0))
