"""Who begins, where the dice say so."""

from __future__ import annotations

from collections.abc import Sequence

from companion.words import sentence


def who_begins(sums: Sequence[int | None]) -> tuple[int, ...]:
    """The seats with the highest sum of two dice (base-game-2025, page 5, "Qui Commence ?").

    One seat begins; several throw again, the others not: then pass None for those others.

    Args:
        sums: what each seat threw; None for one that doesn't throw (again).

    Raises:
        ValueError: nobody threw.
    """
    thrown = [total for total in sums if total is not None]
    if not thrown:
        raise ValueError(sentence("somebody has to throw the dice to say who begins"))
    return tuple(seat for seat, total in enumerate(sums) if total == max(thrown))
