"""True content of a picture, from the labels beside the photos and from this project's own.

Everything has its place in pixels of the picture, because readers may rotate the island in their own
affair.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES, Standing, position
from companion.island.layout import HarborKind, Terrain
from vision.lattice import CENTRES, project
from vision.training.labels import board_labels, unboxed_pieces

At = tuple[float, float]


@dataclass(frozen=True)
class Truth:
    """True content of a picture. Unknown parts are omitted and not judged.

    Attributes:
        hexes: centres, with terrain and number (None: no token).
        harbors: middles of coastal paths with a harbor, with its kind (None: not known); None: not known.
        pieces: sites, or where on the picture a piece is, with what stands there.
        exact: whether pieces are labelled by their sites; else by the middles of boxes around them, and one
            that isn't clearly on a site leaves the sites around it unknown.
        robber: the centre of its hex; None: it stands on none.
        robber_known: whether `robber` says anything.
    """

    hexes: tuple[tuple[At, Terrain, int | None], ...]
    harbors: tuple[tuple[At, HarborKind | None], ...] | None
    pieces: tuple[tuple[At, Standing], ...]
    exact: bool
    robber: At | None
    robber_known: bool

    def transform(self, move: NDArray[np.float64]) -> Truth:
        """The same in a picture to which a homography leads from this one."""

        def map_place(place: At) -> At:
            ((x, y),) = project(move, np.array([place]))
            return float(x), float(y)

        return replace(
            self,
            hexes=tuple((map_place(place), terrain, number) for place, terrain, number in self.hexes),
            harbors=self.harbors and tuple((map_place(place), kind) for place, kind in self.harbors),
            pieces=tuple((map_place(place), standing) for place, standing in self.pieces),
            robber=self.robber and map_place(self.robber),
        )


def _point(values: Any) -> At:
    x, y = values
    return float(x), float(y)


def from_label(label: Mapping[str, Any]) -> Truth:
    """A label in the form of readings.md."""
    harbors = label.get("harbors")
    robber = label.get("robber")
    pieces, exact = [], True
    for piece in label["pieces"]:
        if "box" in piece:
            left, top, right, low = piece["box"]
            at, exact = ((left + right) / 2, (top + low) / 2), False
        else:
            at = _point(piece["at"])
        pieces.append((at, Standing(piece["kind"], piece["colour"])))
    return Truth(
        tuple((_point(seen["at"]), seen["terrain"], seen["number"]) for seen in label.get("hexes", ())),
        None if harbors is None else tuple((_point(seen["at"]), seen["kind"]) for seen in harbors),
        tuple(pieces),
        exact,
        None if robber is None else _point(robber["at"]),
        "robber" in label,
    )


def truth_of(photo: Path, photos: Path) -> Truth:
    """Return the truth of a photo: from the label beside it or, if that has no island, from this project's
    labels.

    Args:
        photo: the picture.
        photos: the folder of all real photos.
    """
    label = json.loads(photo.with_name(photo.name + ".json").read_text("utf-8"))
    if "hexes" not in label:
        own = _own(board_labels()[photo.relative_to(photos).as_posix()])
        label = {**label, **own, "pieces": [*label["pieces"], *own["pieces"]]}
    return from_label(label)


def _own(own: Mapping[str, Any]) -> dict[str, Any]:
    """An own label, with places in the plane, in the form of readings.md."""
    plane = np.array(own["plane"])

    def pixel_of(site: str) -> list[float]:
        x, y = project(plane, np.array([position(site)]))[0]
        return [float(x), float(y)]

    label: dict[str, Any] = {
        "hexes": [
            {"at": at.tolist(), "terrain": terrain, "number": number}
            for at, terrain, number in zip(
                project(plane, CENTRES), own["terrains"], own["numbers"], strict=True
            )
        ],
        "pieces": [
            {"at": pixel_of(site), "kind": standing.kind, "colour": standing.colour}
            for site, standing in unboxed_pieces(own).items()
        ],
    }
    if "harbors" in own:
        label["harbors"] = [{"at": pixel_of(path), "kind": kind} for path, kind in own["harbors"].items()]
    if "robber" in own:
        assert own["robber"] is None or own["robber"] in HEXES
        label["robber"] = own["robber"] and {"at": pixel_of(own["robber"])}
    return label
