"""The devices of a running table, created from the command line and from the newest calibration."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args

from companion.calibration import setup
from companion.calibration.context import CalibrationContext, DeviceAccess, borrowing_access
from companion.calibration.repeatable_calibration import LIVE_STAGE, single_step_stages
from companion.calibration.session import CalibrationSession
from companion.calibration.setup import TableSetup
from companion.cli.common.config import TableFile
from companion.cli.common.terminal_output import print_error
from companion.cli.parts.device_access import (
    bluetooth_source,
    camera_watch,
    load_learned_dice,
    open_named_camera,
    panel_sources,
    real_devices,
    recorder_of,
    stop_recording,
    tower_source,
)
from companion.errors import CompanionError
from companion.hardware.settings import PanelSettings
from companion.i18n import message_from_json, message_to_json, sentence
from companion.observations import Source
from companion.perception.camera_watch import FrameBuffer
from companion.sources.camera import FrameSource, PhonePictures, PhoneState
from companion.sources.camera.phone_camera import NO_PHONE_SENDS, CpuPressure
from companion.sources.tower.port import AUTO, BY_ID_FOLDER
from companion.table.source_supervisor import LENT_MESSAGE, DeviceLeases
from vision.follow import calibration
from vision.follow.calibration import Calibration

if TYPE_CHECKING:
    from companion.table.table import Table
    from web.certificates import Certificates


# Loads the setup and the calibration that `companion calibrate` has saved.


Saved = TypeVar("Saved")


def load_saved(path: Path, load: Callable[[Path], Saved], default: Saved) -> tuple[Saved, str]:
    """Load a file of `companion calibrate`: the default without one, or with the error if it is invalid."""
    try:
        return load(path) if path.exists() else default, ""
    except CompanionError as error:
        return default, str(error)


def saved_setup(journal: Path) -> TableSetup:
    """Load the table's setup as `load_saved`, and print the error."""
    return _load_or_print(TableFile.SETUP.path_beside(journal), setup.load, TableSetup())


def saved_calibration(path: Path) -> Calibration | None:
    """Load the camera's calibration as `load_saved`, and print the error."""
    return _load_or_print(path, calibration.load, None)


def _load_or_print(path: Path, load: Callable[[Path], Saved], default: Saved) -> Saved:
    loaded, error = load_saved(path, load, default)
    if error:
        _print_error_once(path, path.stat().st_mtime_ns, error)
    return loaded


@lru_cache(maxsize=8)
def _print_error_once(path: Path, modified_ns: int, error: str) -> None:
    """Print a file's error once for each modification time, because the file is loaded often."""
    print_error(error)


def apply_setup(args: argparse.Namespace, saved: TableSetup) -> None:
    """Fill the options of `args` that neither the command line nor the configuration sets.

    These are `camera`, its `exposure`, `tower`, `dice_area`, and `seated`: the expected players.
    """
    if args.camera is None:
        args.camera = saved.camera or None
    args.exposure = dict(saved.exposure) if args.camera == saved.camera else {}
    if args.tower is None and Path(saved.tower).parent != BY_ID_FOLDER and Path(saved.tower).exists():
        # A port outside the searched folder was named by people, so it is kept.
        args.tower = saved.tower or None
    args.seated = [{"name": each.name, "colour": each.colour} for each in saved.players]
    if args.dice_area is None:
        args.dice_area = saved.dice or "beside"


# The camera's live picture at a running table: checked and shown on the page while somebody looks at it.


IDLE_S: Final = 5.0
"""Seconds without a viewer after which pictures are no longer checked."""


def live_picture_session(
    camera: FrameSource | None,
    frame_buffer: FrameBuffer,
    journal: Path,
    camera_fault: Callable[[], str] = lambda: "",
) -> CalibrationSession:
    """Return a session of one endless step, which shows the newest pictures of the table's camera.

    Args:
        camera: the table's camera; None: the step reports that there is none.
        frame_buffer: receives the camera's frames.
        journal: the calibration is stored next to it.
        camera_fault: returns a sentence about the camera's present fault; empty: it works.
    """
    context = CalibrationContext(
        real_devices("", PanelSettings()),
        TableFile.SETUP.path_beside(journal),
        TableFile.CALIBRATION.path_beside(journal),
        setup=saved_setup(journal),
        frame_buffer=None if camera is None else frame_buffer,
        source=camera,
        get_external_trouble=camera_fault,
    )
    return CalibrationSession(context, (LIVE_STAGE,), idle_s=IDLE_S)


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
        make: dict[str, Callable[[], list[Source]]] = {
            "camera": self._create_camera_sources,
            "tower": lambda: tower_source(self._effective_args().tower, recorder_of(table)),
            "bluetooth": lambda: bluetooth_source(saved_setup(args.journal).bluetooth),
            "panel": lambda: panel_sources(settings, table),
        }
        self._leases = DeviceLeases(table.supervisor, make)

    @property
    def sources(self) -> Sequence[Source]:
        """The sources that the table starts with."""
        return self._leases.sources

    # The interface for repeated steps (`companion.calibration.repeatable_calibration.PlayingTable`)

    def create_session(self, step: str | None) -> CalibrationSession:
        """See `PlayingTable`."""
        args = self._effective_args()
        if step is None:
            return live_picture_session(self._camera, self._frame_buffer, args.journal, self._camera_fault)
        devices = real_devices(AUTO if args.tower is None else args.tower, self._settings, self._sent)
        context = step_context(args, borrowing_access(devices, self._lend), frozenset({step}))
        return CalibrationSession(context, single_step_stages(step, ask=True))

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
        args, saved, first = copy(self._args), saved_setup(self._args.journal), self._initial_setup
        if (saved.camera, saved.made.get("camera")) != (first.camera, first.made.get("camera")):
            args.camera = None
        if (saved.dice, saved.made.get("dice")) != (first.dice, first.made.get("dice")):
            args.dice_area = None
        apply_setup(args, saved)
        return args

    # The parts

    def _create_camera_sources(self) -> list[Source]:
        args = self._effective_args()
        self._camera, self._frame_buffer = None, FrameBuffer()
        if not args.camera:
            return []
        self._camera = open_named_camera(args.camera, args.exposure, self._sent)
        return [
            camera_watch(
                self._camera,
                self._table,
                args.dice_area,
                calibration_of(args),
                self._frame_buffer,
                load_faces=lambda: load_learned_dice(args.journal),
            )
        ]


