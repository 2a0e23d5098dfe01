"""The joint posterior of all sites: each site's likelihoods, the rules of building and the box's supply.

The pieces of a game are connected: a road meets a road or building of its colour, a building meets a road,
and no building is adjacent to another; a player has fifteen roads, five settlements, four cities. Each of
these shifts the odds of a site by the current belief about its neighbours, and none forbids anything: a clear
picture wins, even over a board that no game would produce.

The penalty on an isolated road depends on the table. Two hypotheses are compared: the pieces are placed as in
a game, where no road is isolated, or they are scattered. The clear parts of the picture decide between them.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import (
    BOX_PIECES,
    COAST,
    COLOURS,
    ENDS,
    HEXES_BESIDE,
    INTERSECTION_INDEX,
    INTERSECTIONS,
    PATH_INDEX,
    PATHS,
    PATHS_AT,
    SITES,
    PieceColour,
    PieceKind,
    Standing,
    position,
)
from vision.cielab import bgr_to_lab
from vision.lattice import Homography
from vision.pieces import (
    ALLOWED_STANDINGS,
    KIND_COLUMNS,
    SITE_PLACES,
    TURNS,
    cut_close_ups,
    informative_share,
    rotate_vectors,
)

# A box's contents as a prior: the exact posterior of each place's content, over all arrangements.
#
# Two hypotheses are compared: the places hold exactly the box's contents, in any arrangement (the sum over
# all arrangements is exact), or each place holds anything. Where a picture clearly departs from the box's
# contents, the second hypothesis wins and the box has no influence.


PRIOR_DOUBT_SHARE: Final = 0.06
"""Share of a prior's own conclusion, from the box or from a game's rules, that isn't believed: a set may
differ by a few pieces, and nothing unseen may be reported as certain."""


@dataclass(frozen=True)
class BoxPosterior:
    """Posterior of each place's content.

    Attributes:
        shares: n x k probabilities; each row adds up to one.
        box_p: probability that the places hold exactly the box's contents.
    """

    shares: NDArray[np.float64]
    box_p: float


def apply_component_prior(
    likelihoods: NDArray[np.float64], counts: Sequence[int], prior_p: float
) -> BoxPosterior:
    """Combine the likelihoods of places with a box's contents.

    Args:
        likelihoods: n x k, each row proportional to P(the picture of a place | kind), all above 0.
        counts: the number of each of the k kinds in the box; they add up to n.
        prior_p: prior probability that the places hold exactly these.

    Raises:
        ValueError: the counts don't add up to the number of places.
    """
    places = len(likelihoods)
    if sum(counts) != places:
        raise ValueError(f"{sum(counts)} things for {places} places")
    scaled = likelihoods / likelihoods.max(axis=1, keepdims=True)
    prior = np.array(counts, float) / places
    free = scaled * prior
    free_shares = free / free.sum(axis=1, keepdims=True)

    states = _usage_states(tuple(counts))
    # Forward and backward sums: over the contents used by the places before each, and by those after it.
    before, after = np.zeros(states.count), np.zeros(states.count)
    before[0] = after[-1] = 1.0
    for row, steps in zip(scaled, states.steps, strict=True):
        for likelihood, (use, then) in zip(row, steps, strict=True):
            before[then] += likelihood * before[use]
    marginals = np.zeros_like(scaled)
    for place in reversed(range(places)):
        for kind, (use, then) in enumerate(states.steps[place]):
            marginals[place, kind] = scaled[place, kind] * (before[use] @ after[then])
            after[use] += scaled[place, kind] * after[then]
    total = before[-1]
    if total <= 0:
        return BoxPosterior(free_shares, 0.0)
    boxed_shares = marginals / marginals.sum(axis=1, keepdims=True)
    arrangements = _log_factorial(places) - sum(_log_factorial(count) for count in counts)
    boxed_log = float(np.log(total)) - arrangements
    free_log = float(np.log(free.sum(axis=1)).sum())
    odds = np.log(prior_p) + boxed_log - np.log1p(-prior_p) - free_log
    box = float(1 / (1 + np.exp(-np.clip(odds, -500, 500))))
    boxed_shares = (1 - PRIOR_DOUBT_SHARE) * boxed_shares + PRIOR_DOUBT_SHARE * free_shares
    return BoxPosterior(box * boxed_shares + (1 - box) * free_shares, box)


@dataclass(frozen=True)
class _UsageStates:
    """The states of a partly used box: every vector of used counts, by its index.

    Attributes:
        count: the number of vectors; the first has used nothing, the last everything.
        steps: for each place and each kind, two index arrays: the states before that place takes one of that
            kind, and the states after.
    """

    count: int
    steps: tuple[tuple[tuple[NDArray[np.int64], NDArray[np.int64]], ...], ...]


@lru_cache(maxsize=4)
def _usage_states(counts: tuple[int, ...]) -> _UsageStates:
    """Return the states of a box with these counts of each kind."""
    shape = tuple(count + 1 for count in counts)
    used = np.indices(shape).reshape(len(counts), -1)
    strides = [int(np.prod(shape[kind + 1 :])) for kind in range(len(counts))]
    # Before the n-th place, n things are used up.
    places = [np.flatnonzero(used.sum(axis=0) == place) for place in range(sum(counts))]
    steps = []
    for vectors in places:
        rooms = [vectors[used[kind, vectors] < count] for kind, count in enumerate(counts)]
        steps.append(tuple((room, room + stride) for room, stride in zip(rooms, strides, strict=True)))
    return _UsageStates(int(np.prod(shape)), tuple(steps))


def _log_factorial(n: int) -> float:
    return float(np.log(np.arange(1, n + 1)).sum())


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


_MAX_BLUR_SHARE: Final = 0.75
"""Share of bare sites that may carry a piece which is blurred away: chosen by the sure answers about blurred
photos."""


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


def doubt_blurred_sites(likelihoods: NDArray[np.float64], blurred: float) -> NDArray[np.float64]:
    """Return the likelihoods of sites in a picture that may be too blurred to show pieces.

    The networks read a site where a piece is blurred away as bare, with certainty.

    Args:
        likelihoods: n x k, as `vision.pieces.read_sites` gives them for all sites.
        blurred: in [0, 1], how blurred the island is; 1: pieces are blurred away.
    """
    doubted = likelihoods / likelihoods.sum(axis=1, keepdims=True)
    unknown = _MAX_BLUR_SHARE * blurred * doubted[:, :1]
    doubted[:, :1] -= unknown
    return np.asarray(doubted + unknown * ALLOWED_STANDINGS / ALLOWED_STANDINGS.sum(axis=1, keepdims=True))


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


# Suppress roads that are only bare sand: one board's coasts are printed alike, and few of them carry a road.
#
# The network for pieces may read the sand of a printing in warm or vivid inks as an orange road, and pale
# sand as a white road; but then it does so along the whole coast. So a coast that looks like the bare ones of
# the same picture is more likely bare itself. The reverse isn't concluded: a coast that looks different may
# show a pier, a shadow or a neighbour's body.


_HALF_LENGTH_SIDES: Final = 0.2
"""Half the compared length along a path, in hex sides: people place roads up to 0.08 off."""
_STRIPS_SIDES: Final = ((-0.13, -0.05), (-0.06, 0.06), (0.05, 0.13))
"""The compared strips across the path, from the sea's side to the land's, in hex sides."""
_MIDDLE_STRIP: Final = 1
_LEAN_SIDES: Final = 0.08
"""Distance between a road and the middle of its visible part, along the lean, in hex sides."""
_BARE_P: Final = 0.5
_MIN_BARE_COASTS: Final = 6
"""Bare coasts that must be visible: two or three are too few for a rule."""
_MAX_COLOUR_DISTANCE: Final = 8.0
"""Distance in CIE L*a*b* from which on a coast looks like no bare one. A larger value recognises more sand,
and loses more roads that lie off their paths (decision 60)."""
_MAX_BARE_LOG_ODDS: Final = 4.0
"""Log odds of being bare added to a coast that looks exactly like the bare ones."""


_COAST_SITES: Final = np.array([PATH_INDEX[path] for path in COAST])


def _turns_towards_land() -> NDArray[np.float64]:
    """Return the turn of each coastal path's patch, in radians, at which the land lies to the south."""
    land = np.array([position(HEXES_BESIDE[path][0]) for path in COAST]) - SITE_PLACES[_COAST_SITES]
    south = rotate_vectors(land, -TURNS[_COAST_SITES])[:, 1]
    return np.asarray(TURNS[_COAST_SITES] + np.where(south < 0, np.pi, 0.0))


