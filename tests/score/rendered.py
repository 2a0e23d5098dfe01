"""Simulated tables for measuring, with exact labels.

Every seed is another table: another island, pieces as a game leaves them, another lamp, camera and
cloth. The networks learn from other drawings than these, and so this art is new to them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import (
    COLOURS,
    ENDS,
    HEXES,
    INTERSECTIONS,
    NEIGHBOURS,
    PATHS_AT,
    HexId,
    PieceColour,
    position,
)
from companion.island.layout import Layout
from companion.sim.picture import (
    PIECE_SETS,
    PRINTINGS,
    TABLES,
    CameraEffects,
    CameraPose,
    Light,
    Piece,
    render_board,
)
from companion.sim.world import shuffled_island

SIZES = ((1280, 720), (1280, 960), (1920, 1080), (1600, 1200))
_RIM = [(5.6 * np.cos(a), 5.6 * np.sin(a)) for a in np.arange(12) * np.pi / 6]


@dataclass(frozen=True)
class Case:
    """A random table.

    Attributes:
        name: says the seed and what is hard about it.
        picture: BGR.
        label: what is there, in the form of readings.md.
        camera: from where it is seen.
    """

    name: str
    picture: NDArray[np.uint8]
    label: dict[str, Any]
    camera: CameraPose


def cases(many: int, first: int = 0) -> Iterator[Case]:
    """So many tables, the same every time."""
    for seed in range(first, first + many):
        yield case(seed)


def case(seed: int, lamp: Callable[[Light], Light] = lambda usual: usual) -> Case:
    """One table, under its usual lamp or another. Every fourth is seen from straight above, every fourth in
    poor light."""
    rng, chance = random.Random(seed), np.random.default_rng(seed)
    layout = shuffled_island(rng)
    pieces = draw_pieces(rng)
    robber = rng.choice([*HEXES, *layout.deserts(), None])
    tilt = float(chance.uniform(0, 6) if seed % 4 == 0 else chance.uniform(6, 45))
    camera = frame_camera(
        *SIZES[seed % len(SIZES)], tilt, float(chance.uniform(0, 360)), float(chance.uniform(42, 62))
    )
    poor = seed % 4 == 3
    light = Light(
        brightness=float(chance.uniform(0.4, 0.65) if poor else chance.uniform(0.75, 1.15)),
        warmth=float(chance.uniform(-0.8, 1.0)),
        bearing=float(chance.uniform(0, 360)),
        height=float(chance.uniform(30, 75)),
        falloff=float(chance.uniform(0, 0.5)),
        glare=float(chance.uniform(0.2, 0.7)) if seed % 4 == 2 else 0.0,
        shadows=float(chance.uniform(0.2, 0.6)),
    )
    light = lamp(light)
    lens = CameraEffects(
        blur=float(chance.uniform(0.3, 1.5)),
        vignette=float(chance.uniform(0, 0.4)),
        noise=float(chance.uniform(4, 9) if poor else chance.uniform(1, 4)),
        jpeg_quality=int(chance.integers(55, 96)),
    )
    table = TABLES[seed % len(TABLES)]
    # Steps that share no divisor with the others', so that everything meets everything.
    piece_set, printing = PIECE_SETS[seed // 4 % 2], PRINTINGS[seed % 3]
    picture = render_board(
        layout, pieces, robber, camera=camera, light=light, lens=lens, table=table, seed=seed,
        piece_set=piece_set, printing=printing,
    )  # fmt: skip
    hard = ", poor light" if poor else ", glare" if light.glare else ""
    look = f"{table}, tilt {tilt:.0f}, {piece_set}, {printing}{hard}"
    name = f"{seed:02d}: {camera.width} x {camera.height}, {look}"
    return Case(name, picture, label_of(layout, pieces, robber, camera), camera)


def frame_camera(width: int, height: int, tilt: float, rotation: float, field_of_view: float) -> CameraPose:
    """The nearest of a row of cameras that has the whole sea frame in its picture."""
    for distance in np.arange(9.0, 60.0, 0.5):
        camera = CameraPose(width, height, float(distance), tilt, rotation, field_of_view=field_of_view)
        if camera.position[2] < 6:
            continue
        seen = camera.project(_RIM)
        if (seen > 4).all() and (seen < [width - 5, height - 5]).all():
            return camera
    raise AssertionError("no camera is far enough")


def draw_pieces(rng: random.Random) -> list[Piece]:
    """Pieces as a game leaves them: a few buildings of each colour, none beside another, roads from them."""
    colours: list[PieceColour] = rng.sample(COLOURS[:4], rng.choice((3, 4)))
    if rng.random() < 0.25:
        colours[0] = rng.choice(COLOURS[4:])
    pieces: list[Piece] = []
    free, roads = set(INTERSECTIONS), set(ENDS)
    for colour in colours:
        for _ in range(rng.randint(2, 5)):
            if not free:
                break
            at = rng.choice(sorted(free))
            free -= {at, *NEIGHBOURS[at]}
            pieces.append(Piece(rng.choice(("settlement", "settlement", "city")), at, colour))
            for _ in range(rng.randint(1, 3)):
                onward = sorted(roads.intersection(PATHS_AT[at]))
                if not onward:
                    break
                path = rng.choice(onward)
                roads.remove(path)
                pieces.append(Piece("road", path, colour))
                at = next(end for end in ENDS[path] if end != at)
    return pieces


def label_of(layout: Layout, pieces: list[Piece], robber: HexId | None, camera: CameraPose) -> dict[str, Any]:
    """Return the label of the table in the form of readings.md."""

    def pixel_of(site: str) -> list[float]:
        x, y = camera.project([position(site)])[0]
        return [float(x), float(y)]

    return {
        "hexes": [
            {"at": pixel_of(h), "terrain": terrain, "number": number}
            for h, terrain, number in zip(HEXES, layout.terrains, layout.numbers, strict=True)
        ],
        "harbors": [{"at": pixel_of(path), "kind": kind} for path, kind in layout.harbors],
        "pieces": [
            {"at": pixel_of(piece.at), "kind": piece.kind, "colour": piece.colour} for piece in pieces
        ],
        "robber": robber and {"at": pixel_of(robber)},
    }
