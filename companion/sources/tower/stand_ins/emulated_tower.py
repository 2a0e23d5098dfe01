"""A simulated dice tower that runs the real firmware: the built binary in an emulator of its chip.

Only the contents of its pockets are a model (`pockets`); the firmware reads and interprets them itself.
"""

from __future__ import annotations

import contextlib
import math
import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from companion.closeable import Closeable
from companion.sources.tower import protocol
from companion.sources.tower.stand_ins import pockets
from companion.sources.tower.stand_ins.emulator import BUILD_FOLDER, Emulator, EmulatorError
from companion.sources.tower.wording import SIDE_NAMES

BOOT_TEXT: Final = b"\x00\xf8optiboot 8.0\r\ndice: 6 6\r\n"
"""Example of a boot loader's output before the firmware starts; it contains no frame."""

_SHADOW_SHARE: Final = 0.4
_HAND_S: Final = 0.4
"""Share of the room's light in a hand's shadow, and the seconds of one hand movement."""

_REPORTED_WITHIN_S: Final = 2.0
"""Seconds from rest after which a beat shows whether a throw was counted.

Four matching readings, the memory's write and the line take half a second. A noisy reading restarts them, and
a beat may be sent between the write and the roll's own frame.
"""

_NO_HOST_AFTER_S: Final = 8.0
"""Seconds from rest after which no host is expected to connect and receive the throw."""

_ANSWER_TIMEOUT_S: Final = 6.0
"""Timeout of a command of the calibration, in emulated seconds."""

_SETTLE_S: Final = 1.0
"""Emulated seconds after which the tower counts a die as resting."""


@dataclass
class _FirmwareState:
    """The firmware's state by its own frames, as sent, before any loss on the serial link."""

    hello: protocol.Hello | None = None
    met: bool = False
    waiting: int = 0
    faults: tuple[protocol.TowerFault, ...] = ()
    head: int = 0  # number of the roll that it sends
    newest: int = 0  # highest number known to be assigned
    beat_at: float = -math.inf  # emulated seconds of the last beat
    answer: protocol.Ok | protocol.Err | None = None  # to the last command

    def update(self, frame: protocol.TowerFrame, when: float) -> None:
        if isinstance(frame, protocol.Hello):
            if self.hello and frame.unit != self.hello.unit:
                self.head = self.newest = 0
            self.hello, self.met = frame, frame.met
        elif isinstance(frame, protocol.Beat):
            self.met, self.waiting, self.faults = True, frame.waiting, frame.faults
            self.beat_at = when
            if frame.waiting and self.head:
                self.newest = max(self.newest, self.head + frame.waiting - 1)
        elif isinstance(frame, protocol.TowerRoll):
            self.head = frame.number
            self.waiting = max(self.waiting, 1)  # the next beat has the exact number
            self.newest = max(self.newest, frame.number)
        elif isinstance(frame, protocol.Ok | protocol.Err):
            self.answer = frame


