"""Draws the icons of the page as an app from web/static/pwa/icon.svg, with the browser that the tests use."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

STATIC = Path(__file__).parents[2] / "web" / "static"
SIZES = (192, 512)
GROUND = "#2d5f8a"
SHARES = {"any": 1.0, "maskable": 0.66}
"""How much of its square the drawing fills: a device cuts a maskable one to its own shape."""


def main() -> None:
    """Draw them all."""
    browser = shutil.which("chromium") or "/usr/bin/chromium"
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"]).new_page()
        for purpose, share in SHARES.items():
            for size in SIZES:
                draw(page, size, share, STATIC / "pwa" / f"{purpose}-{size}.png")


def draw(page: Page, size: int, share: float, to: Path) -> None:
    """The icon, size x size pixels, on the sea where it doesn't fill its square."""
    svg = (STATIC / "pwa" / "icon.svg").read_text("utf-8")
    ground = GROUND if share < 1 else "transparent"
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>html {{ background: {ground} }} body {{ margin: 0; height: 100vh; display: grid; "
        f"place-items: center }} svg {{ width: {100 * share}vw }}</style>{svg}"
    )
    page.screenshot(path=to, omit_background=True)


if __name__ == "__main__":
    main()
