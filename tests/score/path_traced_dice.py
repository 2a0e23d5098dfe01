"""Path-traced throws of resource dice, for evaluation only and never for training.

    python -m tests.score.path_traced_dice --out traced_dice [--tables N] [--throws N]
    python -m tests.measure.throws --traced traced_dice

The first command runs in the environment that bodies are rendered in (docs/vision.md). Existing pictures
are kept, so a stopped run resumes.

Each of the five sets of `tests.score.die_symbols` is thrown at several tables. A table has lamps, a surface
and a camera of its own, tilted by up to 30 degrees, under which a die is 43 to 69 pixels wide. There the
set is shown twice, each die with another face, and thrown: three to six dice at any angle, in every other
throw touching each other.
"""

# bpy is installed for rendering only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import bpy
import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.dice_game.sheet import FACES, Face
from companion.sim.picture import TABLES, CameraEffects, CameraPose, Light
from companion.sim.picture.dice import EDGE
from companion.sim.picture.render import photograph, table_top
from companion.sim.picture.sheet import HALF_SIDE
from tests.score.die_symbols import DieSet, draw_die_sets
from tests.score.path_traced import add_plate, develop_picture, set_camera
from vision.training.bodies.cycles import add_lamps, render_light, reset_scene
from vision.training.textures import Rng

PICTURE_SIZE: Final = (640, 480)
DISTANCES_SIDES: Final = (3.2, 4.6)
"""Distances of the camera, in hex sides: a die is 43 to 69 pixels wide."""
MAX_TILT_DEG: Final = 30.0
SAMPLES: Final = 8
SHOWINGS: Final = 2
MIN_DICE, MAX_DICE = 3, 6
EDGE_RADII: Final = (0.06, 0.16)
"""Range of the radius of a die's rounded edges, in edges."""
FACE_GRID: Final = 14
"""Squares along an edge of a die's mesh."""
_MARGIN_PX: Final = 14.0
_SPREAD_SIDES: Final = 0.9
"""Extent of loose throws to each side, in hex sides."""
_TOUCHING_GAP: Final = 0.004
"""Gap of dice that touch, in edges."""
_SHADOW_PX: Final = 56
"""Margin around the dice within which they are rendered; elsewhere the picture is that of the empty table."""
_JPEG_QUALITY: Final = 92
_FACE_AXES: Final = ((2, 1), (2, -1), (0, 1), (0, -1), (1, 1), (1, -1))
"""Axis and side of the top, the bottom and the other faces in a die's frame."""


@dataclass(frozen=True)
class LyingDie:
    """A die on the table.

    Attributes:
        at: its middle, in hex sides.
        turn: degrees clockwise.
        face: its top face.
        others: the other faces: bottom, then sides.
    """

    at: tuple[float, float]
    turn: float
    face: Face
    others: tuple[Face, ...]

    def corners(self, gap: float = 0.0) -> NDArray[np.float64]:
        """Return the four corners of its outline, enlarged by a gap in edges; 4 x 2."""
        half, turn = EDGE * (1 + gap) / 2, math.radians(self.turn)
        square = half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        c, s = math.cos(turn), math.sin(turn)
        return np.asarray(square @ np.array([[c, s], [-s, c]]) + self.at)


def are_overlapping(one: LyingDie, other: LyingDie) -> bool:
    """Return whether two dice would be in the same place, by separating axes."""
    for die in (one, other):
        turn = math.radians(die.turn)
        for axis in ((math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))):
            a, b = one.corners(_TOUCHING_GAP) @ axis, other.corners(_TOUCHING_GAP) @ axis
            if a.max() <= b.min() or b.max() <= a.min():
                return False
    return True


def is_in_view(die: LyingDie, camera: CameraPose) -> bool:
    """Return whether the picture shows the whole top of a die."""
    pixels = camera.project([(float(x), float(y)) for x, y in die.corners()])
    return bool((pixels > _MARGIN_PX).all() and (pixels < np.array(PICTURE_SIZE) - _MARGIN_PX).all())


def scatter_dice(
    faces: Sequence[Face], *, are_touching: bool, camera: CameraPose, rng: random.Random
) -> list[LyingDie]:
    """Return dice at rest: loose, or each pushed against another one."""
    lying: list[LyingDie] = []
    while len(lying) < len(faces):
        face = faces[len(lying)]
        others = tuple(rng.sample([each for each in FACES if each != face], len(FACES) - 1))
        spot = (rng.uniform(-_SPREAD_SIDES, _SPREAD_SIDES), rng.uniform(-_SPREAD_SIDES, _SPREAD_SIDES))
        die = LyingDie(spot, rng.uniform(0, 360), face, others)
        if are_touching and lying:
            die = _push_against(die, rng.choice(lying), rng.uniform(0, 2 * math.pi))
        if is_in_view(die, camera) and not any(are_overlapping(die, other) for other in lying):
            lying.append(die)
    return lying


