"""One game as the journal tells it: entries folded into a story, and what new ones would make of it.

Immutable: `Session.with_drafts` gives the session that would be, so that what can't be told is
found before it is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from companion.games.seam import (
    INFERRED,
    PHONE,
    Chapter,
    Denial,
    Game,
    Insert,
    Replace,
    Retell,
    Story,
    Telling,
    Undo,
)
from companion.journal.entries import BODY_VERSION, Draft, Entry, numbered
from companion.journal.history import check, denials, is_correction, resolve, tellers, undoable

S = TypeVar("S")
E = TypeVar("E")

LOG_LENGTH: Final = 50
IMPORTED: Final = "import"
"""The source of entries that were told by a file."""


@dataclass(frozen=True)
class Line(Generic[S, E]):
    """One line of the story: the event, the state that it met, when it was first told, who told it so.

    It stays from one session to the next, and so does its chapter: who compares stories is quick then.
    """

    number: int
    event: E
    before: S
    t: float
    teller: Entry
    secret: bool

    @cached_property
    def chapter(self) -> Chapter[E]:
        """The line as the game's own tracker is shown it."""
        told = self.teller
        return Chapter(
            self.number, self.event, self.t, told.source, told.certainty, self.secret, told.number
        )


@dataclass(frozen=True)
class Session(Generic[S, E]):
    """A game, its entries so far, and the story that they tell.

    Attributes:
        tried_on: as `Story.tried_on`.
    """

    game: Game[S, E]
    entries: tuple[Entry, ...]
    lines: tuple[Line[S, E], ...]
    state: S
    in_doubt: frozenset[str] = frozenset()
    denied: tuple[Denial[E], ...] = ()
    tried_on: Story[S, E] | None = None

    @classmethod
    def new(cls, game: Game[S, E]) -> Session[S, E]:
        """Before anything was told."""
        return cls(game, (), (), game.initial())

    @classmethod
    def from_entries(cls, game: Game[S, E], entries: Sequence[Entry]) -> Session[S, E]:
        """The story told from the first entry on.

        Raises:
            ValueError: an entry can't be about this game.
        """
        replaced = tellers(entries)
        events = [
            (entries[number - 1], game.event_from_json(event), entries[replaced.get(number, number) - 1])
            for number, event in resolve(entries)
        ]
        denied = tuple(
            Denial(game.event_from_json(event), entries[by - 1].t)
            for event, by in denials(entries)
            if entries[by - 1].certainty == 1
        )
        told = cls.new(game)._followed_by(events, _secrets(entries))
        return replace(told, entries=tuple(entries), denied=denied)

    def with_drafts(self, drafts: Sequence[Draft]) -> Session[S, E]:
        """The session once the journal has taken the drafts; a correction tells all anew.

        Raises:
            ValueError: what they say can't be about this game, or corrects what isn't there.
        """
        new = numbered(len(self.entries) + 1, drafts)
        check(self.entries, new)
        entries = (*self.entries, *new)
        if any(is_correction(entry) for entry in new):
            return replace(Session.from_entries(self.game, entries), in_doubt=self.in_doubt)
        events = [(entry, self.game.event_from_json(entry.body["event"]), entry) for entry in new]
        return replace(self._followed_by(events, _secrets(new)), entries=entries)

    def _followed_by(
        self, events: Sequence[tuple[Entry, E, Entry]], secrets: frozenset[int]
    ) -> Session[S, E]:
        """The session after events: each with who told it first, and who told it as it stands."""
        state = self.state
        lines = list(self.lines)
        for first, event, teller in events:
            lines.append(Line(first.number, event, state, first.t, teller, first.number in secrets))
            state = self.game.apply(state, event)
        return replace(self, lines=tuple(lines), state=state)

    @cached_property
    def story(self) -> Story[S, E]:
        """What the game's own tracker is shown."""
        return Story(
            tuple(line.chapter for line in self.lines),
            self.state,
            undoable(self.entries),
            self.in_doubt,
            self.denied,
            self.tried_on,
        )

    @cached_property
    def faults(self) -> Mapping[int, tuple[str, ...]]:
        """The rules that lines break, as everybody may know it, by the number of the line."""
        return self.game.faults_in_public(self.story)

    @cached_property
    def view(self) -> dict[str, Any]:
        """What everybody at the table may see of the game, with the last lines of its story under "log"."""
        return {**self.game.view(self.story), "log": self.log()}

    def seat_view(self, colour: str) -> dict[str, Any] | None:
        """What the player of a colour sees beside that; None: nobody plays it."""
        if colour not in self._seat_views:
            self._seat_views[colour] = self.game.seat_view(self.story, colour)
        return self._seat_views[colour]

    @cached_property
    def _seat_views(self) -> dict[str, dict[str, Any] | None]:
        return {}

    def work_out(self) -> None:
        """Work out now all that people will be shown, so that showing it later can't fail.

        Raises:
            Exception: whatever the game's own code raises; such a session must be neither kept nor shown.
        """
        for player in self.view.get("players", ()):
            if isinstance(player, Mapping):
                self.seat_view(player["colour"])
        _ = self.game.wants(self.state)

    def drafts(self, telling: Telling[E], *, t: float, source: str) -> tuple[Draft, ...]:
        """What the journal is to keep of a telling."""
        told = [
            (INFERRED if n in telling.inferred else source, {"event": self.game.event_to_json(event)})
            for n, event in enumerate(telling.events)
        ]
        bodies = [(teller, telling.certainty, body) for teller, body in told]
        for correction in telling.corrections:
            by = (source, telling.certainty)
            if isinstance(correction, Retell):
                by = (correction.source, correction.certainty)
            bodies.append((*by, self._correction(correction)))
        return tuple(
            Draft(t, teller, certainty, {"v": BODY_VERSION, **body}) for teller, certainty, body in bodies
        )

    def _correction(self, correction: Undo | Replace[E] | Retell[E] | Insert[E]) -> dict[str, Any]:
        match correction:
            case Undo(group):
                return {"undo": group}
            case Replace(number, event):
                return {
                    "replace": number,
                    "event": None if event is None else self.game.event_to_json(event),
                }
            case Retell(number, event):
                return {"replace": number, "event": self.game.event_to_json(event)}
            case Insert(before, event):
                return {"insert": before, "event": self.game.event_to_json(event)}

    def log(self, before: int | None = None) -> list[dict[str, Any]]:
        """The last lines of the story, newest last, each with who told it, in which entry, and how sure.

        Args:
            before: only lines before that with this number; none where there is no such line.
        """
        lines = self.lines
        if before is not None:
            places = [n for n, line in enumerate(lines) if line.number == before]
            lines = lines[: places[-1]] if places else ()
        return [self._log_line(line) for line in lines[-LOG_LENGTH:]]

    def _log_line(self, line: Line[S, E]) -> dict[str, Any]:
        return {
            "number": line.number,
            "as_of": line.teller.number,
            "t": round(line.t, 3),
            "source": line.teller.source,
            "certainty": line.teller.certainty,
            "event": self.game.event_in_public(self.state, line.event),
            "faults": list(self.faults.get(line.number, ())),
        }


def _secrets(entries: Sequence[Entry]) -> frozenset[int]:
    """The entries that a player's phone told or corrected: they stay secret, whoever corrects them later."""
    return frozenset(
        entry.body.get("replace", entry.number) for entry in entries if entry.source.startswith(PHONE)
    )
