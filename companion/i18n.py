"""Messages for people: complete in English, and translatable.

Code outside the pages writes its messages in English with `sentence`, or with `plural_sentence` if a number
selects one of two forms. The result is a `str` that also stores its template and its fields, the key of the
translation catalogue. Templates must be literals at the call, since `make words` collects them from the
source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, Final, Self

from companion.wire import Sentence, TranslatableSentence

_FIELD: Final = re.compile(r"\{([a-z_]+)\}")


class Message(str):
    """An English text that stores its template and its fields."""

    __slots__ = ("fields", "number", "plural", "template")

    template: str
    """The text with ``{fields}``, the catalogue's key. Braces around anything but a name stay as they are."""
    fields: Mapping[str, Any]
    """The values of the fields: numbers, names or sentences; other values are stored as text."""
    plural: str | None
    """The plural template; None if there is only one template."""
    number: int
    """The number that selects the template."""

    def __new__(
        cls, template: str, fields: Mapping[str, Any], plural: str | None = None, number: int = 0
    ) -> Self:
        """Create the message of a template; with a plural, select the template by English rules."""
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
        """Return itself, so an error's message stays translatable when the error is converted to text."""
        return self

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (self.template, self.fields, self.plural, self.number)


def sentence(template: str, /, **fields: Any) -> Message:
    """Return the message of a template with its ``{fields}`` filled in."""
    return Message(template, fields)


def plural_sentence(one: str, many: str, /, count: int, **fields: Any) -> Message:
    """Return the message of the template that the number selects; ``{count}`` is filled in."""
    return Message(one, {"count": count, **fields}, many, count)


def join_sentences(texts: Iterable[str]) -> str:
    """Join sentences into one text; empty if there are none."""
    whole = ""
    for text in filter(None, texts):
        whole = sentence("{first} {rest}", first=whole, rest=text) if whole else text
    return whole


def join_list(texts: Sequence[str]) -> str:
    """Join words into a list, "a, b and c"; empty if there are none."""
    *others, last = texts or ("",)
    if not others:
        return last
    first = reduce(lambda one, other: sentence("{one}, {other}", one=one, other=other), others)
    return sentence("{one} and {other}", one=first, other=last)


def mark(template: str) -> str:
    """Return a template for later use in `sentence`; the call makes catalogues include it."""
    return template


def interpolate(template: str, fields: Mapping[str, Any]) -> str:
    """Fill in the ``{fields}`` of a template; a name without a field stays as it is."""
    return _FIELD.sub(lambda found: str(fields.get(found[1], found[0])), template)


def message_to_json(text: str) -> Sentence:
    """Return the JSON form of a text: a translatable object for a message, otherwise the text itself.

    The object has ``text`` (the English), ``template`` and ``fields``; ``plural`` and ``number`` are added if
    a number selects the template.
    """
    if not isinstance(text, Message):
        return text
    fields = {
        key: message_to_json(value) if isinstance(value, str) else value for key, value in text.fields.items()
    }
    message: TranslatableSentence = {"text": str.__str__(text), "template": text.template, "fields": fields}
    if text.plural is not None:
        message["plural"] = text.plural
        message["number"] = text.number
    return message


def message_from_json(data: str | Mapping[str, Any]) -> str:
    """Parse the JSON form from `message_to_json`."""
    if isinstance(data, str):
        return data
    fields = {
        key: message_from_json(value) if isinstance(value, str | Mapping) else value
        for key, value in data["fields"].items()
    }
    return Message(data["template"], fields, data.get("plural"), data.get("number", 0))


def translate(text: str, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> str:
    """Translate a text; a text that is no message stays as it is.

    Args:
        text: a message, or a plain text.
        gettext: translates a template.
        ngettext: translates the one of two templates that a number selects.
    """
    if not isinstance(text, Message):
        return text
    fields = _map_texts(text.fields, lambda each: translate(each, gettext, ngettext))
    if text.plural is None:
        return interpolate(gettext(text.template), fields)
    return interpolate(ngettext(text.template, text.plural, text.number), fields)


def _map_texts(fields: Mapping[str, Any], change: Callable[[str], Any]) -> dict[str, Any]:
    return {key: change(value) if isinstance(value, str) else value for key, value in fields.items()}
