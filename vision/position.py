"""What stands on the whole board: each site's look weighed with what a game allows and the box holds.

Pieces of a game hang together: a road meets a road or building of its colour, a building a road, and
no building stands next to another; a player has fifteen roads, five settlements, four cities. Each
of these shifts the odds of a site by what its neighbours are believed to be, and none forbids: a
picture that is clear has its way, also over a board that no game would come to.

How much a road of no company is doubted rests on the table: two stories are weighed, that the pieces stand
as a game leaves them, where no road is alone, or as somebody strewed them. What is clear of the picture tells
which.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import ENDS, INTERSECTION_INDEX, INTERSECTIONS, PATH_INDEX, PATHS, PATHS_AT
from companion.island.pieces import BOX_PIECES, COLOURS, SITES, PieceColour, PieceKind
from vision.box import SLIP
from vision.pieces import COLUMNS, ROOM, clear

_USUAL: Final[dict[PieceColour, float]] = {
    "red": 0.22, "blue": 0.22, "orange": 0.22, "white": 0.22, "green": 0.06, "brown": 0.06,
}  # fmt: skip
"""How common the colours are: four come in every box, two with the extension for six."""
_LEARNED: Final = 0.6
"""Share of the patches with a piece among those the reader learned from, which leaned it that way."""
_CITIES_PER_SETTLEMENT: Final = 0.6
"""Over a whole game there are fewer cities."""
_FEWEST, _MOST = 0.02, 0.6
_LONELY_ROAD: Final = 2.0
_LONELY_ROAD_IN_GAME: Final = 6.0
"""What speaks against a road that meets nothing of its colour, in log odds: of strewn pieces, and in a game,
where it takes one that was missed beside it, or a slip."""
_LONELY_BUILDING: Final = 1.0
_NEXT_DOOR: Final = 2.5
_MOST_OVER_LOG_ODDS: Final = 3.0
"""By how much, in log odds, a full supply may speak against one more piece."""
_STEPS: Final = 8
_GAME_P: Final = 0.9
"""Probability, before looking, that pieces stand as a game leaves them."""
_ODD_IN_GAME_P: Final = 0.02
_ODD_STREWN_P: Final = 0.25
"""How often a piece stands as no game allows: a lonely road, a building next to another. In a game somebody
slips, or the reader does."""
_HARDLY_GAME_P: Final = 1e-3
"""A story that is less likely isn't told to its end."""

_ROAD, _SETTLEMENT, _CITY = COLUMNS["road"], COLUMNS["settlement"], COLUMNS["city"]
_KIND_ODDS: Final[dict[PieceKind, float]] = {"road": 1.0, "settlement": 1.0, "city": _CITIES_PER_SETTLEMENT}
_PRIOR_ODDS: Final = np.array(
    [1.0, *(len(COLOURS) * _USUAL[colour] * _KIND_ODDS[kind] for kind in BOX_PIECES for colour in COLOURS)]
)
"""Of `vision.pieces.STANDINGS`, relative to what the reader learned from: as many of each kind and colour."""


def _meetings() -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Which paths meet, which intersections lie on which paths, which intersections are neighbours."""
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


_PATHS_MEET, _ENDS, _NEIGHBOURS = _meetings()


def joint_posterior(likelihoods: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities of what stands on every site, all sites considered.

    Args:
        likelihoods: n x k, as `vision.pieces.read_sites` gives them for all sites.

    Returns:
        The same shape; each row adds up to one.
    """
    with np.errstate(divide="ignore"):
        looks = np.log(likelihoods * _PRIOR_ODDS)
    strewn = _settled(looks, _LONELY_ROAD)
    game = _game_share(strewn)
    told = strewn
    if game >= _HARDLY_GAME_P:
        told = game * _settled(looks, _LONELY_ROAD_IN_GAME) + (1 - game) * strewn
    return _unsure_of_the_unseen(told, likelihoods)


def _unsure_of_the_unseen(told: NDArray[np.float64], likelihoods: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of a site that nobody saw, which its likelihoods tell by being even, nothing is told as sure."""
    unseen = 1 - clear(likelihoods, np.arange(len(SITES)))[:, None]
    even = ROOM / ROOM.sum(axis=1, keepdims=True)
    return np.asarray((1 - SLIP * unseen) * told + SLIP * unseen * even)


def _settled(looks: NDArray[np.float64], lonely_road: float) -> NDArray[np.float64]:
    """All sites' logs weighed with each other: each is shifted by what its neighbours came to be believed."""
    belief = _shares(looks)
    for _ in range(_STEPS):
        shift = _company(belief, lonely_road) + _supply(belief)
        shift[:, 1:] += _log_odds(1 - belief[:, 0].mean()) - _log_odds(_LEARNED)
        belief = 0.5 * belief + 0.5 * _shares(looks + shift)
    return belief


def _game_share(belief: NDArray[np.float64]) -> float:
    """Probability that pieces stand as a game leaves them, from how many of them stand otherwise."""
    n = len(PATHS)
    roads, buildings = belief[:n, _ROAD], belief[n:, _SETTLEMENT] + belief[n:, _CITY]
    standing = buildings.sum(axis=1)
    odd = float((roads * _alone(roads, buildings)).sum() + standing @ (1 - _none(_NEIGHBOURS, standing)))
    regular = float(roads.sum() + standing.sum()) - odd
    odds = np.log(_GAME_P / (1 - _GAME_P))
    odds += odd * np.log(_ODD_IN_GAME_P / _ODD_STREWN_P)
    odds += regular * np.log((1 - _ODD_IN_GAME_P) / (1 - _ODD_STREWN_P))
    return float(1 / (1 + np.exp(-np.clip(odds, -50, 50))))


def _alone(roads: NDArray[np.float64], buildings: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely a road of each colour on each path would meet nothing of its colour: paths x colours."""
    return _none(_PATHS_MEET, roads) * _none(_ENDS, buildings)


def _log_odds(share: float) -> float:
    """Of a share, within what a table ever holds."""
    within = min(max(share, _FEWEST), _MOST)
    return float(np.log(within / (1 - within)))


def _shares(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    raised = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _none(meet: NDArray[np.bool_], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probability that none of the sites each meets holds a thing: rows of `meet` x columns of `shares`."""
    logs = np.log1p(-shares.clip(0, 1 - 1e-9))
    return np.asarray(np.exp(meet.astype(np.float64) @ logs))


def _company(belief: NDArray[np.float64], lonely_road: float) -> NDArray[np.float64]:
    """How neighbours shift the odds: lonely pieces and neighbouring buildings are unlikely."""
    n = len(PATHS)
    roads = belief[:n, _ROAD]
    buildings = belief[n:, _SETTLEMENT] + belief[n:, _CITY]
    shift = np.zeros_like(belief)
    shift[:n, _ROAD] = -lonely_road * _alone(roads, buildings)
    roadless = _none(_ENDS.T, roads)
    crowded = 1 - _none(_NEIGHBOURS, buildings.sum(axis=1, keepdims=True))
    for kind in (_SETTLEMENT, _CITY):
        shift[n:, kind] = -_LONELY_BUILDING * roadless - _NEXT_DOOR * crowded
    return shift


def _supply(belief: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much a full supply speaks against each piece: the more, the further the box's number is passed."""
    shift = np.zeros_like(belief)
    for kind, columns in COLUMNS.items():
        over = belief[:, columns].sum(axis=0) - BOX_PIECES[kind]
        shift[:, columns] = -np.clip(over, 0, _MOST_OVER_LOG_ODDS)
    return shift
