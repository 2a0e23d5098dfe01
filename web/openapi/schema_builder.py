"""Builds JSON schemas from declared types (`companion.wire`)."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Final, Literal, NotRequired, Required, Union, get_args, get_origin

from companion.wire import Length, OneOf, Range, SchemaName, UniqueItems, members_of
from web.openapi.operations import Schema, schema_reference

_JSON_TYPES: Final[Mapping[Any, str]] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}


class Components:
    """The named schemas, collected while types are converted."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}
        self._types: dict[str, Any] = {}

    def schema(self, form: Any) -> Schema:
        """Return the schema of a declared type: a reference if it has a name."""
        if form in _JSON_TYPES:
            return {"type": _JSON_TYPES[form]}
        if form is Any or form is object:
            return {}
        if typing.is_typeddict(form):
            return self._add_reference(form.__name__, form, partial(self._object_schema, form))
        origin, parts = get_origin(form), get_args(form)
        if origin is Annotated:
            return self._annotated_schema(form, parts[0], parts[1:])
        if origin in (NotRequired, Required):
            return self.schema(parts[0])
        if origin in (Union, types.UnionType):
            return self._union_schema(parts)
        if origin is Literal:
            return _enum_schema(parts)
        if origin in (list, Sequence) or (origin is tuple and parts[-1] is Ellipsis):
            return {"type": "array", "items": self.schema(parts[0])}
        if origin is tuple:
            items = [self.schema(part) for part in parts]
            return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
        if origin in (dict, Mapping):
            return self._mapping_schema(*parts)
        raise TypeError(f"no JSON schema for the type {form!r}")

    def add_named(self, name: str, form: Any) -> Schema:
        """Add a type under a name, and return a reference to its schema."""
        return self._add_reference(name, form, partial(self.schema, form))

    def _add_reference(self, name: str, form: Any, make: Callable[[], Schema]) -> Schema:
        if name not in self.named:
            self._types[name] = form
            self.named[name] = {}
            self.named[name].update(make())
        elif self._types[name] != form and self.named[name] != make():
            raise TypeError(f"two types have the name {name}")
        return schema_reference(name)

    def _object_schema(self, form: Any) -> Schema:
        hints = members_of(form)
        needed = [
            name
            for name, hint in hints.items()
            if get_origin(hint) is not NotRequired and name not in form.__optional_keys__
        ]
        schema: Schema = {
            "type": "object",
            "properties": {name: self.schema(hint) for name, hint in hints.items()},
            "additionalProperties": False,
        }
        if needed:
            schema["required"] = needed
        about = form.__dict__.get("__doc__")
        return {"description": _join_lines(about), **schema} if about else schema

    def _annotated_schema(self, form: Any, plain: Any, marks: Sequence[Any]) -> Schema:
        for place, mark in enumerate(marks):
            if isinstance(mark, SchemaName):
                make = partial(self._annotated_schema, form, plain, marks[:place])
                return _apply_marks(self._add_reference(mark.name, form, make), marks[place + 1 :])
        return _apply_marks(self.schema(plain), marks)

    def _union_schema(self, parts: Sequence[Any]) -> Schema:
        schemas = [self.schema(part) for part in parts]
        distinct = [each for n, each in enumerate(schemas) if each not in schemas[:n]]
        return distinct[0] if len(distinct) == 1 else {"anyOf": distinct}

    def _mapping_schema(self, key: Any, value: Any) -> Schema:
        schema: Schema = {"type": "object", "additionalProperties": self.schema(value)}
        names = self.schema(key)
        return schema if names == {"type": "string"} else {**schema, "propertyNames": names}


def _apply_marks(plain: Schema, marks: Sequence[Any]) -> Schema:
    schema = dict(plain)
    for mark in marks:
        match mark:
            case str():
                schema["description"] = mark
            case OneOf(values):
                schema["enum"] = list(values)
            case Range(least, most):
                schema |= {"minimum": least} if least is not None else {}
                schema |= {"maximum": most} if most is not None else {}
            case UniqueItems():
                schema["uniqueItems"] = True
            case Length(least, most):
                what = "Length" if schema["type"] == "string" else "Items"
                schema[f"min{what}"] = least
                schema |= {f"max{what}": most} if most is not None else {}
    return schema


def _enum_schema(values: Sequence[Any]) -> Schema:
    kinds = {_JSON_TYPES[type(value)] for value in values}
    return {"type": kinds.pop(), "enum": list(values)} if len(kinds) == 1 else {"enum": list(values)}


def _join_lines(text: str) -> str:
    """Return a docstring with each paragraph on one line."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))
