"""How fast the base game's rules are: random games a second, and a journal's fold.

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

from companion.games.base.cards import DEVELOPMENT_CARDS, DEVELOPMENT_DECK, RESOURCES
from companion.games.base.choices import legal_events
from companion.games.base.effects import apply
from companion.games.base.events import (
    BuyDevelopmentCard,
    Event,
    GameStarted,
    LayoutSet,
    Seat,
    Steal,
    event_from_json,
    event_to_json,
)
from companion.games.base.state import State
from companion.island.geometry import CORNER_HEXES
from companion.island.layout import BOX_TERRAINS
from companion.island.setups import variable

ROUNDS: Final = 9
GAMES_A_ROUND: Final = 12
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
    told: list[Event] = [
        GameStarted(seats),
        LayoutSet(variable(terrains, chance.choice(CORNER_HEXES))),
    ]
    state = State()
    for event in told:
        state = apply(state, event)
    while state.phase != "over" and len(told) < LONGEST_GAME:
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
        told.append(event)
    return told


def _theirs() -> Callable[[int], None]:
    from catanatron import Color, Game, RandomPlayer

    def play(seed: int) -> None:
        players = [RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)]
        Game(players, seed=seed).play()

    return play


def _games_a_second(play: Callable[[int], object], first_seed: int) -> float:
    start = time.process_time()
    for seed in range(first_seed, first_seed + GAMES_A_ROUND):
        play(seed)
    return GAMES_A_ROUND / (time.process_time() - start)


def _fold_ms() -> float:
    """Milliseconds to read and fold a long game's journal: its longest of twenty random games."""
    longest = max((random_game(seed) for seed in range(20)), key=len)
    journal = [json.dumps(event_to_json(event)) for event in longest]
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        state = State()
        for line in journal:
            state = apply(state, event_from_json(json.loads(line)))
        times.append(time.process_time() - start)
    return 1000 * median(times)


def measure() -> dict[str, float]:
    """Random games a second on one core (process time), ours, theirs and the ratio; ms of a fold.

    Where catanatron isn't installed its figures are left out, and a line on stderr says so.
    """
    figures: dict[str, float] = {}
    try:
        theirs = _theirs()
    except ImportError:
        print("catanatron isn't installed (pip install 'companion[bench]'): not compared", file=sys.stderr)
        theirs = None
    ours_a_round, theirs_a_round = [], []
    for n in range(ROUNDS):
        ours_a_round.append(_games_a_second(random_game, 1000 * n))
        if theirs is not None:
            theirs_a_round.append(_games_a_second(theirs, 1000 * n))
    figures["rules_games_a_second"] = median(ours_a_round)
    if theirs is not None:
        figures["catanatron_games_a_second"] = median(theirs_a_round)
        figures["rules_to_catanatron"] = median(
            one / other for one, other in zip(ours_a_round, theirs_a_round, strict=True)
        )
    figures["rules_fold_ms"] = _fold_ms()
    return figures


if __name__ == "__main__":
    for name, figure in measure().items():
        print(f"{name}: {figure:.2f}")
