"""`companion demo`: a simulated table through the real pipeline, in the browser.

A camera sees the island, and the hands that put pieces on it; the dice come as bytes through a
pseudo-terminal, from a tower that speaks the real protocol, or lie where the camera sees them, or speak
Bluetooth; what no camera sees is entered as people would, as is what was seen wrongly. At the end the table's
account is held against what really happened.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import threading
import webbrowser
from contextlib import ExitStack
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.cli.common.speech import say
from companion.cli.parts.record import add_record_argument, gate_of, open_table
from companion.cli.parts.watching import camera_watch
from companion.cli.serve.serve import add_page_arguments, serve
from companion.games.base.rules.options import Colour
from companion.i18n import counted, sentence
from companion.sim.dice import SPEAKING, WHERE

if TYPE_CHECKING:
    from companion.calibration.setup import DiceArea
    from companion.games.base.rules.state import State
    from companion.journal import Journal
    from companion.observations import Source
    from companion.perception.board_picture import BoardPicture
    from companion.sim.opening import Opening
    from companion.sim.people import SimulatedPeople
    from companion.sim.world import SimulatedGame

PLAYERS: Final[tuple[tuple[str, Colour], ...]] = (
    ("Ana", "red"),
    ("Ben", "blue"),
    ("Cyr", "white"),
    ("Dora", "orange"),
)
PAUSE_S: Final = 1.2
"""Seconds between two things that people do."""
TOWER_SPEED: Final = 4.0
"""How fast dice fall in the emulated tower, at speed 1: nobody wants to wait for them."""
FPS: Final = {"tower": 6.0, "table": 10.0, "both": 10.0, "godice": 6.0, "pixels": 6.0}
"""Frames a second: dice that fly before the camera need more than hands."""
FAST: Final = 20.0
"""How fast Bluetooth dice fall where it goes as fast as it can."""
RETRY_S: Final = 0.2
"""Seconds after which Bluetooth dice that dropped out are looked for again: they are never far."""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("demo", help="watch a simulated table play a whole game in the browser")
    add_page_arguments(parser)
    parser.add_argument(
        "--speed",
        type=float,
        default=1.0,
        help="how fast they play at most; 0: as fast as pictures can be drawn (%(default)s)",
    )
    parser.add_argument("--seed", type=int, help="play this very game again")
    parser.add_argument(
        "--dice",
        choices=WHERE,
        default="tower",
        help="where they throw the dice, or which Bluetooth dice they throw (%(default)s)",
    )
    parser.add_argument(
        "--entered",
        type=float,
        default=1.0,
        metavar="SHARE",
        help="the share of what no camera sees that people enter (%(default)s)",
    )
    parser.add_argument(
        "--upsets",
        type=float,
        default=0.1,
        metavar="SHARE",
        help="how often between two turns somebody knocks the camera, puts down a mug ... (%(default)s)",
    )
    parser.add_argument("--points", type=int, default=10, choices=range(3, 11), help="that win (%(default)s)")
    parser.add_argument("--players", type=int, choices=(3, 4), default=4, help="(%(default)s)")
    parser.add_argument("--journal", type=Path, help="keep the game in this file; else it is forgotten")
    add_record_argument(parser)
    parser.add_argument("--exit", action="store_true", help="end with the game instead of showing it on")
    parser.add_argument("--no-browser", action="store_true", help="don't open a browser")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play one game; returns 0 if the table's account agrees with what happened, or if it was stopped."""
    from companion.cli.parts.live_picture import live_picture
    from companion.games.base.rules.events import Seat
    from companion.games.base.rules.options import Options
    from companion.journal import Journal
    from companion.perception.board_picture import BoardPicture
    from companion.perception.frame_buffer import FrameBuffer
    from companion.sim.bluetooth import SimulatedBluetoothDice
    from companion.sim.camera import SimulatedCamera, SimulatedTime
    from companion.sim.dice import SimulatedDice
    from companion.sim.hands import Hands
    from companion.sim.opening import Opening
    from companion.sim.people import SimulatedPeople
    from companion.sim.standpoints import standpoint
    from companion.sim.tabletop import Looks, Tabletop
    from companion.sim.tower import SimulatedTower
    from companion.sim.world import SimulatedGame, shuffled_island
    from companion.sources.bluetooth.kinds import KINDS
    from companion.sources.bluetooth.source import BluetoothDice
    from companion.sources.tower.source import TowerSource

    seed = random.randrange(10**6) if args.seed is None else args.seed
    say(sentence("A game of {players} players, seed {seed}.", players=args.players, seed=seed))
    rng = random.Random(seed)
    layout = shuffled_island(rng)
    chosen = PLAYERS[: args.players]
    options = Options(points_to_win=args.points, all_told=args.entered >= 1)
    world = SimulatedGame(layout, [Seat(name, colour) for name, colour in chosen], rng, options)

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-demo-")))
        # The very same game is played wherever the dice are thrown, and whatever is entered.
        chance = random.Random(f"table {seed}")
        on_table = args.dice in ("table", "both")
        pose = standpoint(960, 540, chance.uniform(5, 30), chance.uniform(-20, 20), dice=on_table)
        now = SimulatedTime(args.speed)
        laid = Tabletop(pose, robber=world.state.robber)
        camera = SimulatedCamera(
            layout, laid, random.Random(f"hands {seed}"), now, looks=Looks(seed=seed), fps=FPS[args.dice]
        )
        journal = stack.enter_context(Journal.open(args.journal or folder / "journal.db"))
        table = open_table(journal, now, args.record)
        players = [{"name": name, "colour": colour} for name, colour in chosen]
        game = {"game": "base", "players": players, "options": options.to_json(), "abandon": True}
        table.start_game(game)
        thrown: SimulatedTower | SimulatedBluetoothDice
        if args.dice in SPEAKING:
            thrown = SimulatedBluetoothDice(args.dice, random.Random(f"dice {seed}"), args.speed or FAST)
            say(sentence("The dice are simulated Bluetooth dice: {kind}.", kind=KINDS[args.dice].title))
            radio = thrown.radio
            rolled: list[Source] = [BluetoothDice(thrown.paired, lambda: radio, retry_s=RETRY_S)]
        else:
            thrown = stack.enter_context(SimulatedTower(TOWER_SPEED * args.speed))
            say(sentence("The dice tower is {what}.", what=thrown.what))
            rolled = [thrown, TowerSource(thrown.port, pace=thrown.pace, gate=gate_of(table))]
        # Where nobody looks nothing is opened.
        opening = Opening(now, random.Random(f"opening {seed}")) if args.speed else None
        people = SimulatedPeople(
            world,
            stage=camera.stage,
            hands=Hands([colour for _, colour in chosen], chance, upsets=args.upsets),
            dice=SimulatedDice(args.dice, thrown, camera, table.snapshot, chance, now),
            snapshot=table.snapshot,
            rng=chance,
            pause_s=PAUSE_S,
            entered=args.entered,
            opening=opening,
        )
        frame_buffer, picture = FrameBuffer(), BoardPicture()
        area: DiceArea = "beside" if on_table else "nowhere"
        watch = camera_watch(camera, table, area, None, frame_buffer, picture=picture)
        watched: list[Source] = [*rolled, watch, people]
        status: list[int] = []

        def until(url: str, stop: threading.Event) -> None:
            _open_browser(args, url)
            status.append(_watch(args, journal, world, people, stop))

        # Nothing of a simulated table has to be calibrated.
        live = live_picture(camera, frame_buffer, args.journal or folder / "journal.db")
        serve(table, watched, args, stack, until, live, played=PlayedDemo(people, picture, opening))
    return status[0]


