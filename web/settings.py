"""The settings of the web server of a table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from web.certificates import Certificates

WILDCARD_HOSTS: Final = frozenset({"", "0.0.0.0", "::"})
"""Host values that mean all addresses of the machine."""


@dataclass(frozen=True)
class Settings:
    """The settings of the web server of a table.

    Attributes:
        host: the address to listen on; only this machine by default.
        port: the port; 0 takes a free one.
        names: further host names, without port, under which the server may be reached.
        max_streams: the number of pages that may be open at a time; paired devices have some more places.
        translations: folders with files of further languages (docs/languages.md).
        heartbeat: seconds between heartbeats on a stream without changes. After two and a half of them a page
            warns that its data may be old; a machine that is busy with a picture is late by less than that.
        patience: factor by which pages wait longer than usual for an answer and for a heartbeat.
        proxy: the public address of a reverse proxy in front of this server, such as
            ``https://table.example.net/``; None: there is none. The server trusts the proxy's
            X-Forwarded-For, -Host and -Proto, so no client may be able to bypass the proxy.
        certificates: the certificates of a server that speaks TLS; None: it speaks plain HTTP.
        card_colours: the file of the learned colours of round cards; None: they aren't kept.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    names: tuple[str, ...] = ()
    max_streams: int = 100
    translations: tuple[Path, ...] = ()
    heartbeat: float = 2.0
    patience: float = 1.0
    proxy: str | None = None
    certificates: Certificates | None = None
    card_colours: Path | None = None

    @property
    def scheme(self) -> Literal["http", "https"]:
        """The URL scheme of the server's addresses."""
        return "http" if self.certificates is None else "https"


DEFAULTS: Final = Settings()
