"""Every state of every screen whose layout is tested: how it is set up, and what has to be whole in sight.

A state says at which scene it is shown (`scenes.py`), on which page and device, what is tapped to get there,
and what the documentation promises of it. Steps name buttons by their English texts, which are translated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.web.conftest import rich_game
from tests.web.layout import scenes
from tests.web.layout.scenes import Builder

Say = Callable[[str], str]
"""Translates an English text of the pages."""
Step = Callable[[Page, Say], object]
Size = tuple[int, int]

LARGE: Final[Size] = (1280, 800)
LOWEST: Final[Size] = (800, 480)
PHONE: Final[Size] = (390, 844)
LOW: Final[Size] = (1024, 600)
TIGHTEST: Final = LOWEST
TABLETS: Final[tuple[Size, ...]] = (
    (1920, 1080),
    (1366, 768),
    LARGE,
    (1280, 720),
    (1024, 768),
    LOW,
    LOWEST,
)
EVERY: Final[tuple[Size, ...]] = (*TABLETS, PHONE)
AT_DIALOGS: Final[tuple[Size, ...]] = ((1920, 1080), LARGE, LOW, LOWEST, PHONE)
"""Dialogs have one width from a phone up, and are at most as high as the screen: fewer sizes do."""
UPRIGHT: Final[tuple[Size, ...]] = ((800, 1280), (768, 1024), (600, 1024))
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
    sizes: tuple[Size, ...] = EVERY
    whole_at: tuple[Size, ...] = TABLETS
    opened_at: Size = LARGE
    live: bool = True
    screen: bool = False


def tap(selector: str) -> Step:
    """Tap the first part of a selector."""
    return lambda page, _: page.locator(selector).first.tap()


def key(name: str) -> Step:
    """Tap what has a key."""
    return tap(f"[data-key='{name}']")


def choose(text: str) -> Step:
    """Tap a button of the open dialog by its text."""

    def step(page: Page, say: Say) -> None:
        page.locator("dialog[open]").get_by_role("button", name=say(text), exact=True).first.tap()

    return step


def named(text: str) -> Step:
    """Tap a button by its text."""
    return lambda page, say: page.get_by_role("button", name=say(text), exact=True).first.tap()


def unfold(text: str) -> Step:
    """Tap what unfolds a part of a form."""
    return lambda page, say: page.get_by_text(say(text), exact=True).first.tap()


def seen(selector: str) -> Step:
    """Wait for a part."""
    return lambda page, _: expect(page.locator(selector).first).to_be_visible()


def pick(name: str, value: str) -> Step:
    """Choose a value of a list of choices."""
    return lambda page, _: page.locator(f"select[name='{name}']").first.select_option(value)


def radio(name: str, value: str) -> Step:
    """Tap one of several values."""
    return tap(f"[name={name}][value={value}]")


LOST: Final = "body[data-connection=lost]"


def lose_connection(page: Page, _: Say) -> None:
    """Cut the device off the network."""
    page.context.set_offline(True)


OPEN: Final = "dialog[open] "
STILL_TABLE: Final = "html, main, #bank, #roll, #to-do, .action, .actions"
"""What of the base game's page scrolls on no tablet (docs/tablet.md)."""
BOARD: Final = ".hex, .harbor circle, .action"
PLAYING: Final = f"{BOARD}, #bank li, .turn-line, #to-do button, #roll .take"
ENDED: Final = f"{BOARD}, .finisher, .victory .award, .victory button, .victory a"
WAITING: Final = f"{PLAYING}, .question p, .question button"
PLAYERS: Final = ".player-name b, .player-points b, .stat-value, [data-stat=cards] .stat-name, .player .badge"
TRADE: Final = "dialog :is(h2, .face, .counter button, .buttons button)"
STILL_TRADE: Final = "dialog, dialog .counter, dialog .face"

