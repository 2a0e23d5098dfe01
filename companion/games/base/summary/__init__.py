"""What the evening was: a game looked back on, in figures that everybody at the table may see."""

from __future__ import annotations

from companion.games.awards import Contest
from companion.games.base.rules.events import Event
from companion.games.base.rules.on_board import on_board
from companion.games.base.rules.state import State
from companion.games.base.summary.awards import contests, given
from companion.games.base.summary.dealings import cards_lost, trades
from companion.games.base.summary.dice import dice
from companion.games.base.summary.moments import moments
from companion.games.base.summary.points import points_over_time, standings
from companion.games.base.summary.production import production, robber_cost
from companion.games.base.summary.rolls import rolls
from companion.games.base.summary.turns import turns
from companion.games.base.wire import BaseSummary
from companion.games.game_api import GameHistory
from companion.games.roll_list import RollList
from companion.games.wire import Award


def summary(history: GameHistory[State, Event]) -> BaseSummary:
    """A game looked back on, as JSON; of a game that is still on, so far.

    Returns:
        ``players`` (by points, the winner first), ``winner``, ``winners``, ``turns``, ``seconds``;
        ``points`` over the turns; ``dice`` against expectation; ``production`` by player, resource and hex;
        what the ``robber`` cost; cards ``lost`` to sevens and robbers; ``trades``; ``durations`` of turns;
        ``awards``, once it is over: what is true of one player alone; ``layout``,
        on which the hexes lie, with the ``pieces`` on it and where the robber is (``robber_at``).
        Colours, resources and hexes by their ids.
    """
    state = history.state
    told = moments(history)
    return {
        "players": standings(state),
        "winner": None if state.winner is None else state.players[state.winner].colour,
        "winners": [state.players[seat].colour for seat in state.winners],
        "turns": state.turn,
        "seconds": round(told[-1].t - told[0].t) if told else 0,
        "points": points_over_time(told),
        "dice": dice(told),
        "production": production(told),
        "robber": robber_cost(told),
        "lost": cards_lost(told),
        "trades": trades(told),
        "durations": turns(told),
        "awards": awards(history),
        "layout": None if state.land is None else state.land.layout.to_json(),
        "pieces": [{"at": at, "kind": kind, "colour": colour} for at, kind, colour in on_board(state)],
        "robber_at": state.robber,
    }


def roll_list(history: GameHistory[State, Event]) -> RollList:
    """The rolls of a game, with the cards that were taken for each."""
    return rolls(moments(history))


def awards(history: GameHistory[State, Event]) -> list[Award]:
    """What was true of one player alone, once a game is over; of one that is on, nothing."""
    return given(moments(history)) if history.state.phase == "over" else []


def compared(history: GameHistory[State, Event]) -> list[Contest]:
    """What players are compared in."""
    return list(contests(moments(history)))
