"""Pictures of the pages."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page, expect

from tests.pictures.game import Moment, Played
from tests.pictures.keeping import keep
from tests.pictures.studio import PHONE, Device, Studio

SHOWN_WIDTH: Final = 840
"""Of a picture that the page draws, in pixels."""
UPRIGHT_SIZE: Final = (800, 1280)
TABLET_ITSELF: Final = Device()
EVENING: Final = "history/1"


def do_nothing(page: Page) -> None:
    """The page as it opens."""


def show_roll(page: Page) -> None:
    """The production is shown in large."""
    expect(page.locator(".take").nth(1)).to_be_visible()


def discarding(page: Page) -> None:
    """The discarding players are requested, on the bar too."""
    expect(page.locator("#actions [data-key=discard]")).to_be_visible()


def striking_out(page: Page) -> None:
    """Open an earlier city: the page shows the consequences of deleting it."""
    page.locator("#log .entry", has_text="city").first.click()
    expect(page.get_by_role("dialog").locator(".consequences li").first).to_be_visible()


def trading(page: Page) -> None:
    """A trade with the bank, counted up."""
    page.locator("#actions [data-key=trade]").tap()
    sides = page.get_by_role("dialog").locator(".counters")
    sides.first.locator(".count-more:enabled").first.tap()
    sides.last.locator(".count-more:enabled").last.tap()


def starting(page: Page) -> None:
    """The seats before the first game."""
    page.locator("#start [data-key=new]").click()
    for number, name in enumerate(("Ana", "Ben", "Cyr", "Dora"), 1):
        page.get_by_label(f"Name of player {number}").fill(name)


def pairing(page: Page) -> None:
    """The code that pairs a player's phone."""
    page.get_by_role("button", name="Phones").tap()
    page.get_by_role("dialog").get_by_role("button", name="Ana ").tap()
    code = page.get_by_role("dialog").locator("img.qr")
    expect(code).to_be_visible()
    code.evaluate("image => image.decode()")


def setting(page: Page) -> None:
    """The settings for orientation, appearance and sound."""
    page.get_by_role("button", name="View and sound").tap()
    expect(page.get_by_role("dialog")).to_be_visible()


def own_hand(page: Page) -> None:
    """Open the phone of the player with the most cards, paired by the tablet."""
    link = page.evaluate(
        """async () => {
          const { game } = await (await fetch("/api/state")).json();
          const [first] = game.view.players.toSorted((one, other) => other.cards - one.cards);
          const headers = { "Content-Type": "application/json" };
          const body = JSON.stringify({ seat: first.colour });
          return (await (await fetch("/api/pairing/phones", { method: "POST", headers, body })).json()).link;
        }"""
    )
    page.context.clear_cookies()
    page.goto(link)
    expect(page.locator(".hand-card").first).to_be_visible()


def sharing(page: Page) -> None:
    """The picture that people send."""
    page.get_by_role("button", name="Share as a picture").tap()
    page.get_by_label("Group name").fill("Thursday's round")
    page.get_by_label("Group name").blur()
    drawn = page.get_by_role("img", name="Picture of the game").locator("canvas")
    expect(drawn).to_be_visible()
    expect(page.locator("dialog .primary")).to_be_enabled()


def looking_back(page: Page) -> None:
    """The whole evening."""
    expect(page.locator(".chart").first).to_be_visible()


@dataclass(frozen=True)
class Picture:
    """One picture of the documentation.

    Attributes:
        moment: the game's; None: none was begun yet.
        do: what is done on the page before it is taken, until what it is of can be seen.
        device: that shows it.
        path: of the page.
        whole: with what is below the screen's edge.
        of: the canvas of which it is, by a selector; empty: of the page.
    """

    moment: Callable[[Played], Moment | None]
    do: Callable[[Page], None] = do_nothing
    device: Device = TABLET_ITSELF
    path: str = ""
    whole: bool = False
    of: str = ""


def _roll(game: Played) -> Moment:
    return game.roll


def _seven(game: Played) -> Moment:
    return game.seven


PICTURES: Final[Mapping[str, Picture]] = {
    "tablet": Picture(_roll, show_roll),
    "phone": Picture(_roll, show_roll, Device(PHONE, paired=False)),
    "hand": Picture(_roll, own_hand, Device(PHONE)),
    "seven": Picture(_seven, discarding),
    "dark": Picture(_seven, discarding, Device(dark=True)),
    "french": Picture(_roll, show_roll, Device(language="fr-FR")),
    "turned": Picture(_roll, show_roll, Device(turned=90)),
    "upright": Picture(_roll, show_roll, Device(UPRIGHT_SIZE)),
    "trade": Picture(_roll, trading),
    "correcting": Picture(lambda game: game.city, striking_out),
    "start": Picture(lambda _: None, starting),
    "pairing": Picture(_roll, pairing),
    "settings": Picture(_roll, setting),
    "picture": Picture(lambda game: game.over, sharing, Device(paired=False), EVENING, of=".keepsake canvas"),
    "evening": Picture(lambda game: game.over, looking_back, Device(paired=False), EVENING, whole=True),
}
"""By the name of the file."""


def take_picture(name: str, studio: Studio, game: Played) -> None:
    """Take a picture."""
    picture = PICTURES[name]
    with (
        studio.table(picture.moment(game)) as server,
        studio.page(server, picture.device, picture.path) as page,
    ):
        picture.do(page)
        # Move the pointer away from the tapped element.
        page.evaluate("document.activeElement.blur()")
        page.mouse.move(0, 0)
        keep(
            name, _canvas_as_png(page, picture.of) if picture.of else page.screenshot(full_page=picture.whole)
        )


def _canvas_as_png(page: Page, canvas: str) -> bytes:
    """Export a canvas as a file, at the width of the documentation."""
    url = page.locator(canvas).evaluate(
        """(canvas, width) => {
          const small = document.createElement("canvas");
          [small.width, small.height] = [width, Math.round((canvas.height * width) / canvas.width)];
          const pen = small.getContext("2d");
          pen.imageSmoothingQuality = "high";
          pen.drawImage(canvas, 0, 0, small.width, small.height);
          return small.toDataURL();
        }""",
        SHOWN_WIDTH,
    )
    return base64.b64decode(url.partition(",")[2])
