"""Gives the calibration access to the devices of a real table, or of a simulated one."""

from __future__ import annotations

import argparse
import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.calibration.context import Buttons, DeviceAccess
from companion.calibration.session import CalibrationSession
from companion.calibration.setup import DiceArea
from companion.checksummed_json import read_json
from companion.cli.common.config import (
    default_config,
    default_journal,
    default_measurements,
    load,
    saved_learned_dice,
)
from companion.cli.common.terminal_output import print_error
from companion.errors import CompanionError
from companion.games.game_api import Sensor
from companion.hardware.panel import BUTTON_TITLES, PanelSource
from companion.hardware.pins import open_parts, preload_driver
from companion.hardware.settings import PanelSettings, explain_insufficient_memory
from companion.i18n import sentence
from companion.journal import Journal
from companion.measurements import Measurements, MeasurementsError, load_measurements
from companion.observations import Clock, Source
from companion.perception.camera_watch import BoardPicture, CameraWatch, ExposureWatch, Watcher
from companion.sources.bluetooth.kinds import PairedDie
from companion.sources.bluetooth.radio import BleakRadio
from companion.sources.bluetooth.source import BluetoothDice
from companion.sources.camera import PHONE_SPEC, FrameSource, PhonePictures, find_cameras, open_camera
from companion.sources.camera.frames import Exposure
from companion.sources.tower.console import TowerConsole, open_console
from companion.sources.tower.port import AUTO, PortFinder
from companion.sources.tower.source import Gate, TowerSource, pass_through_gate
from companion.sources.tower.stand_ins.bench_test import lamp_light
from companion.supervised_thread import SupervisedThread
from vision.dice.region import DiceRegion, RegionError
from vision.dice.resources import LearnedFaces

if TYPE_CHECKING:
    from companion.perception.dice_watch import RegionFinder
    from companion.recording.recorder import Recorder
    from companion.sim.calibration_people import SimulatedCalibration
    from companion.table.table import Table

# The figures that the user measured (`companion.measurements`).


def load_or_report() -> Measurements | None:
    """Return the measured figures; None if there are none. Print why they can't be read, and go on."""
    try:
        return load_measurements(default_measurements())
    except MeasurementsError as error:
        print_error(error)
        return None


def load_lamp_light() -> float | None:
    """Return the measured light of the tower's lamps as a share of the predicted; None: estimate it."""
    measured = load_or_report()
    if measured is None or measured.bench is None:
        return None
    try:
        return lamp_light(measured.bench)
    except ValueError:
        print_error(
            sentence(
                "the bench test's voltages in {path} are impossible with these parts: measure again",
                path=default_measurements(),
            )
        )
        return None


# Finds the dice tower, and opens it as a source or as a console.


PORT_HELP: Final = (
    "the dice tower's serial port or a pattern of ports; 'auto' searches the USB serial adapters"
)


def port_finder(port: str) -> PortFinder:
    """Return a port finder; for `auto` it stores the port that answered last in the user's files."""
    memory = default_journal().with_name("tower-port") if port == AUTO else None
    return PortFinder(port, memory=memory)


def tower_source(port: str | None, recorder: Recorder | None = None) -> list[Source]:
    """Return the tower as a table's source; none if the port is empty.

    Args:
        port: the option of command line or configuration; empty: no tower; None: search for a tower, whose
            absence is no fault.
        recorder: records the tower's bytes; None: they aren't recorded.
    """
    if port == "":
        return []

    clock: Clock = time.monotonic
    gate: Gate = pass_through_gate
    if recorder is not None:
        clock, gate = recorder.turnstile.monotonic_time, recorder.receive_bytes
    return [TowerSource(port_finder(port or AUTO), expected=port is not None, monotonic=clock, gate=gate)]


def console(port: str | None) -> TowerConsole:
    """Open a console to the tower; None: on the configured port, or on any where a tower answers.

    Raises:
        NoTowerError: no tower answers.
        PortError: its port can't be opened; `companion serve` may use it.
        ConfigError: the configuration can't be read.
    """
    if port is None and default_config().is_file():
        port = load(default_config()).table.tower
    return open_console(port_finder(port or AUTO))


def bluetooth_source(dice: Sequence[PairedDie]) -> list[Source]:
    """Return the source of the table's two paired dice; none if no dice are paired."""
    if not dice:
        return []

    return [BluetoothDice(dice, BleakRadio)]


# `--record DIR`: opens a table that is recorded, for the commands that have this option.


def add_record_argument(parser: argparse.ArgumentParser) -> None:
    """Add the option `--record`."""
    parser.add_argument(
        "--record",
        type=Path,
        metavar="DIR",
        help="record the pictures, rolls and entries of the next game in this new folder, for "
        "'companion replay'; further games in DIR-2, DIR-3 ...",
    )


