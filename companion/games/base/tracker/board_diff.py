"""Compare the board reading with the recorded state: possible changes with their log odds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from companion.games.base.belief.believed_replay import BaseRecordedEvent, BelievedReplay, BelievedStep
from companion.games.base.rules import events
from companion.games.base.rules.cards import PIECES, UNIDENTIFIED_KIND, cards_of_kind
from companion.games.base.rules.options import Colour
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State
from companion.games.base.tracker import priors
from companion.games.game_api import GameHistory
from companion.island.geometry import INTERSECTIONS, PATHS, HexId, PieceKind, Site, Standing
from companion.observations import BoardSeen

# Events that must have happened before later ones, although nobody saw or reported them.


def due_discards(state: State) -> list[events.Event]:
    """Return the due discards for a seven: all later events come after them."""
    return [
        events.Discard(player.colour, cards_of_kind(UNIDENTIFIED_KIND, owed))
        for player, owed in zip(state.players, state.discards_due, strict=True)
        if owed
    ]


def certain_robbery(state: State) -> list[events.Event]:
    """Return the theft that follows from the robber's position, if only one player can be robbed."""
    if not state.steal_due:
        return []
    victims = state.robbable_seats(state.active)
    if len(victims) != 1:
        return []
    return [events.Steal(state.players[state.active].colour, state.players[victims[0]].colour)]


def find_step_after_missed_robber(believed: BelievedReplay) -> BelievedStep | None:
    """Return the first step of this or the last turn that comes after a missing robber move."""
    for step in believed.last_turns(2):
        if step.state_before.robber_due and not isinstance(
            step.record.event, events.Discard | events.MoveRobber
        ):
            return step
    return None


ROBBER: Final[Literal["robber"]] = "robber"


@dataclass(frozen=True)
class PieceAdded:
    """A piece on a site that is empty, or has another piece, in the recorded state.

    Attributes:
        place: the site.
        before: the recorded piece; None: the site is empty.
        after: the piece that may be there.
        gain: log odds of `after` against `before`, by the image.
        since: session seconds since when the site has looked like this.
        earliest_s: session seconds since when the piece may have been there, unseen.
    """

    place: Site
    before: Standing | None
    after: Standing
    gain: float
    since: float
    earliest_s: float


@dataclass(frozen=True)
class PieceRemoved:
    """A site that is empty, but has a piece in the recorded state; fields as in `PieceAdded`."""

    place: Site
    before: Standing
    gain: float
    since: float
    earliest_s: float


@dataclass(frozen=True)
class RobberMoved:
    """The robber on another hex; fields as in `PieceAdded`."""

    before: HexId | None
    after: HexId
    gain: float
    since: float
    place: Literal["robber"] = ROBBER

    @property
    def earliest_s(self) -> float:
        """The same as `since`: the robber is never hidden for long."""
        return self.since


Change = PieceAdded | PieceRemoved | RobberMoved
Place = Site | Literal["robber"]


def pieces_on_board(state: State) -> dict[Site, Standing]:
    """Return the recorded pieces by site."""
    found: dict[Site, Standing] = {}
    for player in state.players:
        road, settlement, city = (Standing(kind, player.colour) for kind in PIECES)
        found |= {PATHS[n]: road for n in indices(player.roads)}
        found |= {INTERSECTIONS[n]: settlement for n in indices(player.settlements)}
        found |= {INTERSECTIONS[n]: city for n in indices(player.cities)}
    return found


def diff_board(believed: BelievedReplay, seen: BoardSeen) -> Mapping[Place, tuple[Change, ...]]:
    """Return the possible changes by place, the likeliest first.

    The places are sorted by the log odds of their likeliest change.
    """
    state = believed.state
    places: dict[Place, tuple[Change, ...]] = {}
    recorded = pieces_on_board(state)
    colours = {player.colour: priors.POSSIBLE_P for player in state.players}
    founder = state.founder() if state.phase == "founding" else None
    if founder is not None:
        colours[state.players[founder].colour] = priors.POSSIBLE_IF_DUE_P
    turns = building_times(believed)
    for site, shares in seen.pieces.sites.items():
        before = recorded.get(site)
        handled = seen.handled.get(site, -math.inf)
        settled = before is not None and before.kind == "settlement"
        replaced = before is not None and settled and _is_within(turns[before.colour], handled)
        doubted = shares.get(before, 0.0) < (priors.DOUBTED_P if before else priors.DISTURBED_P)
        if founder is None and not replaced and not doubted:
            continue
        since = max(seen.since.get(site, -math.inf), handled)
        when = since, min(since, seen.earliest.get(site, math.inf))
        stirred = before is None and doubted and site in seen.handled
        found = tuple(_piece_changes(site, before, shares, when, colours, stirred=stirred))
        if before is not None and replaced:
            looked_so = seen.since.get(site, -math.inf) < handled - priors.LOOK_S
            hand = hand_log_odds(seen, site, before.colour, turns)
            found = tuple(_upgrade_changes(found, site, before, shares, handled, hand, looked_so=looked_so))
        if found:
            places[site] = found
    due = state.robber_due or find_step_after_missed_robber(believed) is not None
    robber = tuple(_robber_moves(state, seen, due=due))
    if robber:
        places[ROBBER] = robber
    clearest = sorted(places.items(), key=lambda item: -item[1][0].gain)[: priors.MAX_PLACES]
    return dict(clearest)


