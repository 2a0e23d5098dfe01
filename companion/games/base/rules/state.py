"""The state of a base game: what stands on the table after the events so far."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, TypeVar

from companion.games.base.rules.cards import (
    BANK,
    DECK_SIZE,
    NONE,
    PRODUCES,
    RESOURCE_INDEX,
    SUPPLY,
    UNIDENTIFIED,
    VICTORY_POINT,
    Cards,
    holds,
)
from companion.games.base.rules.events import Seat, TakeUp
from companion.games.base.rules.fields import EndReason
from companion.games.base.rules.options import DEFAULT_OPTIONS, Colour, Options
from companion.games.base.rules.sites import mask
from companion.i18n import sentence
from companion.island.box import HarborKind
from companion.island.draft import NOTHING, Draft
from companion.island.geometry import CORNERS, ENDS, HEXES, INTERSECTION_INDEX, HexId
from companion.island.layout import Layout
from companion.island.setups import first_game
from companion.thrown import Thrown

Phase = Literal["layout", "founding", "taking_up", "play", "over"]

SPECIAL_CARD_POINTS: Final = 2
BANK_RATE, HARBOR_RATE, BEST_RATE = 4, 3, 2
"""Cards of a kind that the bank asks for one: of anybody, at a generic and at the kind's own harbor."""
FOUNDING_PIECES: Final = 4
"""Two settlements and two roads a player."""

_Record = TypeVar("_Record", "State", "Player")
_new, _set = object.__new__, object.__setattr__


def evolve(record: _Record, /, **changes: Any) -> _Record:
    """A copy of a state or a player with some fields changed.

    `dataclasses.replace` does the same and checks the names, at ten times the cost; this is
    called once or twice for every event ever folded. Neither class may have cached properties:
    they would be copied too.
    """
    copy = _new(type(record))
    # A frozen dataclass is set up from inside just so.
    _set(copy, "__dict__", record.__dict__ | changes)
    return copy


@dataclass(frozen=True)
class Land:
    """A layout and what follows from it for the rules, worked out once."""

    layout: Layout

    @cached_property
    def yields(self) -> Mapping[int, tuple[tuple[HexId, int, int], ...]]:
        """By number: the hexes that produce on it, as (hex, resource index, its intersections)."""
        found: dict[int, list[tuple[HexId, int, int]]] = {total: [] for total in range(2, 13)}
        for h, terrain, number in zip(HEXES, self.layout.terrains, self.layout.numbers, strict=True):
            if number is not None and terrain in PRODUCES:
                found[number].append((h, RESOURCE_INDEX[PRODUCES[terrain]], CORNERS_MASK[h]))
        return {total: tuple(hexes) for total, hexes in found.items()}

    @cached_property
    def produces_at(self) -> Mapping[HexId, int]:
        """The index of the resource of each hex that has one."""
        return {
            h: RESOURCE_INDEX[PRODUCES[terrain]]
            for h, terrain in zip(HEXES, self.layout.terrains, strict=True)
            if terrain in PRODUCES
        }

    @cached_property
    def harbors(self) -> tuple[tuple[HarborKind, int], ...]:
        """Each harbor's kind and the two intersections that can use it."""
        return tuple(
            (kind, mask(INTERSECTION_INDEX[i] for i in ENDS[path])) for path, kind in self.layout.harbors
        )

    def rates(self, buildings: int) -> tuple[int, ...]:
        """The fewest cards of each resource for which the bank gives one to who has these buildings."""
        rates = self._rates.get(buildings)
        if rates is None:
            rates = tuple(best for best, *_ in self.open_rates(buildings))
            self._rates[buildings] = rates
        return rates

    def open_rates(self, buildings: int) -> tuple[tuple[int, ...], ...]:
        """All rates at which who has these buildings may trade each resource, the best first.

        The bank's own is open to everybody, with or without a harbor (base-game-2025, page 8).
        """
        rates = self._open_rates.get(buildings)
        if rates is None:
            kinds = {kind for kind, at in self.harbors if at & buildings}
            usual = (HARBOR_RATE, BANK_RATE) if "generic" in kinds else (BANK_RATE,)
            rates = tuple((BEST_RATE, *usual) if resource in kinds else usual for resource in RESOURCE_INDEX)
            self._open_rates[buildings] = rates
        return rates

    @cached_property
    def _rates(self) -> dict[int, tuple[int, ...]]:
        return {}

    @cached_property
    def _open_rates(self) -> dict[int, tuple[tuple[int, ...], ...]]:
        return {}