@dataclass(frozen=True)
class PlayedDemo:
    """What the page of a demo shows of it: what the camera sees; and who takes over from the people."""

    people: SimulatedPeople
    board: BoardPicture
    opening: Opening | None

    @property
    def found(self) -> bool:
        """Whether the camera has found the board."""
        return self.board.found

    @property
    def look(self) -> bool:
        """Whether the island is still being read, or something happens to the camera."""
        return not self.people.island_known or (self.opening is not None and self.opening.look)

    @property
    def is_over(self) -> bool:
        """Whether the simulated people don't play any more."""
        return self.people.over.is_set()

    def picture(self) -> bytes | None:
        """What the camera sees, as JPEG."""
        return self.board.jpeg()

    def take_over(self) -> None:
        """The people leave the table to who sits at the page."""
        self.people.take_over()


def _open_browser(args: argparse.Namespace, url: str) -> None:
    if not args.no_browser and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        webbrowser.open(url)


def _watch(
    args: argparse.Namespace,
    journal: Journal,
    world: SimulatedGame,
    people: SimulatedPeople,
    stop: threading.Event,
) -> int:
    """Wait for the game's end, say how it went, and show the page on until interrupted."""
    while not (people.over.wait(0.2) or stop.is_set()):
        pass
    if stop.is_set():
        say(sentence("The demo was stopped before its end: nothing is compared with what happened."))
        return 0
    if people.guests:
        say(
            sentence("You took over: the simulated hands follow what you enter.")
            if people.taken_over
            else sentence("You started your own game: the simulated hands follow what you enter.")
        )
        stop.wait()
        return 0
    status = verdict(journal, world, people)
    if not args.exit:
        say(sentence("The page stays open until you press Ctrl-C."))
        stop.wait()
    return status


