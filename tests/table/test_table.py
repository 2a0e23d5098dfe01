"""The table: one door, told once, on disk before it is shown, the same after a restart."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.game_api import Sensor
from companion.island.setups import first_game_layout
from companion.journal import EntryDraft, JournalUnusableError
from companion.observations import (
    Clock,
    Emit,
    InputEntered,
    InputRefused,
    IslandSeen,
    RollSeen,
    SourceReport,
)
from companion.table.session import IMPORT_SOURCE
from companion.table.table import Table
from tests.shown import view

OpenTable = Callable[[], Table]


def test_a_table_without_a_game_says_so_and_refuses_inputs(table: Table) -> None:
    assert table.snapshot()["game"] is None
    with pytest.raises(InputRefused, match="Start one first"):
        table.submit({"kind": "end_turn"})


def test_a_game_is_told_from_inputs_and_rolls(founded: Table) -> None:
    assert view(founded)["phase"] == "play"
    founded.observe(RollSeen(1.0, "tower", (3, 5)))
    seen = view(founded)
    assert seen["roll"]["sum"] == 8
    # First-game layout: an 8 lies on the mountains beside i4,1 and on the forest beside i-5,4.
    assert seen["roll"]["takes"] == [
        {"colour": "red", "cards": {"ore": 1}},
        {"colour": "white", "cards": {"lumber": 1}},
    ]
    assert seen["on_turn"] == "red"
    founded.observe(RollSeen(2.0, "tower", (1, 1)))
    assert view(founded)["on_turn"] == "blue"


def test_what_was_shown_is_there_after_a_restart(founded: Table, open_table: OpenTable) -> None:
    founded.observe(RollSeen(1.0, "tower", (3, 5)))
    before = founded.snapshot()
    after = open_table().snapshot()
    assert after["game"] == before["game"]
    assert after["epoch"] != before["epoch"]


def test_a_roll_told_twice_counts_once_even_across_a_restart(founded: Table, open_table: OpenTable) -> None:
    roll = RollSeen(1.0, "tower", (3, 5), token="tower:a:7")
    founded.observe(roll)
    founded.observe(roll)
    assert view(founded)["turn"] == 1
    again = open_table()
    again.observe(roll)
    assert view(again)["turn"] == 1
    again.observe(RollSeen(2.0, "tower", (3, 5), token="tower:a:8"))
    assert view(again)["turn"] == 2


def test_an_imported_game_doesn_t_take_the_place_of_the_one_that_is_on(
    founded: Table, open_table: OpenTable
) -> None:
    before = founded.snapshot()["game"]
    elsewhere = EntryDraft(0.0, IMPORT_SOURCE, 1.0, {"v": 1, "event": {"kind": "seated", "names": ["Zoe"]}})
    founded._journal.begin("tally", [elsewhere])
    assert open_table().snapshot()["game"] == before


def test_time_goes_on_where_it_was_after_a_restart(founded: Table, open_table: OpenTable) -> None:
    t = view(founded)["log"][-1]["t"]
    assert open_table().game_time() >= t


def test_undo_is_exact_step_by_step_to_the_opening(founded: Table) -> None:
    """Undo after undo shows each view that was shown before, in reverse."""

    def shown() -> dict[str, Any]:
        seen = view(founded)
        return {key: value for key, value in seen.items() if key != "log"}

    views = [shown()]
    for dice in ((3, 5), (4, 4), (6, 5), (3, 4)):
        founded.observe(RollSeen(1.0, "tower", dice))
        views.append(shown())
    founded.submit({"kind": "move_robber", "to": "h2,0"})
    while len(views) > 0:
        founded.submit({"kind": "undo"})
        assert shown() == views.pop()
    while view(founded)["pieces"]:
        founded.submit({"kind": "undo"})
    founded.submit({"kind": "undo"})
    assert view(founded)["phase"] == "layout"
    with pytest.raises(InputRefused, match="nothing to undo"):
        founded.submit({"kind": "undo"})


def test_a_correction_ten_turns_later_tells_all_that_followed_anew(founded: Table) -> None:
    for n in range(10):
        founded.observe(RollSeen(float(n), "tower", (3, 5)))
    cards = [player["cards"] for player in view(founded)["players"]]
    first_roll = next(line for line in view(founded)["log"] if line["event"]["kind"] == "roll")
    event = {**first_roll["event"], "dice": [1, 1]}
    founded.submit({"kind": "correct", "entry": first_roll["number"], "event": event})
    # The 2 lies on a pasture where nobody has built: red's ore and white's lumber of one 8 are gone.
    after = [player["cards"] for player in view(founded)["players"]]
    assert after == [cards[0] - 1, cards[1], cards[2] - 1]


def test_a_corrected_island_changes_what_was_produced(founded: Table) -> None:
    founded.observe(RollSeen(1.0, "tower", (3, 5)))
    mountains = "h2,0"
    change = {"hexes": {mountains: {"terrain": "pasture", "number": 8}}}
    founded.submit({"kind": "correct", "layout": change})
    assert view(founded)["roll"]["takes"][0] == {"colour": "red", "cards": {"wool": 1}}


def test_what_broke_a_rule_is_recorded_and_flagged(founded: Table) -> None:
    told = founded.submit({"kind": "place", "piece": "city", "at": "i4,1"})
    assert set(told["violations"]) == {"cannot_pay", "not_rolled"}
    assert {"at": "i4,1", "kind": "city", "colour": "red"} in view(founded)["pieces"]
    assert set(view(founded)["log"][-1]["violations"]) == set(told["violations"])


def test_an_input_that_makes_no_sense_changes_nothing(founded: Table) -> None:
    before = founded.snapshot()
    for nonsense in ({}, {"kind": "roll", "dice": [0, 9]}, {"kind": "place", "piece": "road", "at": "x"}):
        with pytest.raises(InputRefused):
            founded.submit(nonsense)
    assert founded.snapshot() == before


def test_a_correction_that_would_break_the_story_is_refused_and_not_written(
    founded: Table, open_table: OpenTable
) -> None:
    """The layout's entry can't become an event about somebody who doesn't sit there."""
    before = founded.snapshot()["game"]
    with pytest.raises(InputRefused, match="nobody plays green"):
        founded.submit({"kind": "correct", "entry": 2, "event": {"kind": "end_turn", "player": "green"}})
    assert founded.snapshot()["game"] == before
    assert open_table().snapshot()["game"] == before


