"""What stands otherwise on the board than the story has it, and how much speaks for it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.cards import PIECES
from companion.games.base.rules.events import EndTurn, Roll, UnseenRoll
from companion.games.base.rules.options import Colour
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State
from companion.games.base.tracker import priors
from companion.games.base.tracker.dues import overtaken
from companion.island.geometry import INTERSECTIONS, PATHS, HexId
from companion.island.pieces import Site, Standing
from companion.observations import BoardSeen

ROBBER: Final[Literal["robber"]] = "robber"


@dataclass(frozen=True)
class Came:
    """A piece on a site where the story has none, or another.

    Attributes:
        place: the site.
        before: what the story has there.
        after: what may stand there.
        gain: log odds of that against what the story has there, by the picture.
        since: session seconds from which it has looked so.
        earliest: from which on it may have stood so, unseen.
    """

    place: Site
    before: Standing | None
    after: Standing
    gain: float
    since: float
    earliest: float


@dataclass(frozen=True)
class Gone:
    """A site is empty on which the story has a piece; fields as of `Came`."""

    place: Site
    before: Standing
    gain: float
    since: float
    earliest: float


@dataclass(frozen=True)
class RobberMoved:
    """The robber on another hex; fields as of `Came`."""

    before: HexId | None
    after: HexId
    gain: float
    since: float
    place: Literal["robber"] = ROBBER

    @property
    def earliest(self) -> float:
        """It is never hidden for long."""
        return self.since


Change = Came | Gone | RobberMoved
Place = Site | Literal["robber"]


def standing(state: State) -> dict[Site, Standing]:
    """What the story has on the board."""
    found: dict[Site, Standing] = {}
    for player in state.players:
        road, settlement, city = (Standing(kind, player.colour) for kind in PIECES)
        found |= {PATHS[n]: road for n in indices(player.roads)}
        found |= {INTERSECTIONS[n]: settlement for n in indices(player.settlements)}
        found |= {INTERSECTIONS[n]: city for n in indices(player.cities)}
    return found


def differences(believed: BelievedReplay, seen: BoardSeen) -> Mapping[Place, tuple[Change, ...]]:
    """By place, all that may be there instead of what the story has there: the likeliest first.

    The places come in the order of how clear they are.
    """
    state = believed.state
    places: dict[Place, tuple[Change, ...]] = {}
    told = standing(state)
    colours = {player.colour: priors.POSSIBLE_P for player in state.players}
    founder = state.founder() if state.phase == "founding" else None
    if founder is not None:
        colours[state.players[founder].colour] = priors.POSSIBLE_IF_DUE_P
    turns = building_times(believed)
    for site, shares in seen.pieces.sites.items():
        before = told.get(site)
        handled = seen.handled.get(site, -math.inf)
        settled = before is not None and before.kind == "settlement"
        replaced = before is not None and settled and _within(turns[before.colour], handled)
        doubted = shares.get(before, 0.0) < (priors.DOUBTED_P if before else priors.DISTURBED_P)
        if founder is None and not replaced and not doubted:
            continue
        since = max(seen.since.get(site, -math.inf), handled)
        when = since, min(since, seen.earliest.get(site, math.inf))
        stirred = before is None and doubted and site in seen.handled
        found = tuple(_pieces(site, before, shares, when, colours, stirred=stirred))
        if before is not None and replaced:
            looked_so = seen.since.get(site, -math.inf) < handled - priors.LOOK_S
            found = tuple(_upgraded(found, site, before, shares, handled, looked_so=looked_so))
        if found:
            places[site] = found
    due = state.robber_due or overtaken(believed) is not None
    robber = tuple(_robbers(state, seen, due=due))
    if robber:
        places[ROBBER] = robber
    clearest = sorted(places.items(), key=lambda item: -item[1][0].gain)[: priors.MOST_PLACES]
    return dict(clearest)


def _pieces(
    site: Site,
    before: Standing | None,
    shares: Mapping[Standing | None, float],
    when: tuple[float, float],
    colours: Mapping[Colour, float],
    *,
    stirred: bool,
) -> Iterator[Came | Gone]:
    for after, share in sorted(shares.items(), key=lambda item: -item[1]):
        least = priors.POSSIBLE_P if after is None else colours.get(after.colour, math.inf)
        if share < (min(least, priors.POSSIBLE_IF_DUE_P) if stirred and least < 1 else least):
            continue
        gain = _gain(share, shares.get(before, 0.0))
        if stirred and after is not None:
            least = priors.BUILDING_STIRRED_LOG_ODDS if after.kind != "road" else -math.inf
            gain = max(gain, least, min(gain + priors.STIRRED_LOG_ODDS, priors.STIRRED_MOST_LOG_ODDS))
        if after is not None and after != before:
            yield Came(site, before, after, gain, *when)
        elif after is None and before is not None:
            yield Gone(site, before, gain, *when)


def _upgraded(
    found: Iterable[Came | Gone],
    site: Site,
    before: Standing,
    shares: Mapping[Standing | None, float],
    handled: float,
    *,
    looked_so: bool,
) -> Iterator[Came | Gone]:
    """What may stand where a hand of the player on turn was at an own settlement: rather a city than else.

    Where it looked like a city before the hand came (`looked_so`), the settlement is misread, and that it
    still looks so says nothing.
    """
    city = Standing("city", before.colour)
    yield from (change for change in found if isinstance(change, Gone) or change.after != city)
    if shares.get(city, 0.0) >= priors.POSSIBLE_IF_DUE_P:
        gain = _gain(shares[city], shares.get(before, 0.0)) + priors.HANDLED_LOG_ODDS
        if looked_so and _likeliest(shares) == city:
            gain = min(gain, priors.HANDLED_AS_BEFORE_LOG_ODDS)
        yield Came(site, before, city, gain, handled, handled)


def _likeliest(shares: Mapping[Standing | None, float]) -> Standing | None:
    return max(shares.items(), key=lambda item: item[1])[0]


def building_times(believed: BelievedReplay) -> Mapping[Colour, tuple[float, float]]:
    """When every player could build in the last round: from the roll on, the player before a little late."""
    turns = {player.colour: (math.inf, -math.inf) for player in believed.state.players}
    rolled = math.inf
    for step in believed.last_turns(len(turns)):
        event = step.recorded.event
        if isinstance(event, Roll | UnseenRoll):
            rolled = step.recorded.t
            turns[event.player] = (rolled, math.inf)
        elif isinstance(event, EndTurn):
            turns[event.player] = (rolled, step.recorded.t + priors.HAND_LATE_S)
            rolled = math.inf
    return turns


def _within(turn: tuple[float, float], t: float) -> bool:
    return turn[0] < t <= turn[1]


def _robbers(state: State, seen: BoardSeen, *, due: bool) -> Iterator[RobberMoved]:
    shares = _sharpened(seen.robber)
    there = shares.get(state.robber, 0.0)
    if there >= priors.DOUBTED_P and not due:
        return
    least = priors.POSSIBLE_IF_DUE_P if due else priors.POSSIBLE_P
    for h, share in sorted(shares.items(), key=lambda item: -item[1]):
        if share < least:
            return
        if h is not None and h != state.robber:
            # Where it has come to be seen most likely, it was put.
            came = priors.SEEN_TO_MOVE_LOG_ODDS if share > there and seen.robber_since > -math.inf else 0.0
            yield RobberMoved(state.robber, h, _gain(share, there) + came, seen.robber_since)


def _sharpened(robber: Mapping[HexId | None, float]) -> Mapping[HexId | None, float]:
    """The reader's doubt about the robber as it has shown to be: less than it says."""
    raised = {h: share**priors.SHARPER_FACTOR for h, share in robber.items()}
    total = sum(raised.values())
    return {h: share / total for h, share in raised.items()}


def _gain(after: float, before: float) -> float:
    return math.log(max(after, priors.LEAST_P) / max(before, priors.LEAST_P))
