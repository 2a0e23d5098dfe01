"""The dice tower as a source of observations: it finds the port, runs the link, and reports health."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from typing import Final

from companion.observations import Clock, Emit
from companion.sources.tower import wording
from companion.sources.tower.conversation import Gate, create_link, exchange, pass_through_gate
from companion.sources.tower.link_events import LinkEstablished, LinkSilence, Mismatch, is_tower
from companion.sources.tower.link_reporter import LinkReporter
from companion.sources.tower.port import NOT_PLUGGED_IN, Port, PortError, PortTrouble
from companion.sources.tower.port_finder import PortFinder

RETRY_EVERY_S: Final = 1.0
"""Seconds between two attempts to open a port."""

REOPEN_AFTER_SILENCE_S: Final = 15.0
"""Seconds of silence after which the port is closed and reopened."""

OTHER_PORTS_CHECK_S: Final = 10.0
"""Seconds between two checks for a possible second tower."""

GIVE_UP_AFTER_S: Final = 6.0
"""Seconds of silence after which a port where no tower ever answered is skipped. A boot loader may need
two of them."""


class TowerSource:
    """A dice tower on a serial port, reconnected whenever it was unplugged.

    The source acknowledges a roll only after `emit` has returned, that is, when it is on disk.
    If `emit` raises `InputRefused`, the table will never accept this roll: the source acknowledges it,
    too, because it would block all later ones. With any other error `run` ends with that error, and the
    tower repeats the roll to the next `run`.
    """

    def __init__(
        self,
        port: str | PortFinder,
        *,
        name: str = "tower",
        expected: bool = True,
        monotonic: Clock = time.monotonic,
        retry_every: float = RETRY_EVERY_S,
        gate: Gate = pass_through_gate,
    ) -> None:
        """Create the source; `run` opens the port.

        Args:
            port: a path, a pattern such as `/dev/serial/by-id/*Tower*`, `port_finder.AUTO`, or a finder;
                several ports are tried in turn until a tower answers.
            name: the source's name in its observations.
            expected: a tower should exist. If False, a missing one is reported only after one was found.
            monotonic: clock in seconds that never jumps, for the protocol's timeouts; observations carry
                the time of the clock given to `run`.
            retry_every: seconds between two attempts to open a port.
            gate: entered around the processing of all bytes from the tower.
        """
        self._finder = PortFinder(port) if isinstance(port, str) else port
        self._name = name
        self._expected = expected
        self._monotonic = monotonic
        self._retry_every = retry_every
        self._gate = gate
        self._link = create_link()

    @property
    def name(self) -> str:
        """The source's name."""
        return self._name

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Find the tower, report its events, and reconnect after a loss, until `stop` is set."""
        reporter = LinkReporter(self._name, emit, clock, self._monotonic)
        while not stop.is_set():
            path = self._finder.next_port()
            if path is not None:
                self._serve_port(path, reporter, stop)
            elif self._is_tower_missed:
                self._report_no_tower(reporter)
            stop.wait(self._retry_every)

    @property
    def _is_tower_missed(self) -> bool:
        """True if a missing tower should be reported."""
        return self._expected or self._finder.last_port is not None

    def _report_no_tower(self, reporter: LinkReporter) -> None:
        """Report that no port is left to try: none is plugged in, or none has a tower."""
        others = self._finder.skipped_ports
        if others and self._finder.last_port is None:
            if not reporter.has_fault:  # a tower of another version was already reported
                reporter.report("fault", wording.explain_no_answer(others))
        else:
            reporter.report("waiting", NOT_PLUGGED_IN)

    def _serve_port(self, path: str, reporter: LinkReporter, stop: threading.Event) -> None:
        """Run the link at one port until it is lost or another port should be tried."""
        try:
            with contextlib.closing(Port(path, unconfirmed=self._finder.is_unconfirmed(path))) as port:
                self._run_connection(port, path, reporter, stop)
        except PortError as error:
            needs_person = error.trouble in (PortTrouble.DENIED, PortTrouble.BUSY)
            # A port without permission may be a new tower's.
            if self._is_tower_missed or error.trouble is PortTrouble.DENIED:
                reporter.report("fault" if needs_person else "waiting", str(error))
        finally:
            self._link.close_connection()

    def _run_connection(self, port: Port, path: str, reporter: LinkReporter, stop: threading.Event) -> None:
        link, finder = self._link, self._finder
        link.open_connection(self._monotonic())
        checked_at = -math.inf
        # A fault that needs a person remains reported until the tower answers.
        if self._is_tower_missed and not reporter.has_fault:
            reporter.report("waiting", wording.STARTING)
        while not stop.is_set():
            unconfirmed = finder.is_unconfirmed(path)
            for event in exchange(link, port, self._monotonic, self._gate):
                if unconfirmed and isinstance(event, Mismatch):
                    finder.skip_port(path)
                    if is_tower(event):
                        reporter.report("fault", wording.explain_mismatch(event, path))
                    return
                if isinstance(event, LinkEstablished):
                    finder.confirm_port(path)
                if not (unconfirmed and isinstance(event, LinkSilence)):
                    reporter.report_event(event, link, path)
            reporter.loss_log.log_summary()
            if not finder.is_unconfirmed(path) and self._monotonic() - checked_at >= OTHER_PORTS_CHECK_S:
                checked_at = self._monotonic()
                reporter.report_other_ports(wording.explain_other_ports(path, finder.other_ports(path)))
            silence = link.silence(self._monotonic())
            if unconfirmed and silence > GIVE_UP_AFTER_S:
                finder.skip_port(path)
                return
            if silence > REOPEN_AFTER_SILENCE_S:
                return
        link.send_bye()
        with contextlib.suppress(PortError):  # the port has disappeared: nobody receives the bye
            port.write(link.take_outgoing())
