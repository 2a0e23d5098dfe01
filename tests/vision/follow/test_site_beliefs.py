"""Site beliefs: evidence accumulates within bounds, and only evidence of a change lets them fade."""

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import PATHS, SITES, Standing
from vision.follow.site_beliefs import TOUCHED_CHANGE_P, SiteBeliefs, change_probability, site_distribution
from vision.pieces import ALLOWED_STANDINGS, STANDINGS, informative_share

PATH = 3
CORNER = len(PATHS) + 7


def surely(standing: Standing | None = None) -> NDArray[np.float64]:
    """All sites bear one thing, or nothing."""
    shares = np.where(ALLOWED_STANDINGS, 1e-6, 0.0)
    shares[:, STANDINGS.index(standing)] = 1
    shares *= ALLOWED_STANDINGS
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float64)


def likelihoods_of(site: int, standing: Standing | None, share: float) -> NDArray[np.float64]:
    """Return likelihoods, 1 x standings, of one content; the rest is spread over all others."""
    rest = ALLOWED_STANDINGS[site].copy()
    rest[STANDINGS.index(standing)] = False
    row = rest * (1 - share) / rest.sum()
    row[STANDINGS.index(standing)] = share
    return np.asarray(row[None], np.float64)


def p_standing(beliefs: SiteBeliefs, site: int, standing: Standing | None) -> float:
    return float(beliefs.shares[site, STANDINGS.index(standing)])


def start(standing: Standing | None = None) -> SiteBeliefs:
    shares = surely(standing)
    return SiteBeliefs.from_first_reading(shares, shares)


def reading(
    beliefs: SiteBeliefs, site: int, standing: Standing | None, share: float, times: int = 1
) -> SiteBeliefs:
    for _ in range(times):
        beliefs = beliefs.update(np.array([site]), likelihoods_of(site, standing, share))
    return beliefs


def begin_new_look(beliefs: SiteBeliefs, site: int, touched: bool = True, gap_s: float = 0.0) -> SiteBeliefs:
    return beliefs.begin_new_look(np.array([site]), change_probability(np.array([touched]), gap_s))


RED_ROAD = Standing("road", "red")
RED = Standing("settlement", "red")
RED_CITY = Standing("city", "red")


def test_shares_add_up_to_one_and_no_road_stands_on_an_intersection() -> None:
    beliefs = reading(begin_new_look(start(), CORNER), CORNER, RED, 0.9)
    assert beliefs.shares.sum(axis=1) == pytest.approx(1)
    assert not beliefs.shares[~ALLOWED_STANDINGS].any()


def test_a_clear_piece_is_believed_after_a_few_pictures() -> None:
    beliefs = begin_new_look(start(), PATH)
    assert p_standing(beliefs, PATH, RED_ROAD) < 0.1
    assert p_standing(reading(beliefs, PATH, RED_ROAD, 0.99, 3), PATH, RED_ROAD) > 0.95


def test_a_repeated_doubtful_reading_stays_doubtful() -> None:
    beliefs = begin_new_look(start(), PATH)
    once = p_standing(reading(beliefs, PATH, RED_ROAD, 0.7), PATH, RED_ROAD)
    often = p_standing(reading(beliefs, PATH, RED_ROAD, 0.7, 500), PATH, RED_ROAD)
    assert once < often < 0.8


def test_one_strange_picture_among_many_changes_little() -> None:
    beliefs = reading(begin_new_look(start(), PATH), PATH, None, 0.98, 9)
    assert p_standing(reading(beliefs, PATH, RED_ROAD, 0.98), PATH, None) > 0.95


def test_an_appearance_change_without_motion_is_probably_light() -> None:
    begun = start()
    touched = reading(begin_new_look(begun, PATH, touched=True), PATH, RED_ROAD, 0.9, 3)
    untouched = reading(begin_new_look(begun, PATH, touched=False), PATH, RED_ROAD, 0.9, 3)
    assert p_standing(untouched, PATH, RED_ROAD) < 0.2 * p_standing(touched, PATH, RED_ROAD)


def test_a_long_gap_between_pictures_allows_a_change() -> None:
    believed_after = [
        p_standing(
            reading(begin_new_look(start(), PATH, touched=False, gap_s=gap), PATH, RED_ROAD, 0.97, 3),
            PATH,
            RED_ROAD,
        )
        for gap in (0.03, 0.12, 0.25, 0.5, 1.0, 3.0)
    ]
    assert believed_after[0] == believed_after[1]
    assert believed_after[1:] == sorted(believed_after[1:])
    assert believed_after[0] < 0.3
    assert believed_after[3] > 0.6
    seen_to_move = reading(begin_new_look(start(), PATH), PATH, RED_ROAD, 0.97, 3)
    assert believed_after[-1] == pytest.approx(p_standing(seen_to_move, PATH, RED_ROAD))


def test_a_large_change_on_a_touched_empty_site_is_probably_a_piece() -> None:
    touched, bare = np.ones(4, np.bool_), np.array([True, True, True, False])
    small, middle, large, built_on = change_probability(touched, 0.0, bare, np.array([0.08, 0.25, 0.5, 0.5]))
    assert small == built_on == TOUCHED_CHANGE_P
    assert small < middle < large <= 0.6


