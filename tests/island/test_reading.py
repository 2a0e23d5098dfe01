"""Island readings: probabilities for each place, and the most likely layout."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.island.geometry import COAST, HEXES, SYMMETRIES, HexId, PathId
from companion.island.layout import HarborKind, Layout, LayoutError
from companion.island.reading import HexReading, IslandReading
from companion.island.setups import first_game_layout

ISLAND = first_game_layout()


def reading_of(layout: Layout) -> IslandReading:
    """A reading that is sure of nearly everything."""
    return IslandReading(
        {
            h: HexReading({layout.terrain(h): 0.99, "desert": 0.01}, {layout.number(h): 0.98, None: 0.02})
            if layout.terrain(h) != "desert"
            else HexReading({"desert": 1.0}, {None: 1.0})
            for h in HEXES
        },
        {path: {"ore": 0.1, kind: 0.9} for path, kind in layout.harbors},
        {HexId("h0,0"): 0.95},
    )


def test_the_most_likely_layout_has_the_most_likely_thing_at_every_place() -> None:
    assert reading_of(ISLAND).most_likely_layout() == ISLAND


def test_harbors_follow_the_coast_in_any_order_of_the_reading() -> None:
    reading = reading_of(ISLAND)
    turned = replace(reading, harbors=dict(reversed(list(reading.harbors.items()))))
    assert turned.most_likely_layout() == ISLAND


def test_the_confidence_of_a_hex_multiplies_terrain_and_number() -> None:
    reading = HexReading({"hills": 0.8, "fields": 0.2}, {6: 0.5, 9: 0.3, None: 0.2})
    assert reading.confidence == pytest.approx(0.4)


def test_the_confidence_of_an_island_is_its_least_certain_hex() -> None:
    reading = reading_of(ISLAND)
    unsure = HexReading({"hills": 0.6, "forest": 0.4}, {4: 0.9, 5: 0.1})

    assert reading.confidence == pytest.approx(0.99 * 0.98)
    assert replace(reading, hexes={**reading.hexes, HEXES[0]: unsure}).confidence == pytest.approx(0.54)


def test_adjacent_harbors_are_refused() -> None:
    reading = replace(reading_of(ISLAND), harbors={COAST[0]: {"generic": 1.0}, COAST[1]: {"wool": 1.0}})
    with pytest.raises(LayoutError, match="share"):
        reading.most_likely_layout()


def test_a_harbor_that_the_box_has_once_is_not_read_twice_if_another_is_nearly_as_likely() -> None:
    reading = reading_of(ISLAND)
    ore = next(path for path, kind in ISLAND.harbors if kind == "ore")
    seen: Mapping[HarborKind, float] = {"wool": 0.5, "ore": 0.3, "generic": 0.2}
    read = {**reading.harbors, ore: seen}
    assert replace(reading, harbors=read).most_likely_layout() == ISLAND


def test_a_very_certain_second_harbor_of_a_kind_is_read() -> None:
    reading = reading_of(ISLAND)
    ore = next(path for path, kind in ISLAND.harbors if kind == "ore")
    seen: Mapping[HarborKind, float] = {"wool": 0.98, "ore": 0.02}
    read = {**reading.harbors, ore: seen}
    assert dict(replace(reading, harbors=read).most_likely_layout().harbors)[ore] == "wool"


def test_with_more_harbors_than_the_box_has_each_is_the_likeliest() -> None:
    paths = COAST[::2]
    reading = replace(reading_of(ISLAND), harbors={path: {"generic": 0.9, "ore": 0.1} for path in paths})
    assert reading.most_likely_layout().harbors == tuple((path, "generic") for path in paths)


@pytest.mark.parametrize("sixths", range(6))
def test_a_rotated_reading_is_the_same_island_from_another_side(sixths: int) -> None:
    turned = reading_of(ISLAND).rotate(sixths)
    move = SYMMETRIES[sixths]
    assert turned.robber == {HexId("h0,0"): 0.95}
    for h in HEXES:
        assert turned.most_likely_layout().terrain(h) == ISLAND.terrain(HexId(move(h)))
        assert turned.most_likely_layout().number(h) == ISLAND.number(HexId(move(h)))
    kinds = dict(ISLAND.harbors)
    assert all(kinds[PathId(move(path))] == kind for path, kind in turned.most_likely_layout().harbors)
    assert turned.rotate(6 - sixths) == reading_of(ISLAND)


def test_an_island_agrees_with_itself_more_than_with_its_rotations() -> None:
    reading = reading_of(ISLAND)
    assert reading.agreement(ISLAND) == pytest.approx(0.985, abs=0.005)
    assert max(reading.rotate(sixths).agreement(ISLAND) for sixths in range(1, 6)) < 0.3
