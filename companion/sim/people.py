"""The people at a simulated table: they act on the board, throw dice and enter invisible events."""

from __future__ import annotations

import random
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.games.base.rules.events import EndTurn, Event, Roll
from companion.games.base.rules.state import State
from companion.i18n import sentence
from companion.island.geometry import HexId, Site
from companion.island.layout import Layout
from companion.observations import Clock, Emit, InputEntered, InputRefused, SourceReport
from companion.sim import board_corrections, hands
from companion.sim.camera import SimulatedTime, TableStage
from companion.sim.dice import SimulatedDice
from companion.sim.picture import Arm, Piece
from companion.sim.tabletop import ActionStart, Moments, Script, TabletopMoment, to_script
from companion.sim.world import SimulatedGame, to_input

POLL_S: Final = 0.01
"""Real seconds between two polls of the table."""
GIVE_UP_AFTER_S: Final = 60.0
"""Seconds after which people give up if the table doesn't react."""

Snapshot = Mapping[str, Any]


class SimulatedPlayers(ABC):
    """A source that plays a game at a table until it ends, or until the person at the page takes over.

    Attributes:
        finished: set once they have stopped playing.
        taken_over: whether the person at the page plays on.
        has_guests: whether guests have taken over or started their own game: the table is theirs then.
        gave_up: whether the table didn't react in time.
    """

    name: Final = "people"

    def __init__(self, snapshot: Callable[[], Snapshot], pause_s: float) -> None:
        """Start with nothing done; `snapshot` returns what the page displays, `pause_s` precedes each act."""
        self._snapshot, self._pause_s = snapshot, pause_s
        self.finished = threading.Event()
        self.taken_over = self.has_guests = self.gave_up = False

    def take_over(self) -> None:
        """Let the person at the page play on; callable from any thread."""
        self.taken_over = self.has_guests = True
        self.finished.set()

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Play the game."""
        self._emit, self._clock, self._stop = emit, clock, stop
        try:
            self._play()
        finally:
            self.finished.set()
        self._follow()

    @abstractmethod
    def _play(self) -> None:
        """Play until the game ends, somebody takes over, the table doesn't react, or `stop` is set."""

    def _follow(self) -> None:
        """Do what remains after the game until `stop` is set: nothing."""
        self._stop.wait()

    @property
    def _is_interrupted(self) -> bool:
        return self._stop.is_set() or self.taken_over

    def _enter(self, data: Mapping[str, Any]) -> None:
        self._emit(InputEntered(self._clock(), self.name, data))

    def _pause(self, factor: float = 1.0) -> None:
        due = self._clock() + self._pause_s * factor
        self._wait_until(lambda: self._clock() >= due)

    def _wait_until(self, is_done: Callable[[], bool], patience_s: float = GIVE_UP_AFTER_S) -> bool:
        end = self._clock() + patience_s
        while not is_done():
            if self._clock() > end or self._stop.wait(POLL_S) or self._is_interrupted:
                return False
        return True


# The opening of a demo, which shows the companion's features within a minute.
#
# The set-up phase runs faster. After the first rolls somebody knocks the camera, and the companion finds the
# board again.


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
            hands.create_upset("knocked", self._rng),
            self._wait(QUIET_AFTER_S, look=False),
        ]

    def _wait(self, seconds: float, *, look: bool) -> Script:
        """Return a script without movement, during which the picture is shown; `look`: also afterwards."""

        def script(start: ActionStart) -> Moments:
            self.should_show_picture = True
            yield from start.still_moments(seconds)
            self.should_show_picture = look

        return script


# Guests at the simulated table, who started their own game on the page or took over the running one.
#
# For their own game the board is cleared. From then on simulated hands place the pieces that the guests
# enter, so that the camera sees the guests' game.


GUEST_POLL_S: Final = 0.05
"""Real seconds between two polls of the snapshot."""
SWEEP_S: Final = 1.5
"""Seconds to clear the board."""
_SWEEP_HEIGHT: Final = 0.3
_PLACE_EVENTS: Final = ("place_road", "place_settlement", "place_city")
_CAMERA_SOURCE: Final = "camera"
"""The log's name of the source that is no person's input."""


