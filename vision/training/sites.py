"""Training patches of sites and hexes: real pieces of licensed photos, and drawn ones on real boards.

Patches are float BGR with white near 1, GRAIN_PX pixels a hex side before `render_view` cuts them. A lean (x,
y) is the displacement of a point per unit of height, away from the camera's foot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COLOURS, HEX_INDEX, HEXES, SITES
from vision.lattice import CENTRES, project
from vision.patches import PAPER_COLOUR, to_network_inputs
from vision.pieces import COVERED_CLASS, KINDS, REACH_SIDES, SITE_PLACES, TURNS, rotate_vectors
from vision.robber import ABSENT_CLASS, HEX_SITES, HIDDEN_CLASS, ROBBER_CLASS
from vision.robber import PATCH_PX as ROBBER_PATCH
from vision.robber import REACH_SIDES as ROBBER_REACH
from vision.training import reliefs
from vision.training.boards import PLANE_TO_PICTURE, LabelledBoard, white_balance_patch
from vision.training.bodies.layers import BodyLayers, compose, rotate_and_mirror, vary_surface
from vision.training.labels import feasible_shares
from vision.training.reliefs import GRAIN_PX, Floats
from vision.training.textures import Rng, noise
from vision.training.tokens import draw_token, paste_token, random_token_style

PATCH_PX: Final = 48
"""Pixels across the patch of a site."""
WIDE_SIDES: Final = 1.0
"""Half the extent of the scene from which a patch is cut, in hex sides."""
ROBBER_WIDE_SIDES: Final = 1.6
ROAD_SITES: Final = np.array([str(site).startswith("p") for site in SITES])
_BUILDINGS: Final = ("settlement", "city")
_PIECES: Final = ("road", *_BUILDINGS)
_KIND_SHARES: Final = (0.36, 0.32, 0.32)
"""Sampling share of each kind of piece."""
_COLOUR_SHARES: Final = (0.2, 0.2, 0.2, 0.2, 0.1, 0.1)
"""Sampling share of each of `COLOURS`."""
_PATH_SITES, _INTERSECTION_SITES = np.flatnonzero(ROAD_SITES), np.flatnonzero(~ROAD_SITES)
_RENDERED_P: Final = 0.7
"""Share of path-traced bodies among the pieces in the middle, if there are any; the others are reliefs."""
_MAX_OFFSET_SIDES: Final = 0.35
"""Farthest from its site that a piece still belongs to it: halfway to the next is half a side."""
_MAX_SHINE_LOG: Final = 1.0
"""Limits the shine (log factor): the paint must stay visible, since it shows whose a piece is."""
_SKIN_BGR: Final = np.array([[0.45, 0.6, 0.85]])


def site_window(board: LabelledBoard, site: int, reach: float = WIDE_SIDES) -> Floats:
    """Return a board around a site, rotated like a patch and white-balanced: 2 `reach` hex sides square."""
    return white_balance_patch(
        board, board_window(board, SITE_PLACES[site], float(TURNS[site]), reach), site
    ).copy()


def board_window(
    board: LabelledBoard, at: NDArray[np.float64], turn: float, reach: float = WIDE_SIDES
) -> NDArray[np.uint8]:
    """Return a board around a point of its plane, rotated; `reach` is half its extent in hex sides."""
    extent = int(2 * reach * GRAIN_PX)
    c, s = np.cos(turn), np.sin(turn)
    x, y = project(PLANE_TO_PICTURE, at[None])[0]
    half = extent / 2 - 0.5
    affine = np.array([[c, -s, x - c * half + s * half], [s, c, y - s * half - c * half]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(board.picture, affine, (extent, extent), flags=flags, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def draw_clutter(picture: Floats, rng: Rng) -> NDArray[np.float32]:
    """Draw an object that is no piece over a picture: a hand or sleeve, a card, a die, a mug.

    Returns:
        The share of each pixel that it covers.
    """
    size = picture.shape[0]
    mask = np.zeros((size, size), np.uint8)
    x, y = rng.uniform(0, size, 2)
    kind = rng.random()
    if kind < 0.45:
        bearing = rng.uniform(0, 2 * np.pi)
        arm = np.array([np.cos(bearing), np.sin(bearing)]) * size * 1.5
        thick = int(rng.uniform(0.15, 1.2) * GRAIN_PX)
        cv2.line(mask, (int(x), int(y)), (int(x + arm[0]), int(y + arm[1])), 255, thick, cv2.LINE_AA)
        skin = rng.random() < 0.6
        tone = _SKIN_BGR * rng.uniform(0.35, 1.2) if skin else rng.random((1, 3))
    elif kind < 0.7:
        box = cv2.boxPoints(((x, y), (rng.uniform(0.8, 1.4) * GRAIN_PX, GRAIN_PX * 1.2), rng.uniform(0, 180)))
        cv2.fillConvexPoly(mask, box.astype(np.int32), 255, cv2.LINE_AA)
        tone = rng.uniform(0.3, 1.0, (1, 3))
    elif kind < 0.9:
        side = rng.uniform(0.25, 0.42) * GRAIN_PX
        box = cv2.boxPoints(((x, y), (side, side), rng.uniform(0, 180)))
        cv2.fillConvexPoly(mask, box.astype(np.int32), 255, cv2.LINE_AA)
        tone = np.array([[0.9, 0.95, 0.95]]) if rng.random() < 0.5 else rng.uniform(0.05, 0.9, (1, 3))
    else:
        cv2.circle(mask, (int(x), int(y)), int(rng.uniform(0.6, 1.2) * GRAIN_PX), 255, -1, cv2.LINE_AA)
        tone = rng.uniform(0.1, 1.0, (1, 3))
    coverage = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32) / 255
    shift = rng.normal(0, 0.12, 2) * GRAIN_PX
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    shade = cv2.GaussianBlur(cv2.warpAffine(coverage, move, (size, size)), (0, 0), rng.uniform(1, 6))
    picture *= 1 - rng.uniform(0.1, 0.6) * shade[..., None]
    body: NDArray[Any] = tone * (0.7 + 0.6 * noise(size, 4, rng))[..., None]
    if kind >= 0.7 and kind < 0.9:
        for _ in range(int(rng.integers(1, 7))):
            px, py = np.array([x, y]) + rng.normal(0, 0.08, 2) * GRAIN_PX
            cv2.circle(body, (int(px), int(py)), 2, (0.05,) * 3 if tone.mean() > 0.4 else (0.95,) * 3, -1)
    elif kind >= 0.45:
        for _ in range(int(rng.integers(0, 6))):
            a, b = rng.uniform(0, size, (2, 2)).astype(int)
            cv2.rectangle(body, a.tolist(), b.tolist(), rng.random(3).tolist(), int(rng.integers(-1, 3)))
    picture += coverage[..., None] * (body - picture)
    return np.asarray(coverage, np.float32)


def draw_printed_details(picture: Floats, rng: Rng) -> None:
    """Draw prints that boards have beside their sites: planks of jetties, bands of foam along the coast."""
    size = picture.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        layer = np.zeros((size, size), np.uint8)
        away, towards = rng.uniform(0.17, 0.7), rng.uniform(0, 2 * np.pi)
        x, y = size / 2 + GRAIN_PX * away * np.array([np.cos(towards), np.sin(towards)])
        if rng.random() < 0.6:
            # A plank may point at the site or run past it, as roads do.
            turn = np.rad2deg(towards) + rng.choice([0, 90]) + rng.normal(0, 25)
            extent = (rng.uniform(0.15, 0.45) * GRAIN_PX, rng.uniform(0.05, 0.14) * GRAIN_PX)
            plank = cv2.boxPoints(((x, y), extent, turn)).astype(np.int32)
            cv2.fillConvexPoly(layer, plank, 255, cv2.LINE_AA)
            tone = np.array([0.32, 0.5, 0.65]) * rng.uniform(0.4, 1.4) + rng.uniform(0, 0.25)
        else:
            along = np.array([-np.sin(towards), np.cos(towards)]) * size
            ends = [(np.array([x, y]) + side * along).astype(int).tolist() for side in (-1, 1)]
            cv2.line(layer, ends[0], ends[1], 255, int(rng.uniform(2, 9)), cv2.LINE_AA)
            tone = rng.uniform(0.75, 1.0, 3)
        grain = 0.75 + 0.5 * noise(size, 5, rng, stretch=4)
        share = cv2.GaussianBlur(layer, (0, 0), rng.uniform(0.6, 2)).astype(np.float32) / 255
        share *= rng.uniform(0.5, 1)
        picture += share[..., None] * (tone * grain[..., None] - picture)


def draw_beach(picture: Floats, towards: float, rng: Rng) -> None:
    """Draw a coast on one side of a site: a band of sand, then foam and water.

    Args:
        picture: a board around a site; changed in place.
        towards: bearing of the sea, in radians clockwise from the picture's x axis.
        rng: random source.
    """
    size = picture.shape[0]
    rows, columns = (np.mgrid[0:size, 0:size] - (size - 1) / 2) / GRAIN_PX
    wavy = rng.uniform(0, 0.12) * (noise(size, 4, rng) - 0.5)
    out = columns * np.cos(towards) + rows * np.sin(towards) + wavy
    land, shore = rng.uniform(-0.15, 0.15), rng.uniform(0.12, 0.4)
    hue, strong, bright = rng.uniform(14, 26), rng.uniform(60, 200), rng.uniform(170, 255)
    tone = np.array([[[hue, strong, bright]]], np.float32) * np.array([2, 1 / 255, 1 / 255], np.float32)
    sand = cv2.cvtColor(tone.astype(np.float32), cv2.COLOR_HSV2BGR)[0, 0]
    water = np.array([rng.uniform(0.6, 1.1), rng.uniform(0.4, 0.8), rng.uniform(0.05, 0.5)])
    soft = rng.uniform(0.005, 0.03)
    grain = 1 + rng.uniform(0, 0.4) * (noise(size, 5, rng) - 0.5)
    foam = np.exp(-(((out - land - shore) / rng.uniform(0.02, 0.06)) ** 2)) * rng.uniform(0, 1)
    for edge, paint in ((land, sand), (land + shore, water)):
        share = (1 / (1 + np.exp(-((out - edge) / soft).clip(-30, 30)))).astype(np.float32)[..., None]
        picture += share * (paint * grain[..., None] - picture)
    picture += foam[..., None].astype(np.float32) * (1.05 - picture)


def draw_coast(picture: Floats, site: int, rng: Rng) -> None:
    """Draw a beach in a possible direction: along a path, or along any axis of an intersection."""
    quarter = rng.choice([-1, 1]) if ROAD_SITES[site] else rng.integers(4) + rng.choice([0, 1 / 3])
    draw_beach(picture, float(quarter) * np.pi / 2 + rng.normal(0, 0.06), rng)


def cover_with_clutter(picture: Floats, rng: Rng) -> bool | None:
    """Draw clutter over a site; return whether it covers the site, or None if that is ambiguous."""
    share = draw_clutter(picture, rng)
    middle, reach = picture.shape[0] // 2, int(0.14 * GRAIN_PX)
    covered = float(share[middle - reach : middle + reach, middle - reach : middle + reach].mean())
    return None if 0.15 < covered <= 0.5 else covered > 0.5


def flip_randomly(
    patch: Floats, lean: NDArray[np.float64], site: int, rng: Rng
) -> tuple[Floats, NDArray[np.float64]]:
    """Flip a patch along the symmetry axes of its site, and return it with the flipped lean."""
    if rng.random() < 0.5:
        patch, lean = patch[:, ::-1], lean * (-1, 1)
    if ROAD_SITES[site] and rng.random() < 0.5:
        patch, lean = patch[::-1], lean * (1, -1)
    return patch, lean


def find_pieces(boards: Sequence[LabelledBoard]) -> dict[str, list[tuple[LabelledBoard, int]]]:
    """Return the boards and site indices at which each kind of piece is known to stand."""
    found: dict[str, list[tuple[LabelledBoard, int]]] = {kind: [] for kind in _PIECES}
    for board in boards:
        for n, site in enumerate(SITES):
            piece = board.standing.get(site)
            if piece is not None:
                found[piece.kind].append((board, n))
    return found


def random_empty_site(
    boards: Sequence[LabelledBoard], real: int, rng: Rng, *, real_share: float, path_share: float
) -> tuple[LabelledBoard, int]:
    """Return a random empty site.

    Args:
        boards: the boards.
        real: the number of licensed photos at the front of `boards`.
        rng: random source.
        real_share: probability of a photo.
        path_share: probability of a path. Settlement or city is the hardest decision, so intersections are
            drawn more often.
    """
    low, high = (0, real) if rng.random() < real_share else (real, len(boards))
    while True:
        board = boards[int(rng.integers(low, high))]
        site = int(rng.choice(_PATH_SITES if rng.random() < path_share else _INTERSECTION_SITES))
        if board.standing.get(SITES[site], 0) is None:
            return board, site


def compose_body(
    wide: Floats, body: BodyLayers, paint: Floats, at: tuple[float, float], rng: Rng, turn: float = 0.0
) -> None:
    """Composite a path-traced body onto a board, under random light and with a random surface.

    Args:
        wide: a white-balanced board around a site; changed in place.
        body: the body, as it is seen.
        paint: its colour in white light, BGR, 1 is white.
        at: its position, in hex sides from the picture's middle.
        rng: random source.
        turn: rotation of body, lean and light, in radians clockwise.
    """
    tone = (paint * PAPER_COLOUR ** rng.uniform(0, 1) * rng.uniform(0.95, 1.2)).astype(np.float32)
    light, depth = float(np.exp(rng.normal(0.1, 0.25))), float(rng.uniform(0.3, 1))
    compose(
        wide, vary_surface(body, rng, _MAX_SHINE_LOG), tone, at, GRAIN_PX, light=light, depth=depth, turn=turn
    )


def random_lean(rng: Rng) -> tuple[float, float]:
    """Return a random lean of bodies: the tangent of up to 50 degrees, in any direction."""
    by, towards = np.tan(np.deg2rad(50 * rng.random() ** 1.3)), rng.uniform(0, 2 * np.pi)
    return float(by * np.cos(towards)), float(by * np.sin(towards))


def placement_offset(rng: Rng) -> tuple[float, float]:
    """Return the random offset of a piece from its site, along a path and across, in hex sides."""
    along, across = rng.normal(0, (0.06, 0.04)).clip((-0.15, -0.1), (0.15, 0.1))
    return float(along), float(across)


def careless_offset(rng: Rng) -> tuple[float, float]:
    """Return the offset of a piece laid carelessly, every third time up to 0.35 hex sides from its site."""
    if rng.random() < 0.67:
        return placement_offset(rng)
    away, towards = rng.uniform(0.1, _MAX_OFFSET_SIDES), rng.uniform(0, 2 * np.pi)
    return float(away * np.cos(towards)), float(away * np.sin(towards))


def camera_lean(board: LabelledBoard, site: int) -> tuple[float, float] | None:
    """Return the lean of bodies at a site of a photographed board, in the axes of its patch."""
    if board.camera is None:
        return None
    ((x, y),) = rotate_vectors(board.camera.lean(SITE_PLACES[site : site + 1]), -TURNS[site : site + 1])
    return float(x), float(y)


def render_view(wide: Floats, size: int, reach: float, rng: Rng, *, turn: float, shift: float) -> Floats:
    """Render a patch as a camera sees it: misalignment, resolution, blur, lighting, noise and JPEG.

    Args:
        wide: square, GRAIN_PX pixels a hex side.
        size: pixels across the patch.
        reach: half its extent in hex sides.
        rng: random source.
        turn: standard deviation of its rotation, in degrees.
        shift: standard deviation of its shift, in hex sides.
    """
    middle = wide.shape[0] / 2 - 0.5
    scale = size / (2 * reach * GRAIN_PX)
    affine = cv2.getRotationMatrix2D(
        (middle, middle), rng.normal(0, turn), scale * np.exp(rng.normal(0, 0.05))
    )
    affine[:, :2] = (np.eye(2) + rng.normal(0, 0.03, (2, 2))) @ affine[:, :2]
    off = rng.normal(0, shift, 2).clip(-2.5 * shift, 2.5 * shift) * GRAIN_PX * scale
    affine[:, 2] += size / 2 - 0.5 - affine @ np.array([middle, middle, 1]) + off
    source: NDArray[Any] = wide
    if rng.random() < 0.4:
        coarse = float(np.exp(rng.uniform(np.log(0.35), 0)))
        small = cv2.resize(wide, None, fx=coarse, fy=coarse, interpolation=cv2.INTER_AREA)
        source = cv2.resize(small, wide.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.25:
        source = cv2.GaussianBlur(source, (0, 0), rng.uniform(0.5, 1.8))
    patch: NDArray[Any] = cv2.warpAffine(source, affine, (size, size), borderMode=cv2.BORDER_REPLICATE)
    patch = patch.clip(0, None) ** rng.uniform(0.8, 1.25)
    warm = rng.normal(0, 0.05)
    cast = np.exp(rng.normal(0, 0.04, 3) + np.array([-warm, 0, warm])) * np.exp(rng.normal(0, 0.1))
    patch = patch * cast
    if rng.random() < 0.2:
        grey = patch.mean(axis=2, keepdims=True)
        patch = grey + (patch - grey) * rng.uniform(0.6, 1.3)
    if rng.random() < 0.25:
        slope = rng.normal(0, 0.3, 2) / size
        rows, columns = np.mgrid[0:size, 0:size] - size / 2
        edge = 1 + (rows * slope[0] + columns * slope[1])
        if rng.random() < 0.5:
            edge = 1 - rng.uniform(0.15, 0.5) * (rows * slope[0] + columns * slope[1] > rng.normal(0, 0.1))
        patch = patch * edge[..., None]
    if rng.random() < 0.12:
        x, y = rng.uniform(0, size, 2)
        rows, columns = np.mgrid[0:size, 0:size]
        spot = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / rng.uniform(8, 40) ** 2)
        patch = patch + rng.uniform(0.2, 0.9) * spot[..., None] * (1.1 - patch).clip(0, None)
    if rng.random() < 0.2:
        # Overexposed: bright values are clipped before white balance.
        burnt = rng.uniform(1.0, 1.8)
        patch = (patch * burnt).clip(0, 1.05) / np.sqrt(burnt)
    patch = patch + rng.normal(0, 0.035 * rng.random() ** 2, patch.shape)
    if rng.random() < 0.3:
        coded = (patch * 200).clip(0, 255).astype(np.uint8)
        _, packed = cv2.imencode(".jpg", coded, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 90))])
        patch = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.float32) / 200
    return patch.clip(0, 1.5).astype(np.float32)


class SitePatchDataset:
    """Generates patches of sites.

    Args:
        boards: the boards from which patches are cut.
        real: the number of licensed photos at the front of `boards`.
        bodies: path-traced roads, settlements and cities; without any, all drawn pieces are reliefs.
    """

    def __init__(self, boards: Sequence[LabelledBoard], real: int, bodies: Sequence[BodyLayers] = ()) -> None:
        self._boards = boards
        self._real = real
        self._bodies = {kind: [body for body in bodies if body.kind == kind] for kind in _PIECES}
        self._standing = find_pieces(boards[:real])
        self._photo_shares = feasible_shares(_KIND_SHARES, self._standing.values())

    def render_patches(self, count: int, rng: Rng) -> Iterator[tuple[NDArray[np.float32], int, int]]:
        """Render one site through several cameras: network inputs, class, colour or -1."""
        wide, lean, site, kind, colour = self._compose_scene(rng)
        for _ in range(count):
            patch = render_view(wide, PATCH_PX, REACH_SIDES, rng, turn=3, shift=0.025)
            patch, patch_lean = flip_randomly(patch, np.array(lean) + rng.normal(0, 0.04, 2), site, rng)
            yield to_network_inputs(patch[None], patch_lean[None])[0], kind, colour

    def _compose_scene(self, rng: Rng) -> tuple[Floats, tuple[float, float], int, int, int]:
        """Compose a site from straight above; return it with its lean, site, class, and colour or -1."""
        chance = rng.random()
        lean = random_lean(rng)
        kind, colour = 0, -1
        if chance < 0.25 and self._photo_shares.any():
            pool = self._standing[str(rng.choice(_PIECES, p=self._photo_shares))]
            board, site = pool[int(rng.integers(len(pool)))]
            piece = board.standing[SITES[site]]
            assert piece is not None
            kind, colour = KINDS.index(piece.kind), COLOURS.index(piece.colour)
            wide, lean = site_window(board, site), camera_lean(board, site) or lean
        else:
            board, site = random_empty_site(
                self._boards, self._real, rng, real_share=0.65, path_share=_KIND_SHARES[0]
            )
            wide = site_window(board, site)
            lamp = reliefs.random_lamp(rng)
            if rng.random() < (0.2 if chance < 0.75 else 0.35):
                draw_printed_details(wide, rng)
            if rng.random() < (0.1 if chance < 0.75 else 0.25):
                draw_coast(wide, site, rng)
            if rng.random() < 0.5:
                lean = camera_lean(board, site) or lean
            body = self._random_body(site, rng) if chance < 0.75 and rng.random() < _RENDERED_P else None
            if body is not None:
                lean = body.lean
            neighbour_p = rng.choice([0.0, 0.25, 0.7])
            for other in np.flatnonzero(np.linalg.norm(SITE_PLACES - SITE_PLACES[site], axis=1) < 1.3):
                if (
                    other != site
                    and rng.random() < neighbour_p
                    and board.standing.get(SITES[other], 0) is None
                ):
                    self._draw_piece(wide, int(other), site, lean, lamp, rng)
            if body is not None:
                colour = int(rng.choice(len(COLOURS), p=_COLOUR_SHARES))
                kind = KINDS.index(body.kind)
                along, across = placement_offset(rng)
                paint = reliefs.random_paint(COLOURS[colour], rng)
                compose_body(wide, body, paint, (along, across), rng)
            elif chance < 0.75:
                kind, colour = self._draw_piece(wide, site, site, lean, lamp, rng)
            elif chance < 0.8:
                self._draw_stray(wide, lean, lamp, rng)
        if rng.random() < 0.15:
            hidden = cover_with_clutter(wide, rng)
            if hidden is None:
                return self._compose_scene(rng)
            if hidden:
                kind, colour = COVERED_CLASS, -1
        return wide, lean, site, kind, colour

    def _random_body(self, site: int, rng: Rng) -> BodyLayers | None:
        """Return a path-traced body for a site, oriented along the site's patch; None if there is none."""
        road = bool(ROAD_SITES[site])
        pool = self._bodies["road" if road else _BUILDINGS[int(rng.random() < 0.5)]]
        if not pool:
            return None
        body = pool[int(rng.integers(len(pool)))]
        # A road keeps its direction along the path under half turns only.
        return rotate_and_mirror(
            body, int(rng.choice([0, 2]) if road else rng.integers(4)), bool(rng.random() < 0.5)
        )

    @staticmethod
    def _draw_piece(
        wide: Floats,
        which: int,
        seen_from: int,
        lean: tuple[float, float],
        lamp: reliefs.SpotLight,
        rng: Rng,
    ) -> tuple[int, int]:
        kind = "road" if ROAD_SITES[which] else _BUILDINGS[int(rng.random() < 0.5)]
        colour = int(rng.choice(len(COLOURS), p=_COLOUR_SHARES))
        body = reliefs.piece_relief(kind, COLOURS[colour], rng)
        back = -TURNS[seen_from]
        c, s = np.cos(back), np.sin(back)
        x, y = np.array([[c, -s], [s, c]]) @ (SITE_PLACES[which] - SITE_PLACES[seen_from]) + placement_offset(
            rng
        )
        turn = rng.uniform(0, 2 * np.pi)
        if kind == "road":
            turn = TURNS[which] + back + np.deg2rad(rng.normal(0, 5))
        reliefs.draw_relief(wide, body, (float(x), float(y)), float(turn), lean, lamp)
        return KINDS.index(kind), colour

    @staticmethod
    def _draw_stray(wide: Floats, lean: tuple[float, float], lamp: reliefs.SpotLight, rng: Rng) -> None:
        """Draw a piece or the robber near the site but not on it."""
        distance, towards = rng.uniform(0.42, 0.8), rng.uniform(0, 2 * np.pi)
        kind = rng.choice(["road", "settlement", "city", "robber"])
        body = (
            reliefs.robber_relief(rng)
            if kind == "robber"
            else reliefs.piece_relief(kind, str(rng.choice(COLOURS)), rng)
        )
        at = (float(distance * np.cos(towards)), float(distance * np.sin(towards)))
        reliefs.draw_relief(wide, body, at, rng.uniform(0, 2 * np.pi), lean, lamp)


