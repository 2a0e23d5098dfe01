"""The board watch with simulated vision: calibration, island, pieces."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest

from companion.island.geometry import (
    HEXES,
    INTERSECTIONS,
    PATHS,
    SITES,
    SYMMETRIES,
    HexId,
    IntersectionId,
    PieceColour,
    Site,
    Standing,
)
from companion.island.layout import Layout
from companion.island.reading import HexReading, IslandReading, PiecesReading
from companion.island.setups import first_game_layout
from companion.observations import BoardSeen, IslandSeen, Observation, SourceReport
from companion.perception.board_reporter import (
    BLIND_S,
    COVERED_INTERVAL_S,
    MAX_HIDING_S,
    MAX_LAYING_S,
    REPEAT_INTERVAL_S,
    REST_S,
    UNCLEAR_WARNING,
    WRONG_ISLAND_WARNING,
    restrict_to_colours,
)
from companion.perception.board_watch import (
    BLUR_INTERVAL_S,
    COVERED_S,
    COVERED_WARNING,
    GIVE_UP_S,
    LOST_S,
    READ_INTERVAL_S,
    STILL_FRAME_S,
    UNCLEAR_INTERVAL_S,
    BoardVision,
    BoardWatch,
    SensorRequest,
)
from companion.sources.camera import Frame, Image
from vision.board import BLURRED_TEXT, BoardReading, LocatedHex
from vision.buildings import Example
from vision.detector import VIEW_PX
from vision.follow.calibration import Calibration, CalibrationNotReady, load
from vision.follow.readings import BoardUpdate, FrameResult, TrackerState
from vision.follow.tints import Tint
from vision.lattice import CENTRES, Points, project, rotate_plane

Kind = TypeVar("Kind")
STEP: float = 0.25
PLANE = np.array([[20.0, 0, 160], [0, 20.0, 120], [0, 0, 1]])
ISLAND = first_game_layout()
DESERT = HexId("h0,0")
SITE = IntersectionId("i1,1")
RED = Standing("settlement", "red")
ROBBER = Tint((12.0, 0.5, -1.0), (8.0, 5.0, 6.0), 3)
BROWN = Standing("city", "brown")


def make_calibration(plane: np.ndarray = PLANE) -> Calibration:
    return Calibration(320, 240, plane, np.full((VIEW_PX, VIEW_PX, 3), 90, np.uint8))


def read_as(layout: Layout, plane: np.ndarray = PLANE, sure: float = 0.95) -> BoardReading:
    """A reading by which this layout lies on this plane."""
    hexes = tuple(
        LocatedHex(h, (0.0, 0.0), (0.0, 0.0), HexReading({terrain: sure}, {number: sure}))
        for h, terrain, number in zip(HEXES, layout.terrains, layout.numbers, strict=True)
    )
    return BoardReading(True, "", plane, 0.9, hexes, 0.01)


def turned_layout(layout: Layout, sixths: int) -> Layout:
    at = [HEXES.index(HexId(SYMMETRIES[sixths](h))) for h in HEXES]
    return Layout(tuple(layout.terrains[n] for n in at), tuple(layout.numbers[n] for n in at))


Pieces = Mapping[Site, Mapping[Standing | None, float]]


def board(
    pieces: Pieces,
    robber: HexId | None,
    t: float,
    sides: Mapping[Site, float] | None = None,
    robber_side: float | None = None,
) -> BoardUpdate:
    bare: Mapping[Standing | None, float] = {None: 1.0}
    sites = {site: pieces.get(site, bare) for site in SITES}
    return BoardUpdate(t, PiecesReading(sites), {robber: 1.0}, {}, sides or {}, robber_side)


@dataclass
class Table:
    """A simulated table: the request, the visible board and the observations; frames arrive every `STEP`
    seconds.
    """

    kept: Path | None = None
    request: SensorRequest | None = field(default_factory=lambda: SensorRequest(1, True, False))
    finds: Calibration | CalibrationNotReady = field(default_factory=make_calibration)
    reads: BoardReading = field(default_factory=lambda: read_as(ISLAND))
    state: TrackerState = "quiet"
    covered: frozenset[Site] = frozenset()
    still_since: float = -math.inf
    pieces: dict[Site, Mapping[Standing | None, float]] = field(default_factory=dict)
    robber: HexId | None = DESERT
    sides: dict[Site, float] = field(default_factory=dict)
    robber_side: float | None = None
    handled: dict[Site, float] = field(default_factory=dict)
    updates: bool = True
    blur: float = 0.0
    t: float = 0.0
    number: int = 0

    def __post_init__(self) -> None:
        self.followed: list[tuple[Calibration, Mapping[Site, Standing]]] = []
        self.observations: list[Observation] = []
        self.looks = 0
        self.known: Mapping[Site, Standing] = {}
        self.known_robber: HexId | None = None
        self.reopen()

    def reopen(self) -> None:
        """The program begins again."""
        eyes = BoardVision(
            lambda images: self.finds, self._follow, lambda image: self.reads, lambda image, plane: self.blur
        )
        self.watch = BoardWatch("camera", lambda: self.request, self.kept, eyes)

    def _follow(self, calibration: Calibration, standing: Mapping[Site, Standing], unwatched: bool) -> Any:
        self.followed.append((calibration, standing))
        self.unwatched = unwatched
        self.updates = True
        return self

    @property
    def calibration(self) -> Calibration:
        return self.followed[-1][0]

    def project(self, points: Points) -> Points:
        return project(self.calibration.plane, points)

    def set_certain_pieces(
        self,
        certain: Mapping[Site, Standing],
        standing: Mapping[Site, Standing],
        robber: HexId | None,
        *,
        founding: bool,
    ) -> None:
        self.known, self.known_robber = certain, robber

    def process_frame(self, image: Image, t: float) -> FrameResult:
        self.looks += 1
        seen = board(self.pieces, self.robber, t, dict(self.sides), self.robber_side)
        seen = replace(seen, handled=dict(self.handled))
        update = seen if self.updates else None
        self.updates = False
        return FrameResult(t, self.state, "it is dark", PLANE, self.covered, self.still_since, update=update)

    def set_likelihoods(self, at: Site, **shares: float) -> None:
        """Set the likelihoods of a site's content, given by colour."""
        by_colour: Mapping[Any, float] = shares
        believed: dict[Standing | None, float] = {None: 1 - sum(shares.values())}
        self.pieces[at] = believed | {Standing("settlement", colour): p for colour, p in by_colour.items()}
        self.updates = True

    def show(self, seconds: float = STEP, *, again: bool = False) -> list[Observation]:
        """Film for a while; return the reports."""
        observations: list[Observation] = []
        for _ in range(round(seconds / STEP)):
            self.t += STEP
            self.number += not again
            observations += self.watch.process(Frame(self.t, np.zeros((240, 320, 3), np.uint8), self.number))
        self.observations += observations
        return observations

    def play(self, **changes: Any) -> list[Observation]:
        """Accept the island and request pieces; return the first reports."""
        layout = IslandReading({seen.id: seen.reading for seen in self.reads.hexes}).most_likely_layout()
        self.request = SensorRequest(1, False, True, frozenset({"red", "blue"}), layout)
        self.request = replace(self.request, **changes)
        return self.show(2 * STEP)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def playing(table: Table) -> Table:
    """The island has been read, and the game is on."""
    table.show(2)
    table.play()
    return table


