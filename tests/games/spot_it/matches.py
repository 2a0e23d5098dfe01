"""Hypothesis strategies for matches, legal or not."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from companion.games.spot_it.events import Event, GameScored, MatchStarted, RoundScored, SeatedTeam
from companion.games.spot_it.state import COLOURS, GAME_NUMBERS, Colour, MatchOptions


@st.composite
def started_matches(draw: st.DrawFn) -> MatchStarted:
    colours = draw(st.permutations(COLOURS))[: draw(st.integers(2, 3))]
    name = st.from_regex(r"\A[A-Za-z]{1,8}\Z")
    names = draw(st.lists(name, min_size=3, max_size=3, unique_by=str.casefold))
    options = draw(
        st.builds(
            MatchOptions,
            mode=st.sampled_from(["discovery", "adventure"]),
            game=st.sampled_from(GAME_NUMBERS),
            alone=st.sampled_from([None, *colours]),
            two_against_one=st.sampled_from(["no_adjustment", "as_of_five"]),
            both_out=st.sampled_from(["both", "neither"]),
            pile_out=st.sampled_from(["match_ends", "shuffle_again"]),
        )
    )
    seats = tuple(SeatedTeam(name, colour) for name, colour in zip(names, colours, strict=False))
    return MatchStarted(seats, options)


def counts(colours: Sequence[Colour]) -> st.SearchStrategy[tuple[tuple[Colour, int], ...]]:
    return st.tuples(*[st.integers(0, 20)] * len(colours)).map(
        lambda numbers: tuple(zip(sorted(colours), numbers, strict=True))
    )


def scored_rounds(colours: Sequence[Colour]) -> st.SearchStrategy[Event]:
    """A game or a round with any counts."""
    out = st.sets(st.sampled_from(colours)).map(lambda chosen: tuple(sorted(chosen)))
    games = st.sampled_from(GAME_NUMBERS[:-1])
    return st.builds(GameScored, games, out, counts(colours)) | st.builds(RoundScored, counts(colours))


@st.composite
def matches(draw: st.DrawFn) -> list[Event]:
    first = draw(started_matches())
    colours = [seat.colour for seat in first.players]
    return [first, *draw(st.lists(scored_rounds(colours), max_size=24))]


@st.composite
def legal_matches(draw: st.DrawFn) -> tuple[MatchStarted, random.Random]:
    """The teams, and a generator for enough rounds to finish any match: `(started, draws)`."""
    return draw(started_matches()), draw(st.randoms(use_true_random=False))


EVENTS = started_matches() | scored_rounds(COLOURS)
