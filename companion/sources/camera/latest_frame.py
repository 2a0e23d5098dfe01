"""The newest frame of a live camera, passed from the draining thread to the reading thread.

This module starts no thread: the caller runs `pump` in one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from companion.i18n import sentence
from companion.observations import Clock, SourceReport
from companion.sources.camera.frames import Frame, FrameSource


class LatestFrame:
    """A buffer for one frame: a newer one replaces it, so that a reader never gets a stale one.

    Args:
        source: the name of the source, for reports.
        hung_after_s: seconds without activity of the draining thread after which the camera counts as
            hung.
    """

    def __init__(self, source: str, hung_after_s: float = 10.0) -> None:
        self._source = source
        self._hung_after_s = hung_after_s
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._last_activity: float | None = None
        self._healthy = True
        self._hung = False

    def pump(
        self,
        source: FrameSource,
        clock: Clock,
        stop: threading.Event,
        report: Callable[[SourceReport], None],
    ) -> None:
        """Drain a source until it ends; call `report` with its reports, in this thread.

        The frames' numbers continue those of an earlier call, which may have failed.
        """
        self._record_activity(clock())
        first = 0 if self._frame is None else self._frame.number + 1
        for item in source.frames(clock, stop):
            if isinstance(item, Frame):
                self.store_frame(replace(item, number=first + item.number) if first else item)
            else:
                self._record_activity(item.t, healthy=item.health == "ok")
                report(item)
        with self._changed:
            # A source that has ended can't hang.
            self._last_activity = None

    def store_frame(self, frame: Frame) -> None:
        """Replace the frame, and wake waiting readers."""
        self._record_activity(frame.t, frame=frame)

    def _record_activity(self, t: float, *, healthy: bool = True, frame: Frame | None = None) -> None:
        with self._changed:
            self._last_activity, self._healthy = t, healthy
            self._frame = frame or self._frame
            self._changed.notify_all()

    def wait(self, after: int, timeout: float) -> Frame | None:
        """Wait for a frame with a number above `after`, and return the newest; None on timeout.

        Args:
            after: number of the last frame read, -1 for none.
            timeout: in seconds.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._frame is not None and self._frame.number > after, timeout)
            return self._frame if self._frame is not None and self._frame.number > after else None

    def check_hung(self, now: float) -> SourceReport | None:
        """Detect whether the camera hangs inside a read, which it can't report itself.

        This is the watchdog: call it periodically from any thread but the draining one.

        Args:
            now: seconds from the start of the session.

        Returns:
            A report when it starts to hang and another when it recovers; None while nothing changes.
        """
        with self._changed:
            if self._last_activity is None:
                return None
            # A new game resets the clock to zero.
            self._last_activity = min(self._last_activity, now)
            # A source that has reported a problem itself stays quiet until that changes.
            hung = self._healthy and now - self._last_activity >= self._hung_after_s
            if hung == self._hung:
                return None
            self._hung = hung
            if not hung:
                return SourceReport(now, self._source, "ok") if self._healthy else None
        text = sentence(
            "The camera has stopped answering: unplug it and plug it in again; if that doesn't help, "
            "start again."
        )
        return SourceReport(now, self._source, "fault", text)