def observations_of(kind: type[Kind], observations: list[Observation]) -> list[Kind]:
    return [one for one in observations if isinstance(one, kind)]


def islands(observations: list[Observation]) -> list[Layout]:
    return [one.reading.most_likely_layout() for one in observations if isinstance(one, IslandSeen)]


def boards(observations: list[Observation]) -> list[BoardSeen]:
    return [one for one in observations if isinstance(one, BoardSeen)]


def most_likely_piece(seen: BoardSeen, at: Site) -> Standing | None:
    return max(seen.pieces.sites[at].items(), key=lambda item: item[1])[0]


# The island


def test_no_frame_is_processed_without_a_request(table: Table) -> None:
    for nothing in (None, SensorRequest(1, False, False)):
        table.request = nothing
        assert table.show(3) == []
    assert table.followed == []


def test_the_island_is_reported_after_calibration(table: Table) -> None:
    table.finds = CalibrationNotReady("there is only a table")
    text = "The camera sees no island: there is only a table"
    assert table.show(2) == [SourceReport(1.25, "camera", "waiting", text)]
    table.finds = make_calibration()
    observations = table.show(2)
    assert [one.health for one in observations if isinstance(one, SourceReport)] == ["ok"]
    assert [replace(layout, harbors=ISLAND.harbors) for layout in islands(observations)] == [ISLAND]


