"""Measures how often alternatives contain the truth (`vision.board_posterior`), and fits their thresholds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any, Final, get_args

from companion.island.layout import HARBOR_KINDS, NUMBERS, TERRAINS
from tests.score.judging import Answer, Stage
from tests.score.report import Measured
from vision.board_posterior import COVERAGE_P, OfferThresholds, Question, alternatives, answer_kind

_QUESTION_BY_STAGE: Final[Mapping[Stage, Question]] = {
    "terrain": "terrain",
    "number": "number",
    "harbor place": "harbor",
    "occupancy": "piece",
    "robber": "robber",
}
KINDS: Final[Mapping[Question, tuple[str, ...]]] = {
    "terrain": TERRAINS,
    "number": ("none", *map(str, NUMBERS)),
    "harbor": ("none", *HARBOR_KINDS),
    "piece": ("none", "road", "settlement", "city"),
    "robber": ("none", "here"),
}


@dataclass(frozen=True)
class Asked:
    """One question about one place of a picture.

    Attributes:
        question: what was asked.
        truth: what is there.
        shares: all that was held possible, None for nothing; they add up to one.
    """

    question: Question
    truth: Any
    shares: Mapping[Any, float]

    @property
    def is_doubtful(self) -> bool:
        """Return whether the most likely answer has alternatives."""
        return max(self.shares.values()) < COVERAGE_P

    @property
    def truth_at(self) -> float:
        """Threshold at which the truth would be offered; 1 if it is the most likely answer."""
        share = self.shares.get(self.truth, 0.0)
        return 1.0 if share == max(self.shares.values()) else share


@dataclass(frozen=True)
class Held:
    """Figures of some alternatives.

    Attributes:
        asked: how many questions.
        doubtful: to how many of them there is more than one answer, or nearly.
        right: of these, where the likeliest answer is the truth.
        held: of these, where the truth is among the alternatives.
        size: of these, how many alternatives on average.
        most: and at most.
        sure: how many answers have 95 % and more, and how many of them are wrong.
    """

    asked: int
    doubtful: int
    right: int
    held: int
    size: float
    most: int
    sure: tuple[int, int]


def questions_of(answers: Iterable[Answer]) -> Iterator[Asked]:
    """Yield the questions answered with shares whose whole truth is known."""
    for answer in answers:
        question = _QUESTION_BY_STAGE.get(answer.stage)
        # Of some harbors it is known that they are there, and not which.
        if question is not None and answer.shares and answer.truth != "harbor":
            yield Asked(question, answer.truth, answer.shares)


def fit_thresholds(questions: Sequence[Asked]) -> dict[str, dict[str, float]]:
    """Fit the share from which on each kind of answer is offered.

    None that is believed at less than 1 %, and of no kind more seldom than its question asks for as a whole:
    a kind that was always right in some sources need not be so in others.
    """
    doubtful = [one for one in questions if one.is_doubtful]
    least: dict[str, dict[str, float]] = {}
    for question, kinds in KINDS.items():
        alike = [one for one in doubtful if one.question == question]
        least[question] = {}
        for kind in kinds:
            of_kind = [one for one in alike if answer_kind(question, one.truth) == kind]
            found = [one for one in (_fit_threshold(of_kind), _fit_threshold(alike)) if one is not None]
            share = min(found or [_fit_threshold(doubtful) or 0.0])
            least[question][kind] = round(max(share, 1 - COVERAGE_P), 5)
    return least


def _fit_threshold(questions: Sequence[Asked]) -> float | None:
    """Return the share that the truth reached in 99 of 100 cases; None: there are too few cases."""
    allowed = int((len(questions) + 1) * (1 - COVERAGE_P) + 1e-9)
    return sorted(one.truth_at for one in questions)[allowed - 1] if allowed else None


def count_held(questions: Sequence[Asked], least: OfferThresholds | None = None) -> Held:
    """Count how often alternatives include the truth; `least` as in `vision.board_posterior.alternatives`."""
    doubtful = [one for one in questions if one.is_doubtful]
    offered = [alternatives(one.question, one.shares, least) for one in doubtful]
    sure = [one.truth_at < 1 for one in questions if max(one.shares.values()) >= 0.95]
    return Held(
        len(questions),
        len(doubtful),
        sum(one.truth_at == 1 for one in doubtful),
        sum(one.truth in some for one, some in zip(doubtful, offered, strict=True)),
        mean(map(len, offered)) if offered else 0.0,
        max(map(len, offered), default=0),
        (len(sure), sum(sure)),
    )


def table(sources: Mapping[str, tuple[Sequence[Asked], OfferThresholds | None]]) -> str:
    """A row for each question and source: how often alternatives hold the truth, and how many they are."""
    heads = "asked | doubtful | likeliest right | truth among | how many | at 95 % and more | wrong"
    lines = [f"| question | source | {heads} |", "|---|---|---|---|---|---|---|---|---|"]
    rows: list[tuple[str, Sequence[Question]]] = [(one, (one,)) for one in get_args(Question)]
    for name, of in [*rows, ("all", get_args(Question))]:
        for source, (questions, least) in sources.items():
            found = count_held([one for one in questions if one.question in of], least)
            if found.asked:
                many = f"{found.size:.2f}, {found.most} at most" if found.doubtful else ""
                sure, wrong = found.sure
                lines.append(
                    f"| {name} | {source} | {found.asked} | {found.doubtful} | {found.right} | {found.held} "
                    f"| {many} | {sure} | {wrong} |"
                )
    return "\n".join(lines)


def measured_questions(measured: Iterable[Measured]) -> list[Asked]:
    """List the questions of measured pictures."""
    return list(questions_of(answer for one in measured for answer in one.answers))
