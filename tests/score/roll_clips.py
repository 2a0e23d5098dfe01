"""Simulated clips of throws for measuring, on unseen tables; and clips spliced from photos.

Every seed is another table: another cloth, lamp, camera, edition, and another pair of dice, thrown a few
times. Frames come two to four a second, with the noise of a sensor, packed as JPEG, some from a camera that
trembles.
"""

from __future__ import annotations

import colorsys
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sim.picture import (
    PIECE_SETS,
    PRINTINGS,
    TABLES,
    Arm,
    CameraEffects,
    CameraPose,
    DrawnDie,
    Light,
    Table,
)
from companion.sim.picture.canvas import Colour
from companion.sim.picture.render import draw_board, draw_scene, photograph, standing_solids
from companion.sim.tabletop import Scene, draw_resting_dice, pick_up_dice, throw_dice
from companion.sim.world import shuffled_island
from tests.score.cloths import Cloth, Weave, cloth_top
from tests.score.rendered import draw_pieces
from vision.dice.region import DiceRegion, region_beside_island

Picture = NDArray[np.uint8]

WIDTH, HEIGHT = 1280, 720
THROWS: Final = 3
"""Throws of one clip."""
DICE_PX: Final = (20.0, 40.0)
"""How wide dice are, in pixels."""
KINDS: Final = ("plain", "cloth's colour", "gold on clear", "marbled", "faint pips", "plain", "small pips")
"""What dice are like, one after the other."""
DICE_PLACES: Final = ("beside", "beside", "on the board")
LAMPS: Final = ("fair", "warm", "dim", "burnt")
_WEAVES: Final[tuple[Weave, ...]] = ("felt", "felt", "checked", "striped", "strewn")
GOLD: Final[Colour] = (85.0, 175.0, 215.0)
_DARK_PIPS, _PALE_PIPS = (30.0, 28.0, 28.0), (232.0, 235.0, 238.0)


@dataclass(frozen=True)
class Shot:
    """A frame of a clip.

    Attributes:
        t: when it was taken, in seconds.
        packed: as JPEG.
    """

    t: float
    packed: bytes

    @property
    def picture(self) -> Picture:
        """The frame, BGR."""
        return np.asarray(cv2.imdecode(np.frombuffer(self.packed, np.uint8), cv2.IMREAD_COLOR), np.uint8)


@dataclass(frozen=True)
class Throw:
    """A throw.

    Attributes:
        faces: from left to right in the picture.
        rested: when the dice came to rest, seconds.
        until: when the next hand reaches for them.
        at: middles of the top faces, pixels.
    """

    faces: tuple[int, int]
    rested: float
    until: float
    at: tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Clip:
    """A short film of throws.

    Attributes:
        name: says the seed and what is hard about it.
        kinds: what is hard about it, to count by.
        region: where dice count.
        shots: the frames.
        throws: what was thrown, in order.
    """

    name: str
    kinds: tuple[str, ...]
    region: DiceRegion
    shots: tuple[Shot, ...]
    throws: tuple[Throw, ...]


