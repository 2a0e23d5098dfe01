"""Twice is once: what two devices, or the camera and somebody, tell of one thing happened once."""

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
from companion.observations import InputRefused, RollSeen
from companion.sim.world import to_input
from companion.table.table import Table
from tests.beginnings import FOUNDING
from tests.shown import game_on, view
from tests.table.test_seen_boards import believed, rich_and_rolled, seen, told
from tests.table.twice import Twice


def about(table: Table, **more: int) -> dict[str, int]:
    game = game_on(table)
    return {"game": game["id"], "turn": game["view"]["turn"], "after": game["newest"], **more}


def kinds(table: Table) -> list[str]:
    return [kind for kind, _ in told(table)]


class TestARoll:
    def test_entered_on_two_tablets_is_one(self, founded: Table) -> None:
        data = {"kind": "roll", "dice": [3, 5], "about": about(founded, turn=1)}
        founded.submit(data)
        answer = founded.submit(data)
        assert view(founded)["turn"] == 1
        assert kinds(founded).count("roll") == 1
        assert (answer["told"], answer["violations"]) == ([], [])
        assert answer["already"] == [{"kind": "roll", "player": "red", "dice": [3, 5]}]

    def test_is_refused_with_what_was_told_meanwhile(self, founded: Table) -> None:
        data = {"kind": "roll", "about": about(founded, turn=1)}
        founded.submit({**data, "dice": [3, 5]})
        with pytest.raises(InputRefused, match=r"Recorded in the meantime: Ana rolled 3 \+ 5\."):
            founded.submit({**data, "dice": [3, 4]})

    def test_that_the_tower_told_first_is_one(self, founded: Table) -> None:
        data = {"kind": "roll", "dice": [5, 3], "about": about(founded, turn=1)}
        founded.observe(RollSeen(founded.game_time(), "tower", (3, 5), 0.98, "one"))
        founded.submit(data)
        assert kinds(founded).count("roll") == 1
        line = view(founded)["log"][-1]
        assert (line["certainty"], line["source"]) == (1.0, "tablet")

    def test_that_a_source_saw_just_now_is_one_for_programs_too(self, founded: Table) -> None:
        founded.observe(RollSeen(founded.game_time(), "tower", (3, 5), 0.98, "one"))
        answer = founded.submit({"kind": "roll", "dice": [3, 5]})
        assert kinds(founded).count("roll") == 1
        assert answer["already"] == [{"kind": "roll", "player": "red", "dice": [3, 5]}]

    def test_and_is_the_next_player_s_a_while_later(self, founded: Table, clock: Any) -> None:
        founded.observe(RollSeen(founded.game_time(), "tower", (3, 5), 0.98, "one"))
        clock.t += 10
        founded.submit({"kind": "roll", "dice": [3, 5]})
        assert view(founded)["turn"] == 2


class TestWhatTheCameraSees:
    def test_a_road_that_the_look_tells_in_the_same_moment_is_built_once(self, founded: Table) -> None:
        path = rich_and_rolled(founded)
        founded.observe(seen(founded, {path: ("road", "red")}, rested=0.4))
        answer = founded.submit({"kind": "place", "piece": "road", "at": path})
        assert kinds(founded)[-1:] == ["place_road"]
        assert view(founded)["players"][0]["left"]["road"] == 12
        assert answer["already"] == [{"kind": "place_road", "player": "red", "at": path}]
        assert view(founded)["log"][-1]["certainty"] == 1.0

    def test_a_settlement_of_the_founding_stands_once_and_is_paid_once(
        self, table: Table, base_game: dict[str, Any]
    ) -> None:
        table.start_game(base_game)
        table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
        for piece, at in FOUNDING[:-2]:
            table.submit({"kind": "place", "piece": piece, "at": at})
        _, at = FOUNDING[-2]
        table.observe(seen(table, {at: ("settlement", "red")}, rested=0.4))
        table.submit({"kind": "place", "piece": "settlement", "at": at, "player": "red"})
        player = view(table)["players"][0]
        assert (player["left"]["settlement"], player["cards"]) == (3, 3)
        assert player["certain"]

    def test_the_robber_is_moved_once(self, founded: Table) -> None:
        founded.submit({"kind": "roll", "dice": [3, 4]})
        founded.observe(seen(founded, robber="h2,-2", rested=0.4))
        founded.submit({"kind": "move_robber", "to": "h2,-2"})
        assert kinds(founded)[-2:] == ["move_robber", "steal"]
        answer = founded.submit({"kind": "steal", "from": "blue", "resource": None})
        assert answer["already"]
        assert kinds(founded)[-2:] == ["move_robber", "steal"]

    def test_a_passing_that_was_inferred_is_confirmed(self, founded: Table) -> None:
        rich_and_rolled(founded)
        founded.submit({"kind": "show_hand", "player": "blue", "resources": {"lumber": 1, "brick": 1}})
        named = about(founded)
        changed = {"p3,-4": ("road", "blue")}
        founded.observe(seen(founded, changed))
        if view(founded)["turn"] == 1:
            founded.submit({"kind": "end_turn"})
        with_end = kinds(founded).count("end_turn")
        with suppress(InputRefused):
            founded.submit({"kind": "end_turn", "about": named})
        assert kinds(founded).count("end_turn") == with_end


