"""Simulated attentive person who keeps the page correct: counts the touches needed.

Four seconds after a turn the story is held against what happened. Whatever differs is put right as people do
it on the page: one dialog filled in, or one line struck out, is one touch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeVar

from companion.games.base.rules.events import (
    EndTurn,
    Event,
    FirstPlayerChosen,
    GameStarted,
    LayoutEntered,
    LayoutSet,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    RevealVictoryPoints,
    Roll,
    ShowHand,
    UnseenRoll,
    event_to_json,
)
from companion.games.base.rules.state import State
from companion.games.replay import Step
from companion.sim.world import to_input
from tests.measure.public_events import public_part
from tests.measure.timed_game import TimedEvent

Touched = Literal["island", "rolls", "pieces", "robber", "inferences"]
KINDS: Final[tuple[Touched, ...]] = ("island", "rolls", "pieces", "robber", "inferences")
ATTENDS_S: Final = 4.0
"""Seconds after a turn at which a person checks the page."""
MAX_TOUCHES: Final = 40
"""Touches at most each time that a person looks: who can't put it right with that gives up for now."""

Story = Sequence[Step[State, Event]]
Enter = Callable[[Mapping[str, Any]], str]
"""Enters something on the page; returns why it is refused, or nothing."""

_NOT_HELD_AGAINST: Final = (
    GameStarted, LayoutSet, LayoutEntered, FirstPlayerChosen, EndTurn, ShowHand, RevealVictoryPoints, Roll,
    UnseenRoll,
)  # fmt: skip
"""Questions and events that are answered elsewhere, follow from others, or need not be entered."""
_PIECES: Final = (PlaceRoad, PlaceSettlement, PlaceCity)


@dataclass(frozen=True)
class Touch:
    """One action of a person on the page.

    Attributes:
        t: session seconds.
        kind: what it is about.
        data: what is entered.
        refused: why the page did not take it; empty where it did.
    """

    t: float
    kind: Touched
    data: Mapping[str, Any]
    refused: str = ""


@dataclass
class Attentive:
    """A person who knows the true game and corrects the page.

    Attributes:
        happened: so far, by time.
        tells_all: what no camera sees is to stand in the story, too; else only what is told of it wrongly is
            taken out.
        late_entries: events that other people enter late, each with the session seconds of its entry: until
            then, this person doesn't enter them.
        touches: what was done so far.
    """

    happened: Sequence[TimedEvent]
    tells_all: bool = True
    late_entries: Sequence[tuple[TimedEvent, float]] = ()
    touches: list[Touch] = field(default_factory=list)

    def attention_times(self) -> list[float]:
        """Times at which this person looks: after every turn and after the end."""
        passed = [done.t + ATTENDS_S for done in self.happened if _ends_turn(done)]
        return [*passed, self.happened[-1].t + 2 * ATTENDS_S]

    def attend(self, t: float, story: Callable[[], Story], enter: Enter) -> None:
        """Check the page, and correct the differences.

        Args:
            t: session seconds.
            story: what the page tells now.
            enter: on the page.
        """
        true = [done for done in self.happened if done.t <= t - ATTENDS_S]
        since = [done.event for done in self.happened if t - ATTENDS_S < done.t <= t]
        tried: list[Mapping[str, Any]] = []
        for _ in range(MAX_TOUCHES):
            wrong = self._corrections(true, since, story(), t - ATTENDS_S)
            found = next((each for each in wrong if each[1] not in tried), None)
            if found is None:
                return
            kind, data = found
            tried.append(data)
            self.touches.append(Touch(t, kind, data, enter(data)))

    def _corrections(
        self, true: Sequence[TimedEvent], since: Sequence[Event], story: Story, until: float
    ) -> Iterator[tuple[Touched, Mapping[str, Any]]]:
        """Yield the inputs that correct the game log, in order.

        Args:
            true: what happened, but for the last moments.
            since: what happened in these: it need not be told yet, and is nothing to be struck out.
            story: what the page tells.
            until: a piece that is told later, in session seconds, may be in a hand still.
        """
        if not story or story[-1].after.land is None:
            # The page reads the island by camera at present, so nobody enters it.
            return
        layout = _layout(true, story)
        if layout:
            yield from layout
            return
        rolls = list(_rolls(true, since, story))
        if rolls:
            yield from rolls
            return
        yield from self._events(true, since, story, until)

    def _events(
        self, true: Sequence[TimedEvent], since: Sequence[Event], story: Story, until: float
    ) -> Iterator[tuple[Touched, Mapping[str, Any]]]:
        """Return the inputs that correct the first wrong turn."""
        turns_reported = _by_turn(story, lambda step: step.event)
        for n, turn in enumerate(_by_turn(true, lambda done: done.event)):
            lines = turns_reported[n] if n < len(turns_reported) else ()
            following = turns_reported[n + 1][0] if n + 1 < len(turns_reported) else None
            wrong = list(self._turn([done.event for done in turn], since, lines, following, until))
            yield from wrong
            if wrong:
                return

    def _turn(
        self,
        happened: Sequence[Event],
        since: Sequence[Event],
        lines: Story,
        following: Step[State, Event] | None,
        until: float,
    ) -> Iterator[tuple[Touched, Mapping[str, Any]]]:
        """Yield the inputs that correct one turn, from its roll to the next: wrong events, then missing
        ones.

        Args:
            happened: in the turn, so far.
            since: in the last moments.
            lines: of the story that tell it.
            following: the roll after it, if one is told.
            until: a piece that is told later isn't struck out yet.
        """
        matched = _match_events(happened, lines)
        false = [step for step in _unmatched_lines(lines, matched) if not _is_among(step.event, since)]
        false = [step for step in false if step.recorded.t <= until or not isinstance(step.event, _PIECES)]
        missing = [n for n, event in enumerate(happened) if _counts(event) and n not in matched]
        due = [done.event for done, t in self.late_entries if done.t <= until < t - ATTENDS_S]
        missing = [n for n in missing if not _is_among(happened[n], due)]
        if not self.tells_all:
            missing = [n for n in missing if isinstance(happened[n], (*_PIECES, MoveRobber))]
        for step in false:
            if _act(step.event) in [_act(event) for event in since]:
                # It is the next player's, who has got the dice.
                on_turn = step.before.players[step.before.active].colour
                passed = event_to_json(EndTurn(on_turn))
                yield "rolls", {"kind": "correct", "before": step.number, "event": passed}
            n = next((n for n in missing if _differs_in_one_field(step.event, happened[n])), None)
            event = None if n is None else event_to_json(happened[n])
            if n is not None:
                missing.remove(n)
            yield _category_of(step.event), {"kind": "correct", "entry": step.number, "event": event}
        for n in missing:
            before = next((matched[later] for later in range(n + 1, len(happened)) if later in matched), None)
            if before is None and following is not None:
                before = _end_of(lines, following, happened[n])
            if before is None:
                yield _category_of(happened[n]), to_input(happened[n])
            else:
                event = event_to_json(happened[n])
                yield _category_of(happened[n]), {"kind": "correct", "before": before, "event": event}