@pytest.mark.parametrize("sixths", range(6))
def test_the_island_keeps_the_orientation_of_the_tracker(table: Table, sixths: int) -> None:
    """A picture seen cold may be read another way round than a moment before."""
    table.reads = read_as(turned_layout(ISLAND, sixths), rotate_plane(PLANE, sixths))
    (layout,) = islands(table.show(2))
    assert (layout.terrains, layout.numbers) == (ISLAND.terrains, ISLAND.numbers)


def test_an_island_that_moves_during_reading_is_not_reported(table: Table) -> None:
    table.reads = read_as(ISLAND, PLANE + np.array([[0, 0, 30], [0, 0, 0], [0, 0, 0]]))
    observations = table.show(3)
    assert islands(observations) == []
    assert "no longer where it was" in observations_of(SourceReport, observations)[-1].text


def test_a_still_requested_island_is_read_again(table: Table) -> None:
    assert len(islands(table.show(6))) > 1


def test_an_island_is_not_reported_while_its_tokens_are_being_placed(table: Table) -> None:
    table.reads = read_as(replace(ISLAND, numbers=(*ISLAND.numbers[:12], *[None] * 7)))
    observations = table.show(MAX_LAYING_S / 2)
    assert islands(observations) == []
    assert (
        observations_of(SourceReport, observations)[-1].text
        == "Number tokens are missing on 8 hexes of the island."
    )
    table.reads = read_as(ISLAND)
    observations = table.show(3)
    assert islands(observations)[0].numbers == ISLAND.numbers
    assert observations_of(SourceReport, observations)[-1].health == "ok"


def test_an_island_that_stays_without_tokens_is_reported(table: Table) -> None:
    bare = replace(ISLAND, numbers=(None,) * 19)
    table.reads = read_as(bare)
    assert islands(table.show(MAX_LAYING_S + 5))[0].numbers == bare.numbers


def test_a_half_hidden_island_is_read_again_and_then_reported_as_read(table: Table) -> None:
    table.reads = read_as(ISLAND, sure=0.5)
    observations = table.show(MAX_HIDING_S)
    assert islands(observations) == []
    assert observations_of(SourceReport, observations)[-1].text == UNCLEAR_WARNING
    assert islands(table.show(5))


def test_an_unclear_island_is_tracked_before_it_is_reported(table: Table) -> None:
    """Founding begins meanwhile: what is put down is seen to come only by who saw the place bare."""
    table.reads = read_as(ISLAND, sure=0.5)
    assert islands(table.show(MAX_HIDING_S + 5))
    assert len(table.followed) == 1


def test_an_ambiguous_reading_is_no_change(table: Table) -> None:
    """Founding has begun: what begins anew at each look never sees what is put down."""
    reading = read_as(ISLAND)

    def leaning(hills: float) -> BoardReading:
        doubtful = HexReading({"hills": hills, "fields": 1 - hills}, reading.hexes[0].reading.number)
        return replace(reading, hexes=(replace(reading.hexes[0], reading=doubtful), *reading.hexes[1:]))

    for n in range(round(MAX_HIDING_S / UNCLEAR_INTERVAL_S) + 2):
        table.reads = leaning(0.52 if n % 2 else 0.48)
        table.show(UNCLEAR_INTERVAL_S)
    assert islands(table.observations)
    assert len(table.followed) == 1


def test_a_partly_covered_island_is_recalibrated_when_fully_visible(table: Table) -> None:
    table.reads = read_as(ISLAND, sure=0.5)
    assert islands(table.show(MAX_HIDING_S / 2)) == []
    table.reads = read_as(ISLAND)
    assert islands(table.show(5))
    assert len(table.followed) == 2


def test_an_island_with_exchanged_tiles_is_recalibrated_too(table: Table) -> None:
    table.reads = read_as(ISLAND, sure=0.5)
    table.show(MAX_HIDING_S / 2)
    table.reads = read_as(turned_layout(ISLAND, 1), sure=0.5)
    assert islands(table.show(8))[0].terrains == turned_layout(ISLAND, 1).terrains
    assert len(table.followed) == 2


def test_a_photo_of_a_half_hidden_island_is_reported_at_once(table: Table) -> None:
    table.reads = read_as(ISLAND, sure=0.5)
    assert islands(table.show(4, again=True))


def test_a_new_island_request_starts_a_new_calibration(playing: Table) -> None:
    playing.request = SensorRequest(1, True, False)
    assert len(islands(playing.show(2))) == 1
    assert len(playing.followed) == 2


