"""Write the light in the emulator's sensors: the block as drawn, traced, for dice of 16 mm.

`make -C firmware/tower light` once `params.scad` was changed; `tests/docs/optics/test_tabulate.py` says when.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from optics.designs import measures, printed_design, throat, trace_design

from companion.sources.tower.stand_ins.die_face import PocketLight
from companion.sources.tower.stand_ins.pockets import DIE_SIZE_MM, LIGHT_MAPS_PATH

RAYS: Final = 400_000
SEED: Final = 34
REACH: Final = 24
"""Pixels of the maps on each side of the middle: enough for a die and its surroundings."""

LEVELS: Final = (0, 2, 4, 5, 6)
"""Indices of the traced heights that are stored: 0, 1, 4, 8 and 16 mm."""

Arrays = dict[str, NDArray[Any]]


def arrays(given: Mapping[str, Any], rays: int = RAYS) -> Arrays:
    """Return all stored arrays by name; `measures` identifies the block."""
    pocket, mouth = trace_design(printed_design(given), rays, SEED), trace_design(throat(given), rays, SEED)
    made = {"pixel": np.array(pocket.pixel), "heights": pocket.heights[list(LEVELS)]}
    made |= _stored_arrays("", crop(pocket)) | _stored_arrays("throat_", crop(mouth))
    return made | {"measures": np.array(json.dumps(given))}


def crop(light: PocketLight) -> PocketLight:
    """Return only the maps that the emulator needs: few heights, and the pixels around a die."""
    around = slice(light.lit.shape[-1] // 2 - REACH, light.lit.shape[-1] // 2 + REACH)
    return replace(
        light,
        heights=light.heights[list(LEVELS)],
        lit=light.lit[:, list(LEVELS), around, around],
        seen=light.seen[:, list(LEVELS), around, around],
    )


def _stored_arrays(name: str, light: PocketLight) -> Arrays:
    return {
        f"{name}lit": light.lit.astype(np.float16),
        f"{name}seen": light.seen.astype(np.float16),
        f"{name}lower": light.lower,
        f"{name}upper": light.upper,
    }


def main() -> None:
    """Trace the block and write the file."""
    with Path(str(LIGHT_MAPS_PATH)).open("wb") as out:
        np.savez_compressed(out, **arrays(measures(DIE_SIZE_MM)))  # type: ignore[arg-type]  # its stubs take no names


if __name__ == "__main__":
    main()
