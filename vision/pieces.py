"""Pieces on the board: what stands on each path and each intersection.

A small network looks at a patch of the photo around each site, as seen from above, turned so that
a path runs along it or a hex's corner points up, and evened out so that the board's paper and sand
are what they are in white light: colours are then the same under every lamp. Beside the patch it is
told how bodies lean there: a settlement that leans and a city that doesn't look alike.
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
    CORNERS,
    ENDS,
    HEXES,
    PATHS,
    SIDES,
    PathId,
    position,
)
from companion.island.pieces import COLOURS, SITES, PieceKind, Site, Standing
from vision import patches, surroundings
from vision.camera import camera_over
from vision.lattice import Homography, Points, hex_corners, project
from vision.locate import FLAT, in_picture, rectify
from vision.look import VIEW
from vision.network import Network, is_there, network, softmax
from vision.patches import CREAM

PATCH_PX: Final = 48
"""Pixels across a patch."""
REACH_SIDES: Final = 0.6
"""Half the extent of a patch in hex sides."""
KINDS: Final[tuple[PieceKind | None, ...]] = (None, "road", "settlement", "city")
COVERED: Final = len(KINDS)
"""Class of a patch that something else covers, after those of `KINDS`."""
CLASSES: Final = COVERED + 1
PLACES: Final[Points] = np.array([position(site) for site in SITES])
"""Plane coordinates of `SITES`."""
STANDINGS: Final[tuple[Standing | None, ...]] = (
    None,
    *(Standing(kind, colour) for kind in KINDS if kind is not None for colour in COLOURS),
)
"""What may stand on a site, in the order in which likelihoods are given."""
ROOM: Final[NDArray[np.bool_]] = np.array(
    [
        [standing is None or (standing.kind == "road") == (n < len(PATHS)) for standing in STANDINGS]
        for n in range(len(SITES))
    ]
)
"""What may stand where: sites x standings."""
COLUMNS: Final[dict[PieceKind, slice]] = {
    kind: slice(1 + n * len(COLOURS), 1 + (n + 1) * len(COLOURS))
    for n, kind in enumerate(kind for kind in KINDS if kind is not None)
}
"""Which of `STANDINGS` are of a kind, in the order of `COLOURS`."""

_TEMPERATURE: Final = 0.85
"""Patches learned from are worse than photos: the network is more modest than it needs to be. Fitted on
rendered boards in art that it did not learn from."""
_SURROUNDED_WEIGHT: Final = 0.5
"""What the network that sees the surroundings counts for, of both."""
_BARE_LOG_ODDS: Final = 1.0
"""By how much it is taken back that a site is bare: what one look leaves open is seldom bare, half of what
networks learned from was. Fitted, as the weight, on pictures of sources that neither saw."""
_DARKEST: Final = 0.03
_CLEAR_P: Final = 0.99
"""A site of which one look is less sure is looked at again."""
_MOST_AGAIN: Final = 32
"""Sites that are looked at again in one picture, at most: each takes as long as eight others."""
_PATH_VIEWS: Final = ((0, False), (0, True), (2, False), (2, True))
_CORNER_VIEWS: Final = ((0, False), (0, True))
"""Ways in which a patch along a path, or at a corner, looks like one."""
_ASIDE: Final = ((0.08, 0.0), (-0.08, 0.0), (0.0, 0.07), (0.0, -0.07))
"""How far pieces are put down beside their places, along a path and across, in hex sides."""
_ASIDE_P: Final = 0.04
"""How often they are, by each of these."""
_CLOSE_SIDES: Final = 0.4
_CLOSE_PX: Final = 40
"""Half the extent of what is seen in close-up, and pixels across it."""
_BODY_SIDES: Final = 0.18
"""Half the extent of a piece's place, in hex sides."""
_BODY_PX: Final = 8
_BURNT: Final = 250
"""Grey level from which on all channels are full, JPEG's noise allowed for."""
_BLIND_SHARE: Final = 0.5
"""Where half of a place is burnt white, a piece is as good as never seen: of 31 on rendered tables in which a
lamp is mirrored one was, of 43 with a fifth to a half of it burnt 31, of those with less nearly all."""
_BARE: Final = KINDS.index(None)
_BUILDINGS: Final = [KINDS.index("settlement"), KINDS.index("city")]
SITE_INDEX: Final = {site: n for n, site in enumerate(SITES)}


