"""How the table's page lies and sounds on its device: what each device chooses, and keeps."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.waiting import wait_until

LIVE = "body[data-connection=live]"
TURN = "Turn the island to the {side}"

POINTS = """[...document.querySelectorAll(".hex polygon, .harbor circle")].flatMap((node) => {
  const points = node.points ? [...node.points] : [{ x: node.cx.baseVal.value, y: node.cy.baseVal.value }];
  const seen = points.map(({ x, y }) => new DOMPoint(x, y).matrixTransform(node.getScreenCTM()));
  return seen.map(({ x, y }) => [x, y]);
})"""
"""Where the corners of the hexes and the middles of the harbors are on the screen."""

COVERED = """[...document.querySelectorAll(".harbor")].filter((harbor) => {
  harbor.scrollIntoView({ block: "center" });
  const { x, y, width, height } = harbor.querySelector("circle").getBoundingClientRect();
  const reached = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]].map(([right, down]) =>
    document.elementFromPoint(x + right * width, y + down * height));
  return !reached.every((node) => node?.closest(".map"));
}).map((harbor) => harbor.dataset.key)"""
"""The harbors on which something lies that is no part of the island."""

Look = Callable[..., Page]


def settings(page: Page) -> Any:
    """The settings' dialog, opened."""
    page.get_by_role("button", name="View and sound").click()
    return page.get_by_role("dialog")


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def reload(page: Page) -> None:
    page.reload()
    page.wait_for_selector(LIVE)


@pytest.fixture
def page(look: Look, table: Any) -> Page:
    """A page of its own: what it keeps is nobody else's."""
    return look(table)


class TestTheIsland:
    def test_is_turned_in_steps_and_the_device_keeps_it(self, page: Page) -> None:
        for _ in range(3):
            page.get_by_role("button", name=TURN.format(side="right")).click()
        reload(page)
        north, east = middle(page, ".hex[data-key='h0,-2']"), middle(page, ".hex[data-key='h2,-2']")
        # What lay side by side, the one to the west first, lies one below the other.
        assert north[0] == pytest.approx(east[0], abs=2)
        assert north[1] < east[1]

    @pytest.mark.parametrize("size", [(1280, 800), (1024, 600), (390, 844)])
    def test_nothing_lies_over_a_harbor_whichever_way_it_lies(
        self, look: Look, table: Any, size: tuple[int, int]
    ) -> None:
        width, height = size
        page = look(table, viewport={"width": width, "height": height}, has_touch=True)
        for turned in range(12):
            assert page.evaluate(COVERED) == [], f"turned {turned} times"
            page.get_by_role("button", name=TURN.format(side="right")).click()

    def test_its_numbers_stay_upright_whichever_way_it_lies(self, page: Page) -> None:
        page.get_by_role("button", name=TURN.format(side="left")).click()
        number = page.locator(".hex[data-key='h1,0'] .token-number")
        turn = number.evaluate("node => Math.atan2(node.getScreenCTM().b, node.getScreenCTM().a)")
        assert turn == pytest.approx(0.0, abs=0.01)

    @pytest.mark.parametrize("degrees", [90, 150, 300])
    def test_all_of_it_is_seen(self, look: Look, table: Any, degrees: int) -> None:
        page = look(table)
        page.evaluate("degrees => localStorage.setItem('companion.island', degrees)", degrees)
        reload(page)
        frame = page.locator("#island").bounding_box()
        assert frame is not None
        for x, y in page.evaluate(POINTS):
            assert frame["x"] < x < frame["x"] + frame["width"]
            assert frame["y"] < y < frame["y"] + frame["height"]

    def test_a_tap_means_what_lies_under_it(self, page: Page, table: Any) -> None:
        page.get_by_role("button", name=TURN.format(side="right")).click()
        page.mouse.click(*middle(page, ".site[data-key='i-1,-1']"))
        expect(page.get_by_role("dialog")).to_contain_text("Ana: settlement")

    def test_an_arrow_leads_where_it_points(self, page: Page) -> None:
        for _ in range(3):
            page.get_by_role("button", name=TURN.format(side="right")).click()
        page.locator(".site[tabindex='0']").focus()
        place = "(([x, y]) => [x, y])(Object.values(document.activeElement.getBoundingClientRect().toJSON()))"
        before = page.evaluate(place)
        page.keyboard.press("ArrowDown")
        after = page.evaluate(place)
        assert after[1] > before[1]

    def test_it_can_lie_as_the_camera_sees_it(self, page: Page, table: Any) -> None:
        expect(settings(page).get_by_role("button", name="as the camera sees it")).to_have_count(0)
        page.keyboard.press("Escape")

        def follow(snapshot: dict[str, Any]) -> None:
            snapshot["camera_turn"] = -14.0
            snapshot["game"]["view"]["turn"] = 13

        table.change(follow)
        # The settings are drawn as they are opened.
        expect(page.locator("#title")).to_have_text("Turn 13")
        settings(page).get_by_role("button", name="as the camera sees it").click()
        number = page.locator(".turned")
        turn = number.evaluate("node => Math.atan2(node.getScreenCTM().b, node.getScreenCTM().a)")
        assert turn == pytest.approx(-0.2443, abs=0.01)


