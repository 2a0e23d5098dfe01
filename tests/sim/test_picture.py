"""The drawn picture of a board: correct geometry and layout, reproducible by seed."""

import itertools
import math
import random
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from companion.island.geometry import (
    COAST,
    HEXES,
    HexId,
    IntersectionId,
    PathId,
    PieceColour,
    PieceKind,
    position,
)
from companion.island.layout import BOX_NUMBERS, BOX_TERRAINS, Layout
from companion.island.setups import first_game_layout, variable_layout
from companion.sim.picture import (
    TABLES,
    CameraEffects,
    CameraPose,
    Light,
    Piece,
    PoseError,
    Table,
    render_board,
)
from companion.sim.picture.canvas import token_print
from companion.sim.picture.render import LightError
from companion.sim.picture.solids import PieceError
from tests.score.cloths import Cloth, Weave, cloth_top

CLEAN_LENS = CameraEffects(blur=0, vignette=0, noise=0, jpeg_quality=None)
EVEN_LIGHT = Light(warmth=0, falloff=0, shadows=0)
POSES = [
    CameraPose(),
    CameraPose(tilt=0, distance=15),
    CameraPose(tilt=35, rotation=70, aim=(0.3, 0.8)),
    CameraPose(640, 480, tilt=25, rotation=-130, roll=4, distance=18, field_of_view=55),
]
LAYOUT = first_game_layout()


def random_layout(seed: int) -> Layout:
    """Return the contents of one box in random order."""
    shuffled = random.Random(seed)
    terrains = [terrain for terrain, count in BOX_TERRAINS.items() for _ in range(count)]
    frame = list(range(6))
    shuffled.shuffle(terrains)
    shuffled.shuffle(frame)
    return variable_layout(terrains, HexId("h0,-2"), frame=frame)


def lab_around(
    picture: NDArray[np.uint8], camera: CameraPose, x: float, y: float, inner: float, outer: float
) -> NDArray[np.float64]:
    """Median colour of the ring between two radii (hex sides) around a point of the plane, in CIELAB."""
    angles = np.linspace(0, 2 * math.pi, 48, endpoint=False)
    ring = [
        (x + radius * math.cos(a), y + radius * math.sin(a))
        for radius in np.linspace(inner, outer, 5)
        for a in angles
    ]
    pixels = np.rint(camera.project(ring)).astype(int)
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(float)
    return np.asarray(np.median(lab[pixels[:, 1], pixels[:, 0]], axis=0), np.float64)


def distance(one: ArrayLike, other: ArrayLike) -> float:
    return float(np.linalg.norm(np.asarray(one) - np.asarray(other)))


class TestPose:
    @pytest.mark.parametrize("camera", POSES)
    def test_the_homography_maps_every_hex_to_its_projection(self, camera: CameraPose) -> None:
        centres = np.array([position(h) for h in HEXES])
        through = cv2.perspectiveTransform(centres[None], camera.homography())[0]
        assert through == pytest.approx(camera.project(centres), abs=1e-6)

    def test_the_aim_point_is_in_the_middle_of_the_picture(self) -> None:
        camera = CameraPose(tilt=30, rotation=40, roll=5, aim=(1.0, -0.5))
        assert camera.project([(1.0, -0.5)])[0] == pytest.approx((639.5, 359.5))

    def test_without_rotation_north_is_up_and_south_is_near(self) -> None:
        camera = CameraPose(tilt=30)
        west, east, north, south = camera.project([(-1, 0), (1, 0), (0, -1), (0, 1)])
        assert west[0] < east[0]
        assert north[1] < south[1]
        assert camera.depth([(0, 1, 0)])[0] < camera.depth([(0, -1, 0)])[0]

    def test_rotation_turns_the_board_clockwise(self) -> None:
        x, y = CameraPose(tilt=0, rotation=90).project([(0, -1)])[0]
        assert x > 700
        assert y == pytest.approx(359.5)

    def test_a_hex_side_has_the_documented_length_in_pixels(self) -> None:
        camera = CameraPose(tilt=0)
        (x0, _), (x1, _) = camera.project([(0, 0), (1, 0)])
        assert x1 - x0 == pytest.approx(camera.pixels_per_side())

    def test_tall_pieces_extend_towards_the_far_side(self) -> None:
        camera = CameraPose(tilt=30)
        foot, top = camera.project([(0, 0, 0), (0, 0, 0.5)])
        assert top[1] < foot[1]

    @pytest.mark.parametrize(
        "invalid_options",
        [{"tilt": 61}, {"tilt": -1}, {"width": 0}, {"distance": 1}, {"field_of_view": 5},
         {"tilt": 60, "field_of_view": 90}],
    )  # fmt: skip
    def test_an_invalid_pose_is_refused(self, invalid_options: dict[str, Any]) -> None:
        with pytest.raises(PoseError):
            CameraPose(**invalid_options)


