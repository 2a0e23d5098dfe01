"""Duplicates: two devices, or a camera and a player, report one event and it is recorded once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.games.base.rules.events import Event, Steal
from companion.games.base.rules.state import State
from companion.island.setups import first_game_layout
from companion.observations import DiceDetection, InputRefused
from companion.sim.world import to_input
from companion.table.table import Table
from tests.table.test_observed_boards import (
    believed_replay,
    kinds_and_sources,
    observe_board,
    rich_and_rolled,
)
from tests.table.two_tables import TwoTables
from tests.table_setup import FOUNDING
from tests.table_views import game_on, view


def input_context(table: Table, **more: int) -> dict[str, int]:
    game = game_on(table)
    return {"game": game["id"], "turn": game["view"]["turn"], "after": game["newest"], **more}


def kinds(table: Table) -> list[str]:
    return [kind for kind, _ in kinds_and_sources(table)]


class TestDuplicateRolls:
    def test_a_roll_entered_on_two_tablets_is_recorded_once(self, founded_table: Table) -> None:
        data = {"kind": "roll", "dice": [3, 5], "about": input_context(founded_table, turn=1)}
        founded_table.submit(data)
        answer = founded_table.submit(data)
        assert view(founded_table)["turn"] == 1
        assert kinds(founded_table).count("roll") == 1
        assert (answer["told"], answer["violations"]) == ([], [])
        assert answer["already"] == [{"kind": "roll", "player": "red", "dice": [3, 5]}]

    def test_a_different_roll_is_refused_with_the_one_recorded_meanwhile(self, founded_table: Table) -> None:
        data = {"kind": "roll", "about": input_context(founded_table, turn=1)}
        founded_table.submit({**data, "dice": [3, 5]})
        with pytest.raises(InputRefused, match=r"Recorded in the meantime: Ana rolled 3 \+ 5\."):
            founded_table.submit({**data, "dice": [3, 4]})

    def test_a_roll_that_the_tower_reported_first_is_recorded_once(self, founded_table: Table) -> None:
        data = {"kind": "roll", "dice": [5, 3], "about": input_context(founded_table, turn=1)}
        founded_table.observe(DiceDetection(founded_table.game_time(), "tower", (3, 5), 0.98, "one"))
        founded_table.submit(data)
        assert kinds(founded_table).count("roll") == 1
        line = view(founded_table)["log"][-1]
        assert (line["certainty"], line["source"]) == (1.0, "tablet")

    def test_a_roll_without_context_that_a_source_just_reported_is_recorded_once(
        self, founded_table: Table
    ) -> None:
        founded_table.observe(DiceDetection(founded_table.game_time(), "tower", (3, 5), 0.98, "one"))
        answer = founded_table.submit({"kind": "roll", "dice": [3, 5]})
        assert kinds(founded_table).count("roll") == 1
        assert answer["already"] == [{"kind": "roll", "player": "red", "dice": [3, 5]}]

    def test_the_same_roll_a_while_later_is_the_next_players(self, founded_table: Table, clock: Any) -> None:
        founded_table.observe(DiceDetection(founded_table.game_time(), "tower", (3, 5), 0.98, "one"))
        clock.t += 10
        founded_table.submit({"kind": "roll", "dice": [3, 5]})
        assert view(founded_table)["turn"] == 2


class TestDuplicatesOfTheCamera:
    def test_a_road_seen_in_the_same_moment_is_recorded_once(self, founded_table: Table) -> None:
        path = rich_and_rolled(founded_table)
        founded_table.observe(observe_board(founded_table, {path: ("road", "red")}, rested=0.4))
        answer = founded_table.submit({"kind": "place", "piece": "road", "at": path})
        assert kinds(founded_table)[-1:] == ["place_road"]
        assert view(founded_table)["players"][0]["left"]["road"] == 12
        assert answer["already"] == [{"kind": "place_road", "player": "red", "at": path}]
        assert view(founded_table)["log"][-1]["certainty"] == 1.0

    def test_a_founding_settlement_is_recorded_and_paid_once(
        self, table: Table, base_game: dict[str, Any]
    ) -> None:
        table.start_game(base_game)
        table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
        for piece, at in FOUNDING[:-2]:
            table.submit({"kind": "place", "piece": piece, "at": at})
        _, at = FOUNDING[-2]
        table.observe(observe_board(table, {at: ("settlement", "red")}, rested=0.4))
        table.submit({"kind": "place", "piece": "settlement", "at": at, "player": "red"})
        player = view(table)["players"][0]
        assert (player["left"]["settlement"], player["cards"]) == (3, 3)
        assert player["certain"]

    def test_the_robber_moves_once(self, founded_table: Table) -> None:
        founded_table.submit({"kind": "roll", "dice": [3, 4]})
        founded_table.observe(observe_board(founded_table, robber="h2,-2", rested=0.4))
        founded_table.submit({"kind": "move_robber", "to": "h2,-2"})
        assert kinds(founded_table)[-2:] == ["move_robber", "steal"]
        answer = founded_table.submit({"kind": "steal", "from": "blue", "resource": None})
        assert answer["already"]
        assert kinds(founded_table)[-2:] == ["move_robber", "steal"]

    def test_an_inferred_turn_end_is_confirmed(self, founded_table: Table) -> None:
        rich_and_rolled(founded_table)
        founded_table.submit({"kind": "show_hand", "player": "blue", "resources": {"lumber": 1, "brick": 1}})
        named = input_context(founded_table)
        changed = {"p3,-4": ("road", "blue")}
        founded_table.observe(observe_board(founded_table, changed))
        if view(founded_table)["turn"] == 1:
            founded_table.submit({"kind": "end_turn"})
        with_end = kinds(founded_table).count("end_turn")
        with suppress(InputRefused):
            founded_table.submit({"kind": "end_turn", "about": named})
        assert kinds(founded_table).count("end_turn") == with_end


class TestDuplicatesOfTwoTablets:
    def enrich(self, table: Table) -> None:
        for colour in ("red", "blue"):
            hand = dict.fromkeys(("lumber", "brick", "wool", "grain", "ore"), 3)
            table.submit({"kind": "show_hand", "player": colour, "resources": hand})
        table.submit({"kind": "roll", "dice": [1, 1]})

    @pytest.mark.parametrize(
        "data",
        [
            {"kind": "buy_development_card", "player": "red", "card": None},
            {"kind": "domestic_trade", "with": "blue", "give": {"wool": 1}, "take": {"ore": 1}},
            {"kind": "maritime_trade", "give": {"wool": 3}, "take": {"ore": 1}},
            {"kind": "play_development_card", "card": "monopoly", "resource": "wool"},
            {"kind": "show_hand", "player": "red", "resources": {"wool": 1}},
            {"kind": "undo"},
        ],
        ids=lambda data: data["kind"],
    )
    def test_one_action_on_two_tablets_is_recorded_once(
        self, founded_table: Table, data: dict[str, Any]
    ) -> None:
        self.enrich(founded_table)
        named = input_context(founded_table)
        founded_table.submit({**data, "about": named})
        before, lines = founded_table.session, kinds(founded_table)
        assert founded_table.submit({**data, "about": named})["already"] is not None
        assert kinds(founded_table) == lines
        assert before is not None
        assert founded_table.session is not None
        assert founded_table.session.state == before.state

    def test_a_redo_on_two_tablets_redoes_once(self, founded_table: Table) -> None:
        self.enrich(founded_table)
        lines = kinds(founded_table)
        founded_table.submit({"kind": "undo"})
        founded_table.submit({"kind": "undo"})
        named = input_context(founded_table)
        founded_table.submit({"kind": "redo", "about": named})
        assert founded_table.submit({"kind": "redo", "about": named})["already"] == []
        assert kinds(founded_table) == lines[:-1]

    def test_a_turn_ends_once(self, founded_table: Table) -> None:
        self.enrich(founded_table)
        data = {"kind": "end_turn", "about": input_context(founded_table)}
        founded_table.submit(data)
        with pytest.raises(InputRefused, match=r"That turn is already over\. It is Ben's turn\."):
            founded_table.submit(data)
        assert view(founded_table)["turn"] == 2

    def test_an_action_repeated_with_a_new_context_is_recorded_again(self, founded_table: Table) -> None:
        self.enrich(founded_table)
        for count in (1, 2):
            data = {
                "kind": "buy_development_card",
                "player": "red",
                "card": None,
                "about": input_context(founded_table),
            }
            founded_table.submit(data)
            assert view(founded_table)["players"][0]["development_cards"] == count

    def test_an_undo_of_an_older_entry_is_refused(self, founded_table: Table) -> None:
        self.enrich(founded_table)
        named = input_context(founded_table)
        founded_table.submit({"kind": "end_turn"})
        with pytest.raises(InputRefused, match="Something else has been entered since"):
            founded_table.submit({"kind": "undo", "about": named})
        assert kinds(founded_table)[-1] == "end_turn"

    def test_an_outdated_preview_is_refused(self, founded_table: Table) -> None:
        self.enrich(founded_table)
        named = input_context(founded_table)
        founded_table.submit({"kind": "buy_development_card", "player": "red", "card": None})
        again = {"kind": "buy_development_card", "player": "red", "card": None, "about": named}
        preview = founded_table.preview(again)
        assert (preview["told"], preview["changes"], len(preview["already"] or ())) == ([], [], 1)
        with pytest.raises(InputRefused, match="Another game is now in progress"):
            founded_table.preview({**again, "about": {**named, "game": 99}})


class TestDuplicateCorrections:
    """An entry that changed since the sender opened it is not corrected."""

    @pytest.fixture
    def line(self, founded_table: Table) -> dict[str, Any]:
        founded_table.submit({"kind": "roll", "dice": [3, 5]})
        newest: dict[str, Any] = view(founded_table)["log"][-1]
        return newest

    def correction(self, line: dict[str, Any], **what: Any) -> dict[str, Any]:
        named = {"as_of": line["as_of"], "after": line["as_of"]}
        return {"kind": "correct", "entry": line["number"], "about": named, **what}

    def test_the_same_correction_on_two_tablets_is_recorded_once(
        self, founded_table: Table, line: dict[str, Any]
    ) -> None:
        data = self.correction(line, change={"dice": [3, 4]})
        assert founded_table.submit(data)["already"] is None
        assert founded_table.submit(data)["already"] == [{"kind": "roll", "player": "red", "dice": [3, 4]}]
        assert game_on(founded_table)["newest"] == line["number"] + 1

    def test_a_different_correction_is_refused(self, founded_table: Table, line: dict[str, Any]) -> None:
        founded_table.submit(self.correction(line, change={"dice": [3, 4]}))
        with pytest.raises(InputRefused, match="This entry has been corrected since"):
            founded_table.submit(self.correction(line, change={"dice": [6, 6]}))

    def test_an_entry_is_deleted_once(self, founded_table: Table, line: dict[str, Any]) -> None:
        data = self.correction(line, event=None)
        founded_table.submit(data)
        assert founded_table.submit(data)["already"] == []
        with pytest.raises(InputRefused, match="This entry has been undone since"):
            founded_table.submit(self.correction(line, change={"dice": [6, 6]}))

    def test_a_confirmed_entry_can_still_be_corrected(self, founded_table: Table) -> None:
        founded_table.observe(DiceDetection(founded_table.game_time(), "tower", (3, 5), 0.98, "one"))
        line = view(founded_table)["log"][-1]
        founded_table.submit({"kind": "confirm", "entry": line["number"]})
        founded_table.submit(self.correction(line, change={"dice": [3, 4]}))
        assert view(founded_table)["roll"]["dice"] == [3, 4]

    def test_a_forgotten_event_is_inserted_once(self, founded_table: Table, line: dict[str, Any]) -> None:
        played = {"kind": "play_development_card", "player": "red", "card": "road_building"}
        named = {"after": game_on(founded_table)["newest"]}
        data = {"kind": "correct", "before": line["number"], "event": played, "about": named}
        assert founded_table.submit(data)["already"] is None
        assert len(founded_table.submit(data)["already"] or ()) == 1
        assert kinds(founded_table).count("play_development_card") == 1


class TestInputsForAnotherGame:
    def test_an_input_for_the_last_game_is_refused(
        self, founded_table: Table, base_game: dict[str, Any]
    ) -> None:
        named = input_context(founded_table)
        founded_table.start_game({**base_game, "abandon": True})
        for data in ({"kind": "first_player", "player": "blue"}, {"kind": "undo"}):
            with pytest.raises(InputRefused, match="Another game is now in progress: Ana, Ben and Cyr"):
                founded_table.submit({**data, "about": named})
        with pytest.raises(InputRefused, match="Another game is now in progress"):
            founded_table.seats.submit("red", {"kind": "end_turn", "about": named})

    def test_quitting_the_last_game_does_not_quit_the_current_one(
        self, founded_table: Table, base_game: dict[str, Any]
    ) -> None:
        data = {**base_game, "abandon": True, "about": input_context(founded_table)}
        founded_table.start_game(data)
        with pytest.raises(InputRefused, match="Another game is now in progress"):
            founded_table.start_game(data)

    def test_without_a_game_the_refusal_says_so(self, founded_table: Table) -> None:
        named = input_context(founded_table)
        founded_table.leave({"game": named["game"]})
        with pytest.raises(InputRefused, match=r"Somebody has quit the game\. No game is in progress"):
            founded_table.submit({"kind": "end_turn", "about": named})


class TestPhoneAndTablet:
    @pytest.fixture
    def robbery_due(self, founded_table: Table) -> Table:
        founded_table.submit({"kind": "show_hand", "player": "blue", "resources": {"wool": 2, "ore": 1}})
        founded_table.submit({"kind": "roll", "dice": [3, 4]})
        founded_table.submit({"kind": "move_robber", "to": "h2,-2"})
        return founded_table

    @pytest.mark.parametrize("first", ["tablet", "thief", "victim"])
    @pytest.mark.parametrize("second", ["tablet", "thief", "victim"])
    def test_a_theft_entered_on_two_devices_is_recorded_once(
        self, robbery_due: Table, first: str, second: str
    ) -> None:
        named = input_context(robbery_due)
        for device in (first, second):
            entry = {"kind": "steal", "resource": "wool", "about": named}
            if device == "tablet":
                robbery_due.submit({**entry, "from": "blue", "resource": None})
            elif device == "thief":
                robbery_due.seats.submit("red", {**entry, "from": "blue"})
            else:
                robbery_due.seats.submit("blue", {**entry, "by": "red"})
        assert kinds(robbery_due).count("steal") == 1
        stolen = believed_replay(robbery_due).steps[-1].record.event
        assert isinstance(stolen, Steal)
        assert stolen.resource == (None if (first, second) == ("tablet", "tablet") else "wool")

    def test_a_purchase_on_phone_and_tablet_is_recorded_once(self, robbery_due: Table) -> None:
        robbery_due.submit({"kind": "steal", "from": "blue", "resource": None})
        robbery_due.submit(
            {"kind": "show_hand", "player": "red", "resources": {"wool": 2, "grain": 2, "ore": 2}}
        )
        named = input_context(robbery_due)
        robbery_due.submit({"kind": "buy_development_card", "player": "red", "card": None, "about": named})
        robbery_due.seats.submit("red", {"kind": "buy_development_card", "card": "knight", "about": named})
        assert view(robbery_due)["players"][0]["development_cards"] == 1
        assert believed_replay(robbery_due).steps[-1].record.secret

    def test_an_offer_for_a_finished_turn_is_refused(self, robbery_due: Table) -> None:
        robbery_due.submit({"kind": "steal", "from": "blue", "resource": None})
        named = input_context(robbery_due)
        robbery_due.submit({"kind": "end_turn"})
        offer = {"give": {"wool": 1}, "take": {"ore": 1}, "to": None, "about": named}
        with pytest.raises(InputRefused, match=r"That turn is already over\. It is Ben's turn\."):
            robbery_due.seats.offer("blue", offer)


def test_an_answer_to_a_settled_question_is_refused_with_the_reason(founded_table: Table) -> None:
    founded_table.observe(DiceDetection(100.0, "tower", (3, 5), 0.98, "one"))
    founded_table.observe(DiceDetection(100.6, "camera", (3, 4), 0.95, thrown=False))
    (question,) = founded_table.snapshot()["questions"]
    founded_table.submit({"kind": "undo"})
    with pytest.raises(InputRefused, match="settled this question"):
        founded_table.submit({"kind": "answer", "question": question["number"], "answer": 1})


# Whole games


@pytest.fixture
def tables(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[TwoTables]:
    both = TwoTables(tmp_path, request.param, points=5)
    yield both
    both.close()


@pytest.mark.slow
@pytest.mark.parametrize("tables", [1, 2, 3], indirect=True)
def test_a_whole_game_entered_twice_equals_the_game_entered_once(tables: TwoTables) -> None:
    chance = random.Random(17)
    while (event := tables.next_event()) is not None:
        tables.record(event, tables.world.state, chance)
        tables.check_agreement()
    tables.is_true()


class EveryInputTwice(RuleBasedStateMachine):
    """Play, undos, corrections, confirmations and shown hands, always at both tables."""

    folder: Path
    runs = 0

    @initialize(seed=st.integers(0, 20))
    def begin(self, seed: int) -> None:
        type(self).runs += 1
        folder = self.folder / f"{self.runs}"
        folder.mkdir()
        self.both = TwoTables(folder, seed)
        self.event: Event | None = None
        self.before: State = self.both.world.state

    @rule(chance=st.randoms(use_true_random=False), count=st.integers(1, 12))
    def play_on(self, chance: random.Random, count: int) -> None:
        for _ in range(count):
            self.before = self.both.world.state
            self.event = self.both.next_event()
            if self.event is not None:
                self.both.record(self.event, self.before, chance)

    @precondition(lambda self: self.event is not None)
    @rule()
    def undo_and_enter_again(self) -> None:
        self.both.wait()
        self.both.undo()
        self.both.check_agreement()
        if self.event is not None:
            data = to_input(self.event)
            self.both.enter({name: value for name, value in data.items() if name != "player"}, self.event)

    @rule(player=st.sampled_from(["red", "blue", "white"]))
    def show_hand(self, player: str) -> None:
        self.both.wait()
        hand = self.both.world.state.players[self.both.world.state.seat(player)].hand
        resources = dict(zip(("lumber", "brick", "wool", "grain", "ore"), hand, strict=False))
        self.both.enter({"kind": "show_hand", "player": player, "resources": resources})

    @precondition(lambda self: self.event is not None)
    @rule(back=st.integers(1, 5), how=st.sampled_from(["strike", "confirm", "dice"]))
    def correct_entry(self, back: int, how: str) -> None:
        self.both.wait()
        corrections: dict[str, dict[str, Any]] = {
            "strike": {"event": None}, "confirm": {}, "dice": {"change": {"dice": [1, 1]}},
        }  # fmt: skip
        self.both.correct(back, corrections[how])

    @invariant()
    def check_agreement(self) -> None:
        if hasattr(self, "both"):
            self.both.check_agreement()

    def teardown(self) -> None:
        if hasattr(self, "both"):
            self.both.close()


@pytest.mark.slow
def test_any_input_entered_twice_is_recorded_once(tmp_path: Path) -> None:
    class Machine(EveryInputTwice):
        folder = tmp_path

    run_state_machine_as_test(
        Machine,
        settings=settings(max_examples=8, stateful_step_count=12, suppress_health_check=list(HealthCheck)),
    )
