"""The command line: assembles the subcommands and runs the one that was given."""

from __future__ import annotations

import argparse
import importlib.metadata
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from companion.cli import doctor, read
from companion.cli.calibrate import calibrate
from companion.cli.common.terminal_output import OutputError, print_error
from companion.cli.journal import backup, history
from companion.cli.serve import demo, pair, replay, serve
from companion.cli.service import install
from companion.errors import CompanionError


def parser() -> argparse.ArgumentParser:
    """Build the parser of the whole command line: all subcommands with their options."""
    top_parser = argparse.ArgumentParser(
        prog="companion", description="Watches people play CATAN at a table, and keeps the score."
    )
    version = importlib.metadata.version("companion")
    top_parser.add_argument("--version", action="version", version=f"companion {version}")
    top_parser.add_argument("--verbose", action="store_true", help="log more details")
    subparsers = top_parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for part in (serve, pair, calibrate, doctor, install, read, demo, replay, history, backup):
        part.add_parser(subparsers)
    return top_parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status.

    A `CompanionError` that reaches this function ends the command; its message tells the user what to do.
    """
    args = parser().parse_args(argv)
    logging.basicConfig(
        level=logging.INFO if args.verbose else logging.WARNING, format="%(levelname)s %(name)s: %(message)s"
    )
    try:
        status: int = args.run(args)
    except OutputError as error:
        print_error(error)
        _discard_output()
        return 1
    except CompanionError as error:
        print_error(error)
        return 1
    return status


def _discard_output() -> None:
    """Redirect the output to the null device: Python would flush it again at exit, and fail again."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
