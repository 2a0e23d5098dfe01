"""Responses without comments and indentation, compressed if the browser accepts it, as all of them do."""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from typing import Final

from flask import Flask, Response, request

COMPRESSED_TYPES: Final = frozenset(
    {"application/json", "image/svg+xml", "text/css", "text/html", "text/javascript"}
)
MIN_COMPRESSED_BYTES: Final = 1000
"""Bytes; a shorter body fits into one packet anyway."""
TYPES_WITH_COMMENTS: Final = frozenset({"text/css", "text/javascript"})
_COMMENT: Final = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$", re.MULTILINE | re.DOTALL)
"""A comment that has its lines to itself."""
_TYPE_CAST: Final = re.compile(rb"/\*\* @type [^\n]*?\*/ ?")
"""A type annotation within a line, for the type checker."""
_INDENTATION: Final = re.compile(rb"^[ \t]+", re.MULTILINE)
"""White space before a line's text; no template literal of a script has several lines."""
_STYLE_SPACE: Final = re.compile(rb"^([\w-]+:) | (?=\{$)|(?<=,) | (?=> )|(?<= >) ", re.MULTILINE)
"""The space after a property's name or a comma, before a rule's brace, and around a child combinator."""
_GZIP_LEVEL: Final = 9
_REDUNDANT_HEADERS: Final = ("Accept-Ranges", "Content-Disposition", "Last-Modified")
"""Headers that add nothing to a file's type and ETag."""


def compress_responses(app: Flask) -> None:
    """Make an application compress its responses, except those of the API, which change all the time."""

    @app.after_request
    def compress_response(response: Response) -> Response:
        if response.mimetype not in COMPRESSED_TYPES or request.path.startswith("/api/"):
            return response
        response.vary.add("Accept-Encoding")
        for name in _REDUNDANT_HEADERS:
            response.headers.pop(name, None)
        if response.status_code != 200 or request.method == "HEAD":
            return response
        # Otherwise Flask passes a file on unread.
        response.direct_passthrough = False
        if response.mimetype in TYPES_WITH_COMMENTS:
            minified = minify(response.get_data())
            if response.mimetype == "text/css":
                minified = _STYLE_SPACE.sub(rb"\1", minified)
            response.set_data(minified)
        body = response.get_data()
        if len(body) >= MIN_COMPRESSED_BYTES and request.accept_encodings["gzip"]:
            response.set_data(_gzip(body))
            response.headers["Content-Encoding"] = "gzip"
        return response


@lru_cache(maxsize=256)
def minify(body: bytes) -> bytes:
    """Remove comments and indentation from a module or a style sheet; line numbers stay the same."""
    without_comments = _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), body)
    return _INDENTATION.sub(b"", _TYPE_CAST.sub(b"", without_comments))


@lru_cache(maxsize=256)
def _gzip(body: bytes) -> bytes:
    """Compress a body once, however many requests need it."""
    return gzip.compress(body, _GZIP_LEVEL, mtime=0)
