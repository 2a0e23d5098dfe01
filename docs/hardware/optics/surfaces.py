"""Refraction and reflection at flat surfaces: Snell's law, and Fresnel's for unpolarised light.

Angles are given by their cosines to the surface's normal, on the side the light comes from.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

GLASS: Final = 1.52
"""Refractive index of a microscope slide (soda-lime glass, green light)."""

FEP: Final = 1.34
"""Refractive index of the fluoropolymer film on the lane's floor."""


def refracted_cosine(cosine: Floats, index: float) -> Floats:
    """Return the cosine behind the surface, NaN for total reflection. `index`: the refractive index behind
    the surface, relative to that in front of it.

    `index`: of refraction, of what lies behind over what lies before.
    """
    square = 1 - (1 - cosine**2) / index**2
    return np.asarray(np.sqrt(np.where(square >= 0, square, np.nan)))


def reflectance(cosine: Floats, index: float) -> Floats:
    """Return the reflected share, 0 to 1."""
    behind = refracted_cosine(cosine, index)
    across = (cosine - index * behind) / (cosine + index * behind)
    along = (index * cosine - behind) / (index * cosine + behind)
    return np.where(np.isnan(behind), 1.0, (across**2 + along**2) / 2)


def sheet_transmittance(cosine: Floats, index: float = GLASS) -> Floats:
    """Return the transmittance of a clear sheet, including multiple reflections."""
    once = reflectance(cosine, index)
    return np.asarray((1 - once) / (1 + once))


def shift_in_sheet(cosine: Floats, thickness: float, index: float = GLASS) -> Floats:
    """Return the lateral shift of light within a sheet; millimetres in and out."""
    behind = refracted_cosine(cosine, index)
    return np.asarray(thickness * np.sqrt(1 - behind**2) / behind)
