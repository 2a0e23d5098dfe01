"""Plays one simulated game at a real table with a real journal, faster than real time."""

from __future__ import annotations

import heapq
import random
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from companion.games.base.api_types import BaseView
from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.game import BaseGame
from companion.games.base.rules.events import EndTurn, Event, Roll, UnseenRoll
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.games.game_api import GameHistory, Interpretation
from companion.games.replay import Replay
from companion.games.seats import Seat
from companion.journal import Entry, Journal
from companion.observations import (
    DiceDetection,
    InputEntered,
    InputRefused,
    Observation,
    SourceReport,
)
from companion.sim.dice import BLUETOOTH_DICE, TABLE_SHARE
from companion.sim.world import SimulatedGame, shuffled_island
from companion.table.session import GameSession
from companion.table.table import Table
from tests.measure.attending import Attentive, Touch
from tests.measure.bluetooth import from_bluetooth
from tests.measure.human_inputs import (
    BOTH_SOURCES,
    CAMERA_SOURCE,
    PROMPT_HABITS,
    TOWER_SOURCE,
    EnteredInput,
    EnteringHabits,
    NoticedMistake,
    ReportedThrow,
    observe_camera_rolls,
    observe_mixed_rolls,
    observe_tower_rolls,
    simulate_inputs,
)
from tests.measure.human_inputs import MEASURED_DICE_RATES as AS_READ
from tests.measure.people import TABLET, People
from tests.measure.policies import CAREFUL, HANDLING_ERRORS, POLICIES
from tests.measure.sensor_model import MEASURED_RATES, SensorRates, observe_board
from tests.measure.timed_game import TimedEvent, TimedGame, play_timed_game

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"), Seat("Dora", "orange"))
MIXED_POLICY = "mixed"
"""Every seat another temperament."""
LOOKED_S = 10.0
"""A turn is looked at so many seconds after the next roll, or just before the roll after that."""
END_S = 20.0
"""So long the table stays after the last thing."""
UNREAD_AFTER_S = 1.5
"""Seconds from dice at rest until a camera reports that it can't read them."""
TOO_SLOW_S = 100.0
"""A game is given up whose explaining takes longer in all, in seconds of the processor."""


@dataclass(frozen=True)
class Setting:
    """The parameters of a game, and how much of it the table can observe.

    Attributes:
        missed: share of the rolls that nobody tells as they fall; of every other one the camera sees that
            dice were moved which it can't read.
        attended: somebody puts right after each turn what the page tells wrongly.
    """

    seed: int
    temperament: str = "builder"
    habits: EnteringHabits = PROMPT_HABITS
    rates: SensorRates = MEASURED_RATES
    dice: str = TOWER_SOURCE
    players: int = 3
    laid: float = 0.0
    missed: float = 0.0
    attended: bool = False


@dataclass(frozen=True)
class Heard:
    """An observation, and the game's reaction to it.

    Attributes:
        seconds: of the processor that it took, as measured.
        refused: why an input was refused.
        asked: the questions that are new after it.
    """

    observation: Observation
    tellings: tuple[Interpretation[Event], ...]
    seconds: float
    refused: str = ""
    asked: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class Look:
    """The table's report shortly after a turn, and the truth.

    Attributes:
        turn: 0 for the founding.
        t: when it was looked at.
        truth: the state at the turn's end.
        believed: the replay of the record at that time.
        step: in the account, the first step that belongs to the next turn.
    """

    turn: int
    t: float
    truth: TimedEvent
    believed: BelievedReplay
    step: int

    @property
    def reported_state(self) -> State:
        """Return the recorded state at the turn's end."""
        steps = self.believed.steps
        return steps[self.step].state_before if self.step < len(steps) else self.believed.state


@dataclass
class Played:
    """A whole game: the true events, the observations, and the record.

    Attributes:
        entries: the journal's.
        touches: what an attentive person did on the page.
        crash: the fault of the program that ended it, if one did.
    """

    setting: Setting
    evening: TimedGame
    heard: list[Heard] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    entries: tuple[Entry, ...] = ()
    touches: tuple[Touch, ...] = ()
    crash: str = ""

    @property
    def final_replay(self) -> BelievedReplay:
        """Return the final replay."""
        return self.looks[-1].believed


class _Overheard(BaseGame):
    """The base game, and all that it says."""

    def __init__(self) -> None:
        super().__init__()
        self.tellings: list[Interpretation[Event]] = []
        self.history: GameHistory[State, Event] = GameHistory(Replay((), State()))
        self.seconds = 0.0

    def interpret(
        self, history: GameHistory[State, Event], observation: Observation
    ) -> Interpretation[Event]:
        start = time.process_time()
        telling = super().interpret(history, observation)
        self.seconds += time.process_time() - start
        self.tellings.append(telling)
        return telling

    def view(self, history: GameHistory[State, Event]) -> BaseView:
        self.history = history
        return super().view(history)


