"""`companion demo`: runs a simulated table through the real pipeline, in the browser.

Simulated people play one of the games. A simulated camera sees the island and the hands that place pieces, or
the dice game's dice; the islands of Spot it! are counted in photos. The base game's dice send bytes of the
real protocol through a pseudo-terminal, or they fall where the camera sees them, or they use Bluetooth. The
people enter the events that no camera sees, and correct wrong readings. At the end the demo compares the
recorded game with the true one.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from companion.calibration.session import CalibrationSession
from companion.calibration.setup import DiceArea
from companion.cli.common.terminal_output import print_message
from companion.cli.parts.device_access import (
    UsageError,
    add_record_argument,
    camera_watch,
    load_lamp_light,
    open_table,
    recorder_of,
)
from companion.cli.parts.served_table import live_picture_session
from companion.cli.serve.serve import add_page_arguments, open_server, serve
from companion.games.base.rules.options import Colour, Options
from companion.games.seats import Seat
from companion.i18n import join_list, plural_sentence, sentence
from companion.journal import Journal
from companion.observations import Source
from companion.perception.camera_watch import BoardPicture, FrameBuffer
from companion.sim.dice import (
    BLUETOOTH_DICE,
    THROW_PLACES,
    SimulatedBluetoothDice,
    SimulatedDice,
    SimulatedTower,
)
from companion.sources.bluetooth.kinds import KINDS
from companion.sources.bluetooth.source import BluetoothDice
from companion.sources.tower.source import TowerSource, pass_through_gate

if TYPE_CHECKING:
    from companion.games.base.rules.state import State
    from companion.games.dice_game.state import DiceGameState
    from companion.games.spot_it.state import Colour as TeamColour
    from companion.games.spot_it.state import MatchState
    from companion.sim.dice_match import SimulatedDicePlayers
    from companion.sim.people import SimulatedPeople
    from companion.sim.spot_it_match import SimulatedSpotItPlayers
    from companion.sim.world import SimulatedGame
    from companion.table.table import Table
    from web.demo import RunningDemo

PLAYERS: Final[tuple[tuple[str, Colour], ...]] = (
    ("Ana", "red"),
    ("Ben", "blue"),
    ("Cyr", "white"),
    ("Dora", "orange"),
)
TEAMS: Final[dict[int, tuple[tuple[str, TeamColour], ...]]] = {
    2: (("Ana", "blue"), ("Ben", "orange")),
    3: (("Ana", "blue"), ("Ben", "orange"), ("Cyr", "red")),
    4: (("Ana & Ben", "blue"), ("Cyr & Dora", "orange")),
    5: (("Ana & Ben", "blue"), ("Cyr & Dora", "orange"), ("Eve", "red")),
}
"""The teams of Spot it! by the number of players; of five, the last plays alone."""
PLAYER_COUNTS: Final = {"base": (4, 3), "dice": (4, 2, 3), "spotit": (3, 2, 4, 5)}
"""The possible numbers of players of each game; the first one is the default."""
PAUSE_S: Final = {"base": 1.2, "dice": 0.8, "spotit": 2.5}
"""Mean seconds between two actions of the people of each game, or of each photo and entry of Spot it!."""
TOWER_SPEED: Final = 4.0
"""Speed of the emulated tower at speed 1: nobody wants to wait for its dice."""
FPS_BY_DICE: Final = {"tower": 6.0, "table": 10.0, "both": 10.0, "godice": 6.0, "pixels": 6.0}
"""Frames per second: flying dice need more than hands."""
DICE_GAME_FPS: Final = 6.0
FASTEST_DICE_SPEED: Final = 20.0
"""Speed of Bluetooth dice when the demo runs without a speed limit."""
RETRY_S: Final = 0.2
"""Seconds between attempts to reconnect Bluetooth dice: simulated dice are never out of range."""
PHOTO_SHARE: Final = 0.5
"""Size of the photo of Spot it! on the page, as a share of its own."""


@dataclass(frozen=True)
class Demo:
    """A game that simulated people play at a table.

    Attributes:
        table: the table, where the game has begun.
        sources: the table's sources, which include the people.
        people: the simulated people.
        compare: prints how the recorded game differs from the true one; returns the exit status.
        played: the demo's part of the page.
        live: the camera's live picture; None: there is no camera.
    """

    table: Table
    sources: Sequence[Source]
    people: SimulatedPeople | SimulatedDicePlayers | SimulatedSpotItPlayers
    compare: Callable[[], int]
    played: RunningDemo
    live: CalibrationSession | None = None


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
    seed = random.randrange(10**6) if args.seed is None else args.seed
    print_message(sentence("A game of {players} players, seed {seed}.", players=args.players, seed=seed))
    begin = {"base": _begin_base_game, "dice": _begin_dice_game, "spotit": _begin_spot_it}[args.game]
    status: list[int] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-demo-")))
        journal = stack.enter_context(Journal.open(args.journal or folder / "journal.db"))
        demo = begin(args, seed, journal, folder, stack)

        def wait_for_end(url: str, stop: threading.Event) -> None:
            if not args.no_browser and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
                webbrowser.open(url)
            status.append(_wait_for_end(args, demo, stop))

        server = open_server(demo.table, args, stack, demo.live, played=demo.played)
        serve(demo.table, demo.sources, server, stack, demo.live, wait_for_end)
    return status[0]


def _wait_for_end(args: argparse.Namespace, demo: Demo, stop: threading.Event) -> int:
    """Wait for the game's end, print the result, and serve the page until interrupted."""
    people = demo.people
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
    status = demo.compare()
    if not args.exit:
        print_message(sentence("The page stays open until you press Ctrl-C."))
        stop.wait()
    return status