CORNERS_MASK: Final = {h: mask(INTERSECTION_INDEX[i] for i in CORNERS[h]) for h in HEXES}
"""By hex: its six intersections."""


@dataclass(frozen=True)
class Player:
    """One player's side of the table.

    Attributes:
        hand: resource cards, as far as they are known.
        development: development cards face down.
        fresh: those of them bought in the turn that is on.
        played: knights and progress cards played, and victory point cards revealed.
        roads: bits of paths.
        settlements, cities: bits of intersections.
        road_length: the longest trail over the roads.
        veiled: the owner said what the hand holds, and not everybody heard which cards: any may be among
            them, though `hand` lists what they were thought to be.
        at_first: as `Seat` has it.
        resting: the player has left: the seat takes no part, its pieces and cards stay.
    """

    name: str
    colour: Colour
    hand: Cards = NONE
    development: Cards = NONE
    fresh: Cards = NONE
    played: Cards = NONE
    roads: int = 0
    settlements: int = 0
    cities: int = 0
    road_length: int = 0
    veiled: bool = False
    at_first: Colour | None = None
    resting: bool = False

    @property
    def id(self) -> Colour:
        """What tells the player from the others of a game, however name and colour are corrected."""
        return self.at_first or self.colour

    def may_hold(self, cards: Cards) -> bool:
        """Whether the cards may be in the hand, as far as it is known."""
        return holds(self.hand, cards) or (self.veiled and sum(self.hand) >= sum(cards))

    @property
    def buildings(self) -> int:
        """Settlements and cities."""
        return self.settlements | self.cities

    @property
    def knights(self) -> int:
        """Knights played."""
        return self.played[0]

    @property
    def roads_left(self) -> int:
        """Roads in the player's supply; below zero where more stand than the box holds."""
        return SUPPLY["road"] - self.roads.bit_count()

    @property
    def settlements_left(self) -> int:
        """Settlements in the player's supply."""
        return SUPPLY["settlement"] - self.settlements.bit_count()

    @property
    def cities_left(self) -> int:
        """Cities in the player's supply."""
        return SUPPLY["city"] - self.cities.bit_count()


