"""Which sevens sound, snapshot by snapshot; with a real table see tests/table/test_panel.py."""

from __future__ import annotations

from typing import Any

from companion.hardware.snapshots import Sevens


def snapshot(*rolls: tuple[int, int, int], game: str = "g") -> dict[str, Any]:
    """A table whose log holds these rolls: number, and the two dice."""
    log = [{"number": n, "event": {"kind": "roll", "dice": [a, b]}} for n, a, b in rolls]
    return {"game": {"id": game, "view": {"log": log}}}


def test_a_seven_that_is_taken_back_and_comes_back_sounds_once() -> None:
    sevens = Sevens()
    seen = [snapshot((4, 1, 1)), snapshot((4, 1, 1), (5, 3, 4)), snapshot((4, 1, 1))]
    assert [sevens.falls(one) for one in [*seen, seen[1]]] == [False, True, False, False]


def test_only_the_last_of_two_rolls_that_are_seen_at_once_sounds() -> None:
    sevens = Sevens()
    assert not sevens.falls(snapshot((4, 1, 1)))
    assert not sevens.falls(snapshot((4, 1, 1), (5, 3, 4), (6, 2, 2)))


def test_a_table_without_a_game_is_silent_and_begins_anew() -> None:
    sevens = Sevens()
    assert not sevens.falls({"game": None})
    assert not sevens.falls(snapshot((2, 3, 4)))
    assert not sevens.falls(snapshot((2, 3, 4), game="another"))
