"""Draws photos of two round cards: of decks that nobody has seen, and of this project's own deck."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.spot_it.deck import build_deck
from companion.sim.deck.cards import lay_out
from companion.sim.deck.island_photo import CARD_PX, paint_deck_card

At = tuple[float, float]

_SIDE: Final = CARD_PX
"""Side of a drawn card, pixels."""
_SLOTS: Final = 8
"""Symbols of a card around its middle one."""
_HUES_DEG: Final = (0, 24, 50, 110, 170, 210, 270, 320)


@dataclass(frozen=True)
class CardScene:
    """A photo of two cards.

    Attributes:
        picture: BGR.
        symbols: places of each card's symbols, pixels.
        common: the shared symbol's place on both cards; of a deck with a fault, of two different symbols.
    """

    name: str
    picture: NDArray[np.uint8]
    symbols: tuple[tuple[At, ...], tuple[At, ...]]
    common: tuple[At, At]


@dataclass(frozen=True)
class _Drawing:
    """A symbol: outlines in the unit circle, each with its colour (BGR)."""

    shapes: tuple[tuple[NDArray[np.float64], tuple[int, int, int]], ...]


def card_scenes(many: int, seed: int = 0, *, shared: bool = True) -> Iterator[CardScene]:
    """Draw photos, each of another deck; of a deck with a fault, whose cards share no symbol, on request."""
    for number in range(many):
        rng = np.random.default_rng((seed, number))
        yield _photograph(f"drawn-{seed}-{number}", draw_random_pair(rng, shared=shared), rng)


def _colour(rng: np.random.Generator, hue: float) -> tuple[int, int, int]:
    hsv = np.array([[[hue % 360, rng.uniform(0.6, 0.95), rng.uniform(0.35, 0.95)]]], np.float32)
    blue, green, red = (cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] * 255).tolist()
    return round(blue), round(green), round(red)


def random_drawing(rng: np.random.Generator) -> _Drawing:
    """Draw a symbol of a deck that nobody has seen."""
    turn = np.linspace(0, 2 * math.pi, 90, endpoint=False)
    kind = rng.integers(4)
    if kind == 0:
        points = int(rng.integers(3, 9))
        sharp = rng.uniform(0.35, 0.9)
        radius = np.where(np.arange(2 * points) % 2 == 0, 1.0, sharp)
        turn = np.asarray(np.arange(2 * points) * (math.pi / points), np.float64)
    else:
        radius = np.ones_like(turn)
        for order in range(1, 6):
            radius += rng.normal(0, 0.35 / order) * np.cos(order * turn + rng.uniform(0, 7))
        radius = np.clip(radius, 0.25, None)
    outline = np.stack([radius * np.cos(turn), rng.uniform(0.4, 1.0) * radius * np.sin(turn)], -1)
    outline /= np.abs(outline).max()
    hue = float(rng.choice(_HUES_DEG))
    main = (30, 30, 30) if rng.random() < 0.1 else _colour(rng, hue)
    shapes = [(outline, main)]
    for _ in range(int(rng.integers(1, 4))):
        spot = rng.uniform(0.1, 0.35) * outline[:, ::-1] + rng.uniform(-0.3, 0.3, 2)
        shapes.append(
            (spot, (250, 250, 250) if rng.random() < 0.4 else _colour(rng, hue + rng.uniform(-40, 40)))
        )
    return _Drawing(tuple(shapes))


def draw_card(drawings: list[_Drawing], rng: np.random.Generator) -> tuple[NDArray[np.uint8], list[At]]:
    """Draw a white card with symbols; return it with their places."""
    card = np.full((_SIDE, _SIDE, 3), 245, np.uint8)
    half = _SIDE / 2
    start = rng.uniform(0, 7)
    places: list[At] = []
    for slot, drawing in enumerate(drawings):
        angle = start + (slot - 1) * 2 * math.pi / (len(drawings) - 1)
        away = 0.0 if slot == 0 else 0.64 * half
        size = half * rng.uniform(0.13, 0.3 if slot == 0 else 0.225)
        middle = np.array([half + away * math.cos(angle), half + away * math.sin(angle)])
        turn = rng.uniform(0, 2 * math.pi)
        rotation = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        for outline, colour in drawing.shapes:
            points = np.rint((outline @ rotation.T * size + middle) * 16).astype(np.int32)
            cv2.fillPoly(card, [points], colour, cv2.LINE_AA, 4)
        points = np.rint((drawing.shapes[0][0] @ rotation.T * size + middle) * 16).astype(np.int32)
        cv2.polylines(card, [points], True, (25, 25, 25), 2, cv2.LINE_AA, 4)
        places.append((float(middle[0]), float(middle[1])))
    return card, places


def draw_random_pair(
    rng: np.random.Generator, *, shared: bool = True
) -> list[tuple[NDArray[np.uint8], list[At], int]]:
    """Draw two cards of a random deck of eight or nine symbols a card.

    Args:
        shared: whether they share a symbol, as they should.

    Returns:
        Of each card its picture, the places of its symbols, and which of them is common.
    """
    count = _SLOTS + int(rng.integers(0, 2))
    drawings = [random_drawing(rng) for _ in range(2 * count - 1)]
    hands = [drawings[:count], [drawings[0] if shared else random_drawing(rng), *drawings[count:]]]
    cards = []
    for hand in hands:
        order = rng.permutation(count)
        card, places = draw_card([hand[n] for n in order], rng)
        cards.append((card, places, int(np.nonzero(order == 0)[0][0])))
    return cards


def deck_scenes(many: int, seed: int = 0, first: int = 0) -> Iterator[CardScene]:
    """Draw photos of pairs of cards of this project's own deck, from the photo of number `first` on."""
    deck = build_deck()
    for number in range(first, first + many):
        rng = np.random.default_rng((seed, number, 1))
        chosen = rng.choice(len(deck), 2, replace=False)
        (common,) = set(deck[chosen[0]].symbols) & set(deck[chosen[1]].symbols)
        cards = [(*draw_deck_card(int(n)), deck[n].symbols.index(common)) for n in chosen]
        yield _photograph(f"deck-{seed}-{number}", cards, rng)


