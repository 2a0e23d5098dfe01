"""People enter late, and what the table told already: it finds its place, or is told now."""

from __future__ import annotations

import pytest

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.inputs.backdate import MAX_TURNS_BACK, backdate_event
from companion.games.base.rules.cards import (
    NO_CARDS,
    UNIDENTIFIED_KIND,
    Cards,
    DevelopmentCard,
    cards_from_json,
    cards_of_kind,
)
from companion.games.base.rules.effects import fold
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
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Colour, Options
from companion.games.base.rules.state import State
from companion.games.game_api import Insert, Interpretation, Replace
from companion.island.geometry import HexId, IntersectionId, PathId
from tests.games.base.stories import FIRST, holds, in_play, inferred, seen

AT_BLUE = HexId("h2,-2")
"""Blue's settlement i5,-4 stands there, and nobody else's."""
COLOURS: tuple[Colour, ...] = ("red", "blue", "white")
ALL_TOLD = Options(all_told=True)
DEAL = MaritimeTrade("red", (4, 0, 0, 0, 0, 0), (0, 0, 0, 0, 1, 0))


def cards(**counts: int) -> Cards:
    return cards_from_json(counts)


def unsaid(count: int) -> Cards:
    return cards_of_kind(UNIDENTIFIED_KIND, count)


def entered(believed: BelievedReplay, event: Event, *, named: bool = True) -> Interpretation[Event]:
    return backdate_event(believed, event, named=named)


def instead(number: int, event: Event) -> Interpretation[Event]:
    return Interpretation(corrections=(Replace(number, event),))


def before(number: int, event: Event) -> Interpretation[Event]:
    return Interpretation(corrections=(Insert(number, event),))


SEVEN = (
    holds("blue", wool=4, ore=4),
    Roll("red", (3, 4)),
    inferred(Discard("blue", unsaid(4))),
    seen(MoveRobber("red", AT_BLUE)),
    inferred(Steal("red", "blue")),
)


class TestWhatWasToldLessExactly:
    @pytest.mark.parametrize("passed", [(), (EndTurn("red"), Roll("blue", (1, 1)))])
    def test_discarded_cards_are_named_in_that_turn_or_the_next(self, passed: tuple[Event, ...]) -> None:
        named = Discard("blue", cards(wool=3, ore=1))
        assert entered(in_play(*SEVEN, *passed), named) == instead(FIRST + 2, named)

    def test_of_discards_named_in_part_the_rest_stays_unsaid(self) -> None:
        told = entered(in_play(*SEVEN), Discard("blue", cards(wool=3)))
        assert told == instead(FIRST + 2, Discard("blue", (0, 0, 3, 0, 0, 1)))

    def test_discards_that_people_only_said_were_done_are_named_too(self) -> None:
        done = (*SEVEN[:2], Discard("blue", unsaid(4)))
        named = Discard("blue", cards(wool=4))
        assert entered(in_play(*done), named) == instead(FIRST + 2, named)

    def test_cards_that_are_owed_now_are_discarded_now(self) -> None:
        again = (EndTurn("red"), holds("blue", wool=9), Roll("blue", (3, 4)))
        named = Discard("blue", cards(wool=4))
        assert entered(in_play(*SEVEN, *again), named) == Interpretation((named,))

    @pytest.mark.parametrize("passed", [(), (EndTurn("red"), Roll("blue", (1, 1)))])
    @pytest.mark.parametrize("event", [Steal("red", "blue", "wool"), Steal("red", None)])
    def test_a_theft_is_told_by_who_saw_it(self, passed: tuple[Event, ...], event: Event) -> None:
        assert entered(in_play(*SEVEN, *passed), event) == instead(FIRST + 4, event)

    def test_a_theft_after_the_dice_were_passed_needs_no_name(self) -> None:
        believed = in_play(*SEVEN, EndTurn("red"))
        told = entered(believed, Steal("blue", "blue", "ore"), named=False)
        assert told == instead(FIRST + 4, Steal("red", "blue", "ore"))

    def test_another_theft_that_is_due_is_another(self) -> None:
        knight = (PlayDevelopmentCard("red", "knight"), MoveRobber("red", HexId("h0,0")))
        again = MoveRobber("red", AT_BLUE)
        believed = in_play(*SEVEN, *knight, PlayDevelopmentCard("red", "knight"), again)
        event = Steal("red", "blue", "ore")
        assert entered(believed, event) == Interpretation((event,))

    def test_a_theft_that_people_told_otherwise_is_not_told_over(self) -> None:
        believed = in_play(*SEVEN[:4], Steal("red", "blue", "wool"))
        event = Steal("red", "blue", "ore")
        assert entered(believed, event) == Interpretation((event,))


