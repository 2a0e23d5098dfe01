"""What another telling of a game changes. Each change is JSON, `{"what", "before", "after"}`.

=================  ====================================================
what               before and after
=================  ====================================================
`winner`,          a colour or null
`longest_route`,
`most_knights`,
`on_turn`
`turn`             its number
`dice`             as they lie in the turn that is on, or null
`points`, `route`  a number; of the player of a `colour`
`built`            ids of a `piece` on the sheet of a `colour`, in order
`spent`            ids of the knights that turned a die, of a `colour`
=================  ====================================================

Colours are those that the players have after it; who wasn't there before is not told of.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from companion.games.dice_game.dice import PIECES
from companion.games.dice_game.state import Player, State
from companion.games.dice_game.wire import DiceGameDifference


def differences(before: State, after: State) -> list[DiceGameDifference]:
    """What differs between two states, what decides the game first."""
    return [*_table(before, after), *_players(before, after)]


def _change(what: str, was: object, now: object, **of: object) -> Iterator[DiceGameDifference]:
    if was != now:
        yield cast(DiceGameDifference, {"what": what, **of, "before": was, "after": now})


def _table(before: State, after: State) -> Iterator[DiceGameDifference]:
    now = {_id(player): player.colour for player in after.players}
    had = [now.get(_id(player), player.colour) for player in before.players]
    has = [player.colour for player in after.players]
    for what in ("winner", "longest_route", "most_knights"):
        one, other = getattr(before, what), getattr(after, what)
        yield from _change(what, None if one is None else had[one], None if other is None else has[other])
    yield from _change("on_turn", had[before.active] if had else None, has[after.active] if has else None)
    yield from _change("turn", before.turn, after.turn)
    yield from _change("dice", *(state.dice and list(state.dice) for state in (before, after)))


def _players(before: State, after: State) -> Iterator[DiceGameDifference]:
    seats = {_id(player): seat for seat, player in enumerate(before.players)}
    for seat, player in enumerate(after.players):
        was = seats.get(_id(player))
        if was is None:
            continue
        of, earlier = player.colour, before.players[was]
        yield from _change("points", before.points(was), after.points(seat), colour=of)
        yield from _change("route", earlier.route, player.route, colour=of)
        both = ((before.sheet, earlier), (after.sheet, player))
        for piece in PIECES:
            ids = [sheet.in_order(piece, one.built[piece]) for sheet, one in both]
            yield from _change("built", *ids, colour=of, piece=piece)
        spent = [sheet.in_order("knight", one.spent) for sheet, one in both]
        yield from _change("spent", *spent, colour=of)


def _id(player: Player) -> str:
    return player.at_first or player.colour