FIRST_SCREENS: Final = (
    State("first screen", scenes.no_game(), shows="#start .way", whole="#start .way", screen=True),
    State(
        "first screen, much to go on with",
        scenes.no_game(last=scenes.LAST, unfinished=scenes.LEFT),
        shows="#start .way",
    ),
    State("first screen, code for others", scenes.in_network(), shows="#start img.qr"),
    State("first screen, view only", scenes.no_game(), device=("viewer",), shows="#start form"),
    State(
        "new game",
        scenes.no_game(),
        steps=(key("new"),),
        shows="#start form",
        whole="#start .buttons button",
        screen=True,
    ),
    State(
        "new game, more choices",
        scenes.no_game(),
        steps=(key("new"), unfold("More options")),
        shows="#start .more .options",
        whole="#start .buttons button",
    ),
    State(
        "new game, who begins",
        scenes.no_game(),
        steps=(key("new"), unfold("Roll to see who begins")),
        shows=".begins-round",
        whole="#start .buttons button",
    ),
    State(
        "new dice game",
        scenes.no_evening,
        steps=(key("new"), pick("game", "dice_game"), unfold("More options")),
        shows="#start .more .options",
        whole="#start .buttons button",
    ),
    State(
        "new match",
        scenes.no_evening,
        steps=(key("new"), pick("game", "spot_it"), unfold("More options")),
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
        "own island, a hex asked",
        scenes.own_island(scenes.LAY_TERRAINS, scenes.LAY_TOKENS),
        steps=(tap(".hex[data-key='h1,0']"),),
        shows=OPEN + "select",
    ),
    State(
        "island read",
        scenes.base(scenes.crowd, scenes.founding, to_do=[scenes.CONFIRM, scenes.FOUND]),
        shows="#to-do button",
        whole=PLAYING,
        still=STILL_TABLE,
        screen=True,
    ),
    State(
        "who begins",
        scenes.base(scenes.crowd, scenes.founding, to_do=[scenes.FOUND]),
        shows="#to-do button",
        whole=PLAYING,
        still=STILL_TABLE,
    ),
    State(
        "who begins, short names",
        scenes.base(scenes.founding, to_do=[scenes.FOUND]),
        shows="#to-do button",
        whole=f"{BOARD}, #bank li",
        whole_at=(LARGE,),
    ),
    State(
        "game taken up",
        scenes.base(scenes.crowd, phase="taking_up", to_do=[{"kind": "take_up"}]),
        shows="#to-do button",
        whole=PLAYING,
    ),
    State("founding, taught", scenes.taught(), shows="#to-do .lesson", whole=BOARD, screen=True),
    State(
        "first roll, taught",
        scenes.taught(*scenes.FOUNDED),
        shows="#to-do .lesson",
        whole=BOARD,
    ),
    State(
        "a turn, taught",
        scenes.taught(*scenes.FOUNDED, {"kind": "roll", "dice": [4, 4]}),
        shows="#to-do .lesson",
        whole=BOARD,
    ),
    State(
        "why a button is grey",
        scenes.taught(*scenes.FOUNDED),
        steps=(key("end"),),
        shows=OPEN + "p",
    ),
)