class TestThePage:
    def test_faces_another_seat_and_the_device_keeps_it(self, page: Page) -> None:
        settings(page).get_by_role("button", name="across").click()
        page.get_by_role("dialog").get_by_role("button", name="Done").click()
        assert middle(page, "#actions")[1] < 100
        reload(page)
        assert middle(page, "#actions")[1] < 100
        assert middle(page, "#roll")[0] < 640

    def test_the_island_stays_as_it_lies_on_the_table(self, page: Page) -> None:
        settings(page).get_by_role("button", name="left", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Done").click()
        north, south = middle(page, ".hex[data-key='h0,-2']"), middle(page, ".hex[data-key='h0,2']")
        assert north[1] < south[1]

    def test_turned_it_takes_taps_as_before(self, page: Page, table: Any) -> None:
        settings(page).get_by_role("button", name="right", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Done").click()
        page.mouse.click(*middle(page, ".site[data-key='i-1,-1']"))
        expect(page.get_by_role("dialog")).to_contain_text("Ana: settlement")

    def test_faces_whoever_is_on_turn_by_itself_where_that_is_wished(self, page: Page, table: Any) -> None:
        faced = page.locator(":root")
        dialog = settings(page)
        dialog.get_by_label("By itself whoever is on turn").check()
        # Ben doesn't sit at the left, as the others' order would have it, but across.
        dialog.get_by_role("group", name="Ben").get_by_label("across").check()
        table.change_view(on_turn="blue")
        expect(page.locator(".on-turn .player-name")).to_have_text("Ben")
        # Not while something is open.
        expect(faced).to_have_attribute("data-page", "0")
        dialog.get_by_role("button", name="Done").click()
        expect(faced).to_have_attribute("data-page", "180")
        table.change_view(on_turn="white")
        expect(faced).to_have_attribute("data-page", "270")
        reload(page)
        settings(page).get_by_label("By itself whoever is on turn").uncheck()
        page.get_by_role("dialog").get_by_role("button", name="Done").click()
        table.change_view(on_turn="red", turn=13)
        expect(page.locator("#title")).to_have_text("Turn 13")
        expect(faced).to_have_attribute("data-page", "270")

    def test_is_light_or_dark_as_chosen_whatever_the_device_is(self, look: Look, table: Any) -> None:
        page = look(table, color_scheme="light")
        settings(page).get_by_label("dark", exact=True).check()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        reload(page)
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        settings(page).get_by_role("group", name="Brightness").get_by_label("as the device").check()
        expect(page.locator("html")).to_have_attribute("data-theme", "light")

    def test_the_island_is_painted_or_shown_by_its_signs(self, look: Look, table: Any) -> None:
        page = look(table, contrast="more")
        signs, painted = page.locator(".terrain-sign").first, page.locator(".scenery").first
        expect(signs).to_be_visible()
        expect(painted).to_be_hidden()
        settings(page).get_by_label("painted", exact=True).check()
        expect(painted).to_be_visible()
        expect(signs).to_be_hidden()
        reload(page)
        expect(page.locator("html")).to_have_attribute("data-island", "painted")

    @pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, {"width": 390, "height": 844}])
    def test_every_control_is_as_wide_as_a_finger(self, look: Look, table: Any, size: Any) -> None:
        discard = {"kind": "discard", "colour": "orange", "count": 5}
        table.change_view(to_do=[discard, {"kind": "steal", "colour": "red", "from": ["blue", "white"]}])
        page = look(table, viewport=size, has_touch=True)
        controls = page.locator(".page").locator("button, select, a").all()
        assert len(controls) > 15
        for control in controls:
            box = control.bounding_box()
            assert box is None or min(box["width"], box["height"]) >= 43.5, control.inner_text()

    def test_nothing_moves_where_the_device_wants_that(self, look: Look, table: Any) -> None:
        page = look(table, reduced_motion="reduce")
        assert page.locator(".newest").evaluate("node => getComputedStyle(node).animationName") == "none"


