"""House rule, trade before the roll. Off by default."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import Cards
from companion.games.base.rules.choices import legal_events
from companion.games.base.rules.events import DomesticTrade, EndTurn, Event, GameStarted, MaritimeTrade, Roll
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import EDITIONS, Options
from companion.games.base.rules.state import State
from companion.games.game_api import GameHistory
from companion.observations import InputEntered
from tests.games.base.histories import FOUNDING, OPENING, SEATS, EventWithSource, holds, story_of

EARLY_TRADE = Options(trade_before_roll=True)
GAME = BaseGame()


def history_with(*records: EventWithSource, options: Options = EARLY_TRADE) -> GameHistory[Any, Event]:
    return story_of(GameStarted(SEATS, options), *OPENING[1:], *FOUNDING, *records)


def test_no_edition_allows_trade_before_the_roll() -> None:
    assert not any(edition.trade_before_roll for edition in EDITIONS.values())


def test_trade_with_players_and_bank_is_legal_before_the_roll(
    position: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    hands = {"red": {"hand": {"wool": 4}}, "blue": {"hand": {"ore": 1}}}
    trades = (
        DomesticTrade("red", "blue", cards(wool=1), cards(ore=1)),
        MaritimeTrade("red", cards(wool=4), cards(ore=1)),
    )
    for trade in trades:
        assert not violations(position(dice=None, options=EARLY_TRADE, **hands), trade)
        assert violations(position(dice=None, **hands), trade) == RuleViolation.NOT_ROLLED
    assert trades[1] in legal_events(position(dice=None, options=EARLY_TRADE, **hands))


def test_nothing_is_built_or_bought_before_the_roll(position: Callable[..., State]) -> None:
    rich = {"hand": {"wool": 1, "grain": 1, "ore": 1, "lumber": 1, "brick": 1}}
    found = legal_events(position(dice=None, options=EARLY_TRADE, red=rich))
    assert all(isinstance(event, Roll | MaritimeTrade) for event in found)


def test_due_actions_come_first(position: Callable[..., State], cards: Callable[..., Cards]) -> None:
    state = position(dice=None, robber_due=True, options=EARLY_TRADE, red={"hand": {"wool": 4}})
    trade = MaritimeTrade("red", cards(wool=4), cards(ore=1))
    assert violations(state, trade) == RuleViolation.ROBBER_DUE


def test_a_trade_entered_before_the_roll_is_the_next_rollers() -> None:
    history = history_with(Roll("red", (1, 1)), holds("blue", wool=1), holds("white", ore=1), EndTurn("red"))
    data = {"kind": "domestic_trade", "with": "white", "give": {"wool": 1}, "take": {"ore": 1}}
    telling = GAME.interpret(history, InputEntered(99.0, "tablet", data))
    (trade,) = telling.events
    assert isinstance(trade, DomesticTrade)
    assert (trade.player, telling.corrections) == ("blue", ())


def test_the_page_offers_trade_before_the_roll() -> None:
    assert GAME.view(history_with())["may"]["trade"]
    assert not GAME.view(history_with(options=Options()))["may"]["trade"]