TABLES: Final = (
    State("table", scenes.base(), whole=PLAYING, still=STILL_TABLE, screen=True),
    State("table, view only", scenes.base(), device=("viewer",), shows=".view-only"),
    State("table, a source needs help", scenes.base(scenes.sick), shows="#notices *"),
    State(
        "busiest table",
        scenes.base(scenes.crowd, scenes.waiting),
        shows="[data-matter=offer-1]",
        whole=WAITING,
        still=f"{STILL_TABLE}, .waiting",
        screen=True,
    ),
    State(
        "busiest table, next matter",
        scenes.base(scenes.crowd, scenes.waiting),
        steps=(key("waiting-next"),),
        shows="[data-matter=question-8]",
        whole=WAITING,
        still=f"{STILL_TABLE}, .waiting",
    ),
    State(
        "busiest table, last matter",
        scenes.base(scenes.crowd, scenes.waiting),
        steps=(key("waiting-next"), key("waiting-next")),
        shows="[data-matter=question-7]",
        whole=WAITING,
        still=f"{STILL_TABLE}, .waiting",
    ),
    State(
        "busiest table, matters put aside",
        scenes.base(scenes.crowd, scenes.waiting),
        steps=(key("waiting-fold"),),
        shows=".waiting-fold",
        whole=".player-name b, .hex, .harbor circle, .waiting-fold",
        opened_at=LOWEST,
        sizes=(LOWEST,),
    ),
    State(
        "busiest table, nothing waits",
        scenes.base(scenes.crowd),
        whole=f"{PLAYING}, {PLAYERS}",
        still=f"{STILL_TABLE}, .player-name b, .player-more, #players",
    ),
    State(
        "roll all take of",
        scenes.base(scenes.crowd, to_do=[], roll=scenes.ROLLED, last_roll=scenes.ROLLED),
        shows=".take",
        whole=PLAYING,
        still=STILL_TABLE,
    ),
    State(
        "roll of short names",
        scenes.base(scenes.short_names, scenes.just_rolled),
        shows=".take",
        whole=f"{BOARD}, .take-name > span",
        still=".take-name > span",
        whole_at=EVERY,
    ),
    State(
        "starting resources",
        scenes.base(scenes.short_names, scenes.dealt_one),
        shows=".take",
        whole=".take-name > span",
        still=".take-name > span",
        whole_at=EVERY,
    ),
    State(
        "somebody is robbed",
        scenes.base(
            scenes.crowd, to_do=[{"kind": "steal", "colour": "red", "from": ["blue", "orange", "white"]}]
        ),
        whole=PLAYING,
        still=STILL_TABLE,
    ),
    State(
        "next roll due",
        scenes.base(scenes.crowd, rolled=False, roll=None, to_do=[{"kind": "roll", "colour": "blue"}]),
        whole=PLAYING,
        still=STILL_TABLE,
    ),
    State(
        "starting resources of a crowd",
        scenes.base(scenes.crowd, to_do=[], dealt=[{"colour": "red", "cards": scenes.TAKES[0]["cards"]}]),
        whole=PLAYING,
        still=STILL_TABLE,
    ),
    State("won by red", scenes.won("red"), shows=".winner", whole=ENDED, still=STILL_TABLE, screen=True),
    State("won by white", scenes.won("white"), shows=".winner", whole=ENDED, still=STILL_TABLE),
    State("won by two", scenes.won("red", "white"), shows=".winner", whole=ENDED, still=STILL_TABLE),
    State(
        "demo",
        scenes.demo,
        shows=".demo-eye.found",
        whole=".demo-strip, .demo-strip button",
        whole_at=EVERY,
        screen=True,
    ),
    State("tap taken", scenes.base(), steps=(key("buy"),), shows="[role=alert]"),
    State("tap refused", scenes.refusing, steps=(key("buy"),), shows="[role=alert]"),
    State("table, connection lost", scenes.base(), steps=(lose_connection,), shows=LOST),
)

TURNED: Final = tuple(
    State(
        f"busiest table turned by {turn}",
        scenes.base(scenes.crowd, scenes.waiting),
        shows="[data-matter=offer-1]",
        whole=WAITING,
        kept=(("companion.page", f"{turn}"),),
        sizes=sizes,
        whole_at=sizes,
        opened_at=sizes[0],
    )
    for turn, sizes in (
        (0, UPRIGHT),
        (90, (*UPRIGHT, LARGE)),
        (180, (LARGE, LOW, *UPRIGHT)),
        (270, ((1024, 768), LARGE, *UPRIGHT)),
    )
)

