"""Read an island of round cards: the kind of the visible card at each place, by the kinds' colours."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.cards.finder import CardOutline, Floats
from vision.cards.lattice import CardLattice, find_lattice
from vision.cards.palette import (
    EDGE_RINGS,
    MAX_FACE,
    RINGS,
    CardPalette,
    find_rims,
    pick_usual,
    sample,
    smooth_picture,
    to_weighted_lab,
)
from vision.pictures import as_bgr, shrink_to_limit

Place = tuple[int, int]

_ANGLES: Final = 60
_RADII: Final = tuple(0.47 + 0.011 * n for n in range(10))
"""Tried radii of the cards, in spacings: cards overlap by a tenth at most, or leave a gap."""
_FINE_RADIUS: Final = 0.0055
_USUAL_RADIUS: Final = 0.51
_SMOOTH_PX: Final = 0.7
"""Standard deviation of the blur that removes the picture's noise."""
_BLURS_PX: Final = (1.05, 1.55, 2.2)
"""Tried standard deviations of the blur, that one included."""
_OUTSIDE_RINGS: Final = np.array([1.04, 1.08], np.float32)
"""Distances where a card of one colour has ended, in radii."""
_OUTSIDE_WEIGHT: Final = 0.5
"""Weight of a card's colour outside of it: a neighbour of its kind has it, too."""
_FEW_ANGLES: Final = 24
_REACHES: Final = (0.32, 0.24, 0.16)
"""Greatest distances of a card from its place in each fit of the lattice, in radii."""
_LAST_REACH: Final = 0.24
_SHIFT_COST: Final = 2.0
"""Share of an edge that a card must match better for each square radius of its distance: nothing else holds a
circle between cards of one colour without a rim."""
_COARSE_STEP: Final = 0.08
_FINE_STEPS: Final = (0.04, 0.02)
"""Steps between tried distances of a card from its place, in radii."""
_GAINS: Final = tuple(0.5 * 1.17**n for n in range(9))
"""Tried ratios of the light to that in which the colours were learned."""
_COARSE_SHIFTS: Final = (-0.07, 0.0, 0.07)
"""Tried distances of a card from its place in the fits of light and radius, in radii."""
_RIM_SHIFTS: Final = (-0.03, 0.0, 0.03)
"""Tried distances in the fit of the radius, in radii."""
_LOOSE_COLOUR: Final = 20.0
_CLOSE_COLOUR: Final = 11.0
"""Standard deviations of a colour, before and after the light is known, CIELAB units."""
_TUNED_COLOUR: Final = 8.0
"""Standard deviation of a colour from that of the island's own cards of a kind."""
_COLOUR_SPREADS: Final = (_LOOSE_COLOUR, 0.5 * (_LOOSE_COLOUR + _CLOSE_COLOUR), _CLOSE_COLOUR)
"""Standard deviations of a colour in each fit of the light."""
_MAX_DIFFERENCE: Final = 50.0
"""Difference of colours above which it no longer matters, CIELAB units."""
_OTHER_LIKELIHOOD: Final = 0.15
"""Likelihood of a colour that no kind has, against that of a kind's own colour."""
_MIN_FACE_SAMPLES: Final = 300
_MIN_FACE_SPREAD: Final = 0.1
"""Least standard deviation of the faces' colours that shows a haze, linear."""
_HAZE_DOUBT: Final = 0.1
"""Weight of no haze, in the faces' samples."""
_HIDDEN_WEIGHT: Final = 0.3
"""Weight of a card's part that a neighbour may cover."""
_NEIGHBOUR_REACH: Final = 1.07
"""Radius of the part that a neighbour may cover, in radii."""
_FACE_RINGS: Final = np.array([0.15, 0.3, 0.45, 0.58], np.float32)
"""Distances that show the face of a card that doesn't lie at its place exactly, in radii."""
_INK_RINGS: Final = np.arange(0.08, 0.76, 0.08, dtype=np.float32)
_INK_SHARE: Final = 0.03
"""Distances from the middle, and share of a card's face there that is certainly dark ink."""
_GLOSS_SCORE: Final = 0.7
"""Weight of a score without a card's gloss, whose light is an estimate."""
_CHAIN_COLOURS: Final = (8.0, 11.0, 14.0)
"""Tried greatest differences of two faces of a kind, as in `to_weighted_lab`."""
_MIN_GAIN: Final = 0.3
"""Least sum of scores by which an adapted palette explains an island better."""
_TUNINGS: Final = 2
_TEMPLATE_CARDS: Final = 3.0
"""Weight of an edge's colours in the palette, in cards of the island."""
MIN_SCORE: Final = 0.28
"""Least share of a card's edge that has the colours of its kind."""
MAX_RIVAL: Final = 0.4
"""Greatest score of the second kind, in scores of the first."""
MAX_SHIFT: Final = 0.27
"""Greatest shift of a certain card along an axis, in radii: a circle at the search limit may be false."""
_STEPS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@dataclass(frozen=True)
class IslandCard:
    """The visible card of a place.

    Attributes:
        place: axial coordinates.
        outline: pixels of the photo.
        kind: of the palette, the most likely one.
        score: share of the card's visible edge that has the kind's colours, 0 to 1.
        rival: score of the second kind there.
        shift: from the lattice's place, the greater one along its axes, in radii.
    """

    place: Place
    outline: CardOutline
    kind: str
    score: float
    rival: float
    shift: float = 0.0

    @property
    def is_sure(self) -> bool:
        """True if the kind is certain."""
        return self.score >= MIN_SCORE and self.rival <= MAX_RIVAL * self.score and self.shift <= MAX_SHIFT


