"""The public view of the base game as JSON."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from companion.games.base.api_types import (
    BasePlayer,
    BaseRolled,
    BaseStateView,
    ChooseStar,
    ConfirmIsland,
    Found,
    IslandEntered,
    LayIsland,
    MissingCounts,
    PieceStands,
    PiecesToFollow,
    StarredSettlement,
    Takes,
    ToDo,
)
from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.board_pieces import pieces_on_board
from companion.games.base.rules.cards import RESOURCES, cards_to_json, remove
from companion.games.base.rules.events import (
    Event,
    LayoutSet,
    PlaceRoad,
    TakeStartingResources,
    event_to_json,
)
from companion.games.base.rules.friendly_robber import spared_seats_by_hex
from companion.games.base.rules.options import Colour
from companion.games.base.rules.placement import (
    founding_road_sites,
    founding_settlement_sites,
    road_sites,
)
from companion.games.base.rules.roll_deck import has_roll_deck, remaining_cards
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import FOUNDING_PIECES, Player, State, land_of
from companion.games.base.views.available_actions import available_actions
from companion.games.base.views.bank import bank_in_public
from companion.games.base.views.hands import discards, hand_in_public, p_hidden_win, robbable_seats_with_cards
from companion.games.base.views.redaction import redact
from companion.games.game_api import GameHistory
from companion.i18n import message_to_json
from companion.island.geometry import INTERSECTIONS, PATHS
from companion.island.setups import FIRST_GAME_EDITIONS, starred_site, stored_diagram
from companion.rolled_dice import rolled_dice_to_json


def public_view(state: State, belief: Belief, in_doubt: Set[str] = frozenset()) -> BaseStateView:
    """Return the public view: the sizes of hands, and their cards only with open hands.

    Args:
        state: the public state, without secret information.
        belief: the public belief about the hands.
        in_doubt: colours whose pieces or cards may differ from the record.
    """
    layout = None if state.land is None else state.land.layout
    return {
        "phase": state.phase,
        "turn": state.turn,
        "on_turn": state.players[state.active].colour if state.players else None,
        "rolled": state.has_rolled,
        "players": [_player(state, belief, seat, in_doubt) for seat in range(len(state.players))],
        "layout": None if layout is None else layout.to_json(),
        "entered": _entered_island(state) if layout is None else None,
        "departures": [message_to_json(message) for message in (layout or state.island_draft).departures()],
        "doubtful": list(layout.doubtful_hexes()) if layout is not None and not state.buildings() else [],
        "robber": state.robber,
        "pieces": pieces(state),
        "roll": _roll(state),
        "to_do": _to_do(state, belief, in_doubt),
        "may": available_actions(state, belief, in_doubt),
        **bank_in_public(state),
        "development_cards_left": state.deck,
        "roll_cards_left": len(remaining_cards(state)) if has_roll_deck(state.options) else None,
        "may_have_won": p_hidden_win(state, belief),
        "winner": None if state.winner is None else state.players[state.winner].colour,
        "points_to_win": state.options.points_to_win,
        "explained": state.options.explained,
        "turn_seconds": state.options.turn_seconds or None,
        "winners": [state.players[seat].colour for seat in state.winners],
        "ended": state.ended,
    }


def _entered_island(state: State) -> IslandEntered:
    """Return the island while it is not set up: its known and its missing parts."""
    island = state.island_draft
    return {
        "hexes": island.to_json()["hexes"],
        "harbors": {str(path): kind for path, kind in island.placed_harbors},
        "missing": {
            "hexes": list(island.missing_hexes),
            "harbors": {str(kind): count for kind, count in island.missing_harbors.items()},
        },
    }


def _lay_island(state: State) -> LayIsland:
    """Return the missing parts of the island, and the diagrams and random sources that can complete it."""
    island, variable = state.island_draft, state.options.setup == "variable"
    missing: MissingCounts = {
        "hexes": len(island.missing_hexes),
        "tokens": island.missing_tokens,
        "harbors": sum(island.missing_harbors.values()),
    }
    return {
        "kind": "lay_island",
        "missing": missing,
        "editions": list(FIRST_GAME_EDITIONS),
        "draw": variable,
        "pieces": _pieces_to_follow(state),
    }


def _pieces_to_follow(state: State) -> PiecesToFollow | None:
    """Return how the first pieces reach the board after the island; None: they are there already."""
    if state.taking_up is not None:
        return None
    if state.options.setup == "variable":
        return "in_turns"
    island = state.island_draft
    if island.missing_hexes:
        return "as_printed"
    return "as_printed" if stored_diagram(island.layout()) is None else "from_diagram"


def event_in_public(state: State, event: Event) -> dict[str, Any]:
    """Return an event as the public log shows it: bought and stolen cards are secret."""
    return event_to_json(event if state.options.open_hands else redact(event, None))


def _player(state: State, belief: Belief, seat: int, in_doubt: Set[str]) -> BasePlayer:
    player = state.players[seat]
    # During the set-up only a settlement brings cards, when it is recorded.
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
    """Return the pieces on the board."""
    return [{"at": at, "kind": kind, "colour": colour} for at, kind, colour in pieces_on_board(state)]


def _roll(state: State) -> BaseRolled | None:
    dice = state.dice or state.rerolled_seven
    if dice is None:
        return None
    return {
        "dice": rolled_dice_to_json(dice),
        "sum": sum(dice),
        "again": state.dice is None,
        "player": state.players[state.active].colour,
        "takes": [
            {"colour": player.colour, "cards": cards_to_json(cards)}
            for player, cards in zip(state.players, state.production, strict=True)
            if sum(cards)
        ],
        "shortage": [RESOURCES[n] for n in indices(state.shortage)],
    }


def last_roll(believed: BelievedReplay) -> BaseRolled | None:
    """Return the last roll and its production, in the form of ``roll``, even after the turn's end."""
    rolls = (_roll(step.state_after) for step in reversed(believed.steps))
    return next((roll for roll in rolls if roll is not None), None)