ALL_AT_ONCE: Final = "#to-do, #roll, .hex, .harbor, .player, #bank, #log li:first-child, .action"
SIDES: Final = (LARGE, UPRIGHT[0], UPRIGHT[1], (1024, 768))
PLAIN_TURNED: Final = tuple(
    State(
        f"table turned by {turn}",
        scenes.base(),
        shows=".take",
        whole=ALL_AT_ONCE,
        kept=(("companion.page", f"{turn}"),),
        sizes=SIDES,
        whole_at=SIDES,
    )
    for turn in (0, 90, 180, 270)
)

MORE: Final = key("more")
TRADES: Final = tuple(
    State(
        f"trade with {partner}",
        scenes.base(scenes.crowd, scenes.waiting),
        steps=(key("trade"), radio("partner", partner)),
        shows=OPEN + ".counter",
        whole=TRADE,
        still=STILL_TRADE,
    )
    for partner in ("bank", "blue", "all")
)
DIALOGS: Final = (
    State("view and sound", scenes.base(), steps=(key("settings"),), shows=OPEN + "h2", screen=True),
    State(
        "phones", scenes.base(), steps=(key("devices"), seen(".phone-seat")), shows=".phone-seat", screen=True
    ),
    State(
        "code for a phone",
        scenes.base(),
        steps=(key("devices"), tap(".phone-seat-pair"), seen(".devices .link")),
        shows=".devices .link",
    ),
    State(
        "code for a phone that is in reach",
        scenes.in_network(rich_game()),
        steps=(key("devices"), tap(".phone-seat-pair"), seen(".devices .link")),
        shows="img.qr",
        purpose="img.qr",
    ),
    State("roll entered", scenes.base(), steps=(key("roll"),), shows=OPEN + ".thrown .face"),
    *TRADES,
    State(
        "trade by somebody else",
        scenes.base(scenes.crowd, scenes.waiting),
        steps=(key("trade"), tap("dialog summary")),
        shows=OPEN + ".counter",
        whole=TRADE,
        still="dialog",
        whole_at=(LOW, LOWEST),
    ),
    State("card played", scenes.base(), steps=(key("play"),), shows=OPEN + ".choice"),
    State("monopoly", scenes.base(), steps=(key("play"), choose("Monopoly")), shows=OPEN + ".choice"),
    State(
        "monopoly's cards",
        scenes.base(),
        steps=(key("play"), choose("Monopoly"), choose("grain")),
        shows=OPEN + ".counter",
    ),
    State(
        "year of plenty",
        scenes.base(),
        steps=(key("play"), choose("Year of plenty")),
        shows=OPEN + ".counter",
    ),
    State("cards discarded", scenes.base(scenes.owing), steps=(key("discard"),), shows=OPEN + ".counter"),
    State("robbery", scenes.base(scenes.owing), steps=(key("rob"),), shows=OPEN + ".face"),
    State("points revealed", scenes.base(scenes.owing), steps=(key("reveal"),), shows=OPEN + ".face"),
    State("more", scenes.base(), steps=(MORE,), shows=OPEN + ".choice", screen=True),
    State("costs", scenes.base(), steps=(MORE, choose("Building costs")), shows=OPEN + "h2"),
    State("hand said", scenes.base(), steps=(MORE, choose("Enter a hand")), shows=OPEN + ".counter"),
    State("player leaves", scenes.base(), steps=(MORE, choose("A player leaves …")), shows=OPEN + "h2"),
    State("game ended early", scenes.base(), steps=(MORE, choose("End the game now …")), shows=OPEN + "h2"),
    State(
        "game log",
        scenes.base(),
        steps=(MORE, choose("Game log"), seen(OPEN + ".entry")),
        shows=OPEN + ".entry",
        screen=True,
    ),
    State(
        "log entry",
        scenes.base(),
        steps=(MORE, choose("Game log"), seen(OPEN + ".entry"), tap(OPEN + ".entry")),
        shows=OPEN + "h2",
    ),
    State(
        "new game meanwhile",
        scenes.base(),
        steps=(MORE, choose("New game"), seen(OPEN + "select")),
        shows=OPEN + "select",
    ),
    State(
        "game given up",
        scenes.base(),
        steps=(MORE, choose("New game"), seen(OPEN + "select"), choose("Start")),
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
        steps=(key("devices"), seen(".phone-seat"), named("A phone as the camera"), seen(".devices .link")),
        shows=".devices .link",
        purpose="img.qr",
    ),
)

