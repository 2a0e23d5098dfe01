"""Sounds for each snapshot; for a real table see tests/table/test_panel.py."""

from __future__ import annotations

from typing import Any

from companion.games.registry import GAMES
from companion.games.spot_it.game import SpotItGame
from companion.hardware.panel import SoundDetector, next_input, panel_colour
from tests.games.tally import Tally

TALLY = {"tally": Tally()}


def snapshot(*rolls: tuple[int, int, int], game: str = "g") -> dict[str, Any]:
    """A table whose log holds these rolls: number, and the two dice."""
    log = [{"number": n, "event": {"kind": "roll", "dice": [a, b]}} for n, a, b in rolls]
    return {"game": {"id": game, "kind": "base", "view": {"log": log}}}


def test_an_undone_and_restored_seven_beeps_once() -> None:
    sevens = SoundDetector(GAMES)
    seen = [snapshot((4, 1, 1)), snapshot((4, 1, 1), (5, 3, 4)), snapshot((4, 1, 1))]
    assert [sevens.detect_sound(one) for one in [*seen, seen[1]]] == [False, True, False, False]


def test_only_the_last_of_two_simultaneous_rolls_beeps() -> None:
    sevens = SoundDetector(GAMES)
    assert not sevens.detect_sound(snapshot((4, 1, 1)))
    assert not sevens.detect_sound(snapshot((4, 1, 1), (5, 3, 4), (6, 2, 2)))


def test_a_table_without_a_game_is_silent_and_resets_the_sounds() -> None:
    sevens = SoundDetector(GAMES)
    assert not sevens.detect_sound({"game": None})
    assert not sevens.detect_sound(snapshot((2, 3, 4)))
    assert not sevens.detect_sound(snapshot((2, 3, 4), game="another"))


def tally(*totals: int, winner: str | None = None) -> dict[str, Any]:
    """Snapshot of a table that plays the tally, with the rolls so far."""
    log = [{"number": n, "event": {"kind": "thrown", "total": total}} for n, total in enumerate(totals, 1)]
    view = {"log": log, "phase": "play", "on_turn": "blue", "winner": winner}
    return {"game": {"id": 1, "kind": "tally", "view": view}}


def test_any_game_can_define_its_panel() -> None:
    sounds = SoundDetector(TALLY)
    heard = [sounds.detect_sound(tally(*thrown)) for thrown in [(7,), (7, 12), (7, 12, 7), (7, 12, 7, 7)]]
    assert heard == [False, True, False, False]
    assert panel_colour(TALLY, tally(7)) == "blue"
    assert panel_colour(TALLY, tally(12, 12, winner="red")) == "red"
    assert next_input(TALLY, tally(7)) == {"kind": "throw", "total": 2}
    assert next_input(TALLY, tally(12, 12, winner="red")) is None


def test_a_game_without_panel_rules_lights_only_the_winner() -> None:
    games = {"spot_it": SpotItGame()}
    view = {"phase": "play", "winner": None, "log": [{"number": 1, "event": {"kind": "game_scored"}}]}
    playing = {"game": {"id": 1, "kind": "spot_it", "view": view}}
    won = {"game": {"id": 1, "kind": "spot_it", "view": {**view, "phase": "over", "winner": "red"}}}
    assert [panel_colour(games, each) for each in (playing, won)] == [None, "red"]
    assert next_input(games, playing) is None
    assert not any(SoundDetector(games).detect_sound(each) for each in (playing, won))
