"""The demo's games: every combination of options, each played once, failures named."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.serve.demo import add_parser
from tests.soak import demos


def test_every_combination_of_the_options_is_played_with_a_seed_of_its_own() -> None:
    listed = list(demos.games(2, 10))
    assert len(listed) == 2 * len(demos.combinations())
    assert len({game["seed"] for game in listed}) == len(listed)
    for name, values in demos.OPTIONS.items():
        assert {game[name] for game in listed} == set(values)


def test_a_game_consists_of_options_of_the_demo() -> None:
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    for game in demos.games(1, 10):
        args = parser.parse_args(["demo", *demos.arguments(game)])
        assert {name: getattr(args, name) for name in game} == game


def test_a_match_of_the_dice_game_consists_of_options_of_the_demo() -> None:
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    listed = list(demos.dice_games(2))
    assert len({game["seed"] for game in listed}) == len(listed) == 4
    for game in listed:
        args = parser.parse_args(["demo", *demos.arguments(game)])
        assert {name: getattr(args, name) for name in game} == game


def test_turns_and_entries_of_a_dice_match_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    output = (
        "Cyr wins in turn 66: Ana 8, Ben 9, Cyr 10.\nThe players entered or corrected dice 9 times.\n"
        "The recorded sheets match the true ones.\n"
    )
    done = subprocess.CompletedProcess([], 0, stdout=output)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    result = demos.play_demo({"game": "dice", "seed": 1})
    assert (result["right"], result["turns"], result["touches"]) == (True, 66, 9)


def test_a_recorded_game_is_not_played_again(tmp_path: Path) -> None:
    listed = list(demos.games(1, 10))[:3]
    done = [{"game": listed[0], "right": True}, {"game": listed[1], "right": False}]
    assert demos.to_play(listed, done, again=False) == listed[2:]
    assert demos.to_play(listed, done, again=True) == listed[1:]


def test_a_truncated_result_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "results"
    file.write_text('{"game": {"seed": 1}, "right": true}\n{"game": {"se')
    assert demos.results(file) == [{"game": {"seed": 1}, "right": True}]


def test_failures_are_named_and_the_exit_status_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play_result(game: demos.Options) -> dict[str, object]:
        right = game["players"] == 3
        return {"game": dict(game), "right": right, "seconds": 1, "said": "" if right else "It differs."}

    monkeypatch.setattr(demos, "play_demo", play_result)
    only = "dice=both,entered=1,upsets=0.1,speed=0"
    monkeypatch.setattr(sys, "argv", ["demos.py", "--only", only, "--to", str(tmp_path / "results")])
    assert demos.main() == 1
    output = capsys.readouterr().out
    assert "2 games, 0 of them played already" in output
    assert "WRONG: companion demo --dice both --players 4" in output
    assert "It differs." in output
    assert demos.main() == 1
    assert "2 games, 2 of them played already" in capsys.readouterr().out
