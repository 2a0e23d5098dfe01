"""The routes of the phone camera, without a browser: permissions and results."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.eye import RESTING_FEEDBACK, FakePhoneCamera
from tests.web.paired import paired_client
from web.app import create_app
from web.guard import MAX_PICTURE_BYTES
from web.openapi import document
from web.rights import Rights

PICTURE = b"\xff\xd8 a picture"


@pytest.fixture
def eye() -> FakePhoneCamera:
    return FakePhoneCamera()


@pytest.fixture
def rights() -> Rights:
    return Rights()


@pytest.fixture
def app(table: Any, eye: FakePhoneCamera, rights: Rights) -> Any:
    return create_app(table, rights=rights, phone_camera=eye)


@pytest.fixture
def phone(app: Any, rights: Rights) -> FlaskClient:
    client: FlaskClient = app.test_client()
    paired = client.post("/api/pairing", json={"key": rights.code.key, "as": "camera"})
    assert paired.json == {"role": "camera", "seat": None}
    return client


def send(client: FlaskClient, body: bytes = PICTURE, query: str = "", kind: str = "image/jpeg") -> Any:
    return client.post(f"/api/camera/pictures{query}", data=body, content_type=kind)


def test_a_phone_paired_as_the_camera_can_send_pictures(
    phone: FlaskClient, eye: FakePhoneCamera, rights: Rights
) -> None:
    answer = send(phone, query="?battery=0.50&charging=1")
    assert answer.status_code == 200
    assert answer.json == RESTING_FEEDBACK
    (device,) = rights.devices.list_all()
    assert eye.taken == [(device.id, PICTURE, {"battery": "0.50", "charging": "1"}, False)]
    assert send(phone, query="?look=1").status_code == 200
    assert eye.taken[-1][3] is True


def test_a_camera_phone_can_do_nothing_else(phone: FlaskClient, table: Any) -> None:
    for path, body in {
        "/api/inputs": {"kind": "undo"},
        "/api/games": {},
        "/api/pairing/tablets": {},
        "/api/pairing/unpair": {"device": "x"},
    }.items():
        assert phone.post(path, json=body).status_code == 403, path
    assert phone.get("/api/calibration/picture").status_code in (403, 404)
    assert phone.get("/api/pairing").status_code == 403
    assert table.inputs == []


def test_a_tablet_can_be_the_camera_and_a_viewer_cannot(app: Any, eye: FakePhoneCamera) -> None:
    assert send(paired_client(app)).status_code == 200
    refused = send(app.test_client())
    assert refused.status_code in (403, 415)
    assert len(eye.taken) == 1


def test_a_viewer_s_picture_is_refused_before_its_body_is_read(app: Any, eye: FakePhoneCamera) -> None:
    assert send(app.test_client(), PICTURE + bytes(200_000)).status_code in (403, 413, 415)
    assert eye.taken == []


def test_pictures_are_accepted_up_to_a_size_limit(phone: FlaskClient, eye: FakePhoneCamera) -> None:
    large = PICTURE + bytes(MAX_PICTURE_BYTES - len(PICTURE))
    assert send(phone, large).status_code == 200
    assert eye.taken[-1][1] == large
    assert send(phone, large + b"0").status_code == 413


def test_other_addresses_refuse_large_bodies_from_the_camera(phone: FlaskClient) -> None:
    large = b"{" + b" " * 100_000 + b"}"
    assert phone.post("/api/pairing/leave", data=large, content_type="application/json").status_code == 413


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [(b"GIF89a", "image/jpeg", 400), (b"", "image/jpeg", 400), (PICTURE, "application/json", 415)],
)
def test_only_pictures_are_accepted(
    phone: FlaskClient, eye: FakePhoneCamera, body: bytes, kind: str, status: int
) -> None:
    assert send(phone, body, kind=kind).status_code == status
    assert eye.taken == []


def test_another_site_s_page_cannot_send_pictures(phone: FlaskClient, eye: FakePhoneCamera) -> None:
    answer = phone.post(
        "/api/camera/pictures",
        data=PICTURE,
        content_type="image/jpeg",
        headers={"Origin": "https://elsewhere.example"},
    )
    assert answer.status_code == 403
    assert eye.taken == []


def test_a_refusal_of_the_table_is_reported(phone: FlaskClient, eye: FakePhoneCamera) -> None:
    eye.refusal = "Another phone is the camera now."
    answer = send(phone)
    assert answer.status_code == 409
    assert answer.json == {"error": "Another phone is the camera now."}


def test_the_api_s_description_explains_the_refusals_of_a_picture() -> None:
    refusals = document("")["paths"]["/api/camera/pictures"]["post"]["responses"]
    assert "The picture can't be used" in refusals["409"]["description"]
    assert "image/jpeg" in refusals["415"]["description"]
    assert "JSON" not in refusals["415"]["description"]


def test_a_table_with_another_camera_says_how_to_use_this_one(table: Any) -> None:
    client = paired_client(create_app(table))
    answer = send(client)
    assert answer.status_code == 409
    assert "--camera phone" in answer.json["error"]
    assert "data-wanted" not in client.get("/camera").get_data(as_text=True)


def test_an_unpaired_camera_can_send_nothing(phone: FlaskClient, rights: Rights) -> None:
    (device,) = rights.devices.list_all()
    rights.devices.unpair(device.id)
    assert send(phone).status_code in (403, 415)


def test_opening_the_camera_s_link_on_the_tablet_keeps_it_the_tablet(app: Any, rights: Rights) -> None:
    tablet = paired_client(app)
    refused = tablet.post("/api/pairing", json={"key": rights.code.key, "as": "camera"})
    assert refused.status_code == 409
    assert [device.role for device in rights.devices.list_all()] == ["tablet"]


def test_a_player_s_phone_becomes_the_camera_only_after_confirmation(app: Any, rights: Rights) -> None:
    client = app.test_client()
    token = rights.phones.invite("red", "Ana").token
    assert client.post("/api/pairing", json={"token": token}).status_code == 200
    key = rights.code.key
    assert client.post("/api/pairing", json={"key": key, "as": "camera"}).status_code == 409
    assert client.post("/api/pairing", json={"key": key, "as": "camera", "instead": True}).status_code == 200
    assert [device.role for device in rights.devices.list_all()] == ["camera"]


def test_the_tablet_shows_how_to_pair_a_camera_and_which_phone_is_one(
    app: Any, phone: FlaskClient, rights: Rights
) -> None:
    tablet = paired_client(app)
    shown: Any = tablet.get("/api/pairing").json
    assert shown["phone_camera"] is True
    assert shown["cameras"] == [device.id for device in rights.devices.list_all() if device.role == "camera"]
    code: Any = tablet.post("/api/pairing/cameras", json={}).json
    assert code["link"].endswith(f"/camera?key={rights.code.key}")
    assert code["secret"] is False, "this one is asked over plain HTTP"
    assert tablet.get(code["qr"]).mimetype == "image/svg+xml"


def test_the_camera_s_pairing_is_saved(rights: Rights) -> None:
    camera = rights.devices.pair_camera()
    assert type(camera).from_json(camera.to_json()) == camera