def test_an_unchanging_photo_is_read_only_once(table: Table) -> None:
    assert len(islands(table.show(4, again=True))) == 1
    table.play()
    looks = table.looks
    table.show(5, again=True)
    assert table.looks == looks


def test_a_slow_camera_gives_no_photo(playing: Table) -> None:
    """Its last frame is shown again until the next one comes: a hand in it doesn't rest for that."""
    looks = playing.looks
    for _ in range(5):
        playing.show()
        playing.show(STILL_FRAME_S - STEP, again=True)
    assert playing.looks == looks + 5


def test_a_photo_without_an_island_is_tried_once(table: Table) -> None:
    tried: list[int] = []

    def find_nothing(images: list[Image]) -> CalibrationNotReady:
        tried.append(len(images))
        return CalibrationNotReady("there is only a table")

    table.watch = BoardWatch("camera", lambda: table.request, None, BoardVision(find_nothing))
    table.show(5, again=True)
    assert len(tried) == 1


# The pieces


def test_the_first_board_report_dates_every_site_to_the_beginning(table: Table) -> None:
    table.show(2)
    (seen,) = boards(table.play())
    assert (seen.source, seen.since, seen.robber_since) == ("camera", {}, -math.inf)
    assert set(seen.pieces.sites) == {*PATHS, *INTERSECTIONS}
    assert seen.robber == {DESERT: 1.0}


def test_an_unchanged_board_is_not_reported_again(playing: Table) -> None:
    assert boards(playing.show(10)) == []


def test_a_new_piece_is_reported_at_once_and_again_until_it_is_stable(playing: Table) -> None:
    playing.still_since = playing.t
    playing.set_likelihoods(SITE, red=0.95)
    updates = boards(playing.show(3 * REST_S))
    times = [seen.t for seen in updates]
    assert times[0] == playing.still_since + STEP
    assert {b - a for a, b in pairwise(times)} == {REPEAT_INTERVAL_S}
    assert REST_S <= times[-1] - playing.still_since < REST_S + REPEAT_INTERVAL_S
    assert all(most_likely_piece(seen, SITE) == RED for seen in updates)


def test_a_site_a_hand_changed_is_reported_until_it_is_stable_even_with_the_same_best_answer(
    playing: Table,
) -> None:
    playing.set_likelihoods(SITE, red=0.95)
    playing.show(3 * REST_S)
    playing.still_since = playing.t
    playing.handled[SITE] = playing.t
    playing.set_likelihoods(SITE, red=0.6)
    times = [seen.t for seen in boards(playing.show(3 * REST_S))]
    assert REST_S <= times[-1] - playing.still_since < REST_S + REPEAT_INTERVAL_S
    playing.set_likelihoods(SITE, red=0.7)
    assert len(boards(playing.show(3 * REST_S))) == 1, "a later look at the same"


def test_a_piece_is_dated_to_the_moment_the_hand_left(playing: Table) -> None:
    playing.still_since = playing.t - 1.5
    playing.set_likelihoods(SITE, red=0.95)
    first, *_ = boards(playing.show())
    assert first.since == {SITE: playing.still_since}


def test_a_piece_placed_unseen_is_dated_to_its_first_sighting(playing: Table) -> None:
    playing.still_since = playing.t - 60
    playing.set_likelihoods(SITE, red=0.95)
    first, *_ = boards(playing.show())
    assert first.since == {SITE: first.t}


def test_changing_confidence_does_not_change_the_date_of_a_piece(playing: Table) -> None:
    playing.still_since = playing.t
    playing.set_likelihoods(SITE, red=0.7)
    (before,) = boards(playing.show())
    playing.show(2)
    playing.set_likelihoods(SITE, red=0.9)
    (after, *_) = boards(playing.show())
    assert before.since == after.since
    playing.still_since = playing.t
    playing.set_likelihoods(SITE)
    (gone, *_) = boards(playing.show())
    assert gone.since[SITE] > after.since[SITE]


def test_the_robbers_move_is_dated(playing: Table) -> None:
    playing.still_since = playing.t
    playing.robber, playing.updates = HexId("h1,0"), True
    first, *later = boards(playing.show(3))
    assert first.robber_since == playing.still_since
    assert later
    assert first.since == {}