class EmulatedTower(Closeable):
    """One emulated tower; any thread may use it.

    Emulated time runs `speed` times as fast as real time. With speed 0 it runs at full speed while a host
    calls `monotonic`: pass that to a `TowerSource` as its clock.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        seed: int | None = None,
        speed: float = 0.0,
        optics: pockets.PocketOptics | None = None,
        calibrated: bool = True,
        paper: bool = False,
        build: Path = BUILD_FOLDER,
    ) -> None:
        """Start the emulator, plug the tower in, and calibrate it.

        Args:
            path: path of its port, a link to the current pseudo-terminal; None: in a temporary folder.
            seed: seed of all random numbers, the tower's id included; None: a random one.
            speed: emulated seconds in a real second; 0: full speed.
            optics: its sensors; None: clean ones drawn from the seed.
            calibrated: calibrate its sensors with white dice, as `companion calibrate` does.
            paper: calibrate with faces drawn on a strip of paper instead.
            build: the folder of the firmware and the emulator.

        Raises:
            EmulatorError: they are missing, or don't work.
        """
        seed = random.SystemRandom().getrandbits(48) if seed is None else seed
        self.rng = random.Random(seed)
        self.optics = optics or pockets.PocketOptics.from_seed(seed)
        self.finish: pockets.Finish = pockets.FINISHES["white"]
        self.scene = pockets.PocketContents()
        self.on_line: Callable[[str, str, float], None] = lambda mark, text, when: None
        self._state = _FirmwareState()
        self.emulator = Emulator(path, seed, self._handle_line, build)
        try:
            self.show_scenes((0.0, self.scene))
            self.plug()
            self.emulator.order("speed 0")
            if calibrated:
                self.calibrate(paper)
            self.emulator.order(f"speed {speed}")
        except BaseException:
            self.close()
            raise

    @property
    def port(self) -> str:
        """The path to open; `unplug` and `plug` don't change it."""
        return str(self.emulator.port)

    @property
    def unit(self) -> str:
        """The tower's id; empty before its first hello."""
        hello = self._state.hello
        return hello.unit if hello else ""

    @property
    def is_counting(self) -> bool:
        """True while a host is connected, by the tower's frames so far; then throws are counted."""
        self.step()
        return self._state.met

    @property
    def waiting(self) -> int:
        """Number of unacknowledged rolls, by the tower's frames so far."""
        self.step()
        return self._state.waiting

    @property
    def faults(self) -> tuple[protocol.TowerFault, ...]:
        """The faults in the tower's last beat."""
        self.step()
        return self._state.faults

    def monotonic(self) -> float:
        """Return the emulated time in seconds: the clock for the host, which the tower waits for."""
        return self.emulator.sync_time()

    # Calibration before the first game, as `companion calibrate` does for a real tower

    def calibrate(self, paper: bool = False, room: float = pockets.PocketContents.room) -> None:
        """Calibrate the tower with empty pockets, then with a six and a one in each, and save the result.

        No host may use its port: the commands are injected into the serial link.

        Args:
            paper: use faces drawn on a strip of paper instead of white dice.
            room: ambient light in lux.

        Raises:
            EmulatorError: the firmware refused a command, or doesn't answer.
        """
        numbers = iter(range(1, 100))
        finish = pockets.PAPER_FINISH if paper else pockets.FINISHES["white"]
        self._wait_until(lambda: bool(self.unit))
        self.inject_bytes(protocol.Hi(protocol.PROTOCOL_VERSION, "workshop/1").to_bytes(), to_host=False)
        self._wait_until(lambda: self.is_counting)
        self.show_scenes((0.0, pockets.PocketContents(room=room)))
        self._send_command(next(numbers), "calibrate", "empty")
        for face in (6, 1):
            first, second = (pockets.resting_die(face, self.rng, finish, on_paper=paper) for _ in SIDE_NAMES)
            self.show_scenes((0.0, pockets.PocketContents((first, second), room=room)))
            settled_at = self.monotonic() + _SETTLE_S
            self._wait_until(lambda at=settled_at: self.monotonic() > at)  # type: ignore[misc]  # mypy infers no type for a lambda's default
            for pocket in SIDE_NAMES:
                self._send_command(next(numbers), "calibrate", "face", str(pocket), str(face))
        self._send_command(next(numbers), "calibrate", "save")
        self.show_scenes((0.0, pockets.PocketContents()))
        self.inject_bytes(protocol.Bye().to_bytes(), to_host=False)
        self._wait_until(lambda: not self.is_counting)

    def _send_command(self, number: int, *words: str) -> None:
        self._state.answer = None
        self.inject_bytes(protocol.Do(number, words).to_bytes(), to_host=False)
        self._wait_until(lambda: self._state.answer is not None and self._state.answer.number == number)
        if isinstance(self._state.answer, protocol.Err):
            raise EmulatorError(f"the emulated tower refused {' '.join(words)}: {self._state.answer.refusal}")

    def _wait_until(self, condition: Callable[[], bool]) -> None:
        end = self.monotonic() + _ANSWER_TIMEOUT_S
        while not condition():
            if self.monotonic() > end:
                raise EmulatorError("the emulated tower does not answer: run 'make firmware'")
            self.step(0.02)

    # What happens at the table

    def roll(self, a: int, b: int) -> int | None:
        """Throw two dice; return the roll's number, or None if the tower didn't count it."""
        return self.throw(
            pockets.resting_die(a, self.rng, self.finish), pockets.resting_die(b, self.rng, self.finish)
        )

    def throw(self, a: pockets.PocketDie | None, b: pockets.PocketDie | None) -> int | None:
        """Throw dice that come to rest in these poses; return as `roll`."""
        before = self._state.newest
        pause = self.rng.uniform(0.1, 0.6)
        scenes = [*self._reach_in_scenes(replace(self.scene, dice=(None, None), throat=False))]
        start = scenes[-1][0] + pause
        way = pockets.tumble_scenes(replace(scenes[-1][1], dice=(a, b)), self.rng)
        scenes += [(start + when, scene) for when, scene in way]
        rest = self.show_scenes(*scenes) + scenes[-1][0]
        # Compare a beat's time of transmission, not of arrival: this process may be delayed for long.
        while (
            self._state.newest <= before
            and self._state.beat_at < rest + _REPORTED_WITHIN_S
            and self.emulator.emulated_time() < rest + _NO_HOST_AFTER_S
        ):
            self.step(0.005)
        # After a delay here, frames that arrived in the meantime are still unprocessed.
        self.step()
        return self._state.newest if self._state.newest > before else None

    def empty_pockets(self) -> None:
        """Take the dice out of the pockets."""
        self.reach_in(replace(self.scene, dice=(None, None), throat=False))

    def reach_in(self, scene: pockets.PocketContents) -> None:
        """Simulate a hand that reaches in and changes the scene in its shadow."""
        self.show_scenes(*self._reach_in_scenes(scene))

    def show_scenes(self, *scenes: tuple[float, pockets.PocketContents]) -> float:
        """Schedule scenes for the sensors, each with its delay in seconds; return the emulated time."""
        orders = ["base"]
        for after, scene in scenes:
            values = pockets.millivolts(scene, self.optics).round().astype(int).ravel().tolist()
            orders.append(f"scene {round(after * 1e6)} {' '.join(map(str, values))}")
            self.scene = scene
        return self.emulator.order(*orders)[0]

    def _reach_in_scenes(
        self, scene: pockets.PocketContents
    ) -> Sequence[tuple[float, pockets.PocketContents]]:
        shaded = replace(self.scene, room=self.scene.room * _SHADOW_SHARE)
        return (
            (0.0, shaded),
            (_HAND_S / 2, replace(scene, room=scene.room * _SHADOW_SHARE)),
            (_HAND_S, scene),
        )

    # The serial link, the board and its cable

    def inject_bytes(self, data: bytes, to_host: bool = True) -> None:
        """Inject bytes into the line, to the host or to the tower."""
        way = "host" if to_host else "tower"
        for start in range(0, len(data), 2048):
            self.emulator.order(f"say {way} {data[start : start + 2048].hex()}")

    def reset(self, cause: protocol.Cause = protocol.Cause.RESET) -> None:
        """Restart the board: it sends a boot loader's text, then a hello."""
        self.inject_bytes(BOOT_TEXT)
        self.emulator.order(f"reset {cause}")
        # All frames that it sent before are already processed.
        self._state.met = False

    def unplug(self) -> None:
        """Pull the cable: port and power disappear."""
        self.emulator.order("unplug")
        # All frames that it sent before are already processed.
        self._state.met = False

    def plug(self) -> None:
        """Plug the cable in: the board starts, with a new pseudo-terminal behind the same path."""
        self.emulator.order("plug")

    def close(self) -> None:
        """End the emulator."""
        self.emulator.close()

    # Driving the emulator

    def step(self, timeout: float = 0.0) -> None:
        """Process the emulator's output; wait at most `timeout` real seconds for it."""
        self.emulator.step(timeout)

    def run(self, stop: threading.Event) -> None:
        """Call `step` until `stop` is set."""
        while not stop.is_set():
            self.step(0.02)

    def _handle_line(self, mark: str, text: str, when: float) -> None:
        if mark == "!" and text.startswith("start"):
            self._state.met = False
        elif mark == "<":
            with contextlib.suppress(protocol.ProtocolError):
                self._state.update(protocol.parse_tower_frame(text.encode()), when)
        self.on_line(mark, text, when)
