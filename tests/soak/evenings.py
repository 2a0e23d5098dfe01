"""Evenings of throws at the emulated dice tower: the share reported, and the share correct.

    python -m tests.soak.evenings [--evenings 365] [--throws 72] [--to FILE]

An evening has a tower of its own (drawn and traced within all tolerances by
`docs/hardware/optics/towers.py`, its glass clean to dirty, taught with white dice or with a strip of paper in
turns), a room as bright and as flickering as rooms are, at 100 Hz or at 120, and two dice of one of six
opaque colours, worn or new, a little off size, their pips a little off their places. So many throws as the
rigid bodies of `docs/hardware/tumble.py` come to rest askew
(hardware.md has the table)
have a die that lies in one of the ways of `docs/hardware/optics/lies.py`; nobody lays it flat. The
firmware's binary reads, the real `TowerSource` hears it.

What each evening came to is written to a file, a line an evening; those that stand there are not played
again, so that it may be stopped at any time. The table of all goes into hardware.md. Exits with 1 where
at least one reported throw in a thousand was wrong.
"""

from __future__ import annotations

import argparse
import json
import logging
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from companion.sources.tower.stand_ins.die_face import DiePose
from companion.sources.tower.stand_ins.emulator import BUILD_FOLDER, EmulatorError
from companion.sources.tower.stand_ins.pockets import FINISHES, PocketDie
from tests.soak.tower import Disk, Host
from tests.sources.tower.faults import FaultyEmulatedTower

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs" / "hardware"))

from optics.lies import COLOURS, WAYS
from optics.towers import draw_tower

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "hardware.md"
BEGIN, END = "<!-- evenings -->", "<!-- end of evenings -->"
RESULTS: Final = ROOT / "build" / "evenings.jsonl"
RESULT_ROW: Final = r"\| 0\.35 \| 0\.1 \| \d+ \| (\d+) % \|"
"""The row of a lined lane in the table of tumbling dice: the share that comes to rest flat."""
AT_REST: Final = "flat in its corner"
REFUSED_CALIBRATION: Final = "refused calibrate"
"""What the emulated tower's error contains if its lamps or sensors are beyond the firmware's range."""
PATIENCE_S: Final = 60.0
"""Real seconds in which a throw that the tower counted is on the host's disk."""
MAX_WRONG_SHARE: Final = 0.001


@dataclass(frozen=True)
class Evening:
    """The result of an evening.

    Attributes:
        number: which one; its chance follows from it.
        colour: both dice's.
        taught: with "dice" or "paper".
        read, wrong, refused: throws whose dice came to rest as they should; `read` were reported, `wrong`
        ones among them. askew_read, askew_wrong, askew_refused: throws of which a die lay otherwise.
        uncalibrated: 1 if the tower could not be calibrated, so that nobody threw.
    """

    number: int
    colour: str
    taught: str
    read: int = 0
    wrong: int = 0
    refused: int = 0
    askew_read: int = 0
    askew_wrong: int = 0
    askew_refused: int = 0
    uncalibrated: int = 0


@dataclass(frozen=True)
class Dice:
    """Two of a set, as somebody owns them."""

    colour: str
    sizes: tuple[float, float]
    wear: float
    pitch: float
    radius: float

    def pocket_die(self, which: int, top: int, lie: DiePose) -> PocketDie:
        """One of them in its pocket; of `lie` its size counts for nothing."""
        return PocketDie(
            top, 0, FINISHES[self.colour], lie.turn, lie.x, lie.y, lie.tilt, lie.lift,
            self.sizes[which], self.wear, self.pitch, self.radius,
        )  # fmt: skip


def flat_share(page: str) -> float:
    """Return the share of throws that come to rest flat, from the table of a lined lane."""
    found = re.search(RESULT_ROW, page)
    if found is None:
        raise ValueError("hardware.md has no row of a lined lane")
    return int(found[1]) / 100