def drawn_clip(seed: int, throws: int = THROWS) -> Clip:
    """Draw one clip; its difficulty follows from the seed, in steps that combine with each other."""
    rng, chance = random.Random(seed), np.random.default_rng([seed, 7])
    kind, where, lamp = (
        KINDS[seed % len(KINDS)],
        DICE_PLACES[seed % len(DICE_PLACES)],
        LAMPS[seed % len(LAMPS)],
    )
    tilt = float(chance.uniform(0, 45))
    edge = float(chance.uniform(14, 19) / 45)
    wide = float(chance.uniform(*DICE_PX))
    camera, spot = _draw_camera(where, tilt, edge, wide, chance)
    cloth = _cloth(chance)
    looks = _dice(kind, cloth, edge, chance)
    light, lens = _draw_light(lamp, chance)
    region = region_beside_island(camera.homography(), WIDTH, HEIGHT)
    region = region if where == "beside" else region.including_island()
    table = _DrawnTable(seed, camera, cloth, light, lens, float(chance.choice([0.0, 0.0, 0.2, 0.35])))
    fps = float(chance.uniform(2.0, 4.0))
    bearing = float(chance.uniform(0, 360))
    t = 0.0
    lying: tuple[DrawnDie, DrawnDie] | None = None
    shots: list[Shot] = []
    drawn_throws: list[Throw] = []

    def show(scene: Scene) -> None:
        nonlocal t
        shots.append(Shot(t, table.frame(scene)))
        t += float(chance.uniform(0.85, 1.15)) / fps

    for _ in range(round(1.5 * fps)):
        show(())
    for _ in range(throws):
        if lying:
            until = t
            drawn_throws[-1] = replace(drawn_throws[-1], until=until)
            for scene in pick_up_dice(lying, bearing, fps):
                show(scene)
            for _ in range(round(rng.uniform(0.0, 1.0) * fps)):
                show(())
        faces = (rng.randint(1, 6), rng.randint(1, 6))
        lying = _draw_rest(faces, spot, looks, camera, region, rng)
        for scene in throw_dice(lying, bearing, fps, rng):
            if scene == lying:
                break
            show(scene)
        drawn_throws.append(_throw_of(lying, camera, t))
        for scene in _rest(lying, fps, rng):
            show(scene)
    drawn_throws[-1] = replace(drawn_throws[-1], until=t)
    name = f"drawn {seed}: {kind}, {where}, {lamp}, tilt {tilt:.0f}, {wide:.0f} px, {fps:.1f} a second"
    return Clip(name, (kind, where, lamp), region, tuple(shots), tuple(drawn_throws))


def _draw_camera(
    where: str, tilt: float, edge: float, wide: float, chance: np.random.Generator
) -> tuple[CameraPose, tuple[float, float]]:
    """A camera that sees dice so wide, and the place around which they fall."""
    bare = CameraPose(WIDTH, HEIGHT)
    distance = bare.focal_length * edge / wide
    angle, rotation = float(chance.uniform(0, 360)), float(chance.uniform(0, 360))
    reach = float(chance.uniform(6.6, 7.2) if where == "beside" else chance.uniform(0, 3.0))
    spot = (reach * float(np.cos(np.radians(angle))), reach * float(np.sin(np.radians(angle))))
    # As much of the board as there is room for, the dice still well in the picture.
    for share in np.arange(0.2, 1.01, 0.1):
        aim = (float(share) * spot[0], float(share) * spot[1])
        camera = CameraPose(WIDTH, HEIGHT, distance, tilt, rotation, aim=aim)
        around = camera.project([(spot[0] + 1.3 * np.cos(a), spot[1] + 1.3 * np.sin(a)) for a in range(6)])
        if (around > 40).all() and (around < [WIDTH - 40, HEIGHT - 40]).all():
            break
    return camera, spot


def _cloth(chance: np.random.Generator) -> Table | Cloth:
    """Draw the table surface: in two of five cases wood, linen or slate, else a cloth of any colour."""
    if chance.random() < 0.4:
        return TABLES[int(chance.integers(len(TABLES)))]
    colour = _any_colour(chance, 0.15, 0.9)
    weave = _WEAVES[int(chance.integers(len(_WEAVES)))]
    width = float(np.exp(chance.uniform(np.log(0.15), np.log(1.2))))
    return Cloth(colour, _any_colour(chance, 0.15, 0.9), weave, width)


def _any_colour(chance: np.random.Generator, dark: float, pale: float) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(
        float(chance.random()), float(chance.random() ** 0.7), float(chance.uniform(dark, pale))
    )
    return 255 * blue, 255 * green, 255 * red


_GROUNDS: Final[dict[Table, Colour]] = {
    "oak": (110.0, 160.0, 200.0), "walnut": (52.0, 74.0, 100.0), "redwood": (47.0, 70.0, 138.0),
    "linen": (190.0, 205.0, 210.0), "slate": (80.0, 76.0, 70.0),
}  # fmt: skip


