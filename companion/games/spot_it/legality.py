"""Whether an event could have happened by the rules and with the cards of the box.

What is wrong is a word, not an exception: the table records what people told, flagged.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.spot_it.events import Counts, Event, GameScored, GameStarted, RoundScored
from companion.games.spot_it.laying import HARBORS, ISLAND_CARDS, cards
from companion.games.spot_it.scoring import by_seat
from companion.games.spot_it.state import State

HARBORS_OF_ALL: Final = 2 * HARBORS
"""A harbor touches one or two cards of the island: no more than two teams border it."""


def violations(state: State, event: Event) -> list[str]:
    """What is wrong with an event in a state, as snake-case words; empty where it is legal.

    Raises:
        ValueError: the event is about a team that isn't at the table.
    """
    if isinstance(event, GameStarted):
        return ["wrong_phase"] if state.teams else []
    if isinstance(event, RoundScored):
        return [*_when(state, 5), *_all_counted(state, event.captured), *_round(state, event)]
    return [
        *_when(state, event.game),
        *_first_out(event),
        *_all_counted(state, event.counts),
        *_counts(state, event),
    ]


def _when(state: State, game: int) -> Iterator[str]:
    if state.phase == "over":
        yield "game_over"
    elif state.game != game:
        yield "wrong_game"


def _first_out(event: GameScored) -> Iterator[str]:
    """Games 1 to 3 end as soon as a team has laid all its cards; in game 4 nobody lays any."""
    if event.game == 4 and event.first_out:
        yield "no_first_out_here"
    if event.game < 4 and not event.first_out:
        yield "nobody_out"


def _all_counted(state: State, counts: Counts) -> Iterator[str]:
    if len(counts) < len(state.teams):
        yield "team_not_counted"


def _counts(state: State, event: GameScored) -> Iterator[str]:
    counts = by_seat(state, event.counts)
    if event.game == 4:
        if sum(counts) != ISLAND_CARDS:
            yield "not_all_captured"
    elif event.game == 2:
        if max(counts) > HARBORS or sum(counts) > HARBORS_OF_ALL:
            yield "too_many_harbors"
    else:
        own = [cards(state, team.colour, event.game) for team in state.teams]
        if any(count > most for count, most in zip(counts, own, strict=True)):
            yield "too_many_of_a_team"
        if sum(counts) > ISLAND_CARDS:
            yield "too_many_on_island"


def _round(state: State, event: RoundScored) -> Iterator[str]:
    """All teams but one lose their card in a round: as many cards are captured."""
    if sum(by_seat(state, event.captured)) != len(state.teams) - 1:
        yield "wrong_captures"
