"""The state of a match: the teams, their points, and the current game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Final, Literal, TypedDict, cast, get_args

from companion.games.schema import read_options
from companion.i18n import sentence
from companion.wire import SchemaName

# The options of a match: its mode, and choices that the rules leave open.
#
# The defaults are those of clarifications.md, "Spot it! CATAN".


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


POINTS_TO_WIN: Final = 10
"""The points that end the match."""


@dataclass(frozen=True)
class Team:
    """A team at the table."""

    name: str
    colour: Colour
    points: int = 0


@dataclass(frozen=True)
class LastScore:
    """The last score.

    Attributes:
        game: the number of the scored game.
        points: of each team, in seat order.
    """

    game: GameNumber
    points: tuple[int, ...]


@dataclass(frozen=True)
class MatchState:
    """Immutable state of a match.

    Attributes:
        teams: in seat order.
        options: of the match.
        game: number of the current game; once the match is over, of the last one.
        rounds: rounds of game 5 since the last shuffle.
        count: number of scored games and rounds.
        last_score: of the last game or round.
        winners: colours of the teams with the most points, once the match is over.
    """

    teams: tuple[Team, ...] = ()
    options: MatchOptions = DEFAULT_OPTIONS
    game: GameNumber = 1
    rounds: int = 0
    count: int = 0
    last_score: LastScore | None = None
    winners: tuple[Colour, ...] = ()

    @property
    def phase(self) -> Literal["play", "over"]:
        """The phase of the match."""
        return "over" if self.winners else "play"

    @property
    def solo_team(self) -> Colour | None:
        """The team of a single player to which the rules for five players apply; None if there is none.

        With two teams the table decides (clarifications.md, "three players as 2 against 1").
        """
        of_five = len(self.teams) == 3 or self.options.two_against_one == "as_of_five"
        return self.options.alone if of_five else None

    def seat(self, colour: str) -> int:
        """The index of a colour in `teams`.

        Raises:
            ValueError: no team has the colour.
        """
        for seat, team in enumerate(self.teams):
            if team.colour == colour:
                return seat
        raise ValueError(sentence("nobody plays {colour}", colour=colour))
