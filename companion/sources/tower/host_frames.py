"""What the host says to the dice tower: one frozen dataclass for each kind of frame.

`firmware/PROTOCOL.md` defines them. Each refuses, with `ProtocolError`, values no frame may carry.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.sources.tower.line import (
    MAX_LINE,
    PROTOCOL,
    Flaw,
    LineFrame,
    as_number,
    check,
    check_identity,
    check_program,
    expect_count,
)


@dataclass(frozen=True)
class Hi(LineFrame):
    """The host asks who is there; its form is the same in every version of the protocol.

    Attributes:
        protocol: the version the host speaks.
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
        """Read the fields; what a later version may have added behind them does not matter here."""
        check(len(words) >= 2, "a hi without version and program", Flaw.FORM)
        protocol = as_number(words[0])
        if protocol == PROTOCOL:
            expect_count(words, 2)
        return cls(protocol, words[1])


@dataclass(frozen=True)
class Ack(LineFrame):
    """The host has the roll on disk: the tower may forget it.

    Attributes:
        unit, number: the roll's identity, as in `Roll`.
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
        """Read the fields."""
        expect_count(words, 2)
        return cls(words[0], as_number(words[1]))


@dataclass(frozen=True)
class Ping(LineFrame):
    """The host is there and listens; the tower answers with a `Beat`."""

    KIND: ClassVar[str] = "ping"

    def words(self) -> tuple[str, ...]:
        return ()

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Ping:
        """Read the fields: there are none."""
        expect_count(words, 0)
        return cls()


@dataclass(frozen=True)
class Bye(LineFrame):
    """The host stops: throws are no longer counted until the next `Hi`."""

    KIND: ClassVar[str] = "bye"

    def words(self) -> tuple[str, ...]:
        return ()

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Bye:
        """Read the fields: there are none."""
        expect_count(words, 0)
        return cls()


@dataclass(frozen=True)
class Do(LineFrame):
    """A command of the host, resent with the same number until `Ok` or `Err` answers it.

    Attributes:
        number: 1 to 65535; the answer repeats it.
        command: its words, e.g. `("calibrate", "face", "1", "6")`.
    """

    number: int
    command: tuple[str, ...]
    KIND: ClassVar[str] = "do"

    def __post_init__(self) -> None:
        check(1 <= self.number <= 65535, f"a command's number is 1 to 65535, not {self.number}")
        check(len(self.command) > 0, "a command without words", Flaw.FORM)
        words = all(re.fullmatch(r"[!-#%-)+-~]+", word) for word in self.command)
        check(words, "a command is printable words", Flaw.FORM)
        check(len(self.to_bytes()) <= MAX_LINE, "a command longer than a line", Flaw.LONG)

    def words(self) -> tuple[str, ...]:
        return str(self.number), *self.command

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Do:
        """Read the fields."""
        check(len(words) >= 2, "a command without number and words", Flaw.FORM)
        return cls(as_number(words[0]), tuple(words[1:]))


HostFrame = Hi | Ack | Ping | Bye | Do
