"""Measures dice readings: real photos by set, and usual and hard simulated tables.

    python -m tests.score.dice [--photos DIR] [--tables N] [--draw DIR] [--networks DIR [--fold N]] [SET...]

Prints what is wrong picture by picture, then the tables that the documentation shows. `--networks` takes the
networks of a training instead of those that ship; with `--fold` only photos of that fold are read: the ones
that training left out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

import vision.dice.die_finder
import vision.dice.reading
from tests.score.dice_tables import DiceTable, dice_tables, hard_tables
from vision.dice import DiceReading, DieReading, read_dice
from vision.draw import draw_dice_reading
from vision.network import Network
from vision.training.dice.folds import FOLDS, assign_folds

PHOTOS = Path(__file__).parents[3] / "shared" / "photos"
SETS: Final = ("coloured", "mixed", "webcam")
SIMULATED_SET: Final = "simulated"
HARD: Final = "hard"
EDGES: Final = (0.0, 0.5, 0.8, 0.95, 0.99, 1.0)
"""Between the bins of confidence."""


@dataclass(frozen=True)
class Die:
    """A labelled die: the middle of its top face (in one set of the whole die), pixels, and its top face."""

    at: tuple[float, float]
    value: int


@dataclass(frozen=True)
class Labelled:
    """A picture, BGR, the dice in it, and how far off a reading may be: half a die, pixels."""

    name: str
    picture: NDArray[np.uint8]
    dice: tuple[Die, ...]
    reach: float


@dataclass(frozen=True)
class Judged:
    """One photo's dice: the labelled ones, their readings, and the other readings.

    Attributes:
        name: of the photo.
        pairs: each labelled die, and its reading if there is one.
        invented: readings where no die is labelled.
        seconds: what reading took.
    """

    name: str
    pairs: tuple[tuple[Die, DieReading | None], ...]
    invented: tuple[DieReading, ...]
    seconds: float

    @property
    def correct_count(self) -> int:
        """Number of labelled dice with the correct value."""
        return sum(read is not None and read.value == label.value for label, read in self.pairs)

    @property
    def found_count(self) -> int:
        """Number of labelled dice that were detected."""
        return sum(read is not None for _, read in self.pairs)

    @property
    def perfect(self) -> bool:
        """Every die right and nothing else read."""
        return self.correct_count == len(self.pairs) and not self.invented


def judge(name: str, reading: DiceReading, dice: Sequence[Die], reach: float) -> Judged:
    """Match readings to labels, the nearest first, none farther than `reach` pixels."""
    distances = sorted(
        (float(np.hypot(label.at[0] - die.at[0], label.at[1] - die.at[1])), n, m)
        for n, label in enumerate(dice)
        for m, die in enumerate(reading.dice)
    )
    matched: dict[int, int] = {}
    for away, n, m in distances:
        if away <= reach and n not in matched and m not in matched.values():
            matched[n] = m
    pairs = tuple((label, reading.dice[matched[n]] if n in matched else None) for n, label in enumerate(dice))
    invented = tuple(die for m, die in enumerate(reading.dice) if m not in matched.values())
    return Judged(name, pairs, invented, reading.seconds)


def measure(pictures: Iterable[Labelled], draw: Path | None = None) -> list[Judged]:
    """Read and judge pictures; where a folder is given, draw each reading into it."""
    judged = []
    for one in pictures:
        reading = read_dice(one.picture)
        judged.append(judge(one.name, reading, one.dice, one.reach))
        if draw is not None:
            draw.mkdir(parents=True, exist_ok=True)
            file = one.name.replace("/", "-").split(":")[0].removesuffix(".jpg")
            cv2.imwrite(str(draw / f"{file}.png"), draw_dice_reading(one.picture, reading))
    return judged


def labelled_photos(photos: Path, name: str) -> Iterator[Labelled]:
    """A set's photos."""
    for path in sorted((photos / "dice" / name).glob("*.jpg")):
        label = json.loads(path.with_name(path.name + ".json").read_text("utf-8"))
        dice = tuple(Die((x, y), die["value"]) for die in label["dice"] for x, y in [die["at"]])
        picture = np.asarray(cv2.imread(str(path)), np.uint8)
        yield Labelled(f"{name}/{path.name}", picture, dice, label.get("size", 40) / 2)


def labelled_simulations(many: int) -> Iterator[Labelled]:
    """Simulated tables."""
    return _labelled_tables(SIMULATED_SET, dice_tables(many))


