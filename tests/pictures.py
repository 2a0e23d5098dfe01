"""`make pictures`: the documentation's pictures, made anew from a simulated table.

The page on a tablet and on a phone in the middle of a game, a player's own phone, and a drawn reading of a
rendered photo.
"""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import IO

import cv2
from playwright.sync_api import Page, ViewportSize, sync_playwright

from companion.island.geometry import HEXES, INTERSECTIONS, PATHS_AT
from companion.island.pieces import COLOURS
from companion.sim.picture import CameraPose, Piece, render_board
from companion.sim.world import shuffled_island

OUT = Path(__file__).parents[1] / "docs" / "pictures"
SIZES = {"tablet": (1280, 800), "phone": (390, 844)}
SEED, TURN = 4, 40
BUILT = INTERSECTIONS[3:54:6]
BROWSER = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]


def main() -> None:
    """Make them all."""
    OUT.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "companion", "demo", "--seed", str(SEED), "--speed", "30"]
    with subprocess.Popen(
        [*command, "--port", "0", "--no-browser"], stdout=subprocess.PIPE, text=True
    ) as demo:
        assert demo.stdout is not None
        try:
            pages(pairing(demo.stdout), demo)
        finally:
            demo.terminate()
    reading()


def pairing(said: IO[str]) -> str:
    """The address that pairs the tablet, as the command says it."""
    for line in said:
        if found := re.search(r"http://\S+/pair\?code=\d+", line):
            return found[0]
    raise SystemExit("the demo didn't start")


def pages(pair: str, demo: subprocess.Popen[str]) -> None:
    """The page at every size, once a roll in the middle of the game gives cards to several.

    The demo stands still for it: what a roll gives is gone with the next thing that happens.
    """
    url = pair.partition("pair?")[0]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=BROWSER)
        shown: dict[str, Page] = {}
        for name, (width, height) in SIZES.items():
            size: ViewportSize = {"width": width, "height": height}
            context = browser.new_context(viewport=size, locale="en-GB", reduced_motion="reduce")
            shown[name] = context.new_page()
            shown[name].goto(pair if name == "tablet" else url)
        while not (worth_showing(url) and takes_stand(shown) and stands_still(demo, shown)):
            shown["tablet"].wait_for_timeout(10)
        for name, page in shown.items():
            page.screenshot(path=OUT / f"{name}.png")
        demo.send_signal(signal.SIGCONT)
        hand(shown["tablet"], shown["phone"])
        browser.close()


def takes_stand(shown: Mapping[str, Page]) -> bool:
    """Whether every page shows what somebody takes."""
    return all(page.locator(".take").count() > 1 for page in shown.values())


def stands_still(demo: subprocess.Popen[str], shown: Mapping[str, Page]) -> bool:
    """Hold the demo, unless what is taken is gone by then."""
    demo.send_signal(signal.SIGSTOP)
    shown["tablet"].wait_for_timeout(300)
    if takes_stand(shown):
        return True
    demo.send_signal(signal.SIGCONT)
    return False


def hand(tablet: Page, phone: Page) -> None:
    """The phone of who holds the most cards, paired by the tablet as people do."""
    link = tablet.evaluate(
        """async () => {
          const { game } = await (await fetch("/api/state")).json();
          const [first] = game.view.players.toSorted((one, other) => other.cards - one.cards);
          const asked = { seat: first.colour };
          const headers = { "Content-Type": "application/json" };
          const body = JSON.stringify(asked);
          return (await (await fetch("/api/pairing/phones", { method: "POST", headers, body })).json()).link;
        }"""
    )
    phone.goto(link)
    phone.wait_for_selector(".hand-card")
    phone.screenshot(path=OUT / "hand.png")


def worth_showing(url: str) -> bool:
    """Whether the game is far enough, and the roll gives something to two players or more."""
    with urllib.request.urlopen(f"{url}api/state", timeout=5) as answer:
        game = json.load(answer)["game"]
    roll = game and game["view"]["roll"]
    if not roll or game["view"]["turn"] < TURN or len(roll["takes"]) < 2:
        return False
    return bool(game["view"]["log"][-1]["event"]["kind"] == "roll")


def reading() -> None:
    """What `companion read board --draw` makes of a rendered photo in the middle of a game."""
    layout = shuffled_island(random.Random(SEED))
    pose = CameraPose(tilt=28, rotation=-14)
    pieces = [Piece("city" if n % 3 == 0 else "settlement", at, COLOURS[n % 4]) for n, at in enumerate(BUILT)]
    pieces += [Piece("road", PATHS_AT[at][0], COLOURS[n % 4]) for n, at in enumerate(BUILT)]
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder) / "photo.png"
        cv2.imwrite(str(photo), render_board(layout, pieces, HEXES[6], camera=pose, seed=SEED))
        command = [sys.executable, "-m", "companion", "read", "board", str(photo)]
        subprocess.run([*command, "--draw", str(OUT / "reading.jpg")], check=True)


if __name__ == "__main__":
    main()
