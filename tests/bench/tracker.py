"""Measures how a board is explained over whole simulated games: everything reported, and nothing reported."""

from __future__ import annotations

import statistics
import sys
from dataclasses import replace
from pathlib import Path

from companion.observations import BoardSeen
from tests.measure.human_inputs import PROMPT_HABITS

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.measure.playing import MIXED_POLICY, Setting, play

GAMES = 6


def measure() -> dict[str, float]:
    """Milliseconds for a look that differs from the story, all that follows from it included."""
    found: dict[str, float] = {}
    for name, share in (("all_told", 1.0), ("nothing_told", 0.0)):
        habits = replace(PROMPT_HABITS, share=share, promise=share == 1)
        taken = [
            1e3 * heard.seconds
            for seed in range(1, GAMES + 1)
            for heard in play(Setting(seed, MIXED_POLICY, habits)).heard
            if isinstance(heard.observation, BoardSeen)
            and any(telling.events or telling.corrections for telling in heard.tellings)
        ]
        found[f"explain_{name}_median_ms"] = statistics.median(taken)
        found[f"explain_{name}_p99_ms"] = sorted(taken)[int(0.99 * len(taken))]
        found[f"explain_{name}_worst_ms"] = max(taken)
    return found
