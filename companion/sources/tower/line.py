"""Line layer of the dice tower's protocol: framing, checksum and resynchronisation.

A line is `$body*CRC` and a line feed, all printable ASCII (`firmware/PROTOCOL.md`). Pure: no clock, no
transport, no threads.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Annotated, Any, ClassVar, Final, Generic, Self, TypeVar, get_origin, get_type_hints

from companion.errors import CompanionError

PROTOCOL_VERSION: Final = 1
"""The protocol version that this module implements."""

MAX_LINE_BYTES: Final = 96
"""Longest line in bytes, from `$` to the line feed inclusive."""

MAX_ROLL_NUMBER: Final = 2**32 - 1
"""Highest sequence number of a roll."""

F = TypeVar("F")


class Flaw(StrEnum):
    """The reason that a line is rejected."""

    FORM = "form"
    """Not `$body*CRC`, or with missing, extra or malformed fields."""
    CRC = "crc"
    """The checksum doesn't match: the line was damaged in transfer."""
    KIND = "kind"
    """A frame that is unknown to this end, or that only this end may send."""
    VALUE = "value"
    """A number out of its range."""
    LONG = "long"
    """Longer than `MAX_LINE_BYTES`."""
    CUT = "cut"
    """A new line started before this one ended."""
    TEXT = "text"
    """Bytes outside any frame: a boot loader's text, or another program's output."""


class ProtocolError(CompanionError, ValueError):
    """A line that is not a frame of this protocol.

    Attributes:
        flaw: the reason, as the protocol names it.
    """

    def __init__(self, flaw: Flaw, text: str) -> None:
        super().__init__(f"{text}: drop the line, important frames are sent again")
        self.flaw = flaw


def crc(body: str) -> int:
    """Return the CRC-16/CCITT-FALSE of a body: polynomial 0x1021, start 0xFFFF, not reflected."""
    return binascii.crc_hqx(body.encode("ascii"), 0xFFFF)


def encode_line(body: str) -> bytes:
    """Encode a body as a line: `$`, body, `*`, four upper-case hexadecimal digits, line feed."""
    return f"${body}*{crc(body):04X}\n".encode("ascii")


def decode_line(line: bytes) -> str:
    """Verify a line (with or without its line end), and return its body.

    Raises:
        ProtocolError: the line is malformed, or its checksum is wrong.
    """
    stripped = line.removesuffix(b"\n").removesuffix(b"\r")
    if len(stripped) >= MAX_LINE_BYTES:
        raise ProtocolError(Flaw.LONG, f"a line of {len(stripped) + 1} bytes, {MAX_LINE_BYTES} are allowed")
    match = re.fullmatch(rb"\$([ -#%-)+-~]+)\*([0-9A-F]{4})", stripped)
    if match is None:
        raise ProtocolError(Flaw.FORM, "a line that isn't a frame")
    body = match[1].decode("ascii")
    if int(match[2], 16) != crc(body):
        raise ProtocolError(Flaw.CRC, "a line with a wrong checksum")
    return body


def check(condition: bool, message: str, flaw: Flaw = Flaw.VALUE) -> None:
    """Raise `ProtocolError` unless the condition holds."""
    if not condition:
        raise ProtocolError(flaw, message)


def parse_number(word: str) -> int:
    """Parse a decimal number of at most ten digits, without sign or leading zeros."""
    fits = re.fullmatch(r"0|[1-9][0-9]{0,9}", word) is not None
    check(fits, f"{word!r} is no number", Flaw.FORM)
    return int(word)


@dataclass(frozen=True)
class Spelling:
    """The spelling of a frame's field in a line, and the values that it may have.

    Attributes:
        parse: converts a word to a value, or raises `ProtocolError`.
        is_valid: returns whether a frame may carry a value.
        format: converts a value to its word.
        flaw: of an invalid value.
        count: number of words; None: all that are left, at least one. Unless it is 1, the field is a tuple.
    """

    parse: Callable[[str], Any]
    is_valid: Callable[[Any], bool]
    format: Callable[[Any], str] = str
    flaw: Flaw = Flaw.VALUE
    count: int | None = 1


def number(low: int, high: int, count: int | None = 1) -> Spelling:
    """Spell a number in a range."""
    return Spelling(parse_number, lambda value: low <= value <= high, count=count)


def text(pattern: str, flaw: Flaw = Flaw.VALUE, count: int | None = 1) -> Spelling:
    """Spell a word that matches a regular expression."""
    return Spelling(str, lambda value: re.fullmatch(pattern, value) is not None, flaw=flaw, count=count)


