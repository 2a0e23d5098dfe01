"""The dice tower as a source of observations: it finds the port, runs the link, and reports health."""

from __future__ import annotations

import contextlib
import importlib.metadata
import logging
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from companion.observations import Clock, DiceDetection, Emit, Health, HealthReporter, InputRefused
from companion.sources.tower import wording
from companion.sources.tower.link import (
    FaultsChanged,
    LineLost,
    Link,
    LinkEstablished,
    LinkEvent,
    LinkSilence,
)
from companion.sources.tower.port import NOT_PLUGGED_IN, Port, PortError, PortFinder, PortTrouble
from companion.sources.tower.protocol import ForeignHello, TowerRoll

# Rate-limited logging of damaged lines: the first one, then a count per minute.


log = logging.getLogger(__name__)

SUMMARY_INTERVAL_S: Final = 60.0
"""Seconds between summaries. A loose plug or another device can damage a hundred lines a second."""


class LossLog:
    """Logs the first lost line, then the number lost per minute."""

    def __init__(self, monotonic: Clock) -> None:
        """Create an empty log; `monotonic` returns seconds and never jumps."""
        self._monotonic = monotonic
        self._since: float | None = None
        self._lost_lines = 0
        self._last_loss = ("", "", "")

    def record_loss(self, end: str, place: str, text: str) -> None:
        """Log or count a lost line.

        Args:
            end: the line's sender.
            place: the port.
            text: the flaw.
        """
        self.log_summary()
        if self._since is None:
            self._since = self._monotonic()
            log.warning("a line of the %s was lost at %s: %s", end, place, text)
        else:
            self._lost_lines += 1
            self._last_loss = (end, place, text)

    def log_summary(self) -> None:
        """Log the number of further lost lines, at most once a minute."""
        if self._since is None or self._monotonic() - self._since < SUMMARY_INTERVAL_S:
            return
        if self._lost_lines:
            end, place, text = self._last_loss
            log.warning(
                "%d more lines of the %s were lost at %s within %.0f s; the last: %s",
                self._lost_lines, end, place, self._monotonic() - self._since, text,
            )  # fmt: skip
        self._since, self._lost_lines = (self._monotonic() if self._lost_lines else None), 0


# Conversion of a dice tower's link events to observations, and reports of the source's health.


def roll_token(roll: TowerRoll) -> str:
    """Return the durable identity of a roll, for `DiceDetection.token`."""
    return f"tower:{roll.unit}:{roll.number}"


class LinkReporter:
    """Converts link events to observations, and reports the source's health when it changes."""

    def __init__(self, name: str, emit: Emit, clock: Clock, monotonic: Clock = time.monotonic) -> None:
        """Create a reporter without a last report.

        Args:
            name: the source's name in its observations.
            emit: receives the observations.
            clock: the table's clock in seconds, for the observations' times.
            monotonic: clock in seconds that never jumps.
        """
        self.loss_log = LossLog(monotonic)
        self._name = name
        self._emit = emit
        self._clock = clock
        self._reporter = HealthReporter(name)
        self._other_ports = ""

    @property
    def has_fault(self) -> bool:
        """True if the last report was a fault, which needs a person."""
        return self._reporter.last is not None and self._reporter.last[0] == "fault"

    def report_other_ports(self, text: str) -> None:
        """Set the remark about ignored ports, shown while all is well; empty for none."""
        if text == self._other_ports:
            return
        self._other_ports = text
        if text:
            log.warning("%s", text)
        if self._reporter.last is not None and self._reporter.last[0] == "ok":
            self.report("ok", text)

    def report(self, health: Health, text: str) -> None:
        """Emit the source's health if it differs from the last report."""
        for report in self._reporter.report(self._clock(), health, text):
            self._emit(report)

    def report_event(self, event: LinkEvent, link: Link, place: str) -> None:
        """Report a link event; acknowledge a roll after it was emitted.

        Args:
            event: the event.
            link: its link.
            place: name of the link's other end in logs and reports.
        """
        match event:
            case TowerRoll():
                self._report_roll(event)
                link.acknowledge(event)
            case FaultsChanged(faults):
                self.report("fault" if faults else "ok", wording.explain_faults(faults) or self._other_ports)
            case ForeignHello():
                self.report("fault", wording.explain_mismatch(event, place))
            case LinkSilence():
                self.report("fault", wording.explain_silence(event, place))
            case LinkEstablished(hello, rebooted):
                log.log(
                    logging.WARNING if rebooted else logging.INFO,
                    "dice tower %s at %s, firmware %s, started by %s",
                    hello.unit, place, hello.firmware, hello.cause,
                )  # fmt: skip
            case LineLost(end, text):
                self.loss_log.record_loss(end, place, text)
            case _:
                pass  # answers to commands, which a source never sends

    def _report_roll(self, roll: TowerRoll) -> None:
        rested = max(0.0, self._clock() - roll.age / 1000)
        confidence = roll.quality[0] * roll.quality[1] / 10_000
        try:
            self._emit(DiceDetection(rested, self._name, roll.dice, confidence, roll_token(roll)))
        except InputRefused as refusal:
            log.warning("the table refused roll %s: %s", roll_token(roll), refusal)


# Transfer of bytes between an open port and the link to a dice tower.


Announce = Callable[[], object]
"""Called before each event is yielded."""

Gate = Callable[[bytes], AbstractContextManager[Announce]]
"""Context manager around the processing of received bytes, which may be empty."""


def pass_through_gate(_: bytes) -> AbstractContextManager[Announce]:
    """Gate that neither waits nor announces anything."""
    return nullcontext(lambda: None)


def create_link() -> Link:
    """Create a link whose handshake names this program and its version."""
    version = importlib.metadata.version("companion").replace("+", "-")
    return Link(f"companion/{version[:12]}")


def exchange(link: Link, port: Port, monotonic: Clock, gate: Gate = pass_through_gate) -> Iterator[LinkEvent]:
    """Send pending bytes, read received ones, and yield the link's events; waits at most 0.1 s.

    Bytes that the consumer of an event queues on the link are sent before the next event.

    Raises:
        PortError: the port has disappeared.
    """
    port.write(link.take_outgoing())
    data = port.read()
    with gate(data) as announce:
        for event in link.receive(data, monotonic()) + link.tick(monotonic()):
            announce()
            yield event
            port.write(link.take_outgoing())


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
                if unconfirmed and isinstance(event, ForeignHello):
                    finder.skip_port(path)
                    if event.is_tower:
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
