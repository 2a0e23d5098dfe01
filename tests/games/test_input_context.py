"""The context of an input: the game, turn and entry that its sender saw."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.game_api import GameHistory
from companion.games.history_inputs import InputContext, find_unseen_duplicate, split_context
from companion.games.replay import RecordedEvent, replay_events
from companion.observations import InputRefused
from tests.games.tally import Seated, Tally, Thrown

END = {"kind": "end_turn"}


def test_an_input_without_context_is_accepted() -> None:
    about, rest = split_context({**END, "player": "blue"})
    assert (about, rest) == (InputContext(), {**END, "player": "blue"})
    about.check_turn(3, "Ana", same_player=False)


def test_the_context_is_no_part_of_the_event() -> None:
    assert split_context({**END, "about": {"game": 2, "turn": 3, "after": 41}}) == (
        InputContext(2, 3, 41),
        END,
    )


def test_the_turn_may_be_a_field_of_the_input() -> None:
    assert split_context({**END, "turn": 3}) == (InputContext(turn=3), END)


@pytest.mark.parametrize("about", [[], "turn 3", {"turn": "3"}, {"turn": True}, {"moon": 1}])
def test_an_invalid_context_is_refused(about: Any) -> None:
    with pytest.raises(InputRefused):
        split_context({**END, "about": about})


@pytest.mark.parametrize(
    ("turn", "same", "why"),
    [
        (2, True, r"That turn is already over\. It is Ben's turn\."),
        (4, True, r"That turn has been undone\. It is Ben's turn\."),
        (3, False, r"That turn is already over\. It is Ben's turn\."),
    ],
)
def test_an_input_for_another_turn_is_refused(turn: int, same: bool, why: str) -> None:
    with pytest.raises(InputRefused, match=why):
        InputContext(turn=turn).check_turn(3, "Ben", same_player=same)
    InputContext(turn=3).check_turn(3, "Ben")


def test_only_an_entry_that_the_sender_had_not_seen_is_a_duplicate() -> None:
    four, five = Thrown(4), Thrown(5)
    records = (
        RecordedEvent(1, Seated(("Ana",))),
        RecordedEvent(2, four),
        RecordedEvent(3, five),
        RecordedEvent(4, four, as_of=7),
    )
    history = GameHistory(replay_events(Tally(), records))
    found = [find_unseen_duplicate(history, InputContext(after=after), four) for after in (0, 2, 6, 7)]
    assert [each and each.number for each in found] == [4, 4, 4, None]
    assert find_unseen_duplicate(history, InputContext(), four) is None
