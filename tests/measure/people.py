"""Simulated people at a table: they enter events, correct mistakes and answer questions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import Event, Roll, event_to_json
from companion.games.base.rules.state import State
from companion.games.game_api import Question
from companion.journal import Entry
from companion.observations import InputEntered, InputRefused
from companion.sim.world import to_input
from companion.table.session import GameSession
from tests.measure.human_inputs import EnteredInput, EnteringHabits, NoticedMistake
from tests.measure.public_events import public_part
from tests.measure.timed_game import TimedEvent

TABLET = "tablet"
ANSWER_S = (3.0, 10.0)
"""Seconds after which a question is answered."""
NOTICE_S = (3.0, 8.0)
"""Seconds after which people see that a roll was read wrongly: other cards are shown than they draw."""


class People:
    """Simulated people who watch a table's page."""

    def __init__(self, happened: Sequence[TimedEvent], habits: EnteringHabits, rng: random.Random) -> None:
        self._happened, self._habits, self._rng = happened, habits, rng
        self._numbers: dict[int, int] = {}
        self._answers: list[tuple[float, int, Question]] = []
        self._rolls = [(done.t, done.event) for done in happened if isinstance(done.event, Roll)]
        self._misread: list[tuple[float, int, Roll]] = []

    def did(self, entered: EnteredInput, entries: Sequence[Entry]) -> None:
        """Record the entries that an input created."""
        if entries:
            self._numbers[id(entered)] = entries[-1].number

    def hear_question(self, t: float, number: int, question: Question) -> None:
        """Something is asked: they may answer it in a while."""
        if self._rng.random() < self._habits.answers:
            self._answers.append((t + self._rng.uniform(*ANSWER_S), number, question))

    def saw_roll(self, t: float, entries: Sequence[Entry]) -> None:
        """A roll is shown; that it was read wrongly they notice."""
        roll = next((roll for rolled, roll in reversed(self._rolls) if rolled <= t), None)
        event = entries[-1].body.get("event") if entries else None
        if roll is None or event is None or event["kind"] != "roll" or tuple(event["dice"]) == roll.dice:
            return
        right = Roll(event["player"], roll.dice)
        self._misread.append((t + self._rng.uniform(*NOTICE_S), entries[-1].number, right))

    def inputs_due(
        self, t: float, session: Callable[[], GameSession[State, Event]]
    ) -> Iterator[InputEntered]:
        """Yield the inputs that people enter unasked before a moment, given the session at that time."""
        for at, entry, right in [mend for mend in self._misread if mend[0] <= t]:
            data = {"kind": "correct", "entry": entry, "event": event_to_json(right)}
            yield InputEntered(at, TABLET, data)
        self._misread = [mend for mend in self._misread if mend[0] > t]
        for at, number, question in sorted(
            (answer for answer in self._answers if answer[0] <= t), key=lambda answer: answer[0]
        ):
            data = {
                "kind": "answer",
                "question": number,
                "answer": self._best_answer(at, question, session()),
            }
            yield InputEntered(at, TABLET, data)
        self._answers = [answer for answer in self._answers if answer[0] > t]

    def enter(
        self, remark: EnteredInput | NoticedMistake, undoable: int | None
    ) -> Iterator[tuple[InputEntered, EnteredInput | None]]:
        """Enter an event or correct it: undo it if nothing was recorded since, otherwise edit it at its
        place.
        """
        if isinstance(remark, EnteredInput):
            yield InputEntered(remark.t, TABLET, remark.data), remark
            return
        number = self._numbers.get(id(remark.wrong))
        if number is None:
            return
        if number == undoable:
            yield InputEntered(remark.t, TABLET, {"kind": "undo"}), None
            yield InputEntered(remark.t + 0.1, TABLET, to_input(remark.wrong.event)), None
        else:
            data = {"kind": "correct", "entry": number, "event": event_to_json(remark.wrong.event)}
            yield InputEntered(remark.t, TABLET, data), None

    def _best_answer(self, t: float, question: Question, session: GameSession[State, Event]) -> int:
        """The answer that makes the table's account most like what happened."""
        true = Counter(public_part(done.event) for done in self._happened if done.t <= t)
        off = [_count_differences(session, t, answer.input, true) for answer in question.answers]
        return off.index(min(off))


def _count_differences(
    session: GameSession[State, Event], t: float, data: Mapping[str, Any] | None, true: Counter[Event]
) -> int:
    """Count the events in which an account differs from the truth after an input."""
    if data is not None:
        try:
            telling = BaseGame().interpret(session.history, InputEntered(t, TABLET, data))
            session = session.with_drafts(session.drafts(telling, t=t, source=TABLET))
        except (InputRefused, ValueError):
            return 1_000_000
    reported = Counter(public_part(line.event) for line in session.steps)
    return sum((reported - true).values()) + sum((true - reported).values())
