"""Contradictions are explained by the most probable slip, and a question asks about it."""

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
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlayDevelopmentCard,
    Roll,
    ShowHand,
    Steal,
    UnseenRoll,
    event_from_json,
)
from companion.games.base.rules.options import Options
from companion.games.game_api import Answer, Insert, Interpretation, Question, Replace
from companion.games.seats import Seat
from companion.island.geometry import HexId, IntersectionId, PathId
from companion.island.setups import first_game_layout
from companion.observations import DiceDetection, InputEntered
from companion.table.session import GameSession
from tests.games.base.histories import FOUNDING

RED_ROAD, BLUE_ROAD = PlaceRoad("red", PathId("p3,-1")), PlaceRoad("blue", PathId("p4,-3"))
UNPRODUCTIVE_DICE = (1, 1)
"""Nobody takes anything for a two."""

UncertainEvent = Event | tuple[Event, float]


def show_hand(player: Any, **cards: int) -> ShowHand:
    return ShowHand(player, cards_from_json(cards))


class GameLog:
    """A game of red, blue and white on the first-game island, recorded from the founding on."""

    def __init__(self, **options: Any) -> None:
        self.game = BaseGame()
        seats = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))
        self.session: GameSession[Any, Any] = GameSession.create(self.game)
        self.record(GameStarted(seats, Options(**options)), LayoutSet(first_game_layout()), *FOUNDING)

    def record(self, *events: UncertainEvent) -> GameLog:
        for entry in events:
            event, certainty = entry if isinstance(entry, tuple) else (entry, 1.0)
            self._add(Interpretation((event,), certainty=certainty))
        return self

    def enter(self, data: Any) -> GameLog:
        self._add(self.game.interpret(self.session.history, InputEntered(1.0, "tablet", data)))
        return self

    def _add(self, telling: Interpretation[Any]) -> None:
        self.session = self.session.with_drafts(self.session.drafts(telling, t=1.0, source="somebody"))

    @property
    def question(self) -> Question | None:
        return question(self.game.believed_replay(self.session.history))

    @property
    def required_question(self) -> Question:
        """The pending question; there must be one."""
        asked = self.question
        assert asked is not None, "nothing is asked"
        return asked

    @property
    def violations(self) -> list[tuple[str, ...]]:
        return list(self.session.violations.values())

    @property
    def newest_entry(self) -> int:
        return self.session.steps[-1].number


@pytest.fixture
def full_report_game() -> GameLog:
    """A game whose players promised to enter all that no camera sees."""
    return GameLog(all_told=True)


@pytest.fixture
def partial_report_game() -> GameLog:
    return GameLog()


def answer_words(asked: Question) -> list[str]:
    return [answer.word for answer in asked.answers]


def answer_events(asked: Question) -> list[Event | None]:
    """The events that the answers would record."""
    entered = [answer.input and answer.input["event"] for answer in asked.answers]
    return [event_from_json(event) if event else None for event in entered]


def input_of(answer: Answer) -> Mapping[str, Any]:
    """The input that an answer enters; the answer that leaves everything as it is has none."""
    assert answer.input is not None
    return answer.input


def event_of(tale: GameLog, number: int) -> Event:
    event: Event = next(line.event for line in tale.session.steps if line.number == number)
    return event


def assert_every_answer_resolves(tale: Callable[[], GameLog]) -> None:
    asked = tale().required_question
    for answer in asked.answers[:-1]:
        assert tale().enter(answer.input).violations == []
    assert asked.answers[-1].input is None


