"""The longest route: dice-game-advanced.fr.txt, "Plus longue route"; clarifications.md, "Dice game"."""

from collections.abc import Callable, Iterable, Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice_game.events import Event
from companion.games.dice_game.sheet import SHEETS, Sheet, longest_route
from companion.games.dice_game.state import DiceGameState
from companion.island.geometry import ENDS, PathId

TO_THE_CROSS = ("2", "5", "7", "10", "12")


def _length(name: str, roads: Iterable[str], start_counts: bool = False) -> int:
    sheet = SHEETS[name]
    return longest_route(sheet, frozenset(roads) | {sheet.start}, start_counts=start_counts)


def test_the_first_player_with_a_route_of_five_has_the_longest_and_two_points(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> None:
    state = play(start(), *turn("red", road=TO_THE_CROSS[:4]))
    assert (state.players[0].route, state.longest_route) == (4, None)
    state = play(state, *turn("blue", road=TO_THE_CROSS))
    assert (state.players[1].route, state.longest_route) == (5, 1)
    assert [state.points(seat) for seat in (0, 1)] == [0, 2]


def test_an_equally_long_route_does_not_take_the_card(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> None:
    state = play(start(), *turn("red", road=TO_THE_CROSS), *turn("blue", road=TO_THE_CROSS))
    assert state.longest_route == 0


def test_a_longer_route_takes_the_card_immediately(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> None:
    state = play(start(), *turn("red", road=TO_THE_CROSS), *turn("blue", road=(*TO_THE_CROSS, "13")))
    assert state.longest_route == 1
    assert [state.points(seat) for seat in (0, 1)] == [0, 2]


def test_the_holder_keeps_the_card_with_further_roads(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> None:
    state = play(start(), *turn("red", road=TO_THE_CROSS), *turn("blue"), *turn("red", road=["13"]))
    assert (state.players[0].route, state.longest_route) == (6, 0)


def test_branches_do_not_count(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> None:
    state = play(start(), *turn("red", road=("2", "3", "5", "7", "8")))
    assert state.players[0].route == 4
    assert state.longest_route is None


def test_two_roads_after_the_same_road_connect() -> None:
    assert _length("advanced", ["3", "5"]) == 2
    assert _length("base", ["R1", "R2"]) == 2


def test_the_printed_road_counts_only_as_an_option(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> None:
    assert _length("advanced", TO_THE_CROSS) == 5
    assert _length("advanced", TO_THE_CROSS, start_counts=True) == 6
    state = play(start(start_road_counts=True), *turn("red", road=TO_THE_CROSS[:4]))
    assert (state.players[0].route, state.longest_route) == (5, 0)


def test_a_route_of_five_along_a_side_road_waits_for_the_road_with_the_cross(
    start: Callable[..., DiceGameState],
    play: Callable[..., DiceGameState],
    turn: Callable[..., tuple[Event, ...]],
) -> None:
    """Roads 1, 2, 3, 5 and 6 are five in a row, but the road with the cross is the seventh."""
    side_road = ("R1", "R2", "R3", "R5", "R6")
    state = play(start(sheet="two_jokers"), *turn("red", road=side_road))
    assert (state.players[0].route, state.longest_route) == (5, None)
    state = play(state, *turn("blue", road=(*side_road[1:], "R7")))
    assert (state.players[1].route, state.longest_route) == (5, 1)
    state = play(state, *turn("red", road=["R7"]))
    assert (state.players[0].route, state.longest_route) == (6, 0)


def test_a_route_of_five_on_the_advanced_sheet_always_passes_the_cross() -> None:
    """clarifications.md: the length is computed from the graph; the cross only marks it."""
    sheet = SHEETS["advanced"]
    without = [road.id for road in sheet.roads if not _is_behind(sheet, road.id, sheet.cross)]
    assert _length("advanced", without) < sheet.min_route_length


def _is_behind(sheet: Sheet, road: str | None, other: str) -> bool:
    while road is not None:
        if road == other:
            return True
        road = sheet.roads_by_id[road].after
    return False


@pytest.mark.parametrize(("sheet", "most"), [("advanced", 14), ("base", 10), ("two_jokers", 10)])
def test_the_longest_route_with_all_roads_of_a_sheet(sheet: str, most: int) -> None:
    assert _length(sheet, SHEETS[sheet].roads_by_id) == most


@given(st.data(), st.sampled_from(sorted(SHEETS)), st.booleans())
def test_the_longest_route_equals_a_brute_force_search(
    data: st.DataObject, name: str, start_counts: bool
) -> None:
    sheet = SHEETS[name]
    roads = data.draw(st.sets(st.sampled_from(sorted(sheet.roads_by_id)), max_size=6)) | {sheet.start}
    counted = roads - (set() if start_counts else {sheet.start})
    found = max(
        (
            n
            for n in range(len(counted) + 1)
            for row in permutations(counted, n)
            if _is_continuous(sheet, row)
        ),
        default=0,
    )
    assert longest_route(sheet, frozenset(roads), start_counts=start_counts) == found


def _is_continuous(sheet: Sheet, row: Sequence[str]) -> bool:
    """Return whether the roads in this order form a path without turning back."""
    for first in ENDS[PathId(sheet.roads_by_id[row[0]].at)] if row else ():
        at = first
        for road in row:
            ends = ENDS[PathId(sheet.roads_by_id[road].at)]
            if at not in ends:
                break
            at = ends[1 - ends.index(at)]
        else:
            return True
    return not row
