"""Reports of measurements: Markdown tables, descriptions of pictures, drawings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.score.figures import reliability, tallies
from tests.score.judging import STAGES, Answer
from vision.board import BoardReading
from vision.draw import draw_reading

_WIDEST = 1600
_WRONG_COLOUR = (0, 0, 255)


@dataclass(frozen=True)
class Measured:
    """One picture, read and judged."""

    name: str
    answers: tuple[Answer, ...]
    seconds: float


def scores(sets: Mapping[str, Sequence[Measured]]) -> str:
    """Return a row for each set of pictures and a column for each stage: the right answers, and the invented
    readings.
    """
    lines = [
        f"| set | pictures | {' | '.join(STAGES)} | all right | median time |",
        "|---|---|" + "---|" * (len(STAGES) + 2),
    ]
    for name, pictures in sets.items():
        cells = []
        for tally in tallies([answer for one in pictures for answer in one.answers]).values():
            invented = f" + {tally.invented}" if tally.invented else ""
            cells.append(f"{tally.right} of {tally.asked}{invented}" if tally.asked or invented else "")
        perfect = sum(all(answer.right for answer in one.answers) for one in pictures)
        took = f"{median(one.seconds for one in pictures):.2f} s" if pictures else ""
        lines.append(f"| {name} | {len(pictures)} | {' | '.join(cells)} | {perfect} | {took} |")
    return "\n".join(lines)


def trust(answers: Sequence[Answer]) -> str:
    """A row for each stage, a column for each bin: how many, how sure they were, how many right."""
    heads = ["under 50 %", "50 to 80", "80 to 95", "95 to 99", "over 99 %"]
    lows = [0.0, 0.5, 0.8, 0.95, 0.99]
    lines = [
        f"| stage | {' | '.join(heads)} | calibration error | sure and wrong |",
        "|---|" + "---|" * (len(heads) + 2),
    ]
    for stage in STAGES[1:]:
        kept = reliability(answers, stage)
        bins = {one.low: f"{one.many}: {one.mean_confidence:.1%}, {one.right:.1%}" for one in kept.bins}
        cells = " | ".join(bins.get(low, "") for low in lows)
        lines.append(f"| {stage} | {cells} | {kept.error:.2%} | {len(kept.sure_errors)} |")
    return "\n".join(lines)


def sure_errors(pictures: Sequence[Measured]) -> str:
    """Return the errors with more than 95 % confidence, one line each."""
    lines = []
    for one in pictures:
        for stage in STAGES:
            lines += [f"- {one.name}: {wrong}" for wrong in reliability(one.answers, stage).sure_errors]
    return "\n".join(lines)


def words(one: Measured) -> str:
    """List the errors of one picture's reading, a line each."""
    wrong = [answer for answer in one.answers if not answer.right]
    if not wrong:
        return f"{one.name}: all right"
    return "\n".join([f"{one.name}: {len(wrong)} wrong", *(f"  {answer}" for answer in wrong)])


def drawing(
    picture: NDArray[np.uint8], reading: BoardReading, answers: Sequence[Answer]
) -> NDArray[np.uint8]:
    """Draw the reading on its picture; errors are ringed, with the truth beside them."""
    drawn = draw_reading(picture, reading)
    thick = max(1, round(picture.shape[1] / 600))
    for answer in answers:
        if answer.right or answer.stage == "finding":
            continue
        x, y = round(answer.at[0]), round(answer.at[1])
        cv2.circle(drawn, (x, y), 12 * thick, _WRONG_COLOUR, 2 * thick, cv2.LINE_AA)
        size = picture.shape[1] / 2600
        read_text = str(answer).split(": is ")[-1].split(", read")[0]
        cv2.putText(drawn, read_text, (x + 13 * thick, y), 0, size, (255, 255, 255), 4 * thick, cv2.LINE_AA)
        cv2.putText(drawn, read_text, (x + 13 * thick, y), 0, size, _WRONG_COLOUR, thick, cv2.LINE_AA)
    shrink = min(1.0, _WIDEST / max(drawn.shape[:2]))
    return np.asarray(cv2.resize(drawn, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
