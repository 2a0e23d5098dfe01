"""How a table plays the dice game, and what it can choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypedDict

from companion.games.dice_game.sheet import SHEETS, Sheet
from companion.games.options import OptionsError as OptionsError
from companion.games.options import read_options
from companion.games.wire import SetupOptions
from companion.i18n import message_to_json, sentence
from companion.island.pieces import COLOURS
from companion.wire import Among

PLAYERS: Final = (2, 3, 4)
EDITION: Final = "advanced"


class DiceGameOptions(TypedDict):
    """How this table plays; null: the printed road counts as the sheet says."""

    sheet: Annotated[str, Among(tuple(SHEETS))]
    start_road_counts: bool | None


@dataclass(frozen=True)
class Options:
    """How this table plays.

    Attributes:
        sheet: the name of the sheet that everybody fills in.
        start_road_counts: whether the printed road counts for the longest route; None: as the sheet says.
    """

    sheet: str = "advanced"
    start_road_counts: bool | None = None

    @property
    def on(self) -> Sheet:
        """The sheet itself."""
        return SHEETS[self.sheet]

    @property
    def start_counts(self) -> bool:
        """Whether the printed road counts for the longest route."""
        return self.on.start_counts if self.start_road_counts is None else self.start_road_counts

    def to_json(self) -> DiceGameOptions:
        """Every option by its name."""
        return {"sheet": self.sheet, "start_road_counts": self.start_road_counts}

    @classmethod
    def from_json(cls, data: object) -> Options:
        """Options by name; those left out are the usual ones. There is one edition, which may be named.

        Raises:
            OptionsError: an unknown option or a value that it can't have.
        """
        return read_options(
            DEFAULT_OPTIONS, data, editions={EDITION: DEFAULT_OPTIONS}, names={"sheet": SHEETS}
        )


DEFAULT_OPTIONS: Final = Options()

_SHEETS: Final[Mapping[str, str]] = {
    "advanced": sentence("with seven hexes and nine knights"),
    "base": sentence("with six hexes and six knights"),
    "two_jokers": sentence("with six hexes and seven knights, two of them jokers"),
}


def setup_options() -> SetupOptions:
    """What can be chosen, as JSON (`companion.games.game_api.Game.setup_options`)."""
    sheets: list[Any] = [[name, message_to_json(_SHEETS.get(name, name))] for name in SHEETS]
    route = sentence("The printed road counts for the Longest Road")
    usual: dict[str, str | int | bool | None] = {
        "sheet": DEFAULT_OPTIONS.sheet,
        "start_road_counts": DEFAULT_OPTIONS.start_counts,
    }
    return {
        "name": message_to_json(sentence("Catan Dice Game, advanced variant")),
        "players": list(PLAYERS),
        "colours": list(COLOURS),
        "options": [
            {
                "name": "sheet",
                "label": message_to_json(sentence("Sheet")),
                "about": None,
                "house_rule": False,
                "kind": "choice",
                "values": sheets,
            },
            {
                "name": "start_road_counts",
                "label": message_to_json(route),
                "about": None,
                "house_rule": True,
                "kind": "tick",
            },
        ],
        "editions": [
            {"name": EDITION, "label": message_to_json(sentence("advanced variant")), "options": usual}
        ],
        "who_begins": True,
    }
