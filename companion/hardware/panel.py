"""The panel as a source: its buttons are inputs; its light and its buzzer follow the table."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.hardware.buttons import ButtonEvent
from companion.hardware.pins import OpenFactory, PanelUnavailableError, Parts, opened
from companion.hardware.settings import PanelSettings
from companion.hardware.signals import HEARD, REFUSED, Signals
from companion.hardware.snapshots import Games, Snapshot, Sounds, light, next_input
from companion.i18n import listed, sentence
from companion.observations import Clock, Emit, Health, InputEntered, InputRefused, SourceReport

log = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 0.02
RETRY_EVERY_S: Final = 10.0

UNDO: Final[Mapping[str, str]] = {"kind": "undo"}
"""What the button of that name enters, whichever game is on: the table refuses it where none is."""

TITLES: Final[Mapping[str, str]] = {
    "next_player": sentence("next player"),
    "undo": sentence("undo"),
}


class PanelSource:
    """Buttons, a light and a buzzer on the header of a Raspberry Pi."""

    def __init__(
        self,
        settings: PanelSettings,
        snapshot: Callable[[], Snapshot],
        games: Games,
        *,
        name: str = "panel",
        pace: Clock = time.monotonic,
        open_factory: OpenFactory | None = None,
    ) -> None:
        """Take the parts, and what they follow.

        Args:
            settings: which parts there are, on which pins.
            snapshot: the table's newest snapshot.
            games: those that the table plays, by kind.
            name: the source's name in its observations.
            pace: monotonic seconds that never jump, for bouncing contacts and signals; observations
                bear the time of the clock given to `run`.
            open_factory: gives the pins instead of the factory that the settings name.
        """
        self._settings = settings
        self._snapshot = snapshot
        self._games = games
        self._name = name
        self._pace = pace
        self._open_factory = open_factory

    @property
    def name(self) -> str:
        """The source's name."""
        return self._name

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Watch the buttons and follow the table until `stop` is set; then all is off."""
        panel = _Panel(self._name, emit, clock, self._snapshot, self._games, self._pace)
        while not stop.is_set():
            try:
                with opened(self._settings, self._pace, self._open_factory) as parts:
                    panel.begin()
                    while not stop.wait(LOOK_EVERY_S):
                        panel.look(parts)
            except PanelUnavailableError as error:
                panel.report("fault", str(error))
                stop.wait(RETRY_EVERY_S)


class _Panel:
    """What the panel knows while it runs."""

    def __init__(
        self,
        name: str,
        emit: Emit,
        clock: Clock,
        snapshot: Callable[[], Snapshot],
        games: Games,
        pace: Clock,
    ) -> None:
        self._name = name
        self._emit = emit
        self._clock = clock
        self._snapshot = snapshot
        self._games = games
        self._pace = pace
        self._signals = Signals()
        self._sounds = Sounds(games)
        self._seen: tuple[str, int] | None = None
        self._stuck: set[str] = set()
        self._last: tuple[Health, str] | None = None

    def begin(self) -> None:
        """The parts were opened, all of them as at first."""
        self._stuck.clear()
        self.report("ok")

    def report(self, health: Health, text: str = "") -> None:
        """Say how the panel is doing, once."""
        if (health, text) != self._last:
            self._last = (health, text)
            self._emit(SourceReport(self._clock(), self._name, health, text))

    def look(self, parts: Parts) -> None:
        """Take what happened since the last look, and show what is to be shown."""
        self._follow(self._snapshot())
        for key, event in parts.happened():
            self._take(key, event)
        parts.show(self._signals.at(self._pace()))

    def _follow(self, snapshot: Snapshot) -> None:
        newest = (snapshot["epoch"], snapshot["version"])
        if newest == self._seen:
            return
        self._seen = newest
        self._signals.colour = light(self._games, snapshot)
        if self._sounds.falls(snapshot):
            self._signals.give(HEARD, self._pace())

    def _take(self, key: str, event: ButtonEvent) -> None:
        if event is ButtonEvent.PRESSED:
            self._press(key)
            return
        if event is ButtonEvent.STUCK:
            self._stuck.add(key)
        else:
            self._stuck.discard(key)
        if self._stuck:
            named = listed([sentence('"{title}"', title=TITLES[key]) for key in sorted(self._stuck)])
            self.report(
                "fault",
                sentence("The button {button} is stuck: it is ignored until it is released.", button=named),
            )
        else:
            self.report("ok")

    def _press(self, key: str) -> None:
        # Asked anew: the press before this one may have changed the table.
        entered = UNDO if key == "undo" else next_input(self._games, self._snapshot())
        if entered is None or not self._entered(key, entered):
            self._signals.give(REFUSED, self._pace())

    def _entered(self, key: str, data: Mapping[str, Any]) -> bool:
        """Whether the table took what a button says."""
        try:
            self._emit(InputEntered(self._clock(), self._name, data))
        except InputRefused as refusal:
            log.info("the table refused the button %s: %s", key, refusal)
            return False
        return True
