"""The readers of sites and hexes that changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.island.pieces import PieceKind, Site
from vision.buildings import EditionEstimate, refine_buildings
from vision.colour_correction import correct_brown_orange
from vision.examples import Example, edition_statistics
from vision.lattice import Homography
from vision.network import network
from vision.patches import VIEWS
from vision.pieces import read_sites, read_sites_augmented, site_networks
from vision.robber import classify_hexes

_ROBBER_VIEWS: Final = VIEWS[:2]
"""Views of a hex that is read again: it is read from several pictures, and each view takes time."""


class SiteReader(Protocol):
    """Reads sites of one picture."""

    def __call__(
        self,
        picture: NDArray[np.uint8],
        plane: Homography,
        sites: Sequence[Site],
        white: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Return likelihoods n x standings, as `vision.pieces.read_sites` does.

        Args:
            picture: BGR, height x width x 3.
            plane: homography from the plane to pixels.
            sites: the sites to read.
            white: the board's paper around all sites, as `vision.pieces.paper_brightness` gives it.
        """


class HexReader(Protocol):
    """Reads hexes of one picture for the robber."""

    def __call__(
        self,
        picture: NDArray[np.uint8],
        plane: Homography,
        hexes: NDArray[np.int64],
        white: NDArray[np.float64],
    ) -> NDArray[np.float32]:
        """Return logits n x `vision.robber.CLASSES` of hexes, given by their indices in `HEXES`."""


@dataclass(frozen=True)
class Readers:
    """All readers of a table.

    Attributes:
        sites: reads sites.
        sites_augmented: reads a few doubtful sites in augmented views: each takes as long as two to four
            others.
        hexes: reads hexes.
        edition: the estimated edition of the table's buildings, and its examples.
    """

    sites: SiteReader
    sites_augmented: SiteReader
    hexes: HexReader
    edition: EditionEstimate = field(default_factory=EditionEstimate)

    def add_examples(
        self,
        picture: NDArray[np.uint8],
        plane: Homography,
        kinds: Mapping[Site, PieceKind],
        white: NDArray[np.float64],
    ) -> None:
        """Store buildings as examples: the site and the certain kind of each."""
        likelihoods = read_sites(site_networks(), picture, plane, [*kinds], white)
        self.edition.add_examples(network("buildings.onnx"), picture, plane, kinds, white, likelihoods)


def network_readers(examples: Sequence[Example] = ()) -> Readers:
    """Return the readers that ship with the package, for one table, whose edition they remember.

    Args:
        examples: its buildings of certain kind.
    """
    # Loaded now, before anybody waits for an answer.
    edition_statistics()
    of_set = EditionEstimate(examples)
    networks = site_networks()
    return Readers(
        partial(_read_sites, of_set, partial(read_sites, networks)),
        partial(_read_sites, of_set, partial(read_sites_augmented, networks)),
        _read_hexes,
        of_set,
    )


def _read_sites(
    of_set: EditionEstimate,
    read: Callable[..., NDArray[np.float64]],
    picture: NDArray[np.uint8],
    plane: Homography,
    sites: Sequence[Site],
    white: NDArray[np.float64],
) -> NDArray[np.float64]:
    seen = correct_brown_orange(read(picture, plane, sites, white))
    return refine_buildings(network("buildings.onnx"), picture, plane, sites, white, seen, of_set)


def _read_hexes(
    picture: NDArray[np.uint8], plane: Homography, hexes: NDArray[np.int64], white: NDArray[np.float64]
) -> NDArray[np.float32]:
    return classify_hexes(network("robber.onnx"), picture, plane, hexes, white, _ROBBER_VIEWS)
