"""This project's own labels of the licensed photos of boards."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast, get_args

import numpy as np
from numpy.typing import NDArray

from companion.island.pieces import SITES, PieceColour, PieceKind, Site, Standing

_FILE: Final = Path(__file__).with_name("labels.json")


SOURCES: Final = ("board/standard", "board/crowded-640", "dice/mixed")
"""Folders of photos that weights may be trained on: each of one set, camera and table, or of a few."""


def board_labels(without: str | None = None) -> dict[str, Any]:
    """For each photo, by its path below the folder of photos: homography, terrains, tokens, frame.

    Args:
        without: one of `SOURCES` that is left out, for networks that are to be measured on it.
    """
    labels: dict[str, Any] = json.loads(_FILE.read_text("utf-8"))
    return {
        name: label for name, label in labels.items() if not without or not name.startswith(f"{without}/")
    }


def met(shares: Sequence[float], pools: Iterable[Collection[Any]]) -> NDArray[np.float64]:
    """How often each kind is drawn from photos, where those of some sources show none of some kinds.

    Args:
        shares: how often each kind is to be drawn.
        pools: what there is of each.

    Returns:
        Shares that add up to one, 0 of kinds that there is nothing of; all 0 where there is nothing at all.
    """
    there = np.array([share if pool else 0.0 for share, pool in zip(shares, pools, strict=True)])
    return there / (there.sum() or 1.0)


def unboxed(own: Mapping[str, Any]) -> dict[Site, Standing]:
    """Pieces that stand in a photo and that its source put no box around, from an own label of it.

    Raises:
        ValueError: a site or a piece that there is none of.
    """
    pieces = {}
    for at, said in own.get("unboxed", {}).items():
        kind, _, colour = said.partition(" ")
        if at not in SITES or kind not in get_args(PieceKind) or colour not in get_args(PieceColour):
            raise ValueError(f"{said} on {at}")
        pieces[cast(Site, at)] = Standing(cast(PieceKind, kind), cast(PieceColour, colour))
    return pieces
