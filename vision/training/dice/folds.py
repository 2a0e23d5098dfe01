"""Which photos are left out together when what was learned is measured on photos never seen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

FOLDS: Final = 4
_ALIKE: Final = 4


def folds(names: Sequence[str], many: int) -> dict[str, int]:
    """Deal photos into folds to cross-validate by; those taken one after the other go together."""
    dealt: dict[str, int] = {}
    by_series: dict[str, list[str]] = {}
    for name in names:
        by_series.setdefault(re.split(r"\d", name)[0], []).append(name)
    block = 0
    for start in sorted(by_series):
        series = sorted(by_series[start], key=lambda name: int(re.findall(r"\d+", name)[0]))
        for first in range(0, len(series), _ALIKE):
            dealt |= dict.fromkeys(series[first : first + _ALIKE], block % many)
            block += 1
    return dealt
