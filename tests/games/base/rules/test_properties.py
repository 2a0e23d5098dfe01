"""Properties of every state of every legal game."""

import copy
import json
import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set
from functools import cache, reduce
from itertools import combinations, islice
from operator import add

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.base.rules.cards import (
    DEVELOPMENT_CARDS,
    DEVELOPMENT_DECK,
    RESOURCES,
    Cards,
    DevelopmentCard,
    cards_of_kind,
)
from companion.games.base.rules.choices import legal_events
from companion.games.base.rules.effects import apply, fold
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    EndTurn,
    Event,
    GameStarted,
    LayoutSet,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    Roll,
    Steal,
    event_from_json,
    event_to_json,
)
from companion.games.base.rules.legality import violations
from companion.games.base.rules.options import EDITIONS, Colour, Options
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State
from companion.games.seats import Seat
from companion.island.geometry import (
    CORNER_HEXES,
    ENDS,
    HEXES,
    INTERSECTIONS,
    NEIGHBOURS,
    PATHS,
    HexId,
    IntersectionId,
    PathId,
)
from companion.island.layout import BOX_TERRAINS
from companion.island.setups import NUMERAL_FRAME_ORDER, variable_layout

COLOURS: tuple[Colour, ...] = ("red", "blue", "white", "orange")
TERRAINS = [terrain for terrain, count in BOX_TERRAINS.items() for _ in range(count)]
DECK = [card for card, n in zip(DEVELOPMENT_CARDS, DEVELOPMENT_DECK, strict=False) for _ in range(n)]


class RandomGame:
    """A game of three or four players who choose randomly from the legal events, mostly pieces."""

    def __init__(self, seed: int, seats: int | None = None, options: Options | None = None) -> None:
        self.chance = random.Random(seed)
        seats = seats or self.chance.choice((3, 4))
        self.deck = self.chance.sample(DECK, len(DECK))
        terrains = self.chance.sample(TERRAINS, len(TERRAINS))
        layout = variable_layout(
            terrains,
            self.chance.choice(CORNER_HEXES),
            clockwise=self.chance.random() < 0.5,
            frame=self.chance.sample(NUMERAL_FRAME_ORDER, len(NUMERAL_FRAME_ORDER)),
        )
        self.events: list[Event] = [
            GameStarted(tuple(Seat(c, c) for c in COLOURS[:seats]), options or Options()),
            LayoutSet(layout),
        ]
        self.state = fold(self.events)

    def steps(self, count: int) -> Iterator[tuple[State, Sequence[Event], Event, State]]:
        """Yield up to `count` tuples of state, legal events, chosen event and next state."""
        for _ in range(count):
            before, listed = self.state, legal_events(self.state)
            if not listed:
                return
            event = self.decide_chance(self.choose_event(listed))
            self.state = apply(before, event)
            self.events.append(event)
            yield before, listed, event, self.state

    def choose_event(self, listed: Sequence[Event]) -> Event:
        pieces = [e for e in listed if isinstance(e, PlaceSettlement | PlaceCity | BuyDevelopmentCard)]
        return self.chance.choice(pieces if pieces and self.chance.random() < 0.7 else listed)

    def decide_chance(self, event: Event) -> Event:
        """The event with its random part: the card bought or stolen."""
        if isinstance(event, BuyDevelopmentCard):
            return BuyDevelopmentCard(event.player, self.deck.pop())
        if isinstance(event, Steal) and event.victim is not None:
            hand = self.state.players[self.state.seat(event.victim)].hand
            if sum(hand):
                return Steal(event.player, event.victim, self.chance.choices(RESOURCES, hand[:5])[0])
        return event


SEEDS = st.integers(0, 10**6)
fifty_examples = settings(max_examples=50, derandomize=True)


@pytest.mark.slow
@fifty_examples
@given(SEEDS)
def test_cards_are_conserved_and_supplies_add_up(seed: int) -> None:
    for _, _, _, state in RandomGame(seed).steps(700):
        hands = [player.hand for player in state.players]
        for kind in range(5):
            assert state.bank[kind] + sum(hand[kind] for hand in hands) == 19
        assert all(min(hand) >= 0 for hand in [*hands, state.bank])
        assert sum(hand[5] for hand in [*hands, state.bank]) == 0
        out: Counter[DevelopmentCard] = Counter()
        for player in state.players:
            for kind, card in enumerate(DEVELOPMENT_CARDS):
                out[card] += player.development[kind] + player.played[kind]
            assert all(
                fresh <= held for fresh, held in zip(player.bought_this_turn, player.development, strict=True)
            )
            assert (player.roads_left, player.settlements_left, player.cities_left) >= (0, 0, 0)
            assert player.roads.bit_count() + player.roads_left == 15
            assert player.settlements.bit_count() + player.settlements_left == 5
            assert player.cities.bit_count() + player.cities_left == 4
        assert state.deck + sum(out.values()) == 25
        assert all(out[card] <= DECK.count(card) for card in out)


