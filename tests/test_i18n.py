"""Messages: English by default, and translatable into other languages."""

from __future__ import annotations

import copy
import json

from companion.i18n import (
    interpolate,
    join_list,
    join_sentences,
    message_to_json,
    plural_sentence,
    sentence,
    translate,
)
from companion.observations import InputRefused

FRENCH = {
    "Close {what}.": "Fermez {what}.",
    "the door": "la porte",
    "{count} card is missing.": "Il manque {count} carte.",
    "{count} cards are missing.": "Il manque {count} cartes.",
}


def french(text: str) -> str:
    def counting(one: str, many: str, number: int) -> str:
        return FRENCH[one if number < 2 else many]

    return translate(text, lambda template: FRENCH.get(template, template), counting)


def test_a_message_is_its_english_text() -> None:
    message = sentence("Port {port} is taken by {who}.", port=8000, who="somebody")
    assert message == "Port 8000 is taken by somebody."
    assert json.dumps([message]) == '["Port 8000 is taken by somebody."]'


def test_braces_around_anything_but_a_field_stay() -> None:
    assert interpolate('{"kind": "undo"} {nothing} {a}', {"a": 1}) == '{"kind": "undo"} {nothing} 1'


def test_a_number_selects_singular_or_plural() -> None:
    one, many = "{count} card is missing.", "{count} cards are missing."
    assert [plural_sentence(one, many, count) for count in (0, 1, 2)] == [
        "0 cards are missing.",
        "1 card is missing.",
        "2 cards are missing.",
    ]
    assert french(plural_sentence(one, many, 0)) == "Il manque 0 carte."


def test_a_message_is_translated_with_its_nested_messages() -> None:
    message = sentence("Close {what}.", what=sentence("the door"))
    assert message == "Close the door."
    assert french(message) == "Fermez la porte."


def test_a_plain_string_is_not_translated() -> None:
    assert french("Close {what}.") == "Close {what}."
    assert message_to_json("Ana") == "Ana"


def test_an_errors_message_is_translatable() -> None:
    error = InputRefused(sentence("Close {what}.", what=sentence("the door")))
    assert french(str(error)) == "Fermez la porte."


def test_a_copy_of_a_message_is_translatable() -> None:
    message = plural_sentence("{count} card is missing.", "{count} cards are missing.", 3)
    assert french(copy.deepcopy(message)) == "Il manque 3 cartes."


def test_json_has_everything_for_a_later_translation() -> None:
    message = sentence("Close {what}: {why}", what=sentence("the door"), why="draught")
    assert message_to_json(message) == {
        "text": "Close the door: draught",
        "template": "Close {what}: {why}",
        "fields": {
            "what": {"text": "the door", "template": "the door", "fields": {}},
            "why": "draught",
        },
    }
    assert message_to_json(plural_sentence("{count} card", "{count} cards", 2)) == {
        "text": "2 cards",
        "template": "{count} card",
        "fields": {"count": 2},
        "plural": "{count} cards",
        "number": 2,
    }


def test_messages_can_be_joined_or_listed() -> None:
    assert join_sentences(["", sentence("Close {what}.", what="it"), "Now."]) == "Close it. Now."
    assert (
        french(join_sentences([sentence("Close {what}.", what=sentence("the door")), "Zut."]))
        == "Fermez la porte. Zut."
    )
    assert join_sentences([]) == join_list([]) == ""
    assert join_list(["a"]) == "a"
    assert join_list(["a", "b", "c"]) == "a, b and c"
