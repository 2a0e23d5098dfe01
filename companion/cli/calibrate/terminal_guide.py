"""Runs the guided steps in a terminal: prints each question and parses the typed answers.

A page may show the same steps at the same time; the first answer counts.
"""

from __future__ import annotations

import math
import re
import shutil
from collections.abc import Iterator, Mapping
from string import ascii_lowercase
from typing import Any, Final

from companion.calibration.session import CalibrationSession
from companion.calibration.step_outcome import FINAL_STATES, AnswerRefused
from companion.calibration.steps.island import PossibleContents
from companion.calibration.steps.resource_dice import FACE_NAMES
from companion.cli.common.terminal_output import (
    Keyboard,
    find_by_name,
    normalize_typed,
    print_message,
    translate_text,
)
from companion.cli.doctor import draw_pockets, parse_readings, terminal_style
from companion.cli.serve.serve import parse_seats
from companion.errors import CompanionError
from companion.i18n import join_sentences, message_from_json, sentence
from companion.island.geometry import COLOUR_NAMES, HEXES, HexId, PathId, position
from companion.island.layout import TERRAIN_NAMES

# Draws an island as a text map, and finds its parts by the names that people type.


NONE_TEXT: Final = sentence("none")
NO_ALTERNATIVES: Final = PossibleContents({}, {})
HARBOR_NAMES: Final[Mapping[str, str]] = {
    "generic": sentence("3:1"),
    **{kind: name for kind, name in FACE_NAMES.items() if kind != "gold"},
}
HEX_COLUMNS: Final = 13
"""Characters from a hex to its neighbour: a terrain and its number."""
HARBOR_COLUMNS: Final = 7
"""Greatest width of a harbor's label: its path, and below it its kind."""
ROW_LINES: Final = 3
"""Lines from a row of hexes to the next: terrain, id, and room for harbors."""
HARBOR_DISTANCE_RATIO: Final = 1.75
"""Distance of a harbor's label from the middle of its hex, relative to the distance of its path."""
MAP_COLUMNS: Final = 5 * HEX_COLUMNS + 2 * HARBOR_COLUMNS
LINES_ABOVE_MIDDLE: Final = 9
"""Lines above the middle row of hexes, including the harbors north of the first row."""
MAP_LINES: Final = 2 * LINES_ABOVE_MIDDLE + 2


def island_lines(
    layout: Mapping[str, Any], alternatives: PossibleContents = NO_ALTERNATIVES, width: int | None = None
) -> list[str]:
    """Draw the hexes and the harbors around them; if the map is too wide, list them instead.

    Args:
        layout: as `Layout.to_json` gives it.
        alternatives: the possible contents of uncertain places, which a question mark marks.
        width: characters of a line; None: as wide as the terminal.
    """
    if (width or shutil.get_terminal_size().columns) < MAP_COLUMNS:
        return _list_lines(layout, alternatives)
    canvas = [[" "] * MAP_COLUMNS for _ in range(MAP_LINES)]
    for hex_id in HEXES:
        _write_centered(
            canvas, position(hex_id), _cell(hex_id, layout["hexes"][hex_id], hex_id in alternatives.hexes)
        )
    for path, kind in layout["harbors"].items():
        _write_centered(
            canvas,
            _harbor_position(path),
            (translate_text(HARBOR_NAMES[kind]), f"{path}{'?' if path in alternatives.harbors else ''}"),
        )
    lines = ["".join(line).rstrip() for line in canvas]
    return [*lines, *_legend(layout, alternatives)]


def _write_centered(canvas: list[list[str]], at: tuple[float, float], texts: tuple[str, ...]) -> None:
    """Write lines below each other, centered on a point of the island's plane."""
    x, y = at
    top = round(y * ROW_LINES / 1.5) + LINES_ABOVE_MIDDLE
    for row, text in enumerate(texts, top):
        left = round(x * HEX_COLUMNS / math.sqrt(3) + MAP_COLUMNS / 2 - len(text) / 2)
        left = min(max(left, 0), MAP_COLUMNS - len(text))
        canvas[row][left : left + len(text)] = text


def _harbor_position(path: PathId) -> tuple[float, float]:
    """Return the point in the sea where the label of a coastal path is written."""
    x, y = position(path)
    land = min(HEXES, key=lambda each: math.dist(position(each), (x, y)))
    hex_x, hex_y = position(land)
    return hex_x + HARBOR_DISTANCE_RATIO * (x - hex_x), hex_y + HARBOR_DISTANCE_RATIO * (y - hex_y)


def _cell(hex_id: HexId, content: Mapping[str, Any], uncertain: bool) -> tuple[str, str]:
    return _hex_text(content), f"{hex_id}{' ?' if uncertain else ''}"


