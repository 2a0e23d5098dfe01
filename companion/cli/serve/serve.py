"""`companion serve`: the table's session, watched and shown."""

from __future__ import annotations

import argparse
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.common.config import Configuration, PageSettings, found, kept_journal, port_number
from companion.cli.common.paths import (
    default_config,
    default_journal,
    default_rights,
    open_journal,
)
from companion.cli.common.speech import mention
from companion.cli.journal.backup import backups
from companion.cli.parts import tower
from companion.cli.parts.https import OWN, add_https_argument, certificates
from companion.cli.parts.record import add_record_argument, open_table
from companion.cli.parts.watching import DICE_AREA_HELP, UsageError
from companion.cli.serve import pauses
from companion.cli.serve.demo_beside import DemoBeside
from companion.cli.serve.pair import announce
from companion.cli.service.notify import serve_until
from companion.cli.service.starts import Starts
from companion.games.base.rules.options import COLOURS, EDITIONS
from companion.i18n import sentence
from companion.island.setups import FIRST_GAME_EDITIONS, first_game

if TYPE_CHECKING:
    from companion.calibration.repeating import Repeating
    from companion.calibration.session import CalibrationSession
    from companion.cli.parts.phone import PhoneEye
    from companion.observations import Source
    from companion.table.table import Table
    from web.demo import Played


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("serve", help="watch the table and show it on a page")
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=f"a file that says what is not said here ({default_config()}, if it is there)",
    )
    add_page_arguments(parser)
    # What isn't given here, the configuration says.
    parser.set_defaults(host=None, port=None, patience=None)
    parser.add_argument("--journal", type=Path, help=f"the file that keeps the games ({default_journal()})")
    parser.add_argument("--tower", metavar="PORT", help=f"{tower.PORT_HELP}, as does saying nothing")
    parser.add_argument(
        "--camera",
        metavar="CAMERA",
        help="a camera's number or address, phone for a phone that opens a page, a photo, a folder of "
        "photos, a video",
    )
    parser.add_argument(
        "--calibration",
        type=Path,
        metavar="FILE",
        help="the file that keeps how the camera sees the board, from one session of a game to the next "
        "(beside the journal)",
    )
    parser.add_argument(
        "--dice-area",
        metavar="AREA",
        help=f"{DICE_AREA_HELP} (as it was calibrated, else beside)",
    )
    parser.add_argument(
        "--players",
        metavar="NAME:COLOUR,...",
        help=f"start a game with these players, in seat order; colours: {', '.join(COLOURS)}",
    )
    parser.add_argument(
        "--edition", choices=tuple(EDITIONS), default="2025", help="whose rules (%(default)s)"
    )
    parser.add_argument(
        "--first-game", action="store_true", help="the pieces lie as on the first-game diagram"
    )
    parser.add_argument(
        "--island",
        choices=FIRST_GAME_EDITIONS,
        help="with --players: the island lies as on this edition's first-game diagram",
    )
    parser.add_argument(
        "--abandon", action="store_true", help="with --players: give up a game that is still on"
    )
    add_record_argument(parser)
    parser.set_defaults(run=run)


def add_page_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the page is served."""
    parser.add_argument(
        "--host",
        default=PageSettings.host,
        help="the address to listen on; 0.0.0.0 lets tablets in your network see the page "
        f"({PageSettings.host})",
    )
    parser.add_argument("--port", type=port_number, default=PageSettings.port, help=f"({PageSettings.port})")
    add_https_argument(parser)
    # Only a configuration says it: a proxy is set up once.
    parser.set_defaults(proxy=None, patience=PageSettings.patience)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted or terminated."""
    from companion.calibration.repeating import Repeating
    from companion.cli.parts.phone import PhoneEye
    from companion.cli.parts.saved_table import saved_setup
    from companion.cli.parts.served import Served, calibration_of
    from companion.journal import JournalUnusableError
    from companion.sources.camera import SentPictures, is_phone

    config = configured(args)
    with ExitStack() as stack:
        journal = stack.enter_context(open_journal(args.journal, show=True))
        starts = Starts(args.journal)
        stack.enter_context(starts.survived())
        notices = [notice for notice in (journal.notice, starts.notice) if notice]
        for notice in (*notices, journal.unwritable):
            if notice:
                mention(notice)
        table = open_table(
            journal, time.monotonic, args.record, calibration_of(args), notices, resume=starts.resumes
        )
        if args.players:
            # Where nothing can be kept, the table says so, and shows what was there before.
            with suppress(JournalUnusableError):
                table.start_game(chosen_game(args))
        phone = is_phone(args.camera if args.camera is not None else saved_setup(args.journal).camera)
        if phone and not (args.https or args.proxy):
            # Over plain HTTP no browser gives a page its camera.
            args.https = OWN
        sent = SentPictures() if phone else None
        served = Served(args, config.panel, table, sent)
        copied = backups(table, args.journal, config.backup)
        watched = [*served.sources, *copied] if starts.watches else ()
        repeating = Repeating(served)
        eye = None if sent is None else PhoneEye(sent, repeating.live)
        serve(table, watched, args, stack, calibrating=repeating, camera=eye, demos=_demos(args, stack))
    return 0


