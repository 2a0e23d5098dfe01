"""The configuration file: its keys, its errors, and its precedence."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.command import main
from companion.cli.common.config import (
    Configuration,
    PageSettings,
    TableSettings,
    default_config,
    default_journal,
    load,
)
from companion.cli.parts import device_access
from companion.cli.serve import serve
from companion.config import ConfigError
from companion.hardware.settings import PanelSettings

COMPLETE_FILE = """
[table]
tower = "/dev/serial/by-id/usb-1a86*"
camera = "picamera"
journal = "~/games.db"

[page]
host = "0.0.0.0"
port = 8080

[panel]
pin_factory = "lgpio"
next_player = 17
undo = 27
light = [12, 13, 19]
light_active_high = true
buzzer = 18
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def arguments(*given: str) -> tuple[argparse.Namespace, Configuration]:
    parser = argparse.ArgumentParser()
    serve.add_parser(parser.add_subparsers())
    args = parser.parse_args(["serve", *given])
    return args, serve.apply_configuration(args)


def test_a_complete_file_is_read(file: Path) -> None:
    file.write_text(COMPLETE_FILE)
    assert load(file) == Configuration(
        TableSettings("/dev/serial/by-id/usb-1a86*", "picamera", "~/games.db"),
        PageSettings("0.0.0.0", 8080),
        PanelSettings("lgpio", 17, 27, (12, 13, 19), True, 18),
    )


def test_the_file_sets_how_long_pages_wait(file: Path) -> None:
    file.write_text("[page]\npatience = 3")
    assert arguments("--config", str(file))[0].patience == 3
    assert arguments("--config", os.devnull)[0].patience == 1


def test_a_byte_order_mark_is_accepted(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + b"[page]\nport = 8080\n")
    assert load(file).page.port == 8080


def test_an_empty_file_sets_nothing(file: Path) -> None:
    file.write_text("")
    assert load(file) == Configuration()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[pannel]", "the section [pannel] is unknown. Known sections: table, page, panel, backup."),
        ("panel = 3", "panel must be a section: [panel] and its keys below."),
        ("[panel]\nundo = 99", "panel.undo can't be 99: use a pin's BCM number from 2 to 27."),
        (
            "[panel]\nundo = 4\nbuzzer = 4",
            "panel.buzzer names pin 4, which undo already uses.",
        ),
        ("[page]\nport = 70000", "page.port can't be 70000: use a number from 0 to 65535."),
        (
            '[page]\nproxy = "table.example.net"',
            'page.proxy must be an address without a path, such as "https://table.example.net/".',
        ),
        ("[table]\ncamera = 0", "table.camera can't be 0: use a text in quotes."),
    ],
)
def test_an_invalid_value_is_reported_with_file_and_key(file: Path, text: str, message: str) -> None:
    file.write_text(text)
    with pytest.raises(ConfigError) as refused:
        load(file)
    assert str(refused.value) == f"{file}: {message}"


def test_invalid_toml_is_reported_with_its_line(file: Path) -> None:
    file.write_text("[page]\nport: 8000")
    with pytest.raises(ConfigError, match=r"table\.toml is not a TOML file: .*line 2"):
        load(file)


def test_a_file_in_another_encoding_is_rejected(file: Path) -> None:
    file.write_bytes('[page]\nhost = "café"'.encode("latin-1"))
    with pytest.raises(ConfigError, match="not a TOML file"):
        load(file)


def test_a_missing_file_ends_the_command(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--config", str(file)]) == 1
    assert capsys.readouterr().err == f"companion: {file} can't be read: No such file or directory.\n"


def test_the_file_sets_what_the_command_line_leaves_open(file: Path) -> None:
    file.write_text(COMPLETE_FILE)
    args, config = arguments("--config", str(file), "--port", "9000", "--camera", "")
    assert (args.host, args.port) == ("0.0.0.0", 9000)
    assert (args.tower, args.camera) == ("/dev/serial/by-id/usb-1a86*", "")
    assert args.journal == Path.home() / "games.db"
    assert config.panel.undo == 27


def test_the_user_s_own_file_is_read_if_it_exists() -> None:
    assert arguments()[1] == Configuration()
    default_config().parent.mkdir(parents=True)
    default_config().write_text("[page]\nport = 8123")
    args, _ = arguments()
    assert (args.host, args.port, args.journal) == ("127.0.0.1", 8123, default_journal())


def test_a_panel_is_created_only_where_a_part_is_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "companion.hardware.panel", None)
    table = argparse.Namespace(snapshot=dict, playable=())
    assert device_access.panel_sources(PanelSettings(), table) == []  # type: ignore[arg-type]  # no panel asks it anything here
    monkeypatch.undo()
    (source,) = device_access.panel_sources(PanelSettings(pin_factory="mock", undo=27), table)  # type: ignore[arg-type]  # no panel asks it anything here
    assert source.name == "panel"


def test_without_a_panel_gpiozero_is_not_even_loaded() -> None:
    asked = "import sys, companion.cli.command; sys.exit('gpiozero' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0
