"""Files and pages sent without comments, and compressed to browsers that read that, which is all of them."""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from typing import Final

from flask import Flask, Response, request

KINDS: Final = frozenset({"application/json", "image/svg+xml", "text/css", "text/html", "text/javascript"})
LEAST: Final = 1000
"""Bytes; what is shorter travels in one packet anyway."""
COMMENTED: Final = frozenset({"text/css", "text/javascript"})
_COMMENT: Final = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$", re.MULTILINE | re.DOTALL)
"""One that has its lines to itself."""
_CAST: Final = re.compile(rb"/\*\* @type [^\n]*?\*/ ?")
"""A type that is said within a line, for who checks types."""
_LEVEL: Final = 9
_NEEDLESS: Final = ("Accept-Ranges", "Content-Disposition", "Last-Modified")
"""What says nothing of such a file that its type and its ETag don't."""


def compress(app: Flask) -> None:
    """Have an application compress what it sends: not the API's answers, which change all the time."""

    @app.after_request
    def compressed(response: Response) -> Response:
        if response.mimetype not in KINDS or request.path.startswith("/api/"):
            return response
        response.vary.add("Accept-Encoding")
        for name in _NEEDLESS:
            response.headers.pop(name, None)
        if response.status_code != 200 or request.method == "HEAD":
            return response
        # A file would be handed on unread otherwise.
        response.direct_passthrough = False
        if response.mimetype in COMMENTED:
            response.set_data(uncommented(response.get_data()))
        body = response.get_data()
        if len(body) >= LEAST and request.accept_encodings["gzip"]:
            response.set_data(_compressed(body))
            response.headers["Content-Encoding"] = "gzip"
        return response


@lru_cache(maxsize=256)
def uncommented(body: bytes) -> bytes:
    """A module or a style sheet without its comments, a sixth of its weight; its lines keep their numbers."""
    return _CAST.sub(b"", _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), body))


@lru_cache(maxsize=256)
def _compressed(body: bytes) -> bytes:
    """Each state of a file is compressed once, however many ask for it."""
    return gzip.compress(body, _LEVEL, mtime=0)
