"""One search for the place of what people enter: where it happened, now, or instead of another line."""

from __future__ import annotations

import pytest

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.inputs.placement import MAX_TURNS_BACK, CourseSearch
from companion.games.base.inputs.placement_cost import ASK_COST
from companion.games.base.inputs.placement_question import find_question, place_event
from companion.games.base.inputs.table_inputs import interpret
from companion.games.base.rules.cards import (
    NO_CARDS,
    RESOURCES,
    UNIDENTIFIED_KIND,
    Cards,
    DevelopmentCard,
    cards_from_json,
    cards_of_kind,
)
from companion.games.base.rules.effects import apply, fold
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlayDevelopmentCard,
    Roll,
    Steal,
    event_to_json,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Colour, Options
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State
from companion.games.game_api import Insert, Interpretation, Question, Replace
from companion.island.geometry import INTERSECTIONS, HexId, IntersectionId, PathId
from tests.games.base.histories import (
    FIRST_ENTRY,
    EventWithSource,
    as_inferred,
    by_camera,
    holds,
    in_play,
    story_of,
)
from tests.games.base.tracker.looks import hexes_of

AT_BLUE = HexId("h2,-2")
"""Blue's settlement i5,-4 is there, and no other player's piece."""
COLOURS: tuple[Colour, ...] = ("red", "blue", "white")
FULL_REPORT_OPTIONS = Options(all_told=True)
DEAL = MaritimeTrade("red", (4, 0, 0, 0, 0, 0), (0, 0, 0, 0, 1, 0))


def cards(**counts: int) -> Cards:
    return cards_from_json(counts)


def unnamed_cards(count: int) -> Cards:
    return cards_of_kind(UNIDENTIFIED_KIND, count)


def backdate(believed: BelievedReplay, event: Event, *, named: bool = True) -> Interpretation[Event]:
    return place_event(believed, event, named=named)


def replace_entry(number: int, event: Event) -> Interpretation[Event]:
    return Interpretation(corrections=(Replace(number, event),))


def insert_before(number: int, event: Event) -> Interpretation[Event]:
    return Interpretation(corrections=(Insert(number, event),))


SEVEN = (
    holds("blue", wool=4, ore=4),
    Roll("red", (3, 4)),
    as_inferred(Discard("blue", unnamed_cards(4))),
    by_camera(MoveRobber("red", AT_BLUE)),
    as_inferred(Steal("red", "blue")),
)


class TestLessExactEntries:
    @pytest.mark.parametrize("passed", [(), (EndTurn("red"), Roll("blue", (1, 1)))])
    def test_naming_discarded_cards_replaces_the_discard_of_this_turn_or_the_last(
        self, passed: tuple[Event, ...]
    ) -> None:
        named = Discard("blue", cards(wool=3, ore=1))
        assert backdate(in_play(*SEVEN, *passed), named) == replace_entry(FIRST_ENTRY + 2, named)

    def test_naming_part_of_a_discard_leaves_the_rest_unnamed(self) -> None:
        interpretation = backdate(in_play(*SEVEN), Discard("blue", cards(wool=3)))
        assert interpretation == replace_entry(FIRST_ENTRY + 2, Discard("blue", (0, 0, 3, 0, 0, 1)))

    def test_discards_that_players_only_ticked_off_can_be_named(self) -> None:
        done = (*SEVEN[:2], Discard("blue", unnamed_cards(4)))
        named = Discard("blue", cards(wool=4))
        assert backdate(in_play(*done), named) == replace_entry(FIRST_ENTRY + 2, named)

    def test_cards_due_now_are_discarded_now(self) -> None:
        again = (EndTurn("red"), holds("blue", wool=9), Roll("blue", (3, 4)))
        named = Discard("blue", cards(wool=4))
        assert backdate(in_play(*SEVEN, *again), named) == Interpretation((named,))

    @pytest.mark.parametrize("passed", [(), (EndTurn("red"), Roll("blue", (1, 1)))])
    @pytest.mark.parametrize("event", [Steal("red", "blue", "wool"), Steal("red", None)])
    def test_naming_a_theft_replaces_the_unnamed_one(self, passed: tuple[Event, ...], event: Event) -> None:
        assert backdate(in_play(*SEVEN, *passed), event) == replace_entry(FIRST_ENTRY + 4, event)

    def test_a_theft_after_the_dice_were_passed_needs_no_player_name(self) -> None:
        believed = in_play(*SEVEN, EndTurn("red"))
        interpretation = backdate(believed, Steal("blue", "blue", "ore"), named=False)
        assert interpretation == replace_entry(FIRST_ENTRY + 4, Steal("red", "blue", "ore"))

    def test_another_theft_that_is_due_is_recorded_separately(self) -> None:
        knight = (PlayDevelopmentCard("red", "knight"), MoveRobber("red", HexId("h0,0")))
        again = MoveRobber("red", AT_BLUE)
        believed = in_play(*SEVEN, *knight, PlayDevelopmentCard("red", "knight"), again)
        event = Steal("red", "blue", "ore")
        assert backdate(believed, event) == Interpretation((event,))

    def test_a_theft_that_is_due_is_a_new_one_even_if_the_victim_lacks_the_card(self) -> None:
        """Nobody entered yet how blue got the ore."""
        knights = (PlayDevelopmentCard("red", "knight"), MoveRobber("red", HexId("h0,0")))
        back = (PlayDevelopmentCard("red", "knight"), MoveRobber("red", AT_BLUE))
        believed = in_play(*SEVEN, *knights, holds("blue", wool=1), *back)
        event = Steal("red", "blue", "ore")
        assert violations(believed.state, event) == RuleViolation.VICTIM_LACKS
        assert backdate(believed, event) == Interpretation((event,))

    def test_a_theft_that_is_entered_differently_corrects_the_first_entry(self) -> None:
        believed = in_play(*SEVEN[:4], Steal("red", "blue", "wool"))
        event = Steal("red", "blue", "ore")
        assert backdate(believed, event) == replace_entry(FIRST_ENTRY + 4, event)