@pytest.mark.slow
@fifty_examples
@given(SEEDS)
def test_points_are_what_stands_on_the_board_and_the_cards(seed: int) -> None:
    for _, _, _, state in RandomGame(seed).steps(900):
        for seat, player in enumerate(state.players):
            board = player.settlements.bit_count() + 2 * player.cities.bit_count()
            special = 2 * (state.longest_road == seat) + 2 * (state.largest_army == seat)
            shown = player.played[DEVELOPMENT_CARDS.index("victory_point")]
            hidden = player.development[DEVELOPMENT_CARDS.index("victory_point")]
            assert state.public_points(seat) == board + special + shown
            assert state.points(seat) == board + special + shown + hidden


@fifty_examples
@given(SEEDS)
def test_the_distance_rule_holds_and_every_piece_has_its_own_site(seed: int) -> None:
    game = RandomGame(seed)
    for _ in game.steps(800):
        pass
    taken = [
        INTERSECTIONS[n]
        for player in game.state.players
        for kind in (player.settlements, player.cities)
        for n in indices(kind)
    ]
    roads = [PATHS[n] for player in game.state.players for n in indices(player.roads)]
    assert len(set(taken)) == len(taken)
    assert len(set(roads)) == len(roads)
    assert not any(other in NEIGHBOURS[one] for one, other in combinations(taken, 2))


@fifty_examples
@given(SEEDS)
def test_every_road_leads_back_to_an_own_building(seed: int) -> None:
    game = RandomGame(seed)
    for _ in game.steps(800):
        pass
    for player in game.state.players:
        roads = {PATHS[n] for n in indices(player.roads)}
        reached = {INTERSECTIONS[n] for n in indices(player.buildings)}
        while grown := {p for p in roads if set(ENDS[p]) & reached}:
            roads -= grown
            reached |= {end for p in grown for end in ENDS[p]}
        assert not roads


def trail_lengths(roads: Set[PathId], blocked: Collection[IntersectionId]) -> Iterator[int]:
    """Lengths of all trails, by brute force."""

    def walk(at: IntersectionId, used: frozenset[PathId]) -> Iterator[int]:
        yield len(used)
        if at in blocked and used:
            return
        for path in roads - used:
            if at in ENDS[path]:
                (end,) = set(ENDS[path]) - {at}
                yield from walk(end, used | {path})

    for start in {end for path in roads for end in ENDS[path]}:
        yield from walk(start, frozenset())


@settings(max_examples=25, derandomize=True)
@given(SEEDS)
def test_special_cards_have_the_holder_that_brute_force_finds(seed: int) -> None:
    longest = army = None
    known = {}
    for _, _, event, state in RandomGame(seed).steps(900):
        if isinstance(event, PlaceRoad | PlaceSettlement):
            lengths = []
            for seat, player in enumerate(state.players):
                key = player.roads, state.opponents(seat)
                if key not in known:
                    roads = frozenset(PATHS[n] for n in indices(key[0]))
                    known[key] = max(
                        trail_lengths(roads, {INTERSECTIONS[n] for n in indices(key[1])}), default=0
                    )
                lengths.append(known[key])
            assert lengths == [player.road_length for player in state.players]
            most = max(lengths)
            if longest is None or lengths[longest] < max(most, 5):
                leaders = [seat for seat, n in enumerate(lengths) if n == most >= 5]
                longest = leaders[0] if len(leaders) == 1 else None
        if isinstance(event, PlayDevelopmentCard):
            knights = [player.knights for player in state.players]
            seat = state.seat(event.player)
            if knights[seat] >= 3 and all(knights[seat] > n for s, n in enumerate(knights) if s != seat):
                army = seat
        assert (state.longest_road, state.largest_army) == (longest, army)


