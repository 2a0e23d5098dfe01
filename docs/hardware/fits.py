"""Check that the tower's printed parts fit: `make -C firmware/tower check`, or for other dice `fits.py 15`.

Each name is a body that firmware/tower/checks.scad builds and that must be empty: what two parts have in
common in the assembled tower; what of the lane a die of 0.3 mm more meets on its way; what of the lane
covers a sensor or lies beyond the glass; an aperture that a die of 0.3 mm less doesn't cover.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from solids import PAPER, read_stl

SOURCES = Path(__file__).parents[2] / "firmware" / "tower"
CHECKS = (
    "way", "light", "beyond", "uncovered", "base+lane", "base+sensor_block", "base+slide",
    "lane+sensor_block", "slide+lane", "slide+sensor_block", "chute+lane", "chute+cover", "cover+lane",
    "dice+lane", "dice+slide", "dice+chute",
)  # fmt: skip
TOUCHING = 0.1  # cubic millimetres that rounding leaves between touching faces


def main() -> None:
    """Run all checks; return exit status 1 if a body isn't empty."""
    die = sys.argv[1] if len(sys.argv) > 1 else "16"
    wrong = [name for name in CHECKS if report(name, volume(name, die)) > TOUCHING]
    raise SystemExit(f"These don't fit: {', '.join(wrong)}." if wrong else 0)


def report(name: str, size: float) -> float:
    """Print the result of a check and return it."""
    print(f"{name:20} {size:8.3f} mm3", flush=True)
    return size


def volume(name: str, die: str) -> float:
    """Return the volume of one check's body, in cubic millimetres."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "body.stl"
        order = ["openscad", "-q", "-D", f"die={die}", "-D", f'check="{name}"', "-o", str(out), "checks.scad"]
        result = subprocess.run(order, cwd=SOURCES, capture_output=True, text=True)
        if "ERROR" in result.stderr or "WARNING" in result.stderr:
            raise SystemExit(f"{name}: {result.stderr}")
        triangles = read_stl(out, PAPER).triangles if out.exists() else np.zeros((0, 3, 3))
    return abs(float((triangles[:, 0] * np.cross(triangles[:, 1], triangles[:, 2])).sum() / 6))


if __name__ == "__main__":
    main()
