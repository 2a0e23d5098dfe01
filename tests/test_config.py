"""Settings from a file: read one by one, refused with one clear message each, documented."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from companion.config import ConfigError, SettingDescription, describe_settings, read_section, setting


@dataclass(frozen=True)
class Lamp:
    name: str = setting("lamp", "name", "What it is called.")
    bright: bool = setting(False, "brightness", "Whether it shines.")
    pin: int | None = setting(None, "pin", "Where it is.", lowest=2, highest=27, unit="pin's BCM number")
    pins: tuple[int, int, int] | None = setting(None, "pins", "Where they are.", lowest=2, highest=27)
    kind: str = setting("round", "kind", "Its form.", choices=("round", "square"))
    floor: int = setting(0, "floor", "Any number.")


def test_a_section_has_the_values_of_the_file_and_defaults() -> None:
    given = {"bright": True, "pin": 4, "pins": [2, 3, 27]}
    assert read_section(Lamp, "lamp", given) == Lamp(bright=True, pin=4, pins=(2, 3, 27))
    assert read_section(Lamp, "lamp", {}) == Lamp()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"colour": 1}, "lamp.colour is unknown. Known keys: name, bright, pin, pins, kind, floor."),
        ({"name": 3}, "lamp.name can't be 3: use a text in quotes."),
        ({"bright": 1}, "lamp.bright can't be 1: use true or false."),
        ({"floor": True}, "lamp.floor can't be true: use a whole number."),
        ({"floor": 1.0}, "lamp.floor can't be 1.0: use a whole number."),
        ({"pin": 28}, "lamp.pin can't be 28: use a pin's BCM number from 2 to 27."),
        ({"pin": 1}, "lamp.pin can't be 1: use a pin's BCM number from 2 to 27."),
        ({"pin": "GPIO4"}, "lamp.pin can't be \"GPIO4\": use a pin's BCM number from 2 to 27."),
        (
            {"pins": [2, 3]},
            "lamp.pins can't be [2, 3]: use a list of 3, each a whole number from 2 to 27.",
        ),
        (
            {"pins": [2, 3, 99]},
            "lamp.pins can't be [2, 3, 99]: use a list of 3, each a whole number from 2 to 27.",
        ),
        ({"pins": 4}, "lamp.pins can't be 4: use a list of 3, each a whole number from 2 to 27."),
        ({"kind": "oval"}, 'lamp.kind can\'t be "oval": use "round" or "square".'),
        ([], "lamp must be a section: [lamp] and its keys below."),
    ],
)
def test_an_invalid_value_is_refused_with_its_key_and_the_valid_values(given: Any, message: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read_section(Lamp, "lamp", given)
    assert str(refused.value) == message


def test_every_key_has_a_description() -> None:
    descriptions = {one.key: one for one in describe_settings(Lamp)}
    assert list(descriptions) == ["name", "bright", "pin", "pins", "kind", "floor"]
    assert descriptions["pin"] == SettingDescription(
        "pin", "pin", "a pin's BCM number from 2 to 27", "", "Where it is."
    )
    assert descriptions["kind"] == SettingDescription(
        "kind", "kind", '"round" or "square"', '"round"', "Its form."
    )
    assert descriptions["bright"].default == "false"
