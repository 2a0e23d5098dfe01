"""Fits the thresholds for alternatives and measures how often these include the truth.

    python -m tests.score.alternatives [--photos DIR] [--left-out DIR] [--rendered N] [--write]

Reads pictures of sources that no network saw: photos, the same made worse, rendered tables that the score
doesn't show; where `--left-out` holds networks that never saw a source (`python -m tests.score.split --out`),
its photos by these. Each source is judged by what the others taught. `--write` writes what all of them teach
into `vision/data/alternatives.json`.

The share is that of label-conditional conformal prediction: of all doubtful answers where the truth was of
one kind, it is the share that the truth was believed at, or more, in 99 of 100; no higher than the same of
its question as a whole. Where a question was asked too seldom to say so, all questions tell.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import vision.board_posterior
from tests.score.alternative_coverage import Asked, fit_thresholds, measured_questions, table
from tests.score.rendered import cases
from tests.score.run import PHOTOS, RENDERED_SET, SETS, labelled_photos, measure, worsened_pictures
from tests.score.split import folder_without, source_of
from tests.score.truth import from_label
from vision.board_posterior import Question, answer_kind
from vision.network import override_networks

FILE: Final = Path(vision.board_posterior.__file__).with_name("data") / "alternatives.json"
_TABLES: Final = 36
"""Rendered tables that teach; they begin where those of the score end."""
_FIRST_SEED: Final = 24
_WORSE: Final = ("washed out", "in vivid colours")
_NETWORK_BY_QUESTION: Final[Mapping[Question, str]] = {
    "terrain": "finder",
    "number": "reader",
    "harbor": "harbors",
    "piece": "pieces",
    "robber": "robber",
}
"""The network that answers each question; a second look at buildings is the network `buildings`' own."""


def is_held_out(folder: Path, one: Asked) -> bool:
    """Return whether a folder has the networks that answer a question."""
    nets = ["buildings"] if answer_kind(one.question, one.truth) in ("settlement", "city") else []
    return all((folder / f"{net}.onnx").exists() for net in [_NETWORK_BY_QUESTION[one.question], *nets])


def sources(photos: Path, folder: Path | None, rendered: int) -> Iterator[tuple[str, list[Asked]]]:
    """Yield the questions of pictures unseen by the networks that answered, by source.

    Args:
        photos: the folder of all real photos.
        folder: with the networks that never saw a source, as `tests.score.split` makes them; None: none.
        rendered: how many tables to render.
    """
    for name in SETS:
        source = source_of(name)
        if source is None:
            plain = measure(labelled_photos(photos, name))
            worse = [one for way in _WORSE for one in measure(worsened_pictures(photos, [name], 0, way))]
            yield name, measured_questions([*plain, *worse])
        elif folder is not None and (nets := folder_without(folder, source)).is_dir():
            with override_networks(nets):
                by_others = measured_questions(measure(labelled_photos(photos, name)))
            yield name, [one for one in by_others if is_held_out(nets, one)]
    tables = ((one.name, one.picture, from_label(one.label)) for one in cases(rendered, _FIRST_SEED))
    yield RENDERED_SET, measured_questions(measure(tables))


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--left-out", type=Path, metavar="DIR", help="where tests.score.split trained into")
    parser.add_argument(
        "--rendered", type=int, default=_TABLES, metavar="N", help="how many tables to render"
    )
    parser.add_argument("--write", action="store_true", help="write what they teach")
    given = parser.parse_args()
    found = dict(sources(given.photos, given.left_out, given.rendered))
    taught = {name: [one for other, some in found.items() if other != name for one in some] for name in found}
    print(table({name: (some, fit_thresholds(taught[name])) for name, some in found.items()}))
    least = fit_thresholds([one for some in found.values() for one in some])
    if given.write:
        FILE.write_text(json.dumps(least, indent=1) + "\n", "utf-8")
    print(json.dumps(least, indent=1))


if __name__ == "__main__":
    main()
