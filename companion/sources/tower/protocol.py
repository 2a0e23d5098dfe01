"""The codec of the dice tower's protocol: bytes of a line to a frame of either end, and back.

`firmware/PROTOCOL.md` is the definition. Every frame has exactly one spelling: what decodes encodes
to the same bytes again, and any other spelling is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from companion.sources.tower.host_frames import Ack, Bye, Do, Hi, HostFrame, Ping
from companion.sources.tower.line import Flaw, ProtocolError, unseal
from companion.sources.tower.tower_frames import Beat, Err, Hello, Ok, Raw, TowerFrame, TowerRoll, What

F = TypeVar("F")

_HOST_FRAMES: Final[Mapping[str, Callable[[Sequence[str]], HostFrame]]] = {
    frame.KIND: frame.from_words for frame in (Hi, Ack, Ping, Bye, Do)
}
_TOWER_FRAMES: Final[Mapping[str, Callable[[Sequence[str]], TowerFrame]]] = {
    frame.KIND: frame.from_words for frame in (Hello, TowerRoll, Beat, Raw, Ok, Err, What)
}


def host_frame(line: bytes) -> HostFrame:
    """The frame in a line that the host sent.

    Raises:
        ProtocolError: it holds none.
    """
    return _frame(line, _HOST_FRAMES)


def tower_frame(line: bytes) -> TowerFrame:
    """The frame in a line that the tower sent.

    Raises:
        ProtocolError: it holds none.
    """
    return _frame(line, _TOWER_FRAMES)


def _frame(line: bytes, frames: Mapping[str, Callable[[Sequence[str]], F]]) -> F:
    kind, *words = unseal(line).split(" ")
    if kind not in frames:
        raise ProtocolError(Flaw.KIND, f"a frame of the unknown kind {kind!r}")
    if not all(words):
        raise ProtocolError(Flaw.FORM, "two spaces where one belongs")
    return frames[kind](words)
