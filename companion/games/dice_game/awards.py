"""Awards at the end of a dice game, besides the points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.api_types import Award
from companion.games.awards import Contest, choose_awards
from companion.games.dice_game.events import Event
from companion.games.dice_game.state import DiceGameState
from companion.games.game_api import GameHistory
from companion.i18n import plural_sentence, sentence


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
