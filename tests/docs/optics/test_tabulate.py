"""The emulator's light maps match the model of the drawn block."""

import json
import shutil

import numpy as np
import pytest
from optics.designs import measures
from optics.tabulate import arrays

from companion.sources.tower.stand_ins.pockets import DIE_SIZE_MM, LIGHT_MAPS_PATH

pytestmark = pytest.mark.skipif(shutil.which("openscad") is None, reason="openscad is not installed")

RAYS = 40_000


@pytest.fixture(scope="module")
def stored_maps() -> dict[str, np.ndarray]:
    with LIGHT_MAPS_PATH.open("rb") as file, np.load(file) as found:
        return dict(found)


def test_the_stored_maps_are_of_the_current_block() -> None:
    with LIGHT_MAPS_PATH.open("rb") as file, np.load(file) as found:
        assert json.loads(str(found["measures"])) == measures(DIE_SIZE_MM), "make -C firmware/tower light"


@pytest.fixture(scope="module")
def traced_maps() -> dict[str, np.ndarray]:
    return arrays(measures(DIE_SIZE_MM), RAYS)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lit", "seen", "throat_lit", "throat_seen"])
def test_maps_traced_with_fewer_rays_are_the_same(
    stored_maps: dict[str, np.ndarray], traced_maps: dict[str, np.ndarray], name: str
) -> None:
    made, kept = by_fours(traced_maps[name]), by_fours(stored_maps[name])
    assert made.sum(axis=(-2, -1)) == pytest.approx(kept.sum(axis=(-2, -1)), rel=0.05)
    assert np.abs(made - kept).sum() < 0.15 * kept.sum()


def by_fours(maps: np.ndarray) -> np.ndarray:
    """Sum pixels in blocks of four by four: single pixels have few rays."""
    rows, columns = maps.shape[-2:]
    parted = maps.astype(float).reshape(*maps.shape[:-2], rows // 4, 4, columns // 4, 4)
    return np.asarray(parted.sum(axis=(-3, -1)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lower", "upper", "throat_lower", "throat_upper"])
def test_mirrored_lamps_are_the_same(
    stored_maps: dict[str, np.ndarray], traced_maps: dict[str, np.ndarray], name: str
) -> None:
    assert traced_maps[name].sum() == pytest.approx(stored_maps[name].sum(), rel=0.2)
