"""The dice tower as a source of observations: its port, its link, and words for people."""

from __future__ import annotations

import contextlib
import importlib.metadata
import logging
import threading
import time
from typing import Final

from companion.observations import Clock, Emit, Health, InputRefused, RollSeen, SourceReport
from companion.sources.tower import wording
from companion.sources.tower.link import (
    FaultsChanged,
    Greeted,
    Happening,
    LineLost,
    Link,
    Mismatch,
    RollHeard,
    Silent,
)
from companion.sources.tower.port import NOT_PLUGGED_IN, Port, PortError, Trouble, candidates
from companion.sources.tower.tower_frames import Roll

log = logging.getLogger(__name__)

RETRY_EVERY: Final = 1.0
"""Seconds between two attempts to open a port."""

REOPEN_AFTER: Final = 15.0
"""Seconds of silence after which the port is closed and opened anew."""

NEXT_PORT_AFTER: Final = 6.0
"""Seconds of silence after which, where there are several ports, the next is tried."""


def token(roll: Roll) -> str:
    """The durable identity of a roll, for `RollSeen.token`."""
    return f"tower:{roll.unit}:{roll.number}"


class TowerSource:
    """A dice tower on a serial port, found again whenever it was unplugged.

    A roll is acknowledged to the tower only after `emit` has returned, that is, when it is on disk.
    If `emit` raises `InputRefused`, the table will never take this roll: it is acknowledged too, for
    it would stand in the way of all later ones. If it raises anything else, `run` ends with that
    error, and the tower tells the roll again to the next `run`.
    """

    def __init__(
        self,
        port: str,
        *,
        name: str = "tower",
        pace: Clock = time.monotonic,
        retry_every: float = RETRY_EVERY,
    ) -> None:
        """Take the port's path, or a pattern such as `/dev/serial/by-id/*Tower*`.

        Where a pattern fits several ports they are tried in turn until a dice tower answers. Opening
        starts most boards anew, so a narrow pattern is kinder to its neighbours.

        Args:
            port: path or pattern.
            name: the source's name in its observations.
            pace: monotonic seconds that never jump, for the protocol's time-outs; observations bear
                the time of the clock given to `run`.
            retry_every: seconds between two attempts to open a port.
        """
        self._pattern = port
        self._name = name
        self._pace = pace
        self._retry_every = retry_every
        version = importlib.metadata.version("companion").replace("+", "-")
        self._link = Link(f"companion/{version[:12]}")
        self._attempt = 0

    @property
    def name(self) -> str:
        """The source's name."""
        return self._name

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Find the tower, hear it, and begin again when it has gone, until `stop` is set."""
        teller = _Teller(self._name, emit, clock)
        while not stop.is_set():
            paths = candidates(self._pattern)
            if paths:
                self._use(paths[self._attempt % len(paths)], len(paths) > 1, teller, stop)
            else:
                teller.report("waiting", NOT_PLUGGED_IN)
            stop.wait(self._retry_every)

    def _use(self, path: str, others: bool, teller: _Teller, stop: threading.Event) -> None:
        """Hear whoever is at one port until it has gone or another should be tried."""
        try:
            with contextlib.closing(Port(path)) as port:
                self._converse(port, path, others, teller, stop)
        except PortError as error:
            needs_person = error.trouble in (Trouble.DENIED, Trouble.BUSY)
            teller.report("fault" if needs_person else "waiting", str(error))
            self._attempt += 1
        finally:
            self._link.closed()

    def _converse(
        self, port: Port, path: str, others: bool, teller: _Teller, stop: threading.Event
    ) -> None:
        link = self._link
        link.opened(self._pace())
        if not teller.fault:  # what needs a person stays on the screen until the tower answers
            teller.report("waiting", wording.STARTING)
        patience = NEXT_PORT_AFTER if others else REOPEN_AFTER
        while not stop.is_set():
            port.write(link.outgoing())
            data = port.read()
            for happening in link.receive(data, self._pace()) + link.tick(self._pace()):
                self._tell(happening, path, teller)
                port.write(link.outgoing())
                if isinstance(happening, Mismatch) and others:
                    self._attempt += 1
                    return
            if link.silence(self._pace()) > patience:
                self._attempt += 1
                return
        link.farewell()
        with contextlib.suppress(PortError):  # it has gone: nobody to say goodbye to
            port.write(link.outgoing())

    def _tell(self, happening: Happening, path: str, teller: _Teller) -> None:
        match happening:
            case RollHeard(roll):
                teller.roll(roll)
                self._link.acknowledge(roll)
            case FaultsChanged(faults):
                teller.report("fault" if faults else "ok", wording.faults(faults))
            case Mismatch():
                teller.report("fault", wording.mismatch(happening, path))
            case Silent():
                teller.report("fault", wording.silent(happening, path))
            case Greeted(hello, rebooted):
                log.log(
                    logging.WARNING if rebooted else logging.INFO,
                    "dice tower %s at %s, firmware %s, started by %s",
                    hello.unit, path, hello.firmware, hello.cause,
                )  # fmt: skip
            case LineLost(end, text):
                log.warning("a line of the %s was lost at %s: %s", end, path, text)
            case _:
                pass  # answers to commands, of which this source gives none


class _Teller:
    """Turns what is known into observations, and says how the source is doing only when it changes."""

    def __init__(self, name: str, emit: Emit, clock: Clock) -> None:
        self._name = name
        self._emit = emit
        self._clock = clock
        self._last: tuple[Health, str] | None = None

    @property
    def fault(self) -> bool:
        return self._last is not None and self._last[0] == "fault"

    def report(self, health: Health, text: str) -> None:
        if (health, text) != self._last:
            self._last = (health, text)
            self._emit(SourceReport(self._clock(), self._name, health, text))

    def roll(self, roll: Roll) -> None:
        rested = max(0.0, self._clock() - roll.age / 1000)
        confidence = roll.quality[0] * roll.quality[1] / 10_000
        try:
            self._emit(RollSeen(rested, self._name, roll.dice, confidence, token(roll)))
        except InputRefused as refusal:
            log.warning("the table refused roll %s: %s", token(roll), refusal)
