"""Settings that a person writes into a file: said once, checked one by one, listed in the documentation.

A section of the file is a frozen dataclass whose fields are made by `setting`: the field's type says
what TOML has to give, its metadata what else is asked of it, and what the documentation tells.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.errors import CompanionError
from companion.i18n import sentence

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Section = TypeVar("Section", bound=DataclassInstance)
else:
    Section = TypeVar("Section")

_KEY: Final = "setting"
_PLAIN: Final[Mapping[type, str]] = {
    bool: sentence("true or false"),
    int: sentence("a whole number"),
    str: sentence("a text in quotes"),
}


class ConfigError(CompanionError, ValueError):
    """A configuration that can't be; the message names the file and the key."""


@dataclass(frozen=True)
class Setting:
    """What is asked of one key, and what is told of it.

    Attributes:
        title: what it is, in a few words.
        description: what it does, in a sentence.
        lowest: the smallest number that it takes, or that each number of a list may be.
        highest: the largest.
        unit: what the numbers are ("BCM number of a pin"); empty: just a number.
        choices: the texts that it takes; empty: any.
    """

    title: str
    description: str
    lowest: int | None = None
    highest: int | None = None
    unit: str = ""
    choices: tuple[str, ...] = ()


def setting(default: Any, title: str, description: str, **more: Any) -> Any:
    """A field of a section: its default, and the arguments of `Setting`."""
    return field(default=default, metadata={_KEY: Setting(title, description, **more)})


@dataclass(frozen=True)
class Described:
    """One key, for the documentation.

    Attributes:
        key: as it stands in the file.
        title: what it is.
        form: what it takes, in words.
        default: as it would stand in the file; empty where it isn't set by default.
        description: what it does.
    """

    key: str
    title: str
    form: str
    default: str
    description: str


def described(section: type[DataclassInstance]) -> Iterator[Described]:
    """Every key of a section, in order."""
    hints = get_type_hints(section)
    for each in fields(section):
        about = _about(each)
        assert each.default is not MISSING
        yield Described(
            each.name, about.title, _form(hints[each.name], about), _as_toml(each.default), about.description
        )


def read_section(section: type[Section], name: str, given: object) -> Section:
    """A section as a file has it; what the file leaves out has its default.

    Args:
        section: the dataclass.
        name: the section's name in the file.
        given: what TOML found there.

    Raises:
        ConfigError: an unknown key, or a value that can't be.
    """
    if not isinstance(given, Mapping):
        raise ConfigError(sentence("{name} must be a section: [{name}] and its keys below.", name=name))
    known = {each.name: each for each in fields(section)}
    if unknown := [key for key in given if key not in known]:
        named = {"key": f"{name}.{unknown[0]}", "known": ", ".join(known)}
        raise ConfigError(sentence("{key} is unknown. Known keys: {known}.", **named))
    hints = get_type_hints(section)
    values: dict[str, Any] = {}
    for key, value in given.items():
        about = _about(known[key])
        checked = _checked(hints[key], about, value)
        if checked is None:
            raise ConfigError(
                sentence(
                    "{key} can't be {value}: use {form}.",
                    key=f"{name}.{key}",
                    value=_as_toml(value)[:60],
                    form=_form(hints[key], about),
                )
            )
        values[key] = checked
    try:
        return section(**values)
    except ConfigError as error:
        raise ConfigError(sentence("{section}.{error}", section=name, error=error)) from error


def _about(each: Field[Any]) -> Setting:
    about: Setting = each.metadata[_KEY]
    return about


def _kind(hint: Any) -> tuple[type, int]:
    """The type of one value, and how many make a list of them; 0: no list."""
    if get_origin(hint) in (Union, types.UnionType):
        (hint,) = (part for part in get_args(hint) if part is not type(None))
    if get_origin(hint) is tuple:
        return get_args(hint)[0], len(get_args(hint))
    return hint, 0


def _checked(hint: Any, about: Setting, value: object) -> Any:
    """The value as the dataclass has it; None where it can't be."""
    kind, count = _kind(hint)
    if not count:
        return value if _fits(kind, about, value) else None
    right = isinstance(value, list) and len(value) == count and all(_fits(kind, about, v) for v in value)
    return tuple(value) if right and isinstance(value, list) else None


def _fits(kind: type[Any], about: Setting, value: Any) -> bool:
    if type(value) is not kind:
        return False
    if about.choices and value not in about.choices:
        return False
    return (about.lowest is None or value >= about.lowest) and (
        about.highest is None or value <= about.highest
    )


def _form(hint: Any, about: Setting) -> str:
    kind, count = _kind(hint)
    if about.choices:
        quoted = [f'"{choice}"' for choice in about.choices]
        return reduce(lambda one, other: sentence("{one} or {other}", one=one, other=other), quoted)
    numbers = sentence("a {unit}", unit=about.unit) if about.unit else _PLAIN[kind]
    if about.lowest is not None and about.highest is not None:
        numbers = sentence(
            "{number} from {lowest} to {highest}", number=numbers, lowest=about.lowest, highest=about.highest
        )
    if not count:
        return numbers
    return sentence("a list of {count}, each {number}", count=count, number=numbers)


def _as_toml(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case tuple() | list():
            return f"[{', '.join(map(_as_toml, value))}]"
        case _:
            return str(value)