@dataclass(frozen=True)
class CardIsland:
    """The cards of an island.

    Attributes:
        cards: of each place; empty: no island was found.
        seconds: time of the reading.
    """

    cards: tuple[IslandCard, ...]
    seconds: float


@dataclass(frozen=True, eq=False)
class _Light:
    """The light of a picture against that of the palette: a gain for each channel, its slope, and a haze.

    Attributes:
        log_gain: of the three channels, in the middle.
        haze: light that shiny cards reflect without their colour, beyond that in the palette, linear RGB.
        slope: of the logarithm, a pixel to the right and down.
        middle: pixels.
    """

    log_gain: Floats
    haze: Floats
    slope: Floats
    middle: Floats

    def correct(self, colours: Floats, places: Floats) -> Floats:
        """Return linear colours (... x 3) at places (... x 2) as they would be in the palette's light."""
        log_gain = self.log_gain + ((places - self.middle) @ self.slope)[..., None]
        return np.asarray(np.maximum(colours * np.exp(-log_gain) - self.haze, 0), np.float32)

    def correct_picture(self, linear: Floats) -> Floats:
        """Return a picture (height x width x 3, linear) as it would be in the palette's light."""
        high, wide = linear.shape[:2]
        across = (np.arange(wide, dtype=np.float32) - self.middle[0]) * self.slope[0]
        down = (np.arange(high, dtype=np.float32) - self.middle[1]) * self.slope[1]
        gain = np.exp(-down)[:, None] * np.exp(-across)
        bare = linear * gain[..., None] * np.exp(-self.log_gain) - self.haze
        return np.asarray(np.maximum(bare, 0), np.float32)


