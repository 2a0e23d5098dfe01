"""What happened differently than was told: taken back, built late, the turn that was not over."""

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
from companion.games.game_api import GameHistory, Insert, Interpretation, Replace
from companion.games.replay import replay_events
from companion.island.geometry import IntersectionId
from tests.games.base.stories import FIRST, holds, in_play, inferred, seen
from tests.games.base.tracker.looks import Changed, free_paths, hexes_of, told

ROLL = Roll("red", (1, 1))
RICH = holds("red", lumber=1, brick=1)
PATH = free_paths(in_play(RICH, ROLL))[0]
BUILT = PlaceRoad("red", PATH)
ROAD: Changed = {PATH: ("road", "red")}


def test_a_piece_taken_back_within_the_turn_was_no_build() -> None:
    believed = in_play(RICH, ROLL, seen(BUILT))
    assert told(believed, {PATH: None}).corrections == (Replace(FIRST + 2, None),)


def test_with_it_goes_the_trade_that_was_told_only_for_it() -> None:
    trade = MaritimeTrade("red", cards_from_json({"wool": 4}), cards_from_json({"brick": 1}))
    believed = in_play(holds("red", lumber=1, wool=4), ROLL, (trade, "inferred", 0.9), (BUILT, "camera", 0.9))
    # Both were told at one time, by one look.
    steps = believed.steps
    recorded_events = (*(s.record for s in steps[:-2]), *(replace(s.record, t=50.0) for s in steps[-2:]))
    believed = BelievedReplayCache().get(GameHistory(replay_events(BaseGame(), recorded_events)))
    assert told(believed, {PATH: None}).corrections == (Replace(FIRST + 2, None), Replace(FIRST + 3, None))


def test_a_hand_that_lifts_it_for_a_moment_takes_nothing_back() -> None:
    believed = in_play(RICH, ROLL, seen(BUILT))
    assert not told(believed, {PATH: None}, rested=1).corrections
    assert not told(believed, {PATH: None}, rested=1, closing=True).corrections
    assert not told(believed, {PATH: None}, covered=[PATH]).corrections


def test_what_people_entered_or_confirmed_is_not_taken_back() -> None:
    assert not told(in_play(RICH, ROLL, BUILT), {PATH: None}).corrections


def test_a_piece_of_an_earlier_turn_that_is_gone_has_fallen_over() -> None:
    believed = in_play(RICH, ROLL, seen(BUILT), EndTurn("red"), Roll("blue", (1, 1)))
    telling = told(believed, {PATH: None}, rested=5)
    assert not telling.corrections
    assert not telling.events


def test_a_city_that_turns_out_a_settlement_within_the_turn_was_not_built() -> None:
    believed = in_play(holds("red", grain=2, ore=3), ROLL, seen(PlaceCity("red", IntersectionId("i4,1"))))
    telling = told(believed, {"i4,1": ("settlement", "red")})
    assert telling.corrections == (Replace(FIRST + 2, None),)


def test_a_piece_of_the_player_before_was_put_down_before_the_dice_were_passed() -> None:
    believed = in_play(RICH, ROLL, EndTurn("red"), Roll("blue", (1, 1)))
    telling = told(believed, {PATH: ("road", "red")}, t=FIRST + 6, rested=2)
    assert telling.corrections == (Insert(FIRST + 2, BUILT),)


def test_who_builds_after_a_knight_is_still_on_turn() -> None:
    to = hexes_of(in_play(), 2)[0]
    believed = in_play(
        RICH, ROLL, inferred(EndTurn("red")), inferred(PlayDevelopmentCard("blue", "knight")),
        seen(MoveRobber("blue", to)), inferred(Steal("blue", "white")),
    )  # fmt: skip
    telling = told(believed, {PATH: ("road", "red")}, t=FIRST + 60, rested=3)
    assert telling.corrections == (
        Replace(FIRST + 2, None),
        Replace(FIRST + 3, PlayDevelopmentCard("red", "knight")),
        Replace(FIRST + 4, MoveRobber("red", to)),
        Replace(FIRST + 5, Steal("red", "white")),
    )
    assert telling.events == (BUILT,)


