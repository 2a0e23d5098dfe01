"""Longest road: base-game-2025, page 9; clarifications.md, Longest road; and by brute force."""

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import reduce
from itertools import product
from operator import or_

import pytest

from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import PlaceCity, PlaceRoad, PlaceSettlement
from companion.games.base.rules.sites import INTERSECTION_BIT, PATH_BIT, longest_road, longest_road_holder
from companion.games.base.rules.state import State
from companion.island.geometry import (
    COAST,
    CORNERS,
    ENDS,
    INTERSECTIONS,
    PATHS,
    PATHS_AT,
    SIDES,
    HexId,
    IntersectionId,
    PathId,
)

CENTRE_CORNERS, CENTRE_SIDES = CORNERS[HexId("h0,0")], SIDES[HexId("h0,0")]
ROAD = {"lumber": 1, "brick": 1}
SETTLEMENT = {"lumber": 1, "brick": 1, "wool": 1, "grain": 1}
# The intersection after the n-th path of the coast.
SHORE = [next(iter(set(ENDS[COAST[n]]) & set(ENDS[COAST[(n + 1) % 30]]))) for n in range(30)]


def length(roads: Iterable[PathId], blocked: Iterable[IntersectionId] = ()) -> int:
    return longest_road(
        reduce(or_, (PATH_BIT[p] for p in roads), 0), reduce(or_, (INTERSECTION_BIT[i] for i in blocked), 0)
    )


def inland(n: int) -> PathId:
    return next(p for p in PATHS_AT[SHORE[n]] if p not in COAST)


def onward(path: PathId, at: IntersectionId) -> PathId:
    """A path that goes on from the far end of a path."""
    (far,) = set(ENDS[path]) - {at}
    return next(p for p in PATHS_AT[far] if p != path)


# Intersections of the coast from which a path leads inland.
FORKS = [n for n in range(30) if len(PATHS_AT[SHORE[n]]) == 3]


class TestLength:
    @pytest.mark.parametrize("count", range(16))
    def test_a_line_is_as_long_as_it_has_roads(self, count: int) -> None:
        assert length(COAST[:count]) == count

    def test_two_lines_are_not_added_up(self) -> None:
        assert length([*COAST[:4], *COAST[10:13]]) == 4

    def test_the_rulebooks_example_a_line_of_six_and_a_branch_of_two_that_does_not_count(self) -> None:
        """Page 9, Exemple, Rouge."""
        fork = next(n for n in FORKS if n >= 3)
        line = COAST[fork - 2 : fork + 4]
        branch = inland(fork)
        assert SHORE[fork] in ENDS[line[2]]
        assert length([*line, branch, onward(branch, SHORE[fork])]) == 6

    def test_the_rulebooks_example_a_line_of_seven_cut_into_four_and_three(self) -> None:
        """Page 9, Exemple, Orange."""
        assert length(COAST[:7], [SHORE[3]]) == 4
        assert length(COAST[:4]) == 4
        assert length(COAST[4:7]) == 3

    def test_a_longer_branch_replaces_the_shorter_arm(self) -> None:
        fork = next(n for n in FORKS if n >= 3)
        branch = inland(fork)
        assert length([*COAST[fork - 3 : fork + 2], branch, onward(branch, SHORE[fork])]) == 6

    def test_a_closed_hexagon_counts_six(self) -> None:
        """clarifications.md, Longest road."""
        assert length(CENTRE_SIDES) == 6

    def test_a_hexagon_with_a_tail_counts_the_tail(self) -> None:
        tail = next(p for p in PATHS_AT[CENTRE_CORNERS[0]] if p not in CENTRE_SIDES)
        assert length([*CENTRE_SIDES, tail]) == 7

    def test_a_hexagon_with_two_tails_counts_one_way_through(self) -> None:
        tails = [next(p for p in PATHS_AT[CENTRE_CORNERS[n]] if p not in CENTRE_SIDES) for n in (0, 1)]
        # In at one tail, the long way round, out at the other.
        assert length([*CENTRE_SIDES, *tails]) == 7

    def test_an_intersection_may_be_passed_twice_but_no_road(self) -> None:
        """Two hexagons that share a side: eleven roads, all of them on one trail."""
        both = set(CENTRE_SIDES) | set(SIDES[HexId("h1,0")])
        assert len(both) == 11
        assert length(both) == 11

    def test_anothers_building_may_end_a_trail_but_not_lie_within_it(self) -> None:
        assert length(COAST[:5], [SHORE[0]]) == 4
        assert length(COAST[:5], [SHORE[1]]) == 3
        ends = set(ENDS[COAST[0]]) - {SHORE[0]} | set(ENDS[COAST[4]]) - {SHORE[3]}
        assert length(COAST[:5], ends) == 5

    def test_a_trail_round_a_hexagon_may_begin_and_end_at_anothers_building(self) -> None:
        assert length(CENTRE_SIDES, [CENTRE_CORNERS[0]]) == 6
        assert length(CENTRE_SIDES, [CENTRE_CORNERS[0], CENTRE_CORNERS[2]]) == 4

    def test_a_building_where_no_own_road_lies_changes_nothing(self) -> None:
        assert length(COAST[:5], [CENTRE_CORNERS[0], CENTRE_CORNERS[3]]) == 5


