"""Building refinement: the other buildings help to classify each one."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import COLOURS, SITES, PieceKind, Standing
from tests.score.judging import judge
from tests.score.truth import truth_of
from vision.board import read_board
from vision.board_posterior import CITIES_PER_SETTLEMENT
from vision.buildings import (
    BUILDINGS,
    CLASSES,
    FAMILIES,
    EditionEstimate,
    city_shares,
    compare_kinds,
    disputed_kinds,
    edition_log_odds,
    refine_buildings,
)
from vision.detector import VIEW_PX
from vision.follow.site_beliefs import SiteBeliefs
from vision.locate import PLANE_TO_VIEW
from vision.network import Network, sigmoid, softmax
from vision.pieces import KINDS, STANDINGS

NetworkOutputs = dict[tuple[str, PieceKind], float]
RED, RED_CITY = Standing("settlement", "red"), Standing("city", "red")
SITE = len(SITES) - 20


def logits(*shares: NetworkOutputs) -> NDArray[np.float32]:
    """Network outputs for buildings, each by (family, kind); unnamed ones are unlikely."""
    rows = np.full((len(shares), CLASSES), 1e-4)
    for row, outputs in zip(rows, shares, strict=True):
        for (family, kind), share in outputs.items():
            row[FAMILIES.index(family) * len(BUILDINGS) + BUILDINGS.index(kind)] = share
    return np.asarray(np.log(rows), np.float32)


def cities(outputs: NDArray[np.float32], standing: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return P(city) for each building of one photo, all of one edition."""
    return city_shares(outputs, softmax(edition_log_odds(outputs, standing).sum(axis=0)))


def test_a_single_building_is_classified_by_its_appearance() -> None:
    (city,) = cities(logits({("wooden", "city"): 0.9, ("wooden", "settlement"): 0.1}), np.ones(1))
    assert city == pytest.approx(0.9, abs=0.03)


def test_buildings_of_one_photo_belong_to_one_edition() -> None:
    # A plastic settlement, or a city of some other set: the others settle it.
    doubtful: NetworkOutputs = {("sculpted", "settlement"): 0.45, ("other", "city"): 0.55}
    clear: NetworkOutputs = {("sculpted", "city"): 0.95, ("wooden", "city"): 0.05}
    alone, *_ = cities(logits(doubtful), np.ones(1))
    among, *others = cities(logits(doubtful, clear, clear), np.ones(3))
    assert alone > 0.5 > 0.1 > among
    assert min(others) > 0.9


def test_an_unlikely_building_says_little_about_the_edition() -> None:
    doubtful: NetworkOutputs = {("sculpted", "settlement"): 0.4, ("other", "city"): 0.6}
    stain: NetworkOutputs = {("sculpted", "city"): 0.95, ("wooden", "city"): 0.05}
    among, *_ = cities(logits(doubtful, stain, stain), np.array([1.0, 0.03, 0.03]))
    assert among > 0.5


def test_one_outlier_does_not_change_the_other_buildings() -> None:
    plain: NetworkOutputs = {("wooden", "settlement"): 0.97, ("sculpted", "city"): 0.03}
    strange: NetworkOutputs = {("sculpted", "city"): 0.9999}
    *many, _ = cities(logits(*[plain] * 4, strange), np.ones(5))
    assert max(many) < 0.1


def city_probabilities(*log_odds: float, standing: float = 1.0) -> list[float]:
    """Return the probabilities of cities by all buildings of a photo, with the frequency of cities."""
    sculpted = np.array([family == "sculpted" for family in FAMILIES], np.float64)
    compared = compare_kinds(np.array(log_odds), np.full(len(log_odds), standing), sculpted)
    return [round(float(p), 3) for p in sigmoid(compared + np.log(CITIES_PER_SETTLEMENT))]


