"""The sheets as data files: what clarifications.md says of them, and what is refused in a file."""

import copy
import json
from collections.abc import Callable, Iterable
from importlib import resources
from typing import Any

import pytest

from companion.games.dice_game.sheet import SHEETS, Sheet, SheetError, read

ADVANCED, BASE = SHEETS["advanced"], SHEETS["base"]


@pytest.fixture
def described() -> dict[str, Any]:
    folder = resources.files("companion.games.dice_game").joinpath("sheets")
    read: dict[str, Any] = json.loads(folder.joinpath("advanced.json").read_text("utf-8"))
    return read


def _after(sheet: Sheet) -> dict[str, str | None]:
    return {road.id: road.after for road in sheet.roads}


def _sites(sites: Iterable[Any]) -> dict[str, str]:
    return {site.id: "/".join(site.roads) for site in sites}


def test_roads_of_the_advanced_sheet_each_after_its_predecessor() -> None:
    said = (
        "0 start; 2 0; 3 2; 5 2; 7 5; 8 7; 10 7; 12 10; 13 12; 15 13; 16 15; 18 16; 19 18; 21 18; 23 21; "
        "24 23; 26 24; 27 26"
    )
    assert _after(ADVANCED) == {
        road: None if after == "start" else after
        for road, after in (each.split() for each in said.split("; "))
    }


def test_sites_of_the_advanced_sheet_by_the_roads_that_touch_them() -> None:
    assert _sites(ADVANCED.settlements) == {
        "1": "0/2", "6": "5/7", "11": "10/12", "17": "16/18", "22": "21/23", "25": "24/26", "28": "27",
    }  # fmt: skip
    assert _sites(ADVANCED.cities) == {"4": "3", "9": "8", "14": "13/15", "20": "19"}


def test_the_advanced_sheet_has_seven_hexes_and_nine_knights_two_in_each_desert() -> None:
    terrain = dict(ADVANCED.hexes)
    assert len(terrain) == 7
    assert terrain["h0,0"] == "desert"
    knights = [(knight.resource, terrain[knight.at]) for knight in ADVANCED.knights]
    assert sorted(knights) == sorted(
        [
            ("brick", "hills"),
            ("lumber", "forest"),
            ("wool", "pasture"),
            ("grain", "fields"),
            ("ore", "mountains"),
        ]
        + [("any", "desert")] * 4
    )


def test_the_most_on_the_advanced_sheet_is_fifteen_points_without_special_cards() -> None:
    assert len(ADVANCED.settlements) + 2 * len(ADVANCED.cities) == 15


def test_roads_of_the_base_sheet_each_after_its_predecessor() -> None:
    said = (
        "R1 R0; R2 R0; R3 R2; R4 R3; R5 R3; R6 R5; R7 R6; R8 R7; R9 R8; R10 R9; R11 R10; R12 R7; R13 R12; "
        "R14 R13; R15 R14"
    )
    assert _after(BASE) == {"R0": None, **dict(each.split() for each in said.split("; "))}


def test_sites_of_the_base_sheet_by_the_roads_that_touch_them() -> None:
    assert _sites(BASE.settlements) == {
        "3": "R0", "4": "R2/R3", "5": "R5/R6", "7": "R7", "9": "R9/R10", "11": "R11",
    }  # fmt: skip
    assert _sites(BASE.cities) == {"7": "R1", "12": "R4", "20": "R13/R14", "30": "R15"}


def test_the_base_sheet_is_a_ring_clockwise_from_the_desert_with_a_knight_a_resource_and_a_joker() -> None:
    assert [terrain for _, terrain in BASE.hexes] == [
        "desert", "hills", "forest", "pasture", "fields", "mountains",
    ]  # fmt: skip
    assert [knight.resource for knight in BASE.knights] == ["ore", "grain", "wool", "lumber", "brick", "any"]


def test_the_sheet_with_two_jokers_is_that_of_the_text() -> None:
    """dice-game-advanced.fr.txt: « il n'y a plus un mais deux chevaliers joker »; else as the base."""
    jokers = SHEETS["two_jokers"]
    assert (jokers.roads, jokers.settlements, jokers.cities) == (BASE.roads, BASE.settlements, BASE.cities)
    assert jokers.hexes == BASE.hexes
    assert [knight.resource for knight in jokers.knights] == [
        "ore", "grain", "wool", "lumber", "brick", "any", "any",
    ]  # fmt: skip
    terrain = dict(jokers.hexes)
    assert [terrain[knight.at] for knight in jokers.knights if knight.resource == "any"] == ["desert"] * 2