def verdict(journal: Journal, world: SimulatedGame, people: SimulatedPeople) -> int:
    """Hold what the journal tells against what happened: every piece, and every card if all was entered."""
    from companion.games.base.game import BaseGame
    from companion.table.session import GameSession

    if people.island:
        counts = {what: len(sites) for what, sites in people.island.items()}
        say(
            sentence(
                "Of the island as it was read, the players corrected {hexes} and {harbors}.",
                hexes=counted("{count} hex", "{count} hexes", counts["hexes"]),
                harbors=counted("{count} harbor", "{count} harbors", counts["harbors"]),
            )
        )
    entries = journal.entries(journal.games()[-1].id)
    told, happened = GameSession.from_entries(BaseGame(), entries).state, world.state
    if people.gave_up:
        turn = told.turn
        say(sentence("The simulated players gave up in turn {turn}: the next step never came.", turn=turn))
        return 1
    if happened.winner is not None:
        winner = happened.players[happened.winner]
        points = ", ".join(f"{p.name} {told.points(seat)}" for seat, p in enumerate(told.players))
        won = {"name": winner.name, "turn": happened.turn, "points": points}
        say(sentence("{name} wins in turn {turn}: {points}.", **won))
    say(
        counted(
            "The players corrected the recorded board {count} time.",
            "The players corrected the recorded board {count} times.",
            people.mended,
        )
    )
    if happened.options.all_told:
        wrong = [f.name for f in fields(told) if getattr(told, f.name) != getattr(happened, f.name)]
        right = sentence("down to the last card")
    else:
        wrong = _wrong_in_public(told, happened)
        right = sentence("in everything that is public")
    if wrong:
        say(sentence("The recorded game differs in: {wrong}.", wrong=", ".join(wrong)))
        return 1
    say(sentence("The recorded game matches what happened, {right}.", right=right))
    return 0


def _wrong_in_public(told: State, happened: State) -> list[str]:
    """What of the pieces, the special cards, the public points and the turns is told otherwise than it is.

    Of a last turn that was won before the roll nothing need be told.
    """
    names = ("longest_road", "robber", "turn") if happened.dice is not None else ("longest_road", "robber")
    wrong = [name for name in names if getattr(told, name) != getattr(happened, name)]
    for seat, (said, real) in enumerate(zip(told.players, happened.players, strict=True)):
        if (said.roads, said.settlements, said.cities) != (real.roads, real.settlements, real.cities):
            wrong.append(f"pieces of {real.name}")
        if told.public_points(seat) != happened.public_points(seat):
            points = f"{told.public_points(seat)}, not {happened.public_points(seat)}"
            wrong.append(f"points of {real.name} ({points})")
    return wrong
