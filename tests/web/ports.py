"""Ports for servers that are restarted at the same one."""

from __future__ import annotations

import random
import socket
from contextlib import suppress
from typing import Final

NOT_GIVEN_AWAY: Final = range(20_000, 32_000)
"""The system assigns none of these ports to clients that request any free one."""


def free_port() -> int:
    """A port that nobody listens at, and that nobody is given by chance before a server is started there."""
    chance = random.SystemRandom()
    while True:
        port = chance.choice(NOT_GIVEN_AWAY)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
