"""Schema validation of events: their fields and permitted values, the same for all games.

A game's event classes declare the schema: each is a frozen dataclass with a `kind`, and each field's
annotation selects its decoder and encoder. Inputs and journal entries pass the same decoders; games make
further demands of inputs (`docs/decisions/0032-*.md`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, fields
from types import NoneType
from typing import (
    Any,
    Final,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from companion.errors import CompanionError
from companion.i18n import sentence
from companion.observations import InputRefused

E = TypeVar("E")
Decode: TypeAlias = Callable[[Any], Any]
"""Parses a field's JSON; raises `ShapeError` if it can't."""
Encode: TypeAlias = Callable[[Any], Any]

_MAX_SHOWN_LENGTH: Final = 40
"""Maximum characters of an unknown value in a message."""


class EventError(CompanionError, ValueError):
    """A description of an event that can't be one."""


class ShapeError(EventError):
    """An input that doesn't match the schema: a missing or unknown field, or an impossible value."""


def abbreviate(value: object) -> str:
    """Return an unknown value as a short text for a message."""
    return str(value)[:_MAX_SHOWN_LENGTH]


def choice_of(known: Collection[str], error: Callable[[str], str]) -> Decode:
    """Return a decoder for one of the known texts; `error` returns the message for another text."""

    def decode(value: Any) -> Any:
        if not isinstance(value, str) or value not in known:
            raise ShapeError(error(abbreviate(value)))
        return value

    return decode


def nullable(decode: Decode) -> Decode:
    """Return a decoder that also accepts null."""
    return lambda value: None if value is None else decode(value)


def whole_number(least: int, most: int, error: str) -> Decode:
    """Return a decoder for a whole number in a range; `error` is the message for any other value."""

    def decode(value: Any) -> Any:
        if type(value) is not int or not least <= value <= most:
            raise ShapeError(error)
        return value

    return decode


def list_of(decode: Decode, error: str, lengths: Collection[int] | None = None) -> Decode:
    """Return a decoder for a list, which becomes a tuple.

    Args:
        decode: the decoder of an element.
        error: the message for any other value, or another length.
        lengths: the permitted lengths; None: any.
    """

    def decode_list(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or (lengths is not None and len(value) not in lengths):
            raise ShapeError(error)
        return tuple(map(decode, value))

    return decode_list


def require_object(value: object, error: str, names: Collection[str] | None = None) -> Mapping[str, Any]:
    """Return the object unchanged; `error` is the message for other values, and for keys not among `names`.

    Raises:
        ShapeError: it is no such object.
    """
    if not isinstance(value, Mapping) or (names is not None and not set(value) <= set(names)):
        raise ShapeError(error)
    return value


def counts_by_name(
    names: Sequence[str], name: Decode, count: Decode, error: str
) -> Callable[[Any], tuple[tuple[Any, Any], ...]]:
    """Return a decoder for an object of counts, which becomes pairs in the order of `names`.

    Args:
        names: the keys in their order.
        name: the decoder of a key.
        count: the decoder of a count.
        error: the message for a value that is no object.
    """

    def decode_counts(value: Any) -> tuple[tuple[Any, Any], ...]:
        given = {name(key): count(each) for key, each in require_object(value, error).items()}
        return tuple((key, given[key]) for key in names if key in given)

    return decode_counts


def shape_refusal(message: str) -> InputRefused:
    """Return the refusal of an input that doesn't match the schema."""
    refusal = InputRefused(message)
    refusal.__cause__ = ShapeError(message)
    return refusal


def is_shape_error(error: BaseException) -> bool:
    """Return whether an error is about the schema, so that the input is wrong for anybody at any time."""
    return isinstance(error, ShapeError) or isinstance(error.__cause__, ShapeError)


def check_game_fields(data: Mapping[str, Any], names: Collection[str]) -> None:
    """Check that the description of a new game has only the fields `names`.

    Raises:
        InputRefused: it has another.
    """
    if unknown := set(data) - set(names):
        raise shape_refusal(sentence("a game has no {field}", field=abbreviate(min(unknown, key=str))))


def input_kind(data: Mapping[str, Any]) -> str:
    """Return the kind of an input.

    Raises:
        InputRefused: it has none.
    """
    kind = data.get("kind")
    if not isinstance(kind, str):
        raise shape_refusal(sentence('an input is an object with a "kind"'))
    return kind


def unknown_input(kind: str, known: Collection[str]) -> InputRefused:
    """Return the refusal of an input whose kind isn't among those `known`."""
    return shape_refusal(
        sentence(
            "no such input: {kind}; known: {known}", kind=abbreviate(kind), known=", ".join(sorted(known))
        )
    )


@dataclass(frozen=True)
class _Field:
    attribute: str
    json: str
    decode: Decode
    encode: Encode | None
    required: bool
    seldom: bool
    """Whether the JSON omits the field where it is None."""


class EventJson(Generic[E]):
    """The JSON codec of a game's events, `{"kind": ..., ...}`, derived from their classes.

    A field's metadata may contain its name in the JSON as `json`, and `seldom`: then the JSON omits the field
    where it is None.
    """

    def __init__(
        self,
        event_types: Mapping[str, type[E]],
        decoders: Mapping[str, Decode],
        encoders: Mapping[str, Encode],
    ) -> None:
        """Create the codec of some events.

        Args:
            event_types: frozen dataclasses by their kinds.
            decoders: the decoder for each annotation of a field.
            encoders: the encoder for each annotation whose JSON differs from its value.
        """
        self._types = event_types
        self._fields: Mapping[str, tuple[_Field, ...]] = {
            kind: tuple(
                _Field(
                    f.name,
                    f.metadata.get("json", f.name),
                    decoders[cast(str, f.type)],
                    encoders.get(cast(str, f.type)),
                    f.default is MISSING,
                    f.metadata.get("seldom", False),
                )
                for f in fields(cast(Any, event_type))
            )
            for kind, event_type in event_types.items()
        }

    def write(self, event: E) -> dict[str, Any]:
        """Return the JSON form of an event."""
        kind: str = cast(Any, event).kind
        data: dict[str, Any] = {"kind": kind}
        for f in self._fields[kind]:
            value = getattr(event, f.attribute)
            if value is None and f.seldom:
                continue
            data[f.json] = f.encode(value) if f.encode else value
        return data

    def read(self, data: object) -> E:
        """Parse the JSON form that `write` returns.

        Raises:
            ShapeError: no such kind of event, a field missing or unknown, or an impossible value.
            ValueError: a field's decoder raises another subclass.
        """
        # A replay reads thousands of events: messages are only built for errors.
        members = (
            data if isinstance(data, dict) else require_object(data, sentence("an event must be an object"))
        )
        kind = members.get("kind")
        if not isinstance(kind, str) or kind not in self._fields:
            raise ShapeError(sentence("no such event: {kind}", kind=abbreviate(kind)))
        values: dict[str, Any] = {}
        used = 1
        for f in self._fields[kind]:
            if f.json in members:
                values[f.attribute] = f.decode(members[f.json])
                used += 1
            elif f.required:
                raise ShapeError(sentence("{kind} needs {field}", kind=kind, field=f.json))
        if used != len(members):
            unknown = set(members) - {f.json for f in self._fields[kind]} - {"kind"}
            names = ", ".join(sorted(map(abbreviate, unknown)))
            raise ShapeError(sentence("{kind} has no {field}", kind=kind, field=names))
        return self._types[kind](**values)


# Parsing of a game's options: their names and permitted values.


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