@pytest.mark.slow
@fifty_examples
@given(SEEDS, st.sampled_from(sorted(EDITIONS)))
def test_every_listed_event_is_legal(seed: int, edition: str) -> None:
    options = EDITIONS[edition]
    for state, listed, event, _ in RandomGame(seed, options=options).steps(250):
        for each in listed:
            assert not violations(state, each), each
        assert not violations(state, event)
        assert len(set(listed)) == len(listed)


@cache
def candidates(colours: tuple[Colour, ...]) -> tuple[Event, ...]:
    """A broad pool of events, legal or not, of the kinds that are listed."""
    return tuple(candidate_events(colours))


def candidate_events(colours: Sequence[Colour]) -> Iterator[Event]:
    for colour in colours:
        yield EndTurn(colour)
        yield BuyDevelopmentCard(colour)
        yield from (Roll(colour, dice) for dice in ((1, 1), (3, 4), (6, 6)))
        yield from (PlaceRoad(colour, path) for path in PATHS)
        yield from (kind(colour, at) for kind in (PlaceSettlement, PlaceCity) for at in INTERSECTIONS)
        yield from (MoveRobber(colour, HexId(h)) for h in HEXES)
        yield from (Steal(colour, victim) for victim in [*colours, None])
        yield from (Discard(colour, pile(kind, 1)) for kind in range(5))
        for give in range(5):
            for count in (2, 3, 4):
                yield from (MaritimeTrade(colour, pile(give, count), pile(take, 1)) for take in range(5))
        yield from (PlayDevelopmentCard(colour, card) for card in ("knight", "road_building"))
        yield from (PlayDevelopmentCard(colour, "monopoly", resource=kind) for kind in RESOURCES)
        for one in range(5):
            for other in range(5):
                pair = tuple(map(add, pile(one, 1), pile(other, 1)))
                yield PlayDevelopmentCard(colour, "year_of_plenty", resources=pair)


def pile(kind: int, count: int) -> Cards:
    return cards_of_kind(kind, count)


@pytest.mark.slow
@settings(max_examples=40, derandomize=True)
@given(SEEDS, st.sampled_from(sorted(EDITIONS)))
def test_every_legal_event_is_listed(seed: int, edition: str) -> None:
    game = RandomGame(seed, options=EDITIONS[edition])
    sampled = random.Random(seed)
    for state, listed, _, _ in game.steps(700):
        if sampled.random() < 0.025:
            known, colours = set(listed), tuple(player.colour for player in state.players)
            missing = [e for e in candidates(colours) if e not in known and not violations(state, e)]
            assert missing == []


@pytest.mark.slow
@fifty_examples
@given(SEEDS)
def test_a_journal_in_json_folds_to_the_running_state(seed: int) -> None:
    game = RandomGame(seed)
    for _ in game.steps(500):
        pass
    lines = [json.dumps(event_to_json(event)) for event in game.events]
    assert fold(event_from_json(json.loads(line)) for line in lines) == game.state


@pytest.mark.slow
@fifty_examples
@given(SEEDS)
def test_states_never_change(seed: int) -> None:
    states = (state for before, _, _, after in RandomGame(seed).steps(200) for state in (before, after))
    kept = [(state, copy.deepcopy(vars(state))) for state in islice(states, 0, None, 7)]
    for state, as_it_was in kept:
        assert vars(state) == as_it_was


@pytest.mark.slow
@fifty_examples
@given(SEEDS)
def test_only_the_active_player_wins_with_ten_points_and_ends_the_game(seed: int) -> None:
    game = RandomGame(seed)
    for before, _, _, state in game.steps(2500):
        assert before.winner is None
        if state.winner is None:
            assert state.phase != "over"
            assert state.phase != "play" or state.points(state.active) < 10
        else:
            assert state.phase == "over"
            assert state.winner == state.active
            assert state.points(state.winner) >= 10


def test_random_games_come_to_an_end_and_use_every_kind_of_event() -> None:
    """Else the properties above would say little."""
    seen: Counter[str] = Counter()
    for seed in range(12):
        game = RandomGame(seed, seats=3 + seed % 2)
        seen.update(type(event).__name__ for _, _, event, _ in game.steps(8000))
        assert game.state.phase == "over"
    assert min(seen[kind] for kind in ("Discard", "Steal", "PlaceCity", "PlayDevelopmentCard")) > 20


@pytest.mark.parametrize("seed", range(3))
def test_a_state_is_the_fold_of_all_events(seed: int) -> None:
    game = RandomGame(seed)
    for _ in game.steps(300):
        pass
    assert fold(game.events) == game.state
    assert reduce(apply, game.events, State()) == game.state