_TURNS: Final = _turns_towards_land()


def suppress_false_coast_roads(
    likelihoods: NDArray[np.float64],
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Correct the likelihoods of coastal sites: a coast with the colour of the bare ones is more likely bare.

    Args:
        likelihoods: 126 x len(STANDINGS), as `vision.pieces.read_sites` gives them for all sites.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper_brightness` gives it.

    Returns:
        The corrected likelihoods, of the same shape; each row keeps its sum.
    """
    rows = likelihoods[_COAST_SITES]
    odds = bare_coast_odds(
        coast_strip_colours(picture, plane, white), rows[:, 0] / rows.sum(axis=1) > _BARE_P
    )
    rows[:, 0] *= odds
    after = likelihoods.copy()
    after[_COAST_SITES] = rows * (likelihoods[_COAST_SITES].sum(axis=1) / rows.sum(axis=1))[:, None]
    return after


def bare_coast_odds(colours: NDArray[np.float64], bare: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return for each of n coasts a factor, at least one, by which its colour raises its odds of being bare.

    Args:
        colours: n x strips x 3, in CIE L*a*b*.
        bare: a mask of n, the coasts that are probably bare.
    """
    odds = np.ones(len(colours))
    for n, look in enumerate(colours):
        others = bare & (np.arange(len(colours)) != n)
        if np.count_nonzero(others) < _MIN_BARE_COASTS:
            continue
        off = np.linalg.norm(look - np.median(colours[others], axis=0), axis=1)
        away = (off[_MIDDLE_STRIP] + off.max()) / 2
        odds[n] = np.exp(_MAX_BARE_LOG_ODDS * max(0.0, 1 - away / _MAX_COLOUR_DISTANCE))
    return odds


def coast_strip_colours(
    picture: NDArray[np.uint8], plane: Homography, white: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the coasts' median colours where a road would be, in the order of `COAST`.

    Returns:
        30 x strips x 3, L*a*b*.
    """
    seen, lean, across = cut_close_ups(picture, plane, _COAST_SITES, white, _TURNS)
    labs = bgr_to_lab(seen.clip(0, 1))
    found = []
    for patch, off in zip(labs, lean, strict=True):
        x, y = (across - by * _LEAN_SIDES for by in off)
        along = np.abs(x) < _HALF_LENGTH_SIDES
        found.append(
            [np.median(patch[(y > low) & (y < high)][:, along], axis=(0, 1)) for low, high in _STRIPS_SIDES]
        )
    return np.array(found)


# Prediction sets: few answers to a doubtful reading, which include the truth 99 times of 100.
#
# A probability says how far the likeliest answer can be believed. The answers to offer a person are another
# question: both of two answers at 60 and 39 %, but only the first of one at 90 % among nineteen at half a
# percent.
#
# The smallest share that may still be the truth is measured for each kind of truth separately, so that a city
# is covered as often as a settlement (label-conditional conformal prediction). `python -m
# tests.score.alternatives` reads pictures of sources that no network has seen and writes
# `data/alternatives.json`.


Question = Literal["terrain", "number", "harbor", "piece", "robber"]
"""The question: a hex's terrain or number, a coastal path's harbor, the piece on a site, the robber's hex."""
AnswerT = TypeVar("AnswerT", bound=Hashable)
OfferThresholds = Mapping[str, Mapping[str, float]]
"""Least share at which an answer is offered, by question and kind of answer (`answer_kind`)."""

COVERAGE_P: Final = 0.99
"""Share of cases in which the truth is among the alternatives. An answer at least this likely is offered
alone."""


def alternatives(
    question: Question, shares: Mapping[AnswerT, float], thresholds: OfferThresholds | None = None
) -> tuple[AnswerT, ...]:
    """Return the few answers that include the truth 99 times of 100, the likeliest first; one if it is clear.

    Args:
        question: the question.
        shares: the probability of every possible answer, with None for nothing; they add up to one.
        thresholds: the least share of each kind of answer; None: those measured.
    """
    first, *others = sorted(shares, key=lambda answer: -shares[answer])
    if shares[first] >= COVERAGE_P:
        return (first,)
    offered = (_measured_thresholds() if thresholds is None else thresholds)[question]
    return (first, *(answer for answer in others if shares[answer] >= offered[answer_kind(question, answer)]))


def add_none_share(shares: Mapping[Any, float]) -> dict[Any, float]:
    """Add None as an answer of its own, with the probability that the shares lack."""
    return {**shares, None: max(0.0, 1 - sum(shares.values()))}


def answer_kind(question: Question, answer: Any) -> str:
    """Return the kind of an answer, as `data/alternatives.json` names it.

    Pieces of all colours are one kind, and so are all hexes of the robber.
    """
    if answer is None:
        return "none"
    if isinstance(answer, Standing):
        return answer.kind
    return "here" if question == "robber" else str(answer)


@cache
def _measured_thresholds() -> OfferThresholds:
    text = resources.files("vision").joinpath("data", "alternatives.json").read_text("utf-8")
    measured: dict[str, dict[str, float]] = json.loads(text)
    return measured
