"""The input of the hypothesis generators: the replay, the board and the differences between them."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules.events import EndTurn, Roll
from companion.games.base.tracker import priors
from companion.games.base.tracker.board_diff import Change, PieceAdded, PieceRemoved, Place
from companion.observations import BoardSeen

FOUNDERS_PIECES: Final = 4
"""Number of last pieces of the founding that may be taken back: those of two players."""


@dataclass(frozen=True)
class TrackerContext:
    """One reading of the board.

    Attributes:
        believed: the replay so far.
        seen: the board reading.
        places: the possible changes by place.
    """

    believed: BelievedReplay
    seen: BoardSeen
    places: Mapping[Place, tuple[Change, ...]]

    def has_settled(self, change: Change, seconds: float) -> bool:
        """Return whether a change has been stable for a time, or the board is about to change."""
        return self.seen.closing or self.has_lasted(change, seconds)

    def has_lasted(self, change: Change, seconds: float) -> bool:
        """Return whether a change has been stable for a time."""
        return self.seen.t - change.since >= seconds

    @cached_property
    def this_turn(self) -> tuple[BelievedStep, ...]:
        """The steps since the last turn end."""
        return self.believed.last_turns(1)

    @cached_property
    def recent_steps(self) -> tuple[BelievedStep, ...]:
        """The steps that may be taken back: this turn's; during the founding, the last two players'."""
        founding = self.believed.state.phase == "founding"
        return self.believed.steps[-FOUNDERS_PIECES:] if founding else self.this_turn

    @cached_property
    def turn_ends(self) -> tuple[BelievedStep, ...]:
        """The turn ends of the last round, the newest first."""
        seats = len(self.believed.state.players)
        steps = self.believed.last_turns(seats)
        return tuple(step for step in reversed(steps) if isinstance(step.record.event, EndTurn))

    @property
    def roll_step(self) -> BelievedStep | None:
        """The recorded roll of this turn; None: there is none."""
        steps = reversed(self.this_turn)
        return next((step for step in steps if isinstance(step.record.event, Roll)), None)

    @property
    def roll_time_s(self) -> float:
        """The session time of this turn's recorded roll, in seconds; minus infinity: there is none."""
        return -math.inf if self.roll_step is None else self.roll_step.record.t

    @property
    def last_turn_end(self) -> BelievedStep | None:
        """The last turn end; None: there is none in the last round."""
        return self.turn_ends[0] if self.turn_ends else None

    def is_moved_piece(self, change: PieceAdded, explained: Container[Place]) -> bool:
        """Return whether a like piece disappeared elsewhere: this one was moved, not built.

        A disappearance that is already explained as a removal does not count.
        """
        return any(
            isinstance(other, PieceRemoved)
            and other.place not in explained
            and other.before == change.after
            and other.gain >= priors.CLEARLY_GONE_LOG_ODDS
            and abs(other.since - change.since) < priors.MOVED_ABOUT_S
            for others in self.places.values()
            for other in others
        )
