"""What a way to explain a change may look at: the story so far, the board, and what differs."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules.events import EndTurn, Roll
from companion.games.base.tracker import priors
from companion.games.base.tracker.differences import Came, Change, Gone, Place
from companion.observations import BoardSeen

FOUNDERS_PIECES: Final = 4


@dataclass(frozen=True)
class TrackerContext:
    """One look at the board.

    Attributes:
        believed: the story so far.
        seen: the board.
        places: what differs, by place.
    """

    believed: BelievedReplay
    seen: BoardSeen
    places: Mapping[Place, tuple[Change, ...]]

    def rested(self, change: Change, seconds: float) -> bool:
        """Whether what is seen has looked so for a time, or has none left to change."""
        return self.seen.closing or self.waited(change, seconds)

    def waited(self, change: Change, seconds: float) -> bool:
        """Whether what is seen has looked so for a time."""
        return self.seen.t - change.since >= seconds

    @cached_property
    def this_turn(self) -> tuple[BelievedStep, ...]:
        """What was told since the dice were passed last."""
        return self.believed.last_turns(1)

    @cached_property
    def recent(self) -> tuple[BelievedStep, ...]:
        """What may still be taken back: this turn's; in the founding, the last pieces of the last two."""
        founding = self.believed.state.phase == "founding"
        return self.believed.steps[-FOUNDERS_PIECES:] if founding else self.this_turn

    @cached_property
    def passings(self) -> tuple[BelievedStep, ...]:
        """When the dice were passed, once round the table: the last time first."""
        seats = len(self.believed.state.players)
        steps = self.believed.last_turns(seats)
        return tuple(step for step in reversed(steps) if isinstance(step.recorded.event, EndTurn))

    @property
    def rolled(self) -> BelievedStep | None:
        """The roll of this turn, where it was told."""
        steps = reversed(self.this_turn)
        return next((step for step in steps if isinstance(step.recorded.event, Roll)), None)

    @property
    def rolled_at(self) -> float:
        """When the dice of this turn were thrown, as far as that is told."""
        return -math.inf if self.rolled is None else self.rolled.recorded.t

    @property
    def passed(self) -> BelievedStep | None:
        """The last time that the dice were passed."""
        return self.passings[0] if self.passings else None

    def gone_elsewhere(self, change: Came, explained: Container[Place]) -> bool:
        """Whether a piece like the one that came is missing at another place: it was moved, not built.

        Where that is explained, as a piece taken back, both may be.
        """
        return any(
            isinstance(other, Gone)
            and other.place not in explained
            and other.before == change.after
            and other.gain >= priors.CLEARLY_GONE_LOG_ODDS
            and abs(other.since - change.since) < priors.MOVED_ABOUT_S
            for others in self.places.values()
            for other in others
        )
