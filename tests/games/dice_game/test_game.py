"""The dice game through the game interface: inputs, corrections, view and summary."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice_game.events import Event
from companion.games.dice_game.game import DiceGame
from companion.games.dice_game.sheet import FACES, SHEETS
from companion.games.dice_game.state import DiceGameState
from companion.games.game_api import GameHistory, Interpretation, Sensor
from companion.journal.entries import Entry
from companion.observations import DiceDetection, InputEntered, InputRefused
from companion.table.session import GameSession
from tests.games.awards_in_english import in_english

PLAYERS = [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
THROW = {"kind": "throw", "dice": ["brick", "lumber", "gold"]}


class GameLog:
    """A game in progress that takes one input after another."""

    def __init__(self, **data: Any) -> None:
        self.game = DiceGame()
        self.session = GameSession.create(self.game)
        self._add(self.session.drafts(_opening(self.game, data), t=0.0, source="tablet"))

    def _add(self, drafts: tuple[Entry, ...]) -> None:
        self.session = self.session.with_drafts(drafts)

    def enter(self, *inputs: Mapping[str, Any]) -> GameLog:
        for data in inputs:
            t = 10.0 * (1 + len(self.session.entries))
            telling = self.game.interpret(self.session.history, InputEntered(t, "tablet", data))
            self._add(self.session.drafts(telling, t=t, source="tablet"))
        return self

    @property
    def history(self) -> GameHistory[DiceGameState, Event]:
        return self.session.history

    @property
    def state(self) -> DiceGameState:
        return self.session.state

    @property
    def events(self) -> list[dict[str, Any]]:
        return [self.game.event_to_json(recorded.event) for recorded in self.history.recorded_events]

    @property
    def view(self) -> Mapping[str, Any]:
        return self.game.view(self.history)


def _opening(game: DiceGame, data: Mapping[str, Any]) -> Interpretation[Event]:
    start = {"game": "dice_game", "players": PLAYERS, "options": {"sheet": "advanced"}}
    return Interpretation(game.opening({**start, **data}))


@pytest.fixture
def evening() -> GameLog:
    return GameLog()


def build(piece: str, at: str, **more: Any) -> dict[str, Any]:
    return {"kind": "build", "piece": piece, "at": at, **more}


END = {"kind": "end_turn"}


class TestInputs:
    def test_an_input_is_the_active_players_unless_it_names_another(self, evening: GameLog) -> None:
        evening.enter(THROW, build("road", "2"), END, build("road", "2"), build("road", "3", player="red"))
        assert [event.get("player") for event in evening.events[1:]] == ["red", "red", "red", "blue", "red"]

    def test_dice_entered_late_are_inserted_before_the_builds_they_paid(self, evening: GameLog) -> None:
        evening.enter(END, build("road", "2"), build("road", "3"), {"kind": "throw", "dice": ["brick"] * 4})
        assert [event["kind"] for event in evening.events] == [
            "game_started", "end_turn", "throw", "build", "build",
        ]  # fmt: skip
        # With these dice neither was paid.
        assert evening.session.violations == {
            3: ("dice_do_not_pay",),
            4: ("dice_do_not_pay",),
        }

    def test_dice_entered_after_a_knight_are_those_after_its_use(self, evening: GameLog) -> None:
        evening.enter(build("knight", "1"), END, END)
        evening.enter({"kind": "use_knight", "knight": "1", "resource": "ore"}, build("road", "2"))
        evening.enter({"kind": "throw", "dice": ["brick", "lumber", "ore", "ore", "gold"]})
        assert [event["kind"] for event in evening.events[4:]] == ["use_knight", "throw", "build"]
        assert evening.view["dice"]["lie"] == ["brick", "lumber", "ore", "ore", "gold"]
        assert not evening.session.violations

    def test_knights_are_offered_once_the_dice_can_be_turned(self, evening: GameLog) -> None:
        evening.enter(build("knight", "1"), END, END)
        assert evening.view["may"]["use_knight"] == []
        evening.enter({"kind": "throw", "dice": ["gold"] * 5})
        assert evening.view["may"]["use_knight"] == ["1"]

    def test_a_second_throw_after_building_is_a_violation(self, evening: GameLog) -> None:
        evening.enter(THROW, build("road", "2"), THROW)
        assert [event["kind"] for event in evening.events[1:]] == ["throw", "build", "throw"]
        assert evening.session.violations == {4: ("after_building",)}

    def test_a_violation_is_recorded_and_never_refused(self, evening: GameLog) -> None:
        evening.enter(build("city", "20"))
        assert evening.session.violations == {2: ("not_reached",)}
        assert evening.state.points(0) == 2

    @pytest.mark.parametrize(
        ("data", "why"),
        [
            ({"piece": "road"}, 'an input is an object with a "kind"'),
            ({"kind": "roll", "dice": [1, 2]}, "no such input: roll; known: build, confirm, correct"),
            ({"kind": "throw"}, "throw needs dice"),
            ({"kind": "confirm", "entry": 9}, "there is no entry 9"),
            ({"kind": "correct", "entry": 1, "event": None}, "can't be undone"),
            ({"kind": "correct", "entry": 1, "change": {"players": []}}, "two to four players"),
        ],
    )
    def test_a_meaningless_input_is_refused_with_a_plain_message(
        self, data: Mapping[str, Any], why: str
    ) -> None:
        with pytest.raises(InputRefused, match=why):
            GameLog().enter(data)

    @pytest.mark.parametrize(
        "late", [{"turn": 1}, {"turn": 1, "player": "red"}, {"turn": 2, "player": "red"}]
    )
    @pytest.mark.parametrize("data", [END, THROW, build("road", "2")], ids=lambda data: data["kind"])
    def test_an_input_for_a_finished_turn_never_affects_the_next(
        self, evening: GameLog, data: Mapping[str, Any], late: Mapping[str, Any]
    ) -> None:
        evening.enter({**END, "turn": 1, "player": "red"})
        with pytest.raises(InputRefused, match=r"That turn is already over\."):
            evening.enter({**data, **late})
        assert evening.events[1:] == [{"kind": "end_turn", "player": "red"}]
        evening.enter({**data, "turn": 2})
        assert evening.events[-1]["player"] == "blue"

    def test_inputs_before_the_game_starts_are_refused(self) -> None:
        game = DiceGame()
        with pytest.raises(InputRefused, match="no players are seated yet"):
            game.interpret(_empty_history(game), InputEntered(1.0, "tablet", THROW))
        with pytest.raises(InputRefused, match="nothing to undo"):
            game.interpret(_empty_history(game), InputEntered(1.0, "tablet", {"kind": "undo"}))

    def test_pip_dice_record_nothing(self, evening: GameLog) -> None:
        seen = evening.game.interpret(evening.history, DiceDetection(1.0, "tower", (3, 4)))
        assert not seen.events

    def test_trades_and_phone_inputs_are_refused(self, evening: GameLog) -> None:
        with pytest.raises(InputRefused):
            evening.game.seat_input(evening.history, "red", THROW)
        with pytest.raises(InputRefused):
            evening.game.trade_input(evening.history, "red", "blue", {}, {})
        assert evening.game.seat_view(evening.history, "red") is None


def _empty_history(game: DiceGame) -> GameHistory[DiceGameState, Event]:
    return GameSession.create(game).history


class TestCorrections:
    def test_undo_removes_the_last_event(self, evening: GameLog) -> None:
        before = evening.enter(THROW).state
        assert evening.enter(build("road", "2"), {"kind": "undo"}).state == before

    def test_an_old_build_can_be_changed(self, evening: GameLog) -> None:
        evening.enter(THROW, build("road", "2"), END, END)
        evening.enter({"kind": "correct", "entry": 3, "change": {"piece": "settlement", "at": "1"}})
        assert evening.state.points(0) == 1
        assert evening.state.players[0].built["road"] == {"0"}

    def test_removing_a_build_removes_the_victory(self, evening: GameLog) -> None:
        roads = ["2", "3", "5", "7", "8", "10", "12", "13"]
        evening.enter(*(build("road", at) for at in roads))
        evening.enter(*(build("city", at) for at in ("4", "9", "14")), build("settlement", "1"))
        evening.enter(build("settlement", "6"))
        assert (evening.state.winner, evening.state.points(0)) == (0, 10)
        evening.enter({"kind": "correct", "entry": 2, "event": None})
        assert (evening.state.winner, evening.state.points(0)) == (0, 10)
        evening.enter({"kind": "correct", "entry": 8, "event": None})
        assert (evening.state.winner, evening.state.points(0)) == (None, 8)

    def test_a_forgotten_build_is_inserted_before_another(self, evening: GameLog) -> None:
        evening.enter(build("road", "3"))
        evening.enter({"kind": "correct", "before": 2, "event": {**build("road", "2"), "player": "red"}})
        assert not evening.session.violations

    def test_a_correction_that_invalidates_a_build_is_refused(self, evening: GameLog) -> None:
        evening.enter(build("road", "2"))
        with pytest.raises(ValueError, match="the sheet has no such place: road 2"):
            evening.enter({"kind": "correct", "entry": 1, "change": {"options": {"sheet": "base"}}})

    def test_a_player_can_be_renamed(self, evening: GameLog) -> None:
        evening.enter(THROW)
        players = [{"name": "Anna", "colour": "red"}, PLAYERS[1]]
        evening.enter({"kind": "correct", "entry": 1, "change": {"players": players}})
        assert evening.view["players"][0]["name"] == "Anna"
        assert evening.state.throws == 1

    def test_a_player_who_changes_colour_keeps_the_events(self, evening: GameLog) -> None:
        evening.enter(build("road", "2"), END, build("settlement", "1"))
        players = [
            {"name": "Ana", "colour": "blue", "at_first": "red"},
            {"name": "Ben", "colour": "red", "at_first": "blue"},
        ]
        evening.enter({"kind": "correct", "entry": 1, "change": {"players": players}})
        assert [event["player"] for event in evening.events[1:]] == ["blue", "blue", "red"]
        assert [(p.colour, p.name) for p in evening.state.players] == [("blue", "Ana"), ("red", "Ben")]
        assert "2" in evening.state.players[0].built["road"]

    def test_a_changed_seat_order_moves_events_to_the_active_player(self, evening: GameLog) -> None:
        evening.enter(build("settlement", "1"), END, build("road", "2"))
        evening.enter({"kind": "correct", "entry": 1, "change": {"players": PLAYERS[::-1]}})
        assert [event["player"] for event in evening.events[1:]] == ["blue", "blue", "red"]
        assert not evening.session.violations

    def test_an_out_of_turn_event_follows_its_player_to_another_colour(self, evening: GameLog) -> None:
        evening.enter(build("road", "2", player="blue"))
        players = [PLAYERS[0], {"name": "Ben", "colour": "white", "at_first": "blue"}]
        evening.enter({"kind": "correct", "entry": 1, "change": {"players": players}})
        assert evening.events[1]["player"] == "white"

    def test_a_player_with_an_out_of_turn_event_cannot_be_removed(self) -> None:
        three = [*PLAYERS, {"name": "Cyr", "colour": "white"}]
        evening = GameLog(players=three).enter(build("road", "2", player="white"))
        with pytest.raises(InputRefused, match="The game log already mentions Cyr"):
            evening.enter({"kind": "correct", "entry": 1, "change": {"players": PLAYERS}})

    def test_differences_list_the_effects_of_a_correction(self, evening: GameLog) -> None:
        evening.enter(THROW, build("road", "2"), END)
        before = evening.history
        evening.enter({"kind": "correct", "entry": 3, "change": {"piece": "settlement", "at": "1"}})
        assert evening.game.differences(before, evening.history) == [
            {"what": "points", "colour": "red", "before": 0, "after": 1},
            {"what": "route", "colour": "red", "before": 1, "after": 0},
            {"what": "built", "colour": "red", "piece": "road", "before": ["0", "2"], "after": ["0"]},
            {"what": "built", "colour": "red", "piece": "settlement", "before": [], "after": ["1"]},
        ]

    def test_differences_list_a_change_of_turn(self, evening: GameLog) -> None:
        before = evening.enter(THROW).history
        evening.enter(END)
        assert evening.game.differences(before, evening.history) == [
            {"what": "on_turn", "before": "red", "after": "blue"},
            {"what": "turn", "before": 1, "after": 2},
            {"what": "dice", "before": ["brick", "lumber", "gold"], "after": None},
        ]


INPUTS = st.one_of(
    st.builds(
        lambda dice: {"kind": "throw", "dice": dice}, st.lists(st.sampled_from(FACES), min_size=3, max_size=6)
    ),
    st.builds(build, st.just("road"), st.sampled_from(["2", "3", "5", "7", "27"])),
    st.builds(build, st.just("settlement"), st.sampled_from(["1", "6", "28"])),
    st.builds(build, st.just("knight"), st.sampled_from("129")),
    st.builds(
        lambda knight, die: {"kind": "use_knight", "knight": knight, "resource": "ore", "die": die},
        st.sampled_from("129"),
        st.sampled_from([None, "ore", "gold"]),
    ),
    st.just(END),
    st.just({"kind": "undo"}),
    st.builds(lambda n: {"kind": "correct", "entry": n, "event": None}, st.integers(1, 12)),
    st.builds(lambda n: {"kind": "correct", "entry": n, "change": {"player": "blue"}}, st.integers(1, 12)),
    st.builds(
        lambda players: {"kind": "correct", "entry": 1, "change": {"players": players}},
        st.permutations(PLAYERS),
    ),
)


@given(st.lists(INPUTS, max_size=25))
def test_after_any_inputs_and_corrections_the_journal_replays_to_the_same_game(entered: Any) -> None:
    evening = GameLog()
    for data in entered:
        with contextlib.suppress(ValueError):
            evening.enter(data)
        again = GameSession.from_entries(evening.game, evening.session.entries)
        assert again.state == evening.state
        assert evening.view["winner"] in (None, "red", "blue")


class TestView:
    def test_the_view_has_the_sheets_with_built_and_buildable_pieces(self, evening: GameLog) -> None:
        view = evening.enter({"kind": "throw", "dice": ["brick", "lumber", "wool"]}, build("road", "2")).view
        assert (view["phase"], view["winner"], view["on_turn"], view["turn"]) == ("play", None, "red", 1)
        assert view["players"][0]["built"] == {"road": ["0", "2"], "settlement": [], "city": [], "knight": []}
        may = view["may"]
        assert may["build"] == {
            "road": ["3", "5"], "settlement": ["1"], "city": [], "knight": list("123456789"),
        }  # fmt: skip
        assert may["pay"] == {"road": False, "settlement": False, "city": False, "knight": False}
        assert (may["throw"], may["use_knight"], may["end_turn"]) == (False, [], True)
        assert view["dice"] == {
            "count": 3, "lie": ["brick", "lumber", "wool"], "left": ["wool"], "throws": 1, "throws_left": 2,
        }  # fmt: skip

    def test_without_entered_dice_the_payable_pieces_are_unknown(self, evening: GameLog) -> None:
        assert set(evening.view["may"]["pay"].values()) == {None}
        assert evening.view["dice"]["lie"] is None

    def test_usable_knights_were_built_before_and_are_unspent(self, evening: GameLog) -> None:
        evening.enter(build("knight", "1"), build("knight", "6"), END, END)
        evening.enter({"kind": "throw", "dice": ["gold"] * 5})
        evening.enter({"kind": "use_knight", "knight": "1", "resource": "ore", "die": "gold"})
        assert evening.view["may"]["use_knight"] == ["6"]
        assert evening.view["players"][0]["spent"] == ["1"]

    def test_the_sheet_is_drawn_on_the_lattice_with_the_cross(self, evening: GameLog) -> None:
        sheet = evening.view["sheet"]
        assert (len(sheet["hexes"]), len(sheet["roads"]), len(sheet["knights"])) == (7, 18, 9)
        assert sheet["cross"] == "12"
        x, y, width, height = sheet["viewBox"]
        for road in sheet["roads"]:
            for at in road["ends"]:
                assert x < at[0] < x + width
                assert y < at[1] < y + height

    @pytest.mark.parametrize(
        ("sheet", "start_counts", "cross"),
        [
            ("advanced", False, "12"),
            ("advanced", True, "10"),
            ("base", True, "R6"),
            ("two_jokers", False, "R7"),
            ("two_jokers", True, "R6"),
        ],
    )
    def test_the_cross_marks_the_length_that_the_options_require(
        self, sheet: str, start_counts: bool, cross: str
    ) -> None:
        evening = GameLog(options={"sheet": sheet, "start_road_counts": start_counts})
        assert evening.view["sheet"]["cross"] == cross

        roads: list[str] = []
        at: str | None = cross
        while at != SHEETS[sheet].start:
            assert at is not None, "every road leads to the start"
            roads.insert(0, at)
            at = SHEETS[sheet].roads_by_id[at].after
        evening.enter(*(build("road", road) for road in roads[:-1]))
        assert evening.view["longest_route"] is None
        evening.enter(build("road", roads[-1]))
        assert evening.view["longest_route"] == "red"

    def test_after_a_victory_nothing_is_offered(self, evening: GameLog) -> None:
        evening.enter(*(build("city", at) for at in ("4", "9", "14", "20")), build("settlement", "1"))
        evening.enter(build("settlement", "6"))
        assert (evening.view["phase"], evening.view["winner"], evening.view["may"]) == ("over", "red", {})

    def test_a_game_in_progress_requires_the_resource_dice_sensor(self, evening: GameLog) -> None:
        assert evening.game.required_sensors(evening.state) == {Sensor.RESOURCE_DICE}
        evening.enter(
            *(build("city", at) for at in ("4", "9", "14", "20")),
            *(build("settlement", at) for at in ("1", "6")),
        )
        assert evening.game.required_sensors(evening.state) == frozenset()
        assert evening.game.required_sensors(evening.game.initial()) == frozenset()


class TestSummary:
    def test_standings_list_the_winner_first_with_the_sources_of_points(self, evening: GameLog) -> None:
        evening.enter(END, *(build("road", at) for at in ("2", "5", "7", "10", "12")), build("city", "4"))
        summary = evening.game.summary(evening.history)
        ben, ana = summary["players"]
        assert (ben["name"], ben["points"], ana["points"]) == ("Ben", 4, 0)
        assert ben["of"] == {"settlement": 0, "city": 2, "longest_route": 2, "most_knights": 0}
        assert ben["built"] == {"road": 5, "settlement": 0, "city": 1, "knight": 0}
        assert summary["winner"] is None

    def test_the_summary_has_the_points_after_each_turn(self, evening: GameLog) -> None:
        evening.enter(build("settlement", "1"), END, build("road", "2"), END, build("city", "4"))
        assert evening.game.summary(evening.history)["points"] == [
            {"turn": 0, "points": {"red": 0, "blue": 0}},
            {"turn": 1, "points": {"red": 1, "blue": 0}},
            {"turn": 2, "points": {"red": 1, "blue": 0}},
            {"turn": 3, "points": {"red": 3, "blue": 0}},
        ]

    def test_the_summary_counts_turns_with_events(self, evening: GameLog) -> None:
        turns = []
        for data in (None, THROW, END, build("road", "2")):
            if data:
                evening.enter(data)
            turns.append(evening.game.summary(evening.history)["turns"])
        assert turns == [0, 1, 1, 2]
        assert evening.game.summary(_empty_history(evening.game))["turns"] == 0

    def test_dice_statistics_count_only_the_first_throw_of_a_turn(self, evening: GameLog) -> None:
        evening.enter(THROW, {"kind": "throw", "dice": ["gold"] * 3}, END)
        evening.enter({"kind": "throw", "dice": ["brick", "wool", "wool", "ore"]})
        dice = evening.game.summary(evening.history)["dice"]
        assert dice["throws"] == 2
        assert {face["face"]: face["thrown"] for face in dice["faces"]} == {
            "brick": 2, "lumber": 1, "wool": 2, "grain": 0, "ore": 1, "gold": 1,
        }  # fmt: skip
        assert dice["faces"][0]["expected"] == pytest.approx(7 / 6, abs=0.01)


class TestSetupForm:
    def test_two_to_four_players_can_choose_any_sheet(self) -> None:
        offer = DiceGame().setup_options()
        assert [sheet for sheet, _ in offer["options"][0]["values"]] == ["advanced", "base", "two_jokers"]
        assert offer["players"] == [2, 3, 4]
        assert [option["name"] for option in offer["options"]] == ["sheet", "start_road_counts"]
        assert offer["editions"][0]["options"] == {"sheet": "two_jokers", "start_road_counts": False}

    def test_every_offered_option_can_be_chosen(self) -> None:
        offer = DiceGame().setup_options()
        for sheet, _ in offer["options"][0]["values"]:
            options = {"edition": offer["editions"][0]["name"], "sheet": sheet, "start_road_counts": False}
            assert GameLog(options=options).view["sheet"]["name"] == sheet

    def test_unknown_setup_data_are_refused(self) -> None:
        with pytest.raises(InputRefused, match="a game has no layout"):
            DiceGame().opening({"players": PLAYERS, "layout": {}})


def test_the_summary_has_each_players_drawn_sheet(evening: GameLog) -> None:
    evening.enter(build("settlement", "1"), END)
    summary = evening.game.summary(evening.history)
    assert summary["sheet"] == evening.view["sheet"]
    drawn = {player["colour"]: player["drawn"]["built"]["settlement"] for player in summary["players"]}
    assert (drawn["red"], drawn["blue"]) == (["1"], [])


class TestAwards:
    def test_a_game_in_progress_has_no_awards(self, evening: GameLog) -> None:
        evening.enter(build("settlement", "1"), END)
        assert evening.view["awards"] == []

    def test_a_finished_game_has_awards_for_single_leaders(self, evening: GameLog) -> None:
        evening.enter(
            *(build("city", at) for at in ("4", "9")),
            END,
            build("knight", "1"),
            build("knight", "2"),
            END,
            *(build("city", at) for at in ("14", "20")),
            *(build("settlement", at) for at in ("1", "6")),
        )
        assert evening.view["phase"] == "over"
        assert evening.view["awards"] == evening.game.summary(evening.history)["awards"]
        assert in_english(evening.view["awards"]) == {
            "Best turn": ("red", "6 points in one turn"),
            "Strongest army": ("blue", "2 knights built"),
            "City builder": ("red", "4 cities"),
        }
