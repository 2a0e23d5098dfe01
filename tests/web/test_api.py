"""The JSON API without a server: answers and refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.errors import CompanionError
from tests.web.paired import paired_client
from web import Settings, create_app
from web.bodies import MAX_BYTES
from web.guard import FILE_HEADERS, SECURITY_HEADERS

UNDO = {"kind": "undo"}


@pytest.fixture
def client(table: Any) -> FlaskClient:
    return paired_client(create_app(table, Settings(names=("catan.example",))))


def refusal_text(response: Any, status: int) -> str:
    """The plain words of a refusal, once its form has been looked at."""
    assert response.status_code == status
    assert response.mimetype == "application/json"
    assert set(response.json) == {"error"}
    return str(response.json["error"])


class TestAnswers:
    def test_the_state_is_the_table_s_snapshot(self, client: FlaskClient, table: Any) -> None:
        response = client.get("/api/state")
        assert response.json == table.snapshot()
        assert response.headers["Cache-Control"] == "no-store"

    def test_the_picture_of_a_question_is_returned_while_it_is_open(
        self, client: FlaskClient, table: Any
    ) -> None:
        table.pictures[7, 1] = b"jpeg"
        address = "/api/questions/pictures?question=7&picture="
        response = client.get(f"{address}1")
        assert (response.data, response.mimetype) == (b"jpeg", "image/jpeg")
        assert response.headers["Cache-Control"] == "no-store"
        assert refusal_text(client.get(f"{address}0"), 404)
        assert refusal_text(client.get("/api/questions/pictures?question=x"), 404)

    def test_the_table_s_clock_advances_between_snapshots(self, client: FlaskClient, table: Any) -> None:
        table.seconds = 2345.67
        assert client.get("/api/clock").get_json()["t"] == 2345.7
        assert client.get("/api/state").get_json()["t"] == 2000.0

    def test_an_input_is_passed_to_the_table_and_its_result_returned(
        self, client: FlaskClient, table: Any
    ) -> None:
        response = client.post("/api/inputs", json={"kind": "roll", "dice": [3, 5]})
        assert response.status_code == 200
        assert response.json == {"told": [], "violations": [], "version": 1}
        assert table.inputs == [{"kind": "roll", "dice": [3, 5]}]

    def test_a_preview_records_nothing(self, client: FlaskClient, table: Any) -> None:
        table.changes = [{"what": "points", "colour": "red", "before": 5, "after": 4}]
        response = client.post("/api/inputs?preview=1", json=UNDO)
        assert response.json == {"told": [], "violations": [], "version": 1, "changes": table.changes}
        assert (table.previewed, table.inputs) == ([UNDO], [])

    def test_a_game_is_started(self, client: FlaskClient, table: Any) -> None:
        game = {"game": "base", "players": [{"name": "Ana", "colour": "red"}], "options": {}}
        assert client.post("/api/games", json=game).status_code == 200
        assert table.games == [game]

    def test_the_playable_games_are_listed(self, client: FlaskClient, table: Any) -> None:
        table.names = ["Zoé"]
        choices = client.get("/api/games").get_json()
        assert choices["games"][0]["kind"] == "base"
        assert choices["names"] == ["Zoé"]
        assert choices["games"][0]["options"][0]["label"]["text"] == "Set-up"

    def test_an_unfinished_game_is_resumed(self, client: FlaskClient, table: Any) -> None:
        assert client.post("/api/games/resume", json={"game": 3}).status_code == 200
        assert table.gone_on == [{"game": 3}]

    def test_earlier_log_lines_can_be_requested(self, client: FlaskClient, table: Any) -> None:
        table.earlier_lines = [{"number": 2}, {"number": 40}]
        assert client.get("/api/journal?before=31").json == {"lines": [{"number": 2}]}

    @pytest.mark.parametrize("before", ["", "?before=", "?before=x", "?before=-1", "?before=" + "9" * 40])
    def test_earlier_log_lines_need_an_entry_number(self, client: FlaskClient, before: str) -> None:
        assert "?before=31" in refusal_text(client.get(f"/api/journal{before}"), 400)

    @pytest.mark.parametrize(
        "path", ["/api/inputs", "/api/inputs?preview=1", "/api/games", "/api/games/resume"]
    )
    def test_a_refusal_has_the_table_s_message(self, client: FlaskClient, table: Any, path: str) -> None:
        table.refusal = "Nobody has rolled yet."
        assert refusal_text(client.post(path, json=UNDO), 400) == "Nobody has rolled yet."

    def test_health_is_reported(self, client: FlaskClient) -> None:
        assert client.get("/healthz").json == {"status": "ok", "version": 1, "streams": 0}

    def test_accents_are_preserved(self, client: FlaskClient, table: Any) -> None:
        client.post("/api/games", json={"players": [{"name": "Zoé", "colour": "red"}]})
        assert table.games[0]["players"][0]["name"] == "Zoé"


HOSTILE = {
    "nothing": b"",
    "no JSON": b"{kind: undo}",
    "half": b'{"kind": "un',
    "two objects": b"{}{}",
    "a list": b'[{"kind": "undo"}]',
    "a text": b'"undo"',
    "null": b"null",
    "a number": b"12",
    "NaN": b'{"kind": "roll", "dice": [NaN, 1]}',
    "infinity": b'{"kind": "roll", "dice": [-Infinity, 1]}',
    "a huge whole number": b'{"kind": "roll", "dice": [%s, 1]}' % (b"9" * 5000),
    "a huge real number": b'{"kind": "roll", "dice": [1e999, 1]}',
    "beyond what JSON keeps": b'{"n": 9007199254740993}',
    "deep lists": b"[" * 30000,
    "deep objects": b'{"a":' * 10000 + b"1" + b"}" * 10000,
    "just too deep": b'{"a":' * 14 + b"1" + b"}" * 14,
    "invalid UTF-8": b'{"kind": "\xff\xfe"}',
    "UTF-16": '{"kind": "undo"}'.encode("utf-16"),
    "half a character": b'{"kind": "\\ud800"}',
    "half a character in a key": b'{"\\udfff": 1}',
    "zeros": b"\0" * 100,
}


class TestRefusals:
    @pytest.mark.parametrize("path", ["/api/inputs", "/api/games"])
    @pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
    def test_malformed_bodies_are_refused_before_the_table(
        self, client: FlaskClient, table: Any, path: str, body: bytes
    ) -> None:
        words = refusal_text(client.post(path, data=body, content_type="application/json"), 400)
        assert words.endswith(".")
        assert table.inputs == table.games == []

    def test_a_body_that_is_too_large_is_refused(self, client: FlaskClient) -> None:
        body = json.dumps({"kind": "x" * MAX_BYTES})
        response = client.post("/api/inputs", data=body, content_type="application/json")
        assert "too large" in refusal_text(response, 413)

    @pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "\xff/json"])
    def test_another_content_type_is_refused(self, client: FlaskClient, kind: str) -> None:
        response = client.post("/api/inputs", data='{"kind": "undo"}', content_type=kind)
        assert "application/json" in refusal_text(response, 415)

    def test_an_unknown_page_is_not_found(self, client: FlaskClient) -> None:
        assert refusal_text(client.get("/nowhere"), 404)
        assert refusal_text(client.get("/static/../web/app.py"), 404)
        assert refusal_text(client.get("/static/%2e%2e/app.py"), 404)

    @pytest.mark.parametrize("path", ["/api/inputs", "/api/games/resume"])
    def test_a_wrong_method_is_refused(self, client: FlaskClient, path: str) -> None:
        response = client.get(path)
        assert refusal_text(response, 405)
        assert "POST" in response.headers["Allow"]

    def test_an_internal_error_reveals_no_details(
        self, client: FlaskClient, table: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        def broken(_: object) -> None:
            raise KeyError("secret")

        table.submit = broken
        assert "secret" not in refusal_text(client.post("/api/inputs", json=UNDO), 500)
        assert "A request failed" in caplog.text


class TestAllowedOrigins:
    @pytest.mark.parametrize(
        "host",
        [
            "localhost",
            "LOCALHOST:8000",
            "localhost.",
            "127.0.0.1:8000",
            "[::1]:8000",
            "[::1]",
            "companion.local",
            "catan.example:80",
        ],
    )
    def test_names_of_this_machine_are_accepted(self, client: FlaskClient, host: str) -> None:
        assert client.get("/healthz", headers={"Host": host}).status_code == 200

    @pytest.mark.parametrize(
        "host",
        [
            "evil.example",
            "localhost.evil.example",
            "evil.example:8000",
            "192.168.1.20",
            "local",
            "localhost@evil.example",
            "evil.example#localhost",
            "localhost/evil",
            "[::1",
            "localhost:port",
            "",
            " ",
            "a.local\tb",
        ],
    )
    @pytest.mark.parametrize("path", ["/", "/api/state", "/api/events", "/static/base_game/base_game.js"])
    def test_other_host_names_are_refused_for_every_address(
        self, client: FlaskClient, host: str, path: str
    ) -> None:
        assert "address" in refusal_text(client.get(path, headers={"Host": host}), 400)

    @pytest.mark.parametrize("bound_to", ["0.0.0.0", "::"])
    @pytest.mark.parametrize("host", ["192.168.1.20:8000", "[fd00::20]:8000"])
    def test_a_server_on_all_addresses_accepts_addresses_but_no_names(
        self, table: Any, bound_to: str, host: str
    ) -> None:
        client = create_app(table, Settings(host=bound_to)).test_client()
        assert client.get("/healthz", headers={"Host": host}).status_code == 200
        assert client.get("/healthz", headers={"Host": "evil.example"}).status_code == 400

    def test_a_server_on_one_address_accepts_that_address(self, table: Any) -> None:
        client = create_app(table, Settings(host="192.168.1.20")).test_client()
        assert client.get("/healthz", headers={"Host": "192.168.1.20:8000"}).status_code == 200
        assert client.get("/healthz", headers={"Host": "192.168.1.21:8000"}).status_code == 400

    @pytest.mark.parametrize(
        "headers",
        [
            {"Origin": "http://evil.example"},
            {"Origin": "null"},
            {"Origin": ""},
            {"Origin": "http://localhost:9000"},
            {"Origin": "http://localhost.evil.example"},
            {"Origin": "http://["},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
        ],
    )
    def test_another_site_s_page_cannot_change_anything(
        self, client: FlaskClient, table: Any, headers: dict[str, str]
    ) -> None:
        assert refusal_text(client.post("/api/inputs", json=UNDO, headers=headers), 403)
        assert table.inputs == []

    @pytest.mark.parametrize("headers", [{}, {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}])
    def test_the_own_page_and_programs_can_change_things(
        self, client: FlaskClient, table: Any, headers: dict[str, str]
    ) -> None:
        assert client.post("/api/inputs", json=UNDO, headers=headers).status_code == 200

    @pytest.mark.parametrize(
        "path", ["/", "/api/state", "/worker.js", "/static/pwa/icon.svg", "/static/nothing.js", "/nowhere"]
    )
    def test_every_answer_has_the_security_headers(self, client: FlaskClient, path: str) -> None:
        response = client.get(path)
        assert {name: response.headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS
        assert "unsafe" not in response.headers["Content-Security-Policy"]
        response.close()

    @pytest.mark.parametrize(
        "path",
        [
            "/static/base_game/base_game.js",
            "/static/drawing/base.css",
            "/static/pwa/any-192.png",
            "/scripts/base_game/base_game.js",
            "/words/fr.json",
        ],
    )
    def test_static_files_have_their_security_headers(self, client: FlaskClient, path: str) -> None:
        response = client.get(path)
        assert {name: response.headers.get(name) for name in SECURITY_HEADERS} == dict.fromkeys(
            SECURITY_HEADERS
        ) | FILE_HEADERS
        response.close()


def test_a_write_failure_is_reported_with_the_table_s_message(
    client: FlaskClient, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk is no mistake of the client: the message gives the remedy, and the page shows it."""

    def fail_to_write(data: Any) -> Any:
        raise CompanionError("the disk is full: make room there and go on")

    monkeypatch.setattr(table, "submit", fail_to_write)
    answer = client.post("/api/inputs", json={"kind": "undo"})
    assert answer.status_code == 503
    assert answer.json == {"error": "the disk is full: make room there and go on"}
