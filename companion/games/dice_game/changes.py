"""Differences between two states of a dice game. Each is JSON, `{"what", "before", "after"}`.

=================  ====================================================
what               before and after
=================  ====================================================
`winner`,          a colour or null
`longest_route`,
`most_knights`,
`on_turn`
`turn`             its number
`dice`             as they lie in the current turn, or null
`points`, `route`  a number; of the player of a `colour`
`built`            ids of a `piece` on the sheet of a `colour`, in order
`spent`            ids of the knights that turned a die, of a `colour`
=================  ====================================================

Colours are those after the change; players who weren't there before are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from companion.games.dice_game.api_types import DiceGameDifference
from companion.games.dice_game.dice import PIECES
from companion.games.dice_game.state import DiceGameState, PlayerSheet


def diff_states(before: DiceGameState, after: DiceGameState) -> list[DiceGameDifference]:
    """Return the differences between two states; those that decide the game come first."""
    return [*_diff_table(before, after), *_diff_players(before, after)]


def _change(what: str, was: object, now: object, **of: object) -> Iterator[DiceGameDifference]:
    if was != now:
        yield cast(DiceGameDifference, {"what": what, **of, "before": was, "after": now})


def _diff_table(before: DiceGameState, after: DiceGameState) -> Iterator[DiceGameDifference]:
    now = {_id(player): player.colour for player in after.players}
    had = [now.get(_id(player), player.colour) for player in before.players]
    has = [player.colour for player in after.players]
    for what in ("winner", "longest_route", "most_knights"):
        one, other = getattr(before, what), getattr(after, what)
        yield from _change(what, None if one is None else had[one], None if other is None else has[other])
    yield from _change("on_turn", had[before.active] if had else None, has[after.active] if has else None)
    yield from _change("turn", before.turn, after.turn)
    yield from _change("dice", *(state.dice and list(state.dice) for state in (before, after)))


def _diff_players(before: DiceGameState, after: DiceGameState) -> Iterator[DiceGameDifference]:
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
            ids = [sheet.sort_ids(piece, one.built[piece]) for sheet, one in both]
            yield from _change("built", *ids, colour=of, piece=piece)
        spent = [sheet.sort_ids("knight", one.spent) for sheet, one in both]
        yield from _change("spent", *spent, colour=of)


def _id(player: PlayerSheet) -> str:
    return player.at_first or player.colour
