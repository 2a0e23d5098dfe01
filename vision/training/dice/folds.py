"""Cross-validation folds of the dice photos."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

FOLDS: Final = 4
_BLOCK_PHOTOS: Final = 4


def assign_folds(names: Sequence[str], count: int) -> dict[str, int]:
    """Assign photos to folds; consecutive photos of a series share a fold."""
    fold_of: dict[str, int] = {}
    by_series: dict[str, list[str]] = {}
    for name in names:
        by_series.setdefault(re.split(r"\d", name)[0], []).append(name)
    block = 0
    for start in sorted(by_series):
        series = sorted(by_series[start], key=lambda name: int(re.findall(r"\d+", name)[0]))
        for first in range(0, len(series), _BLOCK_PHOTOS):
            fold_of |= dict.fromkeys(series[first : first + _BLOCK_PHOTOS], block % count)
            block += 1
    return fold_of
