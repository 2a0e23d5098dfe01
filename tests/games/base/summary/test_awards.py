"""The awards at the end of a base game: held against the very events that they speak of."""

from __future__ import annotations

from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import cards_from_json
from companion.games.base.rules.events import (
    Discard,
    DomesticTrade,
    EndGame,
    EndTurn,
    Event,
    MaritimeTrade,
    MoveRobber,
    Roll,
    Steal,
    UnseenRoll,
)
from companion.games.base.rules.options import Colour
from companion.games.base.summary import summary
from companion.island.geometry import HexId
from tests.games.awarded import in_english
from tests.games.base.stories import FOUNDING, OPENING, Said, story_of

WOOL = cards_from_json({"wool": 1})
ORE = cards_from_json({"ore": 1})
ENDED = EndGame("time")
COLOURS: tuple[Colour, ...] = ("red", "blue", "white")


def given(*told: Said) -> dict[str, tuple[str, str]]:
    """By title whose each award is, and how much it was."""
    return in_english(summary(story_of(*OPENING, *FOUNDING, *told))["awards"])


def robbery(player: Colour, victim: Colour) -> list[Event]:
    to = HexId("h2,0") if player == "red" else HexId("h0,-1")
    return [Roll(player, (3, 4)), MoveRobber(player, to), Steal(player, victim), EndTurn(player)]


def test_a_game_that_is_on_gives_none() -> None:
    told: list[Said] = [Roll("red", (3, 2)), EndTurn("red")]
    assert given(*told) == {}
    view = BaseGame().view(story_of(*OPENING, *FOUNDING, *told))
    assert view["awards"] == []


def test_the_view_of_a_game_that_is_over_has_those_of_its_summary() -> None:
    story = story_of(*OPENING, *FOUNDING, Roll("red", (3, 2)), EndTurn("red"), ENDED)
    assert BaseGame().view(story)["awards"] == summary(story)["awards"] != []


def test_the_luckiest_got_most_above_what_even_dice_bring() -> None:
    fives: list[Event] = []
    for colour in COLOURS * 2:
        fives += [Roll(colour, (3, 2)), EndTurn(colour)]
    story = story_of(*OPENING, *FOUNDING, *fives, ENDED)
    told = summary(story)["production"]["players"]
    luck = {colour: round(sum(of["taken"].values()) - of["expected"]) for colour, of in told.items()}
    luckiest = max(luck, key=lambda colour: luck[colour])
    more = f"{luck[luckiest]} cards more than fair dice would bring"
    assert given(*fives, ENDED)["Luckiest"] == (luckiest, more)


def test_of_luck_nothing_is_said_where_a_roll_was_unseen() -> None:
    fives: list[Said] = [Roll("red", (3, 2)), EndTurn("red"), UnseenRoll("blue"), EndTurn("blue")]
    told = given(*fives, *[Roll("white", (3, 2))] * 3, ENDED)
    assert "Luckiest" not in told
    assert "Unluckiest" not in told


def test_the_most_robbed_lost_most_cards_to_robbers() -> None:
    told: list[Said] = [*robbery("red", "blue"), *robbery("blue", "red"), *robbery("white", "red")]
    assert given(*told, ENDED)["Most robbed"] == ("red", "2 cards stolen")


def test_who_was_robbed_as_often_as_another_is_not_the_most_robbed() -> None:
    assert "Most robbed" not in given(*robbery("red", "blue"), *robbery("blue", "red"), ENDED)


def test_cards_discarded_are_not_stolen() -> None:
    discarded: list[Said] = [Roll("red", (3, 4)), Discard("blue", cards_from_json({"wool": 4})), ENDED]
    assert "Most robbed" not in given(*discarded)


def test_the_trader_of_the_evening_traded_most_with_players_and_the_bank() -> None:
    told: list[Said] = [
        Roll("red", (1, 1)),
        DomesticTrade("red", "blue", ORE, WOOL),
        DomesticTrade("red", "white", WOOL, ORE),
        MaritimeTrade("red", cards_from_json({"ore": 4}), WOOL),
    ]
    assert given(*told, ENDED)["Top trader"] == ("red", "3 trades")
