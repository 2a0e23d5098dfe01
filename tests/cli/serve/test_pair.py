"""`companion pair`, and what `companion serve` says of pairing."""

from __future__ import annotations

import os
import re
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli.command import main
from companion.cli.common.paths import default_certificates, default_journal, default_rights
from companion.cli.serve import pair
from companion.games.registry import GAMES
from web import Settings, WebServer
from web.addresses import NetworkReach
from web.certificates import OwnCertificates
from web.rights import open_rights

PICTURE = "[█▀▄]{5}"


class NoTable:
    """A table that nobody asks anything of."""

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
    """A companion that is running for this journal."""
    table: Any = NoTable()
    with WebServer(table, Settings(port=0), open_rights(default_rights(journal))) as running:
        yield running


def test_it_prints_a_fresh_code_of_the_running_table(
    server: WebServer, journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = server.rights.code.digits
    assert main(["pair", "--journal", str(journal), "--port", str(server.port)]) == 0
    output = capsys.readouterr().out
    assert f"{server.url}pair?key={server.rights.code.key}" in output
    # One in a million draws is the same again.
    assert server.rights.code.digits != before or before in output


def test_it_asks_past_whatever_proxy_the_environment_names(
    server: WebServer, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1/")
    assert main(["pair", "--journal", str(journal), "--port", str(server.port)]) == 0


def test_over_tls_it_gets_one_too_and_shows_an_address_over_tls(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table: Any = NoTable()
    settings = Settings(port=0, certificates=OwnCertificates(default_certificates(journal)))
    with WebServer(table, settings, open_rights(default_rights(journal))) as server:
        assert main(["pair", "--journal", str(journal), "--port", str(server.port)]) == 0
        output = capsys.readouterr().out
        assert f"https://127.0.0.1:{server.port}/pair?key={server.rights.code.key}" in output


def test_the_configuration_says_where_the_table_is(
    server: WebServer, journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(
        f'[table]\njournal = "{journal}"\n[page]\nport = {server.port}\nproxy = "https://table.example.net/"'
    )
    assert main(["pair", "--config", str(config)]) == 0
    assert f"https://table.example.net/pair?key={server.rights.code.key}" in capsys.readouterr().out


def test_another_journal_s_owner_gets_none(
    server: WebServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.db"
    open_rights(default_rights(other))
    assert main(["pair", "--journal", str(other), "--port", str(server.port)]) == 1
    assert "another --journal" in capsys.readouterr().err


def test_where_nothing_runs_it_says_what_to_do(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    open_rights(default_rights(journal))
    # It is kept from everybody else, and nobody listens at it.
    with socket.socket() as kept:
        kept.bind(("127.0.0.1", 0))
        assert main(["pair", "--journal", str(journal), "--port", str(kept.getsockname()[1])]) == 1
    assert "start 'companion serve'" in capsys.readouterr().err


def test_where_nothing_ever_ran_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pair"]) == 1
    output = capsys.readouterr().err
    assert str(default_rights(default_journal())) in output
    assert "start 'companion serve' first" in output


class TestWhatServeSays:
    def test_the_link_that_pairs_and_the_next_one_once_it_was_used(
        self, server: WebServer, capsys: pytest.CaptureFixture[str]
    ) -> None:
        pair.announce(server)
        output = capsys.readouterr().out
        assert output.startswith(f"The table is at {server.url}\n")
        assert f"{server.url}pair?key={server.rights.code.key}" in output
        server.rights.code.use(server.rights.code.digits)
        assert f"{server.url}pair?key={server.rights.code.key}" in capsys.readouterr().out

    def test_in_the_network_it_is_a_link_that_the_tablet_can_open(
        self, server: WebServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("web.addresses._address_in_network", lambda: "192.168.1.20")
        server.settings = Settings(host="0.0.0.0")
        server.reach = NetworkReach(server.settings)
        pair.announce(server)
        output = capsys.readouterr().out
        assert f"In your network, it is at http://192.168.1.20:{server.port}/" in output
        assert f"http://192.168.1.20:{server.port}/pair?key={server.rights.code.key}" in output
        assert "plain HTTP" in output

    @pytest.mark.parametrize(
        "settings", [Settings(), Settings(proxy="https://table.example.net/")], ids=["closed", "behind TLS"]
    )
    def test_of_plain_http_it_speaks_only_where_the_network_sees_it(
        self, server: WebServer, settings: Settings, capsys: pytest.CaptureFixture[str]
    ) -> None:
        server.settings = settings
        server.reach = NetworkReach(settings)
        pair.announce(server)
        assert "plain HTTP" not in capsys.readouterr().out

    def test_over_tls_it_tells_what_browsers_will_say(
        self, server: WebServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        server.settings = Settings(certificates=OwnCertificates(tmp_path / "https"))
        server.reach = NetworkReach(server.settings)
        pair.announce(server)
        output = capsys.readouterr().out
        assert output.startswith(f"The table is at https://127.0.0.1:{server.port}/\n")
        assert "Browsers warn once about the table's own certificate" in output

    def test_a_terminal_is_shown_a_picture_of_a_link_that_a_tablet_can_open(
        self, server: WebServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("sys.stdout.isatty", lambda: True)
        monkeypatch.setattr("web.addresses._address_in_network", lambda: "192.168.1.20")
        server.settings = Settings(host="0.0.0.0")
        server.reach = NetworkReach(server.settings)
        pair.announce(server)
        assert len(re.findall(PICTURE, capsys.readouterr().out)) > 10

    def test_of_one_that_leads_a_tablet_nowhere_no_picture_is_shown_but_how_to_open_the_page(
        self, server: WebServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("sys.stdout.isatty", lambda: True)
        pair.announce(server)
        output = capsys.readouterr().out
        assert not re.findall(PICTURE, output)
        assert "Only this computer can open it." in output
        assert "--host 0.0.0.0" in output

    def test_the_system_s_log_is_told_no_code(
        self, server: WebServer, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        about = os.fstat(1)
        monkeypatch.setenv("JOURNAL_STREAM", f"{about.st_dev}:{about.st_ino}")
        pair.announce(server)
        server.rights.code.use(server.rights.code.digits)
        output = capfd.readouterr().out
        assert "'companion pair'" in output
        assert not re.search(r"\d{6}", output.replace(server.url, ""))

    def test_what_goes_elsewhere_isn_t_the_log_though_a_service_started_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("JOURNAL_STREAM", "8:1")
        assert not pair._is_output_logged()

    def test_a_file_is_told_no_code(
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

    def test_open_to_everybody_without_a_network_one_true_sentence_is_said(
        self, server: WebServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("web.addresses._address_in_network", lambda: None)
        server.settings = Settings(host="0.0.0.0")
        server.reach = NetworkReach(server.settings)
        pair.announce(server)
        output = capsys.readouterr().out
        assert "isn't on a network" in output
        assert "--host 0.0.0.0" not in output
        assert "In your network, it is at" not in output


class TestWhetherItIsOpenedToTheNetwork:
    @pytest.fixture
    def listening_addresses(self, server: WebServer, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """At which addresses it came to listen; somebody sits at the terminal."""
        listening: list[str] = []
        monkeypatch.setattr("web.addresses._address_in_network", lambda: "192.168.1.20")
        monkeypatch.setattr(pair, "_is_interactive", lambda: True)
        server.reach = NetworkReach(server.settings, listening.append)
        return listening

    @pytest.mark.parametrize("answer", ["y", "Yes"])
    def test_it_is_asked_and_then_the_tablet_s_link_is_shown(
        self, server: WebServer, listening_addresses: list[str], answer: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        pair.offer_network(server, lambda: answer)
        pair.announce(server)
        assert listening_addresses == ["192.168.1.20"]
        output = capsys.readouterr().out
        assert output.startswith("Open the page to this network, so that a tablet can be used? [y/N]\n")
        assert f"http://192.168.1.20:{server.port}/pair?key={server.rights.code.key}" in output

    @pytest.mark.parametrize("answer", ["", "n", "q", None])
    def test_it_stays_closed_unless_somebody_says_so(
        self, server: WebServer, listening_addresses: list[str], answer: str | None
    ) -> None:
        pair.offer_network(server, lambda: answer)
        assert listening_addresses == []

    def test_in_french_it_is_said_in_french(
        self, server: WebServer, listening_addresses: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("LANGUAGE", "fr")
        monkeypatch.delenv("LC_ALL", raising=False)
        pair.offer_network(server, lambda: "Oui")
        assert listening_addresses == ["192.168.1.20"]

    def test_nobody_is_asked_where_it_was_chosen_or_where_nobody_sits(
        self, server: WebServer, listening_addresses: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pair, "_is_interactive", lambda: False)
        pair.offer_network(server, lambda: "y")
        monkeypatch.setattr(pair, "_is_interactive", lambda: True)
        server.reach = NetworkReach(Settings(host="0.0.0.0"), listening_addresses.append)
        pair.offer_network(server, lambda: "y")
        assert listening_addresses == []

    def test_without_a_network_that_is_said_and_it_goes_on(
        self, server: WebServer, listening_addresses: list[str], monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:  # fmt: skip
        monkeypatch.setattr("web.addresses._address_in_network", lambda: None)
        pair.offer_network(server, lambda: "y")
        assert "isn't on a network" in capsys.readouterr().err
        assert listening_addresses == []


def test_the_secret_is_made_at_the_first_start_for_its_owner_alone(server: WebServer, journal: Path) -> None:
    assert stat.S_IMODE(default_rights(journal).stat().st_mode) == 0o600
    assert server.rights.secret
