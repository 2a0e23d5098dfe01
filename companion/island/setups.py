"""Set-ups of the island, built from data: the first-game layout, the variable set-up, the frame.

No randomness here: the caller passes the drawn order.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, Final, Literal, cast

from companion.i18n import sentence
from companion.island import geometry, layout

_SIDE = 5
# A frame piece begins with the middle seaward side of a corner hex, which COAST[0] is.
_FIRST_SIDE = 0


@cache
def _load_data() -> Mapping[str, Any]:
    text = resources.files("companion.island").joinpath("data/setups.json").read_text("utf-8")
    return cast(Mapping[str, Any], json.loads(text))


FRAME_PIECES: Final[int] = 6
_NO_SUCH_FRAME: Final = sentence("a frame is made of six pieces, 0 to 5, in some order")
NUMERAL_FRAME_ORDER: Final[tuple[int, ...]] = tuple(range(FRAME_PIECES))
"""The order of the frame pieces, clockwise from the top side, in the first-game set-up."""

FIRST_GAME_EDITIONS: Final[tuple[str, ...]] = tuple(_load_data()["first_game"])


@dataclass(frozen=True)
class StartingPieces:
    """One player's pieces in the first-game set-up: the sites of each settlement and its road."""

    colour: geometry.PieceColour
    first: tuple[geometry.IntersectionId, geometry.PathId]
    starred: tuple[geometry.IntersectionId, geometry.PathId]


def frame_harbors(
    frame: Sequence[int] = NUMERAL_FRAME_ORDER,
) -> tuple[tuple[geometry.PathId, layout.HarborKind], ...]:
    """Return the harbors of a frame's pieces in the given order: all nine, once all six pieces are given.

    Args:
        frame: the numbers of the pieces (as in the data), clockwise from the island's top side.

    Raises:
        LayoutError: a piece is given twice, or there is no such piece.
    """
    if len(set(frame)) != len(frame) or not set(frame) <= set(NUMERAL_FRAME_ORDER):
        raise layout.LayoutError(_NO_SUCH_FRAME)
    pieces = _load_data()["frame"]["pieces"]
    found = {
        geometry.COAST[(_FIRST_SIDE + side * _SIDE + offset) % len(geometry.COAST)]: kind
        for side, piece in enumerate(frame)
        for offset, kind in pieces[piece]
    }
    return tuple((path, found[path]) for path in geometry.COAST if path in found)


def frame_pieces() -> tuple[tuple[layout.HarborKind, ...], ...]:
    """Return the harbors on each of the frame's pieces, clockwise."""
    return tuple(tuple(kind for _, kind in piece) for piece in _load_data()["frame"]["pieces"])


def lay_tokens(
    terrains: Sequence[layout.Terrain], start: geometry.HexId, *, clockwise: bool
) -> tuple[int | None, ...]:
    """Place tokens A to R in a spiral from a hex on the rim, skipping every desert.

    Returns:
        The number on each hex, in the order of `HEXES`.

    Raises:
        ValueError: `start` is not on the rim.
    """
    numbers: list[int | None] = [None] * len(geometry.HEXES)
    letters = iter(layout.TOKEN_LETTERS.values())
    for at in geometry.spiral(start, clockwise=clockwise):
        if terrains[geometry.HEX_INDEX[at]] != "desert":
            numbers[geometry.HEX_INDEX[at]] = next(letters, None)
    return tuple(numbers)


def variable_layout(
    terrains: Sequence[layout.Terrain],
    corner: geometry.HexId,
    *,
    clockwise: bool = False,
    frame: Sequence[int] = NUMERAL_FRAME_ORDER,
) -> layout.Layout:
    """Return the set-up for experts: terrain as drawn, tokens in a spiral, the frame in any order.

    Args:
        terrains: as drawn, in the order of `HEXES`.
        corner: the corner hex of token A.
        clockwise: the direction of the spiral; the 2025 rulebook says counter-clockwise.
        frame: order of the frame pieces, clockwise from the top side.

    Raises:
        LayoutError: `corner` is none of the six, or the terrains or the frame are impossible.
    """
    if len(frame) != FRAME_PIECES:
        raise layout.LayoutError(_NO_SUCH_FRAME)
    if corner not in geometry.CORNER_HEXES:
        raise layout.LayoutError(
            sentence(
                "{corner} is not a corner hex of the island; those are {known}",
                corner=corner,
                known=", ".join(geometry.CORNER_HEXES),
            )
        )
    if len(terrains) != len(geometry.HEXES):
        raise layout.LayoutError(sentence("an island has {count} hexes", count=len(geometry.HEXES)))
    return layout.Layout(
        tuple(terrains), lay_tokens(terrains, corner, clockwise=clockwise), frame_harbors(frame)
    )


Spiral = Literal["counter_clockwise", "clockwise", "random"]
Frame = Literal["any_order", "by_the_numerals"]