def test_a_theft_stays_after_the_robber_move_that_was_entered_before() -> None:
    """Blue's settlement beside the robber is not entered yet; once it is, the theft breaks no rule."""
    hands = (holds("blue", wool=1), holds("white", wool=1))
    believed = in_play(*hands, Roll("red", (3, 4)), MoveRobber("red", HexId("h1,1")))
    event = Steal("red", "blue", "wool")
    assert violations(believed.state, event) == RuleViolation.NOT_AT_ROBBER
    assert backdate(believed, event) == Interpretation((event,))


def test_an_act_before_a_missing_roll_moves_no_line_that_took_its_cards() -> None:
    """The roll may bring the cards."""
    monopoly = PlayDevelopmentCard("red", "monopoly", resource="lumber")
    bought = (holds("red", wool=1, grain=1, ore=1), BuyDevelopmentCard("red", "monopoly"))
    nine = Roll("red", (4, 5))  # lumber for blue
    others = (EndTurn("red"), Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"))
    believed = in_play(
        Roll("red", (1, 1)), *bought, *others, holds("blue", brick=1), nine, monopoly, EndTurn("red"),
        options=FULL_REPORT_OPTIONS,
    )  # fmt: skip
    road = PlaceRoad("blue", PathId("p3,-4"))
    assert violations(believed.state, road) == RuleViolation.CANNOT_PAY | RuleViolation.NOT_ROLLED
    assert backdate(believed, road) == Interpretation((road,))


class TestOpenHands:
    """A theft without a card took nothing with open hands: everybody sees the stolen card."""

    ROAD = PlaceRoad("blue", PathId("p3,-4"))

    @pytest.mark.parametrize(("open_hands", "is_late"), [(True, True), (False, False)])
    def test_a_road_that_empties_the_hand_of_a_robbed_player_was_built_before(
        self, open_hands: bool, is_late: bool
    ) -> None:
        believed = in_play(
            EndTurn("red"), Roll("blue", (1, 1)), holds("blue", lumber=1, brick=1), EndTurn("blue"),
            Roll("white", (3, 4)), MoveRobber("white", AT_BLUE), Steal("white", "blue"),
            EndTurn("white"), Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1)),
            options=Options(all_told=True, open_hands=open_hands),
        )  # fmt: skip
        course = CourseSearch(believed).place(self.ROAD, named=True)
        assert (course[-1].event != self.ROAD) == is_late


class TestLessCertainEntries:
    @pytest.mark.parametrize("card", ["knight", "road_building"])
    def test_entering_an_inferred_card_play_confirms_it(self, card: str) -> None:
        play = PlayDevelopmentCard("red", card)  # type: ignore[arg-type]  # one of the parameters above
        believed = in_play(BuyDevelopmentCard("red"), Roll("red", (1, 1)), as_inferred(play))
        assert backdate(believed, play) == replace_entry(FIRST_ENTRY + 2, play)

    def test_entering_a_second_card_play_records_a_second_one(self) -> None:
        play = PlayDevelopmentCard("red", "knight")
        believed = in_play(play, MoveRobber("red", AT_BLUE), Steal("red", "blue"), Roll("red", (1, 1)))
        assert backdate(believed, play) == Interpretation((play,))

    def test_entering_an_inferred_trade_confirms_it(self) -> None:
        believed = in_play(holds("red", lumber=8), Roll("red", (1, 1)), as_inferred(DEAL))
        assert backdate(believed, DEAL) == replace_entry(FIRST_ENTRY + 2, DEAL)

    def test_entering_a_trade_again_records_a_second_one(self) -> None:
        believed = in_play(holds("red", lumber=8), Roll("red", (1, 1)), DEAL)
        assert backdate(believed, DEAL) == Interpretation((DEAL,))

    def test_entering_a_piece_that_the_camera_saw_confirms_it(self) -> None:
        road = PlaceRoad("red", PathId("p2,1"))
        believed = in_play(holds("red", lumber=3, brick=3), Roll("red", (1, 1)), by_camera(road))
        assert backdate(believed, road) == replace_entry(FIRST_ENTRY + 2, road)

    def test_an_entered_robber_move_replaces_the_cameras(self) -> None:
        event = MoveRobber("red", HexId("h-2,0"))
        assert backdate(in_play(*SEVEN[:4]), event) == replace_entry(FIRST_ENTRY + 3, event)

    def test_different_dice_do_not_replace_those_of_an_earlier_turn(self) -> None:
        believed = in_play(by_camera(Roll("red", (1, 1))), EndTurn("red"), Roll("blue", (1, 2)))
        event = Roll("red", (3, 5))
        passed = (EndTurn("blue"), EndTurn("white"))
        assert backdate(believed, event) == Interpretation((*passed, event), inferred=frozenset({0, 1}))
        assert backdate(in_play(by_camera(Roll("red", (1, 1)))), event) == replace_entry(FIRST_ENTRY, event)


