"""Layouts as JSON; invalid ones are refused, unusual ones only reported."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.island.geometry import COAST, ENDS, HEXES, HexId
from companion.island.layout import BOX_HARBORS, BOX_NUMBERS, BOX_TERRAINS, TOKEN_LETTERS, Layout, LayoutError
from companion.island.setups import first_game_layout

ISLAND = first_game_layout()


def test_the_box_holds_19_hexes_18_tokens_and_9_harbors() -> None:
    assert sum(BOX_TERRAINS.values()) == 19
    assert sum(BOX_NUMBERS.values()) == 18
    assert sum(BOX_HARBORS.values()) == 9


def test_token_letters_are_those_of_the_clarifications() -> None:
    """clarifications.md, Data."""
    expected = "A 5, B 2, C 6, D 3, E 8, F 10, G 9, H 12, I 11, J 4, K 8, L 10, M 9, N 4, O 5, P 6, Q 3, R 11"
    assert {k: int(n) for k, n in (entry.split() for entry in expected.split(", "))} == dict(TOKEN_LETTERS)
    in_the_box = [n for n, count in BOX_NUMBERS.items() for _ in range(count)]
    assert sorted(TOKEN_LETTERS.values()) == sorted(in_the_box)


def test_a_layout_survives_a_json_round_trip() -> None:
    assert Layout.from_json(json.loads(json.dumps(ISLAND.to_json()))) == ISLAND


def test_a_layout_without_harbors_is_valid() -> None:
    data = {"hexes": ISLAND.to_json()["hexes"]}
    assert Layout.from_json(data).harbors == ()


def test_harbors_are_read_in_the_order_of_the_coast() -> None:
    data = ISLAND.to_json()
    data["harbors"] = dict(reversed(data["harbors"].items()))
    assert Layout.from_json(data) == ISLAND


def test_terrain_and_number_are_found_by_hex() -> None:
    assert ISLAND.terrain(HexId("h0,-2")) == "mountains"
    assert ISLAND.number(HexId("h0,-2")) == 10
    assert ISLAND.number(HexId("h0,0")) is None
    assert list(ISLAND.deserts()) == ["h0,0"]


def test_both_ends_of_a_harbors_path_can_use_it() -> None:
    path, kind = ISLAND.harbors[0]
    at = ISLAND.harbor_at()
    assert [at[end] for end in ENDS[path]] == [kind, kind]
    assert len(at) == 18


def test_two_harbors_on_one_intersection_are_refused() -> None:
    with pytest.raises(LayoutError, match="share"):
        replace(ISLAND, harbors=((COAST[0], "generic"), (COAST[1], "wool")))


def _broken_layout(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(ISLAND.to_json()))
    change(data)
    return data


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "island",
        7,
        {},
        {"hexes": {}},
        {"hexes": None},
        {"hexes": [[1]]},
        {"hexes": dict.fromkeys(HEXES)},
        {"hexes": {h: {} for h in HEXES}},
        {"hexes": {h: {"terrain": "sea", "number": None} for h in HEXES}},
        _broken_layout(lambda d: d["hexes"].pop("h0,0")),
        _broken_layout(lambda d: d["hexes"].update({"h9,9": d["hexes"].pop("h0,0")})),
        _broken_layout(lambda d: d["hexes"]["h0,0"].update(number=7)),
        _broken_layout(lambda d: d["hexes"]["h0,0"].update(number=2.0)),
        _broken_layout(lambda d: d["hexes"]["h0,0"].update(number=[2])),
        _broken_layout(lambda d: d["hexes"]["h0,0"].update(terrain=["hills"])),
        _broken_layout(lambda d: d["harbors"].update({"p1,-1": "wool"})),
        _broken_layout(lambda d: d["harbors"].update({"nowhere": "wool"})),
        _broken_layout(lambda d: d.update(harbors={COAST[0]: "gold"})),
        _broken_layout(lambda d: d.update(harbors=[COAST[0]])),
        _broken_layout(lambda d: d.update(harbors=[1, "a", None])),
        _broken_layout(lambda d: d.update(harbors=None)),
    ],
)
def test_an_impossible_island_is_refused_with_a_message(data: Any) -> None:
    with pytest.raises(LayoutError) as refused:
        Layout.from_json(data)
    assert isinstance(refused.value, CompanionError)
    assert str(refused.value)


def test_the_set_of_the_box_has_no_departures() -> None:
    assert ISLAND.departures() == []


def test_departures_name_surplus_and_missing_pieces() -> None:
    """People own several boxes and lose tokens: an unusual island is playable, and reported."""
    terrains = list(ISLAND.terrains)
    terrains[HEXES.index(HexId("h0,-2"))] = "forest"
    numbers = [12 if n == 2 else n for n in ISLAND.numbers]
    island = Layout(tuple(terrains), tuple(numbers), ISLAND.harbors[1:])

    assert island.departures() == [
        "Terrain Forest: 5 on the table, 4 in the box",
        "Terrain Mountains: 2 on the table, 3 in the box",
        "Number token 2: 0 on the table, 1 in the box",
        "Number token 12: 2 on the table, 1 in the box",
        "Harbor 3:1: 3 on the table, 4 in the box",
    ]


def test_a_token_on_the_desert_and_a_bare_forest_are_departures() -> None:
    numbers = list(ISLAND.numbers)
    desert, forest = HEXES.index(HexId("h0,0")), HEXES.index(HexId("h2,-2"))
    numbers[desert], numbers[forest] = numbers[forest], None

    assert replace(ISLAND, numbers=tuple(numbers)).departures() == [
        "Forest without a number token",
        "Desert with the number token 9",
    ]


def test_hexes_beyond_the_supply_of_the_box_are_doubtful() -> None:
    assert ISLAND.doubtful_hexes() == ()
    numbers = list(ISLAND.numbers)
    fives = [place for place, number in enumerate(numbers) if number in (5, 11)][:2]
    for place in fives:
        numbers[place] = 3
    doubtful = replace(ISLAND, numbers=tuple(numbers)).doubtful_hexes()
    assert doubtful == tuple(h for h, number in zip(HEXES, numbers, strict=True) if number == 3)
    assert len(doubtful) == 4


def test_a_token_on_the_desert_and_bare_land_are_doubtful() -> None:
    numbers = list(ISLAND.numbers)
    desert, forest = HEXES.index(HexId("h0,0")), HEXES.index(HexId("h2,-2"))
    numbers[desert], numbers[forest] = numbers[forest], None
    assert replace(ISLAND, numbers=tuple(numbers)).doubtful_hexes() == (HEXES[forest], HEXES[desert])
