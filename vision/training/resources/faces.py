"""Faces of resource dice in ten manners: printed, painted, engraved, labelled.

A face is a square of `FACE_PX` pixels, float BGR with white at 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.resources import RESOURCES, Resource
from vision.training.icons import icon_tone
from vision.training.resources.drawings import draw
from vision.training.resources.shapes import Drawing, Shape, oval
from vision.training.textures import Rng, noise

FACE_PX: Final = 80
"""Pixels across a face."""
MANNERS: Final = (
    "ink", "outline", "coloured", "reversed", "engraved", "label", "hex", "ground", "disc", "woodcut",
)  # fmt: skip
"""In which a set shows its pictures: dark on light; lines only; in the resource's colour; light on a dark
die; cut into the die; a many-coloured label; a hex of the resource's colour; the whole face in that colour;
a round spot of that colour; colours with dark contours."""

_SIXTHS: Final = np.arange(6) * np.pi / 3
_SKIN: Final = np.array([0.5, 0.62, 0.75])
_WOOD: Final = np.array([0.3, 0.45, 0.6])
_GRASS: Final = np.array([0.75, 0.85, 0.6])

Floats = NDArray[np.float32]
Tone = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class FaceStyle:
    """How the faces of one set look.

    Attributes:
        manner: one of MANNERS.
        drawings: which of its drawings shows a resource.
        body: colour of the die, BGR.
        ink: of what is drawn in one colour, and of contours.
        size: extent of a picture, in faces.
        line: width of contours, in faces.
        tones: a resource's colours, first and second.
        border: whether a label, hex or spot has an edge.
        worn: how much of a print has come off, 0 to 1.
    """

    manner: str
    drawings: Mapping[Resource, int]
    body: Tone
    ink: Tone
    size: float
    line: float
    tones: Mapping[Resource, tuple[Tone, Tone]]
    border: bool
    worn: float


def tones_of(resource: Resource, rng: Rng) -> tuple[Tone, Tone]:
    """The two colours in which a maker draws a resource."""
    if resource == "gold":
        hsv = np.array([[[rng.uniform(17, 28), rng.uniform(150, 255), rng.uniform(170, 255)]]], np.uint8)
        first = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255
        return first, first * 0.7
    first = np.array(icon_tone(resource, rng))
    if resource == "wool":
        return first, np.full(3, rng.uniform(0.05, 0.3)) if rng.random() < 0.6 else _SKIN
    return first, _WOOD * rng.uniform(0.6, 1.4) if resource == "lumber" else first * 0.8


def _pale(rng: Rng) -> Tone:
    return np.asarray(rng.uniform(0.72, 1.0) * np.array([rng.uniform(0.7, 1.0), rng.uniform(0.9, 1.0), 1.0]))


def _strong(rng: Rng) -> Tone:
    hsv = np.array([[[rng.uniform(0, 180), rng.uniform(0, 255), rng.uniform(25, 170)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255)


def random_look(manner: str, drawings: Mapping[Resource, int], rng: Rng) -> FaceStyle:
    """One set's looks in a manner, within what makers do."""
    pale, dark = _pale(rng), _strong(rng) * rng.uniform(0.2, 1.0)
    body, ink = pale, dark * 0.6
    if manner == "reversed":
        body, ink = dark, _pale(rng)
    elif manner == "engraved":
        body = pale if rng.random() < 0.5 else _strong(rng)
        light = body.mean() < 0.35 or rng.random() < 0.2
        ink = body + rng.uniform(0.25, 0.7) if light else body * rng.uniform(0.1, 0.65)
    elif manner in ("label", "hex", "disc"):
        body = pale if rng.random() < 0.7 else dark
        ink = pale if rng.random() < 0.35 else dark * 0.5
    elif manner == "ground":
        ink = _pale(rng) if rng.random() < 0.6 else dark * 0.5
    elif manner == "woodcut" and rng.random() < 0.6:
        body = np.array([0.45, 0.65, 0.85]) * rng.uniform(0.7, 1.1)
    return FaceStyle(
        manner, drawings, body, ink, rng.uniform(0.6, 0.9), rng.uniform(0.015, 0.045),
        {r: tones_of(r, rng) for r in RESOURCES}, bool(rng.random() < 0.5),
        rng.uniform(0.3, 1.0) if rng.random() < 0.15 else 0.0,
    )  # fmt: skip


