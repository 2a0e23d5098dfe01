"""The tables of the layout states: each scene builds one, with the longest possible texts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from companion.games.base.rules.options import Options
from companion.i18n import message_to_json, plural_sentence, sentence
from companion.island.geometry import CORNER_HEXES, CORNERS, HEXES
from companion.island.layout import BOX_TERRAINS
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.table.table import Table
from tests.score.card_scenes import deck_scenes
from tests.score.island_scenes import island_scenes
from tests.table_setup import FOUNDING, Seconds
from tests.web.conftest import FakeTable, rich_game
from tests.web.eye import FakePhoneCamera
from web.demo import RunningDemo

LONG_NAMES: Final = ("Maximiliane", "Bartholomäus", "Clémentine", "Friederike")
COLOURS: Final = ("red", "blue", "orange", "white")
PLAYERS: Final = [{"name": n, "colour": c} for n, c in zip(LONG_NAMES, COLOURS, strict=True)]
TEAMS: Final = [
    {"name": "Anna & Ben", "colour": "blue"},
    {"name": "Chloé & Dirk", "colour": "orange"},
    {"name": "Maximilienne", "colour": "red"},
]


@dataclass(frozen=True)
class Scene:
    """The table and the settings of a server.

    Attributes:
        table: a table of any kind.
        services: what else the server has, by the names of `WebServer`'s arguments.
        settings: of the server. Where there are any, or services, a server of its own is started.
    """

    table: Any
    services: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)


Builder = Callable[[Path, ExitStack], Scene]
"""Builds a scene, given an empty folder and the stack that closes its resources."""


def real_table(folder: Path, ending: ExitStack) -> Table:
    """Return a table with its own journal and no players."""
    table = Table(ending.enter_context(Journal.open(folder / "journal.db")), Seconds())
    ending.callback(table.stop)
    return table


def played_game(*inputs: Mapping[str, Any], start: Mapping[str, Any]) -> Builder:
    """Build a real table with a started game and some inputs."""

    def build(folder: Path, ending: ExitStack) -> Scene:
        table = real_table(folder, ending)
        table.start_game(start)
        for each in inputs:
            table.submit(each)
        return Scene(table)

    return build


# No game is on


def no_game(**choices: Any) -> Builder:
    """Build a table without a game, with the choices that it offers."""

    def build(_: Path, __: ExitStack) -> Scene:
        table = FakeTable()
        table.names = [*LONG_NAMES, "Zoé", "Max"]
        offered = {**table.choices(), **choices}
        table.choices = lambda: offered  # type: ignore[method-assign]  # this table's alone
        return Scene(table)

    return build


LAST_GAME: Final = {"kind": "base", "players": PLAYERS, "options": Options(points_to_win=8).to_json()}
UNFINISHED_GAMES: Final = [
    {
        "game": game,
        "kind": "base",
        "started": "2026-11-20T19:30:00+00:00",
        "players": [{"name": name} for name in LONG_NAMES],
        "turns": 112,
    }
    for game in (3, 4)
]


def in_network(game: Mapping[str, Any] | None = None) -> Builder:
    """Build a table that other devices in the network can reach, with a QR code."""
    return lambda *_: Scene(FakeTable(game), settings={"proxy": "http://table.example.net/"})


# The base game

OFFER: Final = {
    "number": 1,
    "by": "red",
    "to": ["blue", "orange", "white"],
    "give": {"wool": 2},
    "take": {"ore": 1},
    "accepted": ["blue"],
    "refused": [],
}
QUESTIONS: Final = [
    {
        "number": 8,
        "word": "how_was_it_paid",
        "fields": {"name": LONG_NAMES[0], "event": "place_road"},
        "answers": [
            {"word": "bank_trade", "fields": {"give": {"lumber": 4}, "take": {"brick": 1}}},
            {"word": "rolled_instead", "fields": {"name": LONG_NAMES[0], "dice": [2, 4], "told": [2, 3]}},
            {"word": "leave_as_told", "fields": {}},
        ],
    },
    {
        "number": 7,
        "word": "which_dice",
        "fields": {},
        "answers": [
            {"word": "dice_of", "fields": {"dice": [3, 5], "source": "tower"}},
            {"word": "dice_of", "fields": {"dice": [3, 4], "source": "camera"}},
        ],
    },
]
AWARDS: Final = [
    {
        "title": message_to_json(sentence("Luckiest")),
        "colour": "white",
        "told": message_to_json(
            plural_sentence(
                "{count} card more than fair dice would bring",
                "{count} cards more than fair dice would bring",
                21,
            )
        ),
    },
    {
        "title": message_to_json(sentence("Most robbed")),
        "colour": "orange",
        "told": message_to_json(plural_sentence("{count} card stolen", "{count} cards stolen", 7)),
    },
]


def base(*edits: Callable[[dict[str, Any]], None], **view: Any) -> Builder:
    """Build the base game in the middle of a turn; edits its snapshot, then its view."""

    def build(_: Path, __: ExitStack) -> Scene:
        table = FakeTable(rich_game())
        for edit in edits:
            table.change(edit)
        table.change_view(**view)
        return Scene(table)

    return build


def crowd_table(snapshot: dict[str, Any]) -> None:
    """Set four long names, a seven on which all discard, uncertain hands, and three sources."""
    view = snapshot["game"]["view"]
    for each, name in zip(view["players"], LONG_NAMES, strict=True):
        each.update(name=name, cards=10, cards_between=[8, 12], cards_certain=False, certain=False)
    view["log"].pop()
    view["log"][-1]["event"]["dice"] = [3, 4]
    view.update(
        roll={"dice": [3, 4], "sum": 7, "player": "red", "takes": [], "shortage": []},
        departures=[],
        bank_unidentified=4,
        may_have_won=0.4,
        to_do=[
            *({"kind": "discard", "colour": colour, "count": 5} for colour in COLOURS),
            {"kind": "move_robber", "colour": "red"},
        ],
    )
    view["may"].update(discard=dict.fromkeys(COLOURS, 5), end_turn=False, reveal=[2, 3])
    snapshot["sources"] = [
        {"name": name, "health": "ok", "text": ""} for name in ("camera", "tower", "panel")
    ]


def add_offer_and_questions(snapshot: dict[str, Any]) -> None:
    """Add an offer and two questions."""
    snapshot.update(offers=[OFFER], questions=QUESTIONS)


def one_question(number: int) -> Callable[[dict[str, Any]], None]:
    """Keep only one question."""
    return lambda snapshot: snapshot.update(questions=[q for q in QUESTIONS if q["number"] == number])


def add_source_fault(snapshot: dict[str, Any]) -> None:
    """Add a source that needs help, and a notice."""
    text = "Plug the tower in."
    snapshot.update(
        sources=[{"name": "tower", "health": "fault", "text": text}], notices=["A journal was kept aside."]
    )


def short_names(snapshot: dict[str, Any]) -> None:
    """Set names that fit everywhere."""
    snapshot["game"]["view"]["players"][2].update(name="Cleo")


def show_new_roll(snapshot: dict[str, Any]) -> None:
    """Make the roll the latest event; all four players take cards."""
    view = snapshot["game"]["view"]
    view["log"].pop()
    takes = [{"colour": each["colour"], "cards": {"lumber": 2, "ore": 1}} for each in view["players"]]
    roll = {**view["roll"], "takes": takes}
    view.update(roll=roll, last_roll=roll)


def show_starting_resources(snapshot: dict[str, Any]) -> None:
    """Give the first player the starting resources."""
    dealt = [{"colour": "red", "cards": {"lumber": 1, "grain": 1, "ore": 1}}]
    log = rich_game()["view"]["log"][4:5]
    snapshot["game"]["view"].update(phase="founding", roll=None, log=log, dealt=dealt)


def start_founding(snapshot: dict[str, Any]) -> None:
    """Show an island before the first settlement."""
    view = snapshot["game"]["view"]
    laid = {"kind": "layout_set", "layout": view["layout"]}
    for each in view["players"]:
        each.update(cards=0, hand=None, certain=True, cards_certain=True)
    line = {"number": 2, "source": "camera", "certainty": 0.9, "event": laid, "violations": []}
    view.update(phase="founding", pieces=[], roll=None, log=[line])


def owe_discards(snapshot: dict[str, Any]) -> None:
    """Set two discards, two players to rob, and points to reveal."""
    due = {"discard": {"orange": 2, "white": 4}, "rob": ["blue", "white"], "reveal": [2, 3]}
    snapshot["game"]["view"]["may"].update(due)


def finished_game(*winners: str) -> Builder:
    """Build a finished game with these winners."""
    alone = winners[0] if len(winners) == 1 else None
    return base(
        crowd_table,
        phase="over",
        winner=alone,
        winners=list(winners),
        may={},
        awards=AWARDS,
        to_do=[],
        roll=None,
    )


FOUND_TASK: Final = {
    "kind": "found",
    "colour": "red",
    "piece": "settlement",
    "or": ["blue", "orange", "white"],
}
CONFIRM: Final = {"kind": "confirm_island", "entry": 2}
TAKES: Final = [{"colour": colour, "cards": {"lumber": 2, "brick": 1, "ore": 1}} for colour in COLOURS]
ROLL_VIEW: Final = {"dice": [3, 5], "sum": 8, "player": "red", "takes": TAKES, "shortage": ["wool", "ore"]}


def refusing_table(_: Path, __: ExitStack) -> Scene:
    """Build a table that refuses every input."""
    table = FakeTable(rich_game())
    table.refusal = "The robber stands there already."
    return Scene(table)


# An island of one's own, with the teacher

TERRAINS: Final = dict(
    zip(HEXES, (kind for kind, count in BOX_TERRAINS.items() for _ in range(count)), strict=True)
)
LAY_TERRAINS: Final = {
    "kind": "correct",
    "layout": {"hexes": {at: {"terrain": kind} for at, kind in TERRAINS.items()}},
}
LAY_TOKENS: Final = {"kind": "lay_island", "as": "spiral", "from": CORNER_HEXES[0], "clockwise": False}


def own_island(*inputs: Mapping[str, Any]) -> Builder:
    """Build a game whose island is laid by hand, with explanations."""
    return played_game(*inputs, start={"game": "base", "players": PLAYERS, "options": {"explained": True}})


FOUNDING_INPUTS: Final[list[Mapping[str, Any]]] = [
    {"kind": "place", "piece": piece, "at": at} for piece, at in FOUNDING
]
LAYOUT_INPUT: Final[Mapping[str, Any]] = {"kind": "correct", "layout": first_game_layout().to_json()}
THREE: Final = [{"name": n, "colour": c} for n, c in (("Ana", "red"), ("Ben", "blue"), ("Cyr", "white"))]


def explained_game(*inputs: Mapping[str, Any]) -> Builder:
    """Build a starting game of three, with explanations."""
    start = {"game": "base", "players": PLAYERS[:3], "options": {"explained": True}}
    return played_game(LAYOUT_INPUT, *inputs, start=start)


# Phones

RICH: Final = {"lumber": 2, "brick": 2, "wool": 5, "grain": 3, "ore": 3}
CARDS_BOUGHT: Final = ("monopoly", "year_of_plenty")


def game_with_hands(*inputs: Mapping[str, Any]) -> Builder:
    """Build a table with rich phone pages: the red player has rolled and has cards of all kinds."""

    def build(folder: Path, ending: ExitStack) -> Scene:
        table = real_table(folder, ending)
        table.start_game({"players": PLAYERS[:3], "options": {"all_told": True, "points_to_win": 4}})
        table.submit(LAYOUT_INPUT)
        for each in FOUNDING_INPUTS:
            table.submit(each)
        table.submit({"kind": "roll", "dice": [1, 1]})
        for card in CARDS_BOUGHT:
            table.seats.submit("red", {"kind": "show_hand", "resources": RICH})
            table.seats.submit("red", {"kind": "buy_development_card", "card": card})
        for _ in range(3):
            table.submit({"kind": "end_turn"})
            table.submit({"kind": "roll", "dice": [1, 1]})
        table.seats.submit("red", {"kind": "show_hand", "resources": RICH})
        for each in inputs:
            table.submit(each)
        return Scene(table)

    return build


def game_with_offer(folder: Path, ending: ExitStack) -> Scene:
    """Build a game in which red has rolled and offers a trade to the other phones."""
    scene = game_with_hands()(folder, ending)
    for colour in ("blue", "orange"):
        scene.table.seats.submit(colour, {"kind": "show_hand", "resources": {"wool": 2, "grain": 2}})
    scene.table.seats.offer("red", {"give": {"ore": 1}, "take": {"wool": 1}})
    return scene


BUY_CARD: Final = {"kind": "buy_development_card"}
SEVEN: Final = {"kind": "roll", "dice": [3, 4]}
ROBBER: Final = {"kind": "move_robber", "to": next(h for h in HEXES if "i-2,-2" in CORNERS[h])}
STEAL: Final = {"kind": "steal", "from": "red", "resource": None}
DISCARD: Final = {"kind": "discard", "player": "red", "resources": None}


# Looking back


def begin_base(table: Table, **options: Any) -> None:
    """Set up a base game of three."""
    table.start_game({"game": "base", "players": PLAYERS[:3], "options": options, "abandon": True})
    for each in (LAYOUT_INPUT, *FOUNDING_INPUTS):
        table.submit(each)


def three_games(folder: Path, ending: ExitStack) -> Scene:
    """Build a table with two finished games, which charts compare, and one in progress."""
    table = real_table(folder, ending)
    for _ in range(2):
        begin_base(table, points_to_win=3)
        for dice in ((3, 3), (4, 4), (5, 6), (2, 2)):
            table.submit({"kind": "roll", "dice": dice})
        table.submit({"kind": "show_hand", "player": "red", "resources": {"ore": 3, "grain": 2}})
        table.submit({"kind": "place", "piece": "city", "at": "i4,1"})
    begin_base(table)
    return Scene(table)


def empty_history(folder: Path, ending: ExitStack) -> Scene:
    """Build a table without any games."""
    return Scene(real_table(folder, ending))


# The dice game

END: Final = {"kind": "end_turn"}


def build_inputs(piece: str, *places: str) -> list[dict[str, Any]]:
    """Return inputs that build a piece at places of the sheet."""
    return [{"kind": "build", "piece": piece, "at": at} for at in places]


def throw_input(faces: str) -> dict[str, Any]:
    """Return the input of a throw."""
    return {"kind": "throw", "dice": faces.split()}


def dice_game(players: int, *inputs: Mapping[str, Any], **options: Any) -> Builder:
    """Build a dice game with some inputs, on the sheet printed later unless the options name another."""
    options = {"sheet": "advanced", **options}
    return played_game(*inputs, start={"game": "dice_game", "players": PLAYERS[:players], "options": options})


FOUR_AT_DICE: Final = (
    *build_inputs("road", "2", "5", "7", "10", "12"),
    *build_inputs("knight", "1", "6"),
    *(END for _ in range(4)),
    throw_input("brick lumber wool grain gold gold"),
)
DICE_WON: Final = (*build_inputs("city", "4", "9", "14", "20"), *build_inputs("settlement", "1", "6"))


# Spot it!


def score_input(*out: str, **counts: int) -> dict[str, Any]:
    """Return the input of a counted game."""
    return {"kind": "game_scored", "first_out": list(out), "counts": counts}


def spot_it(
    *inputs: Mapping[str, Any], teams: Iterable[Mapping[str, str]] = TEAMS, **options: Any
) -> Builder:
    """Build a match of Spot it! with some inputs."""
    return played_game(*inputs, start={"game": "spot_it", "players": list(teams), "options": options})


@cache
def island_photo() -> bytes:
    """Return a photo of an island with harbors at the end of a game, two of whose places are uncertain."""
    scene = next(scene for scene in island_scenes(12, seed=2) if scene.game == 2 and len(scene.teams) == 3)
    return bytes(cv2.imencode(".jpg", scene.picture)[1])


@cache
def two_cards_photo() -> bytes:
    """Return a photo of two cards."""
    return bytes(cv2.imencode(".jpg", next(iter(deck_scenes(1))).picture)[1])


SPOT_IT_WON: Final = [score_input("blue", blue=5, orange=3, red=4) for _ in range(4)]


# Calibration, camera, demo


@cache
def grey(width: int = 160, height: int = 90) -> bytes:
    """Return a uniformly grey JPEG."""
    return bytes(cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))[1])


class FakeCalibration:
    """A calibration at one of its steps."""

    leads = True
    version = 1

    def __init__(
        self, name: str, state: str, text: str, *, about: Mapping[str, Any], more: list[str]
    ) -> None:
        step = {"name": name, "title": name.title(), "state": state, "text": text, "more": more}
        right = {"word": "right", "text": "Confirm", "usual": True}
        again = {"word": "again", "text": "Check again", "usual": False}
        done = {"state": "good", "text": "Camera 0 sees the table.", "choices": [], "more": [], "about": {}}
        ahead = {"state": "to_do", "text": "", "choices": [], "more": [], "about": {}}
        self._steps = [
            {"name": "camera", "title": "The camera", **done},
            {**step, "choices": [right, again], "about": about},
            {"name": "saved", "title": "Saved", **ahead},
        ]
        self._current = name

    def view(self) -> Mapping[str, Any]:
        """See `CalibrationSession`."""
        return {
            "version": self.version,
            "current": self._current,
            "picture": True,
            "leads": True,
            "repeats": None,
            "last": None,
            "steps": self._steps,
        }

    def wait_for_change(self, version: int, timeout: float) -> bool:
        """Nothing changes."""
        time.sleep(timeout)
        return False

    def picture(self, *, bare: bool = False) -> bytes:
        """One grey."""
        return grey()


def calibrating_table(name: str, state: str, text: str, *more: str, **about: Any) -> Builder:
    """Build a table whose calibration is at a step."""
    return lambda *_: Scene(
        FakeTable(), {"calibration_api": FakeCalibration(name, state, text, about=about, more=list(more))}
    )


READ_ISLAND: Final = {
    "layout": first_game_layout().to_json(),
    "perhaps": {
        "hexes": {"h0,0": [{"terrain": "desert", "number": None}, {"terrain": "fields", "number": 2}]},
        "harbors": {},
    },
    "missing": [],
}
CORNERS_BEGUN: Final = [[0.35, 0.2], [0.65, 0.2], [0.8, 0.5], [0.65, 0.8], [0.35, 0.8], [0.2, 0.5]]
PICTURE_FEEDBACK: Final = {
    "hold": False,
    "remark": "The phone's battery is at 12 %: plug it in.",
    "state": "wrong",
    "text": "The island runs out of the picture at 3 of its 19 hexes: move the camera, or hang it higher.",
    "more": ["A lamp is mirrored in the mountains: move the lamp or the camera."],
    "outline": [[0.2, 0.2], [0.8, 0.2], [0.9, 0.6], [0.5, 0.9], [0.1, 0.6]],
}


def phone_camera(game: Mapping[str, Any] | None = None, *, in_reach: bool = False) -> Builder:
    """Build a table whose camera is a phone, reachable by other devices or not."""
    settings = {"proxy": "https://table.example.net/"} if in_reach else {}
    return lambda *_: Scene(FakeTable(game), {"camera": FakePhoneCamera(PICTURE_FEEDBACK)}, settings)


def demo(_: Path, __: ExitStack) -> Scene:
    """Build a table at which a demo plays a base game."""
    return Scene(
        FakeTable(rich_game()),
        {"running_demo": RunningDemo(lambda: grey(64, 36), lambda: False, lambda: None)},
    )
