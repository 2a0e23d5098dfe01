"""The people at a simulated table, as the table meets them: they throw dice and enter the rest."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games.base.events import Roll
from companion.island.layout import Layout
from companion.observations import Clock, Emit, InputEntered, InputRefused, SourceReport
from companion.sim.world import World, as_input, told

POLL_S: Final = 0.05
PATIENCE_S: Final = 60.0


class SimulatedPeople:
    """A source: plays a world's game at a table, which hears of it as of a real one.

    The dice go where `throw` puts them; all else is entered. First the people
    look at the island that the table has read, and correct what differs from the one they laid.
    """

    name: Final = "people"

    def __init__(
        self,
        world: World,
        *,
        throw: Callable[[int, int], bool],
        seen_layout: Callable[[], Layout | None],
        rolls_counted: Callable[[], bool],
        pause_s: float,
        to_enter: Callable[[], Mapping[str, Any] | None] = lambda: None,
    ) -> None:
        """People for one game.

        Args:
            world: what really happens.
            throw: throws two dice; False where that isn't noticed (yet).
            seen_layout: the island as the table has it; None until it has read one.
            rolls_counted: whether every roll thrown has been counted.
            pause_s: seconds between two things that people do.
            to_enter: what people enter while they wait for a roll to be counted; None: nothing.
        """
        self._world = world
        self._throw = throw
        self._seen_layout = seen_layout
        self._rolls_counted = rolls_counted
        self._pause_s = pause_s
        self._to_enter = to_enter
        self.corrections: dict[str, Any] = {}
        self.over = threading.Event()

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Play to the victory."""
        try:
            self._play(emit, clock, stop)
        finally:
            self.over.set()

    def _play(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        if not self._waited(lambda: self._seen_layout() is not None, stop):
            return
        self._correct_the_island(emit, clock)
        for event in told(self._world.play()):
            if stop.wait(self._pause_s):
                return
            if isinstance(event, Roll):
                dice = event.dice
                thrown = self._waited(lambda: self._throw(*dice), stop)  # noqa: B023 (called at once)
                if not (thrown and self._waited(lambda: self._counted(emit, clock), stop)):
                    emit(SourceReport(clock(), self.name, "fault", "A roll wasn't counted."))
                    return
            else:
                self._enter(as_input(event), emit, clock)

    def _counted(self, emit: Emit, clock: Clock) -> bool:
        """Whether the roll is counted; if something has to be entered for that, it is."""
        if self._rolls_counted():
            return True
        data = self._to_enter()
        if data is not None:
            self._enter(data, emit, clock)
        return False

    def _enter(self, data: Mapping[str, Any], emit: Emit, clock: Clock) -> None:
        try:
            emit(InputEntered(clock(), self.name, data))
        except InputRefused as error:
            emit(SourceReport(clock(), self.name, "fault", f"The table refused an input: {error}"))

    def _correct_the_island(self, emit: Emit, clock: Clock) -> None:
        laid = self._world.state.land
        seen = self._seen_layout()
        assert laid is not None
        assert seen is not None
        was, is_ = seen.to_json(), laid.layout.to_json()
        hexes = {h: lies for h, lies in is_["hexes"].items() if was["hexes"][h] != lies}
        harbors = {p: kind for p, kind in is_["harbors"].items() if was["harbors"].get(p) != kind}
        harbors |= dict.fromkeys(set(was["harbors"]) - set(is_["harbors"]))
        if hexes or harbors:
            self.corrections = {"hexes": hexes, "harbors": harbors}
            emit(InputEntered(clock(), self.name, {"kind": "correct", "layout": self.corrections}))

    def _waited(self, done: Callable[[], bool], stop: threading.Event) -> bool:
        for _ in range(int(PATIENCE_S / POLL_S)):
            if done():
                return True
            if stop.wait(POLL_S):
                return False
        return False
