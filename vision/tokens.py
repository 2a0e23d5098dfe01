"""Number tokens: the place of each on its hex, and its number.

Tokens are read from small patches cut from the photo at full resolution, seen from above and white-balanced
on the token's own paper: red print is then red in any light.
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
BARE_CLASS: Final = len(NUMBERS)
"""Class of a patch without a token, after the classes of `NUMBERS`."""
COVERED_CLASS: Final = BARE_CLASS + 1
"""Class of a patch with something on a token."""
CLASSES: Final = COVERED_CLASS + 1
_TARGET_WHITE: Final = 0.85
_TURNS: Final[Sequence[int]] = (0, 1, 2, 3)
_TEMPERATURE: Final = 0.7
"""Training with smoothed labels makes the reader less certain than it could be."""
_MIN_MIRRORED_TOKENS: Final = 6
"""Fewer numbers don't show whether a picture is mirrored."""
_MIRRORED_LOG_ODDS: Final = 1.0
"""Sum of the numbers' log certainty by which the mirrored reading must be better. Development photos have
-1.9 or less, their mirrored copies 2.2 or more."""
_LEGIBLE_SHARPNESS: Final = 0.28
"""Least sharpness at which tokens are read as reliably as in a sharp picture."""
_BLUR_EXPONENT: Final = 3.0
_MAX_BLUR_DOUBT: Final = 4.0
"""Exponent on the lacking sharpness, and limit of the factor, by which the reader's certainty is reduced:
fitted on photos that were blurred on purpose."""


def white_balance_tokens(seen: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Scale each channel so that the brighter part of a patch's middle becomes nearly white.

    Args:
        seen: n x PATCH x PATCH x 3, uint8.

    Returns:
        n x PATCH x PATCH x 3 in [0, 1.5].
    """
    middle = _token_mask()
    pixels = seen.astype(np.float32) / 255
    paper = np.percentile(pixels[:, middle], 75, axis=1).astype(np.float32)
    return np.clip(pixels * (_TARGET_WHITE / np.maximum(paper, 0.08))[:, None, None, :], 0, 1.5)


def cut_tokens(image: NDArray[np.uint8], plane: Homography, at: Points) -> NDArray[np.uint8]:
    """Cut patches around points of the plane: n x PATCH x PATCH x 3 (`vision.patches.cut_patches`)."""
    return patches.cut_patches(image, plane, at, reach=REACH_SIDES, size=PATCH_PX)


def read_tokens(reader: Network, seen: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the probabilities n x CLASSES of each patch, in the order `NUMBERS`, bare, covered.

    A token may have any rotation, so each patch is read at four rotations and the answers are averaged.
    Tokens too blurred to be read are doubtful.
    """
    if not len(seen):
        return np.zeros((0, CLASSES))
    logits = np.zeros((len(seen), CLASSES))
    for quarter in _TURNS:
        turned = np.rot90(white_balance_tokens(seen), quarter, axes=(1, 2))
        logits += reader.run(np.ascontiguousarray(turned.transpose(0, 3, 1, 2), np.float32))
    logits /= len(_TURNS) * _TEMPERATURE
    laid = logits.argmax(axis=1) < BARE_CLASS
    if not laid.any():
        return softmax(logits)
    # A lens blurs the whole picture; a single token may be worn.
    sharp = float(np.median(sharpness(seen[laid])))
    return softmax(
        logits / np.clip((_LEGIBLE_SHARPNESS / max(sharp, 0.01)) ** _BLUR_EXPONENT, 1, _MAX_BLUR_DOUBT)
    )


def is_mirrored(reader: Network, seen: NDArray[np.uint8], answers: NDArray[np.float64]) -> bool:
    """Return whether a picture is mirrored: its numbers are read better in mirrored patches.

    Where no reading could be so much better, the mirrored patches aren't read.

    Args:
        reader: the network.
        seen: the patches, n x PATCH x PATCH x 3, uint8.
        answers: their reading, as `read_tokens` returns it.
    """
    as_seen = answers[:, :BARE_CLASS].sum(axis=1) > 0.5
    if (
        np.count_nonzero(as_seen) >= _MIN_MIRRORED_TOKENS
        and -_certainty(answers[as_seen]) < _MIRRORED_LOG_ODDS
    ):
        return False
    mirrored = read_tokens(reader, np.ascontiguousarray(seen[:, :, ::-1]))
    laid = np.maximum(answers[:, :BARE_CLASS].sum(axis=1), mirrored[:, :BARE_CLASS].sum(axis=1)) > 0.5
    if np.count_nonzero(laid) < _MIN_MIRRORED_TOKENS:
        return False
    return _certainty(mirrored[laid]) - _certainty(answers[laid]) > _MIRRORED_LOG_ODDS


def _certainty(answers: NDArray[np.float64]) -> float:
    """Return the sum of the log probabilities of each token's likeliest number."""
    return float(np.log(answers[:, :BARE_CLASS].max(axis=1) + 1e-6).sum())


def sharpness(seen: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the steepness of each token's edges: shares of its contrast per pixel, about 0.5 if it is sharp.

    Args:
        seen: n x PATCH x PATCH x 3, uint8.
    """
    middle = _token_mask()
    steep = np.zeros(len(seen))
    for n, patch in enumerate(seen):
        grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32)
        across, down = (cv2.Sobel(grey, cv2.CV_32F, x, 1 - x, ksize=3)[middle] / 8 for x in (1, 0))
        dark, light = np.percentile(grey[middle], (3, 97))
        steep[n] = np.percentile(np.hypot(across, down), 97) / max(light - dark, 1)
    return steep


def _token_mask() -> NDArray[np.bool_]:
    """Return a mask of a patch's pixels on the token."""
    rows, columns = np.mgrid[0:PATCH_PX, 0:PATCH_PX] - (PATCH_PX - 1) / 2
    return np.asarray(rows**2 + columns**2 < (0.3 * PATCH_PX) ** 2)