class TestPaymentWithMissingCards:
    @staticmethod
    def road_of(tale: GameLog) -> GameLog:
        return tale.record(Roll("red", UNPRODUCTIVE_DICE), show_hand("red", lumber=5), RED_ROAD)

    def test_a_road_without_cards_asks_for_a_bank_trade_or_a_trade_with_the_owner(
        self, full_report_game: GameLog
    ) -> None:
        asked = self.road_of(full_report_game).required_question
        assert (asked.word, asked.about) == ("how_was_it_paid", full_report_game.newest_entry)
        assert asked.fields == {"name": "Ana", "event": "place_road"}
        assert answer_words(asked) == ["bank_trade", "trade_with", "leave_as_told"]
        assert asked.answers[0].fields == {"give": {"lumber": 4}, "take": {"brick": 1}}
        # Ben has no brick.
        assert asked.answers[1].fields == {"name": "Cyr", "take": {"brick": 1}}

    def test_every_answer_resolves_the_contradiction(self) -> None:
        assert_every_answer_resolves(lambda: self.road_of(GameLog(all_told=True)))

    def test_the_trade_is_recorded_just_before(self, full_report_game: GameLog) -> None:
        number = self.road_of(full_report_game).newest_entry
        assert input_of(full_report_game.required_question.answers[0])["before"] == number

    def test_without_the_promise_to_enter_trades_nothing_is_asked(self, partial_report_game: GameLog) -> None:
        assert self.road_of(partial_report_game).question is None

    def test_nothing_is_asked_about_an_affordable_build(self, full_report_game: GameLog) -> None:
        full_report_game.record(
            Roll("red", UNPRODUCTIVE_DICE), RED_ROAD, EndTurn("red"), Roll("blue", (4, 4))
        )
        assert full_report_game.question is None

    def test_a_hand_too_small_for_the_bank_traded_with_a_player(self, full_report_game: GameLog) -> None:
        full_report_game.record(Roll("red", UNPRODUCTIVE_DICE), show_hand("red", lumber=2), RED_ROAD)
        assert answer_words(full_report_game.required_question) == ["trade_with", "leave_as_told"]

    def test_nothing_is_asked_where_nothing_would_explain_it(self, full_report_game: GameLog) -> None:
        full_report_game.record(
            Roll("red", UNPRODUCTIVE_DICE), show_hand("red"), PlaceCity("red", IntersectionId("i4,1"))
        )
        assert full_report_game.question is None

    def test_a_player_who_gave_missing_cards_traded_for_them_in_an_own_turn(
        self, full_report_game: GameLog
    ) -> None:
        full_report_game.record(
            show_hand("blue", grain=4),
            show_hand("red", wool=1),
            Roll("red", UNPRODUCTIVE_DICE),
            EndTurn("red"),
        )
        full_report_game.record(
            Roll("blue", UNPRODUCTIVE_DICE), EndTurn("blue"), Roll("white", UNPRODUCTIVE_DICE)
        )
        trade = DomesticTrade("white", "blue", cards_from_json({"lumber": 1}), cards_from_json({"wool": 1}))
        asked = full_report_game.record(trade).required_question
        assert asked.fields == {"name": "Ben", "event": "domestic_trade"}
        assert answer_words(asked) == ["bank_trade", "trade_with", "leave_as_told"]
        assert isinstance(event_of(full_report_game, input_of(asked.answers[0])["before"]), EndTurn)

    def test_nothing_is_asked_of_a_player_without_a_turn_to_trade_in(self, full_report_game: GameLog) -> None:
        trade = DomesticTrade("red", "blue", cards_from_json({"lumber": 1}), cards_from_json({"wool": 1}))
        assert (
            full_report_game.record(
                Roll("red", UNPRODUCTIVE_DICE), show_hand("blue", grain=4), trade
            ).question
            is None
        )

    def test_purchases_and_discards_count_as_payments(self, full_report_game: GameLog) -> None:
        full_report_game.record(
            Roll("red", UNPRODUCTIVE_DICE), show_hand("red", wool=1, grain=5), BuyDevelopmentCard("red")
        )
        assert full_report_game.required_question.answers[0].fields == {
            "give": {"grain": 4},
            "take": {"ore": 1},
        }


class TestStealOfAMissingCard:
    def test_the_victim_had_traded_for_the_stolen_card(self, full_report_game: GameLog) -> None:
        full_report_game.record(
            show_hand("red", wool=5), Roll("red", UNPRODUCTIVE_DICE), EndTurn("red"), Roll("blue", (3, 4))
        )
        full_report_game.record(MoveRobber("blue", HexId("h2,-1")), Steal("blue", "red", "ore"))
        asked = full_report_game.required_question
        assert asked.fields == {"name": "Ana", "event": "steal"}
        assert "trade_with" in answer_words(asked)


