"""The layout states of every screen: how each is set up, and which parts must be fully visible.

A state says at which scene it is shown (`scenes.py`), on which page and device, what is tapped to get there,
and what the documentation promises of it. Steps name buttons by their English texts, which are translated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from playwright.sync_api import FilePayload, Page, expect

from tests.web.conftest import rich_game
from tests.web.layout import scenes
from tests.web.layout.scenes import Builder

Say = Callable[[str], str]
"""Translates an English text of the pages."""
Step = Callable[[Page, Say], object]
Size = tuple[int, int]

LARGE_TABLET: Final[Size] = (1280, 800)
LOWEST_TABLET: Final[Size] = (800, 480)
PHONE: Final[Size] = (390, 844)
LOW_TABLET: Final[Size] = (1024, 600)
TIGHTEST: Final = LOWEST_TABLET
TABLETS: Final[tuple[Size, ...]] = (
    (1920, 1080),
    (1366, 768),
    LARGE_TABLET,
    (1280, 720),
    (1024, 768),
    LOW_TABLET,
    LOWEST_TABLET,
)
ALL_SIZES: Final[tuple[Size, ...]] = (*TABLETS, PHONE)
AT_DIALOGS: Final[tuple[Size, ...]] = ((1920, 1080), LARGE_TABLET, LOW_TABLET, LOWEST_TABLET, PHONE)
"""Dialogs have one width from a phone up, and are at most as high as the screen: fewer sizes do."""
UPRIGHT_TABLETS: Final[tuple[Size, ...]] = ((800, 1280), (768, 1024), (600, 1024))
PHONES: Final[tuple[Size, ...]] = (PHONE, (360, 640), (320, 640))


@dataclass(frozen=True)
class State:
    """A state of a screen.

    Attributes:
        name: of the state, alone among all.
        scene: builds what the server shows.
        path: of the page.
        device: who looks: tablet, viewer, camera, or phone with its seat and player.
        steps: what is tapped, one after the other.
        shows: a part that is there once the state is reached.
        whole: parts that must be whole in sight on every tablet's size (`whole_at`).
        still: parts that must show there all they hold, without scrolling.
        purpose: what a dialog opens for, beside its heading.
        fingered: controls that must be as large as a finger, at every size.
        kept: what the device keeps, by its key.
        sizes: at which the state is looked at.
        whole_at: at which sizes `whole` and `still` hold.
        opened_at: at which the steps are taken.
        live: whether the page follows the table, and says so.
        screen: whether the quick pass looks at it.
    """

    name: str
    scene: Builder
    path: str = ""
    device: tuple[str, ...] = ("tablet",)
    steps: tuple[Step, ...] = ()
    shows: str = "#island .hex"
    whole: str = ""
    still: str = ""
    purpose: str = ""
    fingered: str = "#actions button, dialog .buttons button"
    kept: tuple[tuple[str, str], ...] = ()
    sizes: tuple[Size, ...] = ALL_SIZES
    whole_at: tuple[Size, ...] = TABLETS
    opened_at: Size = LARGE_TABLET
    live: bool = True
    screen: bool = False


def tap(selector: str) -> Step:
    """Tap the first part of a selector."""
    return lambda page, _: page.locator(selector).first.tap()


def tap_key(name: str) -> Step:
    """Tap the element with a key."""
    return tap(f"[data-key='{name}']")


def tap_in_dialog(text: str) -> Step:
    """Tap a button of the open dialog by its text."""

    def step(page: Page, say: Say) -> None:
        page.locator("dialog[open]").get_by_role("button", name=say(text), exact=True).first.tap()

    return step


def tap_button(text: str) -> Step:
    """Tap a button by its text."""
    return lambda page, say: page.get_by_role("button", name=say(text), exact=True).first.tap()


def unfold(text: str) -> Step:
    """Tap a summary to unfold its part of a form."""
    return lambda page, say: page.get_by_text(say(text), exact=True).first.tap()


def wait_for_part(selector: str) -> Step:
    """Wait until a part is visible."""
    return lambda page, _: expect(page.locator(selector).first).to_be_visible()


def select_value(name: str, value: str) -> Step:
    """Select a value of a list."""
    return lambda page, _: page.locator(f"select[name='{name}']").first.select_option(value)


def radio(name: str, value: str) -> Step:
    """Tap a radio button."""
    return tap(f"[name={name}][value={value}]")


def send_photo(key: str, draw: Callable[[], bytes]) -> Step:
    """Choose a photo for the control with a key, and wait until the server has read it."""

    def step(page: Page, _: Say) -> None:
        photo: FilePayload = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": draw()}
        with page.expect_response("**/api/cards/*"):
            page.locator(f"[data-key='{key}']").first.set_input_files(photo)

    return step


CONNECTION_LOST: Final = "body[data-connection=lost]"


def lose_connection(page: Page, _: Say) -> None:
    """Cut the device off the network."""
    page.context.set_offline(True)


OPEN: Final = "dialog[open] "
STILL_TABLE: Final = "html, main, #bank, #roll, #to-do, .action, .actions"
"""What of the base game's page scrolls on no tablet (docs/tablet.md)."""
BOARD: Final = ".hex, .harbor circle, .action"
PLAYING: Final = f"{BOARD}, #bank li, .turn-line, #to-do button, #roll .take"
VICTORY_PARTS: Final = f"{BOARD}, .finisher, .victory .award, .victory button, .victory a"
WAITING: Final = f"{PLAYING}, .question p, .question button"
PLAYERS: Final = ".player-name b, .player-points b, .stat-value, [data-stat=cards] .stat-name, .player .badge"
TRADE: Final = "dialog :is(h2, .face, .counter button, .buttons button)"
STILL_TRADE: Final = "dialog, dialog .counter, dialog .face"

