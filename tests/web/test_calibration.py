"""The calibration's routes: permissions, forwarding and refusals."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, cast

import pytest
from flask.testing import FlaskClient

from companion.calibration.repeatable_calibration import CalibrationController
from tests.web.conftest import FakeTable, as_table
from tests.web.paired import paired_client
from web.app import create_app

JPEG = b"\xff\xd8 a picture \xff\xd9"


def as_calibration(fake: object) -> CalibrationController:
    """Return a fake as the calibration that it replaces: it has the methods that the pages call."""
    return cast("CalibrationController", fake)


class FakeCalibration:
    """A calibration whose view the test sets; it records its requests."""

    def __init__(self) -> None:
        self.leads = True
        self.calls: list[tuple[Any, ...]] = []
        self.pictures: list[bool] = []
        self.refusal: str | None = None
        self.jpeg: bytes | None = JPEG
        self.changed = threading.Event()
        self.version = 4

    def view(self) -> Mapping[str, Any]:
        return {"version": self.version, "current": "camera", "picture": True, "steps": []}

    def wait_for_change(self, version: int, timeout: float) -> bool:
        self.calls.append(("waited", version))
        return True

    def answer(self, step: str, given: Mapping[str, Any]) -> None:
        self._take("answer", step, given)

    def start_step(self, step: str) -> None:
        self._take("go", step)

    def skip(self, step: str) -> None:
        self._take("skip", step)

    def picture(self, *, bare: bool = False) -> bytes | None:
        self.pictures.append(bare)
        return self.jpeg

    def _take(self, *call: Any) -> None:
        if self.refusal is not None:
            raise ValueError(self.refusal)
        self.calls.append(call)


@pytest.fixture
def calibration() -> FakeCalibration:
    return FakeCalibration()


@pytest.fixture
def client(calibration: FakeCalibration) -> FlaskClient:
    return paired_client(create_app(as_table(FakeTable()), calibration_api=as_calibration(calibration)))


def test_the_start_page_leads_to_a_running_calibration(
    client: FlaskClient, calibration: FakeCalibration
) -> None:
    assert client.get("/").headers["Location"] == "/calibrate"
    calibration.leads = False
    assert client.get("/").status_code == 200
    assert b'id="steps"' in client.get("/calibrate").data


def test_the_view_is_returned_at_once_or_after_a_change(
    client: FlaskClient, calibration: FakeCalibration
) -> None:
    answer = client.get("/api/calibration")
    assert answer.json == dict(calibration.view())
    assert answer.headers["Cache-Control"] == "no-store"
    assert client.get("/api/calibration?after=4").json == dict(calibration.view())
    assert calibration.calls == [("waited", 4)]


def test_a_picture_to_read_has_no_drawings(client: FlaskClient, calibration: FakeCalibration) -> None:
    client.get("/api/calibration/picture?bare=1")
    client.get("/api/calibration/picture")
    assert calibration.pictures == [True, False]


def test_the_picture_is_returned_unchanged(client: FlaskClient, calibration: FakeCalibration) -> None:
    answer = client.get("/api/calibration/picture")
    assert (answer.mimetype, answer.data) == ("image/jpeg", JPEG)
    calibration.jpeg = None
    missing = client.get("/api/calibration/picture")
    assert missing.status_code == 404


def test_answers_are_passed_to_the_calibration(client: FlaskClient, calibration: FakeCalibration) -> None:
    answer = {"step": "camera", "answer": {"word": "again"}}
    assert client.post("/api/calibration/answer", json=answer).json == dict(calibration.view())
    client.post("/api/calibration/go", json={"step": "dice"})
    client.post("/api/calibration/skip", json={"step": "dice"})
    assert calibration.calls == [("answer", "camera", {"word": "again"}), ("go", "dice"), ("skip", "dice")]


def test_a_refusal_has_a_message(client: FlaskClient, calibration: FakeCalibration) -> None:
    calibration.refusal = "Another step is in progress."
    answer = client.post("/api/calibration/go", json={"step": "dice"})
    assert (answer.status_code, answer.json) == (400, {"error": "Another step is in progress."})


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("answer", {"step": "camera"}),
        ("answer", {"step": "camera", "answer": "yes"}),
        ("answer", {"answer": {}}),
        ("go", {}),
        ("skip", {"step": 3}),
    ],
)
def test_incomplete_bodies_are_refused(
    client: FlaskClient, calibration: FakeCalibration, path: str, body: dict[str, Any]
) -> None:
    assert client.post(f"/api/calibration/{path}", json=body).status_code == 400
    assert calibration.calls == []


@pytest.mark.parametrize("role", ["viewer", "phone"])
def test_only_a_paired_tablet_can_see_the_picture_and_answer(calibration: FakeCalibration, role: str) -> None:
    app = create_app(as_table(FakeTable()), calibration_api=as_calibration(calibration))
    client = app.test_client() if role == "viewer" else paired_client(app, "phone", "red", "Ana")
    for path in ("", "/picture"):
        assert client.get(f"/api/calibration{path}").status_code == 403
    for path in ("answer", "go", "skip"):
        body = {"step": "camera", "answer": {}}
        assert client.post(f"/api/calibration/{path}", json=body).status_code == 403
    assert calibration.calls == []


def test_a_table_without_a_calibration_has_no_calibration_pages() -> None:
    client = paired_client(create_app(as_table(FakeTable())))
    assert client.get("/calibrate").status_code == 404
    assert b"data-calibrates" not in client.get("/").data


def test_the_calibration_page_leads_to_the_live_picture_during_a_game(
    client: FlaskClient, calibration: FakeCalibration
) -> None:
    calibration.leads = False
    assert b"data-calibrates" in client.get("/").data