@to_script
def clear_board(start: ActionStart, robber: HexId | None) -> Moments:
    """Sweep all pieces off the board and return the robber to its first hex."""
    table = start.table
    bare = replace(table, pieces=(), robber=robber, robber_offset=(0.0, 0.0))
    steps = start.steps(SWEEP_S)
    for n in range(steps):
        across = 10.0 * n / (steps - 1) - 5.0
        yield TabletopMoment(bare if across > 0 else table, (Arm((across, 0.0), 90.0, _SWEEP_HEIGHT),))
    yield TabletopMoment(bare)


def _camera_only_sites(log: Sequence[Mapping[str, Any]]) -> set[Site]:
    """Return the sites of pieces that only the camera has reported.

    The simulated hands had placed them before the guests took them back on the page, so the hands must remove
    them.
    """
    source_by_site = {
        line["event"]["at"]: line["source"] for line in log if line["event"]["kind"] in _PLACE_EVENTS
    }
    return {at for at, source in source_by_site.items() if source == _CAMERA_SOURCE}


def _pieces(view: Mapping[str, Any]) -> dict[Site, Piece]:
    """Return the pieces of a view, by site."""
    return {each["at"]: Piece(each["kind"], each["at"], each["colour"]) for each in view["pieces"]}


class Guests:
    """Makes the simulated board match the guests' game."""

    def __init__(self, stage: TableStage, snapshot: Callable[[], Snapshot], robber: HexId | None) -> None:
        """Start with an empty board.

        Args:
            stage: the table.
            snapshot: returns the table's snapshot.
            robber: its hex on an empty board.
        """
        self._stage, self._snapshot = stage, snapshot
        self._start_robber = robber
        self._game: int | None = None
        self._pieces: dict[Site, Piece] = {}
        self._kept_sites: frozenset[Site] = frozenset()
        self._robber = robber

    def take_over(self) -> None:
        """Let the guests continue the running game: the board stays as the snapshot shows it."""
        game = self._snapshot()["game"]
        if game is None or "pieces" not in game["view"]:
            return
        view = game["view"]
        self._game, self._pieces = game["id"], _pieces(view)
        self._kept_sites = frozenset(self._pieces)
        self._robber = view["robber"] or self._start_robber

    def follow(self, stop: threading.Event) -> None:
        """Apply the guests' inputs to the board until `stop` is set."""
        while not stop.is_set():
            if not self._stage.is_busy:
                self._do_next()
            stop.wait(GUEST_POLL_S)

    def _do_next(self) -> None:
        """Play the script of the next difference between the board and the game, if there is one."""
        game = self._snapshot()["game"]
        if game is None:
            return
        if game["id"] != self._game:
            self._game, self._pieces, self._robber = game["id"], {}, self._start_robber
            self._kept_sites = frozenset()
            self._stage.play(clear_board(self._start_robber))
            return
        view = game["view"]
        if "pieces" not in view:
            # Their game has no pieces on an island.
            return
        seats = [player["colour"] for player in view["players"]]
        camera_only = _camera_only_sites(view["log"]) - self._kept_sites
        wanted = {site: piece for site, piece in _pieces(view).items() if site not in camera_only}
        for site in {**self._pieces, **wanted}:
            old, new = self._pieces.get(site), wanted.get(site)
            if old != new:
                changed = new or old
                assert changed is not None
                self._change_site(site, old, new, seats.index(changed.colour) * 360 / len(seats))
                return
        if view["robber"] is not None and view["robber"] != self._robber:
            self._robber = view["robber"]
            self._stage.play(
                hands.move_robber(view["robber"], seats.index(view["on_turn"]) * 360 / len(seats))
            )

    def _change_site(self, site: Site, old: Piece | None, new: Piece | None, hand_from: float) -> None:
        if new is None:
            self._stage.play(hands.take_piece(site, hand_from))
            del self._pieces[site]
            return
        if old is None:
            self._stage.play(hands.put_piece(new, hand_from))
        elif new.kind == "city":
            self._stage.play(hands.replace_by_city(new, hand_from))
        else:
            self._stage.play(hands.take_piece(site, hand_from), hands.put_piece(new, hand_from))
        self._pieces[site] = new


