"""Messages for people: complete in English, and ready to be translated.

Whoever has something to say below the pages says it in English, by `sentence` (or `counted`, where a
number decides between two forms). What comes out is a `str` like any other; it remembers besides the
template and the fields that it was made of, which is what a catalogue of translations is asked for.
The templates have to be written out where they are used, since `make words` collects them there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, Final, Self

from companion.wire import SaidSentence, Sentence

_FIELD: Final = re.compile(r"\{([a-z_]+)\}")


class Message(str):
    """An English text that remembers its template and its fields."""

    __slots__ = ("fields", "number", "plural", "template")

    template: str
    """The text with ``{fields}``, the catalogue's key. Braces around anything but a name stay as they are."""
    fields: Mapping[str, Any]
    """What stands for the fields: numbers, names, or sentences themselves; of anything else its text."""
    plural: str | None
    """The template for many, where there are two."""
    number: int
    """The number that decides between both."""

    def __new__(
        cls, template: str, fields: Mapping[str, Any], plural: str | None = None, number: int = 0
    ) -> Self:
        """The sentence of a template; of two, of the one that the number wants in English."""
        chosen = template if plural is None or number == 1 else plural
        self = super().__new__(cls, interpolate(chosen, fields))
        self.template = template
        self.fields = {
            key: value if isinstance(value, str | int | float) else str(value)
            for key, value in fields.items()
        }
        self.plural = plural
        self.number = number
        return self

    def __str__(self) -> str:
        """Itself: an error's message is still a sentence when the error is made a text of."""
        return self

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (self.template, self.fields, self.plural, self.number)


def sentence(template: str, /, **fields: Any) -> Message:
    """A sentence with its ``{fields}`` filled in."""
    return Message(template, fields)


def counted(one: str, many: str, /, count: int, **fields: Any) -> Message:
    """Of two sentences the one that a number wants; ``{count}`` is filled in."""
    return Message(one, {"count": count, **fields}, many, count)


def joined(texts: Iterable[str]) -> str:
    """Several sentences as one text; empty if there are none."""
    whole = ""
    for text in filter(None, texts):
        whole = sentence("{first} {rest}", first=whole, rest=text) if whole else text
    return whole


def listed(texts: Sequence[str]) -> str:
    """Several words as one, "a, b and c"; empty if there are none."""
    *others, last = texts or ("",)
    if not others:
        return last
    first = reduce(lambda one, other: sentence("{one}, {other}", one=one, other=other), others)
    return sentence("{one} and {other}", one=first, other=last)


def mark(template: str) -> str:
    """A template that `sentence` is given later: written out here so that catalogues have it."""
    return template


def interpolate(template: str, fields: Mapping[str, Any]) -> str:
    """A template with its ``{fields}`` filled in; a name that no field has stays as it is."""
    return _FIELD.sub(lambda found: str(fields.get(found[1], found[0])), template)


def message_to_json(text: str) -> Sentence:
    """A text as JSON has it: a sentence as an object that can be said in any language, else the text.

    The object has ``text`` (the English), ``template`` and ``fields``, and where a number decides
    ``plural`` and ``number``.
    """
    if not isinstance(text, Message):
        return text
    fields = {
        key: message_to_json(value) if isinstance(value, str) else value for key, value in text.fields.items()
    }
    said: SaidSentence = {"text": str.__str__(text), "template": text.template, "fields": fields}
    if text.plural is not None:
        said["plural"] = text.plural
        said["number"] = text.number
    return said


def message_from_json(told: str | Mapping[str, Any]) -> str:
    """The text that `message_to_json` made JSON of: a sentence again, where it was one."""
    if isinstance(told, str):
        return told
    fields = {
        key: message_from_json(value) if isinstance(value, str | Mapping) else value
        for key, value in told["fields"].items()
    }
    return Message(told["template"], fields, told.get("plural"), told.get("number", 0))


def translate(text: str, one: Callable[[str], str], counting: Callable[[str, str, int], str]) -> str:
    """A text in another language; what is no sentence stays as it is.

    Args:
        text: a sentence, or a text that nobody can translate.
        one: the translation of a template, as gettext's.
        counting: the translation of one of two templates for a number, as ngettext's.
    """
    if not isinstance(text, Message):
        return text
    fields = _each(text.fields, lambda each: translate(each, one, counting))
    if text.plural is None:
        return interpolate(one(text.template), fields)
    return interpolate(counting(text.template, text.plural, text.number), fields)


def _each(fields: Mapping[str, Any], change: Callable[[str], Any]) -> dict[str, Any]:
    return {key: change(value) if isinstance(value, str) else value for key, value in fields.items()}
