"""Everything that the pages name exists: links, files, modules, commands, options and inputs."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.cli.command import parser
from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.inputs import table_inputs
from companion.games.base.rules.state import State
from companion.games.game_api import GameHistory
from companion.games.replay import Replay
from companion.observations import InputRefused

ROOT = Path(__file__).parents[2]
TOP = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES = [*TOP, *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/decisions").glob("*.md"))]

MIN_ENTRY_LETTERS = 40
"""Shorter lines of tables and lists may repeat."""
MIN_INPUTS_AND_OUTPUTS = 50

page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def code_spans(page: Path) -> Iterator[str]:
    """Yield all text in code type: spans, and the lines of blocks."""
    text = page.read_text("utf-8")
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.S | re.M)
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M))
    yield from (line for block in blocks for line in block.splitlines())
    yield from (line.strip() for line in re.findall(r"^    .*$", text, re.M))


def commands(page: Path, name: str) -> list[list[str]]:
    """Return the words after a command's name."""
    begins = re.compile(rf"(?:\S*/)?{name} (?=[a-z-])")
    named = [begins.sub("", text, count=1) for text in code_spans(page) if begins.match(text)]
    return [re.sub(r"#.*", "", text).split() for text in named]


@page
def test_every_link_has_a_target(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
        assert "://" in link or (page.parent / link).exists(), link


@page
def test_every_named_file_exists(page: Path) -> None:
    folders = "companion|vision|web|tests|docs|firmware"
    for path in re.findall(rf"`((?:{folders})/[\w/.-]+)`", page.read_text("utf-8")):
        assert (ROOT / path).exists() or (ROOT / f"{path}.py").exists(), path


@page
def test_every_heading_and_every_table_row_is_there_once(page: Path) -> None:
    # A merge that takes the lines of both sides can repeat them.
    table_head = r"^\|.*\n\|[-:| ]+\|$"
    for version in re.split(r"^## \[", page.read_text("utf-8"), flags=re.M):
        text = re.sub(table_head, "", re.sub(r"^```.*?^```", "", version, flags=re.S | re.M), flags=re.M)
        headings = re.findall(r"^#+ .+", text, re.M)
        entries = re.findall(rf"^[-|] .{{{MIN_ENTRY_LETTERS},}}", text, re.M)
        assert [line for line, count in Counter([*headings, *entries]).items() if count > 1] == []


def test_every_input_and_output_names_the_test_that_holds_it() -> None:
    text = (ROOT / "docs/inputs_and_outputs.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and not line.endswith("| test |")]
    assert len(rows) >= MIN_INPUTS_AND_OUTPUTS
    assert [row for row in rows if not re.search(r"`tests/[\w/]+\.(?:py|test\.js)` \|$", row)] == []


@page
def test_every_named_module_class_and_function_exists(page: Path) -> None:
    for name in re.findall(r"`((?:companion|vision|web)(?:\.\w+)+)(?:\(.*?\))?`", page.read_text("utf-8")):
        if not (ROOT / name).exists():  # a file's name looks alike
            assert _exists(name), name


@page
def test_every_make_command_has_its_target(page: Path) -> None:
    for words in commands(page, "make"):
        makefile = ROOT / "Makefile"
        if words[0] == "-C":
            makefile, words = ROOT / words[1] / "Makefile", words[2:]
        assert re.search(rf"^{words[0]}:", makefile.read_text("utf-8"), re.M), words


@page
def test_every_companion_command_has_its_options(page: Path) -> None:
    for command, *rest in commands(page, "companion"):
        known = _options(_subparsers(parser())[command])
        for option in re.findall(r"--[a-z-]+", " ".join(rest)):
            assert option in known, f"companion {command} {option}"


@page
def test_every_named_input_is_known(page: Path) -> None:
    for kind in re.findall(r'\{"kind": "(\w+)"', page.read_text("utf-8")):
        with pytest.raises(InputRefused) as refused:
            table_inputs.interpret(GameHistory(Replay((), State())), BelievedReplay(), {"kind": kind})
        assert "no such input" not in str(refused.value)


def _exists(name: str) -> bool:
    """Check that a dotted name is a module or a member of one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        with contextlib.suppress(ModuleNotFoundError):
            found: object = importlib.import_module(".".join(parts[:length]))
            for part in parts[length:]:
                if not (hasattr(found, part) or part in getattr(found, "__annotations__", {})):
                    return False
                found = getattr(found, part, None)
            return True
    return False


def _subparsers(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """Return the subcommands of a command by name."""
    below: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            below |= action.choices
    return below


def _options(parser: argparse.ArgumentParser) -> set[str]:
    """Return the options of a command and its subcommands."""
    below = _subparsers(parser).values()
    return set(parser._option_string_actions).union(*(_options(each) for each in below))