class RobberPatchDataset:
    """Generates patches of hexes with and without the robber.

    Args:
        boards: the boards from which patches are cut, if their robber's hex is known.
        bodies: path-traced robbers; without any, all drawn robbers are reliefs.
        faces: fonts for number tokens on photographed hexes: most licensed boards have none.
    """

    def __init__(
        self, boards: Sequence[LabelledBoard], bodies: Sequence[BodyLayers] = (), faces: Sequence[Path] = ()
    ) -> None:
        self._bodies, self._faces = bodies, faces
        known = [board for board in boards if board.robber_known]
        self._photographed = [board for board in known if board.camera is not None]
        self._drawn = [board for board in known if board.camera is None]
        self._standing = [board for board in known if board.robber is not None]

    def render_patches(self, count: int, rng: Rng) -> Iterator[tuple[NDArray[np.float32], int]]:
        """Render one hex through several cameras: network inputs and class.

        The class is `vision.robber.ABSENT_CLASS`, `ROBBER_CLASS` or `HIDDEN_CLASS`.
        """
        wide, lean, kind = self._compose_scene(rng)
        for _ in range(count):
            patch = render_view(wide, ROBBER_PATCH, ROBBER_REACH, rng, turn=4, shift=0.04)
            patch_lean = np.array(lean) + rng.normal(0, 0.04, 2)
            for _ in range(int(rng.integers(4))):
                # A quarter turn to the left: up becomes left.
                patch, patch_lean = np.rot90(patch), np.array([patch_lean[1], -patch_lean[0]])
            if rng.random() < 0.5:
                patch, patch_lean = patch[:, ::-1], patch_lean * (-1, 1)
            yield to_network_inputs(patch[None], patch_lean[None])[0], kind

    def _compose_scene(self, rng: Rng) -> tuple[Floats, tuple[float, float], int]:
        """Compose a hex and its surroundings from straight above; return it with its lean and class."""
        chance = rng.random()
        if chance < 0.1:
            board = self._standing[int(rng.integers(len(self._standing)))]
            assert board.robber is not None
            n, kind = HEX_INDEX[board.robber], ROBBER_CLASS
        else:
            boards = self._photographed if rng.random() < 0.65 else self._drawn
            board = boards[int(rng.integers(len(boards)))]
            n, kind = int(rng.integers(len(CENTRES))), ABSENT_CLASS
            hills = [m for m, terrain in enumerate(board.terrains) if terrain == "hills"]
            if hills and rng.random() < 0.3:
                # Hills have hollows as dark and as large as a robber.
                n = int(rng.choice(hills))
            if board.robber == HEXES[n]:
                return self._compose_scene(rng)
        above = board_window(board, CENTRES[n], 0.0, ROBBER_WIDE_SIDES).copy()
        if kind == ABSENT_CLASS and board.camera is not None and self._faces and rng.random() < 0.6:
            self._paste_token(above, board.white[HEX_SITES[n]], rng)
        wide = white_balance_patch(board, above, HEX_SITES[n]).copy()
        lamp, lean = reliefs.random_lamp(rng), random_lean(rng)
        if board.camera is not None and (kind == ROBBER_CLASS or rng.random() < 0.6):
            x, y = board.camera.lean(CENTRES[n : n + 1])[0]
            lean = (float(x), float(y))
        body = None
        if kind == ABSENT_CLASS and chance < 0.62 and len(self._bodies) and rng.random() < _RENDERED_P:
            body = self._bodies[int(rng.integers(len(self._bodies)))]
            body = rotate_and_mirror(body, int(rng.integers(4)), bool(rng.random() < 0.5))
            lean = body.lean
        neighbour_p = rng.choice([0.0, 0.15, 0.4])
        for other in np.flatnonzero(np.linalg.norm(SITE_PLACES - CENTRES[n], axis=1) < 1.5):
            if rng.random() < neighbour_p and board.standing.get(SITES[other], 0) is None:
                road = bool(ROAD_SITES[other])
                piece_kind = "road" if road else str(rng.choice(_BUILDINGS))
                relief = reliefs.piece_relief(piece_kind, str(rng.choice(COLOURS)), rng)
                turn = TURNS[other] if road else rng.uniform(0, 2 * np.pi)
                x, y = SITE_PLACES[other] - CENTRES[n]
                reliefs.draw_relief(wide, relief, (float(x), float(y)), float(turn), lean, lamp)
        if kind == ABSENT_CLASS and chance < 0.5:
            x, y = rng.normal(0, 0.22, 2).clip(-0.6, 0.6)
            at = (float(x), float(y))
            if body is not None:
                compose_body(wide, body, reliefs.robber_paint(rng), at, rng)
            else:
                reliefs.draw_relief(
                    wide, reliefs.robber_relief(rng), at, rng.uniform(0, 2 * np.pi), lean, lamp
                )
            kind = ROBBER_CLASS
        elif kind == ABSENT_CLASS and chance < 0.62:
            # Negative examples: a stray piece, or the robber on the next hex.
            towards, away = rng.uniform(0, 2 * np.pi), rng.uniform(1.2, 1.75)
            stray = rng.random() < 0.5
            if stray:
                away = rng.uniform(0, 0.7)
            at = (float(away * np.cos(towards)), float(away * np.sin(towards)))
            if body is not None and not stray:
                compose_body(wide, body, reliefs.robber_paint(rng), at, rng)
            else:
                piece_kind, colour = str(rng.choice(_PIECES)), str(rng.choice(COLOURS))
                relief = (
                    reliefs.piece_relief(piece_kind, colour, rng) if stray else reliefs.robber_relief(rng)
                )
                reliefs.draw_relief(wide, relief, at, rng.uniform(0, 2 * np.pi), lean, lamp)
        if rng.random() < 0.15:
            share = draw_clutter(wide, rng)
            low, high = (int((ROBBER_WIDE_SIDES + side * 0.5) * GRAIN_PX) for side in (-1, 1))
            if float(share[low:high, low:high].mean()) > 0.4:
                kind = HIDDEN_CLASS
        return wide, lean, kind

    def _paste_token(self, above: NDArray[np.uint8], white: NDArray[np.float64], rng: Rng) -> None:
        """Paste a number token near the middle of a hex, in the board's light."""
        token, mask = draw_token(
            int(rng.choice([2, 3, 4, 5, 6, 8, 9, 10, 11, 12])),
            random_token_style(self._faces, rng),
            int(rng.uniform(0.2, 0.3) * GRAIN_PX),
            rng,
        )
        lit = (token * (white / PAPER_COLOUR)).clip(0, 255).astype(np.uint8)
        x, y = above.shape[0] / 2 + rng.normal(0, 0.07, 2).clip(-0.2, 0.2) * GRAIN_PX
        paste_token(above, lit, mask, (float(x), float(y)), float(rng.uniform(0, 360)))