def _turn(site: Site) -> float:
    """The angle by which a patch is turned, in radians: along a path, or to one of a corner's two turns."""
    if site in ENDS:
        (x0, y0), (x1, y1) = (position(end) for end in ENDS[PathId(site)])
        return float(np.arctan2(y1 - y0, x1 - x0))
    # Rows of intersections lie at half sides; of every three one is empty, one has paths to the north.
    return 0.0 if round(2 * position(site)[1]) % 3 == 1 else float(np.pi)


TURNS: Final = np.array([_turn(site) for site in SITES])
"""By how much the patch of each of `SITES` is turned, in radians."""

_AROUND: Final = {
    site: [n for n, h in enumerate(HEXES) if site in CORNERS[h] or site in SIDES[h]] for site in SITES
}


def _areas() -> list[NDArray[np.int64]]:
    """For each hex every third of its pixels in a view from above: enough for a percentile."""
    areas = []
    for hex_id in HEXES:
        area = np.zeros((VIEW, VIEW), np.uint8)
        outline = project(FLAT, hex_corners(hex_id))
        cv2.fillConvexPoly(area, np.round(outline).astype(np.int32), (1,))
        areas.append(np.flatnonzero(area)[::3])
    return areas


HEX_AREAS: Final = _areas()
"""Of each hex every third pixel of a view of the island from above (`vision.locate.rectify`)."""


def paper(picture: NDArray[np.uint8], plane: Homography) -> NDArray[np.float64]:
    """How bright the board's light parts (tokens, sand, borders) are around each of `SITES`.

    Returns:
        n x 3, BGR, 0 to 1.
    """
    return paper_of(rectify(picture, plane), in_picture(plane, picture))


