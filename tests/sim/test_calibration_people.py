"""Simulated people follow each request of the calibration, as often as it is made."""

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


def ask_repeatedly(setting: SimulatedCalibration, name: str, **details: Any) -> None:
    """Show a request of a step to people more than once."""
    step = {"name": name, "state": "looking", "about": details}
    for _ in range(3):
        setting.follow_view({"current": name, "steps": [step]})


def test_people_move_the_robber_once_when_asked(
    setting: SimulatedCalibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []
    monkeypatch.setattr(setting.camera.stage, "play", done.append)
    ask_repeatedly(setting, "colours", colours=["red"], robber=True)
    assert len(done) == 1
    assert setting.robber_target not in set(setting.layout.deserts())


def test_people_throw_misread_dice_again(
    setting: SimulatedCalibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    thrown: list[tuple[int, ...]] = []

    def throw(*dice: int) -> bool:
        thrown.append(dice)
        return True

    monkeypatch.setattr(setting.camera, "throw", throw)
    ask_repeatedly(setting, "dice", area="beside", frame=[])
    assert len(thrown) == 1, "once for each time that they are asked"
    ask_repeatedly(setting, "dice", area="beside", frame=[], dice=[3, 5])
    assert len(thrown) == 1
    ask_repeatedly(setting, "dice", area="beside", frame=[])
    assert len(thrown) == 2, "it is wrong: they throw again"
    ask_repeatedly(setting, "dice", area="anywhere", frame=[])
    assert len(thrown) == 3


def test_people_throw_into_the_tower_again_after_a_misreading_or_a_recalibration(
    setting: SimulatedCalibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    rolled: list[tuple[int, ...]] = []
    monkeypatch.setattr(setting.tower, "roll", lambda *dice: rolled.append(dice))
    ask_repeatedly(setting, "tower", port="/dev/pts/1")
    ask_repeatedly(setting, "tower", port="/dev/pts/1", dice=[3, 5])
    assert rolled == [(3, 5)]
    for lesson in (1, 2, 3):
        ask_repeatedly(setting, "tower", port="/dev/pts/1", lesson=lesson)
    ask_repeatedly(setting, "tower", port="/dev/pts/1")
    assert rolled == [(3, 5), (6, 6), (1, 1), (3, 5)]
