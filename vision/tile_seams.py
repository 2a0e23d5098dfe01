"""Find pieces by the seams that they hide.

Tiles meet in a seam, a thin line along the whole path; the edge of a printed tile, or of the sea frame, is
one too. A piece hides the seam below it: from every viewpoint, in every light, and whatever its colour. White
pieces on sand differ from the sand in little else. So each path's seam, and the seams that meet at each
intersection, are compared with those of the picture's bare sites.

The line across a path's seam is cut into short profiles along the path. Each is correlated with the picture's
typical profile, after broader shapes have been removed: shade, and terrain beside the seam.
Where bodies beside a site would hide its seam too, that part is omitted. A seam that shows is hardly evidence
for a bare site, because people put pieces beside their sites.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from companion.island.geometry import (
    COAST,
    ENDS,
    INTERSECTION_INDEX,
    INTERSECTIONS,
    PATH_INDEX,
    PATHS,
    PATHS_AT,
    SITES,
)
from vision.camera import estimate_camera
from vision.lattice import Homography, Points
from vision.locate import in_picture
from vision.patches import cut_patches
from vision.pieces import SITE_PLACES, TURNS, informative_share, rotate_vectors

_SIDE_PX: Final = 80
"""Pixels of a hex side, along and across a path."""
_PROFILES: Final = 10
"""Profiles along a path, each the mean of a tenth of it."""
_HALF_PROFILE_PX: Final = 8
_MAX_SHIFT_PX: Final = 9
"""Largest offset of a seam from its path: the island's pose is off by up to 0.07 sides, and tiles move."""
_FREE_SHIFT_PX: Final = 1
_SHIFT_COST: Final = 0.1
"""Correlation that a seam loses for each further pixel from where the other seams predict it. Bare seams are
there with a standard deviation of 0.01 sides."""
_FIRST_SHIFT_PX: Final = 6
_NEXT_SHIFT_PX: Final = 3
"""Offsets that are searched before the others are known, and after."""
_SEAM_PX: Final = 2.5
"""Standard deviation across the first guess of a seam."""
_NOISE_LOG: Final = 0.015
"""Noise of a profile, in log brightness: flat profiles have no seam."""
_DARKEST_LEVEL: Final = 8.0
_BURNT_LEVEL: Final = 250
_MAX_BURNT_SHARE: Final = 0.3
"""Share of a profile's place with all channels saturated, from which on its seam is invisible."""
_OFFSET_SPREAD: Final = 0.015
_FIELD_PRIOR: Final = 0.02
"""Typical error of an offset that others predict, in hex sides, and weight of no offset at all."""

_BODY_PROFILES: Final = 3
"""Profiles that every road hides, one beside the other."""
_PATH_MIDDLE: Final = (2, 8)
"""Profiles among which a road hides those."""
_END_PROFILES: Final = 2
"""Profiles at the end of a path that a building hides."""
_BUILDING_SIDES: Final = 0.22
_BUILDING_HEIGHT_SIDES: Final = 0.25
"""Extent of a building along the paths at its intersection, and its height, by which it leans over them."""
_OCCUPIED_P: Final = 0.5
_TOKEN_SIDES: Final = 0.46
"""Distance from a token's middle within which a profile shows its dark edge: the largest radius of a token
and half a profile, in hex sides. Only displaced tokens reach a seam."""

_BARE_P: Final = 0.9
_MIN_BARE_SITES: Final = 6
"""Bare sites that must be visible: fewer are no rule."""
_BARE_SPREAD: Final = 0.1
"""Bandwidth of the density of the bare sites' visibilities."""
_HIDDEN_VISIBILITY: Final = {"path": (0.25, 0.25), "intersection": (0.2, 0.2)}
"""Mean and standard deviation of the visibility of seams under pieces, in *standard* and *crowded-640*."""
_STRAY_P: Final = 0.04
"""Probability that a visibility is any: crumbs, shade, or a piece beside its site."""
_VISIBILITY_RANGE: Final = 1.3
_MAX_HIDDEN_LOG_ODDS: Final = 4.0
_MAX_SHOWN_LOG_ODDS: Final = 0.4
"""Limits of the log odds for a piece where the seam is hidden, and against one where it shows."""

_IS_COAST: Final = np.isin(np.arange(len(PATHS)), [PATH_INDEX[path] for path in COAST])
_CLASSES: Final = np.array(
    ["coast" if coast else "inner" for coast in _IS_COAST] + ["corner"] * len(INTERSECTIONS)
)
"""Sites whose seams are compared with each other."""
_PATH_TURNS: Final = TURNS[: len(PATHS)]
_PATH_PLACES: Final = SITE_PLACES[: len(PATHS)]


