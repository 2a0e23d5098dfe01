"""`companion read board`: reads the island and the pieces in each photo."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.cli.read.photos import PhotoReading, Picture, add_photo_arguments, read_all
from companion.island.geometry import Standing
from vision.board import BoardReading, read_board
from vision.board_posterior import Question, add_none_share, alternatives
from vision.draw import draw_reading

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_parser(kinds: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `board` to the kinds of photo."""
    board = kinds.add_parser("board", help="read the island in each photo, and the pieces on it")
    add_photo_arguments(board)
    board.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read the photos, print the readings and return the exit status."""
    return read_all(args, _read_photo)


def _read_photo(picture: Picture) -> PhotoReading:
    reading = read_board(picture)
    return PhotoReading(
        json=to_json(reading),
        text=to_text(reading),
        draw=lambda: draw_reading(picture, reading),
        found=reading.found,
    )


def _likeliest_answer(shares: Mapping[Any, float]) -> Any:
    return max(shares.items(), key=lambda item: item[1])[0]


def to_json(reading: BoardReading) -> dict[str, Any]:
    """Convert a board's reading to JSON (docs/vision.md)."""
    data: dict[str, Any] = {"found": reading.found}
    if not reading.found:
        data["why"] = reading.why
    data["hexes"] = [
        {
            "at": [round(seen.at[0], 1), round(seen.at[1], 1)],
            "terrain": _likeliest_answer(seen.reading.terrain),
            "number": _likeliest_answer(seen.reading.number),
            "confidence": round(seen.reading.confidence, 4),
        }
        for seen in reading.hexes
    ]
    data["harbors"] = [
        {
            "at": [round(seen.at[0], 1), round(seen.at[1], 1)],
            "kind": seen.kind,
            "confidence": round(seen.confidence, 4),
        }
        for seen in reading.harbors
    ]
    data["pieces"] = [
        {
            "at": [round(seen.at[0], 1), round(seen.at[1], 1)],
            "kind": seen.piece.kind,
            "colour": seen.piece.colour,
            "confidence": round(seen.confidence, 4),
        }
        for seen in reading.sites
        if seen.piece is not None
    ]
    robber = reading.robber
    data["robber"] = robber and {
        "at": [round(robber.at[0], 1), round(robber.at[1], 1)],
        "confidence": round(robber.confidence, 4),
    }
    return data | {"seconds": round(reading.seconds, 3)}


def to_text(reading: BoardReading) -> str:
    """Format a board's reading for people: one line for each hex, harbor and piece, with alternatives."""
    if not reading.found:
        return reading.why
    lines = [f"an island (fit {reading.quality:.0%}, {reading.seconds:.2f} s)"]
    for seen in reading.hexes:
        terrain, number = _likeliest_answer(seen.reading.terrain), _likeliest_answer(seen.reading.number)
        others = _alternatives_text("terrain", seen.reading.terrain, terrain)
        others += _alternatives_text("number", seen.reading.number, number)
        others += ", covered" if seen.covered else ""
        lines.append(
            f"  {seen.id:<6} {terrain:<10} {'-' if number is None else number:>2}"
            f"  {seen.reading.confidence:4.0%}  at {seen.at[0]:.0f}, {seen.at[1]:.0f}{others}"
        )
    for harbor in reading.harbors:
        label, (x, y) = f"harbor {harbor.kind}", harbor.at
        others = _alternatives_text("harbor", add_none_share(harbor.shares), harbor.kind)
        lines.append(f"  {harbor.id:<6} {label:<17}  {harbor.confidence:4.0%}  at {x:.0f}, {y:.0f}{others}")
    for piece in reading.sites:
        others = _alternatives_text("piece", piece.shares, piece.piece)
        if piece.piece is not None or others:
            label, (x, y) = _answer_text(piece.piece), piece.at
            lines.append(f"  {piece.id:<6} {label:<17}  {piece.confidence:4.0%}  at {x:.0f}, {y:.0f}{others}")
    if reading.robber is not None:
        others = _alternatives_text("robber", reading.robber_shares, reading.robber.hex)
        lines.append(f"  {reading.robber.hex:<6} {'robber':<17}  {reading.robber.confidence:4.0%}{others}")
    return "\n".join(lines)


def _alternatives_text(question: Question, shares: Mapping[Any, float], answer: Any) -> str:
    """Return the other possible answers as the end of a line."""
    return "".join(f", or {_answer_text(each)}" for each in alternatives(question, shares) if each != answer)


def _answer_text(answer: Any) -> str:
    if answer is None:
        return "nothing"
    return f"{answer.kind} {answer.colour}" if isinstance(answer, Standing) else str(answer)
