"""Effects of events on the state, legal or not: the table records what players really did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from itertools import combinations
from typing import Final

from companion.games.spot_it.events import Counts, Event, GameScored, MatchStarted, RoundScored
from companion.games.spot_it.state import (
    GAME_NUMBERS,
    POINTS_TO_WIN,
    Colour,
    GameNumber,
    LastScore,
    MatchState,
    Team,
)

# Points of each team for a game or a round ("Points à marquer" of each game).


FIRST_OUT_POINTS: Final = 1
CATEGORY_POINTS: Final = 2
SOLO_FACTOR: Final = 2
"""Multiplier of the solo team's counts with five players, in games 1 to 4."""


def points(state: MatchState, event: GameScored | RoundScored) -> tuple[int, ...]:
    """The points that each team scores, in seat order.

    Raises:
        ValueError: the event is about a team that isn't at the table.
    """
    if isinstance(event, RoundScored):
        return counts_by_seat(state, event.captured)
    category, out = _category_points(state, event), _first_out_points(state, event)
    return tuple(one + other for one, other in zip(category, out, strict=True))


def counts_by_seat(state: MatchState, counts: Counts) -> tuple[int, ...]:
    """The counts in seat order; 0 for uncounted teams.

    Raises:
        ValueError: a count is of a team that isn't at the table.
    """
    found = [0] * len(state.teams)
    for colour, count in counts:
        found[state.seat(colour)] = count
    return tuple(found)


def comparable_counts(state: MatchState, counts: Counts) -> tuple[int, ...]:
    """The counts for comparison, with the solo team's doubled for five players ("Partie à 5 joueurs")."""
    return tuple(
        count * (SOLO_FACTOR if team.colour == state.solo_team else 1)
        for team, count in zip(state.teams, counts_by_seat(state, counts), strict=True)
    )


def _category_points(state: MatchState, event: GameScored) -> tuple[int, ...]:
    """Two points for the highest count and for ties; none for uncounted teams."""
    counts = comparable_counts(state, event.counts)
    counted = {colour for colour, _ in event.counts}
    most = max(counts)
    return tuple(
        CATEGORY_POINTS if count == most and team.colour in counted else 0
        for team, count in zip(state.teams, counts, strict=True)
    )


def _first_out_points(state: MatchState, event: GameScored) -> tuple[int, ...]:
    """One point in games 1 to 3; ties follow the table's option (clarifications.md, "Open")."""
    seats = [state.seat(colour) for colour in event.first_out]
    if event.game == 4 or (len(seats) > 1 and state.options.both_out == "neither"):
        seats = []
    return tuple(FIRST_OUT_POINTS if seat in seats else 0 for seat in range(len(state.teams)))


# Card counts of the box, and the cards that each team takes for a game ("Mise en place").


ISLAND_CARDS: Final = 19
HARBORS: Final = 6
TEAM_CARDS: Final = 16
SOLO_CARDS: Final = 8
"""The solo team's cards with five players, in games 1 to 3."""
EXCHANGED_CARDS: Final = 6
"""Cards that each team gives in game 3, in equal parts to the others."""
SOLO_EXCHANGED_CARDS: Final = 1


def team_card_count(state: MatchState, colour: Colour, game: GameNumber) -> int:
    """The number of cards that a team takes for a game, which also limits its cards on the island."""
    if game == 4:
        return 1
    return SOLO_CARDS if game <= 3 and colour == state.solo_team else TEAM_CARDS


def exchanges(state: MatchState) -> tuple[tuple[Colour, Colour, int], ...]:
    """The card exchanges before game 3, as (team, team, number of cards each gives)."""
    share = EXCHANGED_CARDS // (len(state.teams) - 1)
    return tuple(
        (
            one.colour,
            other.colour,
            SOLO_EXCHANGED_CARDS if state.solo_team in (one.colour, other.colour) else share,
        )
        for one, other in combinations(state.teams, 2)
    )


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
