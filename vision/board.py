"""Read the board from one photo, without any earlier picture: `read_board`."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import sentence
from companion.island.geometry import HEXES, SITES, HexId, Site, Standing
from companion.island.layout import BOX_NUMBERS, BOX_TERRAINS, NUMBERS, TERRAINS
from companion.island.reading import HexReading, IslandReading, PiecesReading
from vision import (
    board_posterior,
    board_witness,
    colour_correction,
    detector,
    harbors,
    hex_contents,
    tile_seams,
)
from vision.buildings import disputed_kinds, refine_buildings
from vision.camera import Lens
from vision.colour_correction import ColourCast, measure_colour_cast
from vision.harbors import HarborReading
from vision.lattice import CENTRES, Homography, Points, inverse, project
from vision.locate import (
    PLANE_TO_VIEW,
    BoardPose,
    IslandNotFound,
    in_picture,
    locate,
    rectify,
    undistort_pose,
)
from vision.network import Network, limit_certainty, network
from vision.pictures import as_bgr, edge_sharpness, shrink_to_limit
from vision.pieces import (
    HEX_AREAS,
    SITE_PLACES,
    STANDINGS,
    disputed_pieces,
    paper_brightness_from_view,
    read_sites,
)
from vision.robber import read_robber

MIRRORED_TEXT: Final = sentence("the picture is mirrored: switch mirroring off in the camera's app")
"""Why a mirrored picture isn't read: its places and some of its numbers would be wrong."""
BLURRED_TEXT: Final = sentence(
    "The picture is not sharp: turn the lens, wipe it, or switch autofocus off once it is sharp."
)
"""Advice for a blurred picture."""
BOX_PRIOR_P: Final = 0.9
"""Prior probability that an island is laid from exactly one box."""
_TOKEN_REACH_SIDES: Final = 0.55
_MIN_TOKEN_SCORE: Final = 0.15
_COVERED_SHARE: Final = 0.03
_BARE_SHARE: Final = 0.04
_BARE_DESERT_P: Final = 0.97
_TOKEN_SEEN_P: Final = 0.9
"""Probability of any number from which on a covered hex's token is seen."""
_LIKELIHOOD_FLOOR: Final = 3e-4
_BLURRED_SHARPNESS: Final = (0.11, 0.15)
"""Sharpness of an island seen from above below which tokens and pieces are blurred away, and above which they
are visible. Photos have 0.2 or more. Of the sure sites of blurred photos 8 % are wrong below 0.1, and 0.3 %
above 0.15."""
_LAND: Final = np.isin(np.arange(detector.VIEW_PX**2), np.concatenate(HEX_AREAS)).reshape(
    2 * (detector.VIEW_PX,)
)
"""Mask of the land in the island seen from above."""

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class LocatedHex:
    """One hex as it was read.

    Attributes:
        id: its id; the island's north is the direction nearest to the picture's up.
        at: the hex's centre, in pixels of the picture (x, y).
        token: the place where its token was read, or would lie, in pixels (x, y).
        reading: probabilities of terrain and number.
        covered: whether something hides the hex, so that its terrain follows from the others and the box.
    """

    id: HexId
    at: tuple[float, float]
    token: tuple[float, float]
    reading: HexReading
    covered: bool = False


@dataclass(frozen=True)
class SiteReading:
    """One path or intersection as it was read.

    Attributes:
        id: its id.
        at: the site on the board's plane, in pixels of the picture (x, y).
        shares: probabilities of each piece, None for no piece; they add up to one.
    """

    id: Site
    at: tuple[float, float]
    shares: Mapping[Standing | None, float]

    @property
    def piece(self) -> Standing | None:
        """The most likely piece; None: no piece."""
        return max(self.shares.items(), key=lambda item: item[1])[0]

    @property
    def confidence(self) -> float:
        """Probability that `piece` is right."""
        return max(self.shares.values())


