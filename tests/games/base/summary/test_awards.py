"""The awards at the end of a base game, compared with the events that they count."""

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
from tests.games.awards_in_english import in_english
from tests.games.base.histories import FOUNDING, OPENING, EventWithSource, story_of

WOOL = cards_from_json({"wool": 1})
ORE = cards_from_json({"ore": 1})
END_BY_TIME = EndGame("time")
COLOURS: tuple[Colour, ...] = ("red", "blue", "white")


def awards_of(*events: EventWithSource) -> dict[str, tuple[str, str]]:
    """The winner and value of each award, by title."""
    return in_english(summary(story_of(*OPENING, *FOUNDING, *events))["awards"])


def robbery(player: Colour, victim: Colour) -> list[Event]:
    to = HexId("h2,0") if player == "red" else HexId("h0,-1")
    return [Roll(player, (3, 4)), MoveRobber(player, to), Steal(player, victim), EndTurn(player)]


def test_a_game_in_progress_has_no_awards() -> None:
    events: list[EventWithSource] = [Roll("red", (3, 2)), EndTurn("red")]
    assert awards_of(*events) == {}
    view = BaseGame().view(story_of(*OPENING, *FOUNDING, *events))
    assert view["awards"] == []


def test_the_view_of_a_finished_game_has_the_awards_of_its_summary() -> None:
    story = story_of(*OPENING, *FOUNDING, Roll("red", (3, 2)), EndTurn("red"), END_BY_TIME)
    assert BaseGame().view(story)["awards"] == summary(story)["awards"] != []


def test_the_luckiest_player_has_most_cards_above_expectation() -> None:
    fives: list[Event] = []
    for colour in COLOURS * 2:
        fives += [Roll(colour, (3, 2)), EndTurn(colour)]
    story = story_of(*OPENING, *FOUNDING, *fives, END_BY_TIME)
    production = summary(story)["production"]["players"]
    luck = {colour: round(sum(of["taken"].values()) - of["expected"]) for colour, of in production.items()}
    luckiest = max(luck, key=lambda colour: luck[colour])
    more = f"{luck[luckiest]} cards more than fair dice would bring"
    assert awards_of(*fives, END_BY_TIME)["Luckiest"] == (luckiest, more)


def test_an_unseen_roll_leaves_the_luck_awards_out() -> None:
    fives: list[EventWithSource] = [Roll("red", (3, 2)), EndTurn("red"), UnseenRoll("blue"), EndTurn("blue")]
    awards = awards_of(*fives, *[Roll("white", (3, 2))] * 3, END_BY_TIME)
    assert "Luckiest" not in awards
    assert "Unluckiest" not in awards


def test_the_most_robbed_player_lost_most_cards_to_robbers() -> None:
    events: list[EventWithSource] = [
        *robbery("red", "blue"),
        *robbery("blue", "red"),
        *robbery("white", "red"),
    ]
    assert awards_of(*events, END_BY_TIME)["Most robbed"] == ("red", "2 cards stolen")


def test_a_tie_gives_no_most_robbed_award() -> None:
    assert "Most robbed" not in awards_of(*robbery("red", "blue"), *robbery("blue", "red"), END_BY_TIME)


def test_discarded_cards_are_not_stolen() -> None:
    discarded: list[EventWithSource] = [
        Roll("red", (3, 4)),
        Discard("blue", cards_from_json({"wool": 4})),
        END_BY_TIME,
    ]
    assert "Most robbed" not in awards_of(*discarded)


def test_the_trader_award_counts_trades_with_players_and_bank() -> None:
    events: list[EventWithSource] = [
        Roll("red", (1, 1)),
        DomesticTrade("red", "blue", ORE, WOOL),
        DomesticTrade("red", "white", WOOL, ORE),
        MaritimeTrade("red", cards_from_json({"ore": 4}), WOOL),
    ]
    assert awards_of(*events, END_BY_TIME)["Top trader"] == ("red", "3 trades")
