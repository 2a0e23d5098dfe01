"""Pieces on the board: classify every path and every intersection.

A small network reads a patch of the photo around each site: seen from above, rotated so that a path runs
along it or a hex's corner points up, and white-balanced with the board's paper, so that colours are the same
under every lamp. With the patch it is given the lean of bodies there: a leaning settlement and an upright
city look alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import (
    COLOURS,
    CORNERS,
    ENDS,
    HEXES,
    PATHS,
    SIDES,
    SITES,
    PathId,
    PieceKind,
    Site,
    Standing,
    position,
)
from vision import patches
from vision.camera import estimate_camera
from vision.detector import VIEW_PX
from vision.lattice import Homography, Points, hex_corners, project
from vision.locate import PLANE_TO_VIEW, in_picture, rectify
from vision.network import Network, limit_certainty, softmax
from vision.patches import PAPER_COLOUR

REACH_SIDES: Final = 0.6
"""Half the extent of a patch in hex sides."""
KINDS: Final[tuple[PieceKind | None, ...]] = (None, "road", "settlement", "city")
COVERED_CLASS: Final = len(KINDS)
"""Class of a patch that something else covers, after those of `KINDS`."""
CLASSES: Final = COVERED_CLASS + 1
SITE_PLACES: Final[Points] = np.array([position(site) for site in SITES])
"""Plane coordinates of `SITES`."""
STANDINGS: Final[tuple[Standing | None, ...]] = (
    None,
    *(Standing(kind, colour) for kind in KINDS if kind is not None for colour in COLOURS),
)
"""All possible contents of a site, in the order of likelihoods."""
ALLOWED_STANDINGS: Final[NDArray[np.bool_]] = np.array(
    [
        [standing is None or (standing.kind == "road") == (n < len(PATHS)) for standing in STANDINGS]
        for n in range(len(SITES))
    ]
)
"""Mask of the contents possible on each site: sites x standings."""
KIND_COLUMNS: Final[dict[PieceKind, slice]] = {
    kind: slice(1 + n * len(COLOURS), 1 + (n + 1) * len(COLOURS))
    for n, kind in enumerate(kind for kind in KINDS if kind is not None)
}
"""Columns of `STANDINGS` of each kind, in the order of `COLOURS`."""

_TEMPERATURE: Final = 0.85
"""Training patches are worse than photos, so the network is less certain than it could be. Fitted on rendered
boards in art that it was not trained on."""
_MIN_BRIGHTNESS: Final = 0.03
_CLEAR_P: Final = 0.99
"""A site whose first reading is less certain is read again."""
_MAX_REREAD_SITES: Final = 32
"""Sites that are read again in one picture, at most: each takes as long as eight others."""
_PATH_VIEWS: Final = ((0, False), (0, True), (2, False), (2, True))
_CORNER_VIEWS: Final = ((0, False), (0, True))
"""Views that leave a patch along a path, or at a corner, of the same form."""
_OFFSETS_SIDES: Final = ((0.08, 0.0), (-0.08, 0.0), (0.0, 0.07), (0.0, -0.07))
"""Usual offsets of pieces from their places, along a path and across, in hex sides."""
_OFFSET_P: Final = 0.04
"""Probability of each of these."""
_CLOSE_SIDES: Final = 0.4
_CLOSE_PX: Final = 40
"""Half the extent of a close-up in hex sides, and its pixels."""
_BODY_SIDES: Final = 0.18
"""Half the extent of a piece's place, in hex sides."""
_BODY_PX: Final = 8
_BURNT_LEVEL: Final = 250
"""Grey level from which on all channels are saturated, allowing for JPEG noise."""
_BLIND_SHARE: Final = 0.5
"""Share of a place's burnt area from which on a piece is invisible. On rendered tables with a reflected lamp
one of 31 such pieces was seen, 31 of 43 with a fifth to a half burnt, and nearly all of those with less."""
SITE_INDEX: Final = {site: n for n, site in enumerate(SITES)}


