"""The dice tower's protocol: lines of bytes, and the frames of host and tower in them.

A line is `$body*CRC` and a line feed, all printable ASCII (`firmware/PROTOCOL.md`). Every frame has exactly
one spelling: a decoded frame encodes to the same bytes again, and any other spelling is rejected. Pure: no
clock, no transport, no threads.
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

# The line layer: framing, checksum and resynchronisation.


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


FIRMWARE: Final = "companion-tower"
"""The name before the slash in the firmware id of a dice tower of this project."""

MAX_RAW_VALUES: Final = 12
"""Largest number of raw readings in one line."""

MAX_AGE_MS: Final = 99_999_999
"""Highest age of a roll, in milliseconds; older rolls report this value."""

Program = Annotated[str, text(r"[A-Za-z0-9._-]{1,24}/[A-Za-z0-9._-]{1,12}", Flaw.FORM)]
Unit = Annotated[str, text("[0-9a-f]{8}")]
Boot = Annotated[str, text("[0-9a-f]{4}")]
RollNumber = Annotated[int, number(1, MAX_ROLL_NUMBER)]
CommandNumber = Annotated[int, number(1, 65535)]

# Frames from the dice tower to its host: one frozen dataclass for each kind.


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

    firmware: Program
    unit: Unit
    boot: Boot
    cause: Annotated[Cause, member(Cause)]
    met: Annotated[bool, choice({True: "met", False: "alone"})]
    KIND: ClassVar[str] = "hello"

    def words(self) -> list[str]:
        return [str(PROTOCOL_VERSION), *super().words()]


@dataclass(frozen=True)
class ForeignHello(LineFrame):
    """The hello of another device, or of a tower with another protocol version.

    Attributes:
        protocol: its protocol version.
        firmware: its `name/version`.
        rest: the remaining fields, unparsed.
    """

    protocol: Annotated[int, number(0, 255)]
    firmware: Program
    rest: tuple[str, ...] = ()
    KIND: ClassVar[str] = "hello"

    def words(self) -> list[str]:
        return [*super().words(), *self.rest]

    @property
    def is_tower(self) -> bool:
        """True if the device is a dice tower of this project, of another version."""
        return self.firmware.partition("/")[0] == FIRMWARE


def _parse_hello(words: Sequence[str]) -> Hello | ForeignHello:
    """Parse the fields, as far as the protocol version in the first one allows."""
    check(len(words) >= 2, "a hello without version and firmware", Flaw.FORM)
    protocol = parse_number(words[0])
    if protocol != PROTOCOL_VERSION:
        return ForeignHello(protocol, words[1], tuple(words[2:]))
    return Hello.from_words(words[1:])


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

    unit: Unit
    number: RollNumber
    dice: Annotated[tuple[int, int], number(1, 6, 2)]
    quality: Annotated[tuple[int, int], number(0, 100, 2)]
    age: Annotated[int, number(0, MAX_AGE_MS)]
    survived: Annotated[bool, choice({True: "+", False: ""})] = False
    KIND: ClassVar[str] = "roll"

    @property
    def identity(self) -> tuple[str, int]:
        """Unit and number, unique among all rolls of all towers."""
        return self.unit, self.number

    def words(self) -> list[str]:
        *others, age, survived = super().words()
        return [*others, age + survived]

    @classmethod
    def from_words(cls, words: Sequence[str]) -> TowerRoll:
        """Parse the fields; the last word is the age, and a plus if the roll survived a restart."""
        age, plus, after = "".join(words[-1:]).partition("+")
        return super().from_words([*words[:-1], age, plus + after])


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


def _parse_faults(word: str) -> tuple[TowerFault, ...]:
    return () if word == "-" else tuple(TowerFault.from_word(each) for each in word.split(","))


def _format_faults(faults: tuple[TowerFault, ...]) -> str:
    return ",".join(str(fault) for fault in faults) or "-"


_FAULT_LIST: Final = Spelling(_parse_faults, lambda faults: isinstance(faults, tuple), _format_faults)


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

    boot: Boot
    uptime: Annotated[int, number(0, 2**32 - 1)]
    waiting: Annotated[int, number(0, 255)]
    refused: Annotated[int, number(0, 65535)]
    faults: Annotated[tuple[TowerFault, ...], _FAULT_LIST] = ()
    KIND: ClassVar[str] = "beat"

    def __post_init__(self) -> None:
        super().__post_init__()
        pockets = [fault.pocket for fault in self.faults if fault.pocket]
        check(len(set(pockets)) == len(pockets), "two faults at one pocket")
        in_order = tuple(sorted(set(self.faults), key=TowerFault.order))
        check(in_order == self.faults, "faults out of order", Flaw.FORM)


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

    number: CommandNumber
    pocket: Annotated[int, number(1, 2)]
    lamp: Annotated[Lamp, member(Lamp)]
    values: Annotated[tuple[int, ...], number(0, 1023, None)]
    KIND: ClassVar[str] = "raw"

    def __post_init__(self) -> None:
        super().__post_init__()
        check(
            1 <= len(self.values) <= MAX_RAW_VALUES, f"1 to {MAX_RAW_VALUES} values, not {len(self.values)}"
        )


@dataclass(frozen=True)
class Ok(LineFrame):
    """The command with this number was executed."""

    number: CommandNumber
    KIND: ClassVar[str] = "ok"


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

    number: CommandNumber
    refusal: Annotated[Refusal, member(Refusal)]
    KIND: ClassVar[str] = "err"


@dataclass(frozen=True)
class What(LineFrame):
    """The tower dropped a line from the host that it couldn't parse."""

    flaw: Annotated[Flaw, member(Flaw)]
    KIND: ClassVar[str] = "what"