def read_island(
    image: NDArray[Any],
    palette: CardPalette,
    island: Sequence[Place],
    around: Sequence[Place] = (),
    around_kind: str | None = None,
) -> CardIsland:
    """Read the kind of the visible card at each place.

    Args:
        image: uint8, BGR or grey; the island is whole in view.
        palette: the kinds' colours.
        island: places of the lattice that all carry a card, around (0, 0).
        around: further places that are read as well.
        around_kind: a kind of which no card lies on the island.

    Raises:
        PictureError: it isn't a picture.
    """
    start = time.perf_counter()
    picture, back = shrink_to_limit(as_bgr(image))
    lattice = find_lattice(picture, island)
    if lattice is None:
        return CardIsland((), time.perf_counter() - start)
    places = [*island, *around]
    linear = smooth_picture(picture, _SMOOTH_PX)
    own = np.array([kind != around_kind for kind in palette.kinds])
    cards = _classify(linear, lattice, palette, places, len(island), own)
    if not palette.has_rims and not all(card.is_sure for card in cards[: len(island)]):
        adapted = _classify(linear, lattice, palette, places, len(island), own, adapts=True)
        if _sum_margins(adapted) > _sum_margins(cards) + _MIN_GAIN:
            cards = adapted
    move = float(np.sqrt(back[0, 0] * back[1, 1]))
    scaled = (replace(one, outline=one.outline.scale(move)) for one in cards)
    return CardIsland(tuple(scaled), time.perf_counter() - start)


def _sum_margins(cards: Sequence[IslandCard]) -> float:
    return sum(card.score - card.rival for card in cards)


def _classify(
    linear: Floats,
    lattice: CardLattice,
    palette: CardPalette,
    places: Sequence[Place],
    count: int,
    own: NDArray[np.bool_],
    *,
    adapts: bool = False,
) -> list[IslandCard]:
    """Read the cards of a lattice.

    Args:
        linear: the picture, height x width x 3, RGB.
        places: those that all carry a card, then others.
        count: how many all carry a card.
        own: which kinds these may have.
        adapts: whether to move the palette's colours to those of the island.
    """
    learned = palette
    middles, slopes = lattice.locate(places[:count])
    usual_px = _USUAL_RADIUS * math.sqrt(float(np.abs(np.linalg.det(slopes)).mean()))
    radius, blur_px = _USUAL_RADIUS, _BLURS_PX[1]
    known, band = (palette.blur(blur_px / usual_px, rings) for rings in (RINGS, EDGE_RINGS))
    log_gain = _fit_gain(linear, middles, slopes * radius, to_weighted_lab(known))
    light = _Light(
        np.full(3, log_gain, np.float32), np.zeros(3, np.float32), np.zeros(2, np.float32), middles.mean(0)
    )
    moved = middles
    for spread, reach in zip(_COLOUR_SPREADS, _REACHES, strict=True):
        light = _fit_light(linear, moved, slopes * radius, known, light, spread)
        corrected = light.correct_picture(linear)
        lab = to_weighted_lab(corrected)
        if adapts:
            palette = _adapt(learned, corrected, moved, slopes * radius, own)
            band = palette.blur(blur_px / usual_px, EDGE_RINGS)
        weights = _visible_weights(places[:count], middles, slopes * radius)
        found = _locate(lab, middles, slopes * radius, to_weighted_lab(band), weights, reach)
        moved = found.move(middles, slopes * radius)
        radius, blur_px = _fit_radius(lab, moved, slopes, palette, usual_px)
        known, band = (palette.blur(blur_px / usual_px, rings) for rings in (RINGS, EDGE_RINGS))
        lattice = lattice.refine(places[:count], moved, found.fits)
        middles, slopes = lattice.locate(places[:count])
    middles, slopes = lattice.locate(places)
    axes = slopes * radius
    weights = _visible_weights(places, middles, axes)
    corrected = light.correct_picture(linear)
    lab = to_weighted_lab(corrected)
    found = _locate(lab, middles, axes, to_weighted_lab(band), weights, _LAST_REACH)
    moved = found.move(middles, axes)
    faces = _find_faces(corrected, moved, axes)
    seen = sample(corrected, _ring_places(middles, axes, found.shifts[:, None], _ANGLES, EDGE_RINGS))[:, :, 0]

    def score_without(gloss: Floats) -> Floats:
        shown = to_weighted_lab(np.maximum(seen - gloss[:, None], 0))
        edges = _score_kinds(shown, palette, to_weighted_lab(band), weights)
        return edges * _compare_faces(np.maximum(faces - gloss, 0), palette)

    gloss = _find_gloss(corrected, moved, axes, count)
    scores, bare = score_without(np.zeros_like(gloss)), _GLOSS_SCORE * score_without(gloss)
    shines = bare.max(1) > scores.max(1)
    scores[shines] = bare[shines]
    scores[:count, ~own] = 0
    cards = []
    for place, middle, axis, shift, shares in zip(places, middles, axes, found.shifts, scores, strict=True):
        second, first = np.argsort(shares)[-2:]
        x, y = middle + axis @ shift
        score = float(shares[first])
        outline = CardOutline((float(x), float(y)), np.asarray(axis, np.float64), score)
        away = float(np.abs(shift).max())
        cards.append(IslandCard(place, outline, palette.kinds[first], score, float(shares[second]), away))
    return cards