def _print_winner(name: str, turn: int, points: str) -> None:
    print_message(sentence("{name} wins in turn {turn}: {points}.", name=name, turn=turn, points=points))


def _print_surrender(turn: int) -> int:
    print_message(
        sentence("The simulated players gave up in turn {turn}: the next step never came.", turn=turn)
    )
    return 1


def _print_comparison(wrong: Sequence[str], right: str) -> int:
    """Print the differences, or that there are none; return the exit status."""
    print_message(
        sentence("The recorded game differs in: {wrong}.", wrong=", ".join(wrong)) if wrong else right
    )
    return 1 if wrong else 0


# The base game


def _begin_base_game(
    args: argparse.Namespace, seed: int, journal: Journal, folder: Path, stack: ExitStack
) -> Demo:
    from companion.sim.camera import SimulatedCamera, SimulatedTime, find_camera_pose
    from companion.sim.hands import Hands
    from companion.sim.people import Opening, SimulatedPeople
    from companion.sim.tabletop import TableAppearance, Tabletop
    from companion.sim.world import SimulatedGame, shuffled_island
    from web.demo import RunningDemo

    rng = random.Random(seed)
    layout = shuffled_island(rng)
    chosen = PLAYERS[: args.players]
    options = Options(points_to_win=args.points, all_told=args.entered >= 1)
    world = SimulatedGame(layout, [Seat(name, colour) for name, colour in chosen], rng, options)
    # Separate generators: the game depends neither on the dice's place nor on the entered share.
    chance = random.Random(f"table {seed}")
    on_table = args.dice in ("table", "both")
    pose = find_camera_pose(960, 540, chance.uniform(5, 30), chance.uniform(-20, 20), dice=on_table)
    now = SimulatedTime(args.speed)
    camera = SimulatedCamera(
        layout,
        Tabletop(pose, robber=world.state.robber),
        random.Random(f"hands {seed}"),
        now,
        appearance=TableAppearance(seed=seed),
        fps=FPS_BY_DICE[args.dice],
    )
    table = open_table(journal, now, args.record)
    players = [{"name": name, "colour": colour} for name, colour in chosen]
    table.start_game({"game": "base", "players": players, "options": options.to_json(), "abandon": True})
    dice_source: SimulatedTower | SimulatedBluetoothDice
    if args.dice in BLUETOOTH_DICE:
        dice_source = SimulatedBluetoothDice(
            args.dice, random.Random(f"dice {seed}"), args.speed or FASTEST_DICE_SPEED
        )
        print_message(sentence("The dice are simulated Bluetooth dice: {kind}.", kind=KINDS[args.dice].title))
        radio = dice_source.radio
        roll_sources: list[Source] = [BluetoothDice(dice_source.paired_dice, lambda: radio, retry_s=RETRY_S)]
    else:
        dice_source = stack.enter_context(SimulatedTower(TOWER_SPEED * args.speed, load_lamp_light()))
        print_message(sentence("The dice tower is {what}.", what=dice_source.description))
        recorder = recorder_of(table)
        gate = pass_through_gate if recorder is None else recorder.receive_bytes
        roll_sources = [
            dice_source,
            TowerSource(dice_source.port, monotonic=dice_source.monotonic, gate=gate),
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
        pause_s=PAUSE_S["base"],
        entered=args.entered,
        opening=opening,
    )
    frame_buffer, picture = FrameBuffer(), BoardPicture()
    area: DiceArea = "beside" if on_table else "nowhere"
    camera_source = camera_watch(camera, table, area, None, frame_buffer, picture=picture)
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
    return Demo(
        table,
        [*roll_sources, camera_source, people],
        people,
        lambda: compare_with_truth(journal, world, people),
        played,
        # A simulated table needs no calibration, only the live picture.
        live_picture_session(camera, frame_buffer, args.journal or folder / "journal.db"),
    )


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
        return _print_surrender(recorded.turn)
    if truth.winner is not None:
        points = ", ".join(f"{p.name} {recorded.points(seat)}" for seat, p in enumerate(recorded.players))
        _print_winner(truth.players[truth.winner].name, truth.turn, points)
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
    return _print_comparison(
        wrong, sentence("The recorded game matches what happened, {right}.", right=right)
    )


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


