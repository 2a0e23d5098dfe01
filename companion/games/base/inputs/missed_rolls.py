"""Insert or delete a roll, and shift the players of the later events by one turn.

Pieces that the camera saw keep their colour, and entries from a phone keep their player. All events of the
active player are reassigned to the player who was active at that time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from companion.games import history_inputs
from companion.games.base.belief.believed_replay import BaseHistory, BaseRecordedEvent
from companion.games.base.inputs.placement import violation_cost
from companion.games.base.rules.events import (
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    MaritimeTrade,
    MoveRobber,
    PlayDevelopmentCard,
    Roll,
    Steal,
    UnseenRoll,
    event_from_json,
)
from companion.games.base.rules.legality import violations
from companion.games.base.rules.reattribution import (
    reattribute_after_roll_change,
    reattributions,
    revise_events,
)
from companion.games.game_api import Insert, Interpretation, Reattribute, Replace
from companion.games.replay import INFERRED_SOURCE
from companion.i18n import sentence
from companion.observations import InputRefused
from companion.rolled_dice import RolledDice


def remove_roll(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Delete a roll: the later rolls belong to the players one turn earlier.

    Raises:
        InputRefused: the entry is not a roll.
    """
    recorded, _ = _find_roll(history, data)
    at = history.recorded_events.index(recorded)
    later = history.recorded_events[at + 1 :]
    passed = next((each for each in later if isinstance(each.event, EndTurn)), None)
    if passed is None and not later and isinstance(history.recorded_events[at - 1].event, EndTurn):
        # The previous turn went on; its end was only inferred from this roll.
        passed = history.recorded_events[at - 1]
    deleted = [recorded] if passed is None else [recorded, passed]
    deletions = tuple(Replace[Event](each.number, None) for each in deleted)
    numbers = frozenset(each.number for each in deleted)
    return Interpretation(
        corrections=(*deletions, *reattribute_after_roll_change(history.recorded_events, at, (), numbers))
    )


