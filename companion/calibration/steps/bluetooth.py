"""Choose this table's two dice among the Bluetooth dice in range, and test them with one roll."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal

from companion.calibration.context import Buttons, CalibrationContext
from companion.calibration.step_outcome import (
    CHECK_AGAIN_CHOICE,
    CONFIRM_CHOICE,
    WRONG_CHOICE,
    Answer,
    AnswerRefused,
    Choice,
    StepOutcome,
    word_of,
)
from companion.hardware.pins import ButtonEvent, PanelUnavailableError
from companion.i18n import join_list, sentence
from companion.observations import DiceDetection, Observation, SourceReport
from companion.sources.bluetooth.connection import BluetoothDiceScanner, FoundDie
from companion.sources.bluetooth.kinds import PairedDie
from companion.sources.bluetooth.radio import BluetoothMissingError, Radio
from companion.sources.bluetooth.source import BluetoothDice, die_label_with_battery
from companion.supervised_thread import SupervisedThread

MAX_SEARCH_ROUNDS: Final = 3
"""The number of searches before the step is skipped at a table that didn't request Bluetooth dice."""
OTHER_DICE_CHOICE: Final = Choice("others", sentence("Choose other dice"))
NO_DICE_CHOICE: Final = Choice("none", sentence("Play without Bluetooth dice"))
STOP_TIMEOUT_S: Final = 3.0

BluetoothPhase = Literal["seeking", "throwing", "ready", "none"]


class BluetoothStep:
    """The step of Bluetooth dice."""

    def __init__(self, seek: Callable[[Radio], BluetoothDiceScanner] = BluetoothDiceScanner) -> None:
        """Prepare the step; `seek` creates the searcher for dice on a radio."""
        self._seek = seek
        self._phase: BluetoothPhase = "seeking"
        self._finder: BluetoothDiceScanner | None = None
        self._trial: _TrialRoll | None = None
        self._chosen: tuple[FoundDie, ...] = ()
        self._last: tuple[int, ...] = ()
        self._misread = False

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Search for dice, or read the chosen ones."""
        if self._phase == "none":
            context.setup = replace(context.setup, bluetooth=())
            return StepOutcome("skipped", sentence("This table has no Bluetooth dice."))
        if self._phase == "ready":
            one, other = (each.die for each in self._chosen)
            context.setup = replace(context.setup, bluetooth=(one, other))
            a, b = self._last
            about = {"found": [_die_to_json(each) for each in self._chosen], "dice": [a, b]}
            return StepOutcome("good", sentence("The dice reported {a} and {b}.", a=a, b=b), about=about)
        wished = "bluetooth" in context.requested_steps or bool(context.setup.bluetooth)
        if context.devices.bluetooth is None:
            return StepOutcome("skipped", sentence("This table has no Bluetooth dice."))
        try:
            if self._phase == "throwing":
                return self._throw_outcome(context.devices.bluetooth)
            if self._finder is None:
                self._finder = self._seek(context.devices.bluetooth())
                self._finder.start()
        except BluetoothMissingError as error:
            return self._trouble_outcome(str(error), wished=wished)
        return self._search_outcome(self._finder, wished=wished)

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Accept one of the offered choices."""
        word = str(given.get("word"))
        match self._phase, word:
            case _, NO_DICE_CHOICE.word:
                self.end()
                self._phase = "none"
            case "seeking", CHECK_AGAIN_CHOICE.word:
                self.end()
            case "throwing", OTHER_DICE_CHOICE.word:
                self.end()
                self._phase, self._chosen, self._misread = "seeking", (), False
            case "seeking", _:
                self._choose(word)
            case "throwing", CONFIRM_CHOICE.word | WRONG_CHOICE.word if self._trial and self._trial.rolls:
                self._last = self._trial.rolls[-1]
                self._trial.rolls.clear()
                self._misread = word == WRONG_CHOICE.word
                if not self._misread:
                    self.end()
                    self._phase = "ready"
            case _:
                raise AnswerRefused

    def end(self) -> None:
        """Release the radio and the dice."""
        finder, self._finder = self._finder, None
        trial, self._trial = self._trial, None
        for each in (finder, trial):
            if each is not None:
                each.close()

    def _choose(self, address: str) -> None:
        known = {each.die.address: each for each in self._choosable_dice()}
        if address not in known:
            raise AnswerRefused
        self._chosen = (*self._chosen, known[address])
        if len(self._chosen) == 2:
            self.end()
            self._phase = "throwing"

    def _choosable_dice(self) -> Sequence[FoundDie]:
        """Return the dice that can be chosen now."""
        found = () if self._finder is None else self._finder.dice
        taken = {each.die.address for each in self._chosen}
        return [each for each in found if each.pips and each.die.address not in taken]

    def _search_outcome(self, finder: BluetoothDiceScanner, *, wished: bool) -> StepOutcome:
        offered = self._choosable_dice()
        choices = tuple(
            Choice(each.die.address, _describe_die(each), usual=n == 0) for n, each in enumerate(offered)
        )
        about: dict[str, Any] = {"found": [_die_to_json(each) for each in finder.dice]}
        more = tuple(_describe_die(each) for each in self._chosen)
        if finder.trouble and not offered:
            return self._trouble_outcome(finder.trouble, about, wished=wished)
        if self._chosen:
            text = sentence("The first die is {die}. Which is the other one?", die=more[0])
        elif offered:
            text = sentence("Companion found these dice. Which two do you play with? Choose the first one.")
        elif not wished and finder.scan_count >= MAX_SEARCH_ROUNDS:
            return StepOutcome("skipped", sentence("No Bluetooth dice found."), about=about)
        else:
            text = sentence(
                "Shake two dice to wake them up. Companion is looking for them: disconnect them from other "
                "devices."
            )
        return StepOutcome("looking", text, (*choices, NO_DICE_CHOICE), more, about)

    @staticmethod
    def _trouble_outcome(text: str, about: Mapping[str, Any] | None = None, *, wished: bool) -> StepOutcome:
        """Report that no dice can be found; only a table that wants some needs a person then."""
        if not wished:
            return StepOutcome("skipped", text, about=about or {})
        return StepOutcome("wrong", text, (CHECK_AGAIN_CHOICE, NO_DICE_CHOICE), about=about or {})

    def _throw_outcome(self, radio: Callable[[], Radio]) -> StepOutcome:
        if self._trial is None:
            radio()  # raises if the Bluetooth software isn't installed
            self._trial = _TrialRoll([each.die for each in self._chosen], radio)
        about: dict[str, Any] = {"found": [_die_to_json(each) for each in self._chosen]}
        others = (OTHER_DICE_CHOICE, NO_DICE_CHOICE)
        if self._trial.rolls:
            a, b = self._trial.rolls[-1]
            text = sentence("The dice reported {a} and {b}. Is that right?", a=a, b=b)
            about["dice"] = [a, b]
            return StepOutcome("looking", text, (CONFIRM_CHOICE, WRONG_CHOICE), about=about)
        if self._trial.trouble:
            return StepOutcome("wrong", self._trial.trouble, others, about=about)
        if self._misread:
            text = sentence(
                "The dice were misread. Calibrate them in their maker's app, then roll both again. Dice in "
                "another kind of shell can't be read."
            )
            return StepOutcome("wrong", text, others, about=about)
        dice = join_list([_describe_die(each) for each in self._chosen])
        return StepOutcome("looking", sentence("Roll both dice: {dice}.", dice=dice), others, about=about)


