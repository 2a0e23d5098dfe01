"""`companion read board`: the island in each photo and what stands on it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.cli.read.photos import Picture, Said, add_photos, read_all
from companion.island.pieces import Standing
from vision.alternatives import Question, alternatives, or_none
from vision.board import BoardReading, read_board
from vision.draw import draw_reading

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_parser(kinds: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `board` to what can be read."""
    board = kinds.add_parser("board", help="the island in each photo and what stands on it")
    add_photos(board)
    board.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read the photos and print what they show; returns the exit status."""
    return read_all(args, _read)


def _read(picture: Picture) -> Said:
    reading = read_board(picture)
    return Said(
        json=to_json(reading),
        text=to_text(reading),
        draw=lambda: draw_reading(picture, reading),
        found=reading.found,
    )


def _most_likely(shares: Mapping[Any, float]) -> Any:
    return max(shares.items(), key=lambda item: item[1])[0]


def to_json(reading: BoardReading) -> dict[str, Any]:
    """A board's reading in the form of the format notes."""
    said: dict[str, Any] = {"found": reading.found}
    if not reading.found:
        said["why"] = reading.why
    said["hexes"] = [
        {
            "at": [round(seen.at[0], 1), round(seen.at[1], 1)],
            "terrain": _most_likely(seen.reading.terrain),
            "number": _most_likely(seen.reading.number),
            "confidence": round(seen.reading.confidence, 4),
        }
        for seen in reading.hexes
    ]
    said["harbors"] = [
        {
            "at": [round(seen.at[0], 1), round(seen.at[1], 1)],
            "kind": seen.kind,
            "confidence": round(seen.confidence, 4),
        }
        for seen in reading.harbors
    ]
    said["pieces"] = [
        {
            "at": [round(seen.at[0], 1), round(seen.at[1], 1)],
            "kind": seen.standing.kind,
            "colour": seen.standing.colour,
            "confidence": round(seen.confidence, 4),
        }
        for seen in reading.sites
        if seen.standing is not None
    ]
    robber = reading.robber
    said["robber"] = robber and {
        "at": [round(robber.at[0], 1), round(robber.at[1], 1)],
        "confidence": round(robber.confidence, 4),
    }
    return said | {"seconds": round(reading.seconds, 3)}


def to_text(reading: BoardReading) -> str:
    """A board's reading for people: a line a hex, a harbor, a piece, with what it may be instead."""
    if not reading.found:
        return reading.why
    lines = [f"an island (fit {reading.quality:.0%}, {reading.seconds:.2f} s)"]
    for seen in reading.hexes:
        terrain, number = _most_likely(seen.reading.terrain), _most_likely(seen.reading.number)
        others = _others("terrain", seen.reading.terrain, terrain)
        others += _others("number", seen.reading.number, number)
        lines.append(
            f"  {seen.id:<6} {terrain:<10} {'-' if number is None else number:>2}"
            f"  {seen.reading.confidence:4.0%}  at {seen.at[0]:.0f}, {seen.at[1]:.0f}{others}"
        )
    for harbor in reading.harbors:
        said, (x, y) = f"harbor {harbor.kind}", harbor.at
        others = _others("harbor", or_none(harbor.shares), harbor.kind)
        lines.append(f"  {harbor.id:<6} {said:<17}  {harbor.confidence:4.0%}  at {x:.0f}, {y:.0f}{others}")
    for piece in reading.sites:
        others = _others("piece", piece.shares, piece.standing)
        if piece.standing is not None or others:
            said, (x, y) = _worded(piece.standing), piece.at
            lines.append(f"  {piece.id:<6} {said:<17}  {piece.confidence:4.0%}  at {x:.0f}, {y:.0f}{others}")
    if reading.robber is not None:
        others = _others("robber", reading.robber_shares, reading.robber.hex)
        lines.append(f"  {reading.robber.hex:<6} {'robber':<17}  {reading.robber.confidence:4.0%}{others}")
    return "\n".join(lines)


def _others(question: Question, shares: Mapping[Any, float], said: Any) -> str:
    """What something may be besides what was said, as the end of its line."""
    return "".join(f", or {_worded(each)}" for each in alternatives(question, shares) if each != said)


def _worded(told: Any) -> str:
    if told is None:
        return "nothing"
    return f"{told.kind} {told.colour}" if isinstance(told, Standing) else str(told)