def _piece_changes(
    site: Site,
    before: Standing | None,
    shares: Mapping[Standing | None, float],
    when: tuple[float, float],
    colours: Mapping[Colour, float],
    *,
    stirred: bool,
) -> Iterator[PieceAdded | PieceRemoved]:
    for after, share in sorted(shares.items(), key=lambda item: -item[1]):
        least = priors.POSSIBLE_P if after is None else colours.get(after.colour, math.inf)
        if share < (min(least, priors.POSSIBLE_IF_DUE_P) if stirred and least < 1 else least):
            continue
        gain = _log_odds(share, shares.get(before, 0.0))
        if stirred and after is not None:
            least = priors.MIN_STIRRED_BUILDING_LOG_ODDS if after.kind != "road" else -math.inf
            gain = max(gain, least, min(gain + priors.STIRRED_LOG_ODDS, priors.MAX_STIRRED_LOG_ODDS))
        if after is not None and after != before:
            yield PieceAdded(site, before, after, gain, *when)
        elif after is None and before is not None:
            yield PieceRemoved(site, before, gain, *when)


def _upgrade_changes(
    found: Iterable[PieceAdded | PieceRemoved],
    site: Site,
    before: Standing,
    shares: Mapping[Standing | None, float],
    handled: float,
    hand: float,
    *,
    looked_so: bool,
) -> Iterator[PieceAdded | PieceRemoved]:
    """Yield the possible pieces on the active player's settlement that a hand touched.

    A hand of the active player makes a city likelier, by the log odds `hand`. If the site looked like a city
    before the hand came (`looked_so`), the settlement is misread, and its look is no evidence.
    """
    city = Standing("city", before.colour)
    yield from (change for change in found if isinstance(change, PieceRemoved) or change.after != city)
    if shares.get(city, 0.0) >= priors.POSSIBLE_IF_DUE_P:
        gain = _log_odds(shares[city], shares.get(before, 0.0)) + hand
        if looked_so and _likeliest_piece(shares) == city:
            gain = min(gain, priors.HANDLED_AS_BEFORE_LOG_ODDS)
        yield PieceAdded(site, before, city, gain, handled, handled)


def hand_log_odds(
    seen: BoardSeen, site: Site, colour: Colour, turns: Mapping[Colour, tuple[float, float]]
) -> float:
    """Return the log odds by which a hand makes a player's settlement a city; `turns`: `building_times`."""
    if not _is_within(turns[colour], seen.handled.get(site, -math.inf)):
        return 0.0
    # It looks like a settlement, but not since an earlier turn: the site was empty for a moment.
    again = _likeliest_piece(seen.pieces.sites[site]) == Standing("settlement", colour)
    lifted = again and _is_within(turns[colour], seen.since.get(site, -math.inf))
    return priors.REPLACED_LOG_ODDS if lifted else priors.HANDLED_LOG_ODDS


def _likeliest_piece(shares: Mapping[Standing | None, float]) -> Standing | None:
    return max(shares.items(), key=lambda item: item[1])[0]


def building_times(believed: BelievedReplay) -> Mapping[Colour, tuple[float, float]]:
    """Return the time in which each player could build in the last round.

    It begins with the roll and ends a little after the turn's end.
    """
    turns = {player.colour: (math.inf, -math.inf) for player in believed.state.players}
    rolled = math.inf
    for step in believed.last_turns(len(turns)):
        event = step.record.event
        if isinstance(event, events.Roll | events.UnseenRoll):
            rolled = step.record.t
            turns[event.player] = (rolled, math.inf)
        elif isinstance(event, events.EndTurn):
            turns[event.player] = (rolled, step.record.t + priors.HAND_LATE_S)
            rolled = math.inf
    return turns


