"""Shared code names no game: it asks the current one (docs/decisions/0029-*.md)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from companion.games.base.rules.events import EVENT_TYPES as OF_BASE
from companion.games.dice_game.events import EVENT_TYPES as OF_DICE
from companion.games.registry import GAMES
from companion.games.spot_it.events import EVENT_TYPES as OF_CARDS
from tests.games.tally import Tally
from tests.syntax import tree_of
from web.bundler import modules_of
from web.game_pages import GamePages
from web.modules import NO_SEAT_SCRIPT

ROOT: Final = Path(__file__).parents[1]
STATIC: Final = ROOT / "web" / "static"
PAGES: Final = GamePages.from_games({**GAMES, "tally": Tally()})

GAME_MODULES: Final = {
    "companion/games/registry.py": "the one line of each game",
    "companion/sim": "simulates a table at which the base game is played",
    "companion/recording/turns.py": "shortens recordings of the base game to some of its turns",
    "companion/recording/lines.py": "the format of recordings has two rolled dice as an input",
    "companion/cli/journal/history.py": "proves journals of the base game against another engine",
    "companion/cli/serve/demo.py": "shows simulated tables of each game",
    "companion/perception/card_island.py": "counts the island of Spot it! in a photo",
    "web/cards.py": "the photos of Spot it!: the referee, and the count of an island",
    "companion/cli/serve/replay.py": "its figures are those of the base game's tracker",
    "companion/cli/serve/serve.py": "its options begin a base game",
    "companion/sources/tower": "the tower's own protocol, which has words for a throw and for its base",
    "companion/sources/bluetooth": "dice that speak, and what becomes of their rolls",
}
"""Code of one game outside its folder, and the reason for each."""
THINGS: Final = {"robber", "knight", "hex", "hexes", "layout", "harbor", "settlement", "dice", "hand"}
"""Terms of CATAN in the events and views of a game."""
KINDS: Final = {*OF_BASE, *OF_DICE, *OF_CARDS}
"""The kinds of events of all games."""
GENERAL_SCRIPTS: Final = {
    "language/i18n.js": "the published terms of CATAN, as data",
    "drawing/signs.js": "drawings of CATAN's things and of what people enter, for whichever page wants one",
    "sound/sound.js": "the sounds that there are",
    "history/games.js": "three pieces adorn a list in which no game stands yet",
}
"""Shared scripts that may name things: of none do they ask what game is on."""
BASE_GAME_CLASSES: Final = {
    *("around-island", "bank", "roll", "island", "dice", "sum", "die", "robbable"),
    *("take", "take-name", "take-cards", "takes", "victim", "victims", "newest", "player-more", "trade"),
    *("map", "stats", "counters", "counter", "sitemap", "offer-cards"),
    *("phone-hand", "phone-dice", "hand-card", "offer", "offers", "due"),
}
"""CSS classes of the base game's page only."""


def shared_modules() -> list[Path]:
    """The modules that serve every game."""
    own = [f"companion/games/{kind}" for kind in GAMES] + list(GAME_MODULES)
    files = [path for top in ("companion", "web") for path in sorted((ROOT / top).rglob("*.py"))]
    return [path for path in files if not any(path.is_relative_to(ROOT / each) for each in own)]


def shared_scripts() -> list[str]:
    """The scripts that every game's pages run, also a new game's."""
    loaded = modules_of([*PAGES.scripts[-2:], NO_SEAT_SCRIPT], PAGES.path)
    return sorted(name for name in loaded if not name.startswith("games/"))


def imported_names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)


@pytest.mark.parametrize("path", shared_modules(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_shared_module_neither_imports_nor_names_a_game(path: Path) -> None:
    tree = tree_of(path)
    games = {f"companion.games.{kind}" for kind in GAMES}
    assert [name for name in imported_names(tree) if ".".join(name.split(".")[:3]) in games] == []
    constants = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert constants & {*GAMES, *KINDS} == set()


@pytest.mark.parametrize("name", shared_scripts())
def test_a_shared_script_names_no_game(name: str) -> None:
    code = re.sub(r"^\s*(//|\*|/\*\*).*$", "", (STATIC / name).read_text("utf-8"), flags=re.M)
    assert {kind for kind in GAMES if re.search(rf'"{kind}"|\b{kind}\b(?=/)', code)} == set()
    if name not in GENERAL_SCRIPTS:
        written = re.sub(r'\b(?:t|n|c|mark|markAs)\((?:"[^"]*"[,\s]*)+', "", code)
        words = set(re.findall(r"\w+", written))
        assert words & THINGS == set()
        assert {kind for kind in KINDS if f'"{kind}"' in written} == set()


def test_a_shared_style_sheet_has_no_parts_of_a_game() -> None:
    frames = [(ROOT / "web" / "templates" / name).read_text("utf-8") for name in ("frame.html", "phone.html")]
    shared = dict.fromkeys(name for frame in frames for name in re.findall(r"filename='([^']+\.css)'", frame))
    about = {}
    for name in shared:
        css = re.sub(r"/\*.*?\*/", "", (STATIC / name).read_text("utf-8"), flags=re.S)
        about[name] = set(re.findall(r"\.([a-z][\w-]*)", re.sub(r"\{[^{}]*\}", "{}", css)))
    assert {name for name in shared if about[name] & BASE_GAME_CLASSES} == set()


def test_the_game_log_is_laid_out_in_one_place() -> None:
    """The log fills the remaining space of a page as high as its screen, by one rule for all games."""
    filling = re.compile(r"\.log ol \{[^}]*contain: size")
    sheets = [path for path in STATIC.rglob("*.css") if filling.search(path.read_text("utf-8"))]
    assert [path.relative_to(STATIC).as_posix() for path in sheets] == ["table/table.css"]


def test_every_exception_exists() -> None:
    assert [name for name in GAME_MODULES if not (ROOT / name).exists()] == []
    assert set(GENERAL_SCRIPTS) <= set(shared_scripts())
