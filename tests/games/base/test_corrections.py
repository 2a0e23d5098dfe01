"""What people correct of the story: by the fields that differ, or by the whole event."""

from __future__ import annotations

from typing import Any

import pytest
from stories import FIRST, FOUNDING, OPENING, story_of

from companion.games.base import corrections
from companion.games.base.events import BuyDevelopmentCard, Event, Roll
from companion.games.seam import Replace, Story
from companion.observations import InputRefused


@pytest.fixture
def story() -> Story[Any, Event]:
    """Red rolled, and bought a monopoly, as a phone told."""
    bought = BuyDevelopmentCard("red", "monopoly")
    return story_of(*OPENING, *FOUNDING, Roll("red", (2, 3)), (bought, "phone:red", 1.0))


def corrected(story: Story[Any, Event], **data: Any) -> Any:
    return corrections.correct(story, {"kind": "correct", **data}).corrections


def test_what_differs_is_all_that_is_said(story: Story[Any, Event]) -> None:
    changed = corrected(story, entry=FIRST, change={"dice": [6, 5]})
    assert changed == (Replace(FIRST, Roll("red", (6, 5))),)


def test_what_only_its_player_knows_stays_as_it_was_told(story: Story[Any, Event]) -> None:
    changed = corrected(story, entry=FIRST + 1, change={"player": "blue"})
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
    story: Story[Any, Event], change: Any, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        corrected(story, entry=FIRST, change=change)


def test_an_entry_that_is_not_there_is_not_changed(story: Story[Any, Event]) -> None:
    with pytest.raises(InputRefused, match="no entry 99"):
        corrected(story, entry=99, change={"dice": [1, 1]})
