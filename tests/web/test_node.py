"""Runs the tests of scripts and pages in node, without a browser (`tests/web/node/`).

Node comes with tsc, and what the tests import from npm (`make test` installs both).
"""

from __future__ import annotations

import inspect
import json
import os
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.games.base import inconsistencies
from companion.games.base.inconsistencies import detection
from companion.games.base.rules.events import EVENT_TYPES
from companion.games.base.rules.legality import RuleViolation as BaseViolation
from companion.games.dice_game import views
from companion.games.dice_game.legality import DiceGameViolation
from companion.games.spot_it import legality
from tests.patience import PAGES
from tests.tiers import CASE_CPU_S
from tests.web.conftest import FakeTable, as_table, rich_game
from tests.web.paired import paired_client
from tests.web.snapshots import snapshots
from tests.web.tables_for_node import TableMaker, serving_tables
from web.app import create_app
from web.geometry import island
from web.i18n import TRANSLATIONS_FOLDER, load_languages
from web.settings import Settings
from web.stream import make_patch

ROOT = Path(__file__).parents[2]
NODE = Path(__file__).parent / "node"
TESTS = sorted(NODE.glob("*.test.js"))
PAIRS = 200
ACCEPTED_STATUSES = range(200, 400)
MALFORMED_STATUSES = {None, 400, 404, 405, 413, 415, 422}
"""The server's answers to requests that it doesn't understand."""
LARGE_NURSERY = "--max-semi-space-size=64"
"""Space in MiB for young objects: a page makes so many that a small nursery costs a sixth of the CPU time."""
ANSWER = '{"tests":'
"""The beginning of the line with which `runner.js` answers. All other lines are output of the tests."""
MAX_FILES = 12
"""A process of node runs at most so many files. A module lasts as long as its process, and retains pages: 30
MiB for each file."""
SHARED_MODULES = ("dom.js", "runner.js", "selectors.js", "server_data.js")
"""Modules of which all files of tests have the same copy: they keep no state of a test."""


def document(rng: random.Random, depth: int = 3) -> Any:
    """Any JSON that differs here and there from the next."""
    kind = rng.choice(["object", "list", "plain"]) if depth else "plain"
    if kind == "object":
        names = rng.sample(["a", "b", "/", "~", "~1", "", "0", "-"], rng.randrange(5))
        return {name: document(rng, depth - 1) for name in names}
    if kind == "list":
        return [document(rng, depth - 1) for _ in range(rng.randrange(6))]
    return rng.choice([None, True, False, 0, 1, 1.5, "", "x", "é"])


def patches() -> list[dict[str, Any]]:
    """Documents, and the server's patches between them."""
    rng = random.Random(28)
    pairs = [(document(rng), document(rng)) for _ in range(PAIRS)]
    return [
        {"before": before, "operations": make_patch(before, after), "after": after} for before, after in pairs
    ]


