"""Roads and robbers as solids: wooden bars, sculpted ribbons, pawns and hooded figures.

Lengths are hex sides, as in `vision.training.bodies.shapes`. A road runs along x.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np

from vision.training.bodies.shapes import Polyhedron, SolidBody, block, house, lump, on_its_side, place, prism
from vision.training.textures import Rng

_ROADS: Final = ("wooden", "sculpted", "other")
_FAMILY_SHARES: Final = (0.5, 0.42, 0.08)
_FALLEN_P: Final = 0.06
_RING_ANGLES: Final = np.linspace(0, 2 * np.pi, 28, endpoint=False)


def _bar(rng: Rng) -> tuple[Polyhedron, ...]:
    """Return the wooden road: about 25 x 5 x 5 mm."""
    size = rng.uniform(0.88, 1.12)
    return (block(0.55 * size * rng.uniform(0.92, 1.08), 0.11 * size * rng.uniform(0.85, 1.3),
                  0.11 * size * rng.uniform(0.7, 1.2)),)  # fmt: skip


def _ribbon(rng: Rng) -> tuple[Polyhedron, ...]:
    """Return the sculpted road: a slightly bent row of merged low lumps, about 25 mm long."""
    long, wide, high = rng.uniform(0.44, 0.6), rng.uniform(0.13, 0.21), rng.uniform(0.06, 0.13)
    many = int(rng.integers(3, 7))
    bend, phase = rng.uniform(0, 0.02), rng.uniform(0, 2 * np.pi)
    solids = [
        lump(long * rng.uniform(0.85, 1), wide * rng.uniform(0.5, 0.8), high * rng.uniform(0.5, 0.8), rng)
    ]
    for n in range(many):
        along = ((n + 0.5) / many - 0.5) * (long - wide / 2)
        one = lump(
            long / many * rng.uniform(0.9, 1.7), wide * rng.uniform(0.6, 1), high * rng.uniform(0.6, 1), rng
        )
        solids.append(place(one, along, bend * float(np.sin(phase + 2 * n)), rng.normal(0, 0.2)))
    return tuple(solids)


def _ridged_bar(rng: Rng) -> tuple[Polyhedron, ...]:
    """Return an invented road: a bar with a ridge, broad or narrow."""
    return (
        house(
            rng.uniform(0.4, 0.62), rng.uniform(0.08, 0.18), rng.uniform(0.04, 0.12), rng.uniform(0.01, 0.06)
        ),
    )


def road(rng: Rng) -> SolidBody:
    """Return a road of a random edition, along x."""
    family = str(rng.choice(_ROADS, p=_FAMILY_SHARES))
    solids = {"wooden": _bar, "sculpted": _ribbon, "other": _ridged_bar}[family](rng)
    return SolidBody(family, "road", solids, 0.0 if family == "wooden" else float(rng.uniform(0, 1)))


def _lathe(profile: list[tuple[float, float]], flat: float = 1.0) -> list[Polyhedron]:
    """Return frusta between rings (radius, height), from the lowest up; `flat` squeezes y."""
    ring = np.column_stack([np.cos(_RING_ANGLES), flat * np.sin(_RING_ANGLES)])
    return [prism(low * ring, z0, z1, high / low) for (low, z0), (high, z1) in pairwise(profile)]


def _ball_profile(radius: float, at: float) -> list[tuple[float, float]]:
    """Return the rings of a ball whose middle is at a height."""
    return [
        (float(radius * np.cos(a)), float(at + radius * np.sin(a)))
        for a in np.radians((-60, -30, 0, 30, 60, 85))
    ]


def _pawn(rng: Rng) -> list[Polyhedron]:
    """Return a turned figure: a foot, a waist, a ball or an egg on top."""
    foot, tall = rng.uniform(0.12, 0.22), rng.uniform(0.35, 0.78)
    head = foot * rng.uniform(0.5, 0.9)
    waist, belly = foot * rng.uniform(0.4, 0.9), foot * rng.uniform(0.5, 1.15)
    neck = tall - 1.9 * head
    profile = [(foot, 0.0), (foot, 0.06), (waist, 0.12)]
    if neck > 0.18:
        profile.append((belly, 0.12 + (neck - 0.12) * rng.uniform(0.25, 0.7)))
        profile.append((head * rng.uniform(0.5, 0.85), neck))
    return _lathe([*profile, *_ball_profile(head, max(neck, 0.13) + 0.95 * head)])


def _hooded_figure(rng: Rng) -> list[Polyhedron]:
    """Return a sculpted figure: a floor-length cloak, shoulders, a hood; maybe a staff or a sack."""
    foot, tall, flat = rng.uniform(0.14, 0.24), rng.uniform(0.35, 0.75), float(rng.uniform(0.65, 1))
    head = foot * rng.uniform(0.35, 0.6)
    shoulder, high = foot * rng.uniform(0.6, 0.95), tall - 2.1 * head
    high = max(high, 0.12)
    profile = [
        (foot, 0.0),
        (foot * rng.uniform(0.75, 1), high * 0.4),
        (shoulder, high * 0.85),
        (0.6 * head, high),
    ]
    solids = _lathe(profile, flat) + _lathe(_ball_profile(head, high + 0.8 * head))
    if rng.random() < 0.5:
        solids.insert(0, lump(2.3 * foot, 2.2 * foot * flat, rng.uniform(0.03, 0.1), rng))
    if rng.random() < 0.4:
        post = block(0.035, 0.035, tall * rng.uniform(0.7, 1.1))
        solids.append(place(post, foot * rng.uniform(0.7, 1.1), rng.normal(0, 0.05)))
    if rng.random() < 0.4:
        sack = lump(
            foot * rng.uniform(0.6, 1.1), foot * rng.uniform(0.6, 1), high * rng.uniform(0.4, 0.9), rng
        )
        solids.append(place(sack, -foot * rng.uniform(0.4, 0.9), rng.normal(0, 0.06)))
    return solids


def _cone(rng: Rng) -> list[Polyhedron]:
    """Return a cone, a cylinder or a block that replaces the robber."""
    foot, tall = rng.uniform(0.13, 0.22), rng.uniform(0.2, 0.7)
    return _lathe([(foot, 0.0), (foot * rng.uniform(0.15, 1), tall)])


def robber(rng: Rng) -> SolidBody:
    """Return a robber of a random edition, sometimes fallen over."""
    family = str(rng.choice(("wooden", "sculpted", "other"), p=(0.55, 0.3, 0.15)))
    solids = tuple({"wooden": _pawn, "sculpted": _hooded_figure, "other": _cone}[family](rng))
    if rng.random() < _FALLEN_P:
        solids = on_its_side(solids)
    return SolidBody(family, "robber", solids, 0.0 if family == "wooden" else float(rng.uniform(0, 1)))
