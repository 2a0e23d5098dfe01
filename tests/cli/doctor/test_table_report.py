"""`companion doctor`: one sentence for each known or missing fact of the table."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.calibration.setup import ExpectedPlayer, TableSetup
from companion.calibration.setup_report import describe_setup
from companion.cli.command import main
from companion.island.geometry import INTERSECTIONS, PieceKind
from vision.buildings import Example
from vision.detector import VIEW_PX
from vision.dice.region import DiceRegion
from vision.follow.calibration import Calibration
from vision.follow.tints import Tint

COMPLETE_SETUP = TableSetup(
    camera="/dev/video0",
    exposure={"exposure": 156.0, "gain": 12.0},
    quality=0.77,
    colours=("red", "blue"),
    dice="beside",
    tower="/dev/ttyUSB0",
    unit="7e57ab1e",
    buttons=("undo",),
    players=(ExpectedPlayer("Ana", "red"), ExpectedPlayer("Ben", "blue")),
    made={"camera": "2026-11-20", "tower": "2026-11-21"},
)
SAVED_CALIBRATION = Calibration(
    960,
    540,
    np.diag([50.0, 50.0, 1.0]),
    np.zeros((VIEW_PX, VIEW_PX, 3), np.uint8),
    tints={"red": Tint((40.0, 55.0, 30.0), (3.0, 4.0, 4.0), 2)},
)

Doctor = Callable[..., tuple[int, str]]


@pytest.fixture
def doctor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Doctor:
    """Run the command with saved files; returns its status and output."""

    def run(setup: TableSetup | None = None, seen: Calibration | None = None, *more: str) -> tuple[int, str]:
        if setup is not None:
            setup.save(tmp_path / "journal-table.json")
        if seen is not None:
            seen.save(tmp_path / "journal-board.json")
        status = main(["doctor", "--journal", str(tmp_path / "journal.db"), *more])
        return status, capsys.readouterr().out

    return run


def test_a_complete_setup_is_described_in_sentences(doctor: Doctor) -> None:
    status, out = doctor(COMPLETE_SETUP, SAVED_CALIBRATION)
    assert status == 0
    for text in (
        "The camera is /dev/video0, chosen on 20 November 2026.",
        "Its exposure is locked: exposure 156, gain 12.",
        "The island was found with a match of 77 % in pictures of 960 x 540.",
        "Known piece colours: red.",
        "The camera reads dice beside the island.",
        "The dice tower 7e57ab1e at /dev/ttyUSB0 is calibrated, and read a roll correctly on 21 November",
        "Players, in this order: Ana (red) and Ben (blue).",
    ):
        assert f"ok {text}" in out
    assert "!!" not in out


def test_the_report_of_an_uncalibrated_table_names_the_command_to_run(doctor: Doctor) -> None:
    status, out = doctor()
    assert status == 1
    for part in ("camera", "colours", "dice"):
        assert f"run 'companion calibrate {part}'" in out


def test_accepted_warnings_stay_in_the_report(doctor: Doctor) -> None:
    setup = TableSetup(camera="0", quality=0.5, wrong=("It is too dark.",))
    status, out = doctor(setup, SAVED_CALIBRATION)
    assert status == 1
    assert "!! The island was found with a match of 50 %" in out
    assert "It is too dark." in out


def test_a_damaged_file_is_reported(doctor: Doctor, tmp_path: Path) -> None:
    (tmp_path / "journal-board.json").write_text("{}")
    status, out = doctor(COMPLETE_SETUP)
    assert status == 1
    assert "is not a calibration" in out


def test_the_json_report_has_the_same_facts(doctor: Doctor) -> None:
    _, out = doctor(COMPLETE_SETUP, SAVED_CALIBRATION, "--json")
    assert json.loads(out)["dice"] == {"good": True, "text": "The camera reads dice beside the island."}


@pytest.mark.parametrize(
    ("setup", "text"),
    [
        (TableSetup(dice="anywhere"), "beside the island and on it"),
        (TableSetup(dice="nowhere"), "doesn't read dice"),
        (TableSetup(dice=DiceRegion(inside=((0, 0), (1, 0), (1, 1)))), "a part of the picture"),
        (TableSetup(camera="0", unheld="A recording has no exposure to lock."), "A recording has no"),
        (TableSetup(), "No players have been entered yet."),
        (TableSetup(), "Some buttons were never tried"),
    ],
)
def test_each_part_of_the_setup_has_its_own_sentence(setup: TableSetup, text: str) -> None:
    assert any(text in each.text for each in describe_setup(setup, None, ["undo"]))


@pytest.mark.parametrize(
    ("kinds", "text"),
    [
        (["settlement", "settlement"], "what your settlements look like, but not your cities yet"),
        (["city"], "what your cities look like, but not your settlements yet"),
        (["city", "settlement"], "what your settlements and cities look like"),
        ([], ""),
    ],
)
def test_the_report_names_the_kinds_that_have_examples(kinds: list[PieceKind], text: str) -> None:
    examples = tuple(Example(INTERSECTIONS[n], kind, (0.0,) * 6, 0.5) for n, kind in enumerate(kinds))
    facts = describe_setup(COMPLETE_SETUP, replace(SAVED_CALIBRATION, examples=examples), [])
    texts = [fact.text for fact in facts if fact.what == "examples"]
    assert [text in each for each in texts] == [True] * bool(kinds)


@pytest.mark.parametrize("robber", [Tint((12.0, 0.0, 0.0), (9.0, 9.0, 9.0), 1), None])
def test_the_report_says_whether_the_robber_s_appearance_is_known(robber: Tint | None) -> None:
    facts = [
        fact
        for fact in describe_setup(COMPLETE_SETUP, replace(SAVED_CALIBRATION, robber=robber), [])
        if fact.what == "robber"
    ]
    expected = ["The camera knows what your robber looks like."] if robber else []
    assert [fact.text for fact in facts] == expected
    assert all(fact.good for fact in facts)


def test_missing_buttons_are_not_mentioned() -> None:
    assert all(each.what != "buttons" for each in describe_setup(TableSetup(), None, []))
    (buttons,) = (each for each in describe_setup(COMPLETE_SETUP, None, ["undo"]) if each.what == "buttons")
    assert buttons.good


def test_a_damaged_setup_file_is_reported_as_damaged_not_as_missing(doctor: Doctor, tmp_path: Path) -> None:
    (tmp_path / "journal-table.json").write_text('{"half', "utf-8")
    status, out = doctor(None, SAVED_CALIBRATION)
    assert status == 1
    assert out.count("journal-table.json") == 1
    assert "calibrate again" in out
    assert "No camera was chosen" not in out
    assert not json.loads(doctor(None, None, "--json")[1])["table"]["good"]
