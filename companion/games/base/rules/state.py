"""The state of a base game after a sequence of events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, TypeVar

from companion.games.base.rules.cards import (
    BANK,
    DECK_SIZE,
    NO_CARDS,
    PRODUCES,
    RESOURCE_INDEX,
    SUPPLY,
    UNIDENTIFIED_KIND,
    VICTORY_POINT,
    Cards,
    add_one,
    holds,
)
from companion.games.base.rules.events import EndReason, TakeUp
from companion.games.base.rules.options import DEFAULT_OPTIONS, Colour, Options
from companion.games.base.rules.sites import (
    ALL_INTERSECTIONS,
    ENDS_INDEX,
    PATHS_AT_MASK,
    ends_of,
    indices,
    mask,
    paths_from,
    within_one_path,
)
from companion.games.seats import Seat
from companion.i18n import sentence
from companion.island import geometry
from companion.island.layout import EMPTY_DRAFT, Draft, HarborKind, Layout
from companion.observations import RolledDice

Phase = Literal["layout", "founding", "taking_up", "play", "over"]

SPECIAL_CARD_POINTS: Final = 2
BANK_RATE, HARBOR_RATE, BEST_RATE = 4, 3, 2
"""Cards of a kind that the bank demands for one: without a harbor, at a generic one, at the kind's own."""
FOUNDING_PIECES: Final = 4
"""Founding pieces per player: two settlements and two roads."""

_Record = TypeVar("_Record", "State", "Player")
_new, _set = object.__new__, object.__setattr__


def evolve(record: _Record, /, **changes: Any) -> _Record:
    """A copy of a state or a player with some fields changed.

    `dataclasses.replace` does the same and checks the names, at ten times the cost; folding calls
    this once or twice per event. Neither class may have cached properties, which would be copied.
    """
    copy = _new(type(record))
    # The generated __init__ of a frozen dataclass sets its fields the same way.
    _set(copy, "__dict__", record.__dict__ | changes)
    return copy


