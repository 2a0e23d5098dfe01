"""Path-traced pictures of round cards, for evaluation only and never for training.

    python -m tests.score.path_traced_cards islands --out traced-cards [--many N] [--first N] [--step N]
    python -m tests.score.path_traced_cards deck --out traced-cards [--many N] [--first N]
    python -m tests.score.path_traced_cards drawn --out traced-cards [--many N] [--first N]
    python -m tests.score.spotit_count --traced traced-cards
    python -m tests.score.cards --traced traced-cards

In the environment that bodies are rendered in (docs/vision.md); ten seconds or so each on one core. Existing
files are kept, so a stopped run resumes.

*islands* are final islands of two or three teams: discs of cardboard upon each other, under lamps and
windows, on the simulated table's table tops. Hands and further cards lie beside some. The camera is askew to
15 degrees. Ten at a time share a table and a picture of one card of each kind; of these tables every other
one has the deck to print, the rest cards of one colour. *deck* and *drawn* are pairs of cards, of the deck
to print and of a random deck each, seen askew to 30 degrees.
"""

# bpy is installed for rendering only, not for type checks.
# mypy: disable-error-code="import-not-found"
from __future__ import annotations

import argparse
import json
import math
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import bpy
import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.spot_it.deck import build_deck
from companion.games.spot_it.island_counts import ISLAND_PLACES
from companion.sim.deck.island_photo import PHOTO_SIZE, scatter_piles
from companion.sim.picture import TABLES, CameraEffects, CameraPose, Light
from companion.sim.picture.render import photograph, table_top
from companion.sim.picture.sheet import HALF_SIDE
from tests.score.card_scenes import draw_deck_card, draw_random_pair
from tests.score.island_scenes import CARD_KINDS, STYLES, Style, pick_card, plan_island
from tests.score.path_traced import add_plate, develop_picture, set_camera
from vision.training.bodies.cycles import add_lamps, render_light, reset_scene
from vision.training.textures import Rng

ISLANDS_PER_TABLE: Final = 10
_PAIR_SIZE: Final = (640, 480)
_SAMPLES: Final = 4
_SEED: Final = 371
_THICKNESS: Final = 0.011
"""Of a card, in radii: half a millimetre of 43."""
_RIM_POINTS: Final = 128
_MAX_CARD_TILT_DEG: Final = 0.6
"""Greatest tilt of a card that lies inexactly upon others."""
_MAX_TILT_DEG: Final = 15.0
_MAX_PAIR_TILT_DEG: Final = 30.0
_FIELD_OF_VIEW_DEG: Final = (42.0, 66.0)
_HAND_SHARE: Final = 0.6
"""Share of the things beside an island that are hands, the rest are cards."""


@dataclass(frozen=True)
class LaidCard:
    """A card on the table.

    Attributes:
        picture: BGR, square.
        at: its middle on the table, in radii; x east, y south.
        turn: radians.
    """

    picture: NDArray[np.uint8]
    at: NDArray[np.float64]
    turn: float


def _support_height(card: LaidCard, below: Sequence[tuple[LaidCard, float]]) -> float:
    """Return the height on which a card rests, in radii: that of the highest card that it overlaps."""
    heights = [top for other, top in below if math.dist(card.at, other.at) < 2]
    return max(heights, default=0.0)


def _add_cards(cards: Sequence[LaidCard], rng: Rng) -> None:
    """Add cards in the order in which they lie upon each other."""
    shine, gloss = float(rng.uniform(0.25, 0.8)), float(rng.uniform(0.2, 0.5))
    laid: list[tuple[LaidCard, float]] = []
    for card in cards:
        tilt, bearing = np.deg2rad(rng.uniform(0, _MAX_CARD_TILT_DEG)), rng.uniform(0, 2 * math.pi)
        low = _support_height(card, laid) + (float(math.sin(tilt)) if laid else 0.0)
        laid.append((card, low + _THICKNESS))
        added = _add_disc(card, low, shine, gloss)
        added.rotation_euler = (float(tilt * np.cos(bearing)), float(tilt * np.sin(bearing)), 0)


