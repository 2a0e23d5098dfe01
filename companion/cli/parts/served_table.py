"""The devices of a running table, created from the command line and from the newest calibration."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.calibration.borrowing import borrowing_access
from companion.calibration.context import CalibrationContext
from companion.calibration.guide import single_step_stages
from companion.calibration.session import CalibrationSession
from companion.cli.common.paths import default_calibration, default_setup
from companion.cli.parts import bluetooth, tower
from companion.cli.parts.camera_watchers import camera_watch, configured_camera, panel_sources
from companion.cli.parts.device_access import real_devices
from companion.cli.parts.live_picture import live_picture_session
from companion.cli.parts.record import recorder_of, stop_recording
from companion.cli.parts.saved_table import apply_setup, saved_calibration, saved_setup
from companion.hardware.settings import PanelSettings
from companion.i18n import message_from_json, sentence
from companion.perception.frame_buffer import FrameBuffer
from companion.sources.tower.port_finder import AUTO
from companion.table.device_leases import LENT_MESSAGE, DeviceLeases

if TYPE_CHECKING:
    from companion.observations import Source
    from companion.sources.camera import FrameSource, PhonePictures
    from companion.table.table import Table

STALE_PICTURE_S: Final = 2.0
"""Age from which a picture no longer counts as the camera's present picture."""
OVERRULED_TEXT: Final = sentence(
    "The command line or the configuration has another value: it applies again from the next start."
)
RECORDED_PARTS: Final = frozenset({"camera", "tower", "bluetooth"})
"""The parts whose loss leaves a gap in a recording."""


class ServedTable:
    """The parts of a running table: its sources, its live picture, and each step of its calibration.

    The options of the start take precedence until people change them on the page.
    """

    def __init__(
        self,
        args: argparse.Namespace,
        settings: PanelSettings,
        table: Table,
        sent: PhonePictures | None = None,
    ) -> None:
        """Create the first sources and send the expected players to the table.

        Args:
            args: the options of command line and configuration: ``camera``, ``tower``, ``dice_area``,
                ``journal``, ``calibration``.
            settings: the panel's settings.
            table: the table.
            sent: the pictures of a phone, which may be the camera; None: no phone.

        Raises:
            CompanionError: the camera or the dice area is invalid.
        """
        self._args, self._settings, self._table, self._sent = args, settings, table, sent
        self._initial_setup = saved_setup(args.journal)
        self._camera: FrameSource | None = None
        self._frame_buffer = FrameBuffer()
        self._expect_players()
        make = {
            "camera": self._create_camera_sources,
            "tower": self._create_tower_sources,
            "bluetooth": self._create_bluetooth_sources,
            "panel": self._create_panel_sources,
        }
        self._leases = DeviceLeases(table.supervisor, make)

    @property
    def sources(self) -> Sequence[Source]:
        """The sources that the table starts with."""
        return self._leases.sources

    # The interface for repeated steps (`companion.calibration.repeatable_calibration.PlayingTable`)

    def create_live_session(self) -> CalibrationSession:
        """See `PlayingTable`."""
        return live_picture_session(self._camera, self._frame_buffer, self._args.journal, self._camera_fault)

    def create_step_session(self, step: str) -> CalibrationSession:
        """See `PlayingTable`."""
        args = self._effective_args()
        kept = calibration_of(args)
        world = CalibrationContext(
            borrowing_access(
                real_devices(AUTO if args.tower is None else args.tower, self._settings, self._sent),
                self._lend,
            ),
            default_setup(args.journal),
            kept,
            setup=saved_setup(args.journal),
            calibration=saved_calibration(kept),
            camera=args.camera or "",
            requested_steps=frozenset({step}),
        )
        return CalibrationSession(world, single_step_stages(step, ask=True))

    def resume(self) -> None:
        """See `PlayingTable`."""
        self._expect_players()
        self._leases.reclaim()

    def lent_parts(self) -> Sequence[str]:
        """See `PlayingTable`."""
        return self._leases.lent_parts

    def completion_times(self) -> Mapping[str, str]:
        """See `PlayingTable`."""
        return saved_setup(self._args.journal).made

    def override_reason(self, step: str) -> str:
        """See `PlayingTable`."""
        args = self._effective_args()
        at_start, now = {
            "camera": (self._args.camera, args.camera),
            "dice": (self._args.dice_area, args.dice_area),
        }.get(step, (None, None))
        return "" if at_start in (None, now) else OVERRULED_TEXT

    def _camera_fault(self) -> str:
        """Return the table's message about the camera's fault; empty: the camera delivers pictures."""
        newest = self._frame_buffer.newest_frame
        if newest is not None and self._table.game_time() - newest.t < STALE_PICTURE_S:
            return ""
        cameras = [each for each in self._table.snapshot()["sources"] if each["name"] == "camera"]
        fault = next((message_from_json(each["text"]) for each in cameras if each["health"] != "ok"), "")
        # The lease has ended, and the camera is being reopened.
        return "" if fault == LENT_MESSAGE else fault

    def _lend(self, part: str) -> None:
        self._leases.lend(part)
        if part in RECORDED_PARTS:
            stop_recording(self._table)

    def _expect_players(self) -> None:
        self._table.expect_players(self._effective_args().seated)

    def _effective_args(self) -> argparse.Namespace:
        """Return the options in effect: those of the start, except where the page has saved others since."""
        args, setup, first = copy(self._args), saved_setup(self._args.journal), self._initial_setup
        if (setup.camera, setup.made.get("camera")) != (first.camera, first.made.get("camera")):
            args.camera = None
        if (setup.dice, setup.made.get("dice")) != (first.dice, first.made.get("dice")):
            args.dice_area = None
        apply_setup(args, setup)
        return args

    # The parts

    def _create_camera_sources(self) -> list[Source]:
        args = self._effective_args()
        self._camera, self._frame_buffer = None, FrameBuffer()
        self._camera = configured_camera(args, self._sent)
        if self._camera is None:
            return []
        return [
            camera_watch(self._camera, self._table, args.dice_area, calibration_of(args), self._frame_buffer)
        ]

    def _create_tower_sources(self) -> list[Source]:
        return tower.source(self._effective_args().tower, recorder_of(self._table))

    def _create_bluetooth_sources(self) -> list[Source]:
        return bluetooth.source(saved_setup(self._args.journal).bluetooth)

    def _create_panel_sources(self) -> list[Source]:
        return panel_sources(self._settings, self._table)


def calibration_of(args: argparse.Namespace) -> Path:
    """Return the file of the camera's calibration."""
    kept: Path = args.calibration or default_calibration(args.journal)
    return kept
