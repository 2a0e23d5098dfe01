"""What is told of players at the end of a game besides their points, each true of one alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from companion.games.wire import Award
from companion.i18n import message_to_json

AWARDS: Final = 3
"""So many are given at the end of a game, where there is so much to tell."""


@dataclass(frozen=True)
class Contest:
    """Something in which players are compared.

    Attributes:
        title: a sentence: what whoever leads in it is called.
        counts: by colour, how much everybody has of it; whoever is left out has nothing.
        least: with less than that nobody is worth telling of.
        told: the sentence for how much it was.
        habit: the sentence for who has most of it, of a name, over many games; None: it is no habit.
    """

    title: str
    counts: Mapping[str, int]
    least: int
    told: Callable[[int], str]
    habit: Callable[[str], str] | None = None


def awards(contests: Iterable[Contest]) -> list[Award]:
    """What some of the contests say, in their order: of as many players as possible, then the first of all.

    Of each contest whoever leads in it alone; what several share goes to nobody.
    """
    led = [(contest, *leader) for contest in contests if (leader := _leader(contest))]
    colours = [colour for _, colour, _ in led]
    first = [n for n, colour in enumerate(colours) if colour not in colours[:n]]
    again = [n for n in range(len(led)) if n not in first]
    return [_given(*led[n]) for n in sorted([*first, *again][:AWARDS])]


def _leader(contest: Contest) -> tuple[str, int] | None:
    most = max(contest.counts.values(), default=0)
    leading = [colour for colour, count in contest.counts.items() if count == most]
    return (leading[0], most) if most >= contest.least and len(leading) == 1 else None


def _given(contest: Contest, colour: str, count: int) -> Award:
    return {
        "title": message_to_json(contest.title),
        "colour": colour,
        "told": message_to_json(contest.told(count)),
    }
