"""Those who say what stands on a site or hex that looks other than before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.island.pieces import PieceKind, Site
from vision.buildings import SetSeen, look_closer
from vision.examples import Example, drawn_tables
from vision.hues import browner
from vision.lattice import Homography
from vision.network import network
from vision.patches import VIEWS
from vision.pieces import read_mirrored, read_sites, site_networks
from vision.robber import look_at

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
        """Likelihoods n x standings, as `vision.pieces.read_sites` gives them.

        Args:
            picture: BGR, height x width x 3.
            plane: homography from the plane to pixels.
            sites: which to read.
            white: the board's paper around all sites, as `vision.pieces.paper` gives it.
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
        """Logits n x `vision.robber.CLASSES` of hexes, given by their indices in `HEXES`."""


@dataclass(frozen=True)
class Readers:
    """All of them.

    Attributes:
        sites: reads sites.
        closely: reads few sites that one look left open, mirrored and turned as well: each takes as long as
            two to four others.
        hexes: reads hexes.
        of_set: of which set the table's buildings are, and those known for what they are.
    """

    sites: SiteReader
    closely: SiteReader
    hexes: HexReader
    of_set: SetSeen = field(default_factory=SetSeen)

    def learn(
        self,
        picture: NDArray[np.uint8],
        plane: Homography,
        kinds: Mapping[Site, PieceKind],
        white: NDArray[np.float64],
    ) -> None:
        """Take buildings for examples: where each stands, and what it is known to be."""
        told = read_sites(site_networks(), picture, plane, [*kinds], white)
        self.of_set.learn(network("buildings.onnx"), picture, plane, kinds, white, told)


def network_readers(examples: Sequence[Example] = ()) -> Readers:
    """Those that ship with the package, for one table: of which set its buildings are is remembered.

    Args:
        examples: its buildings that are known for what they are.
    """
    # Loaded now, not while somebody waits for an answer.
    drawn_tables()
    of_set = SetSeen(examples)
    networks = site_networks()
    return Readers(
        partial(_read_sites, of_set, partial(read_sites, networks)),
        partial(_read_sites, of_set, partial(read_mirrored, networks)),
        _read_hexes,
        of_set,
    )


def _read_sites(
    of_set: SetSeen,
    read: Callable[..., NDArray[np.float64]],
    picture: NDArray[np.uint8],
    plane: Homography,
    sites: Sequence[Site],
    white: NDArray[np.float64],
) -> NDArray[np.float64]:
    seen = browner(read(picture, plane, sites, white))
    return look_closer(network("buildings.onnx"), picture, plane, sites, white, seen, of_set)


def _read_hexes(
    picture: NDArray[np.uint8], plane: Homography, hexes: NDArray[np.int64], white: NDArray[np.float64]
) -> NDArray[np.float32]:
    return look_at(network("robber.onnx"), picture, plane, hexes, white, _ROBBER_VIEWS)
