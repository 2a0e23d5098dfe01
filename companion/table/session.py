"""One game as the journal tells it: entries folded into a story, and what new ones would make of it.

Immutable: `GameSession.with_drafts` gives the session that would be, so that what can't be told is
found before it is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from companion.games import optional
from companion.games.game_api import (
    PHONE,
    Game,
    GameHistory,
    Insert,
    Interpretation,
    Reattribute,
    Replace,
    Retraction,
    Undo,
)
from companion.games.replay import FAR_BACK_STEPS, INFERRED, RecordedEvent, Replay, Step, replayed
from companion.island.geometry import HexId
from companion.island.pieces import Site, Standing
from companion.journal.entries import BODY_VERSION, Entry, EntryDraft, numbered
from companion.journal.history import (
    EffectiveEvent,
    check,
    is_correction,
    resolve,
    retracted_events,
    undoable,
)
from companion.table.wire import Line

S = TypeVar("S")
E = TypeVar("E")

LOG_LENGTH: Final = 50
IMPORTED: Final = "import"
"""The source of entries that were told by a file."""


@dataclass(frozen=True)
class GameSession(Generic[S, E]):
    """A game, its entries so far, and the story that they tell.

    Attributes:
        replay: the story step by step; a session and those that come of it share what they tell alike.
        told: the event that each entry tells, replaces or inserts, by its number; parsed once.
        tried_on: as `GameHistory.tried_on`.
        uncorrected: the story before the last correction of something far back; None: there was none.
    """

    game: Game[S, E]
    entries: tuple[Entry, ...]
    replay: Replay[S, E]
    told: Mapping[int, E | None]
    in_doubt: frozenset[str] = frozenset()
    retractions: tuple[Retraction[E], ...] = ()
    tried_on: GameHistory[S, E] | None = None
    uncorrected: Replay[S, E] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def new(cls, game: Game[S, E]) -> GameSession[S, E]:
        """Before anything was told."""
        return cls(game, (), replayed(game, ()), {})

    @classmethod
    def from_entries(cls, game: Game[S, E], entries: Sequence[Entry]) -> GameSession[S, E]:
        """The story told from the first entry on.

        Raises:
            ValueError: an entry can't be about this game.
        """
        return cls.new(game)._with_entries(tuple(entries), tuple(entries))

    def with_drafts(self, drafts: Sequence[EntryDraft]) -> GameSession[S, E]:
        """The session once the journal has taken the drafts.

        What follows what they correct is told anew.

        Raises:
            ValueError: what they say can't be about this game, or corrects what isn't there.
        """
        new = numbered(len(self.entries) + 1, drafts)
        check(self.entries, new)
        return self._with_entries((*self.entries, *new), new)

    def _with_entries(self, entries: tuple[Entry, ...], new: Sequence[Entry]) -> GameSession[S, E]:
        """The session that entries tell, of which this one knows all but the new ones."""
        told = {**self.told, **{entry.number: self._parsed(entry) for entry in new}}
        like, uncorrected = self.replay, self.uncorrected
        if any(is_correction(entry) for entry in new):
            recorded_events, retractions = (
                _recorded_events(resolve(entries), entries, told),
                _retractions(entries, told),
            )
            shared = like.shares(recorded_events)
            if len(like.steps) - shared >= FAR_BACK_STEPS:
                if uncorrected is not None and uncorrected.shares(recorded_events) > shared:
                    like = uncorrected
                uncorrected = self.replay
        else:
            fresh = resolve(new)
            recorded_events = (*self.replay.recorded, *_recorded_events(fresh, entries, told))
            retractions = self.retractions
        replay = replayed(self.game, recorded_events, like)
        return replace(
            self,
            entries=entries,
            replay=replay,
            told=told,
            retractions=retractions,
            uncorrected=uncorrected,
        )

    def _parsed(self, entry: Entry) -> E | None:
        body = entry.said
        event = None if isinstance(body, Undo) else body.event
        return None if event is None else self.game.event_from_json(event)

    @property
    def state(self) -> S:
        """What all that was told came to."""
        return self.replay.state

    @property
    def steps(self) -> tuple[Step[S, E], ...]:
        """The lines of the story."""
        return self.replay.steps

    def step(self, number: object) -> Step[S, E] | None:
        """The line of the story that an entry told first; None: that is no line, or it was taken back."""
        return next((step for step in reversed(self.steps) if step.number == number), None)

    @cached_property
    def certain_buildings(self) -> Mapping[Site, Standing]:
        """Buildings on the board of which it is certain what they are (`companion.games.optional`)."""
        return optional.certain_buildings(self.game, self.history)

    @cached_property
    def certain_robber(self) -> HexId | None:
        """Where the robber certainly stands; None: nobody says so (`companion.games.optional`)."""
        return optional.certain_robber(self.game, self.history)

    @cached_property
    def history(self) -> GameHistory[S, E]:
        """What the game's own tracker is shown."""
        return GameHistory(
            self.replay,
            undoable(self.entries),
            self.in_doubt,
            self.retractions,
            self.tried_on,
        )

    @cached_property
    def violations(self) -> Mapping[int, tuple[str, ...]]:
        """The rules that lines break, as everybody may know it, by the number of the line."""
        return optional.violations_in_public(self.game, self.history)

    @cached_property
    def view(self) -> dict[str, Any]:
        """What everybody at the table may see of the game, with the last lines of its story under "log"."""
        return {**self.game.view(self.history), "log": self.log()}

    def seat_view(self, colour: str) -> Mapping[str, Any] | None:
        """What the player of a colour sees beside that; None: nobody plays it."""
        if colour not in self._seat_views:
            self._seat_views[colour] = optional.seat_view(self.game, self.history, colour)
        return self._seat_views[colour]

    @cached_property
    def _seat_views(self) -> dict[str, Mapping[str, Any] | None]:
        return {}

    def work_out(self) -> None:
        """Work out now all that people will be shown, so that showing it later can't fail.

        Raises:
            Exception: whatever the game's own code raises; such a session must be neither kept nor shown.
        """
        for player in self.view.get("players", ()):
            if isinstance(player, Mapping):
                self.seat_view(player["colour"])
        _ = self.game.required_sensors(self.state)

    def drafts(self, telling: Interpretation[E], *, t: float, source: str) -> tuple[EntryDraft, ...]:
        """What the journal is to keep of a telling."""
        told = [
            (INFERRED if n in telling.inferred else source, {"event": self.game.event_to_json(event)})
            for n, event in enumerate(telling.events)
        ]
        bodies = [(teller, telling.certainty, body) for teller, body in told]
        for correction in telling.corrections:
            by = (source, telling.certainty)
            if isinstance(correction, Reattribute):
                by = (correction.source, correction.certainty)
            bodies.append((*by, self._correction(correction)))
        return tuple(
            EntryDraft(t, teller, certainty, {"v": BODY_VERSION, **body})
            for teller, certainty, body in bodies
        )

    def _correction(self, correction: Undo | Replace[E] | Reattribute[E] | Insert[E]) -> dict[str, Any]:
        match correction:
            case Undo(group):
                return {"undo": group}
            case Replace(number, event):
                return {
                    "replace": number,
                    "event": None if event is None else self.game.event_to_json(event),
                }
            case Reattribute(number, event):
                return {"replace": number, "event": self.game.event_to_json(event)}
            case Insert(before, event):
                return {"insert": before, "event": self.game.event_to_json(event)}

    def log(self, before: int | None = None) -> list[Line]:
        """The last lines of the story, newest last, each with who told it, in which entry, and how sure.

        Args:
            before: only lines before that with this number; none where there is no such line.
        """
        steps = self.steps
        if before is not None:
            places = [n for n, step in enumerate(steps) if step.number == before]
            steps = steps[: places[-1]] if places else ()
        return [self._log_line(step.recorded) for step in steps[-LOG_LENGTH:]]

    def _log_line(self, recorded: RecordedEvent[E]) -> Line:
        return {
            "number": recorded.number,
            "as_of": recorded.newest,
            "t": round(recorded.t, 3),
            "source": recorded.source,
            "certainty": recorded.certainty,
            "event": optional.event_in_public(self.game, self.state, recorded.event),
            "violations": list(self.violations.get(recorded.number, ())),
        }


def _recorded_events(
    holding: Sequence[EffectiveEvent], entries: Sequence[Entry], told: Mapping[int, E | None]
) -> tuple[RecordedEvent[E], ...]:
    """The recorded events of what holds of all that entries told."""
    secrets = _secrets(entries)
    found = []
    for number, _, by in holding:
        first, teller, event = entries[number - 1], entries[by - 1], told[by]
        assert event is not None
        secret = number in secrets
        found.append(
            RecordedEvent(number, event, first.t, teller.source, teller.certainty, secret, teller.number)
        )
    return tuple(found)


def _retractions(entries: Sequence[Entry], told: Mapping[int, E | None]) -> tuple[Retraction[E], ...]:
    """What people said is not so of what entries told."""
    found = ((told[number], entries[by - 1]) for number, _, by in retracted_events(entries))
    return tuple(
        Retraction(event, teller.t) for event, teller in found if event is not None and teller.certainty == 1
    )


def _secrets(entries: Sequence[Entry]) -> frozenset[int]:
    """The entries that a player's phone told or corrected: they stay secret, whoever corrects them later."""
    return frozenset(
        entry.body.get("replace", entry.number) for entry in entries if entry.source.startswith(PHONE)
    )
