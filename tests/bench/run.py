"""`make bench`: all measurements of this folder, a figure a line.

Each module here but this one has `measure() -> dict[str, float]`: a name that says its unit, and
the figure. Name some modules to run only those.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

BENCH_FOLDER = Path(__file__).resolve().parent


def main(names: list[str]) -> None:
    """Run the measures named, or all."""
    # The modules here have the names of the parts that they measure, and must not hide them.
    sys.path[:] = [
        str(BENCH_FOLDER.parents[1]),
        *(entry for entry in sys.path if Path(entry).resolve() != BENCH_FOLDER),
    ]
    for path in sorted(BENCH_FOLDER.glob("*.py")):
        if path.stem == "run" or (names and path.stem not in names):
            continue
        spec = importlib.util.spec_from_file_location(f"bench_{path.stem}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for what, figure in module.measure().items():
            print(f"{what}: {figure:.4g}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
