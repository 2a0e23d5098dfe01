"""Records a camera's frames and shows them to the other watchers exactly as recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from companion.observations import Emit, SourceReport
from companion.perception.camera_watch import Watcher
from companion.recording.frame_dispatcher import FrameDispatcher
from companion.recording.recorder import Recorder
from companion.recording.thinning import FrameThinning
from companion.sources.camera import Frame

MIN_FRAME_INTERVAL_S: Final = 0.2
"""The minimum time between two recorded frames of a live camera, in seconds."""


class RecordingWatcher:
    """A watcher that shows frames to others: each as it was written, with the time of its line."""

    every_s: float = MIN_FRAME_INTERVAL_S

    def __init__(self, recorder: Recorder, watchers: Callable[[], Sequence[Watcher]], emit: Emit) -> None:
        """Watch through one camera.

        Args:
            recorder: writes the frames.
            watchers: creates the watchers, new for each recording, so they have no earlier state.
            emit: receives their observations within the same passage of the turnstile.
        """
        self._recorder, self._watchers, self._emit = recorder, watchers, emit
        self._reset()

    def _reset(self) -> None:
        self._begun = self._recorder.recording_count
        self._showing = FrameDispatcher(self._watchers(), self._emit)
        self._thinning = FrameThinning()
        self._shown: Frame | None = None
        self._number = -1

    def process(self, frame: Frame) -> list[SourceReport]:
        """Record and show a frame if it is selected; emit the observations and return the watchers'
        reports."""
        with self._recorder.turnstile.pass_through() as t:
            if self._recorder.recording_count != self._begun:
                self._reset()
            if not self._thinning.should_keep(frame, t):
                return []
            shown = self._shown
            if shown is not None and self._number == frame.number:
                self._recorder.repeat_frame(t)
                self._shown = Frame(t, shown.image, shown.number)
            else:
                number = 0 if shown is None else shown.number + 1
                self._shown = Frame(t, self._recorder.write_frame(t, frame.image), number)
            self._number = frame.number
            return list(self._showing.dispatch(self._shown))
