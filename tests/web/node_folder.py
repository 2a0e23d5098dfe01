"""Creates the folder of the node tests and serves their tables, to run some by hand.

``python -m tests.web.node_folder /tmp/here`` prints the command and serves until Ctrl+C.
"""

from __future__ import annotations

import shutil
import sys
import threading
from pathlib import Path

from tests.web.tables_for_node import serving_tables
from tests.web.test_node import make_folder


def main(top: Path) -> None:
    """Make the folder and serve tables until interrupted."""
    shutil.rmtree(top, ignore_errors=True)
    top.mkdir(parents=True)
    folder = make_folder(top, linked=True)
    with serving_tables(top) as (tables, _):
        linked = "--preserve-symlinks --preserve-symlinks-main"
        print(f"COMPANION_TABLES={tables} node {linked} {folder}/players.test.js", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