FIRST_SCREENS: Final = (
    State("first screen", scenes.no_game(), shows="#start .way", whole="#start .way", screen=True),
    State(
        "first screen, much to go on with",
        scenes.no_game(last=scenes.LAST_GAME, unfinished=scenes.UNFINISHED_GAMES),
        shows="#start .way",
    ),
    State("first screen, code for others", scenes.in_network(), shows="#start img.qr"),
    State("first screen, view only", scenes.no_game(), device=("viewer",), shows="#start form"),
    State(
        "new game",
        scenes.no_game(),
        steps=(tap_key("new"),),
        shows="#start form",
        whole="#start .buttons button",
        screen=True,
    ),
    State(
        "new game, more choices",
        scenes.no_game(),
        steps=(tap_key("new"), unfold("More options")),
        shows="#start .more .options",
        whole="#start .buttons button",
    ),
    State(
        "new game, who begins",
        scenes.no_game(),
        steps=(tap_key("new"), unfold("Roll to see who begins")),
        shows=".begins-round",
        whole="#start .buttons button",
    ),
    State(
        "new dice game",
        scenes.empty_history,
        steps=(tap_key("new"), select_value("game", "dice_game"), unfold("More options")),
        shows="#start .more .options",
        whole="#start .buttons button",
    ),
    State(
        "new match",
        scenes.empty_history,
        steps=(tap_key("new"), select_value("game", "spot_it"), unfold("More options")),
        shows="#start .more .options",
        whole="#start .buttons button",
    ),
)

LAYING: Final = (
    State(
        "own island, nothing laid",
        scenes.own_island(),
        shows="#palette",
        whole="#to-do button, .hex, #palette button",
        screen=True,
    ),
    State(
        "own island, hexes laid",
        scenes.own_island(scenes.LAY_TERRAINS),
        shows="#palette [data-key=spiral]",
        whole="#to-do button, .hex, #palette button",
    ),
    State(
        "own island, harbors missing",
        scenes.own_island(scenes.LAY_TERRAINS, scenes.LAY_TOKENS),
        shows="#palette [data-key^=frame-]",
        whole="#to-do button, .hex, #palette button",
    ),
    State(
        "own island, another asked",
        scenes.own_island(scenes.LAY_TERRAINS),
        steps=(tap_key("other-island"),),
        shows=OPEN + ".choice",
        sizes=AT_DIALOGS,
    ),
    State(
        "own island, a hex asked",
        scenes.own_island(scenes.LAY_TERRAINS, scenes.LAY_TOKENS),
        steps=(tap(".hex[data-key='h1,0']"),),
        shows=OPEN + "select",
    ),
    State(
        "island read",
        scenes.base(scenes.crowd_table, scenes.start_founding, to_do=[scenes.CONFIRM, scenes.FOUND_TASK]),
        shows="#to-do button",
        whole=PLAYING,
        still=STILL_TABLE,
        screen=True,
    ),
    State(
        "who begins",
        scenes.base(scenes.crowd_table, scenes.start_founding, to_do=[scenes.FOUND_TASK]),
        shows="#to-do button",
        whole=PLAYING,
        still=STILL_TABLE,
    ),
    State(
        "who begins, asked",
        scenes.base(scenes.crowd_table, scenes.start_founding, to_do=[scenes.FOUND_TASK]),
        steps=(tap_key("first-player"),),
        shows=OPEN + ".choice",
        sizes=AT_DIALOGS,
    ),
    State(
        "who begins, short names",
        scenes.base(scenes.start_founding, to_do=[scenes.FOUND_TASK]),
        shows="#to-do button",
        whole=f"{BOARD}, #bank li",
        whole_at=(LARGE_TABLET,),
    ),
    State(
        "game taken up",
        scenes.base(scenes.crowd_table, phase="taking_up", to_do=[{"kind": "take_up"}]),
        shows="#to-do button",
        whole=PLAYING,
    ),
    State("founding, taught", scenes.explained_game(), shows="#to-do .lesson", whole=BOARD, screen=True),
    State(
        "first roll, taught",
        scenes.explained_game(*scenes.FOUNDING_INPUTS),
        shows="#to-do .lesson",
        whole=BOARD,
    ),
    State(
        "a turn, taught",
        scenes.explained_game(*scenes.FOUNDING_INPUTS, {"kind": "roll", "dice": [4, 4]}),
        shows="#to-do .lesson",
        whole=BOARD,
    ),
    State(
        "why a button is grey",
        scenes.explained_game(*scenes.FOUNDING_INPUTS),
        steps=(tap_key("end"),),
        shows=OPEN + "p",
    ),
)

