"""A game's options as they come in: which there are, and which value each may have."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, fields
from types import NoneType
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from companion.games.shapes import ShapeError, shown
from companion.i18n import sentence

Chosen = TypeVar("Chosen")


class OptionsError(ShapeError):
    """Options that a game can't be played with."""


def read_options(
    usual: Chosen,
    data: object,
    *,
    editions: Mapping[str, Chosen] | None = None,
    names: Mapping[str, Collection[str]] | None = None,
    ranges: Mapping[str, tuple[int, int]] | None = None,
) -> Chosen:
    """Options by name, as JSON gives them.

    Args:
        usual: a dataclass of literals, booleans, numbers and texts, any of them perhaps None: what is
            left out is as in this, where no edition is named.
        data: an object of options, and perhaps the ``edition`` whose options those are that are left out.
        editions: by their names; None: the game has none.
        names: what an option that is a text may be.
        ranges: the least and the most of an option that is a number.

    Raises:
        OptionsError: no object, an unknown edition or option, or a value that it can't have.
    """
    if not isinstance(data, Mapping):
        raise OptionsError(sentence("options must be an object"))
    given = dict(data)
    if editions is not None and "edition" in given:
        edition = given.pop("edition")
        if not isinstance(edition, str) or edition not in editions:
            there = ", ".join(editions)
            raise OptionsError(
                sentence("no such edition: {value}; known: {known}", value=shown(edition), known=there)
            )
        usual = editions[edition]
    kind: Any = type(usual)
    known, kinds = [field.name for field in fields(kind)], get_type_hints(kind)
    for name, value in given.items():
        if name not in known:
            there = ", ".join(sorted(known))
            raise OptionsError(
                sentence("no such option: {value}; known: {known}", value=shown(name), known=there)
            )
        _check(name, value, kinds[name], (names or {}).get(name), (ranges or {}).get(name))
    read: Chosen = kind(**{**asdict(cast("Any", usual)), **given})
    return read


def _check(
    name: str, value: object, kind: Any, known: Collection[str] | None, within: tuple[int, int] | None
) -> None:
    if known is not None:
        if not isinstance(value, str) or value not in known:
            raise OptionsError(
                sentence(
                    "no such {option}: {value}; known: {known}",
                    option=name,
                    value=shown(value),
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
            "{option} must be {choice}, not {value}", option=name, choice=_either(may_be), value=shown(value)
        )
    )


def _either(choices: list[str]) -> str:
    *others, last = choices
    return sentence("{first} or {last}", first=", ".join(others), last=last) if others else last


def _values(kind: Any) -> tuple[Any, ...]:
    """The values that a type names: those of a literal, of a boolean, None."""
    if kind is bool:
        return (True, False)
    if kind is NoneType:
        return (None,)
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(value for part in get_args(kind) for value in _values(part))
