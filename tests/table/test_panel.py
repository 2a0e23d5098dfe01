"""The panel at a real table: presses are inputs, and only a seven that falls now sounds."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.games.registry import GAMES
from companion.hardware.panel import PanelSource
from companion.hardware.settings import PanelSettings
from companion.hardware.snapshots import SoundDetector, next_input, panel_colour
from companion.island.setups import first_game_layout
from companion.observations import RollSeen
from companion.table.table import Table
from tests.shown import view


class Ears:
    """Hears the sevens of a table, looking as often as it is asked to."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._sevens = SoundDetector(table.playable)
        self.heard()

    def heard(self) -> bool:
        return self._sevens.detect_sound(self._table.snapshot())


def roll(table: Table, a: int, b: int) -> int:
    """Tell a roll; returns the number of its entry."""
    return table.observe(RollSeen(table.game_time(), "tower", (a, b)))[-1].number


def test_a_seven_is_heard_once(founded: Table) -> None:
    ears = Ears(founded)
    roll(founded, 3, 4)
    assert ears.heard()
    assert not ears.heard()
    founded.submit({"kind": "move_robber", "to": "h0,0"})
    assert not ears.heard()
    roll(founded, 3, 5)
    assert not ears.heard()
    roll(founded, 6, 1)
    assert ears.heard()


def test_a_restart_repeats_no_seven(founded: Table, open_table: Callable[[], Table]) -> None:
    roll(founded, 3, 4)
    ears = Ears(open_table())
    assert not ears.heard()


def test_a_roll_corrected_to_a_seven_is_not_heard(founded: Table) -> None:
    ears = Ears(founded)
    number = roll(founded, 3, 5)
    assert not ears.heard()
    founded.submit(
        {"kind": "correct", "entry": number, "event": {"kind": "roll", "player": "red", "dice": [3, 4]}}
    )
    assert view(founded)["roll"]["sum"] == 7
    assert not ears.heard()


def test_a_seven_that_nobody_told_is_not_heard_when_it_is_put_in(founded: Table) -> None:
    roll(founded, 3, 5)
    ended = roll(founded, 2, 4) - 1
    ears = Ears(founded)
    founded.submit(
        {"kind": "correct", "before": ended, "event": {"kind": "roll", "player": "red", "dice": [3, 4]}}
    )
    assert not ears.heard()


def test_nor_is_one_that_was_forgotten_before_the_last_thing_done(founded: Table) -> None:
    traded = founded.submit({"kind": "maritime_trade", "give": {"ore": 4}, "take": {"wool": 1}})
    assert traded["told"]
    done = view(founded)["log"][-1]["number"]
    ears = Ears(founded)
    founded.submit(
        {"kind": "correct", "before": done, "event": {"kind": "roll", "player": "red", "dice": [3, 4]}}
    )
    assert view(founded)["roll"]["sum"] == 7
    assert not ears.heard()


def test_undo_makes_no_earlier_seven_sound_again_but_a_new_one_does(founded: Table) -> None:
    roll(founded, 3, 4)
    roll(founded, 3, 5)
    ears = Ears(founded)
    founded.submit({"kind": "undo"})
    assert view(founded)["roll"]["sum"] == 7
    assert not ears.heard()
    founded.submit({"kind": "undo"})
    assert not ears.heard()
    roll(founded, 2, 5)
    assert ears.heard()


def test_another_game_s_seven_is_not_heard(founded: Table, base_game: dict[str, Any]) -> None:
    ears = Ears(founded)
    founded.start_game({**base_game, "abandon": True})
    assert not ears.heard()


def test_the_light_is_theirs_who_are_to_do_something(table: Table, base_game: dict[str, Any]) -> None:
    assert panel_colour(GAMES, table.snapshot()) is None
    table.start_game(base_game)
    assert panel_colour(GAMES, table.snapshot()) is None
    table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
    for colour in ("red", "blue", "white", "white", "blue", "red"):
        assert panel_colour(GAMES, table.snapshot()) == colour
        site = {"red": "i4,1", "blue": "i5,-4", "white": "i1,4"}[colour]
        road = {"red": "p3,0", "blue": "p3,-3", "white": "p1,2"}[colour]
        if any(p["colour"] == colour for p in view(table)["pieces"]):
            site = {"red": "i-2,-2", "blue": "i-2,4", "white": "i-5,4"}[colour]
            road = {"red": "p-2,-1", "blue": "p-1,3", "white": "p-3,3"}[colour]
        table.submit({"kind": "place", "piece": "settlement", "at": site})
        assert panel_colour(GAMES, table.snapshot()) == colour
        table.submit({"kind": "place", "piece": "road", "at": road})
    assert panel_colour(GAMES, table.snapshot()) == "red"


def test_a_turn_can_end_once_its_dice_were_thrown(founded: Table) -> None:
    assert next_input(GAMES, founded.snapshot()) is None
    roll(founded, 3, 5)
    assert next_input(GAMES, founded.snapshot()) == {"kind": "end_turn"}
    founded.submit({"kind": "end_turn"})
    assert next_input(GAMES, founded.snapshot()) is None


def test_where_no_game_is_on_nothing_is_passed_on(table: Table) -> None:
    assert next_input(GAMES, table.snapshot()) is None


def test_the_dice_game_is_passed_on_while_it_is_played(table: Table) -> None:
    table.start_game({"game": "dice_game", "players": [{"colour": "red"}, {"colour": "blue"}]})
    assert panel_colour(GAMES, table.snapshot()) == "red"
    entered = next_input(GAMES, table.snapshot())
    assert entered is not None
    table.submit(entered)
    assert panel_colour(GAMES, table.snapshot()) == "blue"


@pytest.fixture
def factory() -> MockFactory:
    return MockFactory(pin_class=MockPWMPin)


def wait_for(table: Table, done: Callable[[Any], bool]) -> None:
    snapshot = table.snapshot()
    while not done(snapshot):
        later = table.wait_for_change(snapshot["epoch"], snapshot["version"], 90.0)
        assert later is not None, "it didn't happen"
        snapshot = later


def test_pressed_in_its_own_thread_the_dice_pass_on(founded: Table, factory: MockFactory) -> None:
    roll(founded, 3, 5)
    closed = threading.Event()
    close = factory.close

    def closing() -> None:
        close()
        closed.set()

    factory.close = closing
    settings = PanelSettings(next_player=17, light=(12, 13, 19), buzzer=18)
    founded.start([PanelSource(settings, founded.snapshot, GAMES, open_factory=lambda: factory)])
    wait_for(founded, lambda seen: any(s["name"] == "panel" for s in seen["sources"]))
    factory.pin(17).drive_low()
    wait_for(founded, lambda seen: seen["game"]["view"]["on_turn"] == "blue")
    founded.stop()
    assert closed.wait(90)
    assert view(founded)["log"][-1]["source"] == "panel"