def open_table(
    journal: Journal,
    clock: Clock,
    record: Path | None,
    calibration: Path | None = None,
    notices: Sequence[str] = (),
    *,
    resume: bool = True,
    learned_dice: Callable[[], Path | None] = lambda: None,
) -> Table:
    """Open a table, with a recording of its games if requested.

    Args:
        journal, clock, notices, resume: as for `Table`.
        record: the recording's folder; None: no recording.
        calibration: the file of the camera's calibration; None: there is none.
        learned_dice: returns the present file of learned resource dice; None: there is none.
    """
    from companion.table.table import Table

    if record is None:
        return Table(journal, clock, notices=notices, resume=resume)
    from companion.recording.recorded_table import RecordedTable, read_calibration_data
    from companion.recording.recorder import Recorder

    return RecordedTable(
        journal,
        Recorder(record, clock),
        calibration=lambda: None if calibration is None else read_calibration_data(calibration),
        learned_dice=lambda: None if (path := learned_dice()) is None else read_calibration_data(path),
        notices=notices,
        resume=resume,
    )


def recorder_of(table: Table) -> Recorder | None:
    """Return the table's recorder; None: it isn't recorded."""
    from companion.recording.recorded_table import RecordedTable

    return table.recorder if isinstance(table, RecordedTable) else None


def stop_recording(table: Table) -> None:
    """End a table's present recording, if there is one: from now on it would have a gap."""
    from companion.recording.recorded_table import RecordedTable

    if isinstance(table, RecordedTable):
        table.interrupt()


# Creates the camera, its watchers and the panel from options and calibration.


_LOG = logging.getLogger(__name__)

DICE_AREA_HELP: Final = (
    "where dice count as a roll: beside (the island), anywhere, nowhere, or a file that describes an area"
)


class UsageError(CompanionError, ValueError):
    """The command line has an invalid value."""


def open_named_camera(spec: str, exposure: Exposure | None, sent: PhonePictures | None = None) -> FrameSource:
    """Open a camera by its name.

    Args:
        spec: the name.
        exposure: the calibrated exposure; None or empty: the camera's own.
        sent: the pictures of a phone, which may be the camera; None: no phone.

    Raises:
        UsageError: this computer is too small for a camera.
        CameraError: the name is invalid.
    """
    if why := explain_insufficient_memory():
        raise UsageError(why)
    return open_camera(spec, exposure=exposure, phone_pictures=sent)


def panel_sources(settings: PanelSettings, table: Table) -> list[Source]:
    """Return the source of buttons, light and buzzer; none if none are configured."""
    if not settings.has_parts:
        return []

    preload_driver(settings)
    return [PanelSource(settings, table.snapshot, table.playable)]


def camera_watch(
    camera: FrameSource,
    table: Table,
    dice_area: DiceArea,
    calibration: Path | None = None,
    *others: Watcher,
    picture: BoardPicture | None = None,
    load_faces: Callable[[], LearnedFaces | None] | None = None,
) -> Source:
    """Return the source that watches board and dice through a camera, each while the game needs it.

    Args:
        camera: the camera.
        table: receives the observations.
        dice_area: the area in which dice count, as for `camera_watchers`.
        calibration: the file of the camera's calibration; None: it isn't saved.
        others: further watchers, which always receive the frames.
        picture: receives the tracked board; None: nobody views it.
        load_faces: as for `camera_watchers`.

    Raises:
        UsageError: the dice area is invalid.
    """
    watchers = partial(
        camera_watchers, camera.name, table, dice_area, calibration, camera, picture, load_faces
    )
    recorder = recorder_of(table)
    if recorder is None:
        return CameraWatch(camera, [*watchers(), *others])
    from companion.recording.recorded_table import RecordingWatcher

    return CameraWatch(camera, [RecordingWatcher(recorder, watchers, table.observe), *others])


def camera_watchers(
    name: str,
    table: Table,
    dice_area: DiceArea,
    calibration: Path | None = None,
    camera: FrameSource | None = None,
    picture: BoardPicture | None = None,
    load_faces: Callable[[], LearnedFaces | None] | None = None,
) -> list[Watcher]:
    """Create a camera's watchers, in the order in which they receive its frames.

    Args:
        name: the camera's name.
        table: determines which sensors are needed.
        dice_area: the area in which dice count, as on the command line.
        calibration: the file of the camera's calibration; None: it isn't saved.
        camera: its exposure is adjusted to the island; None: the exposure stays.
        picture: receives the tracked board; None: nobody views it.
        load_faces: returns the learned set of resource dice; None: the set of the user's own table.

    Raises:
        UsageError: the dice area is invalid.
    """
    from companion.perception.board_watch import BoardWatch, sensor_request_of
    from companion.perception.dice_watch import DiceWatch, ThrowWatcher

    board = BoardWatch(name, lambda: sensor_request_of(table), calibration)
    watchers: list[Watcher] = [board]
    dice_region = _find_dice_region(dice_area)
    if dice_region is not None:
        watchers.append(DiceWatch(name, lambda: table.requires(Sensor.PIP_DICE), dice_region))
        watchers.append(
            ThrowWatcher(
                name,
                lambda: table.requires(Sensor.RESOURCE_DICE),
                dice_region,
                load_faces or (lambda: load_learned_dice(default_journal())),
            )
        )
    if camera is not None:
        watchers.append(ExposureWatch(camera, board.projection_in))
    if picture is not None:
        picture.get_projection = board.followed_projection
        watchers.append(picture)
    return watchers


