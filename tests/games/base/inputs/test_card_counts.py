"""Counted cards: numbers that fit are recorded, and one that differs starts a search."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.inputs.table_inputs import interpret
from companion.games.base.rules.cards import UNIDENTIFIED_KIND, Cards, cards_of_kind
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    EndTurn,
    Event,
    MoveRobber,
    Roll,
    ShowHand,
)
from companion.games.base.rules.options import Options
from companion.games.game_api import Insert, Interpretation
from companion.island.geometry import HexId
from companion.observations import InputRefused
from tests.games.base.histories import EventWithSource, account_of, holds, in_play, story_of

FULL_REPORT_OPTIONS = Options(all_told=True)
PURCHASE = holds("red", wool=1, grain=1, ore=1)


def enter_counts(believed: BelievedReplay, **counts: int) -> Interpretation[Event]:
    events = tuple(step.record.event for step in believed.steps)
    return interpret(story_of(*events), account_of(*events), {"kind": "count_cards", "cards": counts})


def count_of(colour: Any, cards: int) -> ShowHand:
    return ShowHand(colour, cards_of_kind(UNIDENTIFIED_KIND, cards), counted=True)


def promised_play(*events: EventWithSource) -> BelievedReplay:
    return in_play(*events, options=FULL_REPORT_OPTIONS)


def test_counts_that_fit_keep_the_known_cards() -> None:
    believed = promised_play(Roll("red", (1, 1)), PURCHASE)
    found = enter_counts(believed, red=3)
    assert found == Interpretation((count_of("red", 3),))
    assert apply(believed.state, found.events[0]).players[0].hand == believed.state.players[0].hand


def test_after_a_seven_the_counts_are_those_from_before_the_discards() -> None:
    many: Cards = (8, 0, 0, 0, 0, 0)
    believed = promised_play(
        Roll("red", (1, 1)), holds("red", lumber=8), EndTurn("red"), Roll("blue", (3, 4)),
        Discard("red", (4, 0, 0, 0, 0, 0)), MoveRobber("blue", HexId("h1,0")),
    )  # fmt: skip
    discard = believed.steps[-2].record.number
    assert enter_counts(believed, red=sum(many)).corrections == (Insert(discard, count_of("red", 8)),)


def test_a_count_that_differs_asks_for_the_missing_act() -> None:
    believed = promised_play(
        Roll("red", (1, 1)), PURCHASE, Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 2))
    )
    count = sum(believed.state.players[0].hand) - 3
    found = enter_counts(believed, red=count)
    assert found.events == (count_of("red", count),)
    assert found.question is not None
    assert (found.question.word, found.question.about) == ("count_differs", -1)
    bought = found.question.answers[0]
    assert bought.word == "card_bought"
    assert bought.input is not None
    turn_end = next(step for step in believed.steps if isinstance(step.record.event, EndTurn))
    purchase = {"kind": BuyDevelopmentCard.kind, "player": "red", "card": None}
    assert bought.input == {"kind": "correct", "before": turn_end.record.number, "event": purchase}


def test_a_count_that_differs_from_nothing_explicable_is_recorded() -> None:
    found = enter_counts(promised_play(Roll("red", (1, 1)), PURCHASE), red=2)
    assert found.events == (count_of("red", 2),)
    assert found.question is None


@pytest.mark.parametrize("counts", [{}, {"red": -1}, {"red": "3"}, {"pink": 3}])
def test_a_count_is_a_number_for_a_player(counts: dict[str, Any]) -> None:
    believed = promised_play(Roll("red", (1, 1)))
    with pytest.raises((InputRefused, ValueError)):
        enter_counts(believed, **counts)