TABLES: Final = (
    State("table", scenes.base(), whole=PLAYING, still=STILL_TABLE, screen=True),
    State("table, view only", scenes.base(), device=("viewer",), shows=".view-only"),
    State("table, a source needs help", scenes.base(scenes.add_source_fault), shows="#notices *"),
    State(
        "busiest table",
        scenes.base(scenes.crowd_table, scenes.add_offer_and_questions),
        shows="[data-matter=offer-1]",
        whole=WAITING,
        still=f"{STILL_TABLE}, .waiting",
        screen=True,
    ),
    State(
        "busiest table, next matter",
        scenes.base(scenes.crowd_table, scenes.add_offer_and_questions),
        steps=(tap_key("waiting-next"),),
        shows="[data-matter=question-8]",
        whole=WAITING,
        still=f"{STILL_TABLE}, .waiting",
    ),
    State(
        "busiest table, last matter",
        scenes.base(scenes.crowd_table, scenes.add_offer_and_questions),
        steps=(tap_key("waiting-next"), tap_key("waiting-next")),
        shows="[data-matter=question-7]",
        whole=WAITING,
        still=f"{STILL_TABLE}, .waiting",
    ),
    State(
        "busiest table, matters put aside",
        scenes.base(scenes.crowd_table, scenes.add_offer_and_questions),
        steps=(tap_key("waiting-fold"),),
        shows=".waiting-fold",
        whole=".player-name b, .hex, .harbor circle, .waiting-fold",
        opened_at=LOWEST_TABLET,
        sizes=(LOWEST_TABLET,),
    ),
    State(
        "busiest table, nothing waits",
        scenes.base(scenes.crowd_table),
        whole=f"{PLAYING}, {PLAYERS}",
        still=f"{STILL_TABLE}, .player-name b, .player-more, #players",
    ),
    State(
        "roll all take of",
        scenes.base(scenes.crowd_table, to_do=[], roll=scenes.ROLL_VIEW, last_roll=scenes.ROLL_VIEW),
        shows=".take",
        whole=PLAYING,
        still=STILL_TABLE,
    ),
    State(
        "roll of short names",
        scenes.base(scenes.short_names, scenes.show_new_roll),
        shows=".take",
        whole=f"{BOARD}, .take-name > span",
        still=".take-name > span",
        whole_at=ALL_SIZES,
    ),
    State(
        "starting resources",
        scenes.base(scenes.short_names, scenes.show_starting_resources),
        shows=".take",
        whole=".take-name > span",
        still=".take-name > span",
        whole_at=ALL_SIZES,
    ),
    State(
        "somebody is robbed",
        scenes.base(
            scenes.crowd_table,
            to_do=[{"kind": "steal", "colour": "red", "from": ["blue", "orange", "white"]}],
        ),
        whole=PLAYING,
        still=STILL_TABLE,
    ),
    State(
        "next roll due",
        scenes.base(scenes.crowd_table, rolled=False, roll=None, to_do=[{"kind": "roll", "colour": "blue"}]),
        whole=PLAYING,
        still=STILL_TABLE,
    ),
    State(
        "starting resources of a crowd",
        scenes.base(
            scenes.crowd_table, to_do=[], dealt=[{"colour": "red", "cards": scenes.TAKES[0]["cards"]}]
        ),
        whole=PLAYING,
        still=STILL_TABLE,
    ),
    State(
        "won by red",
        scenes.finished_game("red"),
        shows=".winner",
        whole=VICTORY_PARTS,
        still=STILL_TABLE,
        screen=True,
    ),
    State(
        "won by white", scenes.finished_game("white"), shows=".winner", whole=VICTORY_PARTS, still=STILL_TABLE
    ),
    State(
        "won by two",
        scenes.finished_game("red", "white"),
        shows=".winner",
        whole=VICTORY_PARTS,
        still=STILL_TABLE,
    ),
    State(
        "demo",
        scenes.demo,
        shows=".demo-eye.found",
        whole=".demo-strip, .demo-strip button",
        whole_at=ALL_SIZES,
        screen=True,
    ),
    State("tap taken", scenes.base(), steps=(tap_key("buy"),), shows="[role=alert]"),
    State("tap refused", scenes.refusing_table, steps=(tap_key("buy"),), shows="[role=alert]"),
    State("table, connection lost", scenes.base(), steps=(lose_connection,), shows=CONNECTION_LOST),
)

