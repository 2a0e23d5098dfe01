"""The dice of a simulated table: throws them, and corrects the table's record of the rolls."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, Protocol, get_args

from companion.closeable import Closeable
from companion.i18n import sentence
from companion.observations import Clock, Emit
from companion.sources.bluetooth.kinds import KindName, PairedDie
from companion.sources.bluetooth.stand_ins import Fault, VirtualRadio, create_pair
from companion.sources.tower.stand_ins.emulated_tower import EmulatedTower
from companion.sources.tower.stand_ins.virtual_tower import TowerStandIn, create_virtual_tower

ThrowPlace = Literal["tower", "table", "both", "godice", "pixels"]
"""Into the tower, on the table, or a mixture of both; or Bluetooth dice of a kind, wherever they fall."""
THROW_PLACES: Final[tuple[ThrowPlace, ...]] = get_args(ThrowPlace)
BLUETOOTH_DICE: Final = frozenset({"godice", "pixels"})
TABLE_SHARE: Final = 0.3
"""Share of throws on the table in a mixture."""
FETCH_S: Final = 4.0
"""Least seconds between two throws if the dice must be fetched from the tower to the table or back."""
ENTER_AFTER_S: Final = 12.0
"""Seconds after which an uncounted roll on the table is entered."""
ANSWER_DELAY_S: Final = (1.0, 6.0)
"""Range of seconds after a throw until people answer whether the dice were a roll."""
UNANSWERED_SHARE: Final = 0.5
"""Share of these questions that stay unanswered if the table counts the dice anyway."""

Dice = tuple[int, int]


class Tower(Protocol):
    """A dice tower to throw into, or Bluetooth dice to throw."""

    def throw(self, a: int, b: int) -> bool:
        """Throw two dice; return False if no receiver is connected yet."""

    def is_idle(self) -> bool:
        """Return whether all rolls were delivered."""


class DiceCamera(Protocol):
    """A camera over a table on which dice can be thrown."""

    def throw(self, a: int, b: int) -> bool:
        """Throw two dice on the table; return False if nobody reads the camera's frames yet."""


class SimulatedDice:
    """Throws two dice, and checks the table's record of them.

    A tower's rolls are correct and complete, though the table may ask about them. A camera may doubt, misread
    or miss a roll; `next_input` returns the input that people then enter.
    """

    def __init__(
        self,
        where: ThrowPlace,
        tower: Tower,
        camera: DiceCamera | None,
        snapshot: Callable[[], Mapping[str, Any]],
        rng: random.Random,
        clock: Clock,
    ) -> None:
        """Create the dice of one game.

        Args:
            where: the place of the throws.
            tower: receives the throws that aren't on the table; or the Bluetooth dice.
            camera: sees the throws on the table; None if there are none.
            snapshot: returns the table's snapshot.
            rng: draws the place in a mixture, and the delays.
            clock: seconds.
        """
        self._where, self._tower, self._camera = where, tower, camera
        self._snapshot, self._rng, self._clock = snapshot, rng, clock
        # Bluetooth dice may disconnect or lie askew: missing rolls are entered, as on the table.
        self._may_fail = where in BLUETOOTH_DICE
        self._next_on_table: bool | None = None
        self._dice: Dice | None = None
        self._on_table = False
        self._before: frozenset[int] = frozenset()
        self._thrown_at = self._answer_at = 0.0
        self._left: dict[int, bool] = {}

    def throw(self, a: int, b: int) -> bool:
        """Throw the dice; return False if the throw wouldn't be noticed yet and must be repeated."""
        if self._next_on_table is None:
            self._next_on_table = self._where == "table" or (
                self._where == "both" and self._rng.random() < TABLE_SHARE
            )
        rolls = self._rolls()
        on_table = self._next_on_table and self._camera is not None
        to_fetch = self._dice is not None and rolls and on_table != self._on_table
        if to_fetch and self._clock() - max(self._thrown_at, rolls[-1]["t"]) < FETCH_S:
            return False
        self._before = frozenset(line["number"] for line in rolls)
        thrown = self._camera.throw(a, b) if on_table and self._camera else self._tower.throw(a, b)
        if thrown:
            self._dice, self._on_table, self._next_on_table = (a, b), on_table, None
            self._thrown_at = self._clock()
            self._answer_at = self._thrown_at + self._rng.uniform(*ANSWER_DELAY_S)
        return thrown

    def is_counted(self) -> bool:
        """Return whether the table has recorded the roll correctly."""
        line = self._log_line()
        is_delivered = self._on_table or self._tower.is_idle()
        return is_delivered and line is not None and tuple(line["event"]["dice"]) == self._dice

    def next_input(self) -> Mapping[str, Any] | None:
        """Return the input that makes the table record the roll correctly; None: no input is needed now."""
        if self._dice is None:
            return None
        may_fail = self._on_table or self._may_fail
        line = self._log_line() if may_fail else None
        if line is not None and tuple(line["event"]["dice"]) != self._dice:
            event = {**line["event"], "dice": list(self._dice)}
            return {"kind": "correct", "entry": line["number"], "event": event}
        for question in self._snapshot()["questions"]:
            if (word := self._answer_to(question)) is not None:
                chosen = [answer["word"] for answer in question["answers"]].index(word)
                return {"kind": "answer", "question": question["number"], "answer": chosen}
        if line is not None:
            return None
        if may_fail and self._clock() - self._thrown_at > ENTER_AFTER_S:
            return {"kind": "roll", "dice": list(self._dice)}
        return None

    def _answer_to(self, question: Mapping[str, Any]) -> str | None:
        """Return the word of people's answer about dice; None: another question, or no answer (yet)."""
        word = question["word"]
        if word == "thrown_twice":
            return "next_player"
        if word == "own_roll":
            return "a_roll"  # these people never place dice without throwing them
        if word == "is_it_a_roll" and self._clock() < self._answer_at:
            return None
        if word == "counted_beside":
            if self._left.setdefault(question["number"], self._rng.random() < UNANSWERED_SHARE):
                return None
        elif word != "is_it_a_roll":
            return None
        return "a_roll" if tuple(question["fields"]["dice"]) == self._dice else "no_roll"

    def _log_line(self) -> Mapping[str, Any] | None:
        """Return the roll's line of the log; None before it is recorded."""
        rolls = self._rolls()
        return rolls[-1] if any(line["number"] not in self._before for line in rolls) else None

    def _rolls(self) -> list[Mapping[str, Any]]:
        game = self._snapshot()["game"]
        return [line for line in game["view"]["log"] if line["event"]["kind"] == "roll"] if game else []


