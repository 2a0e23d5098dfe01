"""Measures readings of tables with glare, as they are and after metering.

    python -m tests.score.gleam [--tables N]

What is mirrored comes through the same shutter as all else: a shorter exposure makes both darker, until the
gleam burns nothing any more (`vision.picture_quality`).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.calibration.steps.picture import MAX_METERINGS
from companion.sim.picture import Light
from tests.score.rendered import Case, case
from tests.score.report import Measured, scores, sure_errors
from tests.score.run import measure
from tests.score.truth import from_label
from vision.picture_quality import GAMMA, exposure_factor

STRENGTHS: Final = (0.7, 1.2, 1.8)
"""Of the lamp's reflection: at 1 it brightens the middle of the gleam by 190 grey levels."""


def case_with_gleam(seed: int, strength: float, times: float = 1.0) -> Case:
    """A table with a lamp mirrored in it, so many times as bright as it was drawn for."""

    def lamp(usual: Light) -> Light:
        return replace(usual, brightness=usual.brightness * times, glare=strength * times)

    return case(seed, lamp)


def metered_case(seed: int, strength: float) -> Case:
    """The same with the light that the island wants."""
    times, shown = 1.0, case_with_gleam(seed, strength)
    for _ in range(MAX_METERINGS):
        wanted = exposure_factor(shown.picture, shown.camera.project)
        if wanted == 1:
            break
        times *= wanted ** (1 / GAMMA)
        shown = case_with_gleam(seed, strength, times)
    return shown


def measure_cases(shown: Iterable[Case]) -> list[Measured]:
    """Tables read and judged."""
    return measure((one.name, one.picture, from_label(one.label)) for one in shown)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=10, help="how many tables (%(default)s)")
    given = parser.parse_args()
    seeds = range(given.tables)
    found: dict[str, list[Measured]] = {}
    for strength in STRENGTHS:
        found[f"{strength:g}, as it is"] = measure_cases(case_with_gleam(seed, strength) for seed in seeds)
        found[f"{strength:g}, metered"] = measure_cases(metered_case(seed, strength) for seed in seeds)
    print(scores(found))
    for name, tables in found.items():
        if wrong := sure_errors(tables):
            print(f"\nWrong, and sure of it, {name}:\n\n{wrong}")


if __name__ == "__main__":
    main()
