"""Prediction sets: few answers to a doubtful reading, which include the truth 99 times of 100.

A probability says how far the likeliest answer can be believed. The answers to offer a person are another
question: both of two answers at 60 and 39 %, but only the first of one at 90 % among nineteen at half a
percent.

The smallest share that may still be the truth is measured for each kind of truth separately, so that a city
is covered as often as a settlement (label-conditional conformal prediction). `python -m
tests.score.alternatives` reads pictures of sources that no network has seen and writes
`data/alternatives.json`.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, Literal, TypeVar

from companion.island.geometry import Standing

Question = Literal["terrain", "number", "harbor", "piece", "robber"]
"""The question: a hex's terrain or number, a coastal path's harbor, the piece on a site, the robber's hex."""
AnswerT = TypeVar("AnswerT", bound=Hashable)
OfferThresholds = Mapping[str, Mapping[str, float]]
"""Least share at which an answer is offered, by question and kind of answer (`answer_kind`)."""

COVERAGE_P: Final = 0.99
"""Share of cases in which the truth is among the alternatives. An answer at least this likely is offered
alone."""


def alternatives(
    question: Question, shares: Mapping[AnswerT, float], thresholds: OfferThresholds | None = None
) -> tuple[AnswerT, ...]:
    """Return the few answers that include the truth 99 times of 100, the likeliest first; one if it is clear.

    Args:
        question: the question.
        shares: the probability of every possible answer, with None for nothing; they add up to one.
        thresholds: the least share of each kind of answer; None: those measured.
    """
    first, *others = sorted(shares, key=lambda answer: -shares[answer])
    if shares[first] >= COVERAGE_P:
        return (first,)
    offered = (_measured_thresholds() if thresholds is None else thresholds)[question]
    return (first, *(answer for answer in others if shares[answer] >= offered[answer_kind(question, answer)]))


def add_none_share(shares: Mapping[Any, float]) -> dict[Any, float]:
    """Add None as an answer of its own, with the probability that the shares lack."""
    return {**shares, None: max(0.0, 1 - sum(shares.values()))}


def answer_kind(question: Question, answer: Any) -> str:
    """Return the kind of an answer, as `data/alternatives.json` names it.

    Pieces of all colours are one kind, and so are all hexes of the robber.
    """
    if answer is None:
        return "none"
    if isinstance(answer, Standing):
        return answer.kind
    return "here" if question == "robber" else str(answer)


@cache
def _measured_thresholds() -> OfferThresholds:
    text = resources.files("vision").joinpath("data", "alternatives.json").read_text("utf-8")
    measured: dict[str, dict[str, float]] = json.loads(text)
    return measured