def test_a_piece_is_reported_with_the_side_the_hand_came_from(playing: Table) -> None:
    playing.still_since = playing.t
    playing.set_likelihoods(SITE, red=0.95)
    playing.sides[SITE] = 120.0
    first, *_ = boards(playing.show())
    assert first.sides == {SITE: 120.0}


def test_a_later_touch_does_not_change_who_placed_a_piece(playing: Table) -> None:
    playing.still_since = playing.t
    playing.set_likelihoods(SITE, red=0.9)
    playing.sides[SITE] = 120.0
    playing.show(2)
    playing.set_likelihoods(SITE, red=0.95)
    playing.sides[SITE] = 300.0
    (after, *_) = boards(playing.show())
    assert after.sides == {SITE: 120.0}


def test_the_robber_is_reported_with_the_side_the_hand_came_from(playing: Table) -> None:
    playing.still_since = playing.t
    playing.robber, playing.robber_side, playing.updates = HexId("h1,0"), 45.0, True
    first, *_ = boards(playing.show())
    assert first.robber_side == 45.0


def test_the_board_is_reported_after_the_motion_over_it_ends(playing: Table) -> None:
    playing.still_since = playing.t
    playing.set_likelihoods(SITE, red=0.95)
    playing.show(1)
    playing.state = "hand"
    assert boards(playing.show(BLIND_S - STEP)) == []
    playing.state = "quiet"
    assert boards(playing.show(2))


@pytest.mark.parametrize("state", ["hand", "lost"])
def test_a_board_under_constant_motion_is_reported_as_not_visible(
    playing: Table, state: TrackerState
) -> None:
    last = playing.t
    playing.state = state
    updates = boards(playing.show(2 * BLIND_S))
    assert updates[0].t == last + BLIND_S
    assert all(set(board.covered.values()) == {last} for board in updates)
    assert all(board.covered.keys() == board.pieces.sites.keys() for board in updates)
    playing.state = "stable"
    playing.show()
    assert boards(playing.show(2))[-1].covered
    playing.state = "quiet"
    assert not boards(playing.show(REPEAT_INTERVAL_S))[-1].covered


def test_covered_sites_are_reported_with_their_last_sighting(playing: Table) -> None:
    last = playing.t
    playing.covered = frozenset({SITE})
    (update,) = boards(playing.show())
    assert update.covered == {SITE: last}


def test_a_site_covered_from_the_start_was_never_seen(table: Table) -> None:
    table.show(2)
    table.covered = frozenset({SITE})
    assert boards(table.play())[0].covered == {SITE: -math.inf}


def test_a_partly_covered_board_is_reported_repeatedly(playing: Table) -> None:
    playing.covered = frozenset({SITE})
    times = [board.t for board in boards(playing.show(5 * COVERED_INTERVAL_S))]
    assert {b - a for a, b in pairwise(times)} == {COVERED_INTERVAL_S}
    playing.covered = frozenset()
    assert not boards(playing.show())[-1].covered
    assert boards(playing.show(5 * COVERED_INTERVAL_S)) == []


def test_an_uncovered_site_counts_as_covered_until_read_and_may_have_changed_much_earlier(
    playing: Table,
) -> None:
    last = playing.t
    playing.covered = frozenset({SITE})
    playing.show(8)
    playing.covered, playing.state = frozenset(), "stable"
    assert boards(playing.show(2))[-1].covered == {SITE: last}
    playing.still_since = playing.t
    playing.set_likelihoods(SITE, red=0.95)
    playing.state = "quiet"
    update = boards(playing.show())[-1]
    assert not update.covered
    assert update.since == {SITE: playing.still_since}
    assert update.earliest == {SITE: last}


def test_a_piece_placed_in_full_view_is_dated_to_its_sighting(playing: Table) -> None:
    playing.covered = frozenset({SITE})
    playing.show(1)
    playing.covered = frozenset()
    playing.show(1)
    playing.set_likelihoods(SITE, red=0.95)
    assert boards(playing.show())[-1].earliest == {}


def test_colours_that_nobody_plays_get_no_probability() -> None:
    shares = restrict_to_colours({None: 0.1, BROWN: 0.3, RED: 0.6}, {"red", "blue"})
    assert set(shares) == {None, RED}
    assert sum(shares.values()) == pytest.approx(1)
    assert shares[RED] / shares[None] == pytest.approx(6, rel=0.2)


def test_a_clear_piece_in_an_unplayed_colour_leaves_the_site_uncertain() -> None:
    shares = restrict_to_colours({None: 0.0002, BROWN: 0.9988, RED: 0.001}, {"red", "blue"})
    assert shares[None] > 0.3
    assert shares[RED] > 0.3


