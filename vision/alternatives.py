"""What something may be, where a reading is in doubt: few answers, among which the truth is 99 times of 100.

A probability says how far the likeliest answer can be believed. What to offer a person besides is another
question: of two answers at 60 and 39 % both, of one at 90 % among nineteen at half a percent only the one.
How small a share may still be the truth is measured, for each kind of truth apart, so that a city is held as
often as a settlement (label-conditional conformal prediction): `python -m tests.score.alternatives` reads
pictures of sources that no network saw and writes `data/alternatives.json`.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, Literal, TypeVar

from companion.island.pieces import Standing

Question = Literal["terrain", "number", "harbor", "piece", "robber"]
"""What is asked: a hex's terrain or number, what lies at a coastal path, what stands on a site, on which hex
the robber stands."""
Told = TypeVar("Told", bound=Hashable)
Least = Mapping[str, Mapping[str, float]]
"""For each question and kind of answer (`kind_of`): the least share at which such an answer is offered."""

HELD: Final = 0.99
"""How often the truth is among the alternatives; what is believed so far stands alone."""


def alternatives(
    question: Question, shares: Mapping[Told, float], least: Least | None = None
) -> tuple[Told, ...]:
    """The few answers that hold the truth 99 times of 100, the likeliest first; one: it is clear.

    Args:
        question: what is asked.
        shares: all answers there are, None among them for nothing, each with its probability; they add up
            to one.
        least: from which share on each kind of answer is offered; None: as measured.
    """
    first, *others = sorted(shares, key=lambda told: -shares[told])
    if shares[first] >= HELD:
        return (first,)
    offered = (_measured() if least is None else least)[question]
    return (first, *(told for told in others if shares[told] >= offered[kind_of(question, told)]))


def or_none(shares: Mapping[Any, float]) -> dict[Any, float]:
    """Shares that say by what they lack how likely nothing is there, with that as an answer of its own."""
    return {**shares, None: max(0.0, 1 - sum(shares.values()))}


def kind_of(question: Question, told: Any) -> str:
    """Of which kind an answer is, as it stands in `data/alternatives.json`: pieces of all colours are alike,
    and so are all hexes of the robber."""
    if told is None:
        return "none"
    if isinstance(told, Standing):
        return told.kind
    return "here" if question == "robber" else str(told)


@cache
def _measured() -> Least:
    text = resources.files("vision").joinpath("data", "alternatives.json").read_text("utf-8")
    measured: dict[str, dict[str, float]] = json.loads(text)
    return measured