class TestRedundantInferredTrades:
    EVENTS = (
        holds("red", lumber=5, wool=5),
        holds("blue", brick=2),
        Roll("red", (1, 1)),
        as_inferred(MaritimeTrade("red", (0, 0, 4, 0, 0, 0), (0, 1, 0, 0, 0, 0))),
        by_camera(PlaceRoad("red", PathId("p2,1"))),
    )

    @pytest.mark.parametrize(
        "event",
        [
            MaritimeTrade("red", cards(lumber=4), cards(brick=1)),
            DomesticTrade("red", "blue", cards(wool=1), cards(brick=1)),
        ],
    )
    def test_an_entered_trade_replaces_the_inferred_one(self, event: Event) -> None:
        assert backdate(in_play(*self.EVENTS), event) == replace_entry(FIRST_ENTRY + 3, event)

    def test_a_trade_that_does_not_pay_for_the_build_is_added(self) -> None:
        event = DomesticTrade("red", "blue", cards(lumber=1), cards(ore=1))
        believed = in_play(*self.EVENTS, holds("blue", ore=1))
        assert backdate(believed, event) == Interpretation((event,))


class TestInsertionPoint:
    def test_a_trade_that_pays_for_a_piece_is_inserted_before_it(self) -> None:
        road = by_camera(PlaceRoad("red", PathId("p2,1")))
        believed = in_play(holds("red", wool=4, lumber=1), Roll("red", (1, 1)), road)
        event = MaritimeTrade("red", cards(wool=4), cards(brick=1))
        assert backdate(believed, event) == insert_before(FIRST_ENTRY + 2, event)

    def test_a_card_bought_in_the_last_turn_is_inserted_before_the_dice_were_passed(self) -> None:
        believed = in_play(
            holds("red", wool=1, ore=1, grain=1), Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1))
        )
        event = BuyDevelopmentCard("red", "knight")
        assert backdate(believed, event) == insert_before(FIRST_ENTRY + 2, event)

    def test_a_trade_with_the_active_player_belongs_to_the_previous_players_turn(self) -> None:
        believed = in_play(
            holds("red", wool=1),
            holds("blue", ore=1),
            Roll("red", (1, 1)),
            EndTurn("red"),
            Roll("blue", (1, 1)),
        )
        event = DomesticTrade("blue", "blue", cards(wool=1), cards(ore=1))
        interpretation = backdate(believed, event, named=False)
        assert interpretation == insert_before(
            FIRST_ENTRY + 3, DomesticTrade("red", "blue", cards(wool=1), cards(ore=1))
        )

    def test_an_event_of_the_previous_player_is_inserted_there_even_with_unknown_cards(self) -> None:
        believed = in_play(Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1)))
        event = MaritimeTrade("red", cards(wool=4), cards(brick=1))
        assert backdate(believed, event) == insert_before(FIRST_ENTRY + 1, event)

    def test_an_event_without_a_named_player_is_never_backdated_on_unknown_cards(self) -> None:
        believed = in_play(
            holds("red", wool=9), holds("blue"), Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1))
        )
        event = MaritimeTrade("blue", cards(wool=4), cards(brick=1))
        assert backdate(believed, event, named=False) == Interpretation((event,))

    def test_one_missing_discard_is_one_piece_of_evidence_however_many_acts_follow_it(self) -> None:
        """Red's late city makes its hand too large at blue's seven; blue's purchase isn't red's for that."""
        believed = in_play(
            holds("red", grain=3, ore=4, wool=1),
            holds("blue", wool=5, grain=1, ore=1),
            Roll("red", (1, 1)),
            EndTurn("red"),
            Roll("blue", (3, 4)),
            MoveRobber("blue", AT_BLUE),
            MaritimeTrade("blue", cards(wool=4), cards(brick=1)),
            options=FULL_REPORT_OPTIONS,
        )
        event = BuyDevelopmentCard("blue", "knight")
        recorded = backdate(believed, event, named=False)
        assert (recorded.events, recorded.corrections) == ((event,), ())

    def test_discards_are_inserted_before_the_robber_move(self) -> None:
        believed = in_play(SEVEN[0], SEVEN[1], by_camera(MoveRobber("red", AT_BLUE)))
        event = Discard("blue", cards(ore=4))
        assert backdate(believed, event) == insert_before(FIRST_ENTRY + 2, event)

    def test_a_forgotten_roll_is_inserted_before_the_build_that_needed_it(self) -> None:
        believed = in_play(
            Roll("red", (1, 1)),
            EndTurn("red"),
            holds("blue", lumber=1, brick=1),
            by_camera(PlaceRoad("blue", PathId("p3,-4"))),
            EndTurn("blue"),
            Roll("white", (1, 1)),
        )
        event = Roll("blue", (2, 3))
        assert backdate(believed, event) == insert_before(FIRST_ENTRY + 3, event)

    def test_nothing_is_backdated_by_more_than_a_round(self) -> None:
        events: list[Event] = [holds("blue", wool=9, ore=9, grain=9)]
        for n in range(MAX_TURNS_BACK + 1):
            events += [Roll(COLOURS[n % 3], (1, 1)), EndTurn(COLOURS[n % 3])]
        event = Steal("red", "blue", "ore")
        events[2:2] = [MoveRobber("red", AT_BLUE)]
        assert backdate(in_play(*events[:-1]), event) == insert_before(FIRST_ENTRY + 3, event)
        assert backdate(in_play(*events), event) == Interpretation((event,))

    def test_a_card_of_the_next_player_is_not_put_in_that_players_last_turn(self) -> None:
        believed = in_play(
            Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1))
        )
        event = PlayDevelopmentCard("red", "knight")
        begun = Interpretation((EndTurn("white"), event), inferred=frozenset({0}))
        assert backdate(believed, event) == begun

    def test_an_event_that_fits_nowhere_is_recorded_now(self) -> None:
        believed = in_play(Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1)))
        event = PlaceCity("white", IntersectionId("i4,1"))
        assert backdate(believed, event) == Interpretation((event,))


