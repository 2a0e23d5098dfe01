"""Measures rolls reported by a camera alone: short films of throws, two to four pictures a second.

    python -m tests.score.rolls [--clips N] [--first N] [--spliced N] [--films DIR] [--photos DIR] [--jobs N]
        [--networks DIR]

Prints the result of each throw that was not reported right, then the tables of the documentation. *right*:
both faces were reported while the dice lay there; *wrong*: other faces were; *asked*: a question, or a report
below 0.5, about which people are asked; *missed*: no report; *invented*: a roll was reported that nobody
threw. Drawn clips are of tables that no network learned from; *spliced* are dice cut from photos of a webcam,
which the networks that ship have seen (`--networks` takes others); *films* are another program's.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Literal

import numpy as np

from companion.perception.dice_watch import find_region_beside_island
from tests.score.dice import use_networks
from tests.score.roll_clips import Clip, Shot, Throw, drawn_clip, spliced_clip
from tests.shared_files import FILMS, PHOTOS
from vision.dice.region import DiceRegion
from vision.dice.rolls import RollWatch, SeenRoll

Outcome = Literal["right", "wrong", "asked", "missed"]
OUTCOMES: Final[tuple[Outcome, ...]] = ("right", "wrong", "asked", "missed")
REPORT_P: Final = 0.5
"""A roll with a lower probability is asked about."""
EARLY_S: Final = 0.7
"""Dice may be seen to lie still by so much before the film has them at rest."""


@dataclass(frozen=True)
class ThrowResult:
    """The result of one throw.

    Attributes:
        throw: what was thrown.
        outcome: what came of it.
        dice: the reported dice, with their probability; None: no report.
        why: what was asked; else empty.
        after_s: seconds from the dice's coming to rest until the report or question; None: neither.
    """

    throw: Throw
    outcome: Outcome
    dice: tuple[int, int] | None
    confidence: float
    why: str
    after_s: float | None


@dataclass(frozen=True)
class ClipResult:
    """Result of a clip: one for each throw, and the invented rolls with time and probability."""

    name: str
    kinds: tuple[str, ...]
    throws: tuple[ThrowResult, ...]
    invented: tuple[tuple[float, tuple[int, int], float], ...]


def watch_clip(clip: Clip) -> ClipResult:
    """Process a clip, and judge the reports."""
    watch = RollWatch(clip.region)
    results = [watch.process_frame(shot.picture, shot.t) for shot in clip.shots]
    rolls = [(result.t, result.roll) for result in results if result.roll is not None]
    asked = [(result.t, result.why) for result in results if result.state == "asking"]
    outcomes = []
    for throw in clip.throws:
        mine = [one for one in rolls if throw.rested - EARLY_S <= one[1].t < throw.until]
        questions = [one for one in asked if throw.rested <= one[0] < throw.until]
        outcomes.append(judge_throw(throw, mine, questions))
        rolls = [one for one in rolls if one not in mine[:1]]
    nobodys = tuple((roll.t, _faces(roll), roll.confidence) for _, roll in rolls)
    return ClipResult(clip.name, clip.kinds, tuple(outcomes), nobodys)


def judge_throw(
    throw: Throw, rolls: Sequence[tuple[float, SeenRoll]], asked: Sequence[tuple[float, str]]
) -> ThrowResult:
    """Judge a throw.

    Args:
        throw: what was thrown.
        rolls: the reports while the dice lay there, with their times.
        asked: what was asked meanwhile, and when.
    """
    if rolls:
        t, roll = rolls[0]
        faces = _faces(roll)
        right: Outcome = "right" if sorted(faces) == sorted(throw.faces) else "wrong"
        outcome = right if roll.confidence >= REPORT_P else "asked"
        return ThrowResult(throw, outcome, faces, roll.confidence, "", t - throw.rested)
    if asked:
        t, why = asked[0]
        return ThrowResult(throw, "asked", None, 0.0, why, t - throw.rested)
    return ThrowResult(throw, "missed", None, 0.0, "", None)


def _faces(roll: SeenRoll) -> tuple[int, int]:
    left, right = roll.dice
    return left.value, right.value


def film(folder: Path) -> Clip:
    """Another program's recording: dice were thrown in the turn that ends at a time of its truth."""
    log = [json.loads(line) for line in (folder / "log.jsonl").read_text("utf-8").splitlines()]
    shots = tuple(Shot(line["t"], (folder / line["frame"]).read_bytes()) for line in log if "frame" in line)
    turns = [json.loads(line) for line in (folder / "truth.jsonl").read_text("utf-8").splitlines()]
    throws, begun = [], 0.0
    for turn in turns:
        if turn["dice"] is not None:
            a, b = turn["dice"]
            throws.append(Throw((a, b), begun, turn["t"], ((0.0, 0.0), (0.0, 0.0))))
        begun = turn["t"]
    region = find_region_beside_island(shots[0].picture) or DiceRegion()
    return Clip(f"film {folder.name}", ("films",), region, shots, tuple(throws))


