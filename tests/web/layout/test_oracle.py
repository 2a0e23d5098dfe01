"""The layout oracle finds each kind of fault, and nothing in a sound page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import Browser

from tests.web.layout.state_pages import ORACLE

pytestmark = pytest.mark.browser

PAGE: Final = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; font: 16px/20px sans-serif; color: #222; background: #fff; }}
.box {{ position: absolute; left: 10px; top: 10px; width: 200px; height: 60px; }}
button {{ width: 60px; height: 60px; }}
</style><body>{}</body>"""
SIZE: Final = {"width": 400, "height": 300}

FAULTS: Final[Mapping[str, tuple[str, str, str]]] = {
    # Check: the sound page, the one with the fault, and the selector that is asked about.
    "overprint": (
        '<p class="box">One</p><p class="box" style="top: 100px">Two</p>',
        '<p class="box">One</p><p class="box" style="top: 12px">Two</p>',
        "",
    ),
    "covered text": (
        '<p class="box">One</p><p class="box" style="top: 100px; background: #ccc">Two</p>',
        '<p class="box">One more</p><p class="box" style="left: 20px; background: #ccc">Two</p>',
        "",
    ),
    "cut": (
        '<p class="box" style="overflow: hidden; width: 200px">Seven letters</p>',
        '<p class="box" style="overflow: hidden; width: 30px">Sevenletters</p>',
        "",
    ),
    "out of reach": (
        '<p class="box">Here</p>',
        '<p class="box" style="position: fixed; top: 290px">Here</p>',
        "",
    ),
    "covered": (
        '<div class="box"><button>On</button></div><i class="box" style="top: 90px; background: #ccc"></i>',
        '<div class="box"><button>On</button></div><i class="box" style="background: rgb(9 9 9 / 1%)"></i>',
        "",
    ),
    "small": ("<button>On</button>", '<button style="height: 30px">On</button>', ""),
    "sideways": ('<p style="width: 300px">Wide</p>', '<p style="width: 500px">Wide</p>', ""),
    "not whole": (
        '<div style="height: 200px; overflow: auto"><div class="whole" style="height: 100px"></div></div>',
        '<div style="height: 50px; overflow: auto"><div class="whole" style="height: 100px"></div></div>',
        "whole",
    ),
    "scrolls": (
        '<div class="still" style="height: 120px; overflow: auto"><p>One</p></div>',
        '<div class="still" style="height: 20px; overflow: auto"><p>One</p></div>',
        "still",
    ),
    "purpose": (
        "<dialog><h2>Title</h2><div class='purpose'>Code</div><button autofocus>Back</button></dialog>",
        "<dialog style='height: 120px'><h2>Title</h2><div style='height: 400px'></div>"
        "<div class='purpose'>Code</div></dialog>",
        "purpose",
    ),
    "contrast": ("<p>Dark</p>", '<p style="color: #aaa">Pale</p>', ""),
}


def find(browser: Browser, content: str, selector: str) -> list[str]:
    """Return the checks that find a fault in a page with this content."""
    page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]  # a plain dictionary
    page.set_content(PAGE.format(content))
    page.evaluate("document.querySelector('dialog')?.showModal()")
    asked: dict[str, Any] = dict.fromkeys(("whole", "still", "purpose"), "")
    asked |= {"fingered": "button", "checks": []}
    if selector:
        asked[selector] = f".{selector}"
    found = page.evaluate(ORACLE, asked)
    page.close()
    return [each["check"] for each in found]


@pytest.mark.slow
@pytest.mark.parametrize("check", FAULTS)
def test_the_oracle_finds_a_fault_and_nothing_in_the_sound_page(browser: Browser, check: str) -> None:
    sound, faulty, selector = FAULTS[check]
    assert find(browser, sound, selector) == []
    assert check in find(browser, faulty, selector)
