"""Creates the camera, its watchers and the panel from options and calibration."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.cli.common.paths import default_learned_dice
from companion.cli.parts.record import recorder_of
from companion.errors import CompanionError
from companion.i18n import sentence
from companion.named_files import read_json

if TYPE_CHECKING:
    from companion.calibration.setup import DiceArea
    from companion.hardware.settings import PanelSettings
    from companion.observations import Source
    from companion.perception.board_picture import BoardPicture
    from companion.perception.camera_watch import Watcher
    from companion.perception.dice_watch import RegionFinder
    from companion.sources.camera import FrameSource, PhonePictures
    from companion.sources.camera.exposure import Exposure
    from companion.table.table import Table
    from vision.dice.resources_learned import LearnedFaces

_LOG = logging.getLogger(__name__)

DICE_AREA_HELP: Final = (
    "where dice count as a roll: beside (the island), anywhere, nowhere, or a file that describes an area"
)


class UsageError(CompanionError, ValueError):
    """The command line has an invalid value."""


def configured_camera(args: argparse.Namespace, sent: PhonePictures | None = None) -> FrameSource | None:
    """Open the configured camera with its calibrated exposure; None: none is configured.

    Args:
        args: the options `camera` and `exposure`.
        sent: the pictures of a phone, which may be the camera; None: no phone.

    Raises:
        UsageError: this computer is too small for a camera.
    """
    return open_named_camera(args.camera, args.exposure, sent) if args.camera else None


def open_named_camera(spec: str, exposure: Exposure | None, sent: PhonePictures | None = None) -> FrameSource:
    """Open a camera by its name; `sent` as for `configured_camera`.

    Raises:
        UsageError: this computer is too small for a camera.
        CameraError: the name is invalid.
    """
    from companion.hardware.board import explain_insufficient_memory
    from companion.sources.camera import open_camera

    if why := explain_insufficient_memory():
        raise UsageError(why)
    return open_camera(spec, exposure=exposure, phone_pictures=sent)


def panel_sources(settings: PanelSettings, table: Table) -> list[Source]:
    """Return the source of buttons, light and buzzer; none if none are configured."""
    if not settings.has_parts:
        return []
    from companion.hardware.panel import PanelSource
    from companion.hardware.pins import preload_driver

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
    from companion.perception.camera_watch import CameraWatch

    watchers = partial(
        camera_watchers, camera.name, table, dice_area, calibration, camera, picture, load_faces
    )
    recorder = recorder_of(table)
    if recorder is None:
        return CameraWatch(camera, [*watchers(), *others])
    from companion.recording.recording_watcher import RecordingWatcher

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
        load_faces: returns the learned set of resource dice; None: the set that this machine stores.

    Raises:
        UsageError: the dice area is invalid.
    """
    from companion.games.game_api import Sensor
    from companion.perception.board_watch import BoardWatch
    from companion.perception.dice_watch import DiceWatch
    from companion.perception.exposure_watch import ExposureWatch
    from companion.perception.sensor_request import sensor_request_of
    from companion.perception.throw_watcher import ThrowWatcher

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
                load_faces or _load_learned_dice,
            )
        )
    if camera is not None:
        watchers.append(ExposureWatch(camera, board.projection_in))
    if picture is not None:
        picture.get_projection = board.followed_projection
        watchers.append(picture)
    return watchers


def _load_learned_dice() -> LearnedFaces | None:
    """Return the learned set of resource dice; None: there is none that can be used."""
    from vision.dice.resources_learned import LearnedFacesError, load

    path = default_learned_dice()
    if not path.exists():
        return None
    try:
        return load(path)
    except LearnedFacesError as error:
        _LOG.warning("The learned dice aren't used: %s", error)
        return None


def _find_dice_region(area: DiceArea) -> RegionFinder | None:
    from companion.perception import dice_watch
    from vision.dice.region import DiceRegion, RegionError

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
        raise UsageError(
            sentence(
                "an area for dice is {known} or a file; {area}: {error}",
                known=", ".join(named_areas),
                area=area,
                error=error.strerror,
            )
        ) from error
    except (RegionError, ValueError) as error:
        raise UsageError(sentence("{file}: {error}", file=area, error=error)) from error
    return lambda _: region