def _turn(site: Site) -> float:
    """Return the rotation of a patch, in radians: along a path, or to one of a corner's two orientations."""
    if site in ENDS:
        (x0, y0), (x1, y1) = (position(end) for end in ENDS[PathId(site)])
        return float(np.arctan2(y1 - y0, x1 - x0))
    # Rows of intersections are at half sides; of every three one is empty, one has paths to the north.
    return 0.0 if round(2 * position(site)[1]) % 3 == 1 else float(np.pi)


TURNS: Final = np.array([_turn(site) for site in SITES])
"""Rotation of the patch of each of `SITES`, in radians."""

_ADJACENT_HEXES: Final = {
    site: [n for n, h in enumerate(HEXES) if site in CORNERS[h] or site in SIDES[h]] for site in SITES
}


def _hex_areas() -> list[NDArray[np.int64]]:
    """Return for each hex every third of its pixels in a view from above: enough for a percentile."""
    areas = []
    for hex_id in HEXES:
        area = np.zeros((VIEW_PX, VIEW_PX), np.uint8)
        outline = project(PLANE_TO_VIEW, hex_corners(hex_id))
        cv2.fillConvexPoly(area, np.round(outline).astype(np.int32), (1,))
        areas.append(np.flatnonzero(area)[::3])
    return areas


HEX_AREAS: Final = _hex_areas()
"""Every third pixel of each hex, in a view of the island from above (`vision.locate.rectify`)."""


def paper_brightness(picture: NDArray[np.uint8], plane: Homography) -> NDArray[np.float64]:
    """Return the brightness of the board's light parts (tokens, sand, borders) around each of `SITES`.

    Returns:
        n x 3, BGR, 0 to 1.
    """
    return paper_brightness_from_view(rectify(picture, plane), in_picture(plane, picture))


