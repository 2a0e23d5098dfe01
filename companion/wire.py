"""How the JSON that pages get and send is declared: as types, from which its schemas are made.

An object is a `typing.TypedDict`: what is declared is just what the builders' dicts are, and mypy sees to it.
What a type can't say stands in its `typing.Annotated`: a text describes it, the marks of this module narrow
it. `web.openapi.derived` reads all that.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Annotated, Any, NotRequired, TypeAlias, TypedDict, cast, get_type_hints


@dataclass(frozen=True)
class Named:
    """A type that schemas know by a name of its own, with all that is said of it before the name.

    What is said after it is said of one place where it stands.
    """

    name: str


@dataclass(frozen=True)
class Among:
    """A text that is one of these."""

    values: tuple[str, ...]


@dataclass(frozen=True)
class Range:
    """A number's least and most; None: any."""

    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class Length:
    """How many things a list has, or letters a text; None: any number."""

    least: int
    most: int | None = None


Count: TypeAlias = Annotated[int, Range(0)]
Seconds: TypeAlias = float
Share: TypeAlias = Annotated[float, Range(0, 1)]
"""A probability."""


@dataclass(frozen=True)
class Distinct:
    """A list in which nothing is twice."""


class SaidSentence(TypedDict):
    """A text for people that can be said in any language.

    `template` is the key in that language's words, `fields` what it holds; `plural` and `number` where a
    number decides.
    """

    text: str
    template: str
    fields: dict[str, Sentence | int | float]
    plural: NotRequired[str]
    number: NotRequired[int]


Sentence: TypeAlias = Annotated[str | SaidSentence, "A text for people.", Named("Sentence")]


def members_of(form: Any) -> dict[str, Any]:
    """The types of an object's members, each by the names of the module that says it.

    Without these arguments, what another module says would be read by the names of the form's own.
    """
    return get_type_hints(form, globalns={}, localns={}, include_extras=True)


def any_of(forms: Collection[Any]) -> Any:
    """One of some types."""
    return reduce(or_, forms)


def named(name: str, form: Any) -> Any:
    """A type that isn't written out, by a name of its own."""
    return cast(Any, Annotated)[form, Named(name)]


def list_of(form: Any) -> Any:
    """A list of a type that isn't written out."""
    return cast(Any, list)[form]


def declared(name: str, members: Mapping[str, Any], optional: Mapping[str, Any] | None = None) -> Any:
    """An object's type, made of its members' types, where these aren't written out.

    Args:
        name: of the type.
        members: by their names.
        optional: those that may be left out.
    """
    left_out = {member: cast(Any, NotRequired)[form] for member, form in (optional or {}).items()}
    return cast(Any, TypedDict)(name, {**members, **left_out})