TABLES_AT_ONCE: Final = ".wide"
MET: Final = "main a, main button, nav a, nav select, dialog .buttons button"
HISTORY: Final = (
    State(
        "history",
        scenes.evening,
        path="history",
        shows=".game-line",
        live=False,
        screen=True,
        still=TABLES_AT_ONCE,
        whole_at=EVERY,
        fingered=MET,
    ),
    State(
        "history, nothing played",
        scenes.no_evening,
        path="history",
        shows="main a",
        live=False,
        still=TABLES_AT_ONCE,
        whole_at=EVERY,
        fingered=MET,
    ),
    State(
        "game looked back on",
        scenes.evening,
        path="history/1",
        shows=".winner",
        live=False,
        screen=True,
        still=TABLES_AT_ONCE,
        whole_at=EVERY,
        fingered=MET,
    ),
    State(
        "game that is on looked back on",
        scenes.evening,
        path="history/2",
        shows="h1",
        live=False,
        still=TABLES_AT_ONCE,
        whole_at=EVERY,
        fingered=MET,
    ),
    State(
        "evening's picture",
        scenes.evening,
        path="history/1",
        steps=(named("Share as a picture"), seen(OPEN + "canvas")),
        shows=OPEN + "canvas",
        live=False,
        purpose="canvas",
        whole="dialog[open] :is(canvas, button, input[name=group], .face span)",
        whole_at=(LARGE, LOW, PHONE),
    ),
)

IN_HAND: Final = ("phone", "red", scenes.LONG_NAMES[0])
THIEF: Final = ("phone", "blue", scenes.LONG_NAMES[1])
AFTER_SEVEN: Final = (scenes.SEVEN, scenes.GIVEN_BACK, scenes.ROBBER)
NAMING: Final = tap("[data-key^=name-]")


def hand(
    name: str,
    *steps: Step,
    inputs: tuple[Mapping[str, Any], ...] = (),
    shows: str,
    device: tuple[str, ...] = IN_HAND,
) -> State:
    """A state of a phone that holds a hand."""
    return State(
        f"phone: {name}",
        scenes.in_hand(*inputs),
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
    hand("cards covered", key("cover"), shows=".card-back"),
    hand("offer made", key("trade"), shows=OPEN + ".counter"),
    hand("bank", key("bank"), shows=OPEN + ".counter"),
    hand("card bought", key("buy"), shows=OPEN + "[data-choice]"),
    hand("card played", key("play"), shows=OPEN + "[data-choice]"),
    hand("monopoly", key("play"), tap("[data-choice=monopoly]"), shows=OPEN + "[data-choice=wool]"),
    hand(
        "monopoly's cards",
        key("play"),
        tap("[data-choice=monopoly]"),
        tap("[data-choice=wool]"),
        shows=OPEN + ".counter",
    ),
    hand("year of plenty", key("play"), tap("[data-choice=year_of_plenty]"), shows=OPEN + ".counter"),
    hand("hand said", key("hand-say"), shows=OPEN + ".counter"),
    hand("seat given up", key("leave"), shows=OPEN + "button.primary"),
    hand("bought card named", NAMING, inputs=(scenes.BOUGHT,), shows=OPEN + "[data-choice]"),
    hand("points that win", inputs=(scenes.BOUGHT, scenes.BOUGHT), shows="[data-key=reveal]"),
    hand("seven", inputs=(scenes.SEVEN,), shows="[data-key=discard]"),
    hand("cards discarded", key("discard"), inputs=(scenes.SEVEN,), shows=OPEN + ".counter"),
    hand("discarded cards named", NAMING, inputs=(scenes.SEVEN, scenes.GIVEN_BACK), shows=OPEN + ".counter"),
    hand("thief", key("rob"), inputs=AFTER_SEVEN, shows=OPEN + ".face", device=THIEF),
    hand("robbed", key("robbed"), inputs=AFTER_SEVEN, shows=OPEN + "[data-choice]"),
    hand("uncertain hand", inputs=(*AFTER_SEVEN, scenes.ROBBED), shows=".unsure"),
    hand("stolen card named", NAMING, inputs=(*AFTER_SEVEN, scenes.ROBBED), shows=OPEN + "[data-choice]"),
    State(
        "phone: own offer",
        scenes.offered,
        path="phone",
        device=IN_HAND,
        shows="[data-key=withdraw-1]",
        sizes=PHONES,
        opened_at=PHONE,
    ),
    State(
        "phone: offer of another",
        scenes.offered,
        path="phone",
        device=THIEF,
        shows=".offer",
        sizes=PHONES,
        opened_at=PHONE,
    ),
    hand("connection lost", lose_connection, shows=LOST),
    State(
        "phone: seat of nobody",
        scenes.base(),
        path="phone",
        device=("viewer",),
        shows="main",
        live=False,
        sizes=(*PHONES, LARGE),
        opened_at=PHONE,
    ),
)

