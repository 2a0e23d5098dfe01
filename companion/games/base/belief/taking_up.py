"""The hands of a game that is taken up, as far as people say what they hold."""

from __future__ import annotations

from typing import Final

from companion.games.base.belief.draws import MOST_UNNAMED, gained
from companion.games.base.belief.worlds import Worlds, together
from companion.games.base.rules.cards import UNIDENTIFIED
from companion.games.base.rules.events import Event, TakeUp
from companion.games.base.rules.state import State

LIKELY_SIZES: Final = range(8)
"""How many cards somebody holds who doesn't say, each number as likely: more than seven are rare."""


def begins(before: State, event: Event, after: State) -> bool:
    """Whether play begins with an event, where a game is taken up."""
    waited = isinstance(event, TakeUp) or before.taking_up is not None
    return waited and after.turn > before.turn


def unsaid(state: State, event: TakeUp) -> frozenset[int]:
    """The seats that don't even say how many cards they hold."""
    said = {state.seat(side.colour) for side in event.sides if side.hand is not None}
    return frozenset(range(len(state.players))) - said


def taken_up(before: State, event: Event, after: State) -> tuple[Worlds, bool]:
    """The worlds with which play begins, and whether unlikely ones were left out."""
    told = event if isinstance(event, TakeUp) else before.taking_up
    assert told is not None
    worlds = Worlds.empty_handed(len(after.players))
    worlds, cut = worlds.moved({seat: player.hand[:5] for seat, player in enumerate(after.players)}), False
    silent = unsaid(after, told)
    for seat, player in enumerate(after.players):
        sizes = LIKELY_SIZES if seat in silent else (player.hand[UNIDENTIFIED],)
        several = [_dealt(worlds, seat, size) for size in sizes]
        worlds = together([(dealt, 1.0) for dealt, _ in several]).merged()
        fewer = worlds.fewer()
        cut |= fewer is not worlds or any(short for _, short in several)
        worlds = fewer
    return worlds, cut


def _dealt(worlds: Worlds, seat: int, count: int) -> tuple[Worlds, bool]:
    """So many cards that nobody names, a few at a time; and whether unlikely worlds were left out."""
    cut = False
    while count > 0:
        worlds = gained(worlds, seat, min(count, MOST_UNNAMED)).merged()
        fewer = worlds.fewer()
        cut |= fewer is not worlds
        worlds, count = fewer, count - MOST_UNNAMED
    return worlds, cut
