"""`companion calibrate dice` and the readers of its result: a player shows dice and names their faces.

The tables are drawn, and the places of the dice are given to the finder, which has its own tests.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.command import main
from tests.images import picture_at
from vision.dice import DieDetection
from vision.dice.resources import RESOURCES, load
from vision.training.resources.die_photos import render_table
from vision.training.resources.faces import draw_set, random_face_style

WIDTH = 48.0

Table = Callable[[str, list[str]], str]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Draw a photo of one set: `table(name, [top faces])` returns the file name."""
    rng = np.random.default_rng(1)
    look = random_face_style("woodcut", dict.fromkeys(RESOURCES, 3), rng)
    faces = draw_set(look, rng)
    where: dict[bytes, tuple[DieDetection, ...]] = {}

    def locate_placed_dice(
        picture: np.ndarray, **_: object
    ) -> tuple[tuple[DieDetection, ...], None, np.ndarray]:
        seen = where.get(picture.tobytes(), ())
        return seen, None, np.ones(len(seen))

    monkeypatch.setattr("vision.dice.resources.locate_dice", locate_placed_dice)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def draw(name: str, tops: list[str]) -> str:
        picture, places = render_table(
            faces, [RESOURCES.index(top) for top in tops], look.body, WIDTH, 15, rng
        )
        where[picture.tobytes()] = tuple(DieDetection(at, WIDTH, 1.0) for at in places)
        cv2.imwrite(name, picture)
        return name

    return draw


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Type lines one by one; returns the prompts that were answered."""

    def say(*lines: str) -> list[str]:
        left: Iterator[str] = iter(lines)
        prompts: list[str] = []

        def answer(prompt: str = "") -> str:
            prompts.append(prompt)
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        return prompts

    return say


def test_six_dice_are_learned_from_one_photo_and_read_from_another(
    table: Table, answers: Callable[..., list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown, asked = table("shown.png", list(RESOURCES)), table("asked.png", ["gold", "wool", "gold", "ore"])
    answers(*RESOURCES)
    assert main(["calibrate", "dice", shown, "--learned", "set.json"]) == 0
    assert "set.json: 6 faces learned" in capsys.readouterr().out
    assert load(Path("set.json")).names == RESOURCES
    assert main(["read", "dice", "--resources", "--learned", "set.json", asked, "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert [die["value"] for die in output["dice"]] == ["gold", "wool", "gold", "ore"]
    assert all(set(die) == {"at", "value", "confidence"} for die in output["dice"])


@pytest.mark.slow
def test_one_die_is_shown_face_after_face(table: Table, answers: Callable[..., list[str]]) -> None:
    photos = [table(f"{name}.png", [name]) for name in RESOURCES]
    answers(*RESOURCES)
    assert main(["calibrate", "dice", *photos, "--learned", "set.json"]) == 0
    assert load(Path("set.json")).names == RESOURCES


def test_the_set_is_saved_next_to_the_journal_by_default(
    table: Table, answers: Callable[..., list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(*RESOURCES)
    assert main(["calibrate", "dice", table("shown.png", list(RESOURCES))]) == 0
    file = tmp_path / "data" / "companion" / "journal-dice.json"
    assert load(file).names == RESOURCES
    assert f"--learned {file}" in capsys.readouterr().out


def test_the_counted_dice_are_drawn(table: Table, answers: Callable[..., list[str]]) -> None:
    shown = table("shown.png", list(RESOURCES))
    answers(*RESOURCES)
    assert main(["calibrate", "dice", shown, "--learned", "set.json"]) == 0
    drawn, bare = picture_at("companion-dice.png"), picture_at(shown)
    assert drawn.shape == bare.shape
    assert (drawn != bare).any()


def test_first_letters_are_accepted_and_unclear_answers_are_asked_again(
    table: Table, answers: Callable[..., list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    prompts = answers("o", "g", "gr", "sheep", "w", "lum", "Brick ", "gold")
    assert main(["calibrate", "dice", table("shown.png", list(RESOURCES)), "--learned", "set.json"]) == 0
    assert load(Path("set.json")).names == RESOURCES
    assert len(prompts) == 8
    assert "first letters are enough" in capsys.readouterr().out


@pytest.mark.slow
def test_enter_accepts_the_proposal_once_the_set_is_known(
    table: Table, answers: Callable[..., list[str]]
) -> None:
    first, second = table("first.png", list(RESOURCES)), table("second.png", ["wool", "ore"])
    prompts = answers(*RESOURCES, "", "")
    assert main(["calibrate", "dice", first, second, "--learned", "set.json"]) == 0
    assert load(Path("set.json")).names == (*RESOURCES, "wool", "ore")
    assert "[wool]" in prompts[6]


def test_a_die_can_be_skipped(table: Table, answers: Callable[..., list[str]]) -> None:
    answers(*RESOURCES, "-")
    shown = table("shown.png", [*RESOURCES, "ore"])
    assert main(["calibrate", "dice", shown, "--learned", "set.json"]) == 0
    assert load(Path("set.json")).names == RESOURCES


def test_a_missing_face_is_named_and_nothing_is_saved(
    table: Table, answers: Callable[..., list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    answers("ore", "grain", "wool", "lumber")
    shown = table("shown.png", ["ore", "grain", "wool", "lumber"])
    assert main(["calibrate", "dice", shown, "--learned", "set.json"]) == 1
    assert "brick and gold" in capsys.readouterr().err
    assert not Path("set.json").exists()


def test_an_interruption_keeps_the_previous_set(
    table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    Path("set.json").write_text("what was")
    assert main(["calibrate", "dice", table("shown.png", list(RESOURCES)), "--learned", "set.json"]) == 1
    assert "Nothing was saved" in capsys.readouterr().out
    assert Path("set.json").read_text() == "what was"


def test_a_photo_without_dice_says_what_to_look_for(
    table: Table, answers: Callable[..., list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite("bare.png", np.full((200, 300, 3), 120, np.uint8))
    answers(*RESOURCES)
    shown = table("shown.png", list(RESOURCES))
    assert main(["calibrate", "dice", "bare.png", shown, "--learned", "set.json"]) == 0
    assert "bare.png: no die found" in capsys.readouterr().out


def test_a_file_that_is_not_a_picture_is_named(
    table: Table, answers: Callable[..., list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "dice", "none.jpg", "--learned", "set.json"]) == 1
    assert "none.jpg" in capsys.readouterr().err


def test_a_recording_replaces_the_camera(table: Table, answers: Callable[..., list[str]]) -> None:
    Path("photos").mkdir()
    table("photos/1.png", list(RESOURCES))
    answers(*RESOURCES)
    assert main(["calibrate", "dice", "--camera", "photos", "--learned", "set.json"]) == 0
    assert load(Path("set.json")).names == RESOURCES


def test_photos_and_a_camera_exclude_each_other(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "dice", "a.png", "--camera", "0"]) == 1
    assert "either" in capsys.readouterr().err


def test_a_learned_set_is_for_resource_dice(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "dice", "--learned", "set.json", table("a.png", ["ore"])]) == 2
    assert "--resources" in capsys.readouterr().err


def test_a_missing_learned_set_is_named(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "dice", "--resources", "--learned", "none.json", table("a.png", ["ore"])]) == 1
    assert "none.json" in capsys.readouterr().err


def test_the_text_output_has_one_line_per_die(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "dice", "--resources", table("a.png", ["ore", "wool"]), "--draw", "out.png"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "2 dice" in lines[0]
    assert len(lines) == 3
    assert Path("out.png").exists()


def test_an_unreadable_picture_is_the_only_thing_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "dice", "nosuch.jpg"]) == 1
    output = capsys.readouterr().err
    assert "nosuch.jpg" in output
    assert "not shown yet" not in output
