"""A dice tower that isn't there, but whose firmware is: the built binary in an emulator of its chip.

What lies in its pockets is a model (`pockets`); what the firmware makes of it is its own doing.
"""

from __future__ import annotations

import contextlib
import math
import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from companion.sources.tower.line import ProtocolError
from companion.sources.tower.protocol import tower_frame
from companion.sources.tower.stand_ins.emulator import BUILD, Emulator
from companion.sources.tower.stand_ins.pockets import (
    FINISHES,
    Finish,
    PocketContents,
    PocketDie,
    PocketOptics,
    millivolts,
    resting,
    tumbling,
)
from companion.sources.tower.stand_ins.workshop import calibrate
from companion.sources.tower.tower_frames import (
    Beat,
    Cause,
    FaultKind,
    Hello,
    TowerFault,
    TowerFrame,
    TowerRoll,
)

BOOT_TEXT: Final = b"\x00\xf8optiboot 8.0\r\ndice: 6 6\r\n"
"""What a boot loader may babble before the firmware runs; no part of it is a roll."""

GLARE: Final = 30_000.0
"""A room, in lux, whose light blinds the sensors: the tower stands in the sun."""

_SHADOW: Final = 0.4
_HAND_S: Final = 0.4
"""What a hand leaves of the room's light, and the seconds in which it does something."""

_TOLD_AFTER_S: Final = 2.0
"""Seconds from rest after which a beat that is said tells whether a throw was counted.

Four looks that agree, the memory's write and the line take half a second; a look that noise spoils begins
those anew, and a beat may be said between the write and the roll's own frame.
"""

_GIVEN_UP_AFTER_S: Final = 8.0
"""Seconds from rest after which no host has come to whom a throw could be told."""

_HAD_AT_A_TABLE: Final = frozenset(
    {FaultKind.COCKED, FaultKind.MISSING, FaultKind.DOUBLE, FaultKind.SENSOR, FaultKind.LIGHT}
)


@dataclass
class _Heard:
    """What the firmware has said of late, before anything happened to it on the wire."""

    hello: Hello | None = None
    met: bool = False
    waiting: int = 0
    faults: tuple[TowerFault, ...] = ()
    head: int = 0  # number of the roll it sends
    newest: int = 0  # highest number it is known to have given
    beat_at: float = -math.inf  # emulated seconds of the last beat

    def take(self, frame: TowerFrame, when: float) -> None:
        if isinstance(frame, Hello):
            if self.hello and frame.unit != self.hello.unit:
                self.head = self.newest = 0
            self.hello, self.met = frame, frame.met
        elif isinstance(frame, Beat):
            self.met, self.waiting, self.faults = True, frame.waiting, frame.faults
            self.beat_at = when
            if frame.waiting and self.head:
                self.newest = max(self.newest, self.head + frame.waiting - 1)
        elif isinstance(frame, TowerRoll):
            self.head = frame.number
            self.waiting = max(self.waiting, 1)  # the next beat says how many
            self.newest = max(self.newest, frame.number)


