"""A table without a tower runs without Linux features."""

from __future__ import annotations

import json
import re
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE_S

pytestmark = pytest.mark.slow

ELSEWHERE_SCRIPT = """
import sys
for name in ("fcntl", "termios", "grp", "pwd", "tty", "pty"):
    sys.modules[name] = None
from companion.cli.command import main
sys.exit(main(sys.argv[1:]))
"""
"""A Python that has none of these modules."""
PLAYERS = [
    {"name": name, "colour": colour} for name, colour in (("Ana", "red"), ("Ben", "blue"), ("Cyr", "white"))
]


@contextmanager
def run_elsewhere(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", ELSEWHERE_SCRIPT, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE_S)


def test_a_remote_server_uses_tls_and_a_phone_camera_and_locks_its_journal(tmp_path: Path) -> None:
    given = ("serve", "--port", "0", "--camera", "phone", "--journal", str(tmp_path / "journal.db"))
    with run_elsewhere(*given) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if found := re.search(r"(https://\S+/)pair\?key=([\w-]+)", line):
                break
        else:
            raise AssertionError("".join(lines))
        unwarned = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        unwarned.check_hostname, unwarned.verify_mode = False, ssl.CERT_NONE
        opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(), urllib.request.HTTPSHandler(context=unwarned)
        )

        def ask(path: str, body: Any = None) -> Any:
            data = None if body is None else json.dumps(body).encode()
            request = urllib.request.Request(found[1] + path, data, {"Content-Type": "application/json"})
            with opener.open(request, timeout=PATIENCE_S) as answer:
                return json.load(answer)

        ask("api/pairing", {"key": found[2]})
        ask("api/games", {"game": "base", "players": PLAYERS, "options": {}})
        assert [each["name"] for each in ask("api/state")["game"]["view"]["players"]] == ["Ana", "Ben", "Cyr"]
        with run_elsewhere(*given) as second:
            output, _ = second.communicate(timeout=PATIENCE_S)
        assert second.returncode == 1
        assert "another Companion is running with the journal" in output
    with run_elsewhere("games", "--journal", str(tmp_path / "journal.db")) as after:
        output, _ = after.communicate(timeout=PATIENCE_S)
    assert after.returncode == 0, output
