"""Motion on the island explains what happened, after it is shown, and only to whoever wants any."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from companion.journal import Journal
from companion.table.table import Table
from tests.beginnings import Seconds
from tests.web.beginning import begin
from tests.web.conftest import FakeTable
from web import WebServer

Look = Callable[..., Page]

NOTED = """() => {
  window.moved = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, timing) {
    window.moved.push([this.getAttribute("class"), frames.at(-1), timing.duration]);
    return animate.call(this, frames, timing);
  };
}"""


def moved(page: Page, table: FakeTable, **values: Any) -> list[Any]:
    """What moves once the view has changed so: which thing, how it ends, how long it takes."""
    page.evaluate(NOTED)
    table.change_view(robber="h0,0", **values)
    expect(page.locator(".robber[data-at='h0,0']")).to_have_count(1)
    found: list[Any] = page.evaluate("window.moved")
    return found


def test_the_robber_slides_to_where_it_is_shown_already(look: Look, table: FakeTable) -> None:
    (what, ends, takes_ms), *others = moved(look(table), table)
    assert (what, ends, others) == ("robber", {"translate": "0px 0px"}, [])
    assert takes_ms <= 900


def test_a_piece_that_is_put_down_drops(look: Look, table: FakeTable) -> None:
    pieces = table.snapshot()["game"]["view"]["pieces"]
    road = {"at": "p0,1", "kind": "road", "colour": "red"}
    fell = moved(look(table), table, pieces=[*pieces, road])
    assert [what for what, *_ in fell] == ["piece road", "robber"]


def test_who_wants_less_motion_is_shown_the_end(look: Look, table: FakeTable) -> None:
    assert moved(look(table, reduced_motion="reduce"), table) == []


def test_dice_that_were_rolled_just_now_tumble_to_their_faces(look: Look, table: FakeTable) -> None:
    log = table.snapshot()["game"]["view"]["log"]
    roll = {**log[-2], "number": log[-1]["number"] + 1}
    tumbled = [each for each in moved(look(table), table, log=[*log, roll]) if each[0] == "die"]
    assert [ends["rotate"] for _, ends, _ in tumbled] == ["0deg", "0deg"]
    assert all(takes_ms <= 900 for *_, takes_ms in tumbled)


def flown(page: Page, table: FakeTable, event: dict[str, Any], **values: Any) -> list[Any]:
    """What cards fly once this happened: the class of each, and how long it takes with its delay."""
    log = table.snapshot()["game"]["view"]["log"]
    page.evaluate(NOTED.replace("timing.duration", "timing.duration + (timing.delay ?? 0)"))
    version = table.change_view(
        log=[*log, {**log[-2], "number": log[-1]["number"] + 1, "event": event}], turn=13, **values
    )
    assert version
    expect(page.locator("#title")).to_have_text("Turn 13")
    found = [each for each in page.evaluate("window.moved") if (each[0] or "").startswith("flying-card")]
    return [(what, takes_ms <= 900) for what, _, takes_ms in found]


def test_cards_of_a_roll_fly_from_the_hexes_that_produced_them(look: Look, table: FakeTable) -> None:
    page = look(table)
    # Lumber of the 8 in the forest; the ore of its 8 in the mountains.
    assert (
        flown(page, table, {"kind": "roll", "player": "red", "dice": [3, 5]}) == [("flying-card", True)] * 5
    )
    expect(page.locator(".flying-card")).to_have_count(0)


def test_a_stolen_card_crosses_face_down(look: Look, table: FakeTable) -> None:
    page = look(table)
    stolen = {"kind": "steal", "player": "red", "from": "blue", "resource": None}
    assert flown(page, table, stolen) == [("flying-card face-down", True)]
    expect(page.locator(".flying-card")).to_have_count(0)


def test_no_card_flies_for_who_wants_less_motion(look: Look, table: FakeTable) -> None:
    stolen = {"kind": "steal", "player": "red", "from": "blue", "resource": None}
    assert flown(look(table, reduced_motion="reduce"), table, stolen) == []


def holding(table: FakeTable, colour: str) -> list[dict[str, Any]]:
    """The players, with the longest road's card at one of them."""
    players: list[dict[str, Any]] = table.snapshot()["game"]["view"]["players"]
    return [{**player, "longest_road": player["colour"] == colour} for player in players]


def test_the_longest_road_draws_itself_and_its_card_travels(look: Look, table: FakeTable) -> None:
    page = look(table)
    crossed = moved(page, table, players=holding(table, "red"))
    assert [what for what, *_ in crossed] == ["robber", "road-drawn", "flying-card", "stat badge"]
    assert all(takes_ms <= 900 for *_, takes_ms in crossed)
    expect(page.locator(".road-drawn, .flying-card")).to_have_count(0)
    # Who has it by now is shown at once, and nothing moves as the page is drawn again.
    expect(page.locator(".player[data-colour=red] [data-stat=road_length]")).to_contain_text("Longest road")


def test_a_bank_that_has_too_little_says_so_where_it_does(look: Look, table: FakeTable) -> None:
    page = look(table)
    view = table.snapshot()["game"]["view"]
    bank = page.locator("#bank [data-resource=wool]")
    expect(bank).to_have_class("count count-none card-gone count-short")
    expect(bank).to_contain_text("run out")
    roll = {**view["roll"], "dice": [1, 1], "sum": 2}
    log = view["log"]
    thrown = {**log[-2], "number": log[-1]["number"] + 1}
    shaken = moved(page, table, bank={**view["bank"], "wool": 1}, roll=roll, log=[*log, thrown])
    assert any("count-short" in what for what, *_ in shaken)
    expect(bank).to_contain_text("too few")
    # The pasture whose number was rolled.
    expect(page.locator(".hex-rolled .not-given")).to_have_count(1)


def test_a_card_that_comes_flies_into_the_own_hand_on_a_phone(
    visit: Look, serve: Callable[..., WebServer], tmp_path: Path
) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        table = begin(Table(journal, Seconds()), 3)
        page = visit(
            serve(table), "phone", "red", "Ana", path="phone", viewport={"width": 390, "height": 844}
        )
        ore = page.locator("#hand [data-resource=ore]")
        expect(ore.locator("b")).to_have_text("1")
        page.evaluate(NOTED)
        table.submit({"kind": "roll", "dice": {"sum": 8}})
        expect(ore.locator("b")).to_have_text("2")
        (flown, ends, takes_ms), (_, ticked, _) = page.evaluate("window.moved")
        assert "card" in flown
        assert ends["translate"] == "0 0"
        assert takes_ms <= 900
        assert ticked == {"scale": 1}
        table.stop()