def draw_deck_card(number: int) -> tuple[NDArray[np.uint8], list[At]]:
    """Draw a card of this project's own deck; return it with the places of its symbols."""
    half = _SIDE / 2
    symbols = lay_out(build_deck()[number], number)
    return paint_deck_card(number), [
        ((x + 1) * half, (y + 1) * half) for x, y in (symbol.at for symbol in symbols)
    ]


def _photograph(
    name: str, cards: list[tuple[NDArray[np.uint8], list[At], int]], rng: np.random.Generator
) -> CardScene:
    """Photograph two cards on a table.

    Args:
        cards: of each card its picture, the places of its symbols, and which of them is common.
    """
    high, wide = 480, 640
    table = rng.normal(rng.uniform(60, 130, 3), 14, (high // 4, wide // 4, 3)).astype(np.float32)
    picture = cv2.GaussianBlur(cv2.resize(table, (wide, high), interpolation=cv2.INTER_CUBIC), (0, 0), 1.5)
    symbols, common = [], []
    for side, (card, places, shared) in enumerate(cards):
        radius = rng.uniform(95, 130)
        tilt, lean = rng.uniform(0.8, 1.0), rng.uniform(0, 7)
        axis = np.array([[math.cos(lean), -math.sin(lean)], [math.sin(lean), math.cos(lean)]])
        linear = axis @ np.diag([1, tilt]) @ axis.T * (2 * radius / _SIDE)
        centre = np.array([wide * (0.26 if side == 0 else 0.74), high / 2]) + rng.uniform(-12, 12, 2)
        matrix = np.column_stack([linear, centre - linear @ [_SIDE / 2, _SIDE / 2]])
        disc = np.zeros((_SIDE, _SIDE), np.uint8)
        cv2.circle(disc, (_SIDE // 2, _SIDE // 2), _SIDE // 2 - 2, 255, -1, cv2.LINE_AA)
        soft = cv2.GaussianBlur(card, (0, 0), 0.9)
        laid = cv2.warpAffine(soft, matrix, (wide, high), flags=cv2.INTER_LINEAR).astype(np.float32)
        cover = cv2.warpAffine(disc, matrix, (wide, high), flags=cv2.INTER_LINEAR)[..., None] / 255
        picture = picture * (1 - cover) + laid * cover
        moved = [matrix[:, :2] @ place + matrix[:, 2] for place in places]
        symbols.append(tuple((float(x), float(y)) for x, y in moved))
        common.append(symbols[-1][shared])
    xs = np.linspace(-1, 1, wide)[None, :, None]
    picture = picture * rng.uniform(0.7, 0.95, 3) * (1 + rng.uniform(-0.12, 0.12) * xs)
    noisy = np.clip(picture + rng.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 95))])
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return CardScene(name, np.asarray(decoded, np.uint8), (symbols[0], symbols[1]), (common[0], common[1]))
