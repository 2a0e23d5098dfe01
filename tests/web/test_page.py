"""The page in a real browser: what people see, what a tap does, and how it gets over bad luck."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from companion.island.geometry import position
from web import Settings, WebServer

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LIVE = "body[data-connection=live]"
LOST = "body[data-connection=lost]"

OUT_OF_SIGHT = """[...document.querySelectorAll(
    "#to-do, #roll, .hex, .harbor, .player, #bank, #log li:first-child, .action")]
  .filter((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const bar = document.getElementById("actions");
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const outside = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    return outside || (bar.contains(middle) && !bar.contains(part));
  })
  .map((part) => part.dataset.key ?? part.id ?? part.className)"""
"""Parts of the page that aren't whole on the screen, or whose middle the bar hides."""

Look = Callable[..., Page]


def box_of(shown: Locator) -> FloatRect:
    """Where something that can be seen lies on the page, in CSS pixels."""
    box = shown.bounding_box()
    assert box is not None
    return box


def take(page: Page, colour: str) -> Any:
    return page.locator(f".take[data-colour={colour}]")


def just_rolled(page: Page, table: Any) -> None:
    """The roll is the last thing that happened, on the page too."""
    table.change(lambda snapshot: snapshot["game"]["view"]["log"].pop())
    expect(page.locator("#roll .newest")).to_have_count(0)


def player(page: Page, colour: str) -> Any:
    return page.locator(f".player[data-colour={colour}]")


