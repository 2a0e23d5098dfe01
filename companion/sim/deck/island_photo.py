"""Photos of a final island of the printed deck, drawn: cards in piles, lit unevenly, seen askew."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.spot_it.deck import build_deck
from companion.games.spot_it.island_counts import HARBOR_PLACES, ISLAND_PLACES, Place
from companion.picture_decoder import decode_picture
from companion.sim.deck.cards import CARD_PAINTS, OUTLINE, RIM, lay_out, symbol_shapes

PHOTO_SIZE: Final = (1280, 960)
CARD_PX: Final = 480
"""Side of a drawn card."""
RADIUS_PX: Final = 72.0
"""Radius of a card in the flat picture, before the camera's view."""
FLAT_PX: Final = 1500
MAX_OVERLAP: Final = 0.10
MAX_TILT: Final = math.radians(15)
_PAPER: Final = (250, 250, 250)
_LINE: Final = (36, 30, 30)
_TINT: Final = (0.85, 1.12)
"""Least and greatest gain of a channel by the colour of the lamp."""

CardPicker = Callable[[str, np.random.Generator], NDArray[np.uint8]]
"""Returns the picture of a card of a kind."""


def photograph_island(
    piles: Sequence[Sequence[str]], rng: np.random.Generator, *, harbors: bool
) -> NDArray[np.uint8]:
    """Draw a photo of a final island on a table.

    Args:
        piles: kinds of the cards at each of `ISLAND_PLACES`, the visible card last.
        rng: varies the cards, the table, the light and the view.
        harbors: whether harbor cards lie around the island.

    Returns:
        BGR, `PHOTO_SIZE`.
    """
    spacing = draw_spacing(rng)
    turn = rng.uniform(0, 2 * math.pi)
    flat = draw_cloth(rng, FLAT_PX)
    lay_piles(flat, piles, rng, spacing, turn, pick_deck_card, harbors=harbors)
    return light_picture(view_from_above(flat, rng, spacing, harbors=harbors), rng, rng.uniform(*_TINT, 3))


def draw_spacing(rng: np.random.Generator) -> float:
    """Return a distance of neighbouring places, in pixels: cards overlap, or nearly touch."""
    return 2 * RADIUS_PX * (1 - rng.uniform(-0.04, MAX_OVERLAP))


def pick_deck_card(kind: str, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return the picture of a card of a kind of the printed deck, chosen at random."""
    numbers = [number for number, card in enumerate(build_deck()) if card.kind == kind]
    return paint_deck_card(int(rng.choice(numbers)))


@cache
def paint_deck_card(number: int) -> NDArray[np.uint8]:
    """Return the front of a card of the printed deck: BGR, `CARD_PX` wide and high."""
    entry = build_deck()[number]
    half = CARD_PX / 2
    card = np.full((CARD_PX, CARD_PX, 3), CARD_PAINTS[entry.kind][::-1], np.uint8)
    cv2.circle(card, (round(half), round(half)), round(RIM * half), _PAPER, -1, cv2.LINE_AA)
    for symbol in lay_out(entry, number):
        cos, sin = math.cos(symbol.turn), math.sin(symbol.turn)
        rotation = symbol.radius * half * np.array([[cos, -sin], [sin, cos]])
        for shape in symbol_shapes(symbol.name):
            points = shape.points @ rotation.T + (np.array(symbol.at) + 1) * half
            fixed = np.rint(points * 16).astype(np.int32)
            cv2.fillPoly(card, [fixed], shape.paint[::-1], cv2.LINE_AA, 4)
            if shape.outlined:
                width = max(1, round(symbol.radius * half * OUTLINE / 25))
                cv2.polylines(card, [fixed], True, _LINE, width, cv2.LINE_AA, 4)
    return card


def lay_piles(
    flat: NDArray[np.float32],
    piles: Sequence[Sequence[str]],
    rng: np.random.Generator,
    spacing: float,
    turn: float,
    pick: CardPicker,
    *,
    harbors: bool,
) -> None:
    """Lay an island into a flat picture, around its middle.

    Args:
        piles: kinds of the cards at each of `ISLAND_PLACES`, the visible card last.
        spacing: distance of neighbouring places, pixels.
        turn: of the island, radians.
        pick: returns a card's picture.
        harbors: whether harbor cards lie around the island.
    """
    middle = np.full(2, FLAT_PX / 2)
    for kind, at in scatter_piles(piles, rng, spacing / RADIUS_PX, turn, harbors=harbors):
        lay_card(flat, pick(kind, rng), middle + RADIUS_PX * at, RADIUS_PX, rng.uniform(0, 7))


def scatter_piles(
    piles: Sequence[Sequence[str]], rng: np.random.Generator, spacing: float, turn: float, *, harbors: bool
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Lay an island inexactly, card by card: of each pile the lowest and the two upper cards.

    Args:
        piles: kinds of the cards at each of `ISLAND_PLACES`, the visible card last.
        spacing: distance of neighbouring places, in radii of the cards.
        turn: of the island, radians.
        harbors: whether harbor cards lie around the island.

    Yields:
        Each card's kind and its place around the island's middle (in radii), in the order in which they lie
        one upon the other. Between two cards the caller may draw from `rng`.
    """
    cos, sin = math.cos(turn), math.sin(turn)

    def place_at(place: Place) -> NDArray[np.float64]:
        x, y = (place[0] + place[1] / 2) * spacing, place[1] * spacing * math.sqrt(3) / 2
        return np.array([cos * x - sin * y, sin * x + cos * y])

    laid = [
        (depth, float(rng.random()), place, kind)
        for place, pile in zip(ISLAND_PLACES, piles, strict=True)
        for depth, kind in enumerate([pile[0], *pile[-2:]] if len(pile) > 2 else pile)
    ]
    if harbors:
        laid += [(0, float(rng.random()), place, "harbor") for place in HARBOR_PLACES]
    loose = rng.uniform(0.02, 0.07)
    for _, _, place, kind in sorted(laid, key=lambda each: each[:2]):
        yield kind, place_at(place) + rng.normal(0, loose, 2).clip(-1.8 * loose, 1.8 * loose)


def draw_cloth(rng: np.random.Generator, side: int) -> NDArray[np.float32]:
    """Draw a table: a colour with grain."""
    coarse = rng.normal(0, 1, (side // 12, side // 3, 1)).astype(np.float32)
    grain = cv2.GaussianBlur(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC), (0, 0), 1.2)
    base = np.array(rng.uniform(35, 190)) + rng.uniform(-35, 35, 3)
    return np.asarray(np.clip(base + rng.uniform(3, 12) * grain[..., None], 0, 255), np.float32)


def lay_card(
    flat: NDArray[np.float32],
    card: NDArray[np.uint8],
    centre: NDArray[np.float64],
    radius: float,
    turn: float,
) -> None:
    """Lay a card with its shadow into a flat picture."""
    reach = int(radius * 1.15) + 3
    left, top = (round(float(place)) - reach for place in centre)
    side = 2 * reach + 1
    roi = flat[top : top + side, left : left + side]
    if roi.shape[:2] != (side, side):
        return
    middle = centre - (left, top)
    cos, sin = math.cos(turn) * 2 * radius / CARD_PX, math.sin(turn) * 2 * radius / CARD_PX
    linear = np.array([[cos, -sin], [sin, cos]])
    matrix = np.column_stack([linear, middle - linear @ [CARD_PX / 2, CARD_PX / 2]])
    laid = cv2.warpAffine(cv2.GaussianBlur(card, (0, 0), 1.4), matrix, (side, side)).astype(np.float32)
    cover = np.zeros((side, side), np.float32)
    at = (round(float(middle[0]) * 16), round(float(middle[1]) * 16))
    cv2.circle(cover, at, round(radius * 16), 1.0, -1, cv2.LINE_AA, 4)
    cv2.circle(cover, at, round(radius * 16), 1.0, -1, cv2.LINE_8, 4)
    cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), 0.7), np.float32)
    shade = cv2.GaussianBlur(np.roll(cover, (3, 2), (0, 1)), (0, 0), 3)
    roi *= 1 - 0.45 * shade[..., None]
    roi += (laid - roi) * cover[..., None]


