"""The island of round cards, and what each team's visible cards count in games 1 to 3 ("Points à marquer").

A place is (column, row) in axial coordinates; (0, 0) is the middle. A card touches its six neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.spot_it.state import Colour

Place = tuple[int, int]

_STEPS: Final[tuple[Place, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_RADIUS: Final = 2


def _distance(place: Place) -> int:
    column, row = place
    return max(abs(column), abs(row), abs(column + row))


ISLAND_PLACES: Final[tuple[Place, ...]] = tuple(
    (column, row)
    for row in range(-_RADIUS, _RADIUS + 1)
    for column in range(-_RADIUS, _RADIUS + 1)
    if _distance((column, row)) <= _RADIUS
)
"""The 19 places of the island, row by row."""
HARBOR_PLACES: Final[tuple[Place, ...]] = ((1, -3), (3, -2), (2, 1), (-1, 3), (-3, 2), (-2, -1))
"""The six harbors' places, around the island; each touches two of its cards."""
MIRRORED_HARBOR_PLACES: Final[tuple[Place, ...]] = tuple(
    (-column, column + row) for column, row in HARBOR_PLACES
)
"""The harbors' places of an island that was laid as a mirror image."""


def neighbours(place: Place) -> tuple[Place, ...]:
    """Return the six places that touch a place."""
    return tuple((place[0] + column, place[1] + row) for column, row in _STEPS)


def count_cards(
    game: int, owners: Mapping[Place, Colour], colour: Colour, harbors: Sequence[Place] = HARBOR_PLACES
) -> int:
    """Return a team's count in games 1 to 3, before doubling.

    Args:
        game: 1: visible cards; 2: harbors that they border, each once; 3: cards of the largest group.
        owners: the team of each place whose visible card is a team's.
        colour: of the team.
        harbors: places of the harbors.
    """
    own = {place for place, owner in owners.items() if owner == colour}
    if game == 1:
        return len(own)
    if game == 2:
        return sum(any(place in own for place in neighbours(harbor)) for harbor in harbors)
    return max((len(group) for group in _groups(own)), default=0)


def _groups(places: set[Place]) -> list[set[Place]]:
    """Return the groups of places that are connected by touching."""
    left, groups = set(places), []
    while left:
        group, queue = set[Place](), [left.pop()]
        while queue:
            place = queue.pop()
            group.add(place)
            queue += [each for each in neighbours(place) if each in left]
            left.difference_update(queue)
        groups.append(group)
    return groups
