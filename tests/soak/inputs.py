"""Anything entered, in any order, for as long as is asked: all three games, live against opened again.

    python -m tests.soak.inputs [--seconds 3600] [--seed N] [--minutes 30] [--events 5000] [--pictures 2400]

First come rounds of the state machines of `tests/table/state_machines.py`, each with its own seed, which is
printed: `--seed N --seconds 1` reproduces a failure. Then `companion serve` runs as a process of its own:
people enter whole games over HTTP, undo and redo, and pages come and go, for at least so many minutes and
events. Last, a second one has a phone as its camera, which sends spoiled pictures. Prints the memory,
threads, descriptors and CPU time of both. Exits with 1 at the first failure, or if a ceiling is broken.
"""

from __future__ import annotations

import argparse
import itertools
import logging
import os
import random
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from companion.games.base.rules.options import Options
from companion.games.seats import Seat
from companion.island.geometry import HexId
from companion.island.setups import first_game_layout
from companion.sim.camera import find_camera_pose
from companion.sim.picture import render_board
from companion.sim.world import SimulatedGame, shuffled_island, to_input
from tests.measure.public_events import reportable_events
from tests.patience import PATIENCE_S
from tests.table.state_machines import MACHINES
from tests.whole.conftest import Served

EXAMPLES = 10
STEPS = 60
SEATS: Final = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))
PLAYERS: Final = [{"name": seat.name, "colour": seat.colour} for seat in SEATS]
OPTIONS: Final = Options(all_told=True)
MAX_TURNS: Final = 60
UNDO_EVERY_EVENTS: Final = 25
PAGE_EVERY_EVENTS: Final = 50
"""After so many events a page opens the stream, reads the first snapshot, and leaves."""
PICTURE_EVERY_S: Final = 0.25
SAMPLES: Final = 20
"""Rows of a report, at least."""
WARM_UP_SHARE: Final = 0.25
"""Share of the samples in which caches fill; growth counts from there on."""


@dataclass(frozen=True)
class Usage:
    """Resources of a process.

    Attributes:
        count: events or pictures that it has received.
        rss_mb: resident memory, in MiB.
        threads, descriptors: that it has.
        cpu_s: CPU seconds since its start, of all threads.
    """

    count: int
    rss_mb: float
    threads: int
    descriptors: int
    cpu_s: float


@dataclass(frozen=True)
class Ceilings:
    """Upper limits of a run.

    Attributes:
        rss_mb: of resident memory, in MiB.
        growth_mb: of its growth after the warm-up, for 1,000 events or pictures.
        threads, descriptors: of their growth after the warm-up.
        cpu_ms: of CPU time for an event or a picture, on average, in milliseconds.
    """

    rss_mb: float
    growth_mb: float
    threads: int
    descriptors: int
    cpu_ms: float


INPUT_CEILINGS: Final = Ceilings(rss_mb=200, growth_mb=6, threads=4, descriptors=8, cpu_ms=60)
PICTURE_CEILINGS: Final = Ceilings(rss_mb=640, growth_mb=40, threads=4, descriptors=8, cpu_ms=2000)


