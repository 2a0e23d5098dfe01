"""Victory points: final standings, and points by turn."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.api_types import Points
from companion.games.base.api_types import BaseStanding
from companion.games.base.rules.cards import VICTORY_POINT
from companion.games.base.rules.state import SPECIAL_CARD_POINTS, State
from companion.games.base.summary.moments import Moment


def standings(state: State) -> list[BaseStanding]:
    """The players with their points by source: the winner first, then by points.

    Unrevealed victory point cards stay hidden, except the winner's.
    """
    won = state.winners
    seats = sorted(
        range(len(state.players)), key=lambda seat: (seat not in won, -state.open_points(seat), seat)
    )
    return [_player_standing(state, seat) for seat in seats]


def _player_standing(state: State, seat: int) -> BaseStanding:
    player = state.players[seat]
    hidden = state.open_points(seat) - state.public_points(seat)
    return {
        "name": player.name,
        "colour": player.colour,
        "points": state.open_points(seat),
        "of": {
            "settlement": player.settlements.bit_count(),
            "city": 2 * player.cities.bit_count(),
            "longest_road": SPECIAL_CARD_POINTS * (state.longest_road == seat),
            "largest_army": SPECIAL_CARD_POINTS * (state.largest_army == seat),
            "victory_point": player.played[VICTORY_POINT] + hidden,
        },
        "road_length": player.road_length,
        "knights": player.knights,
    }


def points_over_time(moments: Sequence[Moment]) -> list[Points]:
    """Points at the end of each turn; the founding is turn 0, the current turn counts as it is."""
    by_turn: dict[int, State] = {}
    for moment in moments:
        if moment.after.phase in ("founding", "play", "over"):
            by_turn[moment.after.turn] = moment.after
    return [
        {
            "turn": turn,
            "points": {player.colour: state.open_points(seat) for seat, player in enumerate(state.players)},
        }
        for turn, state in sorted(by_turn.items())
    ]
