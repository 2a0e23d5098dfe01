"""Number tokens: where one lies on a hex, and what it says.

Reading is done on small patches cut from the photo at full resolution, seen as from above, evened
out so that the token's paper is nearly white: what is then red is red in any light.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.box import NUMBERS
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
_LEGIBLE: Final = 0.28
"""Least sharpness at which tokens are read as surely as in a sharp picture."""
_BLUR_DOUBT: Final = 3.0
_MOST_DOUBT: Final = 4.0
"""By which power of what it lacks, and how far at most, the reader is held to be too sure: fitted on photos
that were blurred on purpose."""


def even_out(seen: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Scale each channel so that the brighter part of a patch's middle becomes nearly white.

    Args:
        seen: n x PATCH x PATCH x 3, uint8.

    Returns:
        n x PATCH x PATCH x 3 in [0, 1.5].
    """
    middle = _middle()
    pixels = seen.astype(np.float32) / 255
    paper = np.percentile(pixels[:, middle], 75, axis=1).astype(np.float32)
    return np.clip(pixels * (_WHITE / np.maximum(paper, 0.08))[:, None, None, :], 0, 1.5)


def cut(image: NDArray[np.uint8], plane: Homography, at: Points) -> NDArray[np.uint8]:
    """Patches around points of the plane: n x PATCH x PATCH x 3 (`vision.patches.cut`)."""
    return patches.cut(image, plane, at, reach=REACH_SIDES, size=PATCH_PX)


def read(reader: Network, seen: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Probabilities n x CLASSES of what each patch shows, in the order `NUMBERS`, bare, covered.

    A token may lie at any turn, and so a patch is read at four turns and the answers averaged. Tokens too
    blurred to be read are doubtful.
    """
    if not len(seen):
        return np.zeros((0, CLASSES))
    logits = np.zeros((len(seen), CLASSES))
    for quarter in _TURNS:
        turned = np.rot90(even_out(seen), quarter, axes=(1, 2))
        logits += reader.run(np.ascontiguousarray(turned.transpose(0, 3, 1, 2), np.float32))
    logits /= len(_TURNS) * _TEMPERATURE
    laid = logits.argmax(axis=1) < BARE
    if not laid.any():
        return softmax(logits)
    # A lens blurs all of a picture; one token alone may be worn.
    sharp = float(np.median(sharpness(seen[laid])))
    return softmax(logits / np.clip((_LEGIBLE / max(sharp, 0.01)) ** _BLUR_DOUBT, 1, _MOST_DOUBT))


def sharpness(seen: NDArray[np.uint8]) -> NDArray[np.float64]:
    """How steep the edges of each token's ink are: shares of its contrast a pixel, about 0.5 of a sharp one.

    Args:
        seen: n x PATCH x PATCH x 3, uint8.
    """
    middle = _middle()
    steep = np.zeros(len(seen))
    for n, patch in enumerate(seen):
        grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32)
        across, down = (cv2.Sobel(grey, cv2.CV_32F, x, 1 - x, ksize=3)[middle] / 8 for x in (1, 0))
        dark, light = np.percentile(grey[middle], (3, 97))
        steep[n] = np.percentile(np.hypot(across, down), 97) / max(light - dark, 1)
    return steep


def _middle() -> NDArray[np.bool_]:
    """Which pixels of a patch lie on the token, wherever one lies."""
    rows, columns = np.mgrid[0:PATCH_PX, 0:PATCH_PX] - (PATCH_PX - 1) / 2
    return np.asarray(rows**2 + columns**2 < (0.3 * PATCH_PX) ** 2)