def brute_force(roads: Collection[PathId], blocked: Collection[IntersectionId]) -> int:
    """Every trail from every end of every road, none left out."""
    ends = {path: ENDS[path] for path in roads}

    def longest_trail_from(at: IntersectionId, used: frozenset[PathId]) -> int:
        found = len(used)
        if at in blocked and used:
            return found
        for path, (one, other) in ends.items():
            if at in (one, other) and path not in used:
                found = max(found, longest_trail_from(other if at == one else one, used | {path}))
        return found

    return max((longest_trail_from(at, frozenset()) for pair in ends.values() for at in pair), default=0)


def random_net(chance: random.Random, size: int) -> set[PathId]:
    """Roads grown from a random path; now and then a second net far away."""
    roads = {chance.choice(PATHS)}
    while len(roads) < size:
        if chance.random() < 0.04:
            roads.add(chance.choice(PATHS))
            continue
        at = chance.choice([end for path in sorted(roads) for end in ENDS[path]])
        roads.add(chance.choice(PATHS_AT[at]))
    return roads


@pytest.mark.parametrize("seed", range(20))
def test_the_length_agrees_with_brute_force_on_random_nets(seed: int) -> None:
    """clarifications.md: « Judge it by brute force in the tests »."""
    chance = random.Random(seed)
    for _ in range(20):
        roads = random_net(chance, chance.randint(1, 15))
        near = sorted({end for path in roads for end in ENDS[path]})
        blocked = set(chance.sample(near, min(len(near), chance.choice([0, 0, 1, 2, 4]))))
        blocked |= {chance.choice(INTERSECTIONS)}
        assert length(roads, blocked) == brute_force(roads, blocked), (roads, blocked)


@pytest.mark.parametrize("loops", [("h0,0",), ("h0,0", "h1,0"), ("h0,0", "h1,0", "h0,1"), ("h0,-2", "h2,-2")])
def test_the_length_agrees_with_brute_force_on_loops(loops: tuple[str, ...]) -> None:
    chance = random.Random(len(loops))
    roads = sorted({path for h in loops for path in SIDES[HexId(h)]})
    for _ in range(12):
        net = set(chance.sample(roads, min(len(roads), 15)))
        blocked = set(chance.sample(INTERSECTIONS, 5)) | set(chance.sample(list(CENTRE_CORNERS), 1))
        assert length(net) == brute_force(net, set())
        assert length(net, blocked) == brute_force(net, blocked)


