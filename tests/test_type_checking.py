"""The type checker checks every Python file for every kind of error."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
MYPY = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
SUPPRESSING_OPTIONS = {"ignore_errors", "exclude", "follow_imports", "disable_error_code"}


def test_every_python_file_is_in_a_checked_folder() -> None:
    if not (TOP / ".git").exists():
        pytest.skip("no checkout, but a copy: which files belong to it isn't known")
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=TOP, capture_output=True, text=True, check=True)
    assert {Path(name).parts[0] for name in listed.stdout.split()} == set(MYPY["files"])


def test_no_module_and_no_kind_of_error_is_excluded() -> None:
    assert not [section for section in (MYPY, *MYPY["overrides"]) if SUPPRESSING_OPTIONS & section.keys()]
