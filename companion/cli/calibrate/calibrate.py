"""`companion calibrate`: prepares a table for its first game."""

from __future__ import annotations

import argparse
import contextlib
import math
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.calibration.repeatable_calibration import (
    ALL_STAGES,
    RepeatableCalibration,
    single_step_stages,
)
from companion.calibration.session import CalibrationSession
from companion.cli.calibrate import resource_dice
from companion.cli.calibrate.terminal_guide import TerminalGuide
from companion.cli.common.config import (
    Configuration,
    TableFile,
    add_table_arguments,
    default_journal,
    open_journal,
    port_number,
)
from companion.cli.common.terminal_output import Keyboard, print_error, print_message
from companion.cli.journal.backup import backup_sources
from companion.cli.parts import device_access
from companion.cli.parts.device_access import open_table
from companion.cli.parts.served_table import ServedTable, step_context
from companion.cli.serve.pair import announce, offer_network
from companion.cli.serve.serve import apply_configuration, open_server
from companion.cli.service.notify import stop_on_signals, wait_with_watchdog
from companion.i18n import sentence
from vision.markers import render_marker_sheet

if TYPE_CHECKING:
    from companion.table.table import Table


# `companion calibrate`: the guided steps, in this terminal and on a tablet at the same time.


PARTS: Final = {
    "camera": "choose the camera and check its picture",
    "island": "check the reading of the island",
    "colours": "learn the colours of your pieces",
    "faces": "learn the faces of your resource dice, for the Catan Dice Game",
    "bluetooth": "choose this table's Bluetooth dice",
    "buttons": "press each button once",
    "players": "enter the players, their order and their colours",
}
"""Steps that can be repeated alone. Dice and tower are missing: they have options of their own."""
STEPS_WITHOUT_PICTURE: Final = frozenset({"tower", "bluetooth", "buttons", "players"})
"""Steps that need no page if they run alone."""
LINGER_S: Final = 3.0
UNATTENDED_GRACE_S: Final = 2.0
"""Seconds that remaining steps have to finish when nobody can answer."""
EXIT_DONE, EXIT_NOT_DONE = 0, 1
"""Exit statuses."""


def run_guide(args: argparse.Namespace) -> int:
    """Guide people through the steps; with a page, serve the table once they are done.

    Returns:
        `EXIT_DONE`, or `EXIT_NOT_DONE` if they gave up.
    """
    is_trial = args.camera == device_access.SIMULATED_CAMERA
    with ExitStack() as stack:
        stop = stop_on_signals(stack)
        if is_trial:
            # A trial must not change a real table's files, and no table can start with a simulated camera.
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-calibrate-"))
            args.journal = Path(folder) / "journal.db"
        config = apply_configuration(args)
        session = _create_session(args, config, stack)
        calibrating = RepeatableCalibration(session)
        keyboard = Keyboard(stop)
        with_page = not args.no_page and args.part not in STEPS_WITHOUT_PICTURE
        table = _serve_page(args, calibrating, keyboard, stack) if with_page else None
        with session:
            finished = _run_terminal_guide(session, keyboard, stop, unattended=table is None)
        if not finished:
            print_message("")
            print_message(
                sentence("Stopped. Nothing from the trial was saved.")
                if is_trial
                else sentence("Stopped. Everything done so far is saved.")
            )
            return EXIT_NOT_DONE
        if table is not None and args.part is not None:
            # Give pages the time to show the last step.
            stop.wait(LINGER_S)
        elif table is not None:
            _watch_table(args, config, table, calibrating, stop)
    return EXIT_DONE


def _create_session(args: argparse.Namespace, config: Configuration, stack: ExitStack) -> CalibrationSession:
    if args.camera == device_access.SIMULATED_CAMERA:
        from companion.sim.calibration_people import SimulatedCalibration

        setting = SimulatedCalibration()
        stack.callback(setting.close)
        devices = device_access.simulated_devices(setting)
    else:
        devices = device_access.real_devices(args.tower, config.panel)
    if args.journal == default_journal():
        args.journal.parent.mkdir(parents=True, exist_ok=True)
    # A tower whose port is known is expected.
    requested = {part for part in (args.part, "tower" if args.tower else None) if part}
    context = step_context(args, devices, frozenset(requested))
    context.is_trial = args.camera == device_access.SIMULATED_CAMERA
    session = CalibrationSession(context, ALL_STAGES if args.part is None else single_step_stages(args.part))
    if args.camera == device_access.SIMULATED_CAMERA:
        device_access.start_simulated_people(setting, session, stack)
    return session


def _serve_page(
    args: argparse.Namespace, calibrating: RepeatableCalibration, keyboard: Keyboard, stack: ExitStack
) -> Table:
    """Serve the steps, and later the table, on a page."""
    journal = stack.enter_context(open_journal(args.journal, allow_read_only=True))
    notices = [journal.notice] if journal.notice else []
    table = open_table(
        journal, time.monotonic, None, TableFile.CALIBRATION.path_beside(args.journal), notices
    )
    server = open_server(table, args, stack, calibrating)
    offer_network(server, keyboard.wait_for_line)
    announce(server)
    return table