class TestWhatWasToldLessSurely:
    @pytest.mark.parametrize("card", ["knight", "road_building"])
    def test_a_card_that_was_inferred_is_played_once(self, card: str) -> None:
        play = PlayDevelopmentCard("red", card)  # type: ignore[arg-type]  # one of the parameters above
        believed = in_play(BuyDevelopmentCard("red"), Roll("red", (1, 1)), inferred(play))
        assert entered(believed, play) == instead(FIRST + 2, play)

    def test_a_card_that_people_played_is_not_that_which_they_play_next(self) -> None:
        play = PlayDevelopmentCard("red", "knight")
        believed = in_play(play, MoveRobber("red", AT_BLUE), Steal("red", "blue"), Roll("red", (1, 1)))
        assert entered(believed, play) == Interpretation((play,))

    def test_a_trade_that_was_inferred_is_confirmed_by_entering_it(self) -> None:
        believed = in_play(holds("red", lumber=8), Roll("red", (1, 1)), inferred(DEAL))
        assert entered(believed, DEAL) == instead(FIRST + 2, DEAL)

    def test_a_trade_that_people_entered_is_entered_again_where_it_was_done_again(self) -> None:
        believed = in_play(holds("red", lumber=8), Roll("red", (1, 1)), DEAL)
        assert entered(believed, DEAL) == Interpretation((DEAL,))

    def test_a_piece_that_the_camera_told_is_confirmed_by_entering_it(self) -> None:
        road = PlaceRoad("red", PathId("p2,1"))
        believed = in_play(holds("red", lumber=3, brick=3), Roll("red", (1, 1)), seen(road))
        assert entered(believed, road) == instead(FIRST + 2, road)

    def test_people_know_better_where_the_robber_went(self) -> None:
        event = MoveRobber("red", HexId("h-2,0"))
        assert entered(in_play(*SEVEN[:4]), event) == instead(FIRST + 3, event)

    def test_other_dice_are_not_those_of_a_turn_before(self) -> None:
        believed = in_play(seen(Roll("red", (1, 1))), EndTurn("red"), Roll("blue", (1, 2)))
        event = Roll("red", (3, 5))
        assert entered(believed, event) == Interpretation((event,))
        assert entered(in_play(seen(Roll("red", (1, 1)))), event) == instead(FIRST, event)


class TestWhatMakesAnInferredTradeNeedless:
    STORY = (
        holds("red", lumber=5, wool=5),
        holds("blue", brick=2),
        Roll("red", (1, 1)),
        inferred(MaritimeTrade("red", (0, 0, 4, 0, 0, 0), (0, 1, 0, 0, 0, 0))),
        seen(PlaceRoad("red", PathId("p2,1"))),
    )

    @pytest.mark.parametrize(
        "event",
        [
            MaritimeTrade("red", cards(lumber=4), cards(brick=1)),
            DomesticTrade("red", "blue", cards(wool=1), cards(brick=1)),
        ],
    )
    def test_the_trade_that_was_done_takes_its_place(self, event: Event) -> None:
        assert entered(in_play(*self.STORY), event) == instead(FIRST + 3, event)

    def test_a_trade_that_doesn_t_pay_for_what_was_built_comes_beside_it(self) -> None:
        event = DomesticTrade("red", "blue", cards(lumber=1), cards(ore=1))
        believed = in_play(*self.STORY, holds("blue", ore=1))
        assert entered(believed, event) == Interpretation((event,))