# The dice game, whose dice a simulated camera sees


def _begin_dice_game(
    args: argparse.Namespace, seed: int, journal: Journal, folder: Path, _: ExitStack
) -> Demo:
    from companion.games.dice_game.game import DiceGame
    from companion.sim.camera import SimulatedCamera, SimulatedTime
    from companion.sim.dice_match import MAX_TURNS, SimulatedDicePlayers, SimulatedMatch
    from companion.sim.resource_dice import (
        TRAY_CAMERA,
        TRAY_REGION,
        SimulatedResourceDice,
        draw_face_art,
        learn_simulated_set,
    )
    from companion.sim.tabletop import Painter, TableAppearance, Tabletop
    from web.demo import RunningDemo

    seats = [{"name": name, "colour": colour} for name, colour in PLAYERS[: args.players]]
    game = {"game": "dice_game", "players": seats}
    (started,) = DiceGame().opening(game)
    match = SimulatedMatch(started, random.Random(seed))  # type: ignore[arg-type]  # begins this game
    art, appearance = draw_face_art(), TableAppearance(seed=seed)
    learned = learn_simulated_set(Painter(None, appearance), art, random.Random(f"set {seed}"))
    now = SimulatedTime(args.speed)
    camera = SimulatedCamera(
        None,
        Tabletop(TRAY_CAMERA),
        random.Random(f"hands {seed}"),
        now,
        appearance=appearance,
        fps=DICE_GAME_FPS,
    )
    # Recordings contain the set's file. Next to the journal it might replace the user's own set.
    learned_dice = folder / "dice.json"
    learned.save(learned_dice)
    table = open_table(journal, now, args.record, learned_dice=lambda: learned_dice)
    table.start_game({**game, "abandon": True})
    players = SimulatedDicePlayers(
        match,
        dice=SimulatedResourceDice(art, random.Random(f"dice {seed}")),
        camera=camera,
        snapshot=table.snapshot,
        pause_s=PAUSE_S["dice"],
        max_turns=args.turns or MAX_TURNS,
    )
    frames, picture = FrameBuffer(), BoardPicture()
    watch = camera_watch(
        camera, table, TRAY_REGION, None, frames, picture=picture, load_faces=lambda: learned
    )
    return Demo(
        table,
        [watch, players],
        players,
        lambda: _compare_sheets(players, match.state),
        RunningDemo(picture.jpeg, players.finished.is_set, players.take_over),
        live_picture_session(camera, frames, args.journal or folder / "journal.db"),
    )