class TestSigns:
    def test_every_player_has_a_shape_beside_the_colour(self, page: Page) -> None:
        def shape(place: str) -> Any:
            return page.locator(place).first.get_attribute("d")

        shapes = {
            c: shape(f".player[data-colour={c}] .crest path") for c in ("red", "blue", "orange", "white")
        }
        assert len(set(shapes.values())) == 4
        for colour, drawn in shapes.items():
            assert shape(f".piece.road[data-colour={colour}] .crest-on") == drawn
            assert shape(f".piece:not(.road)[data-colour={colour}] .crest-on") == drawn

    def test_whose_turn_it_is_stands_with_the_time_it_has_taken(self, page: Page, table: Any) -> None:
        expect(page.locator("#to-do")).to_contain_text("Ana trades and builds")
        # The turn began at 1915, the snapshot was taken at 2000: it shows 1:25, and goes on.
        clock = page.locator(".clock")
        expect(clock).to_have_text(re.compile(r"^1:[2-5]\d$"))
        first = clock.inner_text()
        expect(clock).not_to_have_text(first)
        assert clock.inner_text() > first >= "1:25"

    def test_who_comes_late_sees_the_whole_time(self, look: Look, table: Any) -> None:
        table.seconds = 2000.0 + 3600
        page = look(table)
        # The device's clock stands still, so that the table's can be read to the second.
        page.clock.set_fixed_time("2026-11-22T20:00:00")
        reload(page)
        expect(page.locator(".clock")).to_have_text("1:01:25")

    def test_on_a_seven_the_places_for_the_robber_are_marked(self, page: Page, table: Any) -> None:
        table.change_view(to_do=[{"kind": "move_robber", "colour": "red"}])
        expect(page.locator(".hex-due")).to_have_count(18)
        expect(page.locator(".hex-due[data-key='h1,0']")).to_have_count(0)

    def test_and_then_whom_it_can_rob(self, page: Page, table: Any) -> None:
        city = {"at": "i1,1", "kind": "city", "colour": "blue"}
        elsewhere = {"at": "i-4,-1", "kind": "settlement", "colour": "blue"}
        steal = {"kind": "steal", "colour": "red", "from": ["blue"]}
        table.change_view(to_do=[steal], pieces=[city, elsewhere])
        expect(page.locator(".player.robbable")).to_contain_text("Ben")
        expect(page.locator(".ring-victim")).to_have_count(1)
        assert middle(page, ".ring-victim") == pytest.approx(middle(page, ".site[data-key='i1,1']"), abs=1)

    def test_a_source_is_loud_only_where_somebody_has_to_act(self, page: Page, table: Any) -> None:
        size = "node => parseFloat(getComputedStyle(node).fontSize)"
        quiet = page.locator(".source").evaluate(size)
        sick = {"name": "tower", "health": "fault", "text": "Plug the tower in."}
        table.change(lambda snapshot: snapshot.update(sources=[sick]))
        expect(page.locator(".source")).to_have_attribute("data-health", "fault")
        assert page.locator(".source").evaluate(size) > quiet