def _offset_terms() -> NDArray[np.float64]:
    """Return, for each path, the terms of its seam's offset across it: paths x 7.

    They are those of an affine error of the island's pose, and of a gap along the coast.
    """
    normals = np.column_stack([-np.sin(_PATH_TURNS), np.cos(_PATH_TURNS)])
    # The patch of every coastal path has the sea on the same side.
    return np.column_stack(
        [normals, normals[:, :1] * _PATH_PLACES / 3, normals[:, 1:] * _PATH_PLACES / 3, _IS_COAST]
    )


_OFFSET_TERMS: Final = _offset_terms()


def _polynomials(degree: int) -> NDArray[np.float32]:
    """Return an orthonormal basis of the polynomials across a profile: its pixels x (degree + 1)."""
    across = np.arange(-_HALF_PROFILE_PX, _HALF_PROFILE_PX + 1) / _HALF_PROFILE_PX
    powers = across[:, None] ** np.arange(degree + 1)
    return np.asarray(np.linalg.qr(powers)[0], np.float32)


_BROAD_SHAPES: Final = _polynomials(2)
"""Shapes that are no seam: terrain beside it, and shade."""
_NARROWER_SHAPES: Final = _polynomials(4)
"""The same where dark terrain reaches the seam from both sides, at a cost in correlation."""
_NARROWER_SHAPES_COST: Final = 0.15


def weigh_hidden_seams(
    likelihoods: NDArray[np.float64], picture: NDArray[np.uint8], plane: Homography, tokens: Points
) -> NDArray[np.float64]:
    """Correct the likelihoods of sites by their seams: a hidden one is evidence for a piece.

    Args:
        likelihoods: 126 x len(STANDINGS), as `vision.pieces.read_sites` gives them for all sites.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        tokens: n x 2, the places of the number tokens on the plane.

    Returns:
        The corrected likelihoods, of the same shape; each row keeps its sum.
    """
    total = likelihoods.sum(axis=1)
    bare_p = likelihoods[:, 0] / total
    visibility = seam_visibility(picture, plane, bare_p < 1 - _OCCUPIED_P, tokens)
    odds = hidden_seam_log_odds(visibility, bare_p > _BARE_P)
    corrected = likelihoods.copy()
    # A site that something else covers has no seam either.
    corrected[:, 0] *= np.exp(-odds * informative_share(likelihoods, np.arange(len(SITES))))
    return np.asarray(corrected * (total / corrected.sum(axis=1))[:, None])