Line = TypeVar("Line")


def _by_turn(lines: Sequence[Line], event_of: Callable[[Line], Event]) -> list[list[Line]]:
    """Group events from roll to roll; the first group precedes the first roll."""
    turns: list[list[Line]] = [[]]
    for line in lines:
        if isinstance(event_of(line), Roll | UnseenRoll):
            turns.append([])
        turns[-1].append(line)
    return turns


def _counts(event: Event) -> bool:
    return not isinstance(event, _NOT_HELD_AGAINST)


def _is_among(event: Event, events: Sequence[Event]) -> bool:
    return any(public_part(event) == public_part(each) for each in events)


def _match_events(happened: Sequence[Event], lines: Story) -> dict[int, int]:
    """Map the index of each reported event to the number of its entry."""
    left = list(lines)
    found = {}
    for n, event in enumerate(happened):
        step = next((step for step in left if public_part(step.event) == public_part(event)), None)
        if step is not None:
            left.remove(step)
            found[n] = step.number
    return found


def _unmatched_lines(lines: Story, matched: Mapping[int, int]) -> list[Step[State, Event]]:
    """Return the log lines that match no true event."""
    return [step for step in lines if _counts(step.event) and step.number not in matched.values()]


def _end_of(lines: Story, following: Step[State, Event], event: Event) -> int:
    """Return the entry before which an event at the end of a turn belongs: the next player's roll."""
    passed = next((step for step in reversed(lines) if isinstance(step.event, EndTurn)), None)
    rolled = lines[0].event if lines else None
    player = rolled.player if isinstance(rolled, Roll | UnseenRoll) else None
    ended = passed is not None and getattr(event, "player", None) == player
    return passed.number if ended and passed is not None else following.number


def _differs_in_one_field(line: Event, event: Event) -> bool:
    """Return whether one change corrects a line: same player, one field different."""
    if getattr(line, "player", None) != getattr(event, "player", None):
        return False
    buildings = (PlaceSettlement, PlaceCity)
    if isinstance(line, buildings) and isinstance(event, buildings):
        return line.at == event.at or type(line) is type(event)
    return type(line) is type(event)


def _ends_turn(done: TimedEvent) -> bool:
    founded = done.before.phase == "founding" and isinstance(done.event, PlaceRoad)
    return founded or isinstance(done.event, EndTurn)


