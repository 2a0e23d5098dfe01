"""The API's description: complete, correct for a running table, and robust against any request."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.games.registry import GAMES
from companion.journal import Journal
from companion.table.table import Table
from tests.web.beginning import begin, players
from tests.web.conftest import FakeTable, as_table
from tests.web.paired import cookie
from tests.web.test_calibration import FakeCalibration, as_calibration
from tests.web.test_first_screen import OneDemo
from web import create_app
from web.openapi import document
from web.rights import Rights

STREAMS = ("/api/events", "/api/seat/events")
"""They have no end that a fuzzer would wait for; tests/web/test_stream.py is about them."""
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
CALLS = [
    (role, path, method)
    for path, operations in document("companion")["paths"].items()
    for method, operation in operations.items()
    for role in ["viewer", *(role for allowed in operation["security"] for role in allowed)]
    if path not in STREAMS
]


@contextmanager
def open_app(folder: Path, game: str = "base") -> Iterator[tuple[Flask, Rights]]:
    """The application of a real table with a game that is on; nobody waits until they may post again."""
    journal = Journal.open(folder / "journal.db")
    table = Table(journal, itertools.count(100.0, 0.25).__next__)
    if game == "base":
        begin(table, 3)
        table.submit({"kind": "roll", "dice": [5, 3]})
    else:
        table.start_game({"game": game, "players": players(2)[::-1]})
    rights = Rights(clock=itertools.count(0.0, 60.0).__next__)
    yield (
        create_app(
            table, rights=rights, calibration_api=as_calibration(FakeCalibration()), demo_launcher=OneDemo()
        ),
        rights,
    )
    table.stop()
    journal.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, Rights]]:
    with open_app(tmp_path_factory.mktemp("openapi")) as app_and_rights:
        yield app_and_rights


def routes(app: Flask) -> set[tuple[str, str]]:
    """Return the routes that are neither pages nor files: (path in the description, method)."""
    return {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if re.match(r"/(api|words|healthz)\b", rule.rule)
    }


def test_every_route_is_described_and_nothing_else() -> None:
    described = {
        (path, method) for path, operations in document("x")["paths"].items() for method in operations
    }
    assert (
        routes(
            create_app(
                as_table(FakeTable()),
                calibration_api=as_calibration(FakeCalibration()),
                demo_launcher=OneDemo(),
            )
        )
        == described
    )


def test_the_server_serves_a_valid_openapi_document(running: tuple[Flask, Rights]) -> None:
    app, rights = running
    open_app = app.test_client().get("/api/openapi.json").json
    assert open_app == document(rights.cookie)
    schemathesis.openapi.from_dict(open_app).validate()


def test_the_requests_of_an_evening_are_answered_as_described(tmp_path: Path) -> None:
    wool_for_ore = {"give": {"wool": 1}, "take": {"ore": 1}}
    asked: list[tuple[str, str, str, dict[str, Any] | None]] = [
        ("viewer", "/api/state", "get", None),
        ("viewer", "/api/journal?before=9", "get", None),
        ("viewer", "/words/fr.json", "get", None),
        ("tablet", "/api/games", "get", None),
        ("tablet", "/api/inputs?preview=1", "post", {"kind": "undo"}),
        ("tablet", "/api/inputs", "post", {"kind": "move_robber", "to": "h0,0"}),
        ("phone", "/api/seat/inputs", "post", {"kind": "buy_development_card", "card": "knight"}),
        ("phone", "/api/seat/state", "get", None),
        ("phone", "/api/seat/offers", "post", wool_for_ore),
        ("tablet", "/api/offers/1", "post", {"player": "blue", "answer": "refuse"}),
        ("viewer", "/api/state", "get", None),
        ("phone", "/api/seat/offers/1", "post", {"answer": "withdraw"}),
        ("tablet", "/api/offers", "post", {"player": "red", **wool_for_ore}),
        ("tablet", "/api/pairing/phones", "post", {"seat": "blue"}),
        ("tablet", "/api/pairing/phones/blue.svg", "get", None),
        ("tablet", "/api/pairing", "get", None),
        ("tablet", "/api/games", "post", {"game": "base", "players": players(3), "abandon": True}),
        ("tablet", "/api/games/resume", "post", {"game": 1, "abandon": True}),
        ("tablet", "/api/games/leave", "post", {"game": 1}),
        ("tablet", "/api/games/resume", "post", {"game": 1}),
        ("viewer", "/api/history", "get", None),
        ("viewer", "/api/history/1", "get", None),
        ("viewer", "/api/history/1/rolls.csv?separator=semicolon", "get", None),
    ]
    with open_app(tmp_path) as (app, rights):
        schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
        for role, address, method, body in asked:
            operation = schema.find_operation_by_path(method.upper(), address.partition("?")[0])
            assert operation is not None, address
            client = app.test_client()
            if role != "viewer":
                client.set_cookie(rights.cookie, cookie(rights, role, "red", "Ana"))
            response = client.open(address, method=method, json=body)
            assert response.status_code == 200, (address, response.get_data(as_text=True))
            operation.validate_response(response)


@pytest.mark.slow
@pytest.mark.parametrize(("role", "path", "method"), CALLS, ids=[" ".join(call) for call in CALLS])
def test_generated_requests_are_answered_as_described(
    running: tuple[Flask, Rights], role: str, path: str, method: str
) -> None:
    app, rights = running
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    operation = schema[path][method]
    sent = operation.as_strategy(GenerationMode.POSITIVE) | operation.as_strategy(GenerationMode.NEGATIVE)
    statuses: set[int] = set()

    @given(case=sent)
    @settings(max_examples=10, derandomize=True, suppress_health_check=list(HealthCheck))
    def check_answer(case: Any) -> None:
        # Create a new table each time: earlier requests may have unpaired the device.
        case.cookies = {} if role == "viewer" else {rights.cookie: cookie(rights, role, "red", "Ana")}
        response = case.call()
        statuses.add(response.status_code)
        case.validate_response(response, checks=CHECKS)

    check_answer()
    roles = {name for one in document("x")["paths"][path][method]["security"] for name in one}
    if roles and role not in roles:
        assert 200 not in statuses
    else:
        assert statuses & {200, 400, 404}, "it was let in"


OF_A_GAME = [
    ("/api/inputs", "POST"),
    ("/api/state", "GET"),
    ("/api/history/{game}", "GET"),
    ("/api/games", "POST"),
]


@pytest.mark.slow
@pytest.mark.parametrize("game", [kind for kind in GAMES if kind != "base"])
def test_generated_requests_are_answered_as_described_in_every_game(tmp_path: Path, game: str) -> None:
    with open_app(tmp_path, game) as (app, rights):
        schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
        for path, method in OF_A_GAME:
            sent = schema[path][method].as_strategy(GenerationMode.POSITIVE)

            @given(case=sent)
            @settings(max_examples=25, derandomize=True, suppress_health_check=list(HealthCheck))
            def check_answer(case: Any) -> None:
                case.cookies = {rights.cookie: cookie(rights, "tablet", "red", "Ana")}
                case.validate_response(case.call(), checks=CHECKS)

            check_answer()
