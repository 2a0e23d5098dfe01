"""Who sits there was told wrongly: other colours or places, and what follows for the story.

A seat keeps its id (`Seat.id`). What the player on turn did was done by whoever was on turn then, in another
order perhaps by somebody else; all else is about the player at the seat, in whichever colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.dice_game.effects import apply
from companion.games.dice_game.events import Event, GameStarted
from companion.games.dice_game.seats import Colour
from companion.games.dice_game.state import State
from companion.games.game_api import GameHistory, Reattribute, Replace
from companion.games.replay import RecordedEvent
from companion.i18n import sentence
from companion.observations import InputRefused


def reseated(
    story: GameHistory[State, Event], chapter: RecordedEvent[Event], event: GameStarted
) -> tuple[Replace[Event] | Reattribute[Event], ...]:
    """The corrections by which a game starts otherwise.

    Args:
        story: so far.
        chapter: that tells how it started.
        event: how it started in truth.

    Raises:
        InputRefused: a player is taken out of whom something is told.
    """
    started = chapter.event
    assert isinstance(started, GameStarted)
    retold = _retold(story, started, event)
    return (Replace(chapter.number, event), *retold)


def _retold(
    story: GameHistory[State, Event], started: GameStarted, event: GameStarted
) -> Iterator[Reattribute[Event]]:
    now = {seat.id: seat.colour for seat in event.players}
    became = {seat.colour: now.get(seat.id) for seat in started.players}
    names = {seat.colour: seat.name for seat in started.players}
    before, after = apply(State(), started), apply(State(), event)
    for told in story.chapters[1:]:
        if isinstance(told.event, GameStarted):
            continue
        player: Colour | None = after.players[after.active].colour
        if told.event.player != before.players[before.active].colour:
            player = became.get(told.event.player, told.event.player)
        if player is None:
            raise InputRefused(
                sentence(
                    "Something is told of {name} already, who can't be taken out of the game then. The seat "
                    "can have another name or colour.",
                    name=names[told.event.player],
                )
            )
        said = replace(told.event, player=player)
        if said != told.event:
            yield Reattribute(told.number, said, told.source, told.certainty)
        before, after = apply(before, told.event), apply(after, said)
