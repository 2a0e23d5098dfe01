"""The environment that `make` prepares on a Raspberry Pi, with fake Python programs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CI = Path(__file__).parents[2] / ".ci"
CONFLICT = "raise ValueError('numpy.dtype size changed, may indicate binary incompatibility')\n"


def program(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def run(script: str, argument: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([CI / script, argument], capture_output=True, text=True, check=False, timeout=60)


def environment(folder: Path, *, picamera: bool) -> Path:
    """The programs of an environment with a system simplejpeg that doesn't fit."""
    own, system = folder / "own", folder / "system"
    own.mkdir()
    system.mkdir()
    if picamera:
        (system / "picamera2.py").write_text("import simplejpeg\n")
        (system / "simplejpeg.py").write_text(CONFLICT)
    program(folder / "bin" / "python", f'PYTHONPATH={own}:{system} exec {sys.executable} "$@"')
    program(folder / "bin" / "pip", f'echo "$@" > {folder}/asked; : > {own}/simplejpeg.py')
    return folder / "bin"


def test_simplejpeg_is_installed_when_picamera2_needs_another_numpy(tmp_path: Path) -> None:
    done = run("picamera", environment(tmp_path, picamera=True))
    assert "simplejpeg is installed" in done.stdout
    assert (tmp_path / "asked").read_text().split()[-1] == "simplejpeg"
    assert done.stderr == ""
    assert run("picamera", tmp_path / "bin").stdout == ""


def test_without_picamera2_nothing_is_installed(tmp_path: Path) -> None:
    assert run("picamera", environment(tmp_path, picamera=False)).stdout == ""
    assert not (tmp_path / "asked").exists()


def test_a_32_bit_system_is_refused_with_a_message(tmp_path: Path) -> None:
    program(tmp_path / "bin" / "python", "echo 32")
    done = run("bits", tmp_path / "bin" / "python")
    assert done.returncode == 1
    assert "64-bit Raspberry Pi OS" in done.stderr
    assert run("bits", Path(sys.executable)).returncode == 0
