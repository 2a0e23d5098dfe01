"""The table: one write lock, each event recorded once, on disk before it is shown, equal after a restart."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from companion.games.game_api import Sensor
from companion.island.setups import first_game_layout
from companion.journal import JournalUnusableError
from companion.journal.entries import draft_entry
from companion.observations import (
    Clock,
    DiceDetection,
    Emit,
    InputEntered,
    InputRefused,
    IslandSeen,
    SourceReport,
)
from companion.table.session import IMPORT_SOURCE
from companion.table.table import Table
from tests.table_views import view

OpenTable = Callable[[], Table]


def test_a_table_without_a_game_refuses_inputs(table: Table) -> None:
    assert table.snapshot()["game"] is None
    with pytest.raises(InputRefused, match="Start one first"):
        table.submit({"kind": "end_turn"})


def test_inputs_and_rolls_are_recorded_as_events(founded_table: Table) -> None:
    assert view(founded_table)["phase"] == "play"
    founded_table.observe(DiceDetection(1.0, "tower", (3, 5)))
    seen = view(founded_table)
    assert seen["roll"]["sum"] == 8
    # First-game layout: an 8 is on the mountains at i4,1 and on the forest at i-5,4.
    assert seen["roll"]["takes"] == [
        {"colour": "red", "cards": {"ore": 1}},
        {"colour": "white", "cards": {"lumber": 1}},
    ]
    assert seen["on_turn"] == "red"
    founded_table.observe(DiceDetection(31.0, "tower", (1, 1)))
    assert view(founded_table)["on_turn"] == "blue"


def test_a_restart_restores_the_view(founded_table: Table, open_table: OpenTable) -> None:
    founded_table.observe(DiceDetection(1.0, "tower", (3, 5)))
    before = founded_table.snapshot()
    after = open_table().snapshot()
    assert after["game"] == before["game"]
    assert after["epoch"] != before["epoch"]


def test_a_roll_reported_twice_counts_once_even_across_a_restart(
    founded_table: Table, open_table: OpenTable
) -> None:
    roll = DiceDetection(1.0, "tower", (3, 5), token="tower:a:7")
    founded_table.observe(roll)
    founded_table.observe(roll)
    assert view(founded_table)["turn"] == 1
    again = open_table()
    again.observe(roll)
    assert view(again)["turn"] == 1
    again.observe(DiceDetection(61.0, "tower", (3, 5), token="tower:a:8"))
    assert view(again)["turn"] == 2


def test_an_imported_game_does_not_replace_the_current_one(
    founded_table: Table, open_table: OpenTable
) -> None:
    before = founded_table.snapshot()["game"]
    elsewhere = draft_entry(0.0, IMPORT_SOURCE, 1.0, {"v": 1, "event": {"kind": "seated", "names": ["Zoe"]}})
    founded_table._journal.begin("tally", [elsewhere])
    assert open_table().snapshot()["game"] == before


def test_game_time_continues_after_a_restart(founded_table: Table, open_table: OpenTable) -> None:
    t = view(founded_table)["log"][-1]["t"]
    assert open_table().game_time() >= t


def test_each_undo_restores_the_previous_view(founded_table: Table) -> None:
    """Undo until the opening and compare every view, without the log and what redo would restore."""

    def view_without_log() -> dict[str, Any]:
        seen = view(founded_table)
        return {key: value for key, value in seen.items() if key not in ("log", "redo")}

    views = [view_without_log()]
    for dice in ((3, 5), (4, 4), (6, 5), (3, 4)):
        founded_table.observe(DiceDetection(1.0, "tower", dice))
        views.append(view_without_log())
    founded_table.submit({"kind": "move_robber", "to": "h2,0"})
    while len(views) > 0:
        founded_table.submit({"kind": "undo"})
        assert view_without_log() == views.pop()
    while view(founded_table)["pieces"]:
        founded_table.submit({"kind": "undo"})
    founded_table.submit({"kind": "undo"})
    assert view(founded_table)["phase"] == "layout"
    with pytest.raises(InputRefused, match="nothing to undo"):
        founded_table.submit({"kind": "undo"})


def test_a_correction_ten_turns_later_replays_everything_after_it(founded_table: Table) -> None:
    for n in range(10):
        founded_table.observe(DiceDetection(60.0 * n, "tower", (3, 5)))
    cards = [player["cards"] for player in view(founded_table)["players"]]
    first_roll = next(line for line in view(founded_table)["log"] if line["event"]["kind"] == "roll")
    event = {**first_roll["event"], "dice": [1, 1]}
    founded_table.submit({"kind": "correct", "entry": first_roll["number"], "event": event})
    # The 2 is on a pasture where nobody has built: red's ore and white's lumber of one 8 are gone.
    after = [player["cards"] for player in view(founded_table)["players"]]
    assert after == [cards[0] - 1, cards[1], cards[2] - 1]


def test_a_corrected_island_changes_the_production(founded_table: Table) -> None:
    founded_table.observe(DiceDetection(1.0, "tower", (3, 5)))
    mountains = "h2,0"
    change = {"hexes": {mountains: {"terrain": "pasture", "number": 8}}}
    founded_table.submit({"kind": "correct", "layout": change})
    assert view(founded_table)["roll"]["takes"][0] == {"colour": "red", "cards": {"wool": 1}}


def test_a_violation_is_recorded_and_flagged(founded_table: Table) -> None:
    answer = founded_table.submit({"kind": "place", "piece": "city", "at": "i4,1"})
    assert set(answer["violations"]) == {"cannot_pay", "not_rolled"}
    assert {"at": "i4,1", "kind": "city", "colour": "red"} in view(founded_table)["pieces"]
    assert set(view(founded_table)["log"][-1]["violations"]) == set(answer["violations"])


def test_a_meaningless_input_changes_nothing(founded_table: Table) -> None:
    before = founded_table.snapshot()
    for nonsense in ({}, {"kind": "roll", "dice": [0, 9]}, {"kind": "place", "piece": "road", "at": "x"}):
        with pytest.raises(InputRefused):
            founded_table.submit(nonsense)
    assert founded_table.snapshot() == before


def test_a_correction_that_breaks_the_history_is_refused_and_not_written(
    founded_table: Table, open_table: OpenTable
) -> None:
    """The layout's entry can't become an event about an absent player."""
    before = founded_table.snapshot()["game"]
    with pytest.raises(InputRefused, match="nobody plays green"):
        founded_table.submit(
            {"kind": "correct", "entry": 2, "event": {"kind": "end_turn", "player": "green"}}
        )
    assert founded_table.snapshot()["game"] == before
    assert open_table().snapshot()["game"] == before


def test_the_island_is_read_once(table: Table, base_game: dict[str, Any]) -> None:
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


def test_a_second_game_needs_a_finished_or_abandoned_first(
    founded_table: Table, base_game: dict[str, Any]
) -> None:
    with pytest.raises(InputRefused, match="A game is in progress"):
        founded_table.start_game(base_game)
    founded_table.start_game({**base_game, "abandon": True})
    assert view(founded_table)["phase"] == "layout"


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
def test_an_invalid_game_is_refused_with_a_message(table: Table, chosen: dict[str, Any]) -> None:
    with pytest.raises(InputRefused, match=r".{10,}"):
        table.start_game(chosen)
    assert table.snapshot()["game"] is None


def test_the_version_rises_with_every_change(founded_table: Table) -> None:
    versions = [founded_table.snapshot()["version"]]
    for data in ({"kind": "roll", "dice": [1, 2]}, {"kind": "undo"}, {"kind": "roll", "dice": [1, 2]}):
        founded_table.submit(data)
        versions.append(founded_table.snapshot()["version"])
    assert versions == sorted(set(versions))


def test_readers_see_the_last_snapshot_while_a_game_interprets(
    founded_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert founded_table.session is not None
    game, reasons, goes_on = founded_table.session.game, threading.Event(), threading.Event()
    interpret = game.interpret

    def interpret_slowly(*arguments: Any) -> Any:
        reasons.set()
        goes_on.wait(30)
        return interpret(*arguments)

    monkeypatch.setattr(game, "interpret", interpret_slowly)
    teller = threading.Thread(target=founded_table.observe, args=(DiceDetection(1.0, "tower", (3, 5)),))
    teller.start()
    assert reasons.wait(30)
    shown = founded_table.snapshot()
    assert view(founded_table)["roll"] is None
    assert founded_table.seats.snapshot("red")["version"] == shown["version"]
    assert founded_table.requires(Sensor.PIP_DICE)
    assert founded_table.wait_for_change(shown["epoch"], shown["version"], 0) is None
    goes_on.set()
    teller.join()
    assert view(founded_table)["roll"]["sum"] == 8


def test_a_waiting_client_is_woken_by_a_change(founded_table: Table) -> None:
    now = founded_table.snapshot()
    woken: list[Any] = []
    waiting = threading.Thread(
        target=lambda: woken.append(founded_table.wait_for_change(now["epoch"], now["version"], 90.0))
    )
    waiting.start()
    founded_table.submit({"kind": "roll", "dice": [1, 2]})
    waiting.join(90)
    assert woken[0]["game"]["view"]["roll"]["dice"] == [1, 2]
    assert founded_table.wait_for_change(woken[0]["epoch"], woken[0]["version"], 0.01) is None


def test_a_client_of_an_earlier_epoch_gets_the_snapshot_immediately(founded_table: Table) -> None:
    assert founded_table.wait_for_change("before", 10**9, 0.0) is not None


def test_an_event_that_cannot_be_written_is_not_recorded(
    founded_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = founded_table.snapshot()
    full = JournalUnusableError("the disk is full: make room")

    def refuse(*args: object, **kwargs: object) -> None:
        raise full

    with monkeypatch.context() as patch:
        patch.setattr(founded_table._journal, "append", refuse)
        with pytest.raises(JournalUnusableError):
            founded_table.observe(DiceDetection(1.0, "tower", (3, 5), token="tower:a:1"))
        assert founded_table.snapshot() == before
    founded_table.observe(DiceDetection(1.0, "tower", (3, 5), token="tower:a:1"))
    assert view(founded_table)["roll"]["sum"] == 8


class ScriptedSource:
    """A source that runs a test's scripts, one for each start."""

    name = "scripted"

    def __init__(self, *runs: Callable[[Emit, Clock, threading.Event], None]) -> None:
        self._runs = list(runs)

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        if self._runs:
            self._runs.pop(0)(emit, clock, stop)
        else:
            stop.wait()


