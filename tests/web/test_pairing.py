"""Pairing over the API: codes, links, tokens, and permissions."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.errors import CompanionError
from tests.web.paired import paired_client
from web import Settings, create_app
from web.rights import PairedDevice, Rights, owner_proof
from web.rights.codes import MAX_WRONG_CODES, TOKEN_S
from web.rights.devices import Devices
from web.rights.stream_limit import MAX_STREAMS

UNDO = {"kind": "undo"}


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def rights(clock: Clock) -> Rights:
    return Rights(clock=clock)


@pytest.fixture
def app(table: Any, rights: Rights) -> Flask:
    return create_app(table, rights=rights)


@pytest.fixture
def viewer(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def tablet(app: Flask) -> FlaskClient:
    return paired_client(app)


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    return paired_client(app, "phone", "red", "Ana")


@pytest.fixture
def fixed_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes that are never 999999."""
    monkeypatch.setattr("web.rights.codes.secrets.randbelow", lambda _: 123456)


def guess(client: FlaskClient, address: str) -> Any:
    """Return the answer to a wrong code from an address."""
    return client.post("/api/pairing", json={"code": "none"}, environ_base={"REMOTE_ADDR": address})


def refusal_text(response: Any, status: int) -> str:
    assert response.status_code == status, response.text
    return str(response.json["error"])


def role(client: FlaskClient) -> str:
    """Return the role that a page of a client has."""
    page = client.get("/pair").text
    return next(name for name in ("viewer", "tablet", "phone") if f'data-role="{name}"' in page)


def token(tablet: FlaskClient, seat: str = "red") -> str:
    invited = tablet.post("/api/pairing/phones", json={"seat": seat})
    assert invited.status_code == 200
    return str(invited.get_json()["link"].partition("token=")[2])


