"""Harbors: patches beyond the coast, the network's answers, and real photos."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import COAST, ENDS, PathId, position
from companion.island.layout import HARBOR_KINDS, HarborKind
from companion.island.setups import first_game_layout, frame_harbors
from tests.vision.conftest import Drawn
from vision import patches
from vision.harbors import (
    COAST_CENTRES,
    COVERED_CLASS,
    OUT_SIDES,
    OUTWARD_DIRECTIONS,
    PATCH_PX,
    REACH_SIDES,
    TURNS,
    HarborReading,
    likelihoods,
    likelihoods_from_logits,
    likely_harbors,
    outward_direction,
    read_harbors,
    visible_paths,
)
from vision.lattice import project
from vision.locate import BoardPose, locate
from vision.network import network
from vision.pictures import shrink_to_limit

BLOBS: dict[HarborKind, tuple[int, int, int]] = {
    "brick": (40, 50, 190), "lumber": (40, 75, 35), "wool": (250, 250, 250), "grain": (60, 200, 245),
    "ore": (125, 115, 110),
}  # fmt: skip


def sign(drawn_board: Drawn, path: PathId, kind: HarborKind) -> None:
    """Paint two jetties and a disc with a ratio, and a spot of colour where there is one, out at sea."""
    flat = np.full((120, 120, 3), 225, np.uint8)
    if kind == "generic":
        cv2.putText(flat, "3:1", (14, 70), cv2.FONT_HERSHEY_DUPLEX, 1.5, (20, 20, 20), 4, cv2.LINE_AA)
    else:
        cv2.ellipse(flat, (60, 46), (34, 24), 0, 0, 360, (60, 60, 60), 3, cv2.LINE_AA)
        cv2.ellipse(flat, (60, 46), (34, 24), 0, 0, 360, BLOBS[kind], -1, cv2.LINE_AA)
        cv2.putText(flat, "2:1", (34, 104), cv2.FONT_HERSHEY_DUPLEX, 0.8, (20, 20, 20), 2, cv2.LINE_AA)
    disc = np.zeros((120, 120), np.uint8)
    cv2.circle(disc, (60, 60), 58, 255, -1)
    at, out = np.array(position(path)), np.array(outward_direction(path))
    for end in ENDS[path]:
        foot = np.array(position(end)) + 0.1 * out
        head = foot + 0.35 * (at + 0.62 * out - foot)
        ends = np.round(project(drawn_board.plane, np.array([foot, head]))).astype(int)
        cv2.line(drawn_board.picture, ends[0].tolist(), ends[1].tolist(), (95, 130, 160), 5, cv2.LINE_AA)
    along = np.array([-out[1], out[0]])
    corners = [
        at + 0.62 * out + 0.24 * (x * along - y * out) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    square = np.array([[0, 0], [120, 0], [120, 120], [0, 120]], np.float32)
    move = cv2.getPerspectiveTransform(
        square, project(drawn_board.plane, np.array(corners)).astype(np.float32)
    )
    extent = (drawn_board.picture.shape[1], drawn_board.picture.shape[0])
    share = cv2.warpPerspective(disc, move, extent, flags=cv2.INTER_AREA)[..., None] / 255
    laid = cv2.warpPerspective(flat, move, extent, flags=cv2.INTER_AREA)
    drawn_board.picture[:] = (drawn_board.picture * (1 - share) + laid * share).astype(np.uint8)


def logits(classes: dict[int, int]) -> NDArray[np.float32]:
    """A network's clear answers: no harbor but where another class is given."""
    outputs = np.zeros((len(COAST), COVERED_CLASS + 1), np.float32)
    outputs[:, 0] = 12
    for path, kind in classes.items():
        outputs[path, 0], outputs[path, kind] = 0, 12
    return outputs


