"""The path from serial bytes and a photo of a real board to production over HTTP."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.island.geometry import (
    CORNERS,
    ENDS,
    HEXES,
    HEXES_AT,
    INTERSECTIONS,
    NEIGHBOURS,
    PATHS_AT,
    IntersectionId,
)
from companion.sources.tower.stand_ins.virtual_tower import VirtualTower
from tests.shared_files import PHOTOS, skip_without
from vision.board import read_board

PHOTO = PHOTOS / "board" / "standard" / "red-table-empty.jpg"
RESOURCE = {
    "hills": "brick", "forest": "lumber", "pasture": "wool", "fields": "grain", "mountains": "ore",
}  # fmt: skip
COLOURS = ("red", "blue", "orange")
PLAYERS = "Ana:red,Ben:blue,Cyr:orange"

pytestmark = [skip_without(PHOTO), pytest.mark.slow]

Island = dict[str, tuple[str, int | None]]


@pytest.fixture(scope="module")
def labelled_island() -> Island:
    """A person's label for each hex of the photo, by the id that the reader assigns to its place."""
    label = json.loads(Path(f"{PHOTO}.json").read_text("utf-8"))
    image = cv2.imread(str(PHOTO))
    assert image is not None
    island: Island = {}
    for seen in read_board(image).hexes:
        at = np.array(seen.at)
        nearest = min(label["hexes"], key=lambda h: float(np.linalg.norm(np.array(h["at"]) - at)))
        island[seen.id] = (nearest["terrain"], nearest["number"])
    assert len(island) == len(HEXES)
    return island


def wealthy_sites(island: Island) -> list[IntersectionId]:
    """Six intersections with three producing hexes each, none beside another."""
    taken: set[str] = set()
    sites = []
    for i in INTERSECTIONS:
        if len(HEXES_AT[i]) == 3 and all(island[h][1] for h in HEXES_AT[i]) and i not in taken:
            sites.append(i)
            taken |= {i, *NEIGHBOURS[i]}
    return sites[: 2 * len(COLOURS)]


def owed(
    island: Island, settlements: dict[str, list[IntersectionId]], total: int, robber: str
) -> dict[str, Counter[str]]:
    """Compute the production of each colour from the labels."""
    takes: dict[str, Counter[str]] = {}
    for h in HEXES:
        terrain, number = island[h]
        if number != total or h == robber:
            continue
        for colour, sites in settlements.items():
            count = sum(i in CORNERS[h] for i in sites)
            if count:
                takes.setdefault(colour, Counter())[RESOURCE[terrain]] += count
    return takes


def takes_by_colour(roll: dict[str, Any]) -> dict[str, Counter[str]]:
    return {take["colour"]: Counter(take["cards"]) for take in roll["takes"]}


def place_founding_pieces(served: Any, island: Island) -> dict[str, list[IntersectionId]]:
    """Founding placements, entered in their order; the settlements by colour."""
    settlements: dict[str, list[IntersectionId]] = {colour: [] for colour in COLOURS}
    order = [*COLOURS, *reversed(COLOURS)]
    for colour, site in zip(order, wealthy_sites(island), strict=True):
        assert served.enter(kind="place", piece="settlement", at=site)["violations"] == []
        road = next(p for p in PATHS_AT[site] if p in ENDS)
        assert served.enter(kind="place", piece="road", at=road)["violations"] == []
        settlements[colour].append(site)
    return settlements


def test_serial_dice_and_a_photographed_island_give_production(
    serve: Callable[..., Any],
    tower: VirtualTower,
    journal: Path,
    labelled_island: Island,
    wait: Callable[[Callable[[], Any], str], Any],
) -> None:
    arguments = ("--journal", str(journal), "--tower", tower.port, "--camera", str(PHOTO))
    served = serve(*arguments, "--players", PLAYERS)
    wait(lambda: served.view()["layout"], "the island")

    read = served.view()["layout"]["hexes"]
    assert {h: (lies["terrain"], lies["number"]) for h, lies in read.items()} == labelled_island
    desert = next(h for h, (terrain, _) in labelled_island.items() if terrain == "desert")
    assert served.view()["robber"] == desert

    settlements = place_founding_pieces(served, labelled_island)
    assert served.view()["phase"] == "play"
    cards = {
        colour: sum(labelled_island[h][1] is not None for h in HEXES_AT[sites[1]])
        for colour, sites in settlements.items()
    }

    def throw(a: int, b: int) -> dict[str, Any]:
        wait(lambda: tower.is_counting, "the tower to be heard")
        if served.view()["roll"]:
            # Two throws in a row, with nothing between them, may be one that was thrown again.
            served.enter(kind="end_turn")
        before = served.view()["log"][-1]["number"]
        tower.roll(a, b)
        tower.empty_pockets()

        def view_after_roll() -> dict[str, Any] | None:
            view: dict[str, Any] = served.view()
            new = [line for line in view["log"] if line["number"] > before]
            return view if any(line["event"]["kind"] == "roll" for line in new) else None

        view: dict[str, Any] = wait(view_after_roll, f"the roll of {a} and {b}")
        assert view["roll"]["dice"] == [a, b]
        return view

    def check(view: dict[str, Any]) -> None:
        expected = owed(labelled_island, settlements, sum(view["roll"]["dice"]), view["robber"])
        assert takes_by_colour(view["roll"]) == expected
        for colour, take in expected.items():
            cards[colour] += take.total()
        assert {p["colour"]: p["cards"] for p in view["players"]} == cards
        assert {p["colour"]: p["points"] for p in view["players"]} == dict.fromkeys(COLOURS, 2)

    for dice in ((3, 3), (4, 4), (5, 4), (2, 3)):
        check(throw(*dice))

    # The plug is pulled in the middle of an evening. On the photo nothing was ever built: each look doubts
    # what people entered, and what a look leaves in doubt is not kept, it looks again.
    def view_without_estimates() -> dict[str, Any]:
        view: dict[str, Any] = served.view()
        for player in view["players"]:
            del player["cards_likely"]
        return view

    shown = view_without_estimates()
    served.kill()
    served = serve(*arguments)
    assert view_without_estimates() == shown
    check(throw(4, 6))

    # And once more, with a roll on the line that nobody has acknowledged.
    wait(lambda: tower.is_counting, "the tower to be heard")
    served.kill()
    tower.roll(5, 6)
    served = serve(*arguments)
    view = wait(lambda: v if (v := served.view())["roll"]["dice"] == [5, 6] else None, "the roll again")
    check(view)
    turns = [line for line in view["log"] if line["event"]["kind"] == "roll"]
    assert [line["event"]["dice"] for line in turns] == [[3, 3], [4, 4], [5, 4], [2, 3], [4, 6], [5, 6]]
    assert all(line["violations"] == [] for line in view["log"])
    assert served.terminate() == 0