def _find_gloss(corrected: Floats, middles: Floats, axes: Floats, count: int) -> Floats:
    """Return the light that each card reflects without its colour, beyond that of most cards.

    A lamp brightens the darkest ink of a card as much as its other colours.

    Args:
        corrected: the picture in the palette's light, linear.
        middles: of the cards, cards x 2, pixels.
        axes: cards x 2 x 2, from radii to pixels.
        count: how many are cards.

    Returns:
        Cards x 3, linear.
    """
    colours = _sample_faces(corrected, middles, axes, _ANGLES, _INK_RINGS)
    order = colours.mean(2).argsort(1)[:, : round(_INK_SHARE * colours.shape[1])]
    ink = np.take_along_axis(colours, order[..., None], 1).mean(1)
    return np.asarray(np.maximum(ink - np.median(ink[:count], axis=0), 0), np.float32)


def _adapt(
    palette: CardPalette, corrected: Floats, middles: Floats, axes: Floats, own: NDArray[np.bool_]
) -> CardPalette:
    """Move the colours of kinds without a rim to those of the island's cards.

    The photo that taught the colours may be overexposed, or a card in it may have shone. Groups of alike
    faces belong to different kinds, such that their colours move least.

    Args:
        palette: the learned one.
        corrected: the picture in its light, linear.
        middles: of the cards, cards x 2, pixels.
        axes: cards x 2 x 2, from radii to pixels.
        own: which kinds the cards may have.
    """
    faces = _find_faces(corrected, middles, axes)
    groups = _group_colours(to_weighted_lab(faces), int(own.sum()))
    learned = palette.faces[own]
    seen = np.stack([faces[groups == group].mean(0) for group in range(groups.max() + 1)])
    if len(seen) > len(learned):
        return palette
    apart = np.linalg.norm(to_weighted_lab(seen)[:, None] - to_weighted_lab(learned), axis=-1)
    order = np.arange(len(seen))
    kinds = min(
        permutations(range(len(learned)), len(seen)), key=lambda each: float(apart[order, list(each)].sum())
    )
    ratio = np.ones_like(palette.faces)
    ratio[np.flatnonzero(own)[list(kinds)]] = seen / np.maximum(learned[list(kinds)], np.float32(0.004))
    return replace(palette, colours=palette.colours * ratio[:, None])


def _group_colours(colours: Floats, many: int) -> NDArray[np.intp]:
    """Return the group of each colour (n x 3): chains of near ones, as near as leaves at most so many groups.

    Cards under a lamp and in the shade differ, but not without others between them.
    """
    apart = np.linalg.norm(colours[:, None] - colours, axis=-1)
    groups = np.arange(len(colours))
    for limit in _CHAIN_COLOURS:
        reached = apart < limit
        for _ in range(len(colours).bit_length()):
            reached = reached @ reached
        groups = np.unique(reached.argmax(1), return_inverse=True)[1]
        if groups.max() < many:
            break
    return groups


