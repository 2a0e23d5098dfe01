"""Patches of sites to learn from: real pieces of licensed photos, and drawn ones put on real boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEX_INDEX, HEXES
from companion.island.pieces import COLOURS, SITES
from vision.lattice import CENTRES, project
from vision.patches import CREAM, as_inputs
from vision.pieces import COVERED, KINDS, PATCH_PX, PLACES, REACH_SIDES, TURNS, turned
from vision.robber import AWAY, HERE, HEX_SITES, HIDDEN
from vision.robber import PATCH_PX as ROBBER_PATCH
from vision.robber import REACH_SIDES as ROBBER_REACH
from vision.training import reliefs
from vision.training.boards import FROM_ABOVE, LabelledBoard, evened
from vision.training.bodies.layers import BodyLayers, lay, resurfaced, seen_otherwise
from vision.training.labels import met
from vision.training.reliefs import GRAIN_PX, Floats
from vision.training.textures import Rng, noise
from vision.training.tokens import draw_token, random_style
from vision.training.tokens import lay as lay_token

WIDE_SIDES: Final = 1.0
"""Half the extent of what is drawn before a patch is cut from it, in hex sides."""
ROBBER_WIDE_SIDES: Final = 1.6
ROAD_SITES: Final = np.array([str(site).startswith("p") for site in SITES])
_BUILDINGS: Final = ("settlement", "city")
_PIECES: Final = ("road", *_BUILDINGS)
_DRAWN: Final = (0.36, 0.32, 0.32)
"""How often each kind is drawn."""
_OFTEN: Final = (0.2, 0.2, 0.2, 0.2, 0.1, 0.1)
"""How often each of `COLOURS` is drawn."""
_ON_PATHS, _ON_INTERSECTIONS = np.flatnonzero(ROAD_SITES), np.flatnonzero(~ROAD_SITES)
_RENDERED_P: Final = 0.7
"""Share of the bodies in a patch's middle that are path-traced, where such are given; else it is reliefs."""
_GLEAM: Final = 1.0
"""Whose a piece is, is learned from its paint: it may not mirror so much that none is seen."""
_SKIN: Final = np.array([[0.45, 0.6, 0.85]])


def around(board: LabelledBoard, site: int, reach: float = WIDE_SIDES) -> Floats:
    """A board around a site, turned as a patch is, evened out: 2 `reach` sides square."""
    return evened(board, window(board, PLACES[site], float(TURNS[site]), reach), site).copy()


