"""Seat sides: learned from the hands that place pieces, used for the robber."""

from collections.abc import Iterable, Sequence

import pytest

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.events import EndTurn, MoveRobber, PlayDevelopmentCard, Roll
from companion.games.base.rules.options import Colour
from companion.games.base.rules.sites import indices
from companion.games.base.tracker.priors import HandSide, mean_side
from companion.island.geometry import PATHS, PathId
from tests.games.base.histories import in_play
from tests.games.base.tracker.looks import explain_look, hexes_of

SEATS = (10.0, 130.0, 250.0)
"""Where red, blue and white sit."""


def sides(believed: BelievedReplay, seats: Iterable[float] = SEATS) -> dict[PathId, float]:
    """The side of the owner of every road."""
    return {
        PATHS[n]: seat
        for player, seat in zip(believed.state.players, seats, strict=True)
        for n in indices(player.roads)
    }


@pytest.fixture
def after_a_roll() -> BelievedReplay:
    """Each player may have a card; red is active and has rolled, blue is next."""
    rolls = [(Roll(colour, (1, 1)), EndTurn(colour)) for colour in ("red", "blue", "white")]
    return in_play(*(event for pair in rolls for event in pair), Roll("red", (1, 1)))


@pytest.mark.parametrize(("hand", "colour"), [(25.0, "red"), (110.0, "blue")])
def test_a_knight_belongs_to_the_player_on_the_side_of_the_hand(
    after_a_roll: BelievedReplay, hand: float, colour: Colour
) -> None:
    to = hexes_of(after_a_roll, 2)[0]
    telling = explain_look(after_a_roll, robber=to, robber_side=hand, sides=sides(after_a_roll))
    assert PlayDevelopmentCard(colour, "knight") in telling.events
    assert MoveRobber(colour, to) in telling.events
    assert telling.certainty > 0.9


def test_without_a_seen_hand_the_owner_is_uncertain(after_a_roll: BelievedReplay) -> None:
    to = hexes_of(after_a_roll, 2)[0]
    assert explain_look(after_a_roll, robber=to, sides=sides(after_a_roll)).certainty < 0.9


def test_without_known_sides_the_owner_is_uncertain(after_a_roll: BelievedReplay) -> None:
    to = hexes_of(after_a_roll, 2)[0]
    assert explain_look(after_a_roll, robber=to, robber_side=110.0).certainty < 0.9


def test_a_player_who_walks_around_has_no_side(after_a_roll: BelievedReplay) -> None:
    to = hexes_of(after_a_roll, 2)[0]
    everywhere = dict(zip(sides(after_a_roll), (0.0, 180.0) * 3, strict=True))
    assert explain_look(after_a_roll, robber=to, robber_side=110.0, sides=everywhere).certainty < 0.9


def side_of(bearings: Sequence[float]) -> HandSide:
    """The mean side of some hands."""
    side = mean_side(bearings)
    assert side is not None
    return side


def test_one_hand_from_elsewhere_is_weak_evidence() -> None:
    assert side_of([130.0] * 4).likelihood(310.0) == pytest.approx(0.1, abs=0.01)


def test_north_lies_between_just_before_and_just_after_it() -> None:
    side = side_of([350.0, 10.0])
    assert side.degrees % 360 == pytest.approx(0.0, abs=1e-6)
    assert side.likelihood(355.0) > side.likelihood(30.0) > side.likelihood(90.0)


def test_more_hands_give_a_smaller_deviation() -> None:
    assert side_of([40.0] * 8).deviation < side_of([40.0]).deviation
