"""Parsers of the dice tower's protocol: the bytes of a line to a frame of host or tower.

`firmware/PROTOCOL.md` is the definition. Every frame has exactly one spelling: a decoded frame encodes to
the same bytes again, and any other spelling is rejected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final, TypeVar

from companion.sources.tower.line import (
    MAX_LINE_BYTES,
    PROTOCOL_VERSION,
    Flaw,
    LineFrame,
    ProtocolError,
    check,
    check_count,
    check_identity,
    check_program,
    decode_line,
    parse_number,
)

# Frames from the dice tower to its host: one frozen dataclass for each kind.
#
# `firmware/PROTOCOL.md` defines them. Each raises `ProtocolError` for values that no frame may carry.


FIRMWARE: Final = "companion-tower"
"""The name before the slash in the firmware id of a dice tower of this project."""

MAX_RAW_VALUES: Final = 12
"""Largest number of raw readings in one line."""

MAX_AGE_MS: Final = 99_999_999
"""Highest age of a roll, in milliseconds; older rolls report this value."""

_BOOT = re.compile(r"[0-9a-f]{4}")


class Cause(StrEnum):
    """The cause of the board's start."""

    POWER = "power"
    RESET = "reset"
    BROWNOUT = "brownout"
    WATCHDOG = "watchdog"


@dataclass(frozen=True)
class Hello(LineFrame):
    """The tower identifies itself: repeatedly from boot until the host's `Hi`, and in answer to each `Hi`.

    Attributes:
        firmware: `companion-tower/version`.
        unit: the tower's id, 8 hexadecimal digits; a new one if its memory was lost.
        boot: 4 hexadecimal digits that differ at each start of the board.
        cause: the cause of the start.
        met: this hello answers a `Hi`; else the tower has no host and asks for one.
    """

    firmware: str
    unit: str
    boot: str
    cause: Cause
    met: bool
    KIND: ClassVar[str] = "hello"

    def __post_init__(self) -> None:
        check_program(self.firmware)
        check_identity(self.unit, 1)
        check(_BOOT.fullmatch(self.boot) is not None, f"{self.boot!r} isn't 4 hexadecimal digits")

    def words(self) -> tuple[str, ...]:
        state = "met" if self.met else "alone"
        return str(PROTOCOL_VERSION), self.firmware, self.unit, self.boot, str(self.cause), state

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Hello | ForeignHello:
        """Parse the fields, as far as the protocol version in the first one allows."""
        check(len(words) >= 2, "a hello without version and firmware", Flaw.FORM)
        protocol = parse_number(words[0])
        if protocol != PROTOCOL_VERSION:
            return ForeignHello(protocol, words[1], tuple(words[2:]))
        check_count(words, 6)
        check(words[4] in set(Cause), f"{words[4]!r} is no cause of a start", Flaw.FORM)
        check(words[5] in ("alone", "met"), f"{words[5]!r} is neither alone nor met", Flaw.FORM)
        return cls(words[1], words[2], words[3], Cause(words[4]), words[5] == "met")


@dataclass(frozen=True)
class ForeignHello(LineFrame):
    """The hello of a tower with another protocol version; only version and firmware are parsed.

    Attributes:
        protocol: its version, different from ours.
        firmware: its `name/version`.
        rest: the remaining fields, unparsed.
    """

    protocol: int
    firmware: str
    rest: tuple[str, ...] = ()
    KIND: ClassVar[str] = "hello"

    def __post_init__(self) -> None:
        check(0 <= self.protocol <= 255 and self.protocol != PROTOCOL_VERSION, f"no strange {self.protocol}")
        check_program(self.firmware)

    def words(self) -> tuple[str, ...]:
        return str(self.protocol), self.firmware, *self.rest


