"""Printed markers: detection, agreement, and their positions relative to an island."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cli.command import main
from companion.sim.picture import TABLES, CameraEffects, CameraPose, Light
from companion.sim.picture.render import TABLE_TO_PLANE, photograph, table_top
from tests.score.rendered import case
from vision.lattice import CENTRES, project
from vision.locate import MIN_QUALITY, BoardPose, IslandNotFound, locate
from vision.markers import (
    MARKER_COUNT,
    MARKER_MM,
    PAGE_MM,
    SHEET_LAYOUT,
    MarkerLayout,
    detect_markers,
    pattern,
    render_marker_sheet,
)
from vision.network import network

GRAIN = 16
CAMERAS = [
    CameraPose(tilt=0, rotation=20, distance=23),
    CameraPose(tilt=30, rotation=200, distance=24),
    CameraPose(1280, 960, tilt=45, rotation=75, distance=21),
]
Picture = NDArray[np.uint8]
Places = Mapping[int, NDArray[np.float64]]


def card(number: int) -> Picture:
    """A marker with its white rim: 8 cells across."""
    cells = np.pad(pattern(number), 1, constant_values=True)
    return (np.kron(cells, np.ones((GRAIN, GRAIN))) * 235).astype(np.uint8)


def lay(picture: Picture, plane: NDArray[np.float64], places: Places) -> Picture:
    """A picture with cards on the table, their markers' corners at places of the plane."""
    laid = picture.copy()
    inner = (np.array([[1, 1], [7, 1], [7, 7], [1, 7]]) * GRAIN - 0.5).astype(np.float32)
    for number, corners in places.items():
        move = plane @ cv2.getPerspectiveTransform(inner, corners.astype(np.float32))
        size = (picture.shape[1], picture.shape[0])
        printed = cv2.warpPerspective(
            cv2.cvtColor(card(number), cv2.COLOR_GRAY2BGR), move, size, flags=cv2.INTER_AREA
        )
        share = cv2.warpPerspective(np.ones((8 * GRAIN, 8 * GRAIN), np.float32), move, size)[..., None]
        laid = np.rint(laid + (printed.astype(np.float32) - laid) * share).astype(np.uint8)
    return laid


def table(camera: CameraPose) -> Picture:
    """A table with a grey sheet where the island should be: nothing to find."""
    size, plane = (camera.width, camera.height), camera.homography()
    top = cv2.warpPerspective(
        table_top(TABLES[1], 3), plane @ TABLE_TO_PLANE, size, borderMode=cv2.BORDER_REFLECT
    )
    corners = project(plane, 5.7 * np.array([[np.cos(a), np.sin(a)] for a in np.arange(6) * np.pi / 3]))
    cv2.fillConvexPoly(top, np.round(corners).astype(np.int32), (120, 120, 125))
    return np.asarray(top, np.uint8)


def shot(picture: Picture) -> Picture:
    return photograph(picture, Light(falloff=0.4), CameraEffects(blur=0.8, noise=3), np.random.default_rng(3))


def jitter(places: Places, by: float, seed: int = 1) -> Places:
    """Places as hands lay them: each off by up to so many hex sides, and turned a little."""
    rng = np.random.default_rng(seed)
    off = {}
    for number, corners in places.items():
        turn = rng.uniform(-0.1, 0.1)
        c, s = np.cos(turn), np.sin(turn)
        middle = corners.mean(axis=0)
        off[number] = (corners - middle) @ np.array([[c, s], [-s, c]]) + middle + rng.uniform(-by, by, 2)
    return off


def max_hex_error(plane: NDArray[np.float64], camera: CameraPose) -> float:
    """Return the largest hex error, in hex sides, in the best orientation."""
    found, true = project(plane, CENTRES), camera.project(CENTRES)
    side = np.linalg.norm(true[1] - true[0]) / np.sqrt(3)
    return float(np.linalg.norm(found[:, None] - true[None], axis=2).min(axis=1).max() / side)


@pytest.mark.parametrize("camera", CAMERAS)
def test_markers_are_detected_at_their_places(camera: CameraPose) -> None:
    seen = detect_markers(shot(lay(table(camera), camera.homography(), SHEET_LAYOUT.places)))
    assert sorted(seen) == list(range(MARKER_COUNT))
    for number, corners in seen.items():
        assert corners == pytest.approx(camera.project(SHEET_LAYOUT.places[number]), abs=1.2)


@pytest.mark.parametrize("camera", CAMERAS)
def test_markers_placed_by_the_rule_locate_an_invisible_island(camera: CameraPose) -> None:
    bare = table(camera)
    assert isinstance(locate(bare, network("finder.onnx")), IslandNotFound)
    found = locate(
        shot(lay(bare, camera.homography(), jitter(SHEET_LAYOUT.places, 0.08))), network("finder.onnx")
    )
    assert isinstance(found, BoardPose)
    assert max_hex_error(found.plane, camera) < 0.12
    assert found.quality < MIN_QUALITY


@pytest.mark.slow
def test_a_visible_island_needs_no_markers() -> None:
    one = case(4)
    picture = lay(one.picture, one.camera.homography(), SHEET_LAYOUT.places)
    found = locate(picture, network("finder.onnx"))
    assert isinstance(found, BoardPose)
    assert max_hex_error(found.plane, one.camera) < 0.06


