"""The posterior distribution over the hypotheses for a board."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.games.base.tracker.hypothesis import Hypothesis


class Posterior:
    """Hypotheses with their probabilities; exactly one of them happened.

    Attributes:
        hypotheses: the likeliest first, including the one that nothing happened.
    """

    def __init__(self, found: Sequence[Hypothesis]) -> None:
        """Normalize the scores of the hypotheses."""
        self.hypotheses = sorted(found, key=lambda hypothesis: -hypothesis.score)
        highest = self.hypotheses[0].score
        odds = [math.exp(hypothesis.score - highest) for hypothesis in self.hypotheses]
        self._shares = [each / sum(odds) for each in odds]

    def probability(self, hypothesis: Hypothesis, *, any_explanation: bool = False) -> float:
        """Return the probability that everything in a hypothesis happened, possibly among other events.

        If one of two changes is clear and the other is not, the explanation of the clear one gets the support
        of all hypotheses that explain both.

        Args:
            hypothesis: one of the hypotheses.
            any_explanation: sum over all hypotheses that explain the same changes, by whatever events.
        """
        return sum(
            share
            for other, share in zip(self.hypotheses, self._shares, strict=True)
            if _entails(other, hypothesis, any_explanation=any_explanation)
        )


def _entails(other: Hypothesis, hypothesis: Hypothesis, *, any_explanation: bool) -> bool:
    if any(other.explained.get(place) != change for place, change in hypothesis.explained.items()):
        return False
    return any_explanation or (
        other.corrections == hypothesis.corrections
        and all(event in other.events for event in hypothesis.events)
    )
