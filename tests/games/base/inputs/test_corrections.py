"""Corrections of the game log: by the changed fields, or by the whole event."""

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
from tests.games.base.histories import FIRST_ENTRY, FOUNDING, OPENING, story_of


@pytest.fixture
def history() -> GameHistory[Any, Event]:
    """A history in which red rolled, and bought a monopoly that a phone entered."""
    bought = BuyDevelopmentCard("red", "monopoly")
    return story_of(*OPENING, *FOUNDING, Roll("red", (2, 3)), (bought, "phone:red", 1.0))


def correct(history: GameHistory[Any, Event], **data: Any) -> Any:
    return corrections.correct(history, {"kind": "correct", **data}).corrections


def test_a_correction_gives_only_the_changed_fields(history: GameHistory[Any, Event]) -> None:
    changed = correct(history, entry=FIRST_ENTRY, change={"dice": [6, 5]})
    assert changed == (Replace(FIRST_ENTRY, Roll("red", (6, 5))),)


def test_secret_fields_keep_their_recorded_value(history: GameHistory[Any, Event]) -> None:
    changed = correct(history, entry=FIRST_ENTRY + 1, change={"player": "blue"})
    assert changed == (Replace(FIRST_ENTRY + 1, BuyDevelopmentCard("blue", "monopoly")),)


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
def test_an_invalid_correction_is_refused_with_a_plain_message(
    history: GameHistory[Any, Event], change: Any, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        correct(history, entry=FIRST_ENTRY, change=change)


def test_correcting_an_unknown_entry_is_refused(history: GameHistory[Any, Event]) -> None:
    with pytest.raises(InputRefused, match="no entry 99"):
        correct(history, entry=99, change={"dice": [1, 1]})


class TestResumedGame:
    SIDES: ClassVar[list[dict[str, Any]]] = [
        {"colour": "red", "hand": {"wool": 2}, "development_cards": 1, "played": {"monopoly": 1}},
        {"colour": "blue", "hand": None, "development_cards": 0, "played": {}},
    ]

    def correct_sides(self, *changes: Any) -> list[dict[str, Any]]:
        """Return the sides of the resumed game after a correction with these changes."""
        up = event_from_json({"kind": "take_up", "on_turn": "red", "sides": self.SIDES, "pieces": []})
        (correction,) = correct(story_of(*OPENING, up), entry=3, change={"sides": list(changes)})
        found: list[dict[str, Any]] = event_to_json(correction.event)["sides"]
        return found

    def test_a_change_to_a_side_keeps_its_other_fields(self) -> None:
        red, blue = self.SIDES
        more = {"development_cards": 3}
        assert self.correct_sides({"colour": "red", **more}) == [{**red, **more}, blue]

    def test_a_side_that_was_not_given_is_added(self) -> None:
        white = {"colour": "white", "hand": {"unidentified": 5}}
        assert self.correct_sides(white) == [*self.SIDES, {**white, "development_cards": 0, "played": {}}]

    @pytest.mark.parametrize("change", [{"colour": "pink"}, {"hand": {}}, "red"])
    def test_an_invalid_side_is_refused(self, change: Any) -> None:
        with pytest.raises(ValueError, match=r"no such colour|one item for each player|cards are given as"):
            self.correct_sides(change)