class TestBoardPicture:
    def test_has_the_size_asked_for(self) -> None:
        picture = render_board(LAYOUT, camera=CameraPose(320, 240))
        assert picture.shape == (240, 320, 3)
        assert picture.dtype == np.uint8

    def test_is_the_same_for_the_same_seed(self) -> None:
        camera = CameraPose(320, 240)
        one = render_board(LAYOUT, camera=camera, seed=5)
        assert np.array_equal(one, render_board(LAYOUT, camera=camera, seed=5))
        assert not np.array_equal(one, render_board(LAYOUT, camera=camera, seed=6))

    def test_another_shot_of_the_same_scene_differs_by_noise_only(self) -> None:
        first, second = (render_board(LAYOUT, camera=CameraPose(320, 240), shot=n) for n in (0, 1))
        change = np.abs(first.astype(int) - second.astype(int))
        assert 0.3 < change.mean() < 6
        # A new arrangement would change whole patches: smoothed, the two are all but one.
        smooth = [cv2.GaussianBlur(p, (0, 0), 3).astype(int) for p in (first, second)]
        assert np.abs(smooth[0] - smooth[1]).max() < 12

    @pytest.mark.parametrize("camera", POSES)
    def test_the_colour_at_the_projected_hex_identifies_its_terrain(self, camera: CameraPose) -> None:
        layout = random_layout(1)
        picture = render_board(layout, camera=camera, light=EVEN_LIGHT, lens=CLEAN_LENS)
        rings = {h: lab_around(picture, camera, *position(h), 0.42, 0.58) for h in HEXES}
        by_terrain = defaultdict(list)
        for h, colour in rings.items():
            by_terrain[layout.terrain(h)].append(colour)
        centres = {terrain: np.mean(colours, axis=0) for terrain, colours in by_terrain.items()}
        for h, colour in rings.items():
            nearest = min(centres, key=lambda terrain: distance(centres[terrain], colour))
            assert nearest == layout.terrain(h), h
        for one, other in itertools.combinations(centres.values(), 2):
            assert distance(one, other) > 20

    @pytest.mark.parametrize("camera", POSES)
    def test_every_hex_except_the_desert_has_a_cream_token(self, camera: CameraPose) -> None:
        picture = render_board(LAYOUT, camera=camera, light=EVEN_LIGHT, lens=CLEAN_LENS)
        cream = np.array([172, 220, 240])
        disc = [(r * math.cos(a), r * math.sin(a)) for r in np.linspace(0, 0.2, 9) for a in range(24)]
        for h in HEXES:
            x, y = np.rint(camera.project(np.array(disc) + position(h))).astype(int).T
            share = (np.abs(picture[y, x].astype(int) - cream).max(axis=1) < 12).mean()
            assert (share > 0.25) if LAYOUT.number(h) is not None else (share < 0.05), h

    def test_only_sixes_and_eights_are_printed_red(self) -> None:
        camera = CameraPose(tilt=0)
        picture = render_board(LAYOUT, camera=camera, light=EVEN_LIGHT, lens=CLEAN_LENS).astype(int)
        for h in HEXES:
            x, y = np.rint(camera.project([position(h)])[0]).astype(int)
            reach = round(0.2 * camera.pixels_per_side())
            patch = picture[y - reach : y + reach, x - reach : x + reach]
            red = ((patch[..., 2] - patch[..., 1] > 90) & (patch[..., 2] > 120)).mean()
            if LAYOUT.number(h) is not None:
                assert (red > 0.02) == (LAYOUT.number(h) in (6, 8)), h

    @pytest.mark.parametrize("number", [n for n in BOX_NUMBERS if n not in (6, 9)])
    def test_prints_differ_from_number_to_number_at_any_rotation(self, number: int) -> None:
        mine = token_print(number)
        for other in set(BOX_NUMBERS) - {number}:
            for turn in range(0, 360, 15):
                spin = cv2.getRotationMatrix2D((159.5, 159.5), turn, 1)
                turned = cv2.warpAffine(token_print(other), spin, (320, 320))
                overlap = np.minimum(mine, turned).sum() / np.maximum(mine, turned).sum()
                assert overlap < 0.85, (other, turn)

    def test_the_dots_distinguish_six_from_nine(self) -> None:
        upside_down = token_print(9)[::-1, ::-1]
        six = token_print(6)
        assert np.minimum(six, upside_down).sum() / np.maximum(six, upside_down).sum() < 0.6

    def test_the_sea_surrounds_the_island_and_the_table_surrounds_the_sea(self) -> None:
        camera = CameraPose(tilt=20)
        picture = render_board(LAYOUT, camera=camera, light=EVEN_LIGHT, lens=CLEAN_LENS).astype(int)
        sea = [(5.5 * math.cos(a), 5.5 * math.sin(a)) for a in np.radians((0, 60, 120, 180, 240, 300))]
        for x, y in np.rint(camera.project(sea)).astype(int):
            blue, _, red = picture[y, x]
            assert blue > red + 60
        for x, y in np.rint(camera.project([(-7, 0), (7, 0)])).astype(int):
            blue, _, red = picture[y, x]
            assert red > blue + 30

    @pytest.mark.slow
    def test_a_harbor_changes_the_picture_only_at_its_path(self) -> None:
        camera = CameraPose(tilt=0)
        bare = Layout(LAYOUT.terrains, LAYOUT.numbers)
        with_one = Layout(LAYOUT.terrains, LAYOUT.numbers, ((COAST[2], "wool"),))
        change = _changed_points(bare, (), with_one, (), camera)
        x, y = position(COAST[2])
        assert np.hypot(change[:, 0] - x, change[:, 1] - y).max() < 1.3
        # Its ship lies out at sea: farther from the middle of the island than the path.
        assert np.hypot(*change.mean(axis=0)) > np.hypot(x, y) + 0.2

    @pytest.mark.parametrize("table", TABLES)
    def test_the_board_is_drawn_on_any_table(self, table: Table) -> None:
        camera = CameraPose(320, 180)
        picture = render_board(LAYOUT, camera=camera, table=table)
        corner = picture[:20, :20].reshape(-1, 3).mean(axis=0)
        assert 20 < corner.mean() < 235

    @pytest.mark.parametrize("weave", ["felt", "checked", "striped", "strewn"])
    def test_the_board_is_drawn_on_a_cloth_of_any_colour(self, weave: Weave) -> None:
        cloth = Cloth((160.0, 60.0, 40.0), (40.0, 60.0, 160.0), weave, width=0.6)
        picture = render_board(
            LAYOUT, camera=CameraPose(320, 180), table=cloth_top(cloth, 0), light=Light(warmth=0)
        )
        beside = picture[:, :40].reshape(-1, 3).astype(float)
        bluish, reddish = (beside[:, 0] > beside[:, 2] + 40).mean(), (beside[:, 2] > beside[:, 0] + 40).mean()
        assert bluish > 0.2
        assert (reddish > 0.1) == (weave != "felt")

    def test_a_dim_lamp_darkens_and_a_warm_lamp_yellows_the_picture(self) -> None:
        camera = CameraPose(320, 180)
        plain, dim, warm = (
            render_board(LAYOUT, camera=camera, light=light).reshape(-1, 3).mean(axis=0)
            for light in (Light(warmth=0), Light(warmth=0, brightness=0.4), Light(warmth=1))
        )
        assert dim.mean() < 0.5 * plain.mean()
        assert warm[2] / warm[0] > 1.15 * plain[2] / plain[0]

    def test_an_invalid_lamp_or_lens_is_refused(self) -> None:
        with pytest.raises(LightError):
            Light(brightness=0)
        with pytest.raises(LightError):
            Light(height=5)
        with pytest.raises(LightError):
            CameraEffects(jpeg_quality=0)


