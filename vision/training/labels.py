"""The project's own labels of the licensed board photos."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast, get_args

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import SITES, PieceColour, PieceKind, Site, Standing

_LABELS_FILE: Final = Path(__file__).with_name("labels.json")


SOURCES: Final = ("board/standard", "board/crowded-640", "dice/mixed")
"""Folders of photos for training: each of one set, camera and table, or of a few."""


def board_labels(without: str | Sequence[str] | None = None) -> dict[str, Any]:
    """Load the labels by photo path below the photo folder: homography, terrains, tokens, frame.

    Args:
        without: one or several of `SOURCES` to leave out, for networks to be evaluated on them.
    """
    left_out = tuple(f"{source}/" for source in ([without] if isinstance(without, str) else without or ()))
    labels: dict[str, Any] = json.loads(_LABELS_FILE.read_text("utf-8"))
    return {name: label for name, label in labels.items() if not name.startswith(left_out)}


def feasible_shares(shares: Sequence[float], pools: Iterable[Collection[Any]]) -> NDArray[np.float64]:
    """Return sampling shares limited to the kinds that the photos contain.

    Args:
        shares: the desired share of each kind.
        pools: the available samples of each kind.

    Returns:
        Shares that sum to one, 0 for kinds without samples; all 0 if there are no samples at all.
    """
    available = np.array([share if pool else 0.0 for share, pool in zip(shares, pools, strict=True)])
    return available / (available.sum() or 1.0)


def unboxed_pieces(own: Mapping[str, Any]) -> dict[Site, Standing]:
    """Return the pieces in a photo that its source has not boxed, from the project's own label.

    Raises:
        ValueError: an unknown site or piece.
    """
    pieces = {}
    for site, description in own.get("unboxed", {}).items():
        kind, _, colour = description.partition(" ")
        if site not in SITES or kind not in get_args(PieceKind) or colour not in get_args(PieceColour):
            raise ValueError(f"{description} on {site}")
        pieces[cast(Site, site)] = Standing(cast(PieceKind, kind), cast(PieceColour, colour))
    return pieces
