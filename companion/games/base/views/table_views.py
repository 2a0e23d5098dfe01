"""What everybody at the table may see of a base game, as JSON."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.cards import RESOURCES, cards_to_json, remove
from companion.games.base.rules.events import (
    Event,
    LayoutSet,
    PlaceRoad,
    TakeStartingResources,
    event_to_json,
)
from companion.games.base.rules.friendly_robber import spared_at
from companion.games.base.rules.on_board import on_board
from companion.games.base.rules.options import Colour
from companion.games.base.rules.placement import (
    founding_road_sites,
    founding_settlement_sites,
    road_sites,
)
from companion.games.base.rules.roll_deck import is_played, left
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State
from companion.games.base.views.available_actions import available_actions
from companion.games.base.views.bank import bank_in_public
from companion.games.base.views.hands import discards, hand_in_public, may_have_won, robbed_of_something
from companion.games.base.views.redaction import redact
from companion.games.base.wire import (
    BasePlayer,
    BaseRolled,
    BaseStateView,
    ConfirmIsland,
    Found,
    IslandEntered,
    LayIsland,
    MissingCounts,
    PieceStands,
    Takes,
    ToDo,
)
from companion.games.game_api import GameHistory
from companion.i18n import message_to_json
from companion.island.geometry import INTERSECTIONS, PATHS
from companion.island.setups import FIRST_GAME_EDITIONS
from companion.thrown import thrown_to_json


def view(state: State, belief: Belief, in_doubt: Set[str] = frozenset()) -> BaseStateView:
    """The public view: hands by their size, their cards only where the table plays open hands.

    Args:
        state: as everybody knows it, without what was told in secret.
        belief: what everybody can know of the hands in it.
        in_doubt: colours whose pieces or cards may be otherwise than told.
    """
    layout = None if state.land is None else state.land.layout
    return {
        "phase": state.phase,
        "turn": state.turn,
        "on_turn": state.players[state.active].colour if state.players else None,
        "rolled": state.rolled,
        "players": [_player(state, belief, seat, in_doubt) for seat in range(len(state.players))],
        "layout": None if layout is None else layout.to_json(),
        "entered": _entered(state) if layout is None else None,
        "departures": [message_to_json(told) for told in (layout or state.entered).departures()],
        "doubtful": list(layout.doubtful()) if layout is not None and not state.buildings() else [],
        "robber": state.robber,
        "pieces": pieces(state),
        "roll": _roll(state),
        "to_do": _to_do(state, belief, in_doubt),
        "may": available_actions(state, belief, in_doubt),
        **bank_in_public(state),
        "development_cards_left": state.deck,
        "roll_cards_left": len(left(state)) if is_played(state.options) else None,
        "may_have_won": may_have_won(state, belief),
        "winner": None if state.winner is None else state.players[state.winner].colour,
        "points_to_win": state.options.points_to_win,
        "explained": state.options.explained,
        "turn_seconds": state.options.turn_seconds or None,
        "winners": [state.players[seat].colour for seat in state.winners],
        "ended": state.ended,
    }


def _entered(state: State) -> IslandEntered:
    """The island that isn't laid yet: what lies on it as far as it was said, and what is missing."""
    island = state.entered
    return {
        "hexes": island.to_json()["hexes"],
        "harbors": {str(path): kind for path, kind in island.lying},
        "missing": {
            "hexes": list(island.missing_hexes),
            "harbors": {str(kind): count for kind, count in island.missing_harbors.items()},
        },
    }


def _lay_island(state: State) -> LayIsland:
    """How much of the island is missing, and which diagrams and lots it can be laid by."""
    island, variable = state.entered, state.options.setup == "variable"
    missing: MissingCounts = {
        "hexes": len(island.missing_hexes),
        "tokens": island.missing_tokens,
        "harbors": sum(island.missing_harbors.values()),
    }
    # In the first game its diagram lies there already.
    editions = list(FIRST_GAME_EDITIONS) if variable else []
    return {"kind": "lay_island", "missing": missing, "editions": editions, "draw": variable}


def event_in_public(state: State, event: Event) -> dict[str, Any]:
    """An event as the log shows it: which card was bought or stolen only those two may know."""
    return event_to_json(event if state.options.open_hands else redact(event, None))


def _player(state: State, belief: Belief, seat: int, in_doubt: Set[str]) -> BasePlayer:
    player = state.players[seat]
    # In the founding cards come with a settlement alone, as soon as that is told.
    doubted = player.colour in in_doubt and state.phase != "founding"
    return {
        "id": player.id,
        "name": player.name,
        "colour": player.colour,
        "resting": player.resting,
        "points": state.open_points(seat),
        **hand_in_public(state, belief, seat, doubted=doubted),
        "development_cards": sum(player.development),
        "knights": player.knights,
        "road_length": player.road_length,
        "longest_road": state.longest_road == seat,
        "largest_army": state.largest_army == seat,
        "left": {
            "road": player.roads_left,
            "settlement": player.settlements_left,
            "city": player.cities_left,
        },
    }


def pieces(state: State) -> list[PieceStands]:
    """What stands on the board."""
    return [{"at": at, "kind": kind, "colour": colour} for at, kind, colour in on_board(state)]


