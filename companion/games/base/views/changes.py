"""What another telling of a game changes, as everybody at the table may see it.

Each change is JSON, `{"what", "before", "after"}`, and says what it is of:

===================  =====================================================================
what                 before and after
===================  =====================================================================
`winner`, `on_turn`  a colour or null
`longest_road`,      a colour or null
`largest_army`
`turn`               its number
`roll`               the dice of the turn that is on, or null
`robber`             a hex or null
`points`, `cards`,   a number; of the player of a `colour`
`development_cards`,
`knights`
`hand`               as many cards as before but others; both null where hands are hidden
`piece`              `{"kind", "colour"}` or null; at the site `at`
===================  =====================================================================

Where other people sit there, or in other colours, colours are those that the players have after it, and a
player who wasn't there before, or isn't after it, is not told of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from companion.games.base.rules.cards import cards_to_json
from companion.games.base.rules.options import COLOURS
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import Player, State, evolve
from companion.games.base.wire import BaseDifference
from companion.island.geometry import INTERSECTIONS, PATHS
from companion.thrown import thrown_to_json


def differences(before: State, after: State) -> list[BaseDifference]:
    """What differs between two states, what decides the game first."""
    before = _as_they_sit_now(before, after)
    return [*_table(before, after), *_players(before, after), *_pieces(before, after)]


def _as_they_sit_now(before: State, after: State) -> State:
    """A state with the colours that its players have in another one."""
    now = {player.id: player.colour for player in after.players}
    if all(now.get(player.id) == player.colour for player in before.players):
        return before
    # Who isn't there any more has a colour that nobody else plays now.
    free = iter(colour for colour in COLOURS if colour not in now.values())
    colours = [now[player.id] if player.id in now else next(free) for player in before.players]
    players = zip(before.players, colours, strict=True)
    return evolve(before, players=tuple(evolve(player, colour=colour) for player, colour in players))


def _change(what: str, was: object, now: object, **of: object) -> Iterator[BaseDifference]:
    if was != now:
        yield cast(BaseDifference, {"what": what, **of, "before": was, "after": now})


def _table(before: State, after: State) -> Iterator[BaseDifference]:
    for what in ("winner", "longest_road", "largest_army"):
        yield from _change(what, *(_colour(state, getattr(state, what)) for state in (before, after)))
    yield from _change("on_turn", *(_colour(s, s.active if s.players else None) for s in (before, after)))
    yield from _change("turn", before.turn, after.turn)
    yield from _change("roll", *(state.dice and thrown_to_json(state.dice) for state in (before, after)))
    yield from _change("robber", before.robber, after.robber)


def _colour(state: State, seat: int | None) -> str | None:
    return None if seat is None else state.players[seat].colour


def _players(before: State, after: State) -> Iterator[BaseDifference]:
    had = {player.colour: _counts(before, seat) for seat, player in enumerate(before.players)}
    has = {player.colour: _counts(after, seat) for seat, player in enumerate(after.players)}
    for colour in had:
        for what in has.get(colour, {}):
            yield from _change(what, had[colour][what], has[colour][what], colour=colour)
    sits = {player.colour: player for player in after.players}
    for one in before.players:
        other = sits.get(one.colour, one)
        if one.hand != other.hand and sum(one.hand) == sum(other.hand):
            seen = [cards_to_json(p.hand) if after.options.open_hands else None for p in (one, other)]
            yield {"what": "hand", "colour": one.colour, "before": seen[0], "after": seen[1]}


def _counts(state: State, seat: int) -> Mapping[str, int]:
    player = state.players[seat]
    return {
        "points": state.open_points(seat),
        "cards": sum(player.hand),
        "development_cards": sum(player.development),
        "knights": player.knights,
    }


def _pieces(before: State, after: State) -> Iterator[BaseDifference]:
    had, has = _standing(before.players), _standing(after.players)
    for at in sorted({*had, *has}):
        yield from _change("piece", had.get(at), has.get(at), at=at)


def _standing(players: tuple[Player, ...]) -> dict[str, dict[str, str]]:
    return {
        ids[n]: {"kind": kind, "colour": player.colour}
        for player in players
        for kind, sites, ids in (
            ("road", player.roads, PATHS),
            ("settlement", player.settlements, INTERSECTIONS),
            ("city", player.cities, INTERSECTIONS),
        )
        for n in indices(sites)
    }
