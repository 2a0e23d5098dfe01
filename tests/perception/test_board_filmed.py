"""The board watch with the networks that ship: rendered tables filmed from the empty island on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from companion.island.geometry import (
    HEXES_AT,
    HEXES_BESIDE,
    HexId,
    IntersectionId,
    PathId,
    PieceColour,
    Site,
    Standing,
)
from companion.island.layout import Layout
from companion.island.setups import first_game_layout
from companion.observations import BoardSeen, IslandSeen, Observation
from companion.perception.board_watch import BoardWatch, SensorRequest
from companion.sim.picture import Arm, CameraPose, Light, Piece
from companion.sources.camera import Frame
from tests.vision.follow.conftest import FPS, Picture, Studio, most_likely_piece

ISLAND = first_game_layout()
COLOURS: frozenset[PieceColour] = frozenset({"red", "blue", "orange"})
# Two places that lie between hexes as no other place does.
SETTLEMENT = Piece("settlement", IntersectionId("i1,1"), "red", offset=(0.03, -0.02))
ROAD = Piece("road", PathId("p1,0"), "red", askew=6)

Found = Counter[tuple[frozenset[object], Standing]]


def surroundings_of(layout: Layout, site: Site) -> frozenset[object]:
    """Return a site's surroundings, which identify it from any side of the camera."""
    around = HEXES_AT[IntersectionId(site)] if site in HEXES_AT else HEXES_BESIDE[PathId(site)]
    return frozenset((layout.terrain(h), layout.number(h)) for h in around)


@dataclass
class Film:
    """A table, filmed by a camera on one of its sides, and the reports about it."""

    kept: Path
    pose: CameraPose = field(default_factory=lambda: CameraPose(960, 540, 15.5, tilt=20, rotation=130))
    lamp: Light = field(default_factory=Light)
    wanted: SensorRequest = field(default_factory=lambda: SensorRequest(1, True, False, COLOURS))
    pieces: tuple[Piece, ...] = ()
    robber: HexId = HexId("h0,0")  # noqa: RUF009 (a plain string)
    frames: int = 0
    _board: BoardSeen | None = None

    def __post_init__(self) -> None:
        self.reopen()

    def reopen(self) -> None:
        """Restart the program, which has reported no board yet."""
        self._board = None
        self.watch = BoardWatch("camera", lambda: self.wanted, self.kept)

    def show(self, *clutter: Arm, seconds: float = 1.5) -> list[Observation]:
        """Film the unchanged table for a while; return the reports."""
        studio = Studio(self.pose, self.lamp)
        still = studio.render(self.pieces, *clutter, robber=self.robber)
        return [
            observation for _ in range(round(seconds * FPS)) for observation in self._shoot(studio, still)
        ]

    def _shoot(self, studio: Studio, still: Picture) -> list[Observation]:
        self.frames += 1
        frame = Frame(self.frames / FPS, studio.noisy(still, self.frames), self.frames)
        observations = list(self.watch.process(frame))
        for one in observations:
            if isinstance(one, IslandSeen):
                layout = one.reading.most_likely_layout()
                self.wanted = replace(self.wanted, island=False, pieces=True, layout=layout)
            elif isinstance(one, BoardSeen):
                self._board = one
        return observations

    def place_pieces(self, *pieces: Piece) -> list[Observation]:
        """A hand puts pieces down."""
        arm = Arm((0.6, 0.4), bearing=100)
        self.show(arm, seconds=0.5)
        self.pieces = (*self.pieces, *pieces)
        return self.show(arm, seconds=0.25) + self.show(seconds=2)

    @property
    def board(self) -> BoardSeen:
        """Return the latest report of the board."""
        assert self._board is not None, "no board was reported"
        return self._board

    @property
    def observed_standings(self) -> Found:
        """The most likely pieces of the latest report, by their surrounding hexes."""
        assert self.wanted.layout is not None
        standings = {site: most_likely_piece(shares) for site, shares in self.board.pieces.sites.items()}
        return Counter(
            (surroundings_of(self.wanted.layout, at), what) for at, what in standings.items() if what
        )

    @property
    def true_standings(self) -> Found:
        """The true pieces, by their surrounding hexes."""
        return Counter(
            (surroundings_of(ISLAND, piece.at), Standing(piece.kind, piece.colour)) for piece in self.pieces
        )


@pytest.fixture
def film(tmp_path: Path) -> Film:
    return Film(tmp_path / "board.json")


@pytest.fixture
def founded_film(film: Film) -> Film:
    """The island has been read, and a player has founded."""
    film.show(seconds=3)
    film.place_pieces(SETTLEMENT)
    film.place_pieces(ROAD)
    return film


@pytest.mark.slow
def test_pieces_and_robber_are_located_on_the_reported_island(founded_film: Film) -> None:
    assert founded_film.wanted.layout is not None
    assert founded_film.wanted.layout.terrains != ISLAND.terrains  # the camera is on another side
    assert founded_film.observed_standings == founded_film.true_standings
    founded_film.robber = HexId("h1,0")
    founded_film.show()
    robber = most_likely_piece(founded_film.board.robber)
    assert robber is not None
    assert founded_film.wanted.layout.number(robber) == ISLAND.number(founded_film.robber)
    assert founded_film.observed_standings == founded_film.true_standings


@pytest.mark.slow
def test_a_city_upgrade_and_a_removed_road_are_reported(founded_film: Film) -> None:
    founded_film.pieces = ()
    founded_film.place_pieces(replace(SETTLEMENT, kind="city"))
    assert founded_film.observed_standings == founded_film.true_standings


@pytest.mark.slow
def test_a_pushed_camera_and_a_switched_off_lamp_cause_no_moves(founded_film: Film) -> None:
    before = founded_film.observed_standings
    founded_film.pose = replace(founded_film.pose, rotation=170, aim=(0.6, -0.3))
    observations = founded_film.show(seconds=3)
    founded_film.lamp = replace(founded_film.lamp, brightness=0.6, bearing=100)
    observations += founded_film.show(seconds=3)
    assert founded_film.observed_standings == before
    assert all(
        not one.since.keys() - founded_film.board.since.keys()
        for one in observations
        if isinstance(one, BoardSeen)
    )
    founded_film.place_pieces(replace(SETTLEMENT, at=IntersectionId("i-1,5"), colour="orange"))
    assert founded_film.observed_standings == founded_film.true_standings


@pytest.mark.slow
def test_after_a_restart_existing_pieces_are_reported_at_their_sites(founded_film: Film) -> None:
    """The saved calibration is used, although a hand covers the board at the start."""
    standings = {site: most_likely_piece(shares) for site, shares in founded_film.board.pieces.sites.items()}
    known = {site: standing for site, standing in standings.items() if standing is not None}
    founded_film.reopen()
    founded_film.wanted = replace(founded_film.wanted, standing=known)
    founded_film.show(Arm((2.5, 0.0), bearing=90), seconds=1)
    founded_film.show(seconds=2)
    assert founded_film.observed_standings == founded_film.true_standings


@pytest.mark.slow
def test_an_island_entered_as_a_diagram_keeps_the_orientation_of_the_diagram(film: Film) -> None:
    film.wanted = replace(film.wanted, island=False, pieces=True, layout=ISLAND)
    film.show(seconds=4)
    film.place_pieces(SETTLEMENT)
    assert most_likely_piece(film.board.pieces.sites[SETTLEMENT.at]) == Standing("settlement", "red")
    assert film.observed_standings == film.true_standings