def _dice(
    kind: str, cloth: Table | Cloth, edge: float, chance: np.random.Generator
) -> tuple[DrawnDie, DrawnDie]:
    """A pair of dice, three times in four alike."""

    def draw_die() -> DrawnDie:
        colour = _any_colour(chance, 0.1, 1.0)
        if kind == "cloth's colour":
            ground = cloth.colour if isinstance(cloth, Cloth) else _GROUNDS[cloth]
            colour = _mix_colours(ground, colour, float(chance.uniform(0.0, 0.2)))
        pale = float(np.dot(colour, (0.11, 0.59, 0.3))) > 125
        pips = _DARK_PIPS if pale else _PALE_PIPS
        die = DrawnDie((0.0, 0.0), colour=colour, pips=pips, edge=edge)
        die = replace(
            die, pip_size=float(chance.uniform(0.85, 1.2)), rounding=float(chance.uniform(0.08, 0.24))
        )
        if kind == "gold on clear":
            dark = _any_colour(chance, 0.25, 0.7)
            return replace(die, colour=dark, pips=GOLD, clear=float(chance.uniform(0.2, 0.6)))
        if kind == "marbled":
            return replace(die, swirl=_mix_colours(colour, _any_colour(chance, 0.1, 1.0), 0.5))
        if kind == "faint pips":
            return replace(die, pips=_mix_colours(pips, colour, float(chance.uniform(0.35, 0.6))))
        if kind == "small pips":
            return replace(die, pip_size=float(chance.uniform(0.6, 0.75)))
        return die

    first = draw_die()
    return first, first if chance.random() < 0.75 else draw_die()


def _mix_colours(one: Colour, other: Colour, share: float) -> Colour:
    blue, green, red = (a + share * (b - a) for a, b in zip(one, other, strict=True))
    return blue, green, red


def _draw_light(lamp: str, chance: np.random.Generator) -> tuple[Light, CameraEffects]:
    """Draw random lighting, and the camera's response to it."""
    bright = {"dim": (0.3, 0.5), "burnt": (1.3, 1.7)}.get(lamp, (0.8, 1.1))
    light = Light(
        brightness=float(chance.uniform(*bright)),
        warmth=float(chance.uniform(0.8, 1.6) if lamp == "warm" else chance.uniform(-0.6, 0.6)),
        bearing=float(chance.uniform(0, 360)),
        height=float(chance.uniform(30, 80)),
        falloff=float(chance.uniform(0, 0.6)),
        shadows=float(chance.uniform(0.15, 0.6)),
    )
    lens = CameraEffects(
        blur=float(chance.uniform(0.4, 1.2)),
        noise=float(chance.uniform(4, 8) if lamp == "dim" else chance.uniform(1, 4)),
        jpeg_quality=int(chance.integers(60, 95)),
    )
    return light, lens


