"""Time limits of tests that wait."""

from __future__ import annotations

from typing import Final

PATIENCE_S: Final = 240.0
"""How long a machine that is busy with other things, too, may take for anything: at rest it takes seconds."""
PATIENCE_MS: Final = 1000 * PATIENCE_S
PAGES: Final = 100
"""How many times as long as usual pages wait for the table, in tests of all else: a busy machine is no broken
network."""
