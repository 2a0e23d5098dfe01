"""A picture's tone: the grey veil that washes it out, and colours that a camera has driven too far.

Networks learn from pictures as most cameras take them. A veil (a lamp's haze, a dirty lens, a wall mirrored
in a glass plate) lifts what is dark towards the paper; a camera's vivid mode drives orange into red. Both are
measured on the island, whose darks and colours are known, and undone where they lie outside what tables
show.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pieces import HEX_AREAS

_DARK: Final = 0.36
"""How bright the island's darkest twentieth mostly is, against its paper."""
_VEILED: Final = 0.57
"""From here on it lies under a veil. Photos have 0.25 to 0.40, pale printings 0.50, photos too light 0.55."""
_COLOURFUL: Final = 0.3
"""The island's mean chroma against its paper, mostly."""
_GAUDY: Final = 0.38
"""From here on colours are driven too far. Photos have 0.13 to 0.34, the gaudiest printings drawn 0.36."""
_LAND: Final = np.concatenate(HEX_AREAS)
_GREY: Final = np.array([0.114, 0.587, 0.299])


@dataclass(frozen=True)
class Tone:
    """How a picture differs in tone from what tables show.

    Attributes:
        paper: BGR, 0 to 255, what white paper is in it.
        veil: in [0, 1), the share of the paper's brightness that lies over everything.
        chroma: by what colours are to be multiplied, 1 where they are not driven too far.
    """

    paper: NDArray[np.float64]
    veil: float
    chroma: float

    @property
    def is_gaudy(self) -> bool:
        """Whether colours were driven too far."""
        return self.chroma != 1.0

    def undone(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The picture, BGR, without its veil and with colours as tables show them."""
        clear = 1 / (1 - self.veil)
        # Grey + chroma x (colour - grey), after white paper has been made white.
        blend = self.chroma * np.eye(3) + (1 - self.chroma) * np.outer(self.paper, _GREY / self.paper)
        move = np.column_stack([clear * blend, -clear * self.veil * self.paper])
        return np.asarray(cv2.transform(picture, move), np.uint8)


def tone_of(view: NDArray[np.uint8]) -> Tone | None:
    """How an island's tone differs from what tables show, None where it hardly does.

    Args:
        view: the island seen from above, BGR, as `vision.locate.rectify` makes it.
    """
    pixels = view.reshape(-1, 3)[_LAND].astype(np.float64)
    paper = np.maximum(np.percentile(pixels, 90, axis=0), 1.0)
    pixels /= paper
    dark = float(np.percentile(pixels @ _GREY, 5))
    veil = (dark - _DARK) / (1 - _DARK) if dark > _VEILED else 0.0
    pixels = (pixels - veil) / (1 - veil)
    colourful = float((pixels.max(axis=1) - pixels.min(axis=1)).mean())
    chroma = _COLOURFUL / colourful if colourful > _GAUDY else 1.0
    return Tone(paper, veil, chroma) if veil or chroma != 1.0 else None