@dataclass(frozen=True)
class Land:
    """A layout with derived lookups for the rules, computed once."""

    layout: Layout

    @cached_property
    def yields(self) -> Mapping[int, tuple[tuple[geometry.HexId, int, int], ...]]:
        """The producing hexes of each number token, as (hex, resource index, intersections as bits)."""
        found: dict[int, list[tuple[geometry.HexId, int, int]]] = {total: [] for total in range(2, 13)}
        for h, terrain, number in zip(geometry.HEXES, self.layout.terrains, self.layout.numbers, strict=True):
            if number is not None and terrain in PRODUCES:
                found[number].append((h, RESOURCE_INDEX[PRODUCES[terrain]], CORNERS_MASK[h]))
        return {total: tuple(hexes) for total, hexes in found.items()}

    @cached_property
    def produces_at(self) -> Mapping[geometry.HexId, int]:
        """The resource index of each producing hex."""
        return {
            h: RESOURCE_INDEX[PRODUCES[terrain]]
            for h, terrain in zip(geometry.HEXES, self.layout.terrains, strict=True)
            if terrain in PRODUCES
        }

    def starting_resources(self, at: geometry.IntersectionId) -> Cards:
        """One card for each producing hex around a settlement (base-game-2025, pages 5 and 12)."""
        gain = NO_CARDS
        for h in geometry.HEXES_AT[at]:
            if h in self.produces_at:
                gain = add_one(gain, self.produces_at[h], 1)
        return gain

    @cached_property
    def harbors(self) -> tuple[tuple[HarborKind, int], ...]:
        """Each harbor's kind and its two intersections, as bits."""
        return tuple(
            (kind, mask(geometry.INTERSECTION_INDEX[i] for i in geometry.ENDS[path]))
            for path, kind in self.layout.harbors
        )

    def rates(self, buildings: int) -> tuple[int, ...]:
        """The best maritime rate of each resource for a player with these buildings (bits)."""
        rates = self._rates.get(buildings)
        if rates is None:
            rates = tuple(best for best, *_ in self.open_rates(buildings))
            self._rates[buildings] = rates
        return rates

    def open_rates(self, buildings: int) -> tuple[tuple[int, ...], ...]:
        """All maritime rates of each resource for a player with these buildings (bits), the best first.

        Every player may trade at the bank's own rate, with or without a harbor (base-game-2025, page 8).
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


CORNERS_MASK: Final = {
    h: mask(geometry.INTERSECTION_INDEX[i] for i in geometry.CORNERS[h]) for h in geometry.HEXES
}
"""By hex: its six intersections, as bits."""


@dataclass(frozen=True)
class Player:
    """One player's cards and pieces.

    Attributes:
        hand: resource cards, as far as they are known.
        development: development cards face down.
        bought_this_turn: those of them bought in the current turn.
        played: knights and progress cards played, and victory point cards revealed.
        roads: bits of paths.
        settlements, cities: bits of intersections.
        road_length: length of the longest trail over the roads.
        hand_undisclosed: the owner has declared the hand without naming the cards to everyone. It can then
            hold any cards, although `hand` still lists the previous estimate.
        at_first: first colour of the seat, see `Seat`.
        resting: whether the player has left; the seat takes no turn, its pieces and cards remain.
    """

    name: str
    colour: Colour
    hand: Cards = NO_CARDS
    development: Cards = NO_CARDS
    bought_this_turn: Cards = NO_CARDS
    played: Cards = NO_CARDS
    roads: int = 0
    settlements: int = 0
    cities: int = 0
    road_length: int = 0
    hand_undisclosed: bool = False
    at_first: Colour | None = None
    resting: bool = False

    @property
    def id(self) -> Colour:
        """The player's identity within a game, stable when name and colour are corrected."""
        return self.at_first or self.colour

    def may_hold(self, cards: Cards) -> bool:
        """Return whether the hand can contain the cards, given what is known of it."""
        return holds(self.hand, cards) or (self.hand_undisclosed and sum(self.hand) >= sum(cards))

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
        """Roads in the player's supply; negative if more are recorded than the box has."""
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
    """Immutable state of a game. Seats are numbered from 0 in the order of play.

    Attributes:
        players: in seat order, clockwise.
        first: the seat that begins.
        phase: "layout" until the island is laid, then "founding", "play", and "over" after a victory.
            "taking_up" replaces the founding while a game joined in progress waits for its pieces.
        active: the active player's seat.
        turn: 0 before the first turn, 1 in it.
        dice: this turn's roll.
        drawn_roll_cards: used cards of the roll deck, as bits of `ROLL_DECK`.
        rerolled_seven: a seven of the first rounds that a house rule voids, until the next roll.
        has_unseen_roll: whether the dice were rolled this turn with an unknown result.
        discards_due: number of cards that each seat still has to discard.
        robber: the robber's hex; None if no desert determines its start.
        robber_due: whether the robber has to be moved.
        steal_due: whether the robber was moved next to a player who can be robbed, even without cards.
        free_roads: roads of a road building card still to be placed.
        cards_played: development cards played this turn.
        has_built: whether the active player has built or bought something this turn.
        production: cards that each seat received for the last roll.
        shortage: bits of the resources that the bank could not pay in full at the last roll.
        started: seats that have received their starting resources, as bits.
        last_founded: the intersection (index) of the founding settlement that waits for its road.
        bank: resource cards in the bank.
        deck: number of development cards in the deck.
        longest_road, largest_army: the seat that holds the card.
        winner: the seat that won; None before that, and in a shared victory.
        ended: the reason of an end before a player had enough points; None for other games.
        taking_up: the description of a game joined in progress, until island and pieces are known.
        was_taken_up: whether this game was joined in progress.
        island_draft: the entered parts of the island, until it is laid.
    """

    players: tuple[Player, ...] = ()
    options: Options = DEFAULT_OPTIONS
    land: Land | None = None
    first: int = 0
    phase: Phase = "layout"
    active: int = 0
    turn: int = 0
    dice: RolledDice | None = None
    has_unseen_roll: bool = False
    rerolled_seven: RolledDice | None = None
    drawn_roll_cards: int = 0
    discards_due: tuple[int, ...] = ()
    robber: geometry.HexId | None = None
    robber_due: bool = False
    steal_due: bool = False
    free_roads: int = 0
    cards_played: int = 0
    has_built: bool = False
    production: tuple[Cards, ...] = ()
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
    island_draft: Draft = EMPTY_DRAFT

    @property
    def has_rolled(self) -> bool:
        """Return whether the dice were rolled this turn, even with an unknown result."""
        return self.has_unseen_roll or self.dice is not None

    def seat(self, colour: str) -> int:
        """The seat of a colour.

        Raises:
            ValueError: nobody plays it.
        """
        players = self.players
        # The common case is the active player.
        if players and players[self.active].colour == colour:
            return self.active
        for n, player in enumerate(players):
            if player.colour == colour:
                return n
        raise ValueError(sentence("nobody plays {colour}", colour=colour))

    def public_points(self, seat: int) -> int:
        """Victory points without hidden victory point cards."""
        player = self.players[seat]
        points = player.settlements.bit_count() + 2 * player.cities.bit_count() + player.played[VICTORY_POINT]
        if self.longest_road == seat:
            points += SPECIAL_CARD_POINTS
        if self.largest_army == seat:
            points += SPECIAL_CARD_POINTS
        return points

    def points(self, seat: int) -> int:
        """Victory points including the known hidden victory point cards."""
        return self.public_points(seat) + self.players[seat].development[VICTORY_POINT]

    @property
    def is_just_taken_up(self) -> bool:
        """Return whether the game was joined in progress and its first turn waits for the roll."""
        return self.phase == "play" and self.was_taken_up and self.turn == 1 and not self.has_rolled

    @property
    def seats_in_play(self) -> tuple[int, ...]:
        """The seats whose players have not left; all seats if everyone has."""
        seats = tuple(seat for seat, player in enumerate(self.players) if not player.resting)
        return seats or tuple(range(len(self.players)))

    def adjacent_seat(self, seat: int, step: int) -> int:
        """The next (`step` 1) or previous (`step` -1) seat in turn order that isn't resting."""
        seats = len(self.players)
        for distance in range(1, seats + 1):
            other = (seat + distance * step) % seats
            if not self.players[other].resting:
                return other
        return seat

    @property
    def next_seat(self) -> int:
        """The seat that has the next turn."""
        return self.adjacent_seat(self.active, 1)

    def open_points(self, seat: int) -> int:
        """Victory points as shown to everyone; a winner's face-down victory points are included."""
        won = self.winner == seat and self.ended is None
        return self.points(seat) if won else self.public_points(seat)

    def may_have_won(self, seat: int) -> bool:
        """Return whether a seat can have enough points, counting unidentified face-down cards."""
        unnamed = self.players[seat].development[UNIDENTIFIED_KIND]
        return self.points(seat) + unnamed >= self.options.points_to_win

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; several if they tied when the game was ended early."""
        if self.ended is not None:
            points = [self.public_points(seat) for seat in range(len(self.players))]
            best = max(points[seat] for seat in self.seats_in_play)
            return tuple(seat for seat in self.seats_in_play if points[seat] == best)
        return () if self.winner is None else (self.winner,)

    def opponents(self, seat: int) -> int:
        """The intersections with buildings of other seats, as bits."""
        found = 0
        for n, player in enumerate(self.players):
            if n != seat:
                found |= player.settlements | player.cities
        return found

    def buildings(self) -> int:
        """The occupied intersections, as bits."""
        found = 0
        for player in self.players:
            found |= player.settlements | player.cities
        return found

    def roads(self) -> int:
        """The occupied paths, as bits."""
        found = 0
        for player in self.players:
            found |= player.roads
        return found

    def spared_seats(self, seat: int) -> tuple[int, ...]:
        """The other seats that a friendly robber spares, judged by public points."""
        most = self.options.friendly_robber
        if most is None:
            return ()
        return tuple(n for n in range(len(self.players)) if n != seat and self.public_points(n) <= most)

    def robbable_seats(self, seat: int) -> tuple[int, ...]:
        """The other seats with a building at the robber's hex, even without cards.

        Excludes resting seats and those that a friendly robber spares.
        """
        if self.robber is None:
            return ()
        corners, spared = CORNERS_MASK[self.robber], self.spared_seats(seat)
        return tuple(
            n
            for n, player in enumerate(self.players)
            if n != seat and player.buildings & corners and n not in spared and not player.resting
        )

    @property
    def robbery_due(self) -> bool:
        """Return whether a theft is due and a victim has cards, according to the record."""
        return self.steal_due and any(sum(self.players[n].hand) for n in self.robbable_seats(self.active))

    def founder(self) -> int | None:
        """The seat of the next founding placement: one round forward, one back (variable set-up).

        None after the last placement, and in a first game, whose diagram fixes all pieces.
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


