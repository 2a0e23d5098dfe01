"""The replay of a game: each event with the states before and after it, and the rules that it breaks.

The table's session, the games' views and summaries, and previews of inputs all read this one fold. A replay
reuses the common prefix of an earlier one: a correction in turn 12 recomputes only from turn 12 on.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Generic, Protocol, TypeVar

S = TypeVar("S")
E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)
E_contra = TypeVar("E_contra", contravariant=True)

INFERRED_SOURCE: Final = "inferred"
"""The source of events that nobody reported."""

MAX_CACHED_REPLAYS: Final = 3
"""Replays in a cache: the actual history, its last preview, and the one before."""

FAR_BACK_STEPS: Final = 8
"""Steps from which a correction counts as far back. The replay before it is kept until the next such
correction, as people often revert a wrong correction.
"""


class Rules(Protocol[S, E_contra]):
    """The rules of a game. `S` is its state, `E` its events, both immutable."""

    @abstractmethod
    def initial(self) -> S:
        """Return the state before any event."""

    @abstractmethod
    def apply(self, state: S, event: E_contra) -> S:
        """Return the state after an event, legal or not.

        Raises:
            ValueError: the event can't be about this table (nobody plays that colour).
        """

    @abstractmethod
    def violations(self, state: S, event: E_contra) -> list[str]:
        """Return the rules that an event would break, as snake_case words; empty where it is legal."""


@dataclass(frozen=True)
class RecordedEvent(Generic[E_co]):
    """An event with the number of the journal entry that first recorded it.

    Attributes:
        number: the entry's number.
        event: the event after all corrections.
        t: session seconds at which it was first recorded.
        source: the source of the latest version of the event; `INFERRED_SOURCE` where nobody reported it.
        certainty: the certainty of the latest version; 1 for people's inputs, which sensors never override.
        secret: a player's phone recorded or corrected at least a part of it.
        as_of: number of the entry with the latest version, the last correction; 0: `number` itself.
        retracted_at: session seconds at which it was undone or replaced; None: it is effective.
    """

    number: int
    event: E_co
    t: float = 0.0
    source: str = ""
    certainty: float = 1.0
    secret: bool = False
    as_of: int = 0
    retracted_at: float | None = None

    @property
    def effective_entry(self) -> int:
        """The number of the entry with the latest version of the event."""
        return self.as_of or self.number


@dataclass(frozen=True)
class Step(Generic[S, E]):
    """One event and its effect.

    Attributes:
        recorded: the recorded event.
        before, after: the states before and after the event.
        rules: the game's rules; ignored in comparisons, so that steps are compared by their events.
    """

    recorded: RecordedEvent[E]
    before: S
    after: S
    rules: Rules[S, E] = field(compare=False, repr=False)

    @property
    def number(self) -> int:
        """The number of the entry that first recorded it."""
        return self.recorded.number

    @property
    def event(self) -> E:
        """The event itself."""
        return self.recorded.event

    @cached_property
    def violations(self) -> tuple[str, ...]:
        """The rules that the event broke; computed on first use."""
        return tuple(self.rules.violations(self.before, self.event))

    def with_record(self, recorded: RecordedEvent[E]) -> Step[S, E]:
        """Return the same step with another record of its event (source, certainty)."""
        if recorded is self.recorded or recorded == self.recorded:
            return self
        step = replace(self, recorded=recorded)
        if "violations" in self.__dict__:
            step.__dict__["violations"] = self.violations
        return step


@dataclass(frozen=True)
class Replay(Generic[S, E]):
    """A game's events step by step.

    Attributes:
        steps: a step for each event, in the order in which they happened.
        initial: the state before the first.
    """

    steps: tuple[Step[S, E], ...]
    initial: S

    @property
    def state(self) -> S:
        """The current state."""
        return self.steps[-1].after if self.steps else self.initial

    @cached_property
    def recorded_events(self) -> tuple[RecordedEvent[E], ...]:
        """The recorded events without their states."""
        return tuple(step.recorded for step in self.steps)

    @cached_property
    def violations(self) -> dict[int, tuple[str, ...]]:
        """The rules that recorded events break, by entry number; only events that break any."""
        return {step.number: step.violations for step in self.steps if step.violations}

    def common_prefix_length(self, recorded_events: Sequence[RecordedEvent[E]]) -> int:
        """Return the number of leading steps whose events equal those of the given recorded events."""
        shared = 0
        for step, recorded in zip(self.steps, recorded_events, strict=False):
            if step.recorded is not recorded and step.event != recorded.event:
                break
            shared += 1
        return shared


def replay_events(
    rules: Rules[S, E], recorded_events: Iterable[RecordedEvent[E]], previous: Replay[S, E] | None = None
) -> Replay[S, E]:
    """Return the replay of recorded events.

    Args:
        rules: the game's rules.
        recorded_events: in the order in which they happened.
        previous: a replay by the same rules, whose common prefix is reused.

    Raises:
        ValueError: an event can't be about this table.
    """
    recorded_events = tuple(recorded_events)
    initial = rules.initial() if previous is None else previous.initial
    steps = [] if previous is None else list(previous.steps[: previous.common_prefix_length(recorded_events)])
    steps = [step.with_record(recorded) for step, recorded in zip(steps, recorded_events, strict=False)]
    state = steps[-1].after if steps else initial
    for recorded in recorded_events[len(steps) :]:
        after = rules.apply(state, recorded.event)
        steps.append(Step(recorded, state, after, rules))
        state = after
    return Replay(tuple(steps), initial)


class ReplayCache(Generic[S, E]):
    """A cache for replays of similar histories. Each replay reuses the most similar recent one.

    The cache only saves time; the results are the same without it.
    """

    def __init__(self, rules: Rules[S, E]) -> None:
        """Start with an empty cache."""
        self._rules = rules
        self._recent: tuple[Replay[S, E], ...] = ()

    def replay(self, recorded_events: tuple[RecordedEvent[E], ...]) -> Replay[S, E]:
        """Return the replay of recorded events."""
        nearest = max(self._recent, key=lambda each: each.common_prefix_length(recorded_events), default=None)
        if nearest is not None and nearest.recorded_events == recorded_events:
            return nearest
        result = replay_events(self._rules, recorded_events, nearest)
        self._recent = (result, *self._recent)[:MAX_CACHED_REPLAYS]
        return result
