"""The state of a match: the teams, their points, and which game is on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from companion.games.spot_it.options import DEFAULT_OPTIONS, Colour, GameNumber, Options
from companion.i18n import sentence

TO_WIN: Final = 10
"""The match ends once a team has as many points, or more."""


@dataclass(frozen=True)
class Team:
    """A team at the table."""

    name: str
    colour: Colour
    points: int = 0


@dataclass(frozen=True)
class Scored:
    """What was scored last.

    Attributes:
        game: in which game.
        points: of each team, as they sit.
    """

    game: GameNumber
    points: tuple[int, ...]


@dataclass(frozen=True)
class State:
    """A match so far.

    Attributes:
        teams: as they were named.
        options: how they play.
        game: the one that is on; once the match is over, the last one.
        rounds: of game 5 since all shuffled.
        count: of games and rounds that were scored.
        last: what was scored last.
        winners: the colours of those with the most points, once the match is over.
    """

    teams: tuple[Team, ...] = ()
    options: Options = DEFAULT_OPTIONS
    game: GameNumber = 1
    rounds: int = 0
    count: int = 0
    last: Scored | None = None
    winners: tuple[Colour, ...] = ()

    @property
    def phase(self) -> Literal["play", "over"]:
        """Whether the match is on."""
        return "over" if self.winners else "play"

    @property
    def solo(self) -> Colour | None:
        """The team of one player for whom the rules of five players are adjusted; None: there is none.

        Against one team only, the table decides (clarifications.md, "three players as 2 against 1").
        """
        of_five = len(self.teams) == 3 or self.options.two_against_one == "as_of_five"
        return self.options.alone if of_five else None

    def seat(self, colour: str) -> int:
        """Where in `teams` a colour is.

        Raises:
            ValueError: no team has it.
        """
        for seat, team in enumerate(self.teams):
            if team.colour == colour:
                return seat
        raise ValueError(sentence("nobody plays {colour}", colour=colour))
