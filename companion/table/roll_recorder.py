"""The table's side of the roll machine: it knows the session and the boards, and records the decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, Final, Literal

from companion.games import capabilities
from companion.games.game_api import Answer
from companion.journal import Entry
from companion.observations import (
    BoardSeen,
    DiceDetection,
    InputEntered,
    Observation,
    SourceReport,
)
from companion.rolled_dice import RolledDice
from companion.rolls.decision import RollDecision, RollFacts
from companion.rolls.machine import RollMachine
from companion.table.session import GameSession

CommitObservation = Callable[[Observation, str | None], tuple[Entry, ...]]
"""Records what the game makes of an observation, with the token of its throw; returns the new entries."""


class RollRecorder:
    """Connects a table and its game with the roll machine (`companion.rolls.machine.RollHost`).

    Attributes:
        machine: the state of the latest throws.
    """

    def __init__(
        self,
        commit: CommitObservation,
        flush_boards: Callable[[float], None],
        session: Callable[[], GameSession[Any, Any] | None],
        reports: Mapping[str, SourceReport],
    ) -> None:
        """Create a recorder without throws.

        Args:
            commit: records an observation.
            flush_boards: records the pieces that were placed before a time.
            session: returns the game in progress.
            reports: the last report of each source; the table updates it.
        """
        self._commit: Final = commit
        self.flush_boards: Final = flush_boards
        self._get_session: Final = session
        self._reports: Final = reports
        self._recorded: tuple[Entry, ...] = ()
        self.machine: Final = RollMachine(self)

    def detect(self, seen: DiceDetection) -> tuple[Entry, ...]:
        """Pass a report to the machine; return the entries of its last decision that recorded some."""
        self._recorded = ()
        self.machine.detect(seen)
        return self._recorded

    def advance(self, observation: Observation) -> None:
        """Let the machine count overdue dice before an observation, unless an input makes it unnecessary.

        An input about a later event ends the wait for a tower's report; an input about a roll or the log
        makes it unnecessary.
        """
        entered = False
        if isinstance(observation, InputEntered):
            kind, game = observation.data.get("kind"), self._session.game
            rolled = capabilities.entered_roll(game, observation.data) is not None
            if rolled or kind == "answer" or capabilities.is_history_input(game, kind):
                return
            entered = kind is not None
        self.machine.advance(observation.t, entered=entered)

    def add_input(
        self,
        entered: InputEntered,
        dice: RolledDice | tuple[()] | None,
        duplicate_of: Sequence[int] | None,
        entries: Sequence[Entry],
    ) -> None:
        """Inform the machine about an input.

        Args:
            entered: the input.
            dice: the dice that it enters; empty: no possible roll of two dice; None: it enters none.
            duplicate_of: the entries that it duplicates; None: it is new.
            entries: the new entries.
        """
        game, event = self._session.game, entered.data.get("event")
        if capabilities.is_correction_input(game, entered.data.get("kind")) and isinstance(event, Mapping):
            self.machine.apply_correction(capabilities.entered_roll(game, event) or ())
        if dice is not None and duplicate_of is not None:
            self.machine.confirm_entries(duplicate_of)
        elif dice and entries:
            self.machine.add_entered(DiceDetection(entered.t, entered.source, dice), entries[-1].number)

    def apply_answer(self, answer: Answer) -> None:
        """Inform the machine about the answer to a question."""
        self.machine.apply_answer(answer.word, answer.thrown)

    @property
    def newest_entry(self) -> int:
        """The number of the last entry."""
        return len(self._session.entries)

    @property
    def working_sources(self) -> Set[str]:
        """The names of the sources that work."""
        return {name for name, report in self._reports.items() if report.health == "ok"}

    def facts(self, entry: int | None) -> RollFacts:
        """Return the game's facts about the next roll and the roll of an entry."""
        session = self._session
        return capabilities.roll_facts(session.game, session.history, entry)

    def record(self, decision: DiceDetection | RollDecision) -> int | None:
        """Record a decision; return the number of the last new entry, or None."""
        entries = self._commit(decision, decision.token)
        # The end of the previous turn may be recorded together with a roll; the roll is the last entry.
        self._recorded = entries or self._recorded
        return entries[-1].number if entries else None

    def is_other_turn(self, board: BoardSeen, since: float, step: Literal[-1, 1]) -> bool:
        """Return whether a neighbour of the active player builds, and the active player doesn't."""
        session = self._session
        return capabilities.is_other_turn(session.game, session.history, board, since, step)

    @property
    def _session(self) -> GameSession[Any, Any]:
        session = self._get_session()
        assert session is not None
        return session