@dataclass(frozen=True)
class TowerRoll(LineFrame):
    """Two dice came to rest; resent with the same identity until an `Ack` names it.

    Attributes:
        unit: the tower's id.
        number: sequence number 1, 2, 3 ... for the life of the unit, never reused: with `unit` the roll's
            identity.
        dice: top faces of the dice in pockets 1 and 2, each 1 to 6.
        quality: confidence in each face, in percent.
        age: milliseconds from the dice's rest to the transmission of this line.
        survived: the board has restarted since: `age` counts from that start, and the roll is at least
            that old.
    """

    unit: str
    number: int
    dice: tuple[int, int]
    quality: tuple[int, int]
    age: int
    survived: bool = False
    KIND: ClassVar[str] = "roll"

    def __post_init__(self) -> None:
        check_identity(self.unit, self.number)
        check(all(1 <= face <= 6 for face in self.dice), f"a die shows 1 to 6, not {self.dice}")
        check(all(0 <= q <= 100 for q in self.quality), f"quality is 0 to 100 percent, not {self.quality}")
        check(0 <= self.age <= MAX_AGE_MS, f"a roll's age is 0 to {MAX_AGE_MS} ms, not {self.age}")

    @property
    def identity(self) -> tuple[str, int]:
        """Unit and number, unique among all rolls of all towers."""
        return self.unit, self.number

    def words(self) -> tuple[str, ...]:
        figures = (self.number, *self.dice, *self.quality, self.age)
        *others, age = (str(figure) for figure in figures)
        return self.unit, *others, age + ("+" if self.survived else "")

    @classmethod
    def from_words(cls, words: Sequence[str]) -> TowerRoll:
        """Parse the fields."""
        check_count(words, 7)
        number, a, b, quality_a, quality_b = (parse_number(word) for word in words[1:6])
        age = parse_number(words[6].removesuffix("+"))
        return cls(words[0], number, (a, b), (quality_a, quality_b), age, words[6].endswith("+"))


class FaultKind(StrEnum):
    """Kinds of faults; the first five concern one pocket, the others the whole tower."""

    MISSING = "missing"
    """Only one die came down; this pocket is empty."""
    DOUBLE = "double"
    """More than one die is in this pocket."""
    COCKED = "cocked"
    """The die is tilted: no face is up."""
    SENSOR = "sensor"
    """A sensor of this pocket gives no plausible reading."""
    CALIBRATE = "calibrate"
    """This pocket was never calibrated, or the readings have drifted from the calibration."""
    LIGHT = "light"
    """Too much ambient light to recognise faces."""
    FULL = "full"
    """Too many rolls are unacknowledged: throws aren't counted."""
    MEMORY = "memory"
    """The non-volatile memory is worn: a power cut may lose rolls."""


POCKET_FAULTS: Final = frozenset(list(FaultKind)[:5])


@dataclass(frozen=True)
class TowerFault:
    """One fault of a tower.

    Attributes:
        kind: the kind of fault.
        pocket: 1 (left, seen from the tower's exit) or 2; 0 for the tower as a whole.
    """

    kind: FaultKind
    pocket: int = 0

    def __post_init__(self) -> None:
        allowed = (1, 2) if self.kind in POCKET_FAULTS else (0,)
        check(self.pocket in allowed, f"{self.kind} can't be at pocket {self.pocket}")

    def __str__(self) -> str:
        return f"{self.kind}.{self.pocket}" if self.pocket else str(self.kind)

    def order(self) -> tuple[int, int]:
        """Return the key that sorts faults as in a `Beat`."""
        return list(FaultKind).index(self.kind), self.pocket

    @classmethod
    def from_word(cls, word: str) -> TowerFault:
        """Parse `cocked.1` or `light`."""
        kind, dot, pocket = word.partition(".")
        check(kind in set(FaultKind), f"{word!r} is no fault", Flaw.FORM)
        check(pocket in ("1", "2") if dot else True, f"{word!r} is no fault", Flaw.FORM)
        return cls(FaultKind(kind), int(pocket) if dot else 0)


@dataclass(frozen=True)
class Beat(LineFrame):
    """Heartbeat with the tower's state: sent every second and at every change.

    Attributes:
        boot: as in `Hello`, so that a host that missed the hello notices a restart.
        uptime: seconds since the start.
        waiting: number of unacknowledged rolls.
        refused: number of lines from the host that were damaged or invalid since the start.
        faults: all current faults; one that is no longer listed is gone. At most one for each pocket,
            in the order of `FaultKind`, then of the pockets.
    """

    boot: str
    uptime: int
    waiting: int
    refused: int
    faults: tuple[TowerFault, ...] = ()
    KIND: ClassVar[str] = "beat"

    def __post_init__(self) -> None:
        check(_BOOT.fullmatch(self.boot) is not None, f"{self.boot!r} isn't 4 hexadecimal digits")
        check(0 <= self.uptime <= 2**32 - 1, f"no tower runs for {self.uptime} s")
        check(0 <= self.waiting <= 255, f"{self.waiting} rolls can't wait")
        check(0 <= self.refused <= 65535, f"{self.refused} lines can't be refused")
        pockets = [fault.pocket for fault in self.faults if fault.pocket]
        check(len(set(pockets)) == len(pockets), "two faults at one pocket")
        in_order = tuple(sorted(set(self.faults), key=TowerFault.order))
        check(in_order == self.faults, "faults out of order", Flaw.FORM)

    def words(self) -> tuple[str, ...]:
        faults = ",".join(str(fault) for fault in self.faults) or "-"
        return self.boot, str(self.uptime), str(self.waiting), str(self.refused), faults

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Beat:
        """Parse the fields."""
        check_count(words, 5)
        uptime, waiting, refused = (parse_number(word) for word in words[1:4])
        named = () if words[4] == "-" else tuple(TowerFault.from_word(word) for word in words[4].split(","))
        return cls(words[0], uptime, waiting, refused, named)


