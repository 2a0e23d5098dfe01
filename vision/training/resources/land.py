"""Drawings of what grows: grain, wool and lumber; five of each."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.training.resources.shapes import Drawer, Drawing, Part, Shape, bar, box, oval, tone
from vision.training.textures import Rng


def _ear(foot: tuple[float, float], lean: float, long: float, grains: int, rng: Rng) -> Drawing:
    """Draw a stalk with grains on both sides of its upper half; `lean` in radians from upright."""
    up, across = np.array([np.sin(lean), -np.cos(lean)]), np.array([np.cos(lean), np.sin(lean)])
    start = np.array(foot)
    end = start + long * up
    drawn = [Part(bar((start[0], start[1]), (end[0], end[1]), 0.03), tone(rng, 0.6, 0.9))]
    step = long * 0.55 / grains
    for n in range(grains):
        for side in (-1, 1):
            x, y = start + (long * 0.42 + n * step) * up + side * step * 0.55 * across
            drawn.append(Part(oval(x, y, step * 0.42, step * 0.8, lean + side * 0.45), tone(rng, 0.8, 1.15)))
    drawn.append(Part(oval(end[0], end[1], step * 0.4, step * 0.8, lean), tone(rng, 0.9, 1.15)))
    return drawn


def _sheaf(rng: Rng) -> Drawing:
    drawn: Drawing = []
    waist, top, foot = rng.uniform(0.0, 0.12), rng.uniform(0.26, 0.36), rng.uniform(0.15, 0.24)
    for lean in np.linspace(-1, 1, 9):
        ear = (lean * top, -0.36 + 0.12 * lean**2)
        drawn.append(Part(bar((lean * 0.04, waist), (lean * foot, 0.4), 0.05), tone(rng, 0.6, 0.9)))
        drawn.append(Part(bar((lean * 0.05, waist), ear, 0.05), tone(rng, 0.7, 1.0)))
        drawn.append(Part(oval(*ear, 0.04, 0.11, lean * 0.6), tone(rng, 0.85, 1.2)))
    return [*drawn, Part(box(0, waist, 0.2, 0.08), 0.5)]


def _one_ear(rng: Rng) -> Drawing:
    return _ear((0.0, 0.44), rng.uniform(-0.2, 0.2), 0.82, int(rng.integers(4, 6)), rng)


def _three_ears(rng: Rng) -> Drawing:
    spread, long = rng.uniform(0.35, 0.55), rng.uniform(0.7, 0.78)
    return [part for lean in (-spread, spread, 0.0) for part in _ear((0.0, 0.42), lean, long, 4, rng)]


def _field(rng: Rng) -> Drawing:
    feet = np.linspace(-0.32, 0.32, int(rng.integers(3, 5)))
    ground = [Part(bar((-0.42, 0.4), (0.42, 0.4), 0.06), 0.6)] if rng.random() < 0.5 else []
    return ground + [part for x in feet for part in _ear((float(x), 0.4), 0.0, 0.74, 4, rng)]


def _bearded_ear(rng: Rng) -> Drawing:
    """Draw an ear that bends over, with long awns."""
    drawn: Drawing = []
    bend = np.linspace(0, rng.uniform(1.0, 1.6), 9)
    way = np.stack([np.cumsum(0.09 * np.sin(bend)) - 0.28, 0.44 - np.cumsum(0.1 * np.cos(bend))], axis=1)
    for n in range(8):
        (x0, y0), (x1, y1) = way[n], way[n + 1]
        drawn.append(Part(bar((x0, y0), (x1, y1), 0.035), 0.75))
        if n < 3:
            continue
        ahead = float(np.arctan2(x1 - x0, y0 - y1))
        for side in (-0.5, 0.5):
            turn = ahead + side
            far = (x1 + 0.24 * np.sin(turn), y1 - 0.24 * np.cos(turn))
            drawn.append(Part(bar((x1, y1), far, 0.014), 0.8))
            seed = oval(x1 + 0.06 * np.sin(turn), y1 - 0.06 * np.cos(turn), 0.035, 0.07, turn)
            drawn.append(Part(seed, tone(rng, 0.9, 1.15)))
    return drawn


def _fleece(x: float, y: float, wide: float, high: float, many: int, rng: Rng) -> Shape:
    """Return a cloud's outline."""
    a = np.linspace(0, 2 * np.pi, many * 8, endpoint=False)
    puff = 1 + rng.uniform(0.1, 0.16) * np.abs(np.sin(a * many / 2))
    return np.stack([x + wide * puff * np.cos(a), y + high * puff * np.sin(a)], axis=1)


