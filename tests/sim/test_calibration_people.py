"""People at a simulated table that is calibrated do what they are asked, as often as they are asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.sim.calibration_people import SimulatedCalibration


@pytest.fixture
def setting() -> Iterator[SimulatedCalibration]:
    made = SimulatedCalibration(speed=0, size=(320, 180))
    yield made
    made.close()


def asks(setting: SimulatedCalibration, name: str, **about: Any) -> None:
    """A step asks for something, and people see it more than once."""
    step = {"name": name, "state": "looking", "about": about}
    for _ in range(3):
        setting.follow_view({"current": name, "steps": [step]})


def test_the_robber_is_put_on_another_hex_once_it_is_asked_for(
    setting: SimulatedCalibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []
    monkeypatch.setattr(setting.camera.stage, "play", done.append)
    asks(setting, "colours", colours=["red"], robber=True)
    assert len(done) == 1
    assert setting.robber_target not in set(setting.layout.deserts())


def test_dice_that_were_misread_are_thrown_again(
    setting: SimulatedCalibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    thrown: list[tuple[int, ...]] = []

    def throw(*dice: int) -> bool:
        thrown.append(dice)
        return True

    monkeypatch.setattr(setting.camera, "throw", throw)
    asks(setting, "dice", area="beside", frame=[])
    assert len(thrown) == 1, "once for each time that they are asked"
    asks(setting, "dice", area="beside", frame=[], dice=[3, 5])
    assert len(thrown) == 1
    asks(setting, "dice", area="beside", frame=[])
    assert len(thrown) == 2, "it is wrong: they throw again"
    asks(setting, "dice", area="anywhere", frame=[])
    assert len(thrown) == 3


def test_the_tower_is_thrown_into_again_when_its_reading_was_wrong_or_it_has_learned_anew(
    setting: SimulatedCalibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    rolled: list[tuple[int, ...]] = []
    monkeypatch.setattr(setting.tower, "roll", lambda *dice: rolled.append(dice))
    asks(setting, "tower", port="/dev/pts/1")
    asks(setting, "tower", port="/dev/pts/1", dice=[3, 5])
    assert rolled == [(3, 5)]
    for lesson in (1, 2, 3):
        asks(setting, "tower", port="/dev/pts/1", lesson=lesson)
    asks(setting, "tower", port="/dev/pts/1")
    assert rolled == [(3, 5), (6, 6), (1, 1), (3, 5)]
