"""Piece colours under the current lamp: learned from certain pieces, used for uncertain ones."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cli.read import Picture
from companion.island.geometry import COLOURS, PathId, PieceColour, PieceKind, Site, Standing
from companion.sim.picture import Piece
from tests.vision.follow.conftest import Film, Studio
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration
from vision.follow.motion import SPOTS, PlaceSamples
from vision.follow.readers import Readers, network_readers
from vision.follow.tints import Tint, add_piece, arrived_colours, colour_weights
from vision.lattice import Homography
from vision.pieces import STANDINGS

RED, ORANGE = (45.0, 60.0, 40.0), (62.0, 45.0, 60.0)
BLUE, WHITE = (38.0, 27.0, -60.0), (82.0, 6.0, -19.0)


def weights(tints: Mapping[PieceColour, Tint], lab: Sequence[float]) -> dict[PieceColour, float]:
    return dict(zip(COLOURS, colour_weights(tints, np.array([lab]))[0], strict=True))


def learn_tints(*pieces: tuple[PieceColour, Sequence[float]]) -> Mapping[PieceColour, Tint]:
    tints: Mapping[PieceColour, Tint] = {}
    for colour, lab in pieces:
        tints = add_piece(tints, colour, np.array(lab))
    return tints


def test_no_known_tint_gives_uniform_weights() -> None:
    assert set(weights({}, RED).values()) == {1.0}


def test_a_known_colour_is_recognised() -> None:
    tints = learn_tints(("red", RED), ("orange", ORANGE))
    shares = weights(tints, RED)
    assert shares["red"] == 1.0
    assert shares["orange"] < 0.3
    assert weights(tints, ORANGE)["orange"] == 1.0


def test_an_unknown_colour_stays_undecided() -> None:
    shares = weights(learn_tints(("red", RED)), (30.0, 10.0, -50.0))
    assert shares["blue"] == shares["white"] == 1.0
    assert shares["red"] < 0.2


def test_a_piece_with_a_specular_highlight_keeps_its_hue() -> None:
    navy, white = (40.0, 15.0, -41.0), (85.0, 2.0, 5.0)
    shares = weights(learn_tints(("blue", navy), ("white", white)), (68.0, 8.0, -19.0))
    assert shares["blue"] == 1.0
    assert shares["white"] < 0.3
    assert weights(learn_tints(("blue", navy), ("white", white)), white)["white"] == 1.0


@pytest.mark.parametrize("light", [1.0, 0.5, 0.3])
def test_a_white_road_in_shade_is_not_surely_blue_although_the_reader_is_sure(light: float) -> None:
    tints: Mapping[PieceColour, Tint] = {
        "white": Tint(WHITE, (6.0, 6.0, 6.0), 5),
        "blue": Tint(BLUE, (7.0, 9.0, 19.0), 8),
    }
    shares = weights(tints, in_shade(WHITE, light))
    assert shares["white"] == 1.0
    blue, white = 0.995 * shares["blue"], 0.0035 * shares["white"]
    assert blue / (blue + white) < 0.85
    assert weights(tints, in_shade(BLUE, light))["blue"] == 1.0


def in_shade(lab: Sequence[float], light: float) -> Sequence[float]:
    """Return a colour in a share of the light: CIELAB's axes are cube roots."""
    lightness, a, b = lab
    root = light ** (1 / 3)
    return root * (lightness + 16) - 16, root * a, root * b


SAND, LAMP = np.array([170.0, 205.0, 215.0]), np.array([212.0, 240.0, 239.0])
WHITE_PAINT, RED_PAINT = np.array([238.0, 236.0, 236.0]), np.array([70.0, 90.0, 247.0])


def place_samples(*runs: tuple[int, NDArray[np.float64]]) -> PlaceSamples:
    """Return all places with the same core: runs of points of one colour each, on sand in film grain."""
    core = np.concatenate([np.tile(colour, (count, 1)) for count, colour in runs])
    grain = np.random.default_rng(3).normal(0, 1.0, (len(SPOTS), *core.shape))
    return PlaceSamples(
        (core + grain).astype(np.float32), np.tile(SAND, (len(SPOTS), 36, 1)).astype(np.float32)
    )


