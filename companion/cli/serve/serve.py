"""`companion serve`: watches the table and serves its page."""

from __future__ import annotations

import argparse
import gc
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.calibration.repeatable_calibration import CalibrationController, RepeatableCalibration
from companion.calibration.session import CalibrationSession
from companion.cli.common.config import (
    Configuration,
    PageSettings,
    TableFile,
    add_table_arguments,
    configured_journal,
    find_configuration,
    open_journal,
    port_number,
    saved_learned_dice,
)
from companion.cli.common.terminal_output import find_by_name, print_if_possible
from companion.cli.journal.backup import backup_sources
from companion.cli.parts import device_access
from companion.cli.parts.device_access import DICE_AREA_HELP, UsageError, add_record_argument, open_table
from companion.cli.parts.served_table import (
    OWN_CERTIFICATE,
    PhonePictureReceiver,
    ServedTable,
    calibration_of,
    open_certificates,
    saved_setup,
)
from companion.cli.serve.pair import announce, announce_name
from companion.cli.service.notify import StartCounter, stop_on_signals, wait_with_watchdog
from companion.closeable import Closeable
from companion.errors import CompanionError
from companion.i18n import sentence
from companion.island.geometry import COLOUR_NAMES, COLOURS
from companion.journal import JournalUnusableError
from companion.observations import Source
from companion.sources.camera import PhonePictures, is_phone

if TYPE_CHECKING:
    from companion.table.table import Table
    from web.demo import RunningDemo
    from web.server import WebServer


# Runs a demo game in a process of its own, for people at a table who want to see one first.


START_TIMEOUT_S: Final = 60.0
"""Seconds in which a demo must serve its page: a Pi needs long to import and to draw."""
_START_POLL_S: Final = 0.1
_STOP_TIMEOUT_S: Final = 10.0
COMMAND: Final = (sys.executable, "-m", "companion", "demo", "--no-browser", "--exit")


class DemoError(CompanionError, RuntimeError):
    """The demo doesn't start; the message explains what to do."""


