"""Pictures that a phone's page sends, as a camera: handed from the web server to whoever looks.

Who runs both makes one `SentPictures`, gives it to `open_camera` for the text ``phone``, and puts in whatever
comes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.i18n import mark, sentence
from companion.sources.camera.exposure import Exposure
from companion.sources.camera.frames import CameraUnavailableError, Image, as_bgr
from companion.sources.camera.live import Trouble

READ_S: Final = 0.5
"""For so long one read waits for a picture."""
LEFT_S: Final = 5.0
"""A phone that has sent nothing for so long isn't the camera any more: another one may be."""
HOLD_S: Final = 4.0
"""For so long a phone may take to hold its exposure."""
LOW: Final = 0.2
"""The share of a battery's charge from which on it is said."""

HELD: Final = {"held": 1.0}
"""What is kept of an exposure that a phone holds: its browser tells no values for a later start."""

PHONE_TROUBLE: Final = Trouble(
    mark(
        "{place} no longer sends pictures: check that its page is open and its screen on. Companion is "
        "waiting for it."
    ),
    mark("{place} keeps sending the same picture: reload its page."),
)
"""What people are told of a phone."""

Warmth = Literal["nominal", "fair", "serious", "critical"]


class OtherPhoneError(CompanionError, RuntimeError):
    """Another phone is the camera now."""


@dataclass(frozen=True)
class PhoneState:
    """How a phone is, as far as its browser says.

    Attributes:
        battery: the share of its charge; None: not told.
        charging: whether it is plugged in.
        pressure: how hard its processor is pressed (Compute Pressure API); None: not told.
        holds: whether it holds exposure and focus; None: nobody asked it to, or it has not tried yet.
    """

    battery: float | None = None
    charging: bool = False
    pressure: Warmth | None = None
    holds: bool | None = None

    @property
    def remark(self) -> str:
        """What people should know of it, in a sentence; empty: nothing."""
        if self.battery is not None and self.battery <= LOW and not self.charging:
            percent = round(100 * self.battery)
            return sentence("The phone's battery is at {percent} %: plug it in.", percent=percent)
        if self.pressure == "critical":
            return sentence(
                "The phone is overloaded and may be getting hot: take it out of its case, out of the sun."
            )
        return ""


class SentPictures:
    """The newest picture that a phone sent. Any thread may use it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without a picture; `clock`: monotonic seconds."""
        self._clock = clock
        self._changed = threading.Condition()
        self._newest: tuple[int, bytes] | None = None
        self._count = 0
        self._sender: str | None = None
        self._came = 0.0
        self._state = PhoneState()
        self._wants_hold = False

    def put(self, sender: str, jpeg: bytes, state: PhoneState = PhoneState()) -> bool:  # frozen
        """Take a picture.

        Args:
            sender: which phone it is.
            jpeg: the picture.
            state: how that phone is.

        Returns:
            Whether it is to hold its exposure from now on.

        Raises:
            OtherPhoneError: another phone sends pictures.
        """
        with self._changed:
            now = self._clock()
            if self._sender not in (None, sender) and now - self._came < LEFT_S:
                raise OtherPhoneError(
                    sentence(
                        "Another phone is the camera now. Close the page there, and this one takes over "
                        "automatically."
                    )
                )
            self._sender, self._came, self._state = sender, now, state
            self._count += 1
            self._newest = (self._count, jpeg)
            self._changed.notify_all()
            return self._wants_hold

    @property
    def remark(self) -> str:
        """What people should know of the phone that sends, in a sentence; empty: nothing."""
        with self._changed:
            return self._state.remark if self._clock() - self._came < LEFT_S else ""

    def next(self, after: int, timeout: float) -> tuple[int, bytes] | None:
        """The newest picture with its number, as soon as that is above `after`; None: none came in time."""
        with self._changed:
            self._changed.wait_for(lambda: self._count > after, timeout)
            return self._newest if self._count > after else None

    def connect(self) -> SentCapture:
        """Begin to look; as `companion.sources.camera.live.Connect`."""
        with self._changed:
            before = self._count
        if self.next(before, READ_S) is None:
            raise CameraUnavailableError(
                "waiting",
                sentence(
                    "No phone sends pictures: on the tablet tap Phones, “A phone as the camera”, and point "
                    "the phone at the code."
                ),
            )
        return SentCapture(self, before)

    def hold(self, within_s: float = HOLD_S) -> bool:
        """Have the phone hold its exposure from now on; whether it says in time that it does."""
        with self._changed:
            self._wants_hold = True
            self._changed.wait_for(lambda: self._state.holds is not None, within_s)
            return self._state.holds is True

    def wish_hold(self) -> None:
        """Have the phone hold its exposure as soon as it sends."""
        with self._changed:
            self._wants_hold = True


class SentCapture:
    """A phone that sends, as an open camera."""

    def __init__(self, sent: SentPictures, after: int) -> None:
        """Look at pictures whose number is above `after`."""
        self._sent = sent
        self._after = after

    def read(self) -> Image | None:
        """See `Capture`."""
        found = self._sent.next(self._after, READ_S)
        if found is None:
            return None
        self._after, jpeg = found
        return as_bgr(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))  # type: ignore[arg-type]  # None, too: no picture

    def close(self) -> None:
        """See `Capture`: the phone goes on sending."""

    def hold_exposure(self, at: Exposure | None) -> Exposure | None:
        """See `Adjustable`; what a phone held before it holds anew, at what it sees then."""
        if at is not None:
            self._sent.wish_hold()
            return HELD
        return HELD if self._sent.hold() else None

    def brightened(self, held: Exposure, times: float) -> Exposure:
        """See `Adjustable`: a browser goes by what it sees, so that more light has to come from a lamp."""
        return held
