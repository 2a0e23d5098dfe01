"""The state of a match: the teams, their points, and the current game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from companion.games.spot_it.options import DEFAULT_OPTIONS, Colour, GameNumber, MatchOptions
from companion.i18n import sentence

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
