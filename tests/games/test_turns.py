"""Of which turn an input is: refused where that turn is over."""

import pytest

from companion.games.turns import of_this_turn
from companion.observations import InputRefused

END = {"kind": "end_turn"}


def test_what_names_no_turn_is_of_the_one_that_is_on():
    assert of_this_turn({**END, "player": "blue"}, 3, "red") == {**END, "player": "blue"}


def test_the_turn_that_is_on_is_no_part_of_what_happened():
    assert of_this_turn({**END, "turn": 3, "player": "red"}, 3, "red") == {**END, "player": "red"}


@pytest.mark.parametrize("late", [{"turn": 2}, {"turn": 3, "player": "blue"}, {"turn": None}])
def test_a_turn_that_is_over_takes_nothing_more(late):
    with pytest.raises(InputRefused, match=r"That turn is over already\."):
        of_this_turn({**END, **late}, 3, "red")
