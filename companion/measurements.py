"""Figures that a builder measured at a real tower, camera and computer, in place of this project's estimates.

`companion doctor tower --measure` asks for them and stores them in `hardware/measured.json`, in the folder of
the user's configuration. Every part may be missing. The emulated tower, the hints of the tower's calibration
and the tables of the documentation use what is there.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.i18n import sentence

MAX_FIGURE: Final = 1e6
"""No measured figure is larger, in the units of this module."""

MAX_NAME_LENGTH: Final = 200

Part = TypeVar("Part")


class MeasurementsError(CompanionError):
    """The measured figures can't be read or written."""


_FILE: Final = ChecksummedJsonFile(
    label=sentence("file of measured figures"),
    format=1,
    remedy=sentence("delete it and measure again: companion doctor tower --measure"),
    error=MeasurementsError,
)


@dataclass(frozen=True)
class BenchTest:
    """The bench test of hardware.md: one sensor in a corner's hole, four lamps, a dark room.

    Attributes:
        lamp_mcd: intensity at 20 mA that is printed on the lamps' bag, in millicandela.
        resistor_ohm: of each lamp.
        supply_v: of lamps and sensor.
        empty_v: voltage over the load with nothing over the slide.
        white_v: voltage with a white die's face over it, no pip there.
    """

    lamp_mcd: float
    resistor_ohm: float
    supply_v: float
    empty_v: float
    white_v: float


@dataclass(frozen=True)
class TowerFigures:
    """A working tower, its pockets empty.

    Attributes:
        unit: the tower's id.
        light: for each pocket what the lamp adds to the nine sensors, 0 to 1023 each.
        round_trip_ms: milliseconds from a ping to its answer.
    """

    unit: str
    light: tuple[tuple[int, ...], ...]
    round_trip_ms: float


@dataclass(frozen=True)
class CameraFigures:
    """A camera over the table.

    Attributes:
        name: its text in the configuration.
        width, height: of a picture, in pixels.
        pictures_per_s: pictures that it delivers in a second.
    """

    name: str
    width: float
    height: float
    pictures_per_s: float


@dataclass(frozen=True)
class ComputerFigures:
    """The computer that runs the companion.

    Attributes:
        name: its model.
        board_s: CPU seconds to read a board with all pieces in a picture of 1280 x 720, for the first time.
    """

    name: str
    board_s: float


@dataclass(frozen=True)
class Measurements:
    """All measured figures; None: not measured.

    Attributes:
        measured_on: date of the last of them, ISO 8601.
        bench, tower, camera, computer: the parts.
    """

    measured_on: str
    bench: BenchTest | None = None
    tower: TowerFigures | None = None
    camera: CameraFigures | None = None
    computer: ComputerFigures | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Parse the content of the file.

        Raises:
            ValueError: a figure is missing or impossible.
        """
        return cls(
            measured_on=_text(data.get("measured_on"), "measured_on"),
            bench=_parse(BenchTest, data, "bench"),
            tower=_parse(TowerFigures, data, "tower"),
            camera=_parse(CameraFigures, data, "camera"),
            computer=_parse(ComputerFigures, data, "computer"),
        )

    def save(self, path: Path) -> None:
        """Write the file, and create its folder.

        Raises:
            MeasurementsError: it can't be written.
        """
        # If the folder can't be created, writing raises the error for people.
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
        _FILE.save(path, asdict(self))


def load_measurements(path: Path) -> Measurements | None:
    """Read the measured figures; None: there is no such file.

    Raises:
        MeasurementsError: it can't be read.
    """
    return _FILE.load(path, Measurements.from_json) if path.exists() else None


def _parse(kind: type[Part], data: Mapping[str, Any], key: str) -> Part | None:
    given = data.get(key)
    if given is None:
        return None
    if not isinstance(given, dict):
        raise _impossible(key)
    figures: dict[str, Any] = {}
    for each in fields(kind):  # type: ignore[arg-type]  # each kind is a dataclass
        name, value = f"{key}.{each.name}", given.get(each.name)
        if each.name == "light":
            figures[each.name] = _parse_light(value, name)
        else:
            figures[each.name] = _text(value, name) if each.type == "str" else _figure(value, name)
    return kind(**figures)


def _parse_light(value: Any, name: str) -> tuple[tuple[int, ...], ...]:
    if not isinstance(value, list) or not all(isinstance(pocket, list) for pocket in value):
        raise _impossible(name)
    return tuple(tuple(int(_figure(each, name, lowest=-MAX_FIGURE)) for each in pocket) for pocket in value)


def _figure(value: Any, name: str, lowest: float = 0.0) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not lowest <= value <= MAX_FIGURE:
        raise _impossible(name)
    return float(value)


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str) or len(value) > MAX_NAME_LENGTH or not value.isprintable():
        raise _impossible(name)
    return value


def _impossible(name: str) -> ValueError:
    return ValueError(sentence("“{name}” is missing or impossible", name=name))