class DemoProcess(Closeable):
    """A launcher of at most one demo process, which ends with its game, or with this table."""

    def __init__(self, host: str, command: Sequence[str] = COMMAND) -> None:
        """Prepare a demo without starting it.

        Args:
            host: the address of the demo's page.
            command: the demo's command line, without address and port.
        """
        self._host = host
        self._command = command
        self._lock = threading.Lock()
        self._playing: subprocess.Popen[bytes] | None = None
        self._port = 0

    def port(self) -> int:
        """Return the port of the demo's page; start a demo if none runs.

        Raises:
            DemoError: the demo doesn't start.
        """
        with self._lock:
            if self._playing is None or self._playing.poll() is not None:
                self._playing, self._port = self._start_demo()
            return self._port

    def _start_demo(self) -> tuple[subprocess.Popen[bytes], int]:
        from web.settings import WILDCARD_HOSTS

        local = "localhost" if self._host in WILDCARD_HOSTS else self._host
        family = socket.AF_INET6 if ":" in local else socket.AF_INET
        with socket.create_server((local, 0), family=family) as free:
            port: int = free.getsockname()[1]
        process = subprocess.Popen(
            (*self._command, "--host", self._host, "--port", str(port)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        end = time.monotonic() + START_TIMEOUT_S
        while process.poll() is None and time.monotonic() < end:
            with suppress(OSError), socket.create_connection((local, port), START_TIMEOUT_S):
                return process, port
            time.sleep(_START_POLL_S)
        process.kill()
        process.wait()
        raise DemoError(sentence("The demo game doesn't start. Start it on this computer: companion demo"))

    def close(self) -> None:
        """Stop the demo."""
        with self._lock:
            if self._playing is None:
                return
            self._playing.terminate()
            try:
                self._playing.wait(_STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                self._playing.kill()
                self._playing.wait()


# Shortens the pauses of Python's cyclic garbage collector.
#
# A full collection visits all objects and stops the program for longer than an event may take to the pages.
# Nearly all of these objects are code and tables that live as long as the process.


def freeze_startup_objects() -> None:
    """Exclude all present objects from later collections. Called once, when the server is set up."""
    gc.collect()
    gc.freeze()


def add_parser(subparsers: Any) -> None:
    """Add `serve` to the command line."""
    parser = subparsers.add_parser("serve", help="watch the table and show it on a page")
    add_table_arguments(parser)
    add_page_arguments(parser)
    # The configuration supplies the values that the command line lacks.
    parser.set_defaults(host=None, port=None, patience=None)
    parser.add_argument("--tower", metavar="PORT", help=f"{device_access.PORT_HELP} (default: auto)")
    parser.add_argument(
        "--camera",
        metavar="CAMERA",
        help="a camera's number or address, a photo, a folder of photos, a video, or 'phone' for a phone "
        "that opens a page",
    )
    parser.add_argument(
        "--calibration",
        type=Path,
        metavar="FILE",
        help="the file that stores the camera's view of the board between starts (default: beside the "
        "journal)",
    )
    parser.add_argument(
        "--dice-area",
        metavar="AREA",
        help=f"{DICE_AREA_HELP} (default: as calibrated, otherwise beside)",
    )
    parser.add_argument(
        "--players",
        metavar="NAME:COLOUR,...",
        help=f"start a game with these players, in seat order; colours: {', '.join(COLOURS)}",
    )
    add_record_argument(parser)
    parser.set_defaults(run=run)


def add_page_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the page's server."""
    parser.add_argument(
        "--host",
        default=PageSettings.host,
        help="the address to listen on; 0.0.0.0 lets devices in your network open the page "
        f"({PageSettings.host})",
    )
    parser.add_argument(
        "--port", type=port_number, default=PageSettings.port, help=f"the page's port ({PageSettings.port})"
    )
    parser.add_argument(
        "--https",
        nargs="?",
        const=OWN_CERTIFICATE,
        metavar="FILE",
        help="serve the page over TLS, with a certificate created at the first start, or with a PEM file "
        "that contains a certificate and its key",
    )
    # A proxy is set up once, so only the configuration has these options.
    parser.set_defaults(proxy=None, patience=PageSettings.patience)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted or terminated."""
    config = apply_configuration(args)
    with ExitStack() as stack:
        journal = stack.enter_context(open_journal(args.journal, allow_read_only=True))
        starts = StartCounter(args.journal)
        stack.enter_context(starts.track_start())
        notices = [notice for notice in (journal.notice, starts.notice) if notice]
        for notice in (*notices, journal.write_error):
            if notice:
                print_if_possible(notice)
        table = open_table(
            journal,
            time.monotonic,
            args.record,
            calibration_of(args),
            notices,
            resume=starts.should_resume,
            learned_dice=lambda: saved_learned_dice(args.journal),
        )
        if args.players:
            # If the journal is read-only, the table shows a notice and the previous game.
            with suppress(JournalUnusableError):
                table.start_game({"game": "base", "players": parse_seats(args.players)})
        phone = is_phone(args.camera if args.camera is not None else saved_setup(args.journal).camera)
        if phone and not (args.https or args.proxy):
            # Browsers don't give a page access to the camera over plain HTTP.
            args.https = OWN_CERTIFICATE
        phone_pictures = PhonePictures() if phone else None
        served_table = ServedTable(args, config.panel, table, phone_pictures)
        backups = backup_sources(table, args.journal, config.backup)
        sources = [*served_table.sources, *backups] if starts.should_watch else ()
        repeating = RepeatableCalibration(served_table)
        phone_receiver = (
            None if phone_pictures is None else PhonePictureReceiver(phone_pictures, repeating.live_step)
        )
        # Behind a proxy nobody would reach a demo's page.
        demos = None if args.proxy else stack.enter_context(DemoProcess(args.host))
        server = open_server(table, args, stack, repeating, phone_receiver, demos)
        serve(table, sources, server, stack, repeating)
    return 0


def apply_configuration(args: argparse.Namespace) -> Configuration:
    """Load the configuration, and fill the options of `args` that the command line lacks.

    Raises:
        ConfigError: the file can't be read or has an invalid value.
    """
    config = find_configuration(args.config)
    defaults = {
        "tower": config.table.tower,
        "camera": config.table.camera,
        "journal": configured_journal(config),
        "host": config.page.host,
        "port": config.page.port,
        "https": config.page.https,
        "proxy": config.page.proxy,
        "patience": config.page.patience,
    }
    for name, value in defaults.items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    return config


def parse_seats(text: str) -> list[dict[str, str]]:
    """Parse players such as `Ana:red,Ben:blue`, in seat order.

    Raises:
        UsageError: the text has another form.
    """
    players = []
    for part in text.split(","):
        name, _, typed = (each.strip() for each in part.partition(":"))
        if not name or not typed:
            raise UsageError(sentence("write a player as NAME:COLOUR, not as {given}", given=repr(part)))
        colour = find_by_name(typed, COLOUR_NAMES)
        if colour is None:
            raise UsageError(
                sentence(
                    "{given} is not a piece colour; use one of: {known}",
                    given=typed, known=", ".join(COLOURS),
                )
            )  # fmt: skip
        players.append({"name": name, "colour": colour})
    return players


def serve(
    table: Table,
    sources: Sequence[Source],
    server: WebServer,
    stack: ExitStack,
    calibrating: CalibrationSession | RepeatableCalibration | None = None,
    until: Callable[[str, threading.Event], None] | None = None,
) -> None:
    """Watch a table and serve its page until a signal arrives.

    Args:
        table: the table.
        sources: its sources.
        server: the page's server.
        stack: stops everything when it is unwound.
        calibrating: the live picture and the calibration's steps; None: there are none.
        until: serve until this function returns instead. It receives the address that pairs a browser of this
            machine, and the event that a signal sets.
    """
    stop = stop_on_signals(stack)
    if calibrating is not None:
        stack.enter_context(calibrating)
    stack.callback(table.stop)
    table.start(sources)
    announce(server)
    announce_name(server, stack)
    freeze_startup_objects()
    if until is None:
        wait_with_watchdog(stop, table.snapshot)
    else:
        until(server.pairing_url, stop)


def open_server(
    table: Table,
    args: argparse.Namespace,
    stack: ExitStack,
    calibrating: CalibrationController | None = None,
    camera: PhonePictureReceiver | None = None,
    demos: DemoProcess | None = None,
    played: RunningDemo | None = None,
) -> WebServer:
    """Start the page's server of a table until the stack is unwound.

    Args:
        table: the table.
        args: the options of `add_page_arguments`.
        stack: stops the server when it is unwound.
        calibrating: the live picture and the calibration's steps; None: there are none.
        camera: receives the pictures of a phone; None: no phone is the camera.
        demos: launches a demo game on request.
        played: the demo that runs at the table itself.
    """
    from web.rights import Rights, open_rights
    from web.server import WebServer
    from web.settings import Settings

    rights = open_rights(TableFile.RIGHTS.path_beside(args.journal)) if args.journal else Rights()
    if rights.notice:
        print_if_possible(rights.notice)
        table.notify(rights.notice)
    settings = Settings(
        host=args.host,
        port=args.port,
        proxy=args.proxy,
        patience=args.patience,
        certificates=open_certificates(args.https, args.journal, stack),
        card_colours=TableFile.CARD_COLOURS.path_beside(args.journal) if args.journal else None,
    )
    return stack.enter_context(WebServer(table, settings, rights, calibrating, camera, demos, played))
