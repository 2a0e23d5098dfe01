"""The public view of the base game as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from typing import Any, cast

from companion.games.base import api_types
from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BaseHistory, BaseRecordedEvent, BelievedReplay
from companion.games.base.rules import events
from companion.games.base.rules.cards import (
    RESOURCES,
    UNIDENTIFIED_KIND,
    Cards,
    cards_of_kind,
    cards_to_json,
    remove,
)
from companion.games.base.rules.house_rules import has_roll_deck, remaining_cards, spared_seats_by_hex
from companion.games.base.rules.options import Colour
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import (
    FOUNDING_PIECES,
    Player,
    State,
    evolve,
    founding_road_sites,
    founding_settlement_sites,
    land_of,
    pieces_on_board,
    road_sites,
)
from companion.games.base.views import hands
from companion.games.base.views.available_actions import available_actions
from companion.games.game_api import GameHistory
from companion.i18n import message_to_json
from companion.island.geometry import COLOURS, INTERSECTIONS, PATHS
from companion.island.setups import FIRST_GAME_EDITIONS, starred_site, stored_diagram
from companion.observations import rolled_dice_from_json, rolled_dice_to_json

# Redact the log for a reader: secret cards of other players are left out.
#
# This is the only boundary between secret and public information. All views, messages, questions and refusals
# for a reader are computed from the log as redacted for that reader. This includes the placement of an entry,
# because the order of the log is public. Entries from a player's own phone are secret, even after a
# correction;
# entries on the tablet are public.


def redact(event: events.Event, colour: Colour | None) -> events.Event:
    """Return an event as a player knows it; None: as everybody does.

    Only the buyer knows a bought card, only thief and victim know a stolen one, and only the owner knows a
    hand. The number of cards is public. So are discards, which lie face up in the bank, and trades, which are
    spoken.
    """
    match event:
        case events.BuyDevelopmentCard(player, str()) if player != colour:
            return replace(event, card=None)
        case events.Steal(player, victim, str()) if colour not in (player, victim):
            return replace(event, resource=None)
        case events.ShowHand(player, resources) if player != colour:
            return replace(event, resources=_without_names(resources))
        case events.TakeUp(sides=sides):
            return replace(
                event,
                sides=tuple(
                    side
                    if side.hand is None or side.colour == colour
                    else replace(side, hand=_without_names(side.hand))
                    for side in sides
                ),
            )
    return event


def redacted_history(history: BaseHistory, colour: Colour | None) -> tuple[BaseRecordedEvent, ...]:
    """Return the recorded events as a player knows them; None: as everybody does.

    With open hands nothing is secret. A winner has revealed the victory point cards that count for the win.
    """
    if history.state.options.open_hands or not any(recorded.secret for recorded in history.recorded_events):
        return history.recorded_events
    won = _announced_winner(history)
    found = []
    for recorded in history.recorded_events:
        event = recorded.event
        if recorded.secret and not _is_revealed(event, won):
            event = redact(event, colour)
        found.append(recorded if event is recorded.event else replace(recorded, event=event))
    return tuple(found)


def _announced_winner(history: BaseHistory) -> Colour | None:
    """Return the winner if the win was announced; a win that exists only in a preview is not."""
    state, before = history.state, history.preview_base
    if state.winner is None or state.ended is not None:
        return None
    winner = state.players[state.winner]
    if before is not None:
        had_won = before.state.winner
        if had_won is None or before.state.players[had_won].id != winner.id:
            return None
    return winner.colour


def _is_revealed(event: events.Event, won: Colour | None) -> bool:
    """Return whether the event bought a victory point card of the winner."""
    return (
        isinstance(event, events.BuyDevelopmentCard) and event.player == won and event.card == "victory_point"
    )


def _without_names(cards: Cards) -> Cards:
    """Return the same number of cards, all unidentified."""
    return cards_of_kind(UNIDENTIFIED_KIND, sum(cards))


def public_view(state: State, belief: Belief, in_doubt: Set[str] = frozenset()) -> api_types.BaseStateView:
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
        **hands.bank_in_public(state),
        "development_cards_left": state.deck,
        "roll_cards_left": len(remaining_cards(state)) if has_roll_deck(state.options) else None,
        "may_have_won": hands.p_hidden_win(state, belief),
        "winner": None if state.winner is None else state.players[state.winner].colour,
        "points_to_win": state.options.points_to_win,
        "explained": state.options.explained,
        "turn_seconds": state.options.turn_seconds or None,
        "winners": [state.players[seat].colour for seat in state.winners],
        "ended": state.ended,
    }


def _entered_island(state: State) -> api_types.IslandEntered:
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


def _lay_island(state: State) -> api_types.LayIsland:
    """Return the missing parts of the island, and the diagrams and random sources that can complete it."""
    island, variable = state.island_draft, state.options.setup == "variable"
    missing: api_types.MissingCounts = {
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


def _pieces_to_follow(state: State) -> api_types.PiecesToFollow | None:
    """Return how the first pieces reach the board after the island; None: they are there already."""
    if state.taking_up is not None:
        return None
    if state.options.setup == "variable":
        return "in_turns"
    island = state.island_draft
    if island.missing_hexes:
        return "as_printed"
    return "as_printed" if stored_diagram(island.layout()) is None else "from_diagram"


def event_in_public(state: State, event: events.Event) -> dict[str, Any]:
    """Return an event as the public log shows it: bought and stolen cards are secret."""
    return events.event_to_json(event if state.options.open_hands else redact(event, None))


def _player(state: State, belief: Belief, seat: int, in_doubt: Set[str]) -> api_types.BasePlayer:
    player = state.players[seat]
    # During the set-up only a settlement brings cards, when it is recorded.
    doubted = player.colour in in_doubt and state.phase != "founding"
    return {
        "id": player.id,
        "name": player.name,
        "colour": player.colour,
        "resting": player.resting,
        "points": state.open_points(seat),
        **hands.hand_in_public(state, belief, seat, doubted=doubted),
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


def pieces(state: State) -> list[api_types.PieceStands]:
    """Return the pieces on the board."""
    return [{"at": at, "kind": kind, "colour": colour} for at, kind, colour in pieces_on_board(state)]


def _roll(state: State) -> api_types.BaseRolled | None:
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


def last_roll(believed: BelievedReplay) -> api_types.BaseRolled | None:
    """Return the last roll and its production, in the form of ``roll``, even after the turn's end."""
    rolls = (_roll(step.state_after) for step in reversed(believed.steps))
    return next((roll for roll in rolls if roll is not None), None)


