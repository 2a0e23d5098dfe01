"""Count the final island of Spot it! in a photo: the visible card of each place, and what a game counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.games.spot_it import island_counts
from companion.games.spot_it.state import COLOURS, Colour
from companion.i18n import sentence
from companion.sim.deck.cards import CARD_PAINTS, RIM
from vision.cards.island import IslandCard, read_island
from vision.cards.palette import RING_STEPS, CardPalette, build_palette

ISLAND_KIND: Final = "island"
HARBOR_KIND: Final = "harbor"
CARD_KINDS: Final = (ISLAND_KIND, HARBOR_KIND, *COLOURS)
"""The order in which one card of each is shown, from left to right."""
_PRINTED_FACE: Final = (255, 255, 255)
"""RGB of the middle of the printed deck's cards."""
_HARBORS_GAME: Final = 2
_MIN_HARBORS: Final = 5
"""Least number of the six harbors' places that show a harbor."""


def printed_palette() -> CardPalette:
    """Return the colours of the deck to print."""
    return build_palette({kind: CARD_PAINTS[kind] for kind in CARD_KINDS}, _PRINTED_FACE, RIM)


@dataclass(frozen=True)
class IslandCount:
    """A counted island.

    Attributes:
        cards: of the 19 places; empty: no island was found.
        harbors: places of the harbors, which only the second game has.
        counts: of each team, before doubling.
        is_sure: whether every place is certain.
    """

    cards: tuple[IslandCard, ...]
    harbors: tuple[island_counts.Place, ...]
    counts: Mapping[Colour, int]
    is_sure: bool


def count_island(
    picture: NDArray[Any], palette: CardPalette, game: int, teams: Sequence[Colour]
) -> IslandCount:
    """Count an island at the end of game 1, 2 or 3.

    Args:
        picture: uint8, BGR.
        palette: of all `CARD_KINDS`.
        game: 1 to 3.
        teams: at the table.

    Raises:
        PictureError: it isn't a picture.
    """
    with_harbors = game == _HARBORS_GAME
    kinds = palette.select([ISLAND_KIND, *([HARBOR_KIND] if with_harbors else []), *teams])
    around = (*island_counts.HARBOR_PLACES, *island_counts.MIRRORED_HARBOR_PLACES) if with_harbors else ()
    reading = read_island(picture, kinds, island_counts.ISLAND_PLACES, around, HARBOR_KIND)
    if not reading.cards:
        return IslandCount((), (), dict.fromkeys(teams, 0), False)
    by_place = {card.place: card for card in reading.cards}
    cards = tuple(by_place[place] for place in island_counts.ISLAND_PLACES)
    harbors, shown = max(
        ((places, sum(by_place[place].kind == HARBOR_KIND and by_place[place].is_sure for place in places))
         for places in (island_counts.HARBOR_PLACES, island_counts.MIRRORED_HARBOR_PLACES)),
        key=lambda each: each[1],
    ) if with_harbors else ((), _MIN_HARBORS)  # fmt: skip
    is_sure = shown >= _MIN_HARBORS and all(card.is_sure for card in cards)
    owners = {card.place: team for card in cards for team in teams if card.kind == team}
    counts = {team: island_counts.count_cards(game, owners, team, harbors) for team in teams}
    return IslandCount(cards, harbors, counts, is_sure)


# The learned colours of a table's round cards, in a file next to its journal.


_DECIMALS: Final = 5


class CardColoursError(CompanionError, ValueError):
    """The learned colours can't be read or written; the message gives the reason."""


_FILE: Final = ChecksummedJsonFile(
    label=sentence("colours of the cards"),
    format=1,
    remedy=sentence("show one card of each colour again"),
    error=CardColoursError,
)


def save_card_colours(path: Path, palette: CardPalette) -> None:
    """Write the colours of all `CARD_KINDS`.

    Raises:
        CardColoursError: they can't be written.
    """
    chosen = palette.select(CARD_KINDS)
    colours = np.round(chosen.colours.astype(float), _DECIMALS).tolist()
    _FILE.save(path, {"colours": dict(zip(chosen.kinds, colours, strict=True))})


def load_card_colours(path: Path) -> CardPalette | None:
    """Read the colours; None: there is no such file.

    Raises:
        CardColoursError: they can't be read.
    """
    return _FILE.load(path, _parse) if path.exists() else None


def _parse(content: Mapping[str, Any]) -> CardPalette:
    colours = np.array([content["colours"][kind] for kind in CARD_KINDS], np.float32)
    if colours.shape != (len(CARD_KINDS), len(RING_STEPS), 3) or not ((colours >= 0) & (colours <= 1)).all():
        raise ValueError(sentence("its colours are impossible"))
    return CardPalette(CARD_KINDS, colours)
