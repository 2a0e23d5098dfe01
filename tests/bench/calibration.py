"""Measures a whole calibration without problems: a simulated table whose people never hesitate."""

from __future__ import annotations

import contextlib
import tempfile
import threading
import time
from pathlib import Path

from companion.calibration.context import CalibrationContext
from companion.calibration.repeatable_calibration import ALL_STAGES
from companion.calibration.session import CalibrationSession
from companion.calibration.step_outcome import AnswerRefused
from companion.cli.parts.device_access import simulated_devices
from companion.sim.calibration_people import SimulatedCalibration

HANDS_S = 0.5
"""Seconds that hands take before a person confirms a step."""
MOST_S = 300.0
PLAYERS = [
    {"name": name, "colour": colour} for name, colour in (("Ana", "red"), ("Ben", "blue"), ("Cyr", "white"))
]


def measure() -> dict[str, float]:
    """Seconds of each step, and of all; the camera's time is real time."""
    setting, stop = SimulatedCalibration(3), threading.Event()
    took: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder) / "table.json", Path(folder) / "board.json"
        session = CalibrationSession(
            CalibrationContext(simulated_devices(setting), *files, requested_steps=frozenset({"tower"})),
            ALL_STAGES,
        )
        people = threading.Thread(target=setting.run, args=(session.view, stop))
        begun = time.monotonic()
        with session:
            people.start()
            while not session.is_finished and time.monotonic() - begun < MOST_S:
                at, now = session.view()["current"], time.monotonic()
                _answer(session)
                time.sleep(0.05)
                if at is not None:
                    took[at] = took.get(at, 0.0) + time.monotonic() - now
            stop.set()
            people.join()
    setting.close()
    seconds = {f"calibration, {name} (s)": value for name, value in took.items()}
    return {**seconds, "calibration, whole (s)": sum(took.values())}


def _answer(session: CalibrationSession) -> None:
    """Answer a step as usual, or enter the players."""
    view = session.view()
    step = next((each for each in view["steps"] if each["name"] == view["current"]), None)
    if step is None or step["name"] == "colours":
        return
    with contextlib.suppress(AnswerRefused):
        if step["name"] == "players" and step["about"]:
            session.answer("players", {"players": PLAYERS})
        elif usual := [choice["word"] for choice in step["choices"] if choice["usual"]]:
            time.sleep(HANDS_S)
            session.answer(step["name"], {"word": usual[0]})