def _is_within(turn: tuple[float, float], t: float) -> bool:
    return turn[0] < t <= turn[1]


def _robber_moves(state: State, seen: BoardSeen, *, due: bool) -> Iterator[RobberMoved]:
    shares = _sharpen_robber(seen.robber)
    there = shares.get(state.robber, 0.0)
    if there >= priors.DOUBTED_P and not due:
        return
    least = priors.POSSIBLE_IF_DUE_P if due else priors.POSSIBLE_P
    for h, share in sorted(shares.items(), key=lambda item: -item[1]):
        if share < least:
            return
        if h is not None and h != state.robber:
            # It was placed on the hex that has become the likeliest.
            came = priors.SEEN_TO_MOVE_LOG_ODDS if share > there and seen.robber_since > -math.inf else 0.0
            yield RobberMoved(state.robber, h, _log_odds(share, there) + came, seen.robber_since)


def _sharpen_robber(robber: Mapping[HexId | None, float]) -> Mapping[HexId | None, float]:
    """Sharpen the robber reader's distribution, because it is underconfident."""
    raised = {h: share**priors.ROBBER_SHARPENING_EXPONENT for h, share in robber.items()}
    total = sum(raised.values())
    return {h: share / total for h, share in raised.items()}


def _log_odds(after: float, before: float) -> float:
    return math.log(max(after, priors.MIN_READING_P) / max(before, priors.MIN_READING_P))


# The pieces and the robber position that are certain by the rules or by reports, not by their appearance.


def certain_buildings(history: GameHistory[State, events.Event]) -> Mapping[Site, Standing]:
    """Return the settlements and cities whose kind is known from the rules or from people.

    During the founding all buildings are settlements. Later ones count if people entered or confirmed them;
    otherwise their kind is only what the camera read.
    """
    kinds: dict[Site, PieceKind] = {}
    for step in history.steps:
        event, reported = step.event, step.recorded.certainty == 1
        if isinstance(event, events.TakeUp) and reported:
            kinds |= {placed.at: placed.kind for placed in event.pieces or ()}
        elif isinstance(event, events.PlaceSettlement) and (reported or step.before.phase == "founding"):
            kinds[event.at] = "settlement"
        elif isinstance(event, events.PlaceCity) and reported:
            kinds[event.at] = "city"
    # A settlement that a camera recorded as a city is a city in the state.
    return {site: one for site, one in pieces_on_board(history.state).items() if kinds.get(site) == one.kind}


def certain_robber(history: GameHistory[State, events.Event]) -> HexId | None:
    """Return the robber's hex by the rules or as people reported it; None: a camera recorded it."""
    for step in reversed(history.steps):
        if isinstance(step.event, events.MoveRobber | events.TakeUp):
            return history.state.robber if step.recorded.certainty == 1 else None
    return history.state.robber


# Suppress changes that people have rejected, until a hand changes the same place again.
#
# A misread piece keeps being misread, and a piece that was deleted on the page may stay on the board for a
# moment. Neither is recorded again while it looks the same as when it was rejected.


def drop_retracted(
    believed: BelievedReplay, places: Mapping[Place, tuple[Change, ...]]
) -> Mapping[Place, tuple[Change, ...]]:
    """Return the places without those whose likeliest change was rejected and has looked the same since."""
    if not believed.retractions:
        return places
    return {
        place: changes
        for place, changes in places.items()
        if not any(_matches(retraction, changes[0]) for retraction in believed.retractions)
    }


def _matches(retraction: BaseRecordedEvent, change: Change) -> bool:
    retracted_at = retraction.retracted_at
    if isinstance(change, PieceRemoved) or retracted_at is None or retracted_at < change.since:
        return False
    match retraction.event:
        case events.PlaceRoad(player, at):
            return _is_added(change, at, Standing("road", player))
        case events.PlaceSettlement(player, at):
            return _is_added(change, at, Standing("settlement", player))
        case events.PlaceCity(player, at):
            return _is_added(change, at, Standing("city", player))
        case events.MoveRobber(_, to):
            return isinstance(change, RobberMoved) and change.after == to
        case _:
            return False


def _is_added(change: PieceAdded | RobberMoved, at: Site, standing: Standing) -> bool:
    return isinstance(change, PieceAdded) and (change.place, change.after) == (at, standing)