class TestWhatIsShown:
    def test_the_roll_and_who_takes_what(self, page: Page, table: Any) -> None:
        just_rolled(page, table)
        expect(take(page, "red")).to_be_visible()
        expect(page.locator("#roll .sum")).to_have_text("8")
        assert [die.get_attribute("aria-label") for die in page.locator("#roll .die").all()] == ["3", "5"]
        expect(page.locator("#roll")).to_contain_text("Ana rolled")
        assert take(page, "red").get_attribute("aria-label") == "Ana takes 2 lumber, 1 ore"
        assert take(page, "blue").get_attribute("aria-label") == "Ben takes 2 ore"
        expect(take(page, "white")).to_have_count(0)
        expect(page.locator("#roll")).to_contain_text("The bank is short of wool.")

    def test_the_roll_can_be_read_at_a_distance(self, page: Page, table: Any) -> None:
        just_rolled(page, table)
        expect(take(page, "red")).to_be_visible()
        assert box_of(page.locator("#roll .sum"))["height"] > 70
        size = (
            take(page, "red")
            .locator("b")
            .first.evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
        )
        assert size >= 40
        colours = {
            c: take(page, c).evaluate("n => getComputedStyle(n).backgroundColor") for c in ("red", "blue")
        }
        assert len(set(colours.values())) == 2

    def test_the_players(self, page: Page) -> None:
        names = page.locator(".player-name > b").all_text_contents()
        assert names == ["Ana", "Ben", "Clémentine", "Dora"]
        assert page.locator(".player-points b").all_text_contents() == ["5", "4", "3", "7"]
        # The race: of the ten points that win, those that are made.
        races = page.locator(".player .race").evaluate_all(
            "races => races.map((race) => [race.querySelectorAll('.made').length, race.children.length])"
        )
        assert races == [[5, 10], [4, 10], [3, 10], [7, 10]]
        assert page.locator(".player").nth(3).locator(".nothing b").all_text_contents() == ["0", "0"]
        expect(player(page, "red").locator("[data-stat=cards]")).to_contain_text("7")
        expect(player(page, "red").locator("[data-stat=knights]")).to_contain_text("3")
        expect(player(page, "white").locator("[data-stat=road_length]")).to_contain_text("6")
        expect(player(page, "red").locator(".badge")).to_contain_text("Largest army")
        expect(player(page, "white").locator(".badge")).to_contain_text("Longest road")
        assert player(page, "blue").locator(".left b").all_text_contents() == ["13", "3", "4"]
        expect(page.locator(".player[aria-current=true]")).to_contain_text("Ana")

    def test_a_hand_is_shown_only_where_the_table_shows_it_and_doubt_with_it(self, page: Page) -> None:
        expect(page.locator(".hand")).to_have_count(1)
        expect(player(page, "orange").locator(".hand")).to_contain_text("probably")

    def test_a_number_of_cards_stands_alone_where_it_is_nearly_certain(self, page: Page, table: Any) -> None:
        def doubt(snapshot: dict[str, Any]) -> None:
            ben, clementine, dora = snapshot["game"]["view"]["players"][1:]
            ben.update(cards=3, cards_between=[2, 4], cards_certain=False, certain=False)
            clementine.update(cards=5, cards_between=[5, 5], cards_certain=False, certain=False)
            dora.update(cards=2, cards_between=[1, 3], cards_certain=False, cards_likely=True, certain=False)

        table.change(doubt)
        shown = {"red": "7cards", "blue": "≈32–4", "orange": "≈5cards", "white": "2cards"}
        for colour, text in shown.items():
            stat = player(page, colour).locator("[data-stat=cards]")
            expect(stat).to_have_text(re.compile(f"{re.escape(text)}$"))
        expect(player(page, "blue").get_by_role("img", name="about 3 cards")).to_have_count(1)

    def test_that_who_is_on_turn_may_have_won_is_said_where_it_is_likely_enough(
        self, page: Page, table: Any
    ) -> None:
        table.change_view(may_have_won=0.231)
        expect(page.locator(".player[aria-current=true]")).to_contain_text("May have won: 23 %")
        expect(page.get_by_text("May have won")).to_have_count(1)
        table.change_view(may_have_won=0.04)
        expect(page.get_by_text("May have won")).to_have_count(0)

    def test_the_island_lies_where_the_geometry_says(self, page: Page) -> None:
        expect(page.locator(".hex")).to_have_count(19)
        expect(page.locator(".harbor")).to_have_count(9)
        expect(page.get_by_role("button", name="Forest, 11", exact=True)).to_have_count(1)
        centres = {
            h: page.locator(f".hex[data-key='{h}'] polygon").evaluate(
                "node => (({ x, y, width: w, height: h }) => [x + w / 2, y + h / 2])(node.getBBox())"
            )
            for h in ("h0,0", "h1,0", "h-2,2")
        }
        for h, centre in centres.items():
            assert centre == pytest.approx(position(h), abs=0.01)

    def test_pieces_have_their_owners_colours_and_the_robber_stands_on_its_hex(self, page: Page) -> None:
        assert page.locator(".piece").count() == 20
        expect(page.locator(".city[data-colour=red]")).to_have_count(1)
        expect(page.locator(".road[data-colour=blue]")).to_have_count(4)
        robber = box_of(page.locator(".robber"))
        stands = box_of(page.locator(".hex[data-key='h1,0']"))
        assert stands["x"] < robber["x"] + robber["width"] / 2 < stands["x"] + stands["width"]
        assert stands["y"] < robber["y"] + robber["height"] / 2 < stands["y"] + stands["height"]

    def test_sixes_and_eights_are_red_and_have_five_pips(self, page: Page) -> None:
        expect(page.locator(".token-likely")).to_have_count(4)
        assert sorted(page.locator(".token-likely .token-number").all_text_contents()) == ["6", "6", "8", "8"]
        assert page.locator(".token-likely circle:not(.token-disc)").count() == 20

    def test_the_bank_in_the_order_of_the_resources(self, page: Page) -> None:
        assert page.locator("#bank b").all_text_contents() == ["11", "14", "0", "16", "9", "19"]
        assert page.locator("#bank .count-name").all_text_contents()[:5] == [
            "lumber",
            "brick",
            "wool",
            "grain",
            "ore",
        ]

    def test_the_log_newest_first_with_broken_rules_flagged(self, page: Page) -> None:
        entries = page.locator("#log .entry").all_text_contents()
        built = "Ana builds a road (Hills, 6; Pasture, 4)"
        assert entries[:3] == [built, "Ana rolls 3 + 5 = 8Turn 12", "Ben buys a development card"]
        expect(page.locator("#log .entry-flagged")).to_have_text(
            re.compile("Ben builds a city.*not enough cards to pay")
        )

    def test_the_story_says_where(self, page: Page) -> None:
        expect(page.locator("#log")).to_contain_text("Ben moves the robber (Forest, 3)")
        expect(page.locator("#log")).to_contain_text("Ben builds a city (Desert; Forest, 3; Fields, 4)")

    def test_turns_stand_apart_in_it(self, page: Page) -> None:
        rules = page.locator("#log li").evaluate_all(
            "lines => lines.map((line) => [line.textContent.includes(' rolls '),"
            " parseFloat(getComputedStyle(line).borderBottomWidth)])"
        )
        assert [width > 2 for _, width in rules[:-1]] == [rolled for rolled, _ in rules[:-1]]
        assert sum(rolled for rolled, _ in rules) == 2

    @pytest.mark.parametrize("size", [TABLET, {"width": 1024, "height": 600}, PHONE])
    def test_a_doubtful_number_of_two_digits_has_its_room(self, look: Look, table: Any, size: Any) -> None:
        def doubt(snapshot: dict[str, Any]) -> None:
            for each in snapshot["game"]["view"]["players"]:
                each.update(cards=10, cards_between=[8, 12], cards_certain=False)

        table.change(doubt)
        page = look(table, viewport=size)
        apart = page.locator(".player").evaluate_all(
            """players => players.map((player) => {
                const [cards, next] = player.querySelectorAll(".stat-value");
                return next.getBoundingClientRect().left - cards.getBoundingClientRect().right;
            })"""
        )
        assert min(apart) >= 4

    @pytest.mark.parametrize("size", [TABLET, {"width": 1024, "height": 600}, PHONE])
    def test_cards_in_the_bank_that_nobody_named_have_a_sign_and_a_word(
        self, look: Look, table: Any, size: Any
    ) -> None:
        table.change_view(bank_unidentified=4)
        unknown = look(table, viewport=size).locator("#bank .unknown")
        expect(unknown).to_have_text("4not named")
        expect(unknown.locator(".card-unidentified")).to_be_visible()
        box = unknown.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= size["width"]

    @pytest.mark.parametrize("size", [TABLET, {"width": 1024, "height": 600}, PHONE])
    def test_the_roll_before_steps_back_while_the_next_is_waited_for(
        self, look: Look, table: Any, size: Any
    ) -> None:
        page = look(table, viewport=size)
        height = "node => node.getBoundingClientRect().height"
        fresh = page.locator("#roll .sum").evaluate(height)
        due = {"kind": "roll", "colour": "red"}
        table.change_view(rolled=False, roll=None, to_do=[due])
        expect(page.locator(".dice-past")).to_be_visible()
        past = page.locator("#roll .sum")
        assert past.evaluate(height) < fresh
        # Still to be read, and whose it was.
        expect(page.locator("#roll .roller")).to_be_visible()
        size_of = "node => parseFloat(getComputedStyle(node).fontSize)"
        assert past.evaluate(size_of) >= 40
        banner = page.locator(".turn-due .to-do-text").evaluate(size_of)
        assert banner > page.locator(".entry").first.evaluate(size_of)

    def test_what_departs_from_the_box_is_told(self, page: Page) -> None:
        expect(page.locator("#island")).to_contain_text("Terrain Hills: 4 on the table, 3 in the box")

    def test_an_event_that_the_page_does_not_know_is_told_by_its_name(self, page: Page, table: Any) -> None:
        entry = {
            "number": 50,
            "source": "x",
            "certainty": 0.5,
            "event": {"kind": "sing_a_song", "player": "blue"},
            "violations": ["off_key"],
        }
        table.change_view(log=[entry])
        expect(page.locator("#log .entry").first).to_contain_text("Ben: sing a song? unsure⚠ off key")

    def test_a_name_is_text_whatever_it_holds(self, look: Look, table: Any) -> None:
        name = "<img src=x onerror=alert(1)>"

        def rename(snapshot: dict[str, Any]) -> None:
            snapshot["game"]["view"]["players"][0]["name"] = name

        table.change(rename)
        page = look(table)
        expect(player(page, "red").locator(".player-name")).to_contain_text(name)
        expect(page.locator("img")).to_have_count(0)

    def test_the_winner(self, page: Page, table: Any) -> None:
        table.change_view(phase="over", winner="white", on_turn="white")
        expect(page.locator(".winner")).to_have_text("Dora wins!")

    def test_an_island_that_was_not_read_yet(self, page: Page, table: Any) -> None:
        table.change_view(
            phase="layout",
            layout=None,
            pieces=[],
            robber=None,
            roll=None,
            log=[],
            departures=[],
            to_do=[{"kind": "lay_island"}],
        )
        expect(page.locator("#to-do")).to_contain_text("The island has not been read yet")
        expect(page.locator(".hex")).to_have_count(19)
        expect(page.locator("#roll")).to_have_text("No roll yet")

    @pytest.mark.parametrize(
        ("item", "words"),
        [
            ({"kind": "found", "colour": "blue", "piece": "road"}, "Ben puts down a road"),
            ({"kind": "found", "colour": "blue"}, "Ben puts down a settlement and a road"),
            ({"kind": "free_roads", "colour": "blue", "count": 1}, "Ben builds a free road"),
            ({"kind": "roll", "colour": "blue"}, "Ben rolls the dice"),
            ({"kind": "pay_tribute", "colour": "blue"}, "Ben: pay tribute"),
            ({"kind": "take_a_break"}, "take a break"),
        ],
    )
    def test_what_is_to_be_done(self, page: Page, table: Any, item: dict[str, Any], words: str) -> None:
        table.change_view(to_do=[item])
        expect(page.locator("#to-do .to-do-text")).to_have_text(words)

    def test_a_source_that_needs_help_says_so(self, page: Page, table: Any) -> None:
        expect(page.locator(".source")).to_have_attribute("data-health", "ok")
        sick = {"name": "tower", "health": "fault", "text": "Plug the tower in."}
        table.change(lambda snapshot: snapshot.update(sources=[sick], notices=["A journal was kept aside."]))
        expect(page.locator(".source")).to_have_attribute("data-health", "fault")
        expect(page.locator("#notices")).to_contain_text("Dice tower: Plug the tower in.")
        expect(page.locator("#notices")).to_contain_text("A journal was kept aside.")

    def test_a_question_waits_with_its_answers_as_buttons(self, page: Page, table: Any) -> None:
        answers = [
            {"word": "dice_of", "fields": {"dice": [3, 5], "source": "tower"}},
            {"word": "dice_of", "fields": {"dice": [3, 4], "source": "camera"}},
        ]
        question = {"number": 7, "word": "which_dice", "fields": {}, "answers": answers}
        table.change(lambda snapshot: snapshot.update(questions=[question]))
        expect(page.locator(".question")).to_contain_text("This roll was read in two ways")
        with page.expect_response("**/api/inputs"):
            page.get_by_role("button", name="3 + 4 (Camera)").click()
        assert table.inputs == [{"kind": "answer", "question": 7, "answer": 1}]
        table.change(lambda snapshot: snapshot.update(questions=[]))
        expect(page.locator(".question")).to_have_count(0)

    def test_a_piece_that_nothing_explains_is_asked_about_and_shown_where_it_seems_to_stand(
        self, page: Page, table: Any
    ) -> None:
        piece = {"piece": "road", "colour": "red", "at": "p3,0"}
        answers = [{"word": "not_there", "fields": {}}, {"word": "it_is_there", "fields": piece}]
        question = {"number": 3, "word": "piece_unexplained", "fields": piece, "answers": answers}
        expect(page.locator(".ring")).to_have_count(0)
        table.change(lambda snapshot: snapshot.update(questions=[question]))
        expect(page.locator(".question")).to_contain_text("A road (Red) seems to stand where none can")
        expect(page.locator(".ring")).to_have_count(1)

    @pytest.mark.parametrize(
        ("word", "asks", "enter", "entered"),
        [
            ("roll_unread", "can't be read as they lie", {"kind": "roll"}, {"kind": "roll", "dice": [6, 2]}),
            (
                "unseen_roll",
                "Nobody saw what Ben rolled",
                {"kind": "correct", "entry": 12, "event": {"kind": "roll", "player": "blue"}},
                {"kind": "correct", "entry": 12, "event": {"kind": "roll", "player": "blue", "dice": [6, 2]}},
            ),
        ],
    )
    def test_dice_that_nobody_read_are_said_on_a_keypad(
        self, page: Page, table: Any, word: str, asks: str, enter: dict[str, Any], entered: dict[str, Any]
    ) -> None:
        answers = [{"word": "say_dice", "fields": {"enter": enter}}, {"word": "no_roll", "fields": {}}]
        fields = {"source": "camera", "name": "Ben"}
        question = {"number": 9, "word": word, "fields": fields, "answers": answers}
        table.change(lambda snapshot: snapshot.update(questions=[question]))
        expect(page.locator(".question")).to_contain_text(asks)
        page.get_by_role("button", name="Enter the dice").click()
        for nth, face in enumerate(entered.get("dice") or entered["event"]["dice"], 1):
            page.locator(f"#dialog input[name=die{nth}][value='{face}']").check()
        with page.expect_response("**/api/inputs"):
            page.locator("#dialog").get_by_role("button", name="Save").click()
        assert table.inputs == [entered]

    def test_a_doubt_is_put_in_words(self, page: Page, table: Any) -> None:
        asked = {"name": "Ana", "event": "place_road"}
        answers = [
            {"word": "bank_trade", "fields": {"give": {"lumber": 4}, "take": {"brick": 1}}},
            {"word": "rolled_instead", "fields": {"name": "Ana", "dice": [2, 4], "told": [2, 3]}},
            {"word": "leave_as_told", "fields": {}},
        ]
        question = {"number": 8, "word": "how_was_it_paid", "fields": asked, "answers": answers}
        table.change(lambda snapshot: snapshot.update(questions=[question]))
        expect(page.locator(".question")).to_contain_text("Ana built a road, but the cards")
        trade, rolled, leave = page.locator(".question button").all_text_contents()
        assert trade == "4 lumber to the bank for 1 brick"
        assert rolled == "Ana rolled 2 + 4, not 2 + 3"
        assert leave == "Leave it as it is"


