"""Revised explanations: builds undone, builds found late, turns that had not ended."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.base.belief.believed_replay import MIN_CERTAINTY_P, BelievedReplay, BelievedReplayCache
from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import cards_from_json
from companion.games.base.rules.effects import fold
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    EndTurn,
    Event,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlayDevelopmentCard,
    Roll,
    Steal,
)
from companion.games.base.rules.state import State
from companion.games.game_api import GameHistory, Insert, Interpretation, Reattribute, Replace
from companion.games.replay import replay_events
from companion.island.geometry import IntersectionId
from tests.games.base.histories import FIRST_ENTRY, as_inferred, by_camera, holds, in_play
from tests.games.base.tracker.looks import Changes, explain_look, free_paths, hexes_of

ROLL = Roll("red", (1, 1))
RICH = holds("red", lumber=1, brick=1)
PATH = free_paths(in_play(RICH, ROLL))[0]
SEEN_ROAD = PlaceRoad("red", PATH)
ROAD: Changes = {PATH: ("road", "red")}


def test_a_piece_removed_within_its_turn_was_no_build() -> None:
    believed = in_play(RICH, ROLL, by_camera(SEEN_ROAD))
    assert explain_look(believed, {PATH: None}).corrections == (Replace(FIRST_ENTRY + 2, None),)


def test_removing_a_piece_removes_its_inferred_trade() -> None:
    trade = MaritimeTrade("red", cards_from_json({"wool": 4}), cards_from_json({"brick": 1}))
    believed = in_play(
        holds("red", lumber=1, wool=4), ROLL, (trade, "inferred", 0.9), (SEEN_ROAD, "camera", 0.9)
    )
    # Both were reported at one time, by one look.
    steps = believed.steps
    recorded_events = (*(s.record for s in steps[:-2]), *(replace(s.record, t=50.0) for s in steps[-2:]))
    believed = BelievedReplayCache().get(GameHistory(replay_events(BaseGame(), recorded_events)))
    assert explain_look(believed, {PATH: None}).corrections == (
        Replace(FIRST_ENTRY + 2, None),
        Replace(FIRST_ENTRY + 3, None),
    )


def test_a_briefly_lifted_piece_stays_recorded() -> None:
    believed = in_play(RICH, ROLL, by_camera(SEEN_ROAD))
    assert not explain_look(believed, {PATH: None}, rested=1).corrections
    assert not explain_look(believed, {PATH: None}, rested=1, closing=True).corrections
    assert not explain_look(believed, {PATH: None}, covered=[PATH]).corrections


def test_an_entered_or_confirmed_piece_stays_recorded() -> None:
    assert not explain_look(in_play(RICH, ROLL, SEEN_ROAD), {PATH: None}).corrections


def test_a_missing_piece_of_an_earlier_turn_stays_recorded() -> None:
    believed = in_play(RICH, ROLL, by_camera(SEEN_ROAD), EndTurn("red"), Roll("blue", (1, 1)))
    telling = explain_look(believed, {PATH: None}, rested=5)
    assert not telling.corrections
    assert not telling.events


def test_a_city_that_turns_out_a_settlement_within_its_turn_was_not_built() -> None:
    believed = in_play(
        holds("red", grain=2, ore=3), ROLL, by_camera(PlaceCity("red", IntersectionId("i4,1")))
    )
    telling = explain_look(believed, {"i4,1": ("settlement", "red")})
    assert telling.corrections == (Replace(FIRST_ENTRY + 2, None),)


def test_a_piece_of_the_previous_player_is_inserted_before_the_turn_end() -> None:
    believed = in_play(RICH, ROLL, EndTurn("red"), Roll("blue", (1, 1)))
    telling = explain_look(believed, {PATH: ("road", "red")}, t=FIRST_ENTRY + 6, rested=2)
    assert telling.corrections == (Insert(FIRST_ENTRY + 2, SEEN_ROAD),)


def test_a_player_who_builds_after_a_knight_is_still_active() -> None:
    to = hexes_of(in_play(), 2)[0]
    believed = in_play(
        RICH, ROLL, as_inferred(EndTurn("red")), as_inferred(PlayDevelopmentCard("blue", "knight")),
        by_camera(MoveRobber("blue", to)), as_inferred(Steal("blue", "white")),
    )  # fmt: skip
    telling = explain_look(believed, {PATH: ("road", "red")}, t=FIRST_ENTRY + 60, rested=3)
    assert telling.corrections == (
        Replace(FIRST_ENTRY + 2, None),
        Replace(FIRST_ENTRY + 3, PlayDevelopmentCard("red", "knight")),
        Replace(FIRST_ENTRY + 4, MoveRobber("red", to)),
        Replace(FIRST_ENTRY + 5, Steal("red", "white")),
    )
    assert telling.events == (SEEN_ROAD,)


def test_a_second_unaffordable_road_makes_the_first_one_a_cards() -> None:
    bought = (
        holds("red", wool=1, grain=1, ore=1), ROLL, BuyDevelopmentCard("red"), EndTurn("red"),
        Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"), ROLL,
    )  # fmt: skip
    first, second = free_paths(in_play(*bought))[:2]
    believed = in_play(*bought, by_camera(PlaceRoad("red", first)))
    telling = explain_look(believed, {second: ("road", "red")})
    assert telling.corrections == (
        Insert(FIRST_ENTRY + len(bought), PlayDevelopmentCard("red", "road_building")),
    )
    assert telling.events == (PlaceRoad("red", second),)


def test_a_doubtful_piece_that_was_never_seen_stands_where_a_like_one_is_seen() -> None:
    hand, (wrong, right) = holds("red", lumber=1, brick=1), free_paths(in_play(RICH, ROLL))[:2]
    changes: Changes = {wrong: None, right: ("road", "red")}

    def corrections(certainty: float) -> Sequence[object]:
        believed = in_play(hand, ROLL, by_camera(PlaceRoad("red", wrong), certainty))
        return explain_look(believed, changes, t=FIRST_ENTRY + 12, rested=11).corrections

    assert corrections(0.68) == (Replace(FIRST_ENTRY + 2, PlaceRoad("red", right)),)
    assert not any(isinstance(each, Replace) for each in corrections(0.95))


def test_a_card_entered_before_the_dice_were_passed_is_the_next_players_if_the_roads_are() -> None:
    believed = in_play(holds("red"), ROLL, PlayDevelopmentCard("red", "road_building"))
    road = free_paths(believed, seat=1)[0]
    telling = explain_look(believed, {road: ("road", "blue")})
    played = FIRST_ENTRY + 2
    assert telling.corrections == (
        Insert(played, EndTurn("red")),
        Reattribute(played, PlayDevelopmentCard("blue", "road_building"), "", 1.0),
    )
    assert telling.events == (PlaceRoad("blue", road),)
    own = explain_look(believed, {free_paths(believed)[0]: ("road", "red")})
    assert own.corrections == ()


def test_removing_a_road_removes_the_road_building_card_inferred_for_it() -> None:
    first, wrong, right = free_paths(in_play(RICH, ROLL))[:3]
    card = PlayDevelopmentCard("red", "road_building")
    laid = [(PlaceRoad("red", path), "camera", 0.9) for path in (wrong, right)]
    believed = in_play(
        RICH, ROLL, by_camera(PlaceRoad("red", first)), RICH, (card, "camera", 0.9), *laid
    )  # fmt: skip
    assert explain_look(believed, {wrong: None}).corrections == (
        Replace(FIRST_ENTRY + 4, None),
        Replace(FIRST_ENTRY + 5, None),
    )


def test_a_road_hidden_since_its_players_turn_is_not_a_later_cards() -> None:
    believed = in_play(
        RICH, ROLL, EndTurn("red"), Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1))
    )
    passed = believed.steps[-4].record
    hidden = {"earliest": {PATH: passed.t - 1}, "t": passed.t + 40}
    assert not explain_look(believed, {PATH: ("road", "red")}, rested=1.2, **hidden).events
    telling = explain_look(believed, {PATH: ("road", "red")}, rested=2, **hidden)
    assert telling.corrections == (Insert(passed.number, SEEN_ROAD),)
    assert telling.certainty > MIN_CERTAINTY_P


class TestBuiltBeforeTheSeven:
    """Against the rules, but recorded: it is paid before the dice fall, which leaves six cards."""

    SEVEN = Roll("red", (3, 4))
    EIGHT = holds("red", lumber=1, brick=1, wool=6)

    def state_after(self, believed: BelievedReplay, telling: Interpretation[Event]) -> State:
        history = [step.record.event for step in believed.steps]
        for insert in telling.corrections:
            assert isinstance(insert, Insert)
            history.insert(insert.before - 1, insert.event)
        return fold([*history, *telling.events])

    def test_the_build_is_recorded_before_the_dice_and_nobody_discards(self) -> None:
        believed = in_play(self.EIGHT, self.SEVEN)
        assert believed.state.discards_due == (4, 0, 0)
        thrown = believed.steps[-1].record.t
        telling = explain_look(believed, ROAD, t=thrown + 1.0, rested=4.0)
        assert telling.corrections == (Insert(FIRST_ENTRY + 1, SEEN_ROAD),)
        state = self.state_after(believed, telling)
        assert state.discards_due == (0, 0, 0)
        assert sum(state.players[0].hand) == 6

    def test_a_player_who_still_has_too_many_cards_discards_half(self) -> None:
        believed = in_play(holds("red", lumber=1, brick=1, wool=9), self.SEVEN)
        thrown = believed.steps[-1].record.t
        state = self.state_after(believed, explain_look(believed, ROAD, t=thrown + 1.0, rested=4.0))
        assert state.discards_due == (4, 0, 0)
        assert sum(state.players[0].hand) == 9

    def test_a_build_after_the_dice_comes_after_the_discards(self) -> None:
        believed = in_play(self.EIGHT, self.SEVEN)
        telling = explain_look(believed, ROAD)
        assert telling.events == (Discard("red", (0, 0, 0, 0, 0, 4)), SEEN_ROAD)

    def test_a_player_who_has_discarded_built_afterwards(self) -> None:
        believed = in_play(self.EIGHT, self.SEVEN, Discard("red", cards_from_json({"wool": 4})))
        thrown = believed.steps[-2].record.t
        assert explain_look(believed, ROAD, t=thrown + 2.0, rested=4.0).events == (SEEN_ROAD,)
