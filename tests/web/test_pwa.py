"""The page as an app: its manifest and its service worker."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.paired import paired_client
from web import create_app


@pytest.fixture
def client(table: Any) -> FlaskClient:
    return create_app(table).test_client()


class TestManifest:
    @pytest.mark.parametrize(("page", "start"), [("table", "/"), ("phone", "/phone")])
    def test_the_installed_app_opens_its_page(self, client: FlaskClient, page: str, start: str) -> None:
        manifest = client.get(f"/{page}.webmanifest")
        assert manifest.mimetype == "application/manifest+json"
        assert manifest.get_json()["start_url"] == start
        assert client.get(start).status_code == 200

    def test_every_icon_has_its_declared_size(self, client: FlaskClient) -> None:
        icons = client.get("/table.webmanifest").get_json()["icons"]
        assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
        for icon in icons:
            png = client.get(icon["src"])
            assert png.mimetype == icon["type"] == "image/png"
            width, height = struct.unpack(">II", png.data[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            png.close()

    def test_a_phone_installs_its_own_page_and_other_devices_the_table(self, table: Any) -> None:
        app = create_app(table)
        assert b'href="/table.webmanifest"' in app.test_client().get("/").data
        assert b'href="/phone.webmanifest"' in paired_client(app, "phone", "red", "Ana").get("/phone").data

    def test_no_other_manifest_exists(self, client: FlaskClient) -> None:
        assert client.get("/secrets.webmanifest").status_code == 404


class TestOffline:
    def test_every_file_of_the_service_worker_exists(self, client: FlaskClient) -> None:
        script = client.get("/worker.js").get_data(as_text=True)
        kept = script.partition("const FILES=[")[2].partition("]")[0].replace('"', "").split(",")
        expected = {"/scripts/base_game/base_game.js", "/static/drawing/base.css", "/static/device/theme.js"}
        assert expected <= set(kept)
        assert "/static/base_game/base_game.js" not in kept, "pages load it joined"
        for path in kept:
            response = client.get(path)
            assert response.status_code == 200, path
            response.close()