def choice(words: Mapping[Any, str]) -> Spelling:
    """Spell one of some values by its word."""
    values = {word: value for value, word in words.items()}

    def parse(word: str) -> Any:
        check(word in values, f"{word!r} is none of {', '.join(values)}", Flaw.FORM)
        return values[word]

    return Spelling(parse, words.__contains__, words.__getitem__)


def member(kinds: type[StrEnum]) -> Spelling:
    """Spell a member of an enumeration by its value."""
    return choice({kind: str(kind) for kind in kinds})


class LineFrame:
    """Base of all frames: a kind (the first word of the body), and fields annotated with their spellings.

    Creating one raises `ProtocolError` for values that no frame may carry.
    """

    KIND: ClassVar[str]
    _spellings: ClassVar[dict[str, Spelling]]

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        cls._spellings = {
            name: hint.__metadata__[0] for name, hint in hints.items() if get_origin(hint) is Annotated
        }

    def __post_init__(self) -> None:
        for name, spelling in self._spellings.items():
            for value in self._values(name, spelling):
                check(spelling.is_valid(value), f"the {name} can't be {value!r}", spelling.flaw)

    def _values(self, name: str, spelling: Spelling) -> tuple[Any, ...]:
        value = getattr(self, name)
        return (value,) if spelling.count == 1 else value

    def words(self) -> list[str]:
        """Return the encoded fields after the kind."""
        return [
            spelling.format(value)
            for name, spelling in self._spellings.items()
            for value in self._values(name, spelling)
        ]

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Self:
        """Parse the fields."""
        spellings = cls._spellings.values()
        least = sum(spelling.count or 1 for spelling in spellings)
        is_open = any(spelling.count is None for spelling in spellings)
        fits = len(words) >= least if is_open else len(words) == least
        check(fits, f"{len(words)} fields where there are {least}", Flaw.FORM)
        left, fields = iter(words), []
        for spelling in spellings:
            values = tuple(spelling.parse(word) for word in islice(left, spelling.count))
            fields.append(values[0] if spelling.count == 1 else values)
        return cls(*fields)

    def to_bytes(self) -> bytes:
        """Encode the frame as a line, line feed included."""
        return encode_line(" ".join((self.KIND, *self.words())))


@dataclass(frozen=True)
class Loss:
    """Bytes that were no frame; everything up to the next valid frame counts as the same loss.

    Attributes:
        flaw: the first flaw.
        text: the first invalid bytes, printable, for a log.
    """

    flaw: Flaw
    text: str


class Decoder(Generic[F]):
    """Streaming decoder: finds frames in bytes split anywhere, and resynchronises at the next line.

    It buffers at most `MAX_LINE_BYTES` bytes.
    """

    def __init__(self, parse: Callable[[bytes], F]) -> None:
        """Create a decoder; `parse` converts one whole line to a frame or raises `ProtocolError`."""
        self._parse = parse
        self._line: bytearray | None = None  # None: outside of a frame
        self._in_loss = False
        self.losses = 0

    @property
    def buffered_byte_count(self) -> int:
        """Number of buffered bytes of an incomplete frame."""
        return len(self._line or b"")

    def reset(self) -> None:
        """Discard an incomplete line, after a connection was reopened."""
        self._line = None
        self._in_loss = False

    def feed(self, data: bytes) -> list[F | Loss]:
        """Decode bytes; return the completed frames, and one `Loss` for each stretch without a frame."""
        found: list[F | Loss] = []
        for byte in data:
            if byte == ord("$"):
                if self._line is not None:
                    self._record_loss(Flaw.CUT, self._line, found)
                self._line = bytearray(b"$")
            elif self._line is None:
                if byte not in b"\r\n":
                    self._record_loss(Flaw.TEXT, bytes([byte]), found)
            elif byte == ord("\n"):
                self._end_line(bytes(self._line), found)
            else:
                self._line.append(byte)
                if len(self._line) >= MAX_LINE_BYTES:
                    self._record_loss(Flaw.LONG, self._line, found)
                    self._line = None
        return found

    def _end_line(self, line: bytes, found: list[F | Loss]) -> None:
        self._line = None
        try:
            frame = self._parse(line)
        except ProtocolError as error:
            self._record_loss(error.flaw, line, found)
        else:
            self._in_loss = False
            found.append(frame)

    def _record_loss(self, flaw: Flaw, what: bytes | bytearray, found: list[F | Loss]) -> None:
        if self._in_loss:
            return
        self._in_loss = True
        self.losses += 1
        found.append(Loss(flaw, what.decode("ascii", "backslashreplace")))
