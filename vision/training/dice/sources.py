"""Backgrounds for dice and negative examples: tables, boards, clutter, and licensed photos."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.training.dice.closeups import draw_closeup
from vision.training.labels import board_labels
from vision.training.scenes import SceneGenerator, licensed_photos
from vision.training.textures import Image, Rng, colour, table_top
from vision.training.tokens import draw_token, find_fonts, paste_token, random_token_style
from vision.training.views import render_island_view

SETS: Final = ("coloured", "mixed", "webcam")
LABELS_FILE: Final = Path(__file__).with_name("labels.json")
"""For each photo of a set: x, y, size and top face of its dice; and whether these are all."""
_SIDE_PX: Final = 512
_CLOSEUP_COPIES: Final = 16


@dataclass(frozen=True)
class LabelledDie:
    """A die in a picture.

    Attributes:
        at: pixel (x, y) of the middle of its top face.
        size: its width in pixels.
        top: its top face, 0 if unreadable.
        up: direction of its upper side, in radians clockwise from the picture's x axis.
    """

    at: tuple[float, float]
    size: float
    top: int
    up: float = -np.pi / 2


@dataclass(frozen=True)
class DicePicture:
    """A picture from which views are cut.

    Attributes:
        picture: BGR.
        dice: its dice.
        whole: whether `dice` are all of them.
        name: of a photo; empty for a drawn picture.
    """

    picture: Image
    dice: tuple[LabelledDie, ...] = ()
    whole: bool = True
    name: str = ""


def load_dice_photos(photos: Path, labels: Path = LABELS_FILE) -> list[DicePicture]:
    """Load the licensed photos of dice with this project's labels of their top faces."""
    sources = []
    for name, label in json.loads(labels.read_text("utf-8")).items():
        picture = cv2.imread(str(photos / "dice" / name))
        if picture is None:
            raise FileNotFoundError(f"no photo {photos / 'dice' / name}: training needs the licensed photos")
        dice = tuple(LabelledDie((x, y), size, top) for x, y, size, top in label["dice"])
        sources.append(DicePicture(np.asarray(picture, np.uint8), dice, label["whole"], name))
    return sources


def sources_without_dice(photos: Path, folders: Sequence[Path], count: int, rng: Rng) -> list[DicePicture]:
    """Return pictures without dice: cluttered tables, drawn boards, close-ups, cloths, board photos."""
    # Some of the licensed pictures of boards have dice on them.
    names = board_labels()
    named = zip(names, licensed_photos(photos), strict=True)
    licensed = [scene for name, scene in named if name.startswith("board/")]
    faces = find_fonts(folders)
    studio = SceneGenerator(licensed, faces)
    sources = [DicePicture(scene.picture) for scene in licensed]
    for name in names:
        if name.startswith("board/standard"):
            # At this scale the pips of tokens are as large as those of dice.
            near = np.asarray(cv2.imread(str(photos / name), cv2.IMREAD_REDUCED_COLOR_2), np.uint8)
            sources += [DicePicture(near)] * _CLOSEUP_COPIES
    sources += [DicePicture(draw_closeup(faces, rng)) for _ in range(2 * count)]
    sources += [DicePicture(draw_cloth(rng)) for _ in range(count)]
    tops = [table_top(_SIDE_PX, rng) for _ in range(count)]
    tops = [draw_clutter(top, faces, rng) if rng.random() < 0.7 else top for top in tops]
    sources += [DicePicture(top) for top in tops]
    for n, top in enumerate(tops):
        scene = studio.scene(rng)
        small = np.asarray(cv2.resize(top, (320, 320), interpolation=cv2.INTER_AREA), np.uint8)
        sources.append(DicePicture(scene.picture if n % 2 else render_island_view(scene, small, rng).picture))
    return sources


def draw_cloth(rng: Rng) -> Image:
    """Draw a cloth: stripes or checks of two or three colours, narrower or wider than dice."""
    ways = np.mgrid[0:_SIDE_PX, 0:_SIDE_PX].astype(np.float32)
    picture = np.tile(colour(((0, 180), (0, 255), (20, 255)), rng), (_SIDE_PX, _SIDE_PX, 1))
    turn = rng.uniform(0, np.pi)
    for across in (turn, turn + np.pi / 2)[: int(rng.integers(1, 3))]:
        tone = colour(((0, 180), (0, 255), (20, 255)), rng)
        along = ways[0] * np.sin(across) + ways[1] * np.cos(across)
        wave = np.sin(along * 2 * np.pi / float(np.exp(rng.uniform(np.log(5), np.log(120)))))
        share = rng.uniform(0.2, 0.9) / (1 + np.exp(-rng.uniform(2, 30) * (wave - rng.uniform(-0.6, 0.6))))
        picture += (tone - picture) * share[..., None]
    picture *= (1 + rng.uniform(0, 0.15) * rng.normal(0, 1, ways.shape[1:]))[..., None]
    return np.asarray(picture.clip(0, 255), np.uint8)


