"""A player who leaves: the turn is skipped, pieces and cards stay; a returning player plays on."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import NO_CARDS, Cards
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    ComeBack,
    DomesticTrade,
    EndGame,
    EndTurn,
    LeaveTable,
    MoveRobber,
    PlayDevelopmentCard,
    Roll,
    Steal,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.state import State, land_of
from companion.games.base.views.seat_views import trade_partners
from companion.island.geometry import CORNERS, HexId
from companion.observations import DiceDetection, InputEntered
from tests.games.base.histories import FOUNDING, OPENING, holds, in_play, seat_view, story_of

GAME = BaseGame()
FOREST = HexId("h2,-2")
SEVEN = Roll("red", (3, 4))


def test_an_absent_players_turn_is_skipped(play: Callable[..., State]) -> None:
    state = play(in_play().state, LeaveTable("blue"), Roll("red", (1, 1)), EndTurn("red"))
    assert state.players[state.active].colour == "white"
    state = play(state, ComeBack("blue"), Roll("white", (1, 1)), EndTurn("white"))
    state = play(state, Roll("red", (1, 1)), EndTurn("red"))
    assert state.players[state.active].colour == "blue"


def test_a_player_who_leaves_during_the_own_turn_ends_it(play: Callable[..., State]) -> None:
    state = play(in_play().state, SEVEN, LeaveTable("red"))
    assert (state.players[state.active].colour, state.dice, state.robber_due) == ("blue", None, False)


def test_the_next_roll_is_the_next_present_players() -> None:
    history = story_of(*OPENING, *FOUNDING, LeaveTable("blue"), Roll("red", (1, 1)))
    telling = GAME.interpret(history, DiceDetection(99.0, "tower", (2, 3), 1.0))
    assert telling.events == (EndTurn("red"), Roll("white", (2, 3)))


def test_pieces_and_cards_of_an_absent_player_stay(play: Callable[..., State]) -> None:
    before = in_play(holds("blue", wool=2)).state
    after = play(before, LeaveTable("blue"))
    assert after.players[1].buildings == before.players[1].buildings
    assert (after.players[1].hand, after.bank) == (before.players[1].hand, before.bank)
    assert after.public_points(1) == 2


def test_an_absent_player_gets_no_production_and_discards_nothing(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    blue = {"settlements": [CORNERS[FOREST][0]], "hand": {"wool": 9}}
    state = play(position(dice=None, blue=blue), LeaveTable("blue"))
    number = dict(zip(CORNERS, land_of(state).layout.numbers, strict=True))[FOREST]
    assert number is not None
    assert (
        play(state, Roll("red", (number - 2, 2) if number < 9 else (6, number - 6))).production[1] == NO_CARDS
    )
    assert play(state, SEVEN).discards_due == (0, 0, 0)


def test_nobody_waits_for_an_absent_players_discard(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    state = play(position(dice=None, blue={"hand": {"wool": 9}}), SEVEN)
    assert play(state, LeaveTable("blue"), MoveRobber("red", FOREST)).robber == FOREST


def test_nobody_robs_an_absent_player_or_trades_with_one(
    position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    blue = {"settlements": [CORNERS[FOREST][0]], "hand": {"wool": 1}}
    state = play(position(dice=None, blue=blue, red={"hand": {"ore": 1}}), LeaveTable("blue"), SEVEN)
    state = play(state, MoveRobber("red", FOREST))
    assert not state.steal_due
    assert violations(state, Steal("red", "blue")) & RuleViolation.HAS_LEFT
    assert (
        violations(state, DomesticTrade("red", "blue", cards(ore=1), cards(wool=1))) == RuleViolation.HAS_LEFT
    )
    assert trade_partners(state, 0) == ["white"]
    assert trade_partners(state, 1) == []


def test_a_monopoly_takes_nothing_from_an_absent_player() -> None:
    card = PlayDevelopmentCard("red", "monopoly", resource="wool")
    hands = (holds("red", wool=1, grain=1, ore=1), holds("blue", wool=2), holds("white", wool=1))
    bought = BuyDevelopmentCard("red", "monopoly")
    believed = in_play(Roll("red", (1, 1)), *hands, bought, LeaveTable("blue"), card)
    assert [sum(player.hand) for player in believed.state.players] == [1, 2, 0]
    assert [sum(believed.belief.hand(seat).cards) for seat in range(3)] == [1, 2, 0]


def test_a_player_leaves_once(position: Callable[..., State]) -> None:
    state = apply(position(), LeaveTable("blue"))
    assert violations(state, LeaveTable("blue")) == RuleViolation.HAS_LEFT
    assert violations(position(), ComeBack("blue")) == RuleViolation.HAS_NOT_LEFT
    history = story_of(*OPENING, *FOUNDING, LeaveTable("blue"))
    again = GAME.interpret(history, InputEntered(99.0, "tablet", {"kind": "leave_table", "player": "blue"}))
    assert again.duplicate_of == (history.recorded_events[-1].number,)
    back = GAME.interpret(history, InputEntered(99.0, "tablet", {"kind": "come_back", "player": "blue"}))
    assert back.events == (ComeBack("blue"),)


def test_the_page_marks_an_absent_player_whose_phone_can_only_show_the_hand() -> None:
    history = story_of(*OPENING, *FOUNDING, LeaveTable("blue"), Roll("red", (1, 1)))
    shown = GAME.view(history)
    assert [player["resting"] for player in shown["players"]] == [False, True, False]
    assert shown["may"]["trade"]
    may = seat_view(history, "blue")["may"]
    assert (may["trade"], may["buy"], may["end_turn"], may["show_hand"]) == ([], [], False, True)


def test_a_present_player_wins_a_game_ended_early(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    state = position(blue={"cities": ["i-5,4"]}, white={"settlements": ["i4,1"]})
    assert play(state, LeaveTable("blue"), EndGame("agreement")).winners == (2,)


def test_the_last_present_player_plays_on_alone(play: Callable[..., State]) -> None:
    state = play(in_play().state, LeaveTable("blue"), LeaveTable("white"))
    state = play(state, Roll("red", (1, 1)), EndTurn("red"), Roll("red", (1, 1)))
    assert state.players[state.active].colour == "red"


def test_a_game_without_present_players_continues() -> None:
    state = in_play().state
    for colour in ("red", "blue", "white"):
        state = apply(state, LeaveTable(colour))
    assert apply(apply(state, Roll("blue", (1, 1))), EndTurn("blue")).phase == "play"