class _DrawnTable:
    """A table before a camera: the same scene is drawn once, each frame of it has its own noise."""

    def __init__(
        self, seed: int, camera: CameraPose, cloth: Table | Cloth, light: Light, lens: CameraEffects,
        tremble: float,
    ) -> None:  # fmt: skip
        rng = random.Random(seed)
        self._camera, self._light, self._lens, self._tremble = camera, light, lens, tremble
        table = cloth_top(cloth, seed) if isinstance(cloth, Cloth) else cloth
        self._bare = draw_board(
            shuffled_island(rng), camera, light, table=table, seed=seed, printing=PRINTINGS[seed % 3]
        )
        self._pieces = standing_solids(draw_pieces(rng), None, piece_set=PIECE_SETS[seed // 4 % 2], seed=seed)
        self._chance = np.random.default_rng([seed, 11])
        self._scene: Scene | None = None
        self._still = self._bare

    def frame(self, scene: Scene) -> bytes:
        """The next frame, of a scene, as JPEG."""
        if scene != self._scene:
            picture = self._bare.copy()
            draw_scene(picture, self._pieces, scene, self._camera, self._light)
            self._scene, self._still = scene, picture
        still = self._still
        if self._tremble:
            by = self._chance.normal(0, self._tremble, 2)
            move = np.array([[1, 0, by[0]], [0, 1, by[1]]])
            size = (still.shape[1], still.shape[0])
            still = cv2.warpAffine(still, move, size, borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)
        raw = replace(self._lens, jpeg_quality=None)
        return _encode_jpeg(photograph(still, self._light, raw, self._chance), self._lens.jpeg_quality or 92)


def _encode_jpeg(picture: Picture, quality: int) -> bytes:
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return packed.tobytes()


def _draw_rest(
    faces: tuple[int, int], spot: tuple[float, float], looks: tuple[DrawnDie, DrawnDie],
    camera: CameraPose, region: DiceRegion, rng: random.Random,
) -> tuple[DrawnDie, DrawnDie]:  # fmt: skip
    """Dice at rest where they count, whole in the picture."""
    mask = region.mask(WIDTH, HEIGHT)
    while True:
        dice = draw_resting_dice(faces, spot, 1.2, rng, looks)
        tops = np.rint(_tops(dice, camera)).astype(int)
        inside = (tops > 30).all() and (tops < [WIDTH - 30, HEIGHT - 30]).all()
        if inside and mask[tops[:, 1], tops[:, 0]].all():
            return dice


def _tops(dice: Sequence[DrawnDie], camera: CameraPose) -> NDArray[np.float64]:
    return camera.project([(*die.at, die.edge) for die in dice])


def _throw_of(dice: tuple[DrawnDie, DrawnDie], camera: CameraPose, t: float) -> Throw:
    tops = zip(_tops(dice, camera), dice, strict=True)
    (x, y, left), (x2, y2, right) = sorted((float(x), float(y), die.value) for (x, y), die in tops)
    return Throw((left, right), t, t, ((x, y), (x2, y2)))


def _rest(dice: tuple[DrawnDie, DrawnDie], fps: float, rng: random.Random) -> Iterator[Scene]:
    """Let the dice lie; in half of the cases a hand reaches in, for a card or a piece, and leaves."""
    seconds = rng.uniform(3.0, 6.0)
    comes = rng.uniform(0.3, seconds - 1.0) if rng.random() < 0.5 else seconds
    bearing = rng.uniform(0, 360)
    middle = (sum(die.at[0] for die in dice) / 2, sum(die.at[1] for die in dice) / 2)
    back = (np.sin(np.radians(bearing)), -np.cos(np.radians(bearing)))
    # Its fingers stop short of the dice.
    near = rng.uniform(2.0, 4.0)
    for n in range(round(seconds * fps)):
        past = n / fps - comes
        if 0 <= past < 1.0:
            away = near + 5 * abs(past - 0.5)
            at = (float(middle[0] + away * back[0]), float(middle[1] + away * back[1]))
            yield (*dice, Arm(at, bearing))
        else:
            yield dice


@dataclass(frozen=True)
class _Cutting:
    """A die with its ground, cut from a photo: (2 * AROUND + 1) pixels square, scaled to a given width; and
    its top face."""

    picture: Picture
    value: int


_PATCH_MARGIN: Final = 1.4
"""Half the width of a cutout, in die widths."""


def spliced_clip(photos: Path, seed: int) -> Clip:
    """Compose throws before a real camera: dice cut from photos of a webcam, on an empty table of one of
    them.

    Args:
        photos: where the photos lie.
        seed: says which, and where the dice lie.
    """
    rng, chance = random.Random(seed), np.random.default_rng([seed, 13])
    files = sorted((photos / "dice/webcam").glob("*.json"))
    labels = [(file.with_suffix(""), json.loads(file.read_text("utf-8"))) for file in files]
    wide, fps = rng.uniform(*DICE_PX), rng.uniform(2.0, 4.0)
    ground = _remove_dice(*rng.choice([one for one in labels if len(one[1]["dice"]) <= 2]))
    t = 0.0
    shots: list[Shot] = []
    throws: list[Throw] = []

    def show(picture: Picture) -> None:
        nonlocal t
        grain = chance.normal(0, 2.0, picture.shape)
        shots.append(Shot(t, _encode_jpeg(np.asarray((picture + grain).clip(0, 255), np.uint8), 88)))
        t += rng.uniform(0.85, 1.15) / fps

    for _ in range(3):
        show(ground)
    for _ in range(THROWS):
        if throws:
            throws[-1] = replace(throws[-1], until=t)
        picture = ground.copy()
        placed_dice: list[tuple[float, float, int]] = []
        for _ in range(2):
            die = _cutting(labels, wide, rng)
            at = _draw_free_place(placed_dice, wide, rng)
            mask = np.zeros(die.picture.shape[:2], np.uint8)
            half = die.picture.shape[0] // 2
            cv2.circle(mask, (half, half), half - 3, 255, -1)
            picture = cv2.seamlessClone(die.picture, picture, mask, at, cv2.NORMAL_CLONE).astype(np.uint8)
            placed_dice.append((*at, die.value))
        for away in (0.7, 0.1, 0.0, 0.3):
            show(_under_hand(picture if away == 0.3 else ground, away, rng))
        (x, y, left), (x2, y2, right) = sorted(placed_dice)
        throws.append(Throw((left, right), t, t, ((x, y), (x2, y2))))
        for _ in range(round(rng.uniform(2.5, 4.0) * fps)):
            show(picture)
    throws[-1] = replace(throws[-1], until=t)
    name = f"spliced {seed}: {wide:.0f} px, {fps:.1f} a second"
    return Clip(name, ("spliced",), DiceRegion(), tuple(shots), tuple(throws))


def _remove_dice(photo: Path, label: dict[str, Any]) -> Picture:
    """A photo's table without its dice, as large as a frame."""
    picture = np.asarray(cv2.imread(str(photo)), np.uint8)
    mask = np.zeros(picture.shape[:2], np.uint8)
    for die in label["dice"]:
        x, y = (round(v) for v in die["at"])
        cv2.circle(mask, (x, y + round(0.25 * label["size"])), round(1.3 * label["size"]), 255, -1)
    bare = cv2.inpaint(picture, mask, 5, cv2.INPAINT_TELEA)
    rows = round(bare.shape[1] * HEIGHT / WIDTH)
    top = (bare.shape[0] - rows) // 2
    return np.asarray(
        cv2.resize(bare[top : top + rows], (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC), np.uint8
    )


def _cutting(labels: Sequence[tuple[Path, dict[str, Any]]], wide: float, rng: random.Random) -> _Cutting:
    """A die of a photo that lies alone, and is as large there as it is to be."""
    while True:
        photo, label = rng.choice(labels)
        die, size = rng.choice(label["dice"]), label["size"]
        x, y = die["at"]
        others = [one["at"] for one in label["dice"] if one is not die]
        if size < wide or any(np.hypot(x - a, y - b) < (_PATCH_MARGIN + 1.4) * size for a, b in others):
            continue
        half = _PATCH_MARGIN * size
        # The body reaches below its top.
        y += 0.2 * size
        picture = np.asarray(cv2.imread(str(photo)), np.uint8)
        if not (half < x < picture.shape[1] - half and half < y < picture.shape[0] - half):
            continue
        piece = picture[round(y - half) : round(y + half) + 1, round(x - half) : round(x + half) + 1]
        side = 2 * round(_PATCH_MARGIN * wide) + 1
        return _Cutting(
            np.asarray(cv2.resize(piece, (side, side), interpolation=cv2.INTER_AREA), np.uint8), die["value"]
        )


def _draw_free_place(
    others: Sequence[tuple[float, float, int]], wide: float, rng: random.Random
) -> tuple[int, int]:
    """A place for a die, not too near to others."""
    while True:
        at = (round(rng.uniform(400, 880)), round(rng.uniform(200, 520)))
        if all(np.hypot(at[0] - x, at[1] - y) > 2.2 * _PATCH_MARGIN * wide for x, y, _ in others):
            return at


def _under_hand(photo: Picture, away: float, rng: random.Random) -> Picture:
    """A photo with a hand and its sleeve over it, some share of its height away."""
    picture = photo.copy()
    x, y = round(WIDTH * rng.uniform(0.4, 0.6)), round(HEIGHT * (0.35 + 0.65 * away))
    cv2.rectangle(picture, (x - 70, y), (x + 70, HEIGHT), (92, 66, 52), -1)
    cv2.ellipse(picture, (x, y), (100, 150), 0, 0, 360, (118, 150, 205), -1, cv2.LINE_AA)
    return picture