def measure_usage(pid: int, count: int, processes: Path = Path("/proc")) -> Usage:
    """Return the resources of a process, from Linux's `/proc`."""
    process = processes / str(pid)
    status = dict(line.split(":", 1) for line in (process / "status").read_text("ascii").splitlines())
    times = (process / "stat").read_text("utf-8").rpartition(")")[2].split()
    return Usage(
        count=count,
        rss_mb=int(status["VmRSS"].split()[0]) / 1024,
        threads=int(status["Threads"]),
        descriptors=sum(1 for _ in (process / "fd").iterdir()),
        cpu_s=(int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK"),
    )


def warm_samples(samples: Sequence[Usage]) -> Sequence[Usage]:
    """Return the samples after the warm-up, at least two."""
    return samples[min(int(len(samples) * WARM_UP_SHARE), len(samples) - 2) :]


def growth_per_thousand(samples: Sequence[Usage]) -> float:
    """Return the growth of resident memory after the warm-up: the line of least squares, in MiB for 1,000."""
    warm = warm_samples(samples)
    counts = np.array([each.count for each in warm], float)
    return float(np.polyfit(counts, [each.rss_mb for each in warm], 1)[0]) * 1000


def find_excesses(samples: Sequence[Usage], ceilings: Ceilings) -> list[str]:
    """Return the ceilings that a run broke, in words."""
    warm = warm_samples(samples)
    first, last = samples[0], samples[-1]
    measured = {
        "MiB of memory": (max(each.rss_mb for each in samples), ceilings.rss_mb),
        "MiB more for 1,000": (growth_per_thousand(samples), ceilings.growth_mb),
        "threads more": (max(each.threads for each in warm) - warm[0].threads, ceilings.threads),
        "descriptors more": (
            max(each.descriptors for each in warm) - warm[0].descriptors,
            ceilings.descriptors,
        ),
        "CPU ms each": ((last.cpu_s - first.cpu_s) / (last.count - first.count) * 1000, ceilings.cpu_ms),
    }
    return [f"{value:.1f} {what}, at most {most}" for what, (value, most) in measured.items() if value > most]


def report(name: str, samples: Sequence[Usage]) -> str:
    """Return a Markdown table of a run."""
    lines = [f"| {name} | MiB | threads | descriptors | CPU s |", "|--:|--:|--:|--:|--:|"]
    lines += [
        f"| {each.count:,} | {each.rss_mb:.0f} | {each.threads} | {each.descriptors} | {each.cpu_s:.1f} |"
        for each in samples
    ]
    each_ms = (samples[-1].cpu_s - samples[0].cpu_s) / (samples[-1].count - samples[0].count) * 1000
    lines.append(f"\n{growth_per_thousand(samples):+.1f} MiB for 1,000 {name}, {each_ms:.0f} CPU ms each")
    return "\n".join(lines)


def soak_machines(first_seed: int, seconds: float) -> None:
    """Run the state machines until the time is over."""
    deadline = time.monotonic() + seconds
    for number in itertools.count(first_seed):
        for machine in MACHINES:
            run_state_machine_as_test(
                seed(number)(machine),
                settings=settings(
                    max_examples=EXAMPLES,
                    stateful_step_count=STEPS,
                    deadline=None,
                    database=None,
                    # A finding is had again by its seed: to make it smaller takes longer than to find it.
                    phases=[Phase.generate],
                    suppress_health_check=list(HealthCheck),
                ),
            )
        left = deadline - time.monotonic()
        print(f"seed {number}: nothing found; {max(0.0, left):.0f} s to go", flush=True)
        if left <= 0:
            return


def soak_inputs(served: Served, first_seed: int, events: int, minutes: float) -> list[Usage]:
    """Enter whole games, one after another, with so many events and for so long at least."""
    pid, start = served.process.pid, time.monotonic()
    samples, every = [measure_usage(pid, 0)], max(1, events // SAMPLES)
    for count, data in enumerate(_inputs(served, first_seed), 1):
        _post(served, "/api/inputs", data)
        if count % UNDO_EVERY_EVENTS == 0:
            _post(served, "/api/inputs", {"kind": "undo"})
            _post(served, "/api/inputs", {"kind": "redo"})
        if count % PAGE_EVERY_EVENTS == 0:
            _open_page(served)
        if count % every == 0:
            samples.append(measure_usage(pid, count))
        left_s = minutes * 60 - (time.monotonic() - start)
        if count >= events and left_s <= 0:
            break
        if left_s > 0:
            # Spread the events over the whole time.
            time.sleep(left_s / max(1, events - count))
    return samples


def _inputs(served: Served, first_seed: int) -> Iterator[Any]:
    """Start one game after another, and yield the inputs of each."""
    for number in itertools.count(first_seed):
        rng = random.Random(number)
        layout = shuffled_island(rng)
        game = {"game": "base", "players": PLAYERS, "options": {"all_told": True}, "layout": layout.to_json()}
        _post(served, "/api/games", game if number == first_seed else {**game, "abandon": True})
        for event in reportable_events(SimulatedGame(layout, SEATS, rng, OPTIONS).play(MAX_TURNS)):
            yield dict(to_input(event))


def _post(served: Served, path: str, data: Any) -> None:
    """Send a change; wait as long as the rate limit demands."""
    while True:
        try:
            served.request(path, data)
            return
        except urllib.error.HTTPError as refusal:
            if refusal.code != HTTPStatus.TOO_MANY_REQUESTS:
                raise
            time.sleep(float(refusal.headers["Retry-After"]))


def _open_page(served: Served) -> None:
    """Load a page's state and open its stream, then leave as a closed tab does."""
    served.state()
    url = f"{served.scheme}://127.0.0.1:{served.port}/api/events"
    with closing(urllib.request.urlopen(url, timeout=PATIENCE_S)) as stream:
        stream.readline()


def spoil_pictures(picture: bytes) -> Iterator[bytes]:
    """Return one form after another of a picture: whole, cut short, with a wrong size, half grey, turned."""
    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    half_grey = image.copy()
    half_grey[len(image) // 2 :] = 128
    size = picture.index(b"\xff\xc0") + 5
    wrong_size = picture[:size] + b"\xff\xdc" * 2 + picture[size + 4 :]
    turned = np.ascontiguousarray(np.rot90(image))
    forms = [picture, picture[: len(picture) // 2], wrong_size, *map(_to_jpeg, (half_grey, turned))]
    return itertools.cycle(forms)


def _to_jpeg(image: Any) -> bytes:
    return bytes(cv2.imencode(".jpg", image)[1])


def soak_pictures(served: Served, picture: bytes, pictures: int) -> list[Usage]:
    """Send spoiled pictures from a phone, four a second, while the camera looks for the island of a game."""
    pid = served.process.pid
    _post(served, "/api/games", {"game": "base", "players": PLAYERS, "options": {}})
    samples, every = [measure_usage(pid, 0)], max(1, pictures // SAMPLES)
    for count, spoiled in enumerate(itertools.islice(spoil_pictures(picture), pictures), 1):
        served.send_picture(spoiled)
        time.sleep(PICTURE_EVERY_S)
        if count % every == 0:
            samples.append(measure_usage(pid, count))
    return samples


def table_picture() -> bytes:
    """Return a picture of a board, as a phone sends it."""
    pose = find_camera_pose(960, 540, 12, 4)
    return _to_jpeg(render_board(first_game_layout(), (), HexId("h0,0"), camera=pose, seed=5))


def soak_served(first_seed: int, events: int, minutes: float, pictures: int) -> list[str]:
    """Run both services, print their reports, and return the ceilings that they broke."""
    excesses = []
    with tempfile.TemporaryDirectory() as folder, a_service(Path(folder)) as served:
        samples = soak_inputs(served, first_seed, events, minutes)
    print(report("events", samples), flush=True)
    excesses += find_excesses(samples, INPUT_CEILINGS)
    with tempfile.TemporaryDirectory() as folder, a_service(Path(folder), "--camera", "phone") as served:
        samples = soak_pictures(served, table_picture(), pictures)
    print(report("pictures", samples), flush=True)
    return [*excesses, *find_excesses(samples, PICTURE_CEILINGS)]


@contextmanager
def a_service(folder: Path, *arguments: str) -> Iterator[Served]:
    """Serve a journal in a folder."""
    served = Served("--journal", str(folder / "journal.db"), *arguments)
    try:
        yield served
    finally:
        served.kill()


def main() -> int:
    """Soak; the exit status."""
    parser = argparse.ArgumentParser(description="Enter anything into all three games, and into a service.")
    parser.add_argument("--seconds", type=float, default=3600.0, help="of the state machines (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30.0, help="of the service, at least (%(default)s)")
    parser.add_argument("--events", type=int, default=5000, help="entered there, at least (%(default)s)")
    parser.add_argument("--pictures", type=int, default=2400, help="from the phone (%(default)s)")
    args = parser.parse_args()
    # Errors of a game's code are raised here, so don't also log them at each attempt.
    logging.getLogger("companion").setLevel(logging.CRITICAL)
    if args.seconds > 0:
        soak_machines(args.seed, args.seconds)
    excesses = soak_served(args.seed, args.events, args.minutes, args.pictures)
    print("\n".join(excesses))
    return int(bool(excesses))


if __name__ == "__main__":
    sys.exit(main())
