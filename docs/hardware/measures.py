"""Read the tower's dimensions from OpenSCAD, so that drawings and simulation share one source."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parents[2] / "firmware" / "tower"


def ask(*names: str, die: float = 16) -> dict[str, Any]:
    """Return values of firmware/tower/params.scad by name: numbers, or lists of them; mm and degrees."""
    asked = "".join(f'echo(str("{name}=", {name}));\n' for name in names)
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "ask.scad", Path(folder) / "pairs.echo"
        source.write_text(f"include <{SOURCES / 'params.scad'}>\ndie = {die};\n{asked}")
        subprocess.run(["openscad", "-o", out, source], check=True, capture_output=True)
        lines = out.read_text().splitlines()
    pairs = [line.removeprefix("ECHO: ").strip('"').split("=") for line in lines if line.startswith("ECHO")]
    return {name: json.loads(value) for name, value in pairs}