class TestDiscardOfMissingCards:
    @staticmethod
    def discard_of(tale: GameLog) -> GameLog:
        discarded = Discard("red", cards_from_json({"wool": 3, "ore": 1}))
        return tale.record(
            Roll("red", UNPRODUCTIVE_DICE),
            show_hand("red", wool=8),
            EndTurn("red"),
            Roll("blue", (3, 4)),
            discarded,
        )

    def test_the_trade_was_in_an_own_turn_and_kept_the_hand_size(self, full_report_game: GameLog) -> None:
        asked = self.discard_of(full_report_game).required_question
        # A trade with the bank would have left too few cards to discard any.
        assert answer_words(asked) == ["trade_with", "trade_with", "leave_as_told"]
        assert {answer.fields["name"] for answer in asked.answers[:2]} == {"Ben", "Cyr"}
        ended = next(
            line.number for line in full_report_game.session.steps if isinstance(line.event, EndTurn)
        )
        assert input_of(asked.answers[0])["before"] == ended

    def test_every_answer_resolves_the_contradiction(self) -> None:
        assert_every_answer_resolves(lambda: self.discard_of(GameLog(all_told=True)))


class TestMisreadRoll:
    @staticmethod
    def road_after(tale: GameLog, certainty: float) -> GameLog:
        return tale.record(show_hand("red", lumber=1), (Roll("red", (2, 3)), certainty), RED_ROAD)

    def test_the_alternative_dice_bring_the_card_and_differ_in_one_face(
        self, partial_report_game: GameLog
    ) -> None:
        asked = self.road_after(partial_report_game, 0.6).required_question
        assert answer_words(asked) == ["rolled_instead", "trade_with", "leave_as_told"]
        assert asked.answers[0].fields == {"name": "Ana", "dice": [3, 3], "told": [2, 3]}
        assert answer_events(asked)[0] == Roll("red", (3, 3))

    def test_a_forgotten_trade_is_likelier_than_misreading_a_confident_roll(
        self, full_report_game: GameLog
    ) -> None:
        asked = self.road_after(full_report_game, 0.97).required_question
        assert answer_words(asked) == ["trade_with", "rolled_instead", "leave_as_told"]

    def test_every_answer_resolves_the_contradiction(self) -> None:
        assert_every_answer_resolves(lambda: self.road_after(GameLog(), 0.6))

    def test_a_confident_roll_is_not_doubted_where_trades_go_unreported(
        self, partial_report_game: GameLog
    ) -> None:
        assert self.road_after(partial_report_game, 0.97).question is None

    def test_a_roll_that_players_entered_is_not_doubted(self, full_report_game: GameLog) -> None:
        assert "rolled_instead" not in answer_words(self.road_after(full_report_game, 1.0).required_question)

    def test_a_roll_confirmed_later_is_not_doubted(self, partial_report_game: GameLog) -> None:
        self.road_after(partial_report_game, 0.6)
        roll = next(line for line in partial_report_game.session.steps if isinstance(line.event, Roll))
        assert partial_report_game.question
        partial_report_game._add(Interpretation(corrections=(Replace(roll.number, roll.event),)))
        assert partial_report_game.question is None

    def test_the_misread_roll_may_be_seven_turns_ago_but_not_eight(self) -> None:
        def game_with_turns(*turns: Any) -> GameLog:
            tale = GameLog(all_told=True).record(
                show_hand("red", lumber=1), show_hand("white"), show_hand("blue")
            )
            tale.record((Roll("red", (2, 3)), 0.6), EndTurn("red"))
            for colour in turns:
                tale.record(Roll(colour, UNPRODUCTIVE_DICE), EndTurn(colour))
            return tale.record(Roll("red", UNPRODUCTIVE_DICE), RED_ROAD)

        round_ = ("blue", "white", "red")
        assert "rolled_instead" in answer_words(game_with_turns(*round_, "blue", "white").required_question)
        assert "rolled_instead" not in answer_words(
            game_with_turns(*round_, *round_, "blue", "white").required_question
        )

    def test_dice_that_would_make_another_play_impossible_are_not_offered(
        self, full_report_game: GameLog
    ) -> None:
        full_report_game.record(
            show_hand("red", lumber=1), show_hand("white", brick=4, ore=4), show_hand("blue")
        )
        trade = DomesticTrade("red", "white", cards_from_json({"wool": 1}), cards_from_json({"ore": 1}))
        # The five brought red the wool of this trade: it was no six.
        full_report_game.record((Roll("red", (2, 3)), 0.6), trade, RED_ROAD)
        assert answer_words(full_report_game.required_question) == ["trade_with", "leave_as_told"]

    @staticmethod
    def road_and_city_after(tale: GameLog, certainty: float) -> GameLog:
        """Record a road and a city; a six would have given red the brick and blue the grain."""
        tale.record(show_hand("red", lumber=1), show_hand("blue", grain=1, ore=3))
        tale.record((Roll("red", (2, 3)), certainty), RED_ROAD, EndTurn("red"))
        return tale.record(Roll("blue", UNPRODUCTIVE_DICE), PlaceCity("blue", IntersectionId("i5,-4")))

    def test_a_roll_that_explains_two_builds_is_asked_about_once(self, full_report_game: GameLog) -> None:
        asked = self.road_and_city_after(full_report_game, 0.6).required_question
        assert asked.fields["event"] == "place_road"
        assert answer_words(asked)[0] == "rolled_instead"

    def test_two_builds_make_a_misread_roll_likelier_than_two_trades(
        self, partial_report_game: GameLog
    ) -> None:
        asked = self.road_and_city_after(partial_report_game, 0.9).required_question
        assert asked.fields["event"] == "place_city"
        assert answer_words(asked)[0] == "rolled_instead"
        assert (
            GameLog().record(show_hand("red", lumber=1), (Roll("red", (2, 3)), 0.9), RED_ROAD).question
            is None
        )


