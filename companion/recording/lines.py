"""The lines of a recording's log: what came in, and when.

One JSON object a line, `t` in seconds since the start, beside it a picture's file, bytes from the dice
tower, or what a person entered. A roll that no picture and no bytes tell, as of dice that speak Bluetooth, is
written as one that was entered, with `witness` beside it: whoever doesn't know that still has the roll.
No other file knows how they are spelt.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Final, NoReturn

from companion.errors import CompanionError

FACES: Final = range(1, 7)
LONGEST_S: Final = 1e7
"""No recording is longer than this: a time above it is none."""


class LineError(CompanionError, ValueError):
    """A line of a log that says nothing."""


@dataclass(frozen=True)
class FrameLine:
    """A picture was looked at; `frame` is its file, from the recording's folder on."""

    t: float
    frame: str


@dataclass(frozen=True)
class SerialLine:
    """Bytes came from the dice tower; none at all where time told by itself that it is silent."""

    t: float
    data: bytes


@dataclass(frozen=True)
class InputLine:
    """A person entered something; `data` is the JSON of an input."""

    t: float
    data: Mapping[str, Any]


@dataclass(frozen=True)
class RollLine:
    """A source told a roll of which neither a picture nor bytes are kept.

    Attributes:
        source: its name.
        dice, late, began: as of a `RollSeen`; `began` in seconds since the start.
    """

    t: float
    source: str
    dice: tuple[int, int]
    late: float = 0.0
    began: float | None = None


Line = FrameLine | SerialLine | InputLine | RollLine


def to_text(line: Line) -> str:
    """A line as it stands in a log, its end included.

    Raises:
        ValueError: an input that JSON can't hold.
    """
    match line:
        case FrameLine(t, frame):
            said: dict[str, Any] = {"t": t, "frame": frame}
        case SerialLine(t, data):
            said = {"t": t, "serial": base64.b64encode(data).decode("ascii")}
        case InputLine(t, entered):
            said = {"t": t, "input": dict(entered)}
        case RollLine(t, source, dice, late, began):
            witness = {"source": source, "late": late, "began": began}
            said = {"t": t, "input": {"kind": "roll", "dice": list(dice)}, "witness": witness}
    return json.dumps(said, allow_nan=False) + "\n"


def from_bytes(raw: bytes) -> tuple[Line, frozenset[str]]:
    """A line of a log, and the keys beside it that no line has.

    Raises:
        LineError: it isn't one.
    """
    try:
        said = json.loads(raw.decode("utf-8"), parse_constant=_no_constant)
    except LineError:
        raise
    except (ValueError, RecursionError) as error:
        raise LineError("it is not JSON") from error
    if not isinstance(said, dict):
        raise LineError("it is no JSON object")
    told = [kind for kind in _KINDS if kind in said]
    if len(told) != 1:
        raise LineError(f"it has {' and '.join(told) or 'neither'} of: {', '.join(_KINDS)}; one is needed")
    t = said.get("t")
    if isinstance(t, bool) or not isinstance(t, int | float) or not abs(t) <= LONGEST_S:
        raise LineError('its "t" is no number of seconds')
    beside = frozenset(said) - {"t", told[0]}
    line = _KINDS[told[0]](float(t), said[told[0]])
    if isinstance(line, InputLine) and (roll := _witnessed(line, said.get("witness"))) is not None:
        return roll, beside - {"witness"}
    return line, beside


def _no_constant(name: str) -> NoReturn:
    raise LineError(f"{name} is not a number in JSON")


def _frame(t: float, said: object) -> Line:
    if not isinstance(said, str) or not said.isprintable():
        raise LineError("a frame is the name of a picture's file")
    path = PurePosixPath(said)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise LineError(f"{said!r} is no file in the recording's folder")
    return FrameLine(t, said)


def _serial(t: float, said: object) -> Line:
    try:
        return SerialLine(t, base64.b64decode(said, validate=True) if isinstance(said, str) else _no_bytes())
    except (binascii.Error, ValueError) as error:
        raise LineError("serial bytes are written in base64") from error


def _no_bytes() -> NoReturn:
    raise ValueError


def _input(t: float, said: object) -> Line:
    if not isinstance(said, dict):
        raise LineError("an input is a JSON object")
    try:
        json.dumps(said, ensure_ascii=False).encode()
    except ValueError as error:
        raise LineError("a text in the input holds half a character") from error
    return InputLine(t, said)


def _witnessed(line: InputLine, witness: object) -> RollLine | None:
    """A roll that was entered, as the one whom `witness` names told it; None: nobody is named."""
    match line.data, witness:
        case (
            {"kind": "roll", "dice": [int(a), int(b)]},
            {
                "source": str(source),
                "late": int() | float() as late,
                "began": None | int() | float() as began,
            },
        ) if a in FACES and b in FACES and source and source.isprintable():
            return RollLine(line.t, source, (a, b), float(late), None if began is None else float(began))
    return None


_KINDS: Final = {"frame": _frame, "serial": _serial, "input": _input}
