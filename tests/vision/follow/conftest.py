"""Films of tables drawn by the simulation: a few stills with sensor noise on every frame."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import HexId, IntersectionId, PathId, Site, Standing
from companion.island.setups import first_game_layout
from companion.sim.picture import CameraEffects, CameraPose, Clutter, Light, Piece, render_board
from tests.images import add_noise
from tests.shared_files import FILMS, require
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration, calibrate
from vision.follow.readers import Readers, network_readers
from vision.follow.readings import BoardUpdate, FrameResult
from vision.lattice import CENTRES, Homography, project
from vision.pieces import STANDINGS

Picture = NDArray[np.uint8]

Kind = TypeVar("Kind")
FPS: Final = 8.0
NOISE: Final = 2.0
_LENS: Final = CameraEffects(noise=0, jpeg_quality=None)


@dataclass(frozen=True)
class Studio:
    """A table with a game on it, ready to be filmed.

    Attributes:
        camera, lamp: as they are before anything happens to them.
        game: what stands on the board when a film begins; the robber stands in the desert.
        next: a piece that isn't there yet, and the road beside it.
    """

    camera: CameraPose
    lamp: Light
    game: tuple[Piece, ...] = (
        Piece("settlement", IntersectionId("i1,1"), "red"),
        Piece("road", PathId("p1,0"), "red"),
        Piece("settlement", IntersectionId("i-1,-1"), "blue"),
        Piece("road", PathId("p-1,0"), "blue"),
    )
    next: tuple[Piece, ...] = (
        Piece("settlement", IntersectionId("i-1,5"), "orange"),
        Piece("road", PathId("p-1,3"), "orange"),
    )

    def render(
        self,
        pieces: tuple[Piece, ...] | None = None,
        *clutter: Clutter,
        light: Light | None = None,
        camera: CameraPose | None = None,
        robber: str | None = "h0,0",
    ) -> Picture:
        """A picture of the table without noise; by default of the game, with nothing happening."""
        shown = self.game if pieces is None else pieces
        return _render(shown, clutter, light or self.lamp, camera or self.camera, robber)

    def noisy(self, picture: Picture, seed: int) -> Picture:
        """Add the sensor's noise."""
        return add_noise(picture, NOISE, seed)


@lru_cache(maxsize=64)
def _render(
    pieces: tuple[Piece, ...],
    clutter: tuple[Clutter, ...],
    light: Light,
    camera: CameraPose,
    robber: str | None,
) -> Picture:
    at = None if robber is None else HexId(robber)
    return render_board(
        first_game_layout(), pieces, at, camera=camera, light=light, lens=_LENS, clutter=clutter
    )


def most_likely_piece(shares: Mapping[Kind, float]) -> Kind:
    return max(shares.items(), key=lambda item: item[1])[0]


def changes_of(updates: Sequence[BoardUpdate | None]) -> Iterator[tuple[Site, Standing | None]]:
    """Return the sites whose content differs from the previous update, with the new content."""
    sites_by_update = [update.pieces.sites for update in updates if update is not None]
    for before, after in itertools.pairwise(sites_by_update):
        for site, shares in after.items():
            if most_likely_piece(shares) != most_likely_piece(before[site]):
                yield site, most_likely_piece(shares)


