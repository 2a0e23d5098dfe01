"""The panel as a source of observations: buttons enter inputs, light and buzzer follow the table."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games.game_api import Game
from companion.hardware import pins
from companion.hardware.settings import PanelSettings
from companion.i18n import join_list, sentence
from companion.island.geometry import COLOURS, PieceColour
from companion.observations import Clock, Emit, Health, HealthReporter, InputEntered, InputRefused

# A panel's colour, next input and sounds, derived from the table's public snapshots.


Snapshot = Mapping[str, Any]
Games = Mapping[str, Game[Any, Any]]
"""The games that the table plays, by kind."""


def panel_colour(games: Games, snapshot: Snapshot) -> PieceColour | None:
    """Return the colour that the light shows; None for no light."""
    current = snapshot["game"]
    if current is None:
        return None
    colour = games[current["kind"]].panel_light(current["view"])
    return colour if colour in COLOURS else None


def next_input(games: Games, snapshot: Snapshot) -> Mapping[str, Any] | None:
    """Return the next-player button's input; None for no input, so that an extra press skips nobody."""
    current = snapshot["game"]
    return None if current is None else games[current["kind"]].panel_next(current["view"])


class SoundDetector:
    """Detects each audible event once, when it happens.

    An event is new if its entry is newer than every entry processed before, and newer than the entries
    of all earlier events. Events that a correction changes, inserts or restores are therefore not new.
    Of several new events only the last counts, audible or not. The first snapshot is only a baseline.
    """

    def __init__(self, games: Games) -> None:
        """Start without a baseline; `games`: those that the table plays, by kind."""
        self._games = games
        self._game_id: object = None
        self._newest_entry = 0

    def detect_sound(self, snapshot: Snapshot) -> bool:
        """Return whether an audible event happened since the last snapshot."""
        current = snapshot["game"]
        if current is None:
            return False
        log = current["view"]["log"]
        before = self._newest_entry if current["id"] == self._game_id else None
        newest = max((line["number"] for line in log), default=0)
        self._newest_entry = max(newest, before or 0)
        self._game_id = current["id"]
        if before is None:
            return False
        game = self._games[current["kind"]]
        later_entry: float = float("inf")
        for line in reversed(log):
            sounds = game.panel_sounds(line["event"])
            if sounds is not None:
                return sounds and before < line["number"] < later_entry
            later_entry = min(later_entry, line["number"])
        return False


log = logging.getLogger(__name__)

POLL_EVERY_S: Final = 0.02
RETRY_EVERY_S: Final = 10.0

UNDO_INPUT: Final[Mapping[str, str]] = {"kind": "undo"}
"""The undo button's input for every game; the table refuses it if no game is in progress."""

BUTTON_TITLES: Final[Mapping[str, str]] = {
    "next_player": sentence("next player"),
    "undo": sentence("undo"),
}


class PanelSource:
    """Buttons, a light and a buzzer on the header of a Raspberry Pi."""

    name: Final = "panel"

    def __init__(
        self,
        settings: PanelSettings,
        snapshot: Callable[[], Snapshot],
        games: Games,
        *,
        monotonic: Clock = time.monotonic,
        open_factory: pins.OpenFactory | None = None,
    ) -> None:
        """Create the source; `run` opens the pins.

        Args:
            settings: the parts and their pins.
            snapshot: returns the table's newest snapshot.
            games: the games that the table plays, by kind.
            monotonic: clock in seconds that never jumps, for debouncing and signals; observations
                carry the time of the clock given to `run`.
            open_factory: opens the pin factory, in place of the one named in the settings.
        """
        self._settings = settings
        self._snapshot = snapshot
        self._games = games
        self._monotonic = monotonic
        self._open_factory = open_factory

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Poll the buttons and follow the table until `stop` is set; then switch everything off."""
        panel = _PanelSession(emit, clock, self._snapshot, self._games, self._monotonic)
        while not stop.is_set():
            try:
                with pins.open_parts(self._settings, self._monotonic, self._open_factory) as parts:
                    panel.start()
                    while not stop.wait(POLL_EVERY_S):
                        panel.poll(parts)
            except pins.PanelUnavailableError as error:
                panel.report("fault", str(error))
                stop.wait(RETRY_EVERY_S)


class _PanelSession:
    """State of one `PanelSource.run`."""

    def __init__(
        self,
        emit: Emit,
        clock: Clock,
        snapshot: Callable[[], Snapshot],
        games: Games,
        monotonic: Clock,
    ) -> None:
        self._emit = emit
        self._clock = clock
        self._snapshot = snapshot
        self._games = games
        self._monotonic = monotonic
        self._signals = pins.PanelSignals()
        self._sounds = SoundDetector(games)
        self._last_version: tuple[str, int] | None = None
        self._stuck: set[str] = set()
        self._reporter = HealthReporter(PanelSource.name)

    def start(self) -> None:
        """Reset the buttons' state after the parts were opened, and report that all is well."""
        self._stuck.clear()
        self.report("ok")

    def report(self, health: Health, text: str = "") -> None:
        """Emit the panel's health if it differs from the last report."""
        for report in self._reporter.report(self._clock(), health, text):
            self._emit(report)

    def poll(self, parts: pins.PanelParts) -> None:
        """Follow the newest snapshot, handle button events, and update light and buzzer."""
        self._update_outputs(self._snapshot())
        for key, event in parts.poll_events():
            self._handle_event(key, event)
        parts.show(self._signals.output_at(self._monotonic()))

    def _update_outputs(self, snapshot: Snapshot) -> None:
        newest = (snapshot["epoch"], snapshot["version"])
        if newest == self._last_version:
            return
        self._last_version = newest
        self._signals.colour = panel_colour(self._games, snapshot)
        if self._sounds.detect_sound(snapshot):
            self._signals.start_signal(pins.NOTICE_SIGNAL, self._monotonic())

    def _handle_event(self, key: str, event: pins.ButtonEvent) -> None:
        if event is pins.ButtonEvent.PRESSED:
            self._handle_press(key)
            return
        if event is pins.ButtonEvent.STUCK:
            self._stuck.add(key)
        else:
            self._stuck.discard(key)
        if self._stuck:
            named = join_list(
                [sentence('"{title}"', title=BUTTON_TITLES[key]) for key in sorted(self._stuck)]
            )
            self.report(
                "fault",
                sentence("The button {button} is stuck: it is ignored until it is released.", button=named),
            )
        else:
            self.report("ok")

    def _handle_press(self, key: str) -> None:
        # Read a fresh snapshot: the previous press may have changed the table.
        data = UNDO_INPUT if key == "undo" else next_input(self._games, self._snapshot())
        if data is None or not self._enter_input(key, data):
            self._signals.start_signal(pins.REFUSAL_SIGNAL, self._monotonic())

    def _enter_input(self, key: str, data: Mapping[str, Any]) -> bool:
        """Enter a button's input; return whether the table accepted it."""
        try:
            self._emit(InputEntered(self._clock(), PanelSource.name, data))
        except InputRefused as refusal:
            log.info("the table refused the button %s: %s", key, refusal)
            return False
        return True
