"""Measures board readings by networks trained without the pictures' source.

    python -m tests.score.split --out split [--photos DIR] [--bodies DIR] [--steps N] [NET...]

In the environment that networks are trained in (docs/vision.md). For each source that networks learn from,
those named, or all, are trained without it into a folder of their own under `--out`, and read its photos.
What is there already is kept: stopped, it goes on where it was. Sources that none learned from are read by
the networks that ship. `--trained` trains nothing, and scores what is there.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.score.alternative_coverage import measured_questions, table
from tests.score.report import Measured, scores, sure_errors, trust, words
from tests.score.run import PHOTOS, SETS, labelled_photos, measure
from vision.network import override_networks
from vision.training.labels import SOURCES

NETS: Final = ("finder", "reader", "pieces", "buildings", "robber", "harbors")
_BODIES: Final = {"buildings": ("buildings",)}
"""From which folders of path-traced bodies networks learn: as those that ship did."""


def source_of(name: str) -> str | None:
    """The source that a set of photos is of, None where no network learned from it."""
    source = f"board/{name}"
    return source if source in SOURCES else None


def folder_without(out: Path, source: str) -> Path:
    """Return the folder of the networks that never saw a source."""
    return out / f"without-{source.replace('/', '-')}"


def orders(source: str, nets: Sequence[str], given: argparse.Namespace) -> list[list[str]]:
    """The trainings still to be done for networks that never see a source, as command lines."""
    to = folder_without(given.out, source)
    lines = []
    for net in nets:
        if (to / f"{net}.onnx").exists() and not (to / f"{net}.part.pt").exists():
            continue
        line = [sys.executable, "-m", "vision.training.train", net, "--without", source, "--out", str(to)]
        line += ["--photos", str(given.photos), "--fonts", *map(str, given.fonts)]
        if net in _BODIES:
            line += ["--bodies", *(str(given.bodies / kind) for kind in _BODIES[net])]
        lines.append(line + (["--steps", str(given.steps)] if given.steps else []))
    return lines


def main() -> None:
    """Train the missing networks, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("nets", nargs="*", metavar="NET", choices=[*NETS, []])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--fonts", type=Path, nargs="+", default=[Path("/usr/share/fonts")])
    parser.add_argument("--bodies", type=Path, default=Path("bodies"), help="with buildings and roads")
    parser.add_argument("--steps", type=int, help="of each training; else as many as it usually takes")
    parser.add_argument("--trained", action="store_true", help="train nothing more")
    given = parser.parse_args()
    measured: dict[str, list[Measured]] = {}
    for name in SETS:
        source = source_of(name)
        if source is None:
            measured[name] = measure(labelled_photos(given.photos, name))
            continue
        if not given.trained:
            for line in orders(source, given.nets or NETS, given):
                print(" ".join(line), flush=True)
                subprocess.run(line, check=True)
        to = folder_without(given.out, source)
        if seen := [net for net in NETS if not (to / f"{net}.onnx").exists()]:
            print(f"{name}: networks that have seen it: {', '.join(seen)}")
        with override_networks(to):
            measured[name] = measure(labelled_photos(given.photos, name))
    pictures = [one for found in measured.values() for one in found]
    for name, found in measured.items():
        for one in found:
            print(f"{name} {words(one)}")
    print(f"\n## Right, stage by stage\n\n{scores(measured)}")
    print("\n## Confidence: how many, how sure, how many right\n")
    print(trust([answer for one in pictures for answer in one.answers]))
    if wrong := sure_errors(pictures):
        print(f"\nWrong, and sure of it:\n\n{wrong}")
    print("\n## Alternatives: how often the truth is among them\n")
    print(table({name: (measured_questions(found), None) for name, found in measured.items()}))


if __name__ == "__main__":
    main()
