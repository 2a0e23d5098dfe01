"""The calibration steps, in order, by name."""

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
from companion.calibration.steps.saving import SaveStep
from companion.calibration.steps.tower import TowerStep
from companion.i18n import sentence

ALL_STAGES: Final = (
    Stage("camera", sentence("Camera"), CameraStep),
    Stage("picture", sentence("Picture"), lambda _: PictureStep()),
    Stage("island", sentence("Island"), lambda _: IslandStep()),
    Stage("colours", sentence("Pieces"), lambda _: ColoursStep()),
    Stage("dice", sentence("Dice"), lambda _: DiceStep()),
    Stage("tower", sentence("Dice tower"), lambda _: TowerStep()),
    Stage("bluetooth", sentence("Bluetooth dice"), lambda _: BluetoothStep()),
    Stage("buttons", sentence("Buttons"), lambda _: ButtonsStep()),
    Stage("players", sentence("Players"), lambda _: PlayersStep()),
    Stage("saved", sentence("Saved"), lambda _: SaveStep()),
)
"""The complete calibration."""

_STEPS_BEFORE: Final[Mapping[str, tuple[str, ...]]] = {
    "camera": ("camera", "picture"),
    "picture": ("camera", "picture"),
    "island": ("camera", "picture", "island"),
    "colours": ("camera", "picture", "colours"),
    "dice": ("camera", "picture", "dice"),
}
"""The steps of a single-step calibration: the camera may have been moved since."""


def single_step_stages(name: str, *, ask: bool = False) -> tuple[Stage, ...]:
    """Return the stages of a single step, followed by saving its results.

    Args:
        name: the step's name.
        ask: whether the camera step lets people choose although a camera is known.
    """
    names = (*_STEPS_BEFORE.get(name, (name,)), "saved")
    stages = {stage.name: stage for stage in ALL_STAGES}
    stages["saved"] = Stage("saved", stages["saved"].title, lambda _: SaveStep(alone=True))
    if name == "camera" and ask:
        stages["camera"] = Stage("camera", stages["camera"].title, lambda _: CameraStep(ask=True))
    if name == "tower":
        stages["tower"] = Stage("tower", stages["tower"].title, lambda _: TowerStep(teach=True))
    return tuple(stages[each] for each in names)