def hidden_seam_log_odds(visibility: NDArray[np.float64], bare: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the log odds for a piece on each site, by its seam.

    Args:
        visibility: 126, as `seam_visibility` gives it.
        bare: a mask of the sites that are surely bare: those of the same class are what a site is compared
            with.
    """
    odds = np.zeros(len(visibility))
    known = np.isfinite(visibility)
    for name in np.unique(_CLASSES):
        chosen = np.flatnonzero(known & (name == _CLASSES))
        examples = known & bare & (name == _CLASSES)
        if np.count_nonzero(examples) < _MIN_BARE_SITES:
            continue
        seen = np.minimum(visibility[chosen], np.median(visibility[examples]))
        near = _normal(seen[:, None], visibility[None, examples], _BARE_SPREAD)
        # A site is no example for itself.
        itself = chosen[:, None] == np.flatnonzero(examples)[None]
        shown = np.where(itself, 0, near).sum(axis=1) / (~itself).sum(axis=1)
        mean, spread = _HIDDEN_VISIBILITY["intersection" if name == "corner" else "path"]
        hidden = _normal(np.maximum(seen, mean), mean, spread)
        stray = _STRAY_P / _VISIBILITY_RANGE
        odds[chosen] = np.log(((1 - _STRAY_P) * hidden + stray) / ((1 - _STRAY_P) * shown + stray))
    return np.asarray(odds.clip(-_MAX_SHOWN_LOG_ODDS, _MAX_HIDDEN_LOG_ODDS))


def _normal(
    x: NDArray[np.float64], middle: NDArray[np.float64] | float, deviation: float
) -> NDArray[np.float64]:
    return np.asarray(np.exp(-0.5 * ((x - middle) / deviation) ** 2) / (deviation * np.sqrt(2 * np.pi)))


def seam_visibility(
    picture: NDArray[np.uint8], plane: Homography, occupied: NDArray[np.bool_], tokens: Points
) -> NDArray[np.float64]:
    """Return how well each site's seams show where a piece would hide them.

    Args:
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        occupied: a mask of the 126 sites with a piece, which may hide the seams of its neighbours.
        tokens: n x 2, the places of the number tokens on the plane.

    Returns:
        126 mean correlations with the picture's typical seam: about 0.9 at bare sites, 0 to 0.4 under pieces.
            NaN: not known.
    """
    profiles, seen = _cut_profiles(picture, plane)
    seen &= ~_reached_by_tokens(tokens)
    fits, cost = _correlate_profiles(profiles)
    known = np.asarray(seen & ~_hidden_by_buildings(picture, plane, occupied))
    under_roads = slice(_PATH_MIDDLE[0], _PATH_MIDDLE[1] - _BODY_PROFILES + 1)
    is_window = np.asarray(sliding_window_view(known, _BODY_PROFILES, axis=1).all(axis=2))[:, under_roads]
    shown = sliding_window_view(fits, _BODY_PROFILES, axis=1).mean(axis=3)[:, under_roads]
    worst = np.where(is_window[:, :, None], shown, np.inf).min(axis=1)
    on_paths = np.where(is_window.any(axis=1), (worst - cost).max(axis=1), np.nan)
    at = (np.sort(fits, axis=1)[:, -2 * _BODY_PROFILES :].mean(axis=1) - cost).argmax(axis=1)
    along = np.take_along_axis(fits, at[:, None, None], axis=2)[:, :, 0]
    along[~seen] = np.nan
    # A road hides the ends of its own path.
    along[occupied[: len(PATHS)]] = np.nan
    return np.concatenate([on_paths, _mean_ends(along)])


def _mean_ends(along: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean value at each intersection of the known ends of its paths; NaN: there is none.

    Args:
        along: paths x profiles, NaN where not known.
    """
    values = np.full(len(INTERSECTIONS), np.nan)
    for intersection, paths in PATHS_AT.items():
        ends = []
        for path in paths:
            row = along[PATH_INDEX[path]]
            end = row if ENDS[path][0] == intersection else row[::-1]
            ends.append(float(end[:_END_PROFILES].mean()))
        known = [end for end in ends if np.isfinite(end)]
        if known:
            values[INTERSECTION_INDEX[intersection]] = np.mean(known)
    return values


def _hidden_by_buildings(
    picture: NDArray[np.uint8], plane: Homography, occupied: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return a mask of the profiles that buildings at the paths' ends hide: paths x profiles."""
    camera = estimate_camera(plane, picture.shape[1], picture.shape[0])
    lean: Points = rotate_vectors(camera.lean(_PATH_PLACES), -_PATH_TURNS)[:, 0] * _BUILDING_HEIGHT_SIDES
    along = (np.arange(_PROFILES) + 0.5) / _PROFILES - 0.5
    hidden = np.zeros((len(PATHS), _PROFILES), np.bool_)
    for end, side in ((0, -1), (1, 1)):
        there = np.array([occupied[len(PATHS) + INTERSECTION_INDEX[ENDS[path][end]]] for path in PATHS])
        reach = _BUILDING_SIDES + (-side * lean).clip(0)
        hidden |= there[:, None] & (side * along > 0.5 - reach[:, None])
    return hidden


def _reached_by_tokens(tokens: Points) -> NDArray[np.bool_]:
    """Return a mask of the profiles that show a token's edge: paths x profiles."""
    along = (np.arange(_PROFILES) + 0.5) / _PROFILES - 0.5
    directions = np.column_stack([np.cos(_PATH_TURNS), np.sin(_PATH_TURNS)])
    at = _PATH_PLACES[:, None] + along[:, None] * directions[:, None]
    away = np.linalg.norm(at[:, :, None] - tokens, axis=3)
    return np.asarray((away < _TOKEN_SIDES).any(axis=2))


def _cut_profiles(
    picture: NDArray[np.uint8], plane: Homography
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the profiles across all paths, and a mask of those that the picture shows.

    Returns:
        paths x profiles x shifts x pixels, in log brightness, without `_BROAD_SHAPES`; and paths x profiles.
    """
    patches = cut_patches(picture, plane, _PATH_PLACES, reach=0.5, size=_SIDE_PX, turns=_PATH_TURNS)
    grey = patches.astype(np.float32) @ np.array([0.114, 0.587, 0.299], np.float32)
    across = np.log(grey + _DARKEST_LEVEL).reshape(len(PATHS), _SIDE_PX, _PROFILES, -1).mean(axis=3)
    middle = _SIDE_PX // 2
    rows = slice(middle - _MAX_SHIFT_PX - _HALF_PROFILE_PX, middle + _MAX_SHIFT_PX + _HALF_PROFILE_PX + 1)
    profiles = sliding_window_view(across[:, rows].transpose(0, 2, 1), 2 * _HALF_PROFILE_PX + 1, axis=2)
    near = slice(middle - _HALF_PROFILE_PX, middle + _HALF_PROFILE_PX + 1)
    is_burnt = (patches[:, near] >= _BURNT_LEVEL).all(axis=3)
    burnt = is_burnt.reshape(len(PATHS), -1, _PROFILES, _SIDE_PX // _PROFILES)
    seen = (burnt.mean(axis=(1, 3)) < _MAX_BURNT_SHARE) & in_picture(plane, picture, _PATH_PLACES)[:, None]
    return _remove_shapes(profiles, _BROAD_SHAPES), seen


def _remove_shapes(profiles: NDArray[np.float32], shapes: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(profiles - (profiles @ shapes) @ shapes.T, np.float32)


def _correlate_profiles(
    profiles: NDArray[np.float32],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Correlate profiles with the picture's typical seams, inner ones and coasts.

    Args:
        profiles: as `_cut_profiles` gives them.

    Returns:
        The correlations, paths x profiles x shifts; and the cost of each shift, paths x shifts: seams are
            where the others predict them.
    """
    across = np.arange(-_HALF_PROFILE_PX, _HALF_PROFILE_PX + 1)
    guess = _remove_shapes(-np.exp(-((across / _SEAM_PX) ** 2)).astype(np.float32), _BROAD_SHAPES)
    seams = {False: guess, True: guess}
    predicted = np.zeros(len(PATHS))
    for reach in (_FIRST_SHIFT_PX, _NEXT_SHIFT_PX, _NEXT_SHIFT_PX):
        fits = _correlate(profiles, seams)
        middle = np.rint(predicted * _SIDE_PX).astype(int).clip(reach - _MAX_SHIFT_PX, _MAX_SHIFT_PX - reach)
        tried = middle[:, None] + np.arange(-reach, reach + 1) + _MAX_SHIFT_PX
        best = np.sort(np.take_along_axis(fits, tried[:, None], axis=2), axis=1)[:, -2 * _BODY_PROFILES :]
        at = np.take_along_axis(tried, best.sum(axis=1).argmax(axis=1)[:, None], axis=1)
        shown = np.median(np.take_along_axis(fits, at[:, None], axis=2)[:, :, 0], axis=1)
        weights = ((shown - 0.5) / 0.3).clip(0, 1)
        predicted = _predict_offsets((at[:, 0] - _MAX_SHIFT_PX) / _SIDE_PX, weights)
        own = np.take_along_axis(profiles, at[:, None, :, None], axis=2)[:, :, 0]
        for coast in seams:
            examples = (coast == _IS_COAST) & (weights > 0.5)
            if np.count_nonzero(examples) >= _MIN_BARE_SITES:
                seams[coast] = np.median(np.median(own[examples], axis=1), axis=0)
    shifts = np.arange(-_MAX_SHIFT_PX, _MAX_SHIFT_PX + 1)
    away = np.abs(shifts - np.rint(predicted * _SIDE_PX)[:, None])
    fits = _correlate(profiles, seams)
    narrow = {coast: _remove_shapes(seam, _NARROWER_SHAPES) for coast, seam in seams.items()}
    others = _correlate(_remove_shapes(profiles, _NARROWER_SHAPES), narrow) - _NARROWER_SHAPES_COST
    return np.maximum(fits, others), _SHIFT_COST * (away - _FREE_SHIFT_PX).clip(0)


def _correlate(profiles: NDArray[np.float32], seams: dict[bool, NDArray[np.float32]]) -> NDArray[np.float64]:
    """Return the correlation of each profile with the seam of its class: paths x profiles x shifts."""
    strength = np.sqrt((profiles**2).sum(axis=3) + profiles.shape[3] * _NOISE_LOG**2)
    fits = np.empty(profiles.shape[:3])
    for coast, seam in seams.items():
        some = coast == _IS_COAST
        fits[some] = (profiles[some] @ seam) / (strength[some] * max(float(np.linalg.norm(seam)), 1e-6))
    return fits


def _predict_offsets(measured: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return each seam's offset as the others predict it, in hex sides; strays have little weight."""
    kept = weights
    predicted = np.zeros(len(measured))
    for _ in range(4):
        weighted = _OFFSET_TERMS * kept[:, None]
        matrix = weighted.T @ _OFFSET_TERMS + _FIELD_PRIOR * np.eye(_OFFSET_TERMS.shape[1])
        predicted = _OFFSET_TERMS @ np.linalg.solve(matrix, weighted.T @ measured)
        kept = weights / (1 + ((measured - predicted) / _OFFSET_SPREAD) ** 2)
    return predicted
