"""`companion read`: reads single photos without a calibration."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion.cli.read import board, cards, dice

if TYPE_CHECKING:
    from argparse import _SubParsersAction


# `companion read`: reads single photos without calibration and history.
#
# The JSON has the form that docs/vision.md, docs/dice.md and docs/spot_it.md describe.


def add_parser(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `read` and its kinds of photo to the command line."""
    read = subparsers.add_parser("read", help="read single photos, without a calibration")
    kinds = read.add_subparsers(dest="kind", required=True, metavar="WHAT")
    for kind in (board, dice, cards):
        kind.add_parser(kinds)