def _push_against(die: LyingDie, other: LyingDie, bearing: float) -> LyingDie:
    """Return a die that touches another one in a direction (radians)."""
    near, far = 0.0, 2 * EDGE

    def at_distance(distance: float) -> LyingDie:
        x, y = other.at
        at = (x + distance * math.cos(bearing), y + distance * math.sin(bearing))
        return LyingDie(at, die.turn, die.face, die.others)

    while far - near > 1e-4:
        middle = (near + far) / 2
        near, far = (middle, far) if are_overlapping(at_distance(middle), other) else (near, middle)
    return at_distance(far)


def build_die_mesh(radius: float) -> tuple[NDArray[np.float64], list[tuple[int, ...]], NDArray[np.float64]]:
    """Build a cube with rounded edges of length one.

    Args:
        radius: of the edges.

    Returns:
        Its points (n x 3), its squares, and for each corner of each square its place in the row of the six
        face pictures (0 to 1, y up).
    """
    points: list[NDArray[np.float64]] = []
    squares: list[tuple[int, ...]] = []
    places: list[tuple[float, float]] = []
    steps = np.linspace(-0.5, 0.5, FACE_GRID + 1)
    for number, (axis, side) in enumerate(_FACE_AXES):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        if side < 0:
            u, v = v, u
        first = len(points)
        for b in steps:
            for a in steps:
                flat = np.zeros(3)
                flat[axis], flat[u], flat[v] = 0.5 * side, a, b
                inner = flat.clip(radius - 0.5, 0.5 - radius)
                offset = flat - inner
                points.append(inner + radius * offset / np.linalg.norm(offset))
        for row in range(FACE_GRID):
            for column in range(FACE_GRID):
                corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
                squares.append(tuple(first + y * (FACE_GRID + 1) + x for x, y in corners))
                places += [((number + x / FACE_GRID) / len(_FACE_AXES), y / FACE_GRID) for x, y in corners]
    return np.array(points), squares, np.array(places)


def add_die(die: LyingDie, pictures: DieSet, radius: float, rng: Rng) -> None:
    """Add a die to the scene: the board's y axis points south, the renderer's north."""
    points, squares, places = build_die_mesh(radius)
    mesh = bpy.data.meshes.new("die")
    mesh.from_pydata((points * EDGE).tolist(), [], squares)
    layer = mesh.uv_layers.new(name="faces")
    layer.data.foreach_set("uv", places.ravel())
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    added = bpy.data.objects.new("die", mesh)
    bpy.context.collection.objects.link(added)
    added.location = (die.at[0], -die.at[1], EDGE / 2)
    added.rotation_euler = (0, 0, -math.radians(die.turn))
    row = np.hstack([pictures.faces[FACES.index(face)] for face in (die.face, *die.others)])
    image = bpy.data.images.new("faces", row.shape[1], row.shape[0])
    seen = np.ones((*row.shape[:2], 4), np.float32)
    seen[..., :3] = row[::-1, :, ::-1] / np.float32(255)
    image.pixels.foreach_set(seen.ravel())
    image.update()
    material = bpy.data.materials.new("die")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    surface = nodes["Principled BSDF"]
    surface.inputs["Roughness"].default_value = pictures.roughness
    surface.inputs["Specular IOR Level"].default_value = float(rng.uniform(0.2, 0.6))
    where, texture = nodes.new("ShaderNodeUVMap"), nodes.new("ShaderNodeTexImage")
    where.uv_map, texture.image = "faces", image
    links.new(where.outputs["UV"], texture.inputs["Vector"])
    links.new(texture.outputs["Color"], surface.inputs["Base Color"])
    mesh.materials.append(material)


