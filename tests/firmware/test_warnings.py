"""The firmware's C compiles with strict warnings as errors; `make lint` checks more."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from tests.firmware.programs import FIRMWARE

PROGRAMS = ["build/tower.elf", "build/tower-emulator", "build/core-tests", "build/fuzz", "build/model"]
STRICT_FLAGS = {"-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"}


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_program_is_compiled_with_strict_warnings_that_are_errors(program: str) -> None:
    shown = subprocess.run(
        ["make", "--dry-run", "--always-make", "-C", FIRMWARE, program], capture_output=True, text=True
    )
    assert shown.returncode == 0, shown.stderr
    compiled = re.findall(r"^(?:avr-)?gcc .*", shown.stdout, re.M)
    assert compiled
    assert all(set(command.split()) >= STRICT_FLAGS for command in compiled)


def test_changed_flags_rebuild_the_programs(tmp_path: Path) -> None:
    shutil.copytree(FIRMWARE, tmp_path / "firmware", ignore=shutil.ignore_patterns("build", "tower"))
    copy = tmp_path / "firmware"
    (copy / "build").mkdir()
    later = time.time() + 10
    for program in PROGRAMS:
        (copy / program).write_text("made")
        os.utime(copy / program, (later, later))
    assert subprocess.run(["make", "-q", "-C", copy, *PROGRAMS]).returncode == 0
    os.utime(copy / "Makefile", (later + 10, later + 10))
    for program in PROGRAMS:
        assert subprocess.run(["make", "-q", "-C", copy, program]).returncode == 1, program


class TestLint:
    def test_a_missing_lint_tool_is_explained(self, tmp_path: Path) -> None:
        for tool in ("make", "sh"):
            (tmp_path / tool).symlink_to(shutil.which(tool) or tool)
        looked = subprocess.run(
            ["make", "-C", FIRMWARE, "lint"], capture_output=True, text=True, env={"PATH": str(tmp_path)}
        )
        assert looked.returncode != 0
        assert "apt-get install cppcheck" in looked.stderr

    @pytest.mark.skipif(
        not all(map(shutil.which, ("cppcheck", "clang-format"))), reason="cppcheck, clang-format: make lint"
    )
    def test_lint_finds_nothing(self) -> None:
        looked = subprocess.run(
            ["make", "--no-print-directory", "-C", FIRMWARE, "lint"], capture_output=True, text=True
        )
        assert looked.returncode == 0, looked.stdout + looked.stderr
