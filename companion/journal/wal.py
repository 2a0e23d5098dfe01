"""SQLite's write-ahead log: check that it is complete, and apply it to a copy. It is never written here.

SQLite reads such a log up to the first invalid frame, and overwrites the rest. That is right if a process was
killed while writing: the rest was never acknowledged. If a bit has rotted, it silently drops acknowledged
entries. Therefore the log is checked before SQLite opens it.

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
    """Return whether the log holds everything that was acknowledged in its current generation.

    A log is reused from its start, as a new generation that increments its first salt and randomizes its
    second; frames of earlier generations may follow. Only the last frame of a transaction contains the size
    of the database. An invalid frame without that size, with no frame of its generation after it, was still
    being written.

    Args:
        log: all bytes of a `-wal` file; an empty log is whole.
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


def apply_log(database: bytes, log: bytes) -> bytes:
    """Return a database with all complete transactions of its log applied, as SQLite would.

    Args:
        database: all bytes of a database; empty if its first pages are only in the log.
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
