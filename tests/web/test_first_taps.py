"""The number of taps from the start page to the first roll, counted in the browser.

Four people who were never here type their names; the letters go to the device's own keyboard and don't count,
the tap on each field does. Each tap is the browser's own, where the thing stands (tests/web/fingers.py).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import PlaceRoad, PlaceSettlement
from companion.island.geometry import HEXES, IntersectionId, PathId
from companion.island.reading import HexReading, IslandReading
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.observations import IslandSeen
from companion.table.table import Table
from tests.games.simulated_camera import SimulatedCamera
from tests.table_views import view
from tests.web.beginning import FIRST_ROUND, NAMES, SECOND_ROUND

pytestmark = pytest.mark.browser

COUNT_TOUCHES: Final = """(() => {
  window.touched = 0;
  addEventListener("pointerup", (event) => (window.touched += event.isTrusted ? 1 : 0), true);
})()"""
NEWCOMERS: Final = list(NAMES.values())
PLACEMENTS: Final = (*FIRST_ROUND[:3], "i-1,-7 p0,-5", *SECOND_ROUND[:0:-1], "i7,1 p5,0")
"""A settlement and a road of each, in the order in which they are put down, by the rules."""
WITHOUT_A_CAMERA: Final = 25
WITH_A_CAMERA: Final = 8
BEGINNERS: Final = 15


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        yield Table(journal, itertools.count(0.0, 0.5).__next__)


@pytest.fixture
def page(visit: Callable[..., Page], serve: Any, table: Table) -> Page:
    opened = visit(serve(table), has_touch=True)
    opened.evaluate(COUNT_TOUCHES)
    return opened


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def sit_down(page: Page) -> None:
    button(page, "New game").tap()
    for seat, name in enumerate(NEWCOMERS, 1):
        field = page.get_by_label(f"Name of player {seat}", exact=True)
        field.tap()
        page.keyboard.type(name)
    button(page, "Start").tap()
    expect(page.locator("#title")).to_have_text("Setting up the island")


def roll(page: Page, table: Table) -> None:
    page.get_by_role("group", name="What was rolled?").get_by_role("button", name="8", exact=True).tap()
    expect(page.locator("#roll .sum")).to_have_text("8")
    assert view(table)["roll"]["sum"] == 8


@pytest.mark.slow
def test_without_a_camera_four_newcomers_roll_after_25_taps(page: Page, table: Table) -> None:
    sit_down(page)
    button(page, "Draw an island at random").tap()
    button(page, "Confirm").tap()
    for name in (*NEWCOMERS, *reversed(NEWCOMERS)):
        for piece in ("settlement", "road"):
            expect(page.locator("#to-do")).to_contain_text(f"{name} puts down a {piece}")
            expect(page.locator(".map.tap-guard")).to_have_count(0)
            page.locator(".site-due").first.tap()
    expect(page.locator("#to-do")).to_contain_text("Ana rolls the dice")
    roll(page, table)
    assert page.evaluate("touched") <= WITHOUT_A_CAMERA
    assert [player["name"] for player in view(table)["players"]] == NEWCOMERS
    assert [line["violations"] for line in view(table)["log"] if line["violations"]] == []


@pytest.mark.slow
def test_four_newcomers_roll_in_the_beginners_game_after_15_taps(page: Page, table: Table) -> None:
    sit_down(page)
    page.locator("#to-do button.primary").tap()
    button(page, "Confirm").tap()
    expect(page.locator("#to-do")).to_contain_text("Ana rolls the dice")
    roll(page, table)
    assert page.evaluate("touched") <= BEGINNERS
    assert len(view(table)["pieces"]) == 16


def test_starting_resources_are_shown_next_to_the_first_roll_s_keypad(page: Page, table: Table) -> None:
    table.start_game(
        {
            "game": "base",
            "players": [{"name": name, "colour": colour} for colour, name in NAMES.items()],
            "options": {"setup": "first_game"},
        }
    )
    table.submit({"kind": "lay_island", "as": "entered"})
    takes = page.locator("#roll .dealt .take")
    expect(takes).to_contain_text(NEWCOMERS)
    expect(takes.first).to_have_attribute("aria-label", "Ana takes 1 lumber, 1 brick, 1 grain")
    roll(page, table)
    expect(page.locator("#roll .dealt")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.smoke
def test_with_a_camera_four_newcomers_roll_after_8_taps(page: Page, table: Table) -> None:
    sit_down(page)
    island = first_game_layout()
    hexes = {at: HexReading({island.terrain(at): 0.9}, {island.number(at): 0.8}) for at in HEXES}
    harbors = {path: {kind: 0.9} for path, kind in island.harbors}
    table.observe(IslandSeen(10.0, "camera", IslandReading(hexes, harbors)))
    button(page, "Confirm").tap()
    expect(page.locator("#to-do")).to_contain_text("Ana puts down a settlement")
    found_settlements(table)
    expect(page.locator("#to-do")).to_contain_text("Ana rolls the dice")
    roll(page, table)
    assert page.evaluate("touched") <= WITH_A_CAMERA
    assert len(view(table)["pieces"]) == 16
    assert [line["violations"] for line in view(table)["log"] if line["violations"]] == []


def found_settlements(table: Table) -> None:
    """Everybody puts down two settlements and two roads, under the camera."""
    eyes, now = SimulatedCamera(), itertools.count(20.0, 4.0)
    assert table.session is not None
    state = table.session.state
    table.observe(eyes.look(state, next(now)))
    for colour, placed in zip((*NAMES, *reversed(NAMES)), PLACEMENTS, strict=True):
        settlement, road = placed.split()
        for event in (PlaceSettlement(colour, IntersectionId(settlement)), PlaceRoad(colour, PathId(road))):  # type: ignore[arg-type]  # the colours of NAMES are plain texts
            state = apply(state, event)
            table.observe(eyes.look(state, next(now)))
            table.observe(eyes.look(state, next(now)))


def lay_terrains(page: Page) -> None:
    """Tap 15 hexes, a terrain after the other; the last terrain fills the rest."""
    terrains = ["desert", *["hills"] * 3, *["mountains"] * 3, *["forest"] * 4, *["pasture"] * 4]
    for at, terrain in zip(HEXES, terrains, strict=False):
        tapped = page.locator(f".hex[data-key='{at}']")
        tapped.tap()
        expect(tapped).to_have_attribute("data-terrain", terrain)


@pytest.mark.slow
def test_any_island_is_entered_with_25_taps(page: Page, table: Table) -> None:
    seats = [{"name": name, "colour": colour} for colour, name in NAMES.items()]
    table.start_game({"game": "base", "players": seats, "options": {}})
    expect(page.locator("#title")).to_have_text("Setting up the island")
    lay_terrains(page)
    page.locator(".hex[data-key='h0,-2']").tap()
    pieces = page.locator(".chip-coast")
    for left in range(6, 1, -1):
        expect(pieces).to_have_count(left)
        pieces.last.tap()
    expect(page.locator("#palette button")).to_have_count(0)
    button(page, "Confirm").tap()
    expect(page.locator("#to-do")).to_contain_text("Ana puts down a settlement")
    assert page.evaluate("touched") <= WITHOUT_A_CAMERA
    layout = view(table)["layout"]
    assert len(layout["hexes"]) == 19
    assert len(layout["harbors"]) == 9
    assert [line["violations"] for line in view(table)["log"] if line["violations"]] == []


@pytest.mark.slow
@pytest.mark.smoke
def test_an_island_is_entered_with_the_palette_by_finger(page: Page, table: Table) -> None:
    seats = [{"name": name, "colour": colour} for colour, name in NAMES.items()]
    table.start_game({"game": "base", "players": seats, "options": {}})
    expect(page.locator("#title")).to_have_text("Setting up the island")
    for at, terrain in (("h0,0", "desert"), ("h1,0", "hills"), ("h0,-2", "hills"), ("h-2,2", "hills")):
        tapped = page.locator(f".hex[data-key='{at}']")
        tapped.tap()
        expect(tapped).to_have_attribute("data-terrain", terrain)
    button(page, "Undo").tap()
    expect(page.locator(".hex[data-key='h-2,2']")).not_to_have_attribute("data-terrain", "hills")
    assert view(table)["entered"]["hexes"].keys() == {"h0,0", "h1,0", "h0,-2"}
