"""Pages use only their own server: nothing is loaded from or sent to others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.paired import paired_client
from tests.web.test_calibration import FakeCalibration, as_calibration
from web import create_app

WEB = Path(__file__).parents[2] / "web"
NAMES_OF_LANGUAGES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")
"""They look like addresses; no browser opens them."""
EXTERNAL_ADDRESS = re.compile(r"""\b(?:https?|wss?|ftp):/(?!/ )|(?<=["'`(=\s])//(?=[\w\[])""")
"""In a sentence, an address begins after a space."""
PAGES = ("/", "/pair", "/phone", "/history", "/history/1", "/calibrate")


def external_addresses(text: str) -> list[str]:
    """Yield external addresses, each with the text around it."""
    for name in NAMES_OF_LANGUAGES:
        text = text.replace(name, "")
    return [text[max(0, found.start() - 40) : found.end() + 40] for found in EXTERNAL_ADDRESS.finditer(text)]


@pytest.fixture
def calibration() -> FakeCalibration:
    """One that was gone through: it doesn't stand before the table's page."""
    calibration = FakeCalibration()
    calibration.leads = False
    return calibration


@pytest.fixture
def client(table: Any, calibration: FakeCalibration) -> FlaskClient:
    return paired_client(create_app(table, calibration_api=as_calibration(calibration)))


@pytest.mark.parametrize(
    "text",
    [
        'import x from "https://cdn.example/x.js"',
        "@import url(//cdn.example/x.css);",
        '<script src="//cdn.example/x.js">',
        "fetch(`http://${host}/`)",
        "new WebSocket('wss://elsewhere')",
        "<img src=//cdn.example/x.png>",
    ],
)
def test_an_external_address_is_found(text: str) -> None:
    assert external_addresses(text)


def test_no_file_contains_an_external_address() -> None:
    kinds = {".html", ".js", ".css", ".svg", ".json"}
    files = [path for path in WEB.rglob("*") if path.suffix in kinds]
    assert len(files) > 50
    assert {
        path.name: found for path in files if (found := external_addresses(path.read_text("utf-8")))
    } == {}


@pytest.mark.parametrize("path", [*PAGES, "/words/fr.json", "/table.webmanifest", "/worker.js", "/api/state"])
def test_no_answer_contains_an_external_address(client: FlaskClient, path: str) -> None:
    text = client.get(path, follow_redirects=True).get_data(as_text=True)
    assert text
    assert external_addresses(text) == []


def test_the_content_security_policy_allows_only_the_own_server(client: FlaskClient) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    sources = {source for rule in policy.split(";") for source in rule.split()[1:]}
    assert sources <= {"'self'", "'none'"}
