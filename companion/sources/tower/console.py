"""One person's talk with a dice tower: a command, its answer; for doctor and calibration.

Beside `TowerSource`, which hears a tower for a table: a port is open to one of them at a time.
"""

from __future__ import annotations

import contextlib
import time
from types import TracebackType
from typing import Final, Self

from companion.errors import CompanionError
from companion.i18n import joined, sentence
from companion.observations import Clock
from companion.sources.tower import wording
from companion.sources.tower.conversation import exchange, new_link
from companion.sources.tower.finding import PortFinder
from companion.sources.tower.link import Counters
from companion.sources.tower.link_events import (
    FaultsChanged,
    Greeted,
    LinkEvent,
    Mismatch,
    Replied,
    RollHeard,
    Silent,
    Unanswered,
)
from companion.sources.tower.port import NOT_PLUGGED_IN, Port, PortError
from companion.sources.tower.readings import PocketReading
from companion.sources.tower.source import GIVEN_UP_AFTER_S
from companion.sources.tower.tower_frames import Beat, Hello, Lamp, Refusal, TowerFault, TowerRoll

RAW_TRIES: Final = 3
"""How often readings are asked for, where a line of them was lost, before that is an error."""


class NoTowerError(CompanionError, ConnectionError):
    """No dice tower can be talked to; the message says what to do."""


class CommandRefused(CompanionError, RuntimeError):  # noqa: N818 (a refusal, as the protocol calls it)
    """The tower did not carry out a command, and nothing has changed.

    Attributes:
        refusal: why.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(wording.refusal(refusal))
        self.refusal = refusal


class TowerConsole:
    """An open port with a dice tower at it that was greeted.

    Throws that come to rest while it is open belong to no game: they are acknowledged, so that the
    next game doesn't hear of them, and kept in `rolls`. One from before is left to the game that lost
    it, and stands in the way of all later ones until then: `waiting`.
    """

    def __init__(self, path: str, *, pace: Clock = time.monotonic, on_trial: bool = False) -> None:
        """Open the port and greet whoever is there.

        Args:
            path: the port.
            on_trial: it may not be a tower's, as for `Port`.
            pace: monotonic seconds.

        Raises:
            PortError: it can't be opened.
            NoTowerError: nobody there answers as a dice tower of this version.
        """
        self.path = path
        self.rolls: list[TowerRoll] = []
        self.waiting: TowerRoll | None = None
        self.faults: tuple[TowerFault, ...] = ()
        self._hello: Hello | None = None
        self._greeted_at = 0.0
        self._pace = pace
        self._link = new_link()
        self._port = Port(path, on_trial=on_trial)
        try:
            self._greet()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Say goodbye and give the port back; closing twice is no error."""
        self._link.farewell()
        with contextlib.suppress(PortError):
            self._port.write(self._link.outgoing())
        self._link.closed()
        self._port.close()

    @property
    def hello(self) -> Hello:
        """Who the tower is, since its last start."""
        assert self._hello is not None, "a console is there only for a tower that was greeted"
        return self._hello

    @property
    def beat(self) -> Beat | None:
        """The tower's last sign of life; None: none came since it was greeted."""
        return self._link.beat

    @property
    def counters(self) -> Counters:
        """What went over the line so far."""
        return self._link.counters

    @property
    def round_trip(self) -> float | None:
        """Seconds from the last `ping` that was answered to its answer."""
        return self._link.round_trip

    def listen(self, seconds: float) -> None:
        """Hear the tower, and keep it company, for so long.

        Raises:
            PortError: the port has gone.
            NoTowerError: the tower fell silent.
        """
        end = self._pace() + seconds
        while self._pace() < end:
            self._step()

    def listen_for_round_trip(self, seconds: float) -> None:
        """Hear the tower until it has answered a `ping`, or for so long.

        Raises:
            NoTowerError, PortError: as `listen`.
        """
        end = self._pace() + seconds
        while self.round_trip is None and self._pace() < end:
            self._step()

    def ask(self, *command: str) -> Replied:
        """Have a command carried out.

        Raises:
            CommandRefused: the tower wouldn't.
            NoTowerError: it didn't answer.
            PortError: the port has gone.
        """
        number = self._link.request(*command)
        while True:
            for event in self._step():
                match event:
                    case Replied(answered, refusal) if answered == number:
                        if refusal is not None:
                            raise CommandRefused(refusal)
                        return event
                    case Unanswered(unanswered) if unanswered == number:
                        raise NoTowerError(wording.silent(Silent(chatter=False), self.path))

    def read(self, pocket: int) -> PocketReading:
        """The raw readings of a pocket, 1 or 2.

        Raises:
            CommandRefused, NoTowerError, PortError: as `ask`.
        """
        for _ in range(RAW_TRIES):
            readings = self.ask("raw", str(pocket)).readings
            dark, lit = readings.get((pocket, Lamp.DARK)), readings.get((pocket, Lamp.LIT))
            if dark is not None and lit is not None:
                return PocketReading(pocket, dark, lit)
        raise NoTowerError(wording.silent(Silent(chatter=True), self.path))

    def drop_waiting(self) -> None:
        """Let the tower forget the throw from before, which no game will then hear of."""
        if self.waiting is not None:
            self._link.acknowledge(self.waiting)
            self.waiting = None

    def _greet(self) -> None:
        self._link.opened(self._pace())
        while self._hello is None or self._link.beat is None:
            self._step()
            if self._hello is None and self._link.silence(self._pace()) > GIVEN_UP_AFTER_S:
                raise NoTowerError(wording.silent(Silent(chatter=False), self.path))

    def _step(self) -> list[LinkEvent]:
        events = []
        for event in exchange(self._link, self._port, self._pace):
            self._take(event)
            events.append(event)
        return events

    def _take(self, event: LinkEvent) -> None:
        match event:
            case Greeted(hello):
                self._hello = hello
                self._greeted_at = self._pace()
            case FaultsChanged(faults):
                self.faults = faults
            case RollHeard(roll):
                self._take_roll(roll)
            case Mismatch():
                raise NoTowerError(wording.mismatch(event, self.path))
            case Silent() if self._hello is not None or event.chatter:
                raise NoTowerError(wording.silent(event, self.path))

    def _take_roll(self, roll: TowerRoll) -> None:
        if roll.survived or self._pace() - roll.age / 1000 < self._greeted_at:
            self.waiting = roll
            return
        self.rolls.append(roll)
        self._link.acknowledge(roll)


def open_console(finder: PortFinder, *, pace: Clock = time.monotonic) -> TowerConsole:
    """Talk to the tower, wherever the finder finds it.

    Raises:
        NoTowerError: there is none, or none of this version.
        PortError: the only port that could be tried can't be opened.
    """
    trouble: CompanionError | None = None
    tried: set[str] = set()
    while (path := finder.next()) is not None and path not in tried:
        tried.add(path)
        try:
            console = TowerConsole(path, pace=pace, on_trial=finder.on_trial(path))
        except (NoTowerError, PortError) as error:
            finder.leave_alone(path)
            trouble = error
            continue
        finder.answered(path)
        return console
    if trouble is None:
        raise NoTowerError(NOT_PLUGGED_IN)
    if len(tried) > 1:
        last = sentence("The last error: {trouble}", trouble=trouble)
        raise NoTowerError(joined((wording.none_answered(sorted(tried)), last)))
    raise trouble