def _compare_faces(faces: Floats, palette: CardPalette) -> Floats:
    """Return the likelihood of faces (cards x 3, linear) for each kind.

    Of a card below another one, a crescent may look like the edge of a card of its kind; the face doesn't.

    Returns:
        Cards x kinds.
    """
    apart = to_weighted_lab(faces)[:, None] - to_weighted_lab(palette.faces)
    return np.asarray(np.exp(-0.5 * (apart**2).sum(-1) / _CLOSE_COLOUR**2), np.float32)


def _find_faces(corrected: Floats, middles: Floats, axes: Floats) -> Floats:
    """Return the most usual colour of each card's face, cards x 3, linear; parameters as in `_adapt`."""
    faces = _sample_faces(corrected, middles, axes, _FEW_ANGLES, _FACE_RINGS)
    return np.stack([pick_usual(colours) for colours in faces])


def _sample_faces(corrected: Floats, middles: Floats, axes: Floats, angles: int, rings: Floats) -> Floats:
    """Return the colours of each card's face, cards x samples x 3; parameters as in `_adapt`."""
    still = np.zeros((len(middles), 1, 2), np.float32)
    seen = sample(corrected, _ring_places(middles, axes, still, angles, rings))[:, :, 0]
    return seen.swapaxes(0, 1).reshape(len(middles), -1, 3)


@dataclass(frozen=True, eq=False)
class _Located:
    """The places of the visible cards.

    Attributes:
        shifts: from each card's place, cards x 2, in radii.
        fits: share of each visible edge that has a kind's colours, 0 to 1.
    """

    shifts: Floats
    fits: Floats

    def move(self, middles: Floats, axes: Floats) -> Floats:
        """Return the cards' middles, in pixels; axes: cards x 2 x 2, from radii to pixels."""
        return np.asarray(middles + np.einsum("cij,cj->ci", axes, self.shifts), np.float32)


def _circle(angles: int) -> Floats:
    turn = np.arange(angles) * (2 * math.pi / angles)
    return np.asarray(np.stack([np.cos(turn), np.sin(turn)], -1), np.float32)


def _ring_places(middles: Floats, axes: Floats, shifts: Floats, angles: int, rings: Floats = RINGS) -> Floats:
    """Return sampled places: rings x cards x shifts x angles x 2, pixels; shifts: cards x n x 2, in radii."""
    bases = middles[:, None] + np.einsum("cij,cnj->cni", axes, shifts)
    spokes = np.einsum("cij,aj->cai", axes, _circle(angles))
    return np.asarray(bases[:, :, None] + rings[:, None, None, None, None] * spokes[:, None], np.float32)


def _shift_grid(steps: Sequence[float]) -> Floats:
    return np.asarray([(x, y) for x in steps for y in steps], np.float32)


def _coarse_shifts(cards: int) -> Floats:
    grid = _shift_grid(_COARSE_SHIFTS)
    return np.broadcast_to(grid, (cards, *grid.shape))


def _likelihoods(lab: Floats, templates: Floats, spread: float) -> Floats:
    """Return the likelihood of each sample (rings x ... x 3) for each kind: rings x kinds x ...."""
    return np.asarray(np.exp(_squared_differences(lab, templates) * np.float32(-0.5 / spread**2)), np.float32)


def _fit_gain(linear: Floats, middles: Floats, axes: Floats, templates: Floats) -> float:
    """Return the logarithm of the light's gain that explains most."""
    colours = sample(linear, _ring_places(middles, axes, _coarse_shifts(len(middles)), _FEW_ANGLES))

    def score(log_gain: float) -> float:
        lab = to_weighted_lab(colours * np.float32(math.exp(-log_gain)))
        return float(_likelihoods(lab, templates, _LOOSE_COLOUR).mean((0, 4)).max((0, 2)).sum())

    return max((math.log(gain) for gain in _GAINS), key=score)


