"""`companion calibrate`: the guided steps, in this terminal and on a tablet at the same time."""

from __future__ import annotations

import argparse
import math
import signal
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.calibration.guide import ALL, alone
from companion.calibration.relay import Relay
from companion.calibration.repeating import Repeating
from companion.calibration.session import CalibrationSession
from companion.calibration.world import World
from companion.cli.calibrate.terminal_guide import LOOK_EVERY_S, Walk
from companion.cli.common.config import Configuration, found, kept_journal, port_number
from companion.cli.common.paths import (
    default_calibration,
    default_journal,
    default_rights,
    default_setup,
    open_journal,
)
from companion.cli.common.speech import say
from companion.cli.common.terminal import Keyboard
from companion.cli.journal.backup import backups
from companion.cli.parts import device_access
from companion.cli.parts.https import certificates
from companion.cli.parts.record import open_table
from companion.cli.parts.saved_table import saved_calibration, saved_setup
from companion.cli.serve.pair import announce, offer_network
from companion.cli.service.notify import serve_until
from companion.i18n import sentence

if TYPE_CHECKING:
    from companion.table.table import Table

PARTS: Final = {
    "camera": "choose the camera and look at its picture",
    "island": "see whether the island is read right",
    "colours": "learn the colours of your pieces",
    "bluetooth": "say which Bluetooth dice are this table's",
    "buttons": "press each button once",
    "players": "say who plays, in which order and colour",
}
"""The steps that can be repeated alone; those of dice and tower have options of their own."""
WITHOUT_PICTURE: Final = frozenset({"tower", "bluetooth", "buttons", "players"})
"""Steps for which nobody needs a page, if they are gone through alone."""
LINGER_S: Final = 3.0
ALONE_S: Final = 2.0
"""Seconds for which nobody's answer is needed."""
DONE, NOT_DONE = 0, 1
"""Exit statuses."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the whole walk can be told."""
    parser.add_argument(
        "--camera",
        metavar="CAMERA",
        help="a camera, as `companion serve --camera` takes it; 'simulated': a simulated table to try it on",
    )
    parser.add_argument(
        "--tower", metavar="PORT", help="the dice tower's serial port; '': there is none (looked for)"
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="a configuration, as of `companion serve`"
    )
    parser.add_argument(
        "--journal",
        type=Path,
        help=f"the games beside which all is kept, but for a trial's ({default_journal()})",
    )
    parser.add_argument("--host", help="the address the page listens on; 0.0.0.0: for a tablet or phone")
    parser.add_argument(
        "--page-port", "--port", dest="port", metavar="PORT", type=port_number,
        help="the page's port; after 'tower' --port is the tower's",
    )  # fmt: skip
    parser.add_argument("--no-page", action="store_true", help="in this terminal only")
    parser.set_defaults(part=None)


def run(args: argparse.Namespace) -> int:
    """Walk people through the steps; with a page, serve the table as soon as they are done.

    Returns:
        `DONE`, or `NOT_DONE` where they gave up.
    """
    config = found(args.config)
    with ExitStack() as stack:
        stop = _stopped_by_signals(stack)
        if args.camera == device_access.SIMULATED:
            # Nobody's table is the worse for a trial, and none can begin with a camera that there isn't.
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-calibrate-"))
            args.journal = Path(folder) / "journal.db"
        args.journal = args.journal or kept_journal(config)
        session = _session(args, config, stack)
        relay = Relay(session)
        typing = _Stoppable(stop)
        shown = not args.no_page and args.part not in WITHOUT_PICTURE
        table = _page(args, config, relay, typing, stack) if shown else None
        with session:
            finished = _walk(session, typing, stop, alone=table is None)
        if not finished:
            say("")
            trial = args.camera == device_access.SIMULATED
            say(
                sentence("Stopped. Nothing from the trial was saved.")
                if trial
                else sentence("Stopped. What was done until then is saved.")
            )
            return NOT_DONE
        if table is None:
            return DONE
        if args.part is not None:
            # Pages see the end of it, too.
            stop.wait(LINGER_S)
            return DONE
        _play(args, config, table, relay, stop)
    return DONE


