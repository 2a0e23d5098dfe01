"""The guided steps in a terminal: what is asked is printed, what is typed is answered.

A page may show the same steps at the same time: whoever answers first has answered.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any, Final, Protocol

from companion.calibration.outcome import OVER, AnswerRefused
from companion.calibration.session import CalibrationSession
from companion.calibration.steps.island import Perhaps
from companion.cli.calibrate.island_text import HARBOR_NAMES, NONE, island_lines, meant
from companion.cli.common.speech import plain, say, spoken
from companion.cli.doctor.doctor import style
from companion.cli.doctor.pockets_picture import picture
from companion.errors import CompanionError
from companion.i18n import joined, message_from_json, sentence
from companion.island.layout import TERRAIN_NAMES
from companion.island.pieces import COLOUR_NAMES
from companion.sources.tower.readings import PocketReading

LOOK_EVERY_S: Final = 0.1
"""Seconds between two looks whether something was typed or has changed."""
_SIGNS: Final[Mapping[str, str]] = {
    "good": "ok",
    "skipped": "--",
    "wrong": "!!",
    "looking": "  ",
    "to_do": "  ",
}
_HEX: Final = re.compile(r"(h-?\d,-?\d)\s+(\S+)(?:\s+(\S+))?")
_HARBOR: Final = re.compile(r"(p-?\d,-?\d)\s+(\S+)")


class LineInput(Protocol):
    """Where lines are typed."""

    def typed(self, seconds: float) -> str | None:
        """A line, or None where none was typed in so many seconds.

        Raises:
            EOFError: nobody will type any more.
        """


class Walk:
    """One walk through a session's steps, told and answered in lines."""

    def __init__(self, session: CalibrationSession, keyboard: LineInput) -> None:
        """Take the steps, and where lines are typed."""
        self._session = session
        self._keyboard = keyboard
        self._told: dict[str, Any] = {}
        self._current: str | None = None
        self._asked: tuple[Any, ...] = ()

    def run(self) -> bool:
        """Go through the steps; whether they came to their end.

        Raises:
            EOFError: nobody types any more.
        """
        while not self._session.finished:
            self.tell()
            line = self._keyboard.typed(LOOK_EVERY_S)
            if line is None:
                continue
            if line.strip() == "q":
                return False
            self._answer(self._session.view(), line.strip())
        self.tell()
        return True

    def tell(self) -> None:
        """Print what is new."""
        view = self._session.view()
        for number, step in enumerate(view["steps"], 1):
            name, known = step["name"], self._told.get(step["name"])
            shown = _shown(step)
            begun = name == view["current"] and name != self._current
            left = name != view["current"] and step["state"] not in OVER
            if left or not step["text"] or (known == shown and not begun):
                continue
            if begun:
                self._current = name
                heading = sentence(
                    "{number} of {count}. {title}",
                    number=number, count=len(view["steps"]), title=message_from_json(step["title"]),
                )  # fmt: skip
                say(f"\n{spoken(heading)}")
            self._told[name] = shown
            if name == view["current"]:
                self._asked = (name, *_asked(step))
            self._print(step)

    def _print(self, step: Mapping[str, Any]) -> None:
        say(f"{_SIGNS[step['state']]} {text(step['text'])}")
        for more in step["more"]:
            say(f"   {text(more)}")
        if step["name"] == "island" and "layout" in step["about"] and step["state"] not in OVER:
            about = step["about"]
            say("\n".join(island_lines(about["layout"], Perhaps(**about["perhaps"]))))
        if "pockets" in step["about"] and step["state"] == "wrong":
            say("\n".join(["", *picture(_readings(step["about"]["pockets"]), style()), ""]))
        if step["state"] not in OVER:
            say(f"   {_keys(step)}")
            say(f"   {self._ways()}")

    def _ways(self) -> str:
        """What can be typed at each step, in a line."""
        ways = [sentence("[q] stop")]
        # The last is come to by itself.
        if len(names := self._session.steps[:-1]) > 1:
            ways.append(sentence("or the step to go to: {names}", names=" ".join(names)))
        return "   ".join(spoken(each) for each in ways)

    def _answer(self, view: Mapping[str, Any], line: str) -> None:
        step = next((each for each in view["steps"] if each["name"] == view["current"]), None)
        if step is None:
            return
        name = step["name"]
        if self._asked != (name, *_asked(step)) and line not in ("s", *self._session.steps):
            # What is confirmed is what was read here, not what a page has made of it meanwhile.
            say(sentence("That has just changed. Please answer again."))
            return
        self._told.pop(name, None)
        try:
            if line == "s":
                self._session.skip(name)
            elif line in self._session.steps:
                self._session.go_to(line)
            else:
                self._session.answer(name, given(step, line))
        except CompanionError as error:
            say(f"!! {spoken(str(error))}")


