"""Interactive connection to a dice tower, for doctor and calibration: commands and their answers.

A table uses `TowerSource` instead; only one of the two can have a port open.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Final

from companion.closeable import Closeable
from companion.errors import CompanionError
from companion.i18n import join_sentences, sentence
from companion.observations import Clock
from companion.sources.tower import link, wording
from companion.sources.tower.port import NOT_PLUGGED_IN, Port, PortError, PortFinder
from companion.sources.tower.protocol import ForeignHello, Hello, Lamp, Refusal, TowerFault, TowerRoll
from companion.sources.tower.source import GIVE_UP_AFTER_S, create_link, exchange
from companion.sources.tower.wording import PocketReading

MAX_RAW_ATTEMPTS: Final = 3
"""Attempts to read a pocket, where a line of the readings was lost, before that is an error."""


class NoTowerError(CompanionError, ConnectionError):
    """No dice tower is reachable; the message names the remedy."""


class CommandRefused(CompanionError, RuntimeError):  # noqa: N818 (a refusal, as the protocol calls it)
    """The tower didn't execute a command; nothing has changed.

    Attributes:
        refusal: the reason.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(wording.explain_refusal(refusal))
        self.refusal = refusal


class TowerConsole(Closeable):
    """An open port to a dice tower, after the handshake.

    Throws during the console's lifetime belong to no game: the console acknowledges them, so that the next
    game doesn't receive them, and appends them to `rolls`. An earlier throw is left to the game that missed
    it. It blocks all later ones until then, and is in `pending_roll`.

    Attributes:
        link: the host's end of the protocol: its last `Beat`, its round trip, its traffic.
    """

    def __init__(self, path: str, *, monotonic: Clock = time.monotonic, unconfirmed: bool = False) -> None:
        """Open the port and do the handshake.

        Args:
            path: the port.
            unconfirmed: the port may not be a tower's, as for `Port`.
            monotonic: clock in seconds.

        Raises:
            PortError: the port can't be opened.
            NoTowerError: no dice tower of this version answers.
        """
        self.path = path
        self.rolls: list[TowerRoll] = []
        self.pending_roll: TowerRoll | None = None
        self.faults: tuple[TowerFault, ...] = ()
        self._hello: Hello | None = None
        self._greeted_at = 0.0
        self._monotonic = monotonic
        self.link = create_link()
        self._port = Port(path, unconfirmed=unconfirmed)
        try:
            self._greet()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Send a `bye` and release the port; closing twice is no error."""
        self.link.send_bye()
        with contextlib.suppress(PortError):
            self._port.write(self.link.take_outgoing())
        self.link.close_connection()
        self._port.close()

    @property
    def hello(self) -> Hello:
        """The tower's hello since its last start."""
        assert self._hello is not None, "a console is there only for a tower that was greeted"
        return self._hello

    def listen(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """Process frames and send pings for some seconds, or until a condition holds.

        Raises:
            PortError: the port has disappeared.
            NoTowerError: the tower stopped answering.
        """
        end = self._monotonic() + seconds
        while self._monotonic() < end and not until():
            self._step()

    def send_command(self, *command: str) -> link.CommandReply:
        """Send a command and wait for its answer.

        Raises:
            CommandRefused: the tower refused it.
            NoTowerError: the tower didn't answer.
            PortError: the port has disappeared.
        """
        number = self.link.request(*command)
        while True:
            for event in self._step():
                match event:
                    case link.CommandReply(answered, refusal) if answered == number:
                        if refusal is not None:
                            raise CommandRefused(refusal)
                        return event
                    case link.CommandTimeout(unanswered) if unanswered == number:
                        raise NoTowerError(
                            wording.explain_silence(link.LinkSilence(chatter=False), self.path)
                        )

    def read_pocket(self, pocket: int) -> PocketReading:
        """Read the raw values of a pocket, 1 or 2.

        Raises:
            CommandRefused, NoTowerError, PortError: as `send_command`.
        """
        for _ in range(MAX_RAW_ATTEMPTS):
            readings = self.send_command("raw", str(pocket)).readings
            dark, lit = readings.get((pocket, Lamp.DARK)), readings.get((pocket, Lamp.LIT))
            if dark is not None and lit is not None:
                return PocketReading(pocket, dark, lit)
        raise NoTowerError(wording.explain_silence(link.LinkSilence(chatter=True), self.path))

    def discard_pending_roll(self) -> None:
        """Acknowledge the pending earlier roll, so that no game will receive it."""
        if self.pending_roll is not None:
            self.link.acknowledge(self.pending_roll)
            self.pending_roll = None

    def _greet(self) -> None:
        self.link.open_connection(self._monotonic())
        while self._hello is None or self.link.beat is None:
            self._step()
            if self._hello is None and self.link.silence(self._monotonic()) > GIVE_UP_AFTER_S:
                raise NoTowerError(wording.explain_silence(link.LinkSilence(chatter=False), self.path))

    def _step(self) -> list[link.LinkEvent]:
        events = []
        for event in exchange(self.link, self._port, self._monotonic):
            self._handle_event(event)
            events.append(event)
        return events

    def _handle_event(self, event: link.LinkEvent) -> None:
        match event:
            case link.LinkEstablished(hello):
                self._hello = hello
                self._greeted_at = self._monotonic()
            case link.FaultsChanged(faults):
                self.faults = faults
            case TowerRoll():
                self._handle_roll(event)
            case ForeignHello():
                raise NoTowerError(wording.explain_mismatch(event, self.path))
            case link.LinkSilence() if self._hello is not None or event.chatter:
                raise NoTowerError(wording.explain_silence(event, self.path))

    def _handle_roll(self, roll: TowerRoll) -> None:
        if roll.survived or self._monotonic() - roll.age / 1000 < self._greeted_at:
            self.pending_roll = roll
            return
        self.rolls.append(roll)
        self.link.acknowledge(roll)


def open_console(finder: PortFinder) -> TowerConsole:
    """Try the finder's ports in turn, and open a console at the first tower.

    Raises:
        NoTowerError: there is no tower, or none of this version.
        PortError: the only candidate port can't be opened.
    """
    trouble: CompanionError | None = None
    tried: set[str] = set()
    while (path := finder.next_port()) is not None and path not in tried:
        tried.add(path)
        try:
            console = TowerConsole(path, unconfirmed=finder.is_unconfirmed(path))
        except (NoTowerError, PortError) as error:
            finder.skip_port(path)
            trouble = error
            continue
        finder.confirm_port(path)
        return console
    if trouble is None:
        raise NoTowerError(NOT_PLUGGED_IN)
    if len(tried) > 1:
        last = sentence("The last error: {trouble}", trouble=trouble)
        raise NoTowerError(join_sentences((wording.explain_no_answer(sorted(tried)), last)))
    raise trouble
