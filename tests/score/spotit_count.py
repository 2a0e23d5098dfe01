"""Measures the count of final islands of Spot it! in drawn and path-traced photos.

    python -m tests.score.spotit_count [--shown] [--scenes N] [--first N] [--seed N] [STYLE...]
    python -m tests.score.spotit_count [--shown] --traced DIR

STYLE: deck (this project's own deck, whose kinds differ by a thin rim) or tinted (cards of one colour).
DIR: the islands that `tests.score.path_traced_cards` rendered. As at a table, the colours of the own deck are
known, and those of other cards are learned from a photo of one card each; with --shown, also those of the own
deck. Prints every island whose count isn't exact and sure, then the table that the documentation shows.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.games.spot_it.island_counts import count_cards
from companion.games.spot_it.state import Colour
from companion.perception.card_island import CARD_KINDS, IslandCount, count_island, printed_palette
from tests.score.island_scenes import STYLES, IslandScene, island_scenes, traced_scenes
from vision.cards.palette import CardPalette, PaletteError, learn_palette


@dataclass(frozen=True)
class JudgedIsland:
    """The count of an island.

    Attributes:
        exact: whether the counts of all teams are right.
        sure: whether the reader is certain of every place.
        unsure_places: number of places that are not certain.
        seconds: CPU time of the count.
    """

    name: str
    exact: bool
    sure: bool
    unsure_places: int
    seconds: float


def true_counts(scene: IslandScene) -> dict[Colour, int]:
    """Return the counts of a scene's teams."""
    owners = {place: team for place, kind in scene.kinds.items() for team in scene.teams if kind == team}
    return {team: count_cards(scene.game, owners, team) for team in scene.teams}


def measure(scenes: Iterable[IslandScene], all_shown: bool = False) -> Iterator[JudgedIsland]:
    """Count islands, and judge the counts.

    Args:
        scenes: photos of islands.
        all_shown: also learn the colours of the own deck from a photo.
    """
    palettes: dict[int, CardPalette | None] = {}
    for scene in scenes:
        if id(scene.shown) not in palettes:
            try:
                is_known = scene.style == "deck" and not all_shown
                palettes[id(scene.shown)] = (
                    printed_palette() if is_known else learn_palette(scene.shown, CARD_KINDS)
                )
            except PaletteError:
                palettes[id(scene.shown)] = None
        palette = palettes[id(scene.shown)]
        if palette is None:
            yield JudgedIsland(scene.name, False, False, len(scene.kinds), 0.0)
            continue
        start = time.process_time()
        found = count_island(scene.picture, palette, scene.game, scene.teams)
        yield _judge(scene, found, time.process_time() - start)


def _judge(scene: IslandScene, found: IslandCount, seconds: float) -> JudgedIsland:
    unsure = sum(not card.is_sure for card in found.cards) if found.cards else len(scene.kinds)
    exact = bool(found.cards) and found.counts == true_counts(scene)
    return JudgedIsland(scene.name, exact, found.is_sure, unsure, seconds)


def table(measured: dict[str, list[JudgedIsland]]) -> str:
    """Return a line for each style."""
    lines = [
        "| islands | photos | all teams exact | sure | sure and wrong | median CPU s |",
        "|---" * 6 + "|",
    ]
    for name, islands in measured.items():
        exact = sum(one.exact for one in islands)
        sure = sum(one.sure for one in islands)
        wrong = sum(one.sure and not one.exact for one in islands)
        seconds = float(np.median([one.seconds for one in islands])) if islands else 0.0
        lines.append(f"| {name} | {len(islands)} | {exact} | {sure} | {wrong} | {seconds:.2f} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("styles", nargs="*", metavar="STYLE", choices=[*STYLES, []])
    parser.add_argument("--shown", action="store_true", help="learn the own deck's colours from a photo, too")
    parser.add_argument("--scenes", type=int, default=100, metavar="N", help="how many islands of each style")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="how many of these to skip")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--traced", type=Path, metavar="DIR", help="measure path-traced islands instead")
    given = parser.parse_args()
    if given.traced:
        scenes = {f"{style}, path-traced": traced_scenes(given.traced, style) for style in STYLES}
    else:
        scenes = {
            style: island_scenes(given.scenes - given.first, given.seed, style, given.first)
            for style in given.styles or STYLES
        }
    measured: dict[str, list[JudgedIsland]] = {}
    for style, islands in scenes.items():
        measured[style] = []
        for one in measure(islands, given.shown):
            measured[style].append(one)
            if not (one.exact and one.sure):
                verdict = "exact" if one.exact else "wrong"
                print(f"{one.name}: {verdict}, {one.unsure_places} places unsure", flush=True)
    print(table(measured))


if __name__ == "__main__":
    main()
