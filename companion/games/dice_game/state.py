"""The state of a dice game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from companion.games.dice_game.options import DEFAULT_OPTIONS, Colour, DiceGameSettings
from companion.games.dice_game.sheet import Face, Piece, Sheet, dice_in_turn, longest_route
from companion.games.seats import Seat
from companion.i18n import sentence

PIECE_POINTS: Final[Mapping[Piece, int]] = {"road": 0, "settlement": 1, "city": 2, "knight": 0}
SPECIAL_POINTS: Final = 2
"""Points for the longest route, and for most knights."""
POINTS_TO_WIN: Final = 10
MIN_KNIGHTS: Final = 3
"""Knights that the first player needs for the card for most knights."""

Phase = Literal["seating", "play", "over"]
Built = Mapping[Piece, frozenset[str]]


@dataclass(frozen=True)
class PlayerSheet:
    """A player and the pieces drawn in on the sheet.

    Attributes:
        at_first: the colour first recorded for the seat; see `companion.games.seats.Seat`.
        built: ids by piece, including the printed road from the beginning.
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
        """The number of knights built, spent or not (dice-game-advanced, "Remarque")."""
        return len(self.built["knight"])


@dataclass(frozen=True)
class DiceGameState:
    """The state of a dice game.

    Attributes:
        turn: its number, from 1.
        active: the active player's seat.
        throws: throws recorded in this turn.
        dice_entered: whether this table enters throws: at least one is recorded in the game.
        dice: as they lie, after knights turned some; None: unknown.
        unspent_dice: those of them that aren't spent yet.
        has_built: whether a piece was built in this turn.
        longest_route, most_knights: the seat that holds the card.
    """

    phase: Phase = "seating"
    options: DiceGameSettings = DEFAULT_OPTIONS
    players: tuple[PlayerSheet, ...] = ()
    turn: int = 0
    active: int = 0
    throws: int = 0
    dice_entered: bool = False
    dice: tuple[Face, ...] | None = None
    unspent_dice: tuple[Face, ...] | None = None
    has_built: bool = False
    longest_route: int | None = None
    most_knights: int | None = None
    winner: int | None = None

    @property
    def sheet(self) -> Sheet:
        """The players' sheet."""
        return self.options.selected_sheet

    @property
    def dice_count(self) -> int:
        """The number of dice in this turn."""
        return dice_in_turn(self.turn)

    def seat(self, colour: str) -> int:
        """Return the seat of a colour.

        Raises:
            ValueError: nobody plays it.
        """
        for n, player in enumerate(self.players):
            if player.colour == colour:
                return n
        raise ValueError(sentence("nobody plays {colour}", colour=colour))

    def points_of(self, seat: int) -> Counter[str]:
        """Return a player's points by their source."""
        built = self.players[seat].built
        return Counter(
            {
                "settlement": PIECE_POINTS["settlement"] * len(built["settlement"]),
                "city": PIECE_POINTS["city"] * len(built["city"]),
                "longest_route": SPECIAL_POINTS * (self.longest_route == seat),
                "most_knights": SPECIAL_POINTS * (self.most_knights == seat),
            }
        )

    def points(self, seat: int) -> int:
        """Return a player's points."""
        return self.points_of(seat).total()

    def route(self, roads: frozenset[str]) -> int:
        """Return the length of the longest route of some roads, by this table's counting."""
        return longest_route(self.sheet, roads, start_counts=self.options.start_counts)

    def reached_cross(self, seat: int) -> bool:
        """Return whether a player has built the road with the cross; True where the sheet has none."""
        cross = self.sheet.cross_road(self.options.start_counts)
        return cross is None or cross in self.players[seat].built["road"]

    def with_player(self, seat: int, /, **changes: Any) -> DiceGameState:
        """Return the state with some fields of a player changed."""
        players = list(self.players)
        players[seat] = replace(players[seat], **changes)
        return replace(self, players=tuple(players))


def start_state(seats: tuple[Seat, ...], options: DiceGameSettings) -> DiceGameState:
    """Return the state when the players have sat down: the first is active."""
    empty: Built = {
        "road": frozenset({options.selected_sheet.start}),
        "settlement": frozenset(),
        "city": frozenset(),
        "knight": frozenset(),
    }
    start = longest_route(options.selected_sheet, empty["road"], start_counts=options.start_counts)
    return DiceGameState(
        phase="play",
        options=options,
        players=tuple(
            PlayerSheet(seat.name, seat.colour, seat.at_first, empty, route=start) for seat in seats
        ),
        turn=1,
    )
