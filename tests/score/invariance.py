"""Measures whether sure answers depend on the camera's frame or on the light's tone.

    python -m tests.score.invariance [--photos DIR] [--every N] [SET...]

Every photo is read as it is, in eleven further in-plane turns and in eight tones. A question is a
contradiction if two of these looks answer it differently, both with 95 % or more.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.score.degradations import Way, add_haze, change_exposure, quarters, tint_light, vivid
from tests.score.judging import Answer, Stage, judge
from tests.score.run import PHOTOS, SETS, labelled_photos
from tests.score.truth import Truth
from vision.board import read_board
from vision.lattice import inverse, project

SURE_P: Final = 0.95
TONES: Final[Mapping[str, Way]] = {
    "warm": tint_light(0.7, 0.95, 1.15),
    "very warm": tint_light(0.45, 0.85, 1.2),
    "cold": tint_light(1.2, 0.98, 0.75),
    "green": tint_light(0.85, 1.1, 0.85),
    "0.3 times the light": change_exposure(0.3),
    "1.6 times the light": change_exposure(1.6 ** (1 / 2.2)),
    "washed out": add_haze,
    "vivid": vivid,
}


def turn_by(degrees: int) -> Way:
    """Turn the whole picture in its plane; quarter turns without resampling."""
    if degrees % 90 == 0:
        return quarters(degrees // 90)

    def way(
        picture: NDArray[np.uint8], plane: NDArray[np.float64], rng: np.random.Generator
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        height, width = picture.shape[:2]
        move = np.eye(3)
        move[:2] = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), degrees, 1.0)
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ move[:2, :2].T + move[:2, 2]
        move[:2, 2] -= corners.min(axis=0)
        extent = np.ceil(np.ptp(corners, axis=0)).astype(int).tolist()
        turned = cv2.warpPerspective(picture, move, extent, borderValue=(96, 96, 96))
        return np.asarray(turned, np.uint8), move @ plane

    return way


LOOKS: Final[Mapping[str, Way]] = {
    **{f"turned by {degrees}": turn_by(degrees) for degrees in range(0, 360, 30)},
    **TONES,
}


@dataclass(frozen=True)
class Contradiction:
    """A question of one photo that two looks answer differently, both surely.

    Attributes:
        stage: the stage of the question.
        place: where it is, in pixels of the photo.
        answers: the sure answers, with one look that gives each.
    """

    stage: Stage
    place: tuple[int, int]
    answers: Mapping[str, str]


def contradictions(picture: NDArray[np.uint8], truth: Truth) -> tuple[list[Contradiction], int, int]:
    """Read a picture in all looks; return its contradictions, and the count and errors of sure answers.

    Args:
        picture: BGR, height x width x 3.
        truth: its content.
    """
    answers_by_question: dict[tuple[Stage, int], dict[str, str]] = {}
    places: NDArray[np.float64] | None = None
    count = wrong = 0
    for look, way in LOOKS.items():
        seen, move = way(picture, np.eye(3), np.random.default_rng(0))
        reading = read_board(seen)
        if not reading.found:
            continue
        if places is None:
            known = [site.at for site in reading.sites] + [hex_seen.at for hex_seen in reading.hexes]
            places = project(inverse(move), np.array(known))
        for answer in judge(reading, truth.transform(move), seen.shape[1], seen.shape[0]):
            if answer.stage == "finding" or answer.confidence is None or answer.confidence < SURE_P:
                continue
            count, wrong = count + 1, wrong + (not answer.right)
            place = project(inverse(move), np.array([answer.at], np.float64))
            # There is one robber. Everything else is asked of a path, an intersection or a hex.
            nearest = 0 if answer.stage == "robber" else np.linalg.norm(places - place, axis=1).argmin()
            asked = answers_by_question.setdefault((answer.stage, int(nearest)), {})
            asked.setdefault(_answer_text(answer), look)
    found = []
    for (stage, nearest), answers_of in answers_by_question.items():
        if len(answers_of) > 1 and places is not None:
            x, y = places[nearest].round().astype(int).tolist()
            found.append(Contradiction(stage, (x, y), answers_of))
    return found, count, wrong


def _answer_text(answer: Answer) -> str:
    if answer.stage in ("occupancy", "harbor place"):
        return "nothing" if answer.answer is None else "something"
    if answer.stage in ("colour", "kind"):
        return str(getattr(answer.answer, answer.stage))
    if answer.stage == "robber":
        return "nowhere" if answer.answer is None else "right" if answer.right else "elsewhere"
    return str(answer.answer)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="*", metavar="SET", choices=[*SETS, []])
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="read every N-th photo of a set")
    given = parser.parse_args()
    total = sure = wrong = photos = 0
    for name in given.sets or SETS:
        for file, picture, truth in islice(labelled_photos(given.photos, name), 0, None, given.every):
            found, many, errors = contradictions(picture, truth)
            photos, total, sure, wrong = photos + 1, total + len(found), sure + many, wrong + errors
            print(f"{name} {file}: {len(found)} contradictions, {errors} of {many} sure answers wrong")
            for one in found:
                print(f"  {one.stage} at {one.place[0]}, {one.place[1]}: {dict(one.answers)}", flush=True)
    print(f"{photos} photos: {total} contradictions; {wrong} of {sure} sure answers wrong")


if __name__ == "__main__":
    main()
