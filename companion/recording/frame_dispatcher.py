"""Shows frames to watchers, in the same way while a recording is written and when it is replayed."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from companion.observations import Emit, InputRefused, Observation, SourceReport
from companion.perception.camera_watch import HealthMerger, Watcher
from companion.sources.camera import Frame

_LOG = logging.getLogger(__name__)


class FrameDispatcher:
    """Shows every frame to every watcher in turn; one's observations are emitted before the next one's
    turn."""

    def __init__(self, watchers: Sequence[Watcher], emit: Emit) -> None:
        """Set the watchers, and the receiver of their observations."""
        self._watchers, self._emit = tuple(watchers), emit
        self._healths = HealthMerger()

    def dispatch(self, frame: Frame) -> Iterator[SourceReport]:
        """Show a frame, and yield the changed reports of the watchers, which aren't emitted yet.

        Observations that the table refuses are skipped: in a replay nobody would see them again.
        """
        for number, watcher in enumerate(self._watchers):
            for seen in _process_frame(watcher, frame):
                if isinstance(seen, SourceReport):
                    yield self._healths.merge(number, seen)
                    continue
                try:
                    self._emit(seen)
                except InputRefused as refusal:
                    _LOG.warning("the table refused an observation at %.3f s: %s", frame.t, refusal)


def _process_frame(watcher: Watcher, frame: Frame) -> Iterator[Observation]:
    """Yield a watcher's observations; after an exception it continues with the next frame."""
    try:
        yield from watcher.process(frame)
    except Exception:
        _LOG.exception("a watcher failed on the frame at %.3f s", frame.t)
