"""The contents of each hex: its terrain, by the detector's output, and its number token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.layout import NUMBERS
from vision import detector, patches
from vision.detector import FeatureMaps
from vision.lattice import CENTRES, Homography, Points, inverse, project, rotate_plane
from vision.locate import PLANE_TO_VIEW, rectify_rotated
from vision.network import Network, softmax
from vision.pictures import edge_sharpness

_OTHER_SIXTHS: Final = range(1, 6)
_WITHIN_SIDES: Final = 0.7
"""Cells this near to a hex's middle, in hex sides, are evidence for it."""
_TEMPERATURE: Final = 0.7
"""A mean over many cells is more certain than one cell, though far less than if they were independent."""
_BURNT_LEVEL: Final = 245
_CLIPPED_LEVEL: Final = 250
_TOKEN_RADIUS_SIDES: Final = 0.38
"""A token may lie nearer than this to the middle, in hex sides, and is bright anyway."""
_CLIPPING_DOUBT: Final = 2.0
"""Factor by which all evidence is reduced where some colour is saturated everywhere."""
_LIKELIHOOD_FLOOR: Final = 3e-4
"""Least share of every terrain, even in the clearest picture: its art may be new to the detector."""


@dataclass(frozen=True)
class TerrainLooks:
    """Terrain as several looks at the island show it.

    Attributes:
        likelihoods: their means, 19 x 6 as `terrain_likelihoods` gives them.
        disagree: whether looks give a hex different terrains, 19.
        looks: the detector's output for each view, and the homography from the plane to that view.
    """

    likelihoods: NDArray[np.float64]
    disagree: NDArray[np.bool_]
    looks: tuple[tuple[FeatureMaps, Homography], ...]


def look_at_terrain(
    finder: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    first: tuple[FeatureMaps, NDArray[np.uint8]],
) -> TerrainLooks:
    """Look at the island from each of its lattice's six directions.

    Args:
        finder: the network `finder.onnx`.
        picture: BGR.
        plane: homography from the plane to its pixels.
        first: the detector's output for the view from above by that plane, and this view.
    """
    evidence = [_terrain_evidence(*first, PLANE_TO_VIEW)]
    looks = [(first[0], PLANE_TO_VIEW)]
    for sixths, view in zip(_OTHER_SIXTHS, rectify_rotated(picture, plane, _OTHER_SIXTHS), strict=True):
        # The rotated view shows each hex where the plane rotated back has it.
        to_view = PLANE_TO_VIEW @ inverse(rotate_plane(np.eye(3), sixths))
        looks.append((detector.detect(finder, view), to_view))
        evidence.append(_terrain_evidence(looks[-1][0], view, to_view))
    answers = np.argmax(evidence, axis=2)
    return TerrainLooks(
        _to_likelihoods(np.mean(evidence, axis=0)), (answers != answers[0]).any(axis=0), tuple(looks)
    )


def terrain_likelihoods(
    maps: FeatureMaps, view: NDArray[np.uint8], plane_to_view: Homography
) -> NDArray[np.float64]:
    """Return the likelihood of each terrain on each hex.

    Args:
        maps: the detector's output for the view from above.
        view: that view, BGR, VIEW_PX x VIEW_PX x 3.
        plane_to_view: homography from the plane to its pixels.

    Returns:
        19 x 6, rows in the order of `HEXES`, columns of `TERRAINS`; each row adds up to one.
    """
    return _to_likelihoods(_terrain_evidence(maps, view, plane_to_view))


def _terrain_evidence(
    maps: FeatureMaps, view: NDArray[np.uint8], plane_to_view: Homography
) -> NDArray[np.float64]:
    """Return the mean log probability of each terrain over each hex, 19 x 6."""
    rows, columns = np.divmod(np.arange(detector.CELLS**2, dtype=np.float64), detector.CELLS)
    pixels: Points = np.stack([columns, rows], axis=1) * detector.STRIDE_PX + (detector.STRIDE_PX - 1) / 2
    on_plane = project(inverse(plane_to_view), pixels)
    logs = np.log(softmax(maps.surfaces[: detector.SEA], axis=0)).reshape(detector.SEA, -1)
    coarse = cv2.resize(view, (detector.CELLS, detector.CELLS), interpolation=cv2.INTER_AREA)
    burnt = coarse.min(axis=2).ravel() > _BURNT_LEVEL
    clipped = cv2.resize((view.max(axis=2) >= _CLIPPED_LEVEL).astype(np.float32), coarse.shape[:2],
                         interpolation=cv2.INTER_AREA).ravel()  # fmt: skip
    found = []
    for centre in CENTRES:
        away = np.linalg.norm(on_plane - centre, axis=1)
        near = away < _WITHIN_SIDES
        # Burnt-out pixels are white in every terrain and are no evidence.
        evidence = (logs[:, near] * ~burnt[near]).sum(axis=1) / max(1, int(near.sum()))
        # Saturation shifts the hue: the detector is as certain there, and less often right.
        found.append(
            evidence / (1 + _CLIPPING_DOUBT * float(clipped[near & (away > _TOKEN_RADIUS_SIDES)].mean()))
        )
    return np.array(found)


