"""A phone as a camera: pictures that its page sends, passed from the web server to the camera's reader.

The application creates one `PhonePictures`, passes it to `open_camera` for the specification ``phone``, and
submits each received picture to it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from companion.errors import CompanionError
from companion.i18n import mark, sentence
from companion.picture_decoder import NoPictureError, check_picture, decode_picture
from companion.sources.camera.frames import CameraUnavailableError, Capture, Exposure, Image
from companion.sources.camera.live_camera import CameraAdvice

READ_TIMEOUT_S: Final = 0.5
"""Seconds that one read waits for a picture."""
RECENT_PICTURE_S: Final = 1.0
"""Seconds since its last picture for which a phone counts as sending; a slow network delays the next one."""
SENDER_TIMEOUT_S: Final = 5.0
"""Seconds without a picture after which another phone may become the camera."""
LOCK_TIMEOUT_S: Final = 4.0
"""Seconds that a phone may take to lock its exposure."""
LOW_BATTERY_SHARE: Final = 0.2
"""Battery charge, 0 to 1, at or below which it is reported."""

NO_PHONE_SENDS: Final = sentence(
    "No phone sends pictures: on the tablet tap Phones, “A phone as the camera”, and point "
    "the phone at the code."
)

LOCKED_EXPOSURE: Final = {"held": 1.0}
"""Placeholder for a phone's locked exposure: its browser reveals no values to restore later."""

PHONE_ADVICE: Final = CameraAdvice(
    mark(
        "{place} no longer sends pictures: check that its page is open and its screen on. Companion is "
        "waiting for it."
    ),
    mark("{place} keeps sending the same picture: reload its page."),
    mark("Some pictures of {place} are spoiled: reload its page, or move it nearer to the router."),
)
"""Advice for a phone."""

CpuPressure = Literal["nominal", "fair", "serious", "critical"]


class OtherPhoneError(CompanionError, RuntimeError):
    """Another phone is the camera now."""


@dataclass(frozen=True)
class PhoneState:
    """State of a phone, as its browser reports it.

    Attributes:
        battery: charge, 0 to 1; None if not reported.
        charging: whether it is plugged in.
        pressure: load of its processor (Compute Pressure API); None if not reported.
        holds: whether exposure and focus are locked; None before an attempt.
    """

    battery: float | None = None
    charging: bool = False
    pressure: CpuPressure | None = None
    holds: bool | None = None

    @property
    def remark(self) -> str:
        """A warning about battery or heat, as a sentence; empty if there is none."""
        if self.battery is not None and self.battery <= LOW_BATTERY_SHARE and not self.charging:
            percent = round(100 * self.battery)
            return sentence("The phone's battery is at {percent} %: plug it in.", percent=percent)
        if self.pressure == "critical":
            return sentence(
                "The phone is overloaded and may be getting hot: take it out of its case, out of the sun."
            )
        return ""


class PhonePictures:
    """Thread-safe buffer of the newest picture that a phone sent."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start without a picture; `clock`: monotonic seconds."""
        self._clock = clock
        self._changed = threading.Condition()
        self._newest: tuple[int, bytes] | None = None
        self._count = 0
        self._sender: str | None = None
        self._received_at = 0.0
        self._state = PhoneState()
        self._lock_requested = False

    def submit_picture(self, sender: str, jpeg: bytes, state: PhoneState = PhoneState()) -> bool:  # frozen
        """Store a picture as the newest one.

        Args:
            sender: identifies the phone.
            jpeg: the picture.
            state: the phone's state.

        Returns:
            Whether the phone should lock its exposure.

        Raises:
            OtherPhoneError: another phone sends pictures.
            NoPictureError: the picture can't be used. The camera's reader counts it as spoiled.
        """
        with self._changed:
            now = self._clock()
            if self._sender not in (None, sender) and now - self._received_at < SENDER_TIMEOUT_S:
                raise OtherPhoneError(
                    sentence(
                        "Another phone is the camera now. Close the page there, and this one takes over "
                        "automatically."
                    )
                )
            self._sender, self._received_at, self._state = sender, now, state
            self._count += 1
            self._newest = (self._count, jpeg)
            self._changed.notify_all()
            lock_requested = self._lock_requested
        try:
            check_picture(jpeg)
        except NoPictureError as error:
            raise NoPictureError(sentence("This picture can't be used: {reason}.", reason=error)) from error
        return lock_requested

    @property
    def remark(self) -> str:
        """A warning about the sending phone, as a sentence; empty if there is none."""
        with self._changed:
            return self._state.remark if self._clock() - self._received_at < SENDER_TIMEOUT_S else ""

    def wait_for_picture(self, after: int, timeout: float) -> tuple[int, bytes] | None:
        """Wait for a picture numbered above `after`; return number and picture, None on timeout."""
        with self._changed:
            self._changed.wait_for(lambda: self._count > after, timeout)
            return self._newest if self._count > after else None

    def connect(self) -> PhoneCapture:
        """Open the phone as a camera; see `companion.sources.camera.live_camera.Connect`."""
        with self._changed:
            is_sending = self._newest is not None and self._clock() - self._received_at < RECENT_PICTURE_S
            before = self._count - 1 if is_sending else self._count
        if self.wait_for_picture(before, READ_TIMEOUT_S) is None:
            raise CameraUnavailableError("waiting", NO_PHONE_SENDS)
        return PhoneCapture(self, before)

    def lock_exposure(self, timeout_s: float = LOCK_TIMEOUT_S) -> bool:
        """Ask the phone to lock its exposure; return whether it confirms that in time."""
        with self._changed:
            self._lock_requested = True
            self._changed.wait_for(lambda: self._state.holds is not None, timeout_s)
            return self._state.holds is True


class PhoneCapture(Capture):
    """A sending phone as an open camera."""

    def __init__(self, pictures: PhonePictures, after: int) -> None:
        """Read pictures numbered above `after`."""
        self._pictures = pictures
        self._after = after

    def read(self) -> Image | None:
        """See `Capture`."""
        found = self._pictures.wait_for_picture(self._after, READ_TIMEOUT_S)
        if found is None:
            return None
        self._after, jpeg = found
        return decode_picture(jpeg)

    def lock_exposure(self, locked: Exposure | None) -> Exposure | None:
        """See `Capture`; a restored lock uses the light that the phone measures then.

        A browser accepts no values, so the exposure can't be scaled: only a lamp can add light.
        """
        # Restored values aren't waited for: the phone locks its exposure with its next picture.
        confirmed = self._pictures.lock_exposure(LOCK_TIMEOUT_S if locked is None else 0)
        return LOCKED_EXPOSURE if confirmed or locked is not None else None
