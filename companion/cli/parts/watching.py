"""What watches a table, as the command line, the configuration and the calibration name it."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

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
    from companion.perception.dice_watch import Where
    from companion.sources.camera import FrameSource, SentPictures
    from companion.sources.camera.exposure import Exposure
    from companion.table.table import Table

DICE_AREA_HELP: Final = (
    "where the camera takes dice for a roll: beside (the island), anywhere, nowhere, or a file that "
    "describes an area"
)


class UsageError(CompanionError, ValueError):
    """The command line asks for what can't be."""


def camera_of(args: argparse.Namespace, sent: SentPictures | None = None) -> FrameSource | None:
    """The camera that is named, with its exposure as it was calibrated; None: none is.

    `sent`: the pictures of a phone, where one may be the camera.

    Raises:
        UsageError: this computer is too small for one.
    """
    return opened(args.camera, args.exposure, sent) if args.camera else None


def opened(spec: str, exposure: Exposure | None, sent: SentPictures | None = None) -> FrameSource:
    """A camera by its name; `sent` as above.

    Raises:
        UsageError: this computer is too small for one.
        CameraError: there can't be such a camera.
    """
    from companion.hardware.board import too_small_for_a_camera
    from companion.sources.camera import open_camera

    if why := too_small_for_a_camera():
        raise UsageError(why)
    return open_camera(spec, exposure=exposure, sent=sent)


def panel(settings: PanelSettings, table: Table) -> list[Source]:
    """Buttons, light and buzzer, where there are any."""
    if not settings.fitted:
        return []
    from companion.hardware.panel import PanelSource
    from companion.hardware.pins import preload

    preload(settings)
    return [PanelSource(settings, table.snapshot, table.playable)]


def camera_watch(
    camera: FrameSource,
    table: Table,
    dice_area: DiceArea,
    calibration: Path | None = None,
    *others: Watcher,
    picture: BoardPicture | None = None,
) -> Source:
    """A camera that watches the board and the dice, each while the game wants it; and for `others`, always.

    `picture` is shown the board as it is followed.

    Raises:
        UsageError: there is no such area.
    """
    from companion.perception.camera_watch import CameraWatch

    watchers = partial(camera_watchers, camera.name, table, dice_area, calibration, camera, picture)
    recorder = recorder_of(table)
    if recorder is None:
        return CameraWatch(camera, [*watchers(), *others])
    from companion.recording.recorded_watch import RecordedWatch

    return CameraWatch(camera, [RecordedWatch(recorder, watchers, table.observe), *others])


def camera_watchers(
    name: str,
    table: Table,
    dice_area: DiceArea,
    calibration: Path | None = None,
    camera: FrameSource | None = None,
    picture: BoardPicture | None = None,
) -> list[Watcher]:
    """Those who look through a camera, in the order in which they are shown its frames.

    Args:
        name: the camera's.
        table: says what it wants watched.
        dice_area: where dice count, as the command line says it.
        calibration: the file that keeps how the camera sees the board; None: it isn't kept.
        camera: is given the exposure that the island wants; None: pictures are as they are.
        picture: for who looks on; None: nobody does.

    Raises:
        UsageError: there is no such area.
    """
    from companion.games.game_api import Sensor
    from companion.perception.board_watch import BoardWatch
    from companion.perception.dice_watch import DiceWatch
    from companion.perception.exposure_watch import ExposureWatch
    from companion.perception.sensor_request import wanted_by

    board = BoardWatch(name, lambda: wanted_by(table), calibration)
    watchers: list[Watcher] = [board]
    where = _where_dice_lie(dice_area)
    if where is not None:
        watchers.append(DiceWatch(name, lambda: table.requires(Sensor.PIP_DICE), where))
    if camera is not None:
        watchers.append(ExposureWatch(camera, board.lies))
    if picture is not None:
        picture.lies = board.followed
        watchers.append(picture)
    return watchers


def _where_dice_lie(area: DiceArea) -> Where | None:
    from companion.perception import dice_watch
    from vision.dice.region import DiceRegion, RegionError

    if isinstance(area, DiceRegion):
        return lambda _: area

    known = {
        "beside": dice_watch.beside_the_island,
        "anywhere": dice_watch.on_and_beside_the_island,
        "nowhere": None,
    }
    if area in known:
        return known[area]
    try:
        region = DiceRegion.from_json(read_json(Path(area)))
    except OSError as error:
        raise UsageError(
            sentence(
                "an area for dice is {known} or a file; {area}: {error}",
                known=", ".join(known),
                area=area,
                error=error.strerror,
            )
        ) from error
    except (RegionError, ValueError) as error:
        raise UsageError(sentence("{file}: {error}", file=area, error=error)) from error
    return lambda _: region
