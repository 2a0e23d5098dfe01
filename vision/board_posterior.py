"""The joint posterior of all sites: each site's likelihoods, the rules of building and the box's supply.

The pieces of a game are connected: a road meets a road or building of its colour, a building meets a road,
and no building is adjacent to another; a player has fifteen roads, five settlements, four cities. Each of
these shifts the odds of a site by the current belief about its neighbours, and none forbids anything: a clear
picture wins, even over a board that no game would produce.

The penalty on an isolated road depends on the table. Two hypotheses are compared: the pieces are placed as in
a game, where no road is isolated, or they are scattered. The clear parts of the picture decide between them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import ENDS, INTERSECTION_INDEX, INTERSECTIONS, PATH_INDEX, PATHS, PATHS_AT
from companion.island.pieces import BOX_PIECES, COLOURS, SITES, PieceColour, PieceKind
from vision.box import PRIOR_DOUBT_SHARE
from vision.pieces import ALLOWED_STANDINGS, KIND_COLUMNS, informative_share

_COLOUR_PRIORS: Final[dict[PieceColour, float]] = {
    "red": 0.22, "blue": 0.22, "orange": 0.22, "white": 0.22, "green": 0.06, "brown": 0.06,
}  # fmt: skip
"""Frequency of the colours: four are in every box, two come with the extension for six."""
_TRAINING_OCCUPIED_SHARE: Final = 0.6
"""Share of training patches with a piece, which biased the reader towards that share."""
CITIES_PER_SETTLEMENT: Final = 0.6
"""Over a whole game there are fewer cities."""
_MIN_OCCUPIED_SHARE, _MAX_OCCUPIED_SHARE = 0.02, 0.6
_LONELY_ROAD_LOG_ODDS: Final = 2.0
_LONELY_ROAD_IN_GAME_LOG_ODDS: Final = 6.0
"""Log odds against a road that meets nothing of its colour: among scattered pieces, and in a game, where it
needs a missed road next to it, or a slip."""
_LONELY_BUILDING_LOG_ODDS: Final = 1.0
_ADJACENT_BUILDING_LOG_ODDS: Final = 2.5
_MAX_SUPPLY_LOG_ODDS: Final = 3.0
"""Limit of the log odds by which a full supply counts against one more piece."""
_ITERATIONS: Final = 8
_GAME_P: Final = 0.9
"""Prior probability that the pieces are placed as in a game."""
_ODD_IN_GAME_P: Final = 0.02
_ODD_STREWN_P: Final = 0.25
"""Probability that a piece stands as no game allows: an isolated road, adjacent buildings. In a game this
takes a slip, or a reading error."""
_MIN_GAME_P: Final = 1e-3
"""A less likely hypothesis isn't evaluated."""

_ROAD, _SETTLEMENT, _CITY = KIND_COLUMNS["road"], KIND_COLUMNS["settlement"], KIND_COLUMNS["city"]
_KIND_ODDS: Final[dict[PieceKind, float]] = {"road": 1.0, "settlement": 1.0, "city": CITIES_PER_SETTLEMENT}
_PRIOR_ODDS: Final = np.array(
    [
        1.0,
        *(
            len(COLOURS) * _COLOUR_PRIORS[colour] * _KIND_ODDS[kind]
            for kind in BOX_PIECES
            for colour in COLOURS
        ),
    ]
)
"""Prior of `vision.pieces.STANDINGS`, relative to training, which had as many of each kind and colour."""


def _adjacency() -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return three masks: paths that meet, intersections on paths, and adjacent intersections."""
    paths = np.zeros((len(PATHS), len(PATHS)), np.bool_)
    ends = np.zeros((len(PATHS), len(INTERSECTIONS)), np.bool_)
    for intersection, meeting in PATHS_AT.items():
        for path in meeting:
            ends[PATH_INDEX[path], INTERSECTION_INDEX[intersection]] = True
            for other in meeting:
                paths[PATH_INDEX[path], PATH_INDEX[other]] = path != other
    neighbours = np.zeros((len(INTERSECTIONS), len(INTERSECTIONS)), np.bool_)
    for start, end in ENDS.values():
        i, j = INTERSECTION_INDEX[start], INTERSECTION_INDEX[end]
        neighbours[i, j] = neighbours[j, i] = True
    return paths, ends, neighbours


_PATH_ADJACENCY, _PATH_ENDS, _NEIGHBOURS = _adjacency()


def joint_posterior(likelihoods: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the joint posterior of all sites.

    Args:
        likelihoods: n x k, as `vision.pieces.read_sites` gives them for all sites.

    Returns:
        The same shape; each row adds up to one.
    """
    with np.errstate(divide="ignore"):
        looks = np.log(likelihoods * _PRIOR_ODDS)
    strewn = _propagate_beliefs(looks, _LONELY_ROAD_LOG_ODDS)
    game = _game_probability(strewn)
    posterior = strewn
    if game >= _MIN_GAME_P:
        posterior = game * _propagate_beliefs(looks, _LONELY_ROAD_IN_GAME_LOG_ODDS) + (1 - game) * strewn
    return _temper_unseen_sites(posterior, likelihoods)


