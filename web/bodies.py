"""Strict parsing of JSON request bodies from untrusted clients."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from flask import request

from companion.errors import CompanionError
from companion.i18n import sentence

MAX_BYTES = 64 * 1024
MAX_DEPTH = 12
MAX_NUMBER = 2**53
"""The largest integer that every JSON parser represents exactly."""


class BodyError(CompanionError, ValueError):
    """Raised for a request body that the endpoint doesn't accept."""


def request_object() -> dict[str, Any]:
    """Parse the JSON object in the body of the current request.

    Raises:
        BodyError: as `read_object`.
    """
    return read_object(request.get_data(cache=False))


def text_member(body: Mapping[str, Any], name: str) -> str:
    """Return a text of a body.

    Raises:
        BodyError: it is missing, or no text.
    """
    value = body.get(name)
    if not isinstance(value, str):
        raise BodyError(sentence('The body must contain "{name}" as a text.', name=name))
    return value


def read_object(body: bytes) -> dict[str, Any]:
    """Parse the JSON object in a request body.

    The parser is stricter than Python's: no NaN or infinity, no number beyond 2**53, no text that UTF-8 can't
    encode, nothing nested deeper than `MAX_DEPTH`.

    Raises:
        BodyError: the body is not JSON, not an object, or not acceptable.
    """
    try:
        data = json.loads(
            body.decode("utf-8"),
            parse_constant=_reject_constant,
            parse_int=_parse_integer,
            parse_float=_parse_float,
        )
    except UnicodeDecodeError as error:
        raise BodyError(sentence("The body is not UTF-8 text.")) from error
    except RecursionError as error:
        raise BodyError(_NESTING_TOO_DEEP_MESSAGE) from error
    except BodyError:
        raise
    except ValueError as error:
        raise BodyError(sentence("The body is not JSON.")) from error
    if not isinstance(data, dict):
        raise BodyError(
            sentence("The body has to be a JSON object, as {example}.", example='{"kind": "undo"}')
        )
    _check_depth_and_text(data)
    return data


_NESTING_TOO_DEEP_MESSAGE = sentence("The body is nested too deeply.")
_NUMBER_TOO_LARGE_MESSAGE = sentence("A number in the body is too large.")


def _reject_constant(name: str) -> NoReturn:
    raise BodyError(sentence("{name} is not a number in JSON.", name=name))


def _parse_integer(digits: str) -> int:
    if len(digits) > len(str(-MAX_NUMBER)) or abs(int(digits)) > MAX_NUMBER:
        raise BodyError(_NUMBER_TOO_LARGE_MESSAGE)
    return int(digits)


def _parse_float(text: str) -> float:
    number = float(text)
    if abs(number) > MAX_NUMBER:
        raise BodyError(_NUMBER_TOO_LARGE_MESSAGE)
    return number


def _check_depth_and_text(data: dict[str, Any]) -> None:
    """Check depth and texts level by level, without a recursion that a sender could exhaust."""
    level: list[Any] = [data]
    for _ in range(MAX_DEPTH):
        children: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                children += [*value.keys(), *value.values()]
            elif isinstance(value, list):
                children += value
            elif isinstance(value, str):
                _check_text(value)
        if not children:
            return
        level = children
    raise BodyError(_NESTING_TOO_DEEP_MESSAGE)


def _check_text(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BodyError(sentence("A text in the body contains an incomplete character.")) from error
