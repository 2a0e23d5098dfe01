"""A phone is the camera: `companion serve --camera phone`, its page in Chromium over TLS, a game to its end.

The browser's camera is a film that is drawn while it runs: Chromium reads each frame of a Y4M file when it
shows it, so that the scene is whatever was written there last.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.island.geometry import HexId, IntersectionId, position
from companion.island.setups import first_game_layout
from companion.sim.camera import find_camera_pose
from companion.sim.picture import Arm, Piece, render_board
from tests.conftest import CHROMIUM, HOME
from tests.patience import PATIENCE_MS

from .conftest import Served, wait_until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WIDTH, HEIGHT = 1280, 720
FRAMES = 3
"""Of the film, over and over: a sensor's noise is another in each."""
FRAME = b"FRAME\n"
DESERT = HexId("h0,0")
ISLAND = first_game_layout()
PLAYERS = [
    {"name": "Ana", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Cyr", "colour": "white"},
]
FOUNDING_PIECES = (
    ("red", "i-1,-4", "p-1,-2"),
    ("blue", "i5,-4", "p3,-3"),
    ("white", "i1,4", "p1,2"),
    ("white", "i-4,-1", "p-3,0"),
    ("blue", "i-5,4", "p-3,3"),
    ("red", "i-2,4", "p-1,3"),
)
"""Ana's second settlement gives ore and two grain; a 3 and a 10 give her two ore more: a city."""


class Film:
    """Scene before the phone's camera."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._pose = find_camera_pose(WIDTH, HEIGHT, 12, 4)
        self._pieces: dict[str, Piece] = {}
        self._shot = 0
        file.write_bytes(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F5:1 Ip A1:1 C420jpeg\n".encode())
        with file.open("ab") as film:
            film.write((FRAME + bytes(WIDTH * HEIGHT * 3 // 2)) * FRAMES)
        self.draw()

    def place_piece(self, kind: Any, at: Any, colour: Any) -> None:
        self._pieces[at] = Piece(kind, at, colour)

    def draw(self, *over: Arm) -> None:
        """Add the pieces put down so far, and the hand above them, to the film."""
        head = len(self.file.read_bytes()[:200].partition(b"\n")[0]) + 1
        for n in range(FRAMES):
            self._shot += 1
            pieces = self._pieces.values()
            image = render_board(
                ISLAND, pieces, DESERT, camera=self._pose, clutter=over, seed=5, shot=self._shot
            )
            planes = cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420).tobytes()
            with self.file.open("r+b") as film:
                film.seek(head + n * (len(FRAME) + len(planes)) + len(FRAME))
                film.write(planes)


@contextmanager
def a_phone(browser: Browser, film: Film) -> Iterator[Page]:
    """Open a phone's browser, which doesn't trust the table's certificate."""
    launched = browser.browser_type.launch(
        executable_path=CHROMIUM,
        args=[
            "--no-sandbox",
            "--disable-gpu",
            "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream",
            f"--use-file-for-fake-video-capture={film.file}",
            f"--host-resolver-rules=MAP {HOME} 127.0.0.1",
        ],
    )
    try:
        context = launched.new_context(
            viewport={"width": 390, "height": 844},
            locale="en-GB",
            has_touch=True,
            permissions=["camera", "screen-wake-lock"],
            # The user has accepted the warning.
            ignore_https_errors=True,
        )
        context.set_default_timeout(PATIENCE_MS)
        yield context.new_page()
    finally:
        launched.close()


@pytest.fixture
def film(tmp_path: Path) -> Film:
    return Film(tmp_path / "film.y4m")


def pieces(served: Served) -> set[tuple[str, str, str]]:
    return {(each["kind"], each["at"], each["colour"]) for each in served.view()["pieces"]}


def camera_of(served: Served) -> dict[str, Any]:
    """Return the reported state of the camera; empty before the first report."""
    camera_sources = [each for each in served.state()["sources"] if each["name"] == "camera"]
    return dict(camera_sources[0]) if camera_sources else {"health": "", "text": ""}


def test_a_phone_camera_follows_a_whole_game_across_a_disconnection(
    browser: Browser, serve: Callable[..., Served], film: Film, tmp_path: Path
) -> None:
    served = serve("--camera", "phone", "--journal", str(tmp_path / "journal.db"))
    assert served.scheme == "https"
    wait_until(lambda: "A phone as the camera" in str(camera_of(served)["text"]), "what to do is said")
    served.request("/api/games", {"game": "base", "players": PLAYERS, "options": {"points_to_win": 3}})
    link = served.request("/api/pairing/cameras", {})["link"]
    with a_phone(browser, film) as page:
        page.goto(link.replace("127.0.0.1", HOME))
        expect(page.locator("#camera")).to_have_attribute("data-state", "good")
        assert "key" not in page.url
        expect(page.locator(".camera-view polygon")).to_have_count(1)
        wait_until(lambda: served.view()["layout"], "the island, read by the phone")
        assert served.view()["layout"]["hexes"] == ISLAND.to_json()["hexes"]
        expect(page.get_by_role("status")).to_contain_text("The table sees the island.")
        assert page.evaluate("isSecureContext")

        stood: set[tuple[str, str, str]] = set()
        for n, (colour, settlement, road) in enumerate(FOUNDING_PIECES):
            new = {("settlement", settlement, colour), ("road", road, colour)}
            for kind, at, whose in new:
                film.place_piece(kind, at, whose)
            film.draw()
            stood |= new
            wait_until(lambda: pieces(served) == stood, f"founding {n + 1}, seen by the phone")  # noqa: B023 (called at once)
            if n == 2:
                # Somebody took the phone up, and put it back.
                page.goto("about:blank")
                wait_until(lambda: camera_of(served)["health"] == "waiting", "the phone is missed")
                page.goto(link.replace("127.0.0.1", HOME).partition("?")[0])
                wait_until(lambda: camera_of(served)["health"] == "ok", "the phone is back")

        for dice in ([1, 2], [4, 6], [1, 4], [5, 6]):
            served.enter(kind="roll", dice=dice)
        assert served.view()["on_turn"] == "red"
        # Only a hand turns a settlement into a city, within a second or two.
        film.draw(Arm(position(IntersectionId("i-2,4")), bearing=150))
        time.sleep(2)
        film.place_piece("city", "i-2,4", "red")
        film.draw()
        stood = stood - {("settlement", "i-2,4", "red")} | {("city", "i-2,4", "red")}
        wait_until(lambda: served.view()["phase"] == "over", "the end of the game")
        assert served.view()["winner"] == "red"
        assert pieces(served) == stood
        expect(page.get_by_role("status")).to_contain_text("The table sees the island.")


def test_the_status_of_a_phone_is_shown_at_the_table(
    browser: Browser, serve: Callable[..., Served], film: Film, tmp_path: Path
) -> None:
    served = serve("--camera", "phone", "--journal", str(tmp_path / "journal.db"))
    link = served.request("/api/pairing/cameras", {})["link"]
    with a_phone(browser, film) as page:
        page.add_init_script(
            "navigator.getBattery = async () => "
            "Object.assign(new EventTarget(), { level: 0.09, charging: false })"
        )
        page.goto(link)
        expect(page.get_by_role("alert")).to_contain_text("The phone's battery is at 9 %: plug it in.")
        wait_until(lambda: "battery" in str(camera_of(served)["text"]), "it is said at the table")
        assert camera_of(served)["health"] == "ok"
        page.evaluate("navigator.getBattery = null")
        # The screen stays on, as over TLS it may.
        expect(page.locator("#camera")).to_contain_text("The screen stays on while this page is open.")
        # The certificate stays the same: a phone whose user accepted the warning isn't warned again.
    kept = tmp_path / "journal-https" / "table.pem"
    before = kept.read_bytes()
    served.terminate()
    serve("--camera", "phone", "--journal", str(tmp_path / "journal.db"))
    time.sleep(0.1)
    assert kept.read_bytes() == before