def island_to_confirm(history: GameHistory[State, events.Event]) -> list[api_types.ConfirmIsland]:
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
        if isinstance(recorded.event, events.LayoutSet) and recorded.certainty < 1
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


def dealt_starting_resources(believed: BelievedReplay) -> list[api_types.Takes]:
    """Return the starting resources that were just taken, until another event happens.

    They are those of the player who founded last. In the first game all players take them after all pieces
    are placed, so these are listed one after the other.
    """
    found: list[api_types.Takes] = []
    for step in reversed(believed.steps):
        before, after = step.state_before, step.state_after
        starred = isinstance(step.record.event, events.TakeStartingResources)
        if before.started != after.started and (starred or not found):
            seat = (before.started ^ after.started).bit_length() - 1
            cards = cards_to_json(remove(before.bank, after.bank))
            found.insert(0, {"colour": after.players[seat].colour, "cards": cards})
        if not starred and not (isinstance(step.record.event, events.PlaceRoad) and not found):
            break
    return found


def _to_do(state: State, belief: Belief, in_doubt: Set[str]) -> list[api_types.ToDo]:
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
        next_up: api_types.Found = {
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
    found: list[api_types.ToDo] = [*hands.discards(state, belief, in_doubt)]
    if state.robber_due:
        spared = {
            str(h): [colours[seat] for seat in seats]
            for h, seats in spared_seats_by_hex(state, state.active).items()
        }
        found.append({"kind": "move_robber", "colour": on_turn, "spared": spared})
    if victims := hands.robbable_seats_with_cards(state, belief):
        found.append({"kind": "steal", "colour": on_turn, "from": [colours[seat] for seat in victims]})
    if state.free_roads:
        sites: list[str] = [PATHS[n] for n in indices(road_sites(state, state.active))]
        found.append({"kind": "free_roads", "colour": on_turn, "count": state.free_roads, "sites": sites})
    if not state.has_rolled and not found:
        again, fresh = state.rerolled_seven is not None, state.is_just_taken_up
        found.append({"kind": "roll", "colour": on_turn, "again": again, "fresh": fresh})
    return found


def _first_game_items(state: State, seat: int) -> list[api_types.ToDo]:
    """Return a player's pending actions in a first game: place the pieces, name the starred settlement."""
    player = state.players[seat]
    pieces_due: api_types.Found = {"kind": "found", "colour": player.colour}
    each = FOUNDING_PIECES // 2
    if player.settlements.bit_count() < each:
        return [pieces_due]
    due: list[api_types.ToDo] = [] if state.started >> seat & 1 else [_star_choice(state, player)]
    return due if player.roads.bit_count() >= each else [*due, pieces_due]


def _star_choice(state: State, player: Player) -> api_types.ChooseStar:
    settlements = [INTERSECTIONS[n] for n in indices(player.settlements)]
    land = land_of(state)
    likely = starred_site(player.colour, settlements, land.layout)
    star: api_types.StarredSettlement | None = None
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


# List the public differences that a correction makes.
#
# Each change is JSON, `{"what", "before", "after"}`, with a field for the changed object:
#
# ===================  =====================================================================
# what                 before and after
# ===================  =====================================================================
# `winner`, `on_turn`  a colour or null
# `longest_road`,      a colour or null
# `largest_army`
# `turn`               its number
# `roll`               the dice of the current turn, or null
# `robber`             a hex or null
# `points`, `cards`,   a number; of the player of a `colour`
# `development_cards`,
# `knights`
# `hand`               the same number of cards, but others; both null if hands are hidden
# `piece`              `{"kind", "colour"}` or null; at the site `at`
# ===================  =====================================================================
#
# If the seating changes, colours are those of the corrected game. Players who are only in one of the two
# games are left out.


def diff_states(before: State, after: State) -> list[api_types.BaseDifference]:
    """Return the differences between two states, the most important first."""
    before = _with_current_colours(before, after)
    return [*_table_changes(before, after), *_player_changes(before, after), *_piece_changes(before, after)]


def _with_current_colours(before: State, after: State) -> State:
    """Return a state with the colours that its players have in another one."""
    now = {player.id: player.colour for player in after.players}
    if all(now.get(player.id) == player.colour for player in before.players):
        return before
    # A player who was removed gets a colour that nobody plays now.
    free = iter(colour for colour in COLOURS if colour not in now.values())
    colours = [now[player.id] if player.id in now else next(free) for player in before.players]
    players = zip(before.players, colours, strict=True)
    return evolve(before, players=tuple(evolve(player, colour=colour) for player, colour in players))


def _change(what: str, was: object, now: object, **of: object) -> Iterator[api_types.BaseDifference]:
    if was != now:
        yield cast(api_types.BaseDifference, {"what": what, **of, "before": was, "after": now})


def _table_changes(before: State, after: State) -> Iterator[api_types.BaseDifference]:
    for what in ("winner", "longest_road", "largest_army"):
        yield from _change(what, *(_colour(state, getattr(state, what)) for state in (before, after)))
    yield from _change("on_turn", *(_colour(s, s.active if s.players else None) for s in (before, after)))
    yield from _change("turn", before.turn, after.turn)
    yield from _change("roll", *(state.dice and rolled_dice_to_json(state.dice) for state in (before, after)))
    yield from _change("robber", before.robber, after.robber)


def _colour(state: State, seat: int | None) -> str | None:
    return None if seat is None else state.players[seat].colour


def _player_changes(before: State, after: State) -> Iterator[api_types.BaseDifference]:
    had = {player.colour: _counts(before, seat) for seat, player in enumerate(before.players)}
    has = {player.colour: _counts(after, seat) for seat, player in enumerate(after.players)}
    for colour in had:
        for what in has.get(colour, {}):
            yield from _change(what, had[colour][what], has[colour][what], colour=colour)
    sits = {player.colour: player for player in after.players}
    for one in before.players:
        other = sits.get(one.colour, one)
        if one.hand != other.hand and sum(one.hand) == sum(other.hand):
            seen = [cards_to_json(p.hand) if after.options.open_hands else None for p in (one, other)]
            yield {"what": "hand", "colour": one.colour, "before": seen[0], "after": seen[1]}


def _counts(state: State, seat: int) -> Mapping[str, int]:
    player = state.players[seat]
    return {
        "points": state.open_points(seat),
        "cards": sum(player.hand),
        "development_cards": sum(player.development),
        "knights": player.knights,
    }


def _piece_changes(before: State, after: State) -> Iterator[api_types.BaseDifference]:
    had, has = _pieces_by_site(before.players), _pieces_by_site(after.players)
    for at in sorted({*had, *has}):
        yield from _change("piece", had.get(at), has.get(at), at=at)


def _pieces_by_site(players: tuple[Player, ...]) -> dict[str, dict[str, str]]:
    return {
        ids[n]: {"kind": kind, "colour": player.colour}
        for player in players
        for kind, sites, ids in (
            ("road", player.roads, PATHS),
            ("settlement", player.settlements, INTERSECTIONS),
            ("city", player.cities, INTERSECTIONS),
        )
        for n in indices(sites)
    }


# The base game's use of a panel with buttons, a light and a buzzer, from the public view.


def light_colour(view: Mapping[str, Any]) -> str | None:
    """Return the colour of the player who has to act, or the winner; None: no island yet."""
    founds = next((item["colour"] for item in view["to_do"] if "colour" in item), None)
    by_phase = {"layout": None, "founding": founds, "over": view["winner"]}
    colour: str | None = by_phase.get(view["phase"], view["on_turn"])
    return colour


def next_input(view: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the input that ends the turn, only after the roll, so that a double press skips nobody."""
    return {"kind": events.EndTurn.kind} if view["phase"] == "play" and view["rolled"] else None


def is_seven(event: Mapping[str, Any]) -> bool | None:
    """Return whether the roll is a seven; None: the event is no roll."""
    if event["kind"] != events.Roll.kind:
        return None
    return sum(rolled_dice_from_json(event["dice"]) or ()) == 7
