"""Who looks through a camera while its frames are recorded: the others see what the recording keeps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from companion.observations import Emit, SourceReport
from companion.perception.camera_watch import Watcher
from companion.recording.recorder import Recorder
from companion.recording.showing import Showing
from companion.recording.thinning import Thinning
from companion.sources.camera import Frame

EVERY_S: Final = 0.2
"""The least time between two frames of a live camera that are kept, in seconds."""


class RecordedWatch:
    """A watcher that shows frames to others: each as it was written, at the time that its line bears."""

    every_s: float = EVERY_S

    def __init__(self, recorder: Recorder, watchers: Callable[[], Sequence[Watcher]], emit: Emit) -> None:
        """Watch through one camera.

        Args:
            recorder: writes.
            watchers: makes those who look; anew for each recording, which knows nothing from before.
            emit: takes what they see, in the passage in which they see it.
        """
        self._recorder, self._watchers, self._emit = recorder, watchers, emit
        self._begin()

    def _begin(self) -> None:
        self._begun = self._recorder.begun
        self._showing = Showing(self._watchers(), self._emit)
        self._thinning = Thinning()
        self._shown: Frame | None = None
        self._number = -1

    def take(self, frame: Frame) -> list[SourceReport]:
        """Show a frame, if it is kept; what is seen is told at once, how the watchers do is given back."""
        with self._recorder.turnstile.passing() as t:
            if self._recorder.begun != self._begun:
                self._begin()
            if not self._thinning.keeps(frame, t):
                return []
            shown = self._shown
            if shown is not None and self._number == frame.number:
                self._recorder.frame_again(t)
                self._shown = Frame(t, shown.image, shown.number)
            else:
                number = 0 if shown is None else shown.number + 1
                self._shown = Frame(t, self._recorder.frame(t, frame.image), number)
            self._number = frame.number
            return list(self._showing.show(self._shown))
