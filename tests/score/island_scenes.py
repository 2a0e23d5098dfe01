"""Photos of final islands of round cards, drawn: of this project's own deck, and of tinted decks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.spot_it.deck import build_deck
from companion.games.spot_it.island_counts import HARBOR_PLACES, ISLAND_PLACES, Place
from companion.games.spot_it.options import Colour
from tests.score.card_scenes import draw_card, draw_deck_card, random_drawing

Style = Literal["deck", "tinted"]

CARD_KINDS: Final = ("island", "harbor", "blue", "orange", "red")
"""The order of the cards in the photo from which the colours are learned, from left to right."""
_SIZE: Final = (1280, 960)
_CARD_PX: Final = 480
"""Side of a drawn card."""
_RADIUS_PX: Final = 72.0
"""Radius of a card in the flat picture, before the camera's view."""
_FLAT_PX: Final = 1500
_MAX_OVERLAP: Final = 0.10
_MAX_TILT: Final = math.radians(15)
_TINTS: Final = {
    "island": (0.73, 0.86, 0.93),
    "harbor": (0.72, 0.62, 0.25),
    "blue": (0.75, 0.42, 0.18),
    "orange": (0.16, 0.50, 0.92),
    "red": (0.20, 0.18, 0.78),
}
"""BGR."""


@dataclass(frozen=True)
class IslandScene:
    """A photo of a final island.

    Attributes:
        shown: BGR; one card of each of `CARD_KINDS`, from which the colours are learned.
        picture: BGR; the island.
        game: 1 to 3; harbors lie around the island in game 2.
        teams: colours of the teams.
        kinds: the visible card of each place.
    """

    name: str
    shown: NDArray[np.uint8]
    picture: NDArray[np.uint8]
    game: int
    teams: tuple[Colour, ...]
    kinds: Mapping[Place, str]