def _session(args: argparse.Namespace, config: Configuration, stack: ExitStack) -> CalibrationSession:
    if args.camera == device_access.SIMULATED:
        from companion.sim.calibrating import SimulatedSetting

        setting = SimulatedSetting()
        stack.callback(setting.close)
        reach = device_access.simulated(setting)
    else:
        port = config.table.tower if args.tower is None else args.tower
        reach = device_access.real(port, config.panel)
    if args.journal == default_journal():
        args.journal.parent.mkdir(parents=True, exist_ok=True)
    kept = default_calibration(args.journal)
    world = World(
        reach,
        default_setup(args.journal),
        kept,
        setup=saved_setup(args.journal),
        calibration=saved_calibration(kept),
        camera=args.camera or config.table.camera or "",
        expected=frozenset({args.part} if args.part else ()) | _expected(args, config),
        trial=args.camera == device_access.SIMULATED,
    )
    session = CalibrationSession(world, ALL if args.part is None else alone(args.part))
    if args.camera == device_access.SIMULATED:
        device_access.people_at(setting, session, stack)
    return session


def _expected(args: argparse.Namespace, config: Configuration) -> frozenset[str]:
    return frozenset({"tower"} if args.tower or config.table.tower else ())


def _page(
    args: argparse.Namespace, config: Configuration, relay: Relay, typing: _Stoppable, stack: ExitStack
) -> Table:
    """Serve the steps, and the table that comes after them."""
    from web.rights import open_rights
    from web.server import WebServer
    from web.settings import Settings

    host = args.host or config.page.host
    port = config.page.port if args.port is None else args.port
    journal = stack.enter_context(open_journal(args.journal, show=True))
    notices = [journal.notice] if journal.notice else []
    table = open_table(journal, time.monotonic, None, default_calibration(args.journal), notices)
    settings = Settings(
        host=host,
        port=port,
        proxy=config.page.proxy,
        patience=config.page.patience,
        certificates=certificates(config.page.https, args.journal, stack),
    )
    rights = open_rights(default_rights(args.journal))
    if rights.notice:
        table.notify(rights.notice)
    server = stack.enter_context(WebServer(table, settings, rights, relay))
    offer_network(server, typing.line)
    announce(server)
    return table


def _walk(session: CalibrationSession, typing: _Stoppable, stop: threading.Event, *, alone: bool) -> bool:
    """Whether the steps came to their end, in this terminal or on a page."""
    walk = Walk(session, typing)
    try:
        return walk.run()
    except KeyboardInterrupt:
        return False
    except EOFError:
        # Nobody sits at the terminal: the page goes on; without one, what needs nobody comes to its end.
        end = time.monotonic() + (ALONE_S if alone else math.inf)
        while not session.finished:
            if time.monotonic() > end or stop.wait(0.1):
                return False
        walk.tell()
    return True


class _Stoppable:
    """The keyboard, until a signal comes."""

    def __init__(self, stop: threading.Event) -> None:
        self._keyboard = Keyboard()
        self._stop = stop

    def typed(self, seconds: float) -> str | None:
        """As `Keyboard.typed`; a signal is as good as `q`."""
        return "q" if self._stop.is_set() else self._keyboard.typed(seconds)

    def line(self) -> str | None:
        """A line, as soon as one was typed; None: none will be."""
        try:
            while (typed := self.typed(LOOK_EVERY_S)) is None:
                pass
        except EOFError:
            return None
        return typed


def _play(
    args: argparse.Namespace, config: Configuration, table: Table, relay: Relay, stop: threading.Event
) -> None:
    """Watch the calibrated table until a signal comes; pages may repeat its steps meanwhile."""
    from companion.cli.parts.served import Served

    if args.camera == device_access.SIMULATED:
        say(sentence("The trial ends here: 'companion demo' plays on a simulated table. Ctrl-C stops this."))
        stop.wait()
        return
    args.record = args.calibration = args.dice_area = None
    args.tower = config.table.tower if args.tower is None else args.tower
    # What the steps made of it is what it begins with.
    args.camera = None
    served = Served(args, config.panel, table)
    if served.sources:
        say(sentence("The table is being watched. Ctrl-C stops this; 'companion serve' starts it again."))
    else:
        say(
            sentence(
                "The table is shown, but nothing watches it: enter on the page what happens. Ctrl-C stops "
                "this; 'companion serve' starts it again."
            )
        )
    with Repeating(served, relay.view()["steps"][-1]) as repeating:
        relay.hand_to(repeating)
        table.start([*served.sources, *backups(table, args.journal, config.backup)])
        try:
            serve_until(stop, table.snapshot)
        finally:
            table.stop()


def _stopped_by_signals(stack: ExitStack) -> threading.Event:
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        previous = signal.signal(number, lambda *_: stop.set())
        stack.callback(signal.signal, number, previous)
    return stop
