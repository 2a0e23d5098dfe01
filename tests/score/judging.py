"""Judges a reading against the truth: one answer for each question, stage by stage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COAST, HEXES, INTERSECTIONS, PATHS, HexId, Standing
from tests.score.truth import At, Truth
from vision.board import BoardReading
from vision.board_posterior import add_none_share

Stage = Literal[
    "finding", "terrain", "number", "harbor place", "harbor kind", "occupancy", "colour", "kind", "robber"
]
STAGES: Final[tuple[Stage, ...]] = get_args(Stage)

REACH: Final = 1 / 3
"""Maximum distance of a label from its site, in distances between neighbouring hexes."""
NEAR_SHARE: Final = 0.1
"""How far the worst hex centre of an island that was found may be off, in the same distances."""
_BOX_REACH: Final = 0.15
_BOX_STRAY: Final = 0.3


@dataclass(frozen=True)
class Answer:
    """One answer to one question about a picture.

    Attributes:
        stage: of which stage it tells; a later stage is asked only where the earlier ones saw anything.
        at: where in the picture, in pixels.
        truth: what is there. Of occupancy: the piece, or None for an empty site.
        answer: what was read.
        confidence: how sure the reading was; None where it said nothing.
        right: whether that is so.
        shares: all that was held possible there, with its probability, where one question asks for all of it
            (of a piece its occupancy does, of a harbor its place); else, and where nothing was said, empty.
    """

    stage: Stage
    at: At
    truth: Any
    answer: Any
    confidence: float | None
    right: bool
    shares: Mapping[Any, float] = field(default_factory=dict)

    def __str__(self) -> str:
        sure = "" if self.confidence is None else f" ({self.confidence:.1%})"
        place = f"at {self.at[0]:.0f}, {self.at[1]:.0f}"
        if self.stage == "finding":
            return f"finding: {self.answer}"
        return f"{self.stage} {place}: is {_words(self.truth)}, read as {_words(self.answer)}{sure}"


def _words(what: Any) -> str:
    if what is None:
        return "nothing"
    if isinstance(what, Standing):
        return f"{what.kind} {what.colour}"
    return str(what)


def _most_likely_answer(shares: Mapping[Any, float]) -> tuple[Any, float]:
    answer, share = max(shares.items(), key=lambda item: item[1])
    return answer, share / sum(shares.values())


@dataclass(frozen=True)
class _Sites:
    """Sites of a reading: their ids, positions n x 2, and the tolerance for labels."""

    ids: tuple[Any, ...]
    at: NDArray[np.float64]
    reach: float

    def nearest(self, at: At, reach: float | None = None) -> Any | None:
        away = np.linalg.norm(self.at - at, axis=1)
        nearest = int(away.argmin())
        return self.ids[nearest] if away[nearest] < (reach or self.reach) else None

    def ids_within(self, at: At, reach: float) -> list[Any]:
        return [self.ids[n] for n in np.flatnonzero(np.linalg.norm(self.at - at, axis=1) < reach)]


def judge(reading: BoardReading, truth: Truth, width: int, height: int) -> list[Answer]:
    """Return the answers to all questions about a picture.

    Args:
        reading: what was read.
        truth: what is there.
        width, height: of the picture in pixels; what lies outside isn't asked.
    """
    truth = _crop_to_picture(truth, width, height)
    if not reading.found:
        return list(_unanswered_questions(truth, reading.why))
    hex_at = np.array([seen.at for seen in reading.hexes])
    site_at = {seen.id: seen.at for seen in reading.sites}
    apart = np.linalg.norm(hex_at[:, None] - hex_at[None], axis=2) + 1e9 * np.eye(len(hex_at))
    spacing = float(np.median(apart.min(axis=1)))

    def sites(ids: Sequence[Any]) -> _Sites:
        return _Sites(tuple(ids), np.array([site_at[i] for i in ids]), REACH * spacing)

    hexes = _Sites(HEXES, hex_at, REACH * spacing)
    paths, crossings = sites(PATHS), sites(INTERSECTIONS)
    inside = {i for i, (x, y) in site_at.items() if 0 <= x < width and 0 <= y < height}
    return [
        _finding(hex_at, spacing, truth),
        *_hexes(reading, hexes, truth),
        *_harbors(reading, sites(COAST), inside, truth),
        *_pieces(reading, paths, crossings, inside, spacing, truth),
        *_robber(reading, hexes, truth),
    ]


def _crop_to_picture(truth: Truth, width: int, height: int) -> Truth:
    def is_inside(at: At) -> bool:
        return 0 <= at[0] < width and 0 <= at[1] < height

    return replace(
        truth,
        hexes=tuple(seen for seen in truth.hexes if is_inside(seen[0])),
        harbors=truth.harbors and tuple(seen for seen in truth.harbors if is_inside(seen[0])),
        pieces=tuple(seen for seen in truth.pieces if is_inside(seen[0])),
        robber_known=truth.robber_known and (truth.robber is None or is_inside(truth.robber)),
    )


def _unanswered_questions(truth: Truth, why: str) -> Iterator[Answer]:
    """Nothing was found, and so nothing that is there was read."""
    yield Answer("finding", (0, 0), "an island", why, None, False)
    for at, terrain, number in truth.hexes:
        yield Answer("terrain", at, terrain, None, None, False)
        yield Answer("number", at, number, "no island", None, False)
    for at, kind in truth.harbors or ():
        yield Answer("harbor place", at, kind or "harbor", None, None, False)
    for at, standing in truth.pieces:
        yield Answer("occupancy", at, standing, None, None, False)
    if truth.robber_known:
        yield Answer(
            "robber", truth.robber or (0, 0), "here" if truth.robber else None, "no island", None, False
        )


def _finding(hex_at: NDArray[np.float64], spacing: float, truth: Truth) -> Answer:
    off = max(float(np.linalg.norm(hex_at - at, axis=1).min()) / spacing for at, *_ in truth.hexes)
    return Answer("finding", (0, 0), "an island", f"a hex centre is off by {off:.3f}", None, off < NEAR_SHARE)


def _hexes(reading: BoardReading, hexes: _Sites, truth: Truth) -> Iterator[Answer]:
    seen = {hex_seen.id: hex_seen.reading for hex_seen in reading.hexes}
    for at, terrain, number in truth.hexes:
        found = hexes.nearest(at)
        if found is None:
            yield Answer("terrain", at, terrain, None, None, False)
            yield Answer("number", at, number, "no hex", None, False)
            continue
        answer, share = _most_likely_answer(seen[found].terrain)
        yield Answer("terrain", at, terrain, answer, share, answer == terrain, seen[found].terrain)
        answer, share = _most_likely_answer(seen[found].number)
        yield Answer("number", at, number, answer, share, answer == number, seen[found].number)


def _harbors(reading: BoardReading, coast: _Sites, inside: set[Any], truth: Truth) -> Iterator[Answer]:
    if truth.harbors is None:
        return
    there: dict[Any, Any] = {}
    for at, kind in truth.harbors:
        found = coast.nearest(at, 1.5 * coast.reach)
        if found is None:
            yield Answer("harbor place", at, kind or "harbor", None, None, False)
        else:
            there[found] = kind or "harbor"
    harbor_shares = reading.island.harbors
    for path, (x, y) in zip(coast.ids, coast.at, strict=True):
        if path not in inside:
            continue
        shares = harbor_shares.get(path, {})
        share = sum(shares.values())
        answer = _most_likely_answer(shares)[0] if share > 0.5 else None
        kind, at = there.get(path), (float(x), float(y))
        right = (kind is None) == (answer is None)
        # A reading without any path supplies no answer, neither sure nor doubtful.
        sure = max(share, 1 - share) if harbor_shares else None
        yield Answer("harbor place", at, kind, answer, sure, right, add_none_share(shares) if shares else {})
        if kind not in (None, "harbor") and answer is not None:
            yield Answer("harbor kind", at, kind, answer, _most_likely_answer(shares)[1], answer == kind)


def _pieces(
    reading: BoardReading,
    paths: _Sites,
    crossings: _Sites,
    inside: set[Any],
    spacing: float,
    truth: Truth,
) -> Iterator[Answer]:
    standing: dict[Any, Standing] = {}
    unknown: set[Any] = set()
    for at, piece in truth.pieces:
        among = paths if piece.kind == "road" else crossings
        found = among.nearest(at, None if truth.exact else _BOX_REACH * spacing)
        if found is not None:
            standing[found] = piece
        elif truth.exact:
            yield Answer("occupancy", at, piece, None, None, False)
        else:
            unknown |= {
                *paths.ids_within(at, _BOX_STRAY * spacing),
                *crossings.ids_within(at, _BOX_STRAY * spacing),
            }
    read = reading.pieces.sites
    for among in (paths, crossings):
        for site, (x, y) in zip(among.ids, among.at, strict=True):
            if site in inside and site in read and (site in standing or site not in unknown):
                yield from _site((float(x), float(y)), standing.get(site), read[site])


def _site(at: At, piece: Standing | None, shares: Mapping[Standing | None, float]) -> Iterator[Answer]:
    bare = shares.get(None, 0.0)
    answer, _ = max(shares.items(), key=lambda item: item[1])
    # The most likely piece may be less likely than none while any piece is more likely than none.
    share = bare if answer is None else 1 - bare
    yield Answer("occupancy", at, piece, answer, share, (piece is None) == (answer is None), shares)
    if piece is None or answer is None:
        return
    by_colour: dict[str, float] = {}
    by_kind: dict[str, float] = {}
    for standing, likely in shares.items():
        if standing is not None:
            by_colour[standing.colour] = by_colour.get(standing.colour, 0) + likely
            by_kind[standing.kind] = by_kind.get(standing.kind, 0) + likely
    colour, sure = _most_likely_answer(by_colour)
    yield Answer("colour", at, piece, answer, sure, colour == piece.colour)
    if piece.kind != "road":
        kind, sure = _most_likely_answer(by_kind)
        yield Answer("kind", at, piece, answer, sure, kind == piece.kind)


def _robber(reading: BoardReading, hexes: _Sites, truth: Truth) -> Iterator[Answer]:
    if not truth.robber_known:
        return
    robber_shares = reading.island.robber
    shares: dict[HexId | None, float] = add_none_share(robber_shares)
    answer, share = max(shares.items(), key=lambda item: item[1])
    there = None if truth.robber is None else hexes.nearest(truth.robber)
    yield Answer("robber", truth.robber or (0, 0), there, answer, share, answer == there, shares)
