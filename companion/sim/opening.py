"""How a demo opens: so that whoever looks has seen within a minute what the companion does.

The pieces are founded at a brisk pace. Once cards were taken, somebody knocks the camera: it finds the board
by itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from companion.games.base.rules.events import Roll
from companion.games.base.rules.state import State
from companion.sim.camera import SimulatedTime
from companion.sim.tabletop import Script, Tabletop, TabletopMoment
from companion.sim.upsets import upset

BRISK: Final = 3.0
"""So many times faster than they play the people found."""
BEFORE_S: Final = 1.5
AFTER_S: Final = 3.0
"""Seconds for which nobody touches the table before and after that: whoever looks sees what happens."""
ROLLS: Final = 2
"""After so many rolls the camera is knocked, once."""


class Opening:
    """Watches over how a game begins."""

    def __init__(self, now: SimulatedTime, rng: random.Random) -> None:
        """Begin.

        Args:
            now: is made to go faster until everybody has founded.
            rng: by how much the camera is knocked.
        """
        self._now, self._rng = now, rng
        self._speed = now.speed
        self._rolls = 0
        self.look = False
        """Whether something happens to the camera itself: its picture is worth a look."""

    def before(self, event: object, state: State) -> None:
        """Something is about to happen in a state of the game."""
        self._now.speed = self._speed * (BRISK if state.phase == "founding" else 1)
        self._rolls += isinstance(event, Roll)

    def between_turns(self) -> list[Script]:
        """What happens to the table before the dice are thrown."""
        if self._rolls != ROLLS + 1:
            return []
        return [
            self._rests(BEFORE_S, look=True),
            upset("knocked", self._rng),
            self._rests(AFTER_S, look=False),
        ]

    def _rests(self, seconds: float, *, look: bool) -> Script:
        """Nothing happens for so long; from then on, or until then, the picture is worth a look."""

        def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
            self.look = True
            for _ in range(max(1, round(seconds * fps))):
                yield TabletopMoment(table)
            self.look = look

        return script