def _fit_radius(
    lab: Floats, middles: Floats, slopes: Floats, palette: CardPalette, usual_px: float
) -> tuple[float, float]:
    """Return the cards' radius, in spacings, and the picture's blur, in pixels.

    Of these, most of the cards' edges have the colours of a kind, from the face to the rim. A rim is narrow:
    cards that were located with another radius are moved by fine steps.
    """
    grid = _shift_grid(_RIM_SHIFTS)
    shifts = np.broadcast_to(grid, (len(middles), *grid.shape))
    even = np.full((len(middles), _FEW_ANGLES), 1 / _FEW_ANGLES, np.float32)

    def score(tried: tuple[float, float]) -> float:
        radius, blur_px = tried
        templates = to_weighted_lab(palette.blur(blur_px / usual_px, EDGE_RINGS))
        return float(_match(lab, middles, slopes * radius, shifts, templates, even).max(1).sum())

    radius, blur_px = max(((radius, blur_px) for radius in _RADII for blur_px in _BLURS_PX), key=score)
    fine = (radius - _FINE_RADIUS, radius, radius + _FINE_RADIUS)
    return max(((radius, blur_px) for radius in fine), key=score)


def _match(
    lab: Floats, middles: Floats, axes: Floats, shifts: Floats, templates: Floats, weights: Floats
) -> Floats:
    """Compare the edges of cards with those of the kinds.

    Args:
        lab: the picture in the palette's light, `to_weighted_lab`.
        middles: of the cards' places, cards x 2, pixels.
        axes: cards x 2 x 2, from radii to pixels.
        shifts: tried shifts of each card, cards x n x 2, in radii.
        templates: in the picture's colours, kinds x `EDGE_RINGS` x 3.
        weights: of directions, cards x compared directions.

    Returns:
        For each card and shift the share of the edge that has a kind's colours, not those of a bare face,
        and another one outside, cards x n.
    """
    rings = np.concatenate([EDGE_RINGS, _OUTSIDE_RINGS])
    seen = sample(lab, _ring_places(middles, axes, shifts, weights.shape[1], rings))
    squares = _compare_edges(seen[: len(EDGE_RINGS)], templates).mean(0)
    likely = np.exp(squares * np.float32(-0.5 / _CLOSE_COLOUR**2))
    bare = likely[len(templates) :].max(0, initial=0)
    ended = 1 - _OUTSIDE_WEIGHT * _likelihoods(
        seen[len(EDGE_RINGS) :], templates[:, -1:], _CLOSE_COLOUR
    ).mean(0)
    best = (likely[: len(templates)] * ended).max(0)
    share = best / (best + bare + _OTHER_LIKELIHOOD)
    return np.asarray(np.einsum("cna,ca->cn", share, weights), np.float32)


def _compare_edges(seen: Floats, templates: Floats) -> Floats:
    """Return the squared differences of edges (band x ... x 3) from those of the kinds, and from bare faces.

    Returns:
        Band x kinds and bare faces of kinds that have a rim x ....
    """
    faces = templates[find_rims(templates), 0]
    rivals = np.concatenate([templates, np.repeat(faces[:, None], len(EDGE_RINGS), axis=1)])
    return np.minimum(_squared_differences(seen, rivals), np.float32(_MAX_DIFFERENCE**2))


def _squared_differences(seen: Floats, templates: Floats) -> Floats:
    """Return the squares of the differences of colours (rings x ... x 3) from kinds x rings x 3.

    Returns:
        Rings x kinds x ....
    """
    flat = seen.reshape(len(seen), -1, 3)
    squares = (-2 * templates.transpose(1, 0, 2)) @ flat.transpose(0, 2, 1)
    squares += np.einsum("krc,krc->rk", templates, templates)[..., None]
    squares += np.einsum("rnc,rnc->rn", flat, flat)[:, None]
    return np.asarray(squares.reshape(*squares.shape[:2], *seen.shape[1:-1]), np.float32)


