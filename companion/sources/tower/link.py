"""The host's end of the dice tower's protocol, apart from its transport and from the clock.

Bytes and times go in; bytes to send and link events come out. It greets the tower, tells each roll
once, acknowledges it when told to, asks for signs of life and notices when there are none.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from companion.sources.tower.host_frames import Ack, Bye, Do, Hi, HostFrame, Ping
from companion.sources.tower.line import PROTOCOL, Decoder, Loss
from companion.sources.tower.link_events import (
    FaultsChanged,
    Greeted,
    LineLost,
    LinkEvent,
    Mismatch,
    Replied,
    RollHeard,
    Silent,
    Unanswered,
)
from companion.sources.tower.protocol import tower_frame
from companion.sources.tower.tower_frames import (
    FIRMWARE,
    Beat,
    Err,
    Hello,
    Lamp,
    Ok,
    Raw,
    StrangeHello,
    TowerFault,
    TowerFrame,
    TowerRoll,
    What,
)

HI_EVERY_S: Final = 1.0
"""Seconds between two `hi` while no tower has answered."""

PING_EVERY_S: Final = 2.0
"""Seconds between two `ping`."""

SILENT_AFTER_S: Final = 5.0
"""Seconds without a frame after which the tower counts as silent."""

COMMAND_EVERY_S: Final = 1.0
"""Seconds between two sendings of a command."""

COMMAND_TIMEOUT_S: Final = 10.0
"""Seconds from the first sending of a command until it counts as unanswered."""

REMEMBERED: Final = 256
"""Acknowledged rolls remembered, to acknowledge them again without telling them again."""


@dataclass(frozen=True)
class Counters:
    """What went over the line since the link was made.

    Attributes:
        frames: frames heard.
        losses: stretches of what was heard that were no frames.
        repeats: commands sent again because no answer came.
    """

    frames: int
    losses: int
    repeats: int


class _Phase(Enum):
    CLOSED = "closed"
    GREETING = "greeting"
    UP = "up"
    REFUSED = "refused"


@dataclass
class _Command:
    frame: Do
    sent: float | None = None
    again: float = 0.0
    readings: dict[tuple[int, Lamp], tuple[int, ...]] = field(default_factory=dict)


class Link:
    """One host's side of the line to one tower, through any number of connections.

    What it remembers of rolls outlives a connection, not the process: after a restart of the host a
    roll that was acknowledged in vain is told again, with the same identity.
    """

    def __init__(self, program: str) -> None:
        """Take the `name/version` of the host's program, which the tower is told."""
        self._hi = Hi(PROTOCOL, program)
        self._decoder = Decoder(tower_frame)
        self._phase = _Phase.CLOSED
        self._hello: Hello | None = None
        self._faults: tuple[TowerFault, ...] | None = None
        self._told: set[tuple[str, int]] = set()
        self._acknowledged: OrderedDict[tuple[str, int], None] = OrderedDict()
        self._commands: deque[_Command] = deque()
        self._last_command = 0
        self._outgoing = bytearray()
        self._heard = 0.0
        self._hi_at = 0.0
        self._ping_at = 0.0
        self._silence_told = False
        self._chatter = False
        self._beat: Beat | None = None
        self._pinged: float | None = None
        self._round_trip: float | None = None
        self._frames = 0
        self._repeats = 0

    @property
    def up(self) -> bool:
        """A tower of our protocol is there and listens."""
        return self._phase is _Phase.UP

    @property
    def buffered(self) -> int:
        """Bytes held of a line that has not ended yet; never more than the longest line."""
        return self._decoder.held

    @property
    def counters(self) -> Counters:
        """What went over the line so far."""
        return Counters(self._frames, self._decoder.losses, self._repeats)

    @property
    def beat(self) -> Beat | None:
        """The tower's last sign of life since it was greeted."""
        return self._beat

    @property
    def round_trip(self) -> float | None:
        """Seconds from the last `ping` that was answered to its answer."""
        return self._round_trip

    def silence(self, now: float) -> float:
        """Seconds since the last frame, or since the connection was opened if none came."""
        return now - self._heard

    def opened(self, now: float) -> None:
        """A connection is there: greet whoever is at its other end."""
        self._decoder.reset()
        self._outgoing.clear()
        self._told.clear()
        self._heard = now
        self._silence_told = self._chatter = False
        self._greet(now)

    def closed(self) -> list[LinkEvent]:
        """The connection is gone; commands that were under way stay unanswered."""
        self._phase = _Phase.CLOSED
        unanswered: list[LinkEvent] = [Unanswered(command.frame.number) for command in self._commands]
        self._commands.clear()
        return unanswered

    def farewell(self) -> None:
        """The host stops: the tower need not count throws any more."""
        if self._phase is _Phase.UP:
            self._send(Bye())

    def request(self, *command: str) -> int:
        """Have a command carried out (`"raw", "1"`); returns the number its `Replied` will bear.

        Raises:
            ProtocolError: the words make no command of the protocol's form.
        """
        number = self._last_command % 65535 + 1
        self._commands.append(_Command(Do(number, command)))
        self._last_command = number
        return number

    def acknowledge(self, roll: TowerRoll) -> None:
        """The roll is safe (on disk): tell the tower, now and whenever it repeats it."""
        self._told.discard(roll.identity)
        self._acknowledged[roll.identity] = None
        while len(self._acknowledged) > REMEMBERED:
            self._acknowledged.popitem(last=False)
        self._send(Ack(*roll.identity))

    def outgoing(self) -> bytes:
        """Take what is to be sent."""
        data = bytes(self._outgoing)
        self._outgoing.clear()
        return data

    def receive(self, data: bytes, now: float) -> list[LinkEvent]:
        """Take bytes that came from the tower, however cut."""
        events: list[LinkEvent] = []
        for item in self._decoder.feed(data):
            if isinstance(item, Loss):
                self._chatter = True
                events.append(LineLost("tower", f"{item.flaw}: {item.text}"))
                continue
            self._heard = now
            self._frames += 1
            self._silence_told = False
            events += self._take(item, now)
        return events

    def tick(self, now: float) -> list[LinkEvent]:
        """Let time pass: call it a few times a second."""
        events: list[LinkEvent] = []
        if self._phase not in (_Phase.GREETING, _Phase.UP):
            return events
        if self.silence(now) >= SILENT_AFTER_S and not self._silence_told:
            self._silence_told = True
            events.append(Silent(self._chatter))
            self._greet(now)
        if self._phase is _Phase.GREETING and now >= self._hi_at:
            self._greet(now)
        if self._phase is _Phase.UP:
            if now >= self._ping_at:
                self._ping_at = now + PING_EVERY_S
                self._pinged = now
                self._send(Ping())
            events += self._advance_command(now)
        return events

    def _send(self, frame: HostFrame) -> None:
        if self._phase is not _Phase.CLOSED:
            self._outgoing += frame.to_bytes()

    def _greet(self, now: float) -> None:
        self._phase = _Phase.GREETING
        self._hi_at = now + HI_EVERY_S
        self._send(self._hi)

    def _take(self, frame: TowerFrame, now: float) -> list[LinkEvent]:
        if isinstance(frame, Hello | StrangeHello):
            return self._take_hello(frame, now)
        if self._phase is not _Phase.UP or self._hello is None:
            return []  # what matters is sent again after the greeting
        match frame:
            case TowerRoll():
                return self._take_roll(frame, self._hello, now)
            case Beat():
                return self._take_beat(frame, self._hello, now)
            case What():
                return [LineLost("host", str(frame.flaw))]
            case Raw() | Ok() | Err():
                return self._take_reply(frame)

    def _take_hello(self, hello: Hello | StrangeHello, now: float) -> list[LinkEvent]:
        name = hello.firmware.partition("/")[0]
        if isinstance(hello, StrangeHello) or name != FIRMWARE:
            known = self._phase is _Phase.REFUSED
            self._phase = _Phase.REFUSED
            protocol = hello.protocol if isinstance(hello, StrangeHello) else PROTOCOL
            return [] if known else [Mismatch(protocol, hello.firmware)]
        if not hello.met:
            self._greet(now)
            return []
        before = self._hello
        same_start = before is not None and (before.unit, before.boot) == (hello.unit, hello.boot)
        if same_start and self._phase is _Phase.UP:
            return []
        self._hello = hello
        self._phase = _Phase.UP
        self._ping_at = now + PING_EVERY_S
        self._faults = None
        self._beat = self._pinged = None
        rebooted = before is not None and before.unit == hello.unit and not same_start
        return [Greeted(hello, rebooted)]

    def _take_roll(self, roll: TowerRoll, hello: Hello, now: float) -> list[LinkEvent]:
        if roll.unit != hello.unit:
            self._greet(now)
            return []
        if roll.identity in self._acknowledged:
            self._send(Ack(*roll.identity))
            return []
        if roll.identity in self._told:
            return []
        self._told.add(roll.identity)
        return [RollHeard(roll)]

    def _take_beat(self, beat: Beat, hello: Hello, now: float) -> list[LinkEvent]:
        if beat.boot != hello.boot:
            self._greet(now)  # it started anew and its hello was lost
            return []
        self._beat = beat
        if self._pinged is not None:
            self._round_trip, self._pinged = now - self._pinged, None
        if beat.faults == self._faults:
            return []
        self._faults = beat.faults
        return [FaultsChanged(beat.faults)]

    def _take_reply(self, reply: Raw | Ok | Err) -> list[LinkEvent]:
        command = self._commands[0] if self._commands else None
        if command is None or command.sent is None or reply.number != command.frame.number:
            return []  # an answer repeated
        if isinstance(reply, Raw):
            command.readings[reply.pocket, reply.lamp] = reply.values
            return []
        self._commands.popleft()
        refusal = reply.refusal if isinstance(reply, Err) else None
        return [Replied(reply.number, refusal, command.readings)]

    def _advance_command(self, now: float) -> list[LinkEvent]:
        if not self._commands:
            return []
        command = self._commands[0]
        if command.sent is not None and now - command.sent >= COMMAND_TIMEOUT_S:
            self._commands.popleft()
            return [Unanswered(command.frame.number)]
        if now >= command.again:
            self._repeats += command.sent is not None
            command.sent = now if command.sent is None else command.sent
            command.again = now + COMMAND_EVERY_S
            self._send(command.frame)
        return []
