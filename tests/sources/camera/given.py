"""Frames that a test gives, in a camera's stead."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from companion.observations import Clock, SourceReport
from companion.sources.camera import Exposure, Frame


class Given:
    """A source of frames that has no exposure to hold; what it gives is said by who inherits from it."""

    name = "camera"
    is_live = False

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        raise NotImplementedError

    def lock_exposure(self, times: float = 1.0) -> Exposure:
        return {}
