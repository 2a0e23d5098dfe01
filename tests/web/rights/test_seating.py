"""Phones follow their players through every correction of the seats."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.journal import Journal
from companion.table.table import Table
from tests.table_setup import Seconds
from tests.web.beginning import begin
from tests.web.paired import paired_client
from web import create_app
from web.rights.devices import Devices
from web.rights.rights_file import RightsError
from web.rights.seating import SeatAssignments

ANA, BEN, CYR = (
    {"name": name, "colour": colour} for name, colour in (("Ana", "red"), ("Ben", "blue"), ("Cyr", "orange"))
)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        table = begin(Table(journal, Seconds()), 3)
        yield table
        table.stop()


@pytest.fixture
def app(table: Table) -> Flask:
    return create_app(table)


@pytest.fixture
def tablet(app: Flask) -> FlaskClient:
    return paired_client(app)


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    """Ana's phone."""
    return paired_client(app, "phone", "red", "Ana")


def correct_players(tablet: FlaskClient, *players: dict[str, Any]) -> None:
    change = {"kind": "correct", "entry": 1, "change": {"players": players}}
    assert tablet.post("/api/inputs", json=change).status_code == 200


def owner_of_phone(phone: FlaskClient) -> tuple[str, str] | None:
    """Return colour and name of the phone's player; None if it has none."""
    seen = phone.get("/api/seat/state")
    if seen.status_code == 403:
        return None
    seat = seen.get_json()["seat"]
    return seat["colour"], seat["name"]


def test_a_renamed_player_keeps_the_phone(tablet: FlaskClient, phone: FlaskClient) -> None:
    correct_players(tablet, {**ANA, "name": "Anaïs"}, BEN, CYR)
    assert owner_of_phone(phone) == ("red", "Anaïs")
    assert tablet.get("/api/pairing").get_json()["seats"][0]["device"] is not None


def test_a_player_with_another_colour_and_seat_keeps_the_phone(
    tablet: FlaskClient, phone: FlaskClient
) -> None:
    correct_players(tablet, BEN, {**ANA, "colour": "green", "at_first": "red"}, CYR)
    assert owner_of_phone(phone) == ("green", "Ana")


def test_two_players_who_swap_colours_keep_their_phones(
    app: Flask, tablet: FlaskClient, phone: FlaskClient
) -> None:
    bens = paired_client(app, "phone", "blue", "Ben")
    ana, ben = {**ANA, "colour": "blue", "at_first": "red"}, {**BEN, "colour": "red", "at_first": "blue"}
    correct_players(tablet, ana, ben, CYR)
    assert (owner_of_phone(phone), owner_of_phone(bens)) == (("blue", "Ana"), ("red", "Ben"))


def test_swapped_names_show_nobody_another_player_s_hand(tablet: FlaskClient, phone: FlaskClient) -> None:
    correct_players(tablet, {**ANA, "name": "Ben"}, {**BEN, "name": "Ana"}, CYR)
    assert owner_of_phone(phone) is None
    tablet.post("/api/inputs", json={"kind": "undo"})
    assert owner_of_phone(phone) == ("red", "Ana")


def test_undo_leaves_the_phone_with_its_player(app: Flask, tablet: FlaskClient, phone: FlaskClient) -> None:
    correct_players(tablet, {**ANA, "name": "Anaïs"}, BEN, CYR)
    bens = paired_client(app, "phone", "blue", "Ben")
    tablet.post("/api/inputs", json={"kind": "undo"})
    assert (owner_of_phone(phone), owner_of_phone(bens)) == (("red", "Ana"), ("blue", "Ben"))


def test_a_correction_outside_the_pages_counts_too(
    tablet: FlaskClient, phone: FlaskClient, table: Table
) -> None:
    correct_players(tablet, {**ANA, "name": "Anaïs"}, BEN, CYR)
    table.submit({"kind": "undo"}, "panel")
    assert owner_of_phone(phone) == ("red", "Ana")


def test_another_game_is_not_a_correction(tablet: FlaskClient, phone: FlaskClient) -> None:
    players = [{**ANA, "name": "Anaïs"}, BEN, CYR]
    tablet.post("/api/games", json={"players": players, "abandon": True})
    assert owner_of_phone(phone) is None


def test_a_change_that_cannot_be_saved_is_retried() -> None:
    full = True

    def keep(_: object) -> None:
        if full:
            raise RightsError("The disk is full.")

    def snapshot(name: str) -> dict[str, Any]:
        return {"game": {"id": 1, "view": {"players": [{"id": "red", "colour": "red", "name": name}]}}}

    full = False
    devices, shown = Devices(save=keep), snapshot("Ana")
    devices.pair_phone("red", "Ana")
    seating = SeatAssignments(devices, lambda: shown)
    shown, full = snapshot("Anaïs"), True
    seating.update_phones()
    assert devices.phone_of("red", "Ana") is not None
    full = False
    seating.update_phones()
    assert devices.phone_of("red", "Anaïs") is not None