TowerFrame = Hello | ForeignHello | TowerRoll | Beat | Raw | Ok | Err | What


# Frames from the host to the dice tower: one frozen dataclass for each kind.


@dataclass(frozen=True)
class Hi(LineFrame):
    """Handshake of the host; its form is the same in every version of the protocol.

    Attributes:
        protocol: the host's protocol version.
        program: name and version of the host's program, `name/version`.
    """

    protocol: Annotated[int, number(1, 255)]
    program: Program
    KIND: ClassVar[str] = "hi"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Hi:
        """Parse the fields; further fields of a later version are ignored."""
        is_ours = parse_number("".join(words[:1])) == PROTOCOL_VERSION
        return super().from_words(words if is_ours else words[:2])


@dataclass(frozen=True)
class Ack(LineFrame):
    """Acknowledgement: the host has the roll on disk, and the tower may delete it.

    Attributes:
        unit, number: the roll's identity, as in `TowerRoll`.
    """

    unit: Unit
    number: RollNumber
    KIND: ClassVar[str] = "ack"


@dataclass(frozen=True)
class Ping(LineFrame):
    """Keep-alive of the host; the tower answers with a `Beat`."""

    KIND: ClassVar[str] = "ping"


@dataclass(frozen=True)
class Bye(LineFrame):
    """The host stops: the tower counts no throws until the next `Hi`."""

    KIND: ClassVar[str] = "bye"


@dataclass(frozen=True)
class Do(LineFrame):
    """A command of the host, resent with the same number until `Ok` or `Err` answers it.

    Attributes:
        number: sequence number, 1 to 65535, repeated by the answer.
        command: the command's words, e.g. `("calibrate", "face", "1", "6")`.
    """

    number: CommandNumber
    command: Annotated[tuple[str, ...], text(r"[!-#%-)+-~]+", Flaw.FORM, None)]
    KIND: ClassVar[str] = "do"

    def __post_init__(self) -> None:
        super().__post_init__()
        check(len(self.command) > 0, "a command without words", Flaw.FORM)
        check(len(self.to_bytes()) <= MAX_LINE_BYTES, "a command longer than a line", Flaw.LONG)


HostFrame = Hi | Ack | Ping | Bye | Do


_HOST_FRAMES: Final[Mapping[str, Callable[[Sequence[str]], HostFrame]]] = {
    frame.KIND: frame.from_words for frame in (Hi, Ack, Ping, Bye, Do)
}
_TOWER_FRAMES: Final[Mapping[str, Callable[[Sequence[str]], TowerFrame]]] = {
    Hello.KIND: _parse_hello,
    **{frame.KIND: frame.from_words for frame in (TowerRoll, Beat, Raw, Ok, Err, What)},
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
