"""The page files of the games: templates, scripts, overlays and translations.

A game declares them by a `companion.games.game_api.GamePage`. Its files lie in this package, or beside the
game's code. In the second case they are served below ``games/<kind>/``, for example
``/static/games/<kind>/game.css``, so that a script of the game imports this package's modules as
``../../drawing/dom.js``.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from flask import Flask, Response, send_from_directory
from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader

from companion.games.game_api import Game, GamePage
from web.bundler import SIZES_SHEET, STATIC

PAGE_FOLDER: Final = "page"
"""The folder of a game's page files, beside its code."""
DEFAULT_PHONE_TEMPLATE: Final = "phone.html"
"""The template on players' phones for a game that has none of its own."""
DEFAULT_OVERLAY_SCRIPT: Final = "overlay/any_game.js"
"""The streaming overlay's script for a game that has none of its own."""
TRANSLATIONS_FOLDER: Final = "translations"
"""The folder of a game's translations, structured like this package's folder of that name."""


@dataclass(frozen=True)
class GamePages:
    """The pages of a table's games.

    Attributes:
        pages: each game's kind and page; the first page is shown while no game is in progress.
    """

    pages: tuple[tuple[str, GamePage], ...]

    @classmethod
    def from_games(cls, games: Mapping[str, Game[Any, Any]]) -> GamePages:
        """Collect the pages of games, given by kind."""
        return cls(tuple((kind, game.page) for kind, game in games.items()))

    @cached_property
    def _by_kind(self) -> Mapping[str, GamePage]:
        return dict(self.pages)

    @cached_property
    def _game_folders(self) -> Mapping[str, Path]:
        """The folders of the games that bring page files, by kind."""
        return {kind: Path(str(files(page.package))) for kind, page in self.pages if page.package}

    def template(self, kind: str | None) -> str:
        """Return the template of a game's page; None: of the page shown while no game is in progress."""
        kind = self.pages[0][0] if kind is None else kind
        return self._qualify(kind, self._by_kind[kind].template)

    def phone_template(self, kind: str | None) -> str:
        """Return the template for players' phones; None: while no game is in progress."""
        phone = None if kind is None else self._by_kind[kind].phone
        return (
            DEFAULT_PHONE_TEMPLATE if kind is None or phone is None else self._qualify(kind, phone.template)
        )

    def history_script(self, kind: str) -> str:
        """Return the script that shows a finished game."""
        return self._qualify(kind, self._by_kind[kind].history)

    def overlay_script(self, kind: str | None) -> str:
        """Return the script of a game's streaming overlay; None: while no game is in progress."""
        own = "" if kind is None else self._by_kind[kind].overlay
        return self._qualify(kind, own) if kind is not None and own else DEFAULT_OVERLAY_SCRIPT

    @property
    def scripts(self) -> tuple[str, ...]:
        """The scripts of all pages of all games."""
        scripts = (
            self._qualify(kind, script)
            for kind, page in self.pages
            for script in (page.script, page.history, page.phone and page.phone.script, page.overlay)
            if script
        )
        return tuple(dict.fromkeys(scripts))

    @property
    def translations(self) -> tuple[Path, ...]:
        """The translation folders of the games."""
        return tuple(folder / TRANSLATIONS_FOLDER for folder in self._game_folders.values())

    def path(self, name: str) -> Path:
        """Return the path of a file requested below ``/static/``."""
        folder, rest = self._locate(name)
        return folder / rest

    def file_names(self, suffixes: Collection[str]) -> list[str]:
        """List the files that pages can request, of this package and of games, sorted.

        Args:
            suffixes: the endings to include.
        """
        folders = {
            "": STATIC,
            **{f"games/{kind}/": at / PAGE_FOLDER for kind, at in self._game_folders.items()},
        }
        return sorted(
            prefix + path.relative_to(folder).as_posix()
            for prefix, folder in folders.items()
            for path in folder.rglob("*")
            if path.suffix in suffixes
        )

    def serve(self, app: Flask) -> None:
        """Make an application serve the files below ``/static/``, and load the games' templates."""

        def static(filename: str) -> Response:
            folder, rest = self._locate(filename)
            max_age = app.get_send_file_max_age(filename)
            return send_from_directory(folder, rest, max_age=max_age, etag=_version_tag(folder / rest))

        app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=static)
        own: BaseLoader | None = app.jinja_loader
        assert own is not None, "Flask loads this package's templates"
        loaders = {
            kind: FileSystemLoader(folder / PAGE_FOLDER) for kind, folder in self._game_folders.items()
        }
        app.jinja_loader = ChoiceLoader([own, PrefixLoader({"games": PrefixLoader(loaders)})])

    def _qualify(self, kind: str, name: str) -> str:
        return f"games/{kind}/{name}" if kind in self._game_folders else name

    def _locate(self, name: str) -> tuple[Path, str]:
        """Return the folder that contains a file, and the file's name in it."""
        top, _, rest = name.partition("/")
        kind, _, rest = rest.partition("/")
        if top == "games" and kind in self._game_folders:
            return self._game_folders[kind] / PAGE_FOLDER, rest
        return STATIC, name


def _version_tag(path: Path) -> str | bool:
    """Return a short ETag of a file: a page loads thirty files, and Flask's own is three times as long.

    A style sheet is sent with the sizes that it names (`web.compression`), so it changes with them.
    """
    if not path.is_file():
        return False
    sources = [path, SIZES_SHEET] if path.suffix == ".css" else [path]
    about = [(each.st_mtime_ns, each.st_size) for each in map(Path.stat, sources)]
    return f"{zlib.crc32(str(about).encode()):x}"
