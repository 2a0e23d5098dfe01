"""Measures board readings, stage by stage: real photos by set, and rendered tables.

    python -m tests.score.run [--photos DIR] [--rendered N] [--worse [WAY...]] [--draw DIR] [--networks DIR]
        [SET...]

Prints what is wrong picture by picture, then the tables that the documentation shows. Sets are the
folders of photos, and `rendered`; all unless some are named. `path-traced` is one of tables that
`tests.score.path_traced` rendered, with their folder as that of photos.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.score.alternative_coverage import measured_questions, table
from tests.score.degradations import CAMERAS, WAYS
from tests.score.judging import judge
from tests.score.rendered import cases
from tests.score.report import Measured, drawing, scores, sure_errors, trust, words
from tests.score.truth import Truth, from_label, truth_of
from vision.board import read_board
from vision.locate import BoardPose, locate
from vision.network import network, override_networks
from vision.pictures import shrink_to_limit

Picture = tuple[str, NDArray[np.uint8], Truth]
PHOTOS = Path(__file__).parents[3] / "shared" / "photos"
SETS = ("sculpted", "standard", "webcam", "crowded-640", "overhead", "ceiling")
TRACED_SET = "path-traced"
RENDERED_SET = "rendered"
WORSE = {**WAYS, **CAMERAS}


def labelled_photos(photos: Path, name: str) -> Iterator[Picture]:
    """A set's photos that have labels: name, picture and truth."""
    for path in sorted((photos / "board" / name).glob("*.jpg")):
        if path.with_name(path.name + ".json").exists():
            yield path.name, np.asarray(cv2.imread(str(path)), np.uint8), truth_of(path, photos)


def rendered_tables(many: int) -> Iterator[Picture]:
    """Rendered tables: name, picture and truth."""
    for case in cases(many):
        yield case.name, case.picture, from_label(case.label)


def worsened_pictures(photos: Path, sets: Sequence[str], many: int, way: str) -> Iterator[Picture]:
    """Every other picture of sets made worse in one way: name, picture and truth."""
    sources = [
        rendered_tables(many) if name == RENDERED_SET else labelled_photos(photos, name) for name in sets
    ]
    for n, (name, picture, truth) in enumerate(
        one for source in sources for one in islice(source, 0, None, 2)
    ):
        small, _ = shrink_to_limit(picture)
        found = locate(small, network("finder.onnx"))
        assert isinstance(found, BoardPose), f"{name}: no island, and so no telling what becomes of it"
        worse, plane = WORSE[way](small, found.plane, np.random.default_rng(n))
        scale = np.diag([small.shape[1] / picture.shape[1], small.shape[0] / picture.shape[0], 1])
        yield f"{name}, {way}", worse, truth.transform(plane @ np.linalg.inv(found.plane) @ scale)


def measure(pictures: Iterable[Picture], draw: Path | None = None, prefix: str = "") -> list[Measured]:
    """Read and judge pictures; where a folder is given, draw each reading into it."""
    measured = []
    for name, picture, truth in pictures:
        reading = read_board(picture)
        answers = judge(reading, truth, picture.shape[1], picture.shape[0])
        measured.append(Measured(name, tuple(answers), reading.seconds))
        if draw is not None:
            draw.mkdir(parents=True, exist_ok=True)
            file = f"{prefix}{name.split(':')[0].removesuffix('.jpg')}.png"
            cv2.imwrite(str(draw / file), drawing(picture, reading, answers))
    return measured


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="*", metavar="SET", choices=[*SETS, TRACED_SET, RENDERED_SET, []])
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--rendered", type=int, default=24, metavar="N", help="how many tables to render")
    parser.add_argument(
        "--worse",
        nargs="*",
        metavar="WAY",
        choices=WORSE,
        help="make the pictures worse in these ways, or all",
    )
    parser.add_argument("--draw", type=Path, metavar="DIR", help="where to draw each reading")
    parser.add_argument(
        "--networks", type=Path, metavar="DIR", help="networks to take in place of those that ship"
    )
    given = parser.parse_args()
    with nullcontext() if given.networks is None else override_networks(given.networks):
        _print(given)


def _print(given: argparse.Namespace) -> None:
    sets = given.sets or [*SETS, RENDERED_SET]
    if not given.photos.is_dir():
        print(f"the real photos are not here: no folder {given.photos}")
        sets = [name for name in sets if name == RENDERED_SET]
    measured: dict[str, list[Measured]] = {}
    for name in sets if given.worse is None else given.worse or WORSE:
        if given.worse is not None:
            pictures = worsened_pictures(given.photos, sets, given.rendered, name)
        else:
            pictures = (
                rendered_tables(given.rendered)
                if name == RENDERED_SET
                else labelled_photos(given.photos, name)
            )
        measured[name] = measure(pictures, given.draw, f"{name}-")
        for one in measured[name]:
            print(f"{name} {words(one)}", flush=True)
    print("\n## Right, stage by stage\n")
    print(scores(measured))
    kinds = {
        "real photos": SETS,
        "rendered tables": (RENDERED_SET, TRACED_SET),
        "worse pictures": tuple(WORSE),
    }
    for kind, names in kinds.items():
        found = [one for name in names for one in measured.get(name, [])]
        if found:
            print(f"\n## Confidence, {kind}: how many, how sure, how many right\n")
            print(trust([answer for one in found for answer in one.answers]))
            if wrong := sure_errors(found):
                print(f"\nWrong, and sure of it:\n\n{wrong}")
    print("\n## Alternatives: how often the truth is among them\n")
    print(table({name: (measured_questions(found), None) for name, found in measured.items()}))


if __name__ == "__main__":
    main()