class TestWhatTwoTabletsEnter:
    def rich(self, table: Table) -> None:
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
    def test_at_one_moment_happens_once(self, founded: Table, data: dict[str, Any]) -> None:
        self.rich(founded)
        named = about(founded)
        founded.submit({**data, "about": named})
        before, lines = founded.session, kinds(founded)
        assert founded.submit({**data, "about": named})["already"] is not None
        assert kinds(founded) == lines
        assert before is not None
        assert founded.session is not None
        assert founded.session.state == before.state

    def test_a_turn_is_ended_once(self, founded: Table) -> None:
        self.rich(founded)
        data = {"kind": "end_turn", "about": about(founded)}
        founded.submit(data)
        with pytest.raises(InputRefused, match=r"That turn is already over\. It is Ben's turn\."):
            founded.submit(data)
        assert view(founded)["turn"] == 2

    def test_done_again_by_who_has_seen_it_happens_again(self, founded: Table) -> None:
        self.rich(founded)
        for count in (1, 2):
            data = {"kind": "buy_development_card", "player": "red", "card": None, "about": about(founded)}
            founded.submit(data)
            assert view(founded)["players"][0]["development_cards"] == count

    def test_an_undo_of_what_is_not_the_last_any_more_takes_back_nothing_else(self, founded: Table) -> None:
        self.rich(founded)
        named = about(founded)
        founded.submit({"kind": "end_turn"})
        with pytest.raises(InputRefused, match="Something else has been entered since"):
            founded.submit({"kind": "undo", "about": named})
        assert kinds(founded)[-1] == "end_turn"

    def test_nothing_is_previewed_of_what_is_over(self, founded: Table) -> None:
        self.rich(founded)
        named = about(founded)
        founded.submit({"kind": "buy_development_card", "player": "red", "card": None})
        again = {"kind": "buy_development_card", "player": "red", "card": None, "about": named}
        preview = founded.preview(again)
        assert (preview["told"], preview["changes"], len(preview["already"] or ())) == ([], [], 1)
        with pytest.raises(InputRefused, match="Another game is now in progress"):
            founded.preview({**again, "about": {**named, "game": 99}})


