"""The shape of what is told: which fields it has, and what each can hold, judged alike for all games.

A game's event classes declare it: each a frozen dataclass with a `kind`, whose fields' annotations name
what reads and writes them. What people enter and what a journal has kept is read by the same; of what is
entered games ask more (`docs/decisions/0032-*.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

from companion.errors import CompanionError
from companion.i18n import sentence
from companion.observations import InputRefused

E = TypeVar("E")
Decode: TypeAlias = Callable[[Any], Any]
"""Reads a field's JSON; a `ShapeError` where it can't."""
Encode: TypeAlias = Callable[[Any], Any]

_SHOWN: Final = 40
"""So many letters of something unknown are shown."""


class EventError(CompanionError, ValueError):
    """A description of an event that can't be one."""


class ShapeError(EventError):
    """It isn't in the form that is declared: a field too many or too few, or what one can't hold."""


def shown(value: object) -> str:
    """As much of something unknown as a sentence can hold."""
    return str(value)[:_SHOWN]


def one_of(known: Collection[str], otherwise: Callable[[str], str]) -> Decode:
    """Reads a text that is one of some; `otherwise` is what is said of another, as far as it is shown."""

    def decode(value: Any) -> Any:
        if not isinstance(value, str) or value not in known:
            raise ShapeError(otherwise(shown(value)))
        return value

    return decode


def or_none(decode: Decode) -> Decode:
    """Reads what may be null, too."""
    return lambda value: None if value is None else decode(value)


def whole_number(least: int, most: int, otherwise: str) -> Decode:
    """Reads a whole number from one to another; `otherwise` is what is said of anything else."""

    def decode(value: Any) -> Any:
        if type(value) is not int or not least <= value <= most:
            raise ShapeError(otherwise)
        return value

    return decode


def list_of(decode: Decode, otherwise: str, lengths: Collection[int] | None = None) -> Decode:
    """Reads a list, each of its elements by `decode`, as a tuple.

    Args:
        decode: reads an element.
        otherwise: what is said of what is no list, or of another length.
        lengths: that it can have; None: any.
    """

    def decoded(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or (lengths is not None and len(value) not in lengths):
            raise ShapeError(otherwise)
        return tuple(map(decode, value))

    return decoded


def an_object(value: object, otherwise: str, names: Collection[str] | None = None) -> Mapping[str, Any]:
    """An object as it is; `otherwise` is said of anything else, and of one with a name not among `names`.

    Raises:
        ShapeError: it is none.
    """
    if not isinstance(value, Mapping) or (names is not None and not set(value) <= set(names)):
        raise ShapeError(otherwise)
    return value


def by_name(
    names: Sequence[str], name: Decode, count: Decode, otherwise: str
) -> Callable[[Any], tuple[tuple[Any, Any], ...]]:
    """Reads an object of counts as pairs, in the order of `names`; `name` and `count` read each.

    Args:
        names: in their order.
        name: reads a name.
        count: reads a count.
        otherwise: what is said of what is no object.
    """

    def decoded(value: Any) -> tuple[tuple[Any, Any], ...]:
        given = {name(key): count(each) for key, each in an_object(value, otherwise).items()}
        return tuple((key, given[key]) for key in names if key in given)

    return decoded


def refused(text: str) -> InputRefused:
    """Why an input isn't taken whose shape is wrong."""
    refusal = InputRefused(text)
    refusal.__cause__ = ShapeError(text)
    return refusal


def is_of_shape(error: BaseException) -> bool:
    """Whether something isn't taken because of its shape, whoever may enter it and whenever."""
    return isinstance(error, ShapeError) or isinstance(error.__cause__, ShapeError)


def only(data: Mapping[str, Any], names: Collection[str]) -> None:
    """See to it that the description of a new game has no other names than these.

    Raises:
        InputRefused: it has.
    """
    if unknown := set(data) - set(names):
        raise refused(sentence("a game has no {field}", field=shown(min(unknown, key=str))))


def kind_of(data: Mapping[str, Any]) -> str:
    """Of which kind an input is.

    Raises:
        InputRefused: it says none.
    """
    kind = data.get("kind")
    if not isinstance(kind, str):
        raise refused(sentence('an input is an object with a "kind"'))
    return kind


def no_such_input(kind: str, known: Collection[str]) -> InputRefused:
    """Why an input of a kind that isn't among those `known` is refused."""
    return refused(
        sentence("no such input: {kind}; known: {known}", kind=shown(kind), known=", ".join(sorted(known)))
    )


@dataclass(frozen=True)
class _Field:
    attribute: str
    json: str
    decode: Decode
    encode: Encode | None
    required: bool
    seldom: bool
    """Left out of the JSON where it is None."""


class EventJson(Generic[E]):
    """The JSON form of a game's events, `{"kind": ..., ...}`, made of their classes.

    A field's metadata may have its name in the `json`, where that is another, and say that it is `seldom`
    told: then it is left out where it is None.
    """

    def __init__(
        self,
        event_types: Mapping[str, type[E]],
        decoders: Mapping[str, Decode],
        encoders: Mapping[str, Encode],
    ) -> None:
        """The form of some events.

        Args:
            event_types: frozen dataclasses by their kinds.
            decoders: by a field's annotation, what reads it.
            encoders: what writes it, where its JSON is another than itself.
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
        """The JSON form of an event."""
        kind: str = cast(Any, event).kind
        data: dict[str, Any] = {"kind": kind}
        for f in self._fields[kind]:
            value = getattr(event, f.attribute)
            if value is None and f.seldom:
                continue
            data[f.json] = f.encode(value) if f.encode else value
        return data

    def read(self, data: object) -> E:
        """The event that `write` described.

        Raises:
            ShapeError: no such kind of event, a field missing or unknown, or a value that it can't have.
            ValueError: what reads a field raises another leaf of it.
        """
        # A game is read event by event: nothing is put into words that nobody is told.
        told = data if isinstance(data, dict) else an_object(data, sentence("an event must be an object"))
        kind = told.get("kind")
        if not isinstance(kind, str) or kind not in self._fields:
            raise ShapeError(sentence("no such event: {kind}", kind=shown(kind)))
        values: dict[str, Any] = {}
        read = 1
        for f in self._fields[kind]:
            if f.json in told:
                values[f.attribute] = f.decode(told[f.json])
                read += 1
            elif f.required:
                raise ShapeError(sentence("{kind} needs {field}", kind=kind, field=f.json))
        if read != len(told):
            unknown = set(told) - {f.json for f in self._fields[kind]} - {"kind"}
            names = ", ".join(sorted(map(shown, unknown)))
            raise ShapeError(sentence("{kind} has no {field}", kind=kind, field=names))
        return self._types[kind](**values)
