"""The sensor model of camera and tracker: observations, their timing and error rates."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.island.geometry import PATHS_AT, HexId, IntersectionId, PieceColour, Site, Standing
from companion.observations import BoardSeen
from tests.measure.sensor_model import (
    BLIND_REPORT_AFTER_S,
    MEASURED_RATES,
    PARTIAL_INTERVAL_S,
    PERFECT_RATES,
    REACH_S,
    SensorRates,
    observe_board,
)
from tests.measure.timed_game import (
    BoardAction,
    Cover,
    Knock,
    Nudge,
    RobberMove,
    SiteChange,
    sites_under_hand,
)

COLOURS: tuple[PieceColour, ...] = ("red", "blue", "white")
INTERSECTION = IntersectionId("i2,-1")
ROAD = PATHS_AT[INTERSECTION][0]
SETTLEMENT, CITY = Standing("settlement", "red"), Standing("city", "red")
DESERT = HexId("h0,0")


def observe(
    actions: Sequence[BoardAction], rates: SensorRates = PERFECT_RATES, seed: int = 1
) -> list[BoardSeen]:
    return list(observe_board(actions, COLOURS, DESERT, random.Random(seed), rates))


def most_likely_piece(board: BoardSeen, site: Site) -> Standing | None:
    return max(board.pieces.sites[site].items(), key=lambda item: item[1])[0]


def test_a_new_piece_is_reported_soon_and_repeated_while_unchanged() -> None:
    boards = observe([SiteChange(10.0, INTERSECTION, SETTLEMENT)])
    first = boards[0]
    assert 10.3 <= first.t <= 11.5
    assert first.since == {INTERSECTION: first.t}
    assert all(most_likely_piece(board, INTERSECTION) == SETTLEMENT for board in boards)
    assert 3.9 <= boards[-1].t - first.t <= 4.5
    assert all(b.t - a.t == pytest.approx(0.5) for a, b in pairwise(boards))


def test_every_site_has_a_distribution_over_its_possible_pieces() -> None:
    for board in observe(
        [SiteChange(10.0, INTERSECTION, SETTLEMENT), SiteChange(20.0, ROAD, Standing("road", "red"))],
        MEASURED_RATES,
    ):
        assert len(board.pieces.sites) == 126
        for site, shares in board.pieces.sites.items():
            assert sum(shares.values()) == pytest.approx(1)
            assert {s.kind == "road" for s in shares if s} <= {site.startswith("p")}


def test_hands_come_from_where_their_owner_sits() -> None:
    actions = [
        SiteChange(10.0 * n, site, SETTLEMENT)
        for n, site in enumerate((INTERSECTION, IntersectionId("i-1,-1")), 1)
    ]
    rates = replace(PERFECT_RATES, side_seen_share=1.0, side_sigma_deg=1.0, other_hand_share=0.0)
    last = observe(
        [*actions, RobberMove(50.0, HexId("h1,0"), "red"), RobberMove(90.0, HexId("h2,0"), "blue")], rates
    )
    own, others = (next(b for b in last if b.robber_since > since) for since in (50.0, 90.0))
    (one, other), robber = own.sides.values(), own.robber_side
    assert robber is not None
    assert others.robber_side is not None
    assert abs(one - other) < 10 or abs(one - other) > 350
    assert abs(one - robber) < 10 or abs(one - robber) > 350
    assert 100 < (others.robber_side - robber) % 360 < 140


def test_not_every_hand_has_a_detected_direction() -> None:
    boards = observe(
        [SiteChange(10.0, INTERSECTION, SETTLEMENT)], replace(PERFECT_RATES, side_seen_share=0.0)
    )
    assert boards[-1].sides == {}


def test_the_robber_is_detected_where_it_was_placed() -> None:
    board = observe([RobberMove(5.0, HexId("h1,0"))])[0]
    assert board.robber == {HexId("h1,0"): 1.0}
    assert board.robber_since == board.t


def test_a_site_under_a_hand_is_marked_as_handled() -> None:
    board = observe([SiteChange(10.0, INTERSECTION, SETTLEMENT), Nudge(20.0, INTERSECTION)])[-1]
    assert board.handled[INTERSECTION] > 20 > board.since[INTERSECTION]


def test_a_piece_removed_immediately_is_never_detected() -> None:
    boards = observe([SiteChange(10.0, INTERSECTION, SETTLEMENT), SiteChange(10.1, INTERSECTION, None)])
    assert all(most_likely_piece(board, INTERSECTION) is None for board in boards)


def test_a_covered_piece_is_detected_when_the_hand_leaves() -> None:
    boards = observe(
        [SiteChange(10.0, INTERSECTION, SETTLEMENT), Cover(10.1, 20.0, frozenset({INTERSECTION, ROAD}))]
    )
    assert min(board.t for board in boards if most_likely_piece(board, INTERSECTION) == SETTLEMENT) > 20


def test_a_covered_site_is_reported_with_the_visible_sites() -> None:
    boards = observe([Cover(5.0, 20.0, frozenset({ROAD})), SiteChange(10.0, INTERSECTION, SETTLEMENT)])
    board_seen = next(board for board in boards if most_likely_piece(board, INTERSECTION) == SETTLEMENT)
    assert board_seen.covered == {ROAD: 5.0 - REACH_S}


def test_an_uncovered_piece_may_date_from_the_start_of_the_cover() -> None:
    boards = observe(
        [SiteChange(10.0, INTERSECTION, SETTLEMENT), Cover(10.1, 20.0, frozenset({INTERSECTION, ROAD}))]
    )
    assert boards[0].covered.keys() == {INTERSECTION, ROAD}
    assert boards[-1].since[INTERSECTION] > 20
    assert boards[-1].earliest == {INTERSECTION: 10.1 - REACH_S}
    assert not boards[-1].covered


def test_a_hand_over_the_board_is_reported_repeatedly() -> None:
    boards = observe([Cover(10.0, 30.0, frozenset({ROAD}))])
    times = [board.t for board in boards if board.covered]
    assert max(b - a for a, b in pairwise(times)) <= PARTIAL_INTERVAL_S
    assert times[-1] > 28


def test_only_the_lost_board_is_reported_until_it_is_found_again() -> None:
    boards = observe(
        [
            SiteChange(1.0, ROAD, Standing("road", "red")),
            Knock(3.0, 9.0),
            SiteChange(4.0, INTERSECTION, SETTLEMENT),
        ]
    )
    blind = [board for board in boards if 3.0 <= board.t < 9.0]
    assert blind[0].t == 3.0 + BLIND_REPORT_AFTER_S
    assert all(set(board.covered.values()) == {3.0} for board in blind)
    assert all(len(board.covered) == len(board.pieces.sites) for board in blind)
    assert most_likely_piece(boards[-1], INTERSECTION) == SETTLEMENT
    assert boards[-1].earliest[INTERSECTION] == 3.0


def test_pieces_are_misread_at_the_configured_rate() -> None:
    """About 80 % of the observations with p = 0.8 are right."""
    rates = replace(PERFECT_RATES, kind=((0.8, 0.8, 0.5), (0.99, 1, 0.5)))
    boards = [observe([SiteChange(10.0, INTERSECTION, SETTLEMENT)], rates, seed)[-1] for seed in range(600)]
    doubtful = [board for board in boards if max(board.pieces.sites[INTERSECTION].values()) < 0.9]
    right = sum(most_likely_piece(board, INTERSECTION) == SETTLEMENT for board in doubtful) / len(doubtful)
    assert 0.4 < len(doubtful) / len(boards) < 0.6
    assert right == pytest.approx(0.8, abs=0.07)
    assert {most_likely_piece(board, INTERSECTION) for board in boards} == {SETTLEMENT, CITY}


def test_a_misread_piece_stays_misread_until_its_site_changes() -> None:
    rates = replace(PERFECT_RATES, kind=((0.9, 0.0, 1.0),), misread_again=0.0)
    nudged: list[SiteChange | Nudge] = [SiteChange(10.0, INTERSECTION, SETTLEMENT), Nudge(30.0, INTERSECTION)]
    beliefs = {most_likely_piece(board, INTERSECTION) for board in observe(nudged, rates)}
    assert beliefs == {CITY}
    assert any(board.t > 30 for board in observe(nudged, rates))


def test_a_hand_is_sometimes_mistaken_for_a_piece() -> None:
    boards = observe([SiteChange(10.0, INTERSECTION, SETTLEMENT)], replace(PERFECT_RATES, mirage_share=1.0))
    doubted = {
        site for board in boards for site, shares in board.pieces.sites.items() if 0 < shares.get(None, 0) < 1
    }
    assert len(doubted) == 1
    assert doubted < set(sites_under_hand(INTERSECTION))
    assert {site for site in boards[-1].pieces.sites if most_likely_piece(boards[-1], site)} == {INTERSECTION}


def test_the_same_seed_gives_the_same_observations() -> None:
    sites = (INTERSECTION, IntersectionId("i-1,-1"))
    actions = [SiteChange(float(10 * n), site, SETTLEMENT) for n, site in enumerate(sites)]
    assert observe(actions, MEASURED_RATES, 7) == observe(actions, MEASURED_RATES, 7)
    assert observe(actions)[0].robber_since == -math.inf
