"""Reading the board from one photo, cold: `read_board` is the door."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.island.box import BOX_NUMBERS, BOX_TERRAINS, NUMBERS, TERRAINS
from companion.island.geometry import HEXES, HexId
from companion.island.pieces import SITES, Site, Standing
from companion.island.reading import HexReading, IslandReading, PiecesReading
from vision import bare_coasts, box, harbors, hues, look, position, tokens
from vision.buildings import look_closer
from vision.harbors import HarborSeen
from vision.lattice import CENTRES, Homography, Points, inverse, project
from vision.lens import Lens
from vision.locate import FLAT, BoardPose, Missing, in_picture, locate, straightened
from vision.network import Network, network
from vision.pictures import as_bgr, shrunk
from vision.pieces import PLACES, STANDINGS, paper_of, read_sites, site_networks
from vision.robber import read_robber
from vision.terrain import terrain_likelihoods
from vision.tone import Tone, tone_of

BOX_TRUST_P: Final = 0.9
"""Probability, before looking, that an island is laid from just one box."""
_TOKEN_REACH: Final = 0.55
_FAINT_TOKEN: Final = 0.15
_COVERED_SHARE: Final = 0.03
_BARE_SHARE: Final = 0.04
_BARE_DESERT: Final = 0.97
_FLOOR: Final = 3e-4

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class HexSeen:
    """One hex as it was read.

    Attributes:
        id: its id; north of the island is what is nearest to the picture's up.
        at: the hex's centre, in pixels of the picture (x, y).
        token: where a token, or where one would lie, was read, in pixels.
        reading: probabilities of terrain and number.
    """

    id: HexId
    at: tuple[float, float]
    token: tuple[float, float]
    reading: HexReading


@dataclass(frozen=True)
class SiteSeen:
    """One path or intersection as it was read.

    Attributes:
        id: its id.
        at: the site on the board's plane, in pixels of the picture (x, y).
        shares: probabilities of what stands there, None for nothing; they add up to one.
    """

    id: Site
    at: tuple[float, float]
    shares: Mapping[Standing | None, float]

    @property
    def standing(self) -> Standing | None:
        """What most likely stands there."""
        return max(self.shares.items(), key=lambda item: item[1])[0]

    @property
    def confidence(self) -> float:
        """Probability that this is right."""
        return max(self.shares.values())


@dataclass(frozen=True)
class RobberSeen:
    """Where the robber most likely stands.

    Attributes:
        hex: the hex.
        at: the hex's middle, in pixels of the picture (x, y).
        confidence: probability that this is right.
    """

    hex: HexId
    at: tuple[float, float]
    confidence: float


@dataclass(frozen=True)
class BoardReading:
    """What one picture says of a board.

    Attributes:
        found: whether an island was found; if not, `hexes` is empty and `plane` None.
        why: why none was found, in plain words; empty if one was.
        plane: 3x3 homography from plane coordinates (unit: a hex side, origin: the middle hex,
            y to the south) to pixels; through a lens that bends, to those of the straight picture.
        quality: in [0, 1], how well the island's lattice fits the picture.
        hexes: the 19 hexes in the order of `HEXES`.
        seconds: how long reading took.
        sites: the 126 paths and intersections in the order of `companion.island.pieces.SITES`.
        robber_shares: probability of the robber standing on each hex, None for nowhere.
        harbors: those that are more likely there than not, in the order of `COAST`.
        lens: leads from the straight picture to the photo; None where the lens doesn't bend.
    """

    found: bool
    why: str
    plane: Homography | None
    quality: float
    hexes: tuple[HexSeen, ...]
    seconds: float
    sites: tuple[SiteSeen, ...] = ()
    robber_shares: Mapping[HexId | None, float] = field(default_factory=dict)
    harbors: tuple[HarborSeen, ...] = ()
    lens: Lens | None = None

    def project(self, points: Points) -> Points:
        """Points n x 2 of the plane as pixels of the photo.

        Raises:
            ValueError: no island was found.
        """
        if self.plane is None:
            raise ValueError(f"there is no island to take places from: {self.why}")
        at = project(self.plane, points)
        return at if self.lens is None else self.lens.bent(at)

    @property
    def island(self) -> IslandReading:
        """The reading in the form that trackers take.

        Raises:
            ValueError: no island was found.
        """
        if not self.found:
            raise ValueError(f"there is no island to take from this reading: {self.why}")
        robber = {at: share for at, share in self.robber_shares.items() if at is not None}
        kinds = {seen.id: seen.shares for seen in self.harbors}
        return IslandReading({seen.id: seen.reading for seen in self.hexes}, kinds, robber)

    @property
    def pieces(self) -> PiecesReading:
        """What stands on the sites, in the form that trackers take."""
        return PiecesReading({seen.id: seen.shares for seen in self.sites})

    @property
    def robber(self) -> RobberSeen | None:
        """Where the robber stands; None where none was seen."""
        if not self.robber_shares:
            return None
        at, share = max(self.robber_shares.items(), key=lambda item: item[1])
        if at is None:
            return None
        return RobberSeen(at, self.hexes[HEXES.index(at)].at, share)


def read_board(image: NDArray[Any], laid: Homography | None = None) -> BoardReading:
    """Read the island in one picture, and what stands on it.

    Args:
        image: uint8, height x width x 3 (BGR), as `cv2.imread` gives it; grey and BGRA are taken too.
        laid: where the island lies by what people say (`vision.by_hand`), in pixels of the picture.

    Raises:
        PictureError: not a picture.
    """
    begun = time.perf_counter()
    photo = as_bgr(image)
    picture, grow = shrunk(photo)
    finder = network("finder.onnx")
    located = locate(picture, finder, None if laid is None else inverse(grow) @ laid)
    if isinstance(located, Missing):
        return BoardReading(False, located.why, None, 0.0, (), time.perf_counter() - begun)
    located = straightened(located, finder)
    tone = tone_of(located.view)
    if tone is not None:
        located = _toned(located, tone, finder)
    picture, lens = located.picture, None
    if located.lens is not None:
        lens, grow = located.lens.grown(photo.shape[1], photo.shape[0])
    plane = grow @ located.plane
    places = _token_places(located)
    on_tokens = tokens.read(network("reader.onnx"), tokens.cut(picture, located.plane, places))
    hexes = _read_hexes(picture, located, plane, places, on_tokens)
    white = paper_of(located.view, in_picture(located.plane, picture))
    seen = read_sites(site_networks(), picture, located.plane, white=white, closely=True)
    seen = bare_coasts.barer(seen, picture, located.plane, white)
    if tone is not None and tone.is_gaudy:
        there = 1 - position.joint_posterior(seen)[:, 0]
        seen = hues.told_apart(seen, picture, located.plane, white, there)
    seen = hues.browner(seen)
    standing = position.joint_posterior(
        look_closer(network("buildings.onnx"), picture, located.plane, SITES, white, seen, closely=True)
    )
    sites = tuple(
        SiteSeen(site, (float(at[0]), float(at[1])), _shares(STANDINGS, shares))
        for site, at, shares in zip(SITES, project(plane, PLACES), standing, strict=True)
    )
    robber = read_robber(network("robber.onnx"), picture, located.plane, white, on_tokens)
    coast = harbors.read_harbors(network("harbors.onnx"), picture, located.plane, white)
    robbed: tuple[HexId | None, ...] = (*HEXES, None)
    reading = BoardReading(
        found=True,
        why="",
        plane=plane,
        quality=located.quality,
        hexes=hexes,
        seconds=time.perf_counter() - begun,
        sites=sites,
        robber_shares=_shares(robbed, robber),
        harbors=harbors.likely(coast, plane),
    )
    return reading if lens is None else _bent(reading, lens)


def _toned(located: BoardPose, tone: Tone, finder: Network) -> BoardPose:
    """An island in a picture as tables show it."""
    view = tone.undone(located.view)
    return replace(located, picture=tone.undone(located.picture), view=view, flat=look.look(finder, view))


def _bent(reading: BoardReading, lens: Lens) -> BoardReading:
    """A reading whose places are told in the straight picture, told in the photo."""

    def bent(at: tuple[float, float]) -> tuple[float, float]:
        ((x, y),) = lens.bent(np.array([at]))
        return float(x), float(y)

    return replace(
        reading,
        hexes=tuple(replace(seen, at=bent(seen.at), token=bent(seen.token)) for seen in reading.hexes),
        sites=tuple(replace(seen, at=bent(seen.at)) for seen in reading.sites),
        harbors=tuple(replace(seen, at=bent(seen.at)) for seen in reading.harbors),
        lens=lens,
    )


def _read_hexes(
    picture: NDArray[np.uint8],
    located: BoardPose,
    shown: Homography,
    places: Points,
    on_tokens: NDArray[np.float64],
) -> tuple[HexSeen, ...]:
    """The hexes of a located island.

    Args:
        picture: BGR.
        located: where the island lies in it.
        shown: its plane in pixels of the photo's size.
        places: where on the plane each hex's token lies, or would.
        on_tokens: what is read there, as `vision.tokens.read` gives it.
    """
    terrains, numbers = terrain_likelihoods(located.flat, located.view, FLAT), _number_likelihoods(on_tokens)
    # A hex outside the picture says nothing; the others and the box may.
    outside = ~in_picture(located.plane, picture)
    terrains[outside], numbers[outside] = 1 / terrains.shape[1], 1 / numbers.shape[1]
    terrain, number = _settle(terrains, numbers)
    kinds: tuple[int | None, ...] = (*NUMBERS, None)
    return tuple(
        HexSeen(
            hex_id,
            (float(at[0]), float(at[1])),
            (float(token[0]), float(token[1])),
            HexReading(_shares(TERRAINS, terrain[n]), _shares(kinds, number[n])),
        )
        for n, (hex_id, at, token) in enumerate(
            zip(HEXES, project(shown, CENTRES), project(shown, places), strict=True)
        )
    )


def _shares(kinds: Sequence[Kind], shares: NDArray[np.float64]) -> dict[Kind, float]:
    return {kind: float(share) for kind, share in zip(kinds, shares, strict=True)}


def _token_places(located: BoardPose) -> NDArray[np.float64]:
    """Where on the plane each hex's token lies: its best peak near the middle, else the middle."""
    peaks = look.find_peaks(located.flat.peaks[look.TOKEN], _FAINT_TOKEN)
    places = CENTRES.copy()
    if not len(peaks.points):
        return places
    on_plane = project(inverse(FLAT), peaks.points)
    for n, centre in enumerate(CENTRES):
        scores = np.where(np.linalg.norm(on_plane - centre, axis=1) < _TOKEN_REACH, peaks.scores, 0)
        if scores.max() > 0:
            places[n] = on_plane[scores.argmax()]
    return places