class TestLife:
    def test_it_updates_by_itself(self, page: Page, table: Any) -> None:
        table.change_view(
            turn=13,
            on_turn="blue",
            roll={"dice": [3, 4], "sum": 7, "player": "blue", "takes": [], "shortage": []},
            to_do=[
                {"kind": "discard", "colour": "red", "count": 4},
                {"kind": "move_robber", "colour": "blue"},
            ],
        )
        expect(page.locator("#roll .sum")).to_have_text("7")
        expect(page.locator("#title")).to_have_text("Turn 13")
        expect(page.get_by_role("listitem", name="Ana discards 4 cards")).to_contain_text("−4")
        expect(page.get_by_role("listitem", name="Ben moves the robber")).to_be_visible()
        expect(page.locator(".hex-rolled")).to_have_count(0)

    def test_a_seven_says_with_its_doubt_who_discards_how_many(self, page: Page, table: Any) -> None:
        table.change_view(
            roll={"dice": [3, 4], "sum": 7, "player": "blue", "takes": [], "shortage": []},
            to_do=[
                {"kind": "discard", "colour": "red", "count": 4, "between": [3, 5], "likely": True},
                {"kind": "discard", "colour": "blue", "count": 4, "between": [4, 5], "likely": False},
                {"kind": "discard", "colour": "orange", "count": 5, "between": [5, 5], "likely": False},
                {"kind": "may_discard", "colour": "white", "count": 4, "between": [0, 4], "limit": 7},
            ],
        )
        for said, figure in (
            ("Ana discards 4 cards", "−4"),
            ("Ben discards about 4 cards, 4 to 5", "≈−44–5"),
            ("Clémentine discards about 5 cards", "≈−5"),
            ("With more than 7 cards, Dora discards 4", "−4?0–4"),
        ):
            row = page.get_by_role("listitem", name=said, exact=True)
            expect(row.locator(".count")).to_have_text(figure)
        # Nothing of it was told of who may not owe any: there is nothing to tick off.
        expect(page.locator("[data-row=discard]").get_by_role("button", name="Done")).to_have_count(3)
        expect(page.locator("[data-row=may_discard]").get_by_role("button")).to_have_count(0)

    def test_the_keyboards_place_is_kept_over_an_update(self, page: Page, table: Any) -> None:
        page.locator(".hex[data-key='h1,0']").focus()
        table.change_view(roll=None, log=[])
        expect(page.locator("#roll")).to_have_text("No roll yet")
        assert page.evaluate("document.activeElement.dataset.key") == "h1,0"

    def test_it_heals_when_the_server_is_back(
        self, visit: Look, table: Any, free_port: int, make_table: Any
    ) -> None:
        settings = Settings(port=free_port, heartbeat=0.5)
        server = WebServer(table, settings)
        server.start()
        page = visit(server)
        server.stop()
        page.wait_for_selector(LOST)
        expect(page.locator("#connection")).to_contain_text("Not connected")
        # Away for longer than one try takes, and another run of the table when it is back.
        page.wait_for_timeout(1500)
        after = make_table(epoch="new1")
        after.change_view(turn=14)
        with WebServer(after, settings):
            page.wait_for_selector(LIVE)
            expect(page.locator("#title")).to_have_text("Turn 14")
            expect(page.locator("#connection")).to_be_empty()

    def test_a_stream_that_falls_silent_is_noticed_and_opened_again(
        self, visit: Look, serve: Any, table: Any
    ) -> None:
        page = visit(serve(table, heartbeat=0.3, patience=1))
        with table.stalled():
            page.wait_for_selector(LOST)
        page.wait_for_selector(LIVE)
        table.change_view(turn=15)
        expect(page.locator("#title")).to_have_text("Turn 15")

    def test_where_the_network_is_slow_silence_is_waited_for_as_long_as_the_server_says(
        self, visit: Look, serve: Any, table: Any
    ) -> None:
        page = visit(serve(table, heartbeat=0.3, patience=1000))
        with table.stalled():
            # Four times as long as a page waits elsewhere.
            page.wait_for_timeout(4 * 2.5 * 300)
            assert page.locator(LIVE).count() == 1

    def test_a_full_server_is_asked_again_until_there_is_room(
        self, visit: Look, serve: Any, table: Any
    ) -> None:
        server = serve(table, most_streams=1, heartbeat=0.2)
        page = visit(server)
        server_side = page.context.new_page()
        server_side.goto(server.url)
        expect(server_side.locator("#connection")).to_contain_text("Connecting")
        page.close()
        server_side.wait_for_selector(LIVE)


