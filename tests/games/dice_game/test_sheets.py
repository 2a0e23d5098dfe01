"""The sheets' data files, as clarifications.md describes them, and what a file may not contain."""

import copy
import json
from collections.abc import Callable, Iterable
from importlib import resources
from typing import Any

import pytest

from companion.games.dice_game.options import DiceGameSettings, setup_options
from companion.games.dice_game.sheet import SHEETS, Sheet, SheetError, read

ADVANCED_SHEET, BASE_SHEET = SHEETS["advanced"], SHEETS["base"]


@pytest.fixture
def advanced_data() -> dict[str, Any]:
    folder = resources.files("companion.games.dice_game").joinpath("sheets")
    read: dict[str, Any] = json.loads(folder.joinpath("advanced.json").read_text("utf-8"))
    return read


def _predecessors(sheet: Sheet) -> dict[str, str | None]:
    return {road.id: road.after for road in sheet.roads}


def _sites(sites: Iterable[Any]) -> dict[str, str]:
    return {site.id: "/".join(site.roads) for site in sites}


def test_roads_of_the_advanced_sheet_and_their_predecessors() -> None:
    expected = (
        "0 start; 2 0; 3 2; 5 2; 7 5; 8 7; 10 7; 12 10; 13 12; 15 13; 16 15; 18 16; 19 18; 21 18; 23 21; "
        "24 23; 26 24; 27 26"
    )
    assert _predecessors(ADVANCED_SHEET) == {
        road: None if after == "start" else after
        for road, after in (each.split() for each in expected.split("; "))
    }


def test_sites_of_the_advanced_sheet_and_the_roads_that_touch_them() -> None:
    assert _sites(ADVANCED_SHEET.settlements) == {
        "1": "0/2", "6": "5/7", "11": "10/12", "17": "16/18", "22": "21/23", "25": "24/26", "28": "27",
    }  # fmt: skip
    assert _sites(ADVANCED_SHEET.cities) == {"4": "3", "9": "8", "14": "13/15", "20": "19"}


def test_the_advanced_sheet_has_seven_hexes_and_nine_knights_two_in_each_desert() -> None:
    terrain = dict(ADVANCED_SHEET.hexes)
    assert len(terrain) == 7
    assert terrain["h0,0"] == "desert"
    knights = [(knight.resource, terrain[knight.at]) for knight in ADVANCED_SHEET.knights]
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


def test_the_advanced_sheet_has_fifteen_points_without_special_cards() -> None:
    assert len(ADVANCED_SHEET.settlements) + 2 * len(ADVANCED_SHEET.cities) == 15


def test_roads_of_the_base_sheet_and_their_predecessors() -> None:
    expected = (
        "R1 R0; R2 R0; R3 R2; R4 R3; R5 R3; R6 R5; R7 R6; R8 R7; R9 R8; R10 R9; R11 R10; R12 R7; R13 R12; "
        "R14 R13; R15 R14"
    )
    assert _predecessors(BASE_SHEET) == {"R0": None, **dict(each.split() for each in expected.split("; "))}


def test_sites_of_the_base_sheet_and_the_roads_that_touch_them() -> None:
    assert _sites(BASE_SHEET.settlements) == {
        "3": "R0", "4": "R2/R3", "5": "R5/R6", "7": "R7", "9": "R9/R10", "11": "R11",
    }  # fmt: skip
    assert _sites(BASE_SHEET.cities) == {"7": "R1", "12": "R4", "20": "R13/R14", "30": "R15"}


def test_the_base_sheet_is_a_clockwise_ring_with_a_knight_for_each_resource_and_a_joker() -> None:
    assert [terrain for _, terrain in BASE_SHEET.hexes] == [
        "desert", "hills", "forest", "pasture", "fields", "mountains",
    ]  # fmt: skip
    assert [knight.resource for knight in BASE_SHEET.knights] == [
        "ore",
        "grain",
        "wool",
        "lumber",
        "brick",
        "any",
    ]


def test_the_sheet_with_two_jokers_differs_from_the_base_sheet_by_one_joker() -> None:
    """dice-game-advanced.fr.txt: « il n'y a plus un mais deux chevaliers joker »."""
    jokers = SHEETS["two_jokers"]
    assert (jokers.roads, jokers.settlements, jokers.cities) == (
        BASE_SHEET.roads,
        BASE_SHEET.settlements,
        BASE_SHEET.cities,
    )
    assert jokers.hexes == BASE_SHEET.hexes
    assert [knight.resource for knight in jokers.knights] == [
        "ore", "grain", "wool", "lumber", "brick", "any", "any",
    ]  # fmt: skip
    terrain = dict(jokers.hexes)
    assert [terrain[knight.at] for knight in jokers.knights if knight.resource == "any"] == ["desert"] * 2


def test_a_new_game_has_the_sheet_of_the_rules_and_offers_the_one_printed_later() -> None:
    """dice-game-advanced.fr.txt: « il n'y a plus un mais deux chevaliers joker »."""
    jokers = {
        name: sum(knight.resource == "any" for knight in sheet.knights) for name, sheet in SHEETS.items()
    }
    assert jokers == {"base": 1, "two_jokers": 2, "advanced": 4}
    assert DiceGameSettings.from_json({}).sheet == "two_jokers"
    assert setup_options()["editions"][0]["options"]["sheet"] == "two_jokers"


