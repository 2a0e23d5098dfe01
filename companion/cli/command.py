"""The command line: its subcommands, each in a module of its own."""

from __future__ import annotations

import argparse
import importlib.metadata
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from companion.cli.calibrate import calibrate
from companion.cli.common.speech import OutputError, complain
from companion.cli.doctor import doctor
from companion.cli.journal import backup, history
from companion.cli.read import read
from companion.cli.serve import demo, pair, replay, serve
from companion.cli.service import install
from companion.errors import CompanionError


def parser() -> argparse.ArgumentParser:
    """The whole command line, all subcommands with their options."""
    whole = argparse.ArgumentParser(
        prog="companion", description="Watches a table of people playing CATAN, and keeps the score."
    )
    version = importlib.metadata.version("companion")
    whole.add_argument("--version", action="version", version=f"companion {version}")
    whole.add_argument("--verbose", action="store_true", help="say more of what goes on")
    subparsers = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for part in (serve, pair, calibrate, doctor, install, read, demo, replay, history, backup):
        part.add_parser(subparsers)
    return whole


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status.

    A `CompanionError` that reaches this far ends the command with its message: it says what to do.
    """
    args = parser().parse_args(argv)
    logging.basicConfig(
        level=logging.INFO if args.verbose else logging.WARNING, format="%(levelname)s %(name)s: %(message)s"
    )
    try:
        status: int = args.run(args)
    except OutputError as error:
        complain(error)
        _give_up_output()
        return 1
    except CompanionError as error:
        complain(error)
        return 1
    return status


def _give_up_output() -> None:
    """Have what couldn't be written be forgotten: Python would try again at its end, and complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
