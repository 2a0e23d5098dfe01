"""The options of a match: how it is played, and where the rules leave something open.

The defaults are those of clarifications.md, "Spot it! CATAN".
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Final, Literal, TypedDict, cast, get_args

from companion.games.options import OptionsError as OptionsError
from companion.games.options import read_options
from companion.wire import Named

Colour = Literal["blue", "orange", "red"]
GameNumber = Literal[1, 2, 3, 4, 5]

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
GAME_NUMBERS: Final[tuple[GameNumber, ...]] = get_args(GameNumber)


class SpotItOptions(TypedDict):
    """How this table plays (`Options`)."""

    mode: Literal["discovery", "adventure"]
    game: Annotated[GameNumber, Named("GameNumber")]
    alone: Annotated[Colour, Named("TeamColour")] | None
    two_against_one: Literal["no_adjustment", "as_of_five"]
    both_out: Literal["both", "neither"]
    pile_out: Literal["match_ends", "shuffle_again"]


@dataclass(frozen=True)
class Options:
    """How this table plays.

    Attributes:
        mode: one game again and again, or the five games in order.
        game: which game is played in discovery mode.
        alone: the team of one player against teams of two; None: there is none.
        two_against_one: what becomes of a player alone against one team: nothing, or what becomes of the
            one of five players.
        both_out: two teams laid their last card at once: both score the point, or neither.
        pile_out: a pile of game 5 runs out before ten points: the match ends, or all shuffle again.
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
    def from_json(cls, data: object) -> Options:
        """Options by name; those left out are the usual ones.

        Raises:
            OptionsError: an unknown option or a value that it can't have.
        """
        return read_options(DEFAULT_OPTIONS, data)


DEFAULT_OPTIONS: Final = Options()
