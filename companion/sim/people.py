"""The people at a simulated table, as the table meets them.

They do things on the board, throw dice, and enter what no camera sees.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from companion.games.base.rules.events import EndTurn, Event, Roll
from companion.games.base.rules.state import State
from companion.i18n import sentence
from companion.island.layout import Layout
from companion.observations import Clock, Emit, InputEntered, InputRefused, SourceReport
from companion.sim.camera import TableStage
from companion.sim.guests import Guests
from companion.sim.hands import Hands, is_on_the_board
from companion.sim.noticing import View, agrees, newest, wrong_board, wrong_inference
from companion.sim.opening import Opening
from companion.sim.world import SimulatedGame, as_input

POLL_S: Final = 0.01
"""Real seconds between two looks at the table."""
PATIENCE_S: Final = 60.0
"""People give up a table that hasn't done for so long what has to come."""
TELLING_S: Final = 9.0
"""What stands on the board and isn't told after so long is entered."""
SEEN_S: Final = 2.0
"""Real seconds within which what lies on the board is seen."""
_HASTY: Final = 0.15
"""Share of the turns in which the dice are thrown before the table has told what was built."""


class Dice(Protocol):
    """The dice of a table."""

    def throw(self, a: int, b: int) -> bool:
        """Throw two; False where that isn't noticed (yet)."""

    def counted(self) -> bool:
        """Whether every roll thrown has been counted."""

    def to_enter(self) -> Mapping[str, Any] | None:
        """What people enter now so that the rolls are counted as they were; None: nothing."""