def _add_disc(card: LaidCard, low: float, shine: float, gloss: float) -> Any:
    """Add a disc of cardboard with a picture on its upper side.

    Args:
        low: height of its lower side, in radii.
        shine: roughness of the print.
        gloss: its specular level.
    """
    turn = np.arange(_RIM_POINTS) * (2 * math.pi / _RIM_POINTS)
    rim = np.stack([np.cos(turn), np.sin(turn)], -1)
    points = np.vstack([np.column_stack([rim, np.full(_RIM_POINTS, z)]) for z in (_THICKNESS, 0.0)])
    following = np.roll(np.arange(_RIM_POINTS), -1)
    sides = [(n, n + _RIM_POINTS, int(after) + _RIM_POINTS, int(after)) for n, after in enumerate(following)]
    mesh = bpy.data.meshes.new("card")
    mesh.from_pydata(points.tolist(), [], [tuple(range(_RIM_POINTS)), *sides])
    # The picture's y runs down, the renderer's up: the table's y axis points south, the renderer's north.
    cos, sin = math.cos(card.turn), math.sin(card.turn)
    across = 0.5 + 0.5 * (rim * [1, -1]) @ np.array([[cos, -sin], [sin, cos]])
    corners = mesh.uv_layers.new(name="face").data
    for number, (x, y) in enumerate(across):
        corners[number].uv = (float(x), float(1 - y))
    added = bpy.data.objects.new("card", mesh)
    bpy.context.collection.objects.link(added)
    added.location = (float(card.at[0]), float(-card.at[1]), low)
    added.data.materials.append(_print_material(card.picture, shine, gloss))
    added.data.materials.append(_plain_material((0.7, 0.68, 0.62), 0.9))
    for side in mesh.polygons[1:]:
        side.material_index = 1
    return added


def _print_material(picture: NDArray[np.uint8], shine: float, gloss: float) -> Any:
    size = picture.shape[0]
    image = bpy.data.images.new("face", size, size)
    pixels = np.ones((size, size, 4), np.float32)
    pixels[..., :3] = picture[::-1, :, ::-1] / np.float32(255)
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    created = _plain_material((1, 1, 1), shine)
    surface = created.node_tree.nodes["Principled BSDF"]
    surface.inputs["Specular IOR Level"].default_value = gloss
    texture = created.node_tree.nodes.new("ShaderNodeTexImage")
    texture.image = image
    created.node_tree.links.new(texture.outputs["Color"], surface.inputs["Base Color"])
    return created


def _plain_material(paint: tuple[float, float, float], shine: float) -> Any:
    created = bpy.data.materials.new("plain")
    created.use_nodes = True
    surface = created.node_tree.nodes["Principled BSDF"]
    surface.inputs["Base Color"].default_value = (*paint, 1)
    surface.inputs["Roughness"].default_value = shine
    surface.inputs["Specular IOR Level"].default_value = 0.3
    return created


def _add_hand(tip: NDArray[np.float64], away: NDArray[np.float64], rng: Rng) -> None:
    """Add a hand whose fingers end at a place, and its arm in a direction (both of the table, y south)."""
    blob = bpy.data.metaballs.new("hand")
    blob.resolution, blob.render_resolution = 0.2, 0.07
    across = np.array([-away[1], away[0]]) * rng.choice([-1, 1])
    lift = float(rng.uniform(0.1, 0.8))

    def add_limb(
        start: NDArray[np.float64], end: NDArray[np.float64], low: float, high: float, thick: float
    ) -> None:
        """Chain balls from one place to another."""
        count = max(2, math.ceil(math.dist(start, end) / (0.4 * thick)))
        for share in np.linspace(0, 1, count):
            x, y = start + share * (end - start)
            ball = blob.elements.new(type="BALL")
            ball.co, ball.radius = (float(x), float(-y), low + share * (high - low)), thick * 1.45

    palm = tip + away * 3.0
    for finger in range(4):
        spread = (finger - 1.5) * rng.uniform(0.42, 0.5)
        start = tip + across * spread * 1.25 + away * (0.25 * abs(finger - 1.3) + rng.uniform(0, 0.15))
        add_limb(start, palm + across * spread - away * 0.9, lift + 0.22, lift + 0.55, 0.2)
    add_limb(tip + across * 1.5 + away * 1.6, palm + across * 0.7 + away * 0.5, lift + 0.25, lift + 0.5, 0.23)
    for spread in (-0.55, 0.0, 0.55):
        add_limb(palm + across * spread - away * 0.8, palm + across * spread * 0.8 + away * 0.8,
                 lift + 0.55, lift + 0.6, 0.42)  # fmt: skip
    add_limb(palm + away, palm + away * 9, lift + 0.6, lift + 1.0, 0.62)
    added = bpy.data.objects.new("hand", blob)
    bpy.context.collection.objects.link(added)
    dark = float(rng.uniform(0, 1))
    tone = (1 - dark) * np.array([0.62, 0.36, 0.25]) + dark * np.array([0.1, 0.05, 0.03])
    blob.materials.append(_plain_material((float(tone[0]), float(tone[1]), float(tone[2])), 0.55))