class TestCameraOnlyBuilds:
    @staticmethod
    def two_roads_of(tale: GameLog, certainty: float) -> GameLog:
        tale.record(
            show_hand("red", lumber=2, brick=1),
            show_hand("blue"),
            show_hand("white"),
            Roll("red", UNPRODUCTIVE_DICE),
        )
        return tale.record((RED_ROAD, certainty), (PlaceRoad("red", PathId("p4,-1")), 0.97))

    def test_a_build_with_low_confidence_may_not_have_happened(self, full_report_game: GameLog) -> None:
        asked = self.two_roads_of(full_report_game, 0.5).required_question
        assert answer_words(asked) == ["not_so", "not_so", "leave_as_told"]
        assert asked.answers[0].fields == {"name": "Ana", "event": "place_road", "turn": 1}
        assert event_of(full_report_game, input_of(asked.answers[0])["entry"]) == RED_ROAD

    def test_every_answer_resolves_the_contradiction(self) -> None:
        assert_every_answer_resolves(lambda: self.two_roads_of(GameLog(all_told=True), 0.5))

    def test_builds_are_not_doubted_where_trades_go_unreported(self, partial_report_game: GameLog) -> None:
        assert self.two_roads_of(partial_report_game, 0.5).question is None

    def test_a_build_that_players_entered_is_not_doubted(self, full_report_game: GameLog) -> None:
        assert full_report_game.record(
            show_hand("red", lumber=5), Roll("red", UNPRODUCTIVE_DICE), RED_ROAD
        ).question
        assert "not_so" not in answer_words(full_report_game.required_question)


class TestUnseenCardPurchase:
    @staticmethod
    def knight_of(tale: GameLog) -> GameLog:
        tale.record(show_hand("red", wool=1, grain=1, ore=1), Roll("red", UNPRODUCTIVE_DICE), EndTurn("red"))
        tale.record(
            Roll("blue", UNPRODUCTIVE_DICE),
            EndTurn("blue"),
            Roll("white", UNPRODUCTIVE_DICE),
            EndTurn("white"),
        )
        return tale.record(PlayDevelopmentCard("red", "knight"))

    def test_the_card_was_bought_in_an_own_turn_in_which_it_could_be_paid(
        self, full_report_game: GameLog
    ) -> None:
        asked = self.knight_of(full_report_game).required_question
        assert (asked.word, answer_words(asked)) == ("when_was_it_bought", ["card_bought", "leave_as_told"])
        assert asked.answers[0].fields == {"turn": 1}
        assert answer_events(asked)[0] == BuyDevelopmentCard("red")

    def test_every_answer_resolves_the_contradiction(self) -> None:
        assert_every_answer_resolves(lambda: self.knight_of(GameLog(all_told=True)))

    def test_without_the_promise_to_enter_purchases_nothing_is_asked(
        self, partial_report_game: GameLog
    ) -> None:
        assert self.knight_of(partial_report_game).question is None


