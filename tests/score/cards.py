"""Measures readings of two round cards: labelled real photos, drawn decks that nobody has seen, this
project's deck.

    python -m tests.score.cards [--photos DIR] [--drawn N] [--seed N] [--draw DIR] [SET...]
    python -m tests.score.cards --traced DIR [--draw DIR]

DIR: the pairs of cards that `tests.score.path_traced_cards` rendered, of the same two kinds of decks.

Prints every photo whose answer is unknown or wrong, then the table that the documentation shows.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.score.card_scenes import CardScene, card_scenes, deck_scenes
from vision.cards import CardsReading, read_cards
from vision.cards.reading import draw_cards

At = tuple[float, float]

PHOTOS: Final = Path(__file__).parents[3] / "shared" / "photos"
REAL_SET: Final = "real"
DRAWN_SET: Final = "drawn"
DECK_SET: Final = "deck"
SETS: Final = (REAL_SET, DRAWN_SET, DECK_SET)
SURE_P: Final = 0.95
"""Least confidence of a sure answer."""


@dataclass(frozen=True)
class LabelledCards:
    """A photo of two cards: BGR, the places of all symbols, and of the common one on both cards."""

    name: str
    picture: NDArray[np.uint8]
    symbols: tuple[At, ...]
    common: tuple[At, At]


@dataclass(frozen=True)
class JudgedCards:
    """One photo's answer.

    Attributes:
        confidence: of the answer, or None where it is unknown.
        right: whether the answer names the common symbol on both cards.
        seconds: CPU time of the reading.
    """

    name: str
    confidence: float | None
    right: bool
    seconds: float

    @property
    def sure_and_wrong(self) -> bool:
        """Return whether a confident answer is wrong."""
        return self.confidence is not None and self.confidence >= SURE_P and not self.right


def judge(one: LabelledCards, reading: CardsReading) -> JudgedCards:
    """Compare the surest answer with the label: on both cards the symbol nearest to it is the common one."""
    answers = [pair.answer for pair in reading.pairs if pair.answer is not None]
    if not answers:
        return JudgedCards(one.name, None, False, 0.0)
    best = max(answers, key=lambda answer: answer.confidence)
    gaps = sorted(min(math.dist(at, other) for other in one.symbols if other != at) for at in one.symbols)
    reach = gaps[len(gaps) // 2]
    found = set()
    for symbol in (best.first, best.second):
        nearest = min(one.symbols, key=lambda at: math.dist(at, symbol.at))
        if nearest in one.common and math.dist(nearest, symbol.at) <= reach:
            found.add(nearest)
    return JudgedCards(one.name, best.confidence, len(found) == 2, 0.0)


def labelled_photos(photos: Path) -> Iterator[LabelledCards]:
    """The real photos."""
    yield from _labelled_folder(photos / "cards")


def traced_photos(folder: Path, kind: str) -> Iterator[LabelledCards]:
    """The pairs of a kind of deck that were rendered into a folder."""
    yield from _labelled_folder(folder / kind)


def _labelled_folder(folder: Path) -> Iterator[LabelledCards]:
    for path in sorted(folder.glob("*.jpg")):
        label = json.loads(path.with_name(path.name + ".json").read_text("utf-8"))
        symbols = tuple((float(x), float(y)) for x, y in (symbol["at"] for symbol in label["symbols"]))
        one, other = ((float(x), float(y)) for x, y in label["common"]["at"])
        picture = np.asarray(cv2.imread(str(path)), np.uint8)
        yield LabelledCards(path.name, picture, symbols, (one, other))


def drawn_photos(many: int, seed: int = 0) -> Iterator[LabelledCards]:
    """Drawn photos of random decks."""
    return map(_label, card_scenes(many, seed))


def deck_photos(many: int, seed: int = 0) -> Iterator[LabelledCards]:
    """Drawn photos of this project's own deck."""
    return map(_label, deck_scenes(many, seed))


def _label(scene: CardScene) -> LabelledCards:
    return LabelledCards(scene.name, scene.picture, scene.symbols[0] + scene.symbols[1], scene.common)


def measure(pictures: Iterable[LabelledCards], draw: Path | None = None) -> list[JudgedCards]:
    """Read and judge pictures; where a folder is given, draw each reading into it."""
    judged = []
    for one in pictures:
        start = time.process_time()
        reading = read_cards(one.picture)
        seconds = time.process_time() - start
        judged.append(replace(judge(one, reading), seconds=seconds))
        if draw is not None:
            draw.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(draw / f"{one.name.removesuffix('.jpg')}.png"), draw_cards(one.picture, reading))
    return judged


def table(measured: dict[str, list[JudgedCards]]) -> str:
    """Return a line for each set: photos, answered, right, sure, sure and wrong, median CPU seconds."""
    lines = ["| set | photos | answered | right | sure | sure and wrong | median CPU s |", "|---" * 7 + "|"]
    for name, photos in measured.items():
        answered = [one for one in photos if one.confidence is not None]
        right = sum(one.right for one in answered)
        sure = sum((one.confidence or 0) >= SURE_P for one in answered)
        wrong = sum(one.sure_and_wrong for one in answered)
        seconds = float(np.median([one.seconds for one in photos])) if photos else 0.0
        lines.append(
            f"| {name} | {len(photos)} | {len(answered)} | {right} | {sure} | {wrong} | {seconds:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="*", metavar="SET", choices=[*SETS, []])
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--drawn", type=int, default=60, metavar="N", help="how many photos to draw")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the drawn photos")
    parser.add_argument("--draw", type=Path, metavar="DIR", help="where to draw each reading")
    parser.add_argument("--traced", type=Path, metavar="DIR", help="measure path-traced pairs instead")
    given = parser.parse_args()
    sets: dict[str, Iterable[LabelledCards]] = {}
    if given.traced:
        sets = {f"traced {kind}": traced_photos(given.traced, kind) for kind in (DECK_SET, DRAWN_SET)}
    else:
        for name in given.sets or SETS:
            if name != REAL_SET:
                sets[name] = (drawn_photos if name == DRAWN_SET else deck_photos)(given.drawn, given.seed)
            elif (given.photos / "cards").is_dir():
                sets[name] = labelled_photos(given.photos)
            else:
                print(f"the real photos are not here: no folder {given.photos / 'cards'}")
    measured = {}
    for name, pictures in sets.items():
        measured[name] = measure(pictures, given.draw)
        for one in measured[name]:
            if not one.right:
                sure = "unknown" if one.confidence is None else f"wrong ({one.confidence:.2f})"
                print(f"{name} {one.name}: {sure}", flush=True)
    print(table(measured))


if __name__ == "__main__":
    main()
