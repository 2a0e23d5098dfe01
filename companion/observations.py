"""The observations that sources send to the table: camera, tower, people, recordings and simulations.

Every observation has its own time, so a recording replays faster than real time with the same result: `t` is
monotonic seconds from the start of the session.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from companion.errors import CompanionError
from companion.island.geometry import HexId
from companion.island.pieces import Site
from companion.island.reading import IslandReading, PiecesReading
from companion.rolled_dice import RolledDice


@dataclass(frozen=True)
class Observation:
    """An observation of a source.

    Attributes:
        t: monotonic seconds from the start of the session.
        source: the name of the source ("tower", "camera", "tablet", ...).
    """

    t: float
    source: str


@dataclass(frozen=True)
class RollSeen(Observation):
    """Two pip dice came to rest.

    Attributes:
        dice: the two top faces, 1 to 6; for an entered roll possibly their sum alone.
        confidence: probability in [0, 1] that both are right.
        token: idempotency key of this throw, the same whenever the source repeats it: a tower repeats a roll
            until it is acknowledged, also after a restart of either end. The table drops an observation whose
            token is recorded already. None: the source never repeats a throw.
        thrown: the source knows that the dice were thrown, as a tower does. False: dice came to rest in view;
            a hand may have placed them there.
        late: seconds by which they may have come to rest before `t`, because the message was delayed.
        began: earliest session seconds at which both were thrown; None: not known.
    """

    dice: RolledDice
    confidence: float = 1.0
    token: str | None = None
    thrown: bool = True
    late: float = 0.0
    began: float | None = None


@dataclass(frozen=True)
class RollDoubted(Observation):
    """Dice were seen that only people can interpret.

    Attributes:
        dice: the two top faces, 1 to 6.
        confidence: probability in [0, 1] that both are right.
        entry: number of the entry that records this roll, either as another source saw it with other dice, or
            as it was counted from dice at rest (`DiceSettled`); None: no entry records it, and it may be no
            roll at all.
        witness: the name of the source of that entry; empty if there is none.
        off_tower: the dice came to rest outside a working source that counts throws.
        next_entry: number of the entry of the throw after these dice; None: there is none yet.
    """

    dice: RolledDice
    confidence: float = 1.0
    entry: int | None = None
    witness: str = ""
    off_tower: bool = False
    next_entry: int | None = None


@dataclass(frozen=True)
class DiceSettled(Observation):
    """Dice came to rest outside a source that counts throws, and that source reported no throw in time.

    People may have thrown them there. It is a roll if the game expects one.

    Attributes:
        dice: the two top faces, 1 to 6.
        confidence: probability in [0, 1] that both are right.
    """

    dice: RolledDice
    confidence: float = 1.0


@dataclass(frozen=True)
class DicePresumedRolled(Observation):
    """New dice settled while these were still in question, and nobody rejected them.

    They are assumed to have been a real roll, if the game expected one.

    Attributes:
        dice: the two top faces, 1 to 6.
        confidence: probability in [0, 1] that they were thrown, and both are right.
    """

    dice: RolledDice
    confidence: float


@dataclass(frozen=True)
class RollAfterSettledDice(Observation):
    """Dice were thrown, and the roll before them came from dice that only settled (`DiceSettled`).

    Unless that roll was played since, both may be the same player's, and the settled dice were no roll.

    Attributes:
        dice: the two top faces, 1 to 6.
        confidence: probability in [0, 1] that both are right.
        entry: number of the entry of the roll from the settled dice.
        own_roll: people also throw outside the tower, as they showed or confirmed: the settled dice were more
            likely a roll of their own.
    """

    dice: RolledDice
    confidence: float
    entry: int
    own_roll: bool = False


@dataclass(frozen=True)
class DiceUnreadable(Observation):
    """Dice were moved that can't be read where they are: it may have been a roll, which people must enter.

    Attributes:
        why: the reason, a sentence for people.
    """

    why: str = ""


@dataclass(frozen=True)
class TimePassed(Observation):
    """No new facts: a source that sent something has watched for a while, and pending decisions may time
    out."""


@dataclass(frozen=True)
class IslandSeen(Observation):
    """The island was read from a picture."""

    reading: IslandReading


@dataclass(frozen=True)
class BoardSeen(Observation):
    """The belief about the pieces and the robber, based on all frames so far.

    A later one replaces an earlier one: beliefs must never be multiplied. It is sent when a belief changes,
    and repeated while the change settles.

    Attributes:
        pieces: probabilities for every site.
        robber: probability of the robber's presence on each hex; None: on none.
        covered: sites that are covered, or weren't read since they were, each with the session second of its
            last reading: the beliefs in these are as old.
        since: session seconds since which a site has had its present look, for its most likely contents;
            sites left out have always had it.
        earliest: for sites whose look changed while they were covered: the session seconds when they were
            covered. The change may be as early as that.
        robber_since: the same as `since`, for the robber's most likely hex.
        handled: session seconds at which a hand changed the look of a site, whatever is read there; sites
            left out were never changed so.
        sides: the side from which the hand reached a site, if that was seen: degrees clockwise from the
            island's north. The player who sits there placed the piece.
        robber_side: the same for the robber's hex.
        closing: another event (the next roll) ends the players' actions: the current pieces count, however
            recent they are.
        unread: session seconds at which unreadable dice were moved (`DiceUnreadable`), as far as the table
            remembers: a roll may have been missed there.
        turn: rotation of the island in the picture in degrees, clockwise: 0 if its north is up; None: not
            known.
    """

    pieces: PiecesReading
    robber: Mapping[HexId | None, float]
    covered: Mapping[Site, float] = field(default_factory=dict)
    since: Mapping[Site, float] = field(default_factory=dict)
    earliest: Mapping[Site, float] = field(default_factory=dict)
    robber_since: float = -math.inf
    handled: Mapping[Site, float] = field(default_factory=dict)
    sides: Mapping[Site, float] = field(default_factory=dict)
    robber_side: float | None = None
    closing: bool = False
    unread: tuple[float, ...] = ()
    turn: float | None = None


@dataclass(frozen=True)
class BoardSeenWithPendingDice(Observation):
    """The board, while it is in doubt whether settled dice (`DiceSettled`) were a roll of their own.

    The owner of newly placed pieces shows whose turn it is.

    Attributes:
        board: the board.
        dice: the settled dice.
        confidence: probability in [0, 1] that both are right.
        since: session seconds since which pieces count as evidence.
        entry: number of the entry of the roll that was recorded instead of them, or of their own roll if that
            was recorded; None: no roll was recorded since.
        own_roll: they were recorded as a roll of their own, and a throw as another.
    """

    board: BoardSeen
    dice: RolledDice
    confidence: float
    since: float
    entry: int | None = None
    own_roll: bool = False


@dataclass(frozen=True)
class InputEntered(Observation):
    """A person entered something; `data` is the JSON of an input, not yet validated.

    Attributes:
        data: the input.
        thrown_at: session seconds at which unreadable dice were moved (`DiceUnreadable`), if the input may be
            their roll; None: no such dice are pending.
    """

    data: Mapping[str, Any]
    thrown_at: float | None = None


class InputRefused(CompanionError, ValueError):  # noqa: N818 (a refusal, not an error, for a person)
    """An input that is invalid at this table now; the message says in plain words why."""


Health = Literal["ok", "waiting", "fault"]


@dataclass(frozen=True)
class SourceReport(Observation):
    """The state of a source, in words for a person: the problem and the remedy.

    Attributes:
        health: "ok": it works; "waiting": it isn't available (yet) and is searched for; "fault": it needs a
            person.
        text: one sentence; empty if all is well.
    """

    health: Health
    text: str = ""


Emit = Callable[[Observation], object]
Clock = Callable[[], float]


class Source(Protocol):
    """A producer of observations. The table runs each source in its own thread."""

    @property
    def name(self) -> str:
        """A short name, unique at a table; part of every observation."""

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Observe until `stop` is set, then return within a second.

        It never raises for faults of the environment (unplugged, garbled, missing): it emits a `SourceReport`
        and tries again. `emit` may be called from this thread only. It blocks until the table has recorded
        the observation on disk.
        """
