"""What each event does to the state. Nothing is refused here: people did what they did.

`apply` is total: it gives a state for every event about a player who sits at the table, legal or
not. Whether it was legal is asked in `companion.games.base.legality`, before it is applied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, cast

from companion.games.base.cards import (
    CITY_COST,
    DEVELOPMENT_COST,
    DEVELOPMENT_INDEX,
    KNIGHT,
    NONE,
    RESOURCE_INDEX,
    ROAD_COST,
    SETTLEMENT_COST,
    UNIDENTIFIED,
    VICTORY_POINT,
    Cards,
    add,
    add_one,
    holds,
    only_kind,
    remove,
    single,
)
from companion.games.base.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    FirstPlayerChosen,
    GameStarted,
    LayoutSet,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    Steal,
    TakeStartingResources,
)
from companion.games.base.longest_road import award, longest_road
from companion.games.base.placement import road_sites
from companion.games.base.sites import INTERSECTION_BIT, PATH_BIT, PATHS_AT_MASK
from companion.games.base.state import (
    CORNERS_MASK,
    FOUNDING_PIECES,
    Land,
    Player,
    State,
    evolve,
    seated,
)
from companion.island.geometry import HEXES_AT, INTERSECTION_INDEX, IntersectionId

SMALLEST_ARMY: Final = 3
FREE_ROADS: Final = 2


def apply(state: State, event: Event) -> State:
    """The state after an event.

    Raises:
        ValueError: the event is about a player who doesn't sit at the table, or needs an island
            where none lies yet.
    """
    kind = type(event)
    after = _EFFECTS[kind](state, event)
    if kind in _SCORING and after.phase == "play":
        return _with_winner(after)
    return after


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """The state after all the events, from the first on, or on from a state."""
    now = State() if state is None else state
    for event in events:
        now = apply(now, event)
    return now


def production(state: State, total: int) -> tuple[tuple[Cards, ...], int]:
    """What each seat takes for a roll, and bits of the resources the bank can't pay in full.

    Where a resource runs short, one player owed gets what is left, several get none of it
    (clarifications.md, "Bank shortage").
    """
    takes = [NONE] * len(state.players)
    owed = 0
    for h, kind, corners in _land(state).yields[total]:
        if h == state.robber:
            continue
        for seat, player in enumerate(state.players):
            settlements, cities = player.settlements & corners, player.cities & corners
            if settlements or cities:
                count = settlements.bit_count() + 2 * cities.bit_count()
                take = single(kind, count)
                takes[seat] = take if takes[seat] is NONE else add(takes[seat], take)
                owed += count
    if owed <= min(state.bank[:5]):
        return tuple(takes), 0
    return _rationed(takes, state.bank)


def _rationed(takes: Sequence[Cards], bank: Cards) -> tuple[tuple[Cards, ...], int]:
    """What a bank that may run short pays of what is owed, and bits of what it can't pay in full."""
    paid = list(takes)
    shortage = 0
    for kind in range(5):
        takers = [seat for seat, take in enumerate(takes) if take[kind]]
        asked = sum(takes[seat][kind] for seat in takers)
        if asked > bank[kind] + max(0, bank[UNIDENTIFIED]):
            shortage |= 1 << kind
            left = bank[kind] if len(takers) == 1 else 0
            for seat in takers:
                paid[seat] = add_one(paid[seat], kind, left - takes[seat][kind])
    return tuple(paid), shortage


def _land(state: State) -> Land:
    if state.land is None:
        raise ValueError("no island lies on the table yet")
    return state.land


def _with_player(state: State, seat: int, /, **changes: Any) -> tuple[Player, ...]:
    players = list(state.players)
    players[seat] = evolve(players[seat], **changes)
    return tuple(players)


def _with_winner(state: State) -> State:
    """Victory only on the own turn, at once, also by what happened before it began."""
    if state.points(state.active) >= state.options.points_to_win:
        return evolve(state, phase="over", winner=state.active)
    return state


def _game_started(state: State, event: GameStarted) -> State:
    return seated(event.players, event.options)


def _layout_set(state: State, event: LayoutSet) -> State:
    robber = state.robber
    if robber is None or (state.land is not None and robber in state.land.layout.deserts()):
        robber = next(event.layout.deserts(), None)
    phase = "founding" if state.phase == "layout" else state.phase
    return evolve(state, land=Land(event.layout), robber=robber, phase=phase)


def _first_player_chosen(state: State, event: FirstPlayerChosen) -> State:
    seat = state.seat(event.player)
    return evolve(state, first=seat, active=seat if state.dice is None else state.active)