def test_a_source_that_crashes_is_named_and_restarted(founded_table: Table) -> None:
    def crash(emit: Emit, clock: Clock, stop: threading.Event) -> None:
        raise RuntimeError("a bug")

    done = threading.Event()

    def report_roll(emit: Emit, clock: Clock, stop: threading.Event) -> None:
        emit(DiceDetection(clock(), "scripted", (2, 2)))
        emit(SourceReport(clock(), "scripted", "ok"))
        done.set()
        stop.wait()

    founded_table.start([ScriptedSource(crash, report_roll)])
    assert done.wait(90)
    assert view(founded_table)["roll"]["dice"] == [2, 2]
    assert founded_table.snapshot()["sources"] == [{"name": "scripted", "health": "ok", "text": ""}]


def test_sources_stop_with_the_table(founded_table: Table) -> None:
    founded_table.start([ScriptedSource(), ScriptedSource()])
    founded_table.stop()
    assert not [t for t in threading.enumerate() if t.name == "source scripted"]


def test_observations_of_many_sources_are_recorded_one_by_one(founded_table: Table) -> None:
    minutes = count()

    def report_rolls(emit: Emit, clock: Clock, stop: threading.Event) -> None:
        for _ in range(25):
            emit(DiceDetection(60.0 * next(minutes), "scripted", (1, 1)))

    threads = [
        threading.Thread(target=report_rolls, args=(founded_table.observe, founded_table.game_time, None))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert view(founded_table)["turn"] == 100


# The seam: a second game needs nothing of the table, the journal or the web.


def test_a_second_game_can_be_played(open_table: OpenTable) -> None:
    table = open_table()
    table.start_game({"game": "tally", "players": ["Ana", "Ben"]})
    for dice in ((6, 5), (1, 2), (4, 4)):
        table.observe(DiceDetection(1.0, "tower", dice))
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


def test_each_game_requires_its_sensors(table: Table, base_game: dict[str, Any]) -> None:
    from companion.games.game_api import Sensor

    assert not table.requires(Sensor.PIP_DICE)
    table.start_game({"game": "tally", "players": ["Ana"]})
    assert table.requires(Sensor.PIP_DICE)
    assert not table.requires(Sensor.ISLAND)
    table.start_game({**base_game, "abandon": True})
    assert table.requires(Sensor.ISLAND)
    table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
    assert not table.requires(Sensor.ISLAND)


def test_an_input_from_a_source_is_recorded_like_one_from_the_tablet(founded_table: Table) -> None:
    founded_table.observe(InputEntered(1.0, "people", {"kind": "roll", "dice": [2, 2]}))
    assert view(founded_table)["log"][-1]["source"] == "people"


def test_bought_and_stolen_cards_are_not_public(founded_table: Table) -> None:
    founded_table.observe(DiceDetection(1.0, "tower", (3, 4)))
    founded_table.submit({"kind": "move_robber", "to": "h0,-1"})
    founded_table.submit({"kind": "steal", "from": "blue", "resource": "wool"})
    founded_table.submit({"kind": "buy_development_card", "card": "victory_point"})
    shown = json.dumps(founded_table.snapshot())
    assert "victory_point" not in shown
    stolen = next(line for line in view(founded_table)["log"] if line["event"]["kind"] == "steal")
    assert stolen["event"]["resource"] is None


def test_a_repeated_report_changes_nothing(founded_table: Table) -> None:
    """A camera without an island reports it at every look: the page is updated once."""
    founded_table.observe(SourceReport(1.0, "camera", "waiting", "The camera sees no island"))
    version = founded_table.snapshot()["version"]
    founded_table.observe(SourceReport(2.0, "camera", "waiting", "The camera sees no island"))
    assert founded_table.snapshot()["version"] == version
    founded_table.observe(SourceReport(3.0, "camera", "ok"))
    assert founded_table.snapshot()["version"] > version
