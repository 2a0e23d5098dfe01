"""What would be believed if more happened: worked out once, for as long as nothing is told.

A board that waits to be explained is looked at again and again, and the same courses of events are weighed.
"""

from __future__ import annotations

from typing import Final

from companion.games.base.belief import Belief
from companion.games.base.rules.events import Event
from companion.games.base.rules.state import State

MOST: Final = 400
"""So many beliefs are kept at the most."""


class BeliefCache:
    """Remembers what follows from beliefs. It makes them quick to ask for, and changes nothing of them."""

    def __init__(self) -> None:
        """With nothing thought of yet."""
        self._found: dict[tuple[int, Event], tuple[Belief, Belief]] = {}

    def updated(self, belief: Belief, before: State, event: Event, after: State) -> Belief:
        """The belief after an event that met a state, which is the one that the belief's own story led to."""
        # A belief is known by being that very object, which is kept: no other one can take its place.
        key = id(belief), event
        if key not in self._found:
            if len(self._found) >= MOST:
                self._found.clear()
            self._found[key] = belief, belief.updated(before, event, after)
        return self._found[key][1]
