"""The page as an app: kept by the device, opened where the server is away, its screen kept on."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.web.paired import go_home, paired_client
from web import Settings, WebServer, create_app

LIVE = "body[data-connection=live]"
Visit = Callable[..., Page]


@pytest.fixture
def client(table: Any) -> FlaskClient:
    return create_app(table).test_client()


class TestManifest:
    @pytest.mark.parametrize(("page", "start"), [("table", "/"), ("phone", "/phone")])
    def test_what_is_kept_opens_with_the_page_it_was_kept_from(
        self, client: FlaskClient, page: str, start: str
    ) -> None:
        manifest = client.get(f"/{page}.webmanifest")
        assert manifest.mimetype == "application/manifest+json"
        assert manifest.get_json()["start_url"] == start
        assert client.get(start).status_code == 200

    def test_every_icon_has_the_size_that_it_says(self, client: FlaskClient) -> None:
        icons = client.get("/table.webmanifest").get_json()["icons"]
        assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
        for icon in icons:
            png = client.get(icon["src"])
            assert png.mimetype == icon["type"] == "image/png"
            width, height = struct.unpack(">II", png.data[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            png.close()

    def test_a_phone_keeps_its_own_page_and_everybody_else_the_table(self, table: Any) -> None:
        app = create_app(table)
        assert b'href="/table.webmanifest"' in app.test_client().get("/").data
        assert b'href="/phone.webmanifest"' in paired_client(app, "phone", "red", "Ana").get("/phone").data

    def test_there_are_only_these(self, client: FlaskClient) -> None:
        assert client.get("/secrets.webmanifest").status_code == 404


class TestServerAway:
    def test_what_the_worker_keeps_is_all_there(self, client: FlaskClient) -> None:
        script = client.get("/worker.js").get_data(as_text=True)
        kept = script.partition("const FILES = [")[2].partition("]")[0].replace('"', "").split(", ")
        expected = {"/scripts/base_game/base_game.js", "/static/drawing/base.css", "/static/device/theme.js"}
        assert expected <= set(kept)
        assert "/static/base_game/base_game.js" not in kept, "pages load it joined"
        for path in kept:
            response = client.get(path)
            assert response.status_code == 200, path
            response.close()

    def test_the_page_opens_says_so_and_heals(self, visit: Visit, table: Any, free_port: int) -> None:
        settings = Settings(port=free_port, heartbeat=0.5)
        server = WebServer(table, settings)
        server.start()
        page = visit(server, service_workers="allow")
        page.evaluate("navigator.serviceWorker.ready")
        server.stop()
        page.reload()
        expect(page.locator("#connection")).to_contain_text("Connecting to the table")
        table.change_view(turn=14)
        with WebServer(table, settings):
            page.wait_for_selector(LIVE)
            expect(page.locator("#title")).to_have_text("Turn 14")

    def test_nothing_of_the_api_is_kept(self, visit: Visit, serve: Any, table: Any) -> None:
        page = visit(serve(table), service_workers="allow")
        page.evaluate("navigator.serviceWorker.ready")
        page.reload()
        page.wait_for_selector(LIVE)
        kept = page.evaluate(
            """async () => (await Promise.all((await caches.keys()).map(async (name) =>
                (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"""
        )
        assert {"/", "/scripts/base_game/base_game.js"} <= set(kept)
        assert [path for path in kept if path.startswith("/api/")] == []


class TestScreen:
    def test_it_stays_on_where_the_browser_lets_it(self, visit: Visit, serve: Any, table: Any) -> None:
        page = visit(serve(table))
        said = page.evaluate(
            """async () => {
                const { aboutSleep, staysAwake } = await import("/static/pwa/device.js");
                while (!staysAwake()) await new Promise((resolve) => setTimeout(resolve, 20));
                return aboutSleep();
            }"""
        )
        assert said == "The screen stays on while this page is open."

    def test_where_the_connection_is_not_trusted_the_page_works_and_says_what_to_set(
        self, visit: Visit, serve: Any, table: Any
    ) -> None:
        server = serve(table)
        page = go_home(visit(server), server)
        expect(page.locator("#title")).to_have_text("Turn 12")
        page.get_by_role("button", name="View and sound").click()
        expect(page.get_by_role("dialog")).to_contain_text("set the device's screen timeout to never")