class EmulatedTower:
    """One emulated tower; its orders may be given from any thread.

    Emulated time passes `speed` times as fast as real time, or as fast as it can while somebody asks
    `pace` for it: hand that to a `TowerSource` as its clock.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        seed: int | None = None,
        speed: float = 0.0,
        optics: PocketOptics | None = None,
        calibrated: bool = True,
        paper: bool = False,
        build: Path = BUILD,
    ) -> None:
        """Plug it in.

        Args:
            path: where its port appears, as a link to the pseudo-terminal of the moment; None: in a
                folder of its own.
            seed: of all chance in it, the tower's id included; None: another each time.
            speed: emulated seconds in a real one; 0: as fast as it can.
            optics: its sensors; None: clean ones drawn from the seed.
            calibrated: it has learnt its sensors from white dice, as `companion calibrate` does.
            paper: not from dice, but from their faces drawn on a strip of paper.
            build: the folder of the firmware and the emulator.

        Raises:
            EmulatorError: they are not there, or don't work.
        """
        seed = random.SystemRandom().getrandbits(48) if seed is None else seed
        self.chance = random.Random(seed)
        self.optics = optics or PocketOptics.of_seed(seed)
        self.finish: Finish = FINISHES["white"]
        self.scene = PocketContents()
        self.on_line: Callable[[str, str, float], None] = lambda mark, text, when: None
        self._heard = _Heard()
        self.emulator = Emulator(path, seed, self._take, build)
        try:
            self.show((0.0, self.scene))
            self.plug()
            self.emulator.order("speed 0")
            if calibrated:
                calibrate(self, paper)
            self.emulator.order(f"speed {speed}")
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def port(self) -> str:
        """The path to open; the same after `unplug` and `plug`."""
        return str(self.emulator.port)

    @property
    def unit(self) -> str:
        """The tower's id; empty until it has said hello."""
        hello = self._heard.hello
        return hello.unit if hello else ""

    @property
    def counts(self) -> bool:
        """Whether a host has greeted the tower and is about, as far as it has said by now."""
        self.step()
        return self._heard.met

    @property
    def waiting(self) -> int:
        """Rolls not acknowledged yet, as far as the tower has said by now."""
        self.step()
        return self._heard.waiting

    @property
    def faults(self) -> tuple[TowerFault, ...]:
        """What the tower last said is wrong with it."""
        self.step()
        return self._heard.faults

    def pace(self) -> float:
        """Emulated seconds, for the host that the tower is to wait for: a `TowerSource`'s clock."""
        return self.emulator.look()

    # What happens at the table

    def roll(self, a: int, b: int) -> int | None:
        """Throw two dice in; the roll's number, or None where the tower did not count it."""
        return self.throw(resting(a, self.chance, self.finish), resting(b, self.chance, self.finish))

    def throw(self, a: PocketDie | None, b: PocketDie | None, *, throat: bool = False) -> int | None:
        """Throw dice in that come to rest like this; as `roll`."""
        before = self._heard.newest
        pause = self.chance.uniform(0.1, 0.6)
        scenes = [*self._reaching_in(replace(self.scene, dice=(None, None), throat=False))]
        start = scenes[-1][0] + pause
        way = tumbling(replace(scenes[-1][1], dice=(a, b), throat=throat), self.chance)
        scenes += [(start + when, scene) for when, scene in way]
        rest = self.show(*scenes) + scenes[-1][0]
        # What tells is when a beat was said, not when it is heard: who listens may be held up for long.
        while (
            self._heard.newest <= before
            and self._heard.beat_at < rest + _TOLD_AFTER_S
            and self.emulator.now() < rest + _GIVEN_UP_AFTER_S
        ):
            self.step(0.005)
        # Who was held up here hears only now what the tower has said meanwhile.
        self.step()
        return self._heard.newest if self._heard.newest > before else None

    def empty(self) -> None:
        """Somebody takes the dice out of the pockets."""
        self.reach_in(replace(self.scene, dice=(None, None), throat=False))

    def reach_in(self, scene: PocketContents) -> None:
        """A hand reaches in; in its shadow the scene changes to this."""
        self.show(*self._reaching_in(scene))

    def show(self, *scenes: tuple[float, PocketContents]) -> float:
        """Let the sensors see scenes, each from so many seconds on from now; the emulated time of now."""
        orders = ["base"]
        for after, scene in scenes:
            values = millivolts(scene, self.optics).round().astype(int).ravel().tolist()
            orders.append(f"scene {round(after * 1e6)} {' '.join(map(str, values))}")
            self.scene = scene
        return self.emulator.order(*orders)[0]

    def _reaching_in(self, scene: PocketContents) -> Sequence[tuple[float, PocketContents]]:
        shaded = replace(self.scene, room=self.scene.room * _SHADOW)
        return (
            (0.0, shaded),
            (_HAND_S / 2, replace(scene, room=scene.room * _SHADOW)),
            (_HAND_S, scene),
        )

    def set_faults(self, *faults: TowerFault) -> None:
        """Let happen at the table what makes the tower say this, and nothing else.

        Raises:
            ValueError: nothing that happens at a table makes it say so.
        """
        kinds = {fault.kind for fault in faults}
        if kinds - _HAD_AT_A_TABLE:
            raise ValueError(f"nothing at the table makes it say {', '.join(sorted(kinds))}")
        dice: list[PocketDie | None] = [None, None]
        for fault in faults:
            at = fault.pocket - 1
            if fault.kind is FaultKind.MISSING:
                dice[1 - at] = resting(3, self.chance, self.finish)
            elif fault.kind in (FaultKind.COCKED, FaultKind.DOUBLE):
                dice = [die or resting(4, self.chance, self.finish) for die in dice]
            if fault.kind is FaultKind.COCKED:
                dice[at] = replace(resting(5, self.chance, self.finish), tilt=35.0, skew=12.0)
        dead = frozenset((fault.pocket, 1) for fault in faults if fault.kind is FaultKind.SENSOR)
        self.optics = replace(self.optics, dead=dead)
        room = GLARE if FaultKind.LIGHT in kinds else PocketContents.room
        self.reach_in(PocketContents((dice[0], dice[1]), FaultKind.DOUBLE in kinds, room))

    # Faults to order

    def hang(self, hanging: bool = True) -> None:
        """Let nothing through the line either way; `hang(False)`: go on."""
        self.emulator.order(f"mute {int(hanging)}")

    def drop(self, count: int) -> None:
        """Lose the next lines on their way to the host."""
        self.emulator.order(f"drop host {count}")

    def corrupt(self, count: int) -> None:
        """Damage a bit in each of the next lines to the host."""
        self.emulator.order(f"corrupt host {count}")

    def spoil(self, drop: float = 0, corrupt: float = 0, repeat: float = 0, split: float = 0) -> None:
        """From now on so large a share of all lines, either way, is lost, damaged, doubled, split."""
        shares = " ".join(str(round(1000 * share)) for share in (drop, corrupt, repeat, split))
        self.emulator.order(f"spoil host {shares}")
        self.emulator.order(f"spoil tower {shares}")

    def junk(self, data: bytes, to_host: bool = True) -> None:
        """Put any bytes on the line, to the host or to the tower."""
        way = "host" if to_host else "tower"
        for start in range(0, len(data), 2048):
            self.emulator.order(f"say {way} {data[start : start + 2048].hex()}")

    def reset(self, cause: Cause = Cause.RESET) -> None:
        """Start the board anew: a boot loader's text, then a hello."""
        self.junk(BOOT_TEXT)
        self.emulator.order(f"reset {cause}")
        # Whatever it said before, it has said by now.
        self._heard.met = False

    def unplug(self) -> None:
        """Pull the cable: the port is gone, and the power with it."""
        self.emulator.order("unplug")
        # Whatever it said before, it has said by now.
        self._heard.met = False

    def plug(self) -> None:
        """Put the cable back: the board starts, on a new pseudo-terminal behind the same path."""
        self.emulator.order("plug")

    def close(self) -> None:
        """Unplug it for good."""
        self.emulator.close()

    # What drives it

    def step(self, timeout: float = 0.0) -> None:
        """Hear what the emulator says; waits at most `timeout` seconds for something."""
        self.emulator.step(timeout)

    def run(self, stop: threading.Event) -> None:
        """Step until `stop` is set."""
        while not stop.is_set():
            self.step(0.02)

    def _take(self, mark: str, text: str, when: float) -> None:
        if mark == "!" and text.startswith("start"):
            self._heard.met = False
        elif mark == "<":
            with contextlib.suppress(ProtocolError):
                self._heard.take(tower_frame(text.encode()), when)
        self.on_line(mark, text, when)