def _place_settlement(state: State, event: PlaceSettlement) -> State:
    seat = state.seat(event.player)
    bit = INTERSECTION_BIT[event.at]
    if state.buildings() & bit:
        state = _cleared(state, bit)
    player = state.players[seat]
    if state.phase == "founding":
        changes: dict[str, Any] = {"settlements": player.settlements | bit}
        state = evolve(
            state,
            players=_with_player(state, seat, **changes),
            last_founded=INTERSECTION_INDEX[event.at],
        )
        if state.players[seat].settlements.bit_count() == 2 and state.options.setup == "variable":
            state = _starting_resources(state, seat, event.at)
    else:
        state = evolve(
            state,
            players=_with_player(
                state,
                seat,
                settlements=player.settlements | bit,
                hand=remove(player.hand, SETTLEMENT_COST),
            ),
            bank=add(state.bank, SETTLEMENT_COST),
            has_built=True,
        )
    return _with_longest_road(state, *_whose_roads_it_breaks(state, seat, event.at))


def _whose_roads_it_breaks(state: State, seat: int, at: IntersectionId) -> list[int]:
    around = PATHS_AT_MASK[INTERSECTION_INDEX[at]]
    return [
        n for n, other in enumerate(state.players) if n != seat and (other.roads & around).bit_count() > 1
    ]


def _starting_resources(state: State, seat: int, at: IntersectionId) -> State:
    """One card for each producing hex around (base-game-2025, pages 5 and 12)."""
    produces_at = _land(state).produces_at
    gain = NONE
    for h in HEXES_AT[at]:
        if h in produces_at:
            gain = add_one(gain, produces_at[h], 1)
    return evolve(
        state,
        players=_with_player(state, seat, hand=add(state.players[seat].hand, gain)),
        bank=remove(state.bank, gain),
        started=state.started | 1 << seat,
    )


def _take_starting_resources(state: State, event: TakeStartingResources) -> State:
    return _founded(_starting_resources(state, state.seat(event.player), event.at))


def _place_city(state: State, event: PlaceCity) -> State:
    seat = state.seat(event.player)
    bit = INTERSECTION_BIT[event.at]
    if state.buildings() & bit & ~state.players[seat].settlements:
        state = _cleared(state, bit)
    player = state.players[seat]
    after = evolve(
        state,
        players=_with_player(
            state,
            seat,
            settlements=player.settlements & ~bit,
            cities=player.cities | bit,
            hand=remove(player.hand, CITY_COST),
        ),
        bank=add(state.bank, CITY_COST),
        has_built=True,
    )
    if player.settlements & bit:
        return after
    return _with_longest_road(after, *_whose_roads_it_breaks(after, seat, event.at))


def _place_road(state: State, event: PlaceRoad) -> State:
    seat = state.seat(event.player)
    bit = PATH_BIT[event.at]
    if state.roads() & bit:
        state = _cleared(state, 0, bit)
    player = state.players[seat]
    if state.phase == "founding":
        state = evolve(
            state, players=_with_player(state, seat, roads=player.roads | bit), last_founded=None
        )
        state = _with_longest_road(state, seat)
        return _founded(state)
    if state.free_roads and seat == state.active:
        state = evolve(state, players=_with_player(state, seat, roads=player.roads | bit))
        state = evolve(state, free_roads=_roads_possible(state, seat, state.free_roads - 1))
    else:
        state = evolve(
            state,
            players=_with_player(
                state, seat, roads=player.roads | bit, hand=remove(player.hand, ROAD_COST)
            ),
            bank=add(state.bank, ROAD_COST),
            has_built=True,
        )
    return _with_longest_road(state, seat)


def _roads_possible(state: State, seat: int, wanted: int) -> int:
    """How many of the roads wanted the supply and the island have a place for, as far as one sees."""
    if not road_sites(state, seat):
        return 0
    return max(0, min(wanted, state.players[seat].roads_left))


def _cleared(state: State, intersection: int, path: int = 0) -> State:
    """The state without the piece that stands where another is put: one site holds one piece."""
    players = tuple(
        evolve(
            player,
            settlements=player.settlements & ~intersection,
            cities=player.cities & ~intersection,
            roads=player.roads & ~path,
        )
        for player in state.players
    )
    return _with_longest_road(evolve(state, players=players), *range(len(players)))


def _founded(state: State) -> State:
    """Play begins once everybody has placed, and has had the starting resources."""
    seats = len(state.players)
    placed = sum(p.buildings.bit_count() + p.roads.bit_count() for p in state.players)
    if placed < FOUNDING_PIECES * seats or state.started != (1 << seats) - 1:
        founder = state.founder()
        return evolve(state, active=state.first if founder is None else founder)
    return evolve(state, phase="play", active=state.first, turn=1, last_founded=None)


