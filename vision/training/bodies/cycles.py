"""Render bodies by path tracing, as layers that can be laid over any board in any colour.

    python -m vision.training.bodies.cycles buildings --out bodies --many 4000
    python -m vision.training.bodies.cycles roads --out roads --many 800
    python -m vision.training.bodies.cycles robbers --out robbers --many 800

Blender's module (`bpy`) has a numpy of its own: it wants an environment beside the training's
(docs/vision.md). About half a second a body on one core. What is there already is kept: stopped, it goes on
where it was.

A body is painted once for all colours: its red channel reflects a share of the light, its green one none of
it, so that green is what the surface shines and what red has above it is what any paint gives back.
"""

# bpy is there when rendering only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import bpy
import cv2
import numpy as np
from mathutils import Vector
from numpy.typing import NDArray

from vision.training.bodies.figures import road, robber
from vision.training.bodies.layers import GRAIN_PX, REACH_SIDES, BodyLayers, save
from vision.training.bodies.shapes import Body, building
from vision.training.textures import Rng

_PAINT: Final = 0.6
_BODY_PX: Final = 160
_SHADOW_PX: Final = 72
"""Across what is rendered: shadows are soft, and each pixel of the ground costs time."""
_SPAN: Final = 1.9
"""Extent of what is rendered, in hex sides."""
_CHUNK: Final = 50
_STEEPEST: Final = {"buildings": 56.0, "roads": 56.0, "robbers": 48.0}
"""Degrees off the vertical from which bodies are seen: as far as the layers hold what leans."""
_MAKERS: Final[dict[str, Callable[[Rng], Body]]] = {"buildings": building, "roads": road, "robbers": robber}
_ASKEW: Final = 5.0
"""By how much a road lies askew, in degrees: a standard deviation. All else is turned at random."""


def lamps(rng: Rng) -> float:
    """A window or a lamp, sometimes two, and light from everywhere; how bright that makes a white sheet."""
    around = float(rng.uniform(0.25, 1.1))
    bright = around
    for _ in range(1 + int(rng.random() < 0.4)):
        lamp = bpy.data.lights.new("lamp", "SUN")
        lamp.energy = float(rng.uniform(0.5, 4))
        lamp.angle = float(np.deg2rad(np.exp(rng.uniform(np.log(0.5), np.log(60)))))
        there = bpy.data.objects.new("lamp", lamp)
        off = float(np.deg2rad(rng.uniform(2, 65)))
        there.rotation_euler = (off, 0, float(rng.uniform(0, 2 * np.pi)))
        bpy.context.collection.objects.link(there)
        bright += lamp.energy * np.cos(off) / np.pi
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs[1].default_value = around
    # Windows, lamps and dark corners, which plastic mirrors.
    corners = world.node_tree.nodes.new("ShaderNodeTexNoise")
    corners.inputs["Scale"].default_value = float(rng.uniform(1, 4))
    steps = world.node_tree.nodes.new("ShaderNodeMapRange")
    middle = float(rng.uniform(0.48, 0.58))
    steps.inputs["From Min"].default_value = middle - 0.06
    steps.inputs["From Max"].default_value = middle + 0.06
    steps.inputs["To Min"].default_value = float(rng.uniform(0.3, 1))
    steps.inputs["To Max"].default_value = float(rng.uniform(1, 3))
    world.node_tree.links.new(corners.outputs[0], steps.inputs["Value"])
    world.node_tree.links.new(steps.outputs[0], background.inputs[0])
    # Else a map of it is made for each picture, at many times the cost of the picture.
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 64
    bpy.context.scene.world = world
    return bright


def material(body: Body, rng: Rng, paint: tuple[float, float, float]) -> Any:
    """Painted wood, or plastic, that gives back `paint`, a share of red, green and blue light each: how it
    shines, and how uneven it is.
    """
    made = bpy.data.materials.new("paint")
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    surface = nodes["Principled BSDF"]
    surface.inputs["Base Color"].default_value = (*paint, 1)
    wood = body.family == "wooden" and rng.random() < 0.8
    surface.inputs["Roughness"].default_value = float(
        rng.uniform(0.55, 1) if wood else rng.uniform(0.08, 0.5)
    )
    surface.inputs["Specular IOR Level"].default_value = float(
        rng.uniform(0, 0.3) if wood else rng.uniform(0.3, 1)
    )
    grain = nodes.new("ShaderNodeTexNoise")
    grain.inputs["Scale"].default_value = float(np.exp(rng.uniform(np.log(8), np.log(70))))
    grain.inputs["Detail"].default_value = 4
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = float(body.rough * rng.uniform(0.1, 1) + 0.05)
    bump.inputs["Distance"].default_value = 0.02
    links.new(grain.outputs[0], bump.inputs["Height"])
    links.new(bump.outputs[0], surface.inputs["Normal"])
    return made


