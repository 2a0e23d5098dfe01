"""Two servers whose tables differ in one secret of a phone give all other devices the same answers."""

from __future__ import annotations

import itertools
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.table.table_pairs import COLOURS, SEATS, Pair, pair_of_tables
from tests.web.paired import paired_client
from web.app import create_app

NAMES = {seat["colour"]: seat["name"] for seat in SEATS}
STREAMS = ("/api/events", "/api/seat/events")
VALUES = {"game": "1", "seat": "red", "number": "1", "step": "camera"}
"""Values for the fields of an address."""
FILES = ("static", "modules.", "pwa.", "words.")
"""Endpoints that depend on no table."""
VARYING_HEADERS = ("Date", "ETag", "Content-Length")
"""Headers that depend on the body and on the server."""
_MOMENT = re.compile(rb'"(?:epoch|run|started|up)":\s*(?:"[^"]*"|[0-9.]+)|id: \w+-|[0-9a-f]{8}-\d+')
"""Values that differ from server to server."""


@pytest.fixture(autouse=True)
def _same_random_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes, keys and ids are drawn alike by both servers."""
    monkeypatch.setattr("web.rights.codes.secrets.token_urlsafe", lambda size: "k" * size)
    monkeypatch.setattr("web.rights.codes.secrets.randbelow", lambda _: 123456)
    monkeypatch.setattr(secrets, "token_hex", lambda size: "ab" * size)
    monkeypatch.setattr("companion.journal.journal.uuid4", lambda: UUID(int=1))


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with pair_of_tables(tmp_path) as two:
        yield two


@pytest.fixture
def apps(pair: Pair) -> list[Flask]:
    return [create_app(table) for table in pair.tables]


def clients(app: Flask) -> dict[str, FlaskClient]:
    """Everybody who may look, by who they are."""
    ids = itertools.count()
    with pytest.MonkeyPatch.context() as drawn:
        drawn.setattr("web.rights.devices.secrets.token_urlsafe", lambda size: f"device{next(ids)}")
        phones = {colour: paired_client(app, "phone", colour, NAMES[colour]) for colour in COLOURS}
        return {"viewer": app.test_client(), "tablet": paired_client(app), **phones}


def reading(app: Flask) -> list[Rule]:
    """Return every address that can be read and depends on the table."""
    return [
        rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and not rule.endpoint.startswith(FILES)
    ]


def read(client: FlaskClient, rule: Rule) -> tuple[int, dict[str, str], bytes]:
    """Return the answer of an address as it is sent."""
    address = re.sub(r"<(?:\w+:)?(\w+)>", lambda field: VALUES[field[1]], rule.rule)
    if rule.rule == "/api/journal":
        address += "?before=1000"
    answer = client.get(address, buffered=False)
    if answer.status_code == 200 and rule.rule in STREAMS:
        messages: Iterator[Any] = iter(answer.response)
        body = b"".join(message if isinstance(message, bytes) else message.encode() for message in
                        itertools.islice(messages, 2))  # fmt: skip
    else:
        body = answer.get_data()
    answer.close()
    kept = {name: value for name, value in answer.headers.items() if name not in VARYING_HEADERS}
    return answer.status_code, kept, _MOMENT.sub(b"", body)


def compare_answers(apps: list[Flask], knowing: set[str]) -> int:
    """Nothing that is read differs for those who don't know the secret; how many answers were compared."""
    compared = 0
    one, other = (clients(app) for app in apps)
    for rule in reading(apps[0]):
        for who in one:
            if who in knowing and rule.rule.startswith("/api/seat/"):
                continue
            assert read(one[who], rule) == read(other[who], rule), (who, rule.rule)
            compared += 1
    return compared


BUY = {"kind": "buy_development_card"}


@pytest.mark.slow
def test_no_address_reveals_which_card_was_bought(pair: Pair, apps: list[Flask]) -> None:
    pair.tablet({"kind": "roll", "dice": [1, 1]})
    pair.secret("red", {**BUY, "card": "knight"}, {**BUY, "card": "victory_point"})
    assert compare_answers(apps, {"red"}) > 50
    for _ in COLOURS:
        pair.tablet({"kind": "roll", "dice": [1, 1]})
    pair.tablet({"kind": "play_development_card", "player": "red", "card": "knight"})
    compare_answers(apps, {"red"})


@pytest.mark.slow
def test_no_address_reveals_which_card_was_stolen(pair: Pair, apps: list[Flask]) -> None:
    pair.tablet({"kind": "roll", "dice": [3, 4]})
    pair.tablet({"kind": "move_robber", "to": "h2,-1"})
    steal = {"kind": "steal", "from": "blue"}
    pair.secret("red", {**steal, "resource": "ore"}, {**steal, "resource": "lumber"})
    pair.tablet({"kind": "maritime_trade", "give": {"ore": 4}, "take": {"brick": 1}})
    compare_answers(apps, {"red", "blue"})


@pytest.mark.slow
@pytest.mark.parametrize("preview", [True, False])
def test_answers_to_the_tablet_s_inputs_reveal_no_card(pair: Pair, apps: list[Flask], preview: bool) -> None:
    pair.tablet({"kind": "roll", "dice": [1, 1]})
    pair.secret("red", {**BUY, "card": "knight"}, {**BUY, "card": "monopoly"})
    for _ in COLOURS:
        pair.tablet({"kind": "roll", "dice": [1, 1]})
    tablets = [clients(app)["tablet"] for app in apps]
    address = "/api/inputs?preview=1" if preview else "/api/inputs"
    for card in ("knight", "monopoly", "road_building"):
        card_input = {"kind": "play_development_card", "player": "red", "card": card}
        one, other = (tablet.post(address, json=card_input) for tablet in tablets)
        assert (one.status_code, one.data) == (other.status_code, other.data)
    compare_answers(apps, {"red"})


def test_every_changing_address_is_listed_here(apps: list[Any]) -> None:
    """A new address must be checked for secrets in its answer and compared here."""
    changing = {rule.rule for rule in apps[0].url_map.iter_rules() if "POST" in (rule.methods or ())}
    entering = {"/api/inputs", "/api/seat/inputs", "/api/seat/offers", "/api/seat/offers/<int:number>"}
    entering |= {"/api/offers", "/api/offers/<int:number>"}
    # The answer to a picture describes how the phone is held, or which cards are in it.
    games = {
        "/api/camera/pictures",
        "/api/cards/common",
        "/api/cards/island",
        "/api/cards/pile",
        "/api/cards/colours",
        "/api/games",
        "/api/games/resume",
        "/api/games/leave",
        "/api/games/archive",
    }
    assert {rule for rule in changing if not rule.startswith("/api/pairing")} == entering | games