class TestDiscardsForOneSeven:
    """Each discard is inserted before the robber move, even if other players still owe cards."""

    def turn_after_discards(self, believed: BelievedReplay, *discards: Event) -> tuple[Event, ...]:
        """Return the events of the turn after each discard was entered in order."""
        events = [step.record.event for step in believed.steps]
        for event in discards:
            telling = backdate(in_play(*events[FIRST_ENTRY - 1 :], options=believed.state.options), event)
            places = [c.before - 1 for c in telling.corrections if isinstance(c, Insert)]
            events.insert(places[0] if places else len(events), event)
        return tuple(events[FIRST_ENTRY - 1 :])

    ROBBERY = (Roll("red", (3, 4)), MoveRobber("red", AT_BLUE), Steal("red", "blue", "wool"))

    @pytest.mark.parametrize("all_told", [False, True])
    @pytest.mark.parametrize("passed", [(), (EndTurn("red"), Roll("blue", (1, 1)))])
    @pytest.mark.parametrize("first", ["blue", "white"])
    def test_all_discards_are_inserted_before_the_robber_move(
        self, all_told: bool, passed: tuple[Event, ...], first: Colour
    ) -> None:
        hands = (holds("blue", wool=8), holds("white", ore=9), holds("red"))
        discards = [Discard("blue", cards(wool=4)), Discard("white", cards(ore=4))]
        discards.sort(key=lambda event: event.player != first)
        believed = in_play(*hands, *self.ROBBERY, *passed, options=Options(all_told=all_told))
        assert self.turn_after_discards(believed, *discards) == (
            *hands,
            self.ROBBERY[0],
            *discards,
            *self.ROBBERY[1:],
            *passed,
        )

    def test_card_by_card_discards_are_inserted_before_the_robber_move(self) -> None:
        hands = (holds("blue", wool=8), holds("white", ore=9))
        one_by_one = [Discard("blue", cards(wool=1))] * 4
        believed = in_play(*hands, *self.ROBBERY)
        expected = (*hands, self.ROBBERY[0], *one_by_one, *self.ROBBERY[1:])
        assert self.turn_after_discards(believed, *one_by_one) == expected

    def test_a_player_who_discards_the_stolen_card_did_so_afterwards(self) -> None:
        hands = (holds("blue", wool=1), holds("red", ore=8))
        given_up = Discard("red", cards(ore=3, wool=1))
        believed = in_play(*hands, *self.ROBBERY, options=FULL_REPORT_OPTIONS)
        assert self.turn_after_discards(believed, given_up) == (*hands, *self.ROBBERY, given_up)


def test_two_trades_that_pay_for_one_piece_are_both_inserted_before_it() -> None:
    hand, built = holds("red", wool=4, ore=4, grain=4), by_camera(PlaceRoad("red", PathId("p2,1")))
    believed = in_play(hand, Roll("red", (1, 1)), built)
    for give, take in ((cards(wool=4), cards(brick=1)), (cards(ore=4), cards(lumber=1))):
        event = MaritimeTrade("red", give, take)
        interpretation = backdate(believed, event)
        assert interpretation == insert_before(len(believed.steps), event)
        history = [step.record.event for step in believed.steps[FIRST_ENTRY - 1 : -1]]
        believed = in_play(*history, event, built)
    assert believed.state.players[0].hand == cards(grain=4)


PRICE = {"wool": 1, "grain": 1, "ore": 1}
ROUND: tuple[Event, ...] = tuple(
    event for colour in COLOURS for event in (Roll(colour, (1, 1)), EndTurn(colour))
)
"""A turn of each, in which the dice brought nobody anything."""
OPTIONS = pytest.mark.parametrize(
    "options", [Options(), FULL_REPORT_OPTIONS], ids=["not_all_told", "all_told"]
)


def state_after_backdating(believed: BelievedReplay, telling: Interpretation[Event]) -> State:
    """The state after the interpretation is recorded."""
    events = {step.record.number: [step.record.event] for step in believed.steps}
    for correction in telling.corrections:
        assert isinstance(correction, Insert)
        events[correction.before].insert(0, correction.event)
    return fold([event for group in events.values() for event in group] + list(telling.events))


