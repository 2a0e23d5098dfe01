"""People at a simulated table that is being calibrated: their hands do what they are asked.

What they are asked they read in the calibration's view, as people do; what a page asks them to confirm is
left to whoever looks at that page.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.island.geometry import HexId, IntersectionId
from companion.island.layout import Layout
from companion.island.pieces import PieceColour
from companion.sim.camera import SimulatedCamera, SimulatedTime
from companion.sim.handling import move_robber, put, take
from companion.sim.picture import Piece
from companion.sim.standpoints import standpoint
from companion.sim.tabletop import Looks, Tabletop
from companion.sim.world import shuffled_island
from companion.sources.tower.stand_ins.device import Memory
from companion.sources.tower.stand_ins.virtual import VirtualTower

COLOURS: Final[tuple[PieceColour, ...]] = ("red", "blue", "orange", "white")
PLACES: Final = tuple(IntersectionId(i) for i in ("i1,1", "i-1,-1", "i-1,5", "i2,-4"))
"""Where they put one piece of each colour."""
CITY: Final = Piece("city", IntersectionId("i4,1"), "red")
"""What they show if they are asked for a city."""
ROBBED: Final = (HexId("h0,0"), HexId("h1,0"))
"""Where they put the robber if they are asked for it: on the first of these that it isn't on."""
DICE: Final = (3, 5)
"""What they throw."""
FPS: Final = 8.0


class SimulatedSetting:
    """A table nobody has calibrated: a camera over a laid island, a dice tower that has learned nothing."""

    def __init__(
        self,
        seed: int = 0,
        *,
        speed: float = 1.0,
        size: tuple[int, int] = (960, 540),
        press: Callable[[str], None] | None = None,
    ) -> None:
        """Set it.

        Args:
            seed: of the island, and of how things are done.
            speed: seconds at the table that may pass in a real one; 0: as many as it goes.
            size: of the camera's pictures.
            press: presses a button, by its key; None: there are none.
        """
        rng = random.Random(seed)
        self.layout: Layout = shuffled_island(rng)
        self.now = SimulatedTime(speed)
        desert: HexId = next(self.layout.deserts())
        pose = standpoint(*size, rng.uniform(5, 25), rng.uniform(-20, 20), dice=True)
        self.camera = SimulatedCamera(
            self.layout, Tabletop(pose, robber=desert), rng, self.now, looks=Looks(seed=seed), fps=FPS
        )
        self.tower = VirtualTower()
        self.tower.memory = Memory(self.tower.unit, calibrated=False)
        self.tower.reset()
        self._press = press
        self._lesson = 0
        self._thrown: set[str] = set()
        self._put: list[PieceColour] = []
        self._city_put = self._robber_put = False

    @property
    def robbed(self) -> HexId:
        """The hex that they put the robber on, if they are asked for it."""
        return next(at for at in ROBBED if at not in set(self.layout.deserts()))

    @property
    def lesson(self) -> int:
        """The tower's lesson that they last laid its dice for; 0: none."""
        return self._lesson

    def heed(self, view: Mapping[str, Any]) -> None:
        """Do what the view asks for, if it wasn't done."""
        step = next((each for each in view["steps"] if each["name"] == view["current"]), None)
        if step is None or step["state"] not in ("looking", "wrong"):
            return
        deed = {
            "colours": self._put_pieces,
            "dice": self._throw,
            "tower": self._tower_deed,
            "buttons": self._press_all,
        }.get(step["name"])
        if deed is not None:
            deed(step["about"])

    def run(self, view: Callable[[], Mapping[str, Any]], stop: threading.Event) -> None:
        """Heed a view, and drive the tower, until `stop` is set."""
        while not stop.is_set():
            self.tower.step(0.02)
            self.heed(view())

    def close(self) -> None:
        """Take the tower away."""
        self.tower.close()

    def _put_pieces(self, about: Mapping[str, Any]) -> None:
        learned: Sequence[str] = about.get("colours", ())
        if about.get("robber"):
            if not (self._robber_put or self.camera.stage.busy):
                self._robber_put = True
                self.camera.stage.play(move_robber(self.robbed, 120.0))
            return
        if about.get("city"):
            if not (self._city_put or self.camera.stage.busy):
                self._city_put = True
                self.camera.stage.play(put(CITY, 120.0))
            return
        if len(learned) < len(self._put) or len(self._put) == len(COLOURS) or self.camera.stage.busy:
            return
        n = len(self._put)
        piece = Piece("settlement", PLACES[n], COLOURS[n])
        self._put.append(COLOURS[n])
        self.camera.stage.play(put(piece, 120.0))

    def _throw(self, about: Mapping[str, Any]) -> None:
        if self._put:
            at = [*PLACES[: len(self._put)], *([CITY.at] if self._city_put else [])]
            self.camera.stage.play(*(take(site, 120.0) for site in at))
            self._put, self._city_put = [], False
        # Once for each place that they are asked to throw to; again, where what was read there is wrong.
        where = f"dice {about.get('area')} {about.get('frame')}"
        if "dice" in about:
            self._thrown.discard(where)
        wanted = (
            "area" in about
            and "dice" not in about
            and where not in self._thrown
            and not self.camera.stage.busy
        )
        if wanted and self.camera.throw(*DICE):
            self._thrown.add(where)

    def _tower_deed(self, about: Mapping[str, Any]) -> None:
        lesson = about.get("lesson", 0)
        if lesson or "dice" in about:
            self._thrown.discard("tower")
        if lesson and lesson != self._lesson:
            if lesson == 1:
                self.tower.empty()
            else:
                face = (6, 1)[lesson - 2]
                self.tower.roll(face, face)
            self._lesson = lesson
        elif not lesson and "port" in about and "dice" not in about and "tower" not in self._thrown:
            self._thrown.add("tower")
            self.tower.roll(*DICE)

    def _press_all(self, about: Mapping[str, Any]) -> None:
        for key in about.get("fitted", ()):
            if key not in about["pressed"] and self._press is not None:
                self._press(key)
