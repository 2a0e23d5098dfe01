"""The options of a match: its mode, and choices that the rules leave open.

The defaults are those of clarifications.md, "Spot it! CATAN".
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Final, Literal, TypedDict, cast, get_args

from companion.games.schema import OptionsError as OptionsError
from companion.games.schema import read_options
from companion.wire import SchemaName

Colour = Literal["blue", "orange", "red"]
GameNumber = Literal[1, 2, 3, 4, 5]

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
GAME_NUMBERS: Final[tuple[GameNumber, ...]] = get_args(GameNumber)


class SpotItOptions(TypedDict):
    """The options of a match (`MatchOptions`)."""

    mode: Literal["discovery", "adventure"]
    game: Annotated[GameNumber, SchemaName("GameNumber")]
    alone: Annotated[Colour, SchemaName("TeamColour")] | None
    two_against_one: Literal["no_adjustment", "as_of_five"]
    both_out: Literal["both", "neither"]
    pile_out: Literal["match_ends", "shuffle_again"]


@dataclass(frozen=True)
class MatchOptions:
    """The options of a match.

    Attributes:
        mode: one game repeatedly, or the five games in order.
        game: the game to play in discovery mode.
        alone: the team of a single player against teams of two; None if there is none.
        two_against_one: rules for a single player against one team: no adjustment, or those of five players.
        both_out: if two teams play their last card simultaneously, both score the point, or neither.
        pile_out: if a pile of game 5 runs out before ten points, the match ends, or all shuffle again.
    """

    mode: Literal["discovery", "adventure"] = "discovery"
    game: GameNumber = 1
    alone: Colour | None = None
    two_against_one: Literal["no_adjustment", "as_of_five"] = "no_adjustment"
    both_out: Literal["both", "neither"] = "both"
    pile_out: Literal["match_ends", "shuffle_again"] = "match_ends"

    def to_json(self) -> SpotItOptions:
        """Every option by its name."""
        return cast("SpotItOptions", asdict(self))

    @classmethod
    def from_json(cls, data: object) -> MatchOptions:
        """Parse options by name; missing ones get their defaults.

        Raises:
            OptionsError: an unknown option or an invalid value.
        """
        return read_options(DEFAULT_OPTIONS, data)


DEFAULT_OPTIONS: Final = MatchOptions()
