"""`companion demo`: a simulated table through the real pipeline, in the browser.

The island is read from a picture; the dice come as bytes through a pseudo-terminal, from a tower
that speaks the real protocol; the rest is entered as people would. At the end the table's account
is held against what really happened.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import threading
import time
import webbrowser
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.cli.serve import add_page_arguments, camera_watch, serve
from companion.games.base.options import Colour
from companion.sim.dice import WHERE

if TYPE_CHECKING:
    from companion.island.layout import Layout
    from companion.journal import Journal
    from companion.observations import Source
    from companion.sim.people import SimulatedPeople
    from companion.sim.world import World
    from companion.table.table import Table

PLAYERS: Final[tuple[tuple[str, Colour], ...]] = (
    ("Ana", "red"),
    ("Ben", "blue"),
    ("Cyr", "white"),
    ("Dora", "orange"),
)
PAUSE_S: Final = 1.2
"""Seconds between two things that people do, at speed 1."""
TOWER_SPEED: Final = 4.0
"""How fast dice fall in the emulated tower, at speed 1: nobody wants to wait for them."""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("demo", help="watch a simulated table play a whole game in the browser")
    add_page_arguments(parser)
    parser.add_argument(
        "--speed", type=float, default=1.0, help="how fast they play; 0: at once (%(default)s)"
    )
    parser.add_argument("--seed", type=int, help="play this very game again")
    parser.add_argument(
        "--dice", choices=WHERE, default="tower", help="where they throw the dice (%(default)s)"
    )
    parser.add_argument("--players", type=int, choices=(3, 4), default=4, help="(%(default)s)")
    parser.add_argument("--journal", type=Path, help="keep the game in this file; else it is forgotten")
    parser.add_argument("--exit", action="store_true", help="end with the game instead of showing it on")
    parser.add_argument("--no-browser", action="store_true", help="don't open a browser")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play one game; returns 0 if the table's account agrees with what happened."""
    from companion.games.base.events import Seat
    from companion.journal import Journal
    from companion.sim.camera import SimulatedCamera
    from companion.sim.dice import SimulatedDice
    from companion.sim.people import SimulatedPeople
    from companion.sim.picture import CameraPose
    from companion.sim.tower import SimulatedTower
    from companion.sim.world import World, shuffled_island
    from companion.sources.tower.source import TowerSource
    from companion.table.table import Table

    seed = random.randrange(10**6) if args.seed is None else args.seed
    print(f"A game of {args.players}, seed {seed}")
    rng = random.Random(seed)
    layout = shuffled_island(rng)
    chosen = PLAYERS[: args.players]
    world = World(layout, [Seat(name, colour) for name, colour in chosen], rng)

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-demo-")))
        pose = CameraPose(960, 540, tilt=rng.uniform(5, 30), rotation=rng.uniform(-20, 20))
        # The very same game is played wherever the dice are thrown.
        chance = random.Random(f"dice {seed}")
        camera = SimulatedCamera(layout, world.state.robber, pose, chance, seed=seed)
        journal = stack.enter_context(Journal.open(args.journal or folder / "journal.db"))
        table = Table(journal, time.monotonic)
        players = [{"name": name, "colour": colour} for name, colour in chosen]
        table.start_game({"game": "base", "players": players, "abandon": True})
        tower = stack.enter_context(SimulatedTower(TOWER_SPEED * args.speed))
        print(f"The dice tower is {tower.what}")
        dice = SimulatedDice(args.dice, tower, camera, table.snapshot, chance, time.monotonic)
        people = SimulatedPeople(
            world,
            throw=dice.throw,
            seen_layout=lambda: _seen_layout(table),
            rolls_counted=dice.counted,
            to_enter=dice.to_enter,
            pause_s=PAUSE_S / args.speed if args.speed > 0 else 0.0,
        )
        watch = camera_watch(camera, table, "nowhere" if args.dice == "tower" else "beside")
        watched: list[Source] = [tower, TowerSource(tower.port, pace=tower.pace), watch, people]
        status: list[int] = []

        def until(url: str, stop: threading.Event) -> None:
            _open_browser(args, url)
            status.append(_watch(args, journal, world, people, stop))

        serve(table, watched, args, stack, until)
    return status[0]


def _seen_layout(table: Table) -> Layout | None:
    from companion.island.layout import Layout

    game = table.snapshot()["game"]
    seen = game and game["view"]["layout"]
    return Layout.from_json(seen) if seen else None


def _open_browser(args: argparse.Namespace, url: str) -> None:
    if not args.no_browser and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        webbrowser.open(url)


def _watch(
    args: argparse.Namespace, journal: Journal, world: World, people: SimulatedPeople, stop: threading.Event
) -> int:
    """Wait for the game's end, say how it went, and show the page on until interrupted."""
    while not people.over.wait(0.2):
        if stop.is_set():
            return 0
    status = _verdict(journal, world, people)
    if not args.exit:
        print("The page stays until you press Ctrl-C.", flush=True)
        stop.wait()
    return status


def _verdict(journal: Journal, world: World, people: SimulatedPeople) -> int:
    """Hold what the journal tells against what happened: every hand, every card, every piece."""
    from companion.games.base.game import BaseGame
    from companion.table.session import Session

    if people.corrections:
        counts = ", ".join(f"{len(sites)} {what}" for what, sites in people.corrections.items() if sites)
        print(f"The people corrected {counts} of the island as it was read.")
    entries = journal.entries(journal.games()[-1].id)
    told, happened = Session.from_entries(BaseGame(), entries).state, world.state
    if happened.winner is not None:
        winner = happened.players[happened.winner]
        points = ", ".join(f"{p.name} {told.points(seat)}" for seat, p in enumerate(told.players))
        print(f"{winner.name} wins in turn {happened.turn}: {points}.")
    wrong = [f.name for f in fields(told) if getattr(told, f.name) != getattr(happened, f.name)]
    if wrong:
        print(f"The table's account differs in: {', '.join(wrong)}.")
        return 1
    print("The table's account agrees with what happened, to the last card.", flush=True)
    return 0