def _to_likelihoods(evidence: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = softmax(evidence / _TEMPERATURE, axis=1)
    return np.asarray((shares + _LIKELIHOOD_FLOOR) / (1 + detector.SEA * _LIKELIHOOD_FLOOR))


# Number tokens: the place of each on its hex, and its number.
#
# Tokens are read from small patches cut from the photo at full resolution, seen from above and white-balanced
# on the token's own paper: red print is then red in any light.


PATCH_PX: Final = 48
"""Pixels across a patch."""
REACH_SIDES: Final = 0.38
"""Half the extent of a patch in hex sides; a token's radius is 0.25 to 0.36 of a side."""
BARE_CLASS: Final = len(NUMBERS)
"""Class of a patch without a token, after the classes of `NUMBERS`."""
COVERED_CLASS: Final = BARE_CLASS + 1
"""Class of a patch with something on a token."""
CLASSES: Final = COVERED_CLASS + 1
_TARGET_WHITE: Final = 0.85
_TURNS: Final[Sequence[int]] = (0, 1, 2, 3)
_MIN_MIRRORED_TOKENS: Final = 6
"""Fewer numbers don't show whether a picture is mirrored."""
_MIRRORED_LOG_ODDS: Final = 1.0
"""Sum of the numbers' log certainty by which the mirrored reading must be better. Development photos have
-1.9 or less, their mirrored copies 2.2 or more."""
_TOKEN_EDGES_PERCENTILE: Final = 97.0
"""Percentile of a token's slopes that are its print's edges."""
_LEGIBLE_SHARPNESS: Final = 0.185
"""Least sharpness at which tokens are read as reliably as in a sharp picture."""
_DISPLACED_SIDES: Final = (0.25, 0.45)
_DISPLACED_COUNTS: Final = (6, 12)
"""Distances from a hex's middle at which a displaced token is searched, in hex sides, and places there."""
_DISPLACED_P: Final = 0.9
"""Probability of a number there from which on it is one: of 53 deserts, one has 0.7, the others 0.3."""
_SIX_AND_NINE: Final = [NUMBERS.index(6), NUMBERS.index(9)]
_BLUR_EXPONENT: Final = 3.0
_MAX_BLUR_DOUBT: Final = 4.0
"""Exponent on the lacking sharpness, and limit of the factor, by which the reader's certainty is reduced:
fitted on photos that were blurred on purpose."""


def white_balance_tokens(seen: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Scale each channel so that the brighter part of a patch's middle becomes nearly white.

    Args:
        seen: n x PATCH x PATCH x 3, uint8.

    Returns:
        n x PATCH x PATCH x 3 in [0, 1.5].
    """
    middle = _token_mask()
    pixels = seen.astype(np.float32) / 255
    paper = np.percentile(pixels[:, middle], 75, axis=1).astype(np.float32)
    return np.clip(pixels * (_TARGET_WHITE / np.maximum(paper, 0.08))[:, None, None, :], 0, 1.5)


def cut_tokens(image: NDArray[np.uint8], plane: Homography, at: Points) -> NDArray[np.uint8]:
    """Cut patches around points of the plane: n x PATCH x PATCH x 3 (`vision.patches.cut_patches`)."""
    return patches.cut_patches(image, plane, at, reach=REACH_SIDES, size=PATCH_PX)


def read_tokens(reader: Network, seen: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the probabilities n x CLASSES of each patch, in the order `NUMBERS`, bare, covered.

    A token may have any rotation, so each patch is read at four rotations and the answers are averaged.
    Tokens too blurred to be read are doubtful.
    """
    if not len(seen):
        return np.zeros((0, CLASSES))
    logits = np.zeros((len(seen), CLASSES))
    for quarter in _TURNS:
        turned = np.rot90(white_balance_tokens(seen), quarter, axes=(1, 2))
        logits += reader.run(np.ascontiguousarray(turned.transpose(0, 3, 1, 2), np.float32))
    logits /= len(_TURNS) * _TEMPERATURE
    logits = _doubt_burnt_ink(logits, seen)
    # A lens blurs the whole picture; a single token may be worn.
    laid = logits.argmax(axis=1) < BARE_CLASS
    if laid.any():
        sharp = float(np.median(sharpness(seen[laid])))
        logits /= np.clip((_LEGIBLE_SHARPNESS / max(sharp, 0.01)) ** _BLUR_EXPONENT, 1, _MAX_BLUR_DOUBT)
    return softmax(logits)


def doubt_bare_hexes(on_tokens: NDArray[np.float64], blurred: float) -> NDArray[np.float64]:
    """Return the readings of tokens, where blurred tokens may look like bare hexes.

    Args:
        on_tokens: n x CLASSES, as `read_tokens` gives them.
        blurred: in [0, 1], how blurred the island is; 1: tokens are blurred away.
    """
    unknown = on_tokens[:, BARE_CLASS] * blurred
    answers = on_tokens.copy()
    answers[:, BARE_CLASS] -= unknown
    answers[:, :COVERED_CLASS] += unknown[:, None] / COVERED_CLASS
    return answers


def _doubt_burnt_ink(logits: NDArray[np.float64], seen: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the logits of tokens, with 6 and 9 less certain where some colour is saturated.

    A turned 6 is a 9, but for a dot and the red of its ink: saturated paper has lost its hue, and black ink
    looks red beside it.
    """
    clipped = (seen.max(axis=3) >= _CLIPPED_LEVEL)[:, _token_mask()].mean(axis=1)
    pair = logits[:, _SIX_AND_NINE]
    total = np.logaddexp.reduce(pair, axis=1, keepdims=True)
    pair = pair / (1 + _CLIPPING_DOUBT * clipped[:, None])
    doubted = logits.copy()
    doubted[:, _SIX_AND_NINE] = pair - np.logaddexp.reduce(pair, axis=1, keepdims=True) + total
    return doubted


def find_displaced_tokens(
    reader: Network,
    image: NDArray[np.uint8],
    plane: Homography,
    places: Points,
    on_tokens: NDArray[np.float64],
) -> tuple[Points, NDArray[np.float64]]:
    """Return the places and readings of tokens after a search for those that lie far from their hex's middle.

    Only hexes that are read as bare are searched, and only on an island with tokens.

    Args:
        reader: the network `reader.onnx`.
        image: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        places: the place on the plane at which each hex's token was read, 19 x 2.
        on_tokens: the readings there, as `read_tokens` gives them.
    """
    numbers = slice(0, BARE_CLASS)
    bare = np.flatnonzero(on_tokens[:, BARE_CLASS] > 0.5)
    if not 0 < len(bare) < len(CENTRES) / 2:
        return places, on_tokens
    around = np.concatenate(
        [
            away * np.column_stack([np.cos(bearings), np.sin(bearings)])
            for away, bearings in zip(
                _DISPLACED_SIDES, (2 * np.pi * np.arange(n) / n for n in _DISPLACED_COUNTS), strict=True
            )
        ]
    )
    tried = CENTRES[bare][:, None] + around[None]
    seen_there = cut_tokens(image, plane, tried.reshape(-1, 2))
    seen = read_tokens(reader, seen_there).reshape(*tried.shape[:2], -1)
    best = seen[:, :, numbers].max(axis=2).argmax(axis=1)
    places, on_tokens = places.copy(), on_tokens.copy()
    for n, hex_index in enumerate(bare):
        if seen[n, best[n], numbers].max() > _DISPLACED_P:
            places[hex_index], on_tokens[hex_index] = tried[n, best[n]], seen[n, best[n]]
    return places, on_tokens


def is_mirrored(reader: Network, seen: NDArray[np.uint8], answers: NDArray[np.float64]) -> bool:
    """Return whether a picture is mirrored: its numbers are read better in mirrored patches.

    Where no reading could be so much better, the mirrored patches aren't read.

    Args:
        reader: the network.
        seen: the patches, n x PATCH x PATCH x 3, uint8.
        answers: their reading, as `read_tokens` returns it.
    """
    as_seen = answers[:, :BARE_CLASS].sum(axis=1) > 0.5
    if (
        np.count_nonzero(as_seen) >= _MIN_MIRRORED_TOKENS
        and -_certainty(answers[as_seen]) < _MIRRORED_LOG_ODDS
    ):
        return False
    mirrored = read_tokens(reader, np.ascontiguousarray(seen[:, :, ::-1]))
    laid = np.maximum(answers[:, :BARE_CLASS].sum(axis=1), mirrored[:, :BARE_CLASS].sum(axis=1)) > 0.5
    if np.count_nonzero(laid) < _MIN_MIRRORED_TOKENS:
        return False
    return _certainty(mirrored[laid]) - _certainty(answers[laid]) > _MIRRORED_LOG_ODDS


def _certainty(answers: NDArray[np.float64]) -> float:
    """Return the sum of the log probabilities of each token's likeliest number."""
    return float(np.log(answers[:, :BARE_CLASS].max(axis=1) + 1e-6).sum())


def sharpness(seen: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the sharpness of each token, about 0.3 if it is sharp (`vision.pictures.edge_sharpness`).

    Args:
        seen: n x PATCH x PATCH x 3, uint8.
    """
    middle = _token_mask()
    greys = [cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY) for patch in seen]
    return np.array([edge_sharpness(grey, middle, _TOKEN_EDGES_PERCENTILE) for grey in greys])


def _token_mask() -> NDArray[np.bool_]:
    """Return a mask of a patch's pixels on the token."""
    rows, columns = np.mgrid[0:PATCH_PX, 0:PATCH_PX] - (PATCH_PX - 1) / 2
    return np.asarray(rows**2 + columns**2 < (0.3 * PATCH_PX) ** 2)
