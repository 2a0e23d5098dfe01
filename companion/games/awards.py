"""Awards at the end of a game: facts besides the points, each true of one player only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from companion.games.api_types import Award
from companion.i18n import message_to_json

MAX_AWARDS: Final = 3
"""Maximum number of awards at the end of a game."""


@dataclass(frozen=True)
class Contest:
    """A figure by which players are compared.

    Attributes:
        title: a sentence: the title of the leading player.
        counts: the figure of each player by colour; a missing player has 0.
        min_count: the lowest figure that is worth an award.
        describe_count: returns the sentence for a figure.
        describe_habit: returns the sentence about the named player who leads over many games; None: the
            contest is no habit.
    """

    title: str
    counts: Mapping[str, int]
    min_count: int
    describe_count: Callable[[int], str]
    describe_habit: Callable[[str], str] | None = None


def choose_awards(contests: Iterable[Contest]) -> list[Award]:
    """Return at most `MAX_AWARDS` awards, in the order of the contests.

    Only a sole leader gets an award. Each player's first award has priority over second ones.
    """
    ranked = [(contest, *leader) for contest in contests if (leader := _leader(contest))]
    colours = [colour for _, colour, _ in ranked]
    first = [n for n, colour in enumerate(colours) if colour not in colours[:n]]
    repeated = [n for n in range(len(ranked)) if n not in first]
    return [_award(*ranked[n]) for n in sorted([*first, *repeated][:MAX_AWARDS])]


def _leader(contest: Contest) -> tuple[str, int] | None:
    most = max(contest.counts.values(), default=0)
    leading = [colour for colour, count in contest.counts.items() if count == most]
    return (leading[0], most) if most >= contest.min_count and len(leading) == 1 else None


def _award(contest: Contest, colour: str, count: int) -> Award:
    return {
        "title": message_to_json(contest.title),
        "colour": colour,
        "told": message_to_json(contest.describe_count(count)),
    }