def play(number: int, throws: int, flat: float, build: Path = BUILD_FOLDER) -> Evening:
    """One evening.

    Raises:
        TimeoutError: a throw that the tower counted never came to the host.
    """
    chance = np.random.default_rng(10_000 + number)
    dice = Dice(
        COLOURS[number % len(COLOURS)],
        (16 + float(chance.uniform(-0.3, 0.3)), 16 + float(chance.uniform(-0.3, 0.3))),
        float(chance.choice([0, 0, 0.25, 0.5])),
        float(chance.uniform(0.258, 0.282)),
        float(chance.uniform(0.09, 0.115)),
    )
    paper = number // len(COLOURS) % 2 == 1
    taught = "paper" if paper else "dice"
    counted: Counter[str] = Counter()
    optics = draw_tower(np.random.default_rng(20_000 + number))
    try:
        calibrated = FaultyEmulatedTower(seed=20_000 + number, optics=optics, paper=paper, build=build)
    except EmulatorError as error:
        if REFUSED_CALIBRATION not in str(error):
            raise
        return Evening(number, dice.colour, taught, uncalibrated=1)
    with calibrated as tower:
        tower.optics = tower.optics.with_dirt(float(chance.choice([0, 0, 0.2, 0.5])), number)
        tower.scene = replace(tower.scene, room=float(10 ** chance.uniform(0.5, 2.7)))
        mains = (100, 120)[number // (2 * len(COLOURS)) % 2]
        tower.emulator.order(f"noise 6 {round(float(chance.uniform(0, 400)))} {mains}")
        disk = Disk()
        host = Host(tower, disk)
        try:
            _run_until(tower, lambda: tower.is_counting)
            for _ in range(throws):
                outcome = _throw(tower, disk, dice, flat, chance)
                counted[outcome] += 1
        finally:
            host.stop()
    return Evening(number, dice.colour, taught, **counted)


def _throw(
    tower: FaultyEmulatedTower, disk: Disk, dice: Dice, flat: float, chance: np.random.Generator
) -> str:
    """Throw once; which of an evening's figures it counts for."""
    tops = tuple(int(top) for top in chance.integers(1, 7, 2))
    ways = [AT_REST, AT_REST]
    if askew := chance.random() >= flat:
        others = [way for way in WAYS if way != AT_REST]
        ways[chance.integers(2)] = others[chance.integers(len(others))]
    a, b = (dice.pocket_die(n, tops[n], WAYS[ways[n]](chance)) for n in range(2))
    before = set(disk.rolls)
    if tower.throw(a, b) is None:
        return "askew_refused" if askew else "refused"
    _run_until(tower, lambda: len(disk.rolls) > len(before))
    (token,) = set(disk.rolls) - before
    kind = "read" if tuple(disk.rolls[token]) == tops else "wrong"
    return f"askew_{kind}" if askew else kind


def _run_until(tower: FaultyEmulatedTower, true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > end:
            raise TimeoutError("the host never heard of it")
        tower.step(0.005)


def saved_evenings(file: Path) -> list[Evening]:
    """Load the evenings played so far; a truncated line is ignored."""
    if not file.exists():
        return []
    found = []
    for line in file.read_text("utf-8").splitlines():
        try:
            found.append(Evening(**json.loads(line)))
        except (json.JSONDecodeError, TypeError):
            continue
    return found


def table(evenings: Iterable[Evening]) -> str:
    """Format a Markdown table by colour, teaching method, in total, and for dice in other poses."""
    played = list(evenings)
    lines = ["| dice | throws | reported | of those wrong | refused |", "|---|--:|--:|--:|--:|"]
    groups: Mapping[str, Sequence[Evening]] = {
        **{colour: [it for it in played if it.colour == colour] for colour in COLOURS},
        "taught with white dice": [it for it in played if it.taught == "dice"],
        "taught with a strip of paper": [it for it in played if it.taught == "paper"],
    }
    for name, group in groups.items():
        lines.append(_row(name, _sum(group)))
    rest, askew = _sum(played), _sum(played, "askew_")
    lines.append(_row("**all that came to rest flat**", rest))
    lines.append(_row("of which a die lay otherwise", askew))
    lines.append(
        _row(
            f"**every throw of {len(played)} evenings**",
            tuple(a + b for a, b in zip(rest, askew, strict=True)),
        )
    )
    lines.append(f"| towers that can't be calibrated | {sum(it.uncalibrated for it in played)} | | | |")
    return "\n".join(lines)


def _sum(evenings: Iterable[Evening], of: str = "") -> tuple[int, ...]:
    """Reported right, reported wrong, refused."""
    each = [[getattr(it, of + kind) for kind in ("read", "wrong", "refused")] for it in evenings]
    return tuple(sum(column) for column in zip(*each, strict=True)) if each else (0, 0, 0)


def _row(name: str, counts: tuple[int, ...]) -> str:
    right, wrong, refused = counts
    throws, reported = sum(counts), right + wrong
    return (
        f"| {name} | {throws:,} | {reported / max(throws, 1):.1%} | {wrong}"
        f"{f' ({wrong / reported:.2%})' if wrong else ''} | {refused / max(throws, 1):.1%} |"
    )


def publish(evenings: list[Evening], page: Path = PAGE) -> None:
    """Put the table into the page."""
    before, _, after = page.read_text("utf-8").partition(BEGIN)
    page.write_text(f"{before}{BEGIN}\n{table(evenings)}\n{END}{after.partition(END)[2]}", "utf-8")


def main() -> int:
    """Play the remaining evenings; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--evenings", type=int, default=365, help="in all (%(default)s)")
    parser.add_argument("--throws", type=int, default=72, help="an evening (%(default)s)")
    parser.add_argument("--to", type=Path, default=RESULTS, help="the file that keeps them (%(default)s)")
    args = parser.parse_args()
    subprocess.run(["make", "-s", "-C", BUILD_FOLDER.parent, "build/tower.elf", "emulator"], check=True)
    logging.disable()
    flat = flat_share(PAGE.read_text("utf-8"))
    done = saved_evenings(args.to)
    args.to.parent.mkdir(parents=True, exist_ok=True)
    for number in sorted(set(range(args.evenings)) - {it.number for it in done}):
        done.append(play(number, args.throws, flat))
        with args.to.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(asdict(done[-1]))}\n")
        print(done[-1], flush=True)
    print(table(done))
    publish(done)
    right, wrong, _ = (a + b for a, b in zip(_sum(done), _sum(done, "askew_"), strict=True))
    return int(wrong > MAX_WRONG_SHARE * (right + wrong))


if __name__ == "__main__":
    sys.exit(main())
