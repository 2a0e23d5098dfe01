"""Cache the belief updates of hypothetical events.

The tracker evaluates the same hypotheses on every frame until it can commit one of them.
"""

from __future__ import annotations

from typing import Final

from companion.games.base.belief import Belief
from companion.games.base.rules.events import Event
from companion.games.base.rules.state import State

MAX_BELIEFS: Final = 400
"""Capacity of the cache."""


class BeliefCache:
    """A cache of belief updates; it only saves time."""

    def __init__(self) -> None:
        """Create an empty cache."""
        self._found: dict[tuple[int, Event], tuple[Belief, Belief]] = {}

    def update(self, belief: Belief, before: State, event: Event, after: State) -> Belief:
        """Return the belief after an event; `before` must be the state of the given belief."""
        # The key is the object's identity. The cache keeps the object alive, so its id is not reused.
        key = id(belief), event
        if key not in self._found:
            if len(self._found) >= MAX_BELIEFS:
                self._found.clear()
            self._found[key] = belief, belief.update(before, event, after)
        return self._found[key][1]
