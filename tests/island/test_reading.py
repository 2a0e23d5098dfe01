"""A reading says what may lie where, with probabilities; the most likely of it is a layout."""

from dataclasses import replace

import pytest

from companion.island.geometry import COAST, HEXES, HexId
from companion.island.layout import LayoutError
from companion.island.reading import HexReading, IslandReading
from companion.island.setups import first_game

ISLAND = first_game()


def reading_of(layout):
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


def test_the_most_likely_layout_has_the_most_likely_thing_at_every_place():
    assert reading_of(ISLAND).most_likely() == ISLAND


def test_harbors_are_laid_along_the_coast_whatever_order_they_were_seen_in():
    reading = reading_of(ISLAND)
    turned = replace(reading, harbors=dict(reversed(reading.harbors.items())))
    assert turned.most_likely() == ISLAND


def test_a_hex_is_as_sure_as_terrain_and_number_together():
    reading = HexReading({"hills": 0.8, "fields": 0.2}, {6: 0.5, 9: 0.3, None: 0.2})
    assert reading.confidence == pytest.approx(0.4)


def test_an_island_is_as_sure_as_its_least_certain_hex():
    reading = reading_of(ISLAND)
    unsure = HexReading({"hills": 0.6, "forest": 0.4}, {4: 0.9, 5: 0.1})

    assert reading.confidence == pytest.approx(0.99 * 0.98)
    assert replace(reading, hexes={**reading.hexes, HEXES[0]: unsure}).confidence == pytest.approx(0.54)


def test_harbors_that_touch_each_other_are_no_layout():
    reading = replace(reading_of(ISLAND), harbors={COAST[0]: {"generic": 1.0}, COAST[1]: {"wool": 1.0}})
    with pytest.raises(LayoutError, match="share"):
        reading.most_likely()
