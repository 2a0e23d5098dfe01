"""What a dice game has come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from companion.games.dice_game.dice import Face, Piece, dice_in_turn
from companion.games.dice_game.options import DEFAULT_OPTIONS, Options
from companion.games.dice_game.route import longest_route
from companion.games.dice_game.seats import Colour
from companion.games.dice_game.sheet import Sheet
from companion.games.seats import Seat
from companion.i18n import sentence

POINTS: Final[Mapping[Piece, int]] = {"road": 0, "settlement": 1, "city": 2, "knight": 0}
SPECIAL_POINTS: Final = 2
"""For the longest route, and for most knights."""
POINTS_TO_WIN: Final = 10
LEAST_KNIGHTS: Final = 3
"""With so many the first player has most knights."""

Phase = Literal["seating", "play", "over"]
Built = Mapping[Piece, frozenset[str]]


@dataclass(frozen=True)
class Player:
    """A player and what is drawn in on the sheet.

    Attributes:
        at_first: the colour that the seat had at first; see `companion.games.seats.Seat`.
        built: ids by piece; the printed road is there from the beginning.
        spent: knights that turned a die.
        route: length of the longest route.
    """

    name: str
    colour: Colour
    at_first: Colour | None
    built: Built
    spent: frozenset[str] = frozenset()
    route: int = 0

    @property
    def knights(self) -> int:
        """How many are built, spent or not (dice-game-advanced, "Remarque")."""
        return len(self.built["knight"])


@dataclass(frozen=True)
class State:
    """A dice game as it stands.

    Attributes:
        turn: its number, from 1.
        active: the seat on turn.
        throws: how many were told in this turn.
        dice: as they lie, knights' turns included; None: nobody said.
        left: of these, what isn't spent yet.
        has_built: whether something was built in this turn.
        longest_route, most_knights: the seat that holds the card.
    """

    phase: Phase = "seating"
    options: Options = DEFAULT_OPTIONS
    players: tuple[Player, ...] = ()
    turn: int = 0
    active: int = 0
    throws: int = 0
    dice: tuple[Face, ...] | None = None
    left: tuple[Face, ...] | None = None
    has_built: bool = False
    longest_route: int | None = None
    most_knights: int | None = None
    winner: int | None = None

    @property
    def sheet(self) -> Sheet:
        """The sheet that everybody fills in."""
        return self.options.on

    @property
    def dice_count(self) -> int:
        """With how many dice this turn is played."""
        return dice_in_turn(self.turn)

    def seat(self, colour: str) -> int:
        """The seat of a colour.

        Raises:
            ValueError: nobody plays it.
        """
        for n, player in enumerate(self.players):
            if player.colour == colour:
                return n
        raise ValueError(sentence("nobody plays {colour}", colour=colour))

    def points_of(self, seat: int) -> Counter[str]:
        """A player's points, by what they are for."""
        built = self.players[seat].built
        return Counter(
            {
                "settlement": POINTS["settlement"] * len(built["settlement"]),
                "city": POINTS["city"] * len(built["city"]),
                "longest_route": SPECIAL_POINTS * (self.longest_route == seat),
                "most_knights": SPECIAL_POINTS * (self.most_knights == seat),
            }
        )

    def points(self, seat: int) -> int:
        """A player's points."""
        return self.points_of(seat).total()

    def route(self, roads: frozenset[str]) -> int:
        """How long the longest route of some roads is, as this table counts."""
        return longest_route(self.sheet, roads, start_counts=self.options.start_counts)

    def with_player(self, seat: int, /, **changes: Any) -> State:
        """The state with some fields of a player changed."""
        players = list(self.players)
        players[seat] = replace(players[seat], **changes)
        return replace(self, players=tuple(players))


def seated(seats: tuple[Seat, ...], options: Options) -> State:
    """The state when the players have sat down: the first is on turn."""
    empty: Built = {
        "road": frozenset({options.on.start}),
        "settlement": frozenset(),
        "city": frozenset(),
        "knight": frozenset(),
    }
    start = longest_route(options.on, empty["road"], start_counts=options.start_counts)
    return State(
        phase="play",
        options=options,
        players=tuple(Player(seat.name, seat.colour, seat.at_first, empty, route=start) for seat in seats),
        turn=1,
    )
