"""The hypotheses that a board may have come by, weighed against each other."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.games.base.tracker.hypothesis import Hypothesis


class Posterior:
    """Hypotheses with their probabilities: one of them is what happened.

    Attributes:
        hypotheses: the likeliest first; that nothing happened is one of them.
    """

    def __init__(self, found: Sequence[Hypothesis]) -> None:
        """Weigh all that were found."""
        self.hypotheses = sorted(found, key=lambda hypothesis: -hypothesis.score)
        highest = self.hypotheses[0].score
        odds = [math.exp(hypothesis.score - highest) for hypothesis in self.hypotheses]
        self._shares = [each / sum(odds) for each in odds]

    def probability(self, hypothesis: Hypothesis, *, whichever_way: bool = False) -> float:
        """Probability that all of a hypothesis happened, whatever else did.

        Of two changes on the board one may be clear and the other not: what explains the clear one alone has
        the support of all hypotheses that explain both.

        Args:
            hypothesis: one of them.
            whichever_way: it counts what a hypothesis explains, and not how.
        """
        return sum(
            share
            for other, share in zip(self.hypotheses, self._shares, strict=True)
            if _has_all_of(other, hypothesis, whichever_way=whichever_way)
        )


def _has_all_of(other: Hypothesis, hypothesis: Hypothesis, *, whichever_way: bool) -> bool:
    if any(other.explained.get(place) != change for place, change in hypothesis.explained.items()):
        return False
    return whichever_way or (
        other.corrections == hypothesis.corrections
        and all(event in other.events for event in hypothesis.events)
    )
