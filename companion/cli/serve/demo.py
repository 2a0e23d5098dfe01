"""`companion demo`: runs a simulated table through the real pipeline, in the browser.

A simulated camera sees the island and the hands that place pieces. The dice send bytes of the real protocol
through a pseudo-terminal, or they fall where the camera sees them, or they use Bluetooth. Simulated people
enter the events that no camera sees, and correct wrong readings. At the end the demo compares the recorded
game with the true one.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import threading
import webbrowser
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.cli.common.terminal_output import print_message
from companion.cli.parts.device_access import (
    UsageError,
    add_record_argument,
    camera_watch,
    gate_of,
    load_lamp_light,
    open_table,
)
from companion.cli.serve.serve import add_page_arguments, serve
from companion.games.base.rules.options import Colour
from companion.i18n import join_list, plural_sentence, sentence
from companion.sim.dice import BLUETOOTH_DICE, THROW_PLACES

if TYPE_CHECKING:
    from companion.calibration.setup import DiceArea
    from companion.games.base.rules.state import State
    from companion.journal import Journal
    from companion.observations import Source
    from companion.sim.people import SimulatedPeople
    from companion.sim.world import SimulatedGame

PLAYERS: Final[tuple[tuple[str, Colour], ...]] = (
    ("Ana", "red"),
    ("Ben", "blue"),
    ("Cyr", "white"),
    ("Dora", "orange"),
)
PLAYER_COUNTS: Final = {"base": (4, 3), "dice": (4, 2, 3), "spotit": (3, 2, 4, 5)}
"""The possible numbers of players of each game; the first one is the default."""
PAUSE_S: Final = 1.2
"""Mean seconds between two actions of the people."""
TOWER_SPEED: Final = 4.0
"""Speed of the emulated tower at speed 1: nobody wants to wait for its dice."""
FPS_BY_DICE: Final = {"tower": 6.0, "table": 10.0, "both": 10.0, "godice": 6.0, "pixels": 6.0}
"""Frames per second: flying dice need more than hands."""
FASTEST_DICE_SPEED: Final = 20.0
"""Speed of Bluetooth dice when the demo runs without a speed limit."""
RETRY_S: Final = 0.2
"""Seconds between attempts to reconnect Bluetooth dice: simulated dice are never out of range."""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("demo", help="watch a simulated table play a whole game in the browser")
    add_page_arguments(parser)
    parser.add_argument(
        "--speed",
        type=float,
        default=1.0,
        help="maximum speed of the game; 0: as fast as pictures can be drawn (%(default)s)",
    )
    parser.add_argument("--seed", type=int, help="repeat the game with this seed")
    parser.add_argument(
        "--game",
        choices=tuple(PLAYER_COUNTS),
        default="base",
        help="the base game, the dice game, whose dice the camera reads, or Spot it!, whose islands are "
        "counted in photos (%(default)s)",
    )
    parser.add_argument("--turns", type=int, help="stop the dice game after so many turns")
    parser.add_argument(
        "--dice",
        choices=THROW_PLACES,
        default="tower",
        help="where the players roll, or the kind of their Bluetooth dice (%(default)s)",
    )
    parser.add_argument(
        "--entered",
        type=float,
        default=1.0,
        metavar="SHARE",
        help="the share of trades, cards and discards that the players enter, 0 to 1 (%(default)s)",
    )
    parser.add_argument(
        "--upsets",
        type=float,
        default=0.1,
        metavar="SHARE",
        help="how often a player knocks the camera, puts down a mug and so on, per turn (%(default)s)",
    )
    parser.add_argument(
        "--points", type=int, default=10, choices=range(3, 11), help="points to win (%(default)s)"
    )
    parser.add_argument(
        "--players",
        type=int,
        choices=range(2, 6),
        help="number of players: 3 or 4; dice game 2 to 4; Spot it! 2 to 5 (4; Spot it! 3)",
    )
    parser.add_argument(
        "--journal", type=Path, help="store the game in this file; by default it isn't stored"
    )
    add_record_argument(parser)
    parser.add_argument("--exit", action="store_true", help="exit when the game is over")
    parser.add_argument("--no-browser", action="store_true", help="don't open a browser")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play one game; return 0 if the recorded game matches the true one, or if the demo was stopped."""
    if args.players is None:
        args.players = PLAYER_COUNTS[args.game][0]
    if args.players not in PLAYER_COUNTS[args.game]:
        counts = join_list([str(count) for count in sorted(PLAYER_COUNTS[args.game])])
        raise UsageError(sentence("This game has {counts} players in the demo.", counts=counts))
    if args.game == "spotit":
        from companion.cli.serve.spot_it_demo import run_spot_it_demo

        return run_spot_it_demo(args, lambda url: _open_browser(args, url))
    if args.game == "dice":
        from companion.cli.serve.dice_demo import run_dice_demo

        seats = [{"name": name, "colour": colour} for name, colour in PLAYERS[: args.players]]
        return run_dice_demo(args, seats, lambda url: _open_browser(args, url))
    from companion.cli.parts.served_table import live_picture_session
    from companion.games.base.rules.options import Options
    from companion.games.seats import Seat
    from companion.journal import Journal
    from companion.perception.camera_watch import BoardPicture, FrameBuffer
    from companion.sim.camera import SimulatedCamera, SimulatedTime, find_camera_pose
    from companion.sim.dice import SimulatedBluetoothDice, SimulatedDice, SimulatedTower
    from companion.sim.hands import Hands
    from companion.sim.people import Opening, SimulatedPeople
    from companion.sim.tabletop import TableAppearance, Tabletop
    from companion.sim.world import SimulatedGame, shuffled_island
    from companion.sources.bluetooth.kinds import KINDS
    from companion.sources.bluetooth.source import BluetoothDice
    from companion.sources.tower.source import TowerSource
    from web.demo import RunningDemo

    seed = random.randrange(10**6) if args.seed is None else args.seed
    print_message(sentence("A game of {players} players, seed {seed}.", players=args.players, seed=seed))
    rng = random.Random(seed)
    layout = shuffled_island(rng)
    chosen = PLAYERS[: args.players]
    options = Options(points_to_win=args.points, all_told=args.entered >= 1)
    world = SimulatedGame(layout, [Seat(name, colour) for name, colour in chosen], rng, options)

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-demo-")))
        # Separate generators: the game depends neither on the dice's place nor on the entered share.
        chance = random.Random(f"table {seed}")
        on_table = args.dice in ("table", "both")
        pose = find_camera_pose(960, 540, chance.uniform(5, 30), chance.uniform(-20, 20), dice=on_table)
        now = SimulatedTime(args.speed)
        tabletop = Tabletop(pose, robber=world.state.robber)
        camera = SimulatedCamera(
            layout,
            tabletop,
            random.Random(f"hands {seed}"),
            now,
            appearance=TableAppearance(seed=seed),
            fps=FPS_BY_DICE[args.dice],
        )
        journal = stack.enter_context(Journal.open(args.journal or folder / "journal.db"))
        table = open_table(journal, now, args.record)
        players = [{"name": name, "colour": colour} for name, colour in chosen]
        game = {"game": "base", "players": players, "options": options.to_json(), "abandon": True}
        table.start_game(game)
        dice_source: SimulatedTower | SimulatedBluetoothDice
        if args.dice in BLUETOOTH_DICE:
            dice_source = SimulatedBluetoothDice(
                args.dice, random.Random(f"dice {seed}"), args.speed or FASTEST_DICE_SPEED
            )
            print_message(
                sentence("The dice are simulated Bluetooth dice: {kind}.", kind=KINDS[args.dice].title)
            )
            radio = dice_source.radio
            roll_sources: list[Source] = [
                BluetoothDice(dice_source.paired_dice, lambda: radio, retry_s=RETRY_S)
            ]
        else:
            dice_source = stack.enter_context(SimulatedTower(TOWER_SPEED * args.speed, load_lamp_light()))
            print_message(sentence("The dice tower is {what}.", what=dice_source.description))
            roll_sources = [
                dice_source,
                TowerSource(dice_source.port, monotonic=dice_source.monotonic, gate=gate_of(table)),
            ]
        # Without a speed limit nobody watches, so the opening is left out.
        opening = Opening(now, random.Random(f"opening {seed}")) if args.speed else None
        people = SimulatedPeople(
            world,
            stage=camera.stage,
            hands=Hands([colour for _, colour in chosen], chance, upsets=args.upsets),
            dice=SimulatedDice(args.dice, dice_source, camera, table.snapshot, chance, now),
            snapshot=table.snapshot,
            rng=chance,
            pause_s=PAUSE_S,
            entered=args.entered,
            opening=opening,
        )
        frame_buffer, picture = FrameBuffer(), BoardPicture()
        area: DiceArea = "beside" if on_table else "nowhere"
        camera_source = camera_watch(camera, table, area, None, frame_buffer, picture=picture)
        sources: list[Source] = [*roll_sources, camera_source, people]
        status: list[int] = []

        def wait_for_end(url: str, stop: threading.Event) -> None:
            _open_browser(args, url)
            status.append(_wait_for_end(args, journal, world, people, stop))

        # A simulated table needs no calibration, only the live picture.
        live = live_picture_session(camera, frame_buffer, args.journal or folder / "journal.db")
        played = RunningDemo(
            picture.jpeg,
            people.finished.is_set,
            people.take_over,
            has_found_board=lambda: picture.is_followed,
            # The island is still being read, or the camera is being moved.
            is_picture_relevant=lambda: (
                not people.is_island_known or (opening is not None and opening.should_show_picture)
            ),
        )
        serve(table, sources, args, stack, wait_for_end, live, played=played)
    return status[0]