def _roll(state: State) -> BaseRolled | None:
    dice = state.dice or state.set_aside
    if dice is None:
        return None
    return {
        "dice": thrown_to_json(dice),
        "sum": sum(dice),
        "again": state.dice is None,
        "player": state.players[state.active].colour,
        "takes": [
            {"colour": player.colour, "cards": cards_to_json(cards)}
            for player, cards in zip(state.players, state.takes, strict=True)
            if sum(cards)
        ],
        "shortage": [RESOURCES[n] for n in indices(state.shortage)],
    }


def last_roll(believed: BelievedReplay) -> BaseRolled | None:
    """The last roll of a story and what it gave, as ``roll`` is told: also once the dice are passed."""
    rolls = (_roll(step.after) for step in reversed(believed.steps))
    return next((roll for roll in rolls if roll is not None), None)


def island_to_confirm(history: GameHistory[State, Event]) -> list[ConfirmIsland]:
    """Whether an island that was read is right: to be said before pieces stand on it.

    ``doubtful`` are its hexes of which one box can't hold all.
    """
    land = history.state.land
    doubtful: list[str] = [] if land is None else [*land.layout.doubtful()]
    if history.state.phase not in ("founding", "taking_up") or pieces(history.state):
        return []
    return [
        {"kind": "confirm_island", "entry": recorded.number, "doubtful": doubtful}
        for recorded in history.recorded
        if isinstance(recorded.event, LayoutSet) and recorded.certainty < 1
    ]


def turn_began(believed: BelievedReplay) -> float | None:
    """Session seconds at which the turn that is on began: the dice came to who has them; None before that."""
    began = (step.recorded.t for step in reversed(believed.steps) if step.before.turn != step.after.turn)
    return next(began, None) if believed.state.phase == "play" else None


def reserves(believed: BelievedReplay) -> dict[Colour, float] | None:
    """Seconds that each player had in reserve as the turn that is on began; None: the table plays without.

    Each turn before drew on its player's what it took beyond a turn's own time.
    """
    state = believed.state
    if not state.options.reserve_seconds or not state.players:
        return None
    left = {player.colour: float(state.options.reserve_seconds) for player in state.players}
    began: tuple[float, Colour] | None = None
    for step in believed.steps:
        before, after, t = step.before, step.after, step.recorded.t
        if before.turn == after.turn and after.phase != "over":
            continue
        if began is not None:
            drawn = max(0.0, t - began[0] - state.options.turn_seconds)
            left[began[1]] = round(max(0.0, left[began[1]] - drawn), 1)
        began = (t, after.players[after.active].colour) if after.phase == "play" else None
    return left


def dealt(believed: BelievedReplay) -> list[Takes]:
    """Who takes which starting resources, until another does something: the player who founded last; in the
    first game, where they are taken once all pieces stand, everybody who took them, one after the other.
    """
    found: list[Takes] = []
    for step in reversed(believed.steps):
        before, after = step.before, step.after
        starred = isinstance(step.recorded.event, TakeStartingResources)
        if before.started != after.started and (starred or not found):
            seat = (before.started ^ after.started).bit_length() - 1
            cards = cards_to_json(remove(before.bank, after.bank))
            found.insert(0, {"colour": after.players[seat].colour, "cards": cards})
        if not starred and not (isinstance(step.recorded.event, PlaceRoad) and not found):
            break
    return found


def _to_do(state: State, belief: Belief, in_doubt: Set[str]) -> list[ToDo]:
    """What the table waits for, in the order in which it is done."""
    if not state.players:
        return []
    colours = [player.colour for player in state.players]
    if state.phase == "layout":
        return [_lay_island(state)]
    if state.phase == "taking_up":
        return [{"kind": "take_up"}]
    if state.phase == "founding":
        founder = state.founder()
        if founder is None:
            missing = [seat for seat in range(len(colours)) if not state.started >> seat & 1]
            return [{"kind": "found", "colour": colours[seat]} for seat in missing]
        next_up: Found = {
            "kind": "found",
            "colour": colours[founder],
            "piece": "settlement" if state.last_founded is None else "road",
            "sites": _founding_sites(state),
        }
        if not state.buildings():
            # Who begins is often thrown for when all sit already.
            next_up["or"] = [colour for seat, colour in enumerate(colours) if seat != founder]
        return [next_up]
    if state.phase == "over":
        return []
    on_turn = colours[state.active]
    found: list[ToDo] = [*discards(state, belief, in_doubt)]
    if state.robber_due:
        spared = {
            str(h): [colours[seat] for seat in seats] for h, seats in spared_at(state, state.active).items()
        }
        found.append({"kind": "move_robber", "colour": on_turn, "spared": spared})
    if victims := robbed_of_something(state, belief):
        found.append({"kind": "steal", "colour": on_turn, "from": [colours[seat] for seat in victims]})
    if state.free_roads:
        sites: list[str] = [PATHS[n] for n in indices(road_sites(state, state.active))]
        found.append({"kind": "free_roads", "colour": on_turn, "count": state.free_roads, "sites": sites})
    if not state.rolled and not found:
        again, fresh = state.set_aside is not None, state.is_just_taken_up
        found.append({"kind": "roll", "colour": on_turn, "again": again, "fresh": fresh})
    return found


def _founding_sites(state: State) -> list[str]:
    """Where the piece may stand that is founded next."""
    if state.last_founded is None:
        return [INTERSECTIONS[n] for n in indices(founding_settlement_sites(state))]
    return [PATHS[n] for n in indices(founding_road_sites(state, state.last_founded))]
