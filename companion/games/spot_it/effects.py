"""What each event does to the state. Nothing is refused here: people did what they did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from companion.games.spot_it.events import Event, GameScored, GameStarted, RoundScored
from companion.games.spot_it.laying import TEAM_CARDS
from companion.games.spot_it.options import GAME_NUMBERS, GameNumber
from companion.games.spot_it.scoring import points
from companion.games.spot_it.state import TO_WIN, Scored, State, Team


def apply(state: State, event: Event) -> State:
    """The state after an event.

    Raises:
        ValueError: the event is about a team that isn't at the table.
    """
    if isinstance(event, GameStarted):
        game = event.options.game if event.options.mode == "discovery" else GAME_NUMBERS[0]
        return State(tuple(Team(seat.name, seat.colour) for seat in event.players), event.options, game)
    return _scored(state, event)


def fold(events: Iterable[Event]) -> State:
    """The state after events, from before the first of a match."""
    return reduce(apply, events, State())


def _scored(state: State, event: GameScored | RoundScored) -> State:
    scored = points(state, event)
    if state.phase == "over":
        # The match was decided before: what was played on counts no more.
        return state
    game: GameNumber = event.game if isinstance(event, GameScored) else 5
    pairs = zip(state.teams, scored, strict=True)
    teams = tuple(replace(team, points=team.points + won) for team, won in pairs)
    rounds = state.rounds + 1 if game == 5 else 0
    out = rounds == TEAM_CARDS
    most = max(team.points for team in teams)
    ends = most >= TO_WIN or (out and state.options.pile_out == "match_ends")
    return replace(
        state,
        teams=teams,
        game=game if ends else _next(state, game),
        rounds=0 if out and not ends else rounds,
        count=state.count + 1,
        last=Scored(game, scored),
        winners=tuple(team.colour for team in teams if ends and team.points == most),
    )


def _next(state: State, game: GameNumber) -> GameNumber:
    """The game after another: the same again in discovery mode, else the next; the last goes on to ten."""
    if state.options.mode == "discovery":
        return state.options.game
    return GAME_NUMBERS[min(game, len(GAME_NUMBERS) - 1)]