class TestRuleViolationsNow:
    """A player's violation of a rule is recorded now and flagged, not backdated to a legal place."""

    @OPTIONS
    @pytest.mark.parametrize("bought", ["knight", None])
    def test_buying_and_playing_a_card_in_one_turn_stays_in_this_turn(
        self, options: Options, bought: DevelopmentCard | None
    ) -> None:
        believed = in_play(
            holds("red", **PRICE), Roll("red", (1, 1)), BuyDevelopmentCard("red", bought), options=options
        )
        event = PlayDevelopmentCard("red", "knight")
        interpretation = backdate(believed, event)
        assert interpretation == Interpretation((event,))
        assert violations(believed.state, event) == RuleViolation.CARD_BOUGHT_THIS_TURN
        red = state_after_backdating(believed, interpretation).players[0]
        assert (red.development, red.bought_this_turn, red.knights) == (NO_CARDS, NO_CARDS, 1)

    @OPTIONS
    @pytest.mark.parametrize("named", [True, False])
    def test_a_second_knight_in_one_turn_is_not_put_in_the_previous_turn(
        self, options: Options, named: bool
    ) -> None:
        buys: tuple[Event, ...] = (holds("red", wool=2, grain=2, ore=2), Roll("red", (1, 1)))
        buys += (BuyDevelopmentCard("red", "knight"), BuyDevelopmentCard("red", "knight"))
        knight = PlayDevelopmentCard("red", "knight")
        once = (knight, MoveRobber("red", AT_BLUE), Steal("red", "blue"))
        believed = in_play(*buys, *ROUND[1:], *ROUND, *once, options=options)
        assert backdate(believed, knight, named=named) == Interpretation((knight,))
        assert violations(believed.state, knight) == RuleViolation.CARD_ALREADY_PLAYED

    @OPTIONS
    def test_a_second_knight_entered_in_the_next_players_turn_is_not_put_in_an_earlier_one(
        self, options: Options
    ) -> None:
        buys: tuple[Event, ...] = (holds("red", wool=2, grain=2, ore=2), Roll("red", (1, 1)))
        buys += (BuyDevelopmentCard("red", "knight"), BuyDevelopmentCard("red", "knight"))
        knight = PlayDevelopmentCard("red", "knight")
        once = (knight, MoveRobber("red", AT_BLUE), Steal("red", "blue"))
        believed = in_play(*buys, *ROUND[1:], *ROUND, *once, *ROUND[:3], options=options)
        assert backdate(believed, knight) == Interpretation((knight,))

    def test_an_unreported_knight_of_the_last_turn_is_inserted_there(self) -> None:
        believed = in_play(BuyDevelopmentCard("red"), *ROUND, *ROUND[:3])
        event = PlayDevelopmentCard("red", "knight")
        assert backdate(believed, event) == insert_before(len(believed.steps) - 1, event)

    @OPTIONS
    @pytest.mark.parametrize(
        "event",
        [
            PlaceRoad("blue", PathId("p3,-4")),
            MaritimeTrade("blue", cards(wool=4), cards(ore=1)),
            BuyDevelopmentCard("blue"),
        ],
    )
    def test_building_trading_or_buying_out_of_turn_is_paid_with_the_current_hand(
        self, options: Options, event: Event
    ) -> None:
        hand = holds("blue", wool=5, grain=1, ore=1, lumber=1, brick=1)
        believed = in_play(holds("blue"), *ROUND, Roll("red", (1, 1)), hand, options=options)
        interpretation = backdate(believed, event)
        assert interpretation == Interpretation((event,))
        assert violations(believed.state, event) == RuleViolation.NOT_ON_TURN
        assert sum(state_after_backdating(believed, interpretation).players[1].hand) < sum(
            believed.state.players[1].hand
        )

    @OPTIONS
    def test_a_card_from_the_current_roll_pays_now(self, options: Options) -> None:
        """Red's six gives blue the missing grain, and blue buys immediately."""
        believed = in_play(holds("blue", wool=1, ore=1), *ROUND, Roll("red", (3, 3)), options=options)
        event = BuyDevelopmentCard("blue")
        interpretation = backdate(believed, event)
        assert interpretation == Interpretation((event,))
        assert state_after_backdating(believed, interpretation).players[1].hand == NO_CARDS

    @OPTIONS
    @pytest.mark.parametrize("event", [BuyDevelopmentCard("red"), PlaceRoad("red", PathId("p2,1"))])
    def test_building_or_buying_before_the_roll_is_paid_now(self, options: Options, event: Event) -> None:
        hand = holds("red", lumber=1, brick=1, wool=1, grain=1, ore=1)
        believed = in_play(hand, *ROUND, options=options)
        assert backdate(believed, event) == Interpretation((event,))
        assert violations(believed.state, event) == RuleViolation.NOT_ROLLED

    @OPTIONS
    def test_a_seven_counts_the_cards_left_after_the_build(self, options: Options) -> None:
        hand = holds("red", lumber=1, brick=1, wool=6)
        believed = in_play(holds("red"), *ROUND, hand, options=options)
        built = state_after_backdating(believed, backdate(believed, PlaceRoad("red", PathId("p2,1"))))
        assert fold([Roll("red", (3, 4))], built).discards_due == (0, 0, 0)

    def test_a_trade_after_building_is_recorded_and_flagged_with_the_trade_first_option(self) -> None:
        options = Options(trade_before_building=True)
        trade = MaritimeTrade("red", cards(wool=4), cards(ore=1))
        hand = holds("red", wool=4, lumber=1, brick=1)
        believed = in_play(hand, *ROUND, ROUND[0], PlaceRoad("red", PathId("p2,1")), options=options)
        assert backdate(believed, trade) == Interpretation((trade,))
        built = (*ROUND[:1], holds("red", lumber=1, brick=1), PlaceRoad("red", PathId("p2,1")))
        late = in_play(*ROUND, *built, holds("red", wool=4), options=options)
        assert backdate(late, trade) == Interpretation((trade,))