def _temper_unseen_sites(
    shares: NDArray[np.float64], likelihoods: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Limit the certainty about unseen sites, whose likelihoods are uniform."""
    unseen = 1 - informative_share(likelihoods, np.arange(len(SITES)))[:, None]
    even = ALLOWED_STANDINGS / ALLOWED_STANDINGS.sum(axis=1, keepdims=True)
    return np.asarray((1 - PRIOR_DOUBT_SHARE * unseen) * shares + PRIOR_DOUBT_SHARE * unseen * even)


def _propagate_beliefs(looks: NDArray[np.float64], lonely_road: float) -> NDArray[np.float64]:
    """Iterate the sites' beliefs: each is shifted by the beliefs about its neighbours and the supply."""
    belief = _shares(looks)
    for _ in range(_ITERATIONS):
        shift = _neighbour_log_odds(belief, lonely_road) + _supply_log_odds(belief)
        shift[:, 1:] += _log_odds(1 - belief[:, 0].mean()) - _log_odds(_TRAINING_OCCUPIED_SHARE)
        belief = 0.5 * belief + 0.5 * _shares(looks + shift)
    return belief


def _game_probability(belief: NDArray[np.float64]) -> float:
    """Return the probability that the pieces are placed as in a game, from the number placed otherwise."""
    n = len(PATHS)
    roads, buildings = belief[:n, _ROAD], belief[n:, _SETTLEMENT] + belief[n:, _CITY]
    standing = buildings.sum(axis=1)
    odd = float(
        (roads * _isolation_probability(roads, buildings)).sum()
        + standing @ (1 - _none_probability(_NEIGHBOURS, standing))
    )
    regular = float(roads.sum() + standing.sum()) - odd
    odds = np.log(_GAME_P / (1 - _GAME_P))
    odds += odd * np.log(_ODD_IN_GAME_P / _ODD_STREWN_P)
    odds += regular * np.log((1 - _ODD_IN_GAME_P) / (1 - _ODD_STREWN_P))
    return float(1 / (1 + np.exp(-np.clip(odds, -50, 50))))


def _isolation_probability(roads: NDArray[np.float64], buildings: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability that a road on a path meets nothing of its colour: paths x colours."""
    return _none_probability(_PATH_ADJACENCY, roads) * _none_probability(_PATH_ENDS, buildings)


def _log_odds(share: float) -> float:
    """Return the log odds of a share, limited to realistic values."""
    within = min(max(share, _MIN_OCCUPIED_SHARE), _MAX_OCCUPIED_SHARE)
    return float(np.log(within / (1 - within)))


def _shares(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    raised = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _none_probability(meet: NDArray[np.bool_], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability that no adjacent site has a thing: rows of `meet` x columns of `shares`."""
    logs = np.log1p(-shares.clip(0, 1 - 1e-9))
    return np.asarray(np.exp(meet.astype(np.float64) @ logs))


def _neighbour_log_odds(belief: NDArray[np.float64], lonely_road: float) -> NDArray[np.float64]:
    """Return the log odds from neighbours: isolated pieces and adjacent buildings are unlikely."""
    n = len(PATHS)
    roads = belief[:n, _ROAD]
    buildings = belief[n:, _SETTLEMENT] + belief[n:, _CITY]
    shift = np.zeros_like(belief)
    shift[:n, _ROAD] = -lonely_road * _isolation_probability(roads, buildings)
    roadless = _none_probability(_PATH_ENDS.T, roads)
    crowded = 1 - _none_probability(_NEIGHBOURS, buildings.sum(axis=1, keepdims=True))
    for kind in (_SETTLEMENT, _CITY):
        shift[n:, kind] = -_LONELY_BUILDING_LOG_ODDS * roadless - _ADJACENT_BUILDING_LOG_ODDS * crowded
    return shift


def _supply_log_odds(belief: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log odds of each piece by the supply: the more it exceeds the box, the lower."""
    shift = np.zeros_like(belief)
    for kind, columns in KIND_COLUMNS.items():
        over = belief[:, columns].sum(axis=0) - BOX_PIECES[kind]
        shift[:, columns] = -np.clip(over, 0, _MAX_SUPPLY_LOG_ODDS)
    return shift