@pytest.mark.parametrize("left", [3, 4, 5])
def test_four_of_six_markers_are_enough(left: int) -> None:
    camera = CAMERAS[1]
    seen = {n: camera.project(SHEET_LAYOUT.places[n]) for n in range(left)}
    plane = SHEET_LAYOUT.estimate_plane(seen)
    assert (plane is not None) == (left >= 4)
    if plane is not None:
        assert max_hex_error(plane, camera) < 1e-6


def test_arbitrarily_placed_markers_do_not_locate_the_island() -> None:
    camera = CAMERAS[0]
    seen = {n: camera.project(corners) for n, corners in jitter(SHEET_LAYOUT.places, 2.0).items()}
    assert SHEET_LAYOUT.estimate_plane(seen) is None


def scattered_markers() -> Places:
    """Markers of a real size somewhere on the table beside the board."""
    middles = [(-7.5, -3.0), (6.8, -4.4), (0.5, 6.6), (7.4, 3.1), (-6.6, 4.2)]
    square = MARKER_MM / 45 / 2 * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
    return {n: square + middle for n, middle in enumerate(middles)}


def test_markers_at_any_place_are_remembered_relative_to_the_island() -> None:
    before, after = CAMERAS[0], CAMERAS[1]
    seen = detect_markers(shot(lay(table(before), before.homography(), scattered_markers())))
    learned = MarkerLayout.from_json(
        json.loads(json.dumps(MarkerLayout.from_picture(before.homography(), seen).to_json()))
    )
    again = detect_markers(shot(lay(table(after), after.homography(), scattered_markers())))
    plane = learned.estimate_plane(again)
    assert plane is not None
    assert max_hex_error(plane, after) < 0.05


def test_a_moved_marker_is_ignored() -> None:
    camera, other = CAMERAS[0], CAMERAS[2]
    learned = MarkerLayout.from_picture(
        camera.homography(), {n: camera.project(c) for n, c in scattered_markers().items()}
    )
    moved = dict(scattered_markers())
    moved[2] = moved[2] + (0.8, -0.3)
    plane = learned.estimate_plane({n: other.project(c) for n, c in moved.items()})
    assert plane is not None
    assert max_hex_error(plane, other) < 1e-3


def test_two_remembered_markers_are_too_few() -> None:
    camera = CAMERAS[0]
    seen = {n: camera.project(c) for n, c in scattered_markers().items()}
    learned = MarkerLayout.from_picture(camera.homography(), seen)
    assert learned.estimate_plane({n: seen[n] for n in (0, 1)}) is None


def test_a_marker_number_seen_twice_is_ignored() -> None:
    camera = CAMERAS[0]
    picture = lay(table(camera), camera.homography(), SHEET_LAYOUT.places)
    twice = lay(picture, camera.homography(), {1: SHEET_LAYOUT.places[1] * 0.6})
    assert sorted(detect_markers(shot(twice))) == [0, 2, 3, 4, 5]


def test_no_marker_is_detected_on_a_board() -> None:
    assert detect_markers(case(1).picture) == {}


def print_sheet(file: bytes, dots: float) -> Picture:
    """The squares of the sheet as a printer of so many dots a millimetre would print them."""
    paper = np.full((round(PAGE_MM[1] * dots), round(PAGE_MM[0] * dots)), 255, np.uint8)
    grey, unit = 0, dots * 25.4 / 72
    content = file.split(b"stream\n")[1].decode("cp1252")
    for found in re.finditer(r"^([01]) g$|([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f", content, re.MULTILINE):
        if found[1]:
            grey = 255 * int(found[1])
            continue
        x, y, wide, high = (float(found[n]) * unit for n in range(2, 6))
        top = paper.shape[0] - y - high
        cv2.rectangle(paper, (round(x), round(top)), (round(x + wide) - 1, round(top + high) - 1), grey, -1)
    return paper


def test_the_sheet_prints_markers_true_to_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "markers.pdf"
    assert main(["calibrate", "--print-markers", str(out)]) == 0
    assert str(out) in capsys.readouterr().out
    file = out.read_bytes()
    assert file == render_marker_sheet()
    dots = 5.0
    seen = detect_markers(np.dstack([print_sheet(file, dots)] * 3))
    assert sorted(seen) == list(range(MARKER_COUNT))
    for corners in seen.values():
        assert np.linalg.norm(corners[1] - corners[0]) / dots == pytest.approx(MARKER_MM, abs=0.5)
        assert corners[0][0] < corners[1][0]
        assert corners[0][1] < corners[3][1]


def test_the_sheet_is_a_pdf_whose_table_points_at_its_objects() -> None:
    file = render_marker_sheet()
    assert file.startswith(b"%PDF-")
    start = int(file.rsplit(b"startxref\n", 1)[1].split()[0])
    assert file[start:].startswith(b"xref\n0 7\n")
    for number, line in enumerate(file[start:].split(b"\n")[3:9], 1):
        assert file[int(line[:10]) :].startswith(b"%d 0 obj" % number)


def test_an_unwritable_sheet_raises_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--print-markers", str(tmp_path / "none" / "m.pdf")]) == 1
    assert "can't be written" in capsys.readouterr().err
