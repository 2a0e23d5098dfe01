"""The film at the top of the README: the demo as it opens, in 20 silent seconds.

A board is found, pieces are founded (faster than they are), cards fly, the camera is knocked and finds the
board again, and somebody takes over. Everything is the demo itself, recorded from a browser:
`python -m tests.pictures film`.
"""

from __future__ import annotations

import base64
import os
import pty
import re
import subprocess
import sys
import time
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.pictures.keeping import PICTURES_FOLDER
from tests.pictures.studio import CHROMIUM, TABLET

FILM: Final = PICTURES_FOLDER.parent / "film.webp"
SIZE: Final = (960, 600)
FPS: Final = 10
MOST_BYTES: Final = 3_000_000
QUALITIES: Final = (70, 60, 50, 40, 30)
SEED: Final = 4
SLOWLY: Final = 0.5
"""So fast demo and motion are played while they are recorded: a busy machine draws few pictures a second."""
PATIENCE_S: Final = 240.0
SAMPLE_MS: Final = 80
SHOWN_S: Final = 0.8
"""Seconds until the page's state is visible in its pictures."""
TAP: Final = (40, 60, 250)
"""The finger's mark, BGR."""

Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class Scene:
    """A part of the film.

    Attributes:
        until: a script that is true on the page once it is over.
        lasts_s: of the film, in seconds.
    """

    until: str
    lasts_s: float


_TITLE: Final = "document.querySelector('#title')?.textContent"
_EYE: Final = "document.querySelector('.demo-eye')"
SCENES: Final = (
    Scene(f"{_EYE}?.matches('.large') && !{_EYE}.hidden", 0.0),
    Scene(f"{_EYE}?.matches('.found:not(.large)')", 4.5),
    Scene(f"{_TITLE} === 'Turn 1'", 5.5),
    Scene(f"{_EYE}.matches('.large')", 4.5),
    Scene(f"{_EYE}.matches('.found:not(.large)')", 3.5),
)
"""One after another: nothing is there yet; found; founded; rolled; knocked. Then somebody takes over."""
TAKEN_OVER_S: Final = 2.0


def make() -> None:
    """Record the film.

    Raises:
        ValueError: it is too large however badly it is kept.
    """
    with _demo() as link, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        size = {"width": TABLET[0], "height": TABLET[1]}
        page = browser.new_page(viewport=size, locale="en-GB")  # type: ignore[arg-type]  # a dict is one
        page.goto(link)
        page.wait_for_selector("body[data-role=tablet]")
        recorded = _Recorded(page.context.new_cdp_session(page))
        begun, *others = (_time_when(page, scene.until) for scene in SCENES)
        marks = [begun + SHOWN_S, *others]
        tap = _take_over(page)
        page.wait_for_timeout(1000 * TAKEN_OVER_S / SLOWLY)
        recorded.stop()
        browser.close()
    _keep(list(_cut(recorded, marks, tap)))


@contextmanager
def _demo() -> Iterator[str]:
    """Start a demo that plays slowly; return the link that pairs a tablet, which only a terminal shows."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "companion", "demo", "--no-browser", "--port", "0"]
    demo = subprocess.Popen([*command, "--seed", f"{SEED}", "--speed", f"{SLOWLY}"], stdout=theirs)
    os.close(theirs)
    try:
        output = ""
        while not (link := re.search(r"http\S+/pair\?key=\S+", output)):
            output += os.read(ours, 1024).decode(errors="replace")
        yield link[0]
    finally:
        demo.terminate()
        demo.wait()
        os.close(ours)


class _Recorded:
    """The pictures that a page showed, each with its time."""

    def __init__(self, devtools: CDPSession) -> None:
        self.times: list[float] = []
        self._pictures: list[bytes] = []
        self._devtools = devtools
        self._stopped = False
        devtools.on("Page.screencastFrame", self._take)
        devtools.send("Animation.enable")
        devtools.send("Animation.setPlaybackRate", {"playbackRate": SLOWLY})
        devtools.send("Page.startScreencast", {"format": "jpeg", "quality": 92})

    def _take(self, frame: dict[str, Any]) -> None:
        self.times.append(frame["metadata"]["timestamp"])
        self._pictures.append(base64.b64decode(frame["data"]))
        if not self._stopped:
            self._devtools.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def stop(self) -> None:
        self._stopped = True
        self._devtools.send("Page.stopScreencast")

    def picture_at(self, t: float) -> Picture:
        """Return the picture shown at a time."""
        n = max(0, bisect_right(self.times, t) - 1)
        decoded = cv2.imdecode(np.frombuffer(self._pictures[n], np.uint8), cv2.IMREAD_COLOR)
        assert decoded is not None
        return np.asarray(cv2.resize(decoded, SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def _time_when(page: Page, script: str) -> float:
    """The time at which a script came to be true on a page."""
    end = time.monotonic() + PATIENCE_S
    while not page.evaluate(f"() => Boolean({script})"):
        if time.monotonic() > end:
            raise TimeoutError(f"never on the page: {script}")
        page.wait_for_timeout(SAMPLE_MS)
    return time.time()


def _take_over(page: Page) -> tuple[float, tuple[int, int]]:
    """Tap on *Take over*; when, and where in the film."""
    button = page.get_by_role("button", name="Take over")
    box = button.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    at = time.time()
    page.wait_for_timeout(600 / SLOWLY)
    button.click()
    return at, (round(middle[0] * SIZE[0] / TABLET[0]), round(middle[1] * SIZE[1] / TABLET[1]))


def _cut(
    recorded: _Recorded, marks: Sequence[float], tap: tuple[float, tuple[int, int]]
) -> Iterator[Picture]:
    """The film's pictures: each scene as long as it is to be."""
    for begins, ends, scene in zip(marks, marks[1:], SCENES[1:], strict=False):
        count = round(scene.lasts_s * FPS)
        for n in range(count):
            yield recorded.picture_at(begins + (ends - begins) * n / count)
    tapped_at, (x, y) = tap
    for n in range(round(TAKEN_OVER_S * FPS)):
        picture = recorded.picture_at(tapped_at + n / FPS / SLOWLY)
        if n < FPS:
            cv2.circle(picture, (x, y), 16 + n, TAP, 3, cv2.LINE_AA)
        yield picture


def _keep(pictures: Sequence[Picture]) -> None:
    """Keep the film as well as its size allows."""
    animation = cv2.Animation()
    animation.frames = list(pictures)
    animation.durations = [1000 // FPS] * len(pictures)
    for quality in QUALITIES:
        cv2.imwriteanimation(str(FILM), animation, [cv2.IMWRITE_WEBP_QUALITY, quality])
        if FILM.stat().st_size <= MOST_BYTES:
            print(f"film: {len(pictures) / FPS:.0f} s, {FILM.stat().st_size // 1000} kB")
            return
    Path(FILM).unlink()
    raise ValueError(f"the film is larger than {MOST_BYTES} bytes at any quality")