def _layout(true: Sequence[TimedEvent], story: Story) -> list[tuple[Touched, Mapping[str, Any]]]:
    """Yield the inputs that correct the island, one hex or harbor at a time."""
    laid = true[-1].after.land if true else None
    reported_land = story[-1].after.land if story else None
    if laid is None or reported_land is None:
        return []
    lies: Mapping[str, Any] = laid.layout.to_json()
    says: Mapping[str, Any] = reported_land.layout.to_json()
    hexes = {h: what for h, what in lies["hexes"].items() if says["hexes"].get(h) != what}
    wrong = dict.fromkeys(says["harbors"].keys() - lies["harbors"].keys())
    wrong |= {path: kind for path, kind in lies["harbors"].items() if says["harbors"].get(path) != kind}
    return [
        *(("island", {"kind": "correct", "layout": {"hexes": {h: what}}}) for h, what in hexes.items()),
        *(("island", {"kind": "correct", "layout": {"harbors": {at: kind}}}) for at, kind in wrong.items()),
    ]


def _rolls(
    true: Sequence[TimedEvent], since: Sequence[Event], story: Story
) -> Iterator[tuple[Touched, Mapping[str, Any]]]:
    """Return the input that corrects the first wrong roll."""
    rolled = [done.event for done in true if isinstance(done.event, Roll)]
    fresh = [event for event in since if isinstance(event, Roll)]
    reported_rolls = [step for step in story if isinstance(step.event, Roll | UnseenRoll)]
    for n, roll in enumerate(rolled):
        reported_roll = reported_rolls[n] if n < len(reported_rolls) else None
        if reported_roll is not None and public_part(reported_roll.event) == public_part(roll):
            continue
        if reported_roll is not None and _extra(reported_roll, reported_rolls[n + 1 :], roll):
            yield "rolls", {"kind": "no_roll", "entry": reported_roll.number}
        following = next((later.dice for later in [*rolled[n + 1 :], *fresh]), None)
        # Perhaps these are the next player's dice already.
        missed = reported_roll is None or (
            isinstance(reported_roll.event, Roll)
            and sorted(reported_roll.event.dice) == sorted(following or ())
        )
        line = _reported_of_another(n, true, since, story) if missed else None
        if line is not None:
            yield "rolls", {"kind": "correct", "before": line.number, "event": event_to_json(roll)}
        if reported_roll is None:
            yield "rolls", {"kind": "roll", "dice": list(roll.dice), "about": {"turn": n + 1}}
            return
        if missed and isinstance(reported_roll.event, Roll) and reported_roll.event.player == roll.player:
            yield "rolls", {"kind": "another_roll", "entry": reported_roll.number, "dice": list(roll.dice)}
        yield "rolls", {"kind": "correct", "entry": reported_roll.number, "event": event_to_json(roll)}
        return
    for step in reported_rolls[len(rolled) + max(1, len(fresh)) :]:
        yield "rolls", {"kind": "no_roll", "entry": step.number}


def _extra(line: Step[State, Event], later: Story, roll: Roll) -> bool:
    """Return whether a reported roll was none, because the next one has the dice that were thrown."""
    following = later[0].event if later else None
    alike = isinstance(following, Roll) and public_part(following) == public_part(
        replace(roll, player=following.player)
    )
    return isinstance(line.event, Roll) and alike


def _reported_of_another(
    n: int, true: Sequence[TimedEvent], since: Sequence[Event], story: Story
) -> Step[State, Event] | None:
    """Return the first line before a roll that belongs to the roller's turn. It was recorded for the previous
    player because the roll was missing. None: there is none.
    """
    turns = [[done.event for done in turn] for turn in _by_turn(true, lambda done: done.event)]
    before, done = turns[n], [*turns[n + 1], *since]
    turns_reported = _by_turn(story, lambda step: step.event)
    lines = turns_reported[n] if n < len(turns_reported) else []
    left = _unmatched_lines(lines, _match_events(before, lines))
    acts = [_act(event) for event in done if _counts(event)]
    return next((step for step in left if _act(step.event) in acts), None)


def _act(event: Event) -> Mapping[str, Any]:
    """Return an event's data without its player."""
    data = event_to_json(public_part(event))
    return {name: value for name, value in data.items() if name != "player"}


def _category_of(event: Event) -> Touched:
    if isinstance(event, _PIECES):
        return "pieces"
    return "robber" if isinstance(event, MoveRobber) else "inferences"


def per_hundred(touches: Sequence[Touch], turns: int) -> dict[str, float]:
    """Return the touches per hundred turns, by subject and in total."""
    counted = Counter(touch.kind for touch in touches)
    of_kinds: dict[str, float] = {kind: round(100 * counted[kind] / max(1, turns), 2) for kind in KINDS}
    return {**of_kinds, "all": round(100 * len(touches) / max(1, turns), 2)}
