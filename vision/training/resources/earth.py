"""Drawings of mined resources: ore, brick and gold; five of each."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.training.resources.shapes import Drawer, Drawing, Part, bar, box, oval, stone, tone
from vision.training.textures import Rng


def _faceted_stone(x: float, y: float, reach: float, rng: Rng) -> Drawing:
    rim = stone(x, y, reach, rng)
    top = np.array([x, y]) + rng.uniform(-0.3, 0.3, 2) * reach
    facets = [np.array([rim[n - 1], rim[n], top]) for n in range(len(rim))]
    return [Part(rim), *(Part(facet, tone(rng, 0.55, 1.5)) for facet in facets)]


def _peaks(rng: Rng) -> Drawing:
    drawn: Drawing = []
    places = [(-0.2, 0.25), (0.22, 0.2), (0.0, 0.36)][3 - int(rng.integers(2, 4)) :]
    for x, high in places:
        half, foot = rng.uniform(0.2, 0.3), 0.34
        tip = foot - high * rng.uniform(1.6, 2.1)
        drawn.append(Part(np.array([[x - half, foot], [x, tip], [x + half, foot]]), tone(rng, 0.7, 1.0)))
        drawn.append(Part(np.array([[x, foot], [x, tip], [x + half, foot]]), tone(rng, 0.5, 0.9)))
        snow = rng.uniform(0.25, 0.4)
        level, wide = tip + (foot - tip) * snow, half * snow
        jag = [[x + wide / 2, level - 0.03], [x, level + 0.04], [x - wide / 2, level - 0.03]]
        drawn.append(Part(np.array([[x, tip], [x + wide, level], *jag, [x - wide, level]]), 1.7))
    return drawn


def _boulders(rng: Rng) -> Drawing:
    drawn: Drawing = []
    for x, y in ((-0.19, 0.17), (0.2, 0.15), (0.0, -0.14)):
        drawn += _faceted_stone(x, y, rng.uniform(0.19, 0.25), rng)
    return drawn


def _rock(rng: Rng) -> Drawing:
    return _faceted_stone(0, 0, rng.uniform(0.36, 0.42), rng)


def _crystals(rng: Rng) -> Drawing:
    drawn: Drawing = []
    many = int(rng.integers(3, 5))
    for n in range(many):
        lean = (n - (many - 1) / 2) * rng.uniform(0.25, 0.45)
        up, across = np.array([np.sin(lean), -np.cos(lean)]), np.array([np.cos(lean), np.sin(lean)])
        foot, long, half = np.array([lean * 0.25, 0.36]), rng.uniform(0.45, 0.8), rng.uniform(0.07, 0.11)
        tip, neck = foot + long * up, foot + (long - 0.12) * up
        whole = [foot - half * across, neck - half * across, tip, neck + half * across, foot + half * across]
        drawn.append(Part(np.array(whole), tone(rng)))
        drawn.append(Part(np.array([foot, neck, tip, whole[3], whole[4]]), tone(rng, 0.5, 0.8)))
    return drawn


def _rubble(rng: Rng) -> Drawing:
    rows = ((0.25, (-0.28, 0.0, 0.28)), (0.02, (-0.14, 0.14)), (-0.2, (0.0,)))
    stones = [stone(x, y, rng.uniform(0.13, 0.17), rng, 5) for y, row in rows for x in row]
    return [Part(stone, tone(rng)) for stone in stones]


def _wall(rng: Rng) -> Drawing:
    rows, gap = int(rng.integers(3, 5)), 0.03
    high, long = 0.66 / rows, rng.uniform(0.3, 0.38)
    drawn: Drawing = []
    for row in range(rows):
        y, tall = -0.33 + (row + 0.5) * high, high - gap
        for x in np.arange(-2, 3) * long + (row % 2) * long / 2:
            left, right = max(x - long / 2 + gap / 2, -0.4), min(x + long / 2 - gap / 2, 0.4)
            if right - left > 0.06:
                drawn.append(Part(box((left + right) / 2, y, right - left, tall), tone(rng, 0.8, 1.15)))
    return drawn


def _block(x: float, y: float, long: float, rng: Rng) -> Drawing:
    """Draw a brick seen from above one corner."""
    high, deep = long * rng.uniform(0.36, 0.46), np.array([long * 0.35, -long * 0.24])
    front = box(x, y, long, high)
    top = np.array([front[0], front[1], front[1] + deep, front[0] + deep])
    side = np.array([front[1], front[2], front[2] + deep, front[1] + deep])
    shades = ((front, 0.85, 1.0), (top, 1.1, 1.3), (side, 0.55, 0.75))
    return [Part(shape, tone(rng, low, high)) for shape, low, high in shades]


def _one_brick(rng: Rng) -> Drawing:
    return _block(-0.1, 0.09, rng.uniform(0.5, 0.6), rng)


def _piled_bricks(rng: Rng) -> Drawing:
    long = rng.uniform(0.33, 0.38)
    places = [(-long * 0.62, 0.24), (long * 0.45, 0.24), (-0.08, 0.24 - long * 0.42)]
    return [part for x, y in places for part in _block(x, y, long, rng)]


def _flat_bricks(rng: Rng) -> Drawing:
    """Draw two courses of plain bricks."""
    high, wide = rng.uniform(0.2, 0.26), rng.uniform(0.36, 0.42)
    low, half = 0.02 + high / 2, wide / 2 + 0.015
    places = [(-half, low), (half, low), (0.0, -high / 2 - 0.01)]
    return [Part(box(x, y, wide, high), tone(rng, 0.85, 1.15)) for x, y in places]


def _heaped_bricks(rng: Rng) -> Drawing:
    drawn: Drawing = []
    for x, y in ((-0.2, 0.22), (0.2, 0.2), (-0.08, 0.0), (0.14, -0.14)):
        brick = box(x, y, 0.36, 0.18, rng.uniform(-0.6, 0.6))
        drawn += [Part(brick + np.array([0.0, 0.05]), 0.6), Part(brick, tone(rng, 0.85, 1.2))]
    return drawn


def _coin(rng: Rng) -> Drawing:
    reach = rng.uniform(0.32, 0.4)
    mark = (
        [Part(bar((0, -0.14), (0, 0.14), 0.07), 0.6)],
        [Part(oval(0, 0, 0.1, 0.1), 0.65)],
        [Part(np.array([[0, -0.2], [0.17, 0.1], [-0.17, 0.1]]), 0.65)],
        [Part(box(0, 0, 0.22, 0.22, np.pi / 4), 0.65)],
    )[int(rng.integers(4))]
    return [Part(oval(0, 0, reach, reach), 0.8), Part(oval(0, 0, reach * 0.8, reach * 0.8), 1.1), *mark]


def _stacked_coins(rng: Rng) -> Drawing:
    drawn: Drawing = []
    wide = rng.uniform(0.18, 0.21)
    for x, many in ((-0.21, int(rng.integers(2, 4))), (0.21, int(rng.integers(3, 5)))):
        for n in range(many):
            y = 0.3 - n * 0.13
            drawn.append(Part(oval(x, y, wide, 0.09), 0.7))
            drawn.append(Part(oval(x, y - 0.06, wide, 0.09), tone(rng, 0.95, 1.2)))
    return drawn


def _nuggets(rng: Rng) -> Drawing:
    drawn: Drawing = []
    for x, y in ((-0.22, 0.2), (0.22, 0.2), (0.0, 0.22), (-0.1, 0.0), (0.13, 0.0), (0.02, -0.18)):
        reach = rng.uniform(0.12, 0.16)
        drawn.append(Part(oval(x, y, reach, reach * 0.85, rng.uniform(-1, 1)), tone(rng, 0.8, 1.1)))
        drawn.append(Part(oval(x - reach * 0.3, y - reach * 0.3, reach * 0.25, reach * 0.2), 1.4))
    return drawn


def _ingots(rng: Rng) -> Drawing:
    drawn: Drawing = []
    half, lean = rng.uniform(0.17, 0.2), rng.uniform(0.05, 0.08)
    for x, y in ((-half - 0.01, 0.22), (half + 0.01, 0.22), (0.0, -0.06)):
        left, right = x - half, x + half
        front = [[left, y + 0.12], [left + lean, y - 0.1], [right - lean, y - 0.1], [right, y + 0.12]]
        top = [front[1], [left + lean * 2, y - 0.17], [right - lean * 2, y - 0.17], front[2]]
        drawn += [Part(np.array(front), tone(rng, 0.85, 1.05)), Part(np.array(top), 1.25)]
    return drawn


def _three_coins(rng: Rng) -> Drawing:
    drawn: Drawing = []
    for x, y in ((-0.17, 0.13), (0.18, 0.1), (0.0, -0.16)):
        reach = rng.uniform(0.18, 0.22)
        drawn += [Part(oval(x, y, reach, reach), 0.75), Part(oval(x, y, reach * 0.75, reach * 0.75), 1.15)]
    return drawn


ORE: Final[tuple[Drawer, ...]] = (_peaks, _boulders, _rock, _crystals, _rubble)
BRICK: Final[tuple[Drawer, ...]] = (_wall, _one_brick, _piled_bricks, _flat_bricks, _heaped_bricks)
GOLD: Final[tuple[Drawer, ...]] = (_coin, _stacked_coins, _nuggets, _ingots, _three_coins)
