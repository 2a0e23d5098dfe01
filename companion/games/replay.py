"""One replay of a game's story: each event with the states before and after it, and the rules that it broke.

The table's session, the games' views and summaries, what an input would change and what it breaks all read
this one fold. It is told on from the longest part that two stories share: a correction in turn 12 tells
anew what comes after turn 12, and nothing before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Generic, Protocol, TypeVar

S = TypeVar("S")
E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)
E_contra = TypeVar("E_contra", contravariant=True)

INFERRED: Final = "inferred"
"""The source of events that nobody saw or said."""

REMEMBERED: Final = 3
"""So many replays a cache keeps: the story as it stands, what was tried on it, and the one before."""

FAR_BACK_STEPS: Final = 8
"""What was before a correction of so many steps, or more, is kept until the next such one: people take back
what they corrected wrongly."""


class Rules(Protocol[S, E_contra]):
    """The rules of a game. `S` is its state, `E` its events, both immutable."""

    def initial(self) -> S:
        """The state before any event."""

    def apply(self, state: S, event: E_contra) -> S:
        """The state after an event, legal or not.

        Raises:
            ValueError: the event can't be about this table (nobody plays that colour).
        """

    def violations(self, state: S, event: E_contra) -> list[str]:
        """The rules that an event would break, as snake-case words; empty where it is legal."""


@dataclass(frozen=True)
class RecordedEvent(Generic[E_co]):
    """One event of a story, by the number of the journal's entry that told it.

    Attributes:
        number: of the entry.
        event: what happened, after all corrections.
        t: session seconds at which it was first told.
        source: who told the event as it stands, the last correction counts; `INFERRED` where nobody
            saw or said it.
        certainty: of who told it as it stands; 1 is what people said, which stays as they said it.
        secret: a player's phone told it, or a part of it, whoever corrected it since.
        as_of: number of the entry that told it as it stands: of the last correction; 0: of its own.
    """

    number: int
    event: E_co
    t: float = 0.0
    source: str = ""
    certainty: float = 1.0
    secret: bool = False
    as_of: int = 0

    @property
    def newest(self) -> int:
        """Number of the entry that told it as it stands."""
        return self.as_of or self.number


@dataclass(frozen=True)
class Step(Generic[S, E]):
    """One event of a story, and what it changed.

    Attributes:
        recorded: the event, and who told it.
        before, after: the state that it met, and the one that it left.
        rules: of the game; they are equal whatever they are, so that steps are compared by what was told.
    """

    recorded: RecordedEvent[E]
    before: S
    after: S
    rules: Rules[S, E] = field(compare=False, repr=False)

    @property
    def number(self) -> int:
        """Of the entry that told it first."""
        return self.recorded.number

    @property
    def event(self) -> E:
        """What happened."""
        return self.recorded.event

    @cached_property
    def violations(self) -> tuple[str, ...]:
        """The rules that the event broke: worked out when somebody first asks."""
        return tuple(self.rules.violations(self.before, self.event))

    def told_as(self, recorded: RecordedEvent[E]) -> Step[S, E]:
        """The same step, of which a recorded event says who told it."""
        if recorded is self.recorded or recorded == self.recorded:
            return self
        step = replace(self, recorded=recorded)
        if "violations" in self.__dict__:
            step.__dict__["violations"] = self.violations
        return step


@dataclass(frozen=True)
class Replay(Generic[S, E]):
    """A story step by step.

    Attributes:
        steps: of every event, in the order in which they happened.
        initial: the state before the first.
    """

    steps: tuple[Step[S, E], ...]
    initial: S

    @property
    def state(self) -> S:
        """The state now."""
        return self.steps[-1].after if self.steps else self.initial

    @cached_property
    def recorded(self) -> tuple[RecordedEvent[E], ...]:
        """What was told, without what it came to."""
        return tuple(step.recorded for step in self.steps)

    @cached_property
    def violations(self) -> dict[int, tuple[str, ...]]:
        """The rules that recorded events break, by their numbers; only of those that break any."""
        return {step.number: step.violations for step in self.steps if step.violations}

    def shares(self, recorded_events: Sequence[RecordedEvent[E]]) -> int:
        """How many steps, from the first on, are of the same events as the first of these recorded events."""
        shared = 0
        for step, recorded in zip(self.steps, recorded_events, strict=False):
            if step.recorded is not recorded and step.event != recorded.event:
                break
            shared += 1
        return shared


def replayed(
    rules: Rules[S, E], recorded_events: Iterable[RecordedEvent[E]], like: Replay[S, E] | None = None
) -> Replay[S, E]:
    """The replay of recorded events.

    Args:
        rules: of their game.
        recorded: in the order in which they happened.
        like: a replay by the same rules: as far as it tells the same events it isn't told anew.

    Raises:
        ValueError: an event can't be about this table.
    """
    recorded_events = tuple(recorded_events)
    initial = rules.initial() if like is None else like.initial
    steps = [] if like is None else list(like.steps[: like.shares(recorded_events)])
    steps = [step.told_as(recorded) for step, recorded in zip(steps, recorded_events, strict=False)]
    state = steps[-1].after if steps else initial
    for recorded in recorded_events[len(steps) :]:
        after = rules.apply(state, recorded.event)
        steps.append(Step(recorded, state, after, rules))
        state = after
    return Replay(tuple(steps), initial)


class ReplayCache(Generic[S, E]):
    """Replays stories that are much alike: each is told on from the likest of the last ones.

    It makes them quick, and changes nothing of what they say.
    """

    def __init__(self, rules: Rules[S, E]) -> None:
        """With nothing replayed yet."""
        self._rules = rules
        self._last: tuple[Replay[S, E], ...] = ()

    def of(self, recorded_events: tuple[RecordedEvent[E], ...]) -> Replay[S, E]:
        """The replay of recorded events."""
        like = max(self._last, key=lambda each: each.shares(recorded_events), default=None)
        if like is not None and like.recorded == recorded_events:
            return like
        found = replayed(self._rules, recorded_events, like)
        self._last = (found, *self._last)[:REMEMBERED]
        return found
