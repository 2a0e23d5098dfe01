"""Pictures shown to watchers, alike while a recording is written and when it is replayed."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from companion.observations import Emit, InputRefused
from companion.sources.camera import Frame
from companion.table.camera_watch import Watcher

_LOG = logging.getLogger(__name__)


def show(frame: Frame, watchers: Sequence[Watcher], emit: Emit) -> None:
    """Show a frame to every watcher in turn, and tell what each sees before the next one looks.

    What the table can't take is passed over: in a replay nobody would see it again.
    """
    for watcher in watchers:
        for seen in watcher.take(frame):
            try:
                emit(seen)
            except InputRefused as refusal:
                _LOG.warning("the table refused what was seen at %.3f s: %s", frame.t, refusal)
