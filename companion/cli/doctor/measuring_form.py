"""`companion doctor tower --measure`: asks for measured figures, measures the rest, and stores both."""

from __future__ import annotations

import itertools
import platform
import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Final, TypeVar

from companion import measurements
from companion.cli.common.config import default_config, default_measurements, load
from companion.cli.common.terminal_output import ask, ask_yes, print_error, print_message
from companion.cli.parts import device_access
from companion.cli.parts.device_access import open_named_camera
from companion.errors import CompanionError
from companion.hardware.settings import read_board_model
from companion.i18n import sentence
from companion.island.geometry import COLOURS, INTERSECTIONS, PATHS
from companion.sources.camera import Frame
from companion.sources.tower.stand_ins.bench_test import lamp_light
from companion.sources.tower.wording import GRID_SENSORS
from vision.board import read_board

BENCH_QUESTIONS: Final = (
    ("lamp_mcd", sentence("Lamps, mcd at 20 mA, as printed on their bag: ")),
    ("resistor_ohm", sentence("Resistor of each lamp, Ohm: ")),
    ("supply_v", sentence("Supply, V: ")),
    ("empty_v", sentence("Nothing over the slide, V: ")),
    ("white_v", sentence("A white die's face over it, V: ")),
)
CAMERA_PICTURES: Final = 30
CAMERA_WITHIN_S: Final = 15.0
SEED: Final = 6
"""Of the drawn board that is read to time the computer."""

Part = TypeVar("Part")


def measure(port: str | None, round_trip_within_s: float) -> None:
    """Ask, measure, and store. What is left out keeps its earlier figure.

    Raises:
        MeasurementsError: the file can't be read or written.
    """
    path = default_measurements()
    measured = measurements.load_measurements(path) or measurements.Measurements("")
    print_message(sentence("Enter alone leaves out a part. hardware.md describes the bench test."))
    try:
        measured = replace(measured, bench=ask_bench_test() or measured.bench)
        if ask_yes(sentence("Take all dice out of the tower. Are both pockets empty? (y/n) ")):
            figures = _or_report(lambda: read_tower(port, round_trip_within_s))
            measured = replace(measured, tower=figures or measured.tower)
    except EOFError:
        print_message("")
    measured = replace(measured, camera=_or_report(time_camera) or measured.camera)
    measured = replace(measured, computer=time_computer(), measured_on=date.today().isoformat())
    measured.save(path)
    print_message(sentence("Stored in {path}.", path=path))


def ask_bench_test() -> measurements.BenchTest | None:
    """Ask for the bench test's figures until they are possible; None: it was left out.

    Raises:
        EOFError: the input has ended.
    """
    while True:
        figures: dict[str, float] = {}
        for name, question in BENCH_QUESTIONS:
            figure = ask_figure(question)
            if figure is None:
                return None
            figures[name] = figure
        bench = measurements.BenchTest(**figures)
        try:
            share = lamp_light(bench)
        except ValueError:
            print_message(
                sentence("These parts can't give such voltages. Check the unit, the wires and each figure.")
            )
            continue
        print_message(
            sentence("That is {share} % of the light that the data sheets promise.", share=round(100 * share))
        )
        return bench


def ask_figure(question: str) -> float | None:
    """Ask for a positive number until one is typed, with a point or a comma; None: nothing was typed.

    Raises:
        EOFError: the input has ended.
    """
    while typed := ask(question):
        try:
            figure = float(typed.replace(",", "."))
        except ValueError:
            figure = -1.0
        if 0 <= figure < float("inf"):
            return figure
        print_message(sentence("Type a number, such as 1.45."))
    return None


def read_tower(port: str | None, round_trip_within_s: float) -> measurements.TowerFigures:
    """Read the light in the empty pockets, and the time of an answer.

    Raises:
        CompanionError: there is no tower, or it doesn't answer.
    """
    with device_access.console(port) as console:
        console.listen(round_trip_within_s, lambda: console.link.round_trip is not None)
        readings = [console.read_pocket(pocket) for pocket in (1, 2)]
        if console.link.round_trip is None:
            raise CompanionError(sentence("the tower doesn't answer a ping"))
        light = tuple(each.delta[:GRID_SENSORS] for each in readings)
        return measurements.TowerFigures(console.hello.unit, light, round(1000 * console.link.round_trip, 1))


def time_camera() -> measurements.CameraFigures | None:
    """Time the configured camera's pictures; None: no camera is configured.

    Raises:
        CompanionError: the configuration is damaged, or the camera sends no pictures.
    """
    spec = load(default_config()).table.camera if default_config().is_file() else None
    if not spec:
        return None
    stop, begun = threading.Event(), time.monotonic()
    arrivals: list[float] = []
    size = (0, 0)
    with_reports = open_named_camera(spec, None).frames(time.monotonic, stop)
    for frame in itertools.takewhile(lambda _: time.monotonic() - begun < CAMERA_WITHIN_S, with_reports):
        if isinstance(frame, Frame):
            arrivals.append(time.monotonic())
            size = (frame.image.shape[1], frame.image.shape[0])
        if len(arrivals) > CAMERA_PICTURES:
            break
    stop.set()
    if len(arrivals) < 2:
        raise CompanionError(sentence("the camera {spec} sends no pictures", spec=spec))
    per_s = (len(arrivals) - 1) / max(arrivals[-1] - arrivals[0], 1e-3)
    return measurements.CameraFigures(spec, *size, round(per_s, 1))


def time_computer() -> measurements.ComputerFigures:
    """Time the first reading of a drawn board with pieces, in CPU seconds."""
    from companion.sim.picture import CameraPose, Piece, render_board
    from companion.sim.world import shuffled_island

    pieces = [Piece("settlement", at, COLOURS[n % 4]) for n, at in enumerate(INTERSECTIONS[::7])]
    pieces += [Piece("road", at, COLOURS[n % 4]) for n, at in enumerate(PATHS[::5])]
    camera = CameraPose(width=1280, height=720, tilt=20, rotation=30, distance=16)
    picture = render_board(shuffled_island(random.Random(SEED)), pieces, camera=camera, seed=SEED)
    print_message(sentence("Reading a drawn board, to time this computer …"))
    read_board(picture)  # loads the networks
    begun = time.process_time()
    read_board(picture)
    return measurements.ComputerFigures(
        read_board_model() or platform.machine(), round(time.process_time() - begun, 2)
    )


def _or_report(work: Callable[[], Part]) -> Part | None:
    try:
        return work()
    except CompanionError as error:
        print_error(error)
        return None
