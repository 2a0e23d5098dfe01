"""The summary of a game: statistics that every player may see."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from companion.games.api_types import Award, Contest, Points, choose_awards
from companion.games.base import api_types
from companion.games.base.rules import events
from companion.games.base.rules.cards import RESOURCES, VICTORY_POINT, Cards, cards_to_json
from companion.games.base.rules.options import Colour
from companion.games.base.rules.production import COMBINATION_COUNT, COMBINATIONS_BY_SUM
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import SPECIAL_CARD_POINTS, State, pieces_on_board
from companion.games.game_api import Cell, GameHistory, RollList
from companion.i18n import plural_sentence, sentence
from companion.island.geometry import HexId

# The history as moments: each event with its time and the states around it.


@dataclass(frozen=True)
class Moment:
    """One event.

    Attributes:
        t: session seconds, nondecreasing even if events were entered late.
        event: the event.
        before, after: the states before and after it.
    """

    t: float
    event: events.Event
    before: State
    after: State


def history_moments(history: GameHistory[State, events.Event]) -> tuple[Moment, ...]:
    """Every event of a history, in the order in which they happened."""
    # An event entered late still happened after its predecessors, so times never decrease.
    times = accumulate((step.recorded.t for step in history.steps), max, initial=0.0)
    next(times)
    return tuple(
        Moment(t, step.event, step.before, step.after) for t, step in zip(times, history.steps, strict=True)
    )


# Statistics of trades, discards and thefts.


def trades(moments: Sequence[Moment]) -> api_types.TradeCounts:
    """Numbers of recorded trades: by pair of players, and by player with the bank."""
    domestic: dict[str, Counter[str]] = defaultdict(Counter)
    maritime: Counter[str] = Counter()
    for moment in moments:
        match moment.event:
            case events.DomesticTrade(player, partner):
                domestic[player][partner] += 1
                domestic[partner][player] += 1
            case events.MaritimeTrade(player):
                maritime[player] += 1
            case _:
                pass
    return {
        "domestic": {colour: dict(partners) for colour, partners in domestic.items()},
        "maritime": dict(maritime),
    }


def cards_lost(moments: Sequence[Moment]) -> dict[str, dict[str, int]]:
    """Cards ``discarded`` on sevens, ``stolen`` from the player, and ``robbed`` by the player, by colour."""
    lost: dict[str, Counter[str]] = defaultdict(Counter)
    for moment in moments:
        match moment.event:
            case events.Discard(player, resources):
                lost[player]["discarded"] += sum(resources)
            case events.Steal(player, str(victim)):
                lost[victim]["stolen"] += 1
                lost[player]["robbed"] += 1
            case _:
                pass
    return {colour: dict(counts) for colour, counts in lost.items()}


# Dice statistics: actual and expected rolls.


def dice_statistics(moments: Sequence[Moment]) -> api_types.DiceRolled:
    """Actual and expected frequency of each sum, and the number of sevens by player."""
    rolls = [moment.event for moment in moments if isinstance(moment.event, events.Roll)]
    sums = Counter(sum(roll.dice) for roll in rolls)
    sevens: Counter[str] = Counter(roll.player for roll in rolls if sum(roll.dice) == 7)
    return {
        "rolls": len(rolls),
        "sums_alone": sum(len(roll.dice) == 1 for roll in rolls),
        "sums": [
            {"sum": total, "rolled": sums[total], "expected": round(len(rolls) * ways / COMBINATION_COUNT, 2)}
            for total, ways in COMBINATIONS_BY_SUM.items()
        ],
        "sevens": dict(sevens),
    }


# Victory points: final standings, and points by turn.


def standings(state: State) -> list[api_types.BaseStanding]:
    """The players with their points by source: the winner first, then by points.

    Unrevealed victory point cards stay hidden, except the winner's.
    """
    won = state.winners
    seats = sorted(
        range(len(state.players)), key=lambda seat: (seat not in won, -state.open_points(seat), seat)
    )
    return [_player_standing(state, seat) for seat in seats]


def _player_standing(state: State, seat: int) -> api_types.BaseStanding:
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


# Production statistics: actual and expected cards, and cards blocked by the robber.


def production_statistics(moments: Sequence[Moment]) -> api_types.Production:
    """Cards produced by rolls.

    Args:
        moments: of the game, in order.

    Returns:
        ``players``: by colour ``taken`` (by resource), ``starting`` (number of starting cards) and
        ``expected``: the expected number of cards for the number of rolls, given buildings and robber
        at each roll. ``hexes``: by hex and colour, the number of cards earned there.
    """
    taken: dict[str, Counter[str]] = defaultdict(Counter)
    starting: Counter[str] = Counter()
    expected: Counter[str] = Counter()
    hexes: dict[HexId, Counter[str]] = defaultdict(Counter)
    for moment in moments:
        # Hands of a game joined in progress aren't starting resources.
        founding = moment.before.phase == "founding"
        for seat in indices(moment.after.started & ~moment.before.started) if founding else ():
            starting[moment.after.players[seat].colour] += sum(moment.after.players[seat].hand)
        if isinstance(moment.event, events.TakeInstead):
            seat = moment.after.seat(moment.event.player)
            taken[moment.event.player].update(cards_to_json(moment.after.production[seat]))
            taken[moment.event.player].subtract(cards_to_json(moment.before.production[seat]))
        if not isinstance(moment.event, events.Roll):
            continue
        for player, cards in zip(moment.after.players, moment.after.production, strict=True):
            taken[player.colour].update(cards_to_json(cards))
        for h, colour, count in _unblocked_entitlements(moment.before, sum(moment.event.dice)):
            hexes[h][colour] += count
        for total, ways in COMBINATIONS_BY_SUM.items():
            for _, colour, count in _unblocked_entitlements(moment.before, total):
                expected[colour] += count * ways
    colours = [player.colour for player in moments[-1].after.players] if moments else []
    return {
        "players": {
            colour: {
                "taken": dict(+taken[colour]),
                "starting": starting[colour],
                "expected": round(expected[colour] / COMBINATION_COUNT, 1),
            }
            for colour in colours
        },
        "hexes": {h: dict(by) for h, by in hexes.items()},
    }


def robber_cost(moments: Sequence[Moment]) -> api_types.RobberCost:
    """Number of cards blocked by the robber, by colour and by hex."""
    players: Counter[str] = Counter()
    hexes: Counter[str] = Counter()
    for moment in moments:
        if isinstance(moment.event, events.Roll):
            for h, colour, count, blocked in _entitlements(moment.before, sum(moment.event.dice)):
                if blocked:
                    players[colour] += count
                    hexes[h] += count
    return {"players": dict(players), "hexes": dict(hexes)}


def blocked_cards(state: State, total: int) -> int:
    """Number of cards that the robber blocks for a sum."""
    return sum(count for _, _, count, blocked in _entitlements(state, total) if blocked)


def _entitlements(state: State, total: int) -> Iterator[tuple[HexId, str, int, bool]]:
    """Cards that buildings earn for a sum, as (hex, colour, count, whether the robber blocks them)."""
    if state.land is None or total == 7:
        return
    for h, _, corners in state.land.yields[total]:
        for player in state.players:
            settlements, cities = player.settlements & corners, player.cities & corners
            if count := settlements.bit_count() + 2 * cities.bit_count():
                yield h, player.colour, count, h == state.robber


def _unblocked_entitlements(state: State, total: int) -> Iterator[tuple[HexId, str, int]]:
    """Unblocked cards for a sum, as (hex, colour, count), regardless of the bank."""
    return ((h, colour, count) for h, colour, count, blocked in _entitlements(state, total) if not blocked)


# Awards at the end of a base game, besides points.


def award_list(moments: Sequence[Moment]) -> list[Award]:
    """The awards of a game."""
    return choose_awards(contests(moments))


def contests(moments: Sequence[Moment]) -> Iterator[Contest]:
    """The statistics in which players are compared, the most interesting first."""
    luck = _luck(moments)
    lost = cards_lost(moments)
    yield Contest(
        sentence("Luckiest"),
        luck,
        1,
        lambda count: plural_sentence(
            "{count} card more than fair dice would bring",
            "{count} cards more than fair dice would bring",
            count,
        ),
        lambda name: sentence(
            "{name} has the luckiest dice: more cards than fair dice would bring", name=name
        ),
    )
    yield Contest(
        sentence("Most robbed"),
        {colour: of["stolen"] for colour, of in lost.items() if "stolen" in of},
        2,
        lambda count: plural_sentence("{count} card stolen", "{count} cards stolen", count),
        lambda name: sentence("{name} is robbed the most", name=name),
    )
    yield Contest(
        sentence("Top trader"),
        _trade_counts(moments),
        2,
        lambda count: plural_sentence("{count} trade", "{count} trades", count),
        lambda name: sentence("{name} trades the most", name=name),
    )
    yield Contest(
        sentence("The robber's favourite"),
        robber_cost(moments)["players"],
        2,
        lambda count: plural_sentence(
            "{count} card blocked by the robber", "{count} cards blocked by the robber", count
        ),
    )
    yield Contest(
        sentence("Light fingers"),
        {colour: of["robbed"] for colour, of in lost.items() if "robbed" in of},
        2,
        lambda count: plural_sentence(
            "{count} card taken from others", "{count} cards taken from others", count
        ),
        lambda name: sentence("{name} takes the most cards from others", name=name),
    )
    yield Contest(
        sentence("Unluckiest"),
        {colour: -count for colour, count in luck.items()},
        1,
        lambda count: plural_sentence(
            "{count} card fewer than fair dice would bring",
            "{count} cards fewer than fair dice would bring",
            count,
        ),
    )
    yield Contest(
        sentence("Most knights"),
        _final_values(moments, "knights"),
        1,
        lambda count: plural_sentence("{count} knight played", "{count} knights played", count),
        lambda name: sentence("{name} plays the most knights", name=name),
    )
    yield Contest(
        sentence("Road builder"),
        _final_values(moments, "road_length"),
        3,
        lambda count: plural_sentence("{count} road in a row", "{count} roads in a row", count),
        lambda name: sentence("{name} builds the longest roads", name=name),
    )


def _luck(moments: Sequence[Moment]) -> Mapping[str, int]:
    """The surplus of produced over expected cards, by colour; empty if a roll is unknown."""
    if any(isinstance(moment.event, events.UnseenRoll) for moment in moments):
        return {}
    return {
        colour: round(sum(of["taken"].values()) - of["expected"])
        for colour, of in production_statistics(moments)["players"].items()
    }


def _trade_counts(moments: Sequence[Moment]) -> Mapping[str, int]:
    """The number of recorded trades with players and with the bank, by colour."""
    made = trades(moments)
    colours = {**made["domestic"], **made["maritime"]}
    return {
        colour: sum(made["domestic"].get(colour, {}).values()) + made["maritime"].get(colour, 0)
        for colour in colours
    }


def _final_values(moments: Sequence[Moment], name: str) -> Mapping[str, int]:
    players = moments[-1].after.players if moments else ()
    return {player.colour: getattr(player, name) for player in players}


# The roll list: every roll with the cards that it produced.


_ROLL_COLUMNS: Final = ("roll", "turn", "seconds", "player", "colour", "die_1", "die_2", "sum", "robber_kept")


def build_roll_list(moments: Sequence[Moment]) -> RollList:
    """The rolls of a game.

    Args:
        moments: of the game, in order.

    Returns:
        For each roll: its number, its turn, seconds since the game began, the player and the dice, and the
        number of cards that the robber blocked. For each player in seat order: the number of cards taken
        of each resource, limited by the bank or as corrected by players.
    """
    players = moments[-1].after.players if moments else ()
    takes = (f"{player.colour}_{resource}" for player in players for resource in RESOURCES)
    roll_moments: list[tuple[Moment, tuple[Cards, ...]]] = []
    for moment in moments:
        if isinstance(moment.event, events.Roll):
            roll_moments.append((moment, moment.after.production))
        elif isinstance(moment.event, events.TakeInstead) and roll_moments:
            roll_moments[-1] = (roll_moments[-1][0], moment.after.production)
    return RollList(
        (*_ROLL_COLUMNS, *takes),
        tuple(tuple(_row(n, moment, took, moments[0].t)) for n, (moment, took) in enumerate(roll_moments, 1)),
    )


def _row(number: int, moment: Moment, took: tuple[Cards, ...], began: float) -> Iterator[Cell]:
    assert isinstance(moment.event, events.Roll)
    names = {player.colour: player.name for player in moment.after.players}
    colour = moment.event.player
    yield from (number, moment.after.turn, round(moment.t - began), names.get(colour), colour)
    dice = moment.event.dice
    # Players may have entered the sum alone.
    yield from dice if len(dice) == 2 else (None, None)
    yield sum(dice)
    yield blocked_cards(moment.before, sum(dice))
    for cards in took:
        # The production of a roll has no unidentified cards, the last count.
        yield from cards[: len(RESOURCES)]


# Durations of turns.


LONGEST_TURN_COUNT: Final = 3
"""Number of longest turns in the summary."""


def turn_durations(moments: Sequence[Moment]) -> api_types.Durations:
    """Seconds from a turn's roll to its end: ``mean`` by colour, and the ``longest`` turns of all.

    The session's clock stops while a game is paused.
    """
    taken: list[tuple[float, int, Colour]] = []
    began: float | None = None
    for moment in moments:
        if isinstance(moment.event, events.Roll):
            began = moment.t
        ended = isinstance(moment.event, events.EndTurn) or moment.after.phase == "over"
        if ended and began is not None and moment.before.players:
            on_turn = moment.before.players[moment.before.active]
            taken.append((moment.t - began, moment.before.turn, on_turn.colour))
            began = None
    by_colour: dict[str, list[float]] = defaultdict(list)
    for seconds, _, colour in taken:
        by_colour[colour].append(seconds)
    longest = sorted(taken, reverse=True)[:LONGEST_TURN_COUNT]
    return {
        "mean": {colour: round(sum(each) / len(each), 1) for colour, each in by_colour.items()},
        "longest": [
            {"seconds": round(seconds, 1), "turn": turn, "colour": colour}
            for seconds, turn, colour in longest
        ],
    }


def summary(history: GameHistory[State, events.Event]) -> api_types.BaseSummary:
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


def roll_list(history: GameHistory[State, events.Event]) -> RollList:
    """The rolls of a game, with the cards produced by each."""
    return build_roll_list(history_moments(history))


def awards(history: GameHistory[State, events.Event]) -> list[Award]:
    """The awards of a finished game; empty for an unfinished one."""
    return award_list(history_moments(history)) if history.state.phase == "over" else []


def contest_list(history: GameHistory[State, events.Event]) -> list[Contest]:
    """The statistics in which players are compared."""
    return list(contests(history_moments(history)))
