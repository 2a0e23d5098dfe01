"""Parsing of a game's options: their names and permitted values."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, fields
from types import NoneType
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from companion.games.schema import ShapeError, abbreviate
from companion.i18n import sentence

OptionsT = TypeVar("OptionsT")


class OptionsError(ShapeError):
    """Options with which a game can't be played."""


def read_options(
    defaults: OptionsT,
    data: object,
    *,
    editions: Mapping[str, OptionsT] | None = None,
    names: Mapping[str, Collection[str]] | None = None,
    ranges: Mapping[str, tuple[int, int]] | None = None,
) -> OptionsT:
    """Parse options from JSON by their names.

    Args:
        defaults: a dataclass of literals, booleans, numbers and texts, each perhaps None: the values of
            missing options if no edition is named.
        data: an object of options, and perhaps an ``edition`` that supplies the missing ones.
        editions: the editions by name; None: the game has none.
        names: the permitted values of each text option.
        ranges: the minimum and maximum of each number option.

    Raises:
        OptionsError: no object, an unknown edition or option, or an impossible value.
    """
    if not isinstance(data, Mapping):
        raise OptionsError(sentence("options must be an object"))
    chosen = dict(data)
    if editions is not None and "edition" in chosen:
        edition = chosen.pop("edition")
        if not isinstance(edition, str) or edition not in editions:
            known_names = ", ".join(editions)
            raise OptionsError(
                sentence(
                    "no such edition: {value}; known: {known}", value=abbreviate(edition), known=known_names
                )
            )
        defaults = editions[edition]
    kind: Any = type(defaults)
    known, kinds = [field.name for field in fields(kind)], get_type_hints(kind)
    for name, value in chosen.items():
        if name not in known:
            known_names = ", ".join(sorted(known))
            raise OptionsError(
                sentence("no such option: {value}; known: {known}", value=abbreviate(name), known=known_names)
            )
        _check(name, value, kinds[name], (names or {}).get(name), (ranges or {}).get(name))
    result: OptionsT = kind(**{**asdict(cast("Any", defaults)), **chosen})
    return result


def _check(
    name: str, value: object, kind: Any, known: Collection[str] | None, within: tuple[int, int] | None
) -> None:
    if known is not None:
        if not isinstance(value, str) or value not in known:
            raise OptionsError(
                sentence(
                    "no such {option}: {value}; known: {known}",
                    option=name,
                    value=abbreviate(value),
                    known=", ".join(known),
                )
            )
        return
    values = _values(kind)
    if any(value == each and type(value) is type(each) for each in values):
        return
    if within is not None and type(value) is int and within[0] <= value <= within[1]:
        return
    may_be = [json.dumps(each) for each in values]
    if within is not None:
        may_be.insert(0, sentence("a number from {least} to {most}", least=within[0], most=within[1]))
    raise OptionsError(
        sentence(
            "{option} must be {choice}, not {value}",
            option=name,
            choice=_join_choices(may_be),
            value=abbreviate(value),
        )
    )


def _join_choices(choices: list[str]) -> str:
    *others, last = choices
    return sentence("{first} or {last}", first=", ".join(others), last=last) if others else last


def _values(kind: Any) -> tuple[Any, ...]:
    """Return the values that a type permits: those of a literal, of a boolean, None."""
    if kind is bool:
        return (True, False)
    if kind is NoneType:
        return (None,)
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(value for part in get_args(kind) for value in _values(part))