def play(setting: Setting) -> Played:
    """Play a game to its end."""
    rng = random.Random(f"game {setting.seed}")
    names = _names(setting, rng)
    seats = SEATS[: setting.players]
    options = Options(all_told=setting.habits.promise)
    layout = shuffled_island(rng)
    world = SimulatedGame(layout, seats, rng, options, [POLICIES[name] for name in names])
    robber = world.state.robber
    evening = play_timed_game(world, rng, [HANDLING_ERRORS.get(name, CAREFUL) for name in names])
    boards = observe_board(
        evening.actions,
        [seat.colour for seat in seats],
        robber,
        random.Random(f"senses {setting.seed}"),
        setting.rates,
    )
    inputs = simulate_inputs(evening.events, setting.habits, random.Random(f"telling {setting.seed}"))
    chance = random.Random(f"dice {setting.seed}")
    dice = sorted(_dice(setting, evening.events, chance), key=lambda thing: thing.t)
    things = heapq.merge(boards, dice, inputs, key=lambda thing: thing.t)
    game = _Overheard()
    played = Played(setting, evening)
    with (
        tempfile.TemporaryDirectory(prefix="games-", dir=_memory()) as folder,
        Journal.open(Path(folder) / "journal.db") as journal,
    ):
        table = Table(journal, lambda: 0.0, games={"base": game})
        table.start_game(
            {
                "game": "base",
                "players": [{"name": seat.name, "colour": seat.colour} for seat in seats],
                "options": options.to_json(),
                "layout": layout.to_json(),
            }
        )
        listener = _Listener(table, journal, game, played)
        try:
            listener.hear_all(things)
        except Exception:
            played.crash = traceback.format_exc()
        played.touches = tuple(listener.attentive.touches)
        played.entries = tuple(journal.entries(journal.games()[-1].id))
    return played


def _dice(
    setting: Setting, happened: Sequence[TimedEvent], chance: random.Random
) -> Iterable[Observation | ReportedThrow | EnteredInput]:
    """Yield the observations of the dice."""
    if setting.missed:
        read = observe_camera_rolls(happened, chance, replace(AS_READ, unread=0.0))
        return list(_drop_readings(read, setting.missed, chance))
    if setting.dice == BOTH_SOURCES:
        at_work = [SourceReport(0.0, source, "ok") for source in (TOWER_SOURCE, CAMERA_SOURCE)]
        return [*at_work, *observe_mixed_rolls(happened, chance, TABLE_SHARE, setting.laid)]
    if setting.dice in BLUETOOTH_DICE:
        return from_bluetooth("godice" if setting.dice == "godice" else "pixels", happened, chance)
    return (
        observe_tower_rolls(happened)
        if setting.dice == TOWER_SOURCE
        else observe_camera_rolls(happened, chance)
    )


def _drop_readings(
    read: Iterable[ReportedThrow | EnteredInput], share: float, chance: random.Random
) -> Iterator[Observation | ReportedThrow | EnteredInput]:
    """Drop a share of the dice readings; for every other one dropped, report that the dice were moved."""
    noticed = False
    for thing in read:
        if chance.random() >= share:
            yield thing
            continue
        noticed = not noticed
        if noticed:
            yield DiceDetection(thing.t + UNREAD_AFTER_S, CAMERA_SOURCE, None, thrown=False)