class Lamp(StrEnum):
    """Lighting of a raw reading."""

    DARK = "dark"
    """The tower's lamps are off: ambient light only."""
    LIT = "lit"
    """The tower's lamps are on."""


@dataclass(frozen=True)
class Raw(LineFrame):
    """Sensor readings of one pocket: part of the answer to `do N raw POCKET`.

    Attributes:
        number: the command's number.
        pocket: 1 or 2.
        lamp: the lighting.
        values: one for each sensor, 0 to 1023 (ten bits of the supply voltage).
    """

    number: int
    pocket: int
    lamp: Lamp
    values: tuple[int, ...]
    KIND: ClassVar[str] = "raw"

    def __post_init__(self) -> None:
        check(1 <= self.number <= 65535, f"a command's number is 1 to 65535, not {self.number}")
        check(self.pocket in (1, 2), f"there is no pocket {self.pocket}")
        check(
            1 <= len(self.values) <= MAX_RAW_VALUES, f"1 to {MAX_RAW_VALUES} values, not {len(self.values)}"
        )
        check(all(0 <= value <= 1023 for value in self.values), f"a reading is 0 to 1023: {self.values}")

    def words(self) -> tuple[str, ...]:
        values = (str(value) for value in self.values)
        return str(self.number), str(self.pocket), str(self.lamp), *values

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Raw:
        """Parse the fields."""
        check(len(words) >= 4 and words[2] in set(Lamp), "a raw reading without lamp", Flaw.FORM)
        values = tuple(parse_number(word) for word in words[3:])
        return cls(parse_number(words[0]), parse_number(words[1]), Lamp(words[2]), values)


@dataclass(frozen=True)
class Ok(LineFrame):
    """The command with this number was executed."""

    number: int
    KIND: ClassVar[str] = "ok"

    def __post_init__(self) -> None:
        check(1 <= self.number <= 65535, f"a command's number is 1 to 65535, not {self.number}")

    def words(self) -> tuple[str, ...]:
        return (str(self.number),)

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Ok:
        """Parse the fields."""
        check_count(words, 1)
        return cls(parse_number(words[0]))


class Refusal(StrEnum):
    """The reason that a command wasn't executed."""

    UNKNOWN = "unknown"
    """The tower has no such command."""
    ARGUMENT = "argument"
    """The command exists, but not with these arguments."""
    BUSY = "busy"
    """Dice are moving."""
    DIE = "die"
    """A die is in a pocket that must be empty, or a pocket lacks its die."""
    UNSTEADY = "unsteady"
    """The readings don't settle."""
    RANGE = "range"
    """The readings can't be distinguished from those of another face."""
    MEMORY = "memory"
    """The result couldn't be stored."""


@dataclass(frozen=True)
class Err(LineFrame):
    """The command with this number wasn't executed; nothing has changed."""

    number: int
    refusal: Refusal
    KIND: ClassVar[str] = "err"

    def __post_init__(self) -> None:
        check(1 <= self.number <= 65535, f"a command's number is 1 to 65535, not {self.number}")

    def words(self) -> tuple[str, ...]:
        return str(self.number), str(self.refusal)

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Err:
        """Parse the fields."""
        check_count(words, 2)
        check(words[1] in set(Refusal), f"{words[1]!r} is no refusal", Flaw.FORM)
        return cls(parse_number(words[0]), Refusal(words[1]))


@dataclass(frozen=True)
class What(LineFrame):
    """The tower dropped a line from the host that it couldn't parse."""

    flaw: Flaw
    KIND: ClassVar[str] = "what"

    def words(self) -> tuple[str, ...]:
        return (str(self.flaw),)

    @classmethod
    def from_words(cls, words: Sequence[str]) -> What:
        """Parse the fields."""
        check_count(words, 1)
        check(words[0] in set(Flaw), f"{words[0]!r} is no flaw", Flaw.FORM)
        return cls(Flaw(words[0]))


TowerFrame = Hello | ForeignHello | TowerRoll | Beat | Raw | Ok | Err | What


# Frames from the host to the dice tower: one frozen dataclass for each kind.
#
# `firmware/PROTOCOL.md` defines them. Each raises `ProtocolError` for values that no frame may carry.


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
