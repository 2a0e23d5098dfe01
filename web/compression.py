"""Responses without comments and indentation, compressed if the browser accepts it, as all of them do."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from flask import Flask, Response, request

from web.bundler import SIZES_SHEET

COMPRESSED_TYPES: Final = frozenset(
    {"application/json", "image/svg+xml", "text/css", "text/html", "text/javascript"}
)
MIN_COMPRESSED_BYTES: Final = 1000
"""Bytes; a shorter body fits into one packet anyway."""
_STYLE_COMMENT: Final = re.compile(rb"/\*(?:(?!\*/).)*\*/", re.DOTALL)
_INDENTATION: Final = re.compile(rb"^[ \t]+|[ \t]+$", re.MULTILINE)
_STYLE_SPACE: Final = re.compile(rb"^([\w-]+:) | (?=\{)|(?<=,) | (?=> )|(?<= >) ", re.MULTILINE)
"""The space after a property's name or a comma, before a rule's brace, and around a child combinator."""
_STYLE_BREAK: Final = re.compile(rb"(?<![^{},;])\n+")
_BLANK_LINES: Final = re.compile(rb"\n{2,}")
_SIZE: Final = re.compile(rb"^@custom-media (--[\w-]+) (.+);\n", re.MULTILINE)
"""The declaration of a size of the pages: its name and its condition."""
_SIZES: Final = dict(_SIZE.findall(SIZES_SHEET.read_bytes()))
_CONDITION: Final = re.compile(rb"@(?:media|container) [^{]+")
_SIZE_NAME: Final = re.compile(rb"\((--[\w-]+)\)")
_SCRIPT_TOKEN: Final = re.compile(
    rb"""(?P<space>[ \t]+|//[^\n]*|/\*(?!!)(?:(?!\*/).)*\*/)
    |(?P<kept>/\*!(?:(?!\*/).)*\*/|\n)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<plain>[^\s"'`/{}]+)
    |(?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)
_REGULAR_EXPRESSION: Final = re.compile(rb"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_TEMPLATE_PART: Final = re.compile(rb"(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)
"""A template literal up to its end, or to its next expression."""
_VALUE_END: Final = re.compile(rb"[\w$\x80-\xff)\]}\"'`]$")
"""The end of a value: a slash after it divides, any other begins a regular expression."""
_OPERATOR_WORD: Final = re.compile(rb"(?<![\w$.])(?:return|typeof|case|in|of|await|yield|delete|void)$")
"""A word that a value follows."""
_NEEDED_SPACE: Final = re.compile(rb"[\w$\x80-\xff][\w$\x80-\xff#]|\+\+|--|//|\d\.")
"""The last character before a space and the first after it that would otherwise read as one token."""
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
        if minify := MINIFIERS.get(response.mimetype):
            response.set_data(minify(response.get_data()))
        body = response.get_data()
        if len(body) >= MIN_COMPRESSED_BYTES and request.accept_encodings["gzip"]:
            response.set_data(_gzip(body))
            response.headers["Content-Encoding"] = "gzip"
        return response


@lru_cache(maxsize=256)
def minify_style(body: bytes) -> bytes:
    """Remove comments and white space from a style sheet, and replace the names of sizes."""
    rules = _CONDITION.sub(_expand_sizes, _SIZE.sub(b"", _STYLE_COMMENT.sub(b"", body)))
    text = _STYLE_SPACE.sub(rb"\1", _INDENTATION.sub(b"", rules))
    return _STYLE_BREAK.sub(b"", text).replace(b";}", b"}")


def _expand_sizes(condition: re.Match[bytes]) -> bytes:
    """Return a condition with the declared conditions for its names, which older browsers lack.

    Parentheses around a whole condition are newer than some of the browsers that show one column.
    """
    form = b"(%b)" if re.search(rb" or |not ", condition[0]) else b"%b"
    return _SIZE_NAME.sub(lambda name: form % _SIZES[name[1]] if name[1] in _SIZES else name[0], condition[0])


@lru_cache(maxsize=256)
def minify_script(body: bytes) -> bytes:
    """Remove comments and white space from a module. Lines stay lines, because some end a statement."""
    return _BLANK_LINES.sub(b"\n", b"".join(_significant_tokens(body)))


def _significant_tokens(script: bytes) -> Iterator[bytes]:
    """Yield the tokens of a script, with a space or line break where one separates two of them."""
    position, last, is_apart = 0, b";", False
    # The open braces: of blocks and objects, and of expressions within template literals.
    braces: list[bytes] = []
    while found := _SCRIPT_TOKEN.match(script, position):
        token = found[0]
        if found["space"]:
            position, is_apart = found.end(), True
            yield _line_breaks(found)
            continue
        if found["kept"]:
            position, is_apart = found.end(), False
            yield token
            continue
        if token == b"/" and (_OPERATOR_WORD.search(last) or not _VALUE_END.search(last)):
            token = _match_token(_REGULAR_EXPRESSION, script, position)
        elif token == b"`" or (token == b"}" and braces and braces.pop() == b"${"):
            token += _match_token(_TEMPLATE_PART, script, position + 1)
            if token.endswith(b"${"):
                braces.append(b"${")
        elif token == b"{":
            braces.append(token)
        position += len(token)
        if is_apart and _NEEDED_SPACE.fullmatch(last[-1:] + token[:1]):
            yield b" "
        yield token
        last, is_apart = token, False


def _match_token(pattern: re.Pattern[bytes], script: bytes, position: int) -> bytes:
    """Return the token of a pattern at a position.

    Raises:
        ValueError: the script has no such token there.
    """
    found = pattern.match(script, position)
    if found is None:
        line = script.count(b"\n", 0, position) + 1
        raise ValueError(f"line {line} of a script has an unknown token")
    return found[0]


def _line_breaks(found: re.Match[bytes]) -> bytes:
    """Return the line breaks of a match."""
    return b"\n" * found[0].count(b"\n")


MINIFIERS: Final[Mapping[str | None, Callable[[bytes], bytes]]] = {
    "text/css": minify_style,
    "text/javascript": minify_script,
}
"""The function that minifies each type of file."""


@lru_cache(maxsize=256)
def _gzip(body: bytes) -> bytes:
    """Compress a body once, however many requests need it."""
    return gzip.compress(body, _GZIP_LEVEL, mtime=0)