def test_every_colour_is_possible_without_a_player_list() -> None:
    shares = {None: 0.1, BROWN: 0.9}
    assert restrict_to_colours(shares, frozenset()) == shares


# The table's own island


@pytest.mark.parametrize("sixths", range(1, 6))
def test_a_known_island_keeps_its_orientation(table: Table, sixths: int) -> None:
    """The island was entered as a diagram, so the camera may be on any side."""
    table.reads = read_as(turned_layout(ISLAND, sixths))
    first = table.play(layout=ISLAND) + table.show(4)
    assert len(boards(first)) == 1
    island = project(table.calibration.plane, CENTRES)
    expected = project(rotate_plane(PLANE, -sixths), CENTRES)
    assert np.abs(island - expected).max() < 1e-6


def test_a_corrected_island_keeps_its_orientation(playing: Table) -> None:
    terrains = list(ISLAND.terrains)
    terrains[0], terrains[1], terrains[2] = terrains[1], terrains[2], terrains[0]
    playing.play(layout=replace(ISLAND, terrains=tuple(terrains)))
    playing.set_likelihoods(SITE, red=0.95)
    assert boards(playing.show())
    assert len(playing.followed) == 1


def test_pieces_on_another_island_are_ignored(table: Table) -> None:
    other = Layout(ISLAND.terrains[7:] + ISLAND.terrains[:7], ISLAND.numbers[5:] + ISLAND.numbers[:5])
    observations = table.play(layout=other) + table.show(5)
    assert boards(observations) == []
    assert observations_of(SourceReport, observations)[-1].text == WRONG_ISLAND_WARNING
    table.reads = read_as(other)
    assert boards(table.show(5))


# Sessions


def test_a_resumed_game_uses_the_saved_calibration(tmp_path: Path) -> None:
    table = Table(kept=tmp_path / "board.json")
    table.show(2)
    table.play()
    assert (load(tmp_path / "board.json").plane == PLANE).all()
    table.finds = CalibrationNotReady("hands lie on the island")
    table.reopen()
    observations = table.play(standing={SITE: RED})
    assert boards(observations)
    assert table.followed[-1][1] == {SITE: RED}


def test_a_new_island_ignores_the_old_calibration(tmp_path: Path) -> None:
    table = Table(kept=tmp_path / "board.json")
    make_calibration(rotate_plane(PLANE, 1)).save(tmp_path / "board.json")
    table.show(2)
    assert (table.calibration.plane == PLANE).all()


def test_a_new_island_keeps_the_calibrated_piece_colours(tmp_path: Path) -> None:
    table = Table(kept=tmp_path / "board.json")
    tints: dict[PieceColour, Tint] = {"red": Tint((40.0, 55.0, 30.0), (3.0, 4.0, 4.0), 2)}
    replace(make_calibration(), tints=tints).save(tmp_path / "board.json")
    table.show(2)
    assert table.calibration.tints == tints


def test_a_damaged_calibration_is_replaced(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "board.json").write_text("{")
    table = Table(kept=tmp_path / "board.json")
    table.play()
    assert boards(table.show(3))
    assert "calibrate" in caplog.text
    assert (load(tmp_path / "board.json").plane == PLANE).all()


