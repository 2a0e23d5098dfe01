"""House rule, friendly robber: it spares players with few points. Off by default."""

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
from companion.games.base.rules.house_rules import spared_seats_by_hex
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import EDITIONS, Options
from companion.games.base.rules.state import Land, Player, State
from companion.island.geometry import COLOURS, CORNERS, HEXES, INTERSECTION_INDEX, HexId
from companion.island.setups import first_game_layout
from tests.games.base.histories import FOUNDING, OPENING, SEATS, story_of

FOREST, PASTURE, DESERT = HexId("h2,-2"), HexId("h0,2"), HexId("h0,0")
AT_FOREST, AT_PASTURE, AT_DESERT = CORNERS[FOREST], CORNERS[PASTURE], CORNERS[DESERT]
SEVEN = Roll("red", (3, 4))
SPARE_TWO_POINTS, SPARE_THREE_POINTS = Options(friendly_robber=2), Options(friendly_robber=3)


@pytest.fixture
def seven_rolled(position: Callable[..., State], play: Callable[..., State]) -> Callable[..., State]:
    """Return a game after a seven: blue has two points at the forest, white three or more at the pasture."""

    def make(options: Options = SPARE_TWO_POINTS, **more: Any) -> State:
        blue = {"settlements": [AT_FOREST[0], AT_FOREST[2]], "hand": {"wool": 1}}
        white = {"cities": [AT_PASTURE[0]], "settlements": [AT_PASTURE[2]], "hand": {"ore": 1}}
        state = position(dice=None, options=options, robber=DESERT, blue=blue, white=white, **more)
        return play(state, SEVEN)

    return make


def test_no_edition_has_a_friendly_robber(seven_rolled: Callable[..., State]) -> None:
    assert not any(edition.friendly_robber for edition in EDITIONS.values())
    assert not violations(seven_rolled(options=Options()), MoveRobber("red", FOREST))


def test_the_robber_spares_a_player_with_two_points(seven_rolled: Callable[..., State]) -> None:
    state = seven_rolled()
    assert violations(state, MoveRobber("red", FOREST)) == RuleViolation.ROBBER_SPARES
    assert not violations(state, MoveRobber("red", PASTURE))


def test_the_option_sets_how_many_points_are_spared(seven_rolled: Callable[..., State]) -> None:
    assert (
        violations(seven_rolled(options=SPARE_THREE_POINTS), MoveRobber("red", PASTURE))
        == RuleViolation.ROBBER_SPARES
    )


def test_hidden_victory_points_do_not_count(position: Callable[..., State]) -> None:
    """The robber's moves reveal no hidden points."""
    blue = {"settlements": AT_FOREST[:4:2], "development": {"victory_point": 3}}
    assert 1 in position(options=SPARE_TWO_POINTS, blue=blue).spared_seats(0)


def test_own_buildings_do_not_spare_a_hex(position: Callable[..., State], play: Callable[..., State]) -> None:
    """A player may put the robber beside their own building with any number of points."""
    state = position(dice=None, options=SPARE_TWO_POINTS, red={"settlements": [AT_FOREST[0]]})
    assert not violations(play(state, SEVEN), MoveRobber("red", FOREST))


def test_a_knight_follows_the_same_rule(
    seven_rolled: Callable[..., State], play: Callable[..., State]
) -> None:
    state = play(
        seven_rolled(red={"development": {"knight": 1}}), MoveRobber("red", PASTURE), Steal("red", "white")
    )
    state = play(state, PlayDevelopmentCard("red", "knight"))
    assert violations(state, MoveRobber("red", FOREST)) == RuleViolation.ROBBER_SPARES


def test_legal_events_leave_spared_hexes_out(seven_rolled: Callable[..., State]) -> None:
    state = seven_rolled()
    moves = {event.to for event in legal_events(state) if isinstance(event, MoveRobber)}
    assert moves == set(HEXES) - set(spared_seats_by_hex(state, 0)) - {state.robber}
    assert FOREST not in moves


def test_the_desert_is_always_open_and_no_spared_player_is_robbed_there(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    state = position(
        dice=None,
        options=SPARE_TWO_POINTS,
        robber=FOREST,
        blue={"settlements": [AT_DESERT[0]], "hand": {"wool": 1}},
    )
    state = play(state, SEVEN, MoveRobber("red", DESERT))
    assert not state.steal_due
    assert not violations(state, EndTurn("red"))


def test_beside_a_richer_player_only_that_player_is_robbed(position: Callable[..., State]) -> None:
    state = position(
        dice=None,
        options=SPARE_TWO_POINTS,
        blue={"settlements": [AT_FOREST[0]], "hand": {"wool": 1}},
        white={"cities": [AT_FOREST[2], AT_PASTURE[0]], "hand": {"ore": 1}},
    )
    moved = apply(apply(state, SEVEN), MoveRobber("red", FOREST))
    assert moved.robbable_seats(0) == (2,)
    assert violations(moved, Steal("red", "blue")) == RuleViolation.ROBBER_SPARES
    assert not violations(moved, Steal("red", "white"))


def test_a_move_to_a_spared_player_is_recorded_all_the_same(seven_rolled: Callable[..., State]) -> None:
    state = apply(apply(seven_rolled(), MoveRobber("red", FOREST)), Steal("red", "blue", "wool"))
    assert state.robber == FOREST
    assert state.players[1].hand == NO_CARDS


def test_the_page_lists_the_spared_hexes_and_their_players() -> None:
    story = story_of(GameStarted(SEATS, SPARE_TWO_POINTS), *OPENING[1:], *FOUNDING, Roll("red", (3, 4)))
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
def test_the_robber_can_always_move_somewhere(
    buildings: list[set[int]], robber: HexId, points: Literal[2, 3]
) -> None:
    players = tuple(
        Player(colour, colour, settlements=sum(1 << site for site in sites))
        for colour, sites in zip(COLOURS, buildings, strict=False)
    )
    state = State(
        players, Options(friendly_robber=points), Land(first_game_layout()),
        phase="play", turn=5, dice=(3, 4),
        discards_due=(0, 0, 0), robber=robber, robber_due=True,
    )  # fmt: skip
    moves = legal_events(state)
    assert moves
    for move in moves:
        assert not violations(state, move)
        moved = apply(state, move)
        assert all(state.public_points(seat) > points for seat in moved.robbable_seats(0))