def insert_earlier_roll(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Insert an earlier roll by the same player: the recorded one was the next player's, and so on.

    Raises:
        InputRefused: the entry is not a roll, or the input does not contain the earlier dice.
    """
    recorded, rolled = _find_roll(history, data)
    before = event_from_json({"kind": Roll.kind, "player": rolled.player, "dice": data.get("dice")})
    inserted = (before, EndTurn(rolled.player))
    inserts = tuple(Insert[Event](recorded.number, event) for event in inserted)
    at = history.recorded_events.index(recorded)
    return Interpretation(
        corrections=(
            *inserts,
            *reattribute_after_roll_change(history.recorded_events, at, inserted, frozenset()),
        )
    )


def insert_missed_event(history: BaseHistory, insertion: Insert[Event]) -> Interpretation[Event]:
    """Insert an unreported event before a log line; a roll by the next player also ends the turn.

    The later events of the active player are reassigned to the player who rolled, and so on. The same applies
    if only a turn end is inserted.
    """
    step = next(step for step in history.steps if step.number == insertion.before)
    state, roll = step.before, insertion.event
    at = history.steps.index(step)
    on_turn = state.phase == "play" and state.players[state.active].colour
    if isinstance(roll, EndTurn) and roll.player == on_turn and not isinstance(step.event, Roll | UnseenRoll):
        later = reattributions(
            revise_events(history.recorded_events[: _next_roll_position(history, at)], {at: (roll,)})
        )
        return Interpretation(corrections=(*later, insertion))
    if not isinstance(roll, Roll | UnseenRoll) or state.phase != "play" or not state.has_rolled:
        return Interpretation(corrections=(insertion,))
    if roll.player != state.players[state.next_seat].colour:
        return Interpretation(corrections=(insertion,))
    inserted: dict[int, Sequence[Event]] = {at: (EndTurn(state.players[state.active].colour), roll)}
    deleted: frozenset[int] = frozenset()
    lines = history.recorded_events
    end = _next_roll_position(history, at)
    passed = next((n for n in range(at, end - 1) if _is_inferred(lines[n], EndTurn)), None)
    if passed is not None:
        # The turn end was only inferred from an action of the next player, who had rolled before it.
        deleted |= {lines[passed].number}
        if end < len(lines):
            inserted[end] = (EndTurn(roll.player),)
    if (
        isinstance(roll, Roll)
        and sum(roll.dice) == 7
        and (moved := _find_late_robber_move(lines, at, end)) is not None
    ):
        overtaking, robber = moved
        assert isinstance(robber.event, MoveRobber)
        inserted[overtaking] = (*inserted.get(overtaking, ()), MoveRobber(roll.player, robber.event.to))
        deleted |= {robber.number}
    for line in lines[at:end]:
        if _is_inferred(line, PlayDevelopmentCard, MaritimeTrade, DomesticTrade, Steal):
            without = deleted | {line.number}
            if _cost(lines, inserted, without) <= _cost(lines, inserted, deleted):
                deleted = without
    return Interpretation(corrections=tuple(_corrections(lines, inserted, deleted)))


def _next_roll_position(history: BaseHistory, at: int) -> int:
    """Return the position of the first roll from a position on, seen or not."""
    lines = history.recorded_events
    return next(
        (n for n in range(at, len(lines)) if isinstance(lines[n].event, Roll | UnseenRoll)), len(lines)
    )


def _find_late_robber_move(
    lines: Sequence[BaseRecordedEvent], first: int, end: int
) -> tuple[int, BaseRecordedEvent] | None:
    """Find the first line that happened after the robber's move but is recorded before it.

    Returns:
        The line's position and the robber's move; None: there is no such line.
    """
    moved = next((n for n in range(first, end) if isinstance(lines[n].event, MoveRobber)), end)
    before = (n for n in range(first, moved) if not isinstance(lines[n].event, Discard))
    overtaking = next((n for n in before if lines[n].source != INFERRED_SOURCE), None)
    return None if moved == end or overtaking is None else (overtaking, lines[moved])


def _is_inferred(line: BaseRecordedEvent, *kinds: type[Event]) -> bool:
    """Return whether a line of these kinds was inferred from others."""
    return line.source == INFERRED_SOURCE and isinstance(line.event, kinds)


def _cost(
    lines: Sequence[BaseRecordedEvent], inserted: Mapping[int, Sequence[Event]], deleted: Set[int]
) -> float:
    """Return the cost of the replay with events inserted and deleted; less is better."""
    revised = revise_events(lines, inserted, deleted)
    return sum(
        violation_cost(each.before, each.event, violations(each.before, each.event)) for each in revised
    )


def _corrections(
    lines: Sequence[BaseRecordedEvent], inserted: Mapping[int, Sequence[Event]], deleted: Set[int]
) -> Iterator[Reattribute[Event] | Insert[Event] | Replace[Event]]:
    """Yield the corrections that insert and delete events."""
    yield from reattributions(revise_events(lines, inserted, deleted))
    yield from (Replace[Event](number, None) for number in deleted)
    for at, events in inserted.items():
        yield from (Insert[Event](lines[at].number, event) for event in events)


def _insert_roll_before(
    history: BaseHistory, at: int, inserted: Sequence[Event], certainty: float = 1.0
) -> Interpretation[Event]:
    """Insert a turn end and a roll before a position; the later events follow them."""
    inserts = tuple(Insert[Event](history.recorded_events[at].number, event) for event in inserted)
    later = reattribute_after_roll_change(history.recorded_events, at, inserted, frozenset())
    return Interpretation(corrections=(*later, *inserts), certainty=certainty)


def insert_roll_at_time(
    history: BaseHistory, dice: RolledDice, t: float, certainty: float
) -> Interpretation[Event]:
    """Insert a turn end and a roll at a time in the current turn; the later events follow them.

    Args:
        history: so far, in a turn with a roll.
        dice: the dice of the inserted roll.
        t: its time, in session seconds.
        certainty: of the roll.
    """
    state = history.state
    following = state.players[state.next_seat].colour
    inserted = (EndTurn(state.players[state.active].colour), Roll(following, dice))
    at = len(history.recorded_events)
    while history.recorded_events[at - 1].t > t and not isinstance(
        history.recorded_events[at - 1].event, Roll
    ):
        at -= 1
    if at == len(history.recorded_events):
        return Interpretation(inserted, certainty=certainty)
    return _insert_roll_before(history, at, inserted, certainty)


def backdate_roll(
    history: BaseHistory, interpretation: Interpretation[Event], t: float
) -> Interpretation[Event]:
    """Backdate the next player's entered roll to the time when the dice were seen to move.

    The events since then follow it. Other interpretations are returned unchanged.
    """
    match interpretation.events:
        case (EndTurn(), Roll(dice=dice)) if not interpretation.corrections:
            return insert_roll_at_time(history, dice, t, interpretation.certainty)
    return interpretation


def _find_roll(history: BaseHistory, data: Mapping[str, Any]) -> tuple[BaseRecordedEvent, Roll]:
    recorded = history_inputs.find_recorded(history, data.get("entry"))
    if not isinstance(recorded.event, Roll):
        raise InputRefused(sentence("this entry of the game log is not a roll"))
    return recorded, recorded.event
