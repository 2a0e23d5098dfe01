"""A believed replay grows with the history, recomputes what follows a correction, and stays small."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from companion.games.base.belief.believed_replay import (
    MAX_THIN_PARTICLES,
    WHOLE_EVERY_STEPS,
    WHOLE_STEPS,
    BelievedReplayCache,
)
from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import Cards
from companion.games.base.rules.events import EndTurn, Event, GameStarted, LayoutSet, MaritimeTrade, Roll
from companion.games.base.rules.state import State, land_of
from companion.games.game_api import GameHistory
from companion.games.replay import INFERRED_SOURCE, RecordedEvent, replay_events
from companion.games.seats import Seat
from tests.games.partial_reports import ReportShares, partly_reported_game


def history(events: Iterable[Event]) -> GameHistory[State, Event]:
    return GameHistory(
        replay_events(BaseGame(), (RecordedEvent(n, event) for n, event in enumerate(events, 1)))
    )


@pytest.fixture(scope="module")
def silent_game() -> list[Event]:
    """The recorded events of a long game of four in which no unseen action is reported."""
    moments = list(partly_reported_game(3, ReportShares(reported=0.0), seats=4))
    state = moments[0].true
    seats = GameStarted(tuple(Seat(player.name, player.colour) for player in state.players))
    recorded = [moment.reported_event for moment in moments if moment.reported_event is not None]
    return [seats, LayoutSet(land_of(state).layout), *recorded]


def roll_of(game: list[Event], numbers: Iterable[int]) -> tuple[int, Roll]:
    """The first roll among some of a game's events, and its place."""
    return next((n, event) for n in numbers if isinstance(event := game[n], Roll))


def test_adding_events_one_by_one_equals_one_replay(silent_game: list[Event]) -> None:
    believed_replays = BelievedReplayCache()
    for n in range(1, 120):
        grown = believed_replays.get(history(silent_game[:n]))
    assert grown == BelievedReplayCache().get(history(silent_game[:119]))


def test_only_the_events_after_a_correction_are_recomputed(silent_game: list[Event]) -> None:
    believed_replays = BelievedReplayCache()
    first = believed_replays.get(history(silent_game[:100]))
    at, roll = roll_of(silent_game, range(60, 100))
    corrected = [*silent_game[:at], Roll(roll.player, (1, 1)), *silent_game[at + 1 : 100]]
    second = believed_replays.get(history(corrected))
    assert all(one is other for one, other in zip(first.steps[:at], second.steps[:at], strict=True))
    assert second == BelievedReplayCache().get(history(corrected))


def test_undoing_a_correction_recomputes_nothing(silent_game: list[Event]) -> None:
    believed_replays = BelievedReplayCache()
    at, roll = roll_of(silent_game, range(60, 100))
    corrected = [*silent_game[:at], Roll(roll.player, (1, 1)), *silent_game[at + 1 :]]
    first = believed_replays.get(history(silent_game[:200])).steps
    assert believed_replays.get(history(corrected[:200])).steps[at].belief != first[at].belief
    # The game continues with the wrong correction until somebody notices it.
    second = believed_replays.get(history(corrected[:203])).steps
    back = believed_replays.get(history(silent_game[:206]))
    whole = slice(206 - WHOLE_STEPS, 200)
    kept = zip(first[whole], back.steps[whole], strict=True)
    assert all(one.belief is other.belief for one, other in kept)
    assert back == BelievedReplayCache().get(history(silent_game[:206]))
    again = believed_replays.get(history(corrected[:206]))
    assert again.steps[202].belief is second[202].belief
    assert again == BelievedReplayCache().get(history(corrected[:206]))


class TestOldSteps:
    def test_old_steps_keep_little_of_their_belief(self, silent_game: list[Event]) -> None:
        assert len(silent_game) > WHOLE_STEPS + 100
        steps = BelievedReplayCache().get(history(silent_game)).steps
        assert all(step.whole for step in steps[-WHOLE_STEPS:])
        thin = [step for step in steps[:-WHOLE_STEPS] if not step.whole]
        assert len(thin) > 0.9 * (len(steps) - WHOLE_STEPS)
        assert max(len(step.belief.particles.weights) for step in thin) <= MAX_THIN_PARTICLES
        assert all(steps[n].whole for n in range(0, len(steps), WHOLE_EVERY_STEPS))

    def test_an_old_step_still_answers_queries(self, silent_game: list[Event]) -> None:
        step = BelievedReplayCache().get(history(silent_game)).steps[WHOLE_EVERY_STEPS * 3 + 1]
        hand = step.belief.hand(0)
        assert 0 < hand.probability <= 1
        assert sum(hand.sizes.values()) == pytest.approx(1)

    def test_correcting_an_old_event_equals_recording_it_so_at_first(self, silent_game: list[Event]) -> None:
        believed_replays = BelievedReplayCache()
        believed_replays.get(history(silent_game))
        at, roll = roll_of(silent_game, range(WHOLE_EVERY_STEPS + 3, len(silent_game)))
        corrected = [*silent_game[:at], Roll(roll.player, (1, 1)), *silent_game[at + 1 :]]
        assert believed_replays.get(history(corrected)) == BelievedReplayCache().get(history(corrected))


def test_marking_an_event_as_inferred_changes_the_belief(
    silent_game: list[Event], cards: Callable[..., Cards]
) -> None:
    at, passed = next((n, event) for n, event in enumerate(silent_game) if isinstance(event, EndTurn))
    trade = MaritimeTrade(passed.player, cards(wool=1), cards(ore=1))
    with_trade = history([*silent_game[:at], trade])
    recorded_events = (
        *with_trade.recorded_events[:-1],
        replace(with_trade.recorded_events[-1], source=INFERRED_SOURCE, certainty=0.8),
    )
    guessed = replace(with_trade, replay=replay_events(BaseGame(), recorded_events, with_trade.replay))
    believed_replays = BelievedReplayCache()
    reported_belief = believed_replays.get(with_trade).belief
    assert believed_replays.get(guessed).belief != reported_belief
    assert believed_replays.get(with_trade).belief == reported_belief