@dataclass(frozen=True)
class RobberReading:
    """The robber's most likely place.

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
    """A board as it was read from one picture.

    Attributes:
        found: whether an island was found; if not, `hexes` is empty and `plane` None.
        why: the reason why none was found, in plain words; empty if one was.
        plane: 3x3 homography from plane coordinates (unit: a hex side, origin: the middle hex, y to the
            south) to pixels; with a distorting lens, to pixels of the undistorted picture.
        quality: in [0, 1], how well the island's lattice fits the picture.
        hexes: the 19 hexes in the order of `HEXES`.
        seconds: the time that reading took.
        sites: the 126 paths and intersections in the order of `companion.island.geometry.SITES`.
        robber_shares: probability of the robber standing on each hex, None for nowhere.
        harbors: the harbors with a probability above one half, in the order of `COAST`.
        lens: maps the undistorted picture to the photo; None where the lens doesn't distort.
    """

    found: bool
    why: str
    plane: Homography | None
    quality: float
    hexes: tuple[LocatedHex, ...]
    seconds: float
    sites: tuple[SiteReading, ...] = ()
    robber_shares: Mapping[HexId | None, float] = field(default_factory=dict)
    harbors: tuple[HarborReading, ...] = ()
    lens: Lens | None = None

    def project(self, points: Points) -> Points:
        """Project points n x 2 of the plane to pixels of the photo.

        Raises:
            ValueError: no island was found.
        """
        if self.plane is None:
            raise ValueError(f"no island was found, so nothing can be projected: {self.why}")
        at = project(self.plane, points)
        return at if self.lens is None else self.lens.distort_points(at)

    @property
    def island(self) -> IslandReading:
        """The reading in the form that trackers use.

        Raises:
            ValueError: no island was found.
        """
        if not self.found:
            raise ValueError(f"this reading has no island: {self.why}")
        robber = {at: share for at, share in self.robber_shares.items() if at is not None}
        kinds = {seen.id: seen.shares for seen in self.harbors}
        return IslandReading({seen.id: seen.reading for seen in self.hexes}, kinds, robber)

    @property
    def pieces(self) -> PiecesReading:
        """The probabilities of pieces in the form that trackers use."""
        return PiecesReading({seen.id: seen.shares for seen in self.sites})

    @property
    def robber(self) -> RobberReading | None:
        """The robber's most likely place; None where none was seen."""
        if not self.robber_shares:
            return None
        at, share = max(self.robber_shares.items(), key=lambda item: item[1])
        if at is None:
            return None
        return RobberReading(at, self.hexes[HEXES.index(at)].at, share)


def read_board(image: NDArray[Any], manual_plane: Homography | None = None) -> BoardReading:
    """Read the island in one picture, and the pieces on it.

    Args:
        image: uint8, height x width x 3 (BGR), as `cv2.imread` gives it; grey and BGRA are accepted too.
        manual_plane: homography that people gave by pointing at corners (`vision.markers`), from the
            plane to pixels of the picture.

    Raises:
        PictureError: not a picture.
    """
    started = time.perf_counter()
    photo = as_bgr(image)
    picture, grow = shrink_to_limit(photo)
    finder = network("finder.onnx")
    located = locate(picture, finder, None if manual_plane is None else inverse(grow) @ manual_plane)
    if isinstance(located, IslandNotFound):
        return _refuse(_explain_failure(picture, located), started)
    tints = board_witness.measure_tints(located.view)
    if tints.lack_colour:
        return _refuse(board_witness.NO_COLOUR_TEXT, started)
    located = undistort_pose(located, finder)
    cast = measure_colour_cast(located.view)
    if cast is not None:
        located = _correct_colour_cast(located, cast, finder)
    picture, lens = located.picture, None
    if located.lens is not None:
        lens, grow = located.lens.rescale(photo.shape[1], photo.shape[0])
    plane = grow @ located.plane
    places = _token_places(located)
    patches, reader = hex_contents.cut_tokens(picture, located.plane, places), network("reader.onnx")
    on_tokens = hex_contents.read_tokens(reader, patches)
    blurred = _blur_of(located.view)
    if hex_contents.is_mirrored(reader, patches, on_tokens):
        return _refuse(MIRRORED_TEXT, started)
    places, on_tokens = hex_contents.find_displaced_tokens(reader, picture, located.plane, places, on_tokens)
    on_tokens = hex_contents.doubt_bare_hexes(on_tokens, blurred)
    looks = hex_contents.look_at_terrain(finder, picture, located.plane, (located.maps, located.view))
    evidence = board_witness.weigh_board(looks.looks, partial(in_picture, located.plane, picture))
    if manual_plane is None:
        contradiction = (
            board_witness.FACE_DOWN_TEXT if tints.are_tiles_alike else evidence.find_contradiction()
        )
        if contradiction is not None:
            return _refuse(contradiction, started)
    hexes = _read_hexes(looks, evidence.covered_tiles, picture, located, plane, places, on_tokens)
    white = paper_brightness_from_view(located.view, in_picture(located.plane, picture))
    seen = read_sites(network("pieces.onnx"), picture, located.plane, white=white, augment=True)
    seen = board_posterior.suppress_false_coast_roads(seen, picture, located.plane, white)
    is_token = on_tokens[:, : hex_contents.BARE_CLASS].sum(axis=1) > _TOKEN_SEEN_P
    seen = tile_seams.weigh_hidden_seams(seen, picture, located.plane, places[is_token])
    is_vivid = cast is not None and cast.is_oversaturated
    if is_vivid:
        there = 1 - board_posterior.joint_posterior(seen)[:, 0]
        seen, other_colour = colour_correction.separate_red_orange(seen, picture, located.plane, white, there)
    seen = colour_correction.correct_brown_orange(seen)
    if not is_vivid:
        there = 1 - board_posterior.joint_posterior(seen)[:, 0]
        seen, other_colour = colour_correction.compare_bodies(seen, picture, located.plane, white, there)
    seen = refine_buildings(
        network("buildings.onnx"), picture, located.plane, SITES, white, seen, augment=True
    )
    standing = board_posterior.joint_posterior(board_posterior.doubt_blurred_sites(seen, blurred))
    standing = _limit_disputed_pieces(standing, other_colour, picture, located.plane, white)
    sites = tuple(
        SiteReading(site, (float(at[0]), float(at[1])), _shares(STANDINGS, shares))
        for site, at, shares in zip(SITES, project(plane, SITE_PLACES), standing, strict=True)
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
        seconds=time.perf_counter() - started,
        sites=sites,
        robber_shares=_shares(robbed, robber),
        harbors=harbors.likely_harbors(coast, plane),
    )
    return reading if lens is None else _to_photo_pixels(reading, lens)