def _locate(
    lab: Floats, middles: Floats, axes: Floats, templates: Floats, weights: Floats, reach: float
) -> _Located:
    """Find where the visible card of each place lies, whatever its kind, at most `reach` radii away.

    The card on top has its face and its whole edge where the circle says. Of a card below, only a crescent
    is visible.
    """
    steps = max(1, round(reach / _COARSE_STEP))
    grid = _shift_grid([_COARSE_STEP * n for n in range(-steps, steps + 1)])
    shifts, fits = [], []
    for card in range(len(middles)):
        own = np.s_[card : card + 1]
        best, tried, fit = np.zeros(2, np.float32), grid, 0.0
        for fine in (*_FINE_STEPS, 0.0):
            shares = _match(lab, middles[own], axes[own], tried[None], templates, weights[own])[0]
            chosen = int((shares - _SHIFT_COST * (tried**2).sum(1)).argmax())
            best, fit = tried[chosen], float(shares[chosen])
            tried = best + _shift_grid((-fine, 0, fine))
        shifts.append(best)
        fits.append(fit)
    return _Located(np.asarray(shifts, np.float32), np.asarray(fits, np.float32))


def _fit_light(
    linear: Floats,
    middles: Floats,
    axes: Floats,
    known: Floats,
    light: _Light,
    spread: float,
) -> _Light:
    """Fit the light to the samples that have a kind's colour, at each card's most likely kind."""
    places = _ring_places(middles, axes, _coarse_shifts(len(middles)), 36)
    colours = sample(linear, places)
    likely = _likelihoods(to_weighted_lab(light.correct(colours, places)), to_weighted_lab(known), spread)
    total = likely.sum((0, 4))
    ratios, spots, seen, owns = [], [], [], []
    for card in range(len(middles)):
        kind, shift = np.unravel_index(total[:, card].argmax(), total[:, card].shape)
        colour = colours[:, card, shift]
        kept = (likely[:, kind, card, shift] > 0.5) & (colour.min(-1) > 0.004)
        own = np.broadcast_to(known[kind][:, None], colour.shape)
        ratios.append(np.log(colour[kept] / np.maximum(own[kept], 0.004)))
        spots.append(places[:, card, shift][kept])
        seen.append(colour[kept])
        owns.append(np.where((RINGS < MAX_FACE)[:, None, None], own, np.nan)[kept])
    ratio, spot = np.concatenate(ratios), np.concatenate(spots)
    if len(ratio) < 100:
        return light
    away = (spot - light.middle) / 100
    design = np.column_stack([np.ones(len(away)), away])
    lightness = ratio.mean(1)
    weight = np.ones(len(ratio))
    fit = np.zeros(3)
    for _ in range(3):
        fit = np.linalg.lstsq(design * weight[:, None], lightness * weight, rcond=None)[0]
        weight = 1 / (1 + ((lightness - design @ fit) / 0.15) ** 2)
    level = away @ fit[1:]
    gains = np.median(ratio - level[:, None], axis=0)
    even = np.concatenate(seen) * np.exp(-level)[:, None]
    fits = [_fit_haze(even[:, n], np.concatenate(owns)[:, n], float(np.exp(gains[n]))) for n in range(3)]
    return _Light(
        np.log(np.asarray([gain for gain, _ in fits], np.float32)),
        np.asarray([haze for _, haze in fits], np.float32),
        np.asarray(fit[1:] / 100, np.float32),
        light.middle,
    )