def _fill(onto: Floats, shape: Shape, tone: Tone) -> None:
    at = np.round(((shape + 0.5) * FACE_PX - 0.5) * 16).astype(np.int32)
    cv2.fillPoly(onto, [at], tuple(map(float, np.minimum(tone, 1.0))), cv2.LINE_AA, 4)


def _contour(onto: Floats, shape: Shape, tone: Tone, width: float) -> None:
    at = np.round(((shape + 0.5) * FACE_PX - 0.5) * 16).astype(np.int32)
    colour = tuple(map(float, np.minimum(tone, 1.0)))
    cv2.polylines(onto, [at], True, colour, max(1, round(width * FACE_PX)), cv2.LINE_AA, 4)


def _coloured(
    onto: Floats, drawing: Drawing, tones: tuple[Tone, Tone], edge: Tone | None, line: float
) -> None:
    """Every part in its own tone, within contours if `edge` is their colour."""
    for part in drawing:
        _fill(onto, part.shape, tones[part.second] * part.tone)
        if edge is not None:
            _contour(onto, part.shape, edge, line)


def _one_colour(onto: Floats, drawing: Drawing, ink: Tone, paper: Tone, line: float) -> None:
    """All parts in one ink, parted by lines of the paper where there is room; bright ones left out."""
    for part in drawing:
        bright = part.tone > 1.3
        _fill(onto, part.shape, paper if bright else ink)
        if not bright and _width(part.shape) > 3 * line:
            _contour(onto, part.shape, paper, line)


def _width(shape: Shape) -> float:
    """How wide a shape is, roughly, where it is narrow."""
    outline = shape.astype(np.float32)
    return float(2 * cv2.contourArea(outline) / cv2.arcLength(outline, True))


def _lines(onto: Floats, drawing: Drawing, ink: Tone, paper: Tone, line: float) -> None:
    """Contours only."""
    for part in drawing:
        _fill(onto, part.shape, paper)
        _contour(onto, part.shape, ink, line)


def _rounded(half: float, corner: float) -> Shape:
    a = np.arange(32) * np.pi / 16 + np.pi / 32
    around = np.stack([np.cos(a), np.sin(a)], axis=1)
    shape: Shape = np.sign(around) * (half - corner) + corner * around
    return shape


def _engraved(body: Tone, ink: Tone, drawing: Drawing, line: float, rng: Rng) -> Floats:
    """Lit from one side, as a relief is."""
    plan = np.ones((FACE_PX, FACE_PX, 3), np.float32)
    (_one_colour if rng.random() < 0.5 else _lines)(plan, drawing, np.zeros(3), np.ones(3), line)
    deep = 1 - cv2.GaussianBlur(plan[..., 0], (0, 0), 1.0)
    along, down = np.gradient(deep)
    way = rng.uniform(0, 2 * np.pi)
    relief = rng.uniform(0.4, 1.3) * (np.cos(way) * along + np.sin(way) * down)
    painted = rng.uniform(0.0, 1.0) if rng.random() < 0.7 else 0.15
    face = body + deep[..., None] * painted * (ink - body) + relief[..., None]
    return np.asarray(face, np.float32)