def light_picture(
    picture: NDArray[np.float32], rng: np.random.Generator, tint: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """Light a picture unevenly, blur it, add noise, and compress it."""
    high, wide = picture.shape[:2]
    ys, xs = np.linspace(-1, 1, high)[:, None], np.linspace(-1, 1, wide)[None]
    angle = rng.uniform(0, 2 * math.pi)
    slope = rng.uniform(0, 0.22) * (xs * math.cos(angle) + ys * math.sin(angle))
    vignette = 1 - rng.uniform(0, 0.15) * (xs * xs + ys * ys) / 2
    gain = rng.uniform(0.62, 1.05) * tint * rng.uniform(0.95, 1.05, 3)
    lit = picture * gain * ((1 + slope) * vignette)[..., None]
    blurred = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.6, 1.3))
    noisy = np.clip(blurred + rng.normal(0, rng.uniform(1.5, 4), lit.shape), 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(72, 95))])
    return decode_picture(data.tobytes())


def view_from_above(
    flat: NDArray[np.float32], rng: np.random.Generator, spacing: float, *, harbors: bool
) -> NDArray[np.float32]:
    """Return a camera's view of the flat picture: askew, the whole island in view."""
    wide, high = PHOTO_SIZE
    tilt, lean = rng.uniform(0, MAX_TILT), rng.uniform(0, 2 * math.pi)
    cos, sin = math.cos(lean), math.sin(lean)
    lean_to = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    tilted = np.array([[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]])
    rotation = lean_to @ tilted @ lean_to.T
    extent = (3.4 if harbors else 2.5) * spacing
    focal, distance = 1.3 * high, 1.0
    size = rng.uniform(0.62, 0.95) * high / 2 / extent / focal * distance
    plane = np.column_stack([rotation[:, 0] * size, rotation[:, 1] * size, (0, 0, distance)])
    shift = rng.uniform(-0.03, 0.03, 2) * high
    camera = np.array([[focal, 0, wide / 2 + shift[0]], [0, focal, high / 2 + shift[1]], [0, 0, 1]])
    centre = np.array([[1, 0, -FLAT_PX / 2], [0, 1, -FLAT_PX / 2], [0, 0, 1]])
    return np.asarray(
        cv2.warpPerspective(
            flat, camera @ plane @ centre, PHOTO_SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        ),
        np.float32,
    )
