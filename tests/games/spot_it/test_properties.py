"""Properties of every match, for any events."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.game_api import GameHistory, Reattribute, Replace
from companion.games.replay import RecordedEvent, replay_events
from companion.games.spot_it.effects import ISLAND_CARDS, apply, fold, team_card_count
from companion.games.spot_it.events import Event, GameScored, MatchStarted, RoundScored
from companion.games.spot_it.game import SpotItGame
from companion.games.spot_it.inputs import correct
from companion.games.spot_it.legality import violations
from companion.games.spot_it.state import COLOURS, POINTS_TO_WIN, Colour, MatchState
from companion.games.spot_it.views import differences
from tests.games.spot_it.matches import legal_matches, matches


def steps(events: Iterable[Event]) -> Iterator[tuple[MatchState, Event, MatchState]]:
    state = MatchState()
    for event in events:
        after = apply(state, event)
        yield state, event, after
        state = after


@settings(derandomize=True)
@given(matches())
def test_folding_equals_applying_one_event_after_the_other(events: list[Event]) -> None:
    for n, (before, event, after) in enumerate(steps(events)):
        assert before == fold(events[:n])
        assert after == fold(events[: n + 1]) == apply(before, event)


@settings(derandomize=True)
@given(matches())
def test_points_rise_only_by_scores(events: list[Event]) -> None:
    for before, _, after in list(steps(events))[1:]:
        won = [now.points - was.points for was, now in zip(before.teams, after.teams, strict=True)]
        if before.phase == "over":
            assert after == before
        else:
            assert after.last_score is not None
            assert tuple(won) == after.last_score.points
            assert all(each >= 0 for each in won)


@settings(derandomize=True)
@given(matches())
def test_a_team_scores_at_most_3_points_in_a_game_before_the_fifth(events: list[Event]) -> None:
    for before, event, after in steps(events):
        if isinstance(event, GameScored) and before.phase == "play":
            assert after.last_score is not None
            assert max(after.last_score.points) in ((2,) if event.game == 4 else (2, 3))


@settings(derandomize=True)
@given(matches())
def test_the_winners_have_most_points_and_exist_once_the_match_is_over(
    events: list[Event],
) -> None:
    for _, _, state in steps(events):
        most = max(team.points for team in state.teams)
        assert state.phase == ("over" if state.winners else "play")
        if state.winners:
            assert state.winners == tuple(team.colour for team in state.teams if team.points == most)
        else:
            assert most < POINTS_TO_WIN


def random_score(state: MatchState, chance: random.Random) -> Event:
    """A random legal result of a game or round."""
    colours = sorted(team.colour for team in state.teams)
    if state.game == 5:
        last = chance.choice(colours)
        captured = dict.fromkeys(colours, 0)
        for _ in colours[1:]:
            captured[last if chance.random() < 0.5 else chance.choice(colours)] += 1
        return RoundScored(tuple(captured.items()))
    owners = [chance.choice(colours) for _ in range(6 if state.game == 2 else ISLAND_CARDS)]
    most = {
        colour: team_card_count(state, colour, state.game) if state.game in (1, 3) else 19
        for colour in colours
    }
    counts = tuple((colour, min(most[colour], owners.count(colour))) for colour in colours)
    return GameScored(state.game, () if state.game == 4 else (chance.choice(colours),), counts)


@settings(derandomize=True)
@given(legal_matches())
def test_a_match_played_by_the_rules_ends(match: tuple[MatchStarted, random.Random]) -> None:
    started, chance = match
    state = fold([started])
    for _ in range(200):
        if state.phase == "over":
            break
        event = random_score(state, chance)
        assert violations(state, event) == []
        state = apply(state, event)
    assert state.phase == "over"


@settings(derandomize=True)
@given(matches(), st.permutations(COLOURS))
def test_a_team_keeps_its_points_in_any_colour(events: list[Event], colours: list[Colour]) -> None:
    """The teams are corrected: each keeps its scores in its new colour."""
    started, *_ = events
    assert isinstance(started, MatchStarted)
    now = dict(zip(COLOURS, colours, strict=True))
    players = [
        {"name": seat.name, "colour": now[seat.colour], "at_first": seat.colour} for seat in started.players
    ]
    alone = None if started.options.alone is None else now[started.options.alone]
    options = {**started.options.to_json(), "alone": alone}
    history = GameHistory(
        replay_events(SpotItGame(), (RecordedEvent(n, event) for n, event in enumerate(events)))
    )
    correction = correct(history, {"entry": 0, "change": {"players": players, "options": options}})
    corrected = {
        replacement.number: replacement.event
        for replacement in correction.corrections
        if isinstance(replacement, Replace | Reattribute) and replacement.event is not None
    }
    assert len(corrected) == len(correction.corrections)
    after = fold(corrected.get(n, event) for n, event in enumerate(events))
    assert [team.points for team in after.teams] == [team.points for team in history.state.teams]
    assert set(after.winners) == {now[colour] for colour in history.state.winners}
    assert differences(history.state, after) == []