def test_buildings_of_a_strange_edition_are_of_one_kind() -> None:
    # Settlements as the sculpted sets of photos show them: each alone would be a city.
    assert max(city_probabilities(-0.8, 0.8, 1.0, 1.3, 1.7, 1.8, 1.9)) < 0.5
    assert min(city_probabilities(3.2, 3.7, 3.9, 2.9)) > 0.8


def test_two_groups_of_buildings_are_two_kinds() -> None:
    *settlements, city = city_probabilities(-1.5, -1.0, -0.5, 6.0)
    assert max(settlements) <= 0.1
    assert city >= 0.9


def test_a_comparison_makes_no_building_certain() -> None:
    assert min(city_probabilities(*[0.5] * 8)) == pytest.approx(0.1)
    assert max(city_probabilities(*[2.6] * 8)) < 0.95
    # By its looks alone it is one with 88 %.
    assert city_probabilities(*[-5.0] * 6, 2.5)[-1] <= 0.9


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "on_their_sides"), [("overhead_difficult1.jpg", 1), ("overhead_frame_b.jpg", 0)]
)
def test_settlements_of_a_set_that_no_network_has_seen_are_no_cities(
    photos: Path, name: str, on_their_sides: int
) -> None:
    path = photos / "board" / "overhead" / name
    picture = np.asarray(cv2.imread(str(path)), np.uint8)
    answers = judge(read_board(picture), truth_of(path, photos), picture.shape[1], picture.shape[0])
    kinds = [answer for answer in answers if answer.stage == "kind"]
    assert len(kinds) >= 5
    wrong = [answer for answer in kinds if not answer.right]
    assert len(wrong) <= on_their_sides, [str(answer) for answer in wrong]
    assert all((answer.confidence or 0) < 0.95 for answer in wrong)


