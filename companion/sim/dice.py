"""The dice of a simulated table: thrown into the tower or beside the board, and seen to be counted."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, Protocol, get_args

from companion.observations import Clock

Where = Literal["tower", "table", "both", "godice", "pixels"]
"""Into the tower, on the table, or now here, now there; or dice that speak, wherever they fall."""
WHERE: Final[tuple[Where, ...]] = get_args(Where)
SPEAKING: Final = frozenset({"godice", "pixels"})
ON_TABLE: Final = 0.3
"""Of those who may throw into the tower or on the table, so many throw on the table."""
FETCH_S: Final = 4.0
"""Seconds from one roll to the next throw, at least, where the dice have to be fetched from the table for the
tower, or from the tower for the table."""
PATIENCE_S: Final = 12.0
"""A roll on the table that isn't counted after so long is entered."""
ANSWER_S: Final = (1.0, 6.0)
"""Least and most seconds after a throw until people answer whether dice that lie there were a roll."""
UNANSWERED: Final = 0.5
"""Share of such questions that people leave unanswered where the table counts the dice anyhow."""

Dice = tuple[int, int]


class Tower(Protocol):
    """A dice tower that dice can be thrown into, or dice that tell themselves how they lie."""

    def throw(self, a: int, b: int) -> bool:
        """Throw two dice in; False where nobody listens yet."""

    def is_idle(self) -> bool:
        """Whether it has got rid of every roll."""


class DiceCamera(Protocol):
    """A camera over a table that dice can be thrown on."""

    def throw(self, a: int, b: int) -> bool:
        """Throw two dice on the table; False where nobody looks yet."""


class SimulatedDice:
    """Throws two dice, and watches over what the table makes of them.

    What a tower tells is right and never left out, though people may be asked about it. What a camera sees
    may be doubted, read wrongly or not at all: `to_enter` is what people then enter.
    """

    def __init__(
        self,
        where: Where,
        tower: Tower,
        camera: DiceCamera | None,
        snapshot: Callable[[], Mapping[str, Any]],
        rng: random.Random,
        clock: Clock,
    ) -> None:
        """Dice for one game.

        Args:
            where: they are thrown.
            tower: takes those that aren't thrown on the table; or the dice that speak themselves.
            camera: sees those that are; None only where none is.
            snapshot: what the table shows.
            rng: decides where dice are thrown that may be thrown anywhere.
            clock: seconds.
        """
        self._where, self._tower, self._camera = where, tower, camera
        self._snapshot, self._rng, self._clock = snapshot, rng, clock
        # Dice that speak may drop out or lie askew: what they don't tell is entered, as on the table.
        self._may_fail = where in SPEAKING
        self._next: bool | None = None
        self._dice: Dice | None = None
        self._on_table = False
        self._before: frozenset[int] = frozenset()
        self._thrown_at = self._answer_at = 0.0
        self._left: dict[int, bool] = {}

    def throw(self, a: int, b: int) -> bool:
        """Throw; False where that wouldn't be noticed yet: throw again then."""
        if self._next is None:
            self._next = self._where == "table" or (self._where == "both" and self._rng.random() < ON_TABLE)
        rolls = self._rolls()
        on_table = self._next and self._camera is not None
        to_fetch = self._dice is not None and rolls and on_table != self._on_table
        if to_fetch and self._clock() - max(self._thrown_at, rolls[-1]["t"]) < FETCH_S:
            return False
        self._before = frozenset(line["number"] for line in rolls)
        thrown = self._camera.throw(a, b) if on_table and self._camera else self._tower.throw(a, b)
        if thrown:
            self._dice, self._on_table, self._next = (a, b), on_table, None
            self._thrown_at = self._clock()
            self._answer_at = self._thrown_at + self._rng.uniform(*ANSWER_S)
        return thrown

    def counted(self) -> bool:
        """Whether the table has the roll, as it was thrown."""
        told = self._told()
        got_rid = self._on_table or self._tower.is_idle()
        return got_rid and told is not None and tuple(told["event"]["dice"]) == self._dice

    def to_enter(self) -> Mapping[str, Any] | None:
        """What people enter now so that the roll is counted; None: nothing."""
        if self._dice is None:
            return None
        may_fail = self._on_table or self._may_fail
        told = self._told() if may_fail else None
        if told is not None and tuple(told["event"]["dice"]) != self._dice:
            event = {**told["event"], "dice": list(self._dice)}
            return {"kind": "correct", "entry": told["number"], "event": event}
        for question in self._snapshot()["questions"]:
            if (right := self._was_a_roll(question)) is not None:
                words = [answer["word"] for answer in question["answers"]]
                chosen = words.index("a_roll" if right else "no_roll")
                return {"kind": "answer", "question": question["number"], "answer": chosen}
        if told is not None:
            return None
        if may_fail and self._clock() - self._thrown_at > PATIENCE_S:
            return {"kind": "roll", "dice": list(self._dice)}
        return None

    def _was_a_roll(self, question: Mapping[str, Any]) -> bool | None:
        """What people answer to whether dice were a roll; None: it isn't asked, or not answered (yet)."""
        if question["word"] == "is_it_a_roll":
            due = self._clock() >= self._answer_at
            return tuple(question["fields"]["dice"]) == self._dice if due else None
        if question["word"] == "counted_beside":
            left = self._left.setdefault(question["number"], self._rng.random() < UNANSWERED)
            return None if left else tuple(question["fields"]["dice"]) == self._dice
        # Nobody here lays dice down that weren't thrown.
        return True if question["word"] == "own_roll" else None

    def _told(self) -> Mapping[str, Any] | None:
        """The log's line of the roll, once there is one."""
        rolls = self._rolls()
        return rolls[-1] if any(line["number"] not in self._before for line in rolls) else None

    def _rolls(self) -> list[Mapping[str, Any]]:
        game = self._snapshot()["game"]
        return [line for line in game["view"]["log"] if line["event"]["kind"] == "roll"] if game else []
