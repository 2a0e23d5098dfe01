"""The robber: the hex where it stands, if it is visible at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import CORNERS, HEXES, SITES
from vision import hex_contents, patches
from vision.camera import estimate_camera
from vision.lattice import CENTRES, Homography
from vision.locate import in_picture
from vision.network import Network, softmax
from vision.pieces import paper_brightness

PATCH_PX: Final = 56
"""Pixels across a patch."""
REACH_SIDES: Final = 1.2
"""Half the extent of a patch in hex sides: the hex, and a robber that leans out of it."""
ABSENT_CLASS, ROBBER_CLASS, HIDDEN_CLASS = 0, 1, 2
"""Classes of a patch: no robber; the robber stands there; something else hides the hex."""
CLASSES: Final = 3
HEX_SITES: Final = np.array([SITES.index(CORNERS[h][0]) for h in HEXES])
"""The index in `SITES` of one corner of each hex, where the paper's brightness is measured."""
_UNCOVERED_TOKEN_P: Final = 0.05
"""Probability that a robber stands so far from its hex's token that the token stays legible: of 23 in photos
and on rendered tables none did."""
_ILLEGIBLE_P: Final = 0.03
"""Least probability of an illegible token without a robber on it: a hand, glare."""
_FIRST_VIEW_COUNT: Final = 2
"""Views of every hex in the first pass; the hexes where the robber may still be get all of them."""
_BEHIND_LOG_ODDS: Final = 6.0
"""A hex this far behind the likeliest, or behind there being no robber, has it 400 times more seldom: more
views don't change that."""
_ABSENT_P: Final = 0.1
"""Prior probability that no robber stands on the island: people set up, or put it aside."""
_NOWHERE_LOG_ODDS: Final = float(np.log(_ABSENT_P * len(HEXES) / (1 - _ABSENT_P)))
"""Log odds of a hex at which it is as likely as no robber."""


def read_robber(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64] | None = None,
    on_tokens: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return the posterior of the robber's place.

    Args:
        reader: the network `robber.onnx`.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper_brightness` gives it; None: measured here.
        on_tokens: the reading of each hex's token, as `token_log_odds` takes it; None: there is none.

    Returns:
        20 probabilities that add up to one: each hex in the order of `HEXES`, and nowhere.
    """
    light = paper_brightness(picture, plane) if white is None else white
    first, rest = patches.VIEWS[:_FIRST_VIEW_COUNT], patches.VIEWS[_FIRST_VIEW_COUNT:]
    logits = classify_hexes(reader, picture, plane, np.arange(len(HEXES)), light, first)
    by_token = np.zeros(len(HEXES)) if on_tokens is None else token_log_odds(on_tokens)
    log_odds = robber_log_odds(logits) + by_token
    still_open = np.flatnonzero(log_odds > max(log_odds.max(), _NOWHERE_LOG_ODDS) - _BEHIND_LOG_ODDS)
    if len(still_open):
        again = classify_hexes(reader, picture, plane, still_open, light, rest)
        logits[still_open] = (len(first) * logits[still_open] + len(rest) * again) / len(patches.VIEWS)
    return robber_posterior(logits, in_picture(plane, picture), by_token)


def classify_hexes(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    hexes: NDArray[np.int64],
    white: NDArray[np.float64],
    views: Sequence[patches.PatchView] = patches.VIEWS,
) -> NDArray[np.float32]:
    """Return the network's logits for some hexes, averaged over views.

    A hex upside down looks as valid, and the network's errors differ between views.

    Args:
        reader: the network `robber.onnx`.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        hexes: n indices in `HEXES`.
        white: as `vision.pieces.paper_brightness` gives it for all sites.
        views: the augmented views, of `vision.patches.VIEWS`.

    Returns:
        Logits n x CLASSES.
    """
    light = white[HEX_SITES[hexes]]
    seen = patches.cut_white_balanced(picture, plane, CENTRES[hexes], light, reach=REACH_SIDES, size=PATCH_PX)
    lean = estimate_camera(plane, picture.shape[1], picture.shape[0]).lean(CENTRES[hexes])
    return patches.mean_logits(reader, seen, lean, views)


def token_log_odds(seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log odds of the robber on each hex by its number token, which the robber hides.

    A hex without a token is no evidence. Where no token is legible, an illegible one is little evidence.

    Args:
        seen: 19 x `vision.hex_contents.CLASSES`, as `vision.hex_contents.read_tokens` gives it.
    """
    clear, bare = seen[:, : hex_contents.BARE_CLASS].max(axis=1), seen[:, hex_contents.BARE_CLASS]
    muddled = (1 - clear - bare).clip(0, 1)
    # The robber's own hex is excluded.
    usual = np.clip(np.sort(muddled)[:-1].mean(), _ILLEGIBLE_P, 1 - _UNCOVERED_TOKEN_P)
    here = _UNCOVERED_TOKEN_P * clear + bare + (1 - _UNCOVERED_TOKEN_P) * muddled
    away = (1 - usual) * clear + bare + usual * muddled
    return np.asarray(np.log(here / away))


def robber_posterior(
    logits: NDArray[np.float32], visible: NDArray[np.bool_], by_token: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Return the posterior of the robber's place from the network's answers: one robber at most.

    Args:
        logits: of the network, 19 x CLASSES.
        visible: a mask of the hexes in the picture.
        by_token: additional log odds of each hex, as `token_log_odds` gives them.
    """
    log_odds = robber_log_odds(logits) if by_token is None else robber_log_odds(logits) + by_token
    odds = np.exp(np.where(visible, log_odds, 0.0))
    weighed = np.append(odds * (1 - _ABSENT_P) / len(HEXES), _ABSENT_P)
    return np.asarray(weighed / weighed.sum())


def robber_log_odds(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """Convert the network's answers (n x CLASSES) to log odds of the robber on each hex; 0 is no evidence."""
    shares = softmax(logits)
    hidden = shares[:, HIDDEN_CLASS]
    # Training had as many hexes with a robber as without.
    here = (1 - hidden) * shares[:, ROBBER_CLASS] + hidden * 0.5 + 1e-6
    away = (1 - hidden) * shares[:, ABSENT_CLASS] + hidden * 0.5 + 1e-6
    return np.asarray(np.log(here / away))
