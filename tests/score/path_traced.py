"""Path-traced pictures of whole tables, for evaluation only and never for training.

    python -m tests.score.path_traced --out traced [--many N] [--first N]
    python -m tests.score.run path-traced --photos traced

In the environment that bodies are rendered in (docs/vision.md); a minute or two each on one core. What is
there already is kept: stopped, it goes on where it was.

A board of the simulated table's art, which no network learned from, lies on a table under lamps and windows.
On it stand pieces of one edition, all alike, as bodies with edges and grain that shine and throw soft
shadows: of every other table the simulated table's own, which no network learned from either. The camera
meters what it sees, which a dark table makes it burn and a white one makes it dull.
"""

# bpy is there when rendering only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import bpy
import cv2
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from companion.island.geometry import ENDS, HEXES, HexId, PathId, PieceKind, position
from companion.sim.picture import PIECE_SETS, PRINTINGS, TABLES, CameraEffects, CameraPose, Light, Piece
from companion.sim.picture.render import photograph, table_top
from companion.sim.picture.sheet import FRAME_CORNERS, HALF_SIDE, draw_sheet
from companion.sim.picture.solids import PAINT, piece_bodies, robber_solids
from companion.sim.world import shuffled_island
from tests.score.rendered import draw_pieces, frame_camera, label_of
from tests.score.run import TRACED_SET
from vision.buildings import FAMILIES
from vision.training.bodies import figures
from vision.training.bodies.cycles import add_body, add_lamps, render_light, reset_scene
from vision.training.bodies.shapes import Polyhedron, SolidBody, building_of_family
from vision.training.textures import Rng

SIZES: Final = ((1280, 960), (1600, 900), (1024, 768), (1440, 1080))
_SAMPLES: Final = 32
_SCALE_PX: Final = 220
"""Of the board's art, for each hex side."""
_THICK: Final = 0.05
"""The board's cardboard, in hex sides."""
_OFFSET_SIDES: Final[dict[PieceKind, float]] = {"road": 0.05, "settlement": 0.045, "city": 0.045}
"""How far from their places people put pieces: standard deviations, in hex sides each way."""
_ASKEW: Final = 6.0
_METERED_LEVEL: Final = 0.26
"""What share of full light a camera makes of a picture's mean."""
_ROBBERS: Final = ((0.05, 0.05, 0.05), (0.22, 0.22, 0.21), (0.45, 0.33, 0.2), (0.08, 0.06, 0.05))


@dataclass(frozen=True)
class Edition:
    """The pieces of one edition, including the robber.

    Attributes:
        name: what is said of it.
        bodies: what each kind is made of.
        robber: the robber.
    """

    name: str
    bodies: dict[PieceKind, SolidBody]
    robber: SolidBody