@dataclass
class Film:
    """A board tracker and its simulated table; `results` has all its results."""

    studio: Studio
    tracker: BoardTracker
    t: float = 0.0
    results: list[FrameResult] = field(default_factory=list)

    def show(self, picture: Picture, seconds: float = 1.5) -> list[FrameResult]:
        """Show one still for a while; return the results."""
        return [self.shoot(picture) for _ in range(max(1, round(seconds * FPS)))]

    def shoot(self, picture: Picture) -> FrameResult:
        """One frame, with the sensor's noise."""
        return self.take(self.studio.noisy(picture, len(self.results) + 1))

    def take(self, frame: Picture | None) -> FrameResult:
        """One frame as it is, or none."""
        result = self.tracker.process_frame(frame, self.t)
        self.t += 1 / FPS
        self.results.append(result)
        return result

    def wait(self, seconds: float) -> list[FrameResult]:
        """No frames for a while."""
        return [self.take(None) for _ in range(round(seconds * FPS))]

    @property
    def state(self) -> str:
        """The newest state."""
        return self.results[-1].state

    @property
    def last_update(self) -> BoardUpdate:
        """The last update."""
        return next(result.update for result in reversed(self.results) if result.update is not None)

    @property
    def pieces(self) -> dict[Site, Standing]:
        """The most likely pieces of the latest update."""
        standings = {
            site: most_likely_piece(shares) for site, shares in self.last_update.pieces.sites.items()
        }
        return {site: standing for site, standing in standings.items() if standing is not None}

    def belief(self, piece: Piece) -> float:
        """Return the latest reported probability of a piece."""
        return self.last_update.pieces.sites[piece.at][Standing(piece.kind, piece.colour)]

    def changes(self, seen: Sequence[FrameResult]) -> dict[Site, Standing | None]:
        """Return the sites that these newest results changed, with their latest standing."""
        begun = len(self.results) - len(seen)
        assert list(seen) == self.results[begun:], "the newest results"
        earlier = [result.update for result in self.results[:begun] if result.update is not None]
        return dict(changes_of([*earlier[-1:], *(result.update for result in seen)]))


class Upset:
    """A film of a game to which something happens that is no move."""

    def __init__(self, film: Film) -> None:
        self.film, self.studio = film, film.studio
        self.before = film.pieces
        self.begun = len(film.results)

    def assert_no_change_reported(self) -> None:
        assert not self.film.changes(self.film.results[self.begun :])
        assert self.film.pieces == self.before

    def assert_true_change_reported(self, surely: float = 0.9, **scene: Any) -> None:
        """Put down a piece, and assert that it is reported with certainty; the scene is that of
        `Studio.still`.
        """
        piece = self.studio.next[0]
        seen = self.film.show(self.studio.render((*self.studio.game, piece), **scene), 2.0)
        assert set(self.film.changes(seen)) == {piece.at}
        assert self.film.belief(piece) > surely

    def plane_is_off(self, camera: CameraPose) -> float:
        """Return the largest hex error in hex sides; a wrong orientation counts as an error."""
        start = self.film.results[0].plane
        way = project(np.linalg.inv(self.studio.camera.homography()) @ start, CENTRES)
        found = project(np.linalg.inv(camera.homography()) @ self.film.results[-1].plane, CENTRES)
        return float(np.linalg.norm(found - way, axis=1).max())


@pytest.fixture(scope="session")
def studio() -> Studio:
    return Studio(CameraPose(960, 540, tilt=20, distance=15.5), Light())


@pytest.fixture(scope="session")
def calibration(studio: Studio) -> Calibration:
    """Calibration of the table with only the robber on the island."""
    made = calibrate([studio.noisy(studio.render(()), n) for n in range(5)])
    assert isinstance(made, Calibration)
    return made


@pytest.fixture
def film(studio: Studio, calibration: Calibration) -> Film:
    """A board tracker that has seen the game as it stands."""
    film = Film(studio, BoardTracker(calibration))
    film.show(studio.render())
    return film


@pytest.fixture
def upset(film: Film) -> Upset:
    return Upset(film)


@pytest.fixture(scope="session")
def recordings() -> Path:
    """The folder of recordings, which are others' and so not in the repository."""
    return require(FILMS)


class Knows:
    """Readers that return the true content, to test the board tracker without reading errors."""

    def __init__(self, *pieces: Piece, sure: float = 0.97) -> None:
        self.pieces = {piece.at: Standing(piece.kind, piece.colour) for piece in pieces}
        self.sure = sure
        self.covered: set[Site] = set()

    @property
    def readers(self) -> Readers:
        return Readers(self._sites, self._sites, network_readers().hexes)

    def _sites(
        self, picture: Picture, plane: Homography, sites: Sequence[Site], white: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        rows = []
        for site in sites:
            room = np.array([s is None or (s.kind == "road") == (site[0] == "p") for s in STANDINGS], float)
            even = room / room.sum()
            sure = 0.0 if site in self.covered else self.sure
            row = (1 - sure) * even
            row[STANDINGS.index(self.pieces.get(site))] += sure
            rows.append(row)
        return np.array(rows)
