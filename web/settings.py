"""How a table is served."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from web.certificates import Certificates

EVERY_ADDRESS: Final = frozenset({"", "0.0.0.0", "::"})
"""What stands for all addresses of the machine where a host is asked for."""


@dataclass(frozen=True)
class Settings:
    """How a table is served.

    Attributes:
        host: the address to listen at; this machine only by default.
        port: the port; 0 takes a free one.
        names: further names, without port, that people may call this machine by.
        most_streams: how many pages may be open at a time; of paired devices some more.
        translations: folders with files of further languages (docs/languages.md).
        heartbeat: seconds between signs of life on a stream where nothing changes. After two and a half of
            them a page says that what it shows may be old: a machine that is busy with a picture is late by
            less than that.
        patience: how many times as long as usual pages wait for an answer, and for a sign of life.
        proxy: the address of a proxy that shows this server elsewhere, such as ``https://table.example.net/``;
            None: there is none. It is believed who asked, by which name, and whether over TLS
            (X-Forwarded-For, -Host and -Proto): nobody may get past it.
        certificates: where the server itself speaks TLS, what it shows for that; None: it speaks plain HTTP.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    names: tuple[str, ...] = ()
    most_streams: int = 100
    translations: tuple[Path, ...] = ()
    heartbeat: float = 2.0
    patience: float = 1.0
    proxy: str | None = None
    certificates: Certificates | None = None

    @property
    def scheme(self) -> Literal["http", "https"]:
        """What the server speaks, as its addresses begin."""
        return "http" if self.certificates is None else "https"


DEFAULTS: Final = Settings()