def test_the_cross_moves_on_if_the_sheet_counts_the_printed_road_and_the_table_does_not(
    advanced_data: dict[str, Any],
) -> None:
    advanced_data["route"] = {"least": 5, "start_counts": True, "cross": "10"}
    sheet = read(advanced_data)
    assert (sheet.cross_road(True), sheet.cross_road(False)) == ("10", "12")


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_the_cross_marks_the_fifth_road_after_the_start(sheet: Sheet) -> None:
    assert not sheet.start_counts
    steps = 0
    at: str | None = sheet.cross
    while at != sheet.start:
        assert at is not None, "the roads from the cross lead to the start"
        steps, at = steps + 1, sheet.roads_by_id[at].after
    assert steps == sheet.min_route_length == 5


def add_unknown_predecessor(data: dict[str, Any]) -> None:
    data["roads"][3]["after"] = "99"


def add_disconnected_road(data: dict[str, Any]) -> None:
    data["roads"][3]["at"] = "p0,1"


def add_duplicate_road(data: dict[str, Any]) -> None:
    data["roads"][3]["id"] = "3"


def remove_start(data: dict[str, Any]) -> None:
    data["roads"][0]["after"] = "2"


def put_road_on_hex(data: dict[str, Any]) -> None:
    data["roads"][1]["at"] = "h0,0"


def put_site_far_from_its_road(data: dict[str, Any]) -> None:
    data["settlements"][0]["roads"] = ["27"]


def put_site_at_unknown_road(data: dict[str, Any]) -> None:
    data["cities"][0]["roads"] = ["99"]


def put_site_at_no_road(data: dict[str, Any]) -> None:
    data["cities"][0]["roads"] = []


def put_site_at_no_intersection(data: dict[str, Any]) -> None:
    data["cities"][0]["at"] = "sea"


def put_two_sites_at_one_place(data: dict[str, Any]) -> None:
    data["cities"][0].update(data["settlements"][0], id="4")


def add_duplicate_knight(data: dict[str, Any]) -> None:
    data["knights"][1]["id"] = "1"


def add_gold_knight(data: dict[str, Any]) -> None:
    data["knights"][0]["resource"] = "gold"


def put_knight_in_the_sea(data: dict[str, Any]) -> None:
    data["knights"][0]["at"] = "h2,0"


def add_unknown_terrain(data: dict[str, Any]) -> None:
    data["hexes"]["h0,0"] = "sea"


def put_cross_on_unknown_road(data: dict[str, Any]) -> None:
    data["route"]["cross"] = "99"


def put_cross_too_near(data: dict[str, Any]) -> None:
    data["route"]["cross"] = "10"


def remove_knights(data: dict[str, Any]) -> None:
    del data["knights"]


def replace_roads_by_strings(data: dict[str, Any]) -> None:
    data["roads"] = ["0", "2"]


def replace_road_id_by_number(data: dict[str, Any]) -> None:
    data["roads"][1]["id"] = 2


def replace_terrain_by_list(data: dict[str, Any]) -> None:
    data["hexes"]["h0,0"] = ["desert"]


def replace_route_length_by_word(data: dict[str, Any]) -> None:
    data["route"]["least"] = "five"


def remove_name(data: dict[str, Any]) -> None:
    data["name"] = ""


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (add_unknown_predecessor, "road 5 continues no earlier road: 99"),
        (add_disconnected_road, "road 5 doesn't touch 2"),
        (add_duplicate_road, "duplicate road: 3"),
        (remove_start, "the first road must be the start"),
        (put_road_on_hex, "road 2 is on no path: h0,0"),
        (put_site_far_from_its_road, "road 27 doesn't touch settlement 1"),
        (put_site_at_unknown_road, "city 4: no such road: 99"),
        (put_site_at_no_road, "city 4 is touched by no road"),
        (put_site_at_no_intersection, "city 4 is at no intersection: sea"),
        (put_two_sites_at_one_place, "two sites at i-1,-1"),
        (add_duplicate_knight, "duplicate knight: 1"),
        (add_gold_knight, "knight 1 has no such resource: gold"),
        (put_knight_in_the_sea, "knight 1 is on no hex of the sheet: h2,0"),
        (add_unknown_terrain, "no such hex or terrain: h0,0 sea"),
        (put_cross_on_unknown_road, "no such road: 99"),
        (put_cross_too_near, "the road with the cross, 10, isn't the 5th from the start"),
        (remove_knights, "a sheet has cities"),
        (replace_roads_by_strings, 'roads have "id"'),
        (replace_road_id_by_number, 'roads have "id"'),
        (replace_terrain_by_list, 'roads have "id"'),
        (replace_route_length_by_word, 'a route has "least"'),
        (remove_name, "a sheet has a name"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_an_invalid_sheet_file_is_refused_with_the_reason(
    advanced_data: dict[str, Any], change: Callable[[dict[str, Any]], None], named: str
) -> None:
    assert read(advanced_data) == ADVANCED_SHEET
    broken = copy.deepcopy(advanced_data)
    change(broken)
    with pytest.raises(SheetError) as refused:
        read(broken)
    assert named in str(refused.value)