class TestForgottenRoll:
    @staticmethod
    def turn_without_roll(tale: GameLog) -> GameLog:
        return tale.record(
            Roll("red", UNPRODUCTIVE_DICE), EndTurn("red"), show_hand("blue", lumber=1), BLUE_ROAD
        )

    def test_answers_order_sums_by_the_needs_of_the_road_then_by_chance(
        self, partial_report_game: GameLog
    ) -> None:
        asked = self.turn_without_roll(partial_report_game).required_question
        assert (asked.word, asked.about) == ("forgotten_roll", partial_report_game.newest_entry)
        assert asked.fields["name"] == "Ben"
        # Ten brings blue the brick.
        assert [answer.fields.get("total") for answer in asked.answers] == [10, 6, 8, 5, 9, 4, None]

    def test_every_answer_is_recorded_before_the_build(self, partial_report_game: GameLog) -> None:
        asked = self.turn_without_roll(partial_report_game).required_question
        partial_report_game.enter(asked.answers[0].input)
        assert partial_report_game.violations == []
        assert isinstance(partial_report_game.session.steps[-2].event, Roll)

    def test_another_build_in_that_turn_asks_nothing_more(self, full_report_game: GameLog) -> None:
        asked = self.turn_without_roll(full_report_game).required_question
        assert full_report_game.record(PlaceRoad("blue", PathId("p2,-3"))).question == asked

    def test_a_roll_entered_later_answers_the_question(self, full_report_game: GameLog) -> None:
        assert self.turn_without_roll(full_report_game).record(Roll("blue", (5, 5))).question is None


class TestRobberThatDidNotMove:
    @staticmethod
    def seven(tale: GameLog, certainty: float, *between: Event) -> GameLog:
        return tale.record((Roll("red", (3, 4)), certainty), *between, EndTurn("red"))

    def test_the_seven_may_be_misread(self, partial_report_game: GameLog) -> None:
        asked = self.seven(partial_report_game, 0.7).required_question
        assert (asked.word, asked.about) == ("was_it_a_seven", partial_report_game.newest_entry)
        assert asked.fields == {"name": "Ana", "event": "end_turn", "dice": [3, 4]}
        assert sum(asked.answers[0].fields["dice"]) in (6, 8)
        assert answer_words(asked)[-1] == "leave_as_told"
        assert len(asked.answers) == 7

    def test_every_answer_resolves_the_contradiction(self) -> None:
        assert_every_answer_resolves(lambda: self.seven(GameLog(), 0.7))

    def test_a_confident_seven_is_not_doubted(self, partial_report_game: GameLog) -> None:
        assert self.seven(partial_report_game, 0.99).question is None

    def test_a_seven_with_discards_is_not_doubted(self, partial_report_game: GameLog) -> None:
        partial_report_game.record(show_hand("red", wool=8))
        discarded = Discard("red", cards_from_json({"wool": 4}))
        assert self.seven(partial_report_game, 0.7, discarded).question is None

    def test_nothing_is_asked_after_a_robber_move(self, partial_report_game: GameLog) -> None:
        assert self.seven(partial_report_game, 0.7, MoveRobber("red", HexId("h0,-2"))).question is None


