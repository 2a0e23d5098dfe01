"""Pictures shown to watchers, alike while a recording is written and when it is replayed."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from companion.observations import Emit, InputRefused, Observation, SourceReport
from companion.perception.camera_watch import Healths, Watcher
from companion.sources.camera import Frame

_LOG = logging.getLogger(__name__)


class Showing:
    """Shows every frame to every watcher in turn; what one sees is told before the next one looks."""

    def __init__(self, watchers: Sequence[Watcher], emit: Emit) -> None:
        """Show to these watchers, and tell what they see."""
        self._watchers, self._emit = tuple(watchers), emit
        self._healths = Healths()

    def show(self, frame: Frame) -> Iterator[SourceReport]:
        """Show a frame. Gives how the watchers are doing, where that changed, still to be told.

        What the table can't take is passed over: in a replay nobody would see it again.
        """
        for number, watcher in enumerate(self._watchers):
            for seen in _seen(watcher, frame):
                if isinstance(seen, SourceReport):
                    yield self._healths.worst(number, seen)
                    continue
                try:
                    self._emit(seen)
                except InputRefused as refusal:
                    _LOG.warning("the table refused what was seen at %.3f s: %s", frame.t, refusal)


def _seen(watcher: Watcher, frame: Frame) -> Iterator[Observation]:
    """What a watcher sees; one that fails over a frame has seen no more in it, and looks on at the next."""
    try:
        yield from watcher.take(frame)
    except Exception:
        _LOG.exception("who watches failed over the frame of %.3f s", frame.t)