def island_scenes(many: int, seed: int = 0, style: Style = "deck") -> Iterator[IslandScene]:
    """Draw photos of final islands; ten at a time lie on the same table, with one photo of shown cards."""
    for number in range(many):
        shown, cloth = _draw_shown(seed, number // 10, style)
        yield _draw_island(
            f"{style}-{seed}-{number}",
            np.random.default_rng((seed, number, 7)),
            shown,
            cloth,
            style,
            (seed, number // 10),
        )


@cache
def _deck_card(number: int) -> NDArray[np.uint8]:
    return draw_deck_card(number)[0]


def _pick_card(
    kind: str, style: Style, rng: np.random.Generator, table: tuple[int, int]
) -> NDArray[np.uint8]:
    if style == "deck":
        numbers = [n for n, card in enumerate(build_deck()) if card.kind == kind]
        return _deck_card(int(rng.choice(numbers)))
    return _tinted_card(kind, int(rng.integers(6)), table)


@cache
def _tinted_card(kind: str, number: int, table: tuple[int, int]) -> NDArray[np.uint8]:
    """Draw a card of a box whose cards have one colour up to their edge."""
    rng = np.random.default_rng((*table, 11, CARD_KINDS.index(kind)))
    tint = np.clip(np.array(_TINTS[kind]) + rng.uniform(-0.05, 0.05, 3), 0, 1) * 255
    rng = np.random.default_rng((*table, 12, CARD_KINDS.index(kind), number))
    card, _ = draw_card([random_drawing(rng) for _ in range(9)], rng)
    ground = (card == 245).all(-1)
    card[ground] = tint.astype(np.uint8)
    return card


def _draw_cloth(rng: np.random.Generator, side: int) -> NDArray[np.float32]:
    """Draw a table: a colour with grain."""
    coarse = rng.normal(0, 1, (side // 12, side // 3, 1)).astype(np.float32)
    grain = cv2.GaussianBlur(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC), (0, 0), 1.2)
    base = np.array(rng.uniform(35, 190)) + rng.uniform(-35, 35, 3)
    return np.asarray(np.clip(base + rng.uniform(3, 12) * grain[..., None], 0, 255), np.float32)


def _lay(
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
    cos, sin = math.cos(turn) * 2 * radius / _CARD_PX, math.sin(turn) * 2 * radius / _CARD_PX
    linear = np.array([[cos, -sin], [sin, cos]])
    matrix = np.column_stack([linear, middle - linear @ [_CARD_PX / 2, _CARD_PX / 2]])
    laid = cv2.warpAffine(cv2.GaussianBlur(card, (0, 0), 1.4), matrix, (side, side)).astype(np.float32)
    cover = np.zeros((side, side), np.float32)
    at = (round(float(middle[0]) * 16), round(float(middle[1]) * 16))
    cv2.circle(cover, at, round(radius * 16), 1.0, -1, cv2.LINE_AA, 4)
    cv2.circle(cover, at, round(radius * 16), 1.0, -1, cv2.LINE_8, 4)
    cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), 0.7), np.float32)
    shade = cv2.GaussianBlur(np.roll(cover, (3, 2), (0, 1)), (0, 0), 3)
    roi *= 1 - 0.45 * shade[..., None]
    roi += (laid - roi) * cover[..., None]


def _light(
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
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _tint(seed: int, table: int) -> NDArray[np.float64]:
    return np.random.default_rng((seed, table, 9)).uniform(0.85, 1.12, 3)


@cache
def _draw_shown(seed: int, table: int, style: Style) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    rng = np.random.default_rng((seed, table, 8))
    cloth = _draw_cloth(rng, _FLAT_PX)
    flat = cloth[:480, :1280].copy()
    for n, kind in enumerate(CARD_KINDS):
        centre = np.array([140 + 250 * n, 240]) + rng.uniform(-10, 10, 2)
        _lay(flat, _pick_card(kind, style, rng, (seed, table)), centre, 100, rng.uniform(0, 7))
    return _light(flat, rng, _tint(seed, table)), cloth


def _final_kinds(rng: np.random.Generator, game: int, teams: tuple[str, ...]) -> list[list[str]]:
    """Return the pile of each place, the visible card last: cards laid one by one, at places at random."""
    piles = [["island"] for _ in ISLAND_PLACES]
    hot = rng.permutation(len(piles))[: int(rng.integers(10, 20))]
    for _ in range(int(rng.integers(14, 34))):
        piles[int(rng.choice(hot))].append(str(rng.choice(teams)))
    return piles


def _draw_island(
    name: str,
    rng: np.random.Generator,
    shown: NDArray[np.uint8],
    cloth: NDArray[np.float32],
    style: Style,
    table: tuple[int, int],
) -> IslandScene:
    game = int(rng.integers(1, 4))
    count = int(rng.integers(2, 4))
    teams = tuple(sorted(rng.choice(CARD_KINDS[2:], count, replace=False).tolist()))
    spacing = 2 * _RADIUS_PX * (1 - rng.uniform(-0.04, _MAX_OVERLAP))
    turn = rng.uniform(0, 2 * math.pi)
    middle = np.full(2, _FLAT_PX / 2)
    flat = cloth.copy()

    def place_at(place: Place) -> NDArray[np.float64]:
        x, y = (place[0] + place[1] / 2) * spacing, place[1] * spacing * math.sqrt(3) / 2
        cos, sin = math.cos(turn), math.sin(turn)
        moved = np.array([cos * x - sin * y, sin * x + cos * y])
        return np.asarray(middle + moved, np.float64)

    piles = _final_kinds(rng, game, teams)
    laid = [
        (depth, float(rng.random()), place, kind)
        for place, pile in zip(ISLAND_PLACES, piles, strict=True)
        for depth, kind in enumerate(pile[:1] + pile[-2:] if len(pile) > 2 else pile)
    ]
    if game == 2:
        laid += [(0, float(rng.random()), place, "harbor") for place in HARBOR_PLACES]
    loose = rng.uniform(0.02, 0.07) * _RADIUS_PX
    for _, _, place, kind in sorted(laid, key=lambda each: each[:2]):
        centre = place_at(place) + rng.normal(0, loose, 2).clip(-1.8 * loose, 1.8 * loose)
        _lay(flat, _pick_card(kind, style, rng, table), centre, _RADIUS_PX, rng.uniform(0, 7))
    reach = (3.75 if game == 2 else 2.7) * spacing + _RADIUS_PX
    for _ in range(int(rng.integers(0, 3))):
        _lay_beside(flat, rng, middle, reach, style, teams, table)
    picture = _view(flat, rng, spacing, game)
    kinds = {place: pile[-1] for place, pile in zip(ISLAND_PLACES, piles, strict=True)}
    seated = cast("tuple[Colour, ...]", teams)
    return IslandScene(name, shown, _light(picture, rng, _tint(*table)), game, seated, kinds)


def _lay_beside(
    flat: NDArray[np.float32],
    rng: np.random.Generator,
    middle: NDArray[np.float64],
    reach: float,
    style: Style,
    teams: tuple[str, ...],
    table: tuple[int, int],
) -> None:
    """Lay a hand or a pile of a team's cards beside the island."""
    angle = rng.uniform(0, 2 * math.pi)
    away = np.array([math.cos(angle), math.sin(angle)])
    if rng.random() < 0.4:
        centre = middle + away * (reach + rng.uniform(0, 0.4) * _RADIUS_PX)
        _lay(
            flat, _pick_card(str(rng.choice(teams)), style, rng, table), centre, _RADIUS_PX, rng.uniform(0, 7)
        )
        return
    skin = np.array([110, 145, 200]) * rng.uniform(0.45, 1.15)
    start = middle + away * (reach - _RADIUS_PX * 0.7 + rng.uniform(0, 60))
    across = np.array([-away[1], away[0]])
    cover = np.zeros(flat.shape[:2], np.uint8)
    for finger in range(4):
        tip = start + across * (finger - 1.5) * 30 + away * abs(finger - 1.3) * 14
        cv2.line(
            cover, tuple(map(int, tip + away * 14)), tuple(map(int, tip + away * 110)), 255, 27, cv2.LINE_AA
        )
    palm = start + away * 150
    cv2.circle(cover, tuple(map(int, palm)), 68, 255, -1, cv2.LINE_AA)
    cv2.line(cover, tuple(map(int, palm)), tuple(map(int, palm + away * 900)), 255, 95, cv2.LINE_AA)
    soft = cv2.GaussianBlur(cover, (0, 0), 1.5)[..., None].astype(np.float32) / 255
    flat += (skin.astype(np.float32) - flat) * soft


def _view(
    flat: NDArray[np.float32], rng: np.random.Generator, spacing: float, game: int
) -> NDArray[np.float32]:
    """Return a camera's view of the flat picture: askew, the whole island in view."""
    wide, high = _SIZE
    tilt, lean = rng.uniform(0, _MAX_TILT), rng.uniform(0, 2 * math.pi)
    cos, sin = math.cos(lean), math.sin(lean)
    lean_to = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    tilted = np.array([[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]])
    rotation = lean_to @ tilted @ lean_to.T
    extent = (3.4 if game == 2 else 2.5) * spacing
    focal, distance = 1.3 * high, 1.0
    size = rng.uniform(0.62, 0.95) * high / 2 / extent / focal * distance
    plane = np.column_stack([rotation[:, 0] * size, rotation[:, 1] * size, (0, 0, distance)])
    shift = rng.uniform(-0.03, 0.03, 2) * high
    camera = np.array([[focal, 0, wide / 2 + shift[0]], [0, focal, high / 2 + shift[1]], [0, 0, 1]])
    centre = np.array([[1, 0, -_FLAT_PX / 2], [0, 1, -_FLAT_PX / 2], [0, 0, 1]])
    return np.asarray(
        cv2.warpPerspective(
            flat, camera @ plane @ centre, _SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        ),
        np.float32,
    )
