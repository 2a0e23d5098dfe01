"""Scripts that need no page are tried in node, without a browser: `tests/web/plain/` has their tests.

Node comes with tsc (`make test` installs it).
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from web.geometry import island
from web.i18n import TRANSLATIONS, languages
from web.json_patch import patch

ROOT = Path(__file__).parents[2]
PLAIN = Path(__file__).parent / "plain"
PAIRS = 200


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
    """Documents, and how the server says that one becomes the other."""
    rng = random.Random(28)
    pairs = [(document(rng), document(rng)) for _ in range(PAIRS)]
    return [{"before": before, "operations": patch(before, after), "after": after} for before, after in pairs]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts and their tests as modules: where they lie, node would take them for its older kind."""
    top = tmp_path_factory.mktemp("plain")
    (top / "package.json").write_text(json.dumps({"type": "module"}))
    shutil.copytree(
        ROOT / "web" / "static", top / "web" / "static", ignore=shutil.ignore_patterns("*.css", "*.png")
    )
    tests = top / PLAIN.relative_to(ROOT)
    shutil.copytree(PLAIN, tests)
    words = {code: json.loads(language.page) for code, language in languages(TRANSLATIONS).items()}
    (tests / "sent.json").write_text(json.dumps({"geometry": island(), "words": words}))
    (tests / "patches.json").write_text(json.dumps(patches()))
    return tests


@pytest.mark.parametrize("name", sorted(path.name for path in PLAIN.glob("*.test.js")))
def test_a_script_does_what_its_tests_say(folder: Path, name: str) -> None:
    node = shutil.which("node")
    assert node, "node isn't there: `make test` installs it"
    ran = subprocess.run([node, "--test", str(folder / name)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "fail 0" in ran.stdout