def _shown(step: Mapping[str, Any]) -> tuple[Any, ...]:
    """What of a step is printed: it is printed anew when this is another."""
    return step["state"], text(step["text"]), *_asked(step)


def _asked(step: Mapping[str, Any]) -> tuple[Any, ...]:
    """What an answer to a step is an answer to."""
    about = step["about"]
    found = tuple(about.get(what) for what in ("layout", "dice", "lesson", "players"))
    return tuple(each["word"] for each in step["choices"]), *found


def given(step: Mapping[str, Any], line: str) -> dict[str, Any]:
    """The answer that a typed line stands for.

    Raises:
        AnswerRefused: it stands for none.
    """
    lettered = dict(zip(ascii_lowercase, (choice["word"] for choice in step["choices"]), strict=False))
    usual = [choice["word"] for choice in step["choices"] if choice["usual"]]
    if line in lettered:
        return {"word": lettered[line]}
    if not line and usual:
        return {"word": usual[0]}
    match step["name"]:
        case "camera" if line:
            return {"camera": line}
        case "players" if ":" in line:
            return {"players": _seats(line)}
        case "island" if found := _HEX.fullmatch(line):
            terrain, number = meant(found[2], TERRAIN_NAMES), found[3] or "-"
            if terrain and (_is_none(number) or number.isdecimal()):
                put = None if _is_none(number) else int(number)
                return {"hex": found[1], "terrain": terrain, "number": put}
        case "island" if found := _HARBOR.fullmatch(line):
            harbor = meant(found[2], HARBOR_NAMES)
            if harbor or _is_none(found[2]):
                return {"path": found[1], "harbor": harbor}
    raise AnswerRefused(joined((sentence("That isn't a possible answer here."), _keys(step))))


def text(told: Any) -> str:
    """A sentence of the view, in the terminal's language."""
    return spoken(message_from_json(told))


def _is_none(typed: str) -> bool:
    """Whether it is said that nothing lies there."""
    return typed in ("-", "none") or plain(typed) == plain(spoken(NONE))


def _keys(step: Mapping[str, Any]) -> str:
    """What can be typed, in a line."""
    usual: Any = next((choice for choice in step["choices"] if choice["usual"]), None)
    keys = [
        spoken(sentence("[Enter] {answer}", answer=message_from_json(choice["text"])))
        if choice is usual
        else f"[{letter}] {text(choice['text'])}"
        for letter, choice in zip(ascii_lowercase, step["choices"], strict=False)
    ]
    match step["name"]:
        case "camera":
            keys.append(spoken(sentence("type a camera's number, path or address")))
        case "players":
            red, blue = (spoken(COLOUR_NAMES[colour]) for colour in ("red", "blue"))
            keys.append(spoken(sentence("type {example}", example=f"Ana:{red},Ben:{blue},...")))
        case "island" if keys:
            hill = f"h0,-2 {spoken(TERRAIN_NAMES['hills']).lower()} 9"
            port = f"p0,-5 {spoken(HARBOR_NAMES['ore'])}"
            keys.append(spoken(sentence("'{hex}' or '{harbor}' corrects one", hex=hill, harbor=port)))
        case "picture" if "corners" in step["about"]:
            keys.append(spoken(sentence("on the page you can point out the island's corners")))
        case "dice" if "frame" in step["about"]:
            keys.append(spoken(sentence("on the page you can draw the dice area")))
    keys.append(spoken(sentence("[s] skip")))
    return "   ".join(keys)


def _seats(line: str) -> list[dict[str, str]]:
    pairs = (part.partition(":") for part in line.split(","))
    return [
        {"name": name.strip(), "colour": meant(colour.strip(), COLOUR_NAMES) or colour.strip()}
        for name, _, colour in pairs
    ]


def _readings(told: Sequence[Mapping[str, Any]]) -> list[PocketReading]:
    return [PocketReading(each["pocket"], tuple(each["dark"]), tuple(each["lit"])) for each in told]
