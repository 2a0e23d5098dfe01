"""A table that is served: its parts, made as they were said and as they were calibrated last."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.calibration.borrowed import borrowed
from companion.calibration.guide import alone
from companion.calibration.session import CalibrationSession
from companion.calibration.world import World
from companion.cli.common.paths import default_calibration, default_setup
from companion.cli.parts import bluetooth, tower
from companion.cli.parts.device_access import real
from companion.cli.parts.live_picture import live_picture
from companion.cli.parts.record import break_off, recorder_of
from companion.cli.parts.saved_table import begin_with, saved_calibration, saved_setup
from companion.cli.parts.watching import camera_of, camera_watch, panel
from companion.hardware.settings import PanelSettings
from companion.i18n import message_from_json, sentence
from companion.perception.frame_buffer import FrameBuffer
from companion.sources.tower.finding import AUTO
from companion.table.device_leases import LENT, DeviceLeases

if TYPE_CHECKING:
    from companion.observations import Source
    from companion.sources.camera import FrameSource, SentPictures
    from companion.table.table import Table

OLD_S: Final = 2.0
"""A picture that is so old is not what the camera sees now."""
OVERRULED: Final = sentence(
    "The command line or the configuration has another value: it applies again from the next start."
)
SEEN_AND_HEARD: Final = frozenset({"camera", "tower", "bluetooth"})
"""The parts without which a recording has a gap."""


class Served:
    """The parts of a table that plays: what watches it, its live picture, and each step of its calibration.

    What was said at the start has the last word, until people say otherwise on the page.
    """

    def __init__(
        self,
        said: argparse.Namespace,
        settings: PanelSettings,
        table: Table,
        sent: SentPictures | None = None,
    ) -> None:
        """Make the first sources; who is expected to play is known to the table from now on.

        Args:
            said: what the command line and the configuration say: ``camera``, ``tower``, ``dice_area``,
                ``journal``, ``calibration``.
            settings: the panel, as the configuration has it.
            table: the table.
            sent: the pictures of a phone, where one may be the camera.

        Raises:
            CompanionError: there can't be such a camera, or no such area for dice.
        """
        self._said, self._settings, self._table, self._sent = said, settings, table, sent
        self._at_first = saved_setup(said.journal)
        self._camera: FrameSource | None = None
        self._eye = FrameBuffer()
        self._expect()
        make = {"camera": self._watch, "tower": self._hear, "bluetooth": self._listen, "panel": self._feel}
        self._leases = DeviceLeases(table.supervisor, make)

    @property
    def sources(self) -> Sequence[Source]:
        """What the table begins with."""
        return self._leases.sources

    # For whoever repeats a step (`companion.calibration.repeating.Playing`)

    def live(self) -> CalibrationSession:
        """See `Playing`."""
        return live_picture(self._camera, self._eye, self._said.journal, self._unseen)

    def alone(self, step: str) -> CalibrationSession:
        """See `Playing`."""
        args = self._begun()
        kept = calibration_of(args)
        world = World(
            borrowed(
                real(AUTO if args.tower is None else args.tower, self._settings, self._sent), self._lend
            ),
            default_setup(args.journal),
            kept,
            setup=saved_setup(args.journal),
            calibration=saved_calibration(kept),
            camera=args.camera or "",
            expected=frozenset({step}),
        )
        return CalibrationSession(world, alone(step, ask=True))

    def go_on(self) -> None:
        """See `Playing`."""
        self._expect()
        self._leases.take_back()

    def lent(self) -> Sequence[str]:
        """See `Playing`."""
        return self._leases.lent

    def made(self) -> Mapping[str, str]:
        """See `Playing`."""
        return saved_setup(self._said.journal).made

    def overruled(self, step: str) -> str:
        """See `Playing`."""
        args = self._begun()
        said, now = {
            "camera": (self._said.camera, args.camera),
            "dice": (self._said.dice_area, args.dice_area),
        }.get(step, (None, None))
        return "" if said in (None, now) else OVERRULED

    def _unseen(self) -> str:
        """Why the camera gives no picture now, as the table says it; empty: it gives one."""
        newest = self._eye.newest
        if newest is not None and self._table.now() - newest.t < OLD_S:
            return ""
        told = [each for each in self._table.snapshot()["sources"] if each["name"] == "camera"]
        why = next((message_from_json(each["text"]) for each in told if each["health"] != "ok"), "")
        # It was given back, and is being opened.
        return "" if why == LENT else why

    def _lend(self, part: str) -> None:
        self._leases.lend(part)
        if part in SEEN_AND_HEARD:
            break_off(self._table)

    def _expect(self) -> None:
        self._table.expect(self._begun().seated)

    def _begun(self) -> argparse.Namespace:
        """What was said, where the page hasn't said otherwise since; else what is kept of the table."""
        args, setup, first = copy(self._said), saved_setup(self._said.journal), self._at_first
        if (setup.camera, setup.made.get("camera")) != (first.camera, first.made.get("camera")):
            args.camera = None
        if (setup.dice, setup.made.get("dice")) != (first.dice, first.made.get("dice")):
            args.dice_area = None
        begin_with(args, setup)
        return args

    # The parts

    def _watch(self) -> list[Source]:
        args = self._begun()
        self._camera, self._eye = None, FrameBuffer()
        self._camera = camera_of(args, self._sent)
        if self._camera is None:
            return []
        return [camera_watch(self._camera, self._table, args.dice_area, calibration_of(args), self._eye)]

    def _hear(self) -> list[Source]:
        return tower.source(self._begun().tower, recorder_of(self._table))

    def _listen(self) -> list[Source]:
        return bluetooth.source(saved_setup(self._said.journal).bluetooth)

    def _feel(self) -> list[Source]:
        return panel(self._settings, self._table)


def calibration_of(args: argparse.Namespace) -> Path:
    """The file that keeps how the camera sees the board."""
    kept: Path = args.calibration or default_calibration(args.journal)
    return kept