def _with_longest_road(state: State, *seats: int) -> State:
    """The state with some seats' road lengths worked out anew, and the card where it belongs."""
    if not seats:
        return state
    players = list(state.players)
    for seat in seats:
        length = longest_road(players[seat].roads, state.opponents(seat))
        if length != players[seat].road_length:
            players[seat] = evolve(players[seat], road_length=length)
    holder = award(state.longest_road, [player.road_length for player in players])
    return evolve(state, players=tuple(players), longest_road=holder)


def _roll(state: State, event: Roll) -> State:
    if state.phase == "founding":
        state = evolve(state, phase="play", turn=1)
    seat, dice = state.seat(event.player), event.dice
    if sum(dice) == 7:
        return evolve(
            state,
            active=seat,
            dice=dice,
            takes=(NONE,) * len(state.players),
            shortage=0,
            owed=tuple(_discards_due(player.hand, state.options.hand_limit) for player in state.players),
            robber_due=True,
        )
    takes, shortage = production(state, sum(dice))
    players, bank = list(state.players), state.bank
    for n, take in enumerate(takes):
        if take is not NONE:
            players[n] = evolve(players[n], hand=add(players[n].hand, take))
            bank = remove(bank, take)
    return evolve(
        state,
        active=seat,
        dice=dice,
        takes=takes,
        shortage=shortage,
        players=tuple(players),
        bank=bank,
    )


def _discards_due(hand: Cards, limit: int) -> int:
    """Half of the cards, rounded down, of a hand that holds more than the limit."""
    size = sum(hand)
    return size // 2 if size > limit else 0


def _discard(state: State, event: Discard) -> State:
    seat = state.seat(event.player)
    owed = list(state.owed)
    owed[seat] = max(0, owed[seat] - sum(event.resources))
    return evolve(
        state,
        players=_with_player(state, seat, hand=remove(state.players[seat].hand, event.resources)),
        bank=add(state.bank, event.resources),
        owed=tuple(owed),
    )


def _move_robber(state: State, event: MoveRobber) -> State:
    moved = evolve(state, robber=event.to, robber_due=False)
    corners = CORNERS_MASK[event.to]
    due = bool(state.opponents(state.seat(event.player)) & corners)
    return evolve(moved, steal_due=due)


def _steal(state: State, event: Steal) -> State:
    state = evolve(state, steal_due=False)
    if event.victim is None:
        return state
    thief, victim = state.seat(event.player), state.seat(event.victim)
    hand = state.players[victim].hand
    if not sum(hand) and event.resource is None:
        return state
    kind = only_kind(hand) if event.resource is None else RESOURCE_INDEX[event.resource]
    stolen = single(UNIDENTIFIED if kind is None else kind)
    state = evolve(state, players=_with_player(state, victim, hand=remove(hand, stolen)))
    return evolve(
        state, players=_with_player(state, thief, hand=add(state.players[thief].hand, stolen))
    )


def _domestic_trade(state: State, event: DomesticTrade) -> State:
    seat, partner = state.seat(event.player), state.seat(event.partner)
    state = evolve(
        state,
        players=_with_player(
            state, seat, hand=add(remove(state.players[seat].hand, event.give), event.take)
        ),
    )
    return evolve(
        state,
        players=_with_player(
            state, partner, hand=add(remove(state.players[partner].hand, event.take), event.give)
        ),
    )


def _maritime_trade(state: State, event: MaritimeTrade) -> State:
    seat = state.seat(event.player)
    hand = add(remove(state.players[seat].hand, event.give), event.take)
    return evolve(
        state,
        players=_with_player(state, seat, hand=hand),
        bank=remove(add(state.bank, event.give), event.take),
    )


def _buy_development_card(state: State, event: BuyDevelopmentCard) -> State:
    seat = state.seat(event.player)
    player = state.players[seat]
    kind = UNIDENTIFIED if event.card is None else DEVELOPMENT_INDEX[event.card]
    return evolve(
        state,
        players=_with_player(
            state,
            seat,
            hand=remove(player.hand, DEVELOPMENT_COST),
            development=add_one(player.development, kind, 1),
            fresh=add_one(player.fresh, kind, 1),
        ),
        bank=add(state.bank, DEVELOPMENT_COST),
        deck=max(0, state.deck - 1),
        has_built=True,
    )


def _turned_up(player: Player, kind: int) -> Cards:
    """The cards face down without the one of a kind that was played.

    It was no card bought this turn if it may have been another, and a known one rather than one
    that nobody named.
    """
    face_down, fresh = player.development, player.fresh
    ripe = [n for n in (kind, UNIDENTIFIED) if face_down[n] > fresh[n]]
    held = ripe or [n for n in (kind, UNIDENTIFIED) if face_down[n]]
    return add_one(face_down, held[0], -1) if held else face_down