def hard(many: int) -> Iterator[Labelled]:
    """Simulated tables with dice that are hard to see."""
    return _labelled_tables(HARD, hard_tables(many))


def _labelled_tables(name: str, tables: Iterable[DiceTable]) -> Iterator[Labelled]:
    for table in tables:
        dice = tuple(Die(at, value) for at, value in table.dice)
        yield Labelled(f"{name}/{table.name}", table.picture, dice, table.size / 2)


def words(one: Judged) -> str:
    """Describe the errors of a photo, or their absence."""
    wrong = [
        f"{label.value} at {label.at[0]:.0f}, {label.at[1]:.0f} "
        + ("missed" if die is None else f"read as {die.value} ({die.confidence:.2f})")
        for label, die in one.pairs
        if die is None or die.value != label.value
    ]
    wrong += [f"{die.value} ({die.confidence:.2f}) invented at {die.at[0]:.0f}, {die.at[1]:.0f}"
              for die in one.invented]  # fmt: skip
    return f"{one.name}: {'; '.join(wrong) or 'right'}"


def table(measured: dict[str, list[Judged]]) -> str:
    """A line a set: dice, right, found, invented, whole photos, seconds."""
    lines = ["| set | dice | right | found | invented | photos | all right | median s |", "|---" * 8 + "|"]
    for name, photos in measured.items():
        dice = max(sum(len(one.pairs) for one in photos), 1)
        right, found = (
            sum(one.correct_count for one in photos) / dice,
            sum(one.found_count for one in photos) / dice,
        )
        invented, perfect = sum(len(one.invented) for one in photos), sum(one.perfect for one in photos)
        seconds = float(np.median([one.seconds for one in photos])) if photos else 0.0
        lines.append(
            f"| {name} | {dice} | {right:.1%} | {found:.1%} | {invented} "
            f"| {len(photos)} | {perfect} | {seconds:.3f} |"
        )
    return "\n".join(lines)


def trust(judged: Sequence[Judged]) -> str:
    """A line a bin of confidence: how many, how sure, how many right. Invented dice are wrong."""
    readings = [
        (die.confidence, die.value == label.value) for one in judged for label, die in one.pairs if die
    ]
    readings += [(die.confidence, False) for one in judged for die in one.invented]
    lines = ["| confidence | dice | said | right |", "|---" * 4 + "|"]
    for low, high in pairwise(EDGES):
        here = [
            (confidence, right)
            for confidence, right in readings
            if low <= confidence < high or confidence == high == 1
        ]
        if here:
            confidence, right = np.array(here, float).mean(axis=0)
            lines.append(f"| {low:.2f} to {high:.2f} | {len(here)} | {confidence:.3f} | {right:.3f} |")
    return "\n".join(lines)


def use_networks(folder: Path) -> None:
    """Read with the networks of a folder from now on."""

    loaded = {name: Network((folder / name).read_bytes()) for name in ("dice_finder.onnx", "dice_pips.onnx")}
    for module in (vision.dice.die_finder, vision.dice.reading):
        setattr(module, "network", loaded.__getitem__)  # noqa: B010 (modules have no such type)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="*", metavar="SET", choices=[*SETS, SIMULATED_SET, HARD, []])
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument(
        "--tables", type=int, default=28, metavar="N", help="how many tables to simulate of either kind"
    )
    parser.add_argument("--networks", type=Path, metavar="DIR")
    parser.add_argument("--fold", type=int, metavar="N")
    parser.add_argument("--draw", type=Path, metavar="DIR", help="where to draw each reading")
    given = parser.parse_args()
    if given.networks is not None:
        use_networks(given.networks)
    sets = {name: labelled_photos(given.photos, name) for name in SETS}
    if given.fold is not None:
        names = [
            f"{name}/{path.name}" for name in SETS for path in (given.photos / "dice" / name).glob("*.jpg")
        ]
        left_out = {name for name, fold in assign_folds(names, FOLDS).items() if fold == given.fold}
        sets = {name: (one for one in photos if one.name in left_out) for name, photos in sets.items()}
    sets[SIMULATED_SET], sets[HARD] = labelled_simulations(given.tables), hard(given.tables)
    measured = {name: measure(sets[name], given.draw) for name in given.sets or sets}
    for pictures in measured.values():
        for one in pictures:
            if not one.perfect:
                print(words(one))
    print(f"\n{table(measured)}\n\n{trust([one for pictures in measured.values() for one in pictures])}")


if __name__ == "__main__":
    main()
