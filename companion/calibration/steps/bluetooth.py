"""Which two of the Bluetooth dice around are this table's, and one roll of theirs to see that it works."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, Literal

from companion.calibration.outcome import AnswerRefused, Choice, StepOutcome
from companion.calibration.steps.step import AGAIN, RIGHT, Answer
from companion.calibration.world import World
from companion.i18n import listed, sentence
from companion.observations import Observation, RollSeen, SourceReport
from companion.sources.bluetooth import wording
from companion.sources.bluetooth.finding import DiceFinder, FoundDie
from companion.sources.bluetooth.kinds import PairedDie
from companion.sources.bluetooth.radio import BluetoothMissingError, Radio
from companion.sources.bluetooth.source import BluetoothDice

ROUNDS: Final = 3
"""So often it is listened for dice before a table that asked for none goes on without."""
WRONG: Final = Choice("wrong", sentence("That's wrong"))
OTHERS: Final = Choice("others", sentence("Choose other dice"))
NONE: Final = Choice("none", sentence("Play without Bluetooth dice"))
STOP_S: Final = 3.0

Phase = Literal["seeking", "throwing", "ready", "none"]


class BluetoothStep:
    """The step of dice that speak."""

    def __init__(self, seek: Callable[[Radio], DiceFinder] = DiceFinder) -> None:
        """`seek` makes what looks for dice by a radio."""
        self._seek = seek
        self._phase: Phase = "seeking"
        self._finder: DiceFinder | None = None
        self._trial: _Trial | None = None
        self._chosen: tuple[FoundDie, ...] = ()
        self._last: tuple[int, ...] = ()
        self._misread = False

    def look(self, world: World) -> StepOutcome:
        """See which dice there are, or what those that were chosen say."""
        if self._phase == "none":
            world.setup = replace(world.setup, bluetooth=())
            return StepOutcome("skipped", sentence("This table has no Bluetooth dice."))
        if self._phase == "ready":
            return self._kept(world)
        wished = "bluetooth" in world.expected or bool(world.setup.bluetooth)
        if world.reach.bluetooth is None:
            return StepOutcome("skipped", sentence("This table has no Bluetooth dice."))
        try:
            if self._phase == "throwing":
                return self._throw_told(world.reach.bluetooth)
            if self._finder is None:
                self._finder = self._seek(world.reach.bluetooth())
                self._finder.start()
        except BluetoothMissingError as error:
            return StepOutcome("wrong" if wished else "skipped", str(error), (AGAIN, NONE) if wished else ())
        return self._found_told(self._finder, wished=wished)

    def answer(self, world: World, given: Answer) -> None:
        """A choice of those that were offered."""
        word = str(given.get("word"))
        if word == NONE.word:
            self.end()
            self._phase = "none"
        elif word == AGAIN.word and self._phase == "seeking":
            self.end()
        elif word == OTHERS.word and self._phase == "throwing":
            self.end()
            self._phase, self._chosen, self._misread = "seeking", (), False
        elif self._phase == "seeking":
            self._choose(word)
        elif self._trial is not None and self._trial.rolls and word in (RIGHT.word, WRONG.word):
            self._phase, self._misread = ("ready", False) if word == RIGHT.word else ("throwing", True)
            self._last = self._trial.rolls[-1]
            self._trial.rolls.clear()
            if self._phase == "ready":
                self.end()
        else:
            raise AnswerRefused(sentence("This answer isn't possible at this step now."))

    def end(self) -> None:
        """Let go of the radio and the dice."""
        finder, self._finder = self._finder, None
        trial, self._trial = self._trial, None
        for each in (finder, trial):
            if each is not None:
                each.close()

    def _choose(self, address: str) -> None:
        known = {each.die.address: each for each in self._offered()}
        if address not in known:
            raise AnswerRefused(sentence("This answer isn't possible at this step now."))
        self._chosen = (*self._chosen, known[address])
        if len(self._chosen) == 2:
            self.end()
            self._phase = "throwing"

    def _offered(self) -> Sequence[FoundDie]:
        """The dice that can be chosen now."""
        found = () if self._finder is None else self._finder.found
        taken = {each.die.address for each in self._chosen}
        return [each for each in found if each.pips and each.die.address not in taken]

    def _found_told(self, finder: DiceFinder, *, wished: bool) -> StepOutcome:
        offered = self._offered()
        choices = tuple(Choice(each.die.address, _told(each), usual=n == 0) for n, each in enumerate(offered))
        about: dict[str, Any] = {"found": [_about(each) for each in finder.found]}
        more = tuple(_told(each) for each in self._chosen)
        if finder.trouble and not offered:
            state: Literal["wrong", "skipped"] = "wrong" if wished else "skipped"
            return StepOutcome(state, finder.trouble, (AGAIN, NONE) if wished else (), about=about)
        if self._chosen:
            text = sentence("The first die is {die}. Which is the other one?", die=_told(self._chosen[0]))
            return StepOutcome("looking", text, (*choices, NONE), more, about)
        if offered:
            text = sentence("Companion found these dice. Which two do you play with? Choose the first one.")
            return StepOutcome("looking", text, (*choices, NONE), more, about)
        if not wished and finder.rounds >= ROUNDS:
            return StepOutcome("skipped", sentence("No Bluetooth dice found."), about=about)
        text = sentence(
            "Shake two dice to wake them up. Companion is looking for them: disconnect them from other "
            "devices."
        )
        return StepOutcome("looking", text, (NONE,), more, about)

    def _throw_told(self, radio: Callable[[], Radio]) -> StepOutcome:
        if self._trial is None:
            radio()  # what isn't installed is said here
            self._trial = _Trial([each.die for each in self._chosen], radio)
        dice = [_told(each) for each in self._chosen]
        about: dict[str, Any] = {"found": [_about(each) for each in self._chosen]}
        if self._trial.rolls:
            a, b = self._trial.rolls[-1]
            text = sentence("The dice reported {a} and {b}. Is that right?", a=a, b=b)
            return StepOutcome("looking", text, (RIGHT, WRONG), about={**about, "dice": [a, b]})
        if self._trial.wrong:
            return StepOutcome("wrong", self._trial.wrong, (OTHERS, NONE), about=about)
        if self._misread:
            text = sentence(
                "The dice were misread. Calibrate them in their maker's app, then roll both again. Dice in "
                "another kind of shell can't be read."
            )
            return StepOutcome("wrong", text, (OTHERS, NONE), about=about)
        text = sentence("Roll both dice: {dice}.", dice=listed(dice))
        return StepOutcome("looking", text, (OTHERS, NONE), about=about)

    def _kept(self, world: World) -> StepOutcome:
        one, other = (each.die for each in self._chosen)
        world.setup = replace(world.setup, bluetooth=(one, other))
        a, b = self._last
        about = {"found": [_about(each) for each in self._chosen], "dice": [a, b]}
        return StepOutcome("good", sentence("The dice reported {a} and {b}.", a=a, b=b), about=about)


class _Trial:
    """The two dice that were chosen, heard as the table will hear them."""

    def __init__(self, dice: Sequence[PairedDie], radio: Callable[[], Radio]) -> None:
        self.rolls: list[tuple[int, ...]] = []
        self.wrong = ""
        self._source = BluetoothDice(dice, radio)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bluetooth trial", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join(STOP_S)

    def _run(self) -> None:
        self._source.run(self._take, time.monotonic, self._stop)

    def _take(self, observation: Observation) -> None:
        match observation:
            case RollSeen(dice=dice):
                self.rolls.append(dice)
            case SourceReport(health=health, text=text):
                self.wrong = text if health != "ok" else ""


def _told(found: FoundDie) -> str:
    return wording.told(found.die.name, found.die.colour, found.battery)


def _about(found: FoundDie) -> dict[str, Any]:
    """A die, as JSON."""
    return {
        "kind": found.die.kind,
        "name": found.die.name,
        "colour": found.die.colour,
        "battery": found.battery,
        "pips": found.pips,
    }
