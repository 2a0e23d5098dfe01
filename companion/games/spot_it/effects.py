"""Effects of events on the state, legal or not: the table records what players really did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from companion.games.spot_it.card_counts import TEAM_CARDS
from companion.games.spot_it.events import Event, GameScored, MatchStarted, RoundScored
from companion.games.spot_it.options import GAME_NUMBERS, GameNumber
from companion.games.spot_it.scoring import points
from companion.games.spot_it.state import POINTS_TO_WIN, LastScore, MatchState, Team


def apply(state: MatchState, event: Event) -> MatchState:
    """The state after an event.

    Raises:
        ValueError: the event is about a team that isn't at the table.
    """
    if isinstance(event, MatchStarted):
        game = event.options.game if event.options.mode == "discovery" else GAME_NUMBERS[0]
        return MatchState(tuple(Team(seat.name, seat.colour) for seat in event.players), event.options, game)
    return _score(state, event)


def fold(events: Iterable[Event]) -> MatchState:
    """The state after all events of a match."""
    return reduce(apply, events, MatchState())


def _score(state: MatchState, event: GameScored | RoundScored) -> MatchState:
    scored = points(state, event)
    if state.phase == "over":
        # Games after the end of the match don't count.
        return state
    game: GameNumber = event.game if isinstance(event, GameScored) else 5
    pairs = zip(state.teams, scored, strict=True)
    teams = tuple(replace(team, points=team.points + won) for team, won in pairs)
    rounds = state.rounds + 1 if game == 5 else 0
    out = rounds == TEAM_CARDS
    most = max(team.points for team in teams)
    ends = most >= POINTS_TO_WIN or (out and state.options.pile_out == "match_ends")
    return replace(
        state,
        teams=teams,
        game=game if ends else _next_game(state, game),
        rounds=0 if out and not ends else rounds,
        count=state.count + 1,
        last_score=LastScore(game, scored),
        winners=tuple(team.colour for team in teams if ends and team.points == most),
    )


def _next_game(state: MatchState, game: GameNumber) -> GameNumber:
    """The next game: the same in discovery mode, else the following one; the last one repeats."""
    if state.options.mode == "discovery":
        return state.options.game
    return GAME_NUMBERS[min(game, len(GAME_NUMBERS) - 1)]