@dataclass(frozen=True)
class State:
    """Everything that the events so far came to. Players are named by their seat, 0 and up.

    Attributes:
        players: in seat order, clockwise.
        first: the seat that begins.
        phase: "layout" until an island lies, "founding", "play", "over" once somebody won; "taking_up"
            in place of the founding where a game that was on waits for its pieces to be seen.
        active: the seat on turn.
        turn: 0 before the first turn, 1 in it.
        dice: this turn's roll.
        drawn: bits of the cards that are used up of the deck, where the table rolls with one.
        set_aside: a seven of the first rounds, which by a house rule is rolled again, until that is done.
        unseen: the dice were thrown in this turn, and nobody saw or said what they showed.
        owed: how many cards each seat still has to discard.
        robber: the robber's hex; None where no desert says where it starts.
        robber_due: the robber has to be moved.
        steal_due: the robber was moved next to somebody who can be robbed, if only of nothing.
        free_roads: roads of a road building card still to be placed.
        cards_played: development cards played this turn.
        has_built: something was built this turn.
        takes: what each seat took from the last roll.
        shortage: bits of the resources that the bank could not pay in full at the last roll.
        started: seats that have had their starting resources.
        last_founded: the intersection (index) of the founding settlement that waits for its road.
        bank: resource cards in the bank.
        deck: development cards in the deck.
        longest_road, largest_army: the seat that holds the card.
        winner: the seat that won; None where several share the victory, too.
        ended: why the game ended before somebody had enough points; None: it didn't.
        taking_up: what was said of the game that is taken up, until the island and the pieces are known.
        was_taken_up: the game was on already when this table came to it.
        said_of_island: what people have entered of the island, until it is laid.
    """

    players: tuple[Player, ...] = ()
    options: Options = DEFAULT_OPTIONS
    land: Land | None = None
    first: int = 0
    phase: Phase = "layout"
    active: int = 0
    turn: int = 0
    dice: Thrown | None = None
    unseen: bool = False
    set_aside: Thrown | None = None
    drawn: int = 0
    owed: tuple[int, ...] = ()
    robber: HexId | None = None
    robber_due: bool = False
    steal_due: bool = False
    free_roads: int = 0
    cards_played: int = 0
    has_built: bool = False
    takes: tuple[Cards, ...] = ()
    shortage: int = 0
    started: int = 0
    last_founded: int | None = None
    bank: Cards = BANK
    deck: int = DECK_SIZE
    longest_road: int | None = None
    largest_army: int | None = None
    winner: int | None = None
    ended: EndReason | None = None
    taking_up: TakeUp | None = None
    was_taken_up: bool = False
    said_of_island: Draft = NOTHING

    @property
    def rolled(self) -> bool:
        """Whether the dice were thrown in this turn, whatever they showed."""
        return self.unseen or self.dice is not None

    @property
    def entered(self) -> Draft:
        """The island that isn't laid yet, as far as it is known: in the first game that of its diagram, but
        for what people said.
        """
        if self.options.setup != "first_game":
            return self.said_of_island
        return self.said_of_island.over(first_game(tokens=self.options.first_game_tokens))

    def seat(self, colour: str) -> int:
        """The seat of a colour.

        Raises:
            ValueError: nobody plays it.
        """
        players = self.players
        # Nearly always it is the player on turn.
        if players and players[self.active].colour == colour:
            return self.active
        for n, player in enumerate(players):
            if player.colour == colour:
                return n
        raise ValueError(sentence("nobody plays {colour}", colour=colour))

    def public_points(self, seat: int) -> int:
        """Victory points that everybody sees: hidden victory point cards not counted."""
        player = self.players[seat]
        points = player.settlements.bit_count() + 2 * player.cities.bit_count() + player.played[VICTORY_POINT]
        if self.longest_road == seat:
            points += SPECIAL_CARD_POINTS
        if self.largest_army == seat:
            points += SPECIAL_CARD_POINTS
        return points

    def points(self, seat: int) -> int:
        """Victory points with the hidden victory point cards that are known."""
        return self.public_points(seat) + self.players[seat].development[VICTORY_POINT]

    @property
    def is_just_taken_up(self) -> bool:
        """Whether the game was on already, and the first turn since waits for its roll."""
        return self.phase == "play" and self.was_taken_up and self.turn == 1 and not self.rolled

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats whose players have not left; all, where everybody has."""
        there = tuple(seat for seat, player in enumerate(self.players) if not player.resting)
        return there or tuple(range(len(self.players)))

    def beside(self, seat: int, step: int) -> int:
        """The seat to which (`step` 1), or from which (-1), the dice are passed: none that rests."""
        seats = len(self.players)
        for far in range(1, seats + 1):
            other = (seat + far * step) % seats
            if not self.players[other].resting:
                return other
        return seat

    @property
    def following(self) -> int:
        """The seat that has the next turn."""
        return self.beside(self.active, 1)

    def open_points(self, seat: int) -> int:
        """Victory points as everybody knows them: who has won with cards face down has turned them up."""
        won = self.winner == seat and self.ended is None
        return self.points(seat) if won else self.public_points(seat)

    def may_have_won(self, seat: int) -> bool:
        """Whether a seat has the points to win, as far as its cards face down are known."""
        unnamed = self.players[seat].development[UNIDENTIFIED]
        return self.points(seat) + unnamed >= self.options.points_to_win

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won: several where a game was ended at which they had as many points."""
        if self.ended is not None:
            points = [self.public_points(seat) for seat in range(len(self.players))]
            best = max(points[seat] for seat in self.playing)
            return tuple(seat for seat in self.playing if points[seat] == best)
        return () if self.winner is None else (self.winner,)

    def opponents(self, seat: int) -> int:
        """The intersections on which others have buildings."""
        found = 0
        for n, player in enumerate(self.players):
            if n != seat:
                found |= player.settlements | player.cities
        return found

    def buildings(self) -> int:
        """The intersections that are taken."""
        found = 0
        for player in self.players:
            found |= player.settlements | player.cities
        return found

    def roads(self) -> int:
        """The paths that are taken."""
        found = 0
        for player in self.players:
            found |= player.roads
        return found

    def spared(self, seat: int) -> tuple[int, ...]:
        """The other seats that a friendly robber leaves alone, by the points that everybody sees."""
        most = self.options.friendly_robber
        if most is None:
            return ()
        return tuple(n for n in range(len(self.players)) if n != seat and self.public_points(n) <= most)

    def robbable(self, seat: int) -> tuple[int, ...]:
        """The other seats with a building at the robber's hex, however many cards they hold.

        Nobody robs whom a friendly robber spares, nor who has left.
        """
        if self.robber is None:
            return ()
        corners, spared = CORNERS_MASK[self.robber], self.spared(seat)
        return tuple(
            n
            for n, player in enumerate(self.players)
            if n != seat and player.buildings & corners and n not in spared and not player.resting
        )

    @property
    def robbery_due(self) -> bool:
        """Whether the robber was moved next to somebody who, as far as was told, has a card to steal."""
        return self.steal_due and any(sum(self.players[n].hand) for n in self.robbable(self.active))

    def founder(self) -> int | None:
        """The seat whose founding placement is due: once around, then back (variable set-up).

        None once everybody has placed, and in the first game, where the diagram says it all.
        """
        if self.phase != "founding" or self.options.setup == "first_game":
            return None
        seats = len(self.players)
        placed = sum(p.buildings.bit_count() + p.roads.bit_count() for p in self.players)
        pair = placed // 2
        if pair >= 2 * seats:
            return None
        in_order = pair if pair < seats else 2 * seats - 1 - pair
        return (self.first + in_order) % seats