AT_DICE: Final = ".tray, .knights-ready, .prices, #large, #sheets"
FROM_LOW: Final = tuple(size for size in TABLETS if size != LOWEST)
"""Tablets that show the dice game and a match whole: docs/tablet.md promises 800 x 480 to the base game."""
AT_ONCE: Final = (LARGE, UPRIGHT[0])
"""Where the dice game shows all but its log at once."""
DICE_GAME: Final = (
    State(
        "dice game",
        scenes.dice_game(2),
        shows=".sheet-card",
        still="main",
        sizes=(*EVERY, UPRIGHT[0]),
        whole_at=AT_ONCE,
        screen=True,
    ),
    State(
        "dice game, four players",
        scenes.dice_game(4, *scenes.FOUR_AT_DICE),
        shows=".sheet-card",
        whole=f"{AT_DICE}, .action",
        whole_at=FROM_LOW,
    ),
    State(
        "dice game, four players at once",
        scenes.dice_game(4, *scenes.FOUR_AT_DICE),
        shows=".sheet-card",
        still="main",
        sizes=AT_ONCE,
        whole_at=AT_ONCE,
    ),
    State(
        "dice game, four players upright",
        scenes.dice_game(4, *scenes.FOUR_AT_DICE),
        shows=".sheet-card",
        whole=f"{AT_DICE}, .action",
        sizes=UPRIGHT[:2],
        whole_at=UPRIGHT[:2],
        opened_at=UPRIGHT[0],
    ),
    State(
        "dice game, base sheet",
        scenes.dice_game(3, sheet="base"),
        shows=".sheet-card",
        still="main",
        sizes=(*EVERY, UPRIGHT[0]),
        whole_at=AT_ONCE,
    ),
    State(
        "dice game, won",
        scenes.dice_game(3, *scenes.DICE_WON),
        shows=".winner",
        still="main",
        sizes=(*EVERY, UPRIGHT[0]),
        whole_at=AT_ONCE,
        screen=True,
    ),
    State(
        "dice game, a die into another",
        scenes.dice_game(4, *scenes.FOUR_AT_DICE),
        steps=(key("use-6"),),
        shows=OPEN + "h2",
    ),
    State(
        "dice game, log entry",
        scenes.dice_game(4, *scenes.FOUR_AT_DICE),
        steps=(tap("#log .entry"),),
        shows=OPEN + "h2",
    ),
)

