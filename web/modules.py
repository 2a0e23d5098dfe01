"""The pages' scripts, each bundled with its imports, and the helper that links them in templates."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import Final

from flask import Blueprint, Flask, Response, abort, request, url_for
from jinja2 import pass_context
from jinja2.runtime import Context
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from web.bundler import bundle, bundle_part, bundle_styles, modules_of, parts_of
from web.game_pages import DEFAULT_OVERLAY_SCRIPT, GamePages
from web.guard import set_caching
from web.i18n import PageWords, current_language

COMMON_SCRIPT: Final = "pwa/device.js"
"""The script that every page runs."""
NO_SEAT_SCRIPT: Final = "phone/no_seat.js"
"""The script on a player's phone for a game without a phone page."""
PAGE_SCRIPTS: Final = (
    COMMON_SCRIPT,
    NO_SEAT_SCRIPT,
    DEFAULT_OVERLAY_SCRIPT,
    "history/history.js",
    "calibrate/calibrate.js",
    "pairing/pair.js",
    "camera/camera.js",
    "design/design.js",
)
"""The scripts of pages that belong to no game."""
_STYLE_LINK: Final = re.compile(r'[ ]*<link rel="stylesheet" href="/static/([\w/-]+)\.css">\n?')
"""The link to a style sheet, as templates write it."""


def blueprint(game_pages: GamePages) -> Blueprint:
    """Create the route of the bundled scripts."""
    modules = Blueprint("modules", __name__)
    set_caching(modules, "no-cache")

    @modules.get("/scripts/<path:name>")
    def script(name: str) -> Response:
        part = request.args.get("part")
        if name not in all_scripts(game_pages) or (part and part not in page_parts(name, game_pages)):
            abort(404)
        bundled = _bundle_script(game_pages, name, part, _file_times(game_pages))
        return _with_etag(Response(bundled, mimetype="text/javascript"))

    @modules.get("/styles.css")
    def styles() -> Response:
        names = tuple(request.args.get("names", "").split(","))
        sheets = {f"{name}.css" for name in names}
        # A sheet named many times would make an answer of any size.
        if len(sheets) < len(names) or not sheets <= set(game_pages.file_names((".css",))):
            abort(404)
        bundled = _bundle_styles(game_pages, names, _file_times(game_pages, ".css"))
        return _with_etag(Response(bundled, mimetype="text/css"))

    return modules


def _with_etag(response: Response) -> Response:
    response.add_etag()
    response.make_conditional(request)
    return response


def add_template_helper(app: Flask, game_pages: GamePages, page_words: PageWords) -> None:
    """Give templates ``module(script)``: the elements of a page's script and of its texts.

    The script includes the common script. The texts in the page's language, and the page's part that the
    template's variable ``part`` names, are requested before the script asks for them.
    """

    @pass_context
    def module(context: Context, script: str) -> Markup:
        modules = _module_names(game_pages, script, _file_times(game_pages))
        choices = [
            {"code": code, "name": each.name, "words": page_words.address(code, modules)}
            for code, each in page_words.languages.items()
        ]
        preloads = (
            Markup('<link rel="modulepreload" href="{}">\n  ').format(part_address(script, context["part"]))
            if context.get("part")
            else Markup()
        )
        return preloads + Markup(
            '<script type="application/json" id="languages">{}</script>\n'
            '  <link rel="preload" as="fetch" crossorigin href="{}">\n'
            '  <script type="module" src="{}"></script>'
        ).format(
            htmlsafe_json_dumps(choices),
            page_words.address(current_language(), modules),
            url_for("modules.script", name=script),
        )

    app.context_processor(lambda: {"module": module})
    app.template_filter("join_styles")(join_styles)


def join_styles(head: str) -> Markup:
    """Replace the links to single style sheets by one link to all of them, in their order."""
    names = [found[1] for found in _STYLE_LINK.finditer(head)]
    address = f"/styles.css?names={','.join(names)}"
    link = f'  <link rel="stylesheet" href="{address}">\n'
    return Markup(link + _STYLE_LINK.sub("", head))  # the rendered template, without its links


def all_scripts(game_pages: GamePages) -> tuple[str, ...]:
    """Return the scripts of all pages, those of games included."""
    return (*PAGE_SCRIPTS, *game_pages.scripts)


def page_modules(script: str, game_pages: GamePages) -> tuple[str, ...]:
    """Return the modules of a page and of its parts, by its script, in execution order."""
    return modules_of((COMMON_SCRIPT, script, *page_parts(script, game_pages)), game_pages.path)


@lru_cache(maxsize=1)
def _all_modules(game_pages: GamePages, _state: object) -> frozenset[str]:
    """Return the modules of all pages, computed once for each state of the files."""
    return frozenset(modules_of(all_scripts(game_pages), game_pages.path))


@lru_cache(maxsize=1)
def _all_parts(game_pages: GamePages, _state: object) -> tuple[tuple[str, str], ...]:
    """Return the parts of all pages, each with its page's script, once for each state of the files."""
    return tuple(
        (script, part) for script in all_scripts(game_pages) for part in page_parts(script, game_pages)
    )


def bundled_modules(game_pages: GamePages) -> frozenset[str]:
    """Return the modules that pages load only as parts of a bundle."""
    return _all_modules(game_pages, _file_times(game_pages))


def part_addresses(game_pages: GamePages) -> list[str]:
    """Return the addresses of the parts of all pages."""
    return [part_address(*each) for each in _all_parts(game_pages, _file_times(game_pages))]


def page_parts(script: str, game_pages: GamePages) -> tuple[str, ...]:
    """Return the modules that a page imports when it needs them, by its script."""
    return parts_of((COMMON_SCRIPT, script), game_pages.path)


def part_address(script: str, part: str) -> str:
    """Return the address of a page's part."""
    return url_for("modules.script", name=script, part=part)


@lru_cache(maxsize=64)
def _module_names(game_pages: GamePages, script: str, _state: object) -> frozenset[str]:
    """Return the modules of a page, by its script, computed once for each state of the files."""
    return frozenset(page_modules(script, game_pages))


@lru_cache(maxsize=64)
def _bundle_script(game_pages: GamePages, script: str, part: str | None, _state: object) -> str:
    """Bundle a script, or a part of its page, once for each state of the files."""
    scripts, address = (COMMON_SCRIPT, script), partial(part_address, script)
    if part:
        return bundle_part(scripts, part, game_pages.path, address)
    return bundle(scripts, game_pages.path, address)


@lru_cache(maxsize=64)
def _bundle_styles(game_pages: GamePages, names: tuple[str, ...], _state: object) -> str:
    """Bundle style sheets once for each state of the files."""
    return bundle_styles([f"{name}.css" for name in names], game_pages.path)


def _file_times(game_pages: GamePages, suffix: str = ".js") -> tuple[tuple[str, int], ...]:
    return tuple(
        (name, game_pages.path(name).stat().st_mtime_ns) for name in game_pages.file_names((suffix,))
    )