def seated(players: tuple[Seat, ...], options: Options) -> State:
    """The state when the players have sat down."""
    return State(
        players=tuple(Player(seat.name, seat.colour, at_first=seat.at_first) for seat in players),
        options=options,
        owed=(0,) * len(players),
        takes=(NONE,) * len(players),
    )


def nearly_founded(state: State, hidden: Set[str] = frozenset()) -> bool:
    """Whether nothing of the founding misses but the last player's last pieces.

    Who throws the dice then begins to play: what misses stands there, and was not seen.

    Args:
        state: in the founding.
        hidden: colours whose pieces may stand there unseen: where they are those of the last two players,
            the pieces of both may be missing.
    """
    placed = sum(p.buildings.bit_count() + p.roads.bit_count() for p in state.players)
    missing = FOUNDING_PIECES * len(state.players) - placed
    if missing <= FOUNDING_PIECES // 2:
        return True
    last_two = {state.players[(state.first + n) % len(state.players)].colour for n in (0, 1)}
    return missing <= FOUNDING_PIECES and last_two <= hidden


def land_of(state: State) -> Land:
    """The island that lies on the table.

    Raises:
        ValueError: none lies there yet.
    """
    if state.land is None:
        raise ValueError(sentence("there is no island on the table yet"))
    return state.land


def with_player(state: State, seat: int, /, **changes: Any) -> tuple[Player, ...]:
    """The players, one of them with some fields changed."""
    players = list(state.players)
    players[seat] = evolve(players[seat], **changes)
    return tuple(players)
