"""Puts the tools of docs/hardware in reach."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "docs" / "hardware"))
