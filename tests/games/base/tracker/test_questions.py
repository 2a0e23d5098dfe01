"""Questions about unexplained boards, and about a piece that ends the game against the rules."""

from companion.games.base.rules.events import EndTurn, PlaceCity, PlaceRoad, Roll
from companion.games.base.rules.options import Options
from companion.games.base.rules.sites import indices
from companion.games.base.tracker import winning_piece_question
from companion.games.base.tracker.priors import UNEXPLAINED_S
from companion.island.geometry import INTERSECTIONS
from tests.games.base.histories import by_camera, holds, in_play
from tests.games.base.tracker.looks import Changes, explain_look, free_paths

ROLL = Roll("red", (1, 1))
NOWHERE = "p-4,-1"
"""Far from every piece."""


def test_a_lasting_piece_on_an_impossible_site_is_asked_about() -> None:
    believed = in_play(ROLL)
    strange: Changes = {NOWHERE: ("road", "red")}
    assert explain_look(believed, strange, rested=UNEXPLAINED_S / 2).question is None
    question = explain_look(believed, strange, rested=UNEXPLAINED_S + 1).question
    assert question is not None
    assert question.word == "piece_unexplained"
    assert question.fields == {"piece": "road", "colour": "red", "at": NOWHERE}
    assert [answer.input for answer in question.answers] == [
        None,
        {"kind": "place", "piece": "road", "player": "red", "at": NOWHERE},
    ]


def test_a_covered_site_is_not_asked_about() -> None:
    strange: Changes = {NOWHERE: ("road", "red")}
    assert explain_look(in_play(ROLL), strange, rested=60, covered=[NOWHERE]).question is None


def test_a_missing_piece_of_an_earlier_turn_is_asked_about() -> None:
    bought = holds("red", lumber=1, brick=1)
    path = free_paths(in_play(bought, ROLL))[0]
    believed = in_play(bought, ROLL, by_camera(PlaceRoad("red", path)), EndTurn("red"), Roll("blue", (1, 1)))
    question = explain_look(believed, {path: None}, rested=UNEXPLAINED_S + 1).question
    assert question is not None
    assert question.word == "piece_gone"
    number = next(s.record.number for s in believed.steps if s.record.event == PlaceRoad("red", path))
    assert question.answers[1].input == {"kind": "correct", "entry": number, "event": None}


def test_a_piece_that_never_looked_like_one_is_not_asked_about() -> None:
    bought = holds("red", lumber=1, brick=1)
    path = free_paths(in_play(bought, ROLL))[0]
    believed = in_play(bought, ROLL, by_camera(PlaceRoad("red", path)), EndTurn("red"), Roll("blue", (1, 1)))
    assert explain_look(believed, {path: None}, rested=999.5).question is None


class TestWinningPiece:
    """Red wins with one more point, and the camera sees a city of red."""

    OPTIONS = Options(points_to_win=3, all_told=True)

    def test_a_city_that_cannot_be_paid_ends_the_game_only_after_a_confirmation(self) -> None:
        believed = in_play(ROLL, holds("red"), options=self.OPTIONS)
        city = INTERSECTIONS[next(indices(believed.state.players[0].settlements))]
        question = winning_piece_question(believed, [PlaceCity("red", city)])
        assert question is not None
        place = {"kind": "place", "piece": "city", "player": "red", "at": city}
        assert [answer.input for answer in question.answers] == [None, place]

    def test_a_city_that_cannot_be_paid_and_wins_nothing_is_not_asked_about(self) -> None:
        believed = in_play(ROLL, holds("red"))
        city = INTERSECTIONS[next(indices(believed.state.players[0].settlements))]
        assert winning_piece_question(believed, [PlaceCity("red", city)]) is None

    def test_a_paid_city_ends_the_game(self) -> None:
        believed = in_play(ROLL, holds("red", ore=3, grain=2), options=self.OPTIONS)
        city = INTERSECTIONS[next(indices(believed.state.players[0].settlements))]
        seen = explain_look(believed, {city: ("city", "red")}, rested=60)
        assert PlaceCity("red", city) in seen.events