TURNED_STATES: Final = tuple(
    State(
        f"busiest table turned by {turn}",
        scenes.base(scenes.crowd_table, scenes.add_offer_and_questions),
        shows="[data-matter=offer-1]",
        whole=WAITING,
        kept=(("companion.page", f"{turn}"),),
        sizes=sizes,
        whole_at=sizes,
        opened_at=sizes[0],
    )
    for turn, sizes in (
        (0, UPRIGHT_TABLETS),
        (90, (*UPRIGHT_TABLETS, LARGE_TABLET)),
        (180, (LARGE_TABLET, LOW_TABLET, *UPRIGHT_TABLETS)),
        (270, ((1024, 768), LARGE_TABLET, *UPRIGHT_TABLETS)),
    )
)

TABLE_PARTS: Final = "#to-do, #roll, .hex, .harbor, .player, #bank, #log li:first-child, .action"
SIDES: Final = (LARGE_TABLET, UPRIGHT_TABLETS[0], UPRIGHT_TABLETS[1], (1024, 768))
PLAIN_TURNED_STATES: Final = tuple(
    State(
        f"table turned by {turn}",
        scenes.base(),
        shows=".take",
        whole=TABLE_PARTS,
        kept=(("companion.page", f"{turn}"),),
        sizes=SIDES,
        whole_at=SIDES,
    )
    for turn in (0, 90, 180, 270)
)

