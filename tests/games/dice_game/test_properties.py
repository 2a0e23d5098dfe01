"""Properties of every dice game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.dice_game.effects import apply, fold
from companion.games.dice_game.events import Build, DiceGameStarted, Event, PassDice, Throw, UseKnight
from companion.games.dice_game.legality import violations
from companion.games.dice_game.options import DiceGameSettings, seats_from_json
from companion.games.dice_game.sheet import FACES, PIECES, SHEETS, dice_in_turn
from companion.games.dice_game.state import MIN_KNIGHTS, POINTS_TO_WIN, DiceGameState

COLOURS = ("red", "blue", "white", "orange")


@st.composite
def started_games(draw: st.DrawFn) -> DiceGameState:
    count = draw(st.integers(2, 4))
    options = DiceGameSettings(draw(st.sampled_from(sorted(SHEETS))), draw(st.sampled_from([None, True])))
    seats = seats_from_json([{"name": colour, "colour": colour} for colour in COLOURS[:count]])
    return apply(DiceGameState(), DiceGameStarted(seats, options))


@st.composite
def games_with_events(draw: st.DrawFn) -> tuple[DiceGameState, list[Event]]:
    """A game and its events, legal or not."""
    state = draw(started_games())
    colour = st.sampled_from([player.colour for player in state.players])
    build = st.one_of(
        [
            st.builds(
                Build, colour, st.just(piece), st.sampled_from(sorted(state.sheet.prerequisites[piece]))
            )
            for piece in PIECES
        ]
    )
    event = st.one_of(
        build,
        build,
        st.builds(Throw, colour, st.lists(st.sampled_from(FACES), min_size=1, max_size=6).map(tuple)),
        st.builds(
            UseKnight,
            colour,
            st.sampled_from(sorted(state.sheet.knights_by_id)),
            st.sampled_from(FACES[:5]),
            st.sampled_from(FACES),
        ),
        st.builds(PassDice, colour),
    )
    return state, draw(st.lists(event, max_size=40))


@given(games_with_events())
def test_folding_equals_applying_one_event_after_the_other(game: tuple[DiceGameState, list[Event]]) -> None:
    state, events = game
    one_by_one = state
    for event in events:
        one_by_one = apply(one_by_one, event)
    assert fold(events, state) == one_by_one


@given(games_with_events())
def test_points_come_from_builds_and_each_special_card_has_one_rightful_holder(
    game: tuple[DiceGameState, list[Event]],
) -> None:
    state, events = game
    for event in events:
        before, state = state, apply(state, event)
        for seat, player in enumerate(state.players):
            built = player.built
            cards = (state.longest_route == seat) + (state.most_knights == seat)
            assert state.points(seat) == len(built["settlement"]) + 2 * len(built["city"]) + 2 * cards
            if not isinstance(event, Build):
                assert state.points(seat) == before.points(seat)
        routes = [player.route * state.reached_cross(seat) for seat, player in enumerate(state.players)]
        for holder, least, counts in (
            (state.longest_route, state.sheet.min_route_length, routes),
            (state.most_knights, MIN_KNIGHTS, [player.knights for player in state.players]),
        ):
            assert (holder is None) == (max(counts) < least)
            assert holder is None or counts[holder] == max(counts)
        assert (state.phase == "over") == (state.winner is not None)


def _legal_builds(state: DiceGameState) -> Iterator[Event]:
    """Yield what the active player can build."""
    colour = state.players[state.active].colour
    for piece in ("city", "settlement", "road", "knight"):
        for at in state.sheet.prerequisites[piece]:
            if not violations(state, build := Build(colour, piece, at)):
                yield build


@pytest.mark.slow
@settings(max_examples=25)
@given(started_games(), st.integers(0, 2**32))
def test_random_play_reaches_ten_points(state: DiceGameState, seed: int) -> None:
    chance = Random(seed)
    for _ in range(1000):
        colour = state.players[state.active].colour
        count = dice_in_turn(state.turn)
        state = _apply_legal(state, Throw(colour, tuple(chance.choice(FACES) for _ in range(count))))
        while state.phase == "play" and (builds := list(_legal_builds(state))):
            state = _apply_legal(state, chance.choice(builds[:3]))
        if state.phase == "over":
            break
        state = _apply_legal(state, PassDice(colour))
    assert state.phase == "over"
    assert [seat for seat in range(len(state.players)) if state.points(seat) >= POINTS_TO_WIN] == [
        state.winner
    ]


def _apply_legal(state: DiceGameState, event: Event) -> DiceGameState:
    assert not violations(state, event)
    return apply(state, event)