def test_where_the_sheet_counts_the_printed_road_and_the_table_does_not_the_cross_lies_one_further(
    described: dict[str, Any],
) -> None:
    described["route"] = {"least": 5, "start_counts": True, "cross": "10"}
    sheet = read(described)
    assert (sheet.cross_road(True), sheet.cross_road(False)) == ("10", "12")


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_the_start_road_is_not_counted_and_the_cross_lies_on_the_fifth_road_after_it(sheet: Sheet) -> None:
    assert not sheet.start_counts
    steps = 0
    at: str | None = sheet.cross
    while at != sheet.start:
        assert at is not None, "the roads from the cross lead to the start"
        steps, at = steps + 1, sheet.roads_by_id[at].after
    assert steps == sheet.min_route_length == 5


def a_road_from_nowhere(data: dict[str, Any]) -> None:
    data["roads"][3]["after"] = "99"


def a_road_that_touches_nothing(data: dict[str, Any]) -> None:
    data["roads"][3]["at"] = "p0,1"


def a_road_twice(data: dict[str, Any]) -> None:
    data["roads"][3]["id"] = "3"


def no_start(data: dict[str, Any]) -> None:
    data["roads"][0]["after"] = "2"


def a_road_on_no_path(data: dict[str, Any]) -> None:
    data["roads"][1]["at"] = "h0,0"


def a_site_far_from_its_road(data: dict[str, Any]) -> None:
    data["settlements"][0]["roads"] = ["27"]


def a_site_by_an_unknown_road(data: dict[str, Any]) -> None:
    data["cities"][0]["roads"] = ["99"]


def a_site_by_no_road(data: dict[str, Any]) -> None:
    data["cities"][0]["roads"] = []


def a_site_at_no_intersection(data: dict[str, Any]) -> None:
    data["cities"][0]["at"] = "sea"


def two_sites_at_one_place(data: dict[str, Any]) -> None:
    data["cities"][0].update(data["settlements"][0], id="4")


def a_knight_twice(data: dict[str, Any]) -> None:
    data["knights"][1]["id"] = "1"


def a_knight_of_gold(data: dict[str, Any]) -> None:
    data["knights"][0]["resource"] = "gold"


def a_knight_in_the_sea(data: dict[str, Any]) -> None:
    data["knights"][0]["at"] = "h2,0"


def no_such_terrain(data: dict[str, Any]) -> None:
    data["hexes"]["h0,0"] = "sea"


def a_cross_nowhere(data: dict[str, Any]) -> None:
    data["route"]["cross"] = "99"


def a_cross_too_near(data: dict[str, Any]) -> None:
    data["route"]["cross"] = "10"


def no_knights_at_all(data: dict[str, Any]) -> None:
    del data["knights"]


def roads_that_are_none(data: dict[str, Any]) -> None:
    data["roads"] = ["0", "2"]


def a_road_by_its_number(data: dict[str, Any]) -> None:
    data["roads"][1]["id"] = 2


def a_terrain_that_is_a_list(data: dict[str, Any]) -> None:
    data["hexes"]["h0,0"] = ["desert"]


def a_route_of_a_word(data: dict[str, Any]) -> None:
    data["route"]["least"] = "five"


def no_name(data: dict[str, Any]) -> None:
    data["name"] = ""


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (a_road_from_nowhere, "road 5 continues no earlier road: 99"),
        (a_road_that_touches_nothing, "road 5 doesn't touch 2"),
        (a_road_twice, "duplicate road: 3"),
        (no_start, "the first road must be the start"),
        (a_road_on_no_path, "road 2 is on no path: h0,0"),
        (a_site_far_from_its_road, "road 27 doesn't touch settlement 1"),
        (a_site_by_an_unknown_road, "city 4: no such road: 99"),
        (a_site_by_no_road, "city 4 is touched by no road"),
        (a_site_at_no_intersection, "city 4 is at no intersection: sea"),
        (two_sites_at_one_place, "two sites at i-1,-1"),
        (a_knight_twice, "duplicate knight: 1"),
        (a_knight_of_gold, "knight 1 has no such resource: gold"),
        (a_knight_in_the_sea, "knight 1 is on no hex of the sheet: h2,0"),
        (no_such_terrain, "no such hex or terrain: h0,0 sea"),
        (a_cross_nowhere, "no such road: 99"),
        (a_cross_too_near, "the road with the cross, 10, isn't the 5th from the start"),
        (no_knights_at_all, "a sheet has cities"),
        (roads_that_are_none, 'roads have "id"'),
        (a_road_by_its_number, 'roads have "id"'),
        (a_terrain_that_is_a_list, 'roads have "id"'),
        (a_route_of_a_word, 'a route has "least"'),
        (no_name, "a sheet has a name"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_file_that_is_no_sheet_is_refused_with_what_is_wrong(
    described: dict[str, Any], change: Callable[[dict[str, Any]], None], named: str
) -> None:
    assert read(described) == ADVANCED
    broken = copy.deepcopy(described)
    change(broken)
    with pytest.raises(SheetError) as refused:
        read(broken)
    assert named in str(refused.value)