def test_the_island_is_taken_from_a_reading_once(table: Table, base_game: dict[str, Any]) -> None:
    from companion.island.geometry import HEXES
    from companion.island.reading import HexReading, IslandReading

    layout = first_game_layout()
    reading = IslandReading({h: HexReading({layout.terrain(h): 0.9}, {layout.number(h): 0.8}) for h in HEXES})
    table.start_game(base_game)
    table.observe(IslandSeen(1.0, "camera", reading))
    assert view(table)["layout"]["hexes"] == layout.to_json()["hexes"]
    assert view(table)["log"][-1]["certainty"] == pytest.approx(0.72)
    version = table.snapshot()["version"]
    table.observe(IslandSeen(2.0, "camera", reading))
    assert table.snapshot()["version"] == version


def test_a_second_game_waits_until_the_first_is_over_or_given_up(
    founded: Table, base_game: dict[str, Any]
) -> None:
    with pytest.raises(InputRefused, match="A game is in progress"):
        founded.start_game(base_game)
    founded.start_game({**base_game, "abandon": True})
    assert view(founded)["phase"] == "layout"


@pytest.mark.parametrize(
    "chosen",
    [
        {"game": "chess", "players": []},
        {"game": ["base"]},
        {"game": "base"},
        {"game": "base", "players": [{"name": "Ana", "colour": "pink"}]},
        {"game": "base", "players": [{"name": "A", "colour": "red"}] * 3},
        {"game": "base", "players": [{"name": "", "colour": "red"}, {"name": "B", "colour": "blue"}]},
    ],
)
def test_a_game_that_can_t_be_is_refused_in_words(table: Table, chosen: dict[str, Any]) -> None:
    with pytest.raises(InputRefused, match=r".{10,}"):
        table.start_game(chosen)
    assert table.snapshot()["game"] is None


