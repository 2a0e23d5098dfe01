"""The summary of a base game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.base.api_types import BaseSummary
from companion.games.base.rules.cards import cards_from_json
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    Roll,
    ShowHand,
    Steal,
)
from companion.games.base.rules.oracle import Oracle
from companion.games.base.rules.production import COMBINATION_COUNT, COMBINATIONS_BY_SUM
from companion.games.base.rules.production import compute_production as of_a_roll
from companion.games.base.summary import summary
from companion.island.geometry import HexId, IntersectionId
from tests.games.base.histories import FOUNDING, OPENING, SEATS, EventWithSource, in_play, story_of

WOOL = cards_from_json({"wool": 1})
ORE = cards_from_json({"ore": 1})


def summarize(*events: EventWithSource) -> BaseSummary:
    return summary(story_of(*OPENING, *FOUNDING, *events))


def rolls_of(*sums: int) -> list[Event]:
    """A roll of each sum, one by each player in turn."""
    events: list[Event] = []
    for n, total in enumerate(sums):
        colour = SEATS[n % 3].colour
        events += [Roll(colour, (total - total // 2, total // 2)), EndTurn(colour)]
    return events


def test_the_summary_of_an_empty_history_is_empty() -> None:
    nothing = summary(story_of())
    assert nothing["players"] == []
    assert nothing["points"] == []
    assert nothing["winner"] is None


def test_the_summary_has_the_final_pieces_and_the_robber() -> None:
    result = summarize(Roll("red", (3, 4)), MoveRobber("red", HexId("h1,1")))
    pieces = {(each["at"], each["kind"], each["colour"]) for each in result["pieces"]}
    assert ("i4,1", "settlement", "red") in pieces
    assert len(pieces) == 12
    assert result["robber_at"] == "h1,1"
    assert (summary(story_of())["pieces"], summary(story_of())["robber_at"]) == ([], None)


def test_points_are_listed_at_the_end_of_each_turn_after_the_founding() -> None:
    paid = ShowHand("red", cards_from_json({"ore": 3, "grain": 2}))
    city = PlaceCity("red", IntersectionId("i4,1"))
    result = summarize(Roll("red", (1, 1)), paid, city, EndTurn("red"), Roll("blue", (1, 1)))
    assert [(each["turn"], each["points"]["red"]) for each in result["points"]] == [(0, 2), (1, 3), (2, 3)]


def test_points_are_itemized_and_the_winner_comes_first() -> None:
    first, *_ = summarize(
        ShowHand("white", cards_from_json({"ore": 3, "grain": 2})),
        *rolls_of(2, 2),
        Roll("white", (1, 1)),
        PlaceCity("white", IntersectionId("i1,4")),
    )["players"]
    assert (first["colour"], first["points"]) == ("white", 3)
    assert first["of"] == {
        "settlement": 1, "city": 2, "longest_road": 0, "largest_army": 0, "victory_point": 0,
    }  # fmt: skip


def test_hidden_victory_points_count_for_the_winner_only() -> None:
    bought: list[Event] = [
        ShowHand("red", cards_from_json({"ore": 1, "grain": 1, "wool": 1})),
        Roll("red", (1, 1)),
        BuyDevelopmentCard("red", "victory_point"),
    ]
    standing = next(each for each in summarize(*bought)["players"] if each["colour"] == "red")
    assert standing["points"] == 2
    assert standing["of"]["victory_point"] == 0


def test_dice_are_compared_with_their_expectation() -> None:
    dice = summarize(*rolls_of(6, 6, 7, 11))["dice"]
    assert dice["rolls"] == 4
    assert {each["sum"]: each["rolled"] for each in dice["sums"] if each["rolled"]} == {6: 2, 7: 1, 11: 1}
    assert sum(each["expected"] for each in dice["sums"]) == pytest.approx(4, abs=0.05)
    assert dice["sevens"] == {"white": 1}
    assert dice["sums_alone"] == 0


def test_a_roll_entered_as_a_sum_counts_for_its_sum() -> None:
    dice = summarize(*rolls_of(6, 6, 7, 11), EndTurn("white"), Roll("red", (8,)))["dice"]
    assert (dice["rolls"], dice["sums_alone"]) == (5, 1)
    assert next(each["rolled"] for each in dice["sums"] if each["sum"] == 8) == 1


def test_production_is_counted_by_player_resource_and_hex() -> None:
    production = summarize(*rolls_of(5, 5, 6))["production"]
    assert production["players"]["white"]["taken"] == {"brick": 2, "wool": 2}
    assert production["players"]["red"]["taken"] == {"wool": 2, "brick": 1}
    assert production["players"]["red"]["starting"] == 3
    assert production["hexes"]["h1,1"] == {"red": 2, "white": 2}


def test_expected_production_assumes_fair_dice() -> None:
    state = in_play().state
    of_red = sum(
        ways * sum(of_a_roll(state, total)[0][0]) for total, ways in COMBINATIONS_BY_SUM.items() if total != 7
    )
    production = summarize(*rolls_of(5, 5))["production"]["players"]["red"]
    assert production["expected"] == round(2 * of_red / COMBINATION_COUNT, 1)


def test_cards_blocked_by_the_robber_are_counted_by_player_and_hex() -> None:
    moved = MoveRobber("red", HexId("h0,-1"))
    result = summarize(Roll("red", (3, 4)), moved, EndTurn("red"), Roll("blue", (3, 3)))
    assert result["robber"] == {"players": {"red": 1}, "hexes": {"h0,-1": 1}}
    assert result["production"]["players"]["red"]["taken"] == {}


def test_cards_lost_to_sevens_and_robbers_are_counted() -> None:
    result = summarize(
        Roll("red", (3, 4)),
        Discard("blue", cards_from_json({"wool": 4})),
        MoveRobber("red", HexId("h2,0")),
        Steal("red", "blue"),
    )
    assert result["lost"] == {"blue": {"discarded": 4, "stolen": 1}, "red": {"robbed": 1}}


def test_trades_with_players_and_bank_are_counted() -> None:
    result = summarize(
        Roll("red", (1, 1)),
        DomesticTrade("red", "blue", ORE, WOOL),
        DomesticTrade("red", "blue", WOOL, ORE),
        MaritimeTrade("red", cards_from_json({"ore": 4}), WOOL),
    )["trades"]
    assert result == {"domestic": {"red": {"blue": 2}, "blue": {"red": 2}}, "maritime": {"red": 1}}


def test_turns_last_from_roll_to_turn_end_the_longest_first() -> None:
    # A story's events are a second apart.
    durations = summarize(
        Roll("red", (1, 1)), EndTurn("red"),
        Roll("blue", (1, 1)), MaritimeTrade("blue", cards_from_json({"ore": 4}), WOOL), EndTurn("blue"),
    )["durations"]  # fmt: skip
    assert durations["mean"] == {"red": 1.0, "blue": 2.0}
    assert [each["colour"] for each in durations["longest"]] == ["blue", "red"]


def test_no_turn_has_a_negative_duration() -> None:
    result = summarize((Roll("red", (1, 1)), "tablet", 1.0), EndTurn("red"))
    assert all(seconds >= 0 for seconds in result["durations"]["mean"].values())


def test_in_whole_games_production_by_player_equals_production_by_hex(whole_games: Mapping[str, Any]) -> None:
    for game in whole_games.values():
        oracle = Oracle.from_json(game)
        events = [*oracle.opening(), *(event for _, ours, _ in oracle.play() for event in ours)]
        result = summary(story_of(*events))
        taken = sum(sum(each["taken"].values()) for each in result["production"]["players"].values())
        of_hexes = sum(sum(by.values()) for by in result["production"]["hexes"].values())
        # Less only where the bank ran short.
        assert 0 < taken <= of_hexes
        assert result["players"][0]["colour"] == result["winner"]
        assert result["turns"] == len(result["points"]) - 1
