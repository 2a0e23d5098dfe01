"""SQLite's write-ahead log: whether it is whole, and what it adds; it is read here, never written.

SQLite takes such a log for what it holds up to the first frame that doesn't fit, and overwrites the
rest. Where a process was killed in the middle of writing that is right: what follows was never
acknowledged. Where a bit has rotted it silently drops what was acknowledged; therefore a log is looked
at before SQLite opens it.

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
    """Whether the log holds all that was ever acknowledged in its present generation.

    A log is used again from its start, as a new generation that counts its first salt up and rolls its
    second; frames of earlier ones may trail. The last frame of a transaction, and only that, tells the
    size of the database: a frame that doesn't fit and is no such frame, with none of its generation
    after it, was still being written.

    Args:
        log: all bytes of a `-wal` file; none is a whole log.
    """
    if not log:
        return True
    if len(log) < _HEADER.size:
        return False
    magic, _, page_size, generation, *salts, sum1, sum2 = _HEADER.unpack_from(log)
    if magic not in (_MAGIC_LITTLE, _MAGIC_BIG) or not 512 <= page_size <= 65536:
        return False
    order = "<" if magic == _MAGIC_LITTLE else ">"
    sums = _checksum(log[: _HEADER.size - 8], (0, 0), order)
    if sums != (sum1, sum2):
        return False
    fits = True
    for start in range(_HEADER.size, len(log), _FRAME.size + page_size):
        header = log[start : start + _FRAME.size]
        page = log[start + _FRAME.size : start + _FRAME.size + page_size]
        if not page:
            return True  # a frame's header is written before its page
        page_number, database_size, *frame_salts, sum1, sum2 = _FRAME.unpack(header)
        if fits and frame_salts == salts:
            sums = _checksum(header[:8] + page, sums, order) if len(page) == page_size else (-1, -1)
            fits = sums == (sum1, sum2)
            if not fits and database_size:
                return False
            continue
        age = (salts[0] - frame_salts[0]) & _WORD
        if not (page_number and 1 <= age <= generation and frame_salts[1] != salts[1]):
            return False
        fits = False
    return True


def applied(database: bytes, log: bytes) -> bytes:
    """A database with all that its log's whole transactions wrote carried over, as SQLite would.

    Args:
        database: all bytes of a database; none where its first pages stand in the log alone.
        log: all bytes of its `-wal` file.
    """
    if len(log) < _HEADER.size:
        return database
    magic, _, page_size, _, *salts, sum1, sum2 = _HEADER.unpack_from(log)
    order = "<" if magic == _MAGIC_LITTLE else ">"
    sums = _checksum(log[: _HEADER.size - 8], (0, 0), order)
    if magic not in (_MAGIC_LITTLE, _MAGIC_BIG) or sums != (sum1, sum2):
        return database
    made = bytearray(database)
    begun: dict[int, bytes] = {}
    for start in range(_HEADER.size, len(log), _FRAME.size + page_size):
        header = log[start : start + _FRAME.size]
        page = log[start + _FRAME.size : start + _FRAME.size + page_size]
        if len(page) < page_size:
            break
        number, pages, *frame_salts, sum1, sum2 = _FRAME.unpack(header)
        sums = _checksum(header[:8] + page, sums, order)
        if frame_salts != salts or sums != (sum1, sum2):
            break
        begun[number] = page
        if pages:
            made = made[: pages * page_size].ljust(pages * page_size, b"\0")
            for at, written in begun.items():
                made[(at - 1) * page_size : at * page_size] = written
            begun = {}
    return bytes(made)


def _checksum(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = sums
    for even, odd in struct.iter_unpack(f"{order}2I", data):
        first = (first + even + second) & _WORD
        second = (second + odd + first) & _WORD
    return first, second