def _hex_text(content: Mapping[str, Any]) -> str:
    number = "" if content["number"] is None else f" {content['number']}"
    return f"{translate_text(TERRAIN_NAMES[content['terrain']]).lower()}{number}"


def _list_lines(layout: Mapping[str, Any], perhaps: PossibleContents) -> list[str]:
    """Return one line for each hex and each harbor."""
    cells = [_cell(hex_id, layout["hexes"][hex_id], hex_id in perhaps.hexes) for hex_id in HEXES]
    harbors = [
        f"{path}{' ?' if path in perhaps.harbors else ''}  {translate_text(HARBOR_NAMES[kind])}"
        for path, kind in layout["harbors"].items()
    ]
    return [*(f"{name}  {content}" for content, name in cells), *harbors, *_legend(layout, perhaps)]


def _legend(layout: Mapping[str, Any], perhaps: PossibleContents) -> Iterator[str]:
    """Explain the question marks, and list each uncertain place with its possible contents."""
    names_by_place = {
        at: [_hex_text(content) for content in contents] for at, contents in perhaps.hexes.items()
    }
    for path, kinds in perhaps.harbors.items():
        names_by_place[path] = [
            translate_text(NONE_TEXT if kind is None else HARBOR_NAMES[kind]) for kind in kinds
        ]
    if names_by_place:
        yield translate_text(sentence("? uncertain: check it first"))
    yield from (f"   {at:<6} {' / '.join(names)}" for at, names in names_by_place.items())
    if not layout["harbors"]:
        yield translate_text(sentence("No harbor was read."))


POLL_INTERVAL_S: Final = 0.1
"""Seconds between two polls of the keyboard and of the session."""
_STATE_MARKS: Final[Mapping[str, str]] = {
    "good": "ok",
    "skipped": "--",
    "wrong": "!!",
    "looking": "  ",
    "to_do": "  ",
}
_HEX: Final = re.compile(r"(h-?\d,-?\d)\s+(\S+)(?:\s+(\S+))?")
_HARBOR: Final = re.compile(r"(p-?\d,-?\d)\s+(\S+)")


class TerminalGuide:
    """Prints the steps of a calibration session and answers them from typed lines."""

    def __init__(self, session: CalibrationSession, keyboard: Keyboard) -> None:
        """Use a session and a source of typed lines."""
        self._session = session
        self._keyboard = keyboard
        self._printed: dict[str, Any] = {}
        self._current: str | None = None
        self._question: tuple[Any, ...] = ()

    def run(self) -> bool:
        """Run the steps until the session ends, and return whether it was finished rather than stopped.

        Raises:
            EOFError: the input has ended.
        """
        while not self._session.is_finished:
            self.print_changes()
            line = self._keyboard.read_line(POLL_INTERVAL_S)
            if line is None:
                continue
            if line == "q":
                return False
            self._answer(self._session.view(), line)
        self.print_changes()
        return True

    def print_changes(self) -> None:
        """Print the steps that have changed since they were last printed."""
        view = self._session.view()
        for number, step in enumerate(view["steps"], 1):
            name, known = step["name"], self._printed.get(step["name"])
            content = _printed_content(step)
            is_new = name == view["current"] and name != self._current
            is_unfinished = name != view["current"] and step["state"] not in FINAL_STATES
            if is_unfinished or not step["text"] or (known == content and not is_new):
                continue
            if is_new:
                self._current = name
                heading = sentence(
                    "{number} of {count}. {title}",
                    number=number, count=len(view["steps"]), title=message_from_json(step["title"]),
                )  # fmt: skip
                print_message(f"\n{translate_text(heading)}")
            self._printed[name] = content
            if name == view["current"]:
                self._question = (name, *_question_key(step))
            self._print(step)

    def _print(self, step: Mapping[str, Any]) -> None:
        print_message(f"{_STATE_MARKS[step['state']]} {to_text(step['text'])}")
        for more in step["more"]:
            print_message(f"   {to_text(more)}")
        if step["name"] == "island" and "layout" in step["about"] and step["state"] not in FINAL_STATES:
            about = step["about"]
            print_message("\n".join(island_lines(about["layout"], PossibleContents(**about["perhaps"]))))
        if "pockets" in step["about"] and step["state"] == "wrong":
            readings = parse_readings(step["about"]["pockets"])
            print_message("\n".join(["", *draw_pockets(readings, terminal_style()), ""]))
        if step["state"] not in FINAL_STATES:
            print_message(f"   {_answers_line(step)}")
            print_message(f"   {self._navigation_line()}")

    def _navigation_line(self) -> str:
        """Return the line with the answers that every step accepts."""
        ways = [sentence("[q] stop")]
        # The last step follows automatically.
        if len(names := self._session.steps[:-1]) > 1:
            ways.append(sentence("or the step to go to: {names}", names=" ".join(names)))
        return "   ".join(translate_text(each) for each in ways)

    def _answer(self, view: Mapping[str, Any], line: str) -> None:
        step = next((each for each in view["steps"] if each["name"] == view["current"]), None)
        if step is None:
            return
        name = step["name"]
        if self._question != (name, *_question_key(step)) and line not in ("s", *self._session.steps):
            # The answer confirms the text printed here, not a change that a page has made since.
            print_message(sentence("That has just changed. Please answer again."))
            return
        self._printed.pop(name, None)
        try:
            if line == "s":
                self._session.skip(name)
            elif line in self._session.steps:
                self._session.start_step(line)
            else:
                self._session.answer(name, parse_answer(step, line))
        except CompanionError as error:
            print_message(f"!! {translate_text(str(error))}")