def island_to_confirm(history: GameHistory[State, Event]) -> list[ConfirmIsland]:
    """Return the request to confirm an island that was read, until pieces are on it.

    ``doubtful`` lists the hexes that exceed the contents of one box.
    """
    land = history.state.land
    doubtful: list[str] = [] if land is None else [*land.layout.doubtful_hexes()]
    if history.state.phase not in ("founding", "taking_up") or pieces(history.state):
        return []
    return [
        {"kind": "confirm_island", "entry": recorded.number, "doubtful": doubtful}
        for recorded in history.recorded_events
        if isinstance(recorded.event, LayoutSet) and recorded.certainty < 1
    ]


def turn_began(believed: BelievedReplay) -> float | None:
    """Return the session seconds at which the current turn began; None: no turn yet."""
    began = (
        step.record.t for step in reversed(believed.steps) if step.state_before.turn != step.state_after.turn
    )
    return next(began, None) if believed.state.phase == "play" else None


def reserves(believed: BelievedReplay) -> dict[Colour, float] | None:
    """Return each player's reserve in seconds at the start of the current turn; None: the table has none.

    Each earlier turn used up the time beyond the regular turn time.
    """
    state = believed.state
    if not state.options.reserve_seconds or not state.players:
        return None
    left = {player.colour: float(state.options.reserve_seconds) for player in state.players}
    began: tuple[float, Colour] | None = None
    for step in believed.steps:
        before, after, t = step.state_before, step.state_after, step.record.t
        if before.turn == after.turn and after.phase != "over":
            continue
        if began is not None:
            drawn = max(0.0, t - began[0] - state.options.turn_seconds)
            left[began[1]] = round(max(0.0, left[began[1]] - drawn), 1)
        began = (t, after.players[after.active].colour) if after.phase == "play" else None
    return left


def dealt_starting_resources(believed: BelievedReplay) -> list[Takes]:
    """Return the starting resources that were just taken, until another event happens.

    They are those of the player who founded last. In the first game all players take them after all pieces
    are placed, so these are listed one after the other.
    """
    found: list[Takes] = []
    for step in reversed(believed.steps):
        before, after = step.state_before, step.state_after
        starred = isinstance(step.record.event, TakeStartingResources)
        if before.started != after.started and (starred or not found):
            seat = (before.started ^ after.started).bit_length() - 1
            cards = cards_to_json(remove(before.bank, after.bank))
            found.insert(0, {"colour": after.players[seat].colour, "cards": cards})
        if not starred and not (isinstance(step.record.event, PlaceRoad) and not found):
            break
    return found


def _to_do(state: State, belief: Belief, in_doubt: Set[str]) -> list[ToDo]:
    """Return the pending actions in the order in which they are done."""
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
            return [item for seat in range(len(colours)) for item in _first_game_items(state, seat)]
        next_up: Found = {
            "kind": "found",
            "colour": colours[founder],
            "piece": "settlement" if state.last_founded is None else "road",
            "sites": _founding_sites(state),
        }
        if not state.buildings():
            # Players often roll for who begins when all are seated.
            next_up["or"] = [colour for seat, colour in enumerate(colours) if seat != founder]
        return [next_up]
    if state.phase == "over":
        return []
    on_turn = colours[state.active]
    found: list[ToDo] = [*discards(state, belief, in_doubt)]
    if state.robber_due:
        spared = {
            str(h): [colours[seat] for seat in seats]
            for h, seats in spared_seats_by_hex(state, state.active).items()
        }
        found.append({"kind": "move_robber", "colour": on_turn, "spared": spared})
    if victims := robbable_seats_with_cards(state, belief):
        found.append({"kind": "steal", "colour": on_turn, "from": [colours[seat] for seat in victims]})
    if state.free_roads:
        sites: list[str] = [PATHS[n] for n in indices(road_sites(state, state.active))]
        found.append({"kind": "free_roads", "colour": on_turn, "count": state.free_roads, "sites": sites})
    if not state.has_rolled and not found:
        again, fresh = state.rerolled_seven is not None, state.is_just_taken_up
        found.append({"kind": "roll", "colour": on_turn, "again": again, "fresh": fresh})
    return found


def _first_game_items(state: State, seat: int) -> list[ToDo]:
    """Return a player's pending actions in a first game: place the pieces, name the starred settlement."""
    player = state.players[seat]
    pieces_due: Found = {"kind": "found", "colour": player.colour}
    each = FOUNDING_PIECES // 2
    if player.settlements.bit_count() < each:
        return [pieces_due]
    due: list[ToDo] = [] if state.started >> seat & 1 else [_star_choice(state, player)]
    return due if player.roads.bit_count() >= each else [*due, pieces_due]


def _star_choice(state: State, player: Player) -> ChooseStar:
    settlements = [INTERSECTIONS[n] for n in indices(player.settlements)]
    land = land_of(state)
    likely = starred_site(player.colour, settlements, land.layout)
    star: StarredSettlement | None = None
    if likely is not None:
        star = {"at": str(likely), "cards": cards_to_json(land.starting_resources(likely))}
    return {
        "kind": "take_starting_resources",
        "colour": player.colour,
        "sites": [str(at) for at in settlements],
        "likely": star,
    }


def _founding_sites(state: State) -> list[str]:
    """Return the legal sites of the next founding piece."""
    if state.last_founded is None:
        return [INTERSECTIONS[n] for n in indices(founding_settlement_sites(state))]
    return [PATHS[n] for n in indices(founding_road_sites(state, state.last_founded))]
