"""A release: its wheel has exactly the needed files and runs without the checkout; its notes."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.syntax import tree_of

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "tools"))

import release

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "vision", "web")
NOT_INSTALLED = "vision/training/"
IGNORE_BUILD_OUTPUT = shutil.ignore_patterns("__pycache__", "*.pyc", "build", "*.egg-info", ".making")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution of a copy of the checkout."""
    folder = tmp_path_factory.mktemp("release")
    checkout = folder / "checkout"
    for name in (*PACKAGES, ".ci", "firmware", "docs/tools"):
        shutil.copytree(ROOT / name, checkout / name, ignore=IGNORE_BUILD_OUTPUT)
    for path in ROOT.iterdir():
        if path.is_file() and path.suffix in {".md", ".toml", ".in", ""} and not path.name.startswith("."):
            shutil.copy(path, checkout)
    (checkout / "tests").mkdir()
    return release.build(checkout, folder / "dist", isolated=False)


@pytest.fixture(scope="module")
def wheel_names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


class TestTheWheel:
    def test_the_wheel_contains_all_package_files_except_training(self, wheel_names: set[str]) -> None:
        there = {
            path.relative_to(ROOT).as_posix()
            for package in PACKAGES
            for path in (ROOT / package).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        needed = {name for name in there if not name.startswith(NOT_INSTALLED)}
        installed = {name for name in wheel_names if not name.split("/")[0].endswith(".dist-info")}
        assert installed == needed

    def test_the_wheel_contains_the_licence_and_the_photo_credits(self, wheel_names: set[str]) -> None:
        names = {name.rsplit("/", 1)[-1] for name in wheel_names if ".dist-info/" in name}
        assert {"LICENSE", "NOTICE"} <= names

    @pytest.mark.slow
    def test_no_installed_module_imports_the_training_code(self) -> None:
        for package in PACKAGES:
            for path in (ROOT / package).rglob("*.py"):
                if not path.relative_to(ROOT).as_posix().startswith(NOT_INSTALLED):
                    for node in ast.walk(tree_of(path)):
                        named = [getattr(node, "module", None) or "", *_names(node)]
                        assert not any(name.startswith("vision.training") for name in named), path

    @pytest.mark.slow
    def test_the_demo_runs_from_the_wheel_outside_the_checkout(self, wheel: Path, tmp_path: Path) -> None:
        site = tmp_path / "site"
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(site)
        environment = {**os.environ, "PYTHONPATH": str(site)}
        process = subprocess.run(
            [sys.executable, "-c", "import companion, vision, web; print(companion, vision, web)"],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert process.stdout.count(str(site)) == 3
        played = subprocess.run(
            [sys.executable, "-m", "companion", *release.SHORT_DEMO],
            cwd=tmp_path, env=environment, capture_output=True, text=True,
        )  # fmt: skip
        assert played.returncode == 0, played.stdout + played.stderr
        assert "matches what happened" in played.stdout


class TestNotes:
    CHANGELOG = "# Changes\n\n## [Unreleased]\n\n## [0.2.0] - 2030-01-01\n\n- More.\n\n## 0.1.0\n\n- All.\n"

    def test_the_notes_are_the_version_s_changelog_section(self) -> None:
        assert release.notes(self.CHANGELOG, "0.2.0") == "- More."
        assert release.notes(self.CHANGELOG, "0.1.0") == "- All."

    @pytest.mark.parametrize("version", ["0.3.0", "0.2", "Unreleased"])
    def test_a_version_without_notes_is_not_released(self, version: str) -> None:
        with pytest.raises(release.ReleaseError, match=r"CHANGELOG\.md says nothing"):
            release.notes(self.CHANGELOG, version)

    def test_the_current_version_has_notes(self) -> None:
        assert release.notes((ROOT / "CHANGELOG.md").read_text("utf-8"), release.version())


def test_uncommitted_files_are_not_released(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    release.check_committed(tmp_path)
    (tmp_path / "half_done.py").touch()
    with pytest.raises(release.ReleaseError, match=r"Not everything is committed: half_done\.py"):
        release.check_committed(tmp_path)


def _names(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
