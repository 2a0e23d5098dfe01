"""The design system: style sheets use the tokens (docs/design.md)."""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).parents[2] / "web" / "static"
TEMPLATES = Path(__file__).parents[2] / "web" / "templates"
TOKENS = STATIC / "design" / "tokens.css"
PAINTED_STYLES = {
    "island/island.css", "dice_game/sheet.css", "spot_it/cards.css", "history/history.css",
    "calibrate/calibrate.css", "camera/camera.css", "pairing/pairing.css",
}  # fmt: skip
"""Pictures, and elements on pictures: land, sheets, codes, camera views."""
SHEETS = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.css") if path != TOKENS)
MOST_MS = 900
"""So long at most what explains something may take (device/motion.js)."""
MOST_FONT_BYTES = 10_500


def rules(sheet: str) -> str:
    """A style sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", (STATIC / sheet).read_text("utf-8"), flags=re.DOTALL)


def token_names() -> set[str]:
    """The names of all tokens."""
    return set(re.findall(r"^\s*(--[\w-]+):", TOKENS.read_text("utf-8"), re.MULTILINE))


def test_colours_are_tokens_or_mixtures_of_tokens() -> None:
    own = {}
    for sheet in (each for each in SHEETS if each not in PAINTED_STYLES):
        shades = re.sub(r"color-mix\([^;]*", "", rules(sheet))
        own[sheet] = re.findall(r"#[0-9a-fA-F]{3,8}\b|\brgba?\([^)]*\)", shades)
    assert {sheet: shades for sheet, shades in own.items() if shades} == {}


def test_used_variables_are_tokens_or_declared_by_pages() -> None:
    """A name that nobody declares is a slip that a browser passes over in silence."""
    sheets = {sheet: rules(sheet) for sheet in SHEETS}
    scripts = "".join(path.read_text("utf-8") for path in STATIC.rglob("*.js"))
    known = token_names() | set(re.findall(r"(--[\w-]+):", "".join(sheets.values())))
    known |= set(re.findall(r'"(--[\w-]+)"', scripts))
    slips = {sheet: set(re.findall(r"var\((--[\w-]+)", text)) - known for sheet, text in sheets.items()}
    assert {sheet: names for sheet, names in slips.items() if names} == {}


def test_no_rule_is_about_any_element_after_another() -> None:
    """A browser would compute all styles of a parent again whenever one of its children comes or goes."""
    wide = re.compile(r"[+~]\s*\*")
    assert [name for name in SHEETS if wide.search((STATIC / name).read_text("utf-8"))] == []


def test_templates_name_no_missing_style_sheet() -> None:
    """A browser passes over a missing style sheet in silence."""
    templates = {path.name: path.read_text("utf-8") for path in TEMPLATES.glob("*.html")}
    listed = re.search(r"for sheet in \(([^)]*)\)", templates["design.html"])
    assert listed
    named = {f"{name}.css" for name in re.findall(r'"([^"]+)"', listed[1])}
    named |= set(re.findall(r"filename='([^']+\.css)'", "".join(templates.values())))
    assert named - {TOKENS.relative_to(STATIC).as_posix(), *SHEETS} == set()
    assert len(named) > len(SHEETS) / 2


def test_no_motion_is_longer_than_promised() -> None:
    times = re.findall(r":\s*(\d+)ms;", rules("design/tokens.css"))
    assert times
    assert max(map(int, times)) < MOST_MS


def test_the_display_font_is_small_and_has_its_licence() -> None:
    sizes = {path.name: path.stat().st_size for path in (STATIC / "design").glob("*.woff2")}
    assert sizes["display.woff2"] < MOST_FONT_BYTES
    assert sum(sizes.values()) < 2 * MOST_FONT_BYTES
    assert "SIL OPEN FONT LICENSE Version 1.1" in (STATIC / "design" / "OFL.txt").read_text("utf-8")


def test_each_token_is_used() -> None:
    taken = "".join(
        path.read_text("utf-8") for pattern in ("*.css", "*.js") for path in STATIC.rglob(pattern)
    )
    spoken = set(re.findall(r"var\((--[\w-]+)", taken)) | {
        f"--{name}" for name in re.findall(r'(?:duration: |motionDuration\()"([\w-]+)"', taken)
    }
    assert token_names() - spoken == set()