def _render(
    cards: Sequence[LaidCard], table: int, pose: CameraPose, rng: Rng, folder: Path
) -> NDArray[np.uint8]:
    """Render cards on a table, as a camera delivers them: BGR. Hands were added to the scene before."""
    scene = bpy.context.scene
    scene.cycles.max_bounces = 1
    scene.render.film_transparent, scene.cycles.samples = False, _SAMPLES
    around = 8 * HALF_SIDE * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    top = table_top(TABLES[table % len(TABLES)], table)
    add_plate("table", around, 0.0, top, float(rng.uniform(0.3, 0.9)))
    _add_cards(cards, rng)
    add_lamps(rng)
    set_camera(pose)
    seen = develop_picture(render_light(folder)[..., 2::-1], rng)
    lens = CameraEffects(
        blur=float(rng.uniform(0.3, 1.1)),
        vignette=float(rng.uniform(0, 0.4)),
        noise=float(rng.uniform(1, 4)),
        jpeg_quality=int(rng.integers(72, 95)),
    )
    return photograph(seen, Light(brightness=1.0, warmth=0.0, falloff=0.0), lens, rng)


def _pose(size: tuple[int, int], extent: float, max_tilt: float, rng: Rng) -> CameraPose:
    """Return a camera above the cards: their extent (radii) fills 62 to 95 % of the picture's height."""
    width, height = size
    view = float(rng.uniform(*_FIELD_OF_VIEW_DEG))
    focal = width / 2 / math.tan(math.radians(view / 2))
    distance = extent * focal / (rng.uniform(0.62, 0.95) * height / 2)
    aim = rng.uniform(-0.03, 0.03, 2) * height * distance / focal
    return CameraPose(
        width=width,
        height=height,
        distance=float(distance),
        tilt=float(rng.uniform(0, max_tilt)),
        rotation=float(rng.uniform(0, 360)),
        aim=(float(aim[0]), float(aim[1])),
        field_of_view=view,
    )


def style_of(table: int) -> Style:
    """Return the style of a table's cards."""
    return STYLES[table % len(STYLES)]


def render_shown(table: int, folder: Path) -> NDArray[np.uint8]:
    """Render one card of each kind, side by side, from left to right."""
    rng = np.random.default_rng((_SEED, 1, table))
    reset_scene()
    cards = [
        LaidCard(
            pick_card(kind, style_of(table), rng, (_SEED, table)),
            np.array([2.5 * (n - 2), 0]) + rng.uniform(-0.1, 0.1, 2),
            float(rng.uniform(0, 7)),
        )
        for n, kind in enumerate(CARD_KINDS)
    ]
    pose = CameraPose(
        width=PHOTO_SIZE[0],
        height=PHOTO_SIZE[1],
        distance=float(rng.uniform(13, 16)),
        tilt=float(rng.uniform(0, _MAX_TILT_DEG)),
        rotation=float(rng.uniform(-4, 4)),
        field_of_view=60,
    )
    return _render(cards, table, pose, rng, folder)


