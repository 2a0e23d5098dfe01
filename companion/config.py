"""Settings of the configuration file: declared once, validated one by one, listed in the documentation.

A section of the file is a frozen dataclass whose fields `setting` creates. The field's type defines the TOML
type; its metadata holds further constraints and the documentation.
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

_METADATA_KEY: Final = "setting"
_TYPE_NAMES: Final[Mapping[type, str]] = {
    bool: sentence("true or false"),
    int: sentence("a whole number"),
    str: sentence("a text in quotes"),
}


class ConfigError(CompanionError, ValueError):
    """An invalid configuration; the message names the file and the key."""


@dataclass(frozen=True)
class Setting:
    """The constraints and the documentation of one key.

    Attributes:
        title: a few words about it.
        description: its effect, in a sentence.
        lowest: the minimum of the number, or of each number of a list.
        highest: the maximum.
        unit: the unit of the numbers ("BCM number of a pin"); empty: a plain number.
        choices: the permitted texts; empty: any.
    """

    title: str
    description: str
    lowest: int | None = None
    highest: int | None = None
    unit: str = ""
    choices: tuple[str, ...] = ()


def setting(default: Any, title: str, description: str, **more: Any) -> Any:
    """Declare a field of a section by its default and the arguments of `Setting`."""
    return field(default=default, metadata={_METADATA_KEY: Setting(title, description, **more)})


@dataclass(frozen=True)
class SettingDescription:
    """One key, for the documentation.

    Attributes:
        key: its name in the file.
        title: a few words about it.
        form: the permitted values, in words.
        default: the default in TOML; empty if there is none.
        description: its effect.
    """

    key: str
    title: str
    form: str
    default: str
    description: str


def describe_settings(section: type[DataclassInstance]) -> Iterator[SettingDescription]:
    """Yield the description of every key of a section, in order."""
    hints = get_type_hints(section)
    for each in fields(section):
        about = _setting_of(each)
        assert each.default is not MISSING
        yield SettingDescription(
            each.name, about.title, _form(hints[each.name], about), _as_toml(each.default), about.description
        )


def read_section(section: type[Section], name: str, data: object) -> Section:
    """Parse and validate a section of the file; missing keys have their defaults.

    Args:
        section: the dataclass.
        name: the section's name in the file.
        data: the TOML value of the section.

    Raises:
        ConfigError: an unknown key, or an invalid value.
    """
    if not isinstance(data, Mapping):
        raise ConfigError(sentence("{name} must be a section: [{name}] and its keys below.", name=name))
    known = {each.name: each for each in fields(section)}
    if unknown := [key for key in data if key not in known]:
        named = {"key": f"{name}.{unknown[0]}", "known": ", ".join(known)}
        raise ConfigError(sentence("{key} is unknown. Known keys: {known}.", **named))
    hints = get_type_hints(section)
    values: dict[str, Any] = {}
    for key, value in data.items():
        about = _setting_of(known[key])
        checked = _validate(hints[key], about, value)
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


def _setting_of(each: Field[Any]) -> Setting:
    about: Setting = each.metadata[_METADATA_KEY]
    return about


def _value_type(hint: Any) -> tuple[type, int]:
    """Return the type of a value and the length of its list; 0: it is no list."""
    if get_origin(hint) in (Union, types.UnionType):
        (hint,) = (part for part in get_args(hint) if part is not type(None))
    if get_origin(hint) is tuple:
        return get_args(hint)[0], len(get_args(hint))
    return hint, 0


def _validate(hint: Any, about: Setting, value: object) -> Any:
    """Return the value as the dataclass stores it; None if it is invalid."""
    kind, count = _value_type(hint)
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
    kind, count = _value_type(hint)
    if about.choices:
        quoted = [f'"{choice}"' for choice in about.choices]
        return reduce(lambda one, other: sentence("{one} or {other}", one=one, other=other), quoted)
    numbers = sentence("a {unit}", unit=about.unit) if about.unit else _TYPE_NAMES[kind]
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