def paper_brightness_from_view(view: NDArray[np.uint8], seen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the same as `paper_brightness`, from the island seen from above.

    Args:
        view: VIEW_PX x VIEW_PX x 3, BGR, as `vision.locate.rectify` makes it.
        seen: a mask of the 19 hexes in the picture.
    """
    pixels = view.reshape(-1, 3)
    bright = np.array([np.percentile(pixels[area], 90, axis=0) for area in HEX_AREAS]) / 255
    if not seen.any():
        return np.tile(PAPER_COLOUR.astype(np.float64), (len(SITES), 1))
    bright = np.maximum(bright, _MIN_BRIGHTNESS)
    bright[~seen] = np.median(bright[seen], axis=0)
    level = np.exp(np.log(bright).mean(axis=1, keepdims=True))
    # The lamp has one hue; deviations of a hex's light parts are its terrain's, grey rock or grass.
    bright = level * np.median(bright[seen] / level[seen], axis=0)
    return np.array([bright[_ADJACENT_HEXES[site]].mean(axis=0) for site in SITES])


def rotate_vectors(vectors: Points, angles: NDArray[np.float64]) -> Points:
    """Rotate vectors n x 2, each by its angle in radians, clockwise with y to the south."""
    c, s = np.cos(angles), np.sin(angles)
    return np.column_stack([c * vectors[:, 0] - s * vectors[:, 1], s * vectors[:, 0] + c * vectors[:, 1]])


def read_sites(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    sites: Sequence[Site] = SITES,
    white: NDArray[np.float64] | None = None,
    *,
    augment: bool = False,
) -> NDArray[np.float64]:
    """Return the likelihood of each possible content of sites.

    Args:
        reader: the network `pieces.onnx`.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        sites: the sites to read.
        white: as `paper_brightness` gives it for all of `SITES`; None: measured here.
        augment: whether sites that the first reading leaves open are read again in augmented views.

    Returns:
        n x len(STANDINGS); each row adds up to one. The row of a covered or unseen site is uniform over its
            possible contents. Only impossible kinds have zero.
    """
    chosen = np.array([SITE_INDEX[site] for site in sites], int)
    if not len(chosen):
        return np.zeros((0, len(STANDINGS)))
    light = paper_brightness(picture, plane) if white is None else white
    logits = _classify_patch(reader, picture, plane, chosen, light)
    likelihoods = likelihoods_from_logits(logits, chosen < len(PATHS), *_visibility(picture, plane, chosen))
    if not augment:
        return likelihoods
    clear = likelihoods.max(axis=1)
    unclear = np.argsort(clear)[:_MAX_REREAD_SITES]
    unclear = unclear[clear[unclear] < _CLEAR_P]
    if len(unclear):
        likelihoods[unclear] = _reread_augmented(
            reader, picture, plane, chosen[unclear], light, logits[unclear]
        )
    return likelihoods


def read_sites_augmented(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    sites: Sequence[Site],
    white: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the same as `read_sites`, averaged over all views of the same form: mirrored, rotated."""
    chosen = np.array([SITE_INDEX[site] for site in sites], int)
    logits = _classify_patch_views(reader, picture, plane, chosen, white)
    return likelihoods_from_logits(logits, chosen < len(PATHS), *_visibility(picture, plane, chosen))


@dataclass(frozen=True)
class SiteDisputes:
    """Sites whose answers another look contradicts: masks of 126.

    Attributes:
        presence: whether a piece stands there at all.
        colour: whose piece it is.
        kind: whether a building is a settlement or a city.
    """

    presence: NDArray[np.bool_]
    colour: NDArray[np.bool_]
    kind: NDArray[np.bool_]

    def limit_certainty(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the probabilities of each site's contents, with no disputed answer above `DISPUTED_P`.

        Args:
            shares: 126 x len(STANDINGS); each row adds up to one.
        """
        # The rest of a disputed road belongs to no road, not to roads of other colours.
        piece = shares[:, 1:].sum(axis=1)
        present = limit_certainty(np.column_stack([shares[:, 0], piece]), self.presence)
        pieces = shares[:, 1:].reshape(len(shares), -1, len(COLOURS)) / piece.clip(1e-300)[:, None, None]
        for axis, disputed in ((1, self.colour), (2, self.kind)):
            answers = pieces.sum(axis=axis)
            limited = limit_certainty(answers, disputed) / answers.clip(1e-300)
            pieces = pieces * np.expand_dims(limited, axis)
        return np.column_stack([present[:, :1], present[:, 1:] * pieces.reshape(len(shares), -1)])


def disputed_pieces(
    witness: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64],
    shares: NDArray[np.float64],
) -> SiteDisputes:
    """Return where a second network sees another thing than the first: a piece or none, or another colour.

    The witness learned from other scenes, with pieces up to 0.35 sides off their sites, in every turn and in
    more tones. It is less often right, so it changes no answer; but two networks that disagree aren't sure.

    Args:
        witness: the network `pieces_witness.onnx`.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `paper_brightness` gives it.
        shares: 126 x len(STANDINGS), the answers.
    """
    sites = np.arange(len(SITES))
    logits = _classify_patch(witness, picture, plane, sites, white)
    second = likelihoods_from_logits(logits, sites < len(PATHS), *_visibility(picture, plane, sites))
    pieces, others = (
        one[:, 1:].reshape(len(SITES), -1, len(COLOURS)).sum(axis=1) for one in (shares, second)
    )
    stands, seen = pieces.sum(axis=1) > 0.5, others.sum(axis=1) > 0.5
    another = pieces.argmax(axis=1) != others.argmax(axis=1)
    # A site that the witness finds covered or unseen is no contradiction.
    informed = informative_share(second, sites) > 0.5
    return SiteDisputes(
        informed & (stands != seen), informed & stands & seen & another, np.zeros(len(SITES), np.bool_)
    )


def _classify_patch(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    which: NDArray[np.int64],
    white: NDArray[np.float64],
    views: Sequence[patches.PatchView] = patches.VIEWS[:1],
    offset: tuple[float, float] = (0.0, 0.0),
) -> NDArray[np.float32]:
    """Return the logits of n sites by their own patches, as `site_logits` does."""
    look = partial(site_logits, reach=REACH_SIDES, views=views, offset=offset)
    return look(reader, picture, plane, which, white)


def _classify_patch_views(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    which: NDArray[np.int64],
    white: NDArray[np.float64],
    first: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]:
    """Return the logits of n sites, means over their views; `first`: those of the first view, if known."""
    on_path = which < len(PATHS)
    logits = np.zeros((len(which), CLASSES + len(COLOURS)), np.float32)
    for some, views in ((on_path, _PATH_VIEWS), (~on_path, _CORNER_VIEWS)):
        if not some.any():
            continue
        if first is None:
            logits[some] = _classify_patch(reader, picture, plane, which[some], white, views)
        else:
            rest = _classify_patch(reader, picture, plane, which[some], white, views[1:])
            logits[some] = (first[some] + (len(views) - 1) * rest) / len(views)
    return logits


def _reread_augmented(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    which: NDArray[np.int64],
    white: NDArray[np.float64],
    first: NDArray[np.float32],
) -> NDArray[np.float64]:
    """Return the same as `read_sites` for n sites with given first logits, in augmented views.

    They are mirrored, rotated, and with offsets.
    """
    on_path, sight = which < len(PATHS), _visibility(picture, plane, which)
    looks = [_classify_patch_views(reader, picture, plane, which, white, first)]
    looks += [_classify_patch(reader, picture, plane, which, white, offset=aside) for aside in _OFFSETS_SIDES]
    readings = [likelihoods_from_logits(logits, on_path, *sight) for logits in looks]
    shares = [1 - _OFFSET_P * len(_OFFSETS_SIDES)] + [_OFFSET_P] * len(_OFFSETS_SIDES)
    # An empty site is as empty at a small offset; the ratio to its likelihood is the evidence for a piece.
    bare = [one[:, :1].clip(1e-9) for one in readings]
    odds = np.sum([share * (1 - none) / none for share, none in zip(shares, bare, strict=True)], axis=0)
    # The kind of piece is read best where all of it is visible.
    which_piece = readings[0][:, 1:] / readings[0][:, 1:].sum(axis=1, keepdims=True).clip(1e-12)
    return np.column_stack([1 / (1 + odds), odds / (1 + odds) * which_piece])


def _lean(
    picture: NDArray[np.uint8], plane: Homography, which: NDArray[np.int64], turns: NDArray[np.float64]
) -> Points:
    """Return the lean of bodies at n sites, n x 2 along axes rotated by `turns`."""
    camera = estimate_camera(plane, picture.shape[1], picture.shape[0])
    return rotate_vectors(camera.lean(SITE_PLACES[which]), -turns)


def site_logits(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    which: NDArray[np.int64],
    white: NDArray[np.float64],
    *,
    reach: float,
    views: Sequence[patches.PatchView] = patches.VIEWS[:1],
    offset: tuple[float, float] = (0.0, 0.0),
    turn: float = 0.0,
) -> NDArray[np.float32]:
    """Return a network's logits for sites, from a patch around each and the lean of bodies there.

    Args:
        reader: takes patches in the form of `vision.patches.to_network_inputs`.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        which: n indices into `SITES`.
        white: as `paper_brightness` gives it for all of `SITES`.
        reach: half the extent of a patch in hex sides.
        views: the augmented views, averaged.
        offset: offset of the patches from the sites, along their axes, in hex sides.
        turn: further rotation of the patches, in radians.

    Returns:
        Logits, n rows: means over the views.
    """
    turns = TURNS[which] + turn
    at = SITE_PLACES[which] + rotate_vectors(np.tile(offset, (len(which), 1)), turns)
    seen = patches.cut_white_balanced(
        picture, plane, at, white[which], reach=reach, size=reader.patch_px, turns=turns
    )
    return patches.mean_logits(reader, seen, _lean(picture, plane, which, turns), views)


def cut_close_ups(
    picture: NDArray[np.uint8],
    plane: Homography,
    which: NDArray[np.int64],
    white: NDArray[np.float64],
    turns: NDArray[np.float64] | None = None,
) -> tuple[NDArray[np.float32], Points, NDArray[np.float64]]:
    """Cut close-ups of sites, for measurements on bodies pixel by pixel.

    Args:
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        which: n indices into `SITES`.
        white: as `paper_brightness` gives it for all of `SITES`.
        turns: rotation of each patch, in radians; None: along its path.

    Returns:
        Patches n x size x size x 3 as `patches.cut_white_balanced` gives them; the lean of bodies along each
            one's axes, n x 2; and the pixels' coordinates across a patch, the same as down, in hex sides from
            its middle.
    """
    turns = TURNS[which] if turns is None else turns
    seen = patches.cut_white_balanced(
        picture, plane, SITE_PLACES[which], white[which], reach=_CLOSE_SIDES, size=_CLOSE_PX, turns=turns
    )
    across = (np.arange(_CLOSE_PX) + 0.5) / _CLOSE_PX * 2 * _CLOSE_SIDES - _CLOSE_SIDES
    return seen, _lean(picture, plane, which, turns), across


def _visibility(
    picture: NDArray[np.uint8], plane: Homography, which: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return a mask of the sites in the picture, and the blindness of each: 1 if half of it is burnt."""
    places = patches.cut_patches(picture, plane, SITE_PLACES[which], reach=_BODY_SIDES, size=_BODY_PX)
    burnt = (places >= _BURNT_LEVEL).all(axis=3).mean(axis=(1, 2))
    return in_picture(plane, picture, SITE_PLACES[which]), np.asarray((burnt / _BLIND_SHARE).clip(0, 1))


def likelihoods_from_logits(
    logits: NDArray[np.float32],
    on_path: NDArray[np.bool_],
    visible: NDArray[np.bool_],
    burnt: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Convert the network's answers to likelihoods of `STANDINGS`.

    Args:
        logits: n x (CLASSES + colours).
        on_path: whether a site is a path: no building stands there, and no road on an intersection.
        visible: whether a site is in the picture.
        burnt: 0 to 1, how far a bare look is no evidence, because a piece may be burnt white. None: all are
            seen.
    """
    kinds = softmax(logits[:, :CLASSES] / _TEMPERATURE)
    colours = softmax(logits[:, CLASSES:] / _TEMPERATURE)
    clear = np.where(visible, 1 - kinds[:, COVERED_CLASS], 0.0)
    able = np.ones((len(logits), len(KINDS)))
    able[:, KINDS.index("road")] = on_path
    able[:, KINDS.index("settlement")] = able[:, KINDS.index("city")] = ~on_path
    kinds = kinds[:, : len(KINDS)] * able + 1e-9 * able
    kinds /= kinds.sum(axis=1, keepdims=True)
    pieces = (kinds[:, 1:, None] * colours[:, None, :]).reshape(len(logits), -1)
    likelihoods = np.column_stack([kinds[:, :1], pieces])
    room = np.column_stack([np.ones(len(logits)), np.repeat(able[:, 1:], len(COLOURS), axis=1)])
    nothing = room / room.sum(axis=1, keepdims=True)
    uninformative = 1 - clear
    if burnt is not None:
        unseen = clear * burnt * likelihoods[:, 0]
        likelihoods[:, 0] *= 1 - burnt
        uninformative = uninformative + unseen
    return np.asarray(clear[:, None] * likelihoods + uninformative[:, None] * nothing)


def informative_share(likelihoods: NDArray[np.float64], which: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the share of each reading that is evidence: readers answer uniformly for a covered site.

    Args:
        likelihoods: n x standings, each row adding up to one.
        which: indices of the sites.
    """
    least = np.where(ALLOWED_STANDINGS[which], likelihoods, 1.0).min(axis=1)
    return np.asarray(1 - least * ALLOWED_STANDINGS[which].sum(axis=1))