TAP_MORE: Final = tap_key("more")
TRADES: Final = tuple(
    State(
        f"trade with {partner}",
        scenes.base(scenes.crowd_table, scenes.add_offer_and_questions),
        steps=(tap_key("trade"), radio("partner", partner)),
        shows=OPEN + ".counter",
        whole=TRADE,
        still=STILL_TRADE,
    )
    for partner in ("bank", "blue", "all")
)
DIALOGS: Final = (
    State("view and sound", scenes.base(), steps=(tap_key("settings"),), shows=OPEN + "h2", screen=True),
    State(
        "phones",
        scenes.base(),
        steps=(tap_key("devices"), wait_for_part(".phone-seat")),
        shows=".phone-seat",
        screen=True,
    ),
    State(
        "code for a phone",
        scenes.base(),
        steps=(tap_key("devices"), tap(".phone-seat-pair"), wait_for_part(".devices .link")),
        shows=".devices .link",
    ),
    State(
        "code for a phone that is in reach",
        scenes.in_network(rich_game()),
        steps=(tap_key("devices"), tap(".phone-seat-pair"), wait_for_part(".devices .link")),
        shows="img.qr",
        purpose="img.qr",
    ),
    State("roll entered", scenes.base(), steps=(tap_key("roll"),), shows=OPEN + ".thrown .face"),
    *TRADES,
    State(
        "trade by somebody else",
        scenes.base(scenes.crowd_table, scenes.add_offer_and_questions),
        steps=(tap_key("trade"), tap("dialog summary")),
        shows=OPEN + ".counter",
        whole=TRADE,
        still="dialog",
        whole_at=(LOW_TABLET, LOWEST_TABLET),
    ),
    State("card played", scenes.base(), steps=(tap_key("play"),), shows=OPEN + ".choice"),
    State(
        "monopoly", scenes.base(), steps=(tap_key("play"), tap_in_dialog("Monopoly")), shows=OPEN + ".choice"
    ),
    State(
        "monopoly's cards",
        scenes.base(),
        steps=(tap_key("play"), tap_in_dialog("Monopoly"), tap_in_dialog("grain")),
        shows=OPEN + ".counter",
    ),
    State(
        "year of plenty",
        scenes.base(),
        steps=(tap_key("play"), tap_in_dialog("Year of plenty")),
        shows=OPEN + ".counter",
    ),
    State(
        "cards discarded",
        scenes.base(scenes.owe_discards),
        steps=(tap_key("discard"),),
        shows=OPEN + ".counter",
    ),
    State("robbery", scenes.base(scenes.owe_discards), steps=(tap_key("rob"),), shows=OPEN + ".face"),
    State(
        "points revealed", scenes.base(scenes.owe_discards), steps=(tap_key("reveal"),), shows=OPEN + ".face"
    ),
    State("more", scenes.base(), steps=(TAP_MORE,), shows=OPEN + ".choice", screen=True),
    State("costs", scenes.base(), steps=(TAP_MORE, tap_in_dialog("Building costs")), shows=OPEN + "h2"),
    State(
        "hand said", scenes.base(), steps=(TAP_MORE, tap_in_dialog("Enter a hand")), shows=OPEN + ".counter"
    ),
    State(
        "player leaves",
        scenes.base(),
        steps=(TAP_MORE, tap_in_dialog("A player leaves …")),
        shows=OPEN + "h2",
    ),
    State(
        "game ended early",
        scenes.base(),
        steps=(TAP_MORE, tap_in_dialog("End the game now …")),
        shows=OPEN + "h2",
    ),
    State(
        "game log",
        scenes.base(),
        steps=(TAP_MORE, tap_in_dialog("Game log"), wait_for_part(OPEN + ".entry")),
        shows=OPEN + ".entry",
        screen=True,
    ),
    State(
        "log entry",
        scenes.base(),
        steps=(TAP_MORE, tap_in_dialog("Game log"), wait_for_part(OPEN + ".entry"), tap(OPEN + ".entry")),
        shows=OPEN + "h2",
    ),
    State(
        "new game meanwhile",
        scenes.base(),
        steps=(TAP_MORE, tap_in_dialog("New game"), wait_for_part(OPEN + "select")),
        shows=OPEN + "select",
    ),
    State(
        "game given up",
        scenes.base(),
        steps=(TAP_MORE, tap_in_dialog("New game"), wait_for_part(OPEN + "select"), tap_in_dialog("Start")),
        shows=OPEN + "button",
    ),
    State("hex", scenes.base(), steps=(tap(".hex[data-key='h1,0']"),), shows=OPEN + "select"),
    State("harbor", scenes.base(), steps=(tap(".harbor circle"),), shows=OPEN + "select"),
    State(
        "harbor elsewhere",
        scenes.base(),
        steps=(tap(".harbor circle"), unfold("Move the harbor …")),
        shows=OPEN + "[data-place]",
    ),
    State("place with a piece", scenes.base(), steps=(tap("[data-key='i1,1']"),), shows=OPEN + "h2"),
    State("free place", scenes.base(), steps=(tap("[data-key='p1,-2']"),), shows=OPEN + "h2"),
    State(
        "code for the camera",
        scenes.phone_camera(rich_game(), in_reach=True),
        steps=(
            tap_key("devices"),
            wait_for_part(".phone-seat"),
            tap_button("A phone as the camera"),
            wait_for_part(".devices .link"),
        ),
        shows=".devices .link",
        purpose="img.qr",
    ),
)

TABLES_AT_ONCE: Final = ".wide"
TOUCH_TARGETS: Final = "main a, main button, nav a, nav select, dialog .buttons button"
HISTORY: Final = (
    State(
        "history",
        scenes.three_games,
        path="history",
        shows=".game-line",
        live=False,
        screen=True,
        still=TABLES_AT_ONCE,
        whole_at=ALL_SIZES,
        fingered=TOUCH_TARGETS,
    ),
    State(
        "history, nothing played",
        scenes.empty_history,
        path="history",
        shows="main a",
        live=False,
        still=TABLES_AT_ONCE,
        whole_at=ALL_SIZES,
        fingered=TOUCH_TARGETS,
    ),
    State(
        "game looked back on",
        scenes.three_games,
        path="history/1",
        shows=".winner",
        live=False,
        screen=True,
        still=TABLES_AT_ONCE,
        whole_at=ALL_SIZES,
        fingered=TOUCH_TARGETS,
    ),
    State(
        "game that is on looked back on",
        scenes.three_games,
        path="history/3",
        shows="h1",
        live=False,
        still=TABLES_AT_ONCE,
        whole_at=ALL_SIZES,
        fingered=TOUCH_TARGETS,
    ),
    State(
        "evening's picture",
        scenes.three_games,
        path="history/1",
        steps=(tap_button("Share as a picture"), wait_for_part(OPEN + "canvas")),
        shows=OPEN + "canvas",
        live=False,
        purpose="canvas",
        whole="dialog[open] :is(canvas, button, input[name=group], .face span)",
        whole_at=(LARGE_TABLET, LOW_TABLET, PHONE),
    ),
)

