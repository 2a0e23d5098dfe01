"""Draw the app's icons from web/static/pwa/icon.svg, with the browser of the tests."""

from __future__ import annotations

import shutil
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page, sync_playwright

STATIC = Path(__file__).parents[2] / "web" / "static"
SIZES = (192, 512)
GROUND = "#2d5f8a"
SHARES = {"any": 1.0, "maskable": 0.66}
"""Share of its square that the drawing fills: devices crop a maskable icon to their own shape."""

PALETTE_COLOURS = 64
"""Colours of an icon: a drawing of four flat colours and the blends at their edges."""


def main() -> None:
    """Draw all icons."""
    browser = shutil.which("chromium") or "/usr/bin/chromium"
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"]).new_page()
        for purpose, share in SHARES.items():
            for size in SIZES:
                draw(page, size, share, STATIC / "pwa" / f"{purpose}-{size}.png")


def draw(page: Page, size: int, share: float, to: Path) -> None:
    """Draw the icon at size x size pixels, with the sea around it if it doesn't fill its square."""
    svg = (STATIC / "pwa" / "icon.svg").read_text("utf-8")
    ground = GROUND if share < 1 else "transparent"
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>html {{ background: {ground} }} body {{ margin: 0; height: 100vh; display: grid; "
        f"place-items: center }} svg {{ width: {100 * share}vw }}</style>{svg}"
    )
    drawn = np.frombuffer(page.screenshot(omit_background=True), np.uint8)
    picture = cv2.imdecode(drawn, cv2.IMREAD_UNCHANGED)
    assert picture is not None
    to.write_bytes(encode_with_palette(picture.astype(np.uint8)))


def encode_with_palette(picture: NDArray[np.uint8]) -> bytes:
    """Return a picture, BGR or BGRA, as a PNG with a palette of its commonest colours: a third of the bytes.

    Format: PNG specification, third edition, chunks PLTE and tRNS.
    """
    if picture.shape[2] == 3:
        picture = np.dstack((picture, np.full(picture.shape[:2], 255, np.uint8)))
    height, width = picture.shape[:2]
    pixels = picture.reshape(-1, 4)[:, [2, 1, 0, 3]]
    colours, counts = np.unique(pixels, axis=0, return_counts=True)
    palette = colours[np.argsort(-counts, kind="stable")[:PALETTE_COLOURS]]
    distances = ((pixels[:, None].astype(np.int32) - palette[None].astype(np.int32)) ** 2).sum(axis=2)
    rows = distances.argmin(axis=1).astype(np.uint8).reshape(height, width)
    lines = np.hstack((np.zeros((height, 1), np.uint8), rows))  # filter 0 in each line
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette[:, :3].tobytes()),
        (b"tRNS", palette[:, 3].tobytes()),
        (b"IDAT", zlib.compress(lines.tobytes(), 9)),
        (b"IEND", b""),
    )
    encoded = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(encoded)


if __name__ == "__main__":
    main()
