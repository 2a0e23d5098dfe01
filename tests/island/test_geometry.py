"""The lattice: number of sites, adjacency, coordinates and symmetries."""

from collections.abc import Callable, Sequence
from itertools import pairwise, product
from math import dist, isclose, sqrt

import pytest

from companion.island.geometry import (
    COAST,
    CORNER_HEXES,
    CORNERS,
    ENDS,
    HEX_INDEX,
    HEX_NEIGHBOURS,
    HEXES,
    HEXES_AT,
    HEXES_BESIDE,
    INTERSECTION_INDEX,
    INTERSECTIONS,
    NEIGHBOURS,
    PATH_INDEX,
    PATHS,
    PATHS_AT,
    RIM,
    SIDES,
    SYMMETRIES,
    HexId,
    IntersectionId,
    PathId,
    axial,
    hex_id,
    position,
    spiral,
)

SITES = (*HEXES, *INTERSECTIONS, *PATHS)


def test_an_island_has_19_hexes_54_intersections_72_paths_and_30_of_them_on_the_coast() -> None:
    assert [len(set(sites)) for sites in (HEXES, INTERSECTIONS, PATHS, COAST)] == [19, 54, 72, 30]


def test_ids_never_change() -> None:
    assert HEXES[0] == "h0,-2"
    assert HEXES[9] == "h0,0"
    assert HEXES[18] == "h0,2"
    assert INTERSECTIONS[0] == "i1,-8"
    assert INTERSECTIONS[53] == "i-1,8"
    assert PATHS[0] == "p0,-5"
    assert PATHS[71] == "p0,5"
    assert COAST[0] == "p0,-5"
    assert CORNERS[HexId("h0,0")] == ("i1,-2", "i2,-1", "i1,1", "i-1,2", "i-2,1", "i-1,-1")
    assert SIDES[HexId("h0,0")] == ("p1,-1", "p1,0", "p0,1", "p-1,1", "p-1,0", "p0,-1")


@pytest.mark.parametrize("sites", [HEXES, INTERSECTIONS, PATHS])
def test_bits_run_in_reading_order_row_by_row_from_the_top(
    sites: Sequence[HexId | IntersectionId | PathId],
) -> None:
    places = [position(site)[::-1] for site in sites]
    rounded = [(round(y, 6), round(x, 6)) for y, x in places]

    assert rounded == sorted(rounded)
    index: dict[str, int] = {}
    for each in (HEX_INDEX, INTERSECTION_INDEX, PATH_INDEX):
        index |= {str(site): n for site, n in each.items()}
    assert [index[site] for site in sites] == list(range(len(sites)))


def test_an_id_is_the_sum_of_the_hexes_that_meet_there() -> None:
    for at in INTERSECTIONS:
        around = [h for h in _hexes_and_sea() if dist(position(h), position(at)) < 1.01]
        assert len(around) == 3
        assert axial(at) == tuple(map(sum, zip(*map(axial, around), strict=True)))


def _hexes_and_sea() -> list[HexId]:
    return [hex_id((q, r)) for q, r in product(range(-4, 5), repeat=2)]


def test_a_side_of_a_hex_is_one_unit_and_neighbouring_centres_lie_sqrt_3_apart() -> None:
    assert position("h0,0") == (0, 0)
    for h in HEXES:
        assert all(isclose(dist(position(h), position(i)), 1) for i in CORNERS[h])
        assert all(isclose(dist(position(h), position(n)), sqrt(3)) for n in HEX_NEIGHBOURS[h])
    for path in PATHS:
        one, other = (position(end) for end in ENDS[path])
        assert isclose(dist(one, other), 1)
        assert isclose(dist(position(path), one), 0.5)
        assert isclose(dist(position(path), other), 0.5)


def test_x_grows_to_the_east_and_y_to_the_south() -> None:
    assert position("h1,0") == pytest.approx((sqrt(3), 0))
    assert position("h0,1") == pytest.approx((sqrt(3) / 2, 1.5))


def test_corners_run_clockwise_from_the_north_and_sides_from_the_north_east() -> None:
    for h in HEXES:
        x, y = position(h)
        north = position(CORNERS[h][0])
        assert (north[0] - x, north[1] - y) == pytest.approx((0, -1))
        for n, path in enumerate(SIDES[h]):
            assert set(ENDS[path]) == {CORNERS[h][n], CORNERS[h][(n + 1) % 6]}
        east_of_north = position(CORNERS[h][1])
        assert east_of_north[0] > x


def test_neighbours_lie_one_path_away_and_know_each_other() -> None:
    for at in INTERSECTIONS:
        near = {i for i in INTERSECTIONS if isclose(dist(position(i), position(at)), 1)}
        assert set(NEIGHBOURS[at]) == near
        assert all(at in NEIGHBOURS[n] for n in near)
        assert {end for p in PATHS_AT[at] for end in ENDS[p]} == near | {at}


