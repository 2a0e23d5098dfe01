"""The TypeScript types of the wire format match the code."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "docs" / "tools"))

import wire_types


def test_the_type_file_matches_the_code() -> None:
    assert wire_types.TYPES.read_text("utf-8") == wire_types.declarations(), "make types writes it anew"


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "string"}, "string"),
        ({"type": "integer", "minimum": 0}, "number"),
        ({"enum": ["red", "blue"]}, '"red" | "blue"'),
        ({"anyOf": [{"$ref": "#/components/schemas/Colour"}, {"type": "null"}]}, "Colour | null"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, '("a" | "b")[]'),
        ({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}, "[number, number]"),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "{ [key: string]: boolean }"),
    ],
)
def test_a_schema_is_a_type(schema: dict[str, object], written: str) -> None:
    assert wire_types.typescript_type(schema) == written


def test_a_schema_without_a_type_is_an_error() -> None:
    with pytest.raises(ValueError, match="no type is known"):
        wire_types.typescript_type({"not": {}})