class TestTaps:
    def test_undo(self, page: Page, table: Any) -> None:
        with page.expect_response("**/api/inputs"):
            page.get_by_role("button", name="Undo").click()
        assert table.inputs == [{"kind": "undo"}]

    def test_a_hex_is_corrected(self, page: Page, table: Any) -> None:
        page.locator(".hex[data-key='h1,0']").click()
        dialog = page.get_by_role("dialog")
        assert dialog.get_by_label("Terrain").input_value() == "forest"
        assert dialog.get_by_label("Number").input_value() == "3"
        dialog.get_by_label("Terrain").select_option("mountains")
        dialog.get_by_label("Number").select_option("8")
        dialog.get_by_role("button", name="Save").click()
        expect(dialog).to_be_hidden()
        hexes = {"h1,0": {"terrain": "mountains", "number": 8}}
        assert table.inputs == [{"kind": "correct", "layout": {"hexes": hexes}}]

    def test_the_desert_has_no_number(self, page: Page, table: Any) -> None:
        page.locator(".hex[data-key='h1,0']").focus()
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Terrain").select_option("desert")
        dialog.get_by_label("Number").select_option("none")
        dialog.get_by_role("button", name="Save").click()
        expect(dialog).to_be_hidden()
        assert table.inputs[0]["layout"]["hexes"]["h1,0"] == {"terrain": "desert", "number": None}

    def test_the_robber_is_put_on_a_hex(self, page: Page, table: Any) -> None:
        page.locator(".hex[data-key='h0,-2']").click()
        page.get_by_role("button", name="The robber stands here").click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        assert table.inputs == [{"kind": "move_robber", "to": "h0,-2"}]

    @pytest.mark.parametrize(("chosen", "kind"), [("Ore 2:1", "ore"), ("none", None)])
    def test_a_harbor_is_corrected(self, page: Page, table: Any, chosen: str, kind: str | None) -> None:
        page.locator(".harbor[data-resource=wool] circle").click()
        page.get_by_role("dialog").get_by_label("Harbor").select_option(chosen)
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        (harbors,) = [entered["layout"]["harbors"] for entered in table.inputs]
        assert list(harbors.values()) == [kind]

    def test_a_roll_that_nothing_could_see_is_entered(self, page: Page, table: Any) -> None:
        page.get_by_role("button", name="Enter a roll").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("group", name="Die 1").get_by_label("6").check()
        expect(dialog.get_by_role("button", name="Save")).to_be_disabled()
        dialog.get_by_role("group", name="Die 2").get_by_label("4").check()
        dialog.get_by_role("button", name="Save").click()
        expect(dialog).to_be_hidden()
        assert table.inputs == [{"kind": "roll", "dice": [6, 4]}]

    def test_what_is_to_be_done_is_answered_with_a_tap(self, page: Page, table: Any) -> None:
        table.change_view(
            to_do=[
                {"kind": "discard", "colour": "orange", "count": 4},
                {"kind": "steal", "colour": "red", "from": ["blue", "white"]},
            ]
        )
        for name in ("Done", "Dora", "nobody"):
            with page.expect_response("**/api/inputs"):
                page.locator("#roll").get_by_role("button", name=name).click()
        assert table.inputs == [
            {"kind": "discard", "player": "orange", "resources": None},
            {"kind": "steal", "from": "white", "resource": None},
            {"kind": "steal", "from": None, "resource": None},
        ]

    def test_every_change_has_words(self, page: Page, table: Any) -> None:
        ends: dict[str, tuple[Any, Any]] = {
            "winner": (None, "red"),
            "longest_road": ("white", "red"),
            "largest_army": ("red", None),
            "on_turn": ("red", "blue"),
            "turn": (12, 11),
            "roll": ([3, 5], None),
            "robber": ("h1,0", "h0,0"),
            "hand": (None, None),
            "piece": ({"kind": "city", "colour": "red"}, None),
        }
        table.changes = [
            {"what": what, "colour": "red", "before": before, "after": after}
            for what, (before, after) in ends.items()
        ]
        page.get_by_role("button", name="Ben buys a development card").click()
        told = page.get_by_role("dialog").get_by_role("listitem")
        expect(told.last).to_have_text("… and 1 more")
        assert not any("undefined" in text or "null" in text for text in told.all_inner_texts())

    def test_a_corrected_hex_shows_what_it_would_change(self, page: Page, table: Any) -> None:
        table.changes = [{"what": "cards", "colour": "red", "before": 7, "after": 5}]
        page.locator(".hex[data-key='h0,1']").click()
        page.get_by_role("dialog").get_by_label("Terrain").select_option("hills")
        expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_text(["Ana: 7 → 5 cards"])
        assert table.previewed[-1]["layout"]["hexes"]["h0,1"]["terrain"] == "hills"

    def test_a_refusal_is_said_where_it_happened(self, page: Page, table: Any) -> None:
        table.refusal = "The robber stands there already."
        page.locator(".hex[data-key='h1,0']").click()
        page.get_by_role("button", name="The robber stands here").click()
        expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text(table.refusal)

    def test_an_island_that_was_read_is_confirmed_with_a_tap(self, page: Page, table: Any) -> None:
        table.change_view(phase="founding", pieces=[], to_do=[{"kind": "confirm_island", "entry": 2}])
        with page.expect_response("**/api/inputs"):
            page.get_by_role("button", name="It is right").click()
        assert table.inputs == [{"kind": "confirm", "entry": 2}]

    def test_who_begins_is_said_before_anything_is_founded(self, page: Page, table: Any) -> None:
        item = {"kind": "found", "colour": "red", "piece": "settlement", "or": ["blue", "white"]}
        table.change_view(phase="founding", pieces=[], to_do=[item])
        with page.expect_response("**/api/inputs"):
            page.get_by_role("button", name="Ben begins").click()
        assert table.inputs == [{"kind": "first_player", "player": "blue"}]

    def test_the_pieces_of_a_game_taken_up_are_said_to_be_all(self, page: Page, table: Any) -> None:
        table.change_view(phase="taking_up", to_do=[{"kind": "take_up"}])
        expect(page.locator("#title")).to_have_text("Taking up the game")
        with page.expect_response("**/api/inputs"):
            page.get_by_role("button", name="All pieces stand as shown").click()
        assert table.inputs == [{"kind": "take_up"}]


