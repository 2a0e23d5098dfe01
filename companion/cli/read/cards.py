"""`companion read cards`: finds the symbol that two round cards share in each photo."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.cli.read.photos import PhotoReading, Picture, add_photo_arguments, read_all
from vision.cards import CardsReading, read_cards
from vision.cards.reading import draw_cards

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_parser(kinds: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cards` to the kinds of photo."""
    cards = kinds.add_parser("cards", help="find the symbol that two cards of Spot it! share, in each photo")
    add_photo_arguments(cards)
    cards.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read the photos, print the readings and return the exit status. An unknown symbol is no failure."""
    return read_all(args, _read_photo)


def _read_photo(picture: Picture) -> PhotoReading:
    reading = read_cards(picture)
    return PhotoReading(
        json=to_json(reading),
        text=to_text(reading),
        draw=lambda: draw_cards(picture, reading),
        found=len(reading.cards) > 1,
    )


def to_json(reading: CardsReading) -> dict[str, Any]:
    """Convert the cards to JSON (docs/spot_it.md). A pair whose common symbol is unknown has no entry."""
    cards = [
        {"at": _round_place(card.centre), "radius": round(card.radius, 1), "colour": None}
        for card in reading.cards
    ]
    common = [
        {
            "cards": list(pair.cards),
            "symbols": [
                {"card": card, "at": _round_place(symbol.at)}
                for card, symbol in zip(pair.cards, (pair.answer.first, pair.answer.second), strict=True)
            ],
            "confidence": round(pair.answer.confidence, 4),
        }
        for pair in reading.pairs
        if pair.answer is not None
    ]
    return {"cards": cards, "common": common, "seconds": round(reading.seconds, 3)}


def _round_place(at: tuple[float, float]) -> list[float]:
    return [round(at[0], 1), round(at[1], 1)]


def to_text(reading: CardsReading) -> str:
    """Format the cards for people: one line for each card and each pair."""
    count = len(reading.cards)
    lines = [f"{'no' if count == 0 else count} card{'' if count == 1 else 's'} ({reading.seconds:.2f} s)"]
    for number, card in enumerate(reading.cards, 1):
        (x, y), radius = card.centre, card.radius
        lines.append(f"  card {number}  at {x:.0f}, {y:.0f}  radius {radius:.0f}")
    for pair in reading.pairs:
        one, other = (n + 1 for n in pair.cards)
        if pair.answer is None:
            lines.append(f"  cards {one} and {other}: the common symbol is unknown")
            continue
        (x1, y1), (x2, y2) = pair.answer.first.at, pair.answer.second.at
        lines.append(
            f"  cards {one} and {other}: the symbol at {x1:.0f}, {y1:.0f} and at {x2:.0f}, {y2:.0f}"
            f"  {pair.answer.confidence:4.0%}"
        )
    return "\n".join(lines)