def window(
    board: LabelledBoard, at: NDArray[np.float64], turn: float, reach: float = WIDE_SIDES
) -> NDArray[np.uint8]:
    """A board around a point of its plane, turned; `reach` is half its extent in hex sides."""
    extent = int(2 * reach * GRAIN_PX)
    c, s = np.cos(turn), np.sin(turn)
    x, y = project(FROM_ABOVE, at[None])[0]
    half = extent / 2 - 0.5
    back = np.array([[c, -s, x - c * half + s * half], [s, c, y - s * half - c * half]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(board.picture, back, (extent, extent), flags=flags, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def clutter(picture: Floats, rng: Rng) -> NDArray[np.float32]:
    """Lay something that is no piece: a hand or sleeve, a card, a die, a mug.

    Returns:
        The share of each pixel that it covers.
    """
    size = picture.shape[0]
    mask = np.zeros((size, size), np.uint8)
    x, y = rng.uniform(0, size, 2)
    kind = rng.random()
    if kind < 0.45:
        far = rng.uniform(0, 2 * np.pi)
        away = np.array([np.cos(far), np.sin(far)]) * size * 1.5
        thick = int(rng.uniform(0.15, 1.2) * GRAIN_PX)
        cv2.line(mask, (int(x), int(y)), (int(x + away[0]), int(y + away[1])), 255, thick, cv2.LINE_AA)
        skin = rng.random() < 0.6
        tone = _SKIN * rng.uniform(0.35, 1.2) if skin else rng.random((1, 3))
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
    share = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32) / 255
    shift = rng.normal(0, 0.12, 2) * GRAIN_PX
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    shade = cv2.GaussianBlur(cv2.warpAffine(share, move, (size, size)), (0, 0), rng.uniform(1, 6))
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
    picture += share[..., None] * (body - picture)
    return np.asarray(share, np.float32)


def printed(picture: Floats, rng: Rng) -> None:
    """Print what boards show beside their sites: planks of jetties, bands of foam along the coast."""
    size = picture.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        layer = np.zeros((size, size), np.uint8)
        away, towards = rng.uniform(0.17, 0.7), rng.uniform(0, 2 * np.pi)
        x, y = size / 2 + GRAIN_PX * away * np.array([np.cos(towards), np.sin(towards)])
        if rng.random() < 0.6:
            # A plank may point at the site or lie beside it, as roads do.
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


def beach(picture: Floats, towards: float, rng: Rng) -> None:
    """Print a coast: a band of sand from near the site to foam and water on one side.

    Args:
        picture: a board around a site; changed in place.
        towards: where the sea is, in radians clockwise from the picture's x axis.
        rng: what it is drawn by.
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


def coast(picture: Floats, site: int, rng: Rng) -> None:
    """Print a `beach` as it may lie at one of `SITES`: along a path, or along any axis of an intersection."""
    quarter = rng.choice([-1, 1]) if ROAD_SITES[site] else rng.integers(4) + rng.choice([0, 1 / 3])
    beach(picture, float(quarter) * np.pi / 2 + rng.normal(0, 0.06), rng)


def covered(picture: Floats, rng: Rng) -> bool | None:
    """Lay clutter over a board around a site; whether it covers the site, None where that is hard to say."""
    share = clutter(picture, rng)
    middle, reach = picture.shape[0] // 2, int(0.14 * GRAIN_PX)
    over = float(share[middle - reach : middle + reach, middle - reach : middle + reach].mean())
    return None if 0.15 < over <= 0.5 else over > 0.5


def flipped(
    patch: Floats, lean: NDArray[np.float64], site: int, rng: Rng
) -> tuple[Floats, NDArray[np.float64]]:
    """A patch in one of the ways in which its site looks the same, and how bodies lean there then."""
    if rng.random() < 0.5:
        patch, lean = patch[:, ::-1], lean * (-1, 1)
    if ROAD_SITES[site] and rng.random() < 0.5:
        patch, lean = patch[::-1], lean * (1, -1)
    return patch, lean


def pieces_standing(boards: Sequence[LabelledBoard]) -> dict[str, list[tuple[LabelledBoard, int]]]:
    """Where on boards each kind of piece is known to stand."""
    standing: dict[str, list[tuple[LabelledBoard, int]]] = {kind: [] for kind in _PIECES}
    for board in boards:
        for n, site in enumerate(SITES):
            there = board.standing.get(site)
            if there is not None:
                standing[there.kind].append((board, n))
    return standing


def bare_site(
    boards: Sequence[LabelledBoard], real: int, rng: Rng, *, real_share: float, path_share: float
) -> tuple[LabelledBoard, int]:
    """A site on which nothing stands.

    Args:
        boards: whose.
        real: how many of the first are licensed photos.
        rng: what it is drawn by.
        real_share: how often it is on one of these.
        path_share: how often it is a path. Settlement or city is the hardest question, and so buildings come
            oftener than roads.
    """
    low, high = (0, real) if rng.random() < real_share else (real, len(boards))
    while True:
        board = boards[int(rng.integers(low, high))]
        site = int(rng.choice(_ON_PATHS if rng.random() < path_share else _ON_INTERSECTIONS))
        if board.standing.get(SITES[site], 0) is None:
            return board, site


def set_down(
    wide: Floats, body: BodyLayers, paint: Floats, at: tuple[float, float], rng: Rng, turn: float = 0.0
) -> None:
    """Lay a path-traced body over a board, in some light and on some surface.

    Args:
        wide: a board around a site, evened out; changed in place.
        body: what, as it is to be seen.
        paint: its colour in white light, BGR, 1 is white.
        at: where it stands, in hex sides from the picture's middle.
        rng: what it is lit by.
        turn: by how much it is turned, in radians clockwise, its lean and light with it.
    """
    tone = (paint * CREAM ** rng.uniform(0, 1) * rng.uniform(0.95, 1.2)).astype(np.float32)
    light, depth = float(np.exp(rng.normal(0.1, 0.25))), float(rng.uniform(0.3, 1))
    lay(wide, resurfaced(body, rng, _GLEAM), tone, at, GRAIN_PX, light=light, depth=depth, turn=turn)


def random_lean(rng: Rng) -> tuple[float, float]:
    """How bodies lean away from the camera's foot: by the tangent of up to 50 degrees."""
    by, towards = np.tan(np.deg2rad(50 * rng.random() ** 1.3)), rng.uniform(0, 2 * np.pi)
    return float(by * np.cos(towards)), float(by * np.sin(towards))


def aside(rng: Rng) -> tuple[float, float]:
    """How far from its place, along a path and across, somebody puts a piece down, in hex sides."""
    along, across = rng.normal(0, (0.06, 0.04)).clip((-0.15, -0.1), (0.15, 0.1))
    return float(along), float(across)


def seen_lean(board: LabelledBoard, site: int) -> tuple[float, float] | None:
    """How bodies lean at a site of a photographed board, along the axes of its patch."""
    if board.camera is None:
        return None
    ((x, y),) = turned(board.camera.lean(PLACES[site : site + 1]), -TURNS[site : site + 1])
    return float(x), float(y)


def shoot(wide: Floats, size: int, reach: float, rng: Rng, *, turn: float, shift: float) -> Floats:
    """A patch as a camera and an imperfect fit give it: moved, blurred, in slightly other light.

    Args:
        wide: square, GRAIN_PX pixels a hex side.
        size: pixels across the patch.
        reach: half its extent in hex sides.
        turn: standard deviation of its turn, in degrees.
        shift: standard deviation of its shift, in hex sides.
    """
    middle = wide.shape[0] / 2 - 0.5
    scale = size / (2 * reach * GRAIN_PX)
    move = cv2.getRotationMatrix2D((middle, middle), rng.normal(0, turn), scale * np.exp(rng.normal(0, 0.05)))
    move[:, :2] = (np.eye(2) + rng.normal(0, 0.03, (2, 2))) @ move[:, :2]
    off = rng.normal(0, shift, 2).clip(-2.5 * shift, 2.5 * shift) * GRAIN_PX * scale
    move[:, 2] += size / 2 - 0.5 - move @ np.array([middle, middle, 1]) + off
    source: NDArray[Any] = wide
    if rng.random() < 0.4:
        coarse = float(np.exp(rng.uniform(np.log(0.35), 0)))
        small = cv2.resize(wide, None, fx=coarse, fy=coarse, interpolation=cv2.INTER_AREA)
        source = cv2.resize(small, wide.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.25:
        source = cv2.GaussianBlur(source, (0, 0), rng.uniform(0.5, 1.8))
    patch: NDArray[Any] = cv2.warpAffine(source, move, (size, size), borderMode=cv2.BORDER_REPLICATE)
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
        # Burnt out: what is bright is cut off before it is evened out.
        burnt = rng.uniform(1.0, 1.8)
        patch = (patch * burnt).clip(0, 1.05) / np.sqrt(burnt)
    patch = patch + rng.normal(0, 0.035 * rng.random() ** 2, patch.shape)
    if rng.random() < 0.3:
        coded = (patch * 200).clip(0, 255).astype(np.uint8)
        _, packed = cv2.imencode(".jpg", coded, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 90))])
        patch = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.float32) / 200
    return patch.clip(0, 1.5).astype(np.float32)


