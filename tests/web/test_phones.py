"""The players' phones at the server: each phone's seat and its allowed inputs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.table.table import Table
from tests.web.known_hands import HANDS, game_with_hands
from tests.web.paired import paired_client
from web.app import create_app


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Table]:
    with game_with_hands(tmp_path) as table:
        yield table


@pytest.fixture
def red(evening: Table) -> FlaskClient:
    return paired_client(create_app(evening), "phone", "red", "Ana")


@pytest.fixture
def tablet(evening: Table) -> FlaskClient:
    return paired_client(create_app(evening))


def test_a_phone_sees_its_own_seat(red: FlaskClient) -> None:
    answer = red.get("/api/seat/state")
    assert answer.get_json()["seat"]["colour"] == "red"
    assert answer.get_json()["seat"]["hand"]["cards"] == HANDS["red"]
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_seat_is_determined_by_the_device_alone(red: FlaskClient) -> None:
    answer = red.get("/api/seat/state?seat=blue&colour=blue", headers={"X-Seat": "blue"})
    assert answer.get_json()["seat"]["colour"] == "red"
    refused = red.post("/api/seat/inputs", json={"kind": "show_hand", "player": "blue", "resources": {}})
    assert refused.status_code == 400


@pytest.mark.parametrize("role", ["viewer", "tablet"])
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/seat/state"),
        ("GET", "/api/seat/events"),
        ("POST", "/api/seat/inputs"),
        ("POST", "/api/seat/offers"),
        ("POST", "/api/seat/offers/1"),
    ],
)
def test_only_a_phone_has_a_seat(evening: Table, role: str, method: str, path: str) -> None:
    app = create_app(evening)
    client = app.test_client() if role == "viewer" else paired_client(app, role)
    answer = client.open(path, method=method, json={} if method == "POST" else None)
    assert answer.status_code == 403
    assert answer.get_json()["error"] == "This phone is not paired with a seat."


@pytest.mark.parametrize("path", ["/api/offers", "/api/offers/1"])
def test_only_the_tablet_can_offer_for_others(red: FlaskClient, path: str) -> None:
    assert red.post(path, json={"player": "blue"}).status_code == 403


def test_the_tablet_offers_and_answers_for_players_without_a_phone(
    evening: Table, tablet: FlaskClient, red: FlaskClient
) -> None:
    offer = {"give": {"wool": 1}, "take": {"ore": 1}, "to": "red"}
    assert tablet.post("/api/offers", json=offer).status_code == 400
    made = tablet.post("/api/offers", json={**offer, "player": "blue"}).get_json()
    assert red.get("/api/seat/state").get_json()["offers"][0]["by"] == "blue"
    red.post(f"/api/seat/offers/{made['offer']}", json={"answer": "refuse"})
    accepted = {"player": "red", "answer": "accept"}
    answer = tablet.post(f"/api/offers/{made['offer']}", json=accepted).get_json()
    assert answer["told"][0]["kind"] == "domestic_trade"
    assert evening.snapshot()["offers"] == []


def test_an_unknown_offer_is_not_found(red: FlaskClient) -> None:
    answer = red.post("/api/seat/offers/7", json={"answer": "accept"})
    assert (answer.status_code, answer.get_json()["error"]) == (400, "This offer is no longer open.")


def test_no_body_makes_the_server_fail(red: FlaskClient) -> None:
    bodies: list[dict[str, Any]] = [
        {}, {"kind": None}, {"kind": []}, {"give": [], "take": "x", "to": 3}, {"answer": {}},
    ]  # fmt: skip
    for body in bodies:
        for path in ("/api/seat/inputs", "/api/seat/offers", "/api/seat/offers/1"):
            assert red.post(path, json=body).status_code == 400
