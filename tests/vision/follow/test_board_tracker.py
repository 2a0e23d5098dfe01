"""The board tracker on a drawn table: placed pieces are reported, unchanged sites are not read again."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cli.read import Picture
from companion.island.geometry import HEXES, SITES, HexId, Site, Standing, position
from companion.sim.picture import Arm, Piece
from tests.vision.follow.conftest import Film, Knows, Studio
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration
from vision.follow.readers import Readers, network_readers
from vision.lattice import Homography
from vision.pictures import PictureError


class Spy:
    """The readers that ship, and how often each place was read since they were last asked."""

    def __init__(self) -> None:
        self.sites: Counter[Site] = Counter()
        self.hexes: Counter[HexId] = Counter()
        real = network_readers()

        def read_sites(
            picture: Picture, plane: Homography, sites: Sequence[Site], white: NDArray[np.float64]
        ) -> NDArray[np.float64]:
            self.sites.update(sites)
            return real.sites(picture, plane, sites, white)

        def read_hexes(
            picture: Picture, plane: Homography, hexes: NDArray[np.int64], white: NDArray[np.float64]
        ) -> NDArray[np.float32]:
            self.hexes.update(HEXES[n] for n in hexes)
            return real.hexes(picture, plane, hexes, white)

        self.readers = Readers(read_sites, read_sites, read_hexes)


@pytest.fixture
def knowing(studio: Studio, calibration: Calibration) -> tuple[Film, Knows]:
    """A film of the game with readers that know."""
    knows = Knows(*studio.game)
    film = Film(studio, BoardTracker(calibration, knows.readers))
    film.show(studio.render())
    return film, knows


class TestTheFirstLook:
    def test_the_first_update_covers_every_site(self, film: Film, studio: Studio) -> None:
        first = next(result.update for result in film.results if result.update is not None)
        assert set(first.pieces.sites) == set(SITES)
        for shares in first.pieces.sites.values():
            assert sum(shares.values()) == pytest.approx(1)
        assert {at: s.colour for at, s in film.pieces.items()} == {p.at: p.colour for p in studio.game}
        assert film.state == "quiet"

    def test_the_first_update_finds_the_robber(self, film: Film) -> None:
        assert film.last_update.robber[HexId("h0,0")] > 0.95

    def test_a_board_declared_empty_is_believed_empty(self, studio: Studio, calibration: Calibration) -> None:
        film = Film(studio, BoardTracker(calibration, standing={}))
        film.show(studio.render(()))
        assert not film.pieces
        assert min(shares[None] for shares in film.last_update.pieces.sites.values()) > 0.97


class TestWhatIsPutDown:
    def test_a_placed_piece_is_reported_with_its_colour(self, film: Film, studio: Studio) -> None:
        for n, piece in enumerate(studio.next, 1):
            seen = film.show(studio.render(studio.game + studio.next[:n]))
            assert set(film.changes(seen)) == {piece.at}
            assert film.changes(seen)[piece.at] == Standing(piece.kind, piece.colour)
            assert film.belief(piece) > 0.9

    def test_a_placed_piece_is_reported_within_a_second_after_the_hand_left(
        self, film: Film, studio: Studio
    ) -> None:
        film.show(studio.render(studio.game, Arm((-1.0, 1.0), bearing=200)), 0.5)
        seen = film.show(studio.render(studio.game + studio.next[:1]), 1.0)
        assert set(film.changes(seen)) == {studio.next[0].at}
        assert studio.next[0].at in film.last_update.handled
        assert len(film.last_update.handled) < 10

    @pytest.mark.parametrize("sure", [0.6, 0.97])
    def test_the_belief_in_a_piece_follows_the_confidence_of_the_reader(
        self, knowing: tuple[Film, Knows], studio: Studio, sure: float
    ) -> None:
        film, knows = knowing
        knows.pieces[studio.next[0].at] = Standing("settlement", "orange")
        knows.sure = sure
        film.show(studio.render(studio.game + studio.next[:1]))
        assert (film.belief(studio.next[0]) > 0.9) == (sure > 0.9)

    def test_a_settlement_becomes_a_city(self, knowing: tuple[Film, Knows], studio: Studio) -> None:
        film, knows = knowing
        red = studio.game[0]
        knows.pieces[red.at] = Standing("city", "red")
        seen = film.show(studio.render((Piece("city", red.at, "red"), *studio.game[1:])))
        assert film.changes(seen) == {red.at: Standing("city", "red")}

    def test_a_removed_piece_is_gone(self, film: Film, studio: Studio) -> None:
        seen = film.show(studio.render(studio.game[:2]))
        assert film.changes(seen) == {piece.at: None for piece in studio.game[2:]}

    def test_a_removed_piece_is_gone_even_if_the_reader_is_unsure(
        self, knowing: tuple[Film, Knows], studio: Studio
    ) -> None:
        film, knows = knowing
        road = studio.next[1]
        knows.pieces[road.at] = Standing("road", "orange")
        film.show(studio.render((*studio.game, road)), 3.0)
        assert film.belief(road) > 0.9
        del knows.pieces[road.at]
        knows.sure = 0.7
        film.show(studio.render())
        assert film.last_update.pieces.sites[road.at][None] > 0.9

    def test_several_pieces_placed_at_once_are_all_reported(self, film: Film, studio: Studio) -> None:
        seen = film.show(studio.render(studio.game + studio.next))
        assert set(film.changes(seen)) == {piece.at for piece in studio.next}

    def test_a_piece_is_reported_even_if_an_arm_stays_elsewhere(self, film: Film, studio: Studio) -> None:
        resting = Arm((2.0, -1.0), bearing=80)
        film.show(studio.render(studio.game, resting))
        seen = film.show(studio.render(studio.game + studio.next[:1], resting))
        assert set(film.changes(seen)) == {studio.next[0].at}
        assert film.results[-1].covered


class TestTheRobber:
    @pytest.mark.parametrize("certain", [True, False])
    def test_an_unread_robber_is_reported_at_its_certain_start(
        self, calibration: Calibration, studio: Studio, certain: bool
    ) -> None:
        def report_no_robber(
            picture: Picture, plane: Homography, hexes: NDArray[np.int64], white: NDArray[np.float64]
        ) -> NDArray[np.float32]:
            return np.tile(np.array([3.0, -1.0, -6.0], np.float32), (len(hexes), 1))

        readers = replace(Knows(*studio.game).readers, hexes=report_no_robber)
        film = Film(studio, BoardTracker(calibration, readers))
        if certain:
            film.tracker.set_certain_pieces({}, {}, HexId("h0,0"))
        film.show(studio.render(), 2.5)
        assert (film.last_update.robber[HexId("h0,0")] > 0.9) == certain
        for at in ("h1,-2", "h-1,2"):
            film.show(studio.render(robber=at), 3)
            assert (film.last_update.robber[HexId(at)] > 0.85) == certain

    def test_a_robber_placed_from_beside_the_board_is_seen(
        self, calibration: Calibration, studio: Studio
    ) -> None:
        film = Film(studio, BoardTracker(calibration, standing=None))
        film.show(studio.render(robber=None))
        assert film.last_update.robber[None] > 0.5
        film.show(studio.render(robber="h1,-2"), 3)
        assert film.last_update.robber[HexId("h1,-2")] > 0.85

    def test_the_robbers_colour_is_learned_only_from_player_statements(
        self, calibration: Calibration, studio: Studio
    ) -> None:
        film = Film(studio, BoardTracker(calibration, standing={}))
        film.tracker.set_certain_pieces({}, {}, HexId("h0,0"))
        film.show(studio.render(()), 2.5)
        seen = film.show(studio.render((), robber="h1,-2"), 3)
        assert {each.at for result in seen for each in result.hexes} == {HexId("h0,0"), HexId("h1,-2")}
        assert film.tracker.calibration.robber is None, "only the camera tells it"
        film.tracker.set_certain_pieces({}, {}, HexId("h1,-2"))
        kept = film.tracker.calibration.robber
        assert kept is not None
        assert kept.pieces == 1
        assert kept.mean[0] < 40, "it is black"
        assert BoardTracker(film.tracker.calibration).calibration.robber == kept

    def test_a_moved_robber_is_reported(self, film: Film, studio: Studio) -> None:
        seen = film.show(studio.render(robber="h1,-2"))
        updates = [result.update for result in seen if result.update is not None]
        assert updates
        assert film.last_update.robber[HexId("h1,-2")] > 0.85
        assert not film.changes(seen)


class TestReading:
    @pytest.mark.slow
    def test_only_changed_sites_are_read_and_only_a_few_times(
        self, studio: Studio, calibration: Calibration
    ) -> None:
        spy = Spy()
        film = Film(studio, BoardTracker(calibration, spy.readers))
        film.show(studio.render())
        assert set(spy.sites) == set(SITES)
        spy.sites.clear()
        spy.hexes.clear()
        film.show(studio.render(), 3.0)
        assert not spy.sites
        assert not spy.hexes
        piece = studio.next[0]
        film.show(studio.render((*studio.game, piece)), 5.0)
        assert piece.at in spy.sites
        assert set(spy.sites) <= neighbouring_sites(piece.at)
        assert max(spy.sites.values()) <= 3

    def test_pieces_placed_while_unwatched_are_reported(
        self, studio: Studio, calibration: Calibration
    ) -> None:
        """No piece is known to be there. An almost certain piece may be there nevertheless, if people had
        time.
        """
        sites_when = {}
        for unwatched in (True, False):
            readers = Knows(*studio.game, sure=0.98).readers
            film = Film(studio, BoardTracker(calibration, readers, standing={}, unwatched=unwatched))
            film.show(studio.render())
            sites_when[unwatched] = set(film.pieces)
        assert sites_when[True] == {piece.at for piece in studio.game}
        assert sites_when[False] < sites_when[True]

    def test_an_ambiguous_site_is_read_with_more_views(
        self, studio: Studio, calibration: Calibration
    ) -> None:
        knows, closer = Knows(*studio.game, sure=0.5), Knows(*studio.game)
        readers = replace(knows.readers, sites_augmented=closer.readers.sites_augmented)
        known = {piece.at: Standing(piece.kind, piece.colour) for piece in studio.game}
        film = Film(studio, BoardTracker(calibration, readers, standing=known))
        film.show(studio.render())
        piece = studio.next[0]
        closer.pieces[piece.at] = Standing(piece.kind, piece.colour)
        film.show(studio.render((*studio.game, piece)), 2.0)
        assert film.belief(piece) > 0.9

    def test_a_covered_site_keeps_its_belief_and_is_read_later(
        self, knowing: tuple[Film, Knows], studio: Studio
    ) -> None:
        film, knows = knowing
        piece = studio.next[0]
        knows.covered.add(piece.at)
        seen = film.show(studio.render((*studio.game, piece)), 3.0)
        assert not film.changes(seen)
        assert film.state == "quiet"
        knows.covered.clear()
        knows.pieces[piece.at] = Standing(piece.kind, piece.colour)
        assert set(film.changes(film.show(studio.render((*studio.game, piece)), 2.5))) == {piece.at}

    def test_a_report_from_a_passing_appearance_is_withdrawn(
        self, knowing: tuple[Film, Knows], studio: Studio
    ) -> None:
        film, knows = knowing
        piece = studio.next[0]
        knows.pieces[piece.at] = Standing(piece.kind, piece.colour)
        film.show(studio.render((*studio.game, piece)), 0.9)
        del knows.pieces[piece.at]
        film.show(studio.render(), 2.0)
        assert film.last_update.pieces.sites[piece.at][None] > 0.9


def neighbouring_sites(site: Site) -> set[Site]:
    """The site, and all so near that a piece there may hide or shade them."""
    at = np.array(position(site))
    return {s for s in SITES if np.linalg.norm(at - position(s)) < 1.1}


def test_an_array_that_is_no_picture_raises_an_error(film: Film) -> None:
    with pytest.raises(PictureError):
        film.take(np.zeros((4, 4), np.float64))


def test_the_same_frames_give_the_same_updates(studio: Studio, calibration: Calibration) -> None:
    updates = []
    for _ in range(2):
        film = Film(studio, BoardTracker(calibration))
        film.show(studio.render())
        film.show(studio.render(studio.game + studio.next[:1]))
        updates.append([result.update for result in film.results])
    assert updates[0] == updates[1]
