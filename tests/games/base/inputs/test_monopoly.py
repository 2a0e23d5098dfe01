"""Monopoly: the public part is how many cards each opponent gives."""

from __future__ import annotations

import pytest

from companion.games.base.inputs.table_inputs import interpret
from companion.games.base.rules.cards import cards_from_json
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    GameStarted,
    PlayDevelopmentCard,
    Roll,
    event_from_json,
    event_to_json,
)
from companion.games.schema import EventError
from companion.observations import InputRefused
from tests.games.base.histories import FOUNDING, OPENING, SEATS, account_of, holds, in_play, story_of

MONOPOLY = PlayDevelopmentCard("red", "monopoly", resource="grain")
COUNTED_MONOPOLY = PlayDevelopmentCard("red", "monopoly", resource="grain", given=(("blue", 3), ("white", 0)))
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


class TestMonopolyJson:
    def test_json_lists_how_many_cards_each_player_gave(self) -> None:
        data = event_to_json(COUNTED_MONOPOLY)
        assert data["given"] == {"blue": 3, "white": 0}
        assert event_from_json(data) == COUNTED_MONOPOLY

    def test_without_counts_json_has_no_given_field(self) -> None:
        data = event_to_json(MONOPOLY)
        assert "given" not in data
        assert event_from_json({**data, "given": None}) == MONOPOLY

    @pytest.mark.parametrize(
        "given", [3, [["blue", 1]], {"pink": 1}, {"blue": -1}, {"blue": 20}, {"blue": "1"}]
    )
    def test_invalid_counts_are_refused(self, given: object) -> None:
        with pytest.raises(EventError):
            event_from_json({**event_to_json(MONOPOLY), "given": given})


class TestMonopolyEffect:
    def test_the_counted_cards_change_hands(self) -> None:
        believed = in_play(*TURNS)
        before = [sum(player.hand) for player in believed.state.players]
        after = [sum(player.hand) for player in apply(believed.state, COUNTED_MONOPOLY).players]
        assert [b - a for a, b in zip(before, after, strict=True)] == [3, -3, 0]

    def test_a_player_without_a_count_gives_all_known_cards(self) -> None:
        believed = in_play(*TURNS, holds("white", grain=2))
        only_blue = PlayDevelopmentCard("red", "monopoly", resource="grain", given=(("blue", 3),))
        assert apply(believed.state, only_blue).players[2].hand == cards_from_json({})

    def test_a_count_fixes_the_size_of_the_hand(self) -> None:
        # Blue may have traded grain with white, untold: what each of them gives says whether it was so.
        seen = PlayDevelopmentCard("red", "monopoly", resource="grain", given=(("blue", 2), ("white", 0)))
        uncounted, counted = (in_play(*TURNS, played).belief.hand(1) for played in (MONOPOLY, seen))
        assert set(uncounted.sizes) == {1, 2, 3}
        assert counted.sizes == {1: pytest.approx(1.0)}

    def test_an_unexpected_count_overrides_the_belief(self) -> None:
        surely = account_of(*OPENING, *FOUNDING, *TURNS, holds("blue", ore=1), holds("white", wool=1))
        assert surely.belief.p_can_afford(1, cards_from_json({"grain": 1})) == 0
        counted = account_of(
            *OPENING, *FOUNDING, *TURNS, holds("blue", ore=1), holds("white", wool=1), COUNTED_MONOPOLY
        )
        assert counted.belief.p_can_afford(0, cards_from_json({"grain": 3})) == pytest.approx(1.0)


class TestAbsentPlayer:
    def test_an_absent_player_gives_nothing(self) -> None:
        monopoly = PlayDevelopmentCard("red", "monopoly", resource="grain", given=(("blue", 3), ("brown", 2)))
        assert in_play(*TURNS, monopoly).state.players[0].hand[3] >= 3

    def test_a_count_for_an_absent_player_is_refused(self) -> None:
        entered = {**event_to_json(COUNTED_MONOPOLY), "given": {"brown": 2}}
        opening = (GameStarted(SEATS), *OPENING[1:], *FOUNDING, *TURNS)
        with pytest.raises(InputRefused, match="nobody plays brown"):
            interpret(story_of(*opening), account_of(*opening), entered)