class TestTheMomentThatIsMeant:
    def test_what_pays_for_a_piece_came_before_it(self) -> None:
        road = seen(PlaceRoad("red", PathId("p2,1")))
        believed = in_play(holds("red", wool=4, lumber=1), Roll("red", (1, 1)), road)
        event = MaritimeTrade("red", cards(wool=4), cards(brick=1))
        assert entered(believed, event) == before(FIRST + 2, event)

    def test_a_card_bought_in_the_turn_before_was_bought_before_the_dice_were_passed(self) -> None:
        believed = in_play(
            holds("red", wool=1, ore=1, grain=1), Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1))
        )
        event = BuyDevelopmentCard("red", "knight")
        assert entered(believed, event) == before(FIRST + 2, event)

    def test_a_trade_with_who_is_on_turn_by_now_was_of_the_player_before(self) -> None:
        believed = in_play(
            holds("red", wool=1),
            holds("blue", ore=1),
            Roll("red", (1, 1)),
            EndTurn("red"),
            Roll("blue", (1, 1)),
        )
        event = DomesticTrade("blue", "blue", cards(wool=1), cards(ore=1))
        told = entered(believed, event, named=False)
        assert told == before(FIRST + 3, DomesticTrade("red", "blue", cards(wool=1), cards(ore=1)))

    def test_what_is_named_as_the_player_s_before_stands_there_even_if_the_cards_are_not_known(self) -> None:
        believed = in_play(Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1)))
        event = MaritimeTrade("red", cards(wool=4), cards(brick=1))
        assert entered(believed, event) == before(FIRST + 1, event)

    def test_what_names_nobody_is_never_pushed_into_the_past_by_cards_that_are_not_known(self) -> None:
        believed = in_play(
            holds("red", wool=9), holds("blue"), Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1))
        )
        event = MaritimeTrade("blue", cards(wool=4), cards(brick=1))
        assert entered(believed, event, named=False) == Interpretation((event,))

    def test_discards_come_before_the_robber_moves(self) -> None:
        believed = in_play(SEVEN[0], SEVEN[1], seen(MoveRobber("red", AT_BLUE)))
        event = Discard("blue", cards(ore=4))
        assert entered(believed, event) == before(FIRST + 2, event)

    def test_a_forgotten_roll_comes_before_what_needed_it(self) -> None:
        believed = in_play(
            Roll("red", (1, 1)),
            EndTurn("red"),
            holds("blue", lumber=1, brick=1),
            seen(PlaceRoad("blue", PathId("p3,-4"))),
            EndTurn("blue"),
            Roll("white", (1, 1)),
        )
        event = Roll("blue", (2, 3))
        assert entered(believed, event) == before(FIRST + 3, event)

    def test_nothing_is_put_further_back_than_a_round(self) -> None:
        events: list[Event] = [holds("blue", wool=9, ore=9, grain=9)]
        for n in range(MAX_TURNS_BACK + 1):
            events += [Roll(COLOURS[n % 3], (1, 1)), EndTurn(COLOURS[n % 3])]
        event = Steal("red", "blue", "ore")
        events[2:2] = [MoveRobber("red", AT_BLUE)]
        assert entered(in_play(*events[:-1]), event) == before(FIRST + 3, event)
        assert entered(in_play(*events), event) == Interpretation((event,))

    def test_a_card_played_by_the_next_player_is_not_of_that_player_s_last_turn(self) -> None:
        believed = in_play(
            Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1))
        )
        event = PlayDevelopmentCard("red", "knight")
        assert entered(believed, event) == Interpretation((event,))

    def test_what_fits_nowhere_is_told_now(self) -> None:
        believed = in_play(Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1)))
        event = PlaceCity("white", IntersectionId("i4,1"))
        assert entered(believed, event) == Interpretation((event,))