def load_learned_dice(journal: Path) -> LearnedFaces | None:
    """Return the set of resource dice that the table of a journal has learned; None: it has no usable one."""
    path = saved_learned_dice(journal)
    return None if path is None else load_learned_dice_file(path)


def load_learned_dice_file(path: Path) -> LearnedFaces | None:
    """Return a stored set of resource dice; None: it isn't usable."""
    from vision.dice.resources import LearnedFacesError, load

    try:
        return load(path)
    except LearnedFacesError as error:
        _LOG.warning("The learned dice aren't used: %s", error)
        return None


def _find_dice_region(area: DiceArea) -> RegionFinder | None:
    from companion.perception import dice_watch

    if isinstance(area, DiceRegion):
        return lambda _: area

    named_areas = {
        "beside": dice_watch.find_region_beside_island,
        "anywhere": dice_watch.find_region_on_and_beside_island,
        "nowhere": None,
    }
    if area in named_areas:
        return named_areas[area]
    try:
        region = DiceRegion.from_json(read_json(Path(area)))
    except OSError as error:
        text = sentence(
            "an area for dice is {known} or a file; {area}: {error}",
            known=", ".join(named_areas), area=area, error=error.strerror,
        )  # fmt: skip
        raise UsageError(text) from error
    except (RegionError, ValueError) as error:
        raise UsageError(sentence("{file}: {error}", file=area, error=error)) from error
    return lambda _: region


SIMULATED_CAMERA: Final = "simulated"
"""The camera option that selects a simulated table, with a tower and people who follow the steps."""


def real_devices(port: str | None, panel: PanelSettings, sent: PhonePictures | None = None) -> DeviceAccess:
    """Return access to this machine's devices.

    Args:
        port: the dice tower's port; empty: no tower; None: search for one.
        panel: the panel's settings.
        sent: the pictures of a phone, which may be the camera; None: no phone.
    """
    return DeviceAccess(
        cameras=find_cameras if sent is None else lambda: [PHONE_SPEC, *find_cameras()],
        camera=lambda spec, exposure: open_named_camera(spec, exposure, sent),
        tower=None if port == "" else lambda: console(port),
        buttons=lambda: _open_buttons(panel),
        button_names=fitted_buttons(panel),
        clock=time.monotonic,
        today=local_timestamp,
        bluetooth=BleakRadio,
        measured=load_or_report(),
    )


def simulated_devices(setting: SimulatedCalibration) -> DeviceAccess:
    """Return access to a simulated table's devices; it has no buttons."""
    return DeviceAccess(
        cameras=lambda: [SIMULATED_CAMERA],
        camera=lambda spec, exposure: setting.camera,
        tower=lambda: TowerConsole(setting.tower.port),
        buttons=lambda: _open_buttons(PanelSettings()),
        button_names={},
        clock=setting.now,
        today=local_timestamp,
    )


def fitted_buttons(panel: PanelSettings) -> dict[str, str]:
    """Return the titles of the configured buttons, by their keys."""
    pins = {"next_player": panel.next_player, "undo": panel.undo}
    return {key: BUTTON_TITLES[key] for key, pin in pins.items() if pin is not None}


def local_timestamp() -> str:
    """Return the local date and time, ISO 8601."""
    return datetime.now().isoformat(timespec="seconds")


def start_simulated_people(
    setting: SimulatedCalibration, session: CalibrationSession, stack: ExitStack
) -> None:
    """Run the people of a simulated table, who follow a session's steps, until the stack is unwound."""
    stop = threading.Event()
    thread = SupervisedThread("people", lambda: setting.run(session.view, stop), stop)
    thread.start()
    stack.callback(thread.join)
    stack.callback(stop.set)


@contextlib.contextmanager
def _open_buttons(panel: PanelSettings) -> Iterator[Buttons]:
    preload_driver(panel)
    with open_parts(panel, time.monotonic) as parts:
        yield parts
