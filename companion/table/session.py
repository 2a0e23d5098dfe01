"""One game from its journal entries: the resolved log, and the result of new entries.

Immutable: `GameSession.with_drafts` returns the session after new entries, so that impossible entries are
found before they are written.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Generic, TypeVar, cast

from companion.games import game_api
from companion.games.replay import FAR_BACK_STEPS, INFERRED_SOURCE, RecordedEvent, Replay, Step, replay_events
from companion.i18n import sentence
from companion.island.geometry import HexId, Site, Standing
from companion.journal import Entry, JournalError, history
from companion.journal.entries import BODY_VERSION, draft_entry, number_entries
from companion.observations import InputRefused, Observation
from companion.table.api_types import Line

S = TypeVar("S")
E = TypeVar("E")

LOG_LENGTH: Final = 50
IMPORT_SOURCE: Final = "import"
"""The source of entries imported from a file."""


@dataclass(frozen=True)
class GameSession(Generic[S, E]):
    """A game with its entries and their replay.

    Attributes:
        replay: the replay of the effective events; successive sessions share its common prefix.
        events_by_entry: the event of each entry that records, replaces or inserts one, by its number; parsed
            once.
        preview_base: as `GameHistory.preview_base`.
        pre_correction_replay: the replay before the last correction of something far back; None: there was
            none.
    """

    game: game_api.Game[S, E]
    entries: tuple[Entry, ...]
    replay: Replay[S, E]
    events_by_entry: Mapping[int, E | None]
    in_doubt: frozenset[str] = frozenset()
    retractions: tuple[RecordedEvent[E], ...] = ()
    preview_base: game_api.GameHistory[S, E] | None = None
    pre_correction_replay: Replay[S, E] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def create(cls, game: game_api.Game[S, E]) -> GameSession[S, E]:
        """Return the session of a game without entries."""
        return cls(game, (), replay_events(game, ()), {})

    @classmethod
    def from_entries(cls, game: game_api.Game[S, E], entries: Sequence[Entry]) -> GameSession[S, E]:
        """Return the session of all the entries of a game.

        Raises:
            ValueError: an entry can't be about this game.
        """
        return cls.create(game)._with_entries(tuple(entries), tuple(entries))

    def with_drafts(self, drafts: Sequence[Entry]) -> GameSession[S, E]:
        """Return the session as it will be once the journal has stored the drafts.

        Events after a corrected one are replayed.

        Raises:
            ValueError: they can't be about this game, or correct an entry that doesn't exist.
        """
        new = number_entries(len(self.entries) + 1, drafts)
        history.check_corrections(self.entries, new)
        return self._with_entries((*self.entries, *new), new)

    def _with_entries(self, entries: tuple[Entry, ...], new: Sequence[Entry]) -> GameSession[S, E]:
        """Return the session of all the entries, of which only the new ones aren't parsed yet."""
        events_by_entry = {
            **self.events_by_entry,
            **{entry.number: self._parse_event(entry) for entry in new},
        }
        previous, pre_correction = self.replay, self.pre_correction_replay
        if any(history.is_correction(entry) for entry in new):
            recorded_events, retractions = (
                _parse_recorded(history.resolve(entries), events_by_entry),
                _retractions(entries, events_by_entry),
            )
            prefix = previous.common_prefix_length(recorded_events)
            if len(previous.steps) - prefix >= FAR_BACK_STEPS:
                if (
                    pre_correction is not None
                    and pre_correction.common_prefix_length(recorded_events) > prefix
                ):
                    previous = pre_correction
                pre_correction = self.replay
        else:
            fresh = history.resolve(new)
            recorded_events = (
                *self.replay.recorded_events,
                *_parse_recorded(fresh, events_by_entry),
            )
            retractions = self.retractions
        replay = replay_events(self.game, recorded_events, previous)
        return replace(
            self,
            entries=entries,
            replay=replay,
            events_by_entry=events_by_entry,
            retractions=retractions,
            pre_correction_replay=pre_correction,
        )

    def _parse_event(self, entry: Entry) -> E | None:
        body = entry.parsed_body
        event = None if isinstance(body, game_api.Undo) else body.event
        return None if event is None else self.game.event_from_json(event)

    @property
    def state(self) -> S:
        """The current state."""
        return self.replay.state

    @property
    def steps(self) -> tuple[Step[S, E], ...]:
        """The lines of the log."""
        return self.replay.steps

    def step(self, number: object) -> Step[S, E] | None:
        """Return the log line that an entry first recorded; None: it recorded none, or it was undone."""
        return next((step for step in reversed(self.steps) if step.number == number), None)

    @cached_property
    def certain_buildings(self) -> Mapping[Site, Standing]:
        """The buildings on the board that are certain (`companion.games.game_api.Game`)."""
        return self.game.certain_buildings(self.history)

    @cached_property
    def certain_robber(self) -> HexId | None:
        """The robber's hex if it is certain, or None (`companion.games.game_api.Game`)."""
        return self.game.certain_robber(self.history)

    @cached_property
    def history(self) -> game_api.GameHistory[S, E]:
        """The history for the game's own code."""
        return game_api.GameHistory(
            self.replay,
            undoable=history.find_undoable_group(self.entries),
            redoable=history.find_redoable_group(self.entries),
            in_doubt=self.in_doubt,
            retractions=self.retractions,
            preview_base=self.preview_base,
        )

    @cached_property
    def violations(self) -> Mapping[int, tuple[str, ...]]:
        """The rules that lines break as public knowledge, by entry number."""
        return self.game.violations_in_public(self.history)

    @cached_property
    def view(self) -> dict[str, Any]:
        """The public view of the game, with the last lines of its log, and whether an undo can be redone."""
        history = self.history
        return {**self.game.view(history), "log": self.log(), "redo": history.redoable is not None}

    def seat_view(self, colour: str) -> Mapping[str, Any] | None:
        """Return a player's private view, cached; None: nobody plays the colour."""
        if colour not in self._seat_views:
            self._seat_views[colour] = self.game.seat_view(self.history, colour)
        return self._seat_views[colour]

    @cached_property
    def _seat_views(self) -> dict[str, Mapping[str, Any] | None]:
        return {}

    def render_all(self) -> None:
        """Compute everything that pages will show, so that a later rendering can't fail.

        Raises:
            Exception: any exception of the game's code; such a session must not be stored or shown.
        """
        for player in self.view.get("players", ()):
            if isinstance(player, Mapping):
                self.seat_view(player["colour"])
        _ = self.game.required_sensors(self.state)

    def drafts(
        self, interpretation: game_api.Interpretation[E], *, t: float, source: str
    ) -> tuple[Entry, ...]:
        """Return the journal entries for an interpretation."""
        events = [
            (
                INFERRED_SOURCE if position in interpretation.inferred else source,
                {"event": self.game.event_to_json(event)},
            )
            for position, event in enumerate(interpretation.events)
        ]
        bodies = [(origin, interpretation.certainty, body) for origin, body in events]
        for correction in interpretation.corrections:
            author = (source, interpretation.certainty)
            if isinstance(correction, game_api.Reattribute):
                author = (correction.source, correction.certainty)
            bodies.append((*author, self._correction_to_json(correction)))
        return tuple(
            draft_entry(t, origin, certainty, {"v": BODY_VERSION, **body})
            for origin, certainty, body in bodies
        )

    def _correction_to_json(
        self, correction: game_api.Undo | game_api.Replace[E] | game_api.Reattribute[E] | game_api.Insert[E]
    ) -> dict[str, Any]:
        match correction:
            case game_api.Undo(group):
                return {"undo": group}
            case game_api.Replace(number, event):
                return {
                    "replace": number,
                    "event": None if event is None else self.game.event_to_json(event),
                }
            case game_api.Reattribute(number, event):
                return {"replace": number, "event": self.game.event_to_json(event)}
            case game_api.Insert(before, event):
                return {"insert": before, "event": self.game.event_to_json(event)}

    def log(self, before: int | None = None) -> list[Line]:
        """Return the last lines of the log, newest last, each with its source, entry and certainty.

        Args:
            before: only lines before the one with this number; none if there is no such line.
        """
        steps = self.steps
        if before is not None:
            places = [n for n, step in enumerate(steps) if step.number == before]
            steps = steps[: places[-1]] if places else ()
        return [self._log_line(step.recorded) for step in steps[-LOG_LENGTH:]]

    def _log_line(self, recorded: RecordedEvent[E]) -> Line:
        return {
            "number": recorded.number,
            "as_of": recorded.effective_entry,
            "t": round(recorded.t, 3),
            "source": recorded.source,
            "certainty": recorded.certainty,
            "event": self.game.event_in_public(self.state, recorded.event),
            "violations": list(self.violations.get(recorded.number, ())),
        }


