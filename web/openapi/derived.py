"""JSON schemas, made of declared types (`companion.wire`)."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Final, Literal, NotRequired, Required, Union, get_args, get_origin

from companion.wire import Among, Distinct, Length, Named, Range, members_of
from web.openapi.form import Schema, ref

_PLAIN: Final[Mapping[Any, str]] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}


class Components:
    """The schemas that have a name, gathered while types are read."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}
        self._of: dict[str, Any] = {}

    def schema(self, form: Any) -> Schema:
        """The schema of a declared type: a reference where it has a name."""
        if form in _PLAIN:
            return {"type": _PLAIN[form]}
        if form is Any or form is object:
            return {}
        if typing.is_typeddict(form):
            return self._reference(form.__name__, form, partial(self._object, form))
        origin, parts = get_origin(form), get_args(form)
        if origin is Annotated:
            return self._annotated(form, parts[0], parts[1:])
        if origin in (NotRequired, Required):
            return self.schema(parts[0])
        if origin in (Union, types.UnionType):
            return self._any_of(parts)
        if origin is Literal:
            return _enumerated(parts)
        if origin in (list, Sequence) or (origin is tuple and parts[-1] is Ellipsis):
            return {"type": "array", "items": self.schema(parts[0])}
        if origin is tuple:
            items = [self.schema(part) for part in parts]
            return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
        if origin in (dict, Mapping):
            return self._mapping(*parts)
        raise TypeError(f"no schema is known of {form!r}")

    def name(self, name: str, form: Any) -> Schema:
        """A reference to the schema of a type, by this name."""
        return self._reference(name, form, partial(self.schema, form))

    def _reference(self, name: str, form: Any, make: Callable[[], Schema]) -> Schema:
        if name not in self.named:
            self._of[name] = form
            self.named[name] = {}
            self.named[name].update(make())
        elif self._of[name] != form and self.named[name] != make():
            raise TypeError(f"two types are called {name}")
        return ref(name)

    def _object(self, form: Any) -> Schema:
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
        return {"description": _joined(about), **schema} if about else schema

    def _annotated(self, form: Any, plain: Any, marks: Sequence[Any]) -> Schema:
        for place, mark in enumerate(marks):
            if isinstance(mark, Named):
                make = partial(self._annotated, form, plain, marks[:place])
                return _marked(self._reference(mark.name, form, make), marks[place + 1 :])
        return _marked(self.schema(plain), marks)

    def _any_of(self, parts: Sequence[Any]) -> Schema:
        schemas = [self.schema(part) for part in parts]
        distinct = [each for n, each in enumerate(schemas) if each not in schemas[:n]]
        return distinct[0] if len(distinct) == 1 else {"anyOf": distinct}

    def _mapping(self, key: Any, value: Any) -> Schema:
        schema: Schema = {"type": "object", "additionalProperties": self.schema(value)}
        names = self.schema(key)
        return schema if names == {"type": "string"} else {**schema, "propertyNames": names}


def _marked(plain: Schema, marks: Sequence[Any]) -> Schema:
    schema = dict(plain)
    for mark in marks:
        match mark:
            case str():
                schema["description"] = mark
            case Among(values):
                schema["enum"] = list(values)
            case Range(least, most):
                schema |= {"minimum": least} if least is not None else {}
                schema |= {"maximum": most} if most is not None else {}
            case Distinct():
                schema["uniqueItems"] = True
            case Length(least, most):
                what = "Length" if schema["type"] == "string" else "Items"
                schema[f"min{what}"] = least
                schema |= {f"max{what}": most} if most is not None else {}
    return schema


def _enumerated(values: Sequence[Any]) -> Schema:
    kinds = {_PLAIN[type(value)] for value in values}
    return {"type": kinds.pop(), "enum": list(values)} if len(kinds) == 1 else {"enum": list(values)}


def _joined(text: str) -> str:
    """A docstring in one line a paragraph."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))
