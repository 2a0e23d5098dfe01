"""Whether SQLite's write-ahead log is whole; it is read here, never written.

SQLite takes such a log for what it holds up to the first frame that doesn't fit, and overwrites the
rest. After a power cut that is right: what follows was never acknowledged. Where a bit has rotted it
drops silently what was acknowledged; therefore a log is looked at before SQLite opens it.

The format is documented at https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

import struct
from typing import Final

_HEADER: Final = struct.Struct(">8I")
_FRAME: Final = struct.Struct(">6I")
_MAGIC_LITTLE: Final = 0x377F0682
_MAGIC_BIG: Final = 0x377F0683
_WORD: Final = 0xFFFFFFFF


def is_whole(log: bytes) -> bool:
    """Whether every frame of the log's present generation follows from the one before.

    A log is used again from its start, with new salts; frames of earlier generations may trail.

    Args:
        log: all bytes of a `-wal` file; none is a whole log.
    """
    if not log:
        return True
    if len(log) < _HEADER.size:
        return False
    magic, _, page_size, _, salt1, salt2, *expected = _HEADER.unpack_from(log)
    if magic not in (_MAGIC_LITTLE, _MAGIC_BIG) or not 512 <= page_size <= 65536:
        return False
    order = "<" if magic == _MAGIC_LITTLE else ">"
    sums = _checksum(log[: _HEADER.size - 8], (0, 0), order)
    if sums != tuple(expected):
        return False
    size = _FRAME.size + page_size
    follows = True
    for start in range(_HEADER.size, len(log), size):
        frame = log[start : start + size]
        if len(frame) < _FRAME.size:
            return True  # too short to have been more than begun
        _, _, frame_salt1, frame_salt2, *expected = _FRAME.unpack_from(frame)
        if follows and (frame_salt1, frame_salt2) == (salt1, salt2) and len(frame) == size:
            sums = _checksum(frame[:8] + frame[_FRAME.size :], sums, order)
            follows = sums == tuple(expected)
            if not follows:
                return False
        elif frame_salt1 == salt1 or frame_salt2 == salt2:
            return False
        else:
            follows = False
    return True


def _checksum(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = sums
    for even, odd in struct.iter_unpack(f"{order}2I", data):
        first = (first + even + second) & _WORD
        second = (second + odd + first) & _WORD
    return first, second
