"""Shortens the pauses of Python's cyclic garbage collector.

A full collection visits all objects and stops the program for longer than an event may take to the pages.
Nearly all of these objects are code and tables that live as long as the process.
"""

from __future__ import annotations

import gc


def freeze_startup_objects() -> None:
    """Exclude all present objects from later collections. Called once, when the server is set up."""
    gc.collect()
    gc.freeze()
