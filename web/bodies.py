"""Bodies of requests: JSON from anybody, read so that nothing odd gets past this door."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from companion.errors import CompanionError
from companion.i18n import sentence

MAX_BYTES = 64 * 1024
MAX_DEPTH = 12
MAX_NUMBER = 2**53
"""The largest whole number that every reader of JSON keeps exactly."""


class BodyError(CompanionError, ValueError):
    """The body of a request is not what is taken here."""


def read_object(body: bytes) -> dict[str, Any]:
    """The JSON object in a request's body.

    Strict where Python's reader is lenient: no NaN or infinity, no number beyond 2**53, no text
    that can't be written as UTF-8, nothing nested deeper than `MAX_DEPTH`.

    Raises:
        BodyError: not JSON, not an object, or one that is not taken here.
    """
    try:
        data = json.loads(
            body.decode("utf-8"), parse_constant=_no_constant, parse_int=_whole, parse_float=_real
        )
    except UnicodeDecodeError as error:
        raise BodyError(sentence("The body is not UTF-8 text.")) from error
    except RecursionError as error:
        raise BodyError(_TOO_DEEP) from error
    except BodyError:
        raise
    except ValueError as error:
        raise BodyError(sentence("The body is not JSON.")) from error
    if not isinstance(data, dict):
        raise BodyError(
            sentence("The body has to be a JSON object, as {example}.", example='{"kind": "undo"}')
        )
    _check(data)
    return data


_TOO_DEEP = sentence("The body is nested too deeply.")
_TOO_LARGE = sentence("A number in the body is too large.")


def _no_constant(name: str) -> NoReturn:
    raise BodyError(sentence("{name} is not a number in JSON.", name=name))


def _whole(digits: str) -> int:
    if len(digits) > len(str(-MAX_NUMBER)) or abs(int(digits)) > MAX_NUMBER:
        raise BodyError(_TOO_LARGE)
    return int(digits)


def _real(text: str) -> float:
    number = float(text)
    if abs(number) > MAX_NUMBER:
        raise BodyError(_TOO_LARGE)
    return number


def _check(data: dict[str, Any]) -> None:
    """Depth and text, level by level: no recursion that a sender could exhaust."""
    level: list[Any] = [data]
    for _ in range(MAX_DEPTH):
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below += [*value.keys(), *value.values()]
            elif isinstance(value, list):
                below += value
            elif isinstance(value, str):
                _check_text(value)
        if not below:
            return
        level = below
    raise BodyError(_TOO_DEEP)


def _check_text(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BodyError(sentence("A text in the body contains an incomplete character.")) from error