def _memory() -> str | None:
    """A folder in memory if there is one: the disk is not measured."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def _names(setting: Setting, rng: random.Random) -> list[str]:
    if setting.temperament == MIXED_POLICY:
        return rng.sample(sorted(POLICIES), setting.players)
    return [setting.temperament] * setting.players


class _Listener:
    """Passes all observations to a table, evaluates it after each turn, and stores its reports."""

    def __init__(self, table: Table, journal: Journal, game: _Overheard, played: Played) -> None:
        setting, happened = played.setting, played.evening.events
        self._table, self._journal, self._game, self._played = table, journal, game, played
        self._people = People(happened, setting.habits, random.Random(f"people {setting.seed}"))
        self.attentive = Attentive(happened, tells_all=setting.habits.share >= 1)
        self._attends = self.attentive.attention_times() if setting.attended else []
        self._asked = 0
        self._spent = 0.0

    def hear_all(self, things: Iterable[Observation | ReportedThrow | EnteredInput | NoticedMistake]) -> None:
        """Everything, in the order of time."""
        due = _looks_due(self._played.evening)
        people = self._people
        for thing in things:
            while self._attends and self._attends[0] <= thing.t:
                self._attend(self._attends.pop(0))
            while due and due[0][0] <= thing.t:
                self._look(*due.pop(0))
            for done in people.inputs_due(thing.t, self._session):
                self._hear(done)
            if isinstance(thing, Observation):
                entries = self._hear(thing)
                if isinstance(thing, DiceDetection):
                    people.saw_roll(thing.t, entries)
                continue
            if isinstance(thing, ReportedThrow):
                people.saw_roll(thing.t, self._hear(thing.seen))
                continue
            for entered_now, remark in people.enter(thing, self._game.history.undoable):
                entries = self._hear(entered_now)
                if remark is not None:
                    people.did(remark, entries)
        for t in self._attends:
            self._attend(t)
        for look in due:
            self._look(*look)

    def _attend(self, t: float) -> None:
        """Let a person check the page and correct its errors."""

        def enter(data: Mapping[str, Any]) -> str:
            self._hear(InputEntered(t, TABLET, data))
            return self._played.heard[-1].refused

        self.attentive.attend(t, lambda: self._session().steps, enter)

    def _hear(self, observation: Observation) -> tuple[Entry, ...]:
        game = self._game
        game.tellings.clear()
        game.seconds, refused = 0.0, ""
        entries: tuple[Entry, ...] = ()
        try:
            entries = self._table.observe(observation)
        except InputRefused as error:
            refused = str(error)
        waiting = self._table.snapshot()["questions"]
        new = [question for question in waiting if question["number"] > self._asked]
        for asked in new:
            self._asked = max(self._asked, asked["number"])
            meant = [t.question for t in game.tellings if t.question and t.question.word == asked["word"]]
            self._people.hear_question(observation.t, asked["number"], meant[0])
        self._spent += game.seconds
        if self._spent > TOO_SLOW_S:
            raise TimeoutError(f"explaining took more than {TOO_SLOW_S:.0f} s by {observation.t:.0f} s")
        self._played.heard.append(Heard(observation, tuple(game.tellings), game.seconds, refused, tuple(new)))
        return entries

    def _session(self) -> GameSession[State, Event]:
        return GameSession.from_entries(BaseGame(), self._journal.entries(self._journal.games()[-1].id))

    def _look(self, t: float, turn: int, truth: TimedEvent) -> None:
        self._table.snapshot()
        believed = self._game.believed_replay(self._game.history)
        step = first_step_of_turn(believed, self._rolls_until(t), turn)
        self._played.looks.append(Look(turn, t, truth, believed, step))

    def _rolls_until(self, t: float) -> list[Roll]:
        """Return the rolls until a time."""
        happened = self._played.evening.events
        return [done.event for done in happened if done.t <= t and isinstance(done.event, Roll)]


def _looks_due(evening: TimedGame) -> list[tuple[float, int, TimedEvent]]:
    """List the looks at each turn: (time, turn, its last event)."""
    found = []
    rolls = [n for n, done in enumerate(evening.events) if isinstance(done.event, Roll)]
    for k, n in enumerate(rolls):
        after = evening.events[rolls[k + 1]].t - 0.01 if k + 1 < len(rolls) else float("inf")
        last = next((m for m in range(n, -1, -1) if evening.events[m].event.kind == "end_turn"), n)
        roll = evening.events[n]
        found.append((min(roll.t + LOOKED_S, after), k, evening.events[last]))
    end = evening.events[-1]
    found.append((evening.end + END_S, len(rolls), replace(end, before=end.after)))
    return found


def first_step_of_turn(believed: BelievedReplay, rolled: Sequence[Roll], turn: int) -> int:
    """The first step of the turn whose dice were thrown then: its roll, or what ended the last.

    A roll is recorded when it is reported, perhaps after the next one fell. So rolls are compared with
    each other by their order, and not by their times.

    Args:
        believed: the story.
        rolled: all that was rolled so far, in order.
        turn: the place of this turn's roll among them; after the game, behind the last. A game may end
            before a roll, by a knight.
    """
    if turn >= len(rolled):
        return len(believed.steps)
    roll_steps = [
        n for n, step in enumerate(believed.steps) if isinstance(step.record.event, Roll | UnseenRoll)
    ]
    place = _place_of(turn, rolled, [believed.steps[n].record.event for n in roll_steps])
    after = roll_steps[place - 1] if place else -1
    end = roll_steps[place] if place < len(roll_steps) else len(believed.steps)
    passed = (n for n in range(end - 1, after, -1) if isinstance(believed.steps[n].record.event, EndTurn))
    return next(passed, end)


def _place_of(turn: int, rolled: Sequence[Roll], reported: Sequence[Event]) -> int:
    """Return the index of the first reported roll from a turn on, by aligning both sequences."""
    aligned = SequenceMatcher(a=rolled, b=reported, autojunk=False)
    for _, i, i_end, j, j_end in aligned.get_opcodes():
        if turn < i_end:
            return min(j + turn - i, j_end)
    return len(reported)