def _parse_recorded(
    recorded_events: Sequence[RecordedEvent[Mapping[str, Any]]], events_by_entry: Mapping[int, E | None]
) -> tuple[RecordedEvent[E], ...]:
    """Return the effective events of the journal with their parsed events."""
    found = []
    for recorded in recorded_events:
        event = events_by_entry[recorded.effective_entry]
        assert event is not None
        found.append(replace(cast(RecordedEvent[Any], recorded), event=event))
    return tuple(found)


def _retractions(
    entries: Sequence[Entry], events_by_entry: Mapping[int, E | None]
) -> tuple[RecordedEvent[E], ...]:
    """Return the events that people declared wrong."""
    return tuple(
        replace(cast(RecordedEvent[Any], retracted), event=events_by_entry[retracted.number])
        for retracted in history.retracted_events(entries)
        if retracted.certainty == 1
    )


# Render check: refuses entries whose results the game's own code can't compute, before they are written.
#
# A game's rules, tracker and views are pure code that meets every possible input. If that code failed on a
# stored entry, the table would fail again at each rendering and each start. So everything that pages will
# show of a session is computed before its entries reach the journal.


_LOG = logging.getLogger(__name__)

INTERNAL_ERROR_MESSAGE: Final = sentence(
    "Companion can't calculate what follows from this, so nothing was saved. This is a fault in Companion: "
    "the program's log says more. The game continues without it."
)