class TestCertainCards:
    @pytest.mark.parametrize(
        "event",
        [
            MaritimeTrade("red", cards(wool=4), cards(brick=1)),
            BuyDevelopmentCard("red"),
            PlayDevelopmentCard("red", "monopoly", resource="wool"),
            DomesticTrade("red", "white", cards(wool=1), cards(ore=1)),
        ],
    )
    def test_nothing_is_inserted_where_certain_hands_forbid_it(self, event: Event) -> None:
        turns = (holds("red"), holds("white"), *ROUND[:2], Roll("blue", (1, 1)))
        assert backdate(in_play(*turns, options=FULL_REPORT_OPTIONS), event) == Interpretation((event,))


class TestTradeFromTheOtherSide:
    DEAL = DomesticTrade("red", "blue", cards(wool=1), cards(ore=1))
    MIRRORED_DEAL = DomesticTrade("blue", "red", cards(ore=1), cards(wool=1))

    @OPTIONS
    def test_a_mirrored_trade_is_the_active_players(self, options: Options) -> None:
        hands = (holds("red", wool=1), holds("blue", ore=1))
        believed = in_play(*hands, *ROUND, ROUND[0], options=options)
        assert backdate(believed, self.MIRRORED_DEAL) == Interpretation((self.DEAL,))

    @OPTIONS
    def test_a_mirrored_trade_with_missing_cards_is_the_active_players(self, options: Options) -> None:
        believed = in_play(holds("red"), holds("blue", ore=1), *ROUND, ROUND[0], options=options)
        assert backdate(believed, self.MIRRORED_DEAL) == Interpretation((self.DEAL,))

    def test_a_mirrored_trade_is_inserted_before_the_build_it_paid_for(self) -> None:
        hands = (holds("red", lumber=1, wool=1), holds("blue", brick=1))
        believed = in_play(*hands, ROUND[0], by_camera(PlaceRoad("red", PathId("p2,1"))))
        deal = DomesticTrade("red", "blue", cards(wool=1), cards(brick=1))
        turned = DomesticTrade("blue", "red", cards(brick=1), cards(wool=1))
        assert backdate(believed, turned) == insert_before(FIRST_ENTRY + 3, deal)

    @OPTIONS
    def test_a_turn_later_a_trade_is_inserted_in_the_turn_of_either_player(self, options: Options) -> None:
        hands = (holds("red", wool=1), holds("blue", ore=1))
        believed = in_play(*hands, *ROUND[:5], options=options)
        assert backdate(believed, self.MIRRORED_DEAL) == insert_before(FIRST_ENTRY + 5, self.MIRRORED_DEAL)
        assert backdate(believed, self.DEAL) == insert_before(FIRST_ENTRY + 5, self.MIRRORED_DEAL)

    def test_before_the_roll_a_trade_belongs_to_the_player_who_passed_the_dice(self) -> None:
        deal = DomesticTrade("blue", "white", cards(ore=1), cards(wool=1))
        believed = in_play(holds("white", wool=1), holds("blue", ore=1), *ROUND[:4])
        assert backdate(believed, deal) == insert_before(FIRST_ENTRY + 5, deal)


def test_a_backdated_trade_ends_the_violation() -> None:
    """A player built on an unreported trade and enters the trade a turn later."""
    believed = in_play(
        holds("red", wool=4, lumber=1),
        Roll("red", (1, 1)),
        by_camera(PlaceRoad("red", PathId("p2,1"))),
        EndTurn("red"),
        Roll("blue", (1, 1)),
    )
    (insert,) = backdate(believed, MaritimeTrade("red", cards(wool=4), cards(brick=1))).corrections
    assert isinstance(insert, Insert)
    events = [step.record.event for step in believed.steps]
    events.insert(insert.before - 1, insert.event)
    assert fold(events).players[0].hand == cards()


