"""The effect of each event on the state. Nothing is refused here: the events did happen.

`apply` accepts every event that the sheets permit, legal or not; `companion.games.dice_game.legality` checks
legality before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.games import history_inputs
from companion.games.dice_game.events import Build, DiceGameStarted, Event, PassDice, Throw, UseKnight
from companion.games.dice_game.sheet import Face, Piece, remaining_dice
from companion.games.dice_game.state import MIN_KNIGHTS, POINTS_TO_WIN, DiceGameState, start_state
from companion.games.game_api import GameHistory, Reattribute, Replace
from companion.games.history_inputs import Seating
from companion.games.replay import RecordedEvent
from companion.i18n import sentence


def apply(state: DiceGameState, event: Event) -> DiceGameState:
    """Return the state after an event.

    Raises:
        ValueError: nobody plays that colour, or the sheet has nothing of that id.
    """
    return _EFFECTS[type(event)](state, event)


def fold(events: Iterable[Event], state: DiceGameState | None = None) -> DiceGameState:
    """Return the state after all the events, starting from `state` or from the beginning."""
    now = DiceGameState() if state is None else state
    for event in events:
        now = apply(now, event)
    return now


def check_on_sheet(state: DiceGameState, piece: Piece, at: str) -> None:
    """Check that the sheet has a place for a piece.

    Raises:
        ValueError: it has none of that id.
    """
    if at not in state.sheet.prerequisites[piece]:
        raise ValueError(sentence("the sheet has no such place: {place}", place=f"{piece} {at[:20]}"))


def _game_started(_: DiceGameState, event: DiceGameStarted) -> DiceGameState:
    return start_state(event.players, event.options)


def _throw(state: DiceGameState, event: Throw) -> DiceGameState:
    state.seat(event.player)
    return replace(
        state, throws=state.throws + 1, dice_entered=True, dice=event.dice, unspent_dice=event.dice
    )


def _use_knight(state: DiceGameState, event: UseKnight) -> DiceGameState:
    seat = state.seat(event.player)
    check_on_sheet(state, "knight", event.knight)
    after = state.with_player(seat, spent=state.players[seat].spent | {event.knight})
    dice = _turn_die(state.dice, event)
    return replace(
        after, dice=dice, unspent_dice=None if dice is None else _turn_die(state.unspent_dice, event)
    )


def _turn_die(dice: tuple[Face, ...] | None, event: UseKnight) -> tuple[Face, ...] | None:
    """Return the dice with one turned; None if the turned die, and so the rest, is unknown."""
    if dice is None or event.die is None or event.die not in dice:
        return None
    at = dice.index(event.die)
    return (*dice[:at], event.resource, *dice[at + 1 :])


def _build(state: DiceGameState, event: Build) -> DiceGameState:
    seat = state.seat(event.player)
    check_on_sheet(state, event.piece, event.at)
    player = state.players[seat]
    built = {**player.built, event.piece: player.built[event.piece] | {event.at}}
    left = state.unspent_dice
    if left is not None:
        # An unpaid piece is flagged as a violation; the dice still pay for later pieces.
        paid = remaining_dice(left, event.piece)
        left = left if paid is None else paid
    after = state.with_player(seat, built=built, route=state.route(built["road"]))
    return _update_special_cards(replace(after, unspent_dice=left, has_built=True), seat)


def _update_special_cards(state: DiceGameState, seat: int) -> DiceGameState:
    """Assign the two special cards after a build, and declare the player with ten points the winner.

    A holder loses a card only to a strictly higher count. A route counts for its card once the player has
    built the road with the cross: a route of five along a side road has not reached it
    (dice-game-advanced, "Les points de victoire particuliers").
    """
    player, players = state.players[seat], state.players
    route, knights = state.longest_route, state.most_knights
    most = state.sheet.min_route_length - 1 if route is None else players[route].route
    if player.route > most and state.reached_cross(seat):
        route = seat
    most = MIN_KNIGHTS - 1 if knights is None else players[knights].knights
    if player.knights > most:
        knights = seat
    after = replace(state, longest_route=route, most_knights=knights)
    if after.phase == "play" and after.points(seat) >= POINTS_TO_WIN:
        return replace(after, phase="over", winner=seat)
    return after


def _end_turn(state: DiceGameState, event: PassDice) -> DiceGameState:
    """Start the turn of the player after the one who passed the dice, even out of turn."""
    seat = state.seat(event.player)
    return replace(
        state,
        turn=state.turn + 1,
        active=(seat + 1) % len(state.players),
        throws=0,
        dice=None,
        unspent_dice=None,
        has_built=False,
    )


# Each function accepts one kind of event; the type of a mapping can't express that.
_EFFECTS: Final[Mapping[type, Callable[[DiceGameState, Any], DiceGameState]]] = {
    DiceGameStarted: _game_started,
    Throw: _throw,
    UseKnight: _use_knight,
    Build: _build,
    PassDice: _end_turn,
}


# Corrections of the seating in a dice game: other colours or places, and the events to rewrite.
#
# Events of the active player are reattributed to the active player under the corrected order. All other
# events follow the seat to its corrected colour.


def reseat(
    history: GameHistory[DiceGameState, Event], recorded: RecordedEvent[Event], event: DiceGameStarted
) -> tuple[Replace[Event] | Reattribute[Event], ...]:
    """Return the corrections that change a game's seating.

    Args:
        history: the game so far.
        recorded: the recorded event that started the game.
        event: its replacement.

    Raises:
        InputRefused: a player is removed whom the log mentions.
    """
    started = recorded.event
    assert isinstance(started, DiceGameStarted)
    seating = Seating(started.players, event.players)
    return history_inputs.reseat(history, recorded, event, seating, DiceGameState(), apply, _rewrite_event)


def _rewrite_event(
    recorded: RecordedEvent[Event], before: DiceGameState, after: DiceGameState, seating: Seating
) -> Event:
    event = recorded.event
    if isinstance(event, DiceGameStarted):
        return event
    if event.player == before.players[before.active].colour:
        return replace(event, player=after.players[after.active].colour)
    return replace(event, player=seating.map_player(event.player))
