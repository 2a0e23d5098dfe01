"""The judge of readings: correct, wrong and unknown answers."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.island.geometry import (
    ENDS,
    HEXES,
    PATHS,
    SITES,
    HexId,
    IntersectionId,
    PathId,
    Standing,
    position,
)
from companion.island.layout import NUMBERS, TERRAINS, Layout
from companion.island.reading import HexReading
from companion.island.setups import first_game_layout
from companion.sim.picture import CameraPose, Piece
from tests.score.figures import reliability, tally
from tests.score.judging import Answer, Stage, judge
from tests.score.rendered import case, draw_pieces, label_of
from tests.score.truth import from_label
from vision.board import BoardReading, LocatedHex, SiteReading

CAMERA = CameraPose()
LAYOUT = first_game_layout()
ROAD = Piece("road", PATHS[30], "red")
CITY = Piece("city", ENDS[PATHS[30]][0], "red")
ROBBER = HexId("h0,0")


def place(site: str) -> tuple[float, float]:
    x, y = CAMERA.project([position(site)])[0]
    return float(x), float(y)


def ends(piece: Piece) -> set[IntersectionId]:
    """Return the intersections on which a piece is, or which it connects."""
    return set(ENDS[PathId(piece.at)]) if piece.kind == "road" else {IntersectionId(piece.at)}


def read(layout: Layout, pieces: list[Piece], robber: HexId | None, sure: float = 0.9) -> BoardReading:
    """Build the reading of a reader that sees exactly this, with `sure` as its confidence."""

    def shares(kinds: Any, answer: Any) -> dict[Any, float]:
        rest = (1 - sure) / (len(kinds) - 1)
        return {kind: sure if kind == answer else rest for kind in kinds}

    hexes = tuple(
        LocatedHex(h, place(h), place(h), HexReading(shares(TERRAINS, t), shares((*NUMBERS, None), n)))
        for h, t, n in zip(HEXES, layout.terrains, layout.numbers, strict=True)
    )
    standing = {piece.at: Standing(piece.kind, piece.colour) for piece in pieces}
    kinds = (None, *dict.fromkeys([*standing.values(), Standing("road", "blue")]))
    sites = tuple(SiteReading(at, place(at), shares(kinds, standing.get(at))) for at in SITES)
    return BoardReading(True, "", CAMERA.homography(), 0.8, hexes, 0.1, sites, shares((*HEXES, None), robber))


def answers(reading: BoardReading, **changed: Any) -> list[Answer]:
    truth = from_label(label_of(LAYOUT, [ROAD, CITY], ROBBER, CAMERA))
    return judge(reading, replace(truth, **changed), CAMERA.width, CAMERA.height)


def wrong_answers(found: list[Answer]) -> list[Answer]:
    return [answer for answer in found if not answer.right and answer.stage not in ("harbor place",)]


def test_a_true_reading_is_correct_in_everything() -> None:
    found = answers(read(LAYOUT, [ROAD, CITY], ROBBER))
    assert wrong_answers(found) == []
    stages: tuple[Stage, ...] = ("finding", "terrain", "number", "occupancy", "robber")
    assert [tally(found, stage).asked for stage in stages] == [1, 19, 19, 2, 1]


def test_harbors_that_are_not_read_are_missed_without_confidence() -> None:
    found = answers(read(LAYOUT, [ROAD, CITY], ROBBER))
    assert tally(found, "harbor place").asked == 9
    assert tally(found, "harbor place").right == 0
    assert reliability(found, "harbor place").bins == ()


def test_missed_invented_and_confused_pieces_are_distinguished() -> None:
    blue = Piece("road", PATHS[30], "blue")
    town = Piece("settlement", CITY.at, "red")
    elsewhere = Piece("road", PATHS[0], "blue")
    found = answers(read(LAYOUT, [blue, town, elsewhere], ROBBER))
    assert [answer.stage for answer in wrong_answers(found)] == ["occupancy", "colour", "kind"]
    assert tally(found, "occupancy").right == 2
    assert tally(found, "occupancy").invented == 1
    missed = answers(read(LAYOUT, [CITY], None))
    assert [(answer.stage, answer.answer) for answer in wrong_answers(missed)] == [
        ("occupancy", None),
        ("robber", None),
    ]


def test_an_error_is_described_in_words() -> None:
    found = wrong_answers(answers(read(LAYOUT, [Piece("road", PATHS[30], "blue"), CITY], ROBBER)))
    assert [str(answer).split(": ")[1].split(" (")[0] for answer in found] == [
        "is road red, read as road blue"
    ]


def test_a_wrong_terrain_counts_with_its_confidence() -> None:
    swapped = (LAYOUT.terrains[1], LAYOUT.terrains[0], *LAYOUT.terrains[2:])
    found = answers(read(replace(LAYOUT, terrains=swapped), [ROAD, CITY], ROBBER, sure=0.97))
    kept = reliability(found, "terrain")
    assert [(one.many, round(one.mean_confidence, 4), one.right) for one in kept.bins] == [
        (19, 0.97, 17 / 19)
    ]
    assert kept.error == pytest.approx(0.97 - 17 / 19)
    assert len(kept.sure_errors) == 2


def test_an_undetected_island_is_wrong_in_every_answer() -> None:
    missing = BoardReading(False, "too dark", None, 0.0, (), 0.1)
    found = answers(missing)
    assert not any(answer.right for answer in found)
    assert tally(found, "terrain").asked == 19
    assert tally(found, "occupancy").asked == 2


def test_an_island_located_at_the_wrong_place_counts_as_not_found() -> None:
    reading = read(LAYOUT, [ROAD, CITY], ROBBER)
    beside = tuple(replace(seen, at=(seen.at[0] + 25, seen.at[1])) for seen in reading.hexes)
    found = answers(replace(reading, hexes=beside))
    assert [answer.right for answer in found if answer.stage == "finding"] == [False]


def test_unknown_truths_are_not_judged() -> None:
    found = answers(read(LAYOUT, [ROAD, CITY], None), harbors=None, robber_known=False)
    assert {answer.stage for answer in found} == {
        "finding", "terrain", "number", "occupancy", "colour", "kind",
    }  # fmt: skip


def test_a_bounding_box_near_several_sites_leaves_them_unjudged() -> None:
    x, y = place(ROAD.at)
    box = ((x + 20, y + 10), Standing("road", "red"))
    found = answers(read(LAYOUT, [ROAD], ROBBER), pieces=(box,), exact=False)
    assert tally(found, "occupancy").asked == 0
    assert tally(found, "occupancy").invented == 0


def test_places_outside_the_picture_are_not_judged() -> None:
    truth = from_label(label_of(LAYOUT, [ROAD, CITY], ROBBER, CAMERA))
    found = judge(read(LAYOUT, [ROAD, CITY], ROBBER), truth, CAMERA.width // 2, CAMERA.height)
    assert 0 < tally(found, "terrain").asked < 19
    assert wrong_answers(found) == []


@pytest.mark.slow
def test_a_rendered_table_depends_only_on_its_seed() -> None:
    one, again, other = case(5), case(5), case(6)
    assert np.array_equal(one.picture, again.picture)
    assert one.label == again.label
    assert one.label != other.label
    assert len(one.label["harbors"]) == 9


def test_rendered_pieces_keep_the_rules_of_distance_and_connection() -> None:
    for seed in range(20):
        pieces = draw_pieces(random.Random(seed))
        towns = {piece.at: piece.colour for piece in pieces if piece.kind != "road"}
        assert not [path for path, ends in ENDS.items() if set(ends) <= set(towns)]
        assert len({piece.at for piece in pieces}) == len(pieces)
        for road in (piece for piece in pieces if piece.kind == "road"):
            meeting = {piece.colour for piece in pieces if piece is not road and ends(road) & ends(piece)}
            assert road.colour in meeting