@dataclass(frozen=True)
class TracedTable:
    """A table at which a set is thrown.

    Attributes:
        pictures: the set.
        seed: of lamps, surface, camera and lens.
        camera: above the tray.
        radius: of the dice's edges, in edges.
    """

    pictures: DieSet
    seed: tuple[int, int]
    camera: CameraPose
    radius: float

    @classmethod
    def choose(cls, pictures: DieSet, which: int, number: int, tables: int) -> TracedTable:
        """Choose a table; the tilts of a set's tables are spread over the whole range."""
        rng = np.random.default_rng([36, which, number])
        tilt = MAX_TILT_DEG * (number + float(rng.random())) / tables
        distance, rotation = float(rng.uniform(*DISTANCES_SIDES)), float(rng.uniform(0, 360))
        camera = CameraPose(*PICTURE_SIZE, distance, tilt, rotation)
        return cls(pictures, (which, number), camera, float(rng.uniform(*EDGE_RADII)))

    def photograph(self, dice: Sequence[LyingDie], number: int, folder: Path) -> NDArray[np.uint8]:
        """Render dice at the table; BGR.

        Args:
            dice: as they lie.
            number: of the picture.
            folder: keeps the picture of the empty table, from run to run.
        """
        rng = np.random.default_rng([37, *self.seed])
        reset_scene()
        scene = bpy.context.scene
        scene.render.threads_mode, scene.cycles.max_bounces = "AUTO", 3
        scene.render.film_transparent, scene.cycles.samples = False, SAMPLES
        scene.cycles.seed = number
        around = 4 * HALF_SIDE * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        table = TABLES[int(rng.integers(len(TABLES)))]
        add_plate("table", around, 0.0, table_top(table, self.seed[0]), float(rng.uniform(0.3, 0.9)))
        add_lamps(rng)
        lens = CameraEffects(
            blur=float(rng.uniform(0.4, 0.9)),
            vignette=float(rng.uniform(0, 0.4)),
            noise=0.0,
            jpeg_quality=None,
        )
        set_camera(self.camera)
        kept = folder / f"table-{self.seed[0]}-{self.seed[1]}.npy"
        if kept.exists():
            light = np.load(kept).astype(np.float32)
        else:
            light = render_light(folder)[..., 2::-1].copy()
            np.save(kept, light.astype(np.float16))
        # A die's polish is that of its set, whatever was drawn before.
        polish = np.random.default_rng([39, *self.seed])
        for die in dice:
            add_die(die, self.pictures, self.radius, polish)
        left, top, right, bottom = self._bound_dice(dice)
        scene.render.use_border = True
        scene.render.border_min_x, scene.render.border_max_x = left / PICTURE_SIZE[0], right / PICTURE_SIZE[0]
        # The renderer counts rows from below.
        scene.render.border_min_y = 1 - bottom / PICTURE_SIZE[1]
        scene.render.border_max_y = 1 - top / PICTURE_SIZE[1]
        light[top:bottom, left:right] = render_light(folder)[top:bottom, left:right, 2::-1]
        # The exposure of a table stays.
        seen = develop_picture(light, np.random.default_rng([38, *self.seed]))
        return photograph(seen, Light(brightness=1.0, warmth=0.0, falloff=0.0), lens, rng)

    def _bound_dice(self, dice: Sequence[LyingDie]) -> tuple[int, int, int, int]:
        """Return the box (left, top, right, bottom) of dice and their shadows, in pixels."""
        corners = np.vstack([die.corners() for die in dice])
        points = np.vstack([np.column_stack([corners, np.full(len(corners), high)]) for high in (0.0, EDGE)])
        seen = self.camera.project(points)
        left, top = (max(0, round(float(value)) - _SHADOW_PX) for value in seen.min(axis=0))
        right, bottom = (round(float(value)) + _SHADOW_PX for value in seen.max(axis=0))
        return left, top, min(right, PICTURE_SIZE[0]), min(bottom, PICTURE_SIZE[1])


def main() -> None:
    """Render the showings and throws of each set, each with its label beside it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tables", type=int, default=2, help="of each set (%(default)s)")
    parser.add_argument("--throws", type=int, default=30, help="at each table (%(default)s)")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    sets = draw_die_sets()
    # All sets advance together, so that a stopped run has throws of each.
    for number in range(SHOWINGS + given.throws):
        for table_number in range(given.tables):
            for which, pictures in enumerate(sets):
                table = TracedTable.choose(pictures, which, table_number, given.tables)
                _render_picture(table, number, given.out)


def _render_picture(table: TracedTable, number: int, to: Path) -> None:
    """Render a showing or a throw, unless its label exists."""
    which, table_number = table.seed
    path = to / f"{which}-{table_number}-{number:02d}.jpg"
    label = path.with_suffix(".json")
    if label.exists():
        return
    rng = random.Random(f"traced dice {which} {table_number} {number}")
    is_showing = number < SHOWINGS
    count = rng.randint(MIN_DICE, MAX_DICE)
    faces = list(FACES) if is_showing else [rng.choice(FACES) for _ in range(count)]
    are_touching = not is_showing and number % 2 == 1
    dice = scatter_dice(faces, are_touching=are_touching, camera=table.camera, rng=rng)
    picture = table.photograph(dice, number, to)
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    label_data: dict[str, Any] = {
        "set": table.pictures.name,
        "table": list(table.seed),
        "tilt": round(table.camera.tilt, 1),
        "is_showing": is_showing,
        "are_touching": are_touching,
        "dice": [{"face": die.face, "at": _find_top(die, table.camera)} for die in dice],
    }
    label.write_text(json.dumps(label_data), "utf-8")
    print(f"{path.name}: {table.pictures.name}, {len(dice)} dice", flush=True)


def _find_top(die: LyingDie, camera: CameraPose) -> list[float]:
    """Return the pixel of the middle of a die's top face."""
    x, y, w = camera.matrix @ [*die.at, EDGE, 1.0]
    return [round(float(x / w), 1), round(float(y / w), 1)]


if __name__ == "__main__":
    main()
