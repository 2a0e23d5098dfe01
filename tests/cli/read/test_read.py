"""`companion read board`: its output, exit statuses, and errors for unreadable files."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import read
from companion.cli.read import board_to_text
from companion.island.geometry import COAST, HEXES, SITES, Standing
from companion.island.reading import HexReading
from tests.images import picture_at
from vision.board import BoardReading, LocatedHex, SiteReading
from vision.harbors import HarborReading


@pytest.fixture
def blank(tmp_path: Path) -> str:
    """A photo without a board."""
    name = tmp_path / "blank.png"
    cv2.imwrite(str(name), np.full((120, 160, 3), 90, np.uint8))
    return str(name)


@pytest.fixture
def board(tmp_path: Path) -> str:
    """A photo of a board, drawn with plain strokes."""
    name = tmp_path / "board.png"
    cv2.imwrite(str(name), draw_board())
    return str(name)


def draw_board() -> np.ndarray:
    colours = [(50, 85, 165), (35, 75, 30), (60, 200, 130), (50, 190, 235), (135, 125, 120), (145, 195, 220)]
    picture = np.full((900, 1000, 3), (70, 100, 140), np.uint8)

    def hexagon(x: float, y: float, radius: float, first: float, colour: tuple[int, int, int]) -> None:
        angles = first + np.arange(6) * np.pi / 3
        corners = np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)
        cv2.fillPoly(picture, [corners.astype(np.int32)], colour, cv2.LINE_AA)

    hexagon(500, 450, 430, 0, (190, 110, 30))
    middles = [
        (500 + 75 * np.sqrt(3) * (q + r / 2), 450 + 112.5 * r)
        for q in range(-2, 3)
        for r in range(-2, 3)
        if abs(q + r) <= 2
    ]
    for x, y in middles:
        hexagon(x, y, 84, np.pi / 6, (150, 205, 225))
    for n, (x, y) in enumerate(middles):
        hexagon(x, y, 75, np.pi / 6, (40, 45, 50))
        hexagon(x, y, 73, np.pi / 6, (150, 205, 225))
        hexagon(x, y, 67, np.pi / 6, colours[n * 5 % 6])
        if n * 5 % 6 != 5:
            cv2.circle(picture, (int(x), int(y)), 24, (190, 225, 240), -1, cv2.LINE_AA)
            cv2.putText(picture, str(n % 4 + 2), (int(x) - 9, int(y) + 9), cv2.FONT_HERSHEY_COMPLEX, 0.9,
                        (20, 20, 20), 2, cv2.LINE_AA)  # fmt: skip
    rng = np.random.default_rng(1)
    return (picture + rng.normal(0, 6, picture.shape)).clip(0, 255).astype(np.uint8)


def companion(*words: str) -> int:
    parser = argparse.ArgumentParser(prog="companion")
    read.add_parser(parser.add_subparsers())
    args = parser.parse_args(["read", *words])
    status = args.run(args)
    assert isinstance(status, int)
    return status


@pytest.mark.slow
def test_json_has_one_line_per_photo_in_the_given_order(
    board: str, blank: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert companion("board", blank, board, "--json") == 1
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["photo"] == blank
    assert first["found"] is False
    assert "island" in first["why"]
    assert first["hexes"] == first["harbors"] == first["pieces"] == []
    assert first["robber"] is None
    assert second["photo"] == board
    assert second["found"] is True
    assert "why" not in second
    assert len(second["hexes"]) == 19
    for one in second["hexes"]:
        assert set(one) == {"at", "terrain", "number", "confidence"}
        assert one["terrain"] in ("hills", "forest", "pasture", "fields", "mountains", "desert")
        assert one["number"] is None or 2 <= one["number"] <= 12
        assert 0 <= one["confidence"] <= 1
    assert second["seconds"] > 0


def test_the_exit_status_is_0_when_every_board_is_found(board: str) -> None:
    assert companion("board", board, "--json") == 0


@pytest.mark.slow
def test_a_file_that_is_not_a_picture_is_named_and_the_others_are_read(
    board: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("buy milk", "utf-8")
    assert companion("board", str(text), str(tmp_path / "missing.jpg"), board, "--json") == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["photo"] == board
    assert "notes.jpg: it is no picture" in err
    assert "missing.jpg: no such file" in err


def test_a_missing_file_is_reported_once(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    missing = str(tmp_path / "missing.jpg")
    companion("board", missing)
    assert capfd.readouterr().err == f"{missing}: no such file\n"


def test_a_folder_is_reported_as_not_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert companion("board", str(tmp_path)) == 2
    assert "it is a folder" in capsys.readouterr().err


@pytest.mark.slow
def test_the_text_output_has_one_line_per_hex(
    board: str, blank: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert companion("board", board) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "island" in lines[0]
    assert [line.split()[0] for line in lines[1:20]] == [*HEXES]
    assert all("nothing" in line for line in lines[20:])
    assert companion("board", blank) == 1
    assert "no island" in capsys.readouterr().out


def test_each_line_of_the_text_output_ends_with_the_alternatives() -> None:
    site = SITES[0]
    settlement, city = Standing("settlement", "red"), Standing("city", "red")
    clear = HexReading({"hills": 1.0}, {8: 1.0})
    doubtful = HexReading({"hills": 0.6, "desert": 0.4}, {8: 1.0, None: 0.0})
    hexes = [LocatedHex(at, (0, 0), (0, 0), doubtful if n == 0 else clear) for n, at in enumerate(HEXES)]
    sites = [
        SiteReading(site, (0, 0), {settlement: 0.6, city: 0.4}),
        SiteReading(SITES[1], (0, 0), {None: 0.6, city: 0.4}),
        SiteReading(SITES[2], (0, 0), {None: 0.999, city: 0.001}),
    ]
    reading = BoardReading(
        True,
        "",
        np.eye(3),
        0.8,
        tuple(hexes),
        0.5,
        tuple(sites),
        {HEXES[0]: 0.9, HEXES[1]: 0.1},
        (HarborReading(COAST[0], (0, 0), {"ore": 0.7}),),
    )
    lines = board_to_text(reading).splitlines()[1:]
    assert [(line.split()[0], line.partition(", or ")[2]) for line in lines if ", or " in line] == [
        (HEXES[0], "desert"),
        (COAST[0], "nothing"),
        (site, "city red"),
        (SITES[1], "city red"),
        (HEXES[0], HEXES[1]),
    ]
    assert len(lines) == len(HEXES) + 4


@pytest.mark.slow
def test_the_reading_of_one_photo_is_drawn(board: str, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    assert companion("board", board, "--draw", str(out)) == 0
    assert picture_at(out).shape == picture_at(board).shape


@pytest.mark.slow
def test_drawing_needs_one_photo_and_a_writable_path(
    board: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert companion("board", board, board, "--draw", str(tmp_path / "out.png")) == 2
    assert "one photo" in capsys.readouterr().err
    assert companion("board", board, "--draw", str(tmp_path / "nowhere" / "out.png")) == 2
    assert "can't be written" in capsys.readouterr().err


def test_the_kind_of_reading_is_required(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        companion()
    assert stopped.value.code == 2
