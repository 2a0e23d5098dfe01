"""What the evening was: a dice game looked back on, in figures."""

from __future__ import annotations

from collections import Counter
from typing import Final

from companion.games.dice_game.awards import given
from companion.games.dice_game.dice import FACES, PIECES
from companion.games.dice_game.events import EndTurn, Event, GameStarted, Throw
from companion.games.dice_game.state import State
from companion.games.dice_game.views import filled, sheet
from companion.games.dice_game.wire import DiceGameStanding, DiceGameSummary, DiceThrown
from companion.games.game_api import GameHistory
from companion.games.wire import Points

_BEFORE: Final = (GameStarted, EndTurn)
"""After these a turn has begun in which nothing happened yet."""


def summary(history: GameHistory[State, Event]) -> DiceGameSummary:
    """A game looked back on, as JSON; of a game that is still on, so far.

    Returns:
        ``players`` (by points, the winner first, with what the points are ``of``, what was ``built``,
        ``route`` and ``spent``), ``winner``, ``turns`` (those in which something happened), ``seconds``,
        ``points`` at the end of each turn, and ``dice``: the ``throws`` that began a turn, whose dice are all
        thrown anew, with how often each of the ``faces`` came (``thrown``) and was to be ``expected``;
        ``awards``, once it is over: what is true of one player alone; the ``sheet``, and what each has
        ``drawn`` in on it.
    """
    state = history.state
    begun = bool(history.recorded) and not isinstance(history.recorded[-1].event, _BEFORE)
    times = [recorded.t for recorded in history.recorded]
    return {
        "players": _standings(state),
        "winner": None if state.winner is None else state.players[state.winner].colour,
        "turns": state.turn if begun or not state.turn else state.turn - 1,
        "seconds": round(max(times) - times[0]) if times else 0,
        "points": _points(history),
        "dice": _dice(history),
        "awards": given(history),
        "sheet": sheet(state),
    }


def _standings(state: State) -> list[DiceGameStanding]:
    seats = range(len(state.players))
    return [
        {
            "name": state.players[seat].name,
            "colour": state.players[seat].colour,
            "points": state.points(seat),
            "of": dict(state.points_of(seat)),
            "built": _built(state, seat),
            "route": state.players[seat].route,
            "spent": len(state.players[seat].spent),
            "drawn": filled(state, seat),
        }
        for seat in sorted(seats, key=lambda seat: (seat != state.winner, -state.points(seat), seat))
    ]


def _built(state: State, seat: int) -> dict[str, int]:
    """How many of each piece; the printed road was built by nobody."""
    built = state.players[seat].built
    return {piece: len(built[piece]) - (piece == "road") for piece in PIECES}


def _points(history: GameHistory[State, Event]) -> list[Points]:
    """Points at the end of each turn, the beginning as turn 0; the newest turn as it stands."""
    by_turn: dict[int, State] = {}
    for step in history.steps:
        # Whoever ends a turn has no more points by that; whoever sits down has played none.
        by_turn[step.before.turn if isinstance(step.event, _BEFORE) else step.after.turn] = step.after
    return [
        {
            "turn": turn,
            "points": {player.colour: state.points(seat) for seat, player in enumerate(state.players)},
        }
        for turn, state in sorted(by_turn.items())
    ]


def _dice(history: GameHistory[State, Event]) -> DiceThrown:
    firsts = [
        step.event.dice for step in history.steps if isinstance(step.event, Throw) and step.before.throws == 0
    ]
    thrown = Counter(face for dice in firsts for face in dice)
    expected = round(thrown.total() / len(FACES), 2)
    return {
        "throws": len(firsts),
        "faces": [{"face": face, "thrown": thrown[face], "expected": expected} for face in FACES],
    }