def test_a_second_road_that_cannot_be_paid_makes_the_first_one_a_cards() -> None:
    bought = (
        holds("red", wool=1, grain=1, ore=1), ROLL, BuyDevelopmentCard("red"), EndTurn("red"),
        Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"), ROLL,
    )  # fmt: skip
    first, second = free_paths(in_play(*bought))[:2]
    believed = in_play(*bought, seen(PlaceRoad("red", first)))
    telling = told(believed, {second: ("road", "red")})
    assert telling.corrections == (Insert(FIRST + len(bought), PlayDevelopmentCard("red", "road_building")),)
    assert telling.events == (PlaceRoad("red", second),)


def test_with_the_road_that_a_card_was_inferred_for_the_card_goes_however_many_were_built_before_it() -> None:
    first, wrong, right = free_paths(in_play(RICH, ROLL))[:3]
    card = PlayDevelopmentCard("red", "road_building")
    laid = [(PlaceRoad("red", path), "camera", 0.9) for path in (wrong, right)]
    believed = in_play(
        RICH, ROLL, seen(PlaceRoad("red", first)), RICH, (card, "camera", 0.9), *laid
    )  # fmt: skip
    assert told(believed, {wrong: None}).corrections == (
        Replace(FIRST + 4, None),
        Replace(FIRST + 5, None),
    )


def test_a_road_that_a_hand_hid_since_its_players_turn_is_no_cards_of_his_next_one() -> None:
    believed = in_play(
        RICH, ROLL, EndTurn("red"), Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1))
    )
    passed = believed.steps[-4].record
    hidden = {"earliest": {PATH: passed.t - 1}, "t": passed.t + 40}
    assert not told(believed, {PATH: ("road", "red")}, rested=1.2, **hidden).events
    telling = told(believed, {PATH: ("road", "red")}, rested=2, **hidden)
    assert telling.corrections == (Insert(passed.number, BUILT),)
    assert telling.certainty > MIN_CERTAINTY_P


class TestBuiltBeforeTheSeven:
    """Against the rules, but done: it is paid for as the dice fall, and six cards are none too many."""

    SEVEN = Roll("red", (3, 4))
    EIGHT = holds("red", lumber=1, brick=1, wool=6)

    def after(self, believed: BelievedReplay, telling: Interpretation[Event]) -> State:
        history = [step.record.event for step in believed.steps]
        for insert in telling.corrections:
            assert isinstance(insert, Insert)
            history.insert(insert.before - 1, insert.event)
        return fold([*history, *telling.events])

    def test_it_is_told_before_the_dice_and_nobody_discards(self) -> None:
        believed = in_play(self.EIGHT, self.SEVEN)
        assert believed.state.discards_due == (4, 0, 0)
        thrown = believed.steps[-1].record.t
        telling = told(believed, ROAD, t=thrown + 1.0, rested=4.0)
        assert telling.corrections == (Insert(FIRST + 1, BUILT),)
        state = self.after(believed, telling)
        assert state.discards_due == (0, 0, 0)
        assert sum(state.players[0].hand) == 6

    def test_who_still_holds_too_many_discards_half_of_those(self) -> None:
        believed = in_play(holds("red", lumber=1, brick=1, wool=9), self.SEVEN)
        thrown = believed.steps[-1].record.t
        state = self.after(believed, told(believed, ROAD, t=thrown + 1.0, rested=4.0))
        assert state.discards_due == (4, 0, 0)
        assert sum(state.players[0].hand) == 9

    def test_what_came_after_the_dice_was_built_after_the_discards(self) -> None:
        believed = in_play(self.EIGHT, self.SEVEN)
        telling = told(believed, ROAD)
        assert telling.events == (Discard("red", (0, 0, 0, 0, 0, 4)), BUILT)

    def test_who_has_discarded_by_now_built_after_it(self) -> None:
        believed = in_play(self.EIGHT, self.SEVEN, Discard("red", cards_from_json({"wool": 4})))
        thrown = believed.steps[-2].record.t
        assert told(believed, ROAD, t=thrown + 2.0, rested=4.0).events == (BUILT,)