def _play_development_card(state: State, event: PlayDevelopmentCard) -> State:
    seat = state.seat(event.player)
    player = state.players[seat]
    kind = DEVELOPMENT_INDEX[event.card]
    state = evolve(
        state,
        players=_with_player(
            state,
            seat,
            development=_turned_up(player, kind),
            played=add_one(player.played, kind, 1),
        ),
        cards_played=state.cards_played + 1,
    )
    return _CARD_EFFECTS[event.card](state, seat, event) if event.card in _CARD_EFFECTS else state


def _knight(state: State, seat: int, event: PlayDevelopmentCard) -> State:
    army, holder = state.players[seat].played[KNIGHT], state.largest_army
    if army >= SMALLEST_ARMY and (holder is None or army > state.players[holder].played[KNIGHT]):
        holder = seat
    return evolve(state, robber_due=True, largest_army=holder)


def _road_building(state: State, seat: int, event: PlayDevelopmentCard) -> State:
    return evolve(state, free_roads=_roads_possible(state, seat, FREE_ROADS))


def _year_of_plenty(state: State, seat: int, event: PlayDevelopmentCard) -> State:
    """What the bank has of what was asked; where nobody said what, two cards as far as it has them."""
    bank = state.bank
    if not any(event.resources):
        given = single(UNIDENTIFIED, max(0, min(2, sum(bank))))
    elif holds(bank, event.resources):
        given = event.resources
    else:
        given = cast(Cards, tuple(map(min, event.resources, bank)))
    return evolve(
        state,
        players=_with_player(state, seat, hand=add(state.players[seat].hand, given)),
        bank=remove(bank, given),
    )


def _monopoly(state: State, seat: int, event: PlayDevelopmentCard) -> State:
    """Everybody gives all that is listed of the resource, and no more cards than they have."""
    if event.resource is None:
        return state
    kind = RESOURCE_INDEX[event.resource]
    taken = 0
    players = list(state.players)
    for n, player in enumerate(players):
        count = min(player.hand[kind], sum(player.hand))
        if n != seat and count > 0:
            taken += count
            players[n] = evolve(player, hand=remove(player.hand, single(kind, count)))
    players[seat] = evolve(players[seat], hand=add_one(players[seat].hand, kind, taken))
    return evolve(state, players=tuple(players))


def _reveal_victory_points(state: State, event: RevealVictoryPoints) -> State:
    seat = state.seat(event.player)
    player = state.players[seat]
    known = min(event.count, player.development[VICTORY_POINT])
    unnamed = min(event.count - known, player.development[UNIDENTIFIED])
    return evolve(
        state,
        players=_with_player(
            state,
            seat,
            development=add_one(
                add_one(player.development, VICTORY_POINT, -known), UNIDENTIFIED, -unnamed
            ),
            played=add_one(player.played, VICTORY_POINT, event.count),
        ),
    )


def _end_turn(state: State, event: EndTurn) -> State:
    seat = state.seat(event.player)
    players = state.players
    if players[seat].fresh is not NONE:
        players = _with_player(state, seat, fresh=NONE)
    return evolve(
        state,
        players=players,
        active=(seat + 1) % len(players),
        turn=state.turn + 1,
        dice=None,
        takes=(NONE,) * len(players),
        shortage=0,
        owed=(0,) * len(players),
        robber_due=False,
        steal_due=False,
        free_roads=0,
        cards_played=0,
        has_built=False,
    )


_CARD_EFFECTS: Final[Mapping[str, Callable[[State, int, PlayDevelopmentCard], State]]] = {
    "knight": _knight,
    "road_building": _road_building,
    "year_of_plenty": _year_of_plenty,
    "monopoly": _monopoly,
}

# Each takes its own kind of event, which the type system can't say of a table.
_EFFECTS: Final[Mapping[type, Callable[[State, Any], State]]] = {
    GameStarted: _game_started,
    LayoutSet: _layout_set,
    FirstPlayerChosen: _first_player_chosen,
    PlaceRoad: _place_road,
    PlaceSettlement: _place_settlement,
    PlaceCity: _place_city,
    TakeStartingResources: _take_starting_resources,
    Roll: _roll,
    Discard: _discard,
    MoveRobber: _move_robber,
    Steal: _steal,
    DomesticTrade: _domestic_trade,
    MaritimeTrade: _maritime_trade,
    BuyDevelopmentCard: _buy_development_card,
    PlayDevelopmentCard: _play_development_card,
    RevealVictoryPoints: _reveal_victory_points,
    EndTurn: _end_turn,
}

_SCORING: Final = frozenset(
    {
        PlaceRoad,
        PlaceSettlement,
        PlaceCity,
        BuyDevelopmentCard,
        PlayDevelopmentCard,
        RevealVictoryPoints,
        EndTurn,
        TakeStartingResources,
    }
)