def _printed_content(step: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the printed parts of a step; a step is printed again when they change."""
    return step["state"], to_text(step["text"]), *_question_key(step)


def _question_key(step: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the parts of a step that an answer refers to."""
    about = step["about"]
    subjects = tuple(about.get(what) for what in ("layout", "dice", "lesson", "players"))
    return tuple(each["word"] for each in step["choices"]), *subjects


def parse_answer(step: Mapping[str, Any], line: str) -> dict[str, Any]:
    """Parse a typed line as the answer to a step.

    Raises:
        AnswerRefused: the line is no answer to this step.
    """
    words_by_letter = dict(zip(ascii_lowercase, (choice["word"] for choice in step["choices"]), strict=False))
    usual_words = [choice["word"] for choice in step["choices"] if choice["usual"]]
    if line in words_by_letter:
        return {"word": words_by_letter[line]}
    if not line and usual_words:
        return {"word": usual_words[0]}
    match step["name"]:
        case "camera" if line:
            return {"camera": line}
        case "players" if ":" in line:
            return {"players": parse_seats(line)}
        case "island" if found := _HEX.fullmatch(line):
            terrain, number = find_by_name(found[2], TERRAIN_NAMES), found[3] or "-"
            if terrain and (_is_none(number) or number.isdecimal()):
                token = None if _is_none(number) else int(number)
                return {"hex": found[1], "terrain": terrain, "number": token}
        case "island" if found := _HARBOR.fullmatch(line):
            harbor = find_by_name(found[2], HARBOR_NAMES)
            if harbor or _is_none(found[2]):
                return {"path": found[1], "harbor": harbor}
    raise AnswerRefused(join_sentences((sentence("That isn't a possible answer here."), _answers_line(step))))


def to_text(message: Any) -> str:
    """Translate a message of the view into the terminal's language."""
    return translate_text(message_from_json(message))


def _is_none(typed: str) -> bool:
    """Return whether the typed word means an empty place."""
    return typed in ("-", "none") or normalize_typed(typed) == normalize_typed(translate_text(NONE_TEXT))


def _answers_line(step: Mapping[str, Any]) -> str:
    """Return the line that lists the possible answers to a step."""
    usual: Any = next((choice for choice in step["choices"] if choice["usual"]), None)
    keys = [
        translate_text(sentence("[Enter] {answer}", answer=message_from_json(choice["text"])))
        if choice is usual
        else f"[{letter}] {to_text(choice['text'])}"
        for letter, choice in zip(ascii_lowercase, step["choices"], strict=False)
    ]
    match step["name"]:
        case "camera":
            keys.append(translate_text(sentence("type a camera's number, path or address")))
        case "players":
            red, blue = (translate_text(COLOUR_NAMES[colour]) for colour in ("red", "blue"))
            keys.append(translate_text(sentence("type {example}", example=f"Ana:{red},Ben:{blue},...")))
        case "island" if keys:
            hill = f"h0,-2 {translate_text(TERRAIN_NAMES['hills']).lower()} 9"
            port = f"p0,-5 {translate_text(HARBOR_NAMES['ore'])}"
            keys.append(translate_text(sentence("'{hex}' or '{harbor}' corrects one", hex=hill, harbor=port)))
        case "picture" if "corners" in step["about"]:
            keys.append(translate_text(sentence("on the page you can point out the island's corners")))
        case "dice" if "frame" in step["about"]:
            keys.append(translate_text(sentence("on the page you can draw the dice area")))
    keys.append(translate_text(sentence("[s] skip")))
    return "   ".join(keys)
