"""The type checker reads every Python file there is, and passes none over, nor any kind of error."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
MYPY = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
PASSED_OVER = {"ignore_errors", "exclude", "follow_imports", "disable_error_code"}


def test_every_python_file_lies_in_a_folder_that_is_checked() -> None:
    if not (TOP / ".git").exists():
        pytest.skip("no checkout, but a copy: which files belong to it isn't known")
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=TOP, capture_output=True, text=True, check=True)
    assert {Path(name).parts[0] for name in listed.stdout.split()} == set(MYPY["files"])


def test_no_module_and_no_kind_of_error_is_passed_over() -> None:
    assert not [said for said in (MYPY, *MYPY["overrides"]) if PASSED_OVER & said.keys()]
