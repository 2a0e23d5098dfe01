"""The panel at a table: presses are inputs, and only a current seven makes a sound."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.games.registry import GAMES
from companion.hardware.panel import PanelSource, SoundDetector, next_input, panel_colour
from companion.hardware.settings import PanelSettings
from companion.island.setups import first_game_layout
from companion.observations import DiceDetection
from companion.table.table import Table
from tests.table_views import view


class SevenListener:
    """Listens for the sevens of a table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._sevens = SoundDetector(table.playable)
        self.detect_seven()

    def detect_seven(self) -> bool:
        return self._sevens.detect_sound(self._table.snapshot())


def roll(table: Table, a: int, b: int, *, later_s: float = 0.0) -> int:
    """Report a roll, some seconds from now; return the number of its entry."""
    return table.observe(DiceDetection(table.game_time() + later_s, "tower", (a, b)))[-1].number


def test_a_seven_sounds_once(founded_table: Table) -> None:
    ears = SevenListener(founded_table)
    roll(founded_table, 3, 4)
    assert ears.detect_seven()
    assert not ears.detect_seven()
    founded_table.submit({"kind": "move_robber", "to": "h0,0"})
    assert not ears.detect_seven()
    roll(founded_table, 3, 5)
    assert not ears.detect_seven()
    roll(founded_table, 6, 1, later_s=60.0)
    assert ears.detect_seven()


def test_a_restart_repeats_no_seven(founded_table: Table, open_table: Callable[[], Table]) -> None:
    roll(founded_table, 3, 4)
    ears = SevenListener(open_table())
    assert not ears.detect_seven()


def test_a_roll_corrected_to_a_seven_makes_no_sound(founded_table: Table) -> None:
    ears = SevenListener(founded_table)
    number = roll(founded_table, 3, 5)
    assert not ears.detect_seven()
    founded_table.submit(
        {"kind": "correct", "entry": number, "event": {"kind": "roll", "player": "red", "dice": [3, 4]}}
    )
    assert view(founded_table)["roll"]["sum"] == 7
    assert not ears.detect_seven()


def test_an_inserted_seven_makes_no_sound(founded_table: Table) -> None:
    roll(founded_table, 3, 5)
    ended = roll(founded_table, 2, 4) - 1
    ears = SevenListener(founded_table)
    founded_table.submit(
        {"kind": "correct", "before": ended, "event": {"kind": "roll", "player": "red", "dice": [3, 4]}}
    )
    assert not ears.detect_seven()


def test_a_seven_inserted_before_the_last_event_makes_no_sound(founded_table: Table) -> None:
    traded = founded_table.submit({"kind": "maritime_trade", "give": {"ore": 4}, "take": {"wool": 1}})
    assert traded["told"]
    done = view(founded_table)["log"][-1]["number"]
    ears = SevenListener(founded_table)
    founded_table.submit(
        {"kind": "correct", "before": done, "event": {"kind": "roll", "player": "red", "dice": [3, 4]}}
    )
    assert view(founded_table)["roll"]["sum"] == 7
    assert not ears.detect_seven()


def test_undo_repeats_no_earlier_seven_but_a_new_one_sounds(founded_table: Table) -> None:
    roll(founded_table, 3, 4)
    roll(founded_table, 3, 5)
    ears = SevenListener(founded_table)
    founded_table.submit({"kind": "undo"})
    assert view(founded_table)["roll"]["sum"] == 7
    assert not ears.detect_seven()
    founded_table.submit({"kind": "undo"})
    assert not ears.detect_seven()
    roll(founded_table, 2, 5)
    assert ears.detect_seven()


def test_another_game_repeats_no_seven(founded_table: Table, base_game: dict[str, Any]) -> None:
    ears = SevenListener(founded_table)
    founded_table.start_game({**base_game, "abandon": True})
    assert not ears.detect_seven()


def test_the_light_shows_the_player_who_has_to_act(table: Table, base_game: dict[str, Any]) -> None:
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


def test_a_press_ends_the_turn_once_its_dice_are_rolled(founded_table: Table) -> None:
    assert next_input(GAMES, founded_table.snapshot()) is None
    roll(founded_table, 3, 5)
    assert next_input(GAMES, founded_table.snapshot()) == {"kind": "end_turn"}
    founded_table.submit({"kind": "end_turn"})
    assert next_input(GAMES, founded_table.snapshot()) is None


def test_without_a_game_a_press_does_nothing(table: Table) -> None:
    assert next_input(GAMES, table.snapshot()) is None


def test_a_press_ends_a_turn_of_the_dice_game(table: Table) -> None:
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


def test_a_press_in_the_panels_thread_ends_the_turn(founded_table: Table, factory: MockFactory) -> None:
    roll(founded_table, 3, 5)
    closed = threading.Event()
    close = factory.close

    def close_and_signal() -> None:
        close()
        closed.set()

    factory.close = close_and_signal
    settings = PanelSettings(next_player=17, light=(12, 13, 19), buzzer=18)
    founded_table.start([PanelSource(settings, founded_table.snapshot, GAMES, open_factory=lambda: factory)])
    wait_for(founded_table, lambda seen: any(s["name"] == "panel" for s in seen["sources"]))
    factory.pin(17).drive_low()
    wait_for(founded_table, lambda seen: seen["game"]["view"]["on_turn"] == "blue")
    founded_table.stop()
    assert closed.wait(90)
    assert view(founded_table)["log"][-1]["source"] == "panel"