def test_degrees_add_up() -> None:
    assert sum(len(PATHS_AT[i]) for i in INTERSECTIONS) == 2 * 72
    assert sorted({len(PATHS_AT[i]) for i in INTERSECTIONS}) == [2, 3]
    assert [sum(len(HEXES_AT[i]) == n for i in INTERSECTIONS) for n in (1, 2, 3)] == [18, 12, 24]
    assert [sum(len(HEXES_BESIDE[p]) == n for p in PATHS) for n in (1, 2)] == [30, 42]
    assert [sum(len(HEX_NEIGHBOURS[h]) == n for h in HEXES) for n in (3, 4, 6)] == [6, 6, 7]


def test_the_coast_is_one_closed_line_clockwise() -> None:
    for path, following in pairwise((*COAST, COAST[0])):
        assert len(set(ENDS[path]) & set(ENDS[following])) == 1
    turned = sum(
        position(a)[0] * position(b)[1] - position(b)[0] * position(a)[1]
        for a, b in pairwise((*COAST, COAST[0]))
    )
    # With y to the south a positive area is one walked round clockwise.
    assert turned > 0
    assert all(len(HEXES_BESIDE[path]) == 1 for path in COAST)


def test_the_rim_has_twelve_hexes_and_every_other_is_a_corner() -> None:
    assert len(RIM) == 12
    assert set(RIM) == {h for h in HEXES if len(HEX_NEIGHBOURS[h]) < 6}
    assert set(CORNER_HEXES) == {h for h in HEXES if len(HEX_NEIGHBOURS[h]) == 3}


@pytest.mark.parametrize("clockwise", [True, False])
@pytest.mark.parametrize("start", RIM)
def test_a_spiral_visits_every_hex_once_from_one_to_the_next_and_ends_in_the_middle(
    start: HexId, clockwise: bool
) -> None:
    way = spiral(start, clockwise=clockwise)

    assert way[0] == start
    assert way[-1] == "h0,0"
    assert set(way) == set(HEXES)
    assert all(following in HEX_NEIGHBOURS[h] for h, following in pairwise(way))
    assert set(way[:12]) == set(RIM)


@pytest.mark.parametrize("corner", CORNER_HEXES)
def test_a_spiral_turns_in_the_given_direction(corner: HexId) -> None:
    clockwise = spiral(corner, clockwise=True)
    counter = spiral(corner, clockwise=False)

    first, second = position(clockwise[0]), position(clockwise[1])
    assert first[0] * second[1] - first[1] * second[0] > 0
    assert counter[1:12] == clockwise[11:0:-1]


def test_a_spiral_from_the_left_corner_counter_clockwise_runs_down_first() -> None:
    way = spiral(HexId("h-2,0"), clockwise=False)

    assert way[:6] == ("h-2,0", "h-2,1", "h-2,2", "h-1,2", "h0,2", "h1,1")
    assert way[12:] == ("h-1,0", "h-1,1", "h0,1", "h1,0", "h1,-1", "h0,-1", "h0,0")


@pytest.mark.parametrize("inland", ["h0,0", "h1,-1", "h3,0"])
def test_a_spiral_starts_on_the_rim_only(inland: str) -> None:
    with pytest.raises(ValueError, match="rim"):
        spiral(HexId(inland), clockwise=True)


def test_the_twelve_symmetries_are_different_and_keep_every_site_on_the_island() -> None:
    images = [tuple(move(site) for site in SITES) for move in SYMMETRIES]

    assert len(set(images)) == 12
    assert all(set(image) == set(SITES) for image in images)


def test_the_symmetries_form_a_group() -> None:
    tables = [{site: move(site) for site in SITES} for move in SYMMETRIES]
    identity = {site: site for site in SITES}

    assert identity in tables
    for one, other in product(tables, repeat=2):
        assert {site: other[one[site]] for site in SITES} in tables
    for one in tables:
        assert any({s: other[one[s]] for s in SITES} == identity for other in tables)


@pytest.mark.parametrize("move", SYMMETRIES)
def test_a_symmetry_keeps_adjacency_and_distances(move: Callable[[str], str]) -> None:
    for h in HEXES:
        assert {move(i) for i in CORNERS[h]} == set(CORNERS[HexId(move(h))])
        assert {move(p) for p in SIDES[h]} == set(SIDES[HexId(move(h))])
    for site, other in zip(SITES, SITES[7:], strict=False):
        assert isclose(
            dist(position(site), position(other)), dist(position(move(site)), position(move(other)))
        )


def test_the_first_six_symmetries_turn_clockwise_by_sixths() -> None:
    assert [move("h1,0") for move in SYMMETRIES[:6]] == ["h1,0", "h0,1", "h-1,1", "h-1,0", "h0,-1", "h1,-1"]


def test_the_others_mirror_first_at_an_axis() -> None:
    mirror = SYMMETRIES[6]

    assert mirror("h-1,-1") == "h-1,-1"
    assert mirror("h1,1") == "h1,1"
    assert mirror("h1,0") == "h0,1"
    assert all(mirror(mirror(site)) == site for site in SITES)