IN_HAND: Final = ("phone", "red", scenes.LONG_NAMES[0])
THIEF: Final = ("phone", "blue", scenes.LONG_NAMES[1])
AFTER_SEVEN: Final = (scenes.SEVEN, scenes.DISCARD, scenes.ROBBER)
NAMING: Final = tap("[data-key^=name-]")


def hand(
    name: str,
    *steps: Step,
    inputs: tuple[Mapping[str, Any], ...] = (),
    shows: str,
    device: tuple[str, ...] = IN_HAND,
) -> State:
    """Return a state of a phone that shows a hand."""
    return State(
        f"phone: {name}",
        scenes.game_with_hands(*inputs),
        path="phone",
        device=device,
        steps=steps,
        shows=shows,
        whole="#who h1",
        still="#who h1",
        sizes=PHONES,
        whole_at=PHONES,
        opened_at=PHONE,
    )


PHONE_STATES: Final = (
    replace(hand("own hand", shows=".hand-card b"), screen=True),
    hand("cards covered", tap_key("cover"), shows=".card-back"),
    hand("offer made", tap_key("trade"), shows=OPEN + ".counter"),
    hand("bank", tap_key("bank"), shows=OPEN + ".counter"),
    hand("card bought", tap_key("buy"), shows=OPEN + "[data-choice]"),
    hand("card played", tap_key("play"), shows=OPEN + "[data-choice]"),
    hand("monopoly", tap_key("play"), tap("[data-choice=monopoly]"), shows=OPEN + "[data-choice=wool]"),
    hand(
        "monopoly's cards",
        tap_key("play"),
        tap("[data-choice=monopoly]"),
        tap("[data-choice=wool]"),
        shows=OPEN + ".counter",
    ),
    hand("year of plenty", tap_key("play"), tap("[data-choice=year_of_plenty]"), shows=OPEN + ".counter"),
    hand("hand said", tap_key("hand-say"), shows=OPEN + ".counter"),
    hand("seat given up", tap_key("leave"), shows=OPEN + "button.primary"),
    hand("bought card named", NAMING, inputs=(scenes.BUY_CARD,), shows=OPEN + "[data-choice]"),
    hand("points that win", inputs=(scenes.BUY_CARD, scenes.BUY_CARD), shows="[data-key=reveal]"),
    hand("seven", inputs=(scenes.SEVEN,), shows="[data-key=discard]"),
    hand("cards discarded", tap_key("discard"), inputs=(scenes.SEVEN,), shows=OPEN + ".counter"),
    hand("discarded cards named", NAMING, inputs=(scenes.SEVEN, scenes.DISCARD), shows=OPEN + ".counter"),
    hand("thief", tap_key("rob"), inputs=AFTER_SEVEN, shows=OPEN + ".face", device=THIEF),
    hand("robbed", tap_key("robbed"), inputs=AFTER_SEVEN, shows=OPEN + "[data-choice]"),
    hand("uncertain hand", inputs=(*AFTER_SEVEN, scenes.STEAL), shows=".unsure"),
    hand("stolen card named", NAMING, inputs=(*AFTER_SEVEN, scenes.STEAL), shows=OPEN + "[data-choice]"),
    State(
        "phone: own offer",
        scenes.game_with_offer,
        path="phone",
        device=IN_HAND,
        shows="[data-key=withdraw-1]",
        sizes=PHONES,
        opened_at=PHONE,
    ),
    State(
        "phone: offer of another",
        scenes.game_with_offer,
        path="phone",
        device=THIEF,
        shows=".offer",
        sizes=PHONES,
        opened_at=PHONE,
    ),
    hand("connection lost", lose_connection, shows=CONNECTION_LOST),
    State(
        "phone: seat of nobody",
        scenes.base(),
        path="phone",
        device=("viewer",),
        shows="main",
        live=False,
        sizes=(*PHONES, LARGE_TABLET),
        opened_at=PHONE,
    ),
)