def _fit_haze(seen: Floats, own: Floats, gain: float) -> tuple[float, float]:
    """Fit a channel's gain, and its haze in the palette's light.

    Where the faces of all kinds are alike, a haze can't be told from more light; it is then 0.

    Args:
        seen: evenly lit, linear.
        own: the kinds' colours; NaN: not of a face.
        gain: without haze.
    """
    known = ~np.isnan(own)
    if known.sum() < _MIN_FACE_SAMPLES or own[known].std() < _MIN_FACE_SPREAD:
        return gain, 0.0
    seen, own = seen[known], own[known]
    design = np.column_stack([own, np.ones(len(own))])
    prior = np.array([[0.0, _HAZE_DOUBT * math.sqrt(len(own))]])
    weight = np.ones(len(own))
    fitted = np.array([gain, 0.0])
    for _ in range(4):
        rows = np.vstack([design * weight[:, None], prior])
        fitted = np.linalg.lstsq(rows, np.append(seen * weight, 0), rcond=None)[0]
        weight = 1 / (1 + ((seen - design @ fitted) / 0.05) ** 2)
    if not 0.5 * gain < fitted[0] < 2 * gain:
        return gain, 0.0
    return float(fitted[0]), float(fitted[1] / fitted[0])


def _visible_weights(places: Sequence[Place], middles: Floats, axes: Floats) -> Floats:
    """Return the weights of directions, cards x angles: a part that a neighbour may cover counts less."""
    known: Mapping[Place, int] = {place: number for number, place in enumerate(places)}
    unit = _circle(_ANGLES)
    weights = np.ones((len(places), _ANGLES), np.float32)
    for number, (column, row) in enumerate(places):
        inverse = np.linalg.inv(axes[number])
        for step in _STEPS:
            other = known.get((column + step[0], row + step[1]))
            if other is not None:
                away = inverse @ (middles[other] - middles[number])
                covered = np.linalg.norm(unit * 0.97 - away, axis=1) < _NEIGHBOUR_REACH
                weights[number, covered] = _HIDDEN_WEIGHT
    return np.asarray(weights / weights.sum(1, keepdims=True), np.float32)


def _score_kinds(seen: Floats, palette: CardPalette, templates: Floats, weights: Floats) -> Floats:
    """Return each kind's score of each visible card: the share of its edge that has the kind's colours.

    A kind's colours are then tuned to those of the cards that are clearly of it, from which the others differ
    less. A score is the mean of those with the palette's colours and with the island's.

    Args:
        seen: the cards' edges, `EDGE_RINGS` x cards x angles x 3, `to_weighted_lab`.
        palette: the kinds' colours.
        templates: in the picture's colours, kinds x `EDGE_RINGS` x 3.
        weights: of directions, cards x angles.

    Returns:
        Cards x kinds.
    """
    ring_weights = palette.weigh(EDGE_RINGS)

    def share_edges(compared: Floats, spread: float) -> Floats:
        apart = np.einsum("rkca,r->kca", _compare_edges(seen, compared), ring_weights)
        rivals = np.exp(-0.5 * (apart - apart.min(0)) / spread**2)
        kinds, bare = rivals[: len(compared)], rivals[len(compared) :].max(0, initial=0)
        own = np.exp(-0.5 * apart[: len(compared)] / _CLOSE_COLOUR**2)
        shares = kinds / (kinds.sum(0) + bare) * own / (own + _OTHER_LIKELIHOOD)
        return np.asarray(shares * weights, np.float32)

    shares = learned = share_edges(templates, _CLOSE_COLOUR)
    for _ in range(_TUNINGS):
        scores = shares.sum(2)
        clear = scores > np.sort(scores, axis=0)[-2] / MAX_RIVAL
        own = shares * clear[..., None]
        count = own.sum((1, 2))[:, None, None]
        total = np.einsum("kca,rcad->krd", own, seen) + _TEMPLATE_CARDS * templates
        shares = share_edges(np.asarray(total / (count + _TEMPLATE_CARDS), np.float32), _TUNED_COLOUR)
    return np.asarray((learned + shares).sum(2).T / 2, np.float32)