class TestALine:
    """Of a line that was corrected since it was opened, nothing is corrected blindly."""

    @pytest.fixture
    def line(self, founded: Table) -> dict[str, Any]:
        founded.submit({"kind": "roll", "dice": [3, 5]})
        newest: dict[str, Any] = view(founded)["log"][-1]
        return newest

    def correction(self, line: dict[str, Any], **what: Any) -> dict[str, Any]:
        named = {"as_of": line["as_of"], "after": line["as_of"]}
        return {"kind": "correct", "entry": line["number"], "about": named, **what}

    def test_the_same_correction_on_two_tablets_is_one(self, founded: Table, line: dict[str, Any]) -> None:
        data = self.correction(line, change={"dice": [3, 4]})
        assert founded.submit(data)["already"] is None
        assert founded.submit(data)["already"] == [{"kind": "roll", "player": "red", "dice": [3, 4]}]
        assert game_on(founded)["newest"] == line["number"] + 1

    def test_another_is_refused(self, founded: Table, line: dict[str, Any]) -> None:
        founded.submit(self.correction(line, change={"dice": [3, 4]}))
        with pytest.raises(InputRefused, match="This entry has been corrected since"):
            founded.submit(self.correction(line, change={"dice": [6, 6]}))

    def test_one_that_is_struck_out_is_struck_out_once(self, founded: Table, line: dict[str, Any]) -> None:
        data = self.correction(line, event=None)
        founded.submit(data)
        assert founded.submit(data)["already"] == []
        with pytest.raises(InputRefused, match="This entry has been undone since"):
            founded.submit(self.correction(line, change={"dice": [6, 6]}))

    def test_what_was_only_confirmed_is_still_as_it_was_shown(self, founded: Table) -> None:
        founded.observe(RollSeen(founded.game_time(), "tower", (3, 5), 0.98, "one"))
        line = view(founded)["log"][-1]
        founded.submit({"kind": "confirm", "entry": line["number"]})
        founded.submit(self.correction(line, change={"dice": [3, 4]}))
        assert view(founded)["roll"]["dice"] == [3, 4]

    def test_what_was_forgotten_is_told_once(self, founded: Table, line: dict[str, Any]) -> None:
        played = {"kind": "play_development_card", "player": "red", "card": "road_building"}
        named = {"after": game_on(founded)["newest"]}
        data = {"kind": "correct", "before": line["number"], "event": played, "about": named}
        assert founded.submit(data)["already"] is None
        assert len(founded.submit(data)["already"] or ()) == 1
        assert kinds(founded).count("play_development_card") == 1


class TestAnotherGame:
    def test_takes_nothing_that_was_meant_of_the_one_before(
        self, founded: Table, base_game: dict[str, Any]
    ) -> None:
        named = about(founded)
        founded.start_game({**base_game, "abandon": True})
        for data in ({"kind": "first_player", "player": "blue"}, {"kind": "undo"}):
            with pytest.raises(InputRefused, match="Another game is now in progress: Ana, Ben and Cyr"):
                founded.submit({**data, "about": named})
        with pytest.raises(InputRefused, match="Another game is now in progress"):
            founded.seats.submit("red", {"kind": "end_turn", "about": named})

    def test_nor_is_it_given_up_in_the_other_s_place(self, founded: Table, base_game: dict[str, Any]) -> None:
        data = {**base_game, "abandon": True, "about": about(founded)}
        founded.start_game(data)
        with pytest.raises(InputRefused, match="Another game is now in progress"):
            founded.start_game(data)

    def test_where_none_is_on_that_is_said(self, founded: Table) -> None:
        named = about(founded)
        founded.leave({"game": named["game"]})
        with pytest.raises(InputRefused, match="Somebody has quit the game: none is in progress"):
            founded.submit({"kind": "end_turn", "about": named})


class TestPhoneAndTablet:
    @pytest.fixture
    def robbed(self, founded: Table) -> Table:
        founded.submit({"kind": "show_hand", "player": "blue", "resources": {"wool": 2, "ore": 1}})
        founded.submit({"kind": "roll", "dice": [3, 4]})
        founded.submit({"kind": "move_robber", "to": "h2,-2"})
        return founded

    @pytest.mark.parametrize("first", ["tablet", "thief", "victim"])
    @pytest.mark.parametrize("second", ["tablet", "thief", "victim"])
    def test_a_theft_is_one_whoever_tells_it(self, robbed: Table, first: str, second: str) -> None:
        named = about(robbed)
        for device in (first, second):
            said = {"kind": "steal", "resource": "wool", "about": named}
            if device == "tablet":
                robbed.submit({**said, "from": "blue", "resource": None})
            elif device == "thief":
                robbed.seats.submit("red", {**said, "from": "blue"})
            else:
                robbed.seats.submit("blue", {**said, "by": "red"})
        assert kinds(robbed).count("steal") == 1
        stolen = believed(robbed).steps[-1].record.event
        assert isinstance(stolen, Steal)
        assert stolen.resource == (None if (first, second) == ("tablet", "tablet") else "wool")

    def test_a_purchase_is_one(self, robbed: Table) -> None:
        robbed.submit({"kind": "steal", "from": "blue", "resource": None})
        robbed.submit({"kind": "show_hand", "player": "red", "resources": {"wool": 2, "grain": 2, "ore": 2}})
        named = about(robbed)
        robbed.submit({"kind": "buy_development_card", "player": "red", "card": None, "about": named})
        robbed.seats.submit("red", {"kind": "buy_development_card", "card": "knight", "about": named})
        assert view(robbed)["players"][0]["development_cards"] == 1
        assert believed(robbed).steps[-1].record.secret

    def test_an_offer_is_of_the_turn_that_it_was_made_in(self, robbed: Table) -> None:
        robbed.submit({"kind": "steal", "from": "blue", "resource": None})
        named = about(robbed)
        robbed.submit({"kind": "end_turn"})
        offer = {"give": {"wool": 1}, "take": {"ore": 1}, "to": None, "about": named}
        with pytest.raises(InputRefused, match=r"That turn is already over\. It is Ben's turn\."):
            robbed.seats.offer("blue", offer)