# Says nothing, and keeps what it was to say, and how many notes were played. A test's browser has no voices.
EARS = """
window.heard = [];
window.SpeechSynthesisUtterance = class {
  constructor(text) {
    this.text = text;
  }
};
window.speechSynthesis.getVoices = () => ["en-GB", "fr_FR"].map((lang) => ({ lang, localService: true }));
window.speechSynthesis.speak = (said) => window.heard.push([said.lang, said.text]);
window.notes = 0;
for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
  const { start } = prototype;
  prototype.start = function (...given) {
    window.notes += 1;
    return start.apply(this, given);
  };
}
"""


def roll(table: Any) -> None:
    """Blue's turn: a five gives cards to two."""

    def edit(snapshot: dict[str, Any]) -> None:
        view = snapshot["game"]["view"]
        takes = [{"colour": "white", "cards": {"brick": 1}}, {"colour": "red", "cards": {"wool": 2}}]
        view.update(turn=13, on_turn="blue")
        view["roll"] = {"dice": [2, 3], "sum": 5, "player": "blue", "takes": takes, "shortage": []}
        event = {"kind": "roll", "player": "blue", "dice": [2, 3]}
        view["log"].append(
            {"number": 50, "source": "tower", "certainty": 1.0, "event": event, "violations": []}
        )

    table.change(edit)


class TestWhatIsHeard:
    @pytest.fixture
    def listen(self, look: Look, table: Any) -> Callable[..., Page]:
        def open_page(*, locale: str = "en-GB", **switched: str) -> Page:
            page = look(table, locale=locale)
            page.add_init_script(EARS)
            for name, value in switched.items():
                page.evaluate("([k, v]) => localStorage.setItem('companion.' + k, v)", [name, value])
            reload(page)
            return page

        return open_page

    def test_a_table_that_wants_nothing_said_has_quiet(self, listen: Any, table: Any) -> None:
        page = listen()
        roll(table)
        expect(page.locator("#roll .sum")).to_have_text("5")
        assert page.evaluate("[window.heard, window.notes]") == [[], 0]

    def test_a_roll_is_said_as_somebody_at_the_table_would(self, listen: Any, table: Any) -> None:
        page = listen(speech="on")
        roll(table)
        wait_until(page, "window.heard.length")
        said = "Ben rolls 5. Dora takes 1 brick. Ana takes 2 wool."
        assert page.evaluate("window.heard") == [["en", said]]

    def test_the_starting_resources_are_shown_and_said_too(self, listen: Any, table: Any) -> None:
        page = listen(speech="on")
        dealt = [{"colour": "white", "cards": {"ore": 1, "wool": 1}}]
        table.change_view(phase="founding", roll=None, dealt=dealt)
        expect(page.locator(".take[data-colour=white]")).to_have_accessible_name("Dora takes 1 wool, 1 ore")
        wait_until(page, "window.heard.length")
        assert page.evaluate("window.heard")[0][1] == "Dora takes 1 wool, 1 ore."

    def test_in_the_language_of_the_page(self, listen: Any, table: Any) -> None:
        page = listen(locale="fr-FR", speech="on")
        table.change_view(winner="white", phase="over")
        wait_until(page, "window.heard.length")
        ((language, said),) = page.evaluate("window.heard")
        assert language == "fr"
        assert "Dora" in said

    def test_who_needs_help_says_so_and_whoever_gets_the_longest_road(self, listen: Any, table: Any) -> None:
        page = listen(speech="on")

        def change(snapshot: dict[str, Any]) -> None:
            ana, _, _, dora = snapshot["game"]["view"]["players"]
            ana["longest_road"], dora["longest_road"] = True, False
            snapshot["sources"] = [{"name": "tower", "health": "fault", "text": "Plug the tower in."}]

        table.change(change)
        wait_until(page, "window.heard.length")
        assert page.evaluate("window.heard")[0][1] == "Longest road: Ana. Dice tower: Plug the tower in."

    def test_sounds_are_switched_on_and_heard_at_once(self, listen: Any, table: Any) -> None:
        page = listen()
        settings(page).get_by_label("Sounds").check()
        page.get_by_role("dialog").get_by_role("button", name="Done").click()
        wait_until(page, "window.notes")
        sampled = page.evaluate("window.notes")
        roll(table)
        wait_until(page, "sampled => window.notes > sampled", sampled)
        assert page.evaluate("window.heard") == []
