"""Measure and correct a picture's colour cast: the haze that washes it out, and oversaturated colours.

The networks were trained on pictures as most cameras take them. Haze (a lamp's scatter, a dirty lens, a wall
reflected in a glass plate) lifts dark areas towards the paper; a camera's vivid mode turns orange into red.
Both are measured on the island, whose dark areas and colours are known, and corrected where they are outside
the range of ordinary tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pieces import HEX_AREAS

_TYPICAL_DARKNESS: Final = 0.36
"""Usual brightness of the island's darkest twentieth, relative to its paper."""
_HAZE_THRESHOLD: Final = 0.57
"""Darkness from which on the picture is hazy. Photos have 0.25 to 0.40, pale printings 0.50, overexposed
photos 0.55."""
_TYPICAL_CHROMA: Final = 0.3
"""Usual mean chroma of the island, relative to its paper."""
_MAX_CHROMA: Final = 0.38
"""Mean chroma from which on colours are oversaturated. Photos have 0.13 to 0.34, the most vivid rendered
printings 0.36."""
_LAND: Final = np.concatenate(HEX_AREAS)
_GREY: Final = np.array([0.114, 0.587, 0.299])


@dataclass(frozen=True)
class ColourCast:
    """A picture's deviation in colour from ordinary tables.

    Attributes:
        paper: BGR, 0 to 255, the colour of white paper in it.
        haze: in [0, 1), the share of the paper's brightness that is added everywhere.
        chroma_gain: the factor that corrects saturation, 1 where it is ordinary.
    """

    paper: NDArray[np.float64]
    haze: float
    chroma_gain: float

    @property
    def is_oversaturated(self) -> bool:
        """Return whether the picture's colours are oversaturated."""
        return self.chroma_gain != 1.0

    def correct(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the picture, BGR, with its colour cast corrected: without haze, with ordinary saturation."""
        clear = 1 / (1 - self.haze)
        # Grey + chroma gain x (colour - grey), after white paper has been made white.
        blend = self.chroma_gain * np.eye(3) + (1 - self.chroma_gain) * np.outer(
            self.paper, _GREY / self.paper
        )
        move = np.column_stack([clear * blend, -clear * self.haze * self.paper])
        return np.asarray(cv2.transform(picture, move), np.uint8)


def measure_colour_cast(view: NDArray[np.uint8]) -> ColourCast | None:
    """Measure the colour cast of an island, None where it is negligible.

    Args:
        view: the island seen from above, BGR, as `vision.locate.rectify` makes it.
    """
    pixels = view.reshape(-1, 3)[_LAND].astype(np.float64)
    paper = np.maximum(np.percentile(pixels, 90, axis=0), 1.0)
    pixels /= paper
    dark = float(np.percentile(pixels @ _GREY, 5))
    veil = (dark - _TYPICAL_DARKNESS) / (1 - _TYPICAL_DARKNESS) if dark > _HAZE_THRESHOLD else 0.0
    pixels = (pixels - veil) / (1 - veil)
    colourful = float((pixels.max(axis=1) - pixels.min(axis=1)).mean())
    chroma = _TYPICAL_CHROMA / colourful if colourful > _MAX_CHROMA else 1.0
    return ColourCast(paper, veil, chroma) if veil or chroma != 1.0 else None