def _limit_disputed_pieces(
    standing: NDArray[np.float64],
    other_colour: NDArray[np.bool_],
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the pieces' probabilities; answers that another look disputes have `DISPUTED_P` at most."""
    disputes = disputed_pieces(network("pieces_witness.onnx"), picture, plane, white, standing)
    lone = colour_correction.find_lone_extension_pieces(standing)
    readers = network("pieces.onnx"), network("buildings.onnx")
    return replace(
        disputes,
        presence=disputes.presence | colour_correction.find_uncoloured_pieces(standing),
        colour=disputes.colour | other_colour | lone,
        kind=disputed_kinds(readers, picture, plane, white, standing),
    ).limit_certainty(standing)


def measure_blur(picture: NDArray[np.uint8], plane: Homography) -> float:
    """Return how blurred an island is, in [0, 1]; 1: its tokens and pieces are blurred away.

    Args:
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to its pixels.
    """
    return _blur_of(rectify(picture, plane))


def _blur_of(view: NDArray[np.uint8]) -> float:
    """Return the same for an island seen from above, as `vision.locate.rectify` makes it."""
    sharp = edge_sharpness(cv2.cvtColor(view, cv2.COLOR_BGR2GRAY), _LAND)
    return float(np.interp(sharp, _BLURRED_SHARPNESS, (1, 0)))


def _refuse(why: str, started: float) -> BoardReading:
    """Return a reading without an island, and the reason."""
    return BoardReading(False, why, None, 0.0, (), time.perf_counter() - started)


def _explain_failure(picture: NDArray[np.uint8], located: IslandNotFound) -> str:
    """Return why no island was located, as precisely as the picture shows it."""
    if board_witness.measure_tints(picture).lack_colour:
        return board_witness.NO_COLOUR_TEXT
    unclear = located.rejected
    if unclear is not None:
        evidence = board_witness.weigh_board(
            [(unclear.maps, PLANE_TO_VIEW)], partial(in_picture, unclear.plane, unclear.picture)
        )
        if evidence.has_more_land:
            return board_witness.MORE_LAND_TEXT
    return located.why


def _correct_colour_cast(located: BoardPose, cast: ColourCast, finder: Network) -> BoardPose:
    """Return the island's pose with its colours corrected to those of ordinary tables."""
    view = cast.correct(located.view)
    return replace(
        located, picture=cast.correct(located.picture), view=view, maps=detector.detect(finder, view)
    )


def _to_photo_pixels(reading: BoardReading, lens: Lens) -> BoardReading:
    """Convert the places in a reading from the undistorted picture to the photo."""

    def to_photo(at: tuple[float, float]) -> tuple[float, float]:
        ((x, y),) = lens.distort_points(np.array([at]))
        return float(x), float(y)

    return replace(
        reading,
        hexes=tuple(
            replace(seen, at=to_photo(seen.at), token=to_photo(seen.token)) for seen in reading.hexes
        ),
        sites=tuple(replace(seen, at=to_photo(seen.at)) for seen in reading.sites),
        harbors=tuple(replace(seen, at=to_photo(seen.at)) for seen in reading.harbors),
        lens=lens,
    )


def _read_hexes(
    looks: hex_contents.TerrainLooks,
    covered: NDArray[np.bool_],
    picture: NDArray[np.uint8],
    located: BoardPose,
    photo_plane: Homography,
    places: Points,
    on_tokens: NDArray[np.float64],
) -> tuple[LocatedHex, ...]:
    """Return the hexes of a located island.

    Args:
        looks: the terrain as the looks at it show it.
        covered: a mask of the hexes that something hides, 19.
        picture: BGR.
        located: the island's pose in it.
        photo_plane: the island's plane in pixels of the photo's own size.
        places: for each hex the place of its token on the plane, or where it would lie.
        on_tokens: the reading of each, as `vision.hex_contents.read_tokens` gives it.
    """
    terrains, numbers = looks.likelihoods.copy(), _number_likelihoods(on_tokens)
    # An unseen hex has no evidence of its own; the others and the box's contents may decide. The token of a
    # covered one may still show, but a hand without a token is no bare hex.
    outside = ~in_picture(located.plane, picture)
    hidden = outside | (covered & (on_tokens[:, : hex_contents.BARE_CLASS].sum(axis=1) < _TOKEN_SEEN_P))
    terrains[outside | covered], numbers[hidden] = 1 / terrains.shape[1], 1 / numbers.shape[1]
    terrain_shares, number = _apply_component_prior(terrains, numbers)
    terrain_shares = limit_certainty(terrain_shares, looks.disagree)
    kinds: tuple[int | None, ...] = (*NUMBERS, None)
    return tuple(
        LocatedHex(
            hex_id,
            (float(at[0]), float(at[1])),
            (float(token[0]), float(token[1])),
            HexReading(_shares(TERRAINS, terrain_shares[n]), _shares(kinds, number[n])),
            bool(covered[n]),
        )
        for n, (hex_id, at, token) in enumerate(
            zip(HEXES, project(photo_plane, CENTRES), project(photo_plane, places), strict=True)
        )
    )


def _shares(kinds: Sequence[Kind], shares: NDArray[np.float64]) -> dict[Kind, float]:
    return {kind: float(share) for kind, share in zip(kinds, shares, strict=True)}


def _token_places(located: BoardPose) -> NDArray[np.float64]:
    """Return the place of each hex's token on the plane: its best peak near the middle, else the middle."""
    peaks = detector.find_peaks(located.maps.peaks[detector.TOKEN], _MIN_TOKEN_SCORE)
    places = CENTRES.copy()
    if not len(peaks.points):
        return places
    on_plane = project(inverse(PLANE_TO_VIEW), peaks.points)
    for n, centre in enumerate(CENTRES):
        scores = np.where(np.linalg.norm(on_plane - centre, axis=1) < _TOKEN_REACH_SIDES, peaks.scores, 0)
        if scores.max() > 0:
            places[n] = on_plane[scores.argmax()]
    return places


def _number_likelihoods(seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return P(the reader's answer | number or none): 19 x 11. Covered tokens are no evidence."""
    numbers, bare, covered = (
        seen[:, : hex_contents.BARE_CLASS],
        seen[:, hex_contents.BARE_CLASS],
        seen[:, hex_contents.COVERED_CLASS],
    )
    hidden = _COVERED_SHARE * covered
    return np.column_stack([numbers + hidden[:, None], bare]) + _LIKELIHOOD_FLOOR


def _apply_component_prior(
    terrains: NDArray[np.float64], numbers: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the posteriors of terrain and number, by the box's contents; deserts have no token."""
    desert = TERRAINS.index("desert")
    token = numbers[:, :-1].mean(axis=1)
    bare = numbers[:, -1]
    # Before the tokens are laid, a missing token is no evidence of terrain.
    share = max(_BARE_SHARE, float((bare > token).mean()))
    if share > 0.5:
        share = 1.0
    by_token = np.repeat((share * bare + (1 - share) * token)[:, None], len(TERRAINS), axis=1)
    by_token[:, desert] = _BARE_DESERT_P * bare + (1 - _BARE_DESERT_P) * token
    if share == 1.0:
        by_token[:] = 1.0
    terrain_counts = [BOX_TERRAINS[t] for t in TERRAINS]
    terrain = board_posterior.apply_component_prior(terrains * by_token, terrain_counts, BOX_PRIOR_P).shares

    land = np.delete(terrains, desert, axis=1).mean(axis=1)
    by_terrain = np.repeat(land[:, None], numbers.shape[1], axis=1)
    by_terrain[:, -1] = terrains[:, desert]
    if share == 1.0:
        # Where most hexes have no token, an ambiguous one probably has none either.
        # A token is no evidence for itself, and mostly all are laid, or none (Jeffreys' prior).
        others = np.count_nonzero(token > bare) - (token > bare)
        token_p = (0.5 + others) / len(numbers)
        weighed = numbers * np.column_stack([np.tile(token_p[:, None], len(NUMBERS)), 1 - token_p])
        return terrain, weighed / weighed.sum(axis=1, keepdims=True)
    number_counts = [*BOX_NUMBERS.values(), BOX_TERRAINS["desert"]]
    return terrain, board_posterior.apply_component_prior(
        numbers * by_terrain, number_counts, BOX_PRIOR_P
    ).shares