def edition(seed: int, rng: Rng) -> Edition:
    """Choose the pieces: the simulated table's own for every other table, else a training edition's."""
    if seed % 2 == 0:
        name = PIECE_SETS[seed // 2 % len(PIECE_SETS)]
        rough = 0.0 if name == "wooden" else 0.6
        bodies = {
            kind: SolidBody(name, kind, tuple(map(_join_faces, piece_bodies(kind, name, rng))), rough)
            for kind in _OFFSET_SIDES
        }
        faces = [solid.faces for solid in robber_solids(HEXES[9], rng)]
        middle = np.array([*position(HEXES[9]), 0.0])
        robber = SolidBody(
            name, "robber", tuple(_join_faces([face - middle for face in one]) for one in faces), 0.0
        )
        return Edition(f"simulated {name}", bodies, robber)
    family = FAMILIES[seed // 2 % len(FAMILIES)]
    road = figures.road(rng)
    while road.family != family:
        road = figures.road(rng)
    bodies = {
        "road": road,
        "settlement": building_of_family(family, "settlement", rng),
        "city": building_of_family(family, "city", rng),
    }
    return Edition(family, {kind: _centre_body(body) for kind, body in bodies.items()}, figures.robber(rng))


def _centre_body(body: SolidBody) -> SolidBody:
    """The body with the middle of its ground where it is put down."""
    points = np.vstack([solid.points for solid in body.solids])[:, :2]
    middle = np.array([*(points.min(axis=0) + points.max(axis=0)) / 2, 0])
    return replace(body, solids=tuple(Polyhedron(one.points - middle, one.faces) for one in body.solids))


def _join_faces(faces: Sequence[NDArray[np.float64]]) -> Polyhedron:
    """A solid of its faces' corners, those of one place joined."""
    points, which = np.unique(np.concatenate(faces).round(6), axis=0, return_inverse=True)
    ends = np.cumsum([len(face) for face in faces])[:-1]
    return Polyhedron(points, tuple(tuple(map(int, one)) for one in np.split(which.ravel(), ends)))


def add_flat(
    name: str, outline: NDArray[np.float64], high: float, paint: NDArray[np.uint8], shine: float
) -> None:
    """A flat thing with a picture over [-HALF, HALF] x [-HALF, HALF] of the plane, its top at a height."""
    many = len(outline)
    top = np.column_stack([outline * [1, -1], np.full(many, high)])
    low = top - [0, 0, _THICK]
    sides = [(n, (n + 1) % many, many + (n + 1) % many, many + n) for n in range(many)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(np.vstack([top, low]).tolist(), [], [tuple(range(many)), *sides])
    there = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(there)
    image = bpy.data.images.new(name, paint.shape[1], paint.shape[0])
    seen = np.ones((*paint.shape[:2], 4), np.float32)
    seen[..., :3] = paint[::-1, :, ::-1] / np.float32(255)
    image.pixels.foreach_set(seen.ravel())
    image.update()
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    surface = nodes["Principled BSDF"]
    surface.inputs["Roughness"].default_value = shine
    surface.inputs["Specular IOR Level"].default_value = 0.35
    where, scaled, texture = (
        nodes.new(kind) for kind in ("ShaderNodeNewGeometry", "ShaderNodeMapping", "ShaderNodeTexImage")
    )
    texture.image, texture.extension = image, "MIRROR"
    scaled.inputs["Scale"].default_value = (0.5 / HALF_SIDE, 0.5 / HALF_SIDE, 1)
    scaled.inputs["Location"].default_value = (0.5, 0.5, 0)
    links.new(where.outputs["Position"], scaled.inputs["Vector"])
    links.new(scaled.outputs[0], texture.inputs["Vector"])
    links.new(texture.outputs["Color"], surface.inputs["Base Color"])
    there.data.materials.append(made)


def _place_body(
    body: SolidBody, at: tuple[float, float], turn: float, paint: NDArray[np.float64], rng: Rng
) -> None:
    there = add_body(body, turn, rng, (float(paint[0]), float(paint[1]), float(paint[2])))
    there.location = (at[0], -at[1], 0)


def _linear(bgr: Sequence[float]) -> NDArray[np.float64]:
    """Return the reflectance (red, green, blue) of a picture's colour."""
    return np.asarray((np.array(bgr[::-1]) / 255) ** 2.2)


def _place_all_pieces(pieces: Sequence[Piece], robber: HexId | None, pieces_of: Edition, rng: Rng) -> None:
    tints = {
        colour: (_linear(bgr) * np.exp(rng.normal(0, 0.15) + rng.normal(0, 0.05, 3))).clip(0.005, 0.9)
        for colour, bgr in PAINT.items()
    }
    for piece in pieces:
        x, y = np.add(position(piece.at), rng.normal(0, _OFFSET_SIDES[piece.kind], 2))
        turn = rng.uniform(0, 2 * np.pi)
        if piece.kind == "road":
            (x0, y0), (x1, y1) = (position(end) for end in ENDS[PathId(piece.at)])
            turn = np.arctan2(y1 - y0, x1 - x0) + rng.normal(0, np.deg2rad(_ASKEW))
        _place_body(pieces_of.bodies[piece.kind], (x, y), turn, tints[piece.colour], rng)
    if robber is not None:
        x, y = np.add(position(robber), rng.normal(0, 0.08, 2))
        dark = np.array(_ROBBERS[int(rng.integers(len(_ROBBERS)))])
        _place_body(pieces_of.robber, (x, y), rng.uniform(0, 2 * np.pi), dark, rng)


def add_camera(pose: CameraPose) -> None:
    """The scene's camera, where a pose has it."""
    scene = bpy.context.scene
    camera = bpy.data.cameras.new("camera")
    camera.sensor_fit, camera.angle = "HORIZONTAL", float(np.deg2rad(pose.field_of_view))
    there = bpy.data.objects.new("camera", camera)
    # The plane's y runs to the south, the renderer's to the north; its cameras look along their negative z.
    flip = np.diag([1.0, -1.0, 1.0])
    right, down, forward = pose.axes @ flip
    there.matrix_world = Matrix(
        [[*row, place] for row, place in zip(
            np.column_stack([right, -down, -forward]).tolist(), (flip @ pose.position).tolist(), strict=True
        )] + [[0, 0, 0, 1]]
    )  # fmt: skip
    bpy.context.collection.objects.link(there)
    scene.camera = there
    scene.render.resolution_x, scene.render.resolution_y = pose.width, pose.height


def develop_picture(light: NDArray[np.float32], rng: Rng) -> NDArray[np.uint8]:
    """Develop light into a picture: the camera meters all of it and halves the white balance error."""
    grey = light.reshape(-1, 3).mean(axis=0)
    balance = (grey.mean() / grey) ** rng.uniform(0.2, 0.8)
    exposed = light * balance * (_METERED_LEVEL / grey.mean()) * rng.uniform(0.8, 1.25)
    # A shoulder instead of a clip from four fifths of full light on.
    shoulder = np.where(exposed < 0.8, exposed, 1 - 0.2 * np.exp(-(exposed - 0.8) / 0.2))
    return np.asarray(np.rint(255 * shoulder.clip(0, 1) ** (1 / 2.2)), np.uint8)


def picture(seed: int, folder: Path) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """Render one table; return its picture, BGR, and its truth."""
    chance, rng = random.Random(f"traced {seed}"), np.random.default_rng([77, seed])
    layout, pieces = shuffled_island(chance), draw_pieces(chance)
    robber = chance.choice([*HEXES, None])
    tilt = float(rng.uniform(0, 6) if seed % 4 == 3 else rng.uniform(8, 45))
    pose = frame_camera(
        *SIZES[seed % len(SIZES)], tilt, float(rng.uniform(0, 360)), float(rng.uniform(42, 66))
    )
    table, printing, pieces_of = TABLES[seed % len(TABLES)], PRINTINGS[seed % 3], edition(seed, rng)
    reset_scene()
    scene = bpy.context.scene
    scene.render.threads_mode, scene.cycles.max_bounces = "AUTO", 4
    scene.render.film_transparent, scene.cycles.samples = False, _SAMPLES
    art = draw_sheet(layout, seed, _SCALE_PX, printing)
    add_flat("board", np.array(FRAME_CORNERS), 0.0, art.paint, float(rng.uniform(0.25, 0.8)))
    around = 8 * HALF_SIDE * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    add_flat("table", around, -_THICK, table_top(table, seed), float(rng.uniform(0.3, 0.9)))
    _place_all_pieces(pieces, robber, pieces_of, rng)
    add_lamps(rng)
    add_camera(pose)
    seen = develop_picture(render_light(folder)[..., 2::-1], rng)
    lens = CameraEffects(
        blur=float(rng.uniform(0.3, 1.1)),
        vignette=float(rng.uniform(0, 0.4)),
        noise=float(rng.uniform(1, 5)),
        jpeg_quality=None,
    )
    plain = Light(brightness=1.0, warmth=0.0, falloff=0.0)
    label = label_of(layout, pieces, robber, pose)
    about = f"{table}, tilt {tilt:.0f}, {pieces_of.name}, {printing}"
    return photograph(seen, plain, lens, rng), {**label, "about": about}


def main() -> None:
    """Render tables, each with its label beside it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--many", type=int, default=16)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    to = given.out / "board" / TRACED_SET
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(given.first, given.many):
            path = to / f"{seed:02d}.jpg"
            label = path.with_name(f"{path.name}.json")
            if label.exists():
                continue
            made, label_data = picture(seed, Path(folder))
            quality = 70 + 3 * (seed % 9)
            cv2.imwrite(str(path), made, [cv2.IMWRITE_JPEG_QUALITY, quality])
            label.write_text(json.dumps({"photo": path.name, **label_data}), "utf-8")
            print(f"{path.name}: {label_data['about']}", flush=True)


if __name__ == "__main__":
    main()