class TestDiscardsOfOneSeven:
    """They are weighed together: each comes before the robber, whoever else still owes cards."""

    def told(self, believed: BelievedReplay, *discards: Event) -> tuple[Event, ...]:
        """What the story tells of the turn once all is entered, one by one."""
        events = [step.record.event for step in believed.steps]
        for event in discards:
            telling = entered(in_play(*events[FIRST - 1 :], options=believed.state.options), event)
            places = [c.before - 1 for c in telling.corrections if isinstance(c, Insert)]
            events.insert(places[0] if places else len(events), event)
        return tuple(events[FIRST - 1 :])

    ROBBED = (Roll("red", (3, 4)), MoveRobber("red", AT_BLUE), Steal("red", "blue", "wool"))

    @pytest.mark.parametrize("all_told", [False, True])
    @pytest.mark.parametrize("passed", [(), (EndTurn("red"), Roll("blue", (1, 1)))])
    @pytest.mark.parametrize("first", ["blue", "white"])
    def test_all_of_them_come_before_the_robber(
        self, all_told: bool, passed: tuple[Event, ...], first: Colour
    ) -> None:
        hands = (holds("blue", wool=8), holds("white", ore=9), holds("red"))
        discards = [Discard("blue", cards(wool=4)), Discard("white", cards(ore=4))]
        discards.sort(key=lambda event: event.player != first)
        believed = in_play(*hands, *self.ROBBED, *passed, options=Options(all_told=all_told))
        assert self.told(believed, *discards) == (
            *hands,
            self.ROBBED[0],
            *discards,
            *self.ROBBED[1:],
            *passed,
        )

    def test_also_where_they_are_told_card_by_card(self) -> None:
        hands = (holds("blue", wool=8), holds("white", ore=9))
        one_by_one = [Discard("blue", cards(wool=1))] * 4
        believed = in_play(*hands, *self.ROBBED)
        expected = (*hands, self.ROBBED[0], *one_by_one, *self.ROBBED[1:])
        assert self.told(believed, *one_by_one) == expected

    def test_who_gives_up_the_very_card_that_was_stolen_did_so_afterwards(self) -> None:
        hands = (holds("blue", wool=1), holds("red", ore=8))
        given_up = Discard("red", cards(ore=3, wool=1))
        believed = in_play(*hands, *self.ROBBED, options=ALL_TOLD)
        assert self.told(believed, given_up) == (*hands, *self.ROBBED, given_up)


def test_of_two_trades_that_pay_for_one_piece_both_came_before_it() -> None:
    hand, built = holds("red", wool=4, ore=4, grain=4), seen(PlaceRoad("red", PathId("p2,1")))
    believed = in_play(hand, Roll("red", (1, 1)), built)
    for give, take in ((cards(wool=4), cards(brick=1)), (cards(ore=4), cards(lumber=1))):
        event = MaritimeTrade("red", give, take)
        told = entered(believed, event)
        assert told == before(len(believed.steps), event)
        history = [step.record.event for step in believed.steps[FIRST - 1 : -1]]
        believed = in_play(*history, event, built)
    assert believed.state.players[0].hand == cards(grain=4)


PRICE = {"wool": 1, "grain": 1, "ore": 1}
ROUND: tuple[Event, ...] = tuple(
    event for colour in COLOURS for event in (Roll(colour, (1, 1)), EndTurn(colour))
)
"""A turn of each, in which the dice brought nobody anything."""
OPTIONS = pytest.mark.parametrize("options", [Options(), ALL_TOLD], ids=["not_all_told", "all_told"])


def after_it(believed: BelievedReplay, telling: Interpretation[Event]) -> State:
    """The state once all is told as it was entered."""
    events = {step.record.number: [step.record.event] for step in believed.steps}
    for correction in telling.corrections:
        assert isinstance(correction, Insert)
        events[correction.before].insert(0, correction.event)
    return fold([event for told in events.values() for event in told] + list(telling.events))