class TestTablet:
    def test_the_code_makes_a_viewer_the_tablet(
        self, viewer: FlaskClient, rights: Rights, table: Any
    ) -> None:
        assert role(viewer) == "viewer"
        refusal_text(viewer.post("/api/inputs", json=UNDO), 403)
        answer = viewer.post("/api/pairing", json={"code": rights.code.digits})
        assert answer.json == {"role": "tablet", "seat": None}
        assert role(viewer) == "tablet"
        assert viewer.post("/api/inputs", json=UNDO).status_code == 200
        assert table.inputs == [UNDO]

    def test_a_code_typed_with_spaces_is_the_same(self, viewer: FlaskClient, rights: Rights) -> None:
        code = rights.code.digits
        assert viewer.post("/api/pairing", json={"code": f" {code[:3]} {code[3:]} "}).status_code == 200

    def test_opening_a_link_alone_pairs_nobody(self, viewer: FlaskClient, rights: Rights) -> None:
        """Messengers and scanners fetch links before anybody has tapped them."""
        code = rights.code.digits
        viewer.get(f"/pair?code={code}")
        assert role(viewer) == "viewer"
        assert rights.code.digits == code

    @pytest.mark.usefixtures("fixed_codes")
    def test_a_used_code_is_refused(
        self, app: Flask, rights: Rights, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        used = rights.code.digits
        monkeypatch.setattr("web.rights.codes.secrets.randbelow", lambda _: 654321)
        assert app.test_client().post("/api/pairing", json={"code": used}).status_code == 200
        assert "code is wrong" in refusal_text(
            app.test_client().post("/api/pairing", json={"code": used}), 403
        )

    @pytest.mark.usefixtures("fixed_codes")
    def test_too_many_wrong_codes_are_slowed_down_and_change_the_code(
        self, viewer: FlaskClient, rights: Rights, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = rights.code.digits
        monkeypatch.setattr("web.rights.codes.secrets.randbelow", lambda _: 654321)
        for _ in range(MAX_WRONG_CODES):
            refusal_text(viewer.post("/api/pairing", json={"code": "999999"}), 403)
        assert rights.code.digits != first
        answer = viewer.post("/api/pairing", json={"code": rights.code.digits})
        assert "Too many wrong codes" in refusal_text(answer, 429)
        wait = int(answer.headers["Retry-After"])
        clock.now += wait
        assert viewer.post("/api/pairing", json={"code": rights.code.digits}).status_code == 200

    @pytest.mark.usefixtures("fixed_codes")
    def test_wrong_codes_from_many_addresses_are_slowed_down_together_without_blocking_phones(
        self, viewer: FlaskClient, tablet: FlaskClient
    ) -> None:
        def guess(n: int) -> int:
            away = {"REMOTE_ADDR": f"192.168.{n // 200}.{n % 200}"}
            return viewer.post("/api/pairing", json={"code": "999999"}, environ_base=away).status_code

        answers = [guess(n) for n in range(60)]
        assert answers.count(403) == 40
        assert set(answers[40:]) == {429}
        assert viewer.post("/api/pairing", json={"token": token(tablet)}).status_code == 200

    @pytest.mark.usefixtures("fixed_codes")
    def test_hosts_that_guess_codes_do_not_block_pairing_by_link_or_qr_code(
        self, app: Flask, viewer: FlaskClient, tablet: FlaskClient, rights: Rights, clock: Clock
    ) -> None:
        shown = tablet.post("/api/pairing/tablets", json={}).get_json()
        link = f"?key={rights.code.key}"
        assert shown["link"].endswith(link)
        for n in range(300):
            clock.now += 0.1
            away = {"REMOTE_ADDR": f"192.168.1.{n % 6 + 66}"}
            viewer.post("/api/pairing", json={"code": "999999"}, environ_base=away)
        key = parse_qs(urlsplit(shown["link"]).query)["key"][0]
        guest = app.test_client()
        assert guest.post("/api/pairing", json={"key": key}, environ_base=away).status_code == 200
        assert role(guest) == "tablet"

    @pytest.mark.slow
    def test_a_person_can_type_the_code_while_other_hosts_guess(
        self, app: Flask, rights: Rights, clock: Clock
    ) -> None:
        for n in range(3000):
            clock.now += 0.2
            guess(app.test_client(), f"192.168.1.{n % 6 + 66}")
        for person in ("192.168.1.20", "192.168.1.21", "192.168.1.22", "192.168.1.23"):
            # Each mistypes the code once.
            assert guess(app.test_client(), person).status_code == 403
            right = app.test_client().post(
                "/api/pairing", json={"code": rights.code.digits}, environ_base={"REMOTE_ADDR": person}
            )
            assert right.status_code == 200

    def test_a_paired_device_has_tries_of_its_own(
        self, app: Flask, phone: FlaskClient, rights: Rights
    ) -> None:
        for n in range(400):
            guess(app.test_client(), f"192.168.1.{n % 200}")
        assert guess(app.test_client(), "192.168.1.250").status_code == 429
        assert phone.post("/api/pairing", json={"code": rights.code.digits}).status_code == 200

    def test_the_refusal_of_a_code_names_the_qr_code(self, viewer: FlaskClient) -> None:
        for _ in range(11):
            refused = guess(viewer, "192.168.1.66")
        assert "Scan the QR code or open the link" in refusal_text(refused, 429)
        in_french = viewer.post(
            "/api/pairing",
            json={"code": "none"},
            headers={"Accept-Language": "fr"},
            environ_base={"REMOTE_ADDR": "192.168.1.66"},
        )
        assert "QR" in refusal_text(in_french, 429)
        assert "Scan the" not in refusal_text(in_french, 429)

    def test_no_number_of_hosts_tries_one_in_a_hundred_codes_in_a_day(
        self, rights: Rights, clock: Clock
    ) -> None:
        allowed = 0
        for n in range(24 * 360):
            clock.now += 10
            senders = (f"10.{n // 250}.{n % 250}.1", f"10.{n // 250}.{n % 250}.2", "10.0.0.1")
            allowed += sum(rights.try_code(sender).wait_s == 0 for sender in senders)
            allowed += sum(rights.try_code("10.0.0.3", device).wait_s == 0 for device in ("a", "b"))
        assert 8000 < allowed < 10_000

    def test_a_link_works_once(self, app: Flask, rights: Rights) -> None:
        key = rights.code.key
        assert app.test_client().post("/api/pairing", json={"key": key}).status_code == 200
        assert "no longer valid" in refusal_text(
            app.test_client().post("/api/pairing", json={"key": key}), 403
        )

    def test_right_codes_are_not_rate_limited(self, app: Flask, rights: Rights) -> None:
        for _ in range(30):
            assert (
                app.test_client().post("/api/pairing", json={"code": rights.code.digits}).status_code == 200
            )

    @pytest.mark.parametrize(
        "body", [{}, {"code": 123456}, {"code": None}, {"token": 5}, {"token": ["a"]}, {"key": 5}]
    )
    def test_a_malformed_code_is_refused(self, viewer: FlaskClient, body: dict[str, Any]) -> None:
        assert "as a text" in refusal_text(viewer.post("/api/pairing", json=body), 400)

    def test_the_tablet_shows_the_code_for_another_one(
        self, app: Flask, tablet: FlaskClient, rights: Rights
    ) -> None:
        shown = tablet.post("/api/pairing/tablets", json={})
        assert shown.get_json()["code"] == rights.code.digits
        assert tablet.get(shown.get_json()["qr"]).text.startswith("<svg")
        other = app.test_client()
        other.post("/api/pairing", json={"code": shown.get_json()["code"]})
        assert [each["this"] for each in tablet.get("/api/pairing").get_json()["tablets"]] == [True, False]

    def test_a_pairing_that_cannot_be_saved_does_not_count(self, table: Any) -> None:
        def fail_to_save(_: tuple[PairedDevice, ...]) -> None:
            raise CompanionError("the disk is full: make room there")

        rights = Rights(devices=Devices(save=fail_to_save))
        client = create_app(table, rights=rights).test_client()
        assert "disk is full" in refusal_text(
            client.post("/api/pairing", json={"code": rights.code.digits}), 503
        )
        assert role(client) == "viewer"


class TestPhone:
    def test_a_seat_s_token_makes_it_that_seat_s_phone(
        self, tablet: FlaskClient, viewer: FlaskClient
    ) -> None:
        answer = viewer.post("/api/pairing", json={"token": token(tablet)})
        assert answer.json == {"role": "phone", "seat": "red"}
        assert 'data-role="phone" data-seat="red"' in viewer.get("/pair").text
        seats = tablet.get("/api/pairing").get_json()["seats"]
        assert [(s["colour"], s["name"], s["device"] is not None) for s in seats] == [
            ("red", "Ana", True),
            ("blue", "Ben", False),
            ("orange", "Clémentine", False),
            ("white", "Dora", False),
        ]

    def test_a_used_token_is_refused(self, app: Flask, tablet: FlaskClient) -> None:
        once = token(tablet)
        assert app.test_client().post("/api/pairing", json={"token": once}).status_code == 200
        assert "no longer valid" in refusal_text(
            app.test_client().post("/api/pairing", json={"token": once}), 403
        )

    def test_an_expired_token_is_refused(
        self, tablet: FlaskClient, viewer: FlaskClient, clock: Clock
    ) -> None:
        late = token(tablet)
        clock.now += TOKEN_S
        assert "no longer valid" in refusal_text(viewer.post("/api/pairing", json={"token": late}), 403)
        assert tablet.get("/api/pairing/phones/red.svg").status_code == 404

    def test_the_token_of_a_finished_game_pairs_nobody(
        self, tablet: FlaskClient, viewer: FlaskClient, table: Any
    ) -> None:
        late = token(tablet)
        table.change(lambda snapshot: snapshot["game"]["view"]["players"][0].update(name="Zoé"))
        assert "Ana, who no longer plays" in refusal_text(
            viewer.post("/api/pairing", json={"token": late}), 403
        )

    def test_a_second_phone_replaces_the_first(
        self, app: Flask, tablet: FlaskClient, viewer: FlaskClient
    ) -> None:
        viewer.post("/api/pairing", json={"token": token(tablet)})
        second = app.test_client()
        second.post("/api/pairing", json={"token": token(tablet)})
        assert (role(viewer), role(second)) == ("viewer", "phone")

    def test_a_lost_phone_is_unpaired_at_once(self, tablet: FlaskClient, phone: FlaskClient) -> None:
        lost = tablet.get("/api/pairing").get_json()["seats"][0]["device"]
        assert tablet.post("/api/pairing/unpair", json={"device": lost}).status_code == 200
        assert role(phone) == "viewer"
        refusal_text(phone.post("/api/pairing/leave", json={}), 403)
        assert "No such device" in refusal_text(
            tablet.post("/api/pairing/unpair", json={"device": lost}), 404
        )

    def test_a_phone_keeps_its_player_in_a_new_game_with_the_same_name_and_colour(
        self, phone: FlaskClient, table: Any
    ) -> None:
        table.change(lambda snapshot: snapshot["game"].update(id=2))
        assert role(phone) == "phone"

    @pytest.mark.parametrize(
        "players", [[("Ben", "red"), ("Ana", "blue")], [("Ben", "blue"), ("Cyr", "white")], []]
    )
    def test_a_phone_becomes_a_viewer_when_another_player_has_its_colour(
        self, phone: FlaskClient, table: Any, players: list[tuple[str, str]]
    ) -> None:
        seats = [{"name": name, "colour": colour} for name, colour in players]
        table.change(lambda snapshot: snapshot["game"]["view"].update(players=seats))
        assert role(phone) == "viewer"

    def test_without_a_game_there_is_no_seat(
        self, tablet: FlaskClient, phone: FlaskClient, table: Any
    ) -> None:
        table.change(lambda snapshot: snapshot.update(game=None))
        assert role(phone) == "viewer"
        assert tablet.get("/api/pairing").get_json()["seats"] == []
        assert "Nobody plays red" in refusal_text(
            tablet.post("/api/pairing/phones", json={"seat": "red"}), 400
        )

    def test_the_tablet_does_not_become_a_phone_by_mistake(self, tablet: FlaskClient) -> None:
        good = token(tablet)
        assert "is the table's tablet" in refusal_text(tablet.post("/api/pairing", json={"token": good}), 409)
        assert role(tablet) == "tablet"
        answer = tablet.post("/api/pairing", json={"token": good, "instead": True})
        assert answer.json == {"role": "phone", "seat": "red"}
        assert role(tablet) == "phone"

    def test_the_qr_code_of_a_link_is_for_the_tablet_only(
        self, tablet: FlaskClient, viewer: FlaskClient, phone: FlaskClient
    ) -> None:
        token(tablet)
        fixed_codes = tablet.get("/api/pairing/phones/red.svg")
        assert fixed_codes.mimetype == "image/svg+xml"
        assert fixed_codes.headers["Cache-Control"] == "no-store"
        assert "http" not in fixed_codes.text.replace("http://www.w3.org/2000/svg", "")
        assert viewer.get("/api/pairing/phones/red.svg").status_code == 403
        assert phone.get("/api/pairing/phones/red.svg").status_code == 403

    def test_a_phone_can_leave(self, phone: FlaskClient) -> None:
        answer = phone.post("/api/pairing/leave", json={})
        assert answer.status_code == 200
        assert "Max-Age=0" in answer.headers["Set-Cookie"]
        assert role(phone) == "viewer"


class TestLinkAddress:
    """The links in the codes lead to where another device finds the table."""

    @pytest.mark.parametrize(
        ("settings", "host", "link", "reached"),
        [
            (Settings(host="0.0.0.0"), "192.168.1.20:8000", "http://192.168.1.20:8000/", True),
            (Settings(host="0.0.0.0"), "localhost:8000", "http://10.0.0.7:8000/", True),
            (Settings(host="0.0.0.0"), "pi.local", "http://10.0.0.7/", True),
            (Settings(host="192.168.1.20"), "pi.local:8000", "http://pi.local:8000/", True),
            (Settings(), "localhost:8000", "http://localhost:8000/", False),
            (Settings(), "[::1]:8000", "http://[::1]:8000/", False),
            (Settings(proxy="https://table.example.net/"), "localhost", "https://table.example.net/", True),
        ],
    )
    def test_the_link_has_an_address_that_other_devices_can_reach(
        self,
        table: Any,
        monkeypatch: pytest.MonkeyPatch,
        settings: Settings,
        host: str,
        link: str,
        reached: bool,
    ) -> None:
        monkeypatch.setattr("web.addresses.own_addresses", lambda: ["10.0.0.7"])
        rights = Rights()
        app = create_app(table, settings, rights=rights)
        client = app.test_client(use_cookies=False)
        cookie = f"{rights.cookie}={rights.sign(rights.devices.pair_tablet())}"
        answer = client.post("/api/pairing/tablets", json={}, headers={"Host": host, "Cookie": cookie})
        assert answer.get_json()["link"] == f"{link}pair?key={rights.code.key}"
        assert answer.get_json()["reached"] is reached


class TestOwner:
    def test_the_owner_of_the_secret_gets_a_new_code(self, viewer: FlaskClient, rights: Rights) -> None:
        answer = viewer.post("/api/pairing/code", json={"proof": owner_proof(rights.secret)})
        assert answer.json == {"code": rights.code.digits, "key": rights.code.key}
        assert role(viewer) == "viewer"

    @pytest.mark.parametrize("proof", ["", "owner", owner_proof("guessed")], ids=["none", "word", "guessed"])
    def test_other_devices_get_no_code(self, tablet: FlaskClient, proof: str) -> None:
        assert "files" in refusal_text(tablet.post("/api/pairing/code", json={"proof": proof}), 403)


class TestCookie:
    def test_the_cookie_is_hidden_from_scripts_and_not_sent_by_other_sites(
        self, viewer: FlaskClient, rights: Rights
    ) -> None:
        cookie = viewer.post("/api/pairing", json={"code": rights.code.digits}).headers["Set-Cookie"]
        attributes = cookie.split("; ")[1:]
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(attributes)
        assert "Secure" not in attributes

    def test_behind_a_tls_proxy_the_cookie_is_secure_and_the_client_address_comes_from_the_proxy(
        self, table: Any
    ) -> None:
        rights = Rights()
        app = create_app(table, Settings(proxy="https://table.example.net/"), rights=rights)
        forwarded = {
            "Host": "127.0.0.1:8000",
            "X-Forwarded-Host": "table.example.net",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "192.168.1.31",
            "Origin": "https://table.example.net",
        }
        answer = app.test_client().post("/api/pairing", json={"code": rights.code.digits}, headers=forwarded)
        assert answer.status_code == 200
        assert "Secure" in answer.headers["Set-Cookie"].split("; ")

    def test_forwarded_headers_are_ignored_without_a_proxy(self, viewer: FlaskClient, rights: Rights) -> None:
        forged_headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}
        answer = viewer.post("/api/pairing", json={"code": rights.code.digits}, headers=forged_headers)
        assert "Secure" not in answer.headers["Set-Cookie"].split("; ")

    def test_opening_a_page_renews_the_cookie(self, table: Any) -> None:
        app = create_app(table, rights=Rights(is_persistent=True))
        tablet = paired_client(app)
        assert "Max-Age=34560000" in tablet.get("/").headers["Set-Cookie"]
        assert "Set-Cookie" not in tablet.get("/api/state").headers
        assert "Set-Cookie" not in app.test_client().get("/").headers

    def test_a_server_without_storage_sets_no_lasting_cookie(self, tablet: FlaskClient) -> None:
        assert "Max-Age" not in tablet.get("/").headers["Set-Cookie"]

    @pytest.mark.parametrize("value", ["", "tablet", "a.b", "../../x", "é"])
    def test_a_forged_cookie_makes_a_viewer(self, viewer: FlaskClient, rights: Rights, value: str) -> None:
        viewer.set_cookie(rights.cookie, value)
        assert role(viewer) == "viewer"
        refusal_text(viewer.post("/api/inputs", json=UNDO), 403)


class TestPermissions:
    """A viewer can change nothing on any route, and is shown how to pair."""

    PUBLIC = frozenset({"/api/pairing", "/api/pairing/code"})
    """What pairs, itself."""
    OF_PHONES = frozenset({"/api/pairing/leave", "/api/cards/common"})
    """Changes of no seat that every paired phone may make."""

    @pytest.mark.parametrize("who", ["viewer", "phone"])
    def test_every_change_needs_the_right_device(self, app: Flask, who: str, request: Any) -> None:
        client = request.getfixturevalue(who)
        asked = 0
        for rule in app.url_map.iter_rules():
            methods = set(rule.methods or ()) & {"POST", "PUT", "PATCH", "DELETE"}
            own = who == "phone" and (rule.rule.startswith("/api/seat/") or rule.rule in self.OF_PHONES)
            if not methods or rule.rule in self.PUBLIC or own:
                continue
            path = app.url_map.bind("localhost").build(rule.endpoint, dict.fromkeys(rule.arguments, 1))
            for method in methods:
                refusal = refusal_text(client.open(path, method=method, json={}), 403)
                assert re.search("pair this device|not paired (with a seat|as the table's)", refusal, re.I), (
                    path
                )
                asked += 1
        assert asked >= 5

    PUBLIC_READING = frozenset(
        {
            "/",
            "/<page>.webmanifest",
            "/api/clock",
            "/api/events",
            "/api/history",
            "/api/history/<int:game>",
            "/api/history/<int:game>/export",
            "/api/history/<int:game>/play",
            "/api/history/<int:game>/play.svg",
            "/api/history/<int:game>/rolls.csv",
            "/api/journal",
            "/api/openapi.json",
            "/api/state",
            "/calibrate",
            "/camera",
            "/certificate.crt",
            "/design",
            "/healthz",
            "/history",
            "/history/<int:game>",
            "/overlay",
            "/pair",
            "/phone",
            "/scripts/<path:name>",
            "/static/<path:filename>",
            "/styles.css",
            "/worker.js",
            "/words/<code>.json",
        }
    )
    """Routes that show only public facts need no pairing; every other route does. A new route must be listed
    here.
    """

    def test_private_data_needs_a_paired_device(self, app: Flask, viewer: FlaskClient) -> None:
        for rule in app.url_map.iter_rules():
            if "GET" in (rule.methods or ()) and rule.rule not in self.PUBLIC_READING:
                path = app.url_map.bind("localhost").build(rule.endpoint, dict.fromkeys(rule.arguments, 1))
                assert viewer.head(path).status_code == 403, rule.rule

    def test_public_data_needs_no_pairing(self, viewer: FlaskClient) -> None:
        for path in ("/", "/api/state", "/pair", "/healthz"):
            assert viewer.get(path).status_code == 200

    def test_only_the_tablet_sees_the_paired_devices(self, viewer: FlaskClient, phone: FlaskClient) -> None:
        for client in (viewer, phone):
            refusal_text(client.get("/api/pairing"), 403)


class TestForeignSites:
    """Each guard alone refuses the page of another site."""

    @pytest.mark.parametrize(
        "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
    )
    def test_form_submissions_are_refused(self, tablet: FlaskClient, table: Any, kind: str) -> None:
        answer = tablet.post("/api/inputs", data='{"kind": "undo"}', content_type=kind)
        assert "JSON" in refusal_text(answer, 415)
        assert table.inputs == []

    @pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
    def test_a_foreign_origin_is_refused(
        self, tablet: FlaskClient, table: Any, headers: dict[str, str]
    ) -> None:
        assert "another site" in refusal_text(tablet.post("/api/inputs", json=UNDO, headers=headers), 403)
        assert table.inputs == []

    def test_a_foreign_page_cannot_pair_a_browser(self, viewer: FlaskClient, rights: Rights) -> None:
        evil = {"Origin": "http://evil.example"}
        refusal_text(viewer.post("/api/pairing", json={"code": rights.code.digits}, headers=evil), 403)
        assert role(viewer) == "viewer"


def test_changes_are_rate_limited_by_device(
    app: Flask, tablet: FlaskClient, viewer: FlaskClient, clock: Clock, table: Any
) -> None:
    answers = [tablet.post("/api/inputs", json=UNDO) for _ in range(110)]
    assert {a.status_code for a in answers[:100]} == {200}
    assert {a.status_code for a in answers[100:]} == {429}
    assert answers[-1].headers["Retry-After"] == "1"
    assert len(table.inputs) == 100
    assert paired_client(app).post("/api/inputs", json=UNDO).status_code == 200
    # An unpaired client is limited by its address, which doesn't slow down the tablet there.
    assert {viewer.post("/api/inputs", json=UNDO).status_code for _ in range(110)} == {403, 429}
    clock.now += 1
    assert tablet.post("/api/inputs", json=UNDO).status_code == 200


def test_each_device_has_its_own_limit_of_open_pages(viewer: FlaskClient) -> None:
    def open_stream(address: str) -> Any:
        return viewer.get("/api/events", environ_base={"REMOTE_ADDR": address}, buffered=False)

    held = [open_stream("192.168.1.66") for _ in range(MAX_STREAMS)]
    assert {answer.status_code for answer in held} == {200}
    refused = open_stream("192.168.1.66")
    assert "12 pages open" in refusal_text(refused, 503)
    assert "Content-Security-Policy" in refused.headers
    other = open_stream("192.168.1.67")
    assert other.status_code == 200
    held.pop().close()
    again = open_stream("192.168.1.66")
    assert again.status_code == 200
    assert viewer.get("/healthz").get_json()["streams"] == MAX_STREAMS + 1
    for answer in (*held, other, again):
        answer.close()
    assert viewer.get("/healthz").get_json()["streams"] == 0