def paper_of(view: NDArray[np.uint8], seen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """As `paper`, from the island seen from above.

    Args:
        view: VIEW x VIEW x 3, BGR, as `vision.locate.rectify` makes it.
        seen: which of the 19 hexes are in the picture.
    """
    pixels = view.reshape(-1, 3)
    bright = np.array([np.percentile(pixels[area], 90, axis=0) for area in HEX_AREAS]) / 255
    if not seen.any():
        return np.tile(CREAM.astype(np.float64), (len(SITES), 1))
    bright = np.maximum(bright, _DARKEST)
    bright[~seen] = np.median(bright[seen], axis=0)
    level = np.exp(np.log(bright).mean(axis=1, keepdims=True))
    # The lamp has one hue: what one hex's light parts have otherwise is its terrain's, grey rock or grass.
    bright = level * np.median(bright[seen] / level[seen], axis=0)
    return np.array([bright[_AROUND[site]].mean(axis=0) for site in SITES])


def turned(vectors: Points, angles: NDArray[np.float64]) -> Points:
    """Vectors n x 2, each turned by its angle in radians, clockwise as seen with y to the south."""
    c, s = np.cos(angles), np.sin(angles)
    return np.column_stack([c * vectors[:, 0] - s * vectors[:, 1], s * vectors[:, 0] + c * vectors[:, 1]])


@dataclass(frozen=True)
class SiteNetworks:
    """What looks at sites.

    Attributes:
        alone: is shown a site by itself.
        surrounded: is shown it with its surroundings; None: nothing is.
    """

    alone: Network
    surrounded: Network | None = None


def site_networks() -> SiteNetworks:
    """Those that ship. The second doesn't yet (docs/decisions/0062): it is taken where a folder holds it."""
    around = "surroundings.onnx"
    return SiteNetworks(network("pieces.onnx"), network(around) if is_there(around) else None)


def read_sites(
    readers: SiteNetworks,
    picture: NDArray[np.uint8],
    plane: Homography,
    sites: Sequence[Site] = SITES,
    white: NDArray[np.float64] | None = None,
    *,
    closely: bool = False,
) -> NDArray[np.float64]:
    """How well each thing that may stand on a site explains what is seen there.

    Args:
        readers: what looks at it.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        sites: which to read.
        white: as `paper` gives it for all of `SITES`; None: measured here.
        closely: whether sites that one look leaves open are looked at again, in other ways and beside.

    Returns:
        n x len(STANDINGS); each row adds up to one. A covered or unseen site says nothing: its row is even
        over what may stand there. Zero stands only where a kind can't be.
    """
    chosen = np.array([SITE_INDEX[site] for site in sites], int)
    if not len(chosen):
        return np.zeros((0, len(STANDINGS)))
    light = paper(picture, plane) if white is None else white
    logits = _alone(readers, picture, plane, chosen, light)
    told = likelihoods(logits, chosen < len(PATHS), *_sight(picture, plane, chosen))
    clear = told.max(axis=1)
    unclear = np.argsort(clear)[:_MOST_AGAIN]
    unclear = unclear[clear[unclear] < _CLEAR_P]
    if not len(unclear) or not (closely or readers.surrounded):
        return told
    look = _look_again if closely else _look_around
    told[unclear] = look(readers, picture, plane, chosen[unclear], light, logits[unclear])
    return told


def read_mirrored(
    readers: SiteNetworks,
    picture: NDArray[np.uint8],
    plane: Homography,
    sites: Sequence[Site],
    white: NDArray[np.float64],
) -> NDArray[np.float64]:
    """As `read_sites`, each site looked at in all the ways in which it looks the same: mirrored, turned."""
    chosen = np.array([SITE_INDEX[site] for site in sites], int)
    alone = _alone_in_all_ways(readers, picture, plane, chosen, white)
    logits = _weighed(alone, _surrounded(readers, picture, plane, chosen, white, _CORNER_VIEWS))
    return likelihoods(logits, chosen < len(PATHS), *_sight(picture, plane, chosen))


def _alone(
    readers: SiteNetworks,
    picture: NDArray[np.uint8],
    plane: Homography,
    which: NDArray[np.int64],
    white: NDArray[np.float64],
    views: Sequence[patches.View] = patches.VIEWS[:1],
    aside: tuple[float, float] = (0.0, 0.0),
) -> NDArray[np.float32]:
    """Logits of n sites, each seen by itself, as `shown` gives them."""
    look = partial(shown, reach=REACH_SIDES, size=PATCH_PX, views=views, aside=aside)
    return look(readers.alone, picture, plane, which, white)


def _alone_in_all_ways(
    readers: SiteNetworks,
    picture: NDArray[np.uint8],
    plane: Homography,
    which: NDArray[np.int64],
    white: NDArray[np.float64],
    first: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]:
    """Logits of n sites, means over their views; `first`: those of the first, where it was shown before."""
    on_path = which < len(PATHS)
    logits = np.zeros((len(which), CLASSES + len(COLOURS)), np.float32)
    for some, views in ((on_path, _PATH_VIEWS), (~on_path, _CORNER_VIEWS)):
        if not some.any():
            continue
        if first is None:
            logits[some] = _alone(readers, picture, plane, which[some], white, views)
        else:
            rest = _alone(readers, picture, plane, which[some], white, views[1:])
            logits[some] = (first[some] + (len(views) - 1) * rest) / len(views)
    return logits


def _surrounded(
    readers: SiteNetworks,
    picture: NDArray[np.uint8],
    plane: Homography,
    which: NDArray[np.int64],
    white: NDArray[np.float64],
    views: Sequence[patches.View],
) -> NDArray[np.float32] | None:
    """Logits of n sites, each seen with its surroundings, means over views; None where nothing sees so."""
    if readers.surrounded is None:
        return None
    seen = surroundings.both_scales(picture, plane, PLACES[which], white[which], TURNS[which])
    return patches.answers(readers.surrounded, seen, _lean(picture, plane, which, TURNS[which]), views)


def _weighed(alone: NDArray[np.float32], surrounded: NDArray[np.float32] | None) -> NDArray[np.float32]:
    """Logits by both looks together.

    What is a settlement and what a city, a site seen from nearest tells best: that stays as it was.
    """
    if surrounded is None:
        return alone
    both = (1 - _SURROUNDED_WEIGHT) * alone + _SURROUNDED_WEIGHT * surrounded
    both[:, _BARE] -= _BARE_LOG_ODDS
    building = np.logaddexp.reduce(both[:, _BUILDINGS], axis=1, keepdims=True)
    apart = alone[:, _BUILDINGS] - np.logaddexp.reduce(alone[:, _BUILDINGS], axis=1, keepdims=True)
    both[:, _BUILDINGS] = building + apart
    return both


def _look_around(
    readers: SiteNetworks,
    picture: NDArray[np.uint8],
    plane: Homography,
    which: NDArray[np.int64],
    white: NDArray[np.float64],
    first: NDArray[np.float32],
) -> NDArray[np.float64]:
    """As `read_sites`, of n sites of which the first look gave logits: seen with their surroundings, too."""
    around = _surrounded(readers, picture, plane, which, white, _CORNER_VIEWS[:1])
    return likelihoods(_weighed(first, around), which < len(PATHS), *_sight(picture, plane, which))


def _look_again(
    readers: SiteNetworks,
    picture: NDArray[np.uint8],
    plane: Homography,
    which: NDArray[np.int64],
    white: NDArray[np.float64],
    first: NDArray[np.float32],
) -> NDArray[np.float64]:
    """As `_look_around`, and mirrored, turned, and as if pieces stood beside their places.

    What they looked like at first, n logits, isn't shown again; who sees around sees beside as well.
    """
    on_path, sight = which < len(PATHS), _sight(picture, plane, which)
    around = _surrounded(readers, picture, plane, which, white, _CORNER_VIEWS)
    alone = [_alone_in_all_ways(readers, picture, plane, which, white, first)]
    alone += [_alone(readers, picture, plane, which, white, aside=aside) for aside in _ASIDE]
    told = [likelihoods(_weighed(logits, around), on_path, *sight) for logits in alone]
    shares = [1 - _ASIDE_P * len(_ASIDE)] + [_ASIDE_P] * len(_ASIDE)
    # An empty site is as empty a little beside it: a piece explains more, or less, than nothing does.
    bare = [one[:, :1].clip(1e-9) for one in told]
    odds = np.sum([share * (1 - none) / none for share, none in zip(shares, bare, strict=True)], axis=0)
    # Which piece it is, is seen best where all of it is seen.
    which_piece = told[0][:, 1:] / told[0][:, 1:].sum(axis=1, keepdims=True).clip(1e-12)
    return np.column_stack([1 / (1 + odds), odds / (1 + odds) * which_piece])


def _lean(
    picture: NDArray[np.uint8], plane: Homography, which: NDArray[np.int64], turns: NDArray[np.float64]
) -> Points:
    """How bodies lean at n sites, n x 2 along axes turned by so much."""
    camera = camera_over(plane, picture.shape[1], picture.shape[0])
    return turned(camera.lean(PLACES[which]), -turns)


def shown(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    which: NDArray[np.int64],
    white: NDArray[np.float64],
    *,
    reach: float,
    size: int,
    views: Sequence[patches.View] = patches.VIEWS[:1],
    aside: tuple[float, float] = (0.0, 0.0),
) -> NDArray[np.float32]:
    """What a network says of sites when it is shown a patch around each, and told how bodies lean there.

    Args:
        reader: takes patches as `vision.patches.as_inputs` makes them.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        which: n indices into `SITES`.
        white: as `paper` gives it for all of `SITES`.
        reach: half the extent of a patch in hex sides.
        size: pixels across a patch.
        views: by how many quarters patches are turned, and whether they are mirrored: each is shown in all.
        aside: how far beside the sites patches are cut, along their axes, in hex sides.

    Returns:
        Logits, n rows: means over the views.
    """
    at = PLACES[which] + turned(np.tile(aside, (len(which), 1)), TURNS[which])
    seen = patches.evened(picture, plane, at, white[which], reach=reach, size=size, turns=TURNS[which])
    return patches.answers(reader, seen, _lean(picture, plane, which, TURNS[which]), views)


def close_up(
    picture: NDArray[np.uint8],
    plane: Homography,
    which: NDArray[np.int64],
    white: NDArray[np.float64],
    turns: NDArray[np.float64] | None = None,
) -> tuple[NDArray[np.float32], Points, NDArray[np.float64]]:
    """Sites from near, for what is measured on bodies pixel by pixel.

    Args:
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        which: n indices into `SITES`.
        white: as `paper` gives it for all of `SITES`.
        turns: by how much each patch is turned, in radians; None: along its path.

    Returns:
        Patches n x size x size x 3 as `patches.evened` gives them; how bodies lean along each one's axes,
        n x 2; and where pixels lie across a patch, as down, in hex sides from its middle.
    """
    turns = TURNS[which] if turns is None else turns
    seen = patches.evened(
        picture, plane, PLACES[which], white[which], reach=_CLOSE_SIDES, size=_CLOSE_PX, turns=turns
    )
    across = (np.arange(_CLOSE_PX) + 0.5) / _CLOSE_PX * 2 * _CLOSE_SIDES - _CLOSE_SIDES
    return seen, _lean(picture, plane, which, turns), across


def _sight(
    picture: NDArray[np.uint8], plane: Homography, which: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Whether sites are in the picture, and how blind it is there: 1 where half of a place is burnt white."""
    places = patches.cut(picture, plane, PLACES[which], reach=_BODY_SIDES, size=_BODY_PX)
    burnt = (places >= _BURNT).all(axis=3).mean(axis=(1, 2))
    return in_picture(plane, picture, PLACES[which]), np.asarray((burnt / _BLIND_SHARE).clip(0, 1))


def likelihoods(
    logits: NDArray[np.float32],
    on_path: NDArray[np.bool_],
    visible: NDArray[np.bool_],
    blind: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """From the network's answers to likelihoods of `STANDINGS`.

    Args:
        logits: n x (CLASSES + colours).
        on_path: whether a site is a path: no building stands there, and no road on an intersection.
        visible: whether a site is in the picture.
        blind: how little a site's looking bare says, 0 to 1: what stands there may be burnt white. None: all
            are seen.
    """
    kinds = softmax(logits[:, :CLASSES] / _TEMPERATURE)
    colours = softmax(logits[:, CLASSES:] / _TEMPERATURE)
    clear = np.where(visible, 1 - kinds[:, COVERED], 0.0)
    able = np.ones((len(logits), len(KINDS)))
    able[:, KINDS.index("road")] = on_path
    able[:, KINDS.index("settlement")] = able[:, KINDS.index("city")] = ~on_path
    kinds = kinds[:, : len(KINDS)] * able + 1e-9 * able
    kinds /= kinds.sum(axis=1, keepdims=True)
    pieces = (kinds[:, 1:, None] * colours[:, None, :]).reshape(len(logits), -1)
    told = np.column_stack([kinds[:, :1], pieces])
    room = np.column_stack([np.ones(len(logits)), np.repeat(able[:, 1:], len(COLOURS), axis=1)])
    nothing = room / room.sum(axis=1, keepdims=True)
    unsaid = 1 - clear
    if blind is not None:
        unseen = clear * blind * told[:, 0]
        told[:, 0] *= 1 - blind
        unsaid = unsaid + unseen
    return np.asarray(clear[:, None] * told + unsaid[:, None] * nothing)


def clear(likelihoods: NDArray[np.float64], which: NDArray[np.int64]) -> NDArray[np.float64]:
    """How much of each reading tells anything: a reader spreads evenly what it says of a covered site.

    Args:
        likelihoods: n x standings, each row adding up to one.
        which: indices of the sites.
    """
    least = np.where(ROOM[which], likelihoods, 1.0).min(axis=1)
    return np.asarray(1 - least * ROOM[which].sum(axis=1))