class TestWhatMayNotBeDoneAndWasDone:
    """A slip of the people's is what they did now, and stands flagged: not something tidier, earlier."""

    @OPTIONS
    @pytest.mark.parametrize("bought", ["knight", None])
    def test_a_card_is_bought_and_played_at_once(
        self, options: Options, bought: DevelopmentCard | None
    ) -> None:
        believed = in_play(
            holds("red", **PRICE), Roll("red", (1, 1)), BuyDevelopmentCard("red", bought), options=options
        )
        event = PlayDevelopmentCard("red", "knight")
        told = entered(believed, event)
        assert told == Interpretation((event,))
        assert violations(believed.state, event) == RuleViolation.CARD_BOUGHT_THIS_TURN
        red = after_it(believed, told).players[0]
        assert (red.development, red.bought_this_turn, red.knights) == (NO_CARDS, NO_CARDS, 1)

    @OPTIONS
    @pytest.mark.parametrize("named", [True, False])
    def test_a_second_knight_in_one_turn_is_not_of_the_turn_before(
        self, options: Options, named: bool
    ) -> None:
        buys: tuple[Event, ...] = (holds("red", wool=2, grain=2, ore=2), Roll("red", (1, 1)))
        buys += (BuyDevelopmentCard("red", "knight"), BuyDevelopmentCard("red", "knight"))
        knight = PlayDevelopmentCard("red", "knight")
        once = (knight, MoveRobber("red", AT_BLUE), Steal("red", "blue"))
        believed = in_play(*buys, *ROUND[1:], *ROUND, *once, options=options)
        assert entered(believed, knight, named=named) == Interpretation((knight,))
        assert violations(believed.state, knight) == RuleViolation.CARD_ALREADY_PLAYED

    @OPTIONS
    def test_nor_is_it_where_it_is_entered_in_the_next_player_s_turn(self, options: Options) -> None:
        buys: tuple[Event, ...] = (holds("red", wool=2, grain=2, ore=2), Roll("red", (1, 1)))
        buys += (BuyDevelopmentCard("red", "knight"), BuyDevelopmentCard("red", "knight"))
        knight = PlayDevelopmentCard("red", "knight")
        once = (knight, MoveRobber("red", AT_BLUE), Steal("red", "blue"))
        believed = in_play(*buys, *ROUND[1:], *ROUND, *once, *ROUND[:3], options=options)
        assert entered(believed, knight) == Interpretation((knight,))

    def test_a_knight_of_the_turn_before_that_nobody_told_is_of_that_turn(self) -> None:
        believed = in_play(BuyDevelopmentCard("red"), *ROUND, *ROUND[:3])
        event = PlayDevelopmentCard("red", "knight")
        assert entered(believed, event) == before(len(believed.steps) - 1, event)

    @OPTIONS
    @pytest.mark.parametrize(
        "event",
        [
            PlaceRoad("blue", PathId("p3,-4")),
            MaritimeTrade("blue", cards(wool=4), cards(ore=1)),
            BuyDevelopmentCard("blue"),
        ],
    )
    def test_who_builds_trades_or_buys_out_of_turn_pays_with_the_cards_of_now(
        self, options: Options, event: Event
    ) -> None:
        hand = holds("blue", wool=5, grain=1, ore=1, lumber=1, brick=1)
        believed = in_play(holds("blue"), *ROUND, Roll("red", (1, 1)), hand, options=options)
        told = entered(believed, event)
        assert told == Interpretation((event,))
        assert violations(believed.state, event) == RuleViolation.NOT_ON_TURN
        assert sum(after_it(believed, told).players[1].hand) < sum(believed.state.players[1].hand)

    @OPTIONS
    def test_a_card_of_this_very_roll_pays_now(self, options: Options) -> None:
        """Red's six brings blue the grain that was lacking, and blue buys at once."""
        believed = in_play(holds("blue", wool=1, ore=1), *ROUND, Roll("red", (3, 3)), options=options)
        event = BuyDevelopmentCard("blue")
        told = entered(believed, event)
        assert told == Interpretation((event,))
        assert after_it(believed, told).players[1].hand == NO_CARDS

    @OPTIONS
    @pytest.mark.parametrize("event", [BuyDevelopmentCard("red"), PlaceRoad("red", PathId("p2,1"))])
    def test_who_builds_or_buys_before_the_roll_pays_now(self, options: Options, event: Event) -> None:
        hand = holds("red", lumber=1, brick=1, wool=1, grain=1, ore=1)
        believed = in_play(hand, *ROUND, options=options)
        assert entered(believed, event) == Interpretation((event,))
        assert violations(believed.state, event) == RuleViolation.NOT_ROLLED

    @OPTIONS
    def test_a_seven_counts_the_cards_that_were_left(self, options: Options) -> None:
        hand = holds("red", lumber=1, brick=1, wool=6)
        believed = in_play(holds("red"), *ROUND, hand, options=options)
        built = after_it(believed, entered(believed, PlaceRoad("red", PathId("p2,1"))))
        assert fold([Roll("red", (3, 4))], built).discards_due == (0, 0, 0)

    def test_a_trade_after_building_is_one_where_the_table_trades_first(self) -> None:
        options = Options(trade_before_building=True)
        trade = MaritimeTrade("red", cards(wool=4), cards(ore=1))
        hand = holds("red", wool=4, lumber=1, brick=1)
        believed = in_play(hand, *ROUND, ROUND[0], PlaceRoad("red", PathId("p2,1")), options=options)
        assert entered(believed, trade) == before(len(believed.steps), trade)
        built = (*ROUND[:1], holds("red", lumber=1, brick=1), PlaceRoad("red", PathId("p2,1")))
        late = in_play(*ROUND, *built, holds("red", wool=4), options=options)
        assert entered(late, trade) == Interpretation((trade,))


