"""Sites from near and with what surrounds them, at once: what a second network beside `pieces` is shown.

A piece that lies beside its path, the neighbour's tall body, a border that goes on along the coast are told
by what is around them. So the same place is cut at two scales, the one twice as far as the other.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, Points
from vision.patches import evened

PATCH_PX: Final = 64
"""Pixels across either scale."""
REACH_SIDES: Final = (0.6, 1.2)
"""Half the extent of what is seen, from near and from afar, in hex sides."""
CHANNELS: Final = 8
"""Of what the network takes: blue, green, red from near, the same from afar, and the lean along x and y."""


def both_scales(
    picture: NDArray[np.uint8],
    plane: Homography,
    centres: Points,
    white: NDArray[np.float64],
    turns: NDArray[np.float64],
) -> NDArray[np.float32]:
    """Points of the plane from near and from afar, evened out.

    Args:
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        centres: n x 2 points of the plane.
        white: n x 3, the paper's brightness around each, 0 to 1.
        turns: n angles in radians, as `vision.patches.cut` takes them.

    Returns:
        n x PATCH_PX x PATCH_PX x 6, BGR from near, then from afar, as `vision.patches.as_inputs` takes it.
    """
    see = partial(evened, picture, plane, centres, white, size=PATCH_PX, turns=turns)
    return np.concatenate([see(reach=reach) for reach in REACH_SIDES], axis=3)