def test_a_small_change_may_be_a_piece_in_an_overexposed_area() -> None:
    known = np.ones(2, np.bool_)
    burnt, clear_ = change_probability(known, 0.0, known, np.full(2, 0.1), np.array([True, False]))
    assert burnt > clear_


def test_evidence_can_be_discarded_for_a_closer_reading() -> None:
    beliefs = reading(begin_new_look(start(), PATH), PATH, None, 0.9)
    forgotten = beliefs.forget_present_look(np.array([PATH]))
    assert np.array_equal(forgotten.shares, begin_new_look(start(), PATH).shares)


def test_a_city_is_more_likely_on_a_settlement_of_its_colour() -> None:
    doubtful = np.zeros(len(STANDINGS))
    doubtful[STANDINGS.index(RED)] = doubtful[STANDINGS.index(RED_CITY)] = 0.5
    for before, expected in ((None, RED), (RED, RED), (RED_CITY, RED_CITY)):
        beliefs = begin_new_look(start(before), CORNER)
        beliefs = beliefs.update(np.array([CORNER]), doubtful[None])
        assert STANDINGS[int(beliefs.shares[CORNER].argmax())] == expected
    grown = reading(begin_new_look(start(RED), CORNER), CORNER, RED_CITY, 0.95, 3)
    assert p_standing(grown, CORNER, RED_CITY) > 0.95


def test_an_unread_site_keeps_its_belief() -> None:
    beliefs = start(None)
    other = reading(begin_new_look(beliefs, PATH), PATH, RED_ROAD, 0.99, 3)
    kept = np.arange(len(SITES)) != PATH
    assert np.array_equal(other.shares[kept], beliefs.shares[kept])


def test_past_evidence_never_outweighs_the_current_picture() -> None:
    beliefs = start(RED_ROAD)
    for _ in range(50):
        beliefs = reading(begin_new_look(beliefs, PATH), PATH, RED_ROAD, 0.999, 3)
    gone = reading(begin_new_look(beliefs, PATH), PATH, None, 0.99, 3)
    assert p_standing(gone, PATH, None) > 0.9


def test_a_repeated_reader_error_gains_no_weight() -> None:
    shares = surely()
    shares[CORNER] = 0.8 * likelihoods_of(CORNER, RED, 1.0) + 0.2 * likelihoods_of(CORNER, RED_CITY, 1.0)
    likelihoods = surely()
    likelihoods[CORNER] = 0.05 * likelihoods_of(CORNER, RED, 1.0) + 0.95 * likelihoods_of(
        CORNER, RED_CITY, 1.0
    )
    again = begin_new_look(SiteBeliefs.from_first_reading(shares, likelihoods), CORNER)
    fresh = begin_new_look(SiteBeliefs.from_first_reading(shares, shares), CORNER)
    for _ in range(3):
        again, fresh = (b.update(np.array([CORNER]), likelihoods[[CORNER]]) for b in (again, fresh))
    assert p_standing(again, CORNER, RED_CITY) < 0.7 < 0.8 < p_standing(fresh, CORNER, RED_CITY)


@pytest.mark.parametrize(("read", "back"), [(0.8, True), (0.03, False)])
def test_a_returning_appearance_restores_the_old_belief_unless_clearly_read_otherwise(
    read: float, back: bool
) -> None:
    """A pale road on sand that was taken up again is read as bare, but not surely."""
    bare = surely()[[PATH]]
    there = reading(begin_new_look(start(), PATH), PATH, RED_ROAD, 0.99, 3)
    at, chance = np.array([PATH]), change_probability(np.array([True]), 0.0)
    taken = there.begin_new_look(at, chance, bare, np.array([True]))
    seen_now = np.where(ALLOWED_STANDINGS[[PATH]], 1e-4, 0.0)
    seen_now[0, [STANDINGS.index(None), STANDINGS.index(RED_ROAD)]] = read, 1 - read
    assert (p_standing(taken.update(at, seen_now), PATH, None) > 0.95) == back
    usual = there.begin_new_look(at, chance)
    assert p_standing(usual.update(at, seen_now), PATH, None) < 0.5


def test_a_belief_is_restored_with_its_appearance() -> None:
    begun = start()
    other = reading(begin_new_look(begun, PATH), PATH, RED_ROAD, 0.99, 3)
    back = other.restore(np.arange(len(SITES)) == PATH, begun.shares)
    assert back.shares == pytest.approx(begun.shares)


def test_a_uniform_reading_changes_nothing() -> None:
    even = ALLOWED_STANDINGS[[PATH, CORNER]] / ALLOWED_STANDINGS[[PATH, CORNER]].sum(axis=1, keepdims=True)
    half = 0.5 * even + 0.5 * np.vstack([likelihoods_of(PATH, None, 1.0), likelihoods_of(CORNER, RED, 1.0)])
    assert informative_share(even, np.array([PATH, CORNER])) == pytest.approx([0, 0], abs=1e-9)
    assert informative_share(half, np.array([PATH, CORNER])) == pytest.approx([0.5, 0.5])


def test_a_mapping_lists_the_possible_standings() -> None:
    shares = site_distribution(surely()[PATH], PATH)
    assert set(shares) == {None, *(s for s in STANDINGS if s is not None and s.kind == "road")}
