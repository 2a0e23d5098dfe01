"""Web app manifests and the service worker with its list of files, so that devices can install the pages.

Browsers accept both only over HTTPS or from this machine itself. Everywhere else the pages work without them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from flask import Blueprint, Response, abort, url_for

from web.bundler import STATIC
from web.game_pages import GamePages
from web.guard import set_caching
from web.i18n import Language
from web.modules import all_scripts, bundled_modules, part_addresses

WORKER_SCRIPT: Final = "pwa/worker.js"
APP_PAGES: Final = {"table": "pages.table", "phone": "phones.page"}
"""The pages that can be installed as an app, and their endpoints."""
ICON_SIZES_PX: Final = (192, 512)
SHELL_SUFFIXES: Final = frozenset({".css", ".js", ".svg", ".woff2"})


def blueprint(languages: Mapping[str, Language], game_pages: GamePages) -> Blueprint:
    """Create the routes of manifests and service worker; `languages` are the languages of the pages."""
    routes = Blueprint("pwa", __name__)
    set_caching(routes, "no-cache")

    @routes.get("/<page>.webmanifest")
    def manifest(page: str) -> Response:
        if page not in APP_PAGES:
            abort(404)
        text = json.dumps(_manifest(url_for(APP_PAGES[page])), ensure_ascii=False)
        return Response(text, mimetype="application/manifest+json")

    @routes.get("/worker.js")
    def worker() -> Response:
        bundled = bundled_modules(game_pages)
        files = [url_for("static", filename=name) for name in _shell_files(game_pages) if name not in bundled]
        files += [url_for("modules.script", name=name) for name in all_scripts(game_pages)]
        files += part_addresses(game_pages)
        files += [url_for("words.page", code=each.code, v=each.version) for each in languages.values()]
        version = _shell_version(game_pages, _file_times(game_pages), *files)
        script = [
            f"const VERSION = {json.dumps(version)};",
            f"const FILES = {json.dumps(files)};",
            (STATIC / WORKER_SCRIPT).read_text("utf-8"),
        ]
        return Response("\n".join(script), mimetype="text/javascript")

    return routes


def _manifest(start: str) -> dict[str, Any]:
    icons = [
        {
            "src": url_for("static", filename=f"pwa/{purpose}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for purpose in ("any", "maskable")
        for size in ICON_SIZES_PX
    ]
    return {
        "id": start,
        "name": "Companion",
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": "#1d1a16",
        "theme_color": "#1d1a16",
        "icons": icons,
    }


def _shell_files(game_pages: GamePages) -> list[str]:
    """List the files that make up the pages, including those that are sent bundled, but not the worker
    itself."""
    return [name for name in game_pages.file_names(SHELL_SUFFIXES) if name != WORKER_SCRIPT]


def _file_times(game_pages: GamePages) -> tuple[tuple[str, int], ...]:
    return tuple((name, game_pages.path(name).stat().st_mtime_ns) for name in _shell_files(game_pages))


@lru_cache(maxsize=1)
def _shell_version(game_pages: GamePages, state: tuple[tuple[str, int], ...], *files: str) -> str:
    """Return a hash that changes whenever a file changes."""
    digest = hashlib.sha256("\n".join(files).encode())
    for name, _changed in state:
        digest.update(name.encode() + b"\0" + game_pages.path(name).read_bytes())
    return digest.hexdigest()[:12]
