"""Compare how well sensor blocks read dice, by the model: `make -C firmware/tower compare`.

Each figure is of dice laid into a pocket as they come to rest: any face, any quarter turn, a degree askew and
0.15 mm off (standard deviations), against the end wall and the lip whatever their size. The table is
in docs/laboratory.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from optics.designs import (
    FIRST_DESIGN,
    Design,
    flush_glass_design,
    measures,
    pairs,
    printed_design,
    raised_glass_design,
    trace_design,
)
from optics.electronics import FIRST_WIRING, GAINS, WIRING, Circuit
from optics.reading import MIN_QUALITY, Bench, Material
from optics.walk import Block, Wandered, wander

from companion.sources.tower.stand_ins.die_face import BulkMaterial, DiePose
from companion.sources.tower.stand_ins.pockets import FINISHES

NOTEBOOK: Final = Path(__file__).parents[3] / "docs" / "laboratory.md"
BEGIN, END = "<!-- compare -->", "<!-- end of compare -->"
RAYS: Final = 20_000
THROWS: Final = 36

TRANSLUCENT: Final[Mapping[str, tuple[float, float, float]]] = {
    "milky, black pips": (0.3, 0.005, 0.05),
    "clear gem, white pips": (0.02, 0.3, 0.80),
}
"""Scattering and absorption of plastics, per millimetre, and the reflectance of the pips."""

SIZE: Final = 16.0
"""Size of the dice for which all designs are drawn, in millimetres."""

SIZES: Final = (12.0, 14.0, 15.0, 17.0, 19.0)


@dataclass(frozen=True)
class Candidate:
    """A design, and the firmware's way to read it."""

    name: str
    design: Design
    circuit: Circuit


def candidates() -> tuple[Candidate, ...]:
    """Return the compared designs, all for dice of one size."""
    given = measures()
    own_load = Circuit(47e3, True, 312, 312, WIRING.gaps_ms)
    return (
        Candidate(
            "flush glass, lamps beside the die: as first drawn",
            flush_glass_design(FIRST_DESIGN),
            FIRST_WIRING,
        ),
        Candidate(
            "air gap of 5 mm, tubes, lamps beside the die", raised_glass_design(FIRST_DESIGN), own_load
        ),
        Candidate(
            "air gap of 2 mm, tubes, lamps between the sensors: as drawn now",
            printed_design(given),
            WIRING,
        ),
        Candidate("pairs on a board, one diode beside each sensor", pairs(given), WIRING),
    )


@dataclass(frozen=True)
class Score:
    """Shares of throws that are read right and wrong; all others are refused."""

    right: float
    wrong: float

    def __str__(self) -> str:
        return f"{self.right:.0%}" + (f", {self.wrong:.0%} wrong" if self.wrong else "")


def solid() -> dict[str, Material]:
    """Return dice of one solid colour each, as people own them."""
    return {
        name: Material(BulkMaterial.from_reflectance(finish.body, finish.scatter), finish.pip)
        for name, finish in FINISHES.items()
    }


def materials(chance: np.random.Generator) -> dict[str, Material]:
    """Return all tested materials."""
    found = solid()
    for name, (scatter, absorb, pip) in TRANSLUCENT.items():
        found[name] = Material(Wandered(wander(Block((16, 16, 16), scatter, absorb), 20_000, chance)), pip)
    return found


def score(bench: Bench, of: Material, chance: np.random.Generator, size: float, **more: float) -> Score:
    """Throw one die many times, and return its score."""
    right = wrong = 0
    for throw in range(THROWS):
        bottom, pocket = throw % 6 + 1, throw // 6 % 2
        aside = (size - bench.size) * np.array((0.5 + pocket, 0.5)) + chance.normal(0, 0.15, 2)
        lie = DiePose(size, 90 * float(chance.integers(4)) + chance.normal(), *aside)
        read, quality = bench.reads(bottom, lie, of, chance, **more)
        if quality >= MIN_QUALITY:
            right, wrong = right + (read == bottom), wrong + (read != bottom)
    return Score(right / THROWS, wrong / THROWS)


def mean_score(scores: list[Score]) -> Score:
    """Return the mean of several scores."""
    return Score(float(np.mean([one.right for one in scores])), float(np.mean([one.wrong for one in scores])))


def row(candidate: Candidate, chance: np.random.Generator) -> list[str]:
    """Return the table's line of one candidate."""
    bench = Bench(candidate.design, trace_design(candidate.design, RAYS), candidate.circuit, SIZE)
    all_bodies = materials(chance)
    scores = {name: score(bench, body, chance, bench.size) for name, body in solid().items()}
    worst = min(scores, key=lambda name: scores[name].right)
    white, red = all_bodies["white"], all_bodies["red"]
    lowest, highest = (1000 * candidate.circuit.residual_voltage(gain) for gain in GAINS)
    return [
        candidate.name,
        f"{bench.span.min():.0f} to {bench.span.max():.0f}",
        str(mean_score(list(scores.values()))),
        f"{worst}: {scores[worst]}" if scores[worst].right < 1 else "–",
        str(score(bench, all_bodies["milky, black pips"], chance, bench.size)),
        str(score(bench, all_bodies["clear gem, white pips"], chance, bench.size)),
        str(mean_score([score(bench, body, chance, bench.size, wear=0.5) for body in (white, red)])),
        str(mean_score([score(bench, body, chance, bench.size, dust=0.1) for body in (white, red)])),
        "; ".join(
            f"{size:g}: {mean_score([score(bench, body, chance, size) for body in (white, red)])}"
            for size in SIZES
        ),
        f"{lowest:.0f} to {highest:.0f} mV",
    ]


HEAD: Final = (
    "design", "counts of a white body (160 needed)", "ten solid colours", "the worst", "milky", "clear gem",
    "half the paint worn (white, red)", "a tenth of the glass under dust", "other sizes, mm (white, red)",
    "left of a floating sensor",
)  # fmt: skip


def table() -> str:
    """Return the Markdown table, with one column per design, because there are more figures than designs."""
    columns = [row(candidate, np.random.default_rng(1)) for candidate in candidates()]
    lines = [[name, *cells] for name, *cells in zip(HEAD, *columns, strict=True)]
    rule = ["---"] * (len(columns) + 1)
    return "\n".join(f"| {' | '.join(line)} |" for line in (lines[0], rule, *lines[1:]))


def main() -> None:
    """Print the table, and write it into the laboratory notebook if that exists."""
    made = table()
    print(made)
    if NOTEBOOK.exists():
        text = NOTEBOOK.read_text("utf-8")
        before, _, after = text.partition(BEGIN)
        NOTEBOOK.write_text(f"{before}{BEGIN}\n{made}\n{END}{after.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main()
