"""The summary of a dice game, in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.api_types import Award, Contest, Points, choose_awards
from companion.games.dice_game.api_types import DiceGameStanding, DiceGameSummary, DiceThrown
from companion.games.dice_game.events import DiceGameStarted, Event, PassDice, Throw
from companion.games.dice_game.sheet import FACES, PIECES
from companion.games.dice_game.state import DiceGameState
from companion.games.dice_game.views import sheet, sheet_marks
from companion.games.game_api import Cell, GameHistory, RollList
from companion.i18n import plural_sentence, sentence

# Awards at the end of a dice game, besides the points.


def final_awards(history: GameHistory[DiceGameState, Event]) -> list[Award]:
    """Return the awards of a finished game; none while it is in progress."""
    return choose_awards(contests(history)) if history.state.phase == "over" else []


def contests(history: GameHistory[DiceGameState, Event]) -> Iterator[Contest]:
    """Yield the contests in which players are compared, the most interesting first."""
    players = history.state.players
    yield Contest(
        sentence("Best turn"),
        _best_turns(history),
        2,
        lambda count: plural_sentence("{count} point in one turn", "{count} points in one turn", count),
        lambda name: sentence("{name} has the best turns: the most points in one turn", name=name),
    )
    yield Contest(
        sentence("Road builder"),
        {player.colour: player.route for player in players},
        3,
        lambda count: plural_sentence("{count} road in a row", "{count} roads in a row", count),
        lambda name: sentence("{name} builds the longest roads", name=name),
    )
    yield Contest(
        sentence("Strongest army"),
        {player.colour: player.knights for player in players},
        2,
        lambda count: plural_sentence("{count} knight built", "{count} knights built", count),
        lambda name: sentence("{name} builds more knights than the others", name=name),
    )
    yield Contest(
        sentence("Knights that helped"),
        {player.colour: len(player.spent) for player in players},
        1,
        lambda count: plural_sentence(
            "{count} die turned with a knight", "{count} dice turned with knights", count
        ),
    )
    yield Contest(
        sentence("City builder"),
        {player.colour: len(player.built["city"]) for player in players},
        1,
        lambda count: plural_sentence("{count} city", "{count} cities", count),
        lambda name: sentence("{name} builds the most cities", name=name),
    )
    yield Contest(
        sentence("Settler"),
        {player.colour: len(player.built["settlement"]) for player in players},
        1,
        lambda count: plural_sentence("{count} settlement", "{count} settlements", count),
    )


def _best_turns(history: GameHistory[DiceGameState, Event]) -> Counter[str]:
    """Return each colour's highest number of points made in one own turn."""
    made: Counter[tuple[int, str]] = Counter()
    for step in history.steps:
        before, after = step.before, step.after
        if before.players:
            seat = before.active
            made[before.turn, before.players[seat].colour] += after.points(seat) - before.points(seat)
    best: Counter[str] = Counter()
    for (_, colour), points in made.items():
        best[colour] = max(best[colour], points)
    return best


_TURN_STARTERS: Final = (DiceGameStarted, PassDice)
"""Events after which a new turn has begun, still without actions."""


def summary(history: GameHistory[DiceGameState, Event]) -> DiceGameSummary:
    """Return the summary of a game as JSON, also of one in progress.

    Returns:
        ``players`` (the winner first, then by points; each with the points by source ``of``, the number
        ``built`` of each piece, ``route`` and ``spent``), ``winner``, ``turns`` (those with an action),
        ``seconds``, ``points`` at the end of each turn, ``dice``: the first ``throws`` of each turn, in which
        all dice are thrown, with the actual (``thrown``) and the ``expected`` count of each of the ``faces``;
        ``awards``, once the game is over; the ``sheet``, and the pieces ``drawn`` in on each player's.
    """
    state = history.state
    begun = bool(history.recorded_events) and not isinstance(
        history.recorded_events[-1].event, _TURN_STARTERS
    )
    times = [recorded.t for recorded in history.recorded_events]
    return {
        "players": _standings(state),
        "winner": None if state.winner is None else state.players[state.winner].colour,
        "turns": state.turn if begun or not state.turn else state.turn - 1,
        "seconds": round(max(times) - times[0]) if times else 0,
        "points": _points_by_turn(history),
        "dice": _face_statistics(history),
        "awards": final_awards(history),
        "sheet": sheet(state),
    }


def _standings(state: DiceGameState) -> list[DiceGameStanding]:
    seats = range(len(state.players))
    return [
        {
            "name": state.players[seat].name,
            "colour": state.players[seat].colour,
            "points": state.points(seat),
            "of": dict(state.points_of(seat)),
            "built": _count_built(state, seat),
            "route": state.players[seat].route,
            "spent": len(state.players[seat].spent),
            "drawn": sheet_marks(state, seat),
        }
        for seat in sorted(seats, key=lambda seat: (seat != state.winner, -state.points(seat), seat))
    ]


def _count_built(state: DiceGameState, seat: int) -> dict[str, int]:
    """Return the number built of each piece, without the printed road."""
    built = state.players[seat].built
    return {piece: len(built[piece]) - (piece == "road") for piece in PIECES}


def _points_by_turn(history: GameHistory[DiceGameState, Event]) -> list[Points]:
    """Return the points at the end of each turn, with the beginning as turn 0, and those so far."""
    by_turn: dict[int, DiceGameState] = {}
    for step in history.steps:
        # Passing the dice changes no points; the event that seats the players belongs to turn 0.
        by_turn[step.before.turn if isinstance(step.event, _TURN_STARTERS) else step.after.turn] = step.after
    return [
        {
            "turn": turn,
            "points": {player.colour: state.points(seat) for seat, player in enumerate(state.players)},
        }
        for turn, state in sorted(by_turn.items())
    ]


def _face_statistics(history: GameHistory[DiceGameState, Event]) -> DiceThrown:
    firsts = [
        step.event.dice for step in history.steps if isinstance(step.event, Throw) and step.before.throws == 0
    ]
    thrown = Counter(face for dice in firsts for face in dice)
    expected = round(thrown.total() / len(FACES), 2)
    return {
        "throws": len(firsts),
        "faces": [{"face": face, "thrown": thrown[face], "expected": expected} for face in FACES],
    }


# The throws of the resource dice as a table.


_THROW_COLUMNS: Final = ("roll", "turn", "throw", "seconds", "player", "colour")


def rolls(history: GameHistory[DiceGameState, Event]) -> RollList:
    """Return the throws of a game.

    Returns:
        One row for each throw: its number, the turn, its number within the turn, seconds since the game
            began, the player, and the count of each face, including dice that were set aside.
    """
    rows: list[tuple[Cell, ...]] = []
    for step in history.steps:
        if not isinstance(step.event, Throw):
            continue
        colour, dice = step.event.player, step.event.dice
        names = {player.colour: player.name for player in step.after.players}
        seconds = round(step.recorded.t - history.steps[0].recorded.t)
        row = (len(rows) + 1, step.after.turn, step.after.throws, seconds, names.get(colour), colour)
        rows.append((*row, *(dice.count(face) for face in FACES)))
    return RollList((*_THROW_COLUMNS, *FACES), tuple(rows))