def _compare_sheets(players: SimulatedDicePlayers, truth: DiceGameState) -> int:
    from companion.sim.dice_match import final_differences

    view = players.view
    if players.gave_up:
        return _print_surrender(view["turn"])
    if truth.winner is not None:
        points = ", ".join(f"{player['name']} {player['points']}" for player in view["players"])
        _print_winner(truth.players[truth.winner].name, truth.turn, points)
    print_message(
        plural_sentence(
            "The players entered or corrected dice {count} time.",
            "The players entered or corrected dice {count} times.",
            players.touches,
        )
    )
    return _print_comparison(
        final_differences(truth, view), sentence("The recorded sheets match the true ones.")
    )


# An adventure of Spot it!, whose final islands are counted in photos


def _begin_spot_it(args: argparse.Namespace, seed: int, journal: Journal, _: Path, __: ExitStack) -> Demo:
    from companion.games.spot_it.game import SpotItGame
    from companion.perception.card_island import count_island, printed_palette
    from companion.sim.spot_it_match import SimulatedSpotItMatch, SimulatedSpotItPlayers
    from vision.cards.island import IslandCard
    from web.demo import RunningDemo

    teams = TEAMS[args.players]
    options = {"mode": "adventure", "alone": teams[-1][1] if args.players == max(TEAMS) else None}
    seats = [{"name": name, "colour": colour} for name, colour in teams]
    game: dict[str, Any] = {"game": "spot_it", "players": seats, "options": options}
    (started,) = SpotItGame().opening(game)
    match = SimulatedSpotItMatch(started, random.Random(seed))  # type: ignore[arg-type]  # begins this game
    palette = printed_palette()

    def read(
        picture: np.ndarray[Any, np.dtype[np.uint8]], number: int, seated: Sequence[TeamColour]
    ) -> tuple[Sequence[IslandCard], Sequence[tuple[int, int]]]:
        count = count_island(picture, palette, number, seated)
        return count.cards, count.harbors

    def photo_as_jpeg() -> bytes | None:
        photo = players.photo
        if photo is None:
            return None
        small = cv2.resize(photo, None, fx=PHOTO_SHARE, fy=PHOTO_SHARE, interpolation=cv2.INTER_AREA)
        return cv2.imencode(".jpg", small)[1].tobytes()

    began = time.monotonic()
    table = open_table(journal, lambda: time.monotonic() - began, args.record)
    table.start_game({**game, "abandon": True})
    players = SimulatedSpotItPlayers(
        match,
        read=read,
        rng=np.random.default_rng(seed),
        snapshot=table.snapshot,
        pause_s=PAUSE_S["spotit"] / args.speed if args.speed else 0.0,
    )
    played = RunningDemo(
        photo_as_jpeg,
        players.finished.is_set,
        players.take_over,
        is_picture_relevant=lambda: players.photo is not None,
    )
    return Demo(table, [players], players, lambda: _compare_points(table, players, match.state), played)


def _compare_points(table: Table, players: SimulatedSpotItPlayers, truth: MatchState) -> int:
    from companion.sim.spot_it_match import final_differences

    snapshot: Mapping[str, Any] = table.snapshot()
    view = snapshot["game"]["view"]
    if players.gave_up:
        print_message(
            sentence(
                "The simulated players gave up in game {game}: it wasn't recorded.", game=view["game_on"]
            )
        )
        return 1
    points = ", ".join(f"{team['name']} {team['points']}" for team in view["players"])
    print_message(sentence("The match is over: {points}.", points=points))
    print_message(
        plural_sentence(
            "Counted in {photos}: the players tapped {count} place.",
            "Counted in {photos}: the players tapped {count} places.",
            players.taps,
            photos=plural_sentence("{count} photo", "{count} photos", players.photos),
        )
    )
    return _print_comparison(
        final_differences(truth, view), sentence("The recorded points match the true ones.")
    )
