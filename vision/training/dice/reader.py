"""Train the network that reads pips.

    python -m vision.training.dice.reader --photos ../shared/photos --fonts /usr/share/fonts \\
        --finder vision/data/dice_finder.onnx --out vision/data

About half an hour on two cores.
"""

# torch is there when training only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from vision.dice.finding import DieSeen, peaks
from vision.dice.patches import PATCH_PX, cut
from vision.dice.pips import FACES, OUTPUTS, as_inputs
from vision.network import Network
from vision.training.blocks import conv
from vision.training.dice.bank import NO_PIPS
from vision.training.dice.desk import FinderSamples, dice_arguments
from vision.training.dice.sources import LabelledDie
from vision.training.dice.views import VIEW_PX, DiceSample
from vision.training.loop import train
from vision.training.textures import Image, Rng

BESIDE_WIDTHS: Final = 0.5
"""A patch whose middle is farther than this from a top face's, in widths, isn't of that die."""
READABLE_PX: Final = 8.0
"""Dice narrower than this, pixels, aren't learned from."""

_TIMES: Final = 2
"""Patches of each die, cut at different places: drawing it is what takes the time."""
_SEEN_STD: Final = 4.0
"""Patches of less contrast show nothing of a die."""
_FAR_OFF: Final = 0.45
"""A die found farther than this from its top face's middle, in widths, isn't asked for."""
_ANYHOW_SHARE: Final = 0.2
"""Share of patches that aren't upright, as a camera may hang anyhow."""
_ASKEW_DEG: Final = 12.0
"""How much the others are askew."""
_LOOKED_FOR_SHARE: Final = 0.6
"""Share of views in which the finder looks for dice."""
_MISTAKEN_P: Final = 0.1
"""What the finder takes for a die with at least this probability, and isn't one, is learned to be none."""

Sample = tuple[Image, float, int, tuple[float, float, float]]
"""A patch, whether it is of a die, its top face (or NO_PIPS), and what is off: x, y, log2 of size."""


class _Deeper(nn.Module):
    """Two more layers that add to what is there; at first nothing."""

    def __init__(self, wide: int) -> None:
        super().__init__()
        self.first = conv(wide, wide)
        self.second = nn.Sequential(nn.Conv2d(wide, wide, 3, 1, 1, bias=False), nn.BatchNorm2d(wide))
        nn.init.zeros_(self.second[1].weight)

    def forward(self, seen: Any) -> Any:
        """What is there, and what these layers add."""
        return functional.relu(seen + self.second(self.first(seen)))