AT_DICE: Final = ".tray, .knights-ready, .prices, #large, #sheets"
TABLETS_ABOVE_LOWEST: Final = tuple(size for size in TABLETS if size != LOWEST_TABLET)
"""Tablets that show the dice game and a match whole: docs/tablet.md promises 800 x 480 to the base game."""
WHOLE_SHEET_SIZES: Final = (LARGE_TABLET, UPRIGHT_TABLETS[0])
"""Where the dice game shows all but its log at once."""
DICE_GAME: Final = (
    State(
        "dice game",
        scenes.dice_game(2),
        shows=".sheet-card",
        still="main",
        sizes=(*ALL_SIZES, UPRIGHT_TABLETS[0]),
        whole_at=WHOLE_SHEET_SIZES,
        screen=True,
    ),
    State(
        "dice game, four players",
        scenes.dice_game(4, *scenes.FOUR_AT_DICE),
        shows=".sheet-card",
        whole=f"{AT_DICE}, .action",
        whole_at=TABLETS_ABOVE_LOWEST,
    ),
    State(
        "dice game, four players at once",
        scenes.dice_game(4, *scenes.FOUR_AT_DICE),
        shows=".sheet-card",
        still="main",
        sizes=WHOLE_SHEET_SIZES,
        whole_at=WHOLE_SHEET_SIZES,
    ),
    State(
        "dice game, four players upright",
        scenes.dice_game(4, *scenes.FOUR_AT_DICE),
        shows=".sheet-card",
        whole=f"{AT_DICE}, .action",
        sizes=UPRIGHT_TABLETS[:2],
        whole_at=UPRIGHT_TABLETS[:2],
        opened_at=UPRIGHT_TABLETS[0],
    ),
    State(
        "dice game, base sheet",
        scenes.dice_game(3, sheet="base"),
        shows=".sheet-card",
        still="main",
        sizes=(*ALL_SIZES, UPRIGHT_TABLETS[0]),
        whole_at=WHOLE_SHEET_SIZES,
    ),
    State(
        "dice game, won",
        scenes.dice_game(3, *scenes.DICE_WON),
        shows=".winner",
        still="main",
        sizes=(*ALL_SIZES, UPRIGHT_TABLETS[0]),
        whole_at=WHOLE_SHEET_SIZES,
        screen=True,
    ),
    State(
        "dice game, a die into another",
        scenes.dice_game(4, *scenes.FOUR_AT_DICE),
        steps=(tap_key("use-6"),),
        shows=OPEN + "h2",
    ),
    State(
        "dice game, log entry",
        scenes.dice_game(4, *scenes.FOUR_AT_DICE),
        steps=(tap("#log .entry"),),
        shows=OPEN + "h2",
    ),
)

MATCH: Final = (
    ".station, .match-rule, .match-swap, .match-drawing, .match-outcome, "
    ".match-out, .match-countdown, .action"
)
SPOT_IT: Final = (
    *(
        State(
            f"match, game {number}",
            scenes.spot_it(game=number, alone="red"),
            shows=".match-game",
            whole=MATCH,
            whole_at=TABLETS_ABOVE_LOWEST,
            screen=number == 1,
        )
        for number in range(1, 6)
    ),
    State(
        "match, adventure",
        scenes.spot_it(scenes.score_input("blue", blue=5, orange=3, red=4), mode="adventure"),
        shows=".match-game",
        whole=MATCH,
        whole_at=TABLETS_ABOVE_LOWEST,
        sizes=(*ALL_SIZES, UPRIGHT_TABLETS[0]),
    ),
    State(
        "match, upright",
        scenes.spot_it(scenes.score_input("blue", blue=5, orange=3, red=4), mode="adventure"),
        shows=".match-game",
        whole=".team, .match-rule, .match-out, #log .entry:first-child",
        sizes=UPRIGHT_TABLETS[:1],
        whole_at=UPRIGHT_TABLETS[:1],
        opened_at=UPRIGHT_TABLETS[0],
    ),
    State("match, counted", scenes.spot_it(alone="red"), steps=(tap_key("score"),), shows=OPEN + ".pads"),
    State(
        "match, cards taken counted",
        scenes.spot_it(game=4, teams=scenes.TEAMS[:2]),
        steps=(tap_key("all-taken"),),
        shows=OPEN + ".pads",
        whole="dialog .photo-button, dialog .buttons button",
        whole_at=TABLETS_ABOVE_LOWEST,
        sizes=AT_DIALOGS,
    ),
    State(
        "match, island counted by a photo",
        scenes.spot_it(game=2),
        steps=(tap_key("score"), send_photo("count-photo", scenes.island_photo)),
        shows=OPEN + ".photo-place",
        whole="dialog .photo-counts li, dialog .photo-answer, dialog .photo-frame, dialog .buttons button",
        whole_at=TABLETS_ABOVE_LOWEST,
        sizes=AT_DIALOGS,
    ),
    State(
        "match, referee",
        scenes.spot_it(),
        steps=(send_photo("referee", scenes.two_cards_photo),),
        shows=OPEN + ".photo-canvas",
        whole="dialog .photo-answer, dialog .photo-frame, dialog .buttons button",
        sizes=AT_DIALOGS,
    ),
    State(
        "match, log entry",
        scenes.spot_it(scenes.score_input("blue", blue=5, orange=3, red=4)),
        steps=(tap("#log .entry"),),
        shows=OPEN + "h2",
    ),
    State("match, won", scenes.spot_it(*scenes.SPOT_IT_WON, teams=scenes.TEAMS), shows=".winner"),
)

