"""The host's end of the dice tower's protocol, independent of transport and clock.

Its inputs are bytes and times; its outputs are bytes to send and link events. It does the handshake, reports
each roll once, acknowledges rolls at its caller's request, retries commands, pings the tower and detects
silence.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal

from companion.sources.tower import protocol

# Events of the link to a dice tower, as the host's end reports them.


@dataclass(frozen=True)
class LinkEstablished:
    """The handshake with a tower of our protocol version succeeded.

    Attributes:
        hello: the tower's hello.
        rebooted: it is the same tower as before, after a restart.
    """

    hello: protocol.Hello
    rebooted: bool


@dataclass(frozen=True)
class FaultsChanged:
    """The tower's current faults, after a change and once after each handshake."""

    faults: tuple[protocol.TowerFault, ...]


@dataclass(frozen=True)
class LinkSilence:
    """No frame arrived for `link.SILENT_AFTER_S` seconds.

    Attributes:
        chatter: bytes arrived that are no frames: another device, or another baud rate.
    """

    chatter: bool


@dataclass(frozen=True)
class LineLost:
    """Bytes were lost or damaged; reported once for each loss.

    Attributes:
        end: sender of the damaged line.
        text: the flaw, for a log.
    """

    end: Literal["host", "tower"]
    text: str


