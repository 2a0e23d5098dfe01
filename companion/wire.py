"""Declare the JSON of the API as types, from which its schemas are generated.

An object is a `typing.TypedDict`, so mypy checks that the builders' dicts match the declaration. A
`typing.Annotated` adds what a type can't express: a text is a description, and the markers of this module are
constraints. `web.openapi.derived` reads them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Annotated, Any, NotRequired, TypeAlias, TypedDict, cast, get_type_hints


@dataclass(frozen=True)
class SchemaName:
    """Gives a type its own named schema, which includes the annotations before this one.

    Annotations after it apply only where the type is used.
    """

    name: str


@dataclass(frozen=True)
class OneOf:
    """A text that is one of the given values."""

    values: tuple[str, ...]


@dataclass(frozen=True)
class Range:
    """The minimum and maximum of a number; None: unlimited."""

    minimum: float | None = None
    maximum: float | None = None


@dataclass(frozen=True)
class Length:
    """The minimum and maximum length of a list or a text; None: unlimited."""

    minimum: int
    maximum: int | None = None


Count: TypeAlias = Annotated[int, Range(0)]
Share: TypeAlias = Annotated[float, Range(0, 1)]
"""A probability."""


@dataclass(frozen=True)
class UniqueItems:
    """A list without duplicates."""


class TranslatableSentence(TypedDict):
    """A text for people that can be translated.

    `template` is the key of the catalogue and `fields` its values; `plural` and `number` are present if a
    number selects the template.
    """

    text: str
    template: str
    fields: dict[str, Sentence | int | float]
    plural: NotRequired[str]
    number: NotRequired[int]


Sentence: TypeAlias = Annotated[str | TranslatableSentence, "A text for people.", SchemaName("Sentence")]


def members_of(form: Any) -> dict[str, Any]:
    """Return the types of an object's members, resolved by the names of the module that declares it.

    Without these arguments, the names of another module would be resolved in the form's own module.
    """
    return get_type_hints(form, globalns={}, localns={}, include_extras=True)


def union_of(forms: Collection[Any]) -> Any:
    """Return the union of some types."""
    return reduce(or_, forms)


def named_type(name: str, form: Any) -> Any:
    """Give a type that is built at run time its own schema name."""
    return cast(Any, Annotated)[form, SchemaName(name)]


def list_type(form: Any) -> Any:
    """Return the list of a type that is built at run time."""
    return cast(Any, list)[form]


def object_type(name: str, members: Mapping[str, Any], optional: Mapping[str, Any] | None = None) -> Any:
    """Build an object's type from its members' types.

    Args:
        name: the type's name.
        members: the required members' types, by name.
        optional: the optional members' types, by name.
    """
    left_out = {member: cast(Any, NotRequired)[form] for member, form in (optional or {}).items()}
    return cast(Any, TypedDict)(name, {**members, **left_out})
