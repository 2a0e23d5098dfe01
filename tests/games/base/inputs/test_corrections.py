"""What people correct of the story: by the fields that differ, or by the whole event."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from companion.games.base.inputs import corrections
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Event,
    Roll,
    event_from_json,
    event_to_json,
)
from companion.games.game_api import GameHistory, Replace
from companion.observations import InputRefused
from tests.games.base.stories import FIRST, FOUNDING, OPENING, story_of


@pytest.fixture
def history() -> GameHistory[Any, Event]:
    """Red rolled, and bought a monopoly, as a phone told."""
    bought = BuyDevelopmentCard("red", "monopoly")
    return story_of(*OPENING, *FOUNDING, Roll("red", (2, 3)), (bought, "phone:red", 1.0))


def corrected(history: GameHistory[Any, Event], **data: Any) -> Any:
    return corrections.correct(history, {"kind": "correct", **data}).corrections


def test_what_differs_is_all_that_is_said(history: GameHistory[Any, Event]) -> None:
    changed = corrected(history, entry=FIRST, change={"dice": [6, 5]})
    assert changed == (Replace(FIRST, Roll("red", (6, 5))),)


def test_what_only_its_player_knows_stays_as_it_was_told(history: GameHistory[Any, Event]) -> None:
    changed = corrected(history, entry=FIRST + 1, change={"player": "blue"})
    assert changed == (Replace(FIRST + 1, BuyDevelopmentCard("blue", "monopoly")),)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "end_turn"}, "without its kind"),
        ([["dice", [1, 1]]], "an object"),
        (None, "an object"),
        ({"dice": [0, 7]}, "from 1 to 6"),
        ({"colour": "red"}, "has no colour"),
    ],
)
def test_what_can_not_be_is_refused_in_plain_words(
    history: GameHistory[Any, Event], change: Any, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        corrected(history, entry=FIRST, change=change)


def test_an_entry_that_is_not_there_is_not_changed(history: GameHistory[Any, Event]) -> None:
    with pytest.raises(InputRefused, match="no entry 99"):
        corrected(history, entry=99, change={"dice": [1, 1]})


class TestAGameTakenUp:
    SIDES: ClassVar[list[dict[str, Any]]] = [
        {"colour": "red", "hand": {"wool": 2}, "development_cards": 1, "played": {"monopoly": 1}},
        {"colour": "blue", "hand": None, "development_cards": 0, "played": {}},
    ]

    def sides(self, *changes: Any) -> list[dict[str, Any]]:
        """What lay before the players, once this was corrected of it."""
        up = event_from_json({"kind": "take_up", "on_turn": "red", "sides": self.SIDES, "pieces": []})
        (told,) = corrected(story_of(*OPENING, up), entry=3, change={"sides": list(changes)})
        found: list[dict[str, Any]] = event_to_json(told.event)["sides"]
        return found

    def test_of_a_side_only_what_is_said_changes(self) -> None:
        red, blue = self.SIDES
        more = {"development_cards": 3}
        assert self.sides({"colour": "red", **more}) == [{**red, **more}, blue]

    def test_a_side_that_nobody_told_of_is_added(self) -> None:
        white = {"colour": "white", "hand": {"unidentified": 5}}
        assert self.sides(white) == [*self.SIDES, {**white, "development_cards": 0, "played": {}}]

    @pytest.mark.parametrize("change", [{"colour": "pink"}, {"hand": {}}, "red"])
    def test_what_is_none_is_refused(self, change: Any) -> None:
        with pytest.raises(ValueError, match=r"no such colour|one item for each player|cards are given as"):
            self.sides(change)
