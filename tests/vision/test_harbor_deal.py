"""Harbor kinds by the similarity of signs, under the deal of the box."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COAST
from companion.island.layout import HARBOR_KINDS, HarborKind
from companion.island.setups import frame_harbors
from vision.sea_frame import PATCH_PX, PLACE_COUNT, SignComparison, kind_probabilities

HARBOR_PATHS = np.array([COAST.index(path) for path, _ in frame_harbors()])
"""Places at which the frame's printed pieces have harbors."""
DEALT_HARBORS: tuple[HarborKind, ...] = (
    "ore", "generic", "generic", "generic", "brick", "wool", "lumber", "generic", "grain",
)  # fmt: skip
"""Nine that no order of the printed pieces shows there."""
INK = {
    "brick": (60, 70, 190), "lumber": (50, 70, 110), "wool": (250, 250, 250), "grain": (60, 200, 245),
    "ore": (125, 115, 110),
}  # fmt: skip


def patch(kind: HarborKind, degrees: float, seed: int) -> NDArray[np.float32]:
    """A sign turned anyhow, on blue sea, and some noise."""
    seen = np.full((PATCH_PX, PATCH_PX, 3), (190, 120, 60), np.uint8)
    cv2.circle(seen, (36, 36), 14, (215, 225, 230), -1, cv2.LINE_AA)
    if kind == "generic":
        cv2.putText(seen, "?", (31, 35), cv2.FONT_HERSHEY_DUPLEX, 0.5, (30, 30, 30), 1, cv2.LINE_AA)
        cv2.putText(seen, "31", (29, 46), cv2.FONT_HERSHEY_DUPLEX, 0.35, (30, 30, 30), 1, cv2.LINE_AA)
    else:
        cv2.ellipse(seen, (36, 33), (8, 5), 0, 0, 360, INK[kind], -1, cv2.LINE_AA)
        cv2.ellipse(seen, (36, 33), (8, 5), 0, 0, 360, (90, 90, 90), 1, cv2.LINE_AA)
        cv2.putText(seen, "21", (29, 46), cv2.FONT_HERSHEY_DUPLEX, 0.35, (30, 30, 30), 1, cv2.LINE_AA)
    move = cv2.getRotationMatrix2D((36, 36), degrees, 1.0)
    turned = cv2.warpAffine(seen, move, (PATCH_PX, PATCH_PX), borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(seed).normal(0, 4, turned.shape)
    return ((turned + noise) / 255).clip(0, 1.5).astype(np.float32)


def signs() -> SignComparison:
    turns = (0, 0, 140, 250, 30, 320, 200, 60, 90)
    return SignComparison.from_patches(
        np.stack(
            [patch(kind, turn, n) for n, (kind, turn) in enumerate(zip(DEALT_HARBORS, turns, strict=True))]
        )
    )


def most_likely_kinds(shares: NDArray[np.float64]) -> tuple[HarborKind, ...]:
    return tuple(HARBOR_KINDS[k] for k in shares.argmax(axis=1))


def own(*pairs: tuple[HarborKind, HarborKind]) -> NDArray[np.float64]:
    """Return the kinds of signs as read by a reader that can't distinguish some kinds."""
    found = np.full((PLACE_COUNT, len(HARBOR_KINDS)), 0.05)
    for n, kind in enumerate(DEALT_HARBORS):
        for each in {kind, *(other for pair in pairs if kind in pair for other in pair)}:
            found[n, HARBOR_KINDS.index(each)] = 1.0
    return found


def test_signs_of_one_kind_are_similar_at_any_rotation() -> None:
    apart = signs().distances
    generic = [n for n, kind in enumerate(DEALT_HARBORS) if kind == "generic"]
    same = [apart[a, b] for a in generic for b in generic if a < b]
    others = [apart[a, b] for a in range(PLACE_COUNT) for b in range(a) if not {a, b} <= set(generic)]
    assert max(same) < 0.6 * min(others)


def test_confused_harbor_kinds_are_resolved_by_the_similarity_of_signs() -> None:
    seen, doubtful = signs(), own(("generic", "ore"), ("generic", "wool"))
    level = np.full(PLACE_COUNT, 0.8)
    assert (
        most_likely_kinds(kind_probabilities(doubtful, seen.distances, level, HARBOR_PATHS)) == DEALT_HARBORS
    )
    assert (
        most_likely_kinds(
            kind_probabilities(doubtful, np.ones((PLACE_COUNT, PLACE_COUNT)), level, HARBOR_PATHS)
        )
        != DEALT_HARBORS
    )


def test_wool_is_the_lighter_of_two_similar_signs() -> None:
    seen, doubtful = signs(), own(("wool", "ore"))
    assert (
        most_likely_kinds(kind_probabilities(doubtful, seen.distances, seen.lightness, HARBOR_PATHS))
        == DEALT_HARBORS
    )
    other_way = kind_probabilities(doubtful, seen.distances, -seen.lightness, HARBOR_PATHS)
    assert most_likely_kinds(other_way)[DEALT_HARBORS.index("wool")] == "ore"


def test_the_printed_frame_fills_in_unreadable_harbors() -> None:
    clear = np.full((PLACE_COUNT, len(HARBOR_KINDS)), 0.02)
    for n, (_, kind) in enumerate(frame_harbors()):
        clear[n, HARBOR_KINDS.index(kind)] = 1.0
    hidden = next(n for n, (_, kind) in enumerate(frame_harbors()) if kind == "grain")
    clear[hidden] = 1.0
    shares = kind_probabilities(
        clear, np.ones((PLACE_COUNT, PLACE_COUNT)), np.full(PLACE_COUNT, 0.8), HARBOR_PATHS
    )
    assert most_likely_kinds(shares) == tuple(kind for _, kind in frame_harbors())
    # Nobody saw it.
    assert 0.8 < shares[hidden].max() < 0.95


def test_clearly_seen_harbors_of_another_edition_are_kept() -> None:
    clear = np.full((PLACE_COUNT, len(HARBOR_KINDS)), 1e-4)
    clear[:, HARBOR_KINDS.index("brick")] = 1.0
    shares = kind_probabilities(
        clear, np.ones((PLACE_COUNT, PLACE_COUNT)), np.full(PLACE_COUNT, 0.8), HARBOR_PATHS
    )
    assert most_likely_kinds(shares) == ("brick",) * PLACE_COUNT
