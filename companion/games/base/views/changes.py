"""List the public differences that a correction makes.

Each change is JSON, `{"what", "before", "after"}`, with a field for the changed object:

===================  =====================================================================
what                 before and after
===================  =====================================================================
`winner`, `on_turn`  a colour or null
`longest_road`,      a colour or null
`largest_army`
`turn`               its number
`roll`               the dice of the current turn, or null
`robber`             a hex or null
`points`, `cards`,   a number; of the player of a `colour`
`development_cards`,
`knights`
`hand`               the same number of cards, but others; both null if hands are hidden
`piece`              `{"kind", "colour"}` or null; at the site `at`
===================  =====================================================================

If the seating changes, colours are those of the corrected game. Players who are only in one of the two games
are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from companion.games.base.api_types import BaseDifference
from companion.games.base.rules.cards import cards_to_json
from companion.games.base.rules.options import COLOURS
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import Player, State, evolve
from companion.island.geometry import INTERSECTIONS, PATHS
from companion.rolled_dice import rolled_dice_to_json


def diff_states(before: State, after: State) -> list[BaseDifference]:
    """Return the differences between two states, the most important first."""
    before = _with_current_colours(before, after)
    return [*_table_changes(before, after), *_player_changes(before, after), *_piece_changes(before, after)]


def _with_current_colours(before: State, after: State) -> State:
    """Return a state with the colours that its players have in another one."""
    now = {player.id: player.colour for player in after.players}
    if all(now.get(player.id) == player.colour for player in before.players):
        return before
    # A player who was removed gets a colour that nobody plays now.
    free = iter(colour for colour in COLOURS if colour not in now.values())
    colours = [now[player.id] if player.id in now else next(free) for player in before.players]
    players = zip(before.players, colours, strict=True)
    return evolve(before, players=tuple(evolve(player, colour=colour) for player, colour in players))


def _change(what: str, was: object, now: object, **of: object) -> Iterator[BaseDifference]:
    if was != now:
        yield cast(BaseDifference, {"what": what, **of, "before": was, "after": now})


def _table_changes(before: State, after: State) -> Iterator[BaseDifference]:
    for what in ("winner", "longest_road", "largest_army"):
        yield from _change(what, *(_colour(state, getattr(state, what)) for state in (before, after)))
    yield from _change("on_turn", *(_colour(s, s.active if s.players else None) for s in (before, after)))
    yield from _change("turn", before.turn, after.turn)
    yield from _change("roll", *(state.dice and rolled_dice_to_json(state.dice) for state in (before, after)))
    yield from _change("robber", before.robber, after.robber)


def _colour(state: State, seat: int | None) -> str | None:
    return None if seat is None else state.players[seat].colour


def _player_changes(before: State, after: State) -> Iterator[BaseDifference]:
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


def _piece_changes(before: State, after: State) -> Iterator[BaseDifference]:
    had, has = _pieces_by_site(before.players), _pieces_by_site(after.players)
    for at in sorted({*had, *has}):
        yield from _change("piece", had.get(at), has.get(at), at=at)


def _pieces_by_site(players: tuple[Player, ...]) -> dict[str, dict[str, str]]:
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
