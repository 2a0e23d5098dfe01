"""A roll too many or too few, put right: whoever was said to be on turn since then was so a turn apart.

What the camera saw on the board keeps its colour, and what somebody's phone told its player. What the player
on turn did was done by whoever was on turn then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from companion.games import correcting
from companion.games.base.belief.believed_replay import BaseHistory, BaseRecordedEvent
from companion.games.base.inputs.breaking import Broken
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
from companion.games.base.rules.retelling import reattributed, told_anew, turns_apart
from companion.games.game_api import Insert, Interpretation, Reattribute, Replace
from companion.games.replay import INFERRED
from companion.i18n import sentence
from companion.observations import InputRefused
from companion.thrown import Thrown


def no_roll(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """The dice of an entry were no roll: what was rolled after it was rolled by its player, and so on.

    Raises:
        InputRefused: there is no roll at this entry.
    """
    recorded, _ = _roll(history, data)
    at = history.recorded.index(recorded)
    later = history.recorded[at + 1 :]
    passed = next((each for each in later if isinstance(each.event, EndTurn)), None)
    if passed is None and not later and isinstance(history.recorded[at - 1].event, EndTurn):
        # The turn before went on: it was only said to be over with this roll.
        passed = history.recorded[at - 1]
    gone = [recorded] if passed is None else [recorded, passed]
    taken = tuple(Replace[Event](each.number, None) for each in gone)
    numbers = frozenset(each.number for each in gone)
    return Interpretation(corrections=(*taken, *turns_apart(history.recorded, at, (), numbers)))


def another_roll(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """The player of a roll had rolled other dice and passed them: that roll was the next player's, and so on.

    Raises:
        InputRefused: there is no roll at this entry, or what was rolled before it isn't said.
    """
    recorded, rolled = _roll(history, data)
    before = event_from_json({"kind": Roll.kind, "player": rolled.player, "dice": data.get("dice")})
    fresh = (before, EndTurn(rolled.player))
    told = tuple(Insert[Event](recorded.number, event) for event in fresh)
    at = history.recorded.index(recorded)
    return Interpretation(corrections=(*told, *turns_apart(history.recorded, at, fresh, frozenset())))


def rolled_before(history: BaseHistory, said: Insert[Event]) -> Interpretation[Event]:
    """What happened before a line that nobody told: a roll of the next player's passed the dice, too.

    What was told from that line on as done by who had them was done by who rolled, and so on; likewise where
    only the dice were passed.
    """
    step = next(step for step in history.steps if step.number == said.before)
    state, roll = step.before, said.event
    at = history.steps.index(step)
    on_turn = state.phase == "play" and state.players[state.active].colour
    if isinstance(roll, EndTurn) and roll.player == on_turn and not isinstance(step.event, Roll | UnseenRoll):
        later = reattributed(told_anew(history.recorded[: _turns_end(history, at)], {at: (roll,)}))
        return Interpretation(corrections=(*later, said))
    if not isinstance(roll, Roll | UnseenRoll) or state.phase != "play" or not state.rolled:
        return Interpretation(corrections=(said,))
    if roll.player != state.players[state.following].colour:
        return Interpretation(corrections=(said,))
    fresh: dict[int, Sequence[Event]] = {at: (EndTurn(state.players[state.active].colour), roll)}
    gone: frozenset[int] = frozenset()
    lines = history.recorded
    end = _turns_end(history, at)
    passed = next((n for n in range(at, end - 1) if _only_inferred(lines[n], EndTurn)), None)
    if passed is not None:
        # It was only said to be over as the next player did something: who had rolled already.
        gone |= {lines[passed].number}
        if end < len(lines):
            fresh[end] = (EndTurn(roll.player),)
    if isinstance(roll, Roll) and sum(roll.dice) == 7 and (moved := _moved_late(lines, at, end)) is not None:
        overtaking, robber = moved
        assert isinstance(robber.event, MoveRobber)
        fresh[overtaking] = (*fresh.get(overtaking, ()), MoveRobber(roll.player, robber.event.to))
        gone |= {robber.number}
    for line in lines[at:end]:
        if _only_inferred(line, PlayDevelopmentCard, MaritimeTrade, DomesticTrade, Steal):
            without = gone | {line.number}
            if _weight(lines, fresh, without) <= _weight(lines, fresh, gone):
                gone = without
    return Interpretation(corrections=tuple(_corrections(lines, fresh, gone)))


def _turns_end(history: BaseHistory, at: int) -> int:
    """The place of the first roll from a place on, seen or not."""
    lines = history.recorded
    return next(
        (n for n in range(at, len(lines)) if isinstance(lines[n].event, Roll | UnseenRoll)), len(lines)
    )


def _moved_late(
    lines: Sequence[BaseRecordedEvent], first: int, end: int
) -> tuple[int, BaseRecordedEvent] | None:
    """The first line in a stretch that comes only after the robber's move, though that is told later: its
    place, and the move; None: there is none.
    """
    moved = next((n for n in range(first, end) if isinstance(lines[n].event, MoveRobber)), end)
    before = (n for n in range(first, moved) if not isinstance(lines[n].event, Discard))
    overtaking = next((n for n in before if lines[n].source != INFERRED), None)
    return None if moved == end or overtaking is None else (overtaking, lines[moved])


def _only_inferred(line: BaseRecordedEvent, *kinds: type[Event]) -> bool:
    """Whether nobody saw or said it: it made sense of what was seen and said, as that was told."""
    return line.source == INFERRED and isinstance(line.event, kinds)


def _weight(
    lines: Sequence[BaseRecordedEvent], fresh: Mapping[int, Sequence[Event]], gone: Set[int]
) -> tuple[int, int]:
    """What a story breaks that is told anew: less is better."""
    found = Broken()
    for each in told_anew(lines, fresh, gone):
        found = found.and_by(each.before, each.event, violations(each.before, each.event))
    return found.weight


def _corrections(
    lines: Sequence[BaseRecordedEvent], fresh: Mapping[int, Sequence[Event]], gone: Set[int]
) -> Iterator[Reattribute[Event] | Insert[Event] | Replace[Event]]:
    """What a story that is told anew comes to."""
    yield from reattributed(told_anew(lines, fresh, gone))
    yield from (Replace[Event](number, None) for number in gone)
    for at, events in fresh.items():
        yield from (Insert[Event](lines[at].number, event) for event in events)


def _rolled_there(
    history: BaseHistory, at: int, fresh: Sequence[Event], certainty: float = 1.0
) -> Interpretation[Event]:
    """The dice were passed and thrown before the entry at a place; what is told from there on follows it."""
    told = tuple(Insert[Event](history.recorded[at].number, event) for event in fresh)
    later = turns_apart(history.recorded, at, fresh, frozenset())
    return Interpretation(corrections=(*later, *told), certainty=certainty)


def rolled_at(history: BaseHistory, dice: Thrown, t: float, certainty: float) -> Interpretation[Event]:
    """The dice were passed, and these rolled, at a time in the turn that is on: what was told since follows.

    Args:
        history: so far, in a turn whose dice were rolled.
        dice: that were rolled.
        t: when, in session seconds.
        certainty: that they were.
    """
    state = history.state
    following = state.players[state.following].colour
    fresh = (EndTurn(state.players[state.active].colour), Roll(following, dice))
    at = len(history.recorded)
    while history.recorded[at - 1].t > t and not isinstance(history.recorded[at - 1].event, Roll):
        at -= 1
    if at == len(history.recorded):
        return Interpretation(fresh, certainty=certainty)
    return _rolled_there(history, at, fresh, certainty)


def thrown_then(history: BaseHistory, told: Interpretation[Event], t: float) -> Interpretation[Event]:
    """The next player's roll, as people enter it, at the time at which the dice were seen to move.

    What was told since then follows it. Whatever else they enter stays as it is.
    """
    match told.events:
        case (EndTurn(), Roll(dice=dice)) if not told.corrections:
            return rolled_at(history, dice, t, told.certainty)
    return told


def _roll(history: BaseHistory, data: Mapping[str, Any]) -> tuple[BaseRecordedEvent, Roll]:
    recorded = correcting.recorded(history, data.get("entry"))
    if not isinstance(recorded.event, Roll):
        raise InputRefused(sentence("this entry of the game log is not a roll"))
    return recorded, recorded.event