class TestTheCard:
    """Page 9: five or more; then strictly more; clarifications.md: what happens when a road breaks."""

    def test_five_in_a_row_take_it_and_four_do_not(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        four = position(red={"hand": ROAD, "roads": list(COAST[:4])})
        assert four.longest_road is None
        five = play(four, PlaceRoad("red", COAST[4]))
        assert five.longest_road == 0
        assert five.points(0) == 2

    def test_a_player_with_a_longer_road_takes_the_card_immediately(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        """Page 9: « il la récupère immédiatement »."""
        state = position(
            red={"hand": {"lumber": 2, "brick": 2}, "roads": list(COAST[:4])},
            blue={"roads": list(COAST[15:20])},
        )
        assert state.longest_road == 1
        state = play(state, PlaceRoad("red", COAST[4]))
        assert state.longest_road == 1
        state = play(state, PlaceRoad("red", COAST[5]))
        assert state.longest_road == 0
        assert [state.points(seat) for seat in range(3)] == [2, 0, 0]

    def test_an_own_building_interrupts_nothing(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = position(red={"hand": SETTLEMENT, "roads": list(COAST[:6])})
        state = play(state, PlaceSettlement("red", SHORE[2]))
        assert state.players[0].road_length == 6
        assert state.longest_road == 0

    def break_road(
        self,
        position: Callable[..., State],
        play: Callable[..., State],
        reds: int,
        whites: Iterable[PathId] = (),
    ) -> State:
        """Blue, the active player, settles in the middle of red's line."""
        cut = next(n for n in FORKS if n >= 5)
        first = cut - 3
        state = position(
            on_turn="blue",
            red={"roads": list(COAST[first : first + reds])},
            blue={"hand": SETTLEMENT, "roads": [inland(cut)]},
            white={"roads": list(whites)},
            longest_road=0,
        )
        assert state.players[0].road_length == reds
        return play(state, PlaceSettlement("blue", SHORE[cut]))

    def test_anothers_settlement_breaks_a_road(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = self.break_road(position, play, 8)
        assert state.players[0].road_length == 4
        assert state.longest_road is None
        assert state.points(0) == 0

    def test_the_holder_keeps_it_while_it_is_still_longest(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = self.break_road(position, play, 9, whites=COAST[20:24])
        assert state.players[0].road_length == 5
        assert state.longest_road == 0

    def test_the_holder_keeps_it_while_it_is_tied(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = self.break_road(position, play, 9, whites=COAST[20:25])
        assert [player.road_length for player in state.players] == [5, 1, 5]
        assert state.longest_road == 0

    def test_a_single_longest_other_road_of_five_takes_the_card(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = self.break_road(position, play, 8, whites=COAST[20:25])
        assert state.longest_road == 2
        assert state.points(2) == 2

    def test_a_tie_of_other_roads_sets_the_card_aside(self) -> None:
        assert longest_road_holder(0, [4, 6, 6, 5]) is None

    def test_without_a_road_of_five_the_card_is_set_aside(self) -> None:
        assert longest_road_holder(0, [4, 4, 3]) is None

    def test_a_set_aside_card_waits_for_a_single_longest_road(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = position(
            red={"hand": ROAD, "roads": list(COAST[:5])},
            blue={"roads": list(COAST[10:15])},
            longest_road=None,
        )
        assert play(state, PlaceRoad("red", COAST[5])).longest_road == 0

    def test_a_set_aside_card_is_not_taken_by_an_equally_long_road(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = position(
            red={"hand": ROAD, "roads": list(COAST[:5])},
            blue={"roads": list(COAST[10:16])},
            longest_road=None,
            white={"roads": list(COAST[20:26])},
        )
        assert play(state, PlaceRoad("red", COAST[5])).longest_road is None

    def test_an_illegal_city_breaks_a_road_too(self, position: Callable[..., State]) -> None:
        """Against the rules, and recorded as it lies."""
        state = apply(position(red={"roads": list(COAST[:6])}), PlaceCity("blue", SHORE[2]))
        assert state.players[0].road_length == 3
        assert state.longest_road is None

    @pytest.mark.parametrize("holder", [None, 0, 1, 2])
    def test_the_holder_follows_the_clarifications_for_all_lengths(self, holder: int | None) -> None:
        for lengths in product(range(3, 8), repeat=3):
            assert longest_road_holder(holder, lengths) == self.expected_holder(holder, lengths)

    def expected_holder(self, holder: int | None, lengths: Sequence[int]) -> int | None:
        """clarifications.md, sentence by sentence."""
        of_five = {seat: n for seat, n in enumerate(lengths) if n >= 5}
        if holder in of_five and not any(n > lengths[holder] for n in of_five.values()):
            return holder
        longest = [seat for seat, n in of_five.items() if n == max(of_five.values())]
        return longest[0] if len(longest) == 1 else None
