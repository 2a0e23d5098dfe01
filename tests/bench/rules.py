"""Measures the speed of the base game's rules: random games a second, and a journal's replay.

`measure` sets them beside catanatron's random games, in turns, so that noise hits both.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Final

from companion.games.base.rules.cards import DEVELOPMENT_CARDS, DEVELOPMENT_DECK, RESOURCES
from companion.games.base.rules.choices import legal_events
from companion.games.base.rules.effects import apply, fold
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Event,
    GameStarted,
    LayoutSet,
    Steal,
    event_from_json,
    event_to_json,
)
from companion.games.base.rules.state import State
from companion.games.seats import Seat
from companion.island.geometry import CORNER_HEXES
from companion.island.layout import BOX_TERRAINS
from companion.island.setups import variable_layout

GAMES: Final = 150
LONGEST_GAME: Final = 20_000
"""Events after which a random game is given up."""


def random_game(seed: int) -> list[Event]:
    """The events of a whole four-player game of players who pick a legal event at random.

    Every card is known: the deck is shuffled, a stolen card is drawn from the victim's hand.
    """
    chance = random.Random(seed)
    terrains = [terrain for terrain, count in BOX_TERRAINS.items() for _ in range(count)]
    chance.shuffle(terrains)
    deck = [card for card, n in zip(DEVELOPMENT_CARDS, DEVELOPMENT_DECK, strict=False) for _ in range(n)]
    chance.shuffle(deck)
    seats = tuple(Seat(colour, colour) for colour in ("red", "blue", "orange", "white"))
    events: list[Event] = [
        GameStarted(seats),
        LayoutSet(variable_layout(terrains, chance.choice(CORNER_HEXES))),
    ]
    state = State()
    for event in events:
        state = apply(state, event)
    while state.phase != "over" and len(events) < LONGEST_GAME:
        choices = legal_events(state)
        event = choices[int(chance.random() * len(choices))]
        if isinstance(event, BuyDevelopmentCard):
            event = BuyDevelopmentCard(event.player, deck.pop())
        elif isinstance(event, Steal) and event.victim is not None:
            hand = state.players[state.seat(event.victim)].hand
            if sum(hand):
                (drawn,) = chance.choices(RESOURCES, hand[:5])
                event = Steal(event.player, event.victim, drawn)
        state = apply(state, event)
        events.append(event)
    return events


def _theirs() -> Callable[[int], None]:
    from catanatron import Color, Game, RandomPlayer

    def play(seed: int) -> None:
        players = [RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)]
        Game(players, seed=seed).play()

    return play


def _seconds(play: Callable[[int], object], seed: int) -> float:
    start = time.process_time()
    play(seed)
    return time.process_time() - start


def _fold_ms() -> float:
    """Milliseconds to read and fold the journal of a whole game: the middle one of some by length."""
    game = sorted((random_game(seed) for seed in range(21)), key=len)[10]
    journal = [json.dumps(event_to_json(event)) for event in game]

    def fold_journal() -> State:
        return fold(event_from_json(json.loads(line)) for line in journal)

    return 1000 * median(_seconds(lambda _: fold_journal(), n) for n in range(15))


def measure() -> dict[str, float]:
    """Random games a second on one core (process time), ours, theirs and the ratio; ms of a fold.

    Where catanatron isn't installed its figures are left out, and a line on stderr says so.
    """
    try:
        theirs = _theirs()
    except ImportError:
        print("catanatron isn't installed (pip install 'companion[bench]'): not compared", file=sys.stderr)
        theirs = None
    ours_took = theirs_took = 0.0
    for seed in range(GAMES):
        ours_took += _seconds(random_game, seed)
        if theirs is not None:
            theirs_took += _seconds(theirs, seed)
    figures = {"rules_games_a_second": GAMES / ours_took, "rules_fold_ms": _fold_ms()}
    if theirs is not None:
        figures["catanatron_games_a_second"] = GAMES / theirs_took
        figures["rules_to_catanatron"] = theirs_took / ours_took
    return figures


if __name__ == "__main__":
    for name, figure in measure().items():
        print(f"{name}: {figure:.2f}")