class SimulatedPeople:
    """A source: plays a world's game at a table, which hears of it as of a real one.

    First the people look at the island that the table has read, and correct what differs from the one they
    laid. What the board then shows the camera sees; where the table tells it wrongly or not at all, they
    enter it.
    """

    name: Final = "people"

    def __init__(
        self,
        world: SimulatedGame,
        *,
        stage: TableStage,
        hands: Hands,
        dice: Dice,
        snapshot: Callable[[], Mapping[str, Any]],
        rng: random.Random,
        pause_s: float,
        entered: float = 1.0,
        opening: Opening | None = None,
    ) -> None:
        """People for one game.

        Args:
            world: what really happens.
            stage: the table that their hands are at.
            hands: do what can be seen.
            dice: are thrown.
            snapshot: what the table shows.
            rng: what they forget, and how hasty they are.
            pause_s: seconds between two things that people do.
            entered: the share of the things no camera sees that are entered.
            opening: how the game begins; None: as it goes on.
        """
        self._world = world
        self._stage, self._hands, self._dice = stage, hands, dice
        self._snapshot, self._rng = snapshot, rng
        self._pause_s, self._entered = pause_s, entered
        self._opening = opening
        self._since = 0
        self._events: list[Event] = []
        self.island: Mapping[str, Mapping[str, Any]] = {}
        """What they corrected of the island."""
        self.mended = 0
        """How often they corrected what the table told of the board."""
        self.over = threading.Event()
        self.gave_up = False
        """Whether the table didn't do in time what has to come, so that they left the game where it was."""
        self.guests = False
        """Whether somebody began a game of their own, or took over: the table is theirs from then on."""
        self.taken_over = False
        """Whether it was this game that they took over."""
        self._game: int | None = None

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Play to the victory, or until somebody begins another game: theirs is then followed."""
        self._emit, self._clock, self._stop = emit, clock, stop
        game = self._snapshot()["game"]
        self._game = game and game["id"]
        start = self._world.state.robber
        try:
            if not self._play() and not stop.is_set() and not self.guests:
                self.gave_up = True
                emit(
                    SourceReport(
                        clock(), self.name, "fault", sentence("The simulated players have given up.")
                    )
                )
        finally:
            self.over.set()
        while not (self._given_up() or stop.wait(POLL_S)):
            pass
        guests = Guests(self._stage, self._snapshot, start)
        if self.taken_over:
            # What is in a hand now is put down first, and seen.
            while self._stage.busy and not stop.wait(POLL_S):
                pass
            stop.wait(SEEN_S)
            guests.take_over()
        guests.follow(stop)

    @property
    def island_known(self) -> bool:
        """Whether the table has read an island, or is one on which none lies."""
        game = self._snapshot()["game"]
        return game is None or "layout" not in game["view"] or game["view"]["layout"] is not None

    def take_over(self) -> None:
        """Somebody takes the place of the people in the midst of their game; from any thread."""
        self.taken_over = self.guests = True
        self.over.set()

    def _play(self) -> bool:
        if not self._waited(lambda: self._seen_layout() is not None):
            return False
        self._correct_the_island()
        before = self._world.state
        for event, after in _course(self._world):
            self._events.append(event)
            if self._opening is not None:
                self._opening.before(event, before)
            self._pause()
            if isinstance(event, Roll):
                if not self._roll(event, before):
                    return False
            elif is_on_the_board(event):
                self._stage.play(*self._hands.do(event, after))
                self._waited(lambda: not self._stage.busy)
            else:
                self._see_to_the_board(before)
                # Who wins says with what.
                if self._rng.random() < self._entered or after.winner is not None:
                    self._enter(as_input(event))
            if self._stop.is_set() or self._given_up():
                return False
            before = after
        self._see_to_the_board(before)
        return True

    def _roll(self, roll: Roll, before: State) -> bool:
        """Throw the dice; whether they were counted in the end."""
        if self._rng.random() >= _HASTY:
            self._see_to_the_board(before)
        self._stage.play(*self._hands.between_turns())
        if self._opening is not None:
            self._stage.play(*self._opening.between_turns())
        return (
            self._waited(lambda: not self._stage.busy)
            and self._waited(lambda: self._dice.throw(*roll.dice))
            and self._waited(self._counted)
        )

    def _counted(self) -> bool:
        """Whether the roll is counted, and nothing is left to be said of it; what there is is entered."""
        data = self._dice.to_enter()
        if data is not None:
            self._enter(data)
            return False
        return self._dice.counted()

    def _see_to_the_board(self, happened: State) -> None:
        """Wait until the table tells the board as it is, and correct what it doesn't."""
        said: Mapping[str, Any] | None = {}
        while said is not None and not self._waited(lambda: agrees(self._view, happened), TELLING_S):
            said = self._mend(wrong_board(self._view, happened, self._since), said)
        said = {} if self._entered >= 1 else None
        while said is not None:
            said = self._mend(wrong_inference(self._view, self._events, self._since), said)
        self._since, self._events = newest(self._view), self._events[-1:]

    def _mend(self, said: Mapping[str, Any] | None, before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Enter a correction, unless it is the one that was of no use before; what was entered."""
        if said is None or said == before or self._stop.is_set() or self._given_up():
            return None
        self.mended += 1
        self._enter(said)
        return said

    def _enter(self, data: Mapping[str, Any]) -> None:
        if self._given_up():
            return
        try:
            self._emit(InputEntered(self._clock(), self.name, data))
        except InputRefused as error:
            text = f"The table refused an input: {error}"
            self._emit(SourceReport(self._clock(), self.name, "fault", text))

    def _correct_the_island(self) -> None:
        laid, seen = self._world.state.land, self._seen_layout()
        assert laid is not None
        assert seen is not None
        was, is_ = seen.to_json(), laid.layout.to_json()
        hexes = {h: lies for h, lies in is_["hexes"].items() if was["hexes"][h] != lies}
        harbors: dict[str, str | None] = {
            p: kind for p, kind in is_["harbors"].items() if was["harbors"].get(p) != kind
        }
        harbors |= dict.fromkeys(set(was["harbors"]) - set(is_["harbors"]))
        if hexes or harbors:
            self.island = {"hexes": hexes, "harbors": harbors}
            self._enter({"kind": "correct", "layout": self.island})

    def _seen_layout(self) -> Layout | None:
        game = self._snapshot()["game"]
        seen = game and game["view"]["layout"]
        return Layout.from_json(seen) if seen else None

    @property
    def _view(self) -> View:
        view: View = self._snapshot()["game"]["view"]
        return view

    def _given_up(self) -> bool:
        """Whether another game is on than the one that they play."""
        game = self._snapshot()["game"]
        self.guests = self.guests or (game is not None and game["id"] != self._game)
        return self.guests

    def _pause(self) -> None:
        due = self._clock() + self._pause_s * self._rng.uniform(0.5, 1.5)
        self._waited(lambda: self._clock() >= due)

    def _waited(self, done: Callable[[], bool], patience_s: float = PATIENCE_S) -> bool:
        end = self._clock() + patience_s
        while not done():
            if self._clock() > end or self._stop.wait(POLL_S) or self._given_up():
                return False
        return True


def _course(world: SimulatedGame) -> list[tuple[Event, State]]:
    """What happens in a game, each with the state then, but for passed dice that the next roll tells."""
    course = [(event, world.state) for event in world.play()]
    following = [event for event, _ in course[1:]] + [None]
    return [
        step
        for step, comes in zip(course, following, strict=True)
        if not (isinstance(step[0], EndTurn) and isinstance(comes, Roll))
    ]