# The Bluetooth dice of a simulated table: virtual dice, and the throws of them.


FAULT_RATES: Final[tuple[tuple[Fault, float], ...]] = (
    ("twice", 0.1),
    ("late", 0.05),
    ("garbled", 0.05),
    ("nudged", 0.05),
    ("askew", 0.03),
    ("drop", 0.03),
)
"""The faults of a thrown die, with their probabilities."""


class SimulatedBluetoothDice:
    """Two virtual dice, which a real `BluetoothDice` receives through `radio`.

    Attributes:
        radio: the virtual radio.
        dice: the two dice.
        faults: those of the last throw, by die.
    """

    def __init__(self, kind: KindName, rng: random.Random, speed: float = 1.0) -> None:
        """Create two dice of a kind.

        Args:
            kind: the product.
            rng: draws the faults.
            speed: their seconds per real second; 0: a throw takes no time.
        """
        self.dice = create_pair(kind, speed)
        self.radio = VirtualRadio(self.dice)
        self._rng = rng
        self.faults: tuple[Fault | None, Fault | None] = (None, None)

    @property
    def paired_dice(self) -> Sequence[PairedDie]:
        """The dice as a table's setup stores them."""
        return [die.paired_die for die in self.dice]

    def throw(self, a: int, b: int) -> bool:
        """Throw both dice; return False if they aren't both connected, so that the throw doesn't count."""
        if not all(die.is_subscribed for die in self.dice):
            return False
        self.faults = (self._draw_fault(), self._draw_fault())
        for die, face, fault in zip(self.dice, (a, b), self.faults, strict=True):
            die.throw(face, *([] if fault is None else [fault]))
        return True

    def is_idle(self) -> bool:
        """Return whether all messages have arrived or are lost."""
        return all(die.is_idle for die in self.dice)

    def _draw_fault(self) -> Fault | None:
        chance = self._rng.random()
        for fault, share in FAULT_RATES:
            if chance < share:
                return fault
            chance -= share
        return None


# The dice tower of a simulated table: a virtual tower, and throws into it.


class SimulatedTower(Closeable):
    """A virtual tower that runs as a source, so that the table provides its thread.

    It emits no observations: a real `TowerSource` opens `port` and reads its messages.
    """

    name: Final = "simulated tower"

    def __init__(self, speed: float = 1.0, light: float | None = None) -> None:
        """Start the tower.

        Args:
            speed: its seconds per real second, if it is the emulated firmware.
            light: measured light of its lamps (`create_virtual_tower`).
        """
        self._tower: TowerStandIn = create_virtual_tower(speed=speed, light=light)

    @property
    def description(self) -> str:
        """A text for people that names the implementation."""
        emulated = isinstance(self._tower, EmulatedTower)
        return sentence("its firmware in an emulator") if emulated else sentence("a model of its firmware")

    @property
    def port(self) -> str:
        """The path of the serial port."""
        return self._tower.port

    def monotonic(self) -> float:
        """Return the tower's own clock in seconds, for the time-outs of the port's reader."""
        return self._tower.monotonic()

    def throw(self, a: int, b: int) -> bool:
        """Throw two dice; return False if no host is connected yet, so that they don't count."""
        counted = self._tower.roll(a, b) is not None
        self._tower.empty_pockets()
        return counted

    def is_idle(self) -> bool:
        """Return whether the host has acknowledged all rolls."""
        return self._tower.waiting == 0

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Drive the tower until `stop` is set."""
        self._tower.run(stop)

    def close(self) -> None:
        """Unplug the tower."""
        self._tower.close()
