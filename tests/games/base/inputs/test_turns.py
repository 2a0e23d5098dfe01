"""Implicit turns: whose card an input means, and the turn ends that it implies."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import NO_CARDS
from companion.games.base.rules.effects import apply, fold
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    MoveRobber,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Colour
from companion.games.base.views.table_views import turn_began
from companion.games.game_api import GameHistory
from companion.island.geometry import HexId
from companion.observations import InputEntered, InputRefused
from tests.games.base.histories import FIRST_ENTRY, FOUNDING, OPENING, SEATS, account_of, holds, in_play

PRICE = {"wool": 1, "grain": 1, "ore": 1}
KNIGHT = {"kind": "play_development_card", "card": "knight"}
SKIPPING_ROLL = {"kind": "roll", "dice": [1, 1], "player": "white"}


def interpreted_events(believed: BelievedReplay, data: Mapping[str, Any]) -> tuple[Event, ...]:
    history = GameHistory(believed.replay)
    return BaseGame().interpret(history, InputEntered(0.0, "tablet", data)).events


def replay_with_purchase(colour: Colour) -> BelievedReplay:
    """Red's turn after the roll; one player bought a card in the previous round."""
    events: list[Event] = []
    for seat in SEATS:
        events.append(Roll(seat.colour, (1, 1)))
        if seat.colour == colour:
            events.append(BuyDevelopmentCard(colour))
        events.append(EndTurn(seat.colour))
    return in_play(holds(colour, **PRICE), *events, Roll("red", (1, 1)))


def test_an_unnamed_card_is_the_active_players() -> None:
    assert interpreted_events(replay_with_purchase("red"), KNIGHT) == (PlayDevelopmentCard("red", "knight"),)


def test_before_the_roll_an_unnamed_card_is_the_next_players_if_likelier() -> None:
    assert interpreted_events(replay_with_purchase("blue"), KNIGHT) == (
        EndTurn("red"),
        PlayDevelopmentCard("blue", "knight"),
    )


def test_a_named_player_plays_the_card() -> None:
    knight = PlayDevelopmentCard("red", "knight")
    assert interpreted_events(replay_with_purchase("blue"), {**KNIGHT, "player": "red"}) == (knight,)


def test_two_tablets_ending_the_same_turn_end_one_turn() -> None:
    believed = replay_with_purchase("red")
    turn = believed.state.turn
    assert interpreted_events(believed, {"kind": "end_turn", "turn": turn}) == (EndTurn("red"),)
    with pytest.raises(InputRefused, match=r"That turn is already over\."):
        interpreted_events(believed, {"kind": "end_turn", "turn": turn - 1})


class TestTurnStart:
    """The n-th event of these games has time n seconds."""

    def test_a_turn_starts_when_the_dice_are_passed(self) -> None:
        believed = in_play(Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1)))
        assert turn_began(believed) == FIRST_ENTRY + 1

    def test_the_first_turn_starts_after_the_founding(self) -> None:
        assert turn_began(in_play(Roll("red", (1, 1)), BuyDevelopmentCard("red"))) == FIRST_ENTRY - 1

    def test_no_turn_starts_before_the_founding_is_complete(self) -> None:
        assert turn_began(account_of(*OPENING, *FOUNDING[:-1])) is None


class TestSkippedTurn:
    """The player who rolls has the turn, even if another player's turn was skipped."""

    EVENTS = (holds("red", **PRICE), Roll("red", (1, 1)), BuyDevelopmentCard("red", "knight"))

    def test_a_skipping_roll_records_the_missing_turn_ends(self) -> None:
        believed = in_play(*self.EVENTS)
        events = interpreted_events(believed, SKIPPING_ROLL)
        assert events == (EndTurn("red"), EndTurn("blue"), Roll("white", (1, 1)))
        # The oddity is flagged: blue's turn had no roll.
        assert violations(fold(events[:1], believed.state), events[1]) == RuleViolation.NOT_ROLLED

    def test_a_skipping_roll_before_any_roll_records_the_missing_turn_ends(self) -> None:
        assert interpreted_events(in_play(), SKIPPING_ROLL) == (
            EndTurn("red"),
            EndTurn("blue"),
            Roll("white", (1, 1)),
        )

    def test_ending_a_turn_that_nobody_saw_begin_records_the_previous_turn_end(self) -> None:
        assert interpreted_events(in_play(*self.EVENTS), {"kind": "end_turn", "player": "blue"}) == (
            EndTurn("red"),
            EndTurn("blue"),
        )

    def test_a_forgotten_roll_is_inserted_into_the_skipped_turn(self) -> None:
        history = in_play(Roll("red", (1, 1)), EndTurn("red"), EndTurn("blue"), Roll("white", (1, 1)))
        assert interpreted_events(history, {"kind": "roll", "dice": [2, 3], "player": "blue"}) == ()

    @pytest.mark.parametrize("skipping", [Roll("white", (1, 1)), EndTurn("blue")])
    def test_after_a_skipped_turn_no_card_counts_as_bought_this_turn(self, skipping: EndTurn | Roll) -> None:
        state = apply(in_play(*self.EVENTS).state, skipping)
        assert state.players[0].bought_this_turn == NO_CARDS
        assert state.turn == in_play().state.turn + 2

    def test_after_a_skipped_turn_nothing_is_due(self) -> None:
        knight = (PlayDevelopmentCard("red", "knight"), MoveRobber("red", HexId("h2,-2")))
        state = apply(in_play(*knight).state, Roll("white", (1, 1)))
        assert (state.steal_due, state.cards_played, state.has_built) == (False, 0, False)
        assert not violations(state, EndTurn("white"))

    @pytest.mark.parametrize("winner", ["blue", "white"])
    @pytest.mark.parametrize("skipping", [Roll("white", (1, 1)), EndTurn("white")])
    def test_a_skipped_player_with_ten_points_has_won(self, winner: Colour, skipping: EndTurn | Roll) -> None:
        believed = in_play(RevealVictoryPoints(winner, 8))
        assert believed.state.phase == "play"
        state = apply(believed.state, skipping)
        assert state.phase == "over"
        assert state.winner is not None
        assert state.players[state.winner].colour == winner

    def test_a_victory_in_a_skipped_turn_ends_the_game(self) -> None:
        believed = in_play(RevealVictoryPoints("blue", 8), Roll("red", (1, 1)))
        assert interpreted_events(believed, SKIPPING_ROLL) == (EndTurn("red"), Roll("white", (1, 1)))