class TestScreens:
    @pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_nothing_sticks_out_to_the_side(self, look: Look, table: Any, size: Any, locale: str) -> None:
        page = look(table, viewport=size, locale=locale)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]

    def test_a_tablet_shows_everything_at_once(self, page: Page) -> None:
        assert page.evaluate("document.documentElement.scrollHeight") <= TABLET["height"]

    @pytest.mark.parametrize("seat", [0, 90, 180, 270])
    @pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (768, 1024), (1024, 768)])
    def test_it_does_so_to_whichever_seat_it_is_turned_and_standing_upright(
        self, look: Look, table: Any, size: tuple[int, int], seat: int
    ) -> None:
        width, height = size
        page = look(table, viewport={"width": width, "height": height}, has_touch=True)
        page.evaluate("(seat) => localStorage.setItem('companion.page', seat)", f"{seat}")
        page.reload()
        page.wait_for_selector("body[data-connection=live]")
        assert page.evaluate(OUT_OF_SIGHT) == []

    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_it_does_so_where_every_hand_is_in_doubt_too(self, look: Look, table: Any, locale: str) -> None:
        def doubt(snapshot: dict[str, Any]) -> None:
            snapshot["game"]["view"]["may_have_won"] = 0.23
            for each in snapshot["game"]["view"]["players"]:
                each.update(cards_between=[2, 9], cards_certain=False, certain=False)

        table.change(doubt)
        page = look(table, locale=locale)
        expect(page.locator("[data-stat=cards]").last).to_contain_text("2–9")
        assert page.evaluate("document.documentElement.scrollHeight") <= TABLET["height"]

    def test_a_phone_is_tapped(self, look: Look, table: Any) -> None:
        page = look(table, viewport=PHONE, has_touch=True, is_mobile=True)
        page.locator(".hex[data-key='h0,-2']").tap()
        page.get_by_role("button", name="Save").tap()
        expect(page.get_by_role("dialog")).to_be_hidden()
        assert len(table.inputs) == 1

    def test_dark_where_the_device_is_dark(self, look: Look, table: Any) -> None:
        grounds = [
            look(table, color_scheme=scheme).evaluate(
                "getComputedStyle(document.body.parentNode).backgroundColor"
            )
            for scheme in ("light", "dark")
        ]
        light, dark = (sum(map(int, re.findall(r"\d+", ground)[:3])) for ground in grounds)
        assert light > 600
        assert dark < 150
