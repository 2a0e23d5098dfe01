"""Settings of a panel: its parts and pins."""

from __future__ import annotations

from typing import Any

import pytest

from companion.config import ConfigError, read_section
from companion.hardware.settings import PanelSettings


def test_no_part_is_enabled_by_default() -> None:
    assert not PanelSettings().has_parts
    assert PanelSettings().pins() == ()


@pytest.mark.parametrize("part", [{"next_player": 17}, {"undo": 27}, {"light": [12, 13, 19]}, {"buzzer": 18}])
def test_any_part_enables_the_panel(part: dict[str, Any]) -> None:
    assert read_section(PanelSettings, "panel", part).has_parts


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"next_player": 17, "undo": 17},
            "panel.undo names pin 17, which next_player already uses.",
        ),
        ({"buzzer": 13, "light": [12, 13, 19]}, "panel.light names pin 13, which buzzer already uses."),
        ({"light": [12, 12, 19]}, "panel.light names pin 12 twice."),
        ({"undo": 0}, "panel.undo can't be 0: use a pin's BCM number from 2 to 27."),
        ({"undo": 28}, "panel.undo can't be 28: use a pin's BCM number from 2 to 27."),
        ({"pin_factory": "guess"}, 'panel.pin_factory can\'t be "guess": use "lgpio" or "mock".'),
    ],
)
def test_invalid_pins_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read_section(PanelSettings, "panel", options)
    assert str(refused.value) == message
