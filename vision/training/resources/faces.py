"""Faces of resource dice in ten styles: printed, painted, engraved, labelled.

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
from vision.training.resources.drawings import draw_resource
from vision.training.resources.shapes import Drawing, Shape, oval
from vision.training.textures import Rng, noise

FACE_PX: Final = 80
"""Pixels across a face."""
MANNERS: Final = (
    "ink", "outline", "coloured", "reversed", "engraved", "label", "hex", "ground", "disc", "woodcut",
)  # fmt: skip
"""The styles of a set's pictures.

- ink: dark on light
- outline: lines only
- coloured: in the resource's colour
- reversed: light on a dark die
- engraved: cut into the die
- label: a many-coloured label
- hex: a hex of the resource's colour
- ground: the whole face in that colour
- disc: a round spot of that colour
- woodcut: colours with dark contours
"""

_SIXTHS: Final = np.arange(6) * np.pi / 3
_SKIN: Final = np.array([0.5, 0.62, 0.75])
_WOOD: Final = np.array([0.3, 0.45, 0.6])
_GRASS: Final = np.array([0.75, 0.85, 0.6])

Floats = NDArray[np.float32]
Tone = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class FaceStyle:
    """The style of one set's faces.

    Attributes:
        manner: one of MANNERS.
        drawings: the drawing of each resource.
        body: colour of the die, BGR.
        ink: colour of single-colour drawings, and of contours.
        size: extent of a picture, in faces.
        line: width of contours, in faces.
        tones: a resource's colours, first and second.
        border: whether a label, hex or spot has an edge.
        worn: worn-off share of a print, 0 to 1.
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
    """Return two random colours for a resource."""
    if resource == "gold":
        hsv = np.array([[[rng.uniform(17, 28), rng.uniform(150, 255), rng.uniform(170, 255)]]], np.uint8)
        first = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255
        return first, first * 0.7
    first = np.array(icon_tone(resource, rng))
    if resource == "wool":
        return first, np.full(3, rng.uniform(0.05, 0.3)) if rng.random() < 0.6 else _SKIN
    return first, _WOOD * rng.uniform(0.6, 1.4) if resource == "lumber" else first * 0.8


def _pale_tone(rng: Rng) -> Tone:
    return np.asarray(rng.uniform(0.72, 1.0) * np.array([rng.uniform(0.7, 1.0), rng.uniform(0.9, 1.0), 1.0]))


