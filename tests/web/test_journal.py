"""The story, line by line: what of it was otherwise, what never was, what nobody told."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games.base.rules.events import EVENT_TYPES
from companion.games.base.rules.options import Options
from companion.island.geometry import position

PHONE = {"width": 390, "height": 844}

Look = Callable[..., Page]


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def line(page: Page, text: str) -> Locator:
    return page.locator("#log").get_by_role("button", name=text)


def confirm(page: Page, name: str) -> None:
    dialog(page).get_by_role("button", name=name, exact=True).click()
    expect(dialog(page)).to_be_hidden()


def tap_place(page: Page, at: str) -> None:
    """Tap a place on the small island of a dialog."""
    dialog(page).locator(f".sitemap [data-place='{at}']").click(force=True)


class TestALine:
    def test_it_says_who_told_it_and_what_striking_it_out_would_change(self, page: Page, table: Any) -> None:
        table.changes = [{"what": "points", "colour": "blue", "before": 4, "after": 3}]
        line(page, "Ben builds a city").click()
        expect(dialog(page)).to_contain_text("Told by: Tablet")
        expect(dialog(page)).to_contain_text("not enough cards to pay")
        expect(dialog(page).get_by_role("listitem")).to_have_text(["Ben: 4 → 3 points"])
        confirm(page, "Strike this out")
        assert table.inputs == [{"kind": "correct", "entry": 35, "event": None}]

    def test_another_owner(self, page: Page, table: Any) -> None:
        line(page, "Ana builds a road").click()
        changed = dialog(page).get_by_role("button", name="Change it")
        expect(changed).to_be_disabled()
        dialog(page).get_by_text("somebody else?").click()
        dialog(page).get_by_label("Dora").check()
        expect(changed).to_be_enabled()
        expect(dialog(page)).to_contain_text("Nothing else would change.")
        confirm(page, "Change it")
        change = {"kind": "correct", "entry": 39, "change": {"player": "white"}}
        assert table.previewed[-1] == change
        assert table.inputs == [change]

    def test_another_place_is_tapped_on_the_small_island(self, page: Page, table: Any) -> None:
        line(page, "Ana builds a road").click()
        tap_place(page, "p-1,2")
        expect(dialog(page).locator(".place-chosen")).to_have_attribute("data-place", "p-1,2")
        confirm(page, "Change it")
        assert table.inputs == [{"kind": "correct", "entry": 39, "change": {"at": "p-1,2"}}]

    def test_arrows_lead_over_the_small_island(self, page: Page, table: Any) -> None:
        line(page, "Ben moves the robber").click()
        island = dialog(page).get_by_role("slider", name="Where?")
        island.focus()
        page.keyboard.press("ArrowRight")
        expect(dialog(page).locator(".place-chosen")).to_have_attribute("data-place", "h2,0")
        x, y = position("h2,0")
        assert x > position("h1,0")[0]
        assert y == pytest.approx(position("h1,0")[1])
        confirm(page, "Change it")
        assert table.inputs == [{"kind": "correct", "entry": 33, "change": {"to": "h2,0"}}]

    def test_other_dice(self, page: Page, table: Any) -> None:
        line(page, "Ana rolls 3 + 5").click()
        dialog(page).get_by_role("group", name="Die 2").get_by_label("6").check()
        confirm(page, "Change it")
        assert table.inputs == [{"kind": "correct", "entry": 38, "change": {"dice": [3, 6]}}]

    def test_other_cards(self, page: Page, table: Any) -> None:
        line(page, "Ben gives 1 wool to Dora").click()
        gives = dialog(page).get_by_role("group", name="Gives", exact=True)
        gives.get_by_role("button", name="More: grain").click()
        dialog(page).get_by_role("group", name="With whom?").get_by_label("Ana").check()
        confirm(page, "Change it")
        change = {"with": "red", "give": {"wool": 1, "grain": 1}}
        assert table.inputs == [{"kind": "correct", "entry": 36, "change": change}]

    def test_a_phone_that_told_it_is_its_players(self, page: Page, table: Any) -> None:
        table.change(lambda snapshot: snapshot["game"]["view"]["log"][6].update(source="phone:blue"))
        # Nothing on the page tells that it knows already.
        page.reload()
        line(page, "Ben buys a development card").click()
        expect(dialog(page)).to_contain_text("Told by: Ben's phone")

    def test_what_the_game_rests_on_is_not_struck_out(self, page: Page, table: Any) -> None:
        event = {"kind": "layout_set", "layout": {}}
        laid = {"number": 2, "source": "camera", "certainty": 0.9, "event": event, "violations": []}
        table.change_view(log=[laid])
        line(page, "The island is laid").click()
        expect(dialog(page).get_by_role("button")).to_have_text(["It is right", "Cancel"])
        expect(dialog(page)).to_contain_text("What lies otherwise is tapped on the island")
        confirm(page, "It is right")
        assert table.inputs == [{"kind": "confirm", "entry": 2}]

    def test_what_only_its_player_knows_stays_as_it_was_told(self, page: Page, table: Any) -> None:
        line(page, "Ben buys a development card").click()
        dialog(page).get_by_text("somebody else?").click()
        dialog(page).get_by_role("group", name="Who?").get_by_label("Ana").check()
        confirm(page, "Change it")
        assert table.inputs == [{"kind": "correct", "entry": 37, "change": {"player": "red"}}]

    def test_what_the_table_is_not_sure_of_is_confirmed(self, page: Page, table: Any) -> None:
        def unsure(snapshot: dict[str, Any]) -> None:
            snapshot["game"]["view"]["log"][3]["certainty"] = 0.8

        table.change(unsure)
        line(page, "Ben steals a card from Ana ? unsure").click()
        confirm(page, "It is right")
        assert table.inputs == [{"kind": "confirm", "entry": 34}]

    def test_on_a_phone_by_touch(self, look: Look, table: Any) -> None:
        page = look(table, viewport=PHONE, has_touch=True, is_mobile=True)
        line(page, "Ben builds a city").tap()
        box = dialog(page).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE["width"]
        dialog(page).locator(".sitemap [data-place='i4,-2']").tap(force=True)
        dialog(page).get_by_role("button", name="Change it").tap()
        expect(dialog(page)).to_be_hidden()
        assert table.inputs == [{"kind": "correct", "entry": 35, "change": {"at": "i4,-2"}}]


class TestAMonopoly:
    EVENT: ClassVar[dict[str, Any]] = {
        "kind": "play_development_card",
        "player": "red",
        "card": "monopoly",
        "resources": {},
        "resource": "ore",
    }

    def played(self, page: Page, table: Any, **event: Any) -> None:
        entry = {"number": 50, "source": "tablet", "certainty": 1.0, "event": {**self.EVENT, **event}}
        table.change_view(log=[{**entry, "violations": []}])
        line(page, "Ana plays Monopoly: ore").click()

    def test_how_many_each_gave_is_corrected(self, page: Page, table: Any) -> None:
        self.played(page, table, given={"blue": 2, "white": 1})
        gave = dialog(page).get_by_role("group", name="How many does each give?")
        expect(gave.get_by_role("group", name="Ana")).to_be_hidden()
        expect(dialog(page).get_by_role("button", name="Change it")).to_be_disabled()
        gave.get_by_role("button", name="More: Ben").click()
        confirm(page, "Change it")
        change = {"given": {"blue": 3, "orange": 0, "white": 1}}
        assert table.inputs == [{"kind": "correct", "entry": 50, "change": change}]

    def test_nobody_counted_after_all(self, page: Page, table: Any) -> None:
        self.played(page, table, given={"blue": 2})
        dialog(page).get_by_label("Somebody counted").uncheck()
        confirm(page, "Change it")
        assert table.inputs == [{"kind": "correct", "entry": 50, "change": {"given": None}}]

    def test_another_s_monopoly_took_nothing_of_that_player(self, page: Page, table: Any) -> None:
        self.played(page, table, given={"blue": 2, "white": 1})
        dialog(page).get_by_text("somebody else?").click()
        dialog(page).get_by_role("group", name="Who?").get_by_label("Ben").check()
        confirm(page, "Change it")
        change = {"player": "blue", "given": {"white": 1}}
        assert table.inputs == [{"kind": "correct", "entry": 50, "change": change}]

    def test_another_card_took_nothing(self, page: Page, table: Any) -> None:
        self.played(page, table, given={"blue": 2})
        dialog(page).get_by_label("Knight").check()
        expect(dialog(page).get_by_label("Somebody counted")).to_be_hidden()
        confirm(page, "Change it")
        change = {"card": "knight", "resource": None, "given": None}
        assert table.inputs == [{"kind": "correct", "entry": 50, "change": change}]

    def test_before_something_else_too(self, page: Page, table: Any) -> None:
        line(page, "Ana builds a road").click()
        dialog(page).get_by_role("button", name="Before it").click()
        dialog(page).get_by_role("button", name="A development card was played").click()
        dialog(page).get_by_label("Monopoly").check()
        dialog(page).get_by_role("radio", name="ore").check()
        dialog(page).get_by_label("Somebody counted").check()
        dialog(page).get_by_role("button", name="More: Dora").click()
        confirm(page, "It happened")
        event = {**self.EVENT, "given": {"blue": 0, "orange": 0, "white": 1}}
        assert table.inputs == [{"kind": "correct", "before": 39, "event": event}]


STARTED: dict[str, Any] = {
    "kind": "game_started",
    "players": [
        {"name": "Ana", "colour": "red"},
        {"name": "Ben", "colour": "blue"},
        {"name": "Clémentine", "colour": "orange"},
        {"name": "Dora", "colour": "white"},
    ],
    "options": Options().to_json(),
}
SIZES = pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE], ids=["tablet", "phone"])


def begun(table: Any, event: Any) -> None:
    """The story has only this line."""
    entry = {"number": 1, "source": "tablet", "certainty": 1.0, "event": event, "violations": []}
    table.change_view(log=[entry])


class TestHowTheGameStarted:
    @pytest.fixture
    def start(self, look: Look, table: Any) -> Callable[..., Page]:
        def opened(event: Any = STARTED, **options: Any) -> Page:
            begun(table, event)
            page = look(table, **options)
            line(page, "The game starts").click()
            expect(dialog(page).get_by_label("Name of player 1")).to_have_value("Ana")
            return page

        return opened

    def test_what_was_rolled_for_who_began_is_told(self, look: Look, table: Any) -> None:
        rounds = [{"red": 9, "blue": 4, "orange": 9, "white": 2}, {"red": 11, "orange": 3}]
        # A player is told by the colour that was said at first, whatever it is by now.
        ana = {"name": "Ana", "colour": "green", "at_first": "red"}
        begun(table, {**STARTED, "players": [ana, *STARTED["players"][1:]], "who_begins": rounds})
        told = "rolled for who begins: Ana 9, Ben 4, Clémentine 9, Dora 2; Ana 11, Clémentine 3"
        expect(line(look(table), "The game starts")).to_contain_text(told)

    def test_it_stands_as_it_was_told(self, start: Callable[..., Page]) -> None:
        options = {**STARTED["options"], "points_to_win": 8, "all_told": True}
        page = start({**STARTED, "players": STARTED["players"][:3], "options": options})
        expect(dialog(page).get_by_role("combobox", name="Players", exact=True)).to_have_value("3")
        expect(dialog(page).get_by_label("Colour of player 3")).to_have_value("orange")
        expect(dialog(page).get_by_label("Points to win")).to_have_value("8")
        expect(dialog(page).get_by_label("We enter everything")).to_be_checked()
        expect(dialog(page).get_by_role("button", name="Change it")).to_be_disabled()
        expect(dialog(page).get_by_role("button", name="Strike this out")).to_have_count(0)

    @SIZES
    def test_a_name(self, start: Callable[..., Page], table: Any, size: Any) -> None:
        page = start(viewport=size)
        dialog(page).get_by_label("Name of player 1").fill("Anaïs")
        dialog(page).get_by_label("Name of player 1").blur()
        expect(dialog(page)).to_contain_text("Nothing else would change.")
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert dialog(page).evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
        confirm(page, "Change it")
        players = [{"name": "Anaïs", "colour": "red"}, *STARTED["players"][1:]]
        assert table.inputs == [{"kind": "correct", "entry": 1, "change": {"players": players}}]

    def test_two_colours_and_what_that_would_change_in_the_new_names(
        self, start: Callable[..., Page], table: Any
    ) -> None:
        table.changes = [{"what": "on_turn", "before": "red", "after": "blue"}]
        page = start()
        dialog(page).get_by_label("Colour of player 1").select_option("blue")
        expect(dialog(page).get_by_role("listitem")).to_have_text(["On turn: Ben → Ana"])
        confirm(page, "Change it")
        assert table.inputs[0]["change"]["players"][:2] == [
            {"name": "Ana", "colour": "blue", "at_first": "red"},
            {"name": "Ben", "colour": "red", "at_first": "blue"},
        ]

    def test_the_order_of_seats_corrected_before(self, start: Callable[..., Page], table: Any) -> None:
        ana = {"name": "Ana", "colour": "green", "at_first": "red"}
        page = start({**STARTED, "players": [ana, *STARTED["players"][1:]]})
        dialog(page).get_by_role("button", name="Player 1 sits one seat later").click()
        confirm(page, "Change it")
        players = [STARTED["players"][1], ana, *STARTED["players"][2:]]
        assert table.inputs == [{"kind": "correct", "entry": 1, "change": {"players": players}}]

    def test_one_player_fewer(self, start: Callable[..., Page], table: Any) -> None:
        page = start()
        dialog(page).get_by_role("combobox", name="Players", exact=True).select_option("3")
        confirm(page, "Change it")
        assert table.inputs[0]["change"] == {"players": STARTED["players"][:3]}

    def test_an_option_and_all_others_stay(self, start: Callable[..., Page], table: Any) -> None:
        played = {**STARTED["options"], "frame": "by_the_numerals", "hand_limit": 9}
        page = start({**STARTED, "options": played})
        dialog(page).get_by_text("Edition and house rules").click()
        expect(dialog(page).get_by_label("Edition")).to_have_value("")
        dialog(page).get_by_label("Points to win").fill("12")
        dialog(page).get_by_label("We play with open hands").check()
        confirm(page, "Change it")
        options = {**played, "points_to_win": 12, "open_hands": True}
        assert table.inputs == [{"kind": "correct", "entry": 1, "change": {"options": options}}]

    def test_another_edition(self, start: Callable[..., Page], table: Any) -> None:
        page = start()
        dialog(page).get_by_text("Edition and house rules").click()
        expect(dialog(page).get_by_label("Edition")).to_have_value("2025")
        dialog(page).get_by_label("Edition").select_option("kosmos")
        confirm(page, "Change it")
        options = table.inputs[0]["change"]["options"]
        assert (options["edition"], options["settlement_needs_roads"]) == ("kosmos", 2)
        assert "frame" not in options

    def test_what_can_not_be_is_said_and_not_sent(self, start: Callable[..., Page], table: Any) -> None:
        page = start()
        dialog(page).get_by_label("Points to win").fill("99")
        dialog(page).get_by_label("Points to win").blur()
        expect(dialog(page).get_by_role("button", name="Change it")).to_be_disabled()
        table.refusal = "Something is told of Dora already."
        dialog(page).get_by_label("Points to win").fill("9")
        dialog(page).get_by_label("Points to win").blur()
        expect(dialog(page).locator(".consequences")).to_contain_text(table.refusal)
        assert table.inputs == []


class TestAGameTakenUp:
    EVENT: ClassVar[dict[str, Any]] = {
        "kind": "take_up",
        "on_turn": "red",
        "sides": [
            {"colour": "red", "hand": {"unidentified": 4}, "development_cards": 1, "played": {"monopoly": 1}}
        ],
        "pieces": [
            {"at": "i1,1", "kind": "settlement", "colour": "blue"},
            {"at": "p1,1", "kind": "road", "colour": "blue"},
        ],
        "robber": None,
        "longest_road": None,
        "largest_army": None,
    }

    @SIZES
    def test_what_lay_before_a_player(self, look: Look, table: Any, size: Any) -> None:
        begun(table, self.EVENT)
        page = look(table, viewport=size)
        line(page, "The game is taken up").click()
        expect(dialog(page).get_by_label("Ana: resource cards")).to_have_value("4")
        expect(dialog(page).get_by_role("button", name="Change it")).to_be_disabled()
        dialog(page).get_by_label("Ana: knights played").fill("2")
        dialog(page).get_by_label("Dora: resource cards").fill("5")
        dialog(page).get_by_role("group", name="On turn", exact=True).get_by_label("Ben").check()
        dialog(page).get_by_role("group", name="Longest road").get_by_label("Dora").check()
        assert dialog(page).evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
        confirm(page, "Change it")
        change = {
            "on_turn": "blue",
            "sides": [
                {"colour": "red", "played": {"monopoly": 1, "knight": 2}},
                {"colour": "white", "hand": {"unidentified": 5}},
            ],
            "longest_road": "white",
        }
        assert table.inputs == [{"kind": "correct", "entry": 1, "change": change}]

    def test_what_stood_on_the_board(self, look: Look, table: Any) -> None:
        begun(table, self.EVENT)
        page = look(table)
        line(page, "The game is taken up").click()
        dialog(page).get_by_text("Pieces on the board").click()
        tap_place(page, "i1,1")
        dialog(page).get_by_role("group", name="Which piece?").get_by_label("city").check()
        tap_place(page, "p-1,0")
        dialog(page).get_by_role("group", name="Whose is it?").get_by_label("Ana").check()
        expect(dialog(page).locator("details[open] .sitemap [data-colour=red]")).to_have_count(1)
        tap_place(page, "p1,1")
        dialog(page).get_by_role("group", name="Whose is it?").get_by_label("Nobody").check()
        confirm(page, "Change it")
        pieces = [
            {"at": "i1,1", "kind": "city", "colour": "blue"},
            {"at": "p-1,0", "kind": "road", "colour": "red"},
        ]
        assert table.inputs == [{"kind": "correct", "entry": 1, "change": {"pieces": pieces}}]

    def test_a_piece_is_found_from_the_island(self, look: Look, table: Any) -> None:
        begun(table, self.EVENT)
        page = look(table)
        page.locator(".site[data-key='p1,1']").click()
        expect(dialog(page)).to_contain_text("It stood there when the game was taken up.")
        dialog(page).get_by_role("button", name="Another owner or place").click()
        dialog(page).get_by_role("group", name="Whose is it?").get_by_label("Dora").check()
        confirm(page, "Change it")
        assert table.inputs[0]["change"]["pieces"][1] == {"at": "p1,1", "kind": "road", "colour": "white"}

    def test_and_taken_back_there(self, look: Look, table: Any) -> None:
        begun(table, self.EVENT)
        page = look(table)
        page.locator(".site[data-key='p1,1']").click()
        confirm(page, "Take it back")
        change = {"pieces": self.EVENT["pieces"][:1]}
        assert table.inputs == [{"kind": "correct", "entry": 1, "change": change}]


def test_every_event_and_every_field_of_it_can_be_changed(page: Page) -> None:
    """What the fields of a line say is all that the event has; an island is corrected where it is drawn."""
    said = page.evaluate(
        """async (started) => {
            const { fieldsOf, KINDS } = await import("/static/base_entries/fields.js");
            const { ask } = await import("/static/dialogs/dialogs.js");
            const { game } = await (await fetch("/api/state")).json();
            const view = { ...game.view, kind: game.kind };
            const found = {};
            for (const kind of [...KINDS, "game_started", "take_up"]) {
                const event = { ...started, kind, player: "red", sides: [], pieces: [], card: "monopoly" };
                const fields = fieldsOf(event, view);
                ask(kind, fields.elements, []);
                for (let tries = 0; kind === "game_started" && !fields.done() && tries < 600; tries += 1) {
                    await new Promise((resolve) => setTimeout(resolve, 50));
                }
                fields.show();
                document.querySelectorAll("#dialog .tick input").forEach((box) => (box.checked = true));
                found[kind] = Object.keys(fields.says());
            }
            document.getElementById("dialog").close();
            return found;
        }""",
        STARTED,
    )
    known = {
        kind: {f.metadata.get("json", f.name) for f in dataclasses.fields(event)}
        for kind, event in EVENT_TYPES.items()
    }
    known["take_up"].remove("sides")  # only those that were touched are said: above
    known["game_started"].remove("who_begins")  # what was rolled before the game stays as it was told
    assert {kind: set(fields) for kind, fields in said.items()} == {
        kind: fields for kind, fields in known.items() if kind not in ("layout_set", "layout_entered")
    }


class TestWhatNobodyTold:
    def test_it_is_put_before_a_line_once_it_is_said_whole(self, page: Page, table: Any) -> None:
        table.changes = [{"what": "cards", "colour": "red", "before": 7, "after": 5}]
        line(page, "Ana builds a road").click()
        dialog(page).get_by_role("button", name="Before it").click()
        dialog(page).get_by_role("button", name="A card was stolen").click()
        happened = dialog(page).get_by_role("button", name="It happened")
        expect(happened).to_be_disabled()
        dialog(page).get_by_role("group", name="Who is robbed?").get_by_label("Ben").check()
        expect(dialog(page).get_by_role("listitem")).to_have_text(["Ana: 7 → 5 cards"])
        confirm(page, "It happened")
        event = {"kind": "steal", "player": "red", "from": "blue", "resource": None}
        assert table.inputs == [{"kind": "correct", "before": 39, "event": event}]

    def test_every_kind_of_event_can_be(self, page: Page, table: Any) -> None:
        line(page, "Ana builds a road").click()
        dialog(page).get_by_role("button", name="Before it").click()
        kinds = page.evaluate("async () => (await import('/static/base_entries/fields.js')).KINDS")
        # A game begins once; what lies on the island lies there from the start.
        assert set(kinds) == set(EVENT_TYPES) - {"game_started", "layout_set", "layout_entered", "take_up"}
        expect(dialog(page).locator(".choice")).to_have_count(len(kinds))
        names = dialog(page).locator(".choice").all_text_contents()
        assert len(set(names)) == len(kinds)
        assert not any("_" in name for name in names)

    def test_a_card_played_with_what_it_brought(self, page: Page, table: Any) -> None:
        line(page, "Ana builds a road").click()
        dialog(page).get_by_role("button", name="Before it").click()
        dialog(page).get_by_role("button", name="A development card was played").click()
        dialog(page).get_by_label("Monopoly").check()
        dialog(page).get_by_role("radio", name="grain").check()
        confirm(page, "It happened")
        event = {"kind": "play_development_card", "player": "red", "card": "monopoly"}
        assert table.inputs == [
            {"kind": "correct", "before": 39, "event": {**event, "resources": {}, "resource": "grain"}}
        ]


class TestTheWholeStory:
    def test_earlier_lines_come_when_they_are_asked_for(self, page: Page, table: Any) -> None:
        earlier = {"kind": "roll", "player": "white", "dice": [1, 1]}
        entry = {"number": 12, "source": "tower", "certainty": 1.0, "event": earlier, "violations": []}
        table.earlier_lines = [entry]
        page.locator("#actions").get_by_role("button", name="More").click()
        dialog(page).get_by_role("button", name="The whole story").click()
        expect(dialog(page).locator(".entry")).to_have_count(9)
        more = dialog(page).get_by_role("button", name="Earlier lines")
        more.click()
        expect(dialog(page).locator(".entry").last).to_contain_text("Dora rolls 1 + 1 = 2")
        more.click()
        expect(more).to_be_hidden()
        dialog(page).locator(".entry").last.click()
        confirm(page, "Strike this out")
        assert table.inputs == [{"kind": "correct", "entry": 12, "event": None}]

    def test_the_whole_story_is_a_tap_away_beside_what_happened_last(self, page: Page) -> None:
        page.locator("#log").get_by_role("button", name="The whole story").click()
        expect(dialog(page).get_by_role("button", name="Earlier lines")).to_be_visible()


class TestByKeyboard:
    def test_all_lines_are_one_stop_and_the_arrow_keys_lead_on(self, page: Page) -> None:
        lines = page.locator("#log .entry")
        expect(page.locator("#log .entry[tabindex='0']")).to_have_count(1)
        lines.first.focus()
        page.keyboard.press("ArrowDown")
        expect(lines.nth(1)).to_be_focused()
        page.keyboard.press("End")
        expect(lines.last).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.locator("#log").get_by_role("button", name="The whole story")).to_be_focused()
        page.keyboard.press("Shift+Tab")
        expect(lines.last).to_be_focused()

    def test_it_stays_on_its_line_when_more_happens(self, page: Page, table: Any) -> None:
        line = page.locator("#log .entry").nth(1)
        key = line.get_attribute("data-key")
        line.focus()
        newer = {"kind": "roll", "player": "white", "dice": [1, 1]}
        entry = {"number": 999, "source": "tower", "certainty": 1.0, "event": newer, "violations": []}
        table.change_view(log=[*table.snapshot()["game"]["view"]["log"], entry])
        expect(page.locator("#log .entry").first).to_contain_text("1 + 1")
        expect(page.locator(f"#log [data-key={key}]")).to_be_focused()
        expect(page.locator(f"#log [data-key={key}]")).to_have_attribute("tabindex", "0")


class TestAPiece:
    def test_its_owner_is_corrected_from_the_island(self, page: Page, table: Any) -> None:
        page.locator(".site[data-key='i1,1']").click()
        dialog(page).get_by_role("button", name="Another owner or place").click()
        dialog(page).get_by_text("somebody else?").click()
        dialog(page).get_by_label("Dora").check()
        confirm(page, "Change it")
        assert table.inputs == [{"kind": "correct", "entry": 35, "change": {"player": "white"}}]
        expect(page.locator(".site-chosen")).to_have_count(0)

    def test_one_put_down_long_ago_is_found_in_the_story(self, page: Page, table: Any) -> None:
        event = {"kind": "place_road", "player": "blue", "at": "p1,1"}
        passed = {"kind": "end_turn", "player": "red"}
        table.earlier_lines = [
            {"number": 4, "source": "camera", "certainty": 1.0, "event": event, "violations": []},
            {"number": 9, "source": "tower", "certainty": 1.0, "event": passed, "violations": []},
        ]
        page.locator(".site[data-key='p1,1']").click()
        confirm(page, "Take it back")
        assert table.inputs == [{"kind": "correct", "entry": 4, "event": None}]
