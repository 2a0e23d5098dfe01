"""House rule, a turn clock: how long a turn may take is an option, and the page counts it down."""

from __future__ import annotations

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import GameStarted, Roll
from companion.games.base.rules.options import EDITIONS, Options, OptionsError
from tests.games.base.stories import FOUNDING, OPENING, SEATS, story_of


def test_no_edition_knows_it() -> None:
    assert not any(edition.turn_seconds for edition in EDITIONS.values())


@pytest.mark.parametrize(("seconds", "shown"), [(0, None), (90, 90)])
def test_everybody_sees_what_a_turn_may_take_and_when_it_began(seconds: int, shown: int | None) -> None:
    options = Options(turn_seconds=seconds)
    told = story_of(GameStarted(SEATS, options), *OPENING[1:], *FOUNDING, Roll("red", (1, 1)))
    view = BaseGame().view(told)
    assert view["turn_seconds"] == shown
    assert view["turn_began"] is not None


@pytest.mark.parametrize("seconds", [-1, 1801, "90"])
def test_it_is_half_an_hour_at_most(seconds: int | str) -> None:
    with pytest.raises(OptionsError, match="from 0 to 1800"):
        Options.from_json({"turn_seconds": seconds})
