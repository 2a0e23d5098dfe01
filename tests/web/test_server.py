"""Errors at the start of the server name the reason and the remedy."""

from __future__ import annotations

import errno
import os
import socket
from typing import Any

import pytest

from companion.games.registry import GAMES
from web import ServerError, Settings, WebServer, server


class Resting:
    """A table at which nothing happens."""

    playable = GAMES

    def snapshot(self) -> dict[str, Any]:
        return {"game": None}


def start_error(host: str, port: int) -> str:
    table: Any = Resting()
    with pytest.raises(ServerError) as error:
        WebServer(table, Settings(host=host, port=port)).start()
    return str(error.value)


@pytest.mark.parametrize("host", ["192.0.2.77", "nowhere.invalid"])
def test_a_foreign_address_is_reported_with_the_machine_s_own_addresses(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "own_addresses", lambda: ["192.168.1.20"])
    message = start_error(host, 8000)
    assert "isn't an address of this computer" in message
    assert "192.168.1.20 and 127.0.0.1; 0.0.0.0 means all of them" in message
    assert "already" not in message


def test_a_taken_port_is_reported() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "already running" in start_error("127.0.0.1", taken.getsockname()[1])


@pytest.mark.parametrize(
    ("code", "words"),
    [(errno.EACCES, "this user has no permission"), (errno.ENOBUFS, os.strerror(errno.ENOBUFS))],
)
def test_other_system_errors_are_reported(code: int, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_probe_listen_error", lambda *_: OSError(code, os.strerror(code)))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        message = start_error("127.0.0.1", taken.getsockname()[1])
    assert words in message
    assert "already" not in message