EYES: Final = """(() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 360 });
  const pen = canvas.getContext("2d");
  const paint = () => { pen.fillStyle = `hsl(${Date.now() / 50} 60% 40%)`; pen.fillRect(0, 0, 640, 360); };
  setInterval(paint, 100);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
})()"""
"""A camera for a browser that has none."""

OTHERS: Final = (
    State(
        "calibration: light",
        scenes.calibrating_table("light", "looking", "Is this your island?", "A tap on a hex corrects it."),
        path="calibrate",
        shows="#choices button",
    ),
    State(
        "calibration: island",
        scenes.calibrating_table("island", "looking", "Is this your island?", **scenes.READ_ISLAND),
        path="calibrate",
        shows="#read .hex",
        screen=True,
    ),
    State(
        "calibration: corners",
        scenes.calibrating_table(
            "picture", "wrong", "The island isn't found.", corners=scenes.CORNERS_BEGUN, pointed_out=False
        ),
        path="calibrate",
        steps=(tap_button("Mark the island's corners"),),
        shows="[role=slider]",
    ),
    State(
        "calibration, connection lost",
        scenes.calibrating_table("light", "looking", "Is this your island?"),
        path="calibrate",
        steps=(lose_connection,),
        shows=CONNECTION_LOST,
    ),
    State(
        "camera not started",
        scenes.phone_camera(),
        path="camera",
        device=("camera",),
        shows="#camera .primary",
        live=False,
        whole="#camera .primary",
        sizes=(*ALL_SIZES, (844, 390)),
        whole_at=(*ALL_SIZES, (844, 390)),
        screen=True,
    ),
    State(
        "camera to be paired",
        scenes.phone_camera(),
        path="camera",
        device=("viewer",),
        shows="#camera .primary",
        live=False,
        whole="#camera .primary",
        sizes=(*ALL_SIZES, (844, 390)),
        whole_at=(*ALL_SIZES, (844, 390)),
    ),
    State(
        "camera at work",
        scenes.phone_camera(),
        path="camera",
        device=("camera",),
        live=False,
        steps=(
            lambda page, _: page.evaluate(EYES),
            tap_button("Start the camera"),
            lambda page, _: expect(page.locator(".camera-view polygon")).to_be_attached(),
        ),
        shows="#camera [role=alert]",
        whole="video, .camera-status, .camera .buttons button:last-child",
        sizes=(*ALL_SIZES, (844, 390)),
        whole_at=(LARGE_TABLET, LOW_TABLET, PHONE, (844, 390)),
    ),
    State(
        "pairing",
        scenes.no_game(),
        path="pair",
        device=("viewer",),
        shows="form",
        live=False,
        whole="form button",
        whole_at=ALL_SIZES,
        screen=True,
    ),
    State(
        "design",
        scenes.no_game(),
        path="design",
        shows="#design[aria-busy=false]",
        live=False,
        sizes=(LARGE_TABLET, LOW_TABLET, PHONE),
    ),
)

STATES: Final[tuple[State, ...]] = (
    *FIRST_SCREENS,
    *LAYING,
    *TABLES,
    *TURNED_STATES,
    *PLAIN_TURNED_STATES,
    *(replace(each, sizes=AT_DIALOGS) for each in DIALOGS),
    *HISTORY,
    *PHONE_STATES,
    *(replace(each, fingered=f"#game button, {each.fingered}") for each in (*DICE_GAME, *SPOT_IT)),
    *OTHERS,
)