class TestSearch:
    """Games whose entries were recorded at a wrong place or in a wrong order before all candidates were
    compared.
    """

    SEVEN = (holds("blue", ore=1), Roll("red", (3, 4)))

    @pytest.mark.parametrize(
        "begun",
        [SEVEN, (holds("blue", ore=1), PlayDevelopmentCard("red", "knight"))],
        ids=["seven", "knight"],
    )
    def test_the_latest_hex_of_the_robber_replaces_the_one_just_before(
        self, begun: tuple[EventWithSource, ...]
    ) -> None:
        believed = in_play(*begun, MoveRobber("red", HexId("h0,0")))
        event = MoveRobber("red", AT_BLUE)
        assert backdate(believed, event, named=False) == replace_entry(FIRST_ENTRY + 2, event)

    def test_a_robber_entered_after_its_theft_and_the_next_roll_leaves_one_theft(self) -> None:
        believed = in_play(*self.SEVEN, Steal("red", "blue", "ore"), EndTurn("red"), Roll("blue", (1, 1)))
        event = MoveRobber("blue", AT_BLUE)
        placed = insert_before(FIRST_ENTRY + 2, MoveRobber("red", AT_BLUE))
        assert backdate(believed, event, named=False) == placed

    def test_a_knight_entered_after_its_robber_and_the_next_roll_is_inserted_before_them(self) -> None:
        believed = in_play(
            *self.SEVEN[:1],
            Roll("red", (1, 1)),
            MoveRobber("red", AT_BLUE),
            Steal("red", "blue", "ore"),
            EndTurn("red"),
            Roll("blue", (1, 1)),
        )
        event = PlayDevelopmentCard("blue", "knight")
        placed = insert_before(FIRST_ENTRY + 2, PlayDevelopmentCard("red", "knight"))
        assert backdate(believed, event, named=False) == placed

    def test_a_road_entered_before_a_seven_was_built_before_it(self) -> None:
        believed = in_play(
            holds("red", lumber=1, brick=1, wool=6),
            PlaceRoad("red", PathId("p2,1")),
            options=FULL_REPORT_OPTIONS,
        )
        seven = Roll("red", (3, 4))
        assert backdate(believed, seven) == Interpretation((seven,))

    def test_a_late_seven_is_inserted_before_its_discards_and_its_robber(self) -> None:
        acts = (Discard("blue", cards(ore=4)), MoveRobber("red", AT_BLUE))
        seven = Roll("red", (3, 4))
        assert backdate(in_play(holds("blue", ore=8), *acts), seven) == insert_before(FIRST_ENTRY + 1, seven)

    def test_another_robber_after_the_theft_of_the_first_is_no_correction(self) -> None:
        believed = in_play(*self.SEVEN, MoveRobber("red", AT_BLUE), Steal("red", "blue", "ore"))
        event = MoveRobber("red", HexId("h1,-1"))
        assert backdate(believed, event, named=False) == Interpretation((event,))

    def test_a_roll_after_a_knight_whose_theft_is_not_entered_yet_is_not_late(self) -> None:
        believed = in_play(
            holds("blue", ore=1), PlayDevelopmentCard("red", "knight"), MoveRobber("red", AT_BLUE)
        )
        roll = Roll("red", (1, 1))
        assert backdate(believed, roll, named=False) == Interpretation((roll,))

    def test_a_late_trade_is_placed_in_the_turn_of_its_player_where_it_pays(self) -> None:
        believed = in_play(
            holds("red", lumber=1, wool=1),
            holds("blue", brick=1),
            Roll("red", (1, 1)),
            PlaceRoad("red", PathId("p2,1")),
            EndTurn("red"),
            Roll("blue", (1, 1)),
        )
        trade = DomesticTrade("red", "blue", cards(wool=1), cards(brick=1))
        assert backdate(believed, trade) == insert_before(FIRST_ENTRY + 3, trade)


class TestCloseTurns:
    """A turn or a player that is about as probable as the recorded one is asked about."""

    PURCHASE = BuyDevelopmentCard("red")
    GAME = (
        Roll("red", (1, 1)), holds("red", wool=2, grain=2, ore=2), EndTurn("red"), Roll("blue", (1, 1)),
        holds("blue", wool=2, grain=2, ore=2),
    )  # fmt: skip

    def search(self, gap: float) -> CourseSearch:
        """A search whose cheapest course has a purchase of red's before red's turn end; blue's is next."""
        search = CourseSearch(in_play(*self.GAME))
        end = next(n for n, line in enumerate(search.course) if isinstance(line.event, EndTurn))
        before = (*search.course[:end], *search.new_lines(end, self.PURCHASE), *search.course[end:])
        last = len(search.course)
        now = (*search.course, *search.new_lines(last, BuyDevelopmentCard("blue")))
        search.rivals = [(3.0, before), (3.0 + gap, now)]
        return search

    def test_the_question_offers_both_turns(self) -> None:
        asked = find_question(self.search(ASK_COST / 2))
        assert asked is not None
        recorded, other = asked.answers
        assert (asked.word, asked.about, recorded.input) == ("which_turn", -1, None)
        assert (recorded.fields, other.fields) == ({"turn": 1, "name": "Ana"}, {"turn": 2, "name": "Ben"})
        purchase = event_to_json(BuyDevelopmentCard("blue"))
        assert other.input == {"kind": "correct", "entry": -1, "before": None, "event": purchase}

    def test_a_clear_winner_is_not_asked_about(self) -> None:
        assert find_question(self.search(ASK_COST + 0.1)) is None

    def test_the_other_answer_moves_the_entry(self) -> None:
        events = tuple(step.record.event for step in in_play(*self.GAME, BuyDevelopmentCard("blue")).steps)
        history, believed = story_of(*events), in_play(*self.GAME, BuyDevelopmentCard("blue"))
        number = len(events)
        end = next(step.record.number for step in believed.steps if isinstance(step.record.event, EndTurn))
        data = {"kind": "correct", "entry": number, "event": event_to_json(self.PURCHASE)}
        found = interpret(history, believed, {**data, "before": end})
        assert found.corrections == (Replace(number, None), Insert(end, self.PURCHASE))
        found = interpret(history, believed, {**data, "before": None})
        assert (found.events, found.corrections) == ((self.PURCHASE,), (Replace(number, None),))


