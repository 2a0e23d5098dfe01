"""Error messages: a page for people, JSON for programs."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import FakeTable, as_table
from web.app import create_app

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
FRENCH = {**BROWSER, "Accept-Language": "fr"}


@pytest.fixture
def client(empty_table: FakeTable) -> FlaskClient:
    app = create_app(as_table(empty_table))
    app.add_url_rule("/breaks", view_func=lambda: str(1 / 0))
    return app.test_client()


def test_a_browser_gets_an_error_page_with_a_link_to_the_table(client: FlaskClient) -> None:
    answer = client.get("/nowhere", headers=BROWSER)
    assert answer.status_code == 404
    assert answer.mimetype == "text/html"
    assert "This page doesn&#39;t exist." in answer.text
    assert 'href="/"' in answer.text


def test_the_error_page_is_in_the_browser_s_language(client: FlaskClient) -> None:
    assert "This page doesn't exist." not in client.get("/nowhere", headers=FRENCH).text


def test_a_program_gets_json(client: FlaskClient) -> None:
    assert client.get("/nowhere").json == {"error": "This page doesn't exist."}


def test_the_api_always_answers_in_json(client: FlaskClient) -> None:
    assert client.get("/api/nowhere", headers=BROWSER).json == {"error": "This page doesn't exist."}


def test_an_internal_error_is_logged_and_reveals_no_details(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    answer = client.get("/breaks", headers=BROWSER)
    assert answer.status_code == 500
    assert "Something went wrong in Companion" in answer.text
    assert "ZeroDivision" not in answer.text
    assert "ZeroDivisionError" in caplog.text


def test_a_refused_method_lists_the_allowed_ones(client: FlaskClient) -> None:
    answer = client.delete("/history", headers=BROWSER, json={})
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]
