"""Conversion of a dice tower's link events to observations, and reports of the source's health."""

from __future__ import annotations

import logging
import time

from companion.observations import Clock, DiceDetection, Emit, Health, InputRefused, SourceReport
from companion.sources.tower import wording
from companion.sources.tower.link import Link
from companion.sources.tower.link_events import (
    FaultsChanged,
    LineLost,
    LinkEstablished,
    LinkEvent,
    LinkSilence,
    Mismatch,
    RollReceived,
)
from companion.sources.tower.loss_log import LossLog
from companion.sources.tower.tower_frames import TowerRoll

log = logging.getLogger(__name__)


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
        self._last_report: tuple[Health, str] | None = None
        self._other_ports = ""

    @property
    def has_fault(self) -> bool:
        """True if the last report was a fault, which needs a person."""
        return self._last_report is not None and self._last_report[0] == "fault"

    def report_other_ports(self, text: str) -> None:
        """Set the remark about ignored ports, shown while all is well; empty for none."""
        if text == self._other_ports:
            return
        self._other_ports = text
        if text:
            log.warning("%s", text)
        if self._last_report is not None and self._last_report[0] == "ok":
            self.report("ok", text)

    def report(self, health: Health, text: str) -> None:
        """Emit the source's health if it differs from the last report."""
        if (health, text) != self._last_report:
            self._last_report = (health, text)
            self._emit(SourceReport(self._clock(), self._name, health, text))

    def report_event(self, event: LinkEvent, link: Link, place: str) -> None:
        """Report a link event; acknowledge a roll after it was emitted.

        Args:
            event: the event.
            link: its link.
            place: name of the link's other end in logs and reports.
        """
        match event:
            case RollReceived(roll):
                self._report_roll(roll)
                link.acknowledge(roll)
            case FaultsChanged(faults):
                self.report("fault" if faults else "ok", wording.explain_faults(faults) or self._other_ports)
            case Mismatch():
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
