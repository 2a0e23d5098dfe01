"""The stored results of a table's calibration, for `companion serve` and `companion doctor`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, Self

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.i18n import message_from_json, message_to_json, sentence
from companion.island.geometry import COLOURS, PieceColour
from companion.island.layout import Layout
from companion.sources.bluetooth.kinds import KINDS, PairedDie
from companion.sources.bluetooth.source import COLOURS as COLOURS_OF_DICE
from vision.dice.region import DiceRegion

FORMAT: Final = 1
AREAS: Final = ("beside", "anywhere", "nowhere")
"""The named areas for dice: beside the island, also on it, or no camera reads them."""

DiceArea = str | DiceRegion
"""One of `AREAS`, or a region of the picture."""


class SetupError(CompanionError, ValueError):
    """An unusable file of a table; the message says why and what to do."""


_FILE: Final = ChecksummedJsonFile(
    sentence("table file"), FORMAT, sentence("calibrate again ('companion calibrate')"), SetupError
)


@dataclass(frozen=True)
class ExpectedPlayer:
    """A player at the table.

    Attributes:
        name: the displayed name.
        colour: the colour of their pieces.
    """

    name: str
    colour: PieceColour


@dataclass(frozen=True)
class TableSetup:
    """The results of a table's calibration; missing results are empty.

    Attributes:
        camera: the camera's text for `open_camera`.
        exposure: the camera's locked settings; empty: none.
        unheld: why none are locked, in a sentence.
        quality: how well the island's lattice fits the picture, in [0, 1].
        wrong: problems of the picture that people accepted, a sentence each.
        layout: the island that people confirmed.
        colours: the learned colours of pieces.
        dice: the area for dice; None: not tried.
        tower: the port of the dice tower.
        unit: the tower's identity.
        bluetooth: the two Bluetooth dice; empty: there are none.
        buttons: the buttons that were pressed, by their keys in the configuration.
        players: in seat order.
        made: when each step was last completed (ISO 8601), by its name.
    """

    camera: str = ""
    exposure: Mapping[str, float] = field(default_factory=dict)
    unheld: str = ""
    quality: float = 0.0
    wrong: tuple[str, ...] = ()
    layout: Layout | None = None
    colours: tuple[PieceColour, ...] = ()
    dice: DiceArea | None = None
    tower: str = ""
    unit: str = ""
    bluetooth: tuple[PairedDie, ...] = ()
    buttons: tuple[str, ...] = ()
    players: tuple[ExpectedPlayer, ...] = ()
    made: Mapping[str, str] = field(default_factory=dict)

    def with_completed_step(self, step: str, when: str) -> Self:
        """Return a copy with a step completed at a time (ISO 8601)."""
        return replace(self, made={**self.made, step: when})

    def to_json(self) -> dict[str, Any]:
        """Return the content of the file."""
        return {
            **{each.name: getattr(self, each.name) for each in fields(self)},
            "unheld": message_to_json(self.unheld),
            "wrong": [message_to_json(each) for each in self.wrong],
            "layout": None if self.layout is None else self.layout.to_json(),
            "dice": self.dice.to_json() if isinstance(self.dice, DiceRegion) else self.dice,
            "bluetooth": [asdict(each) for each in self.bluetooth],
            "players": [asdict(each) for each in self.players],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Parse the content of the file.

        Raises:
            KeyError, TypeError, ValueError: it is inconsistent.
        """
        return cls(
            camera=str(data["camera"]),
            exposure={str(what): float(value) for what, value in data["exposure"].items()},
            unheld=message_from_json(data["unheld"]),
            quality=float(data["quality"]),
            wrong=tuple(message_from_json(each) for each in data["wrong"]),
            layout=None if data["layout"] is None else Layout.from_json(data["layout"]),
            colours=tuple(_parse_colour(each) for each in data["colours"]),
            dice=_parse_area(data["dice"]),
            tower=str(data["tower"]),
            unit=str(data["unit"]),
            # Files from earlier versions lack this key.
            bluetooth=tuple(_parse_die(each) for each in data.get("bluetooth", ())),
            buttons=tuple(str(each) for each in data["buttons"]),
            players=tuple(
                ExpectedPlayer(str(each["name"]), _parse_colour(each["colour"])) for each in data["players"]
            ),
            made={str(step): str(when) for step, when in data["made"].items()},
        )

    def save(self, path: Path) -> None:
        """Write the file atomically; on return it is on disk.

        Raises:
            SetupError: it can't be written there.
        """
        _FILE.save(path, self.to_json())


def load(path: Path) -> TableSetup:
    """Read a table's file.

    Raises:
        SetupError: it is missing or damaged, or another version wrote it.
    """
    return _FILE.load(path, TableSetup.from_json)


def _parse_colour(data: object) -> PieceColour:
    for colour in COLOURS:
        if data == colour:
            return colour
    raise ValueError(f"{data} is no colour of pieces")


def _parse_die(data: Mapping[str, Any]) -> PairedDie:
    kind, colour = data["kind"], data["colour"]
    for known in KINDS:
        if kind == known:
            colours = [each for each in COLOURS_OF_DICE if each == colour]
            return PairedDie(known, str(data["address"]), str(data["name"]), colours[0] if colours else "")
    raise ValueError(f"{kind} is no kind of dice that speak")


def _parse_area(data: object) -> DiceArea | None:
    if data is None or data in AREAS:
        return data
    return DiceRegion.from_json(data)
