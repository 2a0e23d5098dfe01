"""The opening of a demo, which shows the companion's features within a minute.

The set-up phase runs faster. After the first rolls somebody knocks the camera, and the companion finds the
board again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from companion.games.base.rules.events import Roll
from companion.games.base.rules.state import State
from companion.sim.camera import SimulatedTime
from companion.sim.tabletop import Script, Tabletop, TabletopMoment
from companion.sim.upsets import create_upset

FOUNDING_SPEED_FACTOR: Final = 3.0
"""Speed of the set-up phase relative to later turns."""
QUIET_BEFORE_S: Final = 1.5
QUIET_AFTER_S: Final = 3.0
"""Seconds without movement before and after the knock, so that viewers notice it."""
ROLLS_BEFORE_KNOCK: Final = 2
"""The camera is knocked once, after this many rolls."""


class Opening:
    """Controls the opening of one game."""

    def __init__(self, now: SimulatedTime, rng: random.Random) -> None:
        """Start at the clock's present speed.

        Args:
            now: the clock, which runs faster during the set-up phase.
            rng: draws the strength of the knock.
        """
        self._now, self._rng = now, rng
        self._speed = now.speed
        self._rolls = 0
        self.should_show_picture = False
        """Whether the camera is being knocked, so that the page should show its picture."""

    def observe_event(self, event: object, state: State) -> None:
        """Adjust the speed and count the rolls, before an event is applied to a state."""
        self._now.speed = self._speed * (FOUNDING_SPEED_FACTOR if state.phase == "founding" else 1)
        self._rolls += isinstance(event, Roll)

    def knock_scripts(self) -> list[Script]:
        """Return the scripts of the knock if it is due before this roll; else none."""
        if self._rolls != ROLLS_BEFORE_KNOCK + 1:
            return []
        return [
            self._wait(QUIET_BEFORE_S, look=True),
            create_upset("knocked", self._rng),
            self._wait(QUIET_AFTER_S, look=False),
        ]

    def _wait(self, seconds: float, *, look: bool) -> Script:
        """Return a script without movement, during which the picture is shown; `look`: also afterwards."""

        def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
            self.should_show_picture = True
            for _ in range(max(1, round(seconds * fps))):
                yield TabletopMoment(table)
            self.should_show_picture = look

        return script