def test_patches_are_rotated_with_the_sea_on_top() -> None:
    plane = np.array([[50, 0, 400], [0, 50, 400], [0, 0, 1.0]])
    for n, (path, away) in enumerate(zip(COAST, OUTWARD_DIRECTIONS, strict=True)):
        picture = np.zeros((800, 800, 3), np.uint8)
        for out, colour in ((0.9, (0, 0, 255)), (0.3, (0, 255, 0))):
            x, y = project(plane, COAST_CENTRES[n : n + 1] + out * away)[0]
            cv2.circle(picture, (round(x), round(y)), 4, colour, -1)
        patch = patches.cut_patches(
            picture,
            plane,
            COAST_CENTRES[n : n + 1] + OUT_SIDES * away,
            reach=REACH_SIDES,
            size=PATCH_PX,
            turns=TURNS[n : n + 1],
        )[0]
        for channel, out in ((2, 0.9), (1, 0.3)):
            rows, columns = np.nonzero(patch[..., channel] > 128)
            assert columns.mean() == pytest.approx(PATCH_PX / 2, abs=1.5), path
            assert rows.mean() == pytest.approx(
                PATCH_PX / 2 - (out - OUT_SIDES) / REACH_SIDES * PATCH_PX / 2, abs=1.5
            ), path


def test_outward_points_away_from_the_island() -> None:
    for path in COAST:
        at, away = np.array(position(path)), np.array(outward_direction(path))
        assert np.hypot(*away) == pytest.approx(1)
        assert np.hypot(*(at + away)) > np.hypot(*at) + 0.4


def test_a_clear_sign_gives_its_kind() -> None:
    rows = likelihoods_from_logits(logits({4: 3}), np.ones(len(COAST), bool))
    assert rows[4].argmax() == 3
    assert rows[5].argmax() == 0
    assert rows.min() > 0


def test_covered_paths_and_paths_outside_the_picture_are_uniform() -> None:
    there = np.ones(len(COAST), bool)
    there[7] = False
    rows = likelihoods_from_logits(logits({4: COVERED_CLASS, 7: 2}), there)
    for path in (4, 7):
        assert rows[path] == pytest.approx(np.full(7, rows[path, 0]), rel=1e-3)


def test_paths_with_signs_outside_the_picture_are_identified() -> None:
    plane = np.array([[50, 0, 400], [0, 50, 195], [0, 0, 1.0]])
    there = visible_paths(np.zeros((800, 800, 3), np.uint8), plane)
    assert [path for path, seen in zip(COAST, there, strict=True) if not seen] == [
        path for path in COAST if position(path)[1] + 0.55 * outward_direction(path)[1] < -3.9
    ]


def test_harbors_are_those_more_likely_there_than_not() -> None:
    shares = np.zeros((len(COAST), 7))
    shares[:, 0] = 1
    shares[3], shares[9] = [0.1, 0.7, 0.2, 0, 0, 0, 0], [0.6, 0.4, 0, 0, 0, 0, 0]
    (seen,) = likely_harbors(shares, np.diag([2.0, 2, 1]))
    assert (seen.id, seen.kind, seen.confidence) == (COAST[3], "generic", 0.7)
    assert seen.at == pytest.approx(2 * COAST_CENTRES[3])
    assert sum(seen.shares.values()) == pytest.approx(0.9)


def test_the_more_likely_of_two_harbors_at_one_intersection_is_kept() -> None:
    shares = np.zeros((len(COAST), 7))
    shares[:, 0] = 1
    shares[3], shares[4] = [0.3, 0.7, 0, 0, 0, 0, 0], [0.2, 0, 0.8, 0, 0, 0, 0]
    assert [seen.id for seen in likely_harbors(shares, np.eye(3))] == [COAST[4]]


def test_a_coast_without_harbors_is_read_as_empty(drawn_board: Drawn) -> None:
    shares = read_harbors(network("harbors.onnx"), drawn_board.picture, drawn_board.plane)
    assert likely_harbors(shares, drawn_board.plane) == ()


@pytest.mark.slow
@pytest.mark.parametrize(("turn", "tilt"), [(0, 0), (65, 25)])
def test_drawn_signs_are_read(photograph: Callable[..., Drawn], turn: float, tilt: float) -> None:
    seen = photograph(first_game_layout(), turn=turn, tilt=tilt)
    for path, kind in frame_harbors():
        sign(seen, path, kind)
    read = likely_harbors(read_harbors(network("harbors.onnx"), seen.picture, seen.plane), seen.plane)
    assert tuple((harbor.id, harbor.kind) for harbor in read) == frame_harbors()