def seat_players(players: tuple[Seat, ...], options: Options) -> State:
    """The initial state with seated players."""
    return State(
        players=tuple(Player(seat.name, seat.colour, at_first=seat.at_first) for seat in players),
        options=options,
        discards_due=(0,) * len(players),
        production=(NO_CARDS,) * len(players),
    )


def is_founding_nearly_complete(state: State, hidden: Set[str] = frozenset()) -> bool:
    """Return whether at most the last pieces of the last founder are missing.

    A roll then starts play: the missing pieces are on the board but were not seen.

    Args:
        state: in the founding.
        hidden: colours whose pieces the camera may miss. If they include the last two founders, pieces of
            both may be missing.
    """
    placed = sum(p.buildings.bit_count() + p.roads.bit_count() for p in state.players)
    missing = FOUNDING_PIECES * len(state.players) - placed
    if missing <= FOUNDING_PIECES // 2:
        return True
    last_two = {state.players[(state.first + n) % len(state.players)].colour for n in (0, 1)}
    return missing <= FOUNDING_PIECES and last_two <= hidden


def land_of(state: State) -> Land:
    """The island on the table.

    Raises:
        ValueError: no island is laid yet.
    """
    if state.land is None:
        raise ValueError(sentence("there is no island on the table yet"))
    return state.land


