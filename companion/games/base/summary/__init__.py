"""The summary of a game: statistics that every player may see."""

from __future__ import annotations

from companion.games.api_types import Award
from companion.games.awards import Contest
from companion.games.base.api_types import BaseSummary
from companion.games.base.rules.board_pieces import pieces_on_board
from companion.games.base.rules.events import Event
from companion.games.base.rules.state import State
from companion.games.base.summary.awards import award_list, contests
from companion.games.base.summary.dealings import cards_lost, trades
from companion.games.base.summary.dice import dice_statistics
from companion.games.base.summary.moments import history_moments
from companion.games.base.summary.points import points_over_time, standings
from companion.games.base.summary.production import production_statistics, robber_cost
from companion.games.base.summary.rolls import build_roll_list
from companion.games.base.summary.turns import turn_durations
from companion.games.game_api import GameHistory
from companion.games.roll_list import RollList


def summary(history: GameHistory[State, Event]) -> BaseSummary:
    """The summary of a game as JSON, also of an unfinished one.

    Returns:
        ``players`` (the winner first, then by points), ``winner``, ``winners``, ``turns``, ``seconds``;
        ``points`` by turn; ``dice``: actual and expected; ``production`` by player, resource and hex;
        ``robber``: cards that it blocked; cards ``lost`` to sevens and thefts; ``trades``; ``durations`` of
        turns; ``awards`` of a finished game; the ``layout`` with its ``pieces`` and the robber's hex
        (``robber_at``).
        Colours, resources and hexes are given by id.
    """
    state = history.state
    moments = history_moments(history)
    return {
        "players": standings(state),
        "winner": None if state.winner is None else state.players[state.winner].colour,
        "winners": [state.players[seat].colour for seat in state.winners],
        "turns": state.turn,
        "seconds": round(moments[-1].t - moments[0].t) if moments else 0,
        "points": points_over_time(moments),
        "dice": dice_statistics(moments),
        "production": production_statistics(moments),
        "robber": robber_cost(moments),
        "lost": cards_lost(moments),
        "trades": trades(moments),
        "durations": turn_durations(moments),
        "awards": awards(history),
        "layout": None if state.land is None else state.land.layout.to_json(),
        "pieces": [{"at": at, "kind": kind, "colour": colour} for at, kind, colour in pieces_on_board(state)],
        "robber_at": state.robber,
    }


def roll_list(history: GameHistory[State, Event]) -> RollList:
    """The rolls of a game, with the cards produced by each."""
    return build_roll_list(history_moments(history))


def awards(history: GameHistory[State, Event]) -> list[Award]:
    """The awards of a finished game; empty for an unfinished one."""
    return award_list(history_moments(history)) if history.state.phase == "over" else []


def contest_list(history: GameHistory[State, Event]) -> list[Contest]:
    """The statistics in which players are compared."""
    return list(contests(history_moments(history)))
