"""Accessibility checks of a page with axe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

Look = tuple[dict[str, int], str]
"""A size of the screen, and a theme."""

DESIGN_LOOKS: Final[Sequence[Look]] = [
    ({"width": 1280, "height": 800}, "light"),
    ({"width": 1280, "height": 800}, "dark"),
]
"""Each theme once: the page of the design has every component in every state."""
CROSSWISE: Final[Sequence[Look]] = [
    ({"width": 1280, "height": 800}, "light"),
    ({"width": 390, "height": 844}, "dark"),
]
"""Each size and each theme once."""


def axe_violations(page: Page, looks: Sequence[Look] = ()) -> list[str]:
    """Return the axe-core violations of a page, as it is or in each look: a line for each element."""
    page.evaluate(Axe().axe_script)
    lines = []
    asked: Sequence[tuple[dict[str, int] | None, str | None]] = looks or [(None, None)]
    for size, scheme in asked:
        if size is not None:
            page.set_viewport_size(size)  # type: ignore[arg-type]  # a plain dict will do
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]  # light or dark
        # A page is notified in its next frame, and redrawn in the one after that.
        page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        run = "axe.run({ resultTypes: ['violations'] }).then(found => found.violations)"
        name = f"{size['width']} {scheme}" if size is not None else "as it is"
        for violation in page.evaluate(run):
            lines += [
                f"{name}: {violation['id']}: {violation['help']}: {node['html'][:160]} "
                f"({'; '.join(each['message'] for each in node['any'])})"
                for node in violation["nodes"]
            ]
    return lines


def assert_accessible(page: Page) -> None:
    """Assert that axe finds nothing, and wait until the page is connected again.

    Nothing else runs in a page meanwhile: a busy machine may take so long for it that the page gives up the
    answer it waits for, and takes nothing until it has asked anew.
    """
    found: Any = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    # The abandoned request has ended by the time this is answered.
    page.evaluate("fetch('/api/clock').then((response) => response.ok)")
    expect(page.locator("body")).to_have_attribute("data-connection", "live")
