"""The options of the dice game, and the form that offers them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypedDict

from companion.games import seats
from companion.games.api_types import SetupOptions
from companion.games.dice_game.sheet import SHEETS, Sheet
from companion.games.schema import read_options
from companion.games.seats import Seat
from companion.i18n import message_to_json, sentence
from companion.island.geometry import COLOURS, PieceColour
from companion.wire import OneOf

PLAYER_COUNTS: Final = (2, 3, 4)
EDITION: Final = "advanced"


class DiceGameOptions(TypedDict):
    """The table's options; null: the sheet decides whether the printed road counts."""

    sheet: Annotated[str, OneOf(tuple(SHEETS))]
    start_road_counts: bool | None


@dataclass(frozen=True)
class DiceGameSettings:
    """The table's options.

    Attributes:
        sheet: the name of the players' sheet; by default that of the variant's text, with two jokers.
        start_road_counts: whether the printed road counts for the longest route; None: the sheet decides.
    """

    sheet: str = "two_jokers"
    start_road_counts: bool | None = None

    @property
    def selected_sheet(self) -> Sheet:
        """The sheet itself."""
        return SHEETS[self.sheet]

    @property
    def start_counts(self) -> bool:
        """Return whether the printed road counts for the longest route."""
        return self.selected_sheet.start_counts if self.start_road_counts is None else self.start_road_counts

    def to_json(self) -> DiceGameOptions:
        """Return every option by its name."""
        return {"sheet": self.sheet, "start_road_counts": self.start_road_counts}

    @classmethod
    def from_json(cls, data: object) -> DiceGameSettings:
        """Parse options by name, with defaults for missing ones. The only edition may be named.

        Raises:
            OptionsError: an unknown option or an impossible value.
        """
        return read_options(
            DEFAULT_OPTIONS, data, editions={EDITION: DEFAULT_OPTIONS}, names={"sheet": SHEETS}
        )


DEFAULT_OPTIONS: Final = DiceGameSettings()

_SHEETS: Final[Mapping[str, str]] = {
    "advanced": sentence("with seven hexes and nine knights, four of them jokers, as printed later"),
    "base": sentence("with six hexes and six knights"),
    "two_jokers": sentence("with six hexes and seven knights, two of them jokers, as in the rules"),
}


def setup_options() -> SetupOptions:
    """Return the options of a new game as JSON (`companion.games.game_api.Game.setup_options`)."""
    sheets: list[Any] = [[name, message_to_json(_SHEETS.get(name, name))] for name in SHEETS]
    route = sentence("The printed road counts for the Longest Road")
    usual: dict[str, str | int | bool | None] = {
        "sheet": DEFAULT_OPTIONS.sheet,
        "start_road_counts": DEFAULT_OPTIONS.start_counts,
    }
    return {
        "name": message_to_json(sentence("Catan Dice Game, advanced variant")),
        "players": list(PLAYER_COUNTS),
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


# The seats of a dice game: two to four players with distinct colours and names.


Colour = PieceColour


def seats_from_json(value: object) -> tuple[Seat, ...]:
    """Parse the seats in their order.

    Raises:
        EventError, InputRefused: too few or too many players, or two with the same colour or name.
    """
    seated = seats.seats_from_json(value, PLAYER_COUNTS, sentence("the dice game is for two to four players"))
    seats.check_distinct_names(seated)
    return seated
