"""What each event does to the state. Nothing is refused here: people did what they did.

`apply` is total for what can be on the table's sheets, legal or not; that is asked in
`companion.games.dice_game.legality`, before it is applied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.games.dice_game.dice import Face, Piece, after_paying
from companion.games.dice_game.events import Build, EndTurn, Event, GameStarted, Throw, UseKnight
from companion.games.dice_game.state import LEAST_KNIGHTS, POINTS_TO_WIN, State, seated
from companion.i18n import sentence


def apply(state: State, event: Event) -> State:
    """The state after an event.

    Raises:
        ValueError: nobody plays that colour, or the sheet has nothing of that id.
    """
    return _EFFECTS[type(event)](state, event)


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """The state after all the events, from the first on, or on from a state."""
    now = State() if state is None else state
    for event in events:
        now = apply(now, event)
    return now


def check_on_sheet(state: State, piece: Piece, at: str) -> None:
    """See to it that the sheet has a place for a piece.

    Raises:
        ValueError: it has none of that id.
    """
    if at not in state.sheet.needs[piece]:
        raise ValueError(sentence("the sheet has no such place: {place}", place=f"{piece} {at[:20]}"))


def _game_started(_: State, event: GameStarted) -> State:
    return seated(event.players, event.options)


def _throw(state: State, event: Throw) -> State:
    state.seat(event.player)
    return replace(state, throws=state.throws + 1, dice=event.dice, left=event.dice)


def _use_knight(state: State, event: UseKnight) -> State:
    seat = state.seat(event.player)
    check_on_sheet(state, "knight", event.knight)
    after = state.with_player(seat, spent=state.players[seat].spent | {event.knight})
    dice = _turned(state.dice, event)
    return replace(after, dice=dice, left=None if dice is None else _turned(state.left, event))


def _turned(dice: tuple[Face, ...] | None, event: UseKnight) -> tuple[Face, ...] | None:
    """The dice with one turned; None where nobody can say which it was: what they pay is not known then."""
    if dice is None or event.die is None or event.die not in dice:
        return None
    at = dice.index(event.die)
    return (*dice[:at], event.resource, *dice[at + 1 :])


def _build(state: State, event: Build) -> State:
    seat = state.seat(event.player)
    check_on_sheet(state, event.piece, event.at)
    player = state.players[seat]
    built = {**player.built, event.piece: player.built[event.piece] | {event.at}}
    left = state.left
    if left is not None:
        # What could not be paid is marked as a fault; the dice pay what comes after it all the same.
        paid = after_paying(left, event.piece)
        left = left if paid is None else paid
    after = state.with_player(seat, built=built, route=state.route(built["road"]))
    return _scored(replace(after, left=left, has_built=True), seat)


def _scored(state: State, seat: int) -> State:
    """The two special cards go to who earned them by this, and who has ten points by now wins.

    Both are taken from a holder only by strictly more (dice-game-advanced, "Les points de victoire
    particuliers").
    """
    player, players = state.players[seat], state.players
    route, knights = state.longest_route, state.most_knights
    most = state.sheet.least - 1 if route is None else players[route].route
    if player.route > most:
        route = seat
    most = LEAST_KNIGHTS - 1 if knights is None else players[knights].knights
    if player.knights > most:
        knights = seat
    after = replace(state, longest_route=route, most_knights=knights)
    if after.phase == "play" and after.points(seat) >= POINTS_TO_WIN:
        return replace(after, phase="over", winner=seat)
    return after


def _end_turn(state: State, event: EndTurn) -> State:
    """The next player's turn: after the one who passed the dice, whoever that was."""
    seat = state.seat(event.player)
    return replace(
        state,
        turn=state.turn + 1,
        active=(seat + 1) % len(state.players),
        throws=0,
        dice=None,
        left=None,
        has_built=False,
    )


# Each takes its own kind of event, which the type system can't say of a table.
_EFFECTS: Final[Mapping[type, Callable[[State, Any], State]]] = {
    GameStarted: _game_started,
    Throw: _throw,
    UseKnight: _use_knight,
    Build: _build,
    EndTurn: _end_turn,
}
