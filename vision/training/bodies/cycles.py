"""Render bodies by path tracing, as layers that can be composited onto any board in any colour.

    python -m vision.training.bodies.cycles buildings --out bodies --many 4000
    python -m vision.training.bodies.cycles roads --out roads --many 800
    python -m vision.training.bodies.cycles robbers --out robbers --many 800

Blender's module (`bpy`) requires a numpy of its own, and so a second environment beside the training's
(docs/vision.md). A body takes about half a second on one core. Existing files are kept, so a stopped run
resumes.

A body is rendered once for all colours: its red channel reflects a share of the light, its green channel
none. So green is the specular reflection, and red minus green is the diffuse reflection, which scales with
any paint.
"""

# bpy is installed for rendering only, not for type checks.
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
from vision.training.bodies.shapes import SolidBody, building
from vision.training.textures import Rng

_PAINT_REFLECTANCE: Final = 0.6
_BODY_PX: Final = 160
_SHADOW_PX: Final = 72
"""Pixels across the rendered shadow: shadows are soft, and each pixel of the ground costs time."""
_SPAN_SIDES: Final = 1.9
"""Extent of the rendering, in hex sides."""
_BODIES_PER_FILE: Final = 50
_MAX_TILT_DEG: Final = {"buildings": 56.0, "roads": 56.0, "robbers": 48.0}
"""Largest viewing angle from the vertical, limited by the extent of the layers."""
_MAKERS: Final[dict[str, Callable[[Rng], SolidBody]]] = {
    "buildings": building,
    "roads": road,
    "robbers": robber,
}
_ROAD_TURN_STD_DEG: Final = 5.0
"""Standard deviation of a road's direction, in degrees. Other bodies have a random rotation."""


def add_lamps(rng: Rng) -> float:
    """Add one or two lamps and ambient light; return the resulting brightness of a white sheet."""
    ambient = float(rng.uniform(0.25, 1.1))
    brightness = ambient
    for _ in range(1 + int(rng.random() < 0.4)):
        lamp = bpy.data.lights.new("lamp", "SUN")
        lamp.energy = float(rng.uniform(0.5, 4))
        lamp.angle = float(np.deg2rad(np.exp(rng.uniform(np.log(0.5), np.log(60)))))
        holder = bpy.data.objects.new("lamp", lamp)
        off = float(np.deg2rad(rng.uniform(2, 65)))
        holder.rotation_euler = (off, 0, float(rng.uniform(0, 2 * np.pi)))
        bpy.context.collection.objects.link(holder)
        brightness += lamp.energy * np.cos(off) / np.pi
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs[1].default_value = ambient
    # Windows, lamps and dark corners for specular reflections.
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
    # Otherwise Blender builds an importance map for each picture, at many times the picture's cost.
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 64
    bpy.context.scene.world = world
    return brightness


def create_material(body: SolidBody, rng: Rng, paint: tuple[float, float, float]) -> Any:
    """Create painted wood or plastic with random roughness and bumps.

    Args:
        body: the body to paint.
        rng: random source.
        paint: reflected shares of red, green and blue light.
    """
    created = bpy.data.materials.new("paint")
    created.use_nodes = True
    nodes, links = created.node_tree.nodes, created.node_tree.links
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
    return created


def add_body(
    body: SolidBody,
    turn: float,
    rng: Rng,
    paint: tuple[float, float, float] = (_PAINT_REFLECTANCE, 0, _PAINT_REFLECTANCE),
) -> Any:
    """Add a body to the middle of the scene, rotated by `turn` (radians, clockwise from above)."""
    points: list[NDArray[np.float64]] = []
    faces: list[tuple[int, ...]] = []
    for solid in body.solids:
        first = sum(len(each) for each in points)
        points.append(solid.points)
        faces += [tuple(first + n for n in face) for face in solid.faces]
    # The board's y axis points south, the renderer's north.
    mesh = bpy.data.meshes.new("body")
    mesh.from_pydata((np.vstack(points) * [1, -1, 1]).tolist(), [], faces)
    mesh.validate()
    added = bpy.data.objects.new("body", mesh)
    bpy.context.collection.objects.link(added)
    bpy.context.view_layer.objects.active = added
    added.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.normals_make_consistent(inside=False)
    bpy.ops.object.mode_set(mode="OBJECT")
    edges = added.modifiers.new("edges", "BEVEL")
    edges.width, edges.segments = float(rng.uniform(0.003, 0.016)), 2
    added.rotation_euler = (0, 0, -turn)
    added.data.materials.append(create_material(body, rng, paint))
    return added


