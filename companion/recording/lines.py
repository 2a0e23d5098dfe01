"""The lines of a recording's log: each input with its time.

A line is a JSON object. `t` is in seconds since the start; another key holds a picture's file, bytes from the
dice tower, or an entered input. A roll without a picture and without bytes, such as from Bluetooth dice, is
written as an entered roll with an additional `witness`: readers that don't know that key still read the roll.
No other module knows this format.
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
MAX_TIME_S: Final = 1e7
"""No recording is longer: a line with a larger time is invalid."""


class LineError(CompanionError, ValueError):
    """An invalid line of a log."""


@dataclass(frozen=True)
class FrameLine:
    """A picture was processed; `frame` is its file, relative to the recording's folder."""

    t: float
    frame: str


@dataclass(frozen=True)
class SerialLine:
    """Bytes from the dice tower; empty if the passage of time alone showed that it is silent."""

    t: float
    data: bytes


@dataclass(frozen=True)
class InputLine:
    """A person entered something; `data` is the JSON of an input."""

    t: float
    data: Mapping[str, Any]


@dataclass(frozen=True)
class RollLine:
    """A source reported a roll that neither a picture nor bytes document.

    Attributes:
        source: its name.
        dice, late, began, lay_s: as in `DiceDetection`; `began` in seconds since the start.
    """

    t: float
    source: str
    dice: tuple[int, int]
    late: float = 0.0
    began: float | None = None
    lay_s: float | None = None


Line = FrameLine | SerialLine | InputLine | RollLine


def to_text(line: Line) -> str:
    """Return a line as written to a log, with its line end.

    Raises:
        ValueError: an input contains a value that JSON can't represent.
    """
    match line:
        case FrameLine(t, frame):
            fields: dict[str, Any] = {"t": t, "frame": frame}
        case SerialLine(t, data):
            fields = {"t": t, "serial": base64.b64encode(data).decode("ascii")}
        case InputLine(t, entered):
            fields = {"t": t, "input": dict(entered)}
        case RollLine(t, source, dice, late, began, lay_s):
            witness = {"source": source, "late": late, "began": began}
            if lay_s is not None:
                witness["lay"] = lay_s
            fields = {"t": t, "input": {"kind": "roll", "dice": list(dice)}, "witness": witness}
    return json.dumps(fields, allow_nan=False) + "\n"


def from_bytes(raw: bytes) -> tuple[Line, frozenset[str]]:
    """Parse a line of a log.

    Returns:
        The line, and its unknown keys.

    Raises:
        LineError: it is invalid.
    """
    try:
        data = json.loads(raw.decode("utf-8"), parse_constant=_reject_constant)
    except LineError:
        raise
    except (ValueError, RecursionError) as error:
        raise LineError("it is not JSON") from error
    if not isinstance(data, dict):
        raise LineError("it is not a JSON object")
    kinds = [kind for kind in _PARSERS if kind in data]
    if len(kinds) != 1:
        raise LineError(f"it has {' and '.join(kinds) or 'neither'} of: {', '.join(_PARSERS)}; one is needed")
    t = data.get("t")
    if isinstance(t, bool) or not isinstance(t, int | float) or not abs(t) <= MAX_TIME_S:
        raise LineError('its "t" must be a number of seconds')
    unknown = frozenset(data) - {"t", kinds[0]}
    line = _PARSERS[kinds[0]](float(t), data[kinds[0]])
    if isinstance(line, InputLine) and (roll := _parse_witnessed_roll(line, data.get("witness"))) is not None:
        return roll, unknown - {"witness"}
    return line, unknown


def _reject_constant(name: str) -> NoReturn:
    raise LineError(f"{name} is not a number in JSON")


def _parse_frame(t: float, data: object) -> Line:
    if not isinstance(data, str) or not data.isprintable():
        raise LineError("a frame must be the name of a picture's file")
    path = PurePosixPath(data)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise LineError(f"{data!r} is not a file in the recording's folder")
    return FrameLine(t, data)


def _parse_serial(t: float, data: object) -> Line:
    try:
        return SerialLine(
            t, base64.b64decode(data, validate=True) if isinstance(data, str) else _reject_bytes()
        )
    except (binascii.Error, ValueError) as error:
        raise LineError("serial bytes must be in base64") from error


def _reject_bytes() -> NoReturn:
    raise ValueError


def _parse_input(t: float, data: object) -> Line:
    if not isinstance(data, dict):
        raise LineError("an input must be a JSON object")
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except ValueError as error:
        raise LineError("a text in the input contains half a character") from error
    return InputLine(t, data)


def _parse_witnessed_roll(line: InputLine, witness: object) -> RollLine | None:
    """Return an entered roll as reported by its `witness`; None: it has no witness."""
    match line.data, witness:
        case (
            {"kind": "roll", "dice": [int(a), int(b)]},
            {
                "source": str(source),
                "late": int() | float() as late,
                "began": None | int() | float() as began,
            },
        ) if a in FACES and b in FACES and source and source.isprintable():
            lay = witness.get("lay") if isinstance(witness, dict) else None
            lay_s = float(lay) if isinstance(lay, int | float) else None
            return RollLine(
                line.t, source, (a, b), float(late), None if began is None else float(began), lay_s
            )
    return None


_PARSERS: Final = {"frame": _parse_frame, "serial": _parse_serial, "input": _parse_input}
