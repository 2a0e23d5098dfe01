"""The panel end to end: buttons, light and buzzer, on mock pins and on real ones."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.base.rules.options import Colour
from companion.hardware.pins import LED_COLOURS, OFF_COLOUR

Rgb = tuple[float, float, float]


def close_to(expected: Rgb) -> Any:
    """Approximate comparison for the measured pulses of a real pin."""
    return pytest.approx(expected, abs=0.06)


PLAYING: dict[str, Any] = {"phase": "play", "on_turn": "red", "rolled": True, "to_do": []}


def line(number: int, kind: str = "roll", **event: Any) -> dict[str, Any]:
    return {"number": number, "event": {"kind": kind, **event}}


def test_a_button_enters_its_input(bench: Any) -> None:
    bench.show(0.1, **PLAYING)
    bench.press("undo", 0.3)
    bench.press("next_player", 0.7)
    bench.run(1.0)
    assert bench.entered_kinds == ["undo", "end_turn"]
    assert bench.reports == [("ok", "")]


def test_a_press_has_the_time_of_the_table(bench: Any) -> None:
    bench.press("undo", 0.3)
    bench.run(0.6)
    pressed = bench.observations[-1]
    assert pressed.source == "panel"
    assert 100.3 < pressed.t < 100.4


def test_a_bouncing_contact_is_one_press(bench: Any) -> None:
    for n in range(8):
        bench.press("undo", 0.3 + 0.002 * n, 0.001)
    bench.press("undo", 0.316, 0.15)
    for n in range(8):
        bench.press("undo", 0.468 + 0.002 * n, 0.001)
    bench.run(1.0)
    assert bench.entered_kinds == ["undo"]


def test_noise_on_the_wire_is_no_press(bench: Any) -> None:
    for n in range(40):
        bench.press("undo", 0.1 + 0.05 * n, 0.004)
    bench.run(3.0)
    assert bench.entered_kinds == []


def test_a_button_that_is_down_when_the_game_starts_was_not_pressed(bench: Any) -> None:
    bench.buttons["undo"].off()
    bench.time.schedule(1.0, bench.buttons["undo"].on)
    bench.press("undo", 2.0)
    bench.run(3.0)
    assert bench.entered_kinds == ["undo"]


def test_without_a_game_the_next_player_button_does_nothing(bench: Any) -> None:
    bench.press("next_player", 0.5)
    seen = bench.watch(0.56)
    bench.run(1.0)
    assert bench.entered_kinds == []
    assert [sounds for _, sounds in seen] == [True]


def test_a_stuck_button_is_reported_ignored_and_recovers(bench: Any) -> None:
    bench.show(0.1, **PLAYING)
    bench.press("undo", 0.5, 30.0)
    bench.press("next_player", 20.0)
    bench.press("undo", 32.0)
    bench.run(33.0)
    assert bench.entered_kinds == ["undo", "end_turn", "undo"]
    stuck = 'The button "undo" is stuck: it is ignored until it is released.'
    assert bench.reports == [("ok", ""), ("fault", stuck), ("ok", "")]


def test_a_repeated_press_skips_no_player(bench: Any) -> None:
    bench.show(0.1, **{**PLAYING, "rolled": False})
    bench.press("next_player", 0.5)
    seen = bench.watch(0.56)
    bench.run(1.0)
    assert bench.entered_kinds == []
    assert seen == [(OFF_COLOUR, True)]


def test_a_refused_input_blinks_and_beeps_twice(bench: Any) -> None:
    bench.refusing = True
    bench.show(0.1, **PLAYING)
    bench.press("undo", 0.5)
    # The press counts after 25 ms, at the next look; from then on 0.12 s each.
    seen = bench.watch(0.58, 0.7, 0.82, 0.94)
    bench.run(1.1)
    red = close_to(LED_COLOURS["red"])
    assert seen == [(close_to(OFF_COLOUR), True), (red, False), (close_to(OFF_COLOUR), True), (red, False)]
    assert bench.entered_kinds == []
    assert bench.reports == [("ok", "")]


@pytest.mark.parametrize("colour", LED_COLOURS)
def test_the_light_has_the_colour_of_the_active_player(bench: Any, colour: Colour) -> None:
    bench.show(0.1, **{**PLAYING, "on_turn": colour})
    seen = bench.watch(0.2)
    bench.run(0.3)
    assert seen == [(close_to(LED_COLOURS[colour]), False)]


def test_the_light_follows_the_active_player_and_stays_with_the_winner(bench: Any) -> None:
    bench.show(1, phase="layout", on_turn="red", to_do=[{"kind": "lay_island"}])
    found = [{"kind": "found", "colour": "blue", "piece": "road"}]
    bench.show(2, phase="founding", on_turn="red", to_do=found)
    bench.show(3, **PLAYING)
    bench.show(4, **{**PLAYING, "on_turn": "white"})
    bench.show(5, **{**PLAYING, "phase": "over", "winner": "blue"})
    seen = bench.watch(0.5, 1.5, 2.5, 3.5, 4.5, 5.5)
    bench.run(6.0)
    lights = [OFF_COLOUR, OFF_COLOUR, *(LED_COLOURS[colour] for colour in ("blue", "red", "white", "blue"))]
    assert [light for light, _ in seen] == [close_to(light) for light in lights]


def test_a_seven_beeps_once(bench: Any) -> None:
    seven = line(7, dice=[3, 4])
    bench.show(1, **PLAYING, log=[line(5, dice=[3, 4])])
    bench.show(2, **PLAYING, log=[line(5, dice=[3, 4]), line(6, "end_turn"), seven])
    bench.show(3, **PLAYING, log=[line(5, dice=[3, 4]), line(6, "end_turn"), seven, line(8, "steal")])
    seen = bench.watch(1.1, 2.1, 2.6, 3.1)
    bench.run(4.0)
    assert [sounds for _, sounds in seen] == [False, True, False, False]


def test_stopping_turns_everything_off_and_frees_the_pins(bench: Any) -> None:
    bench.show(0.1, **PLAYING, log=[line(1, "end_turn")])
    bench.show(0.3, **PLAYING, log=[line(1, "end_turn"), line(2, dice=[6, 1])])
    seen = bench.watch(0.4)
    bench.run(0.5)
    assert seen == [(close_to(LED_COLOURS["red"]), True)]
    assert (bench.light_colour(), bench.sounds()) == (OFF_COLOUR, False)
    assert bench.lent.closed


def test_the_panel_can_be_run_again(bench: Any) -> None:
    bench.run(0.5)
    bench.time.stop.clear()
    bench.press("undo", 1.0)
    bench.run(1.5)
    assert bench.entered_kinds == ["undo"]