def words(one: ClipResult) -> Iterator[str]:
    """Describe the errors of a clip."""
    for n, result in enumerate(one.throws):
        if result.outcome != "right":
            faces = f" as {result.dice} ({result.confidence:.2f})" if result.dice else ""
            yield f"{one.name}: throw {n}, {result.throw.faces} {result.outcome}{faces} {result.why}".rstrip()
    for t, dice, confidence in one.invented:
        yield f"{one.name}: {dice} ({confidence:.2f}) invented at {t:.1f} s"


def table(clips: Sequence[ClipResult]) -> str:
    """A line for all, and one for each kind: throws, what came of them, and seconds."""
    kinds = list(dict.fromkeys(kind for one in clips for kind in one.kinds))
    lines = ["| | throws | right | wrong | asked | missed | invented | median s |", "|---" * 8 + "|"]
    for name, own in [
        ("all", clips),
        *((kind, [one for one in clips if kind in one.kinds]) for kind in kinds),
    ]:
        throws = [result for one in own for result in one.throws]
        count = Counter(result.outcome for result in throws)
        after = [
            result.after_s for result in throws if result.outcome == "right" and result.after_s is not None
        ]
        shares = " | ".join(
            f"{count[outcome] / max(len(throws), 1):.1%}" if outcome == "right" else str(count[outcome])
            for outcome in OUTCOMES
        )
        invented = sum(len(one.invented) for one in own)
        seconds = f"{np.median(after):.1f}" if after else ""
        lines.append(f"| {name} | {len(throws)} | {shares} | {invented} | {seconds} |")
    return "\n".join(lines)


def _watch_drawn_clip(seed: int, networks: Path | None) -> ClipResult:
    return _watch_with_networks(networks, drawn_clip(seed))


def _watch_spliced_clip(seed: int, photos: Path, networks: Path | None) -> ClipResult:
    return _watch_with_networks(networks, spliced_clip(photos, seed))


def _watch_with_networks(networks: Path | None, clip: Clip) -> ClipResult:
    if networks is not None:
        use_networks(networks)
    return watch_clip(clip)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clips", type=int, default=84, metavar="N", help="how many to draw")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the seed of the first")
    parser.add_argument("--spliced", type=int, default=12, metavar="N", help="how many to splice of photos")
    parser.add_argument("--films", type=Path, default=FILMS, metavar="DIR")
    parser.add_argument("--photos", type=Path, default=PHOTOS, metavar="DIR")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--networks", type=Path, metavar="DIR")
    given = parser.parse_args()
    films: list[ClipResult] = []
    with ProcessPoolExecutor(given.jobs) as pool:
        seeds = range(given.first, given.first + given.clips)
        lots = [pool.map(partial(_watch_drawn_clip, networks=given.networks), seeds)]
        if (given.photos / "dice/webcam").is_dir():
            spliced = partial(_watch_spliced_clip, photos=given.photos, networks=given.networks)
            lots.append(pool.map(spliced, range(given.spliced)))
        tables = []
        for lot in lots:
            own = []
            for one in lot:
                own.append(one)
                print(*words(one), sep="\n", end="", flush=True)
                print("\n" * any(True for _ in words(one)), end="")
            tables.append(table(own))
    for folder in sorted(given.films.glob("*/truth.jsonl")):
        own_film = _watch_with_networks(given.networks, film(folder.parent))
        print(*words(own_film), sep="\n")
        films.append(own_film)
    for lines in [*tables, table(films)]:
        print("\n" + lines)


if __name__ == "__main__":
    main()