class NodeRunner:
    """A process of node that runs files of tests one after another (tests/web/node/runner.js)."""

    def __init__(self, folder: Path, tables: TableMaker, environment: Mapping[str, str]) -> None:
        """Start no process yet.

        Args:
            folder: the bundled tests (`make_folder`).
            tables: makes the tables that tests ask for. They are closed after each file.
            environment: further environment variables.
        """
        self._folder, self._tables = folder, tables
        self._requests = folder / "requests.jsonl"
        self._environment = {**os.environ, **environment, "COMPANION_REQUESTS": str(self._requests)}
        self._process: subprocess.Popen[str] | None = None
        self._files = 0

    def run(self, name: str) -> FileResult:
        """Run the tests of a file.

        A process that dies, or that this one does not wait for until its answer, runs no further file.
        """
        self._requests.unlink(missing_ok=True)
        process = self._process or self._start()
        self._process = None
        try:
            printed, result = self._ask(process, self._folder / name)
        except BaseException:
            _end(process)
            raise
        finally:
            self._tables.close()
        self._files += 1
        if self._files % MAX_FILES:
            self._process = process
        else:
            _end(process)
        tests = tuple(NodeTest(**each) for each in result["tests"])
        return FileResult(tests, tuple(result["errors"]), printed, read_lines(self._requests))

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            _end(self._process)

    def _start(self) -> subprocess.Popen[str]:
        node = shutil.which("node")
        assert node, "node isn't there: `make test` installs it"
        return subprocess.Popen(
            [node, LARGE_NURSERY, str(self._folder / "runner.js")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self._environment,
        )

    @staticmethod
    def _ask(process: subprocess.Popen[str], path: Path) -> tuple[str, dict[str, Any]]:
        """Return the process's output during a file of tests, and its answer."""
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{path}\n")
        process.stdin.flush()
        printed: list[str] = []
        for line in process.stdout:
            if line.startswith(ANSWER):
                return "".join(printed), json.loads(line)
            printed.append(line)
        status = process.wait()
        raise AssertionError(f"node ended during {path.name} with status {status}: {''.join(printed)}")


def _end(process: subprocess.Popen[str]) -> None:
    """End a process and close its pipes."""
    process.kill()
    process.communicate()


@dataclass(frozen=True)
class NodeTest:
    """The outcome of a test in node; ``error`` is empty if it passed."""

    name: str
    cpu_s: float
    is_slow: bool
    is_skipped: bool
    error: str


@dataclass(frozen=True)
class FileResult:
    """The outcome of a file of tests in node.

    Attributes:
        tests: its tests.
        errors: errors outside its tests.
        printed: what it printed.
        requests: what its pages sent.
    """

    tests: tuple[NodeTest, ...]
    errors: tuple[str, ...]
    printed: str
    requests: list[dict[str, Any]]

    def list_failures(self) -> list[str]:
        """Return each failed test with its error, then the errors outside a test."""
        return [f"{each.name}: {each.error}" for each in self.tests if each.error] + list(self.errors)


def sent_pages() -> dict[str, Any]:
    """The HTML and the script of every page that tests open, as the server sends them."""
    pages: dict[str, Any] = {}
    scripts: dict[str, str] = {}
    devices = [("tablet", None, None), ("viewer", None, None), ("phone", "red", "Ana")]
    for name, snapshot in snapshots().items():
        kind = (snapshot["game"] or {"kind": "none"})["kind"]
        app = create_app(as_table(FakeTable(snapshot["game"])), Settings(patience=PAGES))
        for role, seat, player in devices:
            client = app.test_client() if role == "viewer" else paired_client(app, role, seat, player)
            for page, path in PAGES_OF_ALL.items():
                key = f"{page}:{kind}:{role}"
                for code in ("en", "fr"):
                    if f"{key}:{code}" in pages:
                        continue
                    html = client.get(path, headers={"Accept-Language": code}).get_data(as_text=True)
                    found = re.search(r'<script type="module" src="([^"]+)"', html)
                    assert found, f"{path} of {name} has no script"
                    script = found[1]
                    if script not in scripts:
                        scripts[script] = client.get(script).get_data(as_text=True)
                        for part in re.findall(r'import\("(/scripts/[^"]+)"\)', scripts[script]):
                            scripts[part] = client.get(part).get_data(as_text=True)
                    pages[f"{key}:{code}"] = {"path": path, "html": html, "script": script}
    return {"pages": pages, "scripts": scripts}


def event_fields() -> dict[str, list[str]]:
    """Return the fields of every event kind of the base game, by its journal keys."""
    return {
        kind: [field.metadata.get("json", field.name) for field in fields(event)]
        for kind, event in EVENT_TYPES.items()
    }


def violations() -> dict[str, list[str]]:
    """Return the violations of each game, by kind."""
    text = Path(legality.__file__).read_text("utf-8")
    return {
        "dice_game": [name.lower() for name in DiceGameViolation.__members__],
        "base": [each.name.lower() for each in BaseViolation if each.name],
        "spot_it": sorted(set(re.findall(r'(?:yield |\[)"(\w+)"', text))),
    }


def questions() -> dict[str, list[str]]:
    """Return the questions, explanations and assumptions of the base game's tracker."""
    return {
        "asked": [*inconsistencies.QUESTIONS, *inconsistencies.EXPLANATIONS],
        "did": [each.kind for each in detection.SPENDING_EVENTS],
    }


def dice_game_changes() -> list[str]:
    """Return the possible changes of a correction of the dice game: the first column of a table."""
    _, _, table = (inspect.getdoc(views.diff_states) or "").partition("====")
    return sorted(set(re.findall(r"`(\w+)`", "\n".join(line[:17] for line in table.splitlines()))))


PAGES_OF_ALL = {
    "table": "/",
    "phone": "/phone",
    "history": "/history",
    "pair": "/pair",
    "camera": "/camera",
    "overlay": "/overlay",
    "design": "/design",
}


def make_folder(top: Path, *, linked: bool = False) -> Path:
    """Copy the scripts and their tests into a folder in which node takes them for modules.

    Args:
        top: an empty folder.
        linked: link to the tests instead of bundling them, so that a change of one is seen. node runs such a
            file directly.

    Returns:
        The folder of the tests below it.
    """
    (top / "package.json").write_text(json.dumps({"type": "module"}))
    shutil.copytree(
        ROOT / "web" / "static", top / "web" / "static", ignore=shutil.ignore_patterns("*.png", "*.woff2")
    )
    tests = top / NODE.relative_to(ROOT)
    tests.mkdir(parents=True)
    for path in NODE.iterdir():
        if linked or path.name == "node_modules":
            (tests / path.name).symlink_to(path)
        else:
            shutil.copy(path, tests)
    if not linked:
        _bundle([tests / "dom.js"])
        # By their whole paths: pages have modules of the same names.
        shared = [f"--external:{tests / name}" for name in SHARED_MODULES]
        _bundle([tests / path.name for path in TESTS], "--alias:node:test=./runner.js", *shared)
    words = {
        code: json.loads(language.page) for code, language in load_languages(TRANSLATIONS_FOLDER).items()
    }
    sent = {
        "geometry": island(),
        "words": words,
        "snapshots": snapshots(),
        "choices": FakeTable().choices(),
        "eventFields": event_fields(),
        "violations": violations(),
        "questions": questions(),
        "diceGameChanges": dice_game_changes(),
        **sent_pages(),
    }
    (tests / "sent.json").write_text(json.dumps(sent))
    (tests / "patches.json").write_text(json.dumps(patches()))
    return tests


def _bundle(modules: Sequence[Path], *options: str) -> None:
    """Bundle each module of a folder with all that it imports into one, in its place."""
    # Modules of CommonJS among them ask for node's own by `require`.
    banner = "import {createRequire} from 'node:module'; const require = createRequire(import.meta.url);"
    form = ["--bundle", "--format=esm", "--platform=node", f"--banner:js={banner}", "--log-level=error"]
    folder = modules[0].parent
    esbuild = NODE / "node_modules" / ".bin" / "esbuild"
    names = [each.name for each in modules]
    command = [str(esbuild), *names, *form, *options, "--outdir=.", "--allow-overwrite"]
    subprocess.run(command, cwd=folder, check=True)


@pytest.fixture(scope="module")
def node_runner(
    tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config
) -> Iterator[NodeRunner]:
    """A runner of the tests in node, with a server of tables beside it."""
    top = tmp_path_factory.mktemp("node")
    with serving_tables(top) as (url, tables):
        variables = {"COMPANION_TABLES": url, "COMPANION_TIER": pytestconfig.getoption("tier")}
        with closing(NodeRunner(make_folder(top), tables, variables)) as runner:
            yield runner


def is_all_slow(script: str) -> bool:
    """Return whether a script of tests declares none but slow ones (tests/web/node/tiers.js)."""
    return set(re.findall(r"^ *(slowTest|test\w*)\(", script, re.M)) == {"slowTest"}


def test_a_file_is_slow_if_it_declares_none_but_slow_tests() -> None:
    assert is_all_slow('slowTest("a", check);\nfor (const each of all) {\n  slowTest(each, check);\n}\n')
    assert not is_all_slow('slowTest("a", check);\nfor (const testIn of all) {\n  testIn("b", check);\n}\n')
    assert not is_all_slow('test("a", check);\nslowTest("b", check);\n')
    assert not is_all_slow("// No test.\n")


@pytest.fixture
def small_runner(tmp_path: Path) -> Iterator[NodeRunner]:
    """A runner of files: one fails and leaves a global, one is clean, one exits, one fixes a global."""
    files = {
        "first": """
            globalThis.left = 1;
            test("passes", () => {});
            test("fails", () => { throw new Error("a reason"); });
            test("its page complains", () => after(() => { throw new Error("a complaint"); }));
            slowTest("is slow", () => {});
        """,
        "second": """
            test("finds no global", () => { if ("left" in globalThis) throw new Error("it is there"); });
        """,
        "third": "process.exit(3);",
        "fourth": "Object.defineProperty(globalThis, 'fixed', { value: 1 });",
    }
    for name in ("runner.js", "tiers.js"):
        shutil.copy(NODE / name, tmp_path)
    tiers = tmp_path / "tiers.js"
    tiers.write_text(tiers.read_text("utf-8").replace("node:test", "./runner.js"))
    (tmp_path / "package.json").write_text(json.dumps({"type": "module"}))
    imports = 'import { after, test } from "./runner.js"; import { slowTest } from "./tiers.js";'
    for name, script in files.items():
        (tmp_path / name).with_suffix(".test.js").write_text(imports + script)
    with closing(NodeRunner(tmp_path, TableMaker(tmp_path), {"COMPANION_TIER": "fast"})) as runner:
        yield runner


def test_a_failure_in_node_is_named_by_its_test(small_runner: NodeRunner) -> None:
    result = small_runner.run("first.test.js")
    fails, complains = result.list_failures()
    assert fails.startswith("fails: Error: a reason")
    assert complains.startswith("its page complains: Error: a complaint")
    assert [(each.is_slow, each.is_skipped) for each in result.tests] == [(False, False)] * 3 + [(True, True)]


def test_a_file_of_tests_in_node_leaves_nothing_to_the_next(small_runner: NodeRunner) -> None:
    small_runner.run("first.test.js")
    assert small_runner.run("second.test.js").list_failures() == []
    assert small_runner.run("fourth.test.js").list_failures() == [
        "globals that are not configurable remain for other files: fixed"
    ]


def test_a_new_process_follows_one_that_ended(small_runner: NodeRunner) -> None:
    with pytest.raises(AssertionError, match=r"node ended during third\.test\.js with status 3"):
        small_runner.run("third.test.js")
    assert small_runner.run("second.test.js").list_failures() == []


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(path.name, marks=[pytest.mark.slow] if is_all_slow(path.read_text("utf-8")) else [])
        for path in TESTS
    ],
)
def test_a_script_passes_its_node_tests(
    node_runner: NodeRunner, name: str, record_property: Callable[[str, object], None]
) -> None:
    result = node_runner.run(name)
    failures = result.list_failures()
    assert not failures, "\n\n".join([*failures, result.printed])
    assert any(not each.is_skipped for each in result.tests), "it has no test"
    unmarked_s = [each.cpu_s for each in result.tests if not each.is_slow]
    record_property(CASE_CPU_S, max(unmarked_s, default=0.0))
    app = create_app(as_table(FakeTable(rich_game())))
    refused = [each for each in result.requests if not is_well_formed(each, app)]
    assert refused == [], "the server refuses what the page sent"


def read_lines(file: Path) -> list[dict[str, Any]]:
    """Return what a test in node wrote, a line of JSON each."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def is_well_formed(request: Mapping[str, Any], shared: Flask) -> bool:
    """Check that the real server understands a request, so that its fake table accepts it.

    Args:
        request: what a page sent.
        shared: a server that has answered other requests. If it refuses this one, a new server decides.
    """
    if _status_of(request, shared) in ACCEPTED_STATUSES:
        return True
    return _status_of(request, create_app(as_table(FakeTable(rich_game())))) not in MALFORMED_STATUSES


def _status_of(request: Mapping[str, Any], app: Flask) -> int | None:
    """The HTTP status of a server's answer; None if the request lacks its deadline."""
    role, seat = request["role"], request["seat"]
    client = app.test_client() if role == "viewer" else paired_client(app, role, seat, seat and "Ana")
    # Until when it may be entered is by the clock of the server that the page knew.
    headers = dict(request["headers"])
    if not re.fullmatch(r"r1-\d+\.\d{3}", headers.pop("Enter-By", "r1-0.000")):
        return None
    sent = client.open(request["path"], method=request["method"], json=request.get("body"), headers=headers)
    return sent.status_code
