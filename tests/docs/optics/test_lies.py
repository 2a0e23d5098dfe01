"""The tower's readings of dice in any position: right, or none."""

import shutil
from dataclasses import replace

import pytest
from optics.lies import WAYS, ReadShares, bench, read_placed_dice
from optics.reading import Bench

pytestmark = pytest.mark.skipif(shutil.which("openscad") is None, reason="openscad is not installed")

DICE = 600


@pytest.fixture(scope="module")
def pocket() -> Bench:
    return bench()


def read_dice(pocket: Bench, way: str) -> ReadShares:
    return read_placed_dice(pocket, WAYS[way], DICE)


@pytest.mark.slow
def test_flat_dice_are_nearly_all_read_and_never_misread(pocket: Bench) -> None:
    at_rest = read_dice(pocket, "flat in its corner")
    assert at_rest.right > 0.985
    assert at_rest.wrong == 0


@pytest.mark.slow
@pytest.mark.parametrize("way", [way for way in WAYS if way != "flat in its corner"])
def test_a_tilted_die_is_refused_rather_than_misread(pocket: Bench, way: str) -> None:
    assert read_dice(pocket, way).wrong < 0.01


@pytest.mark.slow
def test_a_tower_calibrated_with_a_paper_strip_reads_dice_as_well(pocket: Bench) -> None:
    taught = replace(pocket, paper=True)
    assert 0.7 < min(taught.span / pocket.span) < max(taught.span / pocket.span) < 1
    at_rest = read_dice(taught, "flat in its corner")
    assert at_rest.right > 0.985
    assert at_rest.wrong == 0
