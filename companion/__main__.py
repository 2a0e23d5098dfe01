"""Run the command `companion` as `python -m companion`."""

import sys

from companion.cli.command import main

if __name__ == "__main__":
    sys.exit(main())