BOARD_TIMEOUT_S: Final = 9.0
"""Seconds after which people enter a piece that the table hasn't recorded."""
SETTLE_S: Final = 2.0
"""Real seconds within which the camera reads a change of the board."""
_HASTY_SHARE: Final = 0.15
"""Share of the turns in which people throw the dice before the table has recorded the pieces."""


class SimulatedPeople(SimulatedPlayers):
    """A source that plays a simulated game at a table, which observes it like a real one.

    First the people compare the island that the table has read with their own, and correct the differences.
    Then the camera sees their pieces; the people enter those that the table records wrongly or not at all.
    """

    def __init__(
        self,
        world: SimulatedGame,
        *,
        stage: TableStage,
        hands: hands.Hands,
        dice: SimulatedDice,
        snapshot: Callable[[], Mapping[str, Any]],
        rng: random.Random,
        pause_s: float,
        entered: float = 1.0,
        opening: Opening | None = None,
    ) -> None:
        """Create the people of one game.

        Args:
            world: the true game.
            stage: the table with their hands.
            hands: translate events into scripts.
            dice: the dice that they throw.
            snapshot: returns the table's snapshot.
            rng: draws forgotten inputs and hasty throws.
            pause_s: mean seconds between two actions.
            entered: share of the invisible events that they enter.
            opening: controls the start of the game; None: no special opening.
        """
        self._world = world
        self._stage, self._hands, self._dice = stage, hands, dice
        super().__init__(snapshot, pause_s)
        self._rng, self._entered, self._opening = rng, entered, opening
        self._since = 0
        self._events: list[Event] = []
        self.island_correction: Mapping[str, Mapping[str, Any]] = {}
        """Their correction of the island: the right hexes and harbors, by place."""
        self.correction_count = 0
        """The number of their corrections of the recorded board."""
        self._game: int | None = None

    def _play(self) -> None:
        """Play to the victory, or until guests start another game."""
        game = self._snapshot()["game"]
        self._game = game and game["id"]
        self._start_robber = self._world.state.robber
        if not self._play_to_victory() and not self._stop.is_set() and not self.has_guests:
            self.gave_up = True
            text = sentence("The simulated players have given up.")
            self._emit(SourceReport(self._clock(), self.name, "fault", text))

    def _follow(self) -> None:
        """Follow the guests' game once they have started one."""
        while not (self._check_for_guests() or self._stop.wait(POLL_S)):
            pass
        guests = Guests(self._stage, self._snapshot, self._start_robber)
        if self.taken_over:
            # Let the present script end, and the camera read its piece, before the guests continue.
            while self._stage.is_busy and not self._stop.wait(POLL_S):
                pass
            self._stop.wait(SETTLE_S)
            guests.take_over()
        guests.follow(self._stop)

    @property
    def is_island_known(self) -> bool:
        """Return whether the table has read its island, or has a game without one."""
        game = self._snapshot()["game"]
        return game is None or "layout" not in game["view"] or game["view"]["layout"] is not None

    def _play_to_victory(self) -> bool:
        if not self._wait_until(lambda: self._recorded_layout() is not None):
            return False
        self._correct_island()
        before = self._world.state
        for event, after in _events_to_act(self._world):
            self._events.append(event)
            if self._opening is not None:
                self._opening.observe_event(event, before)
            self._pause(self._rng.uniform(0.5, 1.5))
            if isinstance(event, Roll):
                if not self._throw_dice(event, before):
                    return False
            elif hands.is_visible_on_board(event):
                self._stage.play(*self._hands.scripts_for(event, after))
                self._wait_until(lambda: not self._stage.is_busy)
            else:
                self._correct_board(before)
                # The winning event is always entered.
                if self._rng.random() < self._entered or after.winner is not None:
                    self._enter(to_input(event))
            if self._is_interrupted:
                return False
            before = after
        self._correct_board(before)
        return True

    def _throw_dice(self, roll: Roll, before: State) -> bool:
        """Throw the dice; return whether the table has recorded the roll in the end."""
        if self._rng.random() >= _HASTY_SHARE:
            self._correct_board(before)
        self._stage.play(*self._hands.upset_scripts())
        if self._opening is not None:
            self._stage.play(*self._opening.knock_scripts())
        return (
            self._wait_until(lambda: not self._stage.is_busy)
            and self._wait_until(lambda: self._dice.throw(*roll.dice))
            and self._wait_until(self._is_roll_settled)
        )

    def _is_roll_settled(self) -> bool:
        """Enter the next input about the roll, if there is one; return whether the roll is recorded."""
        data = self._dice.next_input()
        if data is not None:
            self._enter(data)
            return False
        return self._dice.is_counted()

    def _correct_board(self, truth: State) -> None:
        """Wait until the recorded board is correct, and correct the remaining errors."""
        correction: Mapping[str, Any] | None = {}
        while correction is not None and not self._wait_until(
            lambda: board_corrections.is_board_correct(self._view, truth), BOARD_TIMEOUT_S
        ):
            correction = self._enter_correction(
                board_corrections.board_correction(self._view, truth, self._since), correction
            )
        correction = {} if self._entered >= 1 else None
        while correction is not None:
            correction = self._enter_correction(
                board_corrections.inference_correction(self._view, self._events, self._since), correction
            )
        self._since, self._events = board_corrections.newest_entry(self._view), self._events[-1:]

    def _enter_correction(
        self, correction: Mapping[str, Any] | None, previous: Mapping[str, Any]
    ) -> Mapping[str, Any] | None:
        """Enter a correction and return it; None if it is the same as before, which had no effect."""
        if correction is None or correction == previous or self._is_interrupted:
            return None
        self.correction_count += 1
        self._enter(correction)
        return correction

    def _enter(self, data: Mapping[str, Any]) -> None:
        if self._check_for_guests():
            return
        try:
            super()._enter(data)
        except InputRefused as error:
            text = f"The table refused an input: {error}"
            self._emit(SourceReport(self._clock(), self.name, "fault", text))

    def _correct_island(self) -> None:
        true_land, recorded = self._world.state.land, self._recorded_layout()
        assert true_land is not None
        assert recorded is not None
        old, true_layout = recorded.to_json(), true_land.layout.to_json()
        hexes = {h: content for h, content in true_layout["hexes"].items() if old["hexes"][h] != content}
        harbors: dict[str, str | None] = {
            p: kind for p, kind in true_layout["harbors"].items() if old["harbors"].get(p) != kind
        }
        harbors |= dict.fromkeys(set(old["harbors"]) - set(true_layout["harbors"]))
        if hexes or harbors:
            self.island_correction = {"hexes": hexes, "harbors": harbors}
            self._enter({"kind": "correct", "layout": self.island_correction})

    def _recorded_layout(self) -> Layout | None:
        game = self._snapshot()["game"]
        seen = game and game["view"]["layout"]
        return Layout.from_json(seen) if seen else None

    @property
    def _view(self) -> board_corrections.View:
        view: board_corrections.View = self._snapshot()["game"]["view"]
        return view

    def _check_for_guests(self) -> bool:
        """Check whether guests play: they have taken over, or another game is running."""
        game = self._snapshot()["game"]
        self.has_guests = self.has_guests or (game is not None and game["id"] != self._game)
        return self.has_guests

    @property
    def _is_interrupted(self) -> bool:
        return self._stop.is_set() or self._check_for_guests()


def _events_to_act(world: SimulatedGame) -> list[tuple[Event, State]]:
    """Return the events to act out, each with its state; an `EndTurn` before a roll is left out."""
    course = [(event, world.state) for event in world.play()]
    following = [event for event, _ in course[1:]] + [None]
    return [
        step
        for step, comes in zip(course, following, strict=True)
        if not (isinstance(step[0], EndTurn) and isinstance(comes, Roll))
    ]