def _legs(places: tuple[float, ...], top: float, foot: float) -> Drawing:
    return [Part(bar((x, top), (x, foot), 0.065), 0.6, True) for x in places]


def _woolly_sheep(rng: Rng) -> Drawing:
    body = _fleece(0.05, 0.0, 0.3, 0.2, int(rng.integers(9, 13)), rng)
    head = oval(-0.34, -0.1, 0.12, 0.09, -0.5)
    places = [(rng.uniform(-0.15, 0.25), rng.uniform(-0.1, 0.12)) for _ in range(4)]
    curls = [Part(oval(x, y, 0.05, 0.04), 0.85) for x, y in places]
    legs = _legs((-0.12, -0.02, 0.14, 0.24), 0.1, 0.4)
    ear = Part(oval(-0.24, -0.18, 0.03, 0.06, 1.0), 0.8, True)
    return [*legs, Part(body), *curls, Part(head, 1.0, True), ear]


def _plain_sheep(rng: Rng) -> Drawing:
    long = rng.uniform(0.28, 0.34)
    body, tail = oval(0.04, 0.0, long, 0.2), oval(long + 0.05, -0.06, 0.06, 0.05)
    head = oval(-long, -0.16, 0.1, 0.13, 0.5)
    return [
        *_legs((-0.14, 0.2), 0.1, 0.38), Part(tail), Part(body), Part(head, 1.0, True),
        Part(oval(-long - 0.02, -0.18, 0.02, 0.02), 2.0, True),
    ]  # fmt: skip


def _sheep_face(rng: Rng) -> Drawing:
    wool = _fleece(0.0, -0.05, 0.3, 0.3, int(rng.integers(8, 12)), rng)
    ears = [Part(oval(side * 0.3, 0.0, 0.13, 0.06, side * 0.4), 0.9, True) for side in (-1, 1)]
    face = Part(oval(0, 0.1, 0.16, 0.26), 1.0, True)
    eyes = [Part(oval(side * 0.07, 0.04, 0.025, 0.03), 2.5, True) for side in (-1, 1)]
    return [Part(wool), *ears, face, *eyes, Part(oval(0, 0.26, 0.05, 0.03), 0.5, True)]


def _grazing_sheep(rng: Rng) -> Drawing:
    body = _fleece(0.06, -0.06, 0.3, 0.21, int(rng.integers(10, 16)), rng)
    neck = np.array([[-0.12, -0.12], [-0.34, 0.16], [-0.28, 0.26], [-0.06, 0.08]])
    grass = [Part(bar((x, 0.38), (x - 0.03, 0.28), 0.02), 0.7, True) for x in np.linspace(-0.44, -0.3, 3)]
    legs = _legs((-0.1, 0.0, 0.2, 0.3), 0.05, 0.38)
    return [*legs, Part(body), Part(neck, 0.95), Part(oval(-0.35, 0.2, 0.08, 0.12, 0.5), 1.0, True), *grass]


def _lamb(rng: Rng) -> Drawing:
    """Draw a lamb with its head turned: body, head and legs of round pieces."""
    puffs = [(x, y) for x in (-0.16, 0.02, 0.2) for y in (0.0, 0.14)]
    body = [Part(oval(x, y, 0.15, 0.14), tone(rng, 0.9, 1.1)) for x, y in puffs]
    head = [Part(oval(-0.22, -0.24, 0.13, 0.12), 1.0, True), Part(_fleece(-0.2, -0.35, 0.1, 0.06, 7, rng))]
    ears = [Part(oval(-0.22 + side * 0.15, -0.24, 0.07, 0.035, side * 0.6), 0.8, True) for side in (-1, 1)]
    return [*_legs((-0.16, 0.18), 0.2, 0.42), *body, *ears, *head]


