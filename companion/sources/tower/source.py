"""The dice tower as a source of observations: its port, its link, and words for people."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from typing import Final

from companion.observations import Clock, Emit
from companion.sources.tower import wording
from companion.sources.tower.conversation import Gate, exchange, new_link, open_gate
from companion.sources.tower.finding import PortFinder
from companion.sources.tower.link_events import Greeted, Mismatch, Silent, is_tower
from companion.sources.tower.link_reporter import LinkReporter
from companion.sources.tower.port import NOT_PLUGGED_IN, Port, PortError, Trouble

RETRY_EVERY_S: Final = 1.0
"""Seconds between two attempts to open a port."""

REOPEN_AFTER_S: Final = 15.0
"""Seconds of silence after which the port is closed and opened anew."""

LOOK_BESIDE_EVERY_S: Final = 10.0
"""Seconds between two looks whether what may be another tower is plugged in."""

GIVEN_UP_AFTER_S: Final = 6.0
"""Seconds of silence after which a port at which no tower ever answered is left alone: a boot loader
may take two of them."""


class TowerSource:
    """A dice tower on a serial port, found again whenever it was unplugged.

    A roll is acknowledged to the tower only after `emit` has returned, that is, when it is on disk.
    If `emit` raises `InputRefused`, the table will never take this roll: it is acknowledged too, for
    it would stand in the way of all later ones. If it raises anything else, `run` ends with that
    error, and the tower tells the roll again to the next `run`.
    """

    def __init__(
        self,
        port: str | PortFinder,
        *,
        name: str = "tower",
        expected: bool = True,
        pace: Clock = time.monotonic,
        retry_every: float = RETRY_EVERY_S,
        gate: Gate = open_gate,
    ) -> None:
        """Take where to look for the tower.

        Args:
            port: a path, a pattern such as `/dev/serial/by-id/*Tower*`, `finding.AUTO`, or the finder
                to ask; where there are several ports they are tried in turn until a tower answers.
            name: the source's name in its observations.
            expected: there should be a tower. If not, one that is missing is not worth a word until
                one was there.
            pace: monotonic seconds that never jump, for the protocol's time-outs; observations bear
                the time of the clock given to `run`.
            retry_every: seconds between two attempts to open a port.
            gate: passed by whatever comes from the tower.
        """
        self._finder = PortFinder(port) if isinstance(port, str) else port
        self._name = name
        self._expected = expected
        self._pace = pace
        self._retry_every = retry_every
        self._gate = gate
        self._link = new_link()

    @property
    def name(self) -> str:
        """The source's name."""
        return self._name

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Find the tower, hear it, and begin again when it has gone, until `stop` is set."""
        reporter = LinkReporter(self._name, emit, clock, self._pace)
        while not stop.is_set():
            path = self._finder.next()
            if path is not None:
                self._use(path, reporter, stop)
            elif self._missed:
                self._report_none(reporter)
            stop.wait(self._retry_every)

    @property
    def _missed(self) -> bool:
        """Whether a tower that isn't there is missed."""
        return self._expected or self._finder.last is not None

    def _report_none(self, reporter: LinkReporter) -> None:
        """There is no port left to try: nothing is plugged in, or nobody there is a tower."""
        others = self._finder.left_alone
        if others and self._finder.last is None:
            if not reporter.fault:  # a tower whose version doesn't fit has been told
                reporter.report("fault", wording.none_answered(others))
        else:
            reporter.report("waiting", NOT_PLUGGED_IN)

    def _use(self, path: str, reporter: LinkReporter, stop: threading.Event) -> None:
        """Hear whoever is at one port until it has gone or another should be tried."""
        try:
            with contextlib.closing(Port(path, on_trial=self._finder.on_trial(path))) as port:
                self._converse(port, path, reporter, stop)
        except PortError as error:
            needs_person = error.trouble in (Trouble.DENIED, Trouble.BUSY)
            # A port that this program may not open may well be a new tower's.
            if self._missed or error.trouble is Trouble.DENIED:
                reporter.report("fault" if needs_person else "waiting", str(error))
        finally:
            self._link.closed()

    def _converse(self, port: Port, path: str, reporter: LinkReporter, stop: threading.Event) -> None:
        link, finder = self._link, self._finder
        link.opened(self._pace())
        looked = -math.inf
        # What needs a person stays on the screen until the tower answers.
        if self._missed and not reporter.fault:
            reporter.report("waiting", wording.STARTING)
        while not stop.is_set():
            trial = finder.on_trial(path)
            for event in exchange(link, port, self._pace, self._gate):
                if trial and isinstance(event, Mismatch):
                    finder.leave_alone(path)
                    if is_tower(event):
                        reporter.report("fault", wording.mismatch(event, path))
                    return
                if isinstance(event, Greeted):
                    finder.answered(path)
                if not (trial and isinstance(event, Silent)):
                    reporter.tell(event, link, path)
            reporter.noise.sum_up()
            if not finder.on_trial(path) and self._pace() - looked >= LOOK_BESIDE_EVERY_S:
                looked = self._pace()
                reporter.name_others(wording.beside(path, finder.beside(path)))
            silence = link.silence(self._pace())
            if trial and silence > GIVEN_UP_AFTER_S:
                finder.leave_alone(path)
                return
            if silence > REOPEN_AFTER_S:
                return
        link.farewell()
        with contextlib.suppress(PortError):  # it has gone: nobody to say goodbye to
            port.write(link.outgoing())
