"""Layers of the code: a part imports only from layers below its own, or from itself."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.syntax import tree_of, walk_statements

ROOT = Path(__file__).parents[1]

# The longest prefix decides. Parts on the same floor don't know each other.
FLOORS = {
    "companion": 0,
    "companion.errors": 0,
    "companion.config": 0.1,
    "companion.island": 0.1,
    "companion.observations": 0.2,
    "companion.rolls": 0.3,
    "companion.games": 1,
    # The packages of the base game; `game.py`, above them, is its interface for the table.
    "companion.games.base.rules": 1.1,
    "companion.games.base.api_types": 1.15,
    "companion.games.base.belief": 1.2,
    "companion.games.base.summary": 1.3,
    "companion.games.base.views": 1.3,
    "companion.games.base.tracker": 3,
    "companion.games.base.inconsistencies": 3,
    "companion.games.base.inputs": 3.1,
    "companion.games.base": 3.2,
    "companion.games.dice_game": 1.1,
    "companion.games.spot_it": 1.1,
    "companion.games.registry": 3.3,
    "companion.measurements": 1.6,
    "companion.picture_decoder": 1.4,
    "companion.supervised_thread": 1.4,
    "companion.checksummed_json": 1.5,
    "companion.journal": 2,
    "companion.hardware": 2,
    "companion.sources.tower": 2,
    "companion.sources.tower.stand_ins": 2.1,
    "companion.sources.bluetooth": 2,
    "companion.sources.bluetooth.stand_ins": 2.1,
    "companion.sources.camera": 2,
    "companion.sources": 2,
    "vision": 2,
    "companion.table": 4,
    "companion.sim": 4,
    "companion.perception": 4.2,
    "companion.recording": 4.5,
    "companion.calibration": 4.6,
    "web": 5,
    # The rooms of the command line; `command.py`, above them, puts the commands together.
    "companion.cli.common": 6,
    "companion.cli.journal": 6.1,
    "companion.cli.read": 6.1,
    "companion.cli.service": 6.1,
    "companion.cli.parts": 6.2,
    "companion.cli.doctor": 6.3,
    "companion.cli.serve": 6.4,
    "companion.cli.calibrate": 6.5,
    "companion.cli": 6.6,
    "companion.__main__": 7,
}


def part_of(module: str) -> tuple[str, float]:
    name = max((p for p in FLOORS if module == p or module.startswith(p + ".")), key=len)
    return name, FLOORS[name]


def sources() -> Iterator[tuple[str, Path]]:
    yield from paths_by_module().items()


@cache
def paths_by_module() -> Mapping[str, Path]:
    """The product's modules."""
    paths = {}
    for top in ("companion", "vision", "web"):
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            paths[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return paths


@cache
def imports(path: Path, module: str) -> tuple[str, ...]:
    """The names that a module imports."""
    return tuple(_find_imports(path, module))


def _find_imports(path: Path, module: str) -> Iterator[str]:
    for node in walk_statements(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative import"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize(("module", "path"), [pytest.param(m, p, id=m) for m, p in sources()])
def test_a_module_imports_only_from_the_layers_below(module: str, path: Path) -> None:
    part, floor = part_of(module)
    for name in imports(path, module):
        if name.split(".")[0] not in ("companion", "vision", "web"):
            continue
        other, below = part_of(name)
        allowed = below < floor or (other == part and below <= floor)
        assert allowed, f"{module} (floor {floor}) imports {name} (floor {below})"


@pytest.mark.parametrize(
    "module",
    [m for m, _ in sources() if part_of(m)[1] <= 1 or m.startswith("companion.games")],
)
def test_rules_and_island_import_no_clocks_files_threads_or_randomness(module: str) -> None:
    path = paths_by_module()[module]
    forbidden = {"time", "datetime", "random", "os", "pathlib", "threading", "sqlite3", "socket", "secrets"}
    # The seam of observations names the stop event that sources are given; it starts no thread.
    if module == "companion.observations":
        forbidden -= {"threading"}
    used = {name.split(".")[0] for name in imports(path, module)}
    assert not used & forbidden


@pytest.mark.parametrize("module", [m for m, _ in sources() if m.startswith("companion.table")])
def test_the_running_table_imports_no_image_code(module: str) -> None:
    for name in imports(paths_by_module()[module], module):
        assert name.split(".")[0] not in ("cv2", "numpy", "vision"), name
        assert not name.startswith(("companion.sources", "companion.perception")), name


@pytest.mark.parametrize("module", ["web.app", "companion.table.table"])
def test_server_and_table_start_without_the_libraries_for_pictures(module: str) -> None:
    script = f"import sys, {module}; print(*{{'cv2', 'onnxruntime', 'PIL', 'vision'}} & {{*sys.modules}})"
    started = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert (started.returncode, started.stdout.strip()) == (0, ""), started.stdout + started.stderr


def test_commands_can_be_imported_without_the_modules_of_linux() -> None:
    """The behaviour of commands there is tested by `tests/whole/test_remote_server.py`."""
    missing = dict.fromkeys(("fcntl", "termios", "grp", "pwd", "tty", "pty"))
    script = f"import sys; sys.modules.update({missing}); import companion.cli.command"
    started = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert started.returncode == 0, started.stderr


@pytest.mark.slow
def test_no_module_imports_itself_indirectly() -> None:
    modules = paths_by_module()
    known = {
        module: {_module(name, modules) for name in imports(path, module)} - {module}
        for module, path in modules.items()
    }
    while free := {module for module, others in known.items() if not others & known.keys()}:
        known = {module: others for module, others in known.items() if module not in free}
    assert known == {}


def _module(name: str, modules: Mapping[str, Path]) -> str | None:
    """The module that an import names, or the module of the imported name."""
    return next((each for each in (name, name.rpartition(".")[0]) if each in modules), None)
