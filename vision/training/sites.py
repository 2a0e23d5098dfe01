"""Patches of sites to learn from: real pieces of licensed photos, and drawn ones put on real boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEX_INDEX, HEXES
from companion.island.pieces import COLOURS, SITES
from vision.lattice import CENTRES, project
from vision.patches import as_inputs
from vision.pieces import COVERED, KINDS, PATCH_PX, PLACES, REACH_SIDES, TURNS, turned
from vision.robber import AWAY, HERE, HEX_SITES, HIDDEN
from vision.robber import PATCH_PX as ROBBER_PATCH
from vision.robber import REACH_SIDES as ROBBER_REACH
from vision.training import reliefs
from vision.training.boards import FROM_ABOVE, LabelledBoard, evened
from vision.training.reliefs import GRAIN_PX, Floats
from vision.training.textures import Rng, noise

WIDE_SIDES: Final = 1.0
"""Half the extent of what is drawn before a patch is cut from it, in hex sides."""
ROBBER_WIDE_SIDES: Final = 1.6
ROAD_SITES: Final = np.array([str(site).startswith("p") for site in SITES])
_BUILDINGS: Final = ("settlement", "city")
_PIECES: Final = ("road", *_BUILDINGS)
_DRAWN: Final = (0.36, 0.32, 0.32)
"""How often each kind is drawn."""
_ON_PATHS, _ON_INTERSECTIONS = np.flatnonzero(ROAD_SITES), np.flatnonzero(~ROAD_SITES)
_SKIN: Final = np.array([[0.45, 0.6, 0.85]])


def around(board: LabelledBoard, site: int) -> Floats:
    """A board around a site, turned as a patch is, evened out: 2 WIDE_SIDES sides square."""
    return evened(board, window(board, PLACES[site], float(TURNS[site])), site).copy()


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


def random_lean(rng: Rng) -> tuple[float, float]:
    """How bodies lean away from the camera's foot: by the tangent of up to 50 degrees."""
    by, towards = np.tan(np.deg2rad(50 * rng.random() ** 1.3)), rng.uniform(0, 2 * np.pi)
    return float(by * np.cos(towards)), float(by * np.sin(towards))


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
    """

    def __init__(self, boards: Sequence[LabelledBoard], real: int) -> None:
        self._boards = boards
        self._real = real
        self._standing: dict[str, list[tuple[LabelledBoard, int]]] = {kind: [] for kind in _PIECES}
        for board in boards[:real]:
            for n, site in enumerate(SITES):
                standing = board.standing.get(site)
                if standing is not None:
                    self._standing[standing.kind].append((board, n))

    def patch(self, rng: Rng) -> tuple[NDArray[np.float32], int, int]:
        """A patch as the network takes it, its class, and its colour's index or -1."""
        chance = rng.random()
        lean = random_lean(rng)
        kind, colour, covered = 0, -1, False
        if chance < 0.25:
            pool = self._standing[str(rng.choice(_PIECES, p=_DRAWN))]
            board, site = pool[int(rng.integers(len(pool)))]
            there = board.standing[SITES[site]]
            assert there is not None
            kind, colour = KINDS.index(there.kind), COLOURS.index(there.colour)
            wide, lean = around(board, site), seen_lean(board, site) or lean
        else:
            board, site = self._empty(rng)
            wide = around(board, site)
            lamp = reliefs.random_lamp(rng)
            if rng.random() < 0.2:
                printed(wide, rng)
            if rng.random() < 0.5:
                lean = seen_lean(board, site) or lean
            many = rng.choice([0.0, 0.25, 0.7])
            for other in np.flatnonzero(np.linalg.norm(PLACES - PLACES[site], axis=1) < 1.3):
                if other != site and rng.random() < many and board.standing.get(SITES[other], 0) is None:
                    self._put(wide, int(other), site, lean, lamp, rng)
            if chance < 0.75:
                kind, colour = self._put(wide, site, site, lean, lamp, rng)
            elif chance < 0.8:
                self._stray(wide, lean, lamp, rng)
        if rng.random() < 0.15:
            share = clutter(wide, rng)
            middle = wide.shape[0] // 2
            reach = int(0.14 * GRAIN_PX)
            over = float(share[middle - reach : middle + reach, middle - reach : middle + reach].mean())
            covered = over > 0.5
            if 0.15 < over <= 0.5:
                return self.patch(rng)
        patch = shoot(wide, PATCH_PX, REACH_SIDES, rng, turn=3, shift=0.025)
        told = np.array(lean) + rng.normal(0, 0.04, 2)
        if rng.random() < 0.5:
            patch, told = patch[:, ::-1], told * (-1, 1)
        if ROAD_SITES[site] and rng.random() < 0.5:
            patch, told = patch[::-1], told * (1, -1)
        return as_inputs(patch[None], told[None])[0], COVERED if covered else kind, -1 if covered else colour

    def _empty(self, rng: Rng) -> tuple[LabelledBoard, int]:
        real = rng.random() < 0.65
        while True:
            low, high = (0, self._real) if real else (self._real, len(self._boards))
            board = self._boards[int(rng.integers(low, high))]
            # Settlement or city is the hardest question, and so buildings come oftener than roads.
            site = int(rng.choice(_ON_PATHS if rng.random() < _DRAWN[0] else _ON_INTERSECTIONS))
            if board.standing.get(SITES[site], 0) is None:
                return board, site

    @staticmethod
    def _put(wide: Floats, which: int, seen_from: int, lean: tuple[float, float], lamp: reliefs.SpotLight,
             rng: Rng) -> tuple[int, int]:  # fmt: skip
        kind = "road" if ROAD_SITES[which] else _BUILDINGS[int(rng.random() < 0.5)]
        colour = int(rng.choice(len(COLOURS), p=[0.2, 0.2, 0.2, 0.2, 0.1, 0.1]))
        body = reliefs.piece(kind, COLOURS[colour], rng)
        back = -TURNS[seen_from]
        c, s = np.cos(back), np.sin(back)
        x, y = np.array([[c, -s], [s, c]]) @ (PLACES[which] - PLACES[seen_from]) + rng.normal(0, 0.025, 2)
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
    """

    def __init__(self, boards: Sequence[LabelledBoard]) -> None:
        known = [board for board in boards if board.known]
        self._photographed = [board for board in known if board.camera is not None]
        self._drawn = [board for board in known if board.camera is None]
        self._standing = [board for board in known if board.robber is not None]

    def patch(self, rng: Rng) -> tuple[NDArray[np.float32], int]:
        """A patch as the network takes it, and its class: `vision.robber.AWAY`, `HERE` or `HIDDEN`."""
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
                return self.patch(rng)
        wide = evened(board, window(board, CENTRES[n], 0.0, ROBBER_WIDE_SIDES), HEX_SITES[n]).copy()
        lamp, lean = reliefs.random_lamp(rng), random_lean(rng)
        if board.camera is not None and (kind == HERE or rng.random() < 0.6):
            x, y = board.camera.lean(CENTRES[n : n + 1])[0]
            lean = (float(x), float(y))
        many = rng.choice([0.0, 0.15, 0.4])
        for other in np.flatnonzero(np.linalg.norm(PLACES - CENTRES[n], axis=1) < 1.5):
            if rng.random() < many and board.standing.get(SITES[other], 0) is None:
                road = bool(ROAD_SITES[other])
                sort = "road" if road else str(rng.choice(_BUILDINGS))
                body = reliefs.piece(sort, str(rng.choice(COLOURS)), rng)
                turn = TURNS[other] if road else rng.uniform(0, 2 * np.pi)
                x, y = PLACES[other] - CENTRES[n]
                reliefs.draw(wide, body, (float(x), float(y)), float(turn), lean, lamp)
        if kind == AWAY and chance < 0.5:
            x, y = rng.normal(0, 0.22, 2).clip(-0.6, 0.6)
            at = (float(x), float(y))
            reliefs.draw(wide, reliefs.robber(rng), at, rng.uniform(0, 2 * np.pi), lean, lamp)
            kind = HERE
        elif kind == AWAY and chance < 0.62:
            # A stray piece, or the robber on the next hex, is no robber here.
            towards, away = rng.uniform(0, 2 * np.pi), rng.uniform(1.2, 1.75)
            body = reliefs.robber(rng)
            if rng.random() < 0.5:
                away = rng.uniform(0, 0.7)
                body = reliefs.piece(str(rng.choice(_PIECES)), str(rng.choice(COLOURS)), rng)
            at = (float(away * np.cos(towards)), float(away * np.sin(towards)))
            reliefs.draw(wide, body, at, rng.uniform(0, 2 * np.pi), lean, lamp)
        if rng.random() < 0.15:
            share = clutter(wide, rng)
            low, high = (int((ROBBER_WIDE_SIDES + side * 0.5) * GRAIN_PX) for side in (-1, 1))
            if float(share[low:high, low:high].mean()) > 0.4:
                kind = HIDDEN
        patch = shoot(wide, ROBBER_PATCH, ROBBER_REACH, rng, turn=4, shift=0.04)
        told = np.array(lean) + rng.normal(0, 0.04, 2)
        for _ in range(int(rng.integers(4))):
            # A quarter to the left: what pointed up points left.
            patch, told = np.rot90(patch), np.array([told[1], -told[0]])
        if rng.random() < 0.5:
            patch, told = patch[:, ::-1], told * (-1, 1)
        return as_inputs(patch[None], told[None])[0], kind