def test_the_version_only_rises_and_every_change_raises_it(founded: Table) -> None:
    versions = [founded.snapshot()["version"]]
    for data in ({"kind": "roll", "dice": [1, 2]}, {"kind": "undo"}, {"kind": "roll", "dice": [1, 2]}):
        founded.submit(data)
        versions.append(founded.snapshot()["version"])
    assert versions == sorted(set(versions))


def test_while_a_game_reasons_people_see_the_last_that_was_told(
    founded: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert founded.session is not None
    game, reasons, goes_on = founded.session.game, threading.Event(), threading.Event()
    interpret = game.interpret

    def slow(*told: Any) -> Any:
        reasons.set()
        goes_on.wait(30)
        return interpret(*told)

    monkeypatch.setattr(game, "interpret", slow)
    teller = threading.Thread(target=founded.observe, args=(RollSeen(1.0, "tower", (3, 5)),))
    teller.start()
    assert reasons.wait(30)
    shown = founded.snapshot()
    assert view(founded)["roll"] is None
    assert founded.seats.snapshot("red")["version"] == shown["version"]
    assert founded.requires(Sensor.PIP_DICE)
    assert founded.wait_for_change(shown["epoch"], shown["version"], 0) is None
    goes_on.set()
    teller.join()
    assert view(founded)["roll"]["sum"] == 8


def test_who_waits_for_a_change_is_woken_by_it(founded: Table) -> None:
    now = founded.snapshot()
    woken: list[Any] = []
    waiting = threading.Thread(
        target=lambda: woken.append(founded.wait_for_change(now["epoch"], now["version"], 90.0))
    )
    waiting.start()
    founded.submit({"kind": "roll", "dice": [1, 2]})
    waiting.join(90)
    assert woken[0]["game"]["view"]["roll"]["dice"] == [1, 2]
    assert founded.wait_for_change(woken[0]["epoch"], woken[0]["version"], 0.01) is None


def test_a_client_of_an_earlier_epoch_gets_the_snapshot_at_once(founded: Table) -> None:
    assert founded.wait_for_change("before", 10**9, 0.0) is not None


def test_what_can_t_be_written_has_not_happened(founded: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    before = founded.snapshot()
    full = JournalUnusableError("the disk is full: make room")

    def refuse(*args: object, **kwargs: object) -> None:
        raise full

    with monkeypatch.context() as patch:
        patch.setattr(founded._journal, "append", refuse)
        with pytest.raises(JournalUnusableError):
            founded.observe(RollSeen(1.0, "tower", (3, 5), token="tower:a:1"))
        assert founded.snapshot() == before
    founded.observe(RollSeen(1.0, "tower", (3, 5), token="tower:a:1"))
    assert view(founded)["roll"]["sum"] == 8


class Scripted:
    """A source that does what a test says, each time it is run."""

    name = "scripted"

    def __init__(self, *runs: Callable[[Emit, Clock, threading.Event], None]) -> None:
        self._runs = list(runs)

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        if self._runs:
            self._runs.pop(0)(emit, clock, stop)
        else:
            stop.wait()


def test_a_source_that_breaks_is_named_and_started_again(founded: Table) -> None:
    def breaks(emit: Emit, clock: Clock, stop: threading.Event) -> None:
        raise RuntimeError("a bug")

    done = threading.Event()

    def works(emit: Emit, clock: Clock, stop: threading.Event) -> None:
        emit(RollSeen(clock(), "scripted", (2, 2)))
        emit(SourceReport(clock(), "scripted", "ok"))
        done.set()
        stop.wait()

    founded.start([Scripted(breaks, works)])
    assert done.wait(90)
    assert view(founded)["roll"]["dice"] == [2, 2]
    assert founded.snapshot()["sources"] == [{"name": "scripted", "health": "ok", "text": ""}]


def test_sources_stop_when_the_table_stops(founded: Table) -> None:
    founded.start([Scripted(), Scripted()])
    founded.stop()
    assert not [t for t in threading.enumerate() if t.name == "source scripted"]


def test_many_sources_at_once_are_told_one_at_a_time(founded: Table) -> None:
    def rolls(emit: Emit, clock: Clock, stop: threading.Event) -> None:
        for _ in range(25):
            emit(RollSeen(clock(), "scripted", (1, 1)))

    threads = [
        threading.Thread(target=rolls, args=(founded.observe, founded.game_time, None)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert view(founded)["turn"] == 100


# The seam: a second game needs nothing of the table, the journal or the web.


def test_a_second_game_plugs_in(open_table: OpenTable) -> None:
    table = open_table()
    table.start_game({"game": "tally", "players": ["Ana", "Ben"]})
    for dice in ((6, 5), (1, 2), (4, 4)):
        table.observe(RollSeen(1.0, "tower", dice))
    assert view(table)["totals"] == {"Ana": 19, "Ben": 3}
    table.submit({"kind": "undo"})
    assert view(table)["totals"] == {"Ana": 11, "Ben": 3}
    table.submit({"kind": "throw", "total": 9})
    assert view(table)["winner"] == "Ana"
    wrong = view(table)["log"][1]["number"]
    table.submit({"kind": "correct", "entry": wrong, "event": {"total": 7}})
    assert view(table)["totals"] == {"Ana": 16, "Ben": 3}
    table.submit({"kind": "correct", "before": wrong, "event": {"total": 2}})
    assert view(table)["totals"] == {"Ana": 5, "Ben": 16}
    assert view(open_table())["totals"] == {"Ana": 5, "Ben": 16}


def test_each_game_says_what_it_wants_watched(table: Table, base_game: dict[str, Any]) -> None:
    from companion.games.game_api import Sensor

    assert not table.requires(Sensor.PIP_DICE)
    table.start_game({"game": "tally", "players": ["Ana"]})
    assert table.requires(Sensor.PIP_DICE)
    assert not table.requires(Sensor.ISLAND)
    table.start_game({**base_game, "abandon": True})
    assert table.requires(Sensor.ISLAND)
    table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
    assert not table.requires(Sensor.ISLAND)


def test_an_input_from_a_source_is_told_as_one_from_the_tablet(founded: Table) -> None:
    founded.observe(InputEntered(1.0, "people", {"kind": "roll", "dice": [2, 2]}))
    assert view(founded)["log"][-1]["source"] == "people"


def test_which_card_was_bought_or_stolen_is_not_for_everybody(founded: Table) -> None:
    founded.observe(RollSeen(1.0, "tower", (3, 4)))
    founded.submit({"kind": "move_robber", "to": "h0,-1"})
    founded.submit({"kind": "steal", "from": "blue", "resource": "wool"})
    founded.submit({"kind": "buy_development_card", "card": "victory_point"})
    shown = json.dumps(founded.snapshot())
    assert "victory_point" not in shown
    stolen = next(line for line in view(founded)["log"] if line["event"]["kind"] == "steal")
    assert stolen["event"]["resource"] is None


def test_a_report_said_again_is_no_news(founded: Table) -> None:
    """A camera that sees no island says so at every look: the page hears it once."""
    founded.observe(SourceReport(1.0, "camera", "waiting", "The camera sees no island"))
    version = founded.snapshot()["version"]
    founded.observe(SourceReport(2.0, "camera", "waiting", "The camera sees no island"))
    assert founded.snapshot()["version"] == version
    founded.observe(SourceReport(3.0, "camera", "ok"))
    assert founded.snapshot()["version"] > version