def stand(body: Body, turn: float, rng: Rng, paint: tuple[float, float, float] = (_PAINT, 0, _PAINT)) -> Any:
    """A body in the middle of the scene, turned by so much (radians, clockwise from above)."""
    points: list[NDArray[np.float64]] = []
    faces: list[tuple[int, ...]] = []
    for solid in body.solids:
        first = sum(len(each) for each in points)
        points.append(solid.points)
        faces += [tuple(first + n for n in face) for face in solid.faces]
    # The board's y runs to the south, the renderer's to the north.
    mesh = bpy.data.meshes.new("body")
    mesh.from_pydata((np.vstack(points) * [1, -1, 1]).tolist(), [], faces)
    mesh.validate()
    there = bpy.data.objects.new("body", mesh)
    bpy.context.collection.objects.link(there)
    bpy.context.view_layer.objects.active = there
    there.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.normals_make_consistent(inside=False)
    bpy.ops.object.mode_set(mode="OBJECT")
    edges = there.modifiers.new("edges", "BEVEL")
    edges.width, edges.segments = float(rng.uniform(0.003, 0.016)), 2
    there.rotation_euler = (0, 0, -turn)
    there.data.materials.append(material(body, rng, paint))
    return there


def _look(lean: tuple[float, float]) -> Any:
    """A camera that moves each height of one by `lean` once the ground is seen from straight above."""
    camera = bpy.data.cameras.new("camera")
    camera.type, camera.ortho_scale = "ORTHO", _SPAN
    there = bpy.data.objects.new("camera", camera)
    towards = Vector((lean[0], -lean[1], -1)).normalized()
    there.location = -10 * towards
    there.rotation_euler = towards.to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(there)
    bpy.context.scene.camera = there
    return there


def light_seen(folder: Path) -> NDArray[np.float32]:
    """What the scene's camera sees: height x width x RGBA, linear, premultiplied by its alpha.

    Args:
        folder: for a file on the way.
    """
    path = folder / "seen.exr"
    bpy.context.scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(str(path))
    image.colorspace_settings.name = "Non-Color"
    width, height = image.size
    seen = np.array(image.pixels[:], np.float32).reshape(height, width, 4)[::-1]
    bpy.data.images.remove(image)
    return np.ascontiguousarray(seen)


def _rendered(camera: Any, size_px: int, samples: int, folder: Path) -> NDArray[np.float32]:
    """What the camera sees, as seen from straight above: RGBA, linear, premultiplied by its alpha."""
    scene = bpy.context.scene
    scene.cycles.samples = samples
    scene.render.resolution_x = scene.render.resolution_y = size_px
    seen = light_seen(folder)
    bpy.context.view_layer.update()
    axes = np.array(camera.matrix_world.to_3x3())
    # Of the plane's x (east) and y (south) in the camera's picture, in pixels.
    to_picture = np.array([[axes[0, 0], -axes[1, 0]], [-axes[0, 1], axes[1, 1]]]) * size_px / _SPAN
    size = int(2 * REACH_SIDES * GRAIN_PX)
    move = np.zeros((2, 3))
    move[:, :2] = to_picture / GRAIN_PX
    move[:, 2] = (size_px - 1) / 2 - move[:, :2] @ np.full(2, (size - 1) / 2)
    above = cv2.warpAffine(seen, move, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(above, np.float32)


def empty_scene() -> None:
    """Nothing but a path tracer that says what light it saw."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 2
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.film_transparent = True
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "16"
    scene.view_settings.view_transform = "Raw"


def body_layers(body: Body, steepest: float, rng: Rng, folder: Path, samples: int) -> BodyLayers:
    """A body under random light, turned, seen from a side at most `steepest` degrees off the vertical."""
    empty_scene()
    steep = np.tan(np.deg2rad(steepest * rng.random() ** 0.8))
    bearing = rng.uniform(0, 2 * np.pi)
    lean = (float(steep * np.cos(bearing)), float(steep * np.sin(bearing)))
    askew = rng.normal(0, np.deg2rad(_ASKEW)) + np.pi * rng.integers(2)
    there = stand(body, float(askew if body.kind == "road" else rng.uniform(0, 2 * np.pi)), rng)
    bright = lamps(rng)
    camera = _look(lean)
    bpy.ops.mesh.primitive_plane_add(size=20)
    ground = bpy.context.object
    earth = bpy.data.materials.new("ground")
    earth.use_nodes = True
    earth.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (0.35, 0.35, 0.35, 1)
    ground.data.materials.append(earth)
    ground.visible_camera = False
    seen = _rendered(camera, _BODY_PX, samples, folder)
    ground.visible_camera, ground.is_shadow_catcher = True, True
    there.visible_camera = False
    shadow = _rendered(camera, _SHADOW_PX, samples, folder)[..., 3]
    shine = seen[..., 1] / bright
    return BodyLayers(
        family=body.family,
        kind=body.kind,
        lean=lean,
        lit=((seen[..., 0] / bright - shine) / _PAINT).clip(0, 8).astype(np.float16),
        shine=shine.clip(0, 8).astype(np.float16),
        mask=seen[..., 3].clip(0, 1).astype(np.float16),
        shadow=shadow.clip(0, 1).astype(np.float16),
    )


def main() -> None:
    """Render, a file for so many bodies."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=sorted(_MAKERS))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--many", type=int, default=4000)
    parser.add_argument("--first", type=int, default=0, help="file to begin with, where several of these run")
    parser.add_argument("--samples", type=int, default=10)
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for chunk in range(given.first, -(-given.many // _CHUNK)):
            to = given.out / f"{chunk:04}.npz"
            if to.exists():
                continue
            rng = np.random.default_rng([given.seed, chunk])
            make, steepest = _MAKERS[given.what], _STEEPEST[given.what]
            made = [body_layers(make(rng), steepest, rng, Path(folder), given.samples) for _ in range(_CHUNK)]
            save(made, to)
            print(f"{(chunk + 1) * _CHUNK} bodies", flush=True)


if __name__ == "__main__":
    main()
