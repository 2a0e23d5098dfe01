"""Validation of JSON by the API's schemas."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema_rs

from companion.games.registry import GAMES
from web.openapi.schemas import SCHEMAS


@cache
def validator(name: str) -> Any:
    """The JSON validator of a named schema."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": SCHEMAS}}
    return jsonschema_rs.Draft202012Validator(schema)


def check(name: str, value: Any) -> None:
    """Validate something by a named schema.

    Raises:
        AssertionError: it isn't; the message says where.
    """
    data = json.loads(json.dumps(value))
    if not validator(name).is_valid(data):
        found = next(validator(name).iter_errors(data))
        raise AssertionError(
            f"not as {name} is declared, at {list(found.instance_path)}: {deepest_error(found)}"
        )


def deepest_error(error: Any) -> str:
    """Describe an error where it occurs; of several alternatives, in the one that fits best."""
    while context := getattr(error.kind, "context", None):
        branches = [branch for branch in context if branch]
        error = max((branch[0] for branch in branches), key=lambda each: len(list(each.instance_path)))
    return f"{list(error.instance_path)}: {str(error.message)[:300]}"


def is_of_registered_game(snapshot: Mapping[str, Any]) -> bool:
    """Return whether the game in progress is a registered one, not a test's own."""
    return snapshot["game"] is None or snapshot["game"]["kind"] in GAMES