def _open_browser(args: argparse.Namespace, url: str) -> None:
    if not args.no_browser and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        webbrowser.open(url)


def _wait_for_end(
    args: argparse.Namespace,
    journal: Journal,
    world: SimulatedGame,
    people: SimulatedPeople,
    stop: threading.Event,
) -> int:
    """Wait for the game's end, print the result, and serve the page until interrupted."""
    while not (people.finished.wait(0.2) or stop.is_set()):
        pass
    if stop.is_set():
        print_message(
            sentence("The demo was stopped before its end: nothing is compared with what happened.")
        )
        return 0
    if people.has_guests:
        print_message(
            sentence("You took over: the simulated hands follow what you enter.")
            if people.taken_over
            else sentence("You started your own game: the simulated hands follow what you enter.")
        )
        stop.wait()
        return 0
    status = compare_with_truth(journal, world, people)
    if not args.exit:
        print_message(sentence("The page stays open until you press Ctrl-C."))
        stop.wait()
    return status


def compare_with_truth(journal: Journal, world: SimulatedGame, people: SimulatedPeople) -> int:
    """Compare the recorded game with the true one: all pieces, and all cards if everything was entered.

    Returns:
        The exit status: 0 if they match.
    """
    from companion.games.base.game import BaseGame
    from companion.table.session import GameSession

    if people.island_correction:
        counts = {what: len(sites) for what, sites in people.island_correction.items()}
        print_message(
            sentence(
                "Of the island as it was read, the players corrected {hexes} and {harbors}.",
                hexes=plural_sentence("{count} hex", "{count} hexes", counts["hexes"]),
                harbors=plural_sentence("{count} harbor", "{count} harbors", counts["harbors"]),
            )
        )
    entries = journal.entries(journal.games()[-1].id)
    recorded, truth = GameSession.from_entries(BaseGame(), entries).state, world.state
    if people.gave_up:
        turn = recorded.turn
        print_message(
            sentence("The simulated players gave up in turn {turn}: the next step never came.", turn=turn)
        )
        return 1
    if truth.winner is not None:
        winner = truth.players[truth.winner]
        points = ", ".join(f"{p.name} {recorded.points(seat)}" for seat, p in enumerate(recorded.players))
        won = {"name": winner.name, "turn": truth.turn, "points": points}
        print_message(sentence("{name} wins in turn {turn}: {points}.", **won))
    print_message(
        plural_sentence(
            "The players corrected the recorded board {count} time.",
            "The players corrected the recorded board {count} times.",
            people.correction_count,
        )
    )
    if truth.options.all_told:
        wrong = [f.name for f in fields(recorded) if getattr(recorded, f.name) != getattr(truth, f.name)]
        right = sentence("down to the last card")
    else:
        wrong = _public_differences(recorded, truth)
        right = sentence("in everything that is public")
    if wrong:
        print_message(sentence("The recorded game differs in: {wrong}.", wrong=", ".join(wrong)))
        return 1
    print_message(sentence("The recorded game matches what happened, {right}.", right=right))
    return 0


def _public_differences(recorded: State, truth: State) -> list[str]:
    """List the differences in pieces, special cards, public points and turns.

    If the game was won before the last turn's roll, that turn need not be recorded.
    """
    names = ("longest_road", "robber", "turn") if truth.dice is not None else ("longest_road", "robber")
    differences = [name for name in names if getattr(recorded, name) != getattr(truth, name)]
    for seat, (recorded_player, true_player) in enumerate(zip(recorded.players, truth.players, strict=True)):
        if (recorded_player.roads, recorded_player.settlements, recorded_player.cities) != (
            true_player.roads,
            true_player.settlements,
            true_player.cities,
        ):
            differences.append(f"pieces of {true_player.name}")
        if recorded.public_points(seat) != truth.public_points(seat):
            points = f"{recorded.public_points(seat)}, not {truth.public_points(seat)}"
            differences.append(f"points of {true_player.name} ({points})")
    return differences
