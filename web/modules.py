"""A page's script with all the modules that it imports, so that browsers fetch them at once, not in turn."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Final

from flask import Flask, url_for
from markupsafe import Markup

STATIC: Final = Path(__file__).parent / "static"
_IMPORT: Final = re.compile(r'\b(?:from|import) "(\.[^"]+)"')


@cache
def imported(script: str) -> tuple[str, ...]:
    """The modules that a script imports, directly or not, by their paths below the static folder."""
    found: dict[str, None] = {}
    ahead = [script]
    while ahead:
        importer = ahead.pop(0)
        for name in _IMPORT.findall((STATIC / importer).read_text("utf-8")):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(importer), name))
            if path not in found and path != script:
                found[path] = None
                ahead.append(path)
    return tuple(found)


def announce(app: Flask) -> None:
    """Give templates ``module(script)``: the script's element, and a link for each module it imports."""

    def module(script: str) -> Markup:
        links = [
            Markup('<link rel="modulepreload" href="{}">').format(url_for("static", filename=name))
            for name in imported(script)
        ]
        element = Markup('<script type="module" src="{}"></script>')
        return Markup("\n  ").join([*links, element.format(url_for("static", filename=script))])

    app.context_processor(lambda: {"module": module})