class PipReader(nn.Module):
    """In: n x 3 x PATCH x PATCH (`vision.dice.pips.as_inputs`). Out: n x OUTPUTS."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 20), conv(20, 32, 2), conv(32, 36), conv(36, 56, 2), conv(56, 56), conv(56, 48, 2),
            _Deeper(48), _Deeper(48), conv(48, 40), nn.Flatten(1),
        )  # fmt: skip
        side = PATCH_PX // 8
        self.head = nn.Sequential(
            nn.Linear(40 * side * side, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, OUTPUTS)
        )

    def forward(self, patch: Any) -> Any:
        """What a batch of patches shows."""
        return self.head(self.body(patch))


def samples(view: DiceSample, finder: Network, rng: Rng) -> list[Sample]:
    """Patches of a view: every die of it, somewhat off, places beside them, and what the finder mistakes."""
    taken: list[Sample] = []
    usual = float(np.median([die.size for die in view.dice])) if view.dice else float(rng.uniform(9, 40))
    found = peaks(finder, view.picture, 1.0, _MISTAKEN_P) if rng.random() < _LOOKED_FOR_SHARE else []
    for die in view.dice:
        inside = 0.3 * die.size < min(die.at) and max(die.at) < VIEW_PX - 0.3 * die.size
        if not inside or die.size < READABLE_PX:
            continue
        for _ in range(_TIMES):
            sample = _of_die(view.picture, die, _placed(die, found, rng), rng)
            if sample[0].std() > _SEEN_STD:
                taken.append(sample)
    if not view.whole:
        return taken
    mixed = [found[n] for n in rng.permutation(len(found))]
    away = [seen for seen in mixed if all(_apart(np.array(seen.at), seen.size, die) for die in view.dice)]
    wrong = [*away[:4], *_beside(view, usual, rng)]
    up = view.dice[0].up if view.dice else float(rng.uniform(0, 2 * np.pi))
    for seen in wrong:
        patch = cut(view.picture, [seen], [_turn(up, rng)])[0]
        taken.append((patch, 0.0, NO_PIPS, (0.0, 0.0, 0.0)))
    return taken


def _turn(up: float, rng: Rng) -> float:
    """At which turn a patch is cut where that way is up: mostly upright, as photos are taken."""
    if rng.random() < _ANYHOW_SHARE:
        return float(rng.uniform(0, 2 * np.pi))
    return up + np.pi / 2 + float(rng.normal(0, np.deg2rad(_ASKEW_DEG)))


def _placed(die: LabelledDie, found: Sequence[DieSeen], rng: Rng) -> DieSeen:
    """Where a die may have been found: by the finder, or by chance beside its middle, oftenest below it."""
    near = [seen for seen in found if not _apart(np.array(seen.at), seen.size, die)]
    near = [seen for seen in near if np.hypot(*np.subtract(seen.at, die.at)) < _FAR_OFF * die.size]
    if near and rng.random() < 0.4:
        return near[int(rng.integers(len(near)))]
    off = rng.normal(0, 0.1, 2).clip(-0.25, 0.25)
    if rng.random() < 0.25:
        off -= rng.uniform(0, _FAR_OFF - 0.05) * np.array([np.cos(die.up), np.sin(die.up)])
    size = die.size * 2.0 ** float(np.clip(rng.normal(0, 0.18), -0.4, 0.4))
    return DieSeen((die.at[0] + float(off[0]) * size, die.at[1] + float(off[1]) * size), size, 1.0)


def _of_die(picture: Image, die: LabelledDie, seen: DieSeen, rng: Rng) -> Sample:
    """The patch of a die that was found there, and what is off."""
    turn = _turn(die.up, rng)
    x, y = (np.array(die.at) - seen.at) / seen.size
    c, s = np.cos(turn), np.sin(turn)
    off = (float(c * x + s * y), float(c * y - s * x), float(np.log2(die.size / seen.size)))
    return cut(picture, [seen], [turn])[0], 1.0, die.top, off


def _beside(view: DiceSample, usual: float, rng: Rng) -> Iterator[DieSeen]:
    """Places where no die lies: sides of dice, pips, several dice as if they were one, anything."""
    for _ in range(3):
        size = usual * float(np.exp(rng.normal(0, 0.3)))
        at = rng.uniform(0, VIEW_PX, 2)
        angle = rng.uniform(0, 2 * np.pi)
        if view.dice and rng.random() < 0.75:
            near = view.dice[int(rng.integers(len(view.dice)))]
            if rng.random() < 0.4:
                angle = near.up + np.pi + rng.normal(0, 0.6)
            ahead = np.array([np.cos(angle), np.sin(angle)])
            if rng.random() < 0.6:
                at = np.array(near.at) + near.size * rng.uniform(0.55, 1.2) * ahead
            else:
                small = rng.random() < 0.5
                size = near.size * float(rng.uniform(0.15, 0.45) if small else rng.uniform(2.2, 5))
                at = np.array(near.at) + rng.uniform(0, 0.5) * max(size, near.size) * ahead
        if size > READABLE_PX / 2 and all(_apart(at, size, die) for die in view.dice):
            yield DieSeen((float(at[0]), float(at[1])), size, 1.0)


def _apart(at: NDArray[np.float64], size: float, die: LabelledDie) -> bool:
    """Whether a patch isn't of this die: beside it, or of quite another size."""
    other_size = abs(np.log2(size / die.size)) > 1.0
    return other_size or bool(np.hypot(*(at - die.at)) > BESIDE_WIDTHS * max(size, die.size))


def loss(said: Any, batch: tuple[Any, ...]) -> tuple[Any, float]:
    """Cross-entropy of whether and what, and how far off place and size are."""
    _, there, top, off = batch
    whether = functional.binary_cross_entropy_with_logits(said[:, 0], there)
    die = there > 0.5
    wanted = functional.one_hot((top - 1).clamp(min=0), FACES).float()
    # What can't be read as pips is to be any number.
    wanted = torch.where((top == NO_PIPS)[:, None], torch.full_like(wanted, 1 / FACES), wanted)
    named = functional.cross_entropy(said[die, 1 : 1 + FACES], wanted[die])
    apart = functional.smooth_l1_loss(said[die, 1 + FACES :], off[die], beta=0.05)
    readable = die & (top != NO_PIPS)
    right = (said[readable, 1 : 1 + FACES].argmax(1) == top[readable] - 1).float().mean()
    return whether + named + 2 * apart, float(right)


def main() -> None:
    """Train and export."""
    parser = dice_arguments(__doc__, 6000, 96)
    parser.add_argument("--finder", type=Path, required=True, help="the trained finder, as ONNX")
    given = parser.parse_args()
    desk, finder = FinderSamples(given), Network(given.finder.read_bytes())

    def make(rng: Rng) -> tuple[Any, ...]:
        taken: list[Sample] = []
        while len(taken) < given.batch:
            taken += samples(desk.view(rng), finder, rng)
        patches, there, top, off = zip(*taken[: given.batch], strict=True)
        return (
            as_inputs(np.stack(patches)),
            np.array(there, np.float32),
            np.array(top, np.int64),
            np.array(off, np.float32),
        )

    train(PipReader, make, loss, given, (1, 3, PATCH_PX, PATCH_PX), "dice_pips")


if __name__ == "__main__":
    main()