class TestMissedRoll:
    """A trade that red can't pay, entered in red's turn without a player."""

    GIVE, TAKE = cards_from_json({"grain": 4}), cards_from_json({"ore": 1})

    @pytest.fixture
    def blue_with_grain(self) -> GameLog:
        game = GameLog(all_told=True)
        return game.record(
            show_hand("red", wool=1), show_hand("blue", grain=4), Roll("red", UNPRODUCTIVE_DICE)
        )

    def test_the_next_player_who_can_pay_may_have_rolled(self, blue_with_grain: GameLog) -> None:
        game = blue_with_grain.record(MaritimeTrade("red", self.GIVE, self.TAKE))
        number = game.newest_entry
        (answer,) = [each for each in game.required_question.answers if each.word == "rolled_unseen"]
        assert answer.fields == {"name": "Ben"}
        game.enter(answer.input)
        events = [step.event for step in game.session.steps[-3:]]
        assert events == [EndTurn("red"), UnseenRoll("blue"), MaritimeTrade("blue", self.GIVE, self.TAKE)]
        assert not any(step.violations for step in game.session.steps[number - 1 :])

    def test_a_player_who_cannot_pay_either_is_no_explanation(self, blue_with_grain: GameLog) -> None:
        game = blue_with_grain.record(show_hand("blue", wool=1), MaritimeTrade("red", self.GIVE, self.TAKE))
        words = [each.word for each in game.question.answers] if game.question else []
        assert "rolled_unseen" not in words

    def test_an_act_of_the_next_player_is_asked_about(self, blue_with_grain: GameLog) -> None:
        game = blue_with_grain.record(MaritimeTrade("blue", self.GIVE, self.TAKE))
        assert (game.required_question.word, game.required_question.about) == (
            "missed_roll", game.newest_entry
        )  # fmt: skip

    def test_an_act_after_which_the_turn_ended_is_not_asked_about(self, blue_with_grain: GameLog) -> None:
        trade = MaritimeTrade("blue", self.GIVE, self.TAKE)
        assert blue_with_grain.record(trade, EndTurn("red")).question is None


class TestFewQuestions:
    def test_the_same_contradiction_keeps_its_question_as_the_game_continues(
        self, full_report_game: GameLog
    ) -> None:
        asked = TestPaymentWithMissingCards.road_of(full_report_game).required_question
        full_report_game.record(
            EndTurn("red"), Roll("blue", (4, 4)), EndTurn("blue"), Roll("white", UNPRODUCTIVE_DICE)
        )
        assert full_report_game.question == asked

    def test_a_question_expires_after_three_turns(self, full_report_game: GameLog) -> None:
        TestPaymentWithMissingCards.road_of(full_report_game)
        full_report_game.record(
            EndTurn("red"), Roll("blue", UNPRODUCTIVE_DICE), EndTurn("blue"), Roll("white", UNPRODUCTIVE_DICE)
        )
        full_report_game.record(EndTurn("white"), Roll("red", UNPRODUCTIVE_DICE))
        assert full_report_game.question
        full_report_game.record(EndTurn("red"), Roll("blue", UNPRODUCTIVE_DICE))
        assert full_report_game.question is None

    def test_consequences_of_a_short_hand_ask_no_new_question(self, full_report_game: GameLog) -> None:
        asked = TestPaymentWithMissingCards.road_of(full_report_game).required_question
        assert full_report_game.record(PlaceRoad("red", PathId("p4,-1"))).question == asked

    def test_a_hand_shown_later_is_a_new_baseline(self, full_report_game: GameLog) -> None:
        TestPaymentWithMissingCards.road_of(full_report_game)
        asked = full_report_game.record(
            show_hand("red", lumber=5), PlaceRoad("red", PathId("p4,-1"))
        ).required_question
        assert asked.about == full_report_game.newest_entry

    def test_an_answer_ends_the_question(self, full_report_game: GameLog) -> None:
        asked = TestPaymentWithMissingCards.road_of(full_report_game).required_question
        assert full_report_game.enter(asked.answers[0].input).question is None


class TestQuestionTiming:
    def test_the_question_comes_with_the_next_observation(self, full_report_game: GameLog) -> None:
        asked = TestPaymentWithMissingCards.road_of(full_report_game).required_question
        telling = full_report_game.game.interpret(
            full_report_game.session.history, DiceDetection(2.0, "tower", (3, 5))
        )
        assert telling.question == asked
        assert telling.events

    def test_the_correcting_input_brings_no_question(self, full_report_game: GameLog) -> None:
        asked = TestPaymentWithMissingCards.road_of(full_report_game).required_question
        entered = InputEntered(2.0, "tablet", input_of(asked.answers[0]))
        telling = full_report_game.game.interpret(full_report_game.session.history, entered)
        assert telling.question is None
        assert isinstance(telling.corrections[0], Insert)