class _TrialRoll:
    """The two chosen dice, read in the same way as the table will read them."""

    def __init__(self, dice: Sequence[PairedDie], radio: Callable[[], Radio]) -> None:
        self.rolls: list[tuple[int, ...]] = []
        self.trouble = ""
        self._source = BluetoothDice(dice, radio)
        self._stop = threading.Event()
        run = partial(self._source.run, self._on_observation, time.monotonic, self._stop)
        self._thread = SupervisedThread("bluetooth trial", run, self._stop)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join(STOP_TIMEOUT_S)

    def _on_observation(self, observation: Observation) -> None:
        match observation:
            case DiceDetection(dice=dice) if dice is not None:
                self.rolls.append(dice)
            case SourceReport(health=health, text=text):
                self.trouble = text if health != "ok" else ""


def _describe_die(found: FoundDie) -> str:
    return die_label_with_battery(found.die.name, found.die.colour, found.battery)


def _die_to_json(found: FoundDie) -> dict[str, Any]:
    """Return the JSON form of a die."""
    return {
        "kind": found.die.kind,
        "name": found.die.name,
        "colour": found.die.colour,
        "battery": found.battery,
        "pips": found.pips,
    }


# Test each button by one press.


class ButtonsStep:
    """The step of the panel's buttons, if there are any."""

    def __init__(self) -> None:
        self._opened = contextlib.ExitStack()
        self._buttons: Buttons | None = None
        self._pressed: list[str] = []

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Record the pressed buttons."""
        fitted = context.devices.button_names
        if not fitted:
            return StepOutcome("skipped", sentence("No buttons are configured."))
        try:
            if self._buttons is None:
                self._buttons = self._opened.enter_context(context.devices.buttons())
            for key, happening in self._buttons.poll_events():
                if happening is ButtonEvent.PRESSED and key not in self._pressed:
                    self._pressed.append(key)
        except PanelUnavailableError as error:
            self.end()
            return StepOutcome("wrong", str(error), (CHECK_AGAIN_CHOICE,))
        about = {"pressed": self._pressed, "fitted": dict(fitted)}
        if left := [name for key, name in fitted.items() if key not in self._pressed]:
            text = sentence("Press each button once. Still to press: {buttons}.", buttons=join_list(left))
            return StepOutcome("looking", text, about=about)
        context.setup = replace(context.setup, buttons=tuple(self._pressed))
        return StepOutcome("good", sentence("All buttons work."), about=about)

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Try again."""
        if not context.devices.button_names:
            raise AnswerRefused
        word_of(given, CHECK_AGAIN_CHOICE.word)

    def end(self) -> None:
        """Release the pins."""
        self._opened.close()
        self._buttons = None