def _strong_tone(rng: Rng) -> Tone:
    hsv = np.array([[[rng.uniform(0, 180), rng.uniform(0, 255), rng.uniform(25, 170)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255)


def random_face_style(manner: str, drawings: Mapping[Resource, int], rng: Rng) -> FaceStyle:
    """Return a random style of one set in a manner, within the range of real ones."""
    pale, dark = _pale_tone(rng), _strong_tone(rng) * rng.uniform(0.2, 1.0)
    body, ink = pale, dark * 0.6
    if manner == "reversed":
        body, ink = dark, _pale_tone(rng)
    elif manner == "engraved":
        body = pale if rng.random() < 0.5 else _strong_tone(rng)
        light = body.mean() < 0.35 or rng.random() < 0.2
        ink = body + rng.uniform(0.25, 0.7) if light else body * rng.uniform(0.1, 0.65)
    elif manner in ("label", "hex", "disc"):
        body = pale if rng.random() < 0.7 else dark
        ink = pale if rng.random() < 0.35 else dark * 0.5
    elif manner == "ground":
        ink = _pale_tone(rng) if rng.random() < 0.6 else dark * 0.5
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


def _draw_coloured(
    onto: Floats, drawing: Drawing, tones: tuple[Tone, Tone], edge: Tone | None, line: float
) -> None:
    """Draw every part in its own tone, with contours if `edge` is a colour."""
    for part in drawing:
        _fill(onto, part.shape, tones[part.second] * part.tone)
        if edge is not None:
            _contour(onto, part.shape, edge, line)


def _draw_one_colour(onto: Floats, drawing: Drawing, ink: Tone, paper: Tone, line: float) -> None:
    """Draw all parts in one ink, separated by lines of the paper where they fit; omit bright parts."""
    for part in drawing:
        bright = part.tone > 1.3
        _fill(onto, part.shape, paper if bright else ink)
        if not bright and _width(part.shape) > 3 * line:
            _contour(onto, part.shape, paper, line)


def _width(shape: Shape) -> float:
    """Return the approximate width of a shape at its narrow side."""
    outline = shape.astype(np.float32)
    return float(2 * cv2.contourArea(outline) / cv2.arcLength(outline, True))


def _draw_outlines(onto: Floats, drawing: Drawing, ink: Tone, paper: Tone, line: float) -> None:
    """Draw contours only."""
    for part in drawing:
        _fill(onto, part.shape, paper)
        _contour(onto, part.shape, ink, line)


def _rounded_square(half: float, corner: float) -> Shape:
    a = np.arange(32) * np.pi / 16 + np.pi / 32
    around = np.stack([np.cos(a), np.sin(a)], axis=1)
    shape: Shape = np.sign(around) * (half - corner) + corner * around
    return shape


def _draw_engraved(body: Tone, ink: Tone, drawing: Drawing, line: float, rng: Rng) -> Floats:
    """Return a face engraved with a drawing, lit from one side."""
    plan = np.ones((FACE_PX, FACE_PX, 3), np.float32)
    (_draw_one_colour if rng.random() < 0.5 else _draw_outlines)(plan, drawing, np.zeros(3), np.ones(3), line)
    depth = 1 - cv2.GaussianBlur(plan[..., 0], (0, 0), 1.0)
    along, down = np.gradient(depth)
    bearing = rng.uniform(0, 2 * np.pi)
    relief = rng.uniform(0.4, 1.3) * (np.cos(bearing) * along + np.sin(bearing) * down)
    painted = rng.uniform(0.0, 1.0) if rng.random() < 0.7 else 0.15
    face = body + depth[..., None] * painted * (ink - body) + relief[..., None]
    return np.asarray(face, np.float32)


def _draw_on_face(style: FaceStyle, resource: Resource, drawing: Drawing, face: Floats, rng: Rng) -> Floats:
    """Draw a resource on a blank face."""
    tones, line, manner = style.tones[resource], style.line, style.manner
    if manner == "engraved":
        return _draw_engraved(style.body, style.ink, drawing, line, rng)
    if manner == "ink":
        _draw_one_colour(face, drawing, style.ink, style.body, line)
    elif manner == "outline":
        _draw_outlines(face, drawing, style.ink, style.body, line)
    elif manner == "coloured":
        flat = [type(part)(part.shape, 1.0 if part.tone < 1.2 else 1.6) for part in drawing]
        _draw_coloured(face, flat, (tones[0], tones[0]), style.body if style.border else None, line)
    elif manner == "reversed":
        (_draw_one_colour if style.border else _draw_outlines)(face, drawing, style.ink, style.body, line)
    elif manner == "woodcut":
        _draw_coloured(face, drawing, tones, style.ink * 0.3, line)
    else:
        ground = tones[0] * (1.0 if rng.random() < 0.5 else 0.8)
        ring = {
            "label": _rounded_square(0.46, 0.1),
            "hex": 0.48 * np.stack([np.sin(_SIXTHS), np.cos(_SIXTHS)], axis=1),
            "disc": oval(0, 0, 0.45, 0.45),
            "ground": _rounded_square(0.5, 0.04),
        }[manner]
        if manner == "label":
            ground = _pale_tone(rng) if style.size < 0.75 else _GRASS * rng.uniform(0.6, 1.1, 3)
        _fill(face, ring, ground)
        if style.border:
            _contour(face, ring, style.ink, line * 1.3)
        if manner == "label":
            _draw_coloured(face, drawing, tones, None, line)
        elif style.border and manner != "ground":
            _draw_coloured(face, drawing, (tones[0] * 0.6 + 0.4 * style.ink, tones[1]), style.ink, line)
        else:
            _draw_one_colour(face, drawing, style.ink, ground, line)
    return face


def _wear_face(face: Any, style: FaceStyle, rng: Rng) -> Floats:
    """Return a face with signs of wear and an uneven material."""
    print_share = np.ones((FACE_PX, FACE_PX, 1))
    if style.worn:
        print_share -= np.clip(8 * (noise(FACE_PX, 5, rng) - 1 + 0.45 * style.worn), 0, 1)[..., None]
    mottled = 1 + float(rng.uniform(0, 0.15)) * (noise(FACE_PX, 4, rng)[..., None] - 0.5)
    return np.asarray(
        np.clip((face * print_share + (1 - print_share) * style.body) * mottled, 0, 1.2), np.float32
    )


def _blank_face(style: FaceStyle) -> Floats:
    return np.tile(style.body.astype(np.float32), (FACE_PX, FACE_PX, 1))


def draw_face(style: FaceStyle, resource: Resource, rng: Rng) -> Floats:
    """Draw the face of a set that shows a resource."""
    drawing = draw_resource(resource, style.drawings[resource], rng)
    lean = rng.normal(0, 0.03)
    turn = style.size * np.array([[np.cos(lean), np.sin(lean)], [-np.sin(lean), np.cos(lean)]])
    if style.manner in ("hex", "disc", "label"):
        turn = turn * 0.82
    placed_parts = [type(part)(part.shape @ turn, part.tone, part.second) for part in drawing]
    return _wear_face(_draw_on_face(style, resource, placed_parts, _blank_face(style), rng), style, rng)


def draw_other_face(style: FaceStyle, rng: Rng) -> Floats:
    """Draw a face without a resource: pips, a letter or digit, a plain sign, or nothing."""
    face, kind = _blank_face(style), rng.random()
    if kind < 0.55:
        reach, far = rng.uniform(0.06, 0.13), rng.uniform(0.22, 0.3)
        value = int(rng.integers(1, 7))
        places = [(-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0)][: value - value % 2]
        for x, y in [*places, (0, 0)][: len(places) + value % 2]:
            _fill(face, oval(x * far, y * far, reach, reach), style.ink)
    elif kind < 0.8:
        letter = chr(int(rng.choice([*range(65, 91), *range(49, 58)])))
        scale = rng.uniform(1.3, 2.2)
        (wide, high), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, scale, 4)
        at = ((FACE_PX - wide) // 2, (FACE_PX + high) // 2)
        plan = np.zeros((FACE_PX, FACE_PX), np.uint8)
        cv2.putText(plan, letter, at, cv2.FONT_HERSHEY_DUPLEX, scale, 255, 4, cv2.LINE_AA)
        face += plan[..., None] / 255 * (style.ink - face)
    elif kind < 0.92:
        points = int(rng.integers(3, 9))
        a = np.arange(2 * points) * np.pi / points
        rim = np.where(np.arange(2 * points) % 2, rng.uniform(0.12, 0.3), 0.36)
        _fill(face, np.stack([rim * np.sin(a), -rim * np.cos(a)], axis=1), style.ink)
    return _wear_face(face, style, rng)


def draw_set(style: FaceStyle, rng: Rng) -> Floats:
    """Draw the six faces of a set's dice, in the order of RESOURCES; 6 x FACE_PX x FACE_PX x 3."""
    return np.stack([draw_face(style, resource, rng) for resource in RESOURCES])
