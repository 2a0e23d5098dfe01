"""A blind player at a page, with a keyboard and a screen reader.

What such a person knows of the page is its accessibility tree, as the browser gives it to a screen reader:
roles, names, what has the focus, and what live regions say. What such a person does is keys.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from playwright.sync_api import Page

from tests.patience import PATIENCE_S

MAX_STOPS: Final = 150
"""More stops than any page may have."""

Node = dict[str, Any]


def _value(node: Node, what: str) -> str:
    return str(node.get(what, {}).get("value", ""))


def _properties(node: Node) -> dict[str, Any]:
    return {each["name"]: each["value"].get("value") for each in node.get("properties", [])}


NameMatch = str | Callable[[str], bool]
"""An accessible name: the whole, the part before an ellipsis, or an alias."""


def _matches(name: str, meant: NameMatch) -> bool:
    if not isinstance(meant, str):
        return meant(name)
    return name.startswith(meant[:-1]) if meant.endswith("…") else name == meant


class KeyboardUser:
    """Presses keys and reads the accessibility tree."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._browser = page.context.new_cdp_session(page)
        self._browser.send("Accessibility.enable")
        self.strokes = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self._page.keyboard.press(key)
            self.strokes += 1

    def type_text(self, text: str) -> None:
        self._page.keyboard.type(text)
        self.strokes += len(text)

    # Reading by screen reader

    def accessibility_tree(self) -> list[Node]:
        """Return the visible nodes of the accessibility tree."""
        nodes: list[Node] = self._browser.send("Accessibility.getFullAXTree")["nodes"]
        return [node for node in nodes if not node.get("ignored")]

    def focused_element(self) -> tuple[str, str]:
        """Return role and name of the focused element."""
        (node, *_) = self._focused_nodes(with_parts=False)
        return _value(node, "role"), _value(node, "name")

    def is_in(self, part: str) -> bool:
        """Check that the focus is in a part of the page whose name begins so."""
        return any(_value(node, "name").startswith(part) for node in self._focused_nodes(with_parts=True))

    def _focused_nodes(self, *, with_parts: bool) -> list[Node]:
        active = self._browser.send("Runtime.evaluate", {"expression": "document.activeElement"})
        about = {"objectId": active["result"]["objectId"], "fetchRelatives": with_parts}
        nodes: list[Node] = self._browser.send("Accessibility.getPartialAXTree", about)["nodes"]
        return nodes

    def wait_for_focus(self) -> None:
        """Wait until an element has the focus: a pressed button is disabled briefly and may disappear."""
        end = time.monotonic() + PATIENCE_S
        while self.focused_element()[0] in ("RootWebArea", "none", "generic", ""):
            assert time.monotonic() < end, "the keyboard's place is lost"
            self._page.wait_for_timeout(20)

    def live_texts(self, *live: str) -> Iterator[str]:
        """Yield the texts of the live regions, polite or assertive."""
        nodes: list[Node] = self._browser.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}

        def text(node: Node) -> str:
            if _value(node, "role") == "StaticText":
                return _value(node, "name")
            below = [by_id[child] for child in node.get("childIds", []) if child in by_id]
            return " ".join(filter(None, (text(each) for each in below)))

        for node in nodes:
            if _properties(node).get("live") in live:
                yield text(node)

    def wait_for_announcement(self, words: str, *live: str) -> None:
        """Wait until a live region has some words."""
        end = time.monotonic() + PATIENCE_S
        while True:
            regions = list(self.live_texts(*(live or ("polite", "assertive"))))
            if any(words in region for region in regions):
                return
            assert time.monotonic() < end, f"nobody said {words!r}, but: {regions}"
            self._page.wait_for_timeout(50)

    # Actions by keyboard

    def tab_to(self, role: str, name: NameMatch, within: str = "", *, back: bool = False) -> None:
        """Press Tab until an element has the focus, `within` a part of the page."""
        self._press_key_until("Shift+Tab" if back else "Tab", role, name, within)

    def press_until(self, key: str, name: NameMatch) -> None:
        """Press a key until an element of the same role has the focus."""
        self._press_key_until(key, self.focused_element()[0], name, "")

    def _press_key_until(self, key: str, role: str, name: NameMatch, within: str) -> None:
        passed = []
        for _ in range(MAX_STOPS):
            now = self.focused_element()
            if now[0] == role and _matches(now[1], name) and (not within or self.is_in(within)):
                return
            passed.append(now)
            self.press(key)
        raise AssertionError(f"{key} never leads to {role} {name!r}, but to {passed}")

    def activate(self, role: str, name: NameMatch, within: str = "", *, back: bool = False) -> None:
        """Move the focus to an element and press Enter."""
        self.tab_to(role, name, within, back=back)
        self.press("Enter")