def test_the_game_continues_if_the_calibration_cannot_be_saved(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(kept=tmp_path / "no folder" / "board.json")
    table.show(2)
    assert boards(table.play())
    assert "board.json" in caplog.text


def test_another_game_starts_with_an_empty_undated_board(playing: Table) -> None:
    playing.t, playing.request = 0.0, SensorRequest(2, True, False)
    assert len(islands(playing.show(2))) == 1
    assert playing.followed[-1][1] == {}
    assert boards(playing.play(game=2))[0].since == {}


def test_certain_pieces_are_passed_to_the_tracker(table: Table) -> None:
    certain: Mapping[Site, Standing] = {SITE: RED}
    table.show(2)
    table.play(certain=certain, robber=HexId("h1,0"))
    table.show(1)
    assert (table.known, table.known_robber) == (certain, HexId("h1,0"))


def test_no_piece_is_certain_on_another_island(table: Table) -> None:
    table.show(2)
    other = Layout(ISLAND.terrains[7:] + ISLAND.terrains[:7], ISLAND.numbers[5:] + ISLAND.numbers[:5])
    table.play(layout=other, certain={SITE: RED}, robber=HexId("h1,0"))
    table.show(5)
    assert (table.known, table.known_robber) == ({}, None)


def test_examples_and_colours_survive_the_search_for_a_lost_board(playing: Table) -> None:
    example = Example(SITE, "settlement", (0.0,) * 6, 0.5)
    known = replace(playing.calibration, examples=(example,), robber=ROBBER)
    playing.followed[-1] = (known, {})
    playing.state = "lost"
    playing.show(GIVE_UP_S + 2)
    assert (playing.calibration.examples, playing.calibration.robber) == ((example,), ROBBER)


@pytest.mark.parametrize("again", [True, False])
def test_the_robbers_colour_is_kept_for_the_next_game_and_over_a_restart(tmp_path: Path, again: bool) -> None:
    table = Table(kept=tmp_path / "board.json")
    table.show(2)
    table.followed[-1] = (replace(table.calibration, robber=ROBBER), {})
    table.play()
    table.show(3)
    assert load(tmp_path / "board.json").robber == ROBBER
    table.reopen()
    if again:
        table.request = SensorRequest(2, True, False)
    followed = len(table.followed)
    table.show(3)
    assert len(table.followed) > followed
    assert table.calibration.robber == ROBBER


# Problems


def test_a_lost_board_is_reported_and_so_is_its_return(playing: Table) -> None:
    playing.state = "lost"
    assert observations_of(SourceReport, playing.show(LOST_S)) == []
    (report,) = observations_of(SourceReport, playing.show())
    assert report == SourceReport(playing.t, "camera", "waiting", "The board isn't seen: it is dark.")
    playing.state = "quiet"
    assert observations_of(SourceReport, playing.show()) == [SourceReport(playing.t, "camera", "ok")]


def test_a_board_lost_for_long_is_searched_for_from_scratch(playing: Table) -> None:
    playing.state = "lost"
    playing.show(GIVE_UP_S + 2)
    assert len(playing.followed) == 2
    playing.state = "quiet"
    playing.set_likelihoods(SITE, red=0.95)
    assert most_likely_piece(boards(playing.show(4))[0], SITE) == RED


@pytest.mark.parametrize(("sixths", "degrees"), [(0, 0), (1, 60), (3, 180), (4, -120)])
def test_the_orientation_of_the_camera_is_reported(sixths: int, degrees: int) -> None:
    """A plane with its corners rotated by one has its north at the next corner, clockwise."""
    table = Table(
        finds=make_calibration(rotate_plane(PLANE, sixths)),
        reads=read_as(ISLAND, rotate_plane(PLANE, sixths)),
    )
    table.request = SensorRequest(1, False, True, frozenset({"red", "blue"}), ISLAND)
    (seen, *_) = boards(table.show(6))
    assert seen.turn in (degrees, degrees - 360, degrees + 360)


def test_a_camera_moved_to_another_side_changes_nothing(playing: Table) -> None:
    playing.still_since = playing.t
    playing.set_likelihoods(SITE, red=0.95)
    (before, *_) = boards(playing.show(5))
    playing.state = "lost"
    playing.finds, playing.reads = make_calibration(), read_as(turned_layout(ISLAND, 2), PLANE)
    playing.show(GIVE_UP_S + 2)
    playing.state = "quiet"
    (after, *_) = boards(playing.show(5))
    assert np.allclose(playing.calibration.plane, rotate_plane(PLANE, -2))
    assert after.since == before.since
    assert most_likely_piece(after, SITE) == RED


def test_an_object_that_covered_the_board_for_long_removes_no_piece(playing: Table) -> None:
    """Half of the island can be read; the other half lies under a newspaper, and pieces with it."""
    playing.set_likelihoods(SITE, red=0.95)
    playing.show(5)
    playing.state = "lost"
    playing.show(GIVE_UP_S + 2)
    whole, playing.pieces = dict(playing.pieces), {}
    hidden = HexReading({"pasture": 1.0}, {None: 1.0})
    seen = tuple(replace(h, reading=hidden) if n < 6 else h for n, h in enumerate(playing.reads.hexes))
    playing.reads, playing.state = replace(playing.reads, hexes=seen), "quiet"
    observations = playing.show(5)
    assert boards(observations) == []
    assert observations_of(SourceReport, observations)[-1].text == UNCLEAR_WARNING
    playing.reads, playing.pieces, playing.updates = read_as(ISLAND), whole, True
    assert most_likely_piece(boards(playing.show(5))[-1], SITE) == RED


def test_a_frozen_picture_is_reported(playing: Table) -> None:
    playing.state = "stale"
    (report,) = observations_of(SourceReport, playing.show(3))
    assert report.health == "waiting"


def test_an_object_left_on_the_board_is_reported_until_it_is_removed(playing: Table) -> None:
    playing.covered = frozenset({SITE})
    assert observations_of(SourceReport, playing.show(COVERED_S)) == []
    assert [one.text for one in observations_of(SourceReport, playing.show(2))] == [COVERED_WARNING]
    playing.covered = frozenset()
    assert [one.health for one in observations_of(SourceReport, playing.show(2))] == ["ok"]


def test_a_board_out_of_focus_is_reported_until_it_is_sharp(playing: Table) -> None:
    playing.blur = 1.0
    reports = observations_of(SourceReport, playing.show(BLUR_INTERVAL_S + 1))
    assert [one.text for one in reports] == [BLURRED_TEXT]
    playing.blur = 0.0
    assert [one.health for one in observations_of(SourceReport, playing.show(READ_INTERVAL_S + 1))] == ["ok"]


# An island that people pointed out


def by_hand(table: Table) -> list[Any]:
    """Let the island be found only where people marked it; record the marks of each calibration."""
    asked: list[Any] = []

    def calibrate(images: list[Image], manual_plane: Any = None) -> Calibration | CalibrationNotReady:
        asked.append(manual_plane)
        return (
            CalibrationNotReady("there is no island in the picture")
            if manual_plane is None
            else replace(make_calibration(), manual_plane=manual_plane)
        )

    def read(image: Image, manual_plane: Any = None) -> BoardReading:
        asked.append(manual_plane)
        return BoardReading(False, "nothing", None, 0.0, (), 0.0) if manual_plane is None else read_as(ISLAND)

    eyes = BoardVision(calibrate, table._follow, read, lambda image, plane: 0.0)
    table.watch = BoardWatch("camera", lambda: table.request, table.kept, eyes)
    return asked


def test_an_undetected_island_is_placed_at_the_marked_corners(tmp_path: Path) -> None:
    table = Table(kept=tmp_path / "board.json")
    replace(make_calibration(), manual_plane=PLANE).save(tmp_path / "board.json")
    asked = by_hand(table)
    assert islands(table.show(3))[-1].terrains == ISLAND.terrains
    assert asked[0] is None, "first it is looked for without"
    assert (asked[1] == PLANE).all()
    table.play()
    kept = load(tmp_path / "board.json").manual_plane
    assert kept is not None
    assert np.array_equal(kept, PLANE), "it is kept on"


@pytest.mark.parametrize(("seconds", "unwatched"), [(1.0, False), (9.0, True)])
def test_a_board_found_after_a_long_time_may_have_unknown_pieces(
    table: Table, seconds: float, unwatched: bool
) -> None:
    table.finds = CalibrationNotReady("something moves over the board")
    table.show(seconds)
    table.finds = make_calibration()
    table.show(3)
    assert table.unwatched is unwatched


def test_an_island_is_read_from_all_its_still_views(table: Table) -> None:
    read: list[Image] = []

    def reader(image: Image) -> BoardReading:
        read.append(image)
        return read_as(ISLAND)

    eyes = BoardVision(lambda images: make_calibration(), table._follow, reader, lambda image, plane: 0.0)
    watch, grain = BoardWatch("camera", lambda: table.request, None, eyes), np.random.default_rng(1)
    for n in range(15):
        noisy = grain.normal(100, 10, (240, 320, 3)).clip(0, 255).astype(np.uint8)
        list(watch.process(Frame(n * STEP, noisy, n)))
    assert read
    assert read[0].std() < 6


@pytest.mark.parametrize(
    "kept", [make_calibration(), replace(make_calibration(), width=640, manual_plane=PLANE)]
)
def test_no_island_is_assumed_without_marked_corners_or_at_another_picture_size(
    tmp_path: Path, kept: Calibration
) -> None:
    table = Table(kept=tmp_path / "board.json")
    kept.save(tmp_path / "board.json")
    by_hand(table)
    assert islands(table.show(3)) == []


def test_a_calibration_without_marked_corners_is_loaded(tmp_path: Path) -> None:
    make_calibration().save(tmp_path / "board.json")
    assert load(tmp_path / "board.json").manual_plane is None