def _add_camera(lean: tuple[float, float]) -> Any:
    """Add a camera whose view, once rectified to the ground, displaces each unit of height by `lean`."""
    camera = bpy.data.cameras.new("camera")
    camera.type, camera.ortho_scale = "ORTHO", _SPAN_SIDES
    holder = bpy.data.objects.new("camera", camera)
    towards = Vector((lean[0], -lean[1], -1)).normalized()
    holder.location = -10 * towards
    holder.rotation_euler = towards.to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(holder)
    bpy.context.scene.camera = holder
    return holder


def render_light(folder: Path) -> NDArray[np.float32]:
    """Render the scene: height x width x RGBA, linear, premultiplied by its alpha.

    Args:
        folder: for a temporary file.
    """
    path = folder / "seen.exr"
    bpy.context.scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(str(path))
    image.colorspace_settings.name = "Non-Color"
    width, height = image.size
    pixels = np.array(image.pixels[:], np.float32).reshape(height, width, 4)[::-1]
    bpy.data.images.remove(image)
    return np.ascontiguousarray(pixels)


def _render_from_above(camera: Any, size_px: int, samples: int, folder: Path) -> NDArray[np.float32]:
    """Render the scene and rectify it to the ground from straight above: RGBA, linear, premultiplied."""
    scene = bpy.context.scene
    scene.cycles.samples = samples
    scene.render.resolution_x = scene.render.resolution_y = size_px
    picture = render_light(folder)
    bpy.context.view_layer.update()
    axes = np.array(camera.matrix_world.to_3x3())
    # Maps the plane's x (east) and y (south) to pixels of the camera's picture.
    to_picture = np.array([[axes[0, 0], -axes[1, 0]], [-axes[0, 1], axes[1, 1]]]) * size_px / _SPAN_SIDES
    size = int(2 * REACH_SIDES * GRAIN_PX)
    move = np.zeros((2, 3))
    move[:, :2] = to_picture / GRAIN_PX
    move[:, 2] = (size_px - 1) / 2 - move[:, :2] @ np.full(2, (size - 1) / 2)
    above = cv2.warpAffine(picture, move, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(above, np.float32)


def reset_scene() -> None:
    """Reset Blender to an empty scene with a path tracer that outputs linear light."""
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


def render_body(body: SolidBody, max_tilt_deg: float, rng: Rng, folder: Path, samples: int) -> BodyLayers:
    """Render a body under random light, rotated, from at most `max_tilt_deg` degrees off the vertical."""
    reset_scene()
    steep = np.tan(np.deg2rad(max_tilt_deg * rng.random() ** 0.8))
    bearing = rng.uniform(0, 2 * np.pi)
    lean = (float(steep * np.cos(bearing)), float(steep * np.sin(bearing)))
    road_turn = rng.normal(0, np.deg2rad(_ROAD_TURN_STD_DEG)) + np.pi * rng.integers(2)
    added = add_body(body, float(road_turn if body.kind == "road" else rng.uniform(0, 2 * np.pi)), rng)
    brightness = add_lamps(rng)
    camera = _add_camera(lean)
    bpy.ops.mesh.primitive_plane_add(size=20)
    ground = bpy.context.object
    earth = bpy.data.materials.new("ground")
    earth.use_nodes = True
    earth.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (0.35, 0.35, 0.35, 1)
    ground.data.materials.append(earth)
    ground.visible_camera = False
    picture = _render_from_above(camera, _BODY_PX, samples, folder)
    ground.visible_camera, ground.is_shadow_catcher = True, True
    added.visible_camera = False
    shadow = _render_from_above(camera, _SHADOW_PX, samples, folder)[..., 3]
    shine = picture[..., 1] / brightness
    return BodyLayers(
        family=body.family,
        kind=body.kind,
        lean=lean,
        lit=((picture[..., 0] / brightness - shine) / _PAINT_REFLECTANCE).clip(0, 8).astype(np.float16),
        shine=shine.clip(0, 8).astype(np.float16),
        mask=picture[..., 3].clip(0, 1).astype(np.float16),
        shadow=shadow.clip(0, 1).astype(np.float16),
    )


def main() -> None:
    """Render files of bodies."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=sorted(_MAKERS))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--many", type=int, default=4000)
    parser.add_argument("--first", type=int, default=0, help="file to begin with, where several of these run")
    parser.add_argument("--samples", type=int, default=10)
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for chunk in range(options.first, -(-options.many // _BODIES_PER_FILE)):
            to = options.out / f"{chunk:04}.npz"
            if to.exists():
                continue
            rng = np.random.default_rng([options.seed, chunk])
            make, steepest = _MAKERS[options.what], _MAX_TILT_DEG[options.what]
            bodies = [
                render_body(make(rng), steepest, rng, Path(folder), options.samples)
                for _ in range(_BODIES_PER_FILE)
            ]
            save(bodies, to)
            print(f"{(chunk + 1) * _BODIES_PER_FILE} bodies", flush=True)


if __name__ == "__main__":
    main()