def test_a_question_that_settled_itself_is_said_to_be_settled(founded: Table) -> None:
    founded.observe(RollSeen(100.0, "tower", (3, 5), 0.98, "one"))
    founded.observe(RollSeen(100.6, "camera", (3, 4), 0.95, thrown=False))
    (question,) = founded.snapshot()["questions"]
    founded.submit({"kind": "undo"})
    with pytest.raises(InputRefused, match="settled this question"):
        founded.submit({"kind": "answer", "question": question["number"], "answer": 1})


# Whole games


@pytest.fixture
def tables(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Twice]:
    both = Twice(tmp_path, request.param, points=5)
    yield both
    both.close()


@pytest.mark.slow
@pytest.mark.parametrize("tables", [1, 2, 3], indirect=True)
def test_a_whole_game_of_which_all_is_told_twice_is_the_game_told_once(tables: Twice) -> None:
    chance = random.Random(17)
    while (event := tables.next()) is not None:
        tables.tell(event, tables.world.state, chance)
        tables.agree()
    tables.is_so()


class EveryInputTwice(RuleBasedStateMachine):
    """Beside what happens: what is taken back, corrected, confirmed and shown, always at both tables."""

    folder: Path
    runs = 0

    @initialize(seed=st.integers(0, 20))
    def begin(self, seed: int) -> None:
        type(self).runs += 1
        folder = self.folder / f"{self.runs}"
        folder.mkdir()
        self.both = Twice(folder, seed)
        self.event: Event | None = None
        self.before: State = self.both.world.state

    @rule(chance=st.randoms(use_true_random=False), count=st.integers(1, 12))
    def goes_on(self, chance: random.Random, count: int) -> None:
        for _ in range(count):
            self.before = self.both.world.state
            self.event = self.both.next()
            if self.event is not None:
                self.both.tell(self.event, self.before, chance)

    @precondition(lambda self: self.event is not None)
    @rule()
    def is_taken_back_and_told_again(self) -> None:
        self.both.wait()
        self.both.take_back()
        self.both.agree()
        if self.event is not None:
            data = to_input(self.event)
            self.both.enter({name: value for name, value in data.items() if name != "player"}, self.event)

    @rule(player=st.sampled_from(["red", "blue", "white"]))
    def shows_a_hand(self, player: str) -> None:
        self.both.wait()
        hand = self.both.world.state.players[self.both.world.state.seat(player)].hand
        resources = dict(zip(("lumber", "brick", "wool", "grain", "ore"), hand, strict=False))
        self.both.enter({"kind": "show_hand", "player": player, "resources": resources})

    @precondition(lambda self: self.event is not None)
    @rule(back=st.integers(1, 5), how=st.sampled_from(["strike", "confirm", "dice"]))
    def is_corrected(self, back: int, how: str) -> None:
        self.both.wait()
        corrections: dict[str, dict[str, Any]] = {
            "strike": {"event": None}, "confirm": {}, "dice": {"change": {"dice": [1, 1]}},
        }  # fmt: skip
        self.both.correct(back, corrections[how])

    @invariant()
    def agrees(self) -> None:
        if hasattr(self, "both"):
            self.both.agree()

    def teardown(self) -> None:
        if hasattr(self, "both"):
            self.both.close()


@pytest.mark.slow
def test_whatever_is_entered_twice_is_entered_once(tmp_path: Path) -> None:
    class Machine(EveryInputTwice):
        folder = tmp_path

    run_state_machine_as_test(
        Machine,
        settings=settings(max_examples=8, stateful_step_count=12, suppress_health_check=list(HealthCheck)),
    )
