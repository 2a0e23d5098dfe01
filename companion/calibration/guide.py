"""The steps a newcomer is guided through, in order, by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.calibration.session import Stage
from companion.calibration.steps.bluetooth import BluetoothStep
from companion.calibration.steps.buttons import ButtonsStep
from companion.calibration.steps.camera import CameraStep
from companion.calibration.steps.colours import ColoursStep
from companion.calibration.steps.dice import DiceStep
from companion.calibration.steps.island import IslandStep
from companion.calibration.steps.picture import PictureStep
from companion.calibration.steps.players import PlayersStep
from companion.calibration.steps.saved import SavedStep
from companion.calibration.steps.tower import TowerStep
from companion.i18n import sentence

ALL: Final = (
    Stage("camera", sentence("Camera"), CameraStep),
    Stage("picture", sentence("Picture"), lambda _: PictureStep()),
    Stage("island", sentence("Island"), lambda _: IslandStep()),
    Stage("colours", sentence("Pieces"), lambda _: ColoursStep()),
    Stage("dice", sentence("Dice"), lambda _: DiceStep()),
    Stage("tower", sentence("Dice tower"), lambda _: TowerStep()),
    Stage("bluetooth", sentence("Bluetooth dice"), lambda _: BluetoothStep()),
    Stage("buttons", sentence("Buttons"), lambda _: ButtonsStep()),
    Stage("players", sentence("Players"), lambda _: PlayersStep()),
    Stage("saved", sentence("Saved"), lambda _: SavedStep()),
)
"""The whole walk."""

_FIRST: Final[Mapping[str, tuple[str, ...]]] = {
    "camera": ("camera", "picture"),
    "picture": ("camera", "picture"),
    "island": ("camera", "picture", "island"),
    "colours": ("camera", "picture", "colours"),
    "dice": ("camera", "picture", "dice"),
}
"""What is gone through for one step alone: the camera may have been moved since."""


def alone(name: str, *, ask: bool = False) -> tuple[Stage, ...]:
    """The stages for one step alone, ended by keeping what it learned.

    Args:
        name: the step's.
        ask: people are asked which camera it is, where it is that step, though one is known.
    """
    names = (*_FIRST.get(name, (name,)), "saved")
    stages = {stage.name: stage for stage in ALL}
    stages["saved"] = Stage("saved", stages["saved"].title, lambda _: SavedStep(alone=True))
    if name == "camera" and ask:
        stages["camera"] = Stage("camera", stages["camera"].title, lambda _: CameraStep(ask=True))
    if name == "tower":
        stages["tower"] = Stage("tower", stages["tower"].title, lambda _: TowerStep(teach=True))
    return tuple(stages[each] for each in names)
