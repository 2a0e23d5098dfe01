"""Lines of the dice tower's protocol, whatever they say: framing, check sum, resynchronisation.

A line is `$body*CRC` and a line feed, printable ASCII throughout (`firmware/PROTOCOL.md`). Pure: no
clock, no transport, no threads.
"""

from __future__ import annotations

import binascii
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final, Generic, TypeVar

from companion.errors import CompanionError

PROTOCOL: Final = 1
"""The version of the protocol spoken here."""

MAX_LINE: Final = 96
"""Longest line in bytes, from `$` to the line feed, both counted."""

MAX_NUMBER: Final = 2**32 - 1
"""Highest number of a roll."""

F = TypeVar("F")


class Flaw(StrEnum):
    """Why a line is refused."""

    FORM = "form"
    """Not `$body*CRC`, or a field too many, too few or misspelt."""
    CRC = "crc"
    """The check sum is another: the line was damaged on its way."""
    KIND = "kind"
    """A frame this end does not know, or one that only this end may send."""
    VALUE = "value"
    """A number out of its range."""
    LONG = "long"
    """Longer than `MAX_LINE`."""
    CUT = "cut"
    """A new line began before this one ended."""
    TEXT = "text"
    """Not a frame at all: a boot loader's text, another program's chatter."""


class ProtocolError(CompanionError, ValueError):
    """A line that is not a frame of this protocol.

    Attributes:
        flaw: what is wrong with it, as the protocol names it.
    """

    def __init__(self, flaw: Flaw, text: str) -> None:
        super().__init__(f"{text}: drop the line, what matters is sent again")
        self.flaw = flaw


def crc(body: str) -> int:
    """CRC-16/CCITT-FALSE of the body: polynomial 0x1021, start 0xFFFF, not reflected."""
    return binascii.crc_hqx(body.encode("ascii"), 0xFFFF)


def seal(body: str) -> bytes:
    """The line that carries a body: `$`, body, `*`, four upper-case hexadecimal digits, line feed."""
    return f"${body}*{crc(body):04X}\n".encode("ascii")


def unseal(line: bytes) -> str:
    """The body of a line (with or without its line end), its check sum verified.

    Raises:
        ProtocolError: the line has no such form, or its check sum is wrong.
    """
    stripped = line.removesuffix(b"\n").removesuffix(b"\r")
    if len(stripped) >= MAX_LINE:
        raise ProtocolError(Flaw.LONG, f"a line of {len(stripped) + 1} bytes, {MAX_LINE} are allowed")
    match = re.fullmatch(rb"\$([ -#%-)+-~]+)\*([0-9A-F]{4})", stripped)
    if match is None:
        raise ProtocolError(Flaw.FORM, "a line that isn't a frame")
    body = match[1].decode("ascii")
    if int(match[2], 16) != crc(body):
        raise ProtocolError(Flaw.CRC, "a line whose check sum is wrong")
    return body


class LineFrame(ABC):
    """What all frames share: a kind (the first word of the body) and one spelling."""

    KIND: ClassVar[str]

    @abstractmethod
    def words(self) -> tuple[str, ...]:
        """The fields behind the kind, as they are spelt."""

    def to_bytes(self) -> bytes:
        """The whole line, line feed included."""
        return seal(" ".join((self.KIND, *self.words())))


def check(right: bool, what: str, flaw: Flaw = Flaw.VALUE) -> None:
    """Raise `ProtocolError` unless all is right."""
    if not right:
        raise ProtocolError(flaw, what)


def expect_count(words: Sequence[str], count: int) -> None:
    """Raise `ProtocolError` unless there are so many fields."""
    check(len(words) == count, f"{len(words)} fields where there are {count}", Flaw.FORM)


def as_number(word: str) -> int:
    """A decimal number of at most ten digits, without sign and leading zeros."""
    fits = re.fullmatch(r"0|[1-9][0-9]{0,9}", word) is not None
    check(fits, f"{word!r} is no number", Flaw.FORM)
    return int(word)


def check_identity(unit: str, number: int) -> None:
    """Refuse what can't be the identity of a roll."""
    fits = re.fullmatch(r"[0-9a-f]{8}", unit) is not None
    check(fits, f"a tower's id is 8 hexadecimal digits, not {unit!r}")
    check(1 <= number <= MAX_NUMBER, f"a roll's number is 1 to {MAX_NUMBER}, not {number}")


def check_program(program: str) -> None:
    """Refuse what isn't the `name/version` of a program."""
    fits = re.fullmatch(r"[A-Za-z0-9._-]{1,24}/[A-Za-z0-9._-]{1,12}", program) is not None
    check(fits, f"{program!r} is no name/version", Flaw.FORM)


@dataclass(frozen=True)
class Loss:
    """Bytes that were no frame; everything up to the next good frame counts as the same loss.

    Attributes:
        flaw: what was wrong first.
        text: the first of it, printable, for a log.
    """

    flaw: Flaw
    text: str


class Decoder(Generic[F]):
    """Finds frames in a stream of bytes, however it is cut, and starts afresh at the next line.

    Holds at most `MAX_LINE` bytes.
    """

    def __init__(self, parse: Callable[[bytes], F]) -> None:
        """Take `parse`: it turns one whole line into a frame or raises `ProtocolError`."""
        self._parse = parse
        self._line: bytearray | None = None  # None: outside of a frame
        self._losing = False
        self.losses = 0

    @property
    def held(self) -> int:
        """Bytes held of a frame that has not ended yet."""
        return len(self._line or b"")

    def reset(self) -> None:
        """Forget a half line, as after a connection was opened anew."""
        self._line = None
        self._losing = False

    def feed(self, data: bytes) -> list[F | Loss]:
        """The frames that these bytes complete, and one `Loss` for each stretch that was no frame."""
        found: list[F | Loss] = []
        for byte in data:
            if byte == ord("$"):
                if self._line is not None:
                    self._lose(Flaw.CUT, self._line, found)
                self._line = bytearray(b"$")
            elif self._line is None:
                if byte not in b"\r\n":
                    self._lose(Flaw.TEXT, bytes([byte]), found)
            elif byte == ord("\n"):
                self._end(bytes(self._line), found)
            else:
                self._line.append(byte)
                if len(self._line) >= MAX_LINE:
                    self._lose(Flaw.LONG, self._line, found)
                    self._line = None
        return found

    def _end(self, line: bytes, found: list[F | Loss]) -> None:
        self._line = None
        try:
            frame = self._parse(line)
        except ProtocolError as error:
            self._lose(error.flaw, line, found)
        else:
            self._losing = False
            found.append(frame)

    def _lose(self, flaw: Flaw, what: bytes | bytearray, found: list[F | Loss]) -> None:
        if self._losing:
            return
        self._losing = True
        self.losses += 1
        found.append(Loss(flaw, what.decode("ascii", "backslashreplace")))
