"""Simulates people at a table that is being calibrated: their hands follow the steps.

They read the steps in the calibration's view. Confirmations are left to the real user of the page.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.island.geometry import HexId, IntersectionId, PieceColour
from companion.island.layout import Layout
from companion.sim.camera import SimulatedCamera, SimulatedTime, find_camera_pose
from companion.sim.hands import move_robber, put_piece, take_piece
from companion.sim.picture import Piece
from companion.sim.tabletop import TableAppearance, Tabletop
from companion.sim.world import shuffled_island
from companion.sources.tower.stand_ins.sensor_board import TowerMemory
from companion.sources.tower.stand_ins.virtual_tower import VirtualTower

COLOURS: Final[tuple[PieceColour, ...]] = ("red", "blue", "orange", "white")
PIECE_SITES: Final = tuple(IntersectionId(i) for i in ("i1,1", "i-1,-1", "i-1,5", "i2,-4"))
"""The sites of one piece of each colour."""
CITY_PIECE: Final = Piece("city", IntersectionId("i4,1"), "red")
"""The piece that they place if a step requests a city."""
ROBBER_HEXES: Final = (HexId("h0,0"), HexId("h1,0"))
"""Hexes for the robber if a step requests it; the first one that isn't a desert is used."""
THROWN_DICE: Final = (3, 5)
"""The faces of their throws."""
FPS: Final = 8.0


class SimulatedCalibration:
    """An uncalibrated table: a camera over an island, an uncalibrated dice tower, and people."""

    def __init__(
        self,
        seed: int = 0,
        *,
        speed: float = 1.0,
        size: tuple[int, int] = (960, 540),
    ) -> None:
        """Create the table.

        Args:
            seed: seeds the island and the hands.
            speed: simulated seconds per real second, at most; 0: no limit.
            size: width and height of the camera's pictures.
        """
        rng = random.Random(seed)
        self.layout: Layout = shuffled_island(rng)
        self.now = SimulatedTime(speed)
        desert: HexId = next(self.layout.deserts())
        pose = find_camera_pose(*size, rng.uniform(5, 25), rng.uniform(-20, 20), dice=True)
        self.camera = SimulatedCamera(
            self.layout,
            Tabletop(pose, robber=desert),
            rng,
            self.now,
            appearance=TableAppearance(seed=seed),
            fps=FPS,
        )
        self.tower = VirtualTower()
        self.tower.memory = TowerMemory(self.tower.unit, calibrated=False)
        self.tower.reset()
        self._lesson = 0
        self._thrown: set[str] = set()
        self._put: list[PieceColour] = []
        self._city_put = self._robber_put = False

    @property
    def robber_target(self) -> HexId:
        """The hex on which they place the robber if a step requests it."""
        return next(at for at in ROBBER_HEXES if at not in set(self.layout.deserts()))

    @property
    def lesson(self) -> int:
        """The last lesson of the tower that they have prepared; 0: none."""
        return self._lesson

    def follow_view(self, view: Mapping[str, Any]) -> None:
        """Perform the current step's task, unless it was done already."""
        step = next((each for each in view["steps"] if each["name"] == view["current"]), None)
        if step is None or step["state"] not in ("looking", "wrong"):
            return
        act = {
            "colours": self._put_pieces,
            "dice": self._throw,
            "tower": self._serve_tower,
        }.get(step["name"])
        if act is not None:
            act(step["about"])

    def run(self, view: Callable[[], Mapping[str, Any]], stop: threading.Event) -> None:
        """Follow a view and drive the tower until `stop` is set."""
        while not stop.is_set():
            self.tower.step(0.02)
            self.follow_view(view())

    def close(self) -> None:
        """Close the tower."""
        self.tower.close()

    def _put_pieces(self, about: Mapping[str, Any]) -> None:
        stage, count = self.camera.stage, len(self._put)
        if stage.is_busy:
            return
        if about.get("robber"):
            if not self._robber_put:
                self._robber_put = True
                stage.play(move_robber(self.robber_target, 120.0))
        elif about.get("city"):
            if not self._city_put:
                self._city_put = True
                stage.play(put_piece(CITY_PIECE, 120.0))
        elif count <= len(about.get("colours", ())) and count < len(COLOURS):
            self._put.append(COLOURS[count])
            stage.play(put_piece(Piece("settlement", PIECE_SITES[count], COLOURS[count]), 120.0))

    def _throw(self, about: Mapping[str, Any]) -> None:
        if self._put:
            sites = [*PIECE_SITES[: len(self._put)], *([CITY_PIECE.at] if self._city_put else [])]
            self.camera.stage.play(*(take_piece(site, 120.0) for site in sites))
            self._put, self._city_put = [], False
        # Throw once for each requested area, and again if the reading was wrong.
        key = f"dice {about.get('area')} {about.get('frame')}"
        if "dice" in about:
            self._thrown.discard(key)
        should_throw = (
            "area" in about
            and "dice" not in about
            and key not in self._thrown
            and not self.camera.stage.is_busy
        )
        if should_throw and self.camera.throw(*THROWN_DICE):
            self._thrown.add(key)

    def _serve_tower(self, about: Mapping[str, Any]) -> None:
        lesson = about.get("lesson", 0)
        if lesson or "dice" in about:
            self._thrown.discard("tower")
        if lesson and lesson != self._lesson:
            if lesson == 1:
                self.tower.empty_pockets()
            else:
                face = (6, 1)[lesson - 2]
                self.tower.roll(face, face)
            self._lesson = lesson
        elif not lesson and "port" in about and "dice" not in about and "tower" not in self._thrown:
            self._thrown.add("tower")
            self.tower.roll(*THROWN_DICE)
