"""A demo in its own process, started once and ended with the table."""

from __future__ import annotations

import socket
import sys

import pytest

from companion.cli.serve.serve import DemoError, DemoProcess

PLAYS = (
    sys.executable,
    "-c",
    "import socket, sys, time; page = socket.create_server(('', int(sys.argv[-1]))); time.sleep(600)",
)
FAILING_COMMAND = (sys.executable, "-c", "raise SystemExit(1)")


def test_the_demo_serves_its_page_and_is_started_once() -> None:
    with DemoProcess("127.0.0.1", PLAYS) as demo:
        port = demo.port()
        socket.create_connection(("127.0.0.1", port)).close()
        playing = demo._playing
        assert demo.port() == port
        assert demo._playing is playing
    assert playing is not None
    assert playing.poll() is not None, "it ends with the table"


def test_a_demo_that_does_not_start_says_what_to_do() -> None:
    with DemoProcess("127.0.0.1", FAILING_COMMAND) as demo, pytest.raises(DemoError, match="companion demo"):
        demo.port()
