"""`companion demo --game dice`: a match of the dice game whose dice a simulated camera sees."""

from __future__ import annotations

import argparse
import random
import tempfile
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.cli.common.terminal_output import print_message
from companion.cli.parts.device_access import camera_watch, open_table
from companion.cli.serve.serve import serve, wait_for_match
from companion.i18n import plural_sentence, sentence

if TYPE_CHECKING:
    from companion.games.dice_game.state import DiceGameState
    from companion.sim.dice_match import SimulatedDicePlayers

PAUSE_S: Final = 0.8
"""Seconds between two actions of the players."""
FPS: Final = 6.0


def run_dice_demo(
    args: argparse.Namespace, seats: list[dict[str, str]], open_page: Callable[[str], None]
) -> int:
    """Play a match; return 0 if the recorded sheets are the true ones, or if the demo was stopped.

    Args:
        args: the options of `companion demo`.
        seats: the players.
        open_page: opens a browser at an address.
    """
    from companion.cli.parts.served_table import live_picture_session
    from companion.games.dice_game.game import DiceGame
    from companion.journal import Journal
    from companion.perception.camera_watch import BoardPicture, FrameBuffer
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

    seed = random.randrange(10**6) if args.seed is None else args.seed
    print_message(sentence("A game of {players} players, seed {seed}.", players=len(seats), seed=seed))
    game = {"game": "dice_game", "players": seats}
    (started,) = DiceGame().opening(game)
    match = SimulatedMatch(started, random.Random(seed))  # type: ignore[arg-type]  # begins this game
    art, appearance = draw_face_art(), TableAppearance(seed=seed)
    learned = learn_simulated_set(Painter(None, appearance), art, random.Random(f"set {seed}"))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-demo-")))
        now = SimulatedTime(args.speed)
        camera = SimulatedCamera(
            None, Tabletop(TRAY_CAMERA), random.Random(f"hands {seed}"), now, appearance=appearance, fps=FPS
        )
        journal = stack.enter_context(Journal.open(args.journal or folder / "journal.db"))
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
            pause_s=PAUSE_S,
            max_turns=args.turns or MAX_TURNS,
        )
        frames, picture = FrameBuffer(), BoardPicture()
        watch = camera_watch(
            camera, table, TRAY_REGION, None, frames, picture=picture, load_faces=lambda: learned
        )
        status: list[int] = []

        def report() -> None:
            status.append(_compare_with_truth(players, match.state))

        def wait_for_end(url: str, stop: threading.Event) -> None:
            open_page(url)
            wait_for_match(players, stop, report, exits=args.exit)

        live = live_picture_session(camera, frames, args.journal or folder / "journal.db")
        played = RunningDemo(picture.jpeg, players.finished.is_set, players.take_over)
        serve(table, [watch, players], args, stack, wait_for_end, live, played=played)
    return status[0] if status else 0


def _compare_with_truth(players: SimulatedDicePlayers, truth: DiceGameState) -> int:
    """Print how the recorded match differs from the true one; return the exit status."""
    from companion.sim.dice_match import final_differences

    view = players.view
    if players.gave_up:
        turn = view["turn"]
        print_message(
            sentence("The simulated players gave up in turn {turn}: the next step never came.", turn=turn)
        )
        return 1
    points = ", ".join(f"{player['name']} {player['points']}" for player in view["players"])
    if truth.winner is not None:
        name = truth.players[truth.winner].name
        print_message(
            sentence("{name} wins in turn {turn}: {points}.", name=name, turn=truth.turn, points=points)
        )
    print_message(
        plural_sentence(
            "The players entered or corrected dice {count} time.",
            "The players entered or corrected dice {count} times.",
            players.touches,
        )
    )
    wrong = final_differences(truth, view)
    if wrong:
        print_message(sentence("The recorded game differs in: {wrong}.", wrong=", ".join(wrong)))
        return 1
    print_message(sentence("The recorded sheets match the true ones."))
    return 0
