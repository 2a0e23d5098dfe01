"""hardware.md is correct: links, commands, pins, sentences, parts and drawings."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "hardware"))

from measures import ask
from pins import NANO, PANEL

from companion.cli.command import parser
from companion.sources.tower import wording
from companion.sources.tower.protocol import FaultKind, TowerFault

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "hardware.md").read_text("utf-8")
PINS_H = (ROOT / "firmware" / "board" / "pins.h").read_text("utf-8")
DRAWINGS = sorted((ROOT / "docs" / "hardware").glob("*.svg"))
PICTURES = sorted((ROOT / "docs" / "hardware").glob("*.png"))
TOWER = ROOT / "firmware" / "tower"
PARTS = re.findall(r"^PARTS *:= (.*)$", (TOWER / "Makefile").read_text("utf-8"), re.M)[0].split()

BCM_AT_PLACE = {32: 12, 33: 13, 35: 19, 11: 17, 12: 18, 13: 27}
"""Of the Raspberry Pi's 40-pin header (Raspberry Pi Ltd, GPIO documentation)."""

needs_openscad = pytest.mark.skipif(shutil.which("openscad") is None, reason="openscad is not installed")


def spans(kind: str) -> list[str]:
    """Return the commands in code type that begin with a word."""
    typed = re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", DOCUMENT, flags=re.S))
    typed += [line for block in re.findall(r"```\n(.*?)```", DOCUMENT, re.S) for line in block.splitlines()]
    return sorted({" ".join(text.split()) for text in typed if text.startswith(f"{kind} ")})


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)", DOCUMENT))))
def test_every_link_has_a_target(link: str) -> None:
    assert (ROOT / link).exists()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:docs|firmware)/[\w/.-]+\w)`", DOCUMENT))))
def test_every_named_file_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("typed", spans("make"))
def test_every_make_command_has_its_target(typed: str) -> None:
    words = [word for word in shlex.split(typed)[1:] if "=" not in word]
    folder = ROOT
    if words[:1] == ["-C"]:
        folder, words = ROOT / words[1], words[2:]
    made = (folder / "Makefile").read_text("utf-8")
    assert all(re.search(rf"^{word}:", made, re.M) for word in words)


@pytest.mark.parametrize("typed", spans("companion"))
def test_every_companion_command_parses(typed: str) -> None:
    words = shlex.split(typed)[1:]
    assert parser().parse_args(words)


def test_the_nano_s_pins_match_the_firmware() -> None:
    def number(name: str) -> int:
        found = re.search(rf"#define {name} (?:_BV\(P[BD])?(\d+)", PINS_H)
        assert found is not None
        return int(found[1])

    first = number("SELECT_SHIFT")
    expected = {f"D{first + n}": f"S{n} of both multiplexers" for n in range(4)}
    expected |= {f"A{number(f'ADC_MUX_{n}')}": f"SIG of multiplexer {n}" for n in (1, 2)}
    expected |= {f"D{number(f'LAMP_{n}')}": f"gate of lamp {n}'s transistor" for n in (1, 2)}
    expected |= {f"D{8 + number(f'DIM_{n}')}": f"lamp {n}'s dimming resistor" for n in (1, 2)}
    drawn = {pin.name: pin.to.partition(" (")[0] for pin in NANO if pin.name[0] in "AD"}
    assert drawn == expected


def test_the_table_of_the_nano_s_pins_matches_the_drawing() -> None:
    table = DOCUMENT.partition("<!-- pins -->")[2].partition("<!-- end of pins -->")[0]
    rows = [row.strip("| ").split(" | ") for row in table.strip().splitlines()[2:]]
    assert rows == [[pin.name, pin.to] for pin in NANO]


@pytest.mark.parametrize("document", ["hardware.md", "docs/configuration.md"])
def test_the_panel_s_pins_match_the_configuration(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    panel = tomllib.loads(re.findall(r"```toml\n(.*?)```", text, re.S)[0])["panel"]
    drawn: dict[str, list[int]] = {}
    for pin in PANEL:
        drawn.setdefault(pin.key, []).append(pin.bcm)
    assert drawn == {key: value if isinstance(value, list) else [value] for key, value in panel.items()}


def test_the_panel_s_pins_are_drawn_at_their_header_positions() -> None:
    assert {pin.place: pin.bcm for pin in PANEL} == BCM_AT_PLACE


@pytest.mark.parametrize("kind", FaultKind)
def test_every_fault_of_the_tower_has_a_remedy(kind: FaultKind) -> None:
    pockets = (0,) if kind in (FaultKind.LIGHT, FaultKind.FULL, FaultKind.MEMORY) else (1, 2)
    rows = [f"| {wording.explain_faults([TowerFault(kind, pocket)])} |" for pocket in pockets]
    assert any(sentence in DOCUMENT for sentence in rows)


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda path: path.name)
def test_a_drawing_is_complete_and_loads_nothing(drawing: Path) -> None:
    text = drawing.read_text("utf-8")
    assert ET.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert text.count("http") == 1
    assert "href" not in text


@pytest.mark.parametrize("picture", PICTURES, ids=lambda path: path.name)
def test_a_picture_is_small_and_shown(picture: Path) -> None:
    assert picture.stat().st_size < 150_000
    assert f"(docs/hardware/{picture.name})" in DOCUMENT


@needs_openscad
def test_the_drawings_match_their_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import mounts
    import strip
    import wiring

    for script in (wiring, strip):
        monkeypatch.setattr(script, "OUTPUT", tmp_path)
        script.main()
    for name, draw in mounts.DRAWINGS.items():
        draw().save(tmp_path / f"{name}.svg")
    assert {path.name: path.read_text("utf-8") for path in DRAWINGS} == {
        path.name: path.read_text("utf-8") for path in tmp_path.glob("*.svg")
    }


@needs_openscad
@pytest.mark.parametrize("part", PARTS)
def test_openscad_accepts_a_part(part: str, tmp_path: Path) -> None:
    output = openscad("-o", str(tmp_path / "part.csg"), f"{part}.scad")
    assert "WARNING" not in output
    assert (tmp_path / "part.csg").stat().st_size > 200


@needs_openscad
@pytest.mark.parametrize("die", [14, 18])
def test_unsupported_die_sizes_are_refused(die: int, tmp_path: Path) -> None:
    output = openscad("-D", f"die={die}", "-o", str(tmp_path / "x.csg"), "lane.scad")
    assert "made for dice of 15 to 17 mm" in output


@needs_openscad
@pytest.mark.parametrize("die", [15, 16, 17])
def test_dice_cannot_jam_by_their_size(die: float) -> None:
    found = ask("opening", "lane_width", "bar", "chute_x", "chute_y", "reach", "baffle", "pockets", die=die)
    assert found["opening"] == pytest.approx(2.2 * die)
    assert found["chute_x"][1] - found["chute_x"][0] - found["reach"] >= found["opening"] - 1e-6
    assert found["chute_y"][1] - found["chute_y"][0] >= found["opening"]
    assert found["baffle"] >= 35
    assert 2**0.5 * (die + 0.3) < found["lane_width"] < 2 * (die - 0.3)
    assert 2**0.5 * (die + 0.3) < found["bar"] < 2 * (die - 0.3)
    assert found["pockets"] == [[die / 2, die / 2], [1.5 * die, die / 2]]


def openscad(*arguments: str) -> str:
    """Run OpenSCAD; returns its messages."""
    return subprocess.run(["openscad", *arguments], cwd=TOWER, capture_output=True, text=True).stderr
