"""`companion replay`: feeds a recording through the table and prints the resulting game."""

from __future__ import annotations

import argparse
import contextlib
import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.cli.common.terminal_output import print_error, print_raw
from companion.cli.parts.device_access import DICE_AREA_HELP, camera_watchers, load_learned_dice_file
from companion.games.game_api import winners
from companion.journal import Journal
from companion.observations import InputRefused

if TYPE_CHECKING:
    from companion.recording.turns import Turn
    from companion.table.session import GameSession
    from companion.table.table import Table

CAMERA_NAME: Final = "camera"
"""The name of a recording's camera."""


def add_parser(subparsers: Any) -> None:
    """Add `replay` to the command line."""
    parser = subparsers.add_parser("replay", help="replay a recording, and report each turn")
    parser.add_argument("recording", type=Path, metavar="DIR", help="the folder of the recording")
    parser.add_argument(
        "--speed",
        type=float,
        default=0.0,
        metavar="X",
        help="speed, relative to the recording; 0: as fast as possible (%(default)s)",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print each turn as a line of JSON; for a game other than the base game, one line in all",
    )
    parser.add_argument(
        "--journal", type=Path, metavar="FILE", help="store the game in this file; by default it isn't stored"
    )
    parser.add_argument(
        "--dice-area", metavar="AREA", default="beside", help=f"{DICE_AREA_HELP} (%(default)s)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay a recording, print the resulting game and return the exit status."""
    from companion.recording.reader import Recording
    from companion.recording.replay import Pace, RecordedClock, RecordingPlayer, game_start_data
    from companion.recording.turns import TurnReporter
    from companion.table.table import Table

    turns_printed = TurnReporter()
    recording = Recording(args.recording, print_error)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-replay-")))
        journal = stack.enter_context(Journal.open(args.journal or folder / "journal.db"))
        clock = RecordedClock()
        table = Table(journal, clock)
        table.start_game(game_start_data(recording.table, print_error))
        calibration = folder / "board.json"
        if recording.table.calibration is not None:
            calibration.write_text(json.dumps(recording.table.calibration), "utf-8")
        load_faces = None
        if recording.table.learned_dice is not None:
            learned = folder / "dice.json"
            learned.write_text(json.dumps(recording.table.learned_dice), "utf-8")
            load_faces = partial(load_learned_dice_file, learned)
        watchers = camera_watchers(CAMERA_NAME, table, args.dice_area, calibration, load_faces=load_faces)
        replay = RecordingPlayer(recording, clock, table.observe, watchers, print_error)

        seen: GameSession[Any, Any] | None = None

        def print_turns(*, ended: bool = False) -> None:
            nonlocal seen
            if args.json and (ended or table.session is not seen):
                seen = table.session
                questions = len(table.snapshot()["questions"])
                turns, summary = _outcome(table)
                for turn in turns_printed.due_turns(turns, ended=ended):
                    print_raw(json.dumps(turn.to_json(questions)))
                if ended and summary is not None:
                    print_raw(json.dumps(summary))

        replay.run(Pace(args.speed), print_turns)
        with contextlib.suppress(InputRefused):  # an unfinished input was not recorded either
            table.conclude()
        print_turns(ended=True)
        if not args.json:
            for line in describe_game(table):
                print_raw(line)
    return 0


def _outcome(table: Table) -> tuple[list[Turn], Mapping[str, Any] | None]:
    """Return the turns of a base game, or the summary of another game; without a game, neither."""
    from companion.games.base.game import BaseGame
    from companion.recording.turns import split_into_turns

    session = table.session
    if session is None:
        return [], None
    if isinstance(session.game, BaseGame):
        return split_into_turns(session.game.believed_replay(session.history)), None
    return [], session.game.summary(session.history)


def _standings(summary: Mapping[str, Any]) -> Iterator[str]:
    for player in summary["players"]:
        yield f"{player['name']} ({player['colour']}): {player['points']} points."
    winning_colours = winners(summary)
    names = [player["name"] for player in summary["players"] if player["colour"] in winning_colours]
    yield f"{' and '.join(names)} won." if names else "Nobody has won yet."


def describe_game(table: Table) -> Iterator[str]:
    """Describe the game at its end, for people."""
    turns, summary = _outcome(table)
    if summary is not None:
        yield from _standings(summary)
        return
    if not turns:
        yield "No turn was played: the island was not read, or nothing was put down on it."
        return
    last = turns[-1].to_json(len(table.snapshot()["questions"]))
    names = {player.colour: player.name for player in turns[-1].last_step.state_after.players}
    dice = "" if turns[-1].dice is None else f", who rolled {' and '.join(map(str, turns[-1].dice))}"
    yield f"{last['turn']} turns, the last of {names[last['player']]}{dice}."
    for colour, points in last["points"].items():
        cards = ", ".join(f"{count} {kind}" for kind, count in last["hands"][colour].items()) or "no cards"
        special = [
            title
            for title, holder in (
                ("longest road", last["longest_road"]),
                ("largest army", last["largest_army"]),
            )
            if holder == colour
        ]
        certainty = "certainly" if last["certain"][colour] else "probably"
        yield f"{names[colour]} ({colour}): {', '.join([f'{points} points', *special])}; {certainty} {cards}."
    winner = last["winner"]
    yield "Nobody has won yet." if winner is None else f"{names[winner]} has won."
    yield f"Questions open: {last['questions'] or 'none'}."
