"""The newest frame of a live camera, handed from the thread that drains it to the one that looks.

No thread is started here: who owns one runs `pump` in it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.i18n import sentence
from companion.observations import Clock, SourceReport
from companion.sources.camera.frames import Frame, FrameSource


class LatestFrame:
    """A place for one frame: a newer one replaces it, so that nobody ever looks at an old one.

    Args:
        source: the name of the source, for reports.
        hung_after: seconds without a sign of life from the draining thread, before the camera
            counts as hung.
    """

    def __init__(self, source: str, hung_after: float = 10.0) -> None:
        self._source = source
        self._hung_after = hung_after
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._heard: float | None = None
        self._well = True
        self._hung = False

    def pump(
        self,
        source: FrameSource,
        clock: Clock,
        stop: threading.Event,
        tell: Callable[[SourceReport], None],
    ) -> None:
        """Drains a source until it ends; `tell` takes its reports, in this thread."""
        self._sign(clock())
        for item in source.frames(clock, stop):
            if isinstance(item, Frame):
                self.put(item)
            else:
                self._sign(item.t, well=item.health == "ok")
                tell(item)
        with self._changed:
            # What has ended doesn't hang.
            self._heard = None

    def put(self, frame: Frame) -> None:
        """Replaces the frame."""
        self._sign(frame.t, frame=frame)

    def _sign(self, t: float, *, well: bool = True, frame: Frame | None = None) -> None:
        with self._changed:
            self._heard, self._well = t, well
            self._frame = frame or self._frame
            self._changed.notify_all()

    def wait(self, after: int, timeout: float) -> Frame | None:
        """The newest frame as soon as its number is above `after`; None if none comes in time.

        Args:
            after: number of the frame seen last, -1 for none.
            timeout: in seconds.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._frame is not None and self._frame.number > after, timeout)
            return self._frame if self._frame is not None and self._frame.number > after else None

    def watch(self, now: float) -> SourceReport | None:
        """Whether the camera hangs in the middle of a read, which it can't say itself.

        Call it now and then from any thread but the draining one.

        Args:
            now: seconds from the start of the session.

        Returns:
            A report when it begins to hang and another when it goes on; None while nothing changes.
        """
        with self._changed:
            if self._heard is None:
                return None
            # A game that has just begun puts the clock to zero.
            self._heard = min(self._heard, now)
            # A source that said itself that something is wrong is quiet until that changes.
            hung = self._well and now - self._heard >= self._hung_after
            if hung == self._hung:
                return None
            self._hung = hung
            if not hung:
                return SourceReport(now, self._source, "ok") if self._well else None
        text = sentence(
            "The camera has stopped answering: unplug it and plug it in again; if that doesn't help, "
            "start again."
        )
        return SourceReport(now, self._source, "fault", text)