def with_player(state: State, seat: int, /, **changes: Any) -> tuple[Player, ...]:
    """The players, with some fields of one seat changed."""
    players = list(state.players)
    players[seat] = evolve(players[seat], **changes)
    return tuple(players)


# The pieces on the board, one by one.


def pieces_on_board(state: State) -> Iterator[tuple[str, geometry.PieceKind, Colour]]:
    """Every piece as (site id, kind, colour), ordered by seat."""
    for player in state.players:
        for kind, sites, ids in _sites_by_kind(player):
            for n in indices(sites):
                yield ids[n], kind, player.colour


def _sites_by_kind(player: Player) -> Iterator[tuple[geometry.PieceKind, int, Sequence[str]]]:
    """A player's sites of each kind of piece as bits, with the site ids of these bits."""
    yield "road", player.roads, geometry.PATHS
    yield "settlement", player.settlements, geometry.INTERSECTIONS
    yield "city", player.cities, geometry.INTERSECTIONS


# Legal sites for a player's pieces, as bits; the supply is checked elsewhere.


def road_sites(state: State, seat: int) -> int:
    """Free paths at the player's buildings, or at a road's end without an opponent's building."""
    player = state.players[seat]
    reach = ends_of(player.roads) | player.settlements | player.cities
    if state.options.opponents_block_roads:
        reach &= ~state.opponents(seat)
    return paths_from(reach) & ~state.roads()


def settlement_sites(state: State, seat: int) -> int:
    """Intersections that own roads reach and that satisfy the distance rule."""
    return reachable_sites(state, seat) & ~within_one_path(state.buildings())


def reachable_sites(state: State, seat: int) -> int:
    """Intersections that own roads reach, occupied or not."""
    roads = state.players[seat].roads
    sites = ends_of(roads)
    if state.options.settlement_needs_roads == 2:
        sites = _sites_after_two_roads(sites, roads, state.opponents(seat))
    return sites


def _sites_after_two_roads(sites: int, roads: int, opponents: int) -> int:
    """The given sites at the end of at least two consecutive own roads."""
    found = 0
    for n in indices(sites):
        for path in indices(PATHS_AT_MASK[n] & roads):
            one, other = ENDS_INDEX[path]
            before = other if one == n else one
            if not opponents >> before & 1 and PATHS_AT_MASK[before] & roads & ~(1 << path):
                found |= 1 << n
    return found


def founding_settlement_sites(state: State) -> int:
    """Intersections that satisfy the distance rule; founding needs no road."""
    return ALL_INTERSECTIONS & ~within_one_path(state.buildings())


def founding_road_sites(state: State, settlement: int) -> int:
    """Free paths at a founding settlement, given by the index of its intersection."""
    return PATHS_AT_MASK[settlement] & ~state.roads()


def first_game_road_sites(state: State, seat: int) -> int:
    """Free paths at the player's settlements that have no road yet."""
    player = state.players[seat]
    return paths_from(player.settlements & ~ends_of(player.roads)) & ~state.roads()
