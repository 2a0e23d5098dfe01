"""Number tokens: where one lies on a hex, and what it says.

Reading is done on small patches cut from the photo at full resolution, seen as from above, evened
out so that the token's paper is nearly white: what is then red is red in any light.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.layout import NUMBERS
from vision import patches
from vision.lattice import Homography, Points
from vision.network import Network, softmax

PATCH_PX: Final = 48
"""Pixels across a patch."""
REACH_SIDES: Final = 0.38
"""Half the extent of a patch in hex sides; a token's radius is 0.25 to 0.36 of a side."""
BARE: Final = len(NUMBERS)
"""Class of a patch without a token, after the classes of `NUMBERS`."""
COVERED: Final = BARE + 1
"""Class of a patch with something on a token."""
CLASSES: Final = COVERED + 1
_WHITE: Final = 0.85
_TURNS: Final[Sequence[int]] = (0, 1, 2, 3)
_TEMPERATURE: Final = 0.7
"""Training with smoothed labels makes the reader more modest than it needs to be."""


def even_out(seen: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Scale each channel so that the brighter part of a patch's middle becomes nearly white.

    Args:
        seen: n x PATCH x PATCH x 3, uint8.

    Returns:
        n x PATCH x PATCH x 3 in [0, 1.5].
    """
    rows, columns = np.mgrid[0:PATCH_PX, 0:PATCH_PX] - (PATCH_PX - 1) / 2
    middle = rows**2 + columns**2 < (0.3 * PATCH_PX) ** 2
    pixels = seen.astype(np.float32) / 255
    paper = np.percentile(pixels[:, middle], 75, axis=1).astype(np.float32)
    return np.clip(pixels * (_WHITE / np.maximum(paper, 0.08))[:, None, None, :], 0, 1.5)


def cut(image: NDArray[np.uint8], plane: Homography, at: Points) -> NDArray[np.uint8]:
    """Patches around points of the plane: n x PATCH x PATCH x 3 (`vision.patches.cut`)."""
    return patches.cut(image, plane, at, reach=REACH_SIDES, size=PATCH_PX)


def read(reader: Network, seen: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Probabilities n x CLASSES of what each patch shows, in the order `NUMBERS`, bare, covered.

    A token may lie at any turn, and so a patch is read at four turns and the answers averaged.
    """
    logits = np.zeros((len(seen), CLASSES))
    for quarter in _TURNS:
        turned = np.rot90(even_out(seen), quarter, axes=(1, 2))
        logits += reader.run(np.ascontiguousarray(turned.transpose(0, 3, 1, 2), np.float32))
    return softmax(logits / len(_TURNS) / _TEMPERATURE)