def _shown(look: FaceStyle, resource: Resource, drawing: Drawing, face: Floats, rng: Rng) -> Floats:
    """A drawing laid on a blank face."""
    tones, line, manner = look.tones[resource], look.line, look.manner
    if manner == "engraved":
        return _engraved(look.body, look.ink, drawing, line, rng)
    if manner == "ink":
        _one_colour(face, drawing, look.ink, look.body, line)
    elif manner == "outline":
        _lines(face, drawing, look.ink, look.body, line)
    elif manner == "coloured":
        flat = [type(part)(part.shape, 1.0 if part.tone < 1.2 else 1.6) for part in drawing]
        _coloured(face, flat, (tones[0], tones[0]), look.body if look.border else None, line)
    elif manner == "reversed":
        (_one_colour if look.border else _lines)(face, drawing, look.ink, look.body, line)
    elif manner == "woodcut":
        _coloured(face, drawing, tones, look.ink * 0.3, line)
    else:
        ground = tones[0] * (1.0 if rng.random() < 0.5 else 0.8)
        ring = {
            "label": _rounded(0.46, 0.1),
            "hex": 0.48 * np.stack([np.sin(_SIXTHS), np.cos(_SIXTHS)], axis=1),
            "disc": oval(0, 0, 0.45, 0.45),
            "ground": _rounded(0.5, 0.04),
        }[manner]
        if manner == "label":
            ground = _pale(rng) if look.size < 0.75 else _GRASS * rng.uniform(0.6, 1.1, 3)
        _fill(face, ring, ground)
        if look.border:
            _contour(face, ring, look.ink, line * 1.3)
        if manner == "label":
            _coloured(face, drawing, tones, None, line)
        elif look.border and manner != "ground":
            _coloured(face, drawing, (tones[0] * 0.6 + 0.4 * look.ink, tones[1]), look.ink, line)
        else:
            _one_colour(face, drawing, look.ink, ground, line)
    return face


def _finished(face: Any, look: FaceStyle, rng: Rng) -> Floats:
    """What use and material do to a face."""
    kept = np.ones((FACE_PX, FACE_PX, 1))
    if look.worn:
        kept -= np.clip(8 * (noise(FACE_PX, 5, rng) - 1 + 0.45 * look.worn), 0, 1)[..., None]
    mottled = 1 + float(rng.uniform(0, 0.15)) * (noise(FACE_PX, 4, rng)[..., None] - 0.5)
    return np.asarray(np.clip((face * kept + (1 - kept) * look.body) * mottled, 0, 1.2), np.float32)


def _blank(look: FaceStyle) -> Floats:
    return np.tile(look.body.astype(np.float32), (FACE_PX, FACE_PX, 1))


def draw_face(look: FaceStyle, resource: Resource, rng: Rng) -> Floats:
    """The face of a set that shows a resource."""
    drawing = draw(resource, look.drawings[resource], rng)
    lean = rng.normal(0, 0.03)
    turn = look.size * np.array([[np.cos(lean), np.sin(lean)], [-np.sin(lean), np.cos(lean)]])
    if look.manner in ("hex", "disc", "label"):
        turn = turn * 0.82
    laid = [type(part)(part.shape @ turn, part.tone, part.second) for part in drawing]
    return _finished(_shown(look, resource, laid, _blank(look), rng), look, rng)


def draw_other(look: FaceStyle, rng: Rng) -> Floats:
    """A face with no resource on it: pips, a letter or digit, a plain sign, or nothing."""
    face, kind = _blank(look), rng.random()
    if kind < 0.55:
        reach, far = rng.uniform(0.06, 0.13), rng.uniform(0.22, 0.3)
        value = int(rng.integers(1, 7))
        places = [(-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0)][: value - value % 2]
        for x, y in [*places, (0, 0)][: len(places) + value % 2]:
            _fill(face, oval(x * far, y * far, reach, reach), look.ink)
    elif kind < 0.8:
        letter = chr(int(rng.choice([*range(65, 91), *range(49, 58)])))
        scale = rng.uniform(1.3, 2.2)
        (wide, high), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, scale, 4)
        at = ((FACE_PX - wide) // 2, (FACE_PX + high) // 2)
        plan = np.zeros((FACE_PX, FACE_PX), np.uint8)
        cv2.putText(plan, letter, at, cv2.FONT_HERSHEY_DUPLEX, scale, 255, 4, cv2.LINE_AA)
        face += plan[..., None] / 255 * (look.ink - face)
    elif kind < 0.92:
        points = int(rng.integers(3, 9))
        a = np.arange(2 * points) * np.pi / points
        rim = np.where(np.arange(2 * points) % 2, rng.uniform(0.12, 0.3), 0.36)
        _fill(face, np.stack([rim * np.sin(a), -rim * np.cos(a)], axis=1), look.ink)
    return _finished(face, look, rng)


def draw_set(look: FaceStyle, rng: Rng) -> Floats:
    """The six faces of a set's dice, in the order of RESOURCES; 6 x FACE_PX x FACE_PX x 3."""
    return np.stack([draw_face(look, resource, rng) for resource in RESOURCES])
