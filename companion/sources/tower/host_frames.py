"""Frames from the host to the dice tower: one frozen dataclass for each kind.

`firmware/PROTOCOL.md` defines them. Each raises `ProtocolError` for values that no frame may carry.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.sources.tower.line import (
    MAX_LINE_BYTES,
    PROTOCOL_VERSION,
    Flaw,
    LineFrame,
    check,
    check_count,
    check_identity,
    check_program,
    parse_number,
)


@dataclass(frozen=True)
class Hi(LineFrame):
    """Handshake of the host; its form is the same in every version of the protocol.

    Attributes:
        protocol: the host's protocol version.
        program: name and version of the host's program, `name/version`.
    """

    protocol: int
    program: str
    KIND: ClassVar[str] = "hi"

    def __post_init__(self) -> None:
        check(1 <= self.protocol <= 255, f"no protocol has the version {self.protocol}")
        check_program(self.program)

    def words(self) -> tuple[str, ...]:
        return str(self.protocol), self.program

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Hi:
        """Parse the fields; further fields of a later version are ignored."""
        check(len(words) >= 2, "a hi without version and program", Flaw.FORM)
        protocol = parse_number(words[0])
        if protocol == PROTOCOL_VERSION:
            check_count(words, 2)
        return cls(protocol, words[1])


@dataclass(frozen=True)
class Ack(LineFrame):
    """Acknowledgement: the host has the roll on disk, and the tower may delete it.

    Attributes:
        unit, number: the roll's identity, as in `TowerRoll`.
    """

    unit: str
    number: int
    KIND: ClassVar[str] = "ack"

    def __post_init__(self) -> None:
        check_identity(self.unit, self.number)

    def words(self) -> tuple[str, ...]:
        return self.unit, str(self.number)

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Ack:
        """Parse the fields."""
        check_count(words, 2)
        return cls(words[0], parse_number(words[1]))


@dataclass(frozen=True)
class Ping(LineFrame):
    """Keep-alive of the host; the tower answers with a `Beat`."""

    KIND: ClassVar[str] = "ping"

    def words(self) -> tuple[str, ...]:
        return ()

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Ping:
        """Check that there are no fields."""
        check_count(words, 0)
        return cls()


@dataclass(frozen=True)
class Bye(LineFrame):
    """The host stops: the tower counts no throws until the next `Hi`."""

    KIND: ClassVar[str] = "bye"

    def words(self) -> tuple[str, ...]:
        return ()

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Bye:
        """Check that there are no fields."""
        check_count(words, 0)
        return cls()


@dataclass(frozen=True)
class Do(LineFrame):
    """A command of the host, resent with the same number until `Ok` or `Err` answers it.

    Attributes:
        number: sequence number, 1 to 65535, repeated by the answer.
        command: the command's words, e.g. `("calibrate", "face", "1", "6")`.
    """

    number: int
    command: tuple[str, ...]
    KIND: ClassVar[str] = "do"

    def __post_init__(self) -> None:
        check(1 <= self.number <= 65535, f"a command's number is 1 to 65535, not {self.number}")
        check(len(self.command) > 0, "a command without words", Flaw.FORM)
        words = all(re.fullmatch(r"[!-#%-)+-~]+", word) for word in self.command)
        check(words, "a command is printable words", Flaw.FORM)
        check(len(self.to_bytes()) <= MAX_LINE_BYTES, "a command longer than a line", Flaw.LONG)

    def words(self) -> tuple[str, ...]:
        return str(self.number), *self.command

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Do:
        """Parse the fields."""
        check(len(words) >= 2, "a command without number and words", Flaw.FORM)
        return cls(parse_number(words[0]), tuple(words[1:]))


HostFrame = Hi | Ack | Ping | Bye | Do
