"""Inputs with a key and a deadline: recorded once, in time or not at all."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.patience import PATIENCE_S
from tests.web.paired import cookie, paired_client
from web import create_app
from web.idempotency import IdempotencyStore, KeyReusedError, StoredResponse
from web.visitors import rights_of

END_TURN = {"kind": "end_turn"}
LONG_TIME_S = 3600.0


@pytest.fixture
def app(table: Any) -> Flask:
    return create_app(table)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return paired_client(app)


def enter(client: FlaskClient, name: str | None = None, by: str | None = None, **body: Any) -> Any:
    headers = {"Idempotency-Key": name, "Enter-By": by}
    sent = {key: value for key, value in headers.items() if value is not None}
    return client.post("/api/inputs", json=body or END_TURN, headers=sent)


def deadline(client: FlaskClient, in_seconds: float) -> str:
    """Return a time of the server's clock in the form of Enter-By."""
    clock = client.get("/api/clock").get_json()
    return f"{clock['run']}-{max(0.0, clock['up'] + in_seconds):.3f}"


class TestKeys:
    def test_a_repeated_input_is_recorded_once_with_the_same_answer(
        self, client: FlaskClient, table: Any
    ) -> None:
        first, second = enter(client, "name-one"), enter(client, "name-one")
        assert table.inputs == [END_TURN]
        assert (second.status_code, second.json) == (first.status_code, first.json) == (200, first.json)
        assert second.headers["Cache-Control"] == "no-store"

    def test_a_refused_input_stays_refused(self, client: FlaskClient, table: Any) -> None:
        """The sender has already been notified of the refusal."""
        table.refusal = "The dice have not been rolled yet."
        first = enter(client, "name-one")
        table.refusal = None
        second = enter(client, "name-one")
        assert (second.status_code, second.json) == (400, first.json)
        assert table.inputs == []

    def test_each_device_has_its_own_keys(self, app: Flask, table: Any) -> None:
        for _ in range(2):
            assert enter(paired_client(app), "name-one").status_code == 200
        assert table.inputs == [END_TURN, END_TURN]

    def test_a_phone_s_inputs_and_offers_are_recorded_once(self, app: Flask, table: Any) -> None:
        phone = paired_client(app, "phone", "red", "Ana")
        for path, name in (("inputs", "name-one"), ("offers", "name-two"), ("offers/1", "name-three")):
            for _ in range(2):
                sent = phone.post(f"/api/seat/{path}", json={}, headers={"Idempotency-Key": name})
                assert sent.status_code == 200
        seats = table.seats
        assert [len(seats.inputs), len(seats.offers), len(seats.answers)] == [1, 1, 1]

    def test_a_key_with_another_input_is_refused(self, client: FlaskClient, table: Any) -> None:
        enter(client, "name-one")
        assert enter(client, "name-one", kind="undo").status_code == 409
        assert table.inputs == [END_TURN]

    def test_inputs_without_a_key_are_all_recorded(self, client: FlaskClient, table: Any) -> None:
        for _ in range(2):
            assert enter(client).status_code == 200
        assert table.inputs == [END_TURN, END_TURN]

    def test_two_simultaneous_inputs_with_one_key_are_one(self, app: Flask, table: Any) -> None:
        rights = rights_of(app)
        tablet = cookie(rights)
        begun, going_on = threading.Event(), threading.Event()
        submit = table.submit

        def slow(data: Mapping[str, Any]) -> Mapping[str, Any]:
            begun.set()
            assert going_on.wait(PATIENCE_S)
            taken: Mapping[str, Any] = submit(data)
            return taken

        def send() -> int:
            client = app.test_client()
            client.set_cookie(rights.cookie, tablet)
            return int(enter(client, "name-one").status_code)

        table.submit = slow
        with ThreadPoolExecutor() as both:
            first = both.submit(send)
            assert begun.wait(PATIENCE_S)
            second = both.submit(send)
            going_on.set()
            assert [first.result(), second.result()] == [200, 200]
        assert table.inputs == [END_TURN]

    @pytest.mark.parametrize("name", ["short", "x" * 65, "eight chars", "éééééééé"])
    def test_malformed_keys_are_refused(self, client: FlaskClient, table: Any, name: str) -> None:
        assert enter(client, name).status_code == 400
        assert table.inputs == []


class TestDeadlines:
    def test_an_input_before_its_deadline_is_recorded(self, client: FlaskClient, table: Any) -> None:
        assert enter(client, by=deadline(client, LONG_TIME_S)).status_code == 200
        assert table.inputs == [END_TURN]

    def test_a_late_input_is_refused_with_a_message(self, client: FlaskClient, table: Any) -> None:
        late = enter(client, "name-one", deadline(client, -LONG_TIME_S))
        assert late.status_code == 409
        assert late.json == {"error": "Too late: nothing was entered."}
        assert table.inputs == []

    def test_an_input_for_an_earlier_server_is_refused(self, client: FlaskClient, table: Any) -> None:
        before = deadline(paired_client(create_app(table)), LONG_TIME_S)
        assert enter(client, by=before).status_code == 409
        assert table.inputs == []

    def test_a_recorded_input_gets_the_same_answer_after_its_deadline(
        self, client: FlaskClient, table: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seconds = [1.0]
        monkeypatch.setattr(IdempotencyStore, "uptime_s", property(lambda _: seconds[0]))
        by = deadline(client, 0.5)
        assert enter(client, "name-one", by).status_code == 200
        seconds[0] += 1.0
        assert enter(client, "name-one", by).status_code == 200
        assert enter(client, "name-two", by).status_code == 409
        assert table.inputs == [END_TURN]

    @pytest.mark.parametrize("by", ["soon", "-5", "k3f9-10", "0123abcd--1", "0123abcd-nan", "0123abcd-1e9"])
    def test_a_malformed_deadline_is_refused(self, client: FlaskClient, table: Any, by: str) -> None:
        assert enter(client, by=by).status_code == 400
        assert table.inputs == []

    def test_the_clock_starts_with_the_server_and_advances(self) -> None:
        store = IdempotencyStore(clock=itertools.count(1000.0).__next__)
        assert [store.uptime_s, store.uptime_s] == [1.0, 2.0]
        assert not store.is_late(store.run, 3.0)
        assert store.is_late(store.run, 3.0)
        assert IdempotencyStore().run != IdempotencyStore().run


class TestMemory:
    def test_the_oldest_key_is_forgotten(self) -> None:
        store = IdempotencyStore(max_keys=2)
        for name in ("a", "b", "c"):
            assert store.begin(name, b"") is None
            store.end(name, None if name == "b" else _answer(name))
        assert store.begin("c", b"") == _answer("c")
        assert store.begin("d", b"") is None
        assert store.begin("a", b"") is None

    def test_an_interrupted_input_can_be_retried(self) -> None:
        store = IdempotencyStore()
        assert store.begin("a", b"") is None
        store.end("a", None)
        assert store.begin("a", b"") is None

    def test_a_concurrent_repeat_waits_for_the_answer(self) -> None:
        store = IdempotencyStore()
        store.begin("a", b"")
        with ThreadPoolExecutor() as other:
            waiting = other.submit(store.begin, "a", b"")
            store.end("a", _answer("a"))
            assert waiting.result() == _answer("a")

    def test_a_key_belongs_to_one_body(self) -> None:
        store = IdempotencyStore()
        store.begin("a", b"one")
        with pytest.raises(KeyReusedError):
            store.begin("a", b"two")


def _answer(name: str) -> StoredResponse:
    return StoredResponse(200, "application/json", name.encode())