MATCH: Final = ".match-how li, .match-swap, .match-drawing, .match-outcome, .action"
SPOT_IT: Final = (
    *(
        State(
            f"match, game {number}",
            scenes.spot_it(game=number, alone="red"),
            shows=".match-game",
            whole=MATCH,
            whole_at=FROM_LOW,
            screen=number == 1,
        )
        for number in range(1, 6)
    ),
    State(
        "match, adventure",
        scenes.spot_it(scenes.scored("blue", blue=5, orange=3, red=4), mode="adventure"),
        shows=".match-game",
        whole=MATCH,
        whole_at=FROM_LOW,
        sizes=(*EVERY, UPRIGHT[0]),
    ),
    State(
        "match, upright",
        scenes.spot_it(scenes.scored("blue", blue=5, orange=3, red=4), mode="adventure"),
        shows=".match-game",
        whole=".team, .match-how, #log .entry:first-child",
        sizes=UPRIGHT[:1],
        whole_at=UPRIGHT[:1],
        opened_at=UPRIGHT[0],
    ),
    State("match, counted", scenes.spot_it(alone="red"), steps=(key("score"),), shows=OPEN + ".pads"),
    State(
        "match, log entry",
        scenes.spot_it(scenes.scored("blue", blue=5, orange=3, red=4)),
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
        scenes.calibrating("light", "looking", "Is this your island?", "A tap on a hex corrects it."),
        path="calibrate",
        shows="#choices button",
    ),
    State(
        "calibration: island",
        scenes.calibrating("island", "looking", "Is this your island?", **scenes.READ_ISLAND),
        path="calibrate",
        shows="#read .hex",
        screen=True,
    ),
    State(
        "calibration: corners",
        scenes.calibrating(
            "picture", "wrong", "The island isn't found.", corners=scenes.CORNERS_BEGUN, pointed_out=False
        ),
        path="calibrate",
        steps=(named("Mark the island's corners"),),
        shows="[role=slider]",
    ),
    State(
        "calibration, connection lost",
        scenes.calibrating("light", "looking", "Is this your island?"),
        path="calibrate",
        steps=(lose_connection,),
        shows=LOST,
    ),
    State(
        "camera not started",
        scenes.phone_camera(),
        path="camera",
        device=("camera",),
        shows="#camera .primary",
        live=False,
        whole="#camera .primary",
        sizes=(*EVERY, (844, 390)),
        whole_at=(*EVERY, (844, 390)),
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
        sizes=(*EVERY, (844, 390)),
        whole_at=(*EVERY, (844, 390)),
    ),
    State(
        "camera at work",
        scenes.phone_camera(),
        path="camera",
        device=("camera",),
        live=False,
        steps=(
            lambda page, _: page.evaluate(EYES),
            named("Start the camera"),
            lambda page, _: expect(page.locator(".camera-view polygon")).to_be_attached(),
        ),
        shows="#camera [role=alert]",
        whole="video, .camera-status, .camera .buttons button:last-child",
        sizes=(*EVERY, (844, 390)),
        whole_at=(LARGE, LOW, PHONE, (844, 390)),
    ),
    State(
        "pairing",
        scenes.no_game(),
        path="pair",
        device=("viewer",),
        shows="form",
        live=False,
        whole="form button",
        whole_at=EVERY,
        screen=True,
    ),
    State(
        "design",
        scenes.no_game(),
        path="design",
        shows="#design[aria-busy=false]",
        live=False,
        sizes=(LARGE, LOW, PHONE),
    ),
)

STATES: Final[tuple[State, ...]] = (
    *FIRST_SCREENS,
    *LAYING,
    *TABLES,
    *TURNED,
    *PLAIN_TURNED,
    *(replace(each, sizes=AT_DIALOGS) for each in DIALOGS),
    *HISTORY,
    *PHONE_STATES,
    *(replace(each, fingered=f"#game button, {each.fingered}") for each in (*DICE_GAME, *SPOT_IT)),
    *OTHERS,
)
