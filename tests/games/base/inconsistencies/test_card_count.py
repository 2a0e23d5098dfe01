"""The question after a seven: whether all numbers of cards fit."""

from __future__ import annotations

from companion.games.base.game import BaseGame
from companion.games.base.inconsistencies.card_count import MIN_TURNS_BETWEEN_COUNTS, count_question
from companion.games.base.rules.events import EndTurn, Event, Roll
from companion.games.base.rules.options import Colour, Options
from companion.island.geometry import COLOURS
from companion.observations import InputEntered
from tests.games.base.histories import holds, in_play, story_of

SEVEN = Roll("blue", (3, 4))
ORDER: tuple[Colour, ...] = ("red", "blue", "white")


def quiet_turns(count: int) -> tuple[Event, ...]:
    """Turns without an act, with cards with which everybody could have done one."""
    events: list[Event] = []
    for turn in range(count):
        player = ORDER[turn % 3]
        events += [Roll(player, (1, 1)), EndTurn(player)]
    return (Roll("red", (1, 1)), holds("red", wool=2, grain=2, ore=2), EndTurn("red"), *events[2:])


def test_a_seven_after_many_turns_asks_for_a_count() -> None:
    believed = in_play(*quiet_turns(MIN_TURNS_BETWEEN_COUNTS + 2), options=Options(all_told=True))
    asked = count_question(believed, SEVEN)
    assert asked is not None
    fits, differs = asked.answers
    assert fits.input is not None
    assert fits.input["cards"]["red"] == 6
    assert (fits.word, differs.input) == ("counts_fit", None)
    assert {each["colour"] for each in asked.fields["counts"]} == set(ORDER) <= set(COLOURS)


def test_nobody_counts_in_the_first_turns_or_without_a_promise() -> None:
    assert count_question(in_play(*quiet_turns(4), options=Options(all_told=True)), SEVEN) is None
    later = quiet_turns(MIN_TURNS_BETWEEN_COUNTS + 2)
    assert count_question(in_play(*later), SEVEN) is None


def test_an_asked_question_is_not_repeated_at_the_next_seven() -> None:
    first = quiet_turns(MIN_TURNS_BETWEEN_COUNTS + 2)
    player = ORDER[(MIN_TURNS_BETWEEN_COUNTS + 2) % 3]
    believed = in_play(*first, Roll(player, (3, 4)), EndTurn(player), options=Options(all_told=True))
    assert count_question(believed, SEVEN) is None


def test_the_question_comes_with_the_roll() -> None:
    believed = in_play(*quiet_turns(MIN_TURNS_BETWEEN_COUNTS + 2), options=Options(all_told=True))
    history = story_of(*(step.record.event for step in believed.steps))
    found = BaseGame().interpret(history, InputEntered(99.0, "tablet", {"kind": "roll", "dice": [3, 4]}))
    assert found.question is not None
    assert found.question.word == "count_cards"