def _number_likelihoods(seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """P(what the reader saw | number or none): 19 x 11. Something on a token tells of no number."""
    numbers, bare, covered = seen[:, : tokens.BARE], seen[:, tokens.BARE], seen[:, tokens.COVERED]
    hidden = _COVERED_SHARE * covered
    return np.column_stack([numbers + hidden[:, None], bare]) + _FLOOR


def _settle(
    terrains: NDArray[np.float64], numbers: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Probabilities of terrain and number: deserts bear no token, and the box holds what it holds."""
    desert = TERRAINS.index("desert")
    token = numbers[:, :-1].mean(axis=1)
    bare = numbers[:, -1]
    # Before the tokens are laid, a hex without one says nothing of its terrain.
    share = max(_BARE_SHARE, float((bare > token).mean()))
    if share > 0.5:
        share = 1.0
    by_token = np.repeat((share * bare + (1 - share) * token)[:, None], len(TERRAINS), axis=1)
    by_token[:, desert] = _BARE_DESERT * bare + (1 - _BARE_DESERT) * token
    if share == 1.0:
        by_token[:] = 1.0
    terrain_counts = [BOX_TERRAINS[t] for t in TERRAINS]
    terrain = box.weigh(terrains * by_token, terrain_counts, BOX_TRUST_P).shares

    land = np.delete(terrains, desert, axis=1).mean(axis=1)
    by_terrain = np.repeat(land[:, None], numbers.shape[1], axis=1)
    by_terrain[:, -1] = terrains[:, desert]
    if share == 1.0:
        # Where most hexes have no token, one that looks as much like a token as like none has none either.
        laid = (1 + (token > bare).sum()) / (2 + len(numbers))
        of_laying = np.append(np.full(len(NUMBERS), laid), 1 - laid)
        weighed = numbers * of_laying
        return terrain, weighed / weighed.sum(axis=1, keepdims=True)
    number_counts = [*BOX_NUMBERS.values(), BOX_TERRAINS["desert"]]
    return terrain, box.weigh(numbers * by_terrain, number_counts, BOX_TRUST_P).shares
