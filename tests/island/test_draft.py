"""Island drafts: partly known while they are entered, complete once every hex is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.island.geometry import COAST, HEXES
from companion.island.layout import BOX_HARBORS, EMPTY_DRAFT, Draft, Layout, LayoutError
from companion.island.setups import first_game_layout

ISLAND = first_game_layout()


def draft_of(
    hexes: Mapping[Any, tuple[str | None, int | None]], harbors: Mapping[Any, Any] | None = None
) -> Draft:
    hexes_json = {at: {"terrain": terrain, "number": number} for at, (terrain, number) in hexes.items()}
    return Draft.from_json({"hexes": hexes_json, "harbors": harbors or {}})


def test_an_empty_draft_has_no_known_hexes() -> None:
    assert EMPTY_DRAFT.missing_hexes == HEXES
    assert EMPTY_DRAFT.missing_harbors == BOX_HARBORS
    assert EMPTY_DRAFT.departures() == []
    with pytest.raises(LayoutError, match="19 hexes are missing"):
        EMPTY_DRAFT.layout()


def test_a_draft_entered_in_any_order_becomes_the_island() -> None:
    draft = EMPTY_DRAFT
    for path, kind in reversed(ISLAND.harbors):
        draft = draft.merge(draft_of({}, {path: kind}))
    for at in sorted(HEXES):
        assert at in draft.missing_hexes
        draft = draft.merge(draft_of({at: (ISLAND.terrain(at), ISLAND.number(at))}))
    assert draft.missing_hexes == ()
    assert draft.missing_harbors == {}
    assert draft.layout() == ISLAND


def test_later_entries_replace_earlier_ones() -> None:
    later = draft_of({"h0,0": ("hills", None)}, {"p3,-5": None})
    draft = draft_of({"h0,0": ("forest", 3)}, {"p3,-5": "ore"}).merge(later)
    assert draft == later
    assert draft.placed_harbors == ()


def test_a_hex_with_only_a_number_is_missing() -> None:
    assert "h0,0" in draft_of({"h0,0": (None, 3)}).missing_hexes


def test_an_incomplete_draft_reports_only_surplus_pieces() -> None:
    three: dict[Any, Any] = dict.fromkeys(HEXES[:3], ("hills", 5))
    assert [str(each) for each in draft_of(three).departures()] == [
        "Number token 5: 3 on the table, 2 in the box"
    ]
    assert any("Hills: 4" in each for each in draft_of(dict.fromkeys(HEXES[:4], ("hills", 5))).departures())


def test_a_complete_draft_reports_all_departures_of_its_layout() -> None:
    wrong = replace(ISLAND, harbors=tuple((path, "ore") for path, _ in ISLAND.harbors))
    assert Draft.from_layout(wrong).departures() == wrong.departures() != []


def test_a_draft_does_not_report_harbors_that_are_still_missing() -> None:
    bare = replace(ISLAND, harbors=())
    assert bare.departures() != Draft.from_layout(bare).departures() == []


def test_completing_a_draft_leaves_room_for_its_entered_harbors() -> None:
    beside = COAST[1]
    assert COAST[0] in dict(ISLAND.harbors)
    draft = draft_of({"h0,0": ("hills", 12)}, {beside: "ore"}).complete_from(ISLAND)
    island = draft.layout()
    assert (island.terrain(HEXES[9]), island.number(HEXES[9])) == ("hills", 12)
    assert dict(island.harbors) == {beside: "ore", **dict(ISLAND.harbors[1:])}
    assert EMPTY_DRAFT.complete_from(ISLAND).layout() == ISLAND


def test_a_draft_survives_a_json_round_trip() -> None:
    draft = draft_of({"h1,0": ("desert", None), "h0,0": (None, 4)}, {"p3,-5": None})
    assert Draft.from_json(draft.to_json()) == draft
    assert Draft.from_json(Draft.from_layout(ISLAND).to_json()).layout() == ISLAND


@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        {"hexes": ["h0,0"]},
        {"hexes": {"h9,9": {}}},
        {"hexes": {"h0,0": "forest"}},
        {"hexes": {"h0,0": {"terrain": "lake"}}},
        {"hexes": {"h0,0": {"number": 7}}},
        {"hexes": {"h0,0": {"number": True}}},
        {"harbors": {"p0,1": "ore"}},
        {"harbors": {"p3,-5": "gold"}},
    ],
)
def test_invalid_json_is_refused(nonsense: object) -> None:
    with pytest.raises(LayoutError):
        Draft.from_json(nonsense)


def test_harbors_that_share_an_intersection_are_refused() -> None:
    crowded = draft_of({}, {COAST[0]: "ore", COAST[1]: "wool"})
    draft = Draft.from_layout(Layout(ISLAND.terrains, ISLAND.numbers)).merge(crowded)
    with pytest.raises(LayoutError, match="share an intersection"):
        draft.layout()
