"""What games bring for their pages: templates, scripts and other files, here or beside the game's code.

A game says it with a `companion.games.game_api.GamePage`. The files of one that brings its own are asked for
as this room's own are, below ``games/<kind>/``: as ``/static/games/<kind>/game.css``, and seen from there a
script of the game imports this room's as ``../../drawing/dom.js``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from flask import Flask, Response, send_from_directory
from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader

from companion.games.game_api import Game, GamePage
from web.bundler import STATIC

FOLDER: Final = "page"
"""Where the files of a game lie that brings its own, beside its code."""
PHONE: Final = "phone.html"
"""What players' phones show of a game without a page for them."""
OVERLAY: Final = "overlay/any_game.js"
"""What lies over the picture of a game without an overlay of its own."""
WORDS: Final = "translations"
"""Where its texts lie in other languages, as those of pages do in this room's folder of that name."""


@dataclass(frozen=True)
class GamePages:
    """The pages of the games of a table.

    Attributes:
        pages: what each game says of its own, with its kind; where none is on, the first one's is shown.
    """

    pages: tuple[tuple[str, GamePage], ...]

    @classmethod
    def of(cls, games: Mapping[str, Game[Any, Any]]) -> GamePages:
        """Those of some games, by their kinds."""
        return cls(tuple((kind, game.page) for kind, game in games.items()))

    @cached_property
    def _by_kind(self) -> Mapping[str, GamePage]:
        return dict(self.pages)

    @cached_property
    def _brought(self) -> Mapping[str, Path]:
        """The folders of the games that bring their files, by kind."""
        return {kind: Path(str(files(page.package))) for kind, page in self.pages if page.package}

    def template(self, kind: str | None) -> str:
        """The template of a game's page; None: that of the page where no game is on."""
        kind = self.pages[0][0] if kind is None else kind
        return self._below(kind, self._by_kind[kind].template)

    def phone(self, kind: str | None) -> str:
        """The template of what players' phones show of a game; None: where none is on."""
        phone = None if kind is None else self._by_kind[kind].phone
        return PHONE if kind is None or phone is None else self._below(kind, phone.template)

    def history(self, kind: str) -> str:
        """The script of the page that looks back on a game."""
        return self._below(kind, self._by_kind[kind].history)

    def overlay(self, kind: str | None) -> str:
        """The script of a game's overlay for who streams it; None: where none is on."""
        own = "" if kind is None else self._by_kind[kind].overlay
        return self._below(kind, own) if kind is not None and own else OVERLAY

    @property
    def scripts(self) -> tuple[str, ...]:
        """The games' own scripts, of all pages of each."""
        said = (
            self._below(kind, script)
            for kind, page in self.pages
            for script in (page.script, page.history, page.phone and page.phone.script, page.overlay)
            if script
        )
        return tuple(dict.fromkeys(said))

    @property
    def translations(self) -> tuple[Path, ...]:
        """The folders of translations that games bring."""
        return tuple(folder / WORDS for folder in self._brought.values())

    def path(self, name: str) -> Path:
        """Where a file lies that is asked for below ``/static/``."""
        folder, rest = self._found(name)
        return folder / rest

    def names(self, suffixes: Collection[str]) -> list[str]:
        """The files with such endings that pages can ask for, of this room and of games, in order."""
        folders = {"": STATIC, **{f"games/{kind}/": at / FOLDER for kind, at in self._brought.items()}}
        return sorted(
            prefix + path.relative_to(folder).as_posix()
            for prefix, folder in folders.items()
            for path in folder.rglob("*")
            if path.suffix in suffixes
        )

    def serve(self, app: Flask) -> None:
        """Have an application answer with the files below ``/static/``, and find the games' templates."""

        def static(filename: str) -> Response:
            folder, rest = self._found(filename)
            return send_from_directory(folder, rest, max_age=app.get_send_file_max_age(filename))

        app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=static)
        own: BaseLoader | None = app.jinja_loader
        assert own is not None, "the room's own templates"
        brought = {kind: FileSystemLoader(folder / FOLDER) for kind, folder in self._brought.items()}
        app.jinja_loader = ChoiceLoader([own, PrefixLoader({"games": PrefixLoader(brought)})])

    def _below(self, kind: str, name: str) -> str:
        return f"games/{kind}/{name}" if kind in self._brought else name

    def _found(self, name: str) -> tuple[Path, str]:
        """The folder that a file lies in, and its name below that."""
        top, _, rest = name.partition("/")
        kind, _, rest = rest.partition("/")
        if top == "games" and kind in self._brought:
            return self._brought[kind] / FOLDER, rest
        return STATIC, name