class Saying(Network):
    """A network that returns the same answer for all inputs, and counts them."""

    @property
    def patch_px(self) -> int:
        return 48

    def __init__(self, output: NDArray[np.float32]) -> None:
        self.output, self.shown = output, 0

    def run(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        self.shown += len(inputs)
        return np.repeat(self.output, len(inputs), axis=0)


def red_building_shares(share_nothing: float, at: int) -> NDArray[np.float64]:
    """Nothing anywhere, but a red building of some kind at one site."""
    rows = np.zeros((len(SITES), len(STANDINGS)))
    rows[:, 0] = 1.0
    rows[at, 0] = share_nothing
    rows[at, STANDINGS.index(RED)] = rows[at, STANDINGS.index(RED_CITY)] = (1 - share_nothing) / 2
    return rows


def closer(
    reader: Network, rows: NDArray[np.float64], seen: EditionEstimate | None = None
) -> NDArray[np.float64]:
    picture, white = np.full((VIEW_PX, VIEW_PX, 3), 120, np.uint8), np.full((len(SITES), 3), 0.7)
    return refine_buildings(reader, picture, PLANE_TO_VIEW, SITES, white, rows, seen)


def test_buildings_of_earlier_pictures_count_for_the_edition() -> None:
    doubtful = Saying(logits({("sculpted", "settlement"): 0.45, ("other", "city"): 0.55}))
    clear = Saying(logits({("sculpted", "city"): 0.95, ("wooden", "city"): 0.05}))
    alone, seen = closer(doubtful, red_building_shares(0.0, SITE)), EditionEstimate()
    for site in (SITE + 1, SITE + 2):
        closer(clear, red_building_shares(0.0, site), seen)
    among = closer(doubtful, red_building_shares(0.0, SITE), seen)
    city = STANDINGS.index(RED_CITY)
    assert alone[SITE, city] > 0.5 > 0.2 > among[SITE, city]


def test_a_building_counts_once_for_the_edition() -> None:
    seen, strange = (
        EditionEstimate(),
        Saying(logits({("sculpted", "city"): 0.6, ("wooden", "settlement"): 0.4})),
    )
    for _ in range(30):
        closer(strange, red_building_shares(0.0, SITE), seen)
    assert np.abs(seen.evidence_from_other_sites(np.array([], np.int64))).max() < 5
    assert np.array_equal(seen.evidence_from_other_sites(np.array([SITE])), np.zeros(len(FAMILIES)))


def test_refinement_changes_only_kinds_and_never_occupancy_or_colour() -> None:
    rows = red_building_shares(0.2, SITE)
    after = closer(Saying(logits({("wooden", "city"): 0.99})), rows)
    assert after[SITE, STANDINGS.index(RED_CITY)] > 0.7
    assert after[SITE, 0] == 0.2
    assert after.sum(axis=1) == pytest.approx(1)
    elsewhere = np.arange(len(SITES)) != SITE
    assert np.array_equal(after[elsewhere], rows[elsewhere])


def test_a_kind_is_disputed_where_turned_patches_surely_show_the_other() -> None:
    picture, white = np.full((VIEW_PX, VIEW_PX, 3), 120, np.uint8), np.full((len(SITES), 3), 0.7)
    settlement = red_building_shares(0.0, SITE)
    settlement[SITE, STANDINGS.index(RED_CITY)] = 0.02
    settlement[SITE, STANDINGS.index(RED)] = 0.98
    first = np.zeros((1, 5 + len(COLOURS)), np.float32)

    def find_disputed(city_p: float) -> list[int]:
        first[0, KINDS.index("city")] = 9 if city_p > 0.5 else -9
        first[0, KINDS.index("settlement")] = -first[0, KINDS.index("city")]
        second = Saying(logits({("wooden", "city"): city_p, ("wooden", "settlement"): 1 - city_p}))
        found = disputed_kinds((Saying(first), second), picture, PLANE_TO_VIEW, white, settlement)
        return np.flatnonzero(found).tolist()

    assert find_disputed(0.98) == [SITE]
    assert find_disputed(0.02) == []
    bare = red_building_shares(1.0, SITE)
    none = Saying(first)
    assert not disputed_kinds((none, none), picture, PLANE_TO_VIEW, white, bare).any()
    assert none.shown == 0


def test_a_covered_site_is_not_refined() -> None:
    reader = Saying(logits({("wooden", "city"): 0.99}))
    rows = red_building_shares(0.2, SITE)
    rows[SITE] = SiteBeliefs.uniform()[SITE]
    assert np.array_equal(closer(reader, rows), rows)
    assert reader.shown == 0


def test_a_half_covered_site_is_refined_only_as_far_as_visible() -> None:
    nothing, clear = SiteBeliefs.uniform()[SITE], red_building_shares(0.2, SITE)[SITE]
    rows = red_building_shares(0.2, SITE)
    rows[SITE] = 0.7 * nothing + 0.3 * clear
    after = closer(Saying(logits({("wooden", "city"): 0.99})), rows)[SITE]
    assert after.sum() == pytest.approx(1)
    assert after[STANDINGS.index(Standing("city", "blue"))] == pytest.approx(0.7 * nothing[-1])
    assert after[STANDINGS.index(RED)] >= 0.7 * nothing[-1]


def test_sites_without_a_building_are_not_refined() -> None:
    reader = Saying(logits({("wooden", "city"): 0.99}))
    closer(reader, red_building_shares(0.2, SITE))
    assert reader.shown == 1
    bare = red_building_shares(1.0, SITE)
    assert closer(reader, bare) is bare
    assert reader.shown == 1


def test_in_a_photo_each_building_is_also_viewed_from_offset_positions() -> None:
    picture, white = np.full((VIEW_PX, VIEW_PX, 3), 120, np.uint8), np.full((len(SITES), 3), 0.7)
    for closely, times in ((False, 1), (True, 5)):
        reader = Saying(logits({("wooden", "city"): 0.9}))
        refine_buildings(
            reader, picture, PLANE_TO_VIEW, SITES, white, red_building_shares(0.0, SITE), augment=closely
        )
        assert reader.shown == times
