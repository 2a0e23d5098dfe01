"""Photos of final islands of round cards, drawn: of this project's own deck, and of tinted decks."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal, cast, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.spot_it.island_counts import ISLAND_PLACES, Place
from companion.games.spot_it.state import Colour
from companion.sim.deck.island_photo import (
    FLAT_PX,
    RADIUS_PX,
    draw_cloth,
    draw_spacing,
    lay_card,
    lay_piles,
    light_picture,
    pick_deck_card,
    view_from_above,
)
from tests.score.card_scenes import draw_card, random_drawing

Style = Literal["deck", "tinted"]
STYLES: Final[tuple[Style, ...]] = get_args(Style)

CARD_KINDS: Final = ("island", "harbor", "blue", "orange", "red")
"""The order of the cards in the photo from which the colours are learned, from left to right."""
_HARBORS_GAME: Final = 2
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
        style: of its cards.
        shown: BGR; one card of each of `CARD_KINDS`, from which the colours are learned.
        picture: BGR; the island.
        game: 1 to 3; harbors lie around the island in game 2.
        teams: colours of the teams.
        kinds: the visible card of each place.
    """

    name: str
    style: Style
    shown: NDArray[np.uint8]
    picture: NDArray[np.uint8]
    game: int
    teams: tuple[Colour, ...]
    kinds: Mapping[Place, str]


def island_scenes(many: int, seed: int = 0, style: Style = "deck", first: int = 0) -> Iterator[IslandScene]:
    """Draw photos of final islands; ten at a time lie on the same table, with one photo of shown cards.

    Args:
        many: how many photos.
        seed: of all photos. A photo depends on it and on its own number only.
        style: of the cards.
        first: the number of the first photo.
    """
    for number in range(first, first + many):
        shown, cloth = _draw_shown(seed, number // 10, style)
        yield _draw_island(
            f"{style}-{seed}-{number}",
            np.random.default_rng((seed, number, 7)),
            shown,
            cloth,
            style,
            (seed, number // 10),
        )


def traced_scenes(folder: Path, style: Style) -> Iterator[IslandScene]:
    """Read the islands of a style that `tests.score.path_traced_cards` rendered into a folder."""
    shown: dict[Path, NDArray[np.uint8]] = {}
    for path in sorted((folder / "islands").glob("*.jpg")):
        label = json.loads(path.with_name(f"{path.name}.json").read_text("utf-8"))
        if label["style"] != style:
            continue
        table = path.parent / label["shown"]
        if table not in shown:
            shown[table] = np.asarray(cv2.imread(str(table)), np.uint8)
        yield IslandScene(
            f"{label['style']}-traced-{path.stem}",
            label["style"],
            shown[table],
            np.asarray(cv2.imread(str(path)), np.uint8),
            label["game"],
            tuple(label["teams"]),
            dict(zip(ISLAND_PLACES, label["kinds"], strict=True)),
        )


def pick_card(kind: str, style: Style, rng: np.random.Generator, table: tuple[int, int]) -> NDArray[np.uint8]:
    if style == "deck":
        return pick_deck_card(kind, rng)
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


def _tint(seed: int, table: int) -> NDArray[np.float64]:
    return np.random.default_rng((seed, table, 9)).uniform(0.85, 1.12, 3)


@cache
def _draw_shown(seed: int, table: int, style: Style) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    rng = np.random.default_rng((seed, table, 8))
    cloth = draw_cloth(rng, FLAT_PX)
    flat = cloth[:480, :1280].copy()
    for n, kind in enumerate(CARD_KINDS):
        centre = np.array([140 + 250 * n, 240]) + rng.uniform(-10, 10, 2)
        lay_card(flat, pick_card(kind, style, rng, (seed, table)), centre, 100, rng.uniform(0, 7))
    return light_picture(flat, rng, _tint(seed, table)), cloth


@dataclass(frozen=True)
class IslandPlan:
    """A final island as it is laid, whatever draws it.

    Attributes:
        game: 1 to 3.
        teams: colours of the teams.
        spacing: distance of neighbouring places, in radii of the cards.
        turn: of the island, radians.
        piles: kinds of the cards of each of `ISLAND_PLACES`, the visible card last.
    """

    game: int
    teams: tuple[Colour, ...]
    spacing: float
    turn: float
    piles: list[list[str]]

    @property
    def has_harbors(self) -> bool:
        """True if harbors lie around the island."""
        return self.game == _HARBORS_GAME

    @property
    def kinds(self) -> dict[Place, str]:
        """Return the visible card of each place."""
        return {place: pile[-1] for place, pile in zip(ISLAND_PLACES, self.piles, strict=True)}


def plan_island(rng: np.random.Generator) -> IslandPlan:
    """Plan an island at random: two or three teams lay cards one by one, at places at random."""
    game = int(rng.integers(1, 4))
    count = int(rng.integers(2, 4))
    teams = tuple(sorted(rng.choice(CARD_KINDS[2:], count, replace=False).tolist()))
    spacing = draw_spacing(rng) / RADIUS_PX
    turn = rng.uniform(0, 2 * math.pi)
    piles = [["island"] for _ in ISLAND_PLACES]
    hot = rng.permutation(len(piles))[: int(rng.integers(10, 20))]
    for _ in range(int(rng.integers(14, 34))):
        piles[int(rng.choice(hot))].append(str(rng.choice(teams)))
    return IslandPlan(game, cast("tuple[Colour, ...]", teams), spacing, turn, piles)


def _draw_island(
    name: str,
    rng: np.random.Generator,
    shown: NDArray[np.uint8],
    cloth: NDArray[np.float32],
    style: Style,
    table: tuple[int, int],
) -> IslandScene:
    plan = plan_island(rng)
    spacing = plan.spacing * RADIUS_PX
    middle = np.full(2, FLAT_PX / 2)
    flat = cloth.copy()
    lay_piles(
        flat,
        plan.piles,
        rng,
        spacing,
        plan.turn,
        lambda kind, rng: pick_card(kind, style, rng, table),
        harbors=plan.has_harbors,
    )
    reach = (3.75 if plan.has_harbors else 2.7) * spacing + RADIUS_PX
    for _ in range(int(rng.integers(0, 3))):
        _lay_beside(flat, rng, middle, reach, style, plan.teams, table)
    picture = view_from_above(flat, rng, spacing, harbors=plan.has_harbors)
    lit = light_picture(picture, rng, _tint(*table))
    return IslandScene(name, style, shown, lit, plan.game, plan.teams, plan.kinds)


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
        centre = middle + away * (reach + rng.uniform(0, 0.4) * RADIUS_PX)
        lay_card(
            flat, pick_card(str(rng.choice(teams)), style, rng, table), centre, RADIUS_PX, rng.uniform(0, 7)
        )
        return
    skin = np.array([110, 145, 200]) * rng.uniform(0.45, 1.15)
    start = middle + away * (reach - RADIUS_PX * 0.7 + rng.uniform(0, 60))
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
