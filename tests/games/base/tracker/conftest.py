from __future__ import annotations

import sys
from pathlib import Path

# What the tests of this folder share beside fixtures.
sys.path.insert(0, str(Path(__file__).parent))