def render_island(number: int, folder: Path) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """Render a final island; return its picture and its truth."""
    rng = np.random.default_rng((_SEED, 2, number))
    table = number // ISLANDS_PER_TABLE
    style = style_of(table)
    plan = plan_island(rng)
    reset_scene()
    cards = [
        LaidCard(pick_card(kind, style, rng, (_SEED, table)), at, float(rng.uniform(0, 7)))
        for kind, at in scatter_piles(plan.piles, rng, plan.spacing, plan.turn, harbors=plan.has_harbors)
    ]
    reach = (3.75 if plan.has_harbors else 2.7) * plan.spacing + 1
    beside = []
    for _ in range(int(rng.integers(0, 3))):
        angle = rng.uniform(0, 2 * math.pi)
        away = np.array([math.cos(angle), math.sin(angle)])
        if rng.random() < _HAND_SHARE:
            _add_hand(away * (reach - 0.7 + rng.uniform(0, 0.8)), away, rng)
            beside.append("hand")
        else:
            card = pick_card(str(rng.choice(plan.teams)), style, rng, (_SEED, table))
            cards.append(LaidCard(card, away * (reach + rng.uniform(0, 0.4)), float(rng.uniform(0, 7))))
            beside.append("card")
    pose = _pose(PHOTO_SIZE, (3.4 if plan.has_harbors else 2.5) * plan.spacing, _MAX_TILT_DEG, rng)
    things = ", ".join(beside) or "nothing"
    label = {
        "style": style,
        "game": plan.game,
        "teams": list(plan.teams),
        "kinds": [plan.kinds[place] for place in ISLAND_PLACES],
        "shown": f"../shown/{table:02d}.jpg",
        "about": f"{TABLES[table % len(TABLES)]}, tilt {pose.tilt:.0f}, beside: {things}",
    }
    return _render(cards, table, pose, rng, folder), label


def render_pair(kind: str, number: int, folder: Path) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """Render two cards, of the deck to print or of a random deck; return the picture and its truth."""
    rng = np.random.default_rng((_SEED, 3, ("deck", "drawn").index(kind), number))
    if kind == "deck":
        deck = build_deck()
        chosen = [int(n) for n in rng.choice(len(deck), 2, replace=False)]
        (common,) = set(deck[chosen[0]].symbols) & set(deck[chosen[1]].symbols)
        drawn = [(*draw_deck_card(n), deck[n].symbols.index(common)) for n in chosen]
    else:
        drawn = draw_random_pair(rng)
    apart = rng.uniform(1.1, 1.5)
    reset_scene()
    cards, symbols, shared = [], [], []
    pose = _pose(_PAIR_SIZE, 1.6 + 0.2 * apart, _MAX_PAIR_TILT_DEG, rng)
    # The cards lie side by side in the picture, whatever its rotation on the table.
    east = np.array([math.cos(math.radians(pose.rotation)), -math.sin(math.radians(pose.rotation))])
    for side, (picture, places, chosen_place) in zip((-1, 1), drawn, strict=True):
        at = np.array(pose.aim) + side * apart * east + rng.uniform(-0.1, 0.1, 2)
        card = LaidCard(picture, at, float(rng.uniform(0, 7)))
        cos, sin = math.cos(card.turn), math.sin(card.turn)
        inside = np.array(places) / (picture.shape[0] / 2) - 1
        turned = inside @ np.array([[cos, -sin], [sin, cos]]).T + at
        seen = pose.project(np.column_stack([turned, np.full(len(turned), _THICKNESS)])).tolist()
        cards.append(card)
        symbols += seen
        shared.append(seen[chosen_place])
    label = {
        "symbols": [{"at": [round(x, 1), round(y, 1)]} for x, y in symbols],
        "common": {"at": [[round(x, 1), round(y, 1)] for x, y in shared]},
        "about": f"{TABLES[number % len(TABLES)]}, tilt {pose.tilt:.0f}",
    }
    return _render(cards, number, pose, rng, folder), label


def main() -> None:
    """Render pictures, each with its label beside it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("islands", "deck", "drawn"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--many", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--step", type=int, default=1, help="render every n-th, for more tables sooner")
    given = parser.parse_args()
    to, shown = given.out / given.what, given.out / "shown"
    to.mkdir(parents=True, exist_ok=True)
    shown.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(given.first, given.many, given.step):
            path = to / f"{number:03d}.jpg"
            label = path.with_name(f"{path.name}.json")
            if label.exists():
                continue
            if given.what == "islands":
                table = shown / f"{number // ISLANDS_PER_TABLE:02d}.jpg"
                if not table.exists():
                    _write(table, render_shown(number // ISLANDS_PER_TABLE, folder))
                picture, truth = render_island(number, folder)
            else:
                picture, truth = render_pair(given.what, number, folder)
            _write(path, picture)
            label.write_text(json.dumps({"photo": path.name, **truth}), "utf-8")
            print(f"{path.name}: {truth['about']}", flush=True)


def _write(path: Path, picture: NDArray[np.uint8]) -> None:
    """Write a picture that was compressed before, nearly as it is."""
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 97])


if __name__ == "__main__":
    main()
