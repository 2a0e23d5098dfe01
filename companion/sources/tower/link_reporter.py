"""What happens on the line to a dice tower, told as observations."""

from __future__ import annotations

import logging
import time

from companion.observations import Clock, Emit, Health, InputRefused, RollSeen, SourceReport
from companion.sources.tower import wording
from companion.sources.tower.link import Link
from companion.sources.tower.link_events import (
    FaultsChanged,
    Greeted,
    LineLost,
    LinkEvent,
    Mismatch,
    RollHeard,
    Silent,
)
from companion.sources.tower.noise import Noise
from companion.sources.tower.tower_frames import TowerRoll

log = logging.getLogger(__name__)


def token(roll: TowerRoll) -> str:
    """The durable identity of a roll, for `RollSeen.token`."""
    return f"tower:{roll.unit}:{roll.number}"


class LinkReporter:
    """Turns what is known into observations, and says how the source is doing only when it changes."""

    def __init__(self, name: str, emit: Emit, clock: Clock, pace: Clock = time.monotonic) -> None:
        """Tell as the source of this name; observations bear the clock's time.

        Args:
            name: the source's.
            emit: is given what is told.
            clock: the table's, in seconds.
            pace: monotonic seconds that never jump.
        """
        self.noise = Noise(pace)
        self._name = name
        self._emit = emit
        self._clock = clock
        self._last: tuple[Health, str] | None = None
        self._others = ""

    @property
    def fault(self) -> bool:
        """Whether the last report said that a person is needed."""
        return self._last is not None and self._last[0] == "fault"

    def name_others(self, text: str) -> None:
        """Say while all is well that what may be another tower isn't heard; empty: nothing is."""
        if text == self._others:
            return
        self._others = text
        if text:
            log.warning("%s", text)
        if self._last is not None and self._last[0] == "ok":
            self.report("ok", text)

    def report(self, health: Health, text: str) -> None:
        """Say how the source is doing, once."""
        if (health, text) != self._last:
            self._last = (health, text)
            self._emit(SourceReport(self._clock(), self._name, health, text))

    def tell(self, event: LinkEvent, link: Link, place: str) -> None:
        """Tell what happened on a link; a roll is acknowledged once it was taken.

        Args:
            event: what the link gave.
            link: the link.
            place: what its other end is called in a log or in a report.
        """
        match event:
            case RollHeard(roll):
                self._roll(roll)
                link.acknowledge(roll)
            case FaultsChanged(faults):
                self.report("fault" if faults else "ok", wording.faults(faults) or self._others)
            case Mismatch():
                self.report("fault", wording.mismatch(event, place))
            case Silent():
                self.report("fault", wording.silent(event, place))
            case Greeted(hello, rebooted):
                log.log(
                    logging.WARNING if rebooted else logging.INFO,
                    "dice tower %s at %s, firmware %s, started by %s",
                    hello.unit, place, hello.firmware, hello.cause,
                )  # fmt: skip
            case LineLost(end, text):
                self.noise.lost(end, place, text)
            case _:
                pass  # answers to commands, of which a source gives none

    def _roll(self, roll: TowerRoll) -> None:
        rested = max(0.0, self._clock() - roll.age / 1000)
        confidence = roll.quality[0] * roll.quality[1] / 10_000
        try:
            self._emit(RollSeen(rested, self._name, roll.dice, confidence, token(roll)))
        except InputRefused as refusal:
            log.warning("the table refused roll %s: %s", token(roll), refusal)