def draw_layout(
    order: Callable[[int], Sequence[int]],
    *,
    spiral: Spiral = "counter_clockwise",
    frame: Frame = "any_order",
) -> layout.Layout:
    """Draw a random variable set-up: terrain, the corner of token A, the frame.

    Args:
        order: returns the numbers below its argument in random order.
        spiral: the direction of the tokens; "random": they are shuffled, as in the short rules, which don't
            separate any numbers.
        frame: its pieces in random order, or by the numerals on them.
    """
    box: list[layout.Terrain] = [
        terrain for terrain, count in layout.BOX_TERRAINS.items() for _ in range(count)
    ]
    terrains = [box[n] for n in order(len(box))]
    corner = geometry.CORNER_HEXES[order(len(geometry.CORNER_HEXES))[0]]
    pieces = order(FRAME_PIECES) if frame == "any_order" else NUMERAL_FRAME_ORDER
    island = variable_layout(terrains, corner, clockwise=spiral == "clockwise", frame=pieces)
    if spiral != "random":
        return island
    tokens = [number for number, count in layout.BOX_NUMBERS.items() for _ in range(count)]
    left = iter([tokens[n] for n in order(len(tokens))])
    numbers = tuple(None if terrain == "desert" else next(left) for terrain in terrains)
    return replace(island, numbers=numbers)


def _parse_hex(text: str) -> tuple[layout.Terrain, int | None]:
    terrain, _, number = text.partition(" ")
    return cast(layout.Terrain, terrain), int(number) if number else None


def first_game_layout(
    edition: str = FIRST_GAME_EDITIONS[0], *, tokens: Literal["diagram", "letters"] = "diagram"
) -> layout.Layout:
    """Return the layout of an edition's first-game diagram.

    Args:
        edition: the edition.
        tokens: as the diagram shows them, or A to R in a spiral, clockwise from the left-most forest, so that
            the desert in the middle stays empty (base-game-digest, "Mise en place").

    Raises:
        LayoutError: no diagram of that edition is stored.
    """
    rows = [_parse_hex(text) for text in _first_game_data(edition)["hexes"]]
    terrains = tuple(terrain for terrain, _ in rows)
    numbers = tuple(number for _, number in rows)
    if tokens == "letters":
        forests = [h for h in geometry.RIM if terrains[geometry.HEX_INDEX[h]] == "forest"]
        numbers = lay_tokens(terrains, min(forests, key=geometry.position), clockwise=True)
    return layout.Layout(terrains, numbers, frame_harbors())


def starting_pieces(edition: str = FIRST_GAME_EDITIONS[0]) -> tuple[StartingPieces, ...]:
    """Return the four sets of starting pieces of an edition's first-game diagram.

    Raises:
        LayoutError: no diagram of that edition is stored.
    """
    at = dict(zip(_first_game_data(edition)["hexes"], geometry.HEXES, strict=True))

    def place(names: Sequence[str]) -> tuple[geometry.IntersectionId, geometry.PathId]:
        """Find the intersection of three hexes, and the road whose far end touches the fourth hex."""
        *three, towards = (at[name] for name in names)
        here = next(i for i in geometry.CORNERS[three[0]] if set(three) == set(geometry.HEXES_AT[i]))
        road = next(
            p
            for p in geometry.PATHS_AT[here]
            if any(towards in geometry.HEXES_AT[end] for end in geometry.ENDS[p] if end != here)
        )
        return here, road

    return tuple(
        StartingPieces(pieces["colour"], place(pieces["first"]), place(pieces["starred"]))
        for pieces in _first_game_data(edition)["pieces"]
    )


def stored_diagram(layout: layout.Layout) -> str | None:
    """Return the edition whose first-game diagram has this terrain; None: none is stored."""
    same = (
        edition for edition in FIRST_GAME_EDITIONS if first_game_layout(edition).terrains == layout.terrains
    )
    return next(same, None)


def starred_site(
    colour: geometry.PieceColour, settlements: Collection[geometry.IntersectionId], layout: layout.Layout
) -> geometry.IntersectionId | None:
    """Return which of a player's first settlements is probably starred in the rulebook.

    A stored diagram of this terrain decides. Otherwise the settlement must be the only one beside the terrain
    that a rulebook's text gives. None: neither source names one.
    """
    if (edition := stored_diagram(layout)) is not None:
        stars = {pieces.colour: pieces.starred[0] for pieces in starting_pieces(edition)}
        return stars[colour] if stars.get(colour) in settlements else None
    printed = [sorted(stars[colour]) for stars in _printed_stars() if colour in stars]
    matching = [
        at for at in settlements if sorted(layout.terrain(h) for h in geometry.HEXES_AT[at]) in printed
    ]
    return matching[0] if len(matching) == 1 else None


def _printed_stars() -> list[Mapping[geometry.PieceColour, list[layout.Terrain]]]:
    return [stars for stars in _load_data()["printed_stars"].values() if isinstance(stars, Mapping)]


def _first_game_data(edition: str) -> Mapping[str, Any]:
    try:
        return cast(Mapping[str, Any], _load_data()["first_game"][edition])
    except KeyError:
        known = ", ".join(FIRST_GAME_EDITIONS)
        raise layout.LayoutError(
            sentence(
                "no first-game diagram of {edition} is stored; known: {known}", edition=edition, known=known
            )
        ) from None
