"""A roll too many or too few, put right: whoever was said to be on turn since then was so a turn apart.

What the camera saw on the board keeps its colour, and what somebody's phone told its player. What the player
on turn did was done by whoever was on turn then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games import correcting
from companion.games.base.belief.believed_replay import BaseHistory, BaseRecordedEvent
from companion.games.base.inputs.reseating import said_anew
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import EndTurn, Event, GameStarted, Roll, event_from_json
from companion.games.base.rules.state import State
from companion.games.game_api import Insert, Interpretation, Reattribute, Replace
from companion.games.reseating import Seating
from companion.i18n import sentence
from companion.observations import InputRefused


def no_roll(story: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """The dice of an entry were no roll: what was rolled after it was rolled by its player, and so on.

    Raises:
        InputRefused: there is no roll at this entry.
    """
    chapter, _ = _roll(story, data)
    at = story.chapters.index(chapter)
    later = story.chapters[at + 1 :]
    passed = next((each for each in later if isinstance(each.event, EndTurn)), None)
    if passed is None and not later and isinstance(story.chapters[at - 1].event, EndTurn):
        # The turn before went on: it was only said to be over with this roll.
        passed = story.chapters[at - 1]
    gone = [chapter] if passed is None else [chapter, passed]
    taken = tuple(Replace[Event](each.number, None) for each in gone)
    numbers = frozenset(each.number for each in gone)
    return Interpretation(corrections=(*taken, *_retold(story, at, (), numbers)))


def another_roll(story: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """The player of a roll had rolled other dice and passed them: that roll was the next player's, and so on.

    Raises:
        InputRefused: there is no roll at this entry, or what was rolled before it isn't said.
    """
    chapter, rolled = _roll(story, data)
    before = event_from_json({"kind": Roll.kind, "player": rolled.player, "dice": data.get("dice")})
    fresh = (before, EndTurn(rolled.player))
    told = tuple(Insert[Event](chapter.number, event) for event in fresh)
    at = story.chapters.index(chapter)
    return Interpretation(corrections=(*told, *_retold(story, at, fresh, frozenset())))


def rolled_at(story: BaseHistory, dice: tuple[int, int], t: float, certainty: float) -> Interpretation[Event]:
    """The dice were passed, and these rolled, at a time in the turn that is on: what was told since follows.

    Args:
        story: so far, in a turn whose dice were rolled.
        dice: that were rolled.
        t: when, in session seconds.
        certainty: that they were.
    """
    state = story.state
    following = state.players[(state.active + 1) % len(state.players)].colour
    fresh = (EndTurn(state.players[state.active].colour), Roll(following, dice))
    at = len(story.chapters)
    while story.chapters[at - 1].t > t and not isinstance(story.chapters[at - 1].event, Roll):
        at -= 1
    if at == len(story.chapters):
        return Interpretation(fresh, certainty=certainty)
    told = tuple(Insert[Event](story.chapters[at].number, event) for event in fresh)
    return Interpretation(corrections=(*_retold(story, at, fresh, frozenset()), *told), certainty=certainty)


def _roll(story: BaseHistory, data: Mapping[str, Any]) -> tuple[BaseRecordedEvent, Roll]:
    chapter = correcting.chapter(story, data.get("entry"))
    if not isinstance(chapter.event, Roll):
        raise InputRefused(sentence("there is no roll at this entry of the story"))
    return chapter, chapter.event


def _retold(
    story: BaseHistory, at: int, fresh: tuple[Event, ...], gone: frozenset[int]
) -> Iterator[Reattribute[Event]]:
    """What is told of others from a place on.

    Args:
        at: the place.
        fresh: what happened right before it, besides.
        gone: the numbers of chapters that don't hold any more.
    """
    started = story.chapters[0].event
    assert isinstance(started, GameStarted)
    as_they_sit = Seating(started.players, started.players)
    before = after = State()
    for n, chapter in enumerate(story.chapters):
        if n == at:
            for event in fresh:
                after = apply(after, event)
        event = said_anew(chapter, before, after, as_they_sit) if n >= at else chapter.event
        before = apply(before, chapter.event)
        if chapter.number in gone:
            continue
        if event != chapter.event:
            yield Reattribute(chapter.number, event, chapter.source, chapter.certainty)
        after = apply(after, event)
