"""A game looked back on: the founded first game of `stories`, and what a test tells of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.base.api_types import BaseSummary
from companion.games.base.rules.cards import cards_from_json
from companion.games.base.rules.effects.production import COMBINATION_COUNT, COMBINATIONS_BY_SUM
from companion.games.base.rules.effects.production import compute_production as of_a_roll
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
from companion.games.base.summary import summary
from companion.island.geometry import HexId, IntersectionId
from tests.games.base.stories import FOUNDING, OPENING, SEATS, Said, in_play, story_of

WOOL = cards_from_json({"wool": 1})
ORE = cards_from_json({"ore": 1})


def look_back(*told: Said) -> BaseSummary:
    return summary(story_of(*OPENING, *FOUNDING, *told))


def rolled(*sums: int) -> list[Event]:
    """A roll of each sum, by each player in turn."""
    events: list[Event] = []
    for n, total in enumerate(sums):
        colour = SEATS[n % 3].colour
        events += [Roll(colour, (total - total // 2, total // 2)), EndTurn(colour)]
    return events


def test_before_anything_was_told_there_is_nothing_to_look_back_on() -> None:
    nothing = summary(story_of())
    assert nothing["players"] == []
    assert nothing["points"] == []
    assert nothing["winner"] is None


def test_what_stands_on_the_board_at_last_and_where_the_robber_is() -> None:
    told = look_back(Roll("red", (3, 4)), MoveRobber("red", HexId("h1,1")))
    pieces = {(each["at"], each["kind"], each["colour"]) for each in told["pieces"]}
    assert ("i4,1", "settlement", "red") in pieces
    assert len(pieces) == 12
    assert told["robber_at"] == "h1,1"
    assert (summary(story_of())["pieces"], summary(story_of())["robber_at"]) == ([], None)


def test_points_at_the_end_of_each_turn_the_founding_first() -> None:
    paid = ShowHand("red", cards_from_json({"ore": 3, "grain": 2}))
    city = PlaceCity("red", IntersectionId("i4,1"))
    told = look_back(Roll("red", (1, 1)), paid, city, EndTurn("red"), Roll("blue", (1, 1)))
    assert [(each["turn"], each["points"]["red"]) for each in told["points"]] == [(0, 2), (1, 3), (2, 3)]


def test_what_the_points_are_made_of_the_winner_first() -> None:
    first, *_ = look_back(
        ShowHand("white", cards_from_json({"ore": 3, "grain": 2})),
        *rolled(2, 2),
        Roll("white", (1, 1)),
        PlaceCity("white", IntersectionId("i1,4")),
    )["players"]
    assert (first["colour"], first["points"]) == ("white", 3)
    assert first["of"] == {
        "settlement": 1, "city": 2, "longest_road": 0, "largest_army": 0, "victory_point": 0,
    }  # fmt: skip


def test_victory_point_cards_face_down_count_for_the_winner_only() -> None:
    bought: list[Event] = [
        ShowHand("red", cards_from_json({"ore": 1, "grain": 1, "wool": 1})),
        Roll("red", (1, 1)),
        BuyDevelopmentCard("red", "victory_point"),
    ]
    standing = next(each for each in look_back(*bought)["players"] if each["colour"] == "red")
    assert standing["points"] == 2
    assert standing["of"]["victory_point"] == 0


def test_the_dice_against_expectation() -> None:
    told = look_back(*rolled(6, 6, 7, 11))["dice"]
    assert told["rolls"] == 4
    assert {each["sum"]: each["rolled"] for each in told["sums"] if each["rolled"]} == {6: 2, 7: 1, 11: 1}
    assert sum(each["expected"] for each in told["sums"]) == pytest.approx(4, abs=0.05)
    assert told["sevens"] == {"white": 1}
    assert told["sums_alone"] == 0


def test_a_roll_of_which_nobody_said_the_faces_counts_as_its_sum() -> None:
    told = look_back(*rolled(6, 6, 7, 11), EndTurn("white"), Roll("red", (8,)))["dice"]
    assert (told["rolls"], told["sums_alone"]) == (5, 1)
    assert next(each["rolled"] for each in told["sums"] if each["sum"] == 8) == 1


def test_production_by_player_resource_and_hex() -> None:
    told = look_back(*rolled(5, 5, 6))["production"]
    assert told["players"]["white"]["taken"] == {"brick": 2, "wool": 2}
    assert told["players"]["red"]["taken"] == {"wool": 2, "brick": 1}
    assert told["players"]["red"]["starting"] == 3
    assert told["hexes"]["h1,1"] == {"red": 2, "white": 2}


def test_expected_production_is_that_of_even_dice() -> None:
    state = in_play().state
    of_red = sum(
        ways * sum(of_a_roll(state, total)[0][0]) for total, ways in COMBINATIONS_BY_SUM.items() if total != 7
    )
    told = look_back(*rolled(5, 5))["production"]["players"]["red"]
    assert told["expected"] == round(2 * of_red / COMBINATION_COUNT, 1)


def test_what_the_robber_kept_back_by_player_and_hex() -> None:
    moved = MoveRobber("red", HexId("h0,-1"))
    told = look_back(Roll("red", (3, 4)), moved, EndTurn("red"), Roll("blue", (3, 3)))
    assert told["robber"] == {"players": {"red": 1}, "hexes": {"h0,-1": 1}}
    assert told["production"]["players"]["red"]["taken"] == {}


def test_cards_lost_to_sevens_and_robbers() -> None:
    told = look_back(
        Roll("red", (3, 4)),
        Discard("blue", cards_from_json({"wool": 4})),
        MoveRobber("red", HexId("h2,0")),
        Steal("red", "blue"),
    )
    assert told["lost"] == {"blue": {"discarded": 4, "stolen": 1}, "red": {"robbed": 1}}


def test_trades_with_each_other_and_with_the_bank() -> None:
    told = look_back(
        Roll("red", (1, 1)),
        DomesticTrade("red", "blue", ORE, WOOL),
        DomesticTrade("red", "blue", WOOL, ORE),
        MaritimeTrade("red", cards_from_json({"ore": 4}), WOOL),
    )["trades"]
    assert told == {"domestic": {"red": {"blue": 2}, "blue": {"red": 2}}, "maritime": {"red": 1}}


def test_turns_from_roll_to_the_passing_of_the_dice_the_longest_first() -> None:
    # A story's events are a second apart.
    told = look_back(
        Roll("red", (1, 1)), EndTurn("red"),
        Roll("blue", (1, 1)), MaritimeTrade("blue", cards_from_json({"ore": 4}), WOOL), EndTurn("blue"),
    )["durations"]  # fmt: skip
    assert told["mean"] == {"red": 1.0, "blue": 2.0}
    assert [each["colour"] for each in told["longest"]] == ["blue", "red"]


def test_a_correction_told_late_makes_no_turn_shorter_than_nothing() -> None:
    told = look_back((Roll("red", (1, 1)), "tablet", 1.0), EndTurn("red"))
    assert all(seconds >= 0 for seconds in told["durations"]["mean"].values())


def test_of_whole_games_every_card_taken_was_produced_by_a_hex(whole_games: Mapping[str, Any]) -> None:
    for game in whole_games.values():
        oracle = Oracle.from_json(game)
        events = [*oracle.opening(), *(event for _, ours, _ in oracle.play() for event in ours)]
        told = summary(story_of(*events))
        taken = sum(sum(each["taken"].values()) for each in told["production"]["players"].values())
        of_hexes = sum(sum(by.values()) for by in told["production"]["hexes"].values())
        # Less only where the bank ran short.
        assert 0 < taken <= of_hexes
        assert told["players"][0]["colour"] == told["winner"]
        assert told["turns"] == len(told["points"]) - 1
