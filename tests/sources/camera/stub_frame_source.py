"""A frame source whose frames the test supplies."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from companion.observations import Clock, SourceReport
from companion.sources.camera import Exposure, Frame


class StubFrameSource:
    """Frame source without exposure control; subclasses define its frames."""

    name = "camera"
    is_live = False

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        raise NotImplementedError

    def lock_exposure(self, times: float = 1.0) -> Exposure:
        return {}