def _demos(args: argparse.Namespace, stack: ExitStack) -> DemoBeside | None:
    """What plays a demo to who asks for one; behind a proxy nobody would find its page."""
    return None if args.proxy else stack.enter_context(DemoBeside(args.host))


def configured(args: argparse.Namespace) -> Configuration:
    """The configuration, which also gives `args` what the command line left open.

    Raises:
        ConfigError: the file can't be read, or says what can't be.
    """
    config = found(args.config)
    said = {
        "tower": config.table.tower,
        "camera": config.table.camera,
        "journal": kept_journal(config),
        "host": config.page.host,
        "port": config.page.port,
        "https": config.page.https,
        "proxy": config.page.proxy,
        "patience": config.page.patience,
    }
    for name, value in said.items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    return config


def chosen_game(args: argparse.Namespace) -> dict[str, Any]:
    """The game that the command line asks for, as the table starts one."""
    options = {"edition": args.edition, "setup": "first_game" if args.first_game else "variable"}
    chosen = {"game": "base", "players": seats(args.players), "options": options, "abandon": args.abandon}
    if args.island:
        tokens = EDITIONS[args.edition].first_game_tokens
        chosen["layout"] = first_game(args.island, tokens=tokens).to_json()
    return chosen


def seats(text: str) -> list[dict[str, str]]:
    """The players in `Ana:red,Ben:blue`, in seat order.

    Raises:
        UsageError: not in that form.
    """
    found = []
    for part in text.split(","):
        name, colon, colour = part.strip().partition(":")
        if not colon or not name or not colour:
            raise UsageError(sentence("write a player as NAME:COLOUR, not as {given}", given=repr(part)))
        if colour not in COLOURS:
            raise UsageError(
                sentence(
                    "{given} is not a piece colour; use one of: {known}",
                    given=colour, known=", ".join(COLOURS),
                )
            )  # fmt: skip
        found.append({"name": name, "colour": colour})
    return found


def serve(
    table: Table,
    watched: Sequence[Source],
    args: argparse.Namespace,
    stack: ExitStack,
    until: Callable[[str, threading.Event], None] | None = None,
    calibrating: CalibrationSession | Repeating | None = None,
    camera: PhoneEye | None = None,
    demos: DemoBeside | None = None,
    played: Played | None = None,
) -> None:
    """Serve a table's page until a signal comes.

    Args:
        table: the table.
        watched: its sources.
        args: where the page is served.
        stack: stops everything when it is unwound.
        until: serve until this returns instead; it is given the address that pairs a browser of this machine,
            and the event that a signal sets.
        calibrating: its live picture, and the steps of its calibration, where they can be had.
        camera: takes the pictures of a phone, where one is its camera.
        demos: plays a demo game to who asks for one.
        played: the demo that plays at the table itself.
    """
    from web.rights import Rights, open_rights
    from web.server import WebServer
    from web.settings import Settings

    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        previous = signal.signal(number, lambda *_: stop.set())
        stack.callback(signal.signal, number, previous)
    rights = open_rights(default_rights(args.journal)) if args.journal else Rights()
    if rights.notice:
        mention(rights.notice)
        table.notify(rights.notice)
    settings = Settings(
        host=args.host,
        port=args.port,
        proxy=args.proxy,
        patience=args.patience,
        certificates=certificates(args.https, args.journal, stack),
    )
    server = stack.enter_context(WebServer(table, settings, rights, calibrating, camera, demos, played))
    if calibrating is not None:
        stack.enter_context(calibrating)
    stack.callback(table.stop)
    table.start(watched)
    announce(server)
    pauses.shorten()
    if until is None:
        serve_until(stop, table.snapshot)
    else:
        until(server.pairing_url, stop)
