"""House rule, gifts and loans between players: a trade may be one-sided. Off by default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import NO_CARDS, Cards
from companion.games.base.rules.events import DomesticTrade, GameStarted, MaritimeTrade, Roll
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import EDITIONS, Options
from companion.games.base.rules.state import State
from companion.observations import InputRefused
from tests.games.base.histories import FOUNDING, OPENING, SEATS, holds, in_play, seat_view, story_of

GIFTS = Options(gifts=True)


def test_no_edition_allows_gifts() -> None:
    assert not any(edition.gifts for edition in EDITIONS.values())


def test_cards_can_be_given_and_taken_for_nothing(
    position: Callable[..., State], cards: Callable[..., Cards], play: Callable[..., State]
) -> None:
    state = position(options=GIFTS, red={"hand": {"wool": 1}}, blue={"hand": {"ore": 2}})
    state = play(state, DomesticTrade("red", "blue", cards(wool=1), NO_CARDS))
    state = play(state, DomesticTrade("red", "blue", NO_CARDS, cards(ore=2)))
    assert [player.hand for player in state.players[:2]] == [cards(ore=2), cards(wool=1)]


def test_nothing_at_all_is_no_gift(position: Callable[..., State]) -> None:
    assert (
        violations(position(options=GIFTS), DomesticTrade("red", "blue", NO_CARDS, NO_CARDS))
        == RuleViolation.GIFT
    )


def test_the_bank_gives_nothing_away(position: Callable[..., State], cards: Callable[..., Cards]) -> None:
    state = position(options=GIFTS, red={"hand": {"wool": 4}})
    assert RuleViolation.GIFT in violations(state, MaritimeTrade("red", NO_CARDS, cards(ore=1)))


def test_gifts_are_with_the_active_player_and_of_held_cards_only(
    position: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    state = position(options=GIFTS, blue={"hand": {"ore": 1}})
    assert (
        violations(state, DomesticTrade("blue", "white", cards(ore=1), NO_CARDS)) == RuleViolation.NOT_ON_TURN
    )
    assert (
        violations(state, DomesticTrade("red", "blue", NO_CARDS, cards(ore=2)))
        == RuleViolation.PARTNER_CANNOT_PAY
    )


def test_beliefs_follow_a_gift(cards: Callable[..., Cards]) -> None:
    believed = in_play(
        Roll("red", (1, 1)),
        holds("red", wool=1),
        holds("blue", ore=2),
        DomesticTrade("red", "blue", cards(wool=1), NO_CARDS),
        options=GIFTS,
    )
    assert believed.belief.hand(0).cards == NO_CARDS
    assert believed.belief.hand(1).cards == cards(wool=1, ore=2)


@pytest.mark.parametrize("options", [Options(), GIFTS])
def test_both_pages_know_whether_one_side_may_stay_empty(options: Options) -> None:
    story = story_of(GameStarted(SEATS, options), *OPENING[1:], *FOUNDING, Roll("red", (1, 1)))
    assert BaseGame().view(story)["may"]["gifts"] == seat_view(story, "blue")["may"]["gifts"] == options.gifts


def test_a_gift_is_offered_and_accepted(cards: Callable[..., Cards]) -> None:
    def offer_gift(options: Options, give: Mapping[str, int]) -> dict[str, Any]:
        story = story_of(GameStarted(SEATS, options), *OPENING[1:], *FOUNDING, Roll("red", (1, 1)))
        return BaseGame().trade_input(story, "blue", "red", give, {})

    assert offer_gift(GIFTS, {"ore": 1})["take"] == {"ore": 1}
    with pytest.raises(InputRefused, match="at least one card and takes at least one"):
        offer_gift(Options(), {"ore": 1})
    with pytest.raises(InputRefused, match="at least one card"):
        offer_gift(GIFTS, {})
