"""What everybody sees of a monopoly: how many cards each of the others gives."""

from __future__ import annotations

import pytest

from companion.games.base.inputs.table_inputs import interpret
from companion.games.base.rules.cards import cards_from_json
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    EventError,
    GameStarted,
    PlayDevelopmentCard,
    Roll,
    event_from_json,
    event_to_json,
)
from companion.observations import InputRefused
from tests.games.base.stories import FOUNDING, OPENING, SEATS, account_of, holds, in_play, story_of

MONOPOLY = PlayDevelopmentCard("red", "monopoly", resource="grain")
COUNTED = PlayDevelopmentCard("red", "monopoly", resource="grain", given=(("blue", 3), ("white", 0)))
# Turns in which something may have been traded untold.
TURNS: tuple[Event, ...] = (
    Roll("red", (1, 1)),
    holds("red", wool=1, grain=1, ore=1),
    BuyDevelopmentCard("red"),
    EndTurn("red"),
    Roll("blue", (1, 1)),
    EndTurn("blue"),
    Roll("white", (1, 1)),
    EndTurn("white"),
    Roll("red", (1, 1)),
)


class TestItsJson:
    def test_it_says_who_gave_how_many(self) -> None:
        told = event_to_json(COUNTED)
        assert told["given"] == {"blue": 3, "white": 0}
        assert event_from_json(told) == COUNTED

    def test_where_nobody_counted_it_is_as_it_always_was(self) -> None:
        told = event_to_json(MONOPOLY)
        assert "given" not in told
        assert event_from_json({**told, "given": None}) == MONOPOLY

    @pytest.mark.parametrize(
        "given", [3, [["blue", 1]], {"pink": 1}, {"blue": -1}, {"blue": 20}, {"blue": "1"}]
    )
    def test_what_can_not_be_is_refused(self, given: object) -> None:
        with pytest.raises(EventError):
            event_from_json({**event_to_json(MONOPOLY), "given": given})


class TestWhatItComesTo:
    def test_the_cards_that_were_counted_change_hands(self) -> None:
        believed = in_play(*TURNS)
        before = [sum(player.hand) for player in believed.state.players]
        after = [sum(player.hand) for player in apply(believed.state, COUNTED).players]
        assert [b - a for a, b in zip(before, after, strict=True)] == [3, -3, 0]

    def test_who_was_not_counted_gives_all_that_is_known(self) -> None:
        believed = in_play(*TURNS, holds("white", grain=2))
        only_blue = PlayDevelopmentCard("red", "monopoly", resource="grain", given=(("blue", 3),))
        assert apply(believed.state, only_blue).players[2].hand == cards_from_json({})

    def test_nobody_can_have_held_more_or_fewer(self) -> None:
        # Blue may have traded grain with white, untold: what each of them gives says whether it was so.
        seen = PlayDevelopmentCard("red", "monopoly", resource="grain", given=(("blue", 2), ("white", 0)))
        uncounted, counted = (in_play(*TURNS, played).belief.hand(1) for played in (MONOPOLY, seen))
        assert set(uncounted.sizes) == {1, 2, 3}
        assert counted.sizes == {1: pytest.approx(1.0)}

    def test_a_count_that_nobody_thought_possible_is_believed(self) -> None:
        surely = account_of(*OPENING, *FOUNDING, *TURNS, holds("blue", ore=1), holds("white", wool=1))
        assert surely.belief.p_can_afford(1, cards_from_json({"grain": 1})) == 0
        counted = account_of(
            *OPENING, *FOUNDING, *TURNS, holds("blue", ore=1), holds("white", wool=1), COUNTED
        )
        assert counted.belief.p_can_afford(0, cards_from_json({"grain": 3})) == pytest.approx(1.0)


class TestWhoDoesntSitThere:
    def test_gives_nothing(self) -> None:
        told = PlayDevelopmentCard("red", "monopoly", resource="grain", given=(("blue", 3), ("brown", 2)))
        assert in_play(*TURNS, told).state.players[0].hand[3] >= 3

    def test_is_refused_where_it_is_entered(self) -> None:
        entered = {**event_to_json(COUNTED), "given": {"brown": 2}}
        opening = (GameStarted(SEATS), *OPENING[1:], *FOUNDING, *TURNS)
        with pytest.raises(InputRefused, match="nobody plays brown"):
            interpret(story_of(*opening), account_of(*opening), entered)