class SiteDesk:
    """Makes patches of sites.

    Args:
        boards: what they are cut from.
        real: how many of the first boards are licensed photos.
        bodies: path-traced roads, settlements and cities; none: all that is drawn are reliefs.
    """

    def __init__(self, boards: Sequence[LabelledBoard], real: int, bodies: Sequence[BodyLayers] = ()) -> None:
        self._boards = boards
        self._real = real
        self._bodies = {kind: [body for body in bodies if body.kind == kind] for kind in _PIECES}
        self._standing = pieces_standing(boards[:real])
        self._met = met(_DRAWN, self._standing.values())

    def shots(self, many: int, rng: Rng) -> Iterator[tuple[NDArray[np.float32], int, int]]:
        """One site as different cameras see it: patches as the network takes them, class, colour or -1."""
        wide, lean, site, kind, colour = self._scene(rng)
        for _ in range(many):
            patch = shoot(wide, PATCH_PX, REACH_SIDES, rng, turn=3, shift=0.025)
            patch, told = flipped(patch, np.array(lean) + rng.normal(0, 0.04, 2), site, rng)
            yield as_inputs(patch[None], told[None])[0], kind, colour

    def _scene(self, rng: Rng) -> tuple[Floats, tuple[float, float], int, int, int]:
        """Around a site from straight above; how bodies lean there, which site, its class, colour or -1."""
        chance = rng.random()
        lean = random_lean(rng)
        kind, colour = 0, -1
        if chance < 0.25 and self._met.any():
            pool = self._standing[str(rng.choice(_PIECES, p=self._met))]
            board, site = pool[int(rng.integers(len(pool)))]
            there = board.standing[SITES[site]]
            assert there is not None
            kind, colour = KINDS.index(there.kind), COLOURS.index(there.colour)
            wide, lean = around(board, site), seen_lean(board, site) or lean
        else:
            board, site = bare_site(self._boards, self._real, rng, real_share=0.65, path_share=_DRAWN[0])
            wide = around(board, site)
            lamp = reliefs.random_lamp(rng)
            if rng.random() < (0.2 if chance < 0.75 else 0.35):
                printed(wide, rng)
            if rng.random() < (0.1 if chance < 0.75 else 0.25):
                coast(wide, site, rng)
            if rng.random() < 0.5:
                lean = seen_lean(board, site) or lean
            body = self._rendered(site, rng) if chance < 0.75 and rng.random() < _RENDERED_P else None
            if body is not None:
                lean = body.lean
            many = rng.choice([0.0, 0.25, 0.7])
            for other in np.flatnonzero(np.linalg.norm(PLACES - PLACES[site], axis=1) < 1.3):
                if other != site and rng.random() < many and board.standing.get(SITES[other], 0) is None:
                    self._put(wide, int(other), site, lean, lamp, rng)
            if body is not None:
                colour = int(rng.choice(len(COLOURS), p=_OFTEN))
                kind = KINDS.index(body.kind)
                along, across = aside(rng)
                paint = reliefs.random_paint(COLOURS[colour], rng)
                set_down(wide, body, paint, (along, across), rng)
            elif chance < 0.75:
                kind, colour = self._put(wide, site, site, lean, lamp, rng)
            elif chance < 0.8:
                self._stray(wide, lean, lamp, rng)
        if rng.random() < 0.15:
            hidden = covered(wide, rng)
            if hidden is None:
                return self._scene(rng)
            if hidden:
                kind, colour = COVERED, -1
        return wide, lean, site, kind, colour

    def _rendered(self, site: int, rng: Rng) -> BodyLayers | None:
        """A path-traced body that may stand on a site, as it is seen along the site's patch."""
        road = bool(ROAD_SITES[site])
        pool = self._bodies["road" if road else _BUILDINGS[int(rng.random() < 0.5)]]
        if not pool:
            return None
        body = pool[int(rng.integers(len(pool)))]
        # A road lies along its path whichever way it is looked at.
        return seen_otherwise(
            body, int(rng.choice([0, 2]) if road else rng.integers(4)), bool(rng.random() < 0.5)
        )

    @staticmethod
    def _put(wide: Floats, which: int, seen_from: int, lean: tuple[float, float], lamp: reliefs.SpotLight,
             rng: Rng) -> tuple[int, int]:  # fmt: skip
        kind = "road" if ROAD_SITES[which] else _BUILDINGS[int(rng.random() < 0.5)]
        colour = int(rng.choice(len(COLOURS), p=_OFTEN))
        body = reliefs.piece(kind, COLOURS[colour], rng)
        back = -TURNS[seen_from]
        c, s = np.cos(back), np.sin(back)
        x, y = np.array([[c, -s], [s, c]]) @ (PLACES[which] - PLACES[seen_from]) + aside(rng)
        turn = rng.uniform(0, 2 * np.pi)
        if kind == "road":
            turn = TURNS[which] + back + np.deg2rad(rng.normal(0, 5))
        reliefs.draw(wide, body, (float(x), float(y)), float(turn), lean, lamp)
        return KINDS.index(kind), colour

    @staticmethod
    def _stray(wide: Floats, lean: tuple[float, float], lamp: reliefs.SpotLight, rng: Rng) -> None:
        """A piece or the robber near the site but not on it."""
        away, towards = rng.uniform(0.42, 0.8), rng.uniform(0, 2 * np.pi)
        kind = rng.choice(["road", "settlement", "city", "robber"])
        body = reliefs.robber(rng) if kind == "robber" else reliefs.piece(kind, str(rng.choice(COLOURS)), rng)
        at = (float(away * np.cos(towards)), float(away * np.sin(towards)))
        reliefs.draw(wide, body, at, rng.uniform(0, 2 * np.pi), lean, lamp)