@pytest.mark.parametrize(
    ("piece", "count", "shadow"),
    [(WHITE_PAINT, 16, 0.7), (WHITE_PAINT, 14, 0.5), (RED_PAINT, 4, 1.0)],
    ids=["white road", "deep shadow", "road beside its place"],
)
def test_a_piece_is_measured_where_it_is_not_in_its_shadow(
    piece: NDArray[np.float64], count: int, shadow: float
) -> None:
    bare = place_samples((36, SAND))
    placed = place_samples((12, shadow * SAND), (count, piece), (24 - count, SAND))
    alone = place_samples((36, piece))
    white = np.tile(LAMP / 255, (len(SPOTS), 1))
    which = np.array([5])
    measured, true = (arrived_colours(bare, now, which, white) for now in (placed, alone))
    assert measured == pytest.approx(true, abs=4)


def test_no_colour_is_ruled_out_by_its_tint_alone() -> None:
    assert min(weights(learn_tints(("red", RED), ("orange", ORANGE)), (90.0, 0.0, 0.0)).values()) >= 0.05


def test_mean_and_spread_are_updated_with_each_piece() -> None:
    rng = np.random.default_rng(1)
    labs = np.array(RED) + rng.normal(0, 3, (60, 3))
    tint = learn_tints(*(("red", lab) for lab in labs))["red"]
    assert tint.pieces == 60
    assert tint.mean == pytest.approx(labs.mean(axis=0))
    assert tint.spread == pytest.approx((3, 3, 3), abs=1.2)


class Undecided:
    """The readers that ship, except that the piece on one site has one of several colours with equal
    probability.
    """

    def __init__(self, site: Site, kind: PieceKind, colours: Sequence[PieceColour]) -> None:
        self.row = np.zeros(len(STANDINGS))
        for colour in colours:
            self.row[STANDINGS.index(Standing(kind, colour))] = 1 / len(colours)
        self.site = site
        self.doubt = False

    @property
    def readers(self) -> Readers:
        real = network_readers()

        def read(
            picture: Picture, plane: Homography, sites: Sequence[Site], white: NDArray[np.float64]
        ) -> NDArray[np.float64]:
            likelihoods = real.sites(picture, plane, sites, white)
            if self.doubt and self.site in sites:
                likelihoods[list(sites).index(self.site)] = self.row
            return likelihoods

        return Readers(read, read, real.hexes)


FIRST_ROAD = Piece("road", PathId("p-1,3"), "orange")
SECOND_ROAD = Piece("road", PathId("p3,-3"), "orange")


@pytest.mark.parametrize("shown_before", [True, False])
def test_a_doubtful_colour_is_resolved_by_an_earlier_piece(
    studio: Studio, calibration: Calibration, shown_before: bool
) -> None:
    undecided = Undecided(SECOND_ROAD.at, "road", ("red", "orange", "brown"))
    film = Film(studio, BoardTracker(calibration, undecided.readers))
    film.show(studio.render())
    first = (FIRST_ROAD,) if shown_before else ()
    film.show(studio.render(studio.game + first), 2.0)
    assert ("orange" in film.tracker.calibration.tints) == shown_before
    undecided.doubt = True
    film.show(studio.render((*studio.game, *first, SECOND_ROAD)), 2.0)
    shares = film.last_update.pieces.sites[SECOND_ROAD.at]
    orange = shares[Standing("road", "orange")]
    assert (orange > 0.6) == shown_before
    assert shares[None] < 0.1


def test_learned_tints_are_saved_with_the_calibration(
    studio: Studio, calibration: Calibration, tmp_path: Path
) -> None:
    film = Film(studio, BoardTracker(calibration))
    film.show(studio.render())
    film.show(studio.render((*studio.game, FIRST_ROAD)), 2.0)
    kept = film.tracker.calibration
    assert kept.tints["orange"].pieces == 1
    # It begins again where it was.
    again = Film(studio, BoardTracker(kept))
    again.show(studio.render((*studio.game, FIRST_ROAD)))
    assert again.state == "quiet"
    assert again.pieces[FIRST_ROAD.at] == Standing("road", "orange")


@pytest.mark.slow
def test_a_calibration_follows_the_camera(studio: Studio, calibration: Calibration) -> None:
    film = Film(studio, BoardTracker(calibration))
    film.show(studio.render())
    camera = replace(studio.camera, aim=(0.5, -0.4), rotation=4.0)
    film.show(studio.render(camera=camera), 3.0)
    kept = film.tracker.calibration
    again = Film(studio, BoardTracker(kept))
    again.show(studio.render(camera=camera))
    assert again.state == "quiet"
    assert not any(result.found_again for result in again.results)


def test_a_tint_is_made_of_numbers() -> None:
    tint = learn_tints(("red", RED))["red"]
    assert isinstance(tint, Tint)
    assert all(isinstance(value, float) for value in (*tint.mean, *tint.spread))
