"""Patches of sites at two scales: the input of the context network (see `vision.pieces`).

A piece off its path, a neighbour's tall body or a border along the coast is recognised by its surroundings.
So the same place is cut at two scales, one twice the extent of the other.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, Points
from vision.patches import cut_white_balanced

PATCH_PX: Final = 64
"""Pixels across either scale."""
REACH_SIDES: Final = (0.6, 1.2)
"""Half the extent of the near and the far patch, in hex sides."""
CHANNELS: Final = 8
"""Channels of the network's input: blue, green, red of the near patch, the same of the far one, and the lean
along x and y."""


def cut_two_scales(
    picture: NDArray[np.uint8],
    plane: Homography,
    centres: Points,
    white: NDArray[np.float64],
    turns: NDArray[np.float64],
) -> NDArray[np.float32]:
    """Cut white-balanced patches around points of the plane, near and far.

    Args:
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        centres: n x 2 points of the plane.
        white: n x 3, the paper's brightness around each, 0 to 1.
        turns: n angles in radians, as `vision.patches.cut_patches` takes them.

    Returns:
        n x PATCH_PX x PATCH_PX x 6, BGR near, then far, as `vision.patches.to_network_inputs` takes it.
    """
    see = partial(cut_white_balanced, picture, plane, centres, white, size=PATCH_PX, turns=turns)
    return np.concatenate([see(reach=reach) for reach in REACH_SIDES], axis=3)
