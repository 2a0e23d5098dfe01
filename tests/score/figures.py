"""Computes accuracy and calibration figures from answers, stage by stage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tests.score.judging import STAGES, Answer, Stage

EDGES: Final = (0.0, 0.5, 0.8, 0.95, 0.99, 1.0)
"""Between the bins of confidence."""
CONFIDENT_P: Final = 0.95
"""An error with a higher confidence is a sure one."""


@dataclass(frozen=True)
class Tally:
    """Counts of one stage's questions.

    Attributes:
        asked: how many things; of places of harbors and of occupancy: those that are there.
        right: how many of them were read right.
        invented: how many were read where nothing is.
    """

    asked: int
    right: int
    invented: int

    @property
    def share(self) -> float:
        """Share of correct answers; 0 for a stage never reached."""
        return self.right / self.asked if self.asked else 0.0


@dataclass(frozen=True)
class Bin:
    """The answers of which confidence lies between two edges."""

    low: float
    high: float
    many: int
    mean_confidence: float
    """Their mean confidence."""
    right: float
    """The share of them that is right."""


@dataclass(frozen=True)
class Reliability:
    """Calibration: answers with probability p should be correct in p of all cases.

    Attributes:
        bins: those that aren't empty.
        error: expected calibration error: mean distance of said from right, weighted by the bins.
        sure_errors: the wrong answers with more than `SURE`.
    """

    bins: tuple[Bin, ...]
    error: float
    sure_errors: tuple[Answer, ...]


def tally(answers: Iterable[Answer], stage: Stage) -> Tally:
    """Count one stage's answers."""
    asked = right = invented = 0
    for answer in answers:
        if answer.stage != stage:
            continue
        if stage in ("occupancy", "harbor place") and answer.truth is None:
            invented += not answer.right
        else:
            asked += 1
            right += answer.right
    return Tally(asked, right, invented)


def tallies(answers: Sequence[Answer]) -> dict[Stage, Tally]:
    """All stages' counts."""
    return {stage: tally(answers, stage) for stage in STAGES}


def reliability(answers: Sequence[Answer], stage: Stage) -> Reliability:
    """Compute the calibration of one stage. Unanswered questions don't count."""
    answered = [answer for answer in answers if answer.stage == stage and answer.confidence is not None]
    confidences = np.array([answer.confidence for answer in answered], float)
    right = np.array([answer.right for answer in answered], float)
    place = np.clip(np.searchsorted(EDGES, confidences, side="right") - 1, 0, len(EDGES) - 2)
    bins = tuple(
        Bin(
            EDGES[n],
            EDGES[n + 1],
            int(here.sum()),
            float(confidences[here].mean()),
            float(right[here].mean()),
        )
        for n in range(len(EDGES) - 1)
        if (here := place == n).any()
    )
    error = sum(one.many * abs(one.mean_confidence - one.right) for one in bins) / max(len(answered), 1)
    sure = tuple(answer for answer in answered if not answer.right and (answer.confidence or 0) > CONFIDENT_P)
    return Reliability(bins, error, sure)
