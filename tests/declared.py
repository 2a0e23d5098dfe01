"""Whether what travels is as it is declared: by the schemas that the API's description is made of."""

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
    """What judges JSON by the schema of a name."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": SCHEMAS}}
    return jsonschema_rs.Draft202012Validator(schema)


def check(name: str, told: Any) -> None:
    """See to it that something is as it is declared.

    Raises:
        AssertionError: it isn't; the message says where.
    """
    data = json.loads(json.dumps(told))
    if not validator(name).is_valid(data):
        found = next(validator(name).iter_errors(data))
        raise AssertionError(f"not as {name} is declared, at {list(found.instance_path)}: {deepest(found)}")


def deepest(error: Any) -> str:
    """What is wrong, where it is wrong: of several forms that something may have, in that which fits best."""
    while context := getattr(error.kind, "context", None):
        branches = [branch for branch in context if branch]
        error = max((branch[0] for branch in branches), key=lambda each: len(list(each.instance_path)))
    return f"{list(error.instance_path)}: {str(error.message)[:300]}"


def of_known_game(snapshot: Mapping[str, Any]) -> bool:
    """Whether a game is on that everybody can play: tests have others of their own."""
    return snapshot["game"] is None or snapshot["game"]["kind"] in GAMES