class RobberDesk:
    """Makes patches of hexes with and without the robber.

    Args:
        boards: what they are cut from, if it is known where their robber stands.
        bodies: path-traced robbers; none: all that is drawn are reliefs.
        faces: fonts of the number tokens that are laid on photographed hexes: most licensed boards bear none.
    """

    def __init__(
        self, boards: Sequence[LabelledBoard], bodies: Sequence[BodyLayers] = (), faces: Sequence[Path] = ()
    ) -> None:
        self._bodies, self._faces = bodies, faces
        known = [board for board in boards if board.known]
        self._photographed = [board for board in known if board.camera is not None]
        self._drawn = [board for board in known if board.camera is None]
        self._standing = [board for board in known if board.robber is not None]

    def shots(self, many: int, rng: Rng) -> Iterator[tuple[NDArray[np.float32], int]]:
        """One hex as different cameras see it: patches as the network takes them, and their class.

        The class is `vision.robber.AWAY`, `HERE` or `HIDDEN`.
        """
        wide, lean, kind = self._scene(rng)
        for _ in range(many):
            patch = shoot(wide, ROBBER_PATCH, ROBBER_REACH, rng, turn=4, shift=0.04)
            told = np.array(lean) + rng.normal(0, 0.04, 2)
            for _ in range(int(rng.integers(4))):
                # A quarter to the left: what pointed up points left.
                patch, told = np.rot90(patch), np.array([told[1], -told[0]])
            if rng.random() < 0.5:
                patch, told = patch[:, ::-1], told * (-1, 1)
            yield as_inputs(patch[None], told[None])[0], kind

    def _scene(self, rng: Rng) -> tuple[Floats, tuple[float, float], int]:
        """A hex and what is around it from straight above; how bodies lean there, and its class."""
        chance = rng.random()
        if chance < 0.1:
            board = self._standing[int(rng.integers(len(self._standing)))]
            assert board.robber is not None
            n, kind = HEX_INDEX[board.robber], HERE
        else:
            boards = self._photographed if rng.random() < 0.65 else self._drawn
            board = boards[int(rng.integers(len(boards)))]
            n, kind = int(rng.integers(len(CENTRES))), AWAY
            hills = [m for m, terrain in enumerate(board.terrains) if terrain == "hills"]
            if hills and rng.random() < 0.3:
                # Their hollows are as dark and as large as a robber.
                n = int(rng.choice(hills))
            if board.robber == HEXES[n]:
                return self._scene(rng)
        above = window(board, CENTRES[n], 0.0, ROBBER_WIDE_SIDES).copy()
        if kind == AWAY and board.camera is not None and self._faces and rng.random() < 0.6:
            self._lay_token(above, board.white[HEX_SITES[n]], rng)
        wide = evened(board, above, HEX_SITES[n]).copy()
        lamp, lean = reliefs.random_lamp(rng), random_lean(rng)
        if board.camera is not None and (kind == HERE or rng.random() < 0.6):
            x, y = board.camera.lean(CENTRES[n : n + 1])[0]
            lean = (float(x), float(y))
        body = None
        if kind == AWAY and chance < 0.62 and len(self._bodies) and rng.random() < _RENDERED_P:
            body = self._bodies[int(rng.integers(len(self._bodies)))]
            body = seen_otherwise(body, int(rng.integers(4)), bool(rng.random() < 0.5))
            lean = body.lean
        many = rng.choice([0.0, 0.15, 0.4])
        for other in np.flatnonzero(np.linalg.norm(PLACES - CENTRES[n], axis=1) < 1.5):
            if rng.random() < many and board.standing.get(SITES[other], 0) is None:
                road = bool(ROAD_SITES[other])
                sort = "road" if road else str(rng.choice(_BUILDINGS))
                relief = reliefs.piece(sort, str(rng.choice(COLOURS)), rng)
                turn = TURNS[other] if road else rng.uniform(0, 2 * np.pi)
                x, y = PLACES[other] - CENTRES[n]
                reliefs.draw(wide, relief, (float(x), float(y)), float(turn), lean, lamp)
        if kind == AWAY and chance < 0.5:
            x, y = rng.normal(0, 0.22, 2).clip(-0.6, 0.6)
            at = (float(x), float(y))
            if body is not None:
                set_down(wide, body, reliefs.robber_paint(rng), at, rng)
            else:
                reliefs.draw(wide, reliefs.robber(rng), at, rng.uniform(0, 2 * np.pi), lean, lamp)
            kind = HERE
        elif kind == AWAY and chance < 0.62:
            # A stray piece, or the robber on the next hex, is no robber here.
            towards, away = rng.uniform(0, 2 * np.pi), rng.uniform(1.2, 1.75)
            stray = rng.random() < 0.5
            if stray:
                away = rng.uniform(0, 0.7)
            at = (float(away * np.cos(towards)), float(away * np.sin(towards)))
            if body is not None and not stray:
                set_down(wide, body, reliefs.robber_paint(rng), at, rng)
            else:
                sort, colour = str(rng.choice(_PIECES)), str(rng.choice(COLOURS))
                relief = reliefs.piece(sort, colour, rng) if stray else reliefs.robber(rng)
                reliefs.draw(wide, relief, at, rng.uniform(0, 2 * np.pi), lean, lamp)
        if rng.random() < 0.15:
            share = clutter(wide, rng)
            low, high = (int((ROBBER_WIDE_SIDES + side * 0.5) * GRAIN_PX) for side in (-1, 1))
            if float(share[low:high, low:high].mean()) > 0.4:
                kind = HIDDEN
        return wide, lean, kind

    def _lay_token(self, above: NDArray[np.uint8], white: NDArray[np.float64], rng: Rng) -> None:
        """A number token near the middle of a hex, in the board's light."""
        token, mask = draw_token(
            int(rng.choice([2, 3, 4, 5, 6, 8, 9, 10, 11, 12])),
            random_style(self._faces, rng),
            int(rng.uniform(0.2, 0.3) * GRAIN_PX),
            rng,
        )
        lit = (token * (white / CREAM)).clip(0, 255).astype(np.uint8)
        x, y = above.shape[0] / 2 + rng.normal(0, 0.07, 2).clip(-0.2, 0.2) * GRAIN_PX
        lay_token(above, lit, mask, (float(x), float(y)), float(rng.uniform(0, 360)))
