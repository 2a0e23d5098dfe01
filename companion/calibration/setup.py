"""What is kept of a calibrated table, for `companion serve` to begin with and `companion doctor` to tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Self

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.i18n import message_from_json, message_to_json, sentence
from companion.island.layout import Layout
from companion.island.pieces import COLOURS, PieceColour
from companion.sources.bluetooth.kinds import KINDS, PairedDie
from companion.sources.bluetooth.wording import COLOURS as COLOURS_OF_DICE
from vision.dice.region import DiceRegion

FORMAT: Final = 1
AREAS: Final = ("beside", "anywhere", "nowhere")
"""Where dice may lie, by name: beside the island, also on it, or no camera reads them."""

DiceArea = str | DiceRegion
"""One of `AREAS`, or a region of the picture."""


class SetupError(CompanionError, ValueError):
    """A table's file that can't be used; the message says why and what to do."""


_FILE: Final = ChecksummedJsonFile(
    sentence("table file"), FORMAT, sentence("calibrate again ('companion calibrate')"), SetupError
)


@dataclass(frozen=True)
class ExpectedPlayer:
    """Who sits at the table.

    Attributes:
        name: as it is shown.
        colour: of their pieces.
    """

    name: str
    colour: PieceColour


@dataclass(frozen=True)
class TableSetup:
    """A table as it was calibrated; what wasn't is empty.

    Attributes:
        camera: the text that `open_camera` takes.
        exposure: what is held at the camera; empty: nothing.
        unheld: why nothing is, in a sentence.
        quality: how well the island's lattice fits the picture, in [0, 1].
        wrong: what of the picture was taken as it is though it was judged wrong, a sentence each.
        layout: the island, as people confirmed it.
        colours: of pieces that were learned.
        dice: where dice may lie; None: not tried.
        tower: the port of the dice tower.
        unit: which tower it is.
        bluetooth: the two dice that speak; empty: there are none.
        buttons: those that were pressed, by their keys in the configuration.
        players: in seat order.
        made: when each step was done last (ISO 8601), by its name.
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

    def done(self, step: str, when: str) -> Self:
        """The same, with a step done."""
        return replace(self, made={**self.made, step: when})

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {
            "camera": self.camera,
            "exposure": dict(self.exposure),
            "unheld": message_to_json(self.unheld),
            "quality": self.quality,
            "wrong": [message_to_json(each) for each in self.wrong],
            "layout": None if self.layout is None else self.layout.to_json(),
            "colours": list(self.colours),
            "dice": self.dice.to_json() if isinstance(self.dice, DiceRegion) else self.dice,
            "tower": self.tower,
            "unit": self.unit,
            "bluetooth": [asdict(each) for each in self.bluetooth],
            "buttons": list(self.buttons),
            "players": [{"name": each.name, "colour": each.colour} for each in self.players],
            "made": dict(self.made),
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        """What `to_json` gave.

        Raises:
            KeyError, TypeError, ValueError: it doesn't hold together.
        """
        return cls(
            camera=str(told["camera"]),
            exposure={str(what): float(value) for what, value in told["exposure"].items()},
            unheld=message_from_json(told["unheld"]),
            quality=float(told["quality"]),
            wrong=tuple(message_from_json(each) for each in told["wrong"]),
            layout=None if told["layout"] is None else Layout.from_json(told["layout"]),
            colours=tuple(_colour(each) for each in told["colours"]),
            dice=_area(told["dice"]),
            tower=str(told["tower"]),
            unit=str(told["unit"]),
            # Files from before there were such dice have none.
            bluetooth=tuple(_die(each) for each in told.get("bluetooth", ())),
            buttons=tuple(str(each) for each in told["buttons"]),
            players=tuple(
                ExpectedPlayer(str(each["name"]), _colour(each["colour"])) for each in told["players"]
            ),
            made={str(step): str(when) for step, when in told["made"].items()},
        )

    def save(self, path: Path) -> None:
        """Write the file; when this returns, it is on disk, whole.

        Raises:
            SetupError: it can't be written there.
        """
        _FILE.save(path, self.to_json())


def load(path: Path) -> TableSetup:
    """Read a table's file.

    Raises:
        SetupError: there is none, it is damaged, or another version wrote it.
    """
    return _FILE.load(path, TableSetup.from_json)


def _colour(told: object) -> PieceColour:
    for colour in COLOURS:
        if told == colour:
            return colour
    raise ValueError(f"{told} is no colour of pieces")


def _die(told: Mapping[str, Any]) -> PairedDie:
    kind, colour = told["kind"], told["colour"]
    for known in KINDS:
        if kind == known:
            colours = [each for each in COLOURS_OF_DICE if each == colour]
            return PairedDie(known, str(told["address"]), str(told["name"]), colours[0] if colours else "")
    raise ValueError(f"{kind} is no kind of dice that speak")


def _area(told: object) -> DiceArea | None:
    if told is None or told in AREAS:
        return told
    return DiceRegion.from_json(told)