def _changed_points(
    layout: Layout,
    pieces: Sequence[Piece],
    other_layout: Layout,
    other_pieces: Sequence[Piece],
    camera: CameraPose,
    robbers: tuple[HexId | None, HexId | None] = (None, None),
) -> NDArray[np.float64]:
    """Return the plane's points (N x 2) where two pictures differ clearly."""
    one, other = (
        render_board(lay, p, robber, camera=camera, light=EVEN_LIGHT, lens=CLEAN_LENS).astype(int)
        for lay, p, robber in ((layout, pieces, robbers[0]), (other_layout, other_pieces, robbers[1]))
    )
    rows, columns = np.nonzero(np.abs(one - other).max(axis=2) > 40)
    pixels = np.column_stack([columns, rows]).astype(float)
    found = cv2.perspectiveTransform(pixels[None], np.linalg.inv(camera.homography()))
    return np.asarray(found[0], np.float64)


class TestPieces:
    ROAD = Piece("road", PathId("p1,0"), "red")

    @pytest.mark.parametrize("camera", POSES)
    @pytest.mark.parametrize(
        ("kind", "at", "reach"),
        [
            ("road", PathId("p1,0"), 0.4),
            ("settlement", IntersectionId("i1,1"), 0.5),
            ("city", IntersectionId("i-1,-1"), 0.75),
        ],
    )
    def test_a_piece_stands_on_its_projected_site(
        self, camera: CameraPose, kind: PieceKind, at: IntersectionId | PathId, reach: float
    ) -> None:
        change = _changed_points(LAYOUT, (), LAYOUT, (Piece(kind, at, "blue"),), camera)
        away = np.hypot(*(change - position(at)).T)
        assert away.max() < reach
        assert away.min() < 0.1

    def test_adding_pieces_does_not_move_others(self) -> None:
        camera = CameraPose(tilt=10)
        alone = (self.ROAD,)
        change = _changed_points(
            LAYOUT, alone, LAYOUT, (*alone, Piece("city", IntersectionId("i-4,2"), "white")), camera
        )
        assert np.hypot(*(change - position("i-4,2")).T).max() < 0.7

    @pytest.mark.parametrize(
        ("colour", "hue"), [("red", 0), ("orange", 14), ("blue", 108), ("green", 67), ("brown", 12)]
    )
    def test_pieces_have_the_colour_of_their_player(self, colour: PieceColour, hue: int) -> None:
        camera = CameraPose(tilt=0)
        picture = render_board(
            LAYOUT, [Piece("road", PathId("p1,0"), colour)], camera=camera, light=EVEN_LIGHT, lens=CLEAN_LENS
        )
        x, y = np.rint(camera.project([position("p1,0")])[0]).astype(int)
        found = int(cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)[y, x, 0])
        assert min(abs(found - hue), 180 - abs(found - hue)) <= 6

    def test_a_white_piece_is_white(self) -> None:
        camera = CameraPose(tilt=0)
        picture = render_board(
            LAYOUT, [Piece("road", PathId("p1,0"), "white")], camera=camera, light=EVEN_LIGHT, lens=CLEAN_LENS
        )
        x, y = np.rint(camera.project([position("p1,0")])[0]).astype(int)
        assert picture[y, x].min() > 200

    def test_shadows_fall_away_from_the_lamp(self) -> None:
        camera = CameraPose(tilt=0)
        lamp = Light(warmth=0, falloff=0, bearing=270, height=35)
        bare, covered = (
            render_board(LAYOUT, p, camera=camera, light=lamp, lens=CLEAN_LENS).astype(int)
            for p in ((), (Piece("city", IntersectionId("i1,1"), "white"),))
        )
        darker = np.argwhere((bare - covered).min(axis=2) > 15)[:, ::-1]
        site = camera.project([position("i1,1")])[0]
        assert darker[:, 0].mean() > site[0] + 4

    def test_the_robber_is_a_dark_figure_on_its_hex(self) -> None:
        camera = CameraPose(tilt=10)
        change = _changed_points(LAYOUT, (), LAYOUT, (), camera, (None, HexId("h0,0")))
        assert np.hypot(*change.T).max() < 0.8

    def test_pieces_on_an_unknown_site_are_refused(self) -> None:
        with pytest.raises(PieceError):
            Piece("road", IntersectionId("i1,1"), "red")
        with pytest.raises(PieceError):
            Piece("city", PathId("p1,0"), "red")
        with pytest.raises(PieceError):
            Piece("road", PathId("p1,0"), "pink")  # type: ignore[arg-type]  # what is refused
        with pytest.raises(PieceError):
            render_board(LAYOUT, robber=HexId("h9,9"), camera=CameraPose(64, 48))
