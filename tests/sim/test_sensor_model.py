"""The model of camera and board tracker: what it believes of a board, when, and how often it is wrong."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.island.geometry import PATHS_AT, HexId, IntersectionId
from companion.island.pieces import PieceColour, Site, Standing
from companion.observations import BoardSeen
from companion.sim.board_actions import BoardAction, Cover, Knock, Nudge, RobberMove, SiteChange
from companion.sim.occlusions import BLIND_REPORT_AFTER_S, REACH_S
from companion.sim.sensor_model import (
    MEASURED_RATES,
    PARTIAL_INTERVAL_S,
    PERFECT_RATES,
    SensorRates,
    observe_board,
)
from companion.sim.timed_game import sites_under_hand

COLOURS: tuple[PieceColour, ...] = ("red", "blue", "white")
HERE = IntersectionId("i2,-1")
ROAD = PATHS_AT[HERE][0]
SETTLEMENT, CITY = Standing("settlement", "red"), Standing("city", "red")
DESERT = HexId("h0,0")


def seen(
    actions: Sequence[BoardAction], rates: SensorRates = PERFECT_RATES, seed: int = 1
) -> list[BoardSeen]:
    return list(observe_board(actions, COLOURS, DESERT, random.Random(seed), rates))


def likeliest(board: BoardSeen, site: Site) -> Standing | None:
    return max(board.pieces.sites[site].items(), key=lambda item: item[1])[0]


def test_a_piece_is_believed_soon_after_it_stands_and_told_again_while_it_rests() -> None:
    boards = seen([SiteChange(10.0, HERE, SETTLEMENT)])
    first = boards[0]
    assert 10.3 <= first.t <= 11.5
    assert first.since == {HERE: first.t}
    assert all(likeliest(board, HERE) == SETTLEMENT for board in boards)
    assert 3.9 <= boards[-1].t - first.t <= 4.5
    assert all(b.t - a.t == pytest.approx(0.5) for a, b in pairwise(boards))


def test_every_site_has_a_distribution_over_what_may_stand_there() -> None:
    for board in seen(
        [SiteChange(10.0, HERE, SETTLEMENT), SiteChange(20.0, ROAD, Standing("road", "red"))], MEASURED_RATES
    ):
        assert len(board.pieces.sites) == 126
        for site, shares in board.pieces.sites.items():
            assert sum(shares.values()) == pytest.approx(1)
            assert {s.kind == "road" for s in shares if s} <= {site.startswith("p")}


def test_hands_come_from_where_their_owner_sits() -> None:
    actions = [
        SiteChange(10.0 * n, site, SETTLEMENT) for n, site in enumerate((HERE, IntersectionId("i-1,-1")), 1)
    ]
    rates = replace(PERFECT_RATES, side_seen_share=1.0, side_sigma_deg=1.0, other_hand_share=0.0)
    last = seen(
        [*actions, RobberMove(50.0, HexId("h1,0"), "red"), RobberMove(90.0, HexId("h2,0"), "blue")], rates
    )
    own, others = (next(b for b in last if b.robber_since > since) for since in (50.0, 90.0))
    (one, other), robber = own.sides.values(), own.robber_side
    assert robber is not None
    assert others.robber_side is not None
    assert abs(one - other) < 10 or abs(one - other) > 350
    assert abs(one - robber) < 10 or abs(one - robber) > 350
    assert 100 < (others.robber_side - robber) % 360 < 140


def test_not_every_hand_is_seen_to_come_from_somewhere() -> None:
    boards = seen([SiteChange(10.0, HERE, SETTLEMENT)], replace(PERFECT_RATES, side_seen_share=0.0))
    assert boards[-1].sides == {}


def test_the_robber_is_seen_where_it_was_put() -> None:
    board = seen([RobberMove(5.0, HexId("h1,0"))])[0]
    assert board.robber == {HexId("h1,0"): 1.0}
    assert board.robber_since == board.t


def test_where_a_hand_was_the_site_has_been_handled() -> None:
    board = seen([SiteChange(10.0, HERE, SETTLEMENT), Nudge(20.0, HERE)])[-1]
    assert board.handled[HERE] > 20 > board.since[HERE]


def test_what_is_taken_away_at_once_is_never_seen() -> None:
    boards = seen([SiteChange(10.0, HERE, SETTLEMENT), SiteChange(10.1, HERE, None)])
    assert all(likeliest(board, HERE) is None for board in boards)


def test_what_lies_under_a_hand_is_believed_when_it_goes() -> None:
    boards = seen([SiteChange(10.0, HERE, SETTLEMENT), Cover(10.1, 20.0, frozenset({HERE, ROAD}))])
    assert min(board.t for board in boards if likeliest(board, HERE) == SETTLEMENT) > 20


def test_a_hand_over_a_site_is_told_with_what_is_seen_elsewhere() -> None:
    boards = seen([Cover(5.0, 20.0, frozenset({ROAD})), SiteChange(10.0, HERE, SETTLEMENT)])
    told = next(board for board in boards if likeliest(board, HERE) == SETTLEMENT)
    assert told.covered == {ROAD: 5.0 - REACH_S}


def test_what_comes_to_light_may_have_come_as_soon_as_it_was_hidden() -> None:
    boards = seen([SiteChange(10.0, HERE, SETTLEMENT), Cover(10.1, 20.0, frozenset({HERE, ROAD}))])
    assert boards[0].covered.keys() == {HERE, ROAD}
    assert boards[-1].since[HERE] > 20
    assert boards[-1].earliest == {HERE: 10.1 - REACH_S}
    assert not boards[-1].covered


def test_a_hand_over_the_board_is_told_of_again_and_again() -> None:
    boards = seen([Cover(10.0, 30.0, frozenset({ROAD}))])
    times = [board.t for board in boards if board.covered]
    assert max(b - a for a, b in pairwise(times)) <= PARTIAL_INTERVAL_S
    assert times[-1] > 28


def test_while_the_camera_finds_the_board_again_nothing_is_told_but_that_nothing_is_seen() -> None:
    boards = seen(
        [SiteChange(1.0, ROAD, Standing("road", "red")), Knock(3.0, 9.0), SiteChange(4.0, HERE, SETTLEMENT)]
    )
    blind = [board for board in boards if 3.0 <= board.t < 9.0]
    assert blind[0].t == 3.0 + BLIND_REPORT_AFTER_S
    assert all(set(board.covered.values()) == {3.0} for board in blind)
    assert all(len(board.covered) == len(board.pieces.sites) for board in blind)
    assert likeliest(boards[-1], HERE) == SETTLEMENT
    assert boards[-1].earliest[HERE] == 3.0


def test_pieces_are_misread_as_often_as_is_said() -> None:
    """Told at about 0.8, 0.8 of them are right."""
    rates = replace(PERFECT_RATES, kind=((0.8, 0.8, 0.5), (0.99, 1, 0.5)))
    boards = [seen([SiteChange(10.0, HERE, SETTLEMENT)], rates, seed)[-1] for seed in range(600)]
    doubtful = [board for board in boards if max(board.pieces.sites[HERE].values()) < 0.9]
    right = sum(likeliest(board, HERE) == SETTLEMENT for board in doubtful) / len(doubtful)
    assert 0.4 < len(doubtful) / len(boards) < 0.6
    assert right == pytest.approx(0.8, abs=0.07)
    assert {likeliest(board, HERE) for board in boards} == {SETTLEMENT, CITY}


def test_what_is_misread_stays_misread_until_something_happens_there() -> None:
    rates = replace(PERFECT_RATES, kind=((0.9, 0.0, 1.0),), misread_again=0.0)
    nudged: list[SiteChange | Nudge] = [SiteChange(10.0, HERE, SETTLEMENT), Nudge(30.0, HERE)]
    beliefs = {likeliest(board, HERE) for board in seen(nudged, rates)}
    assert beliefs == {CITY}
    assert any(board.t > 30 for board in seen(nudged, rates))


def test_a_hand_is_now_and_then_taken_for_a_piece_for_a_moment() -> None:
    boards = seen([SiteChange(10.0, HERE, SETTLEMENT)], replace(PERFECT_RATES, mirage_share=1.0))
    doubted = {
        site for board in boards for site, shares in board.pieces.sites.items() if 0 < shares.get(None, 0) < 1
    }
    assert len(doubted) == 1
    assert doubted < set(sites_under_hand(HERE))
    assert {site for site in boards[-1].pieces.sites if likeliest(boards[-1], site)} == {HERE}


def test_the_same_chance_sees_the_same() -> None:
    sites = (HERE, IntersectionId("i-1,-1"))
    actions = [SiteChange(float(10 * n), site, SETTLEMENT) for n, site in enumerate(sites)]
    assert seen(actions, MEASURED_RATES, 7) == seen(actions, MEASURED_RATES, 7)
    assert seen(actions)[0].robber_since == -math.inf
