"""Photos of cards: who may send them, and what the answers say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient

from companion.journal import Journal
from companion.table.table import Table
from tests.score.card_scenes import deck_scenes
from tests.score.fan_scenes import fan_scenes
from tests.score.island_scenes import island_scenes
from tests.table_setup import Seconds
from tests.web.paired import paired_client
from web.app import create_app
from web.cards import TableColours
from web.guard import MAX_PICTURE_BYTES
from web.openapi import document
from web.settings import Settings

TEAMS = [
    {"name": "Ana", "colour": "blue"},
    {"name": "Ben", "colour": "red"},
    {"name": "Cyr", "colour": "orange"},
]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, Seconds())
        table.start_game({"game": "spot_it", "players": TEAMS, "options": {}})
        yield table
        table.stop()


@pytest.fixture
def app(table: Table) -> Flask:
    return create_app(table)


def jpeg(picture: Any) -> bytes:
    return bytes(cv2.imencode(".jpg", picture)[1].tobytes())


def send(client: FlaskClient, path: str, body: bytes, kind: str = "image/jpeg") -> Any:
    """Send a photo; the answer is as the API's description says."""
    answer = client.post(f"/api/cards/{path}", data=body, content_type=kind)
    described = schemathesis.openapi.from_dict(document("companion"))
    described[f"/api/cards/{path}"]["POST"].validate_response(answer)
    return answer


@pytest.mark.slow
def test_a_phone_and_the_tablet_learn_which_symbol_two_cards_share(app: Flask) -> None:
    (scene,) = islice(deck_scenes(1), 1)
    for client in (paired_client(app, "phone", "blue", "Ana"), paired_client(app)):
        answer = send(client, "common", jpeg(scene.picture))
        assert answer.status_code == 200
        assert len(answer.json["cards"]) == 2
        (places,) = answer.json["common"]
        for place, true in zip(places, scene.common, strict=True):
            assert abs(place["at"][0] * 640 - true[0]) < 20
            assert abs(place["at"][1] * 480 - true[1]) < 20
        assert answer.json["text"] == "This symbol is on both cards."


@pytest.mark.slow
def test_an_island_is_read_place_by_place(app: Flask) -> None:
    (scene,) = island_scenes(1, seed=1, first=4)
    tablet = paired_client(app)
    learned = send(tablet, "colours", jpeg(scene.shown))
    assert learned.json == {"text": "The colours of the cards were learned."}
    answer = send(tablet, "island", jpeg(scene.picture))
    assert answer.status_code == 200
    assert answer.json["game"] == 1
    found = sorted(card["kind"] for card in answer.json["cards"])
    assert found == sorted(scene.kinds.values())


@pytest.mark.slow
def test_learned_colours_are_known_after_a_restart(table: Table, tmp_path: Path) -> None:
    (scene,) = island_scenes(1, seed=1, style="tinted")
    assert scene.game == 1
    settings = Settings(card_colours=tmp_path / "journal-cards.json")
    learned = send(paired_client(create_app(table, settings)), "colours", jpeg(scene.shown))
    assert learned.json == {"text": "The colours of the cards were learned."}
    answer = send(paired_client(create_app(table, settings)), "island", jpeg(scene.picture))
    found = sorted(card["kind"] for card in answer.json["cards"])
    assert found == sorted(scene.kinds.values())


@pytest.mark.slow
def test_colours_that_can_t_be_kept_are_used_with_a_notice(tmp_path: Path) -> None:
    (scene,) = islice(island_scenes(1, seed=3), 1)
    text = TableColours(tmp_path / "missing" / "cards.json").learn(scene.shown)
    assert text.startswith("The colours of the cards were learned until the next restart")


@pytest.mark.parametrize("path", ["common", "island", "pile", "colours"])
def test_only_paired_devices_send_photos(app: Flask, path: str) -> None:
    assert send(app.test_client(), path, b"\xff\xd8").status_code in (403, 415)
    phone = paired_client(app, "phone", "blue", "Ana")
    assert send(phone, path, b"\xff\xd8").status_code in ((400,) if path == "common" else (403, 415))


@pytest.mark.parametrize("path", ["common", "island", "pile", "colours"])
def test_a_damaged_or_large_photo_is_refused(app: Flask, path: str) -> None:
    tablet = paired_client(app)
    refused = send(tablet, path, b"\xff\xd8 no picture")
    assert refused.status_code == 400
    assert refused.json["error"].startswith("This photo can't be read")
    assert send(tablet, path, b"{}", "application/json").status_code == 415
    assert send(tablet, path, bytes(MAX_PICTURE_BYTES + 1)).status_code == 413


@pytest.mark.slow
def test_a_fanned_pile_is_counted_card_by_card(app: Flask) -> None:
    (scene,) = islice(fan_scenes(1, seed=3), 1)
    answer = send(paired_client(app), "pile", jpeg(scene.picture)).json
    assert answer["sure"]
    assert len(answer["cards"]) == scene.count
    assert answer["text"].startswith(f"Cards in this pile: {scene.count}.")


def test_a_photo_without_a_pile_has_no_count(app: Flask) -> None:
    answer = send(paired_client(app), "pile", jpeg(np.full((240, 320, 3), 90, np.uint8))).json
    assert (answer["cards"], answer["sure"]) == ([], False)
    assert answer["text"].startswith("Unknown")


def test_the_barbarians_are_not_counted_by_a_photo(app: Flask, table: Table) -> None:
    table.start_game({"game": "spot_it", "players": TEAMS, "options": {"game": 4}, "abandon": True})
    refused = send(paired_client(app), "island", b"\xff\xd8")
    assert refused.status_code == 409
    assert refused.json == {"error": "Only the island of games 1 to 3 can be counted."}


def test_answers_are_in_the_visitor_s_language(app: Flask) -> None:
    refused = paired_client(app).post(
        "/api/cards/common", data=b"", content_type="image/jpeg", headers={"Accept-Language": "fr"}
    )
    assert refused.get_json()["error"].startswith("Cette photo ne peut pas être lue")
