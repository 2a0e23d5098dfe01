"""What sources tell the table: the one door for camera, tower, people, recordings, simulations.

Every observation carries its own time, so that a recording replays faster than life and to the
same end: `t` is monotonic seconds from the start of the session.
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
from companion.thrown import Thrown


@dataclass(frozen=True)
class Observation:
    """Something a source saw or heard.

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
        dice: the two top faces, 1 to 6; of what people entered perhaps their sum alone.
        confidence: probability in [0, 1] that both are right.
        token: durable identity of this one throw, the same whenever the source tells it again (a
            tower repeats a roll until it is acknowledged, also after a restart of either end).
            Whoever takes observations drops one whose token is on record already. None: the source
            never tells a throw twice.
        thrown: the source knows that the dice were thrown, as a tower does that they fell through.
            False: dice came to rest where it looks; a hand may have laid them there.
        late: seconds by which they may have come to rest before `t`: what said so was held up on its way.
        began: session seconds from which on both were thrown; None: not known.
    """

    dice: Thrown
    confidence: float = 1.0
    token: str | None = None
    thrown: bool = True
    late: float = 0.0
    began: float | None = None


@dataclass(frozen=True)
class RollDoubted(Observation):
    """Dice were seen that only people can make sense of.

    Attributes:
        dice: the two top faces, 1 to 6.
        confidence: probability in [0, 1] that both are right.
        told: number of the entry that tells this roll, as another source saw it with other dice, or as it
            was counted though the dice only lay there (`DiceLay`); None: nobody told it, and it may be no
            roll at all.
        witness: the name of the source that told it; empty where nobody did.
        beside: the dice only lay there, beside a source at work that counts the throws.
        before: number of the entry that tells the throw that came after these dice; None: none did yet.
    """

    dice: Thrown
    confidence: float = 1.0
    told: int | None = None
    witness: str = ""
    beside: bool = False
    before: int | None = None


@dataclass(frozen=True)
class DiceLay(Observation):
    """Dice came to rest beside a source that counts the throws, and it told no throw so long after that it
    would have: people may have thrown them there. It is a roll where the game waits for one.

    Attributes:
        dice: the two top faces, 1 to 6.
        confidence: probability in [0, 1] that both are right.
    """

    dice: Thrown
    confidence: float = 1.0


@dataclass(frozen=True)
class DicePlayed(Observation):
    """Other dice have come to rest since it was asked whether these were a roll, and nobody said that they
    were none: they were played, so likely they were. It is a roll where the game waited for one.

    Attributes:
        dice: the two top faces, 1 to 6.
        confidence: probability in [0, 1] that they were thrown, and both are right.
    """

    dice: Thrown
    confidence: float


@dataclass(frozen=True)
class RollOverDice(Observation):
    """Dice were thrown, and the roll before them is of dice that only lay there (`DiceLay`): unless it was
    played since, these may be the same player's, and those were no roll.

    Attributes:
        dice: the two top faces, 1 to 6.
        confidence: probability in [0, 1] that both are right.
        told: number of the entry that tells the roll of the dice that lay there.
        own: people throw there as well, as they showed or said: it was more likely a roll of its own.
    """

    dice: Thrown
    confidence: float
    told: int
    own: bool = False


@dataclass(frozen=True)
class DiceUnread(Observation):
    """Dice were moved that can't be read as they lie: it may have been a roll, which people have to say.

    Attributes:
        why: what is wrong with them, a sentence for people.
    """

    why: str = ""


@dataclass(frozen=True)
class Waited(Observation):
    """Nothing new: a source that told something has looked on for a while, for whoever waits for that."""


@dataclass(frozen=True)
class IslandSeen(Observation):
    """The island was read from a picture."""

    reading: IslandReading


@dataclass(frozen=True)
class BoardSeen(Observation):
    """What is believed to stand on the island, from all that was seen of it so far.

    A later one replaces an earlier one: beliefs are never to be multiplied. It is told when a belief
    changes, and again while what changed comes to rest.

    Attributes:
        pieces: probabilities for every site.
        robber: probability of the robber standing on each hex; None: on none.
        covered: sites that can't be seen, as something lies over them, or weren't read since, by the session
            second in which they were last: beliefs in these are as old.
        since: session seconds from which on a site has looked as it does now, in whatever it most likely
            bears; sites left out have looked so for ever.
        earliest: of sites that came to look so while they were covered, since when: they may have done so
            earlier than `since` by as much.
        robber_since: the same of the robber's most likely hex.
        handled: session seconds at which a hand was at a site and left it looking otherwise, whatever is
            read there; sites left out were never changed so.
        sides: from which side the hand came that gave a site its look, where that was seen: degrees
            clockwise from the island's north. Whoever sits there put down what stands there.
        robber_side: the same of the robber's hex.
        closing: something else has happened that ends what people could still be doing (the next
            roll): what stands there now stands, however short a time it has.
        unread: session seconds at which dice were moved that could not be read (`DiceUnread`), as far as the
            table remembers: a roll may have been missed there.
        turn: by how many degrees the island is turned in the picture, clockwise: 0 where its north is up;
            None: not known.
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
class PlayWatched(Observation):
    """The board, while it is in doubt whether dice that lay there (`DiceLay`) were a roll of their own: whose
    pieces are put down tells whose turn it is.

    Attributes:
        board: the board.
        dice: those that lay there.
        confidence: probability in [0, 1] that both are right.
        since: session seconds from which on pieces tell it.
        told: number of the entry of the roll that was told instead of them or, where they were told, of
            theirs; None: no roll was told since.
        own: they were told as a roll of their own, and a throw as another.
    """

    board: BoardSeen
    dice: Thrown
    confidence: float
    since: float
    told: int | None = None
    own: bool = False


@dataclass(frozen=True)
class InputEntered(Observation):
    """A person entered something: `data` is the JSON of an input, not yet checked.

    Attributes:
        data: the input.
        thrown_at: session seconds at which dice were moved that could not be read (`DiceUnread`), where what
            is entered may be what they showed; None: no such dice wait for that.
    """

    data: Mapping[str, Any]
    thrown_at: float | None = None


class InputRefused(CompanionError, ValueError):  # noqa: N818 (a refusal, as a person is told it)
    """An input that makes no sense at this table now; the message says in plain words why."""


Health = Literal["ok", "waiting", "fault"]


@dataclass(frozen=True)
class SourceReport(Observation):
    """How a source is doing, in words for a person: what is wrong and what to do.

    Attributes:
        health: "ok" works; "waiting" isn't there (yet) and is looked for; "fault" needs a person.
        text: one sentence; empty when all is well.
    """

    health: Health
    text: str = ""


Emit = Callable[[Observation], object]
Clock = Callable[[], float]


class Source(Protocol):
    """Anything that observes. The table runs each in a thread of its own."""

    @property
    def name(self) -> str:
        """A short name, unique at a table; stands in every observation."""

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Observe until `stop` is set, then return within a second.

        Never raises for what can go wrong in the world (unplugged, garbled, missing): it emits a
        `SourceReport` and goes on trying. `emit` may be called from this thread only and blocks
        until the table has taken the observation (what it told is then on disk).
        """
