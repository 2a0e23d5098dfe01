"""The observations that sources send to the table: camera, tower, people, recordings and simulations.

Every observation has its own time, so a recording replays faster than real time with the same result: `t` is
monotonic seconds from the start of the session.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, Protocol, TypeAlias, TypedDict

from companion.errors import CompanionError
from companion.island.geometry import HexId, Site
from companion.island.reading import IslandReading, PiecesReading
from companion.wire import Range

# The values of two rolled dice: both faces, or only their sum if people enter nothing more.
#
# The sum of the tuple is the roll in both cases. Its JSON is a list of two faces, or an object with the
# ``sum``.


RolledDice: TypeAlias = tuple[int, int] | tuple[int]
"""Two faces from 1 to 6; or one number from 2 to 12, their sum."""

DICE_SUMS: Final = range(2, 13)
"""The possible sums of two dice."""


class DiceSum(TypedDict):
    """The sum of two dice whose faces are unknown."""

    sum: Annotated[int, Range(DICE_SUMS[0], DICE_SUMS[-1])]


def is_same_roll(one: RolledDice, other: RolledDice) -> bool:
    """Return whether both may describe one roll: equal faces in any order, or equal sums if a face is
    unknown."""
    if len(one) == len(other):
        return sorted(one) == sorted(other)
    return sum(one) == sum(other)


def more_precise_dice(one: RolledDice, other: RolledDice) -> RolledDice:
    """Return the one of two matching values that has the faces; `one` if both or neither does."""
    return other if len(one) < len(other) else one


def rolled_dice_to_json(dice: RolledDice) -> list[int] | DiceSum:
    """Return the JSON form of rolled dice."""
    return list(dice) if len(dice) == 2 else {"sum": dice[0]}


def rolled_dice_from_json(value: object) -> RolledDice | None:
    """Parse the JSON form of rolled dice; None if two dice can't show that."""
    match value:
        case {"sum": int(total)} if isinstance(value, Mapping) and len(value) == 1:
            return (total,) if type(total) is int and total in DICE_SUMS else None
        case (int(a), int(b)) if all(type(face) is int and 1 <= face <= 6 for face in (a, b)):
            return (a, b)
    return None


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
class DiceDetection(Observation):
    """Two pip dice came to rest, or moved dice can't be read.

    `companion.rolls` decides whether it is a roll.

    Attributes:
        dice: the two top faces, 1 to 6; for an entered roll possibly their sum alone; None: they can't be
            read.
        confidence: probability in [0, 1] that both are right.
        token: idempotency key of this throw, the same whenever the source repeats it: a tower repeats a roll
            until it is acknowledged, also after a restart of either end. The table drops an observation whose
            token is recorded already. None: the source never repeats a throw.
        thrown: the source knows that the dice were thrown, as a tower does. False: dice came to rest in view;
            a hand may have placed them there.
        late: seconds by which they may have come to rest before `t`, because the message was delayed.
        began: earliest session seconds at which both were thrown; None: not known.
        lay_s: seconds for which these dice lay untouched after the source's report before; None: not known.
    """

    dice: RolledDice | None
    confidence: float = 1.0
    token: str | None = None
    thrown: bool = True
    late: float = 0.0
    began: float | None = None
    lay_s: float | None = None


@dataclass(frozen=True)
class ResourceDiceThrown(Observation):
    """Resource dice came to rest in view after a throw. `DiceDetection` is a pair of dice with pips.

    Attributes:
        dice: for each die in view, from left to right, the probability of each face (the names of
            `companion.games.dice_game.sheet.FACES`).
        moved: for each die, whether it lies elsewhere or otherwise than before the throw.
        crops: a JPEG picture of each die, for people; empty: there are none.
        moves_before: how often dice moved before it and showed the same faces afterwards, since the last
            throw of all dice: they were put aside, or thrown.
    """

    dice: tuple[Mapping[str, float], ...]
    moved: tuple[bool, ...]
    crops: tuple[bytes, ...] = ()
    moves_before: int = 0


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
        unread: session seconds at which dice were moved that can't be read, as far as the table remembers: a
            roll may have been missed there.
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
class InputEntered(Observation):
    """A person entered something; `data` is the JSON of an input, not yet validated.

    Attributes:
        data: the input.
        thrown_at: session seconds at which the dice of an entered roll were thrown, if a source tells; None:
            nothing tells.
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


class HealthReporter:
    """Creates a source's reports: one whenever health or text differ from those of the `last` report."""

    def __init__(self, source: str, last: tuple[Health, str] | None = None) -> None:
        self._source = source
        self.last = last

    def report(self, t: float, health: Health, text: str = "") -> Iterator[SourceReport]:
        """Yield a report if health or text differ from the last one."""
        if self.last != (health, text):
            self.last = (health, text)
            yield SourceReport(t, self._source, health, text)


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
