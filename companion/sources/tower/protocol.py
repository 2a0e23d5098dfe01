"""Parsers of the dice tower's protocol: the bytes of a line to a frame of host or tower.

`firmware/PROTOCOL.md` is the definition. Every frame has exactly one spelling: a decoded frame encodes to
the same bytes again, and any other spelling is rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from companion.sources.tower.host_frames import Ack, Bye, Do, Hi, HostFrame, Ping
from companion.sources.tower.line import Flaw, ProtocolError, decode_line
from companion.sources.tower.tower_frames import Beat, Err, Hello, Ok, Raw, TowerFrame, TowerRoll, What

F = TypeVar("F")

_HOST_FRAMES: Final[Mapping[str, Callable[[Sequence[str]], HostFrame]]] = {
    frame.KIND: frame.from_words for frame in (Hi, Ack, Ping, Bye, Do)
}
_TOWER_FRAMES: Final[Mapping[str, Callable[[Sequence[str]], TowerFrame]]] = {
    frame.KIND: frame.from_words for frame in (Hello, TowerRoll, Beat, Raw, Ok, Err, What)
}


def parse_host_frame(line: bytes) -> HostFrame:
    """Parse a line from the host.

    Raises:
        ProtocolError: the line is no valid frame.
    """
    return _parse_frame(line, _HOST_FRAMES)


def parse_tower_frame(line: bytes) -> TowerFrame:
    """Parse a line from the tower.

    Raises:
        ProtocolError: the line is no valid frame.
    """
    return _parse_frame(line, _TOWER_FRAMES)


def _parse_frame(line: bytes, frames: Mapping[str, Callable[[Sequence[str]], F]]) -> F:
    kind, *words = decode_line(line).split(" ")
    if kind not in frames:
        raise ProtocolError(Flaw.KIND, f"a frame of the unknown kind {kind!r}")
    if not all(words):
        raise ProtocolError(Flaw.FORM, "two spaces where one belongs")
    return frames[kind](words)
