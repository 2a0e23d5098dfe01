"""`companion pair`, and the pairing output of `companion serve`."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli.command import main
from companion.cli.common.config import TableFile, default_journal
from companion.cli.serve import pair
from companion.games.registry import GAMES
from web import Settings, WebServer
from web.addresses import NetworkReach
from web.certificates import OwnCertificates
from web.rights import open_rights

PICTURE = "[█▀▄]{5}"


class NoTable:
    """A table without any requests."""

    playable = GAMES

    def snapshot(self) -> dict[str, Any]:
        return {"epoch": "e", "version": 1, "game": None}


@pytest.fixture(autouse=True)
def _no_games_of_this_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def server(journal: Path) -> Iterator[WebServer]:
    """A running companion for this journal."""
    table: Any = NoTable()
    with WebServer(table, Settings(port=0), open_rights(TableFile.RIGHTS.path_beside(journal))) as running:
        yield running


def test_pair_prints_a_new_code_of_the_running_table(
    server: WebServer, journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = server.rights.code.digits
    assert main(["pair", "--journal", str(journal), "--port", str(server.port)]) == 0
    output = capsys.readouterr().out
    assert f"{server.url}pair?key={server.rights.code.key}" in output
    # One in a million draws is the same again.
    assert server.rights.code.digits != before or before in output


def test_pair_ignores_the_proxy_of_the_environment(
    server: WebServer, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1/")
    assert main(["pair", "--journal", str(journal), "--port", str(server.port)]) == 0


def test_pair_works_over_tls_and_prints_an_https_address(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table: Any = NoTable()
    settings = Settings(port=0, certificates=OwnCertificates(TableFile.CERTIFICATES.path_beside(journal)))
    with WebServer(table, settings, open_rights(TableFile.RIGHTS.path_beside(journal))) as server:
        assert main(["pair", "--journal", str(journal), "--port", str(server.port)]) == 0
        output = capsys.readouterr().out
        assert f"https://127.0.0.1:{server.port}/pair?key={server.rights.code.key}" in output


def test_pair_finds_the_table_by_the_configuration(
    server: WebServer, journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(
        f'[table]\njournal = "{journal}"\n[page]\nport = {server.port}\nproxy = "https://table.example.net/"'
    )
    assert main(["pair", "--config", str(config)]) == 0
    assert f"https://table.example.net/pair?key={server.rights.code.key}" in capsys.readouterr().out


def test_the_owner_of_another_journal_gets_no_code(
    server: WebServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.db"
    open_rights(TableFile.RIGHTS.path_beside(other))
    assert main(["pair", "--journal", str(other), "--port", str(server.port)]) == 1
    assert "another --journal" in capsys.readouterr().err


def test_pair_says_what_to_do_when_no_table_is_running(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_rights(TableFile.RIGHTS.path_beside(journal))
    # It is kept from everybody else, and nobody listens at it.
    with socket.socket() as kept:
        kept.bind(("127.0.0.1", 0))
        assert main(["pair", "--journal", str(journal), "--port", str(kept.getsockname()[1])]) == 1
    assert "start 'companion serve'" in capsys.readouterr().err


def test_pair_says_to_start_serve_when_no_table_ever_ran(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pair"]) == 1
    output = capsys.readouterr().err
    assert str(TableFile.RIGHTS.path_beside(default_journal())) in output
    assert "start 'companion serve' first" in output


class TestServeOutput:
    def test_serve_prints_the_pairing_link_and_a_new_one_after_its_use(
        self, server: WebServer, capsys: pytest.CaptureFixture[str]
    ) -> None:
        pair.announce(server)
        output = capsys.readouterr().out
        assert output.startswith(f"The table is at {server.url}\n")
        assert f"{server.url}pair?key={server.rights.code.key}" in output
        server.rights.code.use(server.rights.code.digits)
        assert f"{server.url}pair?key={server.rights.code.key}" in capsys.readouterr().out

    def test_a_table_in_the_network_prints_a_link_for_the_tablet(
        self, server: WebServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("web.addresses.own_addresses", lambda: ["192.168.1.20"])
        server.settings = Settings(host="0.0.0.0")
        server.reach = NetworkReach(server.settings)
        pair.announce(server)
        output = capsys.readouterr().out
        assert f"In your network, it is at http://192.168.1.20:{server.port}/" in output
        assert f"http://192.168.1.20:{server.port}/pair?key={server.rights.code.key}" in output
        assert "plain HTTP" in output

    def test_every_address_is_printed_and_the_link_has_the_first(
        self, server: WebServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("web.addresses.own_addresses", lambda: ["192.168.178.40", "10.8.0.7"])
        server.settings = Settings(host="0.0.0.0")
        server.reach = NetworkReach(server.settings)
        pair.announce(server)
        output = capsys.readouterr().out
        for address in ("192.168.178.40", "10.8.0.7"):
            assert f"In your network, it is at http://{address}:{server.port}/" in output
        assert f"http://192.168.178.40:{server.port}/pair?key={server.rights.code.key}" in output
        assert ".local" not in output

    @pytest.mark.parametrize(
        ("host", "name", "printed"),
        [
            ("0.0.0.0", "companion-2.local", "http://companion-2.local:"),
            ("192.168.1.20", "companion.local", "http://companion.local:"),
            ("0.0.0.0", None, None),
            ("127.0.0.1", "companion.local", None),
        ],
    )
    def test_a_name_is_printed_only_while_it_is_answered(
        self,
        server: WebServer,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        host: str,
        name: str | None,
        printed: str | None,
    ) -> None:
        monkeypatch.setattr("web.addresses.own_addresses", lambda: ["192.168.1.20"])
        monkeypatch.setattr("web.mdns.announced_name", lambda *_: contextlib.nullcontext(name))
        server.settings = Settings(host=host)
        with contextlib.ExitStack() as stack:
            pair.announce_name(server, stack)
        output = capsys.readouterr().out
        assert printed in output if printed else output == ""

    @pytest.mark.parametrize(
        "settings", [Settings(), Settings(proxy="https://table.example.net/")], ids=["closed", "behind TLS"]
    )
    def test_plain_http_is_mentioned_only_in_a_network(
        self, server: WebServer, settings: Settings, capsys: pytest.CaptureFixture[str]
    ) -> None:
        server.settings = settings
        server.reach = NetworkReach(settings)
        pair.announce(server)
        assert "plain HTTP" not in capsys.readouterr().out

    def test_over_tls_the_browser_warning_is_announced(
        self, server: WebServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        server.settings = Settings(certificates=OwnCertificates(tmp_path / "https"))
        server.reach = NetworkReach(server.settings)
        pair.announce(server)
        output = capsys.readouterr().out
        assert output.startswith(f"The table is at https://127.0.0.1:{server.port}/\n")
        assert "Browsers warn once about the table's own certificate" in output

    def test_a_terminal_shows_a_qr_code_of_a_link_in_the_network(
        self, server: WebServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("sys.stdout.isatty", lambda: True)
        monkeypatch.setattr("web.addresses.own_addresses", lambda: ["192.168.1.20"])
        server.settings = Settings(host="0.0.0.0")
        server.reach = NetworkReach(server.settings)
        pair.announce(server)
        assert len(re.findall(PICTURE, capsys.readouterr().out)) > 10

    def test_a_local_link_has_no_qr_code_but_says_how_to_open_the_table(
        self, server: WebServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("sys.stdout.isatty", lambda: True)
        pair.announce(server)
        output = capsys.readouterr().out
        assert not re.findall(PICTURE, output)
        assert "Only this computer can open it." in output
        assert "--host 0.0.0.0" in output

    def test_the_system_log_contains_no_code(
        self, server: WebServer, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        about = os.fstat(1)
        monkeypatch.setenv("JOURNAL_STREAM", f"{about.st_dev}:{about.st_ino}")
        pair.announce(server)
        server.rights.code.use(server.rights.code.digits)
        output = capfd.readouterr().out
        assert "'companion pair'" in output
        assert not re.search(r"\d{6}", output.replace(server.url, ""))

    def test_redirected_output_of_a_service_contains_the_code(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("JOURNAL_STREAM", "8:1")
        reading, writing = os.pipe()
        with os.fdopen(reading), os.fdopen(writing, "w") as output:
            monkeypatch.setattr("sys.stdout", output)
            assert not pair._is_output_kept()

    def test_a_log_file_contains_no_code(
        self, server: WebServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with (tmp_path / "serve.log").open("w") as log:
            monkeypatch.setattr("sys.stdout", log)
            pair.announce(server)
            server.rights.code.use(server.rights.code.digits)
        output = (tmp_path / "serve.log").read_text()
        assert "'companion pair'" in output
        assert not re.search(r"\d{6}", output.replace(server.url, ""))
        server.rights.is_persistent = False
        with (tmp_path / "demo.log").open("w") as log:
            monkeypatch.setattr("sys.stdout", log)
            pair.announce(server)
        assert "only in a terminal" in (tmp_path / "demo.log").read_text(), "nobody could ask for it"

    def test_an_open_table_without_a_network_says_so(
        self, server: WebServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("web.addresses.own_addresses", list)
        server.settings = Settings(host="0.0.0.0")
        server.reach = NetworkReach(server.settings)
        pair.announce(server)
        output = capsys.readouterr().out
        assert "isn't on a network" in output
        assert "--host 0.0.0.0" not in output
        assert "In your network, it is at" not in output


class TestNetworkQuestion:
    @pytest.fixture
    def listening_addresses(self, server: WebServer, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The addresses at which the server listens, with a person at the terminal."""
        listening: list[str] = []
        monkeypatch.setattr("web.addresses.own_addresses", lambda: ["192.168.1.20"])
        monkeypatch.setattr(pair, "_is_interactive", lambda: True)
        server.reach = NetworkReach(server.settings, listening.append)
        return listening

    @pytest.mark.parametrize("answer", ["y", "Yes"])
    def test_the_network_question_leads_to_the_tablet_s_link(
        self,
        server: WebServer,
        listening_addresses: list[str],
        answer: str,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        pair.offer_network(server, lambda: answer)
        pair.announce(server)
        assert listening_addresses == ["192.168.1.20"]
        output = capsys.readouterr().out
        assert output.startswith("Open the page to this network, so that a tablet can be used? [y/N]\n")
        assert f"http://192.168.1.20:{server.port}/pair?key={server.rights.code.key}" in output

    @pytest.mark.parametrize("answer", ["", "n", "q", None])
    def test_the_table_stays_local_without_a_yes(
        self, server: WebServer, listening_addresses: list[str], answer: str | None
    ) -> None:
        pair.offer_network(server, lambda: answer)
        assert listening_addresses == []

    def test_the_network_question_is_translated_into_french(
        self, server: WebServer, listening_addresses: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("LANGUAGE", "fr")
        monkeypatch.delenv("LC_ALL", raising=False)
        pair.offer_network(server, lambda: "Oui")
        assert listening_addresses == ["192.168.1.20"]

    def test_the_network_question_is_skipped_with_a_host_or_without_a_terminal(
        self, server: WebServer, listening_addresses: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pair, "_is_interactive", lambda: False)
        pair.offer_network(server, lambda: "y")
        monkeypatch.setattr(pair, "_is_interactive", lambda: True)
        server.reach = NetworkReach(Settings(host="0.0.0.0"), listening_addresses.append)
        pair.offer_network(server, lambda: "y")
        assert listening_addresses == []

    def test_a_missing_network_is_reported_and_serve_continues(
        self, server: WebServer, listening_addresses: list[str], monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:  # fmt: skip
        monkeypatch.setattr("web.addresses.own_addresses", list)
        pair.offer_network(server, lambda: "y")
        assert "isn't on a network" in capsys.readouterr().err
        assert listening_addresses == []


def test_the_secret_is_created_at_the_first_start_and_readable_by_its_owner_only(
    server: WebServer, journal: Path
) -> None:
    assert stat.S_IMODE(TableFile.RIGHTS.path_beside(journal).stat().st_mode) == 0o600
    assert server.rights.secret