def step_context(
    args: argparse.Namespace, devices: DeviceAccess, requested_steps: frozenset[str]
) -> CalibrationContext:
    """Return the context of calibration steps, with the results that are stored beside the journal."""
    kept = calibration_of(args)
    return CalibrationContext(
        devices,
        TableFile.SETUP.path_beside(args.journal),
        kept,
        setup=saved_setup(args.journal),
        calibration=saved_calibration(kept),
        faces_file=TableFile.LEARNED_DICE.path_beside(args.journal),
        camera=args.camera or "",
        requested_steps=requested_steps,
    )


def calibration_of(args: argparse.Namespace) -> Path:
    """Return the file of the camera's calibration."""
    kept: Path = args.calibration or TableFile.CALIBRATION.path_beside(args.journal)
    return kept


# Provides the page's TLS certificate: the table's own, or one from a file.


OWN_CERTIFICATE: Final = "own"
"""The value that selects the certificate that the companion creates at its first start."""


def open_certificates(spec: str | None, journal: Path | None, stack: ExitStack) -> Certificates | None:
    """Return the page's certificates; None: the page is served over plain HTTP.

    Args:
        spec: `OWN_CERTIFICATE`, or the file of a certificate and its key; None or empty: no TLS.
        journal: the table's own certificate is saved next to it; None: it is temporary.
        stack: removes a temporary certificate when it is unwound.

    Raises:
        CertificateError: no certificate is available.
    """
    if not spec:
        return None
    from web.certificates import CertificateFromFile, OwnCertificates

    if spec != OWN_CERTIFICATE:
        return CertificateFromFile(Path(spec).expanduser())
    if journal is not None:
        return OwnCertificates(TableFile.CERTIFICATES.path_beside(journal))
    return OwnCertificates(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-https-"))))


# Connects a phone's page with the table's camera source: forwards pictures and returns feedback.


RESTING_ANSWER: Final[Mapping[str, Any]] = {"state": "resting", "text": "", "more": [], "outline": []}
"""The answer to a phone that requests no feedback."""
PICTURES_ARRIVE: Final = sentence("The table receives this phone's pictures.")
"""The feedback until the table's camera has noticed the phone."""


class PhonePictureReceiver:
    """Receives pictures from the web server (`web.camera.PhoneCamera`)."""

    def __init__(self, sent: PhonePictures, live: Callable[[], Mapping[str, Any]]) -> None:
        """Forward pictures to a camera source.

        Args:
            sent: receives the pictures.
            live: returns the live picture's step of the calibration's view; the call starts its check.
        """
        self._sent = sent
        self._live = live

    def receive_picture(
        self, device: str, jpeg: bytes, status: Mapping[str, str], *, wants_feedback: bool
    ) -> Mapping[str, Any]:
        """See `PhoneCamera`."""
        hold = self._sent.submit_picture(device, jpeg, parse_phone_state(status))
        answer = {"hold": hold, "remark": message_to_json(self._sent.remark)}
        if not wants_feedback:
            return {**answer, **RESTING_ANSWER}
        step = self._live()
        about = step.get("about") or {}
        reports_no_phone = step["text"] in (NO_PHONE_SENDS, message_to_json(NO_PHONE_SENDS))
        is_board_seen = bool(about.get("judged")) and all(one["good"] for one in about["judged"])
        state = "good" if is_board_seen and step["state"] != "wrong" else step["state"]
        return {
            **answer,
            "state": state if state in ("wrong", "good") else "looking",
            "text": message_to_json(PICTURES_ARRIVE) if reports_no_phone else step["text"],
            "more": step["more"],
            "outline": about.get("outline", []),
        }


def parse_phone_state(fields: Mapping[str, str]) -> PhoneState:
    """Parse a phone's state from its page's fields; invalid values are ignored."""
    battery = None
    with suppress(KeyError, ValueError):
        battery = min(max(float(fields["battery"]), 0.0), 1.0)
    pressure: CpuPressure | None = next(
        (each for each in get_args(CpuPressure) if each == fields.get("pressure")), None
    )
    holds = {"1": True, "0": False}.get(fields.get("holds", ""))
    # A NaN passes the clamp above: treat it as missing.
    return PhoneState(
        battery if battery == battery else None,
        charging=fields.get("charging") == "1",
        pressure=pressure,
        holds=holds,
    )