@dataclass(frozen=True)
class CommandReply:
    """The tower answered a command.

    Attributes:
        number: the command's number, as `Link.request` returned it.
        refusal: the reason that it wasn't executed; None if it was.
        readings: for `raw`: the sensors' values, 0 to 1023, by pocket (1 or 2) and lamp.
    """

    number: int
    refusal: protocol.Refusal | None
    readings: dict[tuple[int, protocol.Lamp], tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class CommandTimeout:
    """A command wasn't answered before its timeout or the end of the connection."""

    number: int


LinkEvent = (
    LinkEstablished
    | protocol.ForeignHello
    | protocol.TowerRoll
    | FaultsChanged
    | LinkSilence
    | LineLost
    | CommandReply
    | CommandTimeout
)
"""A `ForeignHello` is reported once, and all later frames of that device are ignored. A `TowerRoll` is one
that this link hasn't reported before: call `Link.acknowledge` once it is on disk."""


HI_EVERY_S: Final = 1.0
"""Seconds between two `hi` until a tower answers."""

PING_EVERY_S: Final = 2.0
"""Seconds between two `ping`."""

SILENT_AFTER_S: Final = 5.0
"""Seconds without a frame after which the tower counts as silent (timeout)."""

COMMAND_RETRY_S: Final = 1.0
"""Seconds until an unanswered command is sent again."""

COMMAND_TIMEOUT_S: Final = 10.0
"""Seconds from the first transmission of a command to its timeout."""

MAX_REMEMBERED_ROLLS: Final = 256
"""Number of acknowledged rolls remembered, so that a repeated one is acknowledged but not reported."""


class _LinkPhase(Enum):
    CLOSED = "closed"
    GREETING = "greeting"
    UP = "up"
    REFUSED = "refused"


@dataclass
class _PendingCommand:
    frame: protocol.Do
    sent_at: float | None = None
    resend_at: float = 0.0
    readings: dict[tuple[int, protocol.Lamp], tuple[int, ...]] = field(default_factory=dict)


class Link:
    """The host's end of the line to one tower, across any number of connections.

    Its memory of rolls survives a connection, but not the process: after a restart of the host, a roll
    whose acknowledgement was lost is reported again, with the same identity.

    Attributes:
        beat: the last `Beat` since the handshake; None if none has arrived.
        round_trip: seconds from the last answered `ping` to its answer.
        frames: number of frames received since the link was created.
        repeats: number of retries of unanswered commands since then.
    """

    def __init__(self, program: str) -> None:
        """Create a closed link; `program` is the host's `name/version`, sent in the handshake."""
        self._hi = protocol.Hi(protocol.PROTOCOL_VERSION, program)
        self._decoder = protocol.Decoder(protocol.parse_tower_frame)
        self._phase = _LinkPhase.CLOSED
        self._hello: protocol.Hello | None = None
        self._faults: tuple[protocol.TowerFault, ...] | None = None
        self._reported: set[tuple[str, int]] = set()
        self._acknowledged: OrderedDict[tuple[str, int], None] = OrderedDict()
        self._commands: deque[_PendingCommand] = deque()
        self._last_command_number = 0
        self._outgoing = bytearray()
        self._last_frame_at = 0.0
        self._next_hi_at = 0.0
        self._next_ping_at = 0.0
        self._silence_reported = False
        self._chatter = False
        self.beat: protocol.Beat | None = None
        self._ping_sent_at: float | None = None
        self.round_trip: float | None = None
        self.frames = 0
        self.repeats = 0

    @property
    def is_up(self) -> bool:
        """True after the handshake with a tower of our protocol version."""
        return self._phase is _LinkPhase.UP

    @property
    def buffered_byte_count(self) -> int:
        """Number of buffered bytes of an incomplete line; at most the longest line."""
        return self._decoder.buffered_byte_count

    @property
    def losses(self) -> int:
        """Number of stretches of received bytes that were no frames."""
        return self._decoder.losses

    def silence(self, now: float) -> float:
        """Return the seconds since the last frame, or since the connection was opened."""
        return now - self._last_frame_at

    def open_connection(self, now: float) -> None:
        """Start the handshake on a newly opened connection."""
        self._decoder.reset()
        self._outgoing.clear()
        self._reported.clear()
        self._last_frame_at = now
        self._silence_reported = self._chatter = False
        self._greet(now)

    def close_connection(self) -> list[LinkEvent]:
        """Mark the connection as closed; return a timeout for each pending command."""
        self._phase = _LinkPhase.CLOSED
        unanswered: list[LinkEvent] = [CommandTimeout(command.frame.number) for command in self._commands]
        self._commands.clear()
        return unanswered

    def send_bye(self) -> None:
        """Queue a `bye`: the host stops, and the tower need not count throws."""
        if self._phase is _LinkPhase.UP:
            self._send(protocol.Bye())

    def request(self, *command: str) -> int:
        """Queue a command (`"raw", "1"`); return its number, which its `CommandReply` repeats.

        Raises:
            ProtocolError: the words are no valid command of the protocol.
        """
        number = self._last_command_number % 65535 + 1
        self._commands.append(_PendingCommand(protocol.Do(number, command)))
        self._last_command_number = number
        return number

    def acknowledge(self, roll: protocol.TowerRoll) -> None:
        """Acknowledge a roll that is safe on disk, now and whenever the tower repeats it."""
        self._reported.discard(roll.identity)
        self._acknowledged[roll.identity] = None
        while len(self._acknowledged) > MAX_REMEMBERED_ROLLS:
            self._acknowledged.popitem(last=False)
        self._send(protocol.Ack(*roll.identity))

    def take_outgoing(self) -> bytes:
        """Return the bytes to send, and clear them."""
        data = bytes(self._outgoing)
        self._outgoing.clear()
        return data

    def receive(self, data: bytes, now: float) -> list[LinkEvent]:
        """Process bytes from the tower, split anywhere; return the events."""
        events: list[LinkEvent] = []
        for item in self._decoder.feed(data):
            if isinstance(item, protocol.Loss):
                self._chatter = True
                events.append(LineLost("tower", f"{item.flaw}: {item.text}"))
                continue
            self._last_frame_at = now
            self.frames += 1
            self._silence_reported = False
            events += self._handle_frame(item, now)
        return events

    def tick(self, now: float) -> list[LinkEvent]:
        """Process timeouts, pings and retries; call it a few times a second."""
        events: list[LinkEvent] = []
        if self._phase not in (_LinkPhase.GREETING, _LinkPhase.UP):
            return events
        if self.silence(now) >= SILENT_AFTER_S and not self._silence_reported:
            self._silence_reported = True
            events.append(LinkSilence(self._chatter))
            self._greet(now)
        if self._phase is _LinkPhase.GREETING and now >= self._next_hi_at:
            self._greet(now)
        if self._phase is _LinkPhase.UP:
            if now >= self._next_ping_at:
                self._next_ping_at = now + PING_EVERY_S
                self._ping_sent_at = now
                self._send(protocol.Ping())
            events += self._advance_command(now)
        return events

    def _send(self, frame: protocol.HostFrame) -> None:
        if self._phase is not _LinkPhase.CLOSED:
            self._outgoing += frame.to_bytes()

    def _greet(self, now: float) -> None:
        self._phase = _LinkPhase.GREETING
        self._next_hi_at = now + HI_EVERY_S
        self._send(self._hi)

    def _handle_frame(self, frame: protocol.TowerFrame, now: float) -> list[LinkEvent]:
        if isinstance(frame, protocol.Hello | protocol.ForeignHello):
            return self._handle_hello(frame, now)
        if self._phase is not _LinkPhase.UP or self._hello is None:
            return []  # the tower repeats everything important after the handshake
        match frame:
            case protocol.TowerRoll():
                return self._handle_roll(frame, self._hello, now)
            case protocol.Beat():
                return self._handle_beat(frame, self._hello, now)
            case protocol.What():
                return [LineLost("host", str(frame.flaw))]
            case protocol.Raw() | protocol.Ok() | protocol.Err():
                return self._handle_reply(frame)

    def _handle_hello(self, hello: protocol.Hello | protocol.ForeignHello, now: float) -> list[LinkEvent]:
        if isinstance(hello, protocol.Hello) and hello.firmware.partition("/")[0] != protocol.FIRMWARE:
            hello = protocol.ForeignHello(protocol.PROTOCOL_VERSION, hello.firmware)
        if isinstance(hello, protocol.ForeignHello):
            known = self._phase is _LinkPhase.REFUSED
            self._phase = _LinkPhase.REFUSED
            return [] if known else [hello]
        if not hello.met:
            self._greet(now)
            return []
        before = self._hello
        same_start = before is not None and (before.unit, before.boot) == (hello.unit, hello.boot)
        if same_start and self._phase is _LinkPhase.UP:
            return []
        self._hello = hello
        self._phase = _LinkPhase.UP
        self._next_ping_at = now + PING_EVERY_S
        self._faults = None
        self.beat = self._ping_sent_at = None
        rebooted = before is not None and before.unit == hello.unit and not same_start
        return [LinkEstablished(hello, rebooted)]

    def _handle_roll(self, roll: protocol.TowerRoll, hello: protocol.Hello, now: float) -> list[LinkEvent]:
        if roll.unit != hello.unit:
            self._greet(now)
            return []
        if roll.identity in self._acknowledged:
            self._send(protocol.Ack(*roll.identity))
            return []
        if roll.identity in self._reported:
            return []
        self._reported.add(roll.identity)
        return [roll]

    def _handle_beat(self, beat: protocol.Beat, hello: protocol.Hello, now: float) -> list[LinkEvent]:
        if beat.boot != hello.boot:
            self._greet(now)  # the board restarted, and its hello was lost
            return []
        self.beat = beat
        if self._ping_sent_at is not None:
            self.round_trip, self._ping_sent_at = now - self._ping_sent_at, None
        if beat.faults == self._faults:
            return []
        self._faults = beat.faults
        return [FaultsChanged(beat.faults)]

    def _handle_reply(self, reply: protocol.Raw | protocol.Ok | protocol.Err) -> list[LinkEvent]:
        command = self._commands[0] if self._commands else None
        if command is None or command.sent_at is None or reply.number != command.frame.number:
            return []  # a repeated answer
        if isinstance(reply, protocol.Raw):
            command.readings[reply.pocket, reply.lamp] = reply.values
            return []
        self._commands.popleft()
        refusal = reply.refusal if isinstance(reply, protocol.Err) else None
        return [CommandReply(reply.number, refusal, command.readings)]

    def _advance_command(self, now: float) -> list[LinkEvent]:
        if not self._commands:
            return []
        command = self._commands[0]
        if command.sent_at is not None and now - command.sent_at >= COMMAND_TIMEOUT_S:
            self._commands.popleft()
            return [CommandTimeout(command.frame.number)]
        if now >= command.resend_at:
            self.repeats += command.sent_at is not None
            command.sent_at = now if command.sent_at is None else command.sent_at
            command.resend_at = now + COMMAND_RETRY_S
            self._send(command.frame)
        return []