class TestPlacesThatOnlyTheAuthorKnows:
    """Entries whose place the log can't show are asked about, even if one place is clearly cheaper."""

    SEVEN = Roll("red", (3, 4))
    THEFT = Steal("red", "blue", "ore")

    def ask(self, believed: BelievedReplay, event: Event, *, named: bool = True) -> Question | None:
        return place_event(believed, event, named=named).question

    def test_a_theft_is_asked_about_if_an_earlier_turn_lacks_one(self) -> None:
        believed = in_play(
            holds("blue", ore=3), self.SEVEN, MoveRobber("red", AT_BLUE), EndTurn("red"),
            Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"),
            PlayDevelopmentCard("red", "knight"), MoveRobber("red", AT_BLUE),
        )  # fmt: skip
        asked = self.ask(believed, self.THEFT)
        assert asked is not None
        assert (asked.word, [answer.word for answer in asked.answers]) == (
            "which_turn",
            ["in_turn", "in_turn"],
        )
        assert sorted(answer.fields["turn"] for answer in asked.answers) == [1, 4]

    def test_a_theft_is_asked_about_if_an_earlier_robber_of_the_turn_lacks_one(self) -> None:
        believed = in_play(
            holds("blue", ore=3), self.SEVEN, MoveRobber("red", AT_BLUE),
            PlayDevelopmentCard("red", "knight"), MoveRobber("red", AT_BLUE),
        )  # fmt: skip
        asked = self.ask(believed, self.THEFT)
        assert asked is not None
        assert asked.word == "which_order"
        assert {answer.word for answer in asked.answers} == {"latest_robber", "earlier_robber"}

    def test_a_theft_is_not_asked_about_if_only_one_robber_lacks_it(self) -> None:
        believed = in_play(holds("blue", ore=3), self.SEVEN, MoveRobber("red", AT_BLUE))
        assert self.ask(believed, self.THEFT) is None

    def test_a_monopoly_after_the_roll_is_not_asked_about(self) -> None:
        believed = in_play(
            BuyDevelopmentCard("red", "monopoly"), EndTurn("red"), Roll("blue", (1, 1)), EndTurn("blue"),
            Roll("white", (1, 1)), EndTurn("white"), Roll("red", (5, 4)),
        )  # fmt: skip
        for resource in RESOURCES:
            assert self.ask(believed, PlayDevelopmentCard("red", "monopoly", resource=resource)) is None

    def test_a_city_that_could_be_paid_a_round_ago_is_not_asked_about(self) -> None:
        site, roll = self.earning_settlement()
        believed = in_play(
            Roll("red", (1, 1)), holds("red", ore=3, grain=2), EndTurn("red"), roll, EndTurn("blue"),
            Roll("white", (1, 1)), EndTurn("white"), Roll("red", (1, 1)), holds("red", ore=3, grain=2),
        )  # fmt: skip
        assert self.ask(believed, PlaceCity("red", site)) is None

    def earning_settlement(self) -> tuple[IntersectionId, Roll]:
        """Return a settlement of red's and a roll of blue's for which it earns."""
        state = in_play(Roll("red", (1, 1)), EndTurn("red")).state
        for n in indices(state.players[0].settlements):
            city = PlaceCity("red", INTERSECTIONS[n])
            for total in (3, 4, 5, 6, 8, 9, 10, 11):
                roll = Roll("blue", (total - total // 2, total // 2))
                if fold((city, roll), state).production[0] != apply(state, roll).production[0]:
                    return city.at, roll
        raise AssertionError("no settlement of red's earns")

    def test_a_late_trade_that_would_pay_an_earlier_road_is_asked_about(self) -> None:
        believed = in_play(
            holds("blue", lumber=1, wool=8), Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1)),
            PlaceRoad("blue", PathId("p4,-3")), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"),
            Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1)),
        )  # fmt: skip
        trade = MaritimeTrade("blue", cards(wool=4), cards(brick=1))
        asked = self.ask(believed, trade)
        recorded = place_event(believed, trade, named=True)
        assert asked is not None or recorded.corrections, "the flagged road is no evidence"

    def test_a_card_without_a_player_is_asked_about_if_it_cures_another_players_robber(self) -> None:
        believed = in_play(
            BuyDevelopmentCard("blue", "knight"), BuyDevelopmentCard("red", "knight"), EndTurn("red"),
            Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"),
            Roll("red", (1, 1)), MoveRobber("red", AT_BLUE), self.THEFT, EndTurn("red"),
        )  # fmt: skip
        asked = self.ask(believed, PlayDevelopmentCard("blue", "knight"), named=False)
        assert asked is not None
        assert {answer.fields["name"] for answer in asked.answers} == {"Ana", "Ben"}
        assert self.ask(believed, PlayDevelopmentCard("blue", "knight")) is None

    def test_an_act_of_the_next_player_before_the_roll_moves_back_the_turn_end(self) -> None:
        at_white = hexes_of(in_play(), 2)[0]
        believed = in_play(
            holds("white", ore=2), Roll("red", (1, 1)), MoveRobber("blue", at_white),
            Steal("blue", "white", "ore"), as_inferred(EndTurn("red")),
            PlayDevelopmentCard("blue", "knight"), MoveRobber("blue", AT_BLUE),
        )  # fmt: skip
        seven = Roll("blue", (3, 4))
        found = place_event(believed, seven, named=False)
        first = FIRST_ENTRY + 2
        assert found.corrections == (
            Replace(first + 2, None), Insert(first, EndTurn("red")), Insert(first, seven)
        )  # fmt: skip