REPLAY_ERROR_MESSAGE: Final = sentence("An error in Companion is the cause; the program's log says more.")


@contextmanager
def guard_game_code(task: str, refusal: str = INTERNAL_ERROR_MESSAGE) -> Iterator[None]:
    """Run a game's code; log an unexpected exception and raise it as a refusal.

    Args:
        task: a gerund phrase for the log, without secret cards.
        refusal: the message for people.

    Raises:
        InputRefused: the game's code raised an unexpected exception.
    """
    try:
        yield
    except (InputRefused, JournalError):
        raise
    except Exception as error:
        _LOG.exception("A game's code failed while %s", task)
        raise InputRefused(refusal) from error


def interpret_observation(
    session: GameSession[Any, Any], observation: Observation
) -> game_api.Interpretation[Any]:
    """Return a game's interpretation of an observation.

    Raises:
        InputRefused: it makes no sense, or the game's code failed.
    """
    with guard_game_code(f"interpreting {type(observation).__name__}"):
        return session.game.interpret(session.history, observation)


def append_validated(session: GameSession[Any, Any], drafts: Sequence[Entry]) -> GameSession[Any, Any]:
    """Return the session with drafts appended, after checking that it can be rendered.

    This finds entries that can't be folded or shown before they are written.

    Raises:
        InputRefused: they can't be appended or rendered.
    """
    return validate_renderable(append_drafts(session, drafts))


def validate_renderable(
    session: GameSession[Any, Any], refusal: str = INTERNAL_ERROR_MESSAGE
) -> GameSession[Any, Any]:
    """Return the session after checking that everything pages will show of it can be computed.

    Args:
        session: the session.
        refusal: the message for people if it can't.

    Raises:
        InputRefused: it can't be rendered.
    """
    with guard_game_code("rendering a session", refusal):
        session.render_all()
    return session


def open_session(game: game_api.Game[Any, Any], entries: Sequence[Entry]) -> GameSession[Any, Any]:
    """Return the session of a game's entries, after checking that it can be rendered.

    Raises:
        InputRefused: they can't be replayed or rendered.
    """
    return validate_renderable(replay_session(game, entries), REPLAY_ERROR_MESSAGE)


def replay_session(game: game_api.Game[Any, Any], entries: Sequence[Entry]) -> GameSession[Any, Any]:
    """Return the session of a game's entries, without the check that it can be rendered.

    Raises:
        InputRefused: they can't be replayed.
    """
    with guard_game_code("replaying a stored game", REPLAY_ERROR_MESSAGE):
        try:
            return GameSession.from_entries(game, entries)
        except ValueError as error:
            raise InputRefused(str(error)) from error


def append_drafts(session: GameSession[Any, Any], drafts: Sequence[Entry]) -> GameSession[Any, Any]:
    """Return the session with drafts appended, without the check that it can be rendered.

    Raises:
        InputRefused: they can't be appended.
    """
    with guard_game_code("appending entries"):
        try:
            return session.with_drafts(drafts)
        except ValueError as error:
            raise InputRefused(str(error)) from error
