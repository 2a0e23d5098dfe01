"""The robber: on which hex it stands, if it is seen at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import CORNERS, HEXES
from companion.island.pieces import SITES
from vision import patches, tokens
from vision.camera import camera_over
from vision.lattice import CENTRES, Homography
from vision.locate import in_picture
from vision.network import Network, softmax
from vision.pieces import paper

PATCH_PX: Final = 56
"""Pixels across a patch."""
REACH_SIDES: Final = 1.2
"""Half the extent of a patch in hex sides: the hex, and a robber that leans out of it."""
AWAY, HERE, HIDDEN = 0, 1, 2
"""Classes of a patch: no robber; the robber stands there; something else hides the hex."""
CLASSES: Final = 3
HEX_SITES: Final = np.array([SITES.index(CORNERS[h][0]) for h in HEXES])
"""For each hex, the place among `SITES` of one of its corners: there the light is measured."""
_BESIDE_P: Final = 0.05
"""Probability that a robber stands so far beside its hex's token that the token can be read all the same: of
23 in photos and on rendered tables none did."""
_MUDDLED_P: Final = 0.03
"""Least probability that a token can't be read though no robber stands on it: a hand, glare."""
_FIRST_VIEWS: Final = 2
"""So many views are shown of each hex; all of them of those where the robber may still be."""
_BEHIND_LOG_ODDS: Final = 6.0
"""A hex so far behind the likeliest, or behind there being no robber, bears it 400 times more seldom: more
views don't change that."""
_ABSENT_P: Final = 0.1
"""Probability, before looking, that no robber stands on the island: people set up, or put it aside."""
_NOWHERE_LOG_ODDS: Final = float(np.log(_ABSENT_P * len(HEXES) / (1 - _ABSENT_P)))
"""What would have to be told of a hex for it to be as likely as that."""


def read_robber(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64] | None = None,
    on_tokens: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Where the robber stands.

    Args:
        reader: the network `robber.onnx`.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper` gives it; None: measured here.
        on_tokens: what is read where each hex's token lies, as `token_odds` takes it; None: nobody looked.

    Returns:
        20 probabilities that add up to one: each hex in the order of `HEXES`, and nowhere.
    """
    light = paper(picture, plane) if white is None else white
    first, rest = patches.VIEWS[:_FIRST_VIEWS], patches.VIEWS[_FIRST_VIEWS:]
    logits = look_at(reader, picture, plane, np.arange(len(HEXES)), light, first)
    by_token = np.zeros(len(HEXES)) if on_tokens is None else token_odds(on_tokens)
    told = robber_odds(logits) + by_token
    still_open = np.flatnonzero(told > max(told.max(), _NOWHERE_LOG_ODDS) - _BEHIND_LOG_ODDS)
    if len(still_open):
        again = look_at(reader, picture, plane, still_open, light, rest)
        logits[still_open] = (len(first) * logits[still_open] + len(rest) * again) / len(patches.VIEWS)
    return robber_posterior(logits, in_picture(plane, picture), by_token)


def look_at(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    hexes: NDArray[np.int64],
    white: NDArray[np.float64],
    views: Sequence[patches.View] = patches.VIEWS,
) -> NDArray[np.float32]:
    """What the network says of some hexes, on average over views.

    A hex looks as much like itself upside down, and what the network errs in differs.

    Args:
        reader: the network `robber.onnx`.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        hexes: n indices in `HEXES`.
        white: as `vision.pieces.paper` gives it for all sites.
        views: in which ways it is shown each hex, of `vision.patches.VIEWS`.

    Returns:
        Logits n x CLASSES.
    """
    light = white[HEX_SITES[hexes]]
    seen = patches.evened(picture, plane, CENTRES[hexes], light, reach=REACH_SIDES, size=PATCH_PX)
    lean = camera_over(plane, picture.shape[1], picture.shape[0]).lean(CENTRES[hexes])
    return patches.answers(reader, seen, lean, views)


def token_odds(seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log odds of each hex bearing the robber by its number token: it is put on it, and hides what it says.

    A hex without a token says nothing. Where no token can be read, one that can't be says little.

    Args:
        seen: 19 x `vision.tokens.CLASSES`, as `vision.tokens.read` gives it.
    """
    clear, bare = seen[:, : tokens.BARE].max(axis=1), seen[:, tokens.BARE]
    muddled = (1 - clear - bare).clip(0, 1)
    # The robber's own hex aside.
    usual = np.clip(np.sort(muddled)[:-1].mean(), _MUDDLED_P, 1 - _BESIDE_P)
    here = _BESIDE_P * clear + bare + (1 - _BESIDE_P) * muddled
    away = (1 - usual) * clear + bare + usual * muddled
    return np.asarray(np.log(here / away))


def robber_posterior(
    logits: NDArray[np.float32], visible: NDArray[np.bool_], by_token: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """One robber at most: from the network's answers (19 x CLASSES) to where it stands.

    Args:
        logits: of the network.
        visible: which of the hexes are in the picture.
        by_token: log odds that tell of each hex besides, as `token_odds` gives them.
    """
    told = robber_odds(logits) if by_token is None else robber_odds(logits) + by_token
    odds = np.exp(np.where(visible, told, 0.0))
    weighed = np.append(odds * (1 - _ABSENT_P) / len(HEXES), _ABSENT_P)
    return np.asarray(weighed / weighed.sum())


def robber_odds(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """From the network's answers (n x CLASSES) to log odds of each hex bearing the robber; 0 says nothing."""
    shares = softmax(logits)
    hidden = shares[:, HIDDEN]
    # The reader learned from as many hexes with a robber as without.
    here = (1 - hidden) * shares[:, HERE] + hidden * 0.5 + 1e-6
    away = (1 - hidden) * shares[:, AWAY] + hidden * 0.5 + 1e-6
    return np.asarray(np.log(here / away))
