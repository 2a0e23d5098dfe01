"""What can't have happened as it was told is explained by the least surprising slip, and asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.inconsistencies import question
from companion.games.base.rules.cards import cards_from_json
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    GameStarted,
    LayoutSet,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlayDevelopmentCard,
    Roll,
    Seat,
    ShowHand,
    Steal,
    event_from_json,
)
from companion.games.base.rules.options import Options
from companion.games.game_api import Answer, Insert, Interpretation, Question, Replace
from companion.island.geometry import HexId, IntersectionId, PathId
from companion.island.setups import first_game_layout
from companion.observations import InputEntered, RollSeen
from companion.table.session import GameSession
from tests.games.base.stories import FOUNDING

RED_ROAD, BLUE_ROAD = PlaceRoad("red", PathId("p3,-1")), PlaceRoad("blue", PathId("p4,-3"))
NOTHING = (1, 1)
"""Nobody takes anything for a two."""

Told = Event | tuple[Event, float]


def has(player: Any, **cards: int) -> ShowHand:
    return ShowHand(player, cards_from_json(cards))


class Tale:
    """A game of red, blue and white on the first-game island, told on from the founding."""

    def __init__(self, **options: Any) -> None:
        self.game = BaseGame()
        seats = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))
        self.session: GameSession[Any, Any] = GameSession.create(self.game)
        self.tell(GameStarted(seats, Options(**options)), LayoutSet(first_game_layout()), *FOUNDING)

    def tell(self, *events: Told) -> Tale:
        for told in events:
            event, certainty = told if isinstance(told, tuple) else (told, 1.0)
            self._take(Interpretation((event,), certainty=certainty))
        return self

    def enter(self, data: Any) -> Tale:
        self._take(self.game.interpret(self.session.history, InputEntered(1.0, "tablet", data)))
        return self

    def _take(self, telling: Interpretation[Any]) -> None:
        self.session = self.session.with_drafts(self.session.drafts(telling, t=1.0, source="somebody"))

    @property
    def question(self) -> Question | None:
        return question(self.game.believed_replay(self.session.history))

    @property
    def asked(self) -> Question:
        """What is asked, where something is."""
        asked = self.question
        assert asked is not None, "nothing is asked"
        return asked

    @property
    def violations(self) -> list[tuple[str, ...]]:
        return list(self.session.violations.values())

    @property
    def last(self) -> int:
        return self.session.steps[-1].number


@pytest.fixture
def promised() -> Tale:
    """People have promised to enter all that no camera sees."""
    return Tale(all_told=True)


@pytest.fixture
def unpromised() -> Tale:
    return Tale()


def words(asked: Question) -> list[str]:
    return [answer.word for answer in asked.answers]


def told(asked: Question) -> list[Event | None]:
    """The events that the answers would tell."""
    entered = [answer.input and answer.input["event"] for answer in asked.answers]
    return [event_from_json(event) if event else None for event in entered]


def input_of(answer: Answer) -> Mapping[str, Any]:
    """What giving it enters; leaving all as it was told enters nothing."""
    assert answer.input is not None
    return answer.input


def event_of(tale: Tale, number: int) -> Event:
    event: Event = next(line.event for line in tale.session.steps if line.number == number)
    return event


def assert_every_answer_mends(tale: Callable[[], Tale]) -> None:
    asked = tale().asked
    for answer in asked.answers[:-1]:
        assert tale().enter(answer.input).violations == []
    assert asked.answers[-1].input is None


class TestPaidWithCardsThatWereNotThere:
    @staticmethod
    def road_of(tale: Tale) -> Tale:
        return tale.tell(Roll("red", NOTHING), has("red", lumber=5), RED_ROAD)

    def test_a_trade_with_the_bank_or_with_who_had_the_card(self, promised: Tale) -> None:
        asked = self.road_of(promised).asked
        assert (asked.word, asked.about) == ("how_was_it_paid", promised.last)
        assert asked.fields == {"name": "Ana", "event": "place_road"}
        assert words(asked) == ["bank_trade", "trade_with", "leave_as_told"]
        assert asked.answers[0].fields == {"give": {"lumber": 4}, "take": {"brick": 1}}
        # Ben has no brick.
        assert asked.answers[1].fields == {"name": "Cyr", "take": {"brick": 1}}

    def test_every_answer_mends_the_story(self) -> None:
        assert_every_answer_mends(lambda: self.road_of(Tale(all_told=True)))

    def test_the_trade_is_told_just_before(self, promised: Tale) -> None:
        number = self.road_of(promised).last
        assert input_of(promised.asked.answers[0])["before"] == number

    def test_where_nobody_promised_to_enter_trades_it_is_no_wonder(self, unpromised: Tale) -> None:
        assert self.road_of(unpromised).question is None

    def test_nothing_is_asked_of_what_could_be_paid(self, promised: Tale) -> None:
        promised.tell(Roll("red", NOTHING), RED_ROAD, EndTurn("red"), Roll("blue", (4, 4)))
        assert promised.question is None

    def test_who_had_too_little_for_the_bank_traded_with_a_player(self, promised: Tale) -> None:
        promised.tell(Roll("red", NOTHING), has("red", lumber=2), RED_ROAD)
        assert words(promised.asked) == ["trade_with", "leave_as_told"]

    def test_nothing_is_asked_where_nothing_would_explain_it(self, promised: Tale) -> None:
        promised.tell(Roll("red", NOTHING), has("red"), PlaceCity("red", IntersectionId("i4,1")))
        assert promised.question is None

    def test_who_gave_what_was_not_there_traded_for_it_in_the_own_turn(self, promised: Tale) -> None:
        promised.tell(has("blue", grain=4), has("red", wool=1), Roll("red", NOTHING), EndTurn("red"))
        promised.tell(Roll("blue", NOTHING), EndTurn("blue"), Roll("white", NOTHING))
        trade = DomesticTrade("white", "blue", cards_from_json({"lumber": 1}), cards_from_json({"wool": 1}))
        asked = promised.tell(trade).asked
        assert asked.fields == {"name": "Ben", "event": "domestic_trade"}
        assert words(asked) == ["bank_trade", "trade_with", "leave_as_told"]
        assert isinstance(event_of(promised, input_of(asked.answers[0])["before"]), EndTurn)

    def test_nothing_is_asked_of_who_had_no_turn_to_trade_in(self, promised: Tale) -> None:
        trade = DomesticTrade("red", "blue", cards_from_json({"lumber": 1}), cards_from_json({"wool": 1}))
        assert promised.tell(Roll("red", NOTHING), has("blue", grain=4), trade).question is None

    def test_cards_bought_and_discarded_are_paid_too(self, promised: Tale) -> None:
        promised.tell(Roll("red", NOTHING), has("red", wool=1, grain=5), BuyDevelopmentCard("red"))
        assert promised.asked.answers[0].fields == {"give": {"grain": 4}, "take": {"ore": 1}}


class TestRobbedOfACardThatWasNotThere:
    def test_who_was_robbed_had_traded_for_it(self, promised: Tale) -> None:
        promised.tell(has("red", wool=5), Roll("red", NOTHING), EndTurn("red"), Roll("blue", (3, 4)))
        promised.tell(MoveRobber("blue", HexId("h2,-1")), Steal("blue", "red", "ore"))
        asked = promised.asked
        assert asked.fields == {"name": "Ana", "event": "steal"}
        assert "trade_with" in words(asked)


class TestMoreDiscardedThanHeld:
    @staticmethod
    def discard_of(tale: Tale) -> Tale:
        discarded = Discard("red", cards_from_json({"wool": 3, "ore": 1}))
        return tale.tell(
            Roll("red", NOTHING), has("red", wool=8), EndTurn("red"), Roll("blue", (3, 4)), discarded
        )

    def test_the_trade_was_in_the_own_turn_and_left_as_many_cards(self, promised: Tale) -> None:
        asked = self.discard_of(promised).asked
        # A trade with the bank would have left too few cards to discard any.
        assert words(asked) == ["trade_with", "trade_with", "leave_as_told"]
        assert {answer.fields["name"] for answer in asked.answers[:2]} == {"Ben", "Cyr"}
        ended = next(line.number for line in promised.session.steps if isinstance(line.event, EndTurn))
        assert input_of(asked.answers[0])["before"] == ended

    def test_every_answer_mends_the_story(self) -> None:
        assert_every_answer_mends(lambda: self.discard_of(Tale(all_told=True)))


class TestMisreadRoll:
    @staticmethod
    def road_after(tale: Tale, certainty: float) -> Tale:
        return tale.tell(has("red", lumber=1), (Roll("red", (2, 3)), certainty), RED_ROAD)

    def test_the_dice_that_bring_the_card_one_face_off(self, unpromised: Tale) -> None:
        asked = self.road_after(unpromised, 0.6).asked
        assert words(asked) == ["rolled_instead", "trade_with", "leave_as_told"]
        assert asked.answers[0].fields == {"name": "Ana", "dice": [3, 3], "told": [2, 3]}
        assert told(asked)[0] == Roll("red", (3, 3))

    def test_people_rather_forget_a_trade_than_a_roll_is_misread_that_was_read_well(
        self, promised: Tale
    ) -> None:
        asked = self.road_after(promised, 0.97).asked
        assert words(asked) == ["trade_with", "rolled_instead", "leave_as_told"]

    def test_every_answer_mends_the_story(self) -> None:
        assert_every_answer_mends(lambda: self.road_after(Tale(), 0.6))

    def test_a_roll_read_well_is_not_doubted_where_people_trade_unseen(self, unpromised: Tale) -> None:
        assert self.road_after(unpromised, 0.97).question is None

    def test_a_roll_that_people_said_is_not_doubted(self, promised: Tale) -> None:
        assert "rolled_instead" not in words(self.road_after(promised, 1.0).asked)

    def test_a_roll_confirmed_since_is_not_doubted(self, unpromised: Tale) -> None:
        self.road_after(unpromised, 0.6)
        roll = next(line for line in unpromised.session.steps if isinstance(line.event, Roll))
        assert unpromised.question
        unpromised._take(Interpretation(corrections=(Replace(roll.number, roll.event),)))
        assert unpromised.question is None

    def test_it_may_be_seven_turns_ago_but_not_eight(self) -> None:
        def tale(*turns: Any) -> Tale:
            tale = Tale(all_told=True).tell(has("red", lumber=1), has("white"), has("blue"))
            tale.tell((Roll("red", (2, 3)), 0.6), EndTurn("red"))
            for colour in turns:
                tale.tell(Roll(colour, NOTHING), EndTurn(colour))
            return tale.tell(Roll("red", NOTHING), RED_ROAD)

        round_ = ("blue", "white", "red")
        assert "rolled_instead" in words(tale(*round_, "blue", "white").asked)
        assert "rolled_instead" not in words(tale(*round_, *round_, "blue", "white").asked)

    def test_dice_that_would_make_another_play_impossible_are_not_offered(self, promised: Tale) -> None:
        promised.tell(has("red", lumber=1), has("white", brick=4, ore=4), has("blue"))
        trade = DomesticTrade("red", "white", cards_from_json({"wool": 1}), cards_from_json({"ore": 1}))
        # The five brought red the wool of this trade: it was no six.
        promised.tell((Roll("red", (2, 3)), 0.6), trade, RED_ROAD)
        assert words(promised.asked) == ["trade_with", "leave_as_told"]

    @staticmethod
    def road_and_city_after(tale: Tale, certainty: float) -> Tale:
        """A six would have brought red the brick, and blue the grain."""
        tale.tell(has("red", lumber=1), has("blue", grain=1, ore=3))
        tale.tell((Roll("red", (2, 3)), certainty), RED_ROAD, EndTurn("red"))
        return tale.tell(Roll("blue", NOTHING), PlaceCity("blue", IntersectionId("i5,-4")))

    def test_one_that_explains_two_builds_is_asked_about_once(self, promised: Tale) -> None:
        asked = self.road_and_city_after(promised, 0.6).asked
        assert asked.fields["event"] == "place_road"
        assert words(asked)[0] == "rolled_instead"

    def test_two_builds_that_point_at_a_roll_make_it_likelier_than_two_trades(self, unpromised: Tale) -> None:
        asked = self.road_and_city_after(unpromised, 0.9).asked
        assert asked.fields["event"] == "place_city"
        assert words(asked)[0] == "rolled_instead"
        assert Tale().tell(has("red", lumber=1), (Roll("red", (2, 3)), 0.9), RED_ROAD).question is None


class TestWhatWasOnlySeen:
    @staticmethod
    def two_roads_of(tale: Tale, certainty: float) -> Tale:
        tale.tell(has("red", lumber=2, brick=1), has("blue"), has("white"), Roll("red", NOTHING))
        return tale.tell((RED_ROAD, certainty), (PlaceRoad("red", PathId("p4,-1")), 0.97))

    def test_a_build_that_was_hardly_seen_may_not_have_happened(self, promised: Tale) -> None:
        asked = self.two_roads_of(promised, 0.5).asked
        assert words(asked) == ["not_so", "not_so", "leave_as_told"]
        assert asked.answers[0].fields == {"name": "Ana", "event": "place_road", "turn": 1}
        assert event_of(promised, input_of(asked.answers[0])["entry"]) == RED_ROAD

    def test_every_answer_mends_the_story(self) -> None:
        assert_every_answer_mends(lambda: self.two_roads_of(Tale(all_told=True), 0.5))

    def test_builds_are_not_doubted_where_people_trade_unseen(self, unpromised: Tale) -> None:
        assert self.two_roads_of(unpromised, 0.5).question is None

    def test_what_people_said_happened(self, promised: Tale) -> None:
        assert promised.tell(has("red", lumber=5), Roll("red", NOTHING), RED_ROAD).question
        assert "not_so" not in words(promised.asked)


class TestCardThatNobodySawBought:
    @staticmethod
    def knight_of(tale: Tale) -> Tale:
        tale.tell(has("red", wool=1, grain=1, ore=1), Roll("red", NOTHING), EndTurn("red"))
        tale.tell(Roll("blue", NOTHING), EndTurn("blue"), Roll("white", NOTHING), EndTurn("white"))
        return tale.tell(PlayDevelopmentCard("red", "knight"))

    def test_it_was_bought_in_an_own_turn_in_which_it_could_be_paid(self, promised: Tale) -> None:
        asked = self.knight_of(promised).asked
        assert (asked.word, words(asked)) == ("when_was_it_bought", ["card_bought", "leave_as_told"])
        assert asked.answers[0].fields == {"turn": 1}
        assert told(asked)[0] == BuyDevelopmentCard("red")

    def test_every_answer_mends_the_story(self) -> None:
        assert_every_answer_mends(lambda: self.knight_of(Tale(all_told=True)))

    def test_where_nobody_promised_to_enter_what_is_bought_it_is_no_wonder(self, unpromised: Tale) -> None:
        assert self.knight_of(unpromised).question is None


class TestForgottenRoll:
    @staticmethod
    def turn_without_roll(tale: Tale) -> Tale:
        return tale.tell(Roll("red", NOTHING), EndTurn("red"), has("blue", lumber=1), BLUE_ROAD)

    def test_the_sums_by_what_the_road_needed_then_by_chance(self, unpromised: Tale) -> None:
        asked = self.turn_without_roll(unpromised).asked
        assert (asked.word, asked.about) == ("forgotten_roll", unpromised.last)
        assert asked.fields["name"] == "Ben"
        # Ten brings blue the brick.
        assert [answer.fields.get("total") for answer in asked.answers] == [10, 6, 8, 5, 9, 4, None]

    def test_every_answer_is_told_before_what_was_built(self, unpromised: Tale) -> None:
        asked = self.turn_without_roll(unpromised).asked
        unpromised.enter(asked.answers[0].input)
        assert unpromised.violations == []
        assert isinstance(unpromised.session.steps[-2].event, Roll)

    def test_what_else_is_built_in_that_turn_asks_nothing_more(self, promised: Tale) -> None:
        asked = self.turn_without_roll(promised).asked
        assert promised.tell(PlaceRoad("blue", PathId("p2,-3"))).question == asked

    def test_a_roll_told_later_answers_it(self, promised: Tale) -> None:
        assert self.turn_without_roll(promised).tell(Roll("blue", (5, 5))).question is None


class TestRobberThatNeverMoved:
    @staticmethod
    def seven(tale: Tale, certainty: float, *between: Event) -> Tale:
        return tale.tell((Roll("red", (3, 4)), certainty), *between, EndTurn("red"))

    def test_the_seven_was_perhaps_none(self, unpromised: Tale) -> None:
        asked = self.seven(unpromised, 0.7).asked
        assert (asked.word, asked.about) == ("was_it_a_seven", unpromised.last)
        assert asked.fields == {"name": "Ana", "event": "end_turn", "dice": [3, 4]}
        assert sum(asked.answers[0].fields["dice"]) in (6, 8)
        assert words(asked)[-1] == "leave_as_told"
        assert len(asked.answers) == 7

    def test_every_answer_mends_the_story(self) -> None:
        assert_every_answer_mends(lambda: self.seven(Tale(), 0.7))

    def test_a_seven_read_well_stays_one(self, unpromised: Tale) -> None:
        assert self.seven(unpromised, 0.99).question is None

    def test_a_seven_for_which_cards_were_discarded_was_one(self, unpromised: Tale) -> None:
        unpromised.tell(has("red", wool=8))
        discarded = Discard("red", cards_from_json({"wool": 4}))
        assert self.seven(unpromised, 0.7, discarded).question is None

    def test_nothing_is_asked_where_it_moved(self, unpromised: Tale) -> None:
        assert self.seven(unpromised, 0.7, MoveRobber("red", HexId("h0,-2"))).question is None


class TestAsksLittle:
    def test_the_same_doubt_gives_the_same_question_however_the_game_goes_on(self, promised: Tale) -> None:
        asked = TestPaidWithCardsThatWereNotThere.road_of(promised).asked
        promised.tell(EndTurn("red"), Roll("blue", (4, 4)), EndTurn("blue"), Roll("white", NOTHING))
        assert promised.question == asked

    def test_it_is_asked_no_more_after_three_turns(self, promised: Tale) -> None:
        TestPaidWithCardsThatWereNotThere.road_of(promised)
        promised.tell(EndTurn("red"), Roll("blue", NOTHING), EndTurn("blue"), Roll("white", NOTHING))
        promised.tell(EndTurn("white"), Roll("red", NOTHING))
        assert promised.question
        promised.tell(EndTurn("red"), Roll("blue", NOTHING))
        assert promised.question is None

    def test_what_follows_from_a_hand_that_came_short_is_no_new_question(self, promised: Tale) -> None:
        asked = TestPaidWithCardsThatWereNotThere.road_of(promised).asked
        assert promised.tell(PlaceRoad("red", PathId("p4,-1"))).question == asked

    def test_a_hand_that_was_shown_since_is_a_measure_again(self, promised: Tale) -> None:
        TestPaidWithCardsThatWereNotThere.road_of(promised)
        asked = promised.tell(has("red", lumber=5), PlaceRoad("red", PathId("p4,-1"))).asked
        assert asked.about == promised.last

    def test_an_answer_given_leaves_nothing_to_ask(self, promised: Tale) -> None:
        asked = TestPaidWithCardsThatWereNotThere.road_of(promised).asked
        assert promised.enter(asked.answers[0].input).question is None


class TestAtTheTable:
    def test_it_is_asked_with_the_next_thing_seen(self, promised: Tale) -> None:
        asked = TestPaidWithCardsThatWereNotThere.road_of(promised).asked
        telling = promised.game.interpret(promised.session.history, RollSeen(2.0, "tower", (3, 5)))
        assert telling.question == asked
        assert telling.events

    def test_it_is_not_asked_with_what_corrects_it(self, promised: Tale) -> None:
        asked = TestPaidWithCardsThatWereNotThere.road_of(promised).asked
        entered = InputEntered(2.0, "tablet", input_of(asked.answers[0]))
        telling = promised.game.interpret(promised.session.history, entered)
        assert telling.question is None
        assert isinstance(telling.corrections[0], Insert)