def _run_terminal_guide(
    session: CalibrationSession, keyboard: Keyboard, stop: threading.Event, *, unattended: bool
) -> bool:
    """Run the steps in the terminal and return whether they were finished, here or on a page."""
    guide = TerminalGuide(session, keyboard)
    try:
        return guide.run()
    except KeyboardInterrupt:
        return False
    except EOFError:
        # Nobody types here: wait for the page. Without one, wait for the steps that need no answer.
        end = time.monotonic() + (UNATTENDED_GRACE_S if unattended else math.inf)
        while not session.is_finished:
            if time.monotonic() > end or stop.wait(0.1):
                return False
        guide.print_changes()
    return True


def _watch_table(
    args: argparse.Namespace,
    config: Configuration,
    table: Table,
    calibrating: RepeatableCalibration,
    stop: threading.Event,
) -> None:
    """Watch the calibrated table until a signal arrives; pages may repeat its steps meanwhile."""
    if args.camera == device_access.SIMULATED_CAMERA:
        print_message(
            sentence("The trial ends here: 'companion demo' plays on a simulated table. Ctrl-C stops this.")
        )
        stop.wait()
        return
    # The table starts with the camera that the steps have saved.
    args.camera = None
    served = ServedTable(args, config.panel, table)
    print_message(
        sentence("The table is being watched. Ctrl-C stops this; 'companion serve' starts it again.")
        if served.sources
        else sentence(
            "The table is shown, but nothing watches it: enter on the page what happens. Ctrl-C stops this; "
            "'companion serve' starts it again."
        )
    )
    calibrating.watch(served)
    with contextlib.closing(calibrating):
        table.start([*served.sources, *backup_sources(table, args.journal, config.backup)])
        try:
            wait_with_watchdog(stop, table.snapshot)
        finally:
            table.stop()


MARKER_SHEET: Final = Path("companion-markers.pdf")


def add_parser(subparsers: Any) -> None:
    """Add `calibrate` and its parts to the command line."""
    calibrate = subparsers.add_parser(
        "calibrate",
        help="calibrate a table step by step: camera, island, pieces, dice, tower, buttons, players",
        description="Without PART: runs all steps, in this terminal and on a tablet or phone. With PART: "
        "runs only that step.",
    )
    calibrate.add_argument(
        "--camera",
        metavar="CAMERA",
        help="a camera, as for `companion serve --camera`; 'simulated': a simulated table for a trial",
    )
    calibrate.add_argument(
        "--tower", metavar="PORT", help="the dice tower's serial port; '': no tower (default: search)"
    )
    add_table_arguments(calibrate)
    calibrate.add_argument(
        "--host", help="the address to listen on; 0.0.0.0 lets tablets and phones open the page"
    )
    calibrate.add_argument(
        "--page-port", "--port", dest="port", metavar="PORT", type=port_number,
        help="the page's port; with the part 'tower', --port is the tower's serial port",
    )  # fmt: skip
    calibrate.add_argument("--no-page", action="store_true", help="run only in this terminal, without a page")
    # The command line lacks these options of `companion serve`.
    unset = dict.fromkeys(("https", "proxy", "patience", "record", "calibration", "dice_area"))
    calibrate.set_defaults(part=None, **unset)
    calibrate.add_argument(
        "--print-markers", metavar="OUT.pdf", type=Path, nargs="?", const=MARKER_SHEET,
        help=f"write an A4 page of markers, for tables where the island isn't found (default: "
        f"{MARKER_SHEET})",
    )  # fmt: skip
    calibrate.set_defaults(run=run)
    parts = calibrate.add_subparsers(dest="part", metavar="PART")
    for name, about in PARTS.items():
        parts.add_parser(name, help=about).set_defaults(run=run_guide)
    tower_parser = parts.add_parser("tower", help="calibrate the dice tower with your dice, and test it")
    tower_parser.add_argument(
        "--port", dest="tower", metavar="PORT", default=argparse.SUPPRESS, help=device_access.PORT_HELP
    )
    tower_parser.set_defaults(run=run_guide)
    resource_dice.add_parser(parts, run_guided_step=run_guide)


def run(args: argparse.Namespace) -> int:
    """Run the guided steps, or write the sheet of markers.

    Returns:
        0, or 1 if people gave up or the sheet can't be written.
    """
    out: Path | None = args.print_markers
    if out is None:
        return run_guide(args)
    try:
        out.write_bytes(render_marker_sheet())
    except OSError as error:
        print_error(sentence("{file} can't be written: {error}", file=out, error=error.strerror or error))
        return 1
    print_message(
        sentence("{file}: print it at 100 %, cut out the cards and place them as the page shows.", file=out)
    )
    return 0