def draw_clutter(table: Image, faces: Sequence[Path], rng: Rng) -> Image:
    """Draw things other than dice on a table: tokens, keys, coins, cards with spots, writing, cables."""
    top = table.copy()
    style = random_token_style(faces, rng)
    for _ in range(int(rng.integers(3, 14))):
        x, y = rng.uniform(0, _SIDE_PX, 2)
        reach = float(rng.uniform(10, 45))
        kind = int(rng.integers(6))
        if kind == 0:
            number = int(rng.choice([2, 3, 4, 5, 6, 8, 9, 10, 11, 12]))
            token, mask = draw_token(number, style, round(reach / 2), rng)
            paste_token(top, token, mask, (float(x), float(y)), rng.uniform(0, 360))
        elif kind == 1:
            _draw_keys(top, (x, y), reach, rng)
        elif kind == 2:
            for share in (1.0, 0.8, 0.55):
                tone = colour(((10, 30), (0, 160), (40, 250)), rng).tolist()
                cv2.circle(top, (int(x), int(y)), round(reach * share / 2), tone, -1, cv2.LINE_AA)
        elif kind == 3:
            _draw_spotted_card(top, (x, y), reach, rng)
        elif kind == 4:
            tone = colour(((0, 180), (0, 200), (0, 255)), rng).tolist()
            word = "".join(chr(int(c)) for c in rng.integers(48, 91, int(rng.integers(1, 9))))
            cv2.putText(top, word, (int(x), int(y)), int(rng.integers(5)), reach / 40, tone, 2, cv2.LINE_AA)
        else:
            steps = np.array([x, y]) + rng.normal(0, 60, (8, 2)).cumsum(axis=0)
            tone = colour(((0, 180), (0, 200), (0, 255)), rng).tolist()
            cv2.polylines(top, [steps.astype(np.int32)], False, tone, int(rng.integers(2, 12)), cv2.LINE_AA)
    return top


def _draw_keys(top: Image, at: tuple[float, float], reach: float, rng: Rng) -> None:
    """Draw a block of a keyboard or of a remote control."""
    ground, ink = colour(((0, 180), (0, 60), (5, 90)), rng), colour(((0, 180), (0, 60), (150, 255)), rng)
    if rng.random() < 0.3:
        ground, ink = ink, ground
    gap = reach * rng.uniform(1.05, 1.3)
    for row in range(3):
        for column in range(5):
            x, y = int(at[0] + column * gap), int(at[1] + row * gap)
            far = (int(x + reach), int(y + reach))
            cv2.rectangle(top, (x, y), far, ground.tolist(), -1, cv2.LINE_AA)
            letter = chr(int(rng.integers(33, 91)))
            place = (int(x + 0.2 * reach), int(y + 0.7 * reach))
            cv2.putText(top, letter, place, 0, reach / 50, ink.tolist(), 1, cv2.LINE_AA)


def _draw_spotted_card(top: Image, at: tuple[float, float], reach: float, rng: Rng) -> None:
    """Draw a flat card, wooden block or house, some with spots in no pattern of a die."""
    tone = colour(((0, 180), (0, 255), (20, 255)), rng)
    extent = (reach * rng.uniform(0.5, 1.6), reach * rng.uniform(0.3, 1))
    turn = rng.uniform(0, 180)
    for shift, shade in ((0.12 * reach, 0.55), (0.0, 1.0)):
        box = cv2.boxPoints(((at[0], at[1] + shift), extent, turn))
        cv2.fillConvexPoly(top, box.astype(np.int32), (tone * shade).tolist(), cv2.LINE_AA)
    if rng.random() < 0.4:
        ink = colour(((0, 180), (0, 255), (0, 255)), rng).tolist()
        for _ in range(int(rng.integers(7, 14))):
            x, y = np.array(at) + rng.normal(0, 0.25 * reach, 2)
            cv2.circle(top, (int(x), int(y)), max(1, int(reach / 18)), ink, -1, cv2.LINE_AA)
