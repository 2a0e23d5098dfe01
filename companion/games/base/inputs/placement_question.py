"""Place an entered event, and ask about its place where only its author can know it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.inputs import placement_cost
from companion.games.base.inputs.placement import PLACEABLE_EVENTS, CourseSearch, player_of
from companion.games.base.inputs.placement_cost import Course, lateness_cost
from companion.games.base.rules import events
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event, event_to_json
from companion.games.base.rules.legality import violations
from companion.games.game_api import Answer, Interpretation, Question

RESOLVED_COST: Final = 1.0
"""A close course is asked about if its broken rules cost this much less than those of the cheapest one."""


@dataclass(frozen=True)
class _Placement:
    """The place of an entered event in a course.

    Attributes:
        event: as placed.
        turn: its turn.
        since: the position of the robber's move or the roll before it.
        before: number of the entry that follows; None: it is the last.
        fields: of the text of this place in a question.
        effect: the hands and played cards at the end, and whether a theft is due then.
    """

    event: Event
    turn: int
    since: int
    before: int | None
    fields: dict[str, Any]
    effect: tuple[object, ...]


def place_event(believed: BelievedReplay, event: Event, *, named: bool) -> Interpretation[Event]:
    """Find the placement of an entered event.

    Args:
        believed: the replay so far.
        event: the entered event.
        named: the entry names the player; otherwise it means the active player, or the one who was active
            before.
    """
    state = believed.state
    if state.phase not in ("play", "over") or not isinstance(event, PLACEABLE_EVENTS):
        return Interpretation((event,))
    search = CourseSearch(believed)
    interpretation = search.interpretation(search.place(event, named=named))
    return replace(interpretation, question=find_question(search))


def find_question(search: CourseSearch) -> Question | None:
    """Return the question when an entered event happened; None: it is clear, or of no effect.

    The answer that the record is right changes nothing; the other one moves the event.
    """
    (least, best), *rivals = search.rivals
    recorded = _placement(search, best)
    # Against a course that breaks fewer rules speaks only the delay.
    broken = least - lateness_cost(best)
    close = [
        course
        for cost, course in rivals
        if cost <= least + placement_cost.ASK_COST or cost - lateness_cost(course) <= broken - RESOLVED_COST
    ]
    if recorded is None:
        return None
    for course in (*close, *_indistinguishable_courses(search, recorded.event)):
        other = _placement(search, course)
        if other is None:
            return None
        is_order = (recorded.turn, recorded.event) == (other.turn, other.event)
        is_theft = isinstance(recorded.event, events.Steal)
        # Within a turn, only the robber's move that a theft follows matters.
        if recorded.effect == other.effect or (is_order and (not is_theft or recorded.since == other.since)):
            continue
        words = ("latest_robber", "earlier_robber") if is_order else ("in_turn", "in_turn")
        move = {
            "kind": "correct", "entry": -1, "before": other.before, "event": event_to_json(other.event)
        }  # fmt: skip
        later = recorded.since > other.since
        answers = (
            Answer(words[0] if later else words[1], recorded.fields),
            Answer(words[1] if later else words[0], other.fields, move),
        )
        return Question(
            "which_order" if is_order else "which_turn",
            answers,
            {"name": recorded.fields["name"], "event": "theft" if is_theft else recorded.event.kind},
            about=-1,
            while_unchanged=True,
        )
    return None


def _indistinguishable_courses(search: CourseSearch, event: Event) -> Iterator[Course]:
    """Yield courses in which an entered event is where only its author's memory may exclude it.

    - An entry without a player was recorded as another player's, and the active one can do it now.
    - Several robber moves of the thief lack a theft.
    """
    lines, last = search.course, len(search.course)
    places: list[tuple[int, Event]] = []
    if isinstance(event, events.Steal):
        places = [(n, event) for n in _places_of_missing_thefts(search, player_of(event))]
    elif search.now is not None and player_of(event) != player_of(search.now):
        places = [(last, search.now)]
    for n, placed in places:
        if not violations(search.state_at(n), placed):
            yield (*lines[:n], *search.new_lines(n, placed), *lines[n:])


def _places_of_missing_thefts(search: CourseSearch, thief: str) -> Iterator[int]:
    """Yield the places after robber moves of a player that lack a theft, the earliest first."""
    last, moved = len(search.course), None
    for n in range(last + 1):
        event = search.course[n].event if n < last else None
        ends = (
            event is None
            or isinstance(event, events.EndTurn | events.MoveRobber)
            or (isinstance(event, events.PlayDevelopmentCard) and event.card == "knight")
        )
        if moved is not None and ends and search.state_at(n).steal_due:
            yield last if event is None else moved
        if ends:
            moved = n + 1 if isinstance(event, events.MoveRobber) and event.player == thief else None


def _placement(search: CourseSearch, course: Course) -> _Placement | None:
    """Return where a course has the entered event; None: it changes other lines, too."""
    new = [line for line in course if line.record is None]
    if len(new) != 1 or len(course) != len(search.course) + 1:
        return None
    at = course.index(new[0])
    if (*course[:at], *course[at + 1 :]) != search.course:
        return None
    before = search.state_at(at)
    state = before
    for line in course[at:]:
        state = apply(state, line.event)
    name = before.players[before.seat(player_of(new[0].event))].name
    number = search.course[at].order if at < len(search.course) else None
    mark = events.MoveRobber if isinstance(new[0].event, events.Steal) else events.Roll
    since = max((n for n in range(at) if isinstance(course[n].event, mark)), default=-1)
    cards = [(player.hand, player.played) for player in state.players]
    effect = (*cards, state.steal_due)
    return _Placement(new[0].event, before.turn, since, number, {"turn": before.turn, "name": name}, effect)