def _log_end(x: float, y: float, reach: float, rng: Rng) -> Drawing:
    rings = [Part(oval(x, y, reach * share, reach * share), 1.35 - 0.3 * n, True) for n, share in
             enumerate((0.8, 0.5, 0.22))]  # fmt: skip
    return [Part(oval(x, y, reach, reach), tone(rng, 0.8, 1.0)), *rings]


def _stacked_logs(rng: Rng) -> Drawing:
    reach = rng.uniform(0.17, 0.2)
    places = [(-reach, 0.2), (reach, 0.2), (0.0, 0.2 - 1.73 * reach)]
    if rng.random() < 0.4:
        reach *= 0.72
        places = [(-2 * reach, 0.25), (0.0, 0.25), (2 * reach, 0.25), (-reach, 0.25 - 1.73 * reach),
                  (reach, 0.25 - 1.73 * reach), (0.0, 0.25 - 3.46 * reach)]  # fmt: skip
    return [part for x, y in places for part in _log_end(x, y, reach, rng)]


def _one_log(rng: Rng) -> Drawing:
    turn, thick = rng.uniform(-0.7, 0.7), rng.uniform(0.24, 0.32)
    c, s = np.cos(turn) * 0.36, np.sin(turn) * 0.36
    bark = [Part(oval(c, s, thick * 0.3, thick / 2, turn), 0.8), Part(bar((-c, -s), (c, s), thick), 0.9)]
    for by in (-0.2, 0.15):
        ends = (-c - by * s, -s + by * c), (c * 0.8 - by * s, s * 0.8 + by * c)
        bark.append(Part(bar(*ends, 0.018), 0.5))
    cut = [(share, oval(-c, -s, thick * 0.3 * share, thick / 2 * share, turn)) for share in (1.0, 0.6, 0.25)]
    return [*bark, *(Part(ring, 0.8 + 0.6 * share, True) for share, ring in cut)]


def _fir(rng: Rng) -> Drawing:
    drawn = [Part(box(0, 0.36, rng.uniform(0.08, 0.14), 0.2), 0.9, True)]
    steps, half = int(rng.integers(2, 5)), rng.uniform(0.26, 0.34)
    for n in range(steps):
        low = 0.28 - n * 0.55 / steps
        wide = half * (1 - 0.6 * n / steps)
        drawn.append(Part(np.array([[-wide, low], [0, low - 0.36], [wide, low]]), tone(rng, 0.75, 1.1)))
    return drawn


def _leafy_tree(rng: Rng) -> Drawing:
    trunk = np.array([[-0.06, 0.42], [-0.04, 0.05], [0.04, 0.05], [0.07, 0.42]])
    crown = _fleece(0, -0.14, rng.uniform(0.24, 0.31), 0.24, int(rng.integers(6, 9)), rng)
    places = [(rng.uniform(-0.18, 0.18), rng.uniform(-0.28, 0.02)) for _ in range(4)]
    leaves = [Part(oval(x, y, 0.06, 0.05), tone(rng)) for x, y in places]
    return [Part(trunk, 0.9, True), Part(crown), *leaves]


def _beams(rng: Rng) -> Drawing:
    """Draw stacked trunks, seen from the side."""
    drawn: Drawing = []
    many = int(rng.integers(2, 4))
    thick = 0.62 / many
    for n in range(many):
        y, shift = 0.3 - (n + 0.5) * thick * 0.98 + 0.02, rng.uniform(-0.06, 0.06)
        drawn.append(Part(box(shift + 0.04, y, 0.66, thick * 0.92), tone(rng, 0.75, 1.0)))
        drawn.append(Part(bar((shift - 0.15, y + 0.05), (shift + 0.3, y + 0.05), 0.018), 0.5))
        drawn.append(Part(oval(shift - 0.3, y, thick * 0.34, thick * 0.46), 1.2, True))
        drawn.append(Part(oval(shift - 0.3, y, thick * 0.15, thick * 0.2), 0.8, True))
    return drawn


GRAIN: Final[tuple[Drawer, ...]] = (_sheaf, _one_ear, _three_ears, _field, _bearded_ear)
WOOL: Final[tuple[Drawer, ...]] = (_woolly_sheep, _plain_sheep, _sheep_face, _grazing_sheep, _lamb)
LUMBER: Final[tuple[Drawer, ...]] = (_stacked_logs, _one_log, _fir, _leafy_tree, _beams)