class TestCardsThatAreCertain:
    @pytest.mark.parametrize(
        "event",
        [
            MaritimeTrade("red", cards(wool=4), cards(brick=1)),
            BuyDevelopmentCard("red"),
            PlayDevelopmentCard("red", "monopoly", resource="wool"),
            DomesticTrade("red", "white", cards(wool=1), cards(ore=1)),
        ],
    )
    def test_nothing_is_put_where_they_do_not_allow_it(self, event: Event) -> None:
        turns = (holds("red"), holds("white"), *ROUND[:2], Roll("blue", (1, 1)))
        assert entered(in_play(*turns, options=ALL_TOLD), event) == Interpretation((event,))


class TestATradeFromTheOthersSide:
    DEAL = DomesticTrade("red", "blue", cards(wool=1), cards(ore=1))
    TURNED = DomesticTrade("blue", "red", cards(ore=1), cards(wool=1))

    @OPTIONS
    def test_is_that_of_who_is_on_turn(self, options: Options) -> None:
        hands = (holds("red", wool=1), holds("blue", ore=1))
        believed = in_play(*hands, *ROUND, ROUND[0], options=options)
        assert entered(believed, self.TURNED) == Interpretation((self.DEAL,))

    @OPTIONS
    def test_also_where_one_of_them_lacks_the_cards(self, options: Options) -> None:
        believed = in_play(holds("red"), holds("blue", ore=1), *ROUND, ROUND[0], options=options)
        assert entered(believed, self.TURNED) == Interpretation((self.DEAL,))

    def test_and_stands_before_what_it_paid_for(self) -> None:
        hands = (holds("red", lumber=1, wool=1), holds("blue", brick=1))
        believed = in_play(*hands, ROUND[0], seen(PlaceRoad("red", PathId("p2,1"))))
        deal = DomesticTrade("red", "blue", cards(wool=1), cards(brick=1))
        turned = DomesticTrade("blue", "red", cards(brick=1), cards(wool=1))
        assert entered(believed, turned) == before(FIRST + 3, deal)

    @OPTIONS
    def test_a_turn_later_it_is_put_in_the_turn_of_either(self, options: Options) -> None:
        hands = (holds("red", wool=1), holds("blue", ore=1))
        believed = in_play(*hands, *ROUND[:5], options=options)
        assert entered(believed, self.TURNED) == before(FIRST + 5, self.TURNED)
        assert entered(believed, self.DEAL) == before(FIRST + 5, self.TURNED)

    def test_before_the_roll_it_is_the_late_one_of_who_passed_the_dice(self) -> None:
        deal = DomesticTrade("blue", "white", cards(ore=1), cards(wool=1))
        believed = in_play(holds("white", wool=1), holds("blue", ore=1), *ROUND[:4])
        assert entered(believed, deal) == before(FIRST + 5, deal)


def test_what_was_put_in_its_place_breaks_no_rule_more() -> None:
    """The example of all: who built on a trade that nobody told, and says so a turn later."""
    believed = in_play(
        holds("red", wool=4, lumber=1),
        Roll("red", (1, 1)),
        seen(PlaceRoad("red", PathId("p2,1"))),
        EndTurn("red"),
        Roll("blue", (1, 1)),
    )
    (insert,) = entered(believed, MaritimeTrade("red", cards(wool=4), cards(brick=1))).corrections
    assert isinstance(insert, Insert)
    events = [step.record.event for step in believed.steps]
    events.insert(insert.before - 1, insert.event)
    assert fold(events).players[0].hand == cards()