@pytest.mark.slow
def test_drawn_signs_in_an_unprinted_arrangement_are_read(photograph: Callable[..., Drawn]) -> None:
    """The harbors are dealt again to the frame's places, and seen through a soft lens: the four generic signs
    look alike.
    """
    seen = photograph(first_game_layout(), turn=20, tilt=15)
    kinds = [kind for _, kind in frame_harbors()]
    dealt = tuple((path, kinds[(n + 4) % 9]) for n, (path, _) in enumerate(frame_harbors()))
    for path, kind in dealt:
        sign(seen, path, kind)
    seen.picture[:] = cv2.GaussianBlur(seen.picture, (0, 0), 2.5)
    read = likely_harbors(read_harbors(network("harbors.onnx"), seen.picture, seen.plane), seen.plane)
    assert {harbor.id: harbor.kind for harbor in read} == dict(dealt)


@pytest.mark.slow
def test_a_hand_over_two_harbors_leaves_them_to_the_frame(photograph: Callable[..., Drawn]) -> None:
    seen = photograph(first_game_layout(), turn=0, tilt=0)
    for path, kind in frame_harbors():
        sign(seen, path, kind)
    hidden = (COAST[3], COAST[7])
    ends = np.round(
        project(seen.plane, np.array([np.array(position(p)) + outward_direction(p) for p in hidden]))
    )
    cv2.line(seen.picture, ends[0].astype(int).tolist(), ends[1].astype(int).tolist(), (110, 140, 200), 90)
    shares = read_harbors(network("harbors.onnx"), seen.picture, seen.plane)
    assert tuple((harbor.id, harbor.kind) for harbor in likely_harbors(shares, seen.plane)) == frame_harbors()


def read_photo(name: Path) -> tuple[list[tuple[PathId, HarborKind]], tuple[HarborReading, ...], int]:
    """A photo's labelled harbors, those read, and how many are right looking at each path alone."""
    picture, grow = shrink_to_limit(np.asarray(cv2.imread(str(name)), np.uint8))
    located = locate(picture, network("finder.onnx"))
    assert isinstance(located, BoardPose), name
    plane = grow @ located.plane
    middles = project(plane, COAST_CENTRES)
    labels = json.loads(name.with_name(name.name + ".json").read_text("utf-8"))["harbors"]
    named_paths = [
        (int(np.linalg.norm(middles - label["at"], axis=1).argmin()), HARBOR_KINDS.index(label["kind"]))
        for label in labels
    ]
    rows = likelihoods(network("harbors.onnx"), picture, located.plane)
    alone = sum(int(rows[path].argmax()) == 1 + kind for path, kind in named_paths)
    seen = likely_harbors(read_harbors(network("harbors.onnx"), picture, located.plane), plane)
    return [(COAST[path], HARBOR_KINDS[kind]) for path, kind in named_paths], seen, alone


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "labelled", "right", "right_alone"),
    [
        # Only measured.
        ("board/sculpted", 81, 81, 55),
        ("board/webcam", 36, 36, 34),
        # A part of training.
        ("board/standard", 44, 44, 43),
    ],
)
def test_harbors_of_real_photos_are_read(
    photos: Path, folder: str, labelled: int, right: int, right_alone: int
) -> None:
    """All right with the frame's help; none invented where a photo shows it; none sure and wrong."""
    all_labels: list[tuple[PathId, HarborKind]] = []
    found = found_alone = 0
    for name in sorted((photos / folder).glob("*.jpg")):
        labels, seen, alone = read_photo(name)
        all_labels += labels
        found += sum((harbor.id, harbor.kind) in labels for harbor in seen)
        found_alone += alone
        wrong = [harbor for harbor in seen if (harbor.id, harbor.kind) not in labels]
        # A ninth harbor may lie just out of the picture.
        assert all(harbor.confidence < 0.95 for harbor in wrong if len(labels) == 9), name
    assert len(all_labels) == labelled
    assert found >= right
    assert found_alone >= right_alone
