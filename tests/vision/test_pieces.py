"""Piece readings on rendered boards with unseen art and shapes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import (
    COLOURS,
    ENDS,
    HEX_INDEX,
    HEXES,
    INTERSECTIONS,
    PATHS,
    PATHS_AT,
    SITES,
    HexId,
    Site,
    Standing,
    position,
)
from companion.island.setups import first_game_layout
from companion.sim.picture import CameraPose, Light, Piece, render_board
from vision import pieces
from vision.board_posterior import joint_posterior
from vision.detector import VIEW_PX
from vision.lattice import CENTRES, project
from vision.locate import PLANE_TO_VIEW
from vision.network import DISPUTED_P, Network, network
from vision.patches import PAPER_COLOUR
from vision.pieces import (
    CLASSES,
    COVERED_CLASS,
    KINDS,
    STANDINGS,
    likelihoods_from_logits,
    read_sites,
)


def some_pieces(seed: int) -> list[Piece]:
    """Four buildings of each of four players and roads beside most, none next to another."""
    rng = np.random.default_rng(seed)
    free, roads = list(INTERSECTIONS), list(PATHS)
    placed = []
    for colour in COLOURS[:4]:
        for n in range(4):
            at = free[int(rng.integers(len(free)))]
            near = {end for path in PATHS_AT[at] for end in ENDS[path]}
            free = [i for i in free if i not in near]
            placed.append(Piece("city" if n == 3 else "settlement", at, colour))
            for path in PATHS_AT[at]:
                if path in roads and rng.random() < 0.6:
                    roads.remove(path)
                    placed.append(Piece("road", path, colour))
    return placed


def truth(placed: list[Piece]) -> dict[Site, Standing]:
    return {piece.at: Standing(piece.kind, piece.colour) for piece in placed}


def read(picture: NDArray[np.uint8], plane: NDArray[np.float64]) -> dict[Site, tuple[Standing | None, float]]:
    settled = joint_posterior(read_sites(network("pieces.onnx"), picture, plane))
    return {
        site: (STANDINGS[int(shares.argmax())], float(shares.max()))
        for site, shares in zip(SITES, settled, strict=True)
    }


@pytest.mark.parametrize(
    ("tilt", "rotation", "light"),
    [
        (0, 0, Light()),
        (20, 77, Light(warmth=0.8, brightness=0.8)),
        (40, 200, Light(warmth=-0.4, bearing=120)),
    ],
)
def test_rendered_pieces_are_read(tilt: float, rotation: float, light: Light) -> None:
    placed = some_pieces(int(tilt))
    camera = CameraPose(tilt=tilt, rotation=rotation)
    picture = render_board(first_game_layout(), placed, camera=camera, light=light, table="walnut", seed=3)
    seen, there = read(picture, camera.homography()), truth(placed)
    occupied = {site: standing for site, (standing, _) in seen.items() if standing is not None}
    assert len(occupied.keys() ^ there.keys()) <= 2
    wrong_colour = [s for s in occupied.keys() & there.keys() if occupied[s].colour != there[s].colour]
    assert not wrong_colour
    right = sum(seen[site][0] == standing for site, standing in there.items())
    assert right >= 0.9 * len(there)


@pytest.mark.slow
def test_an_empty_board_has_no_pieces() -> None:
    camera = CameraPose(tilt=25, rotation=10)
    seen = read(render_board(first_game_layout(), camera=camera, seed=5), camera.homography())
    assert all(standing is None for standing, _ in seen.values())
    assert min(share for _, share in seen.values()) > 0.8


def test_grey_rock_does_not_change_the_white_balance() -> None:
    view = np.full((VIEW_PX, VIEW_PX, 3), PAPER_COLOUR * 200, np.uint8)
    rock = project(PLANE_TO_VIEW, CENTRES[HEX_INDEX[HexId("h0,-2")]][None])[0].astype(int)
    cv2.circle(view, rock.tolist(), 40, (150, 110, 100), -1)
    white = pieces.paper_brightness_from_view(view, np.ones(len(HEXES), np.bool_))
    hues = white / white.mean(axis=1, keepdims=True)
    assert np.abs(hues - PAPER_COLOUR / PAPER_COLOUR.mean()).max() < 0.02
    # Each part of the board itself shows how much light falls there.
    assert white.mean(axis=1).min() < 0.95 * white.mean(axis=1).max()


def test_a_warm_lamp_changes_the_white_balance_everywhere() -> None:
    warm = np.array([0.6, 0.9, 1.1])
    view = (np.full((VIEW_PX, VIEW_PX, 3), PAPER_COLOUR * 200) * warm).clip(0, 255).astype(np.uint8)
    white = pieces.paper_brightness_from_view(view, np.ones(len(HEXES), np.bool_))
    assert white == pytest.approx(np.tile(PAPER_COLOUR * 200 * warm / 255, (len(SITES), 1)), abs=0.01)


@pytest.mark.slow
def test_only_the_sites_asked_for_are_read() -> None:
    camera = CameraPose()
    picture = render_board(first_game_layout(), some_pieces(1), camera=camera, seed=1)
    chosen = [SITES[100], SITES[3], SITES[71]]
    every = read_sites(network("pieces.onnx"), picture, camera.homography())
    some = read_sites(network("pieces.onnx"), picture, camera.homography(), chosen)
    assert some.shape == (3, len(STANDINGS))
    assert some == pytest.approx(every[[100, 3, 71]], abs=1e-4)
    assert read_sites(network("pieces.onnx"), picture, camera.homography(), []).shape == (0, len(STANDINGS))


def test_a_covered_or_invisible_site_is_uniform() -> None:
    camera = CameraPose()
    picture = render_board(first_game_layout(), some_pieces(1), camera=camera, seed=1)
    plane = camera.homography() + np.array([[0, 0, 2000], [0, 0, 0], [0, 0, 0]])
    rows = read_sites(network("pieces.onnx"), picture, plane)
    assert (rows.max(axis=1) < 0.15).all()


def test_overexposed_sites_are_undecided() -> None:
    camera = CameraPose()
    picture = render_board(first_game_layout(), camera=camera, light=Light(glare=2), seed=1)
    at = np.round(camera.project(pieces.SITE_PLACES)).astype(int)
    burnt = np.array([(picture[y - 9 : y + 10, x - 9 : x + 10] >= 250).all() for x, y in at])
    assert burnt.sum() > 5
    rows = read_sites(network("pieces.onnx"), picture, camera.homography())
    # Of a path's seven answers each has 0.14, of a corner's thirteen 0.08.
    assert rows[burnt].max() < 0.25
    assert np.median(rows[~burnt, 0]) > 0.99


def test_an_overexposed_white_piece_is_still_read() -> None:
    none, blind = np.array([False]), np.ones(1)
    seen = likelihoods_from_logits(logits(KINDS.index("city"), COLOURS.index("white")), none, ~none, blind)[0]
    assert seen[STANDINGS.index(Standing("city", "white"))] > 0.99
    bare = likelihoods_from_logits(logits(0), none, ~none, blind)[0]
    assert bare.max() < 0.2


@pytest.mark.slow
def test_a_hand_over_a_site_is_not_read_as_a_piece() -> None:
    camera = CameraPose(rotation=15)
    picture = render_board(first_game_layout(), camera=camera, seed=2)
    before = picture.copy()
    here = INTERSECTIONS[24]
    x, y = (cv2.perspectiveTransform(np.array([[position(here)]]), camera.homography()))[0, 0].astype(int)
    cv2.line(picture, (int(x), int(y)), (int(x), 720), (120, 150, 205), 150, cv2.LINE_AA)
    assert (picture != before).any()
    n = SITES.index(here)
    rows = read_sites(network("pieces.onnx"), picture, camera.homography(), [here])[0]
    assert rows[1:].max() < 0.5
    assert n >= len(PATHS)


def logits(kind: int, colour: int = 0) -> NDArray[np.float32]:
    row = np.zeros((1, pieces.CLASSES + len(COLOURS)), np.float32)
    row[0, kind] = row[0, pieces.CLASSES + colour] = 12
    return row


@pytest.mark.parametrize(("kind", "on_path"), [("road", True), ("settlement", False), ("city", False)])
def test_likelihoods_name_kind_and_colour(kind: Any, on_path: bool) -> None:
    for n, colour in enumerate(COLOURS):
        rows = likelihoods_from_logits(logits(KINDS.index(kind), n), np.array([on_path]), np.array([True]))
        assert STANDINGS[int(rows[0].argmax())] == Standing(kind, colour)
        assert rows.sum() == pytest.approx(1)


def test_a_building_never_stands_on_a_path() -> None:
    rows = likelihoods_from_logits(logits(KINDS.index("city")), np.array([True]), np.array([True]))[0]
    by_kind: Mapping[str, float] = {
        kind: sum(rows[m] for m, s in enumerate(STANDINGS) if s is not None and s.kind == kind)
        for kind in ("road", "settlement", "city")
    }
    assert by_kind["city"] == by_kind["settlement"] == 0


@pytest.mark.parametrize(("kind", "visible"), [(COVERED_CLASS, True), (1, False)])
def test_covered_or_outside_sites_are_uniform_over_the_possible_standings(kind: int, visible: bool) -> None:
    rows = likelihoods_from_logits(logits(kind), np.array([True]), np.array([visible]))[0]
    able = [m for m, s in enumerate(STANDINGS) if s is None or s.kind == "road"]
    assert rows[able] == pytest.approx(np.full(len(able), 1 / len(able)), abs=1e-3)


class Looks(Network):
    """A network with different answers at the first and the second look; it counts patches."""

    @property
    def patch_px(self) -> int:
        return 48

    def __init__(self, *output: float) -> None:
        """Each the probability that it gives a red road; else nothing is there."""
        self.output, self.shown = output, list[int]()

    def run(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        road = self.output[min(len(self.shown), len(self.output) - 1)]
        row = np.full(CLASSES + len(COLOURS), -12.0, np.float32)
        row[KINDS.index("road")], row[0] = np.log(road / (1 - road)), 0
        row[CLASSES + COLOURS.index("red")] = 0
        self.shown.append(len(inputs))
        return np.repeat(row[None], len(inputs), axis=0)


def road_share(reader: Looks, *, closely: bool = True) -> float:
    """Return the share of a road on a path, by a network."""
    picture, white = np.full((VIEW_PX, VIEW_PX, 3), 120, np.uint8), np.full((len(SITES), 3), 0.7)
    (row,) = read_sites(reader, picture, PLANE_TO_VIEW, [PATHS[30]], white, augment=closely)
    assert row.sum() == pytest.approx(1)
    return float(row[STANDINGS.index(Standing("road", "red"))])


def test_an_undecided_site_is_read_rotated_mirrored_and_shifted() -> None:
    reader = Looks(0.7, 0.02)
    assert road_share(reader) < 0.05
    # The first look was one of its four views.
    assert reader.shown == [1, 3, 1, 1, 1, 1]


def test_a_clear_site_is_read_once() -> None:
    reader = Looks(0.9995)
    assert road_share(reader) > 0.99
    assert reader.shown == [1]


def test_tracking_reads_each_site_once() -> None:
    reader = Looks(0.7, 0.02)
    road_share(reader, closely=False)
    assert reader.shown == [1]


def test_a_misplaced_road_is_read_with_shifted_views() -> None:
    #                first look, turned and mirrored, along the path twice, across it twice
    aside = road_share(Looks(0.2, 0.2, 0.1, 0.1, 0.9995, 0.01))
    assert aside > 0.9 > 0.3 > road_share(Looks(0.2, 0.2, 0.1, 0.1, 0.5, 0.01))


def test_a_second_network_disputes_other_pieces_and_colours_but_not_what_it_cannot_see(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    logits = np.zeros((len(SITES), CLASSES + len(COLOURS)), np.float32)
    logits[:, KINDS.index(None)] = 9
    logits[1:4, [KINDS.index(None), KINDS.index("road")]] = [0, 9]
    logits[1:4, CLASSES + COLOURS.index("red")] = 9
    logits[4, [KINDS.index(None), COVERED_CLASS]] = [0, 9]
    monkeypatch.setattr(pieces, "_classify_patch", lambda *given: logits)
    shares = np.zeros((len(SITES), len(STANDINGS)))
    shares[:, 0] = 1
    red, orange = Standing("road", "red"), Standing("road", "orange")
    for site, road in ((0, red), (1, red), (2, orange), (4, red)):
        shares[site] = [standing == road for standing in STANDINGS]
    picture, plane = np.full((900, 900, 3), 90, np.uint8), np.array([[90.0, 0, 450], [0, 90, 450], [0, 0, 1]])
    white = np.ones((len(SITES), 3))
    disputed = pieces.disputed_pieces(network("pieces_witness.onnx"), picture, plane, white, shares)
    assert np.flatnonzero(disputed.presence).tolist() == [0, 3]
    assert np.flatnonzero(disputed.colour).tolist() == [2]


def test_a_disputed_answer_has_other_answers_to_the_same_question() -> None:
    shares = np.zeros((4, len(STANDINGS)))
    red, orange = STANDINGS.index(Standing("road", "red")), STANDINGS.index(Standing("road", "orange"))
    shares[:3, [0, red, orange]] = 0.001, 0.989, 0.01
    city, settlement = (STANDINGS.index(Standing(kind, "red")) for kind in ("city", "settlement"))
    shares[3, [0, city, settlement]] = 0.001, 0.989, 0.01
    presence, colour, kind = (np.arange(4) == n for n in (0, 1, 3))
    limited = pieces.SiteDisputes(presence, colour, kind).limit_certainty(shares)
    assert limited.sum(axis=1) == pytest.approx(np.ones(4))
    assert 1 - limited[0, 0] == pytest.approx(DISPUTED_P)
    assert limited[0, red] / limited[0, orange] == pytest.approx(98.9)
    assert limited[1, 0] == pytest.approx(0.001)
    assert limited[1, red] / (1 - limited[1, 0]) == pytest.approx(DISPUTED_P)
    assert limited[2] == pytest.approx(shares[2])
    assert limited[3, city] / (1 - limited[3, 0]) == pytest.approx(DISPUTED_P)
