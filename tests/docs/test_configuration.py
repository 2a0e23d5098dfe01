"""The documentation of the configuration file matches the program."""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "tools"))

import settings_table
from inserts import insert_text

from companion.cli.common.config import load
from companion.hardware.panel import RETRY_EVERY_S
from companion.hardware.pins import DEBOUNCE_S, NOTICE_SIGNAL, STUCK_S

DOCUMENT = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text("utf-8")


def test_the_documented_keys_are_the_ones_that_are_read() -> None:
    assert insert_text(DOCUMENT, "settings", settings_table.tables()) == DOCUMENT, (
        "python docs/tools/settings_table.py writes them anew"
    )


def test_the_example_can_be_read(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", DOCUMENT, re.S)
    assert example
    file = tmp_path / "config.toml"
    file.write_text(example[1])
    assert load(file).panel.has_parts


def test_the_documented_times_match_the_program() -> None:
    text = " ".join(DOCUMENT.split())
    assert f"has been down for {DEBOUNCE_S * 1000:g} ms" in text
    assert f"stays down for {STUCK_S:g} s" in text
    assert f"sounds for {NOTICE_SIGNAL[0].seconds:g} s on a seven" in text
    assert f"tried again every {RETRY_EVERY_S:g} s" in text
