"""Event schemas: the same validation for all games, with translatable messages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest

from companion.games.game_api import Game, GameHistory
from companion.games.registry import GAMES
from companion.games.replay import RecordedEvent, replay_events
from companion.games.schema import (
    EventJson,
    ShapeError,
    choice_of,
    counts_by_name,
    is_shape_error,
    list_of,
    nullable,
    whole_number,
)
from companion.i18n import Message, sentence
from companion.observations import InputEntered, InputRefused

ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True)
class Sung:
    """The event of a song with its verses and singer."""

    kind: ClassVar[str] = "sung"
    verses: int
    singer: str | None = field(default=None, metadata={"json": "by", "seldom": True})


VERSES: Final = whole_number(1, 4, sentence("a song has one to four verses"))
SINGER: Final = choice_of({"Ana", "Ben"}, lambda value: sentence("nobody is called {value}", value=value))
SONGS: Final = EventJson[Sung]({"sung": Sung}, {"int": VERSES, "str | None": nullable(SINGER)}, {})


def refusal_text(data: object) -> str:
    """The message of the refusal."""
    with pytest.raises(ShapeError) as caught:
        SONGS.read(data)
    assert isinstance(caught.value.args[0], Message)
    return str(caught.value)


def test_an_event_survives_a_round_trip() -> None:
    for event in (Sung(2), Sung(4, "Ana")):
        assert SONGS.read(SONGS.write(event)) == event


def test_a_field_has_its_declared_name_and_rare_fields_are_omitted() -> None:
    assert SONGS.write(Sung(3, "Ben")) == {"kind": "sung", "verses": 3, "by": "Ben"}
    assert SONGS.write(Sung(3)) == {"kind": "sung", "verses": 3}


def test_each_fault_has_its_message() -> None:
    assert refusal_text([]) == "an event must be an object"
    assert refusal_text({"verses": 2}) == "no such event: None"
    assert refusal_text({"kind": "x" * 99}) == f"no such event: {'x' * 40}"
    assert refusal_text({"kind": "sung"}) == "sung needs verses"
    assert refusal_text({"kind": "sung", "verses": 2, "loud": 1, "long": 1}) == "sung has no long, loud"
    assert refusal_text({"kind": "sung", "verses": 5}) == "a song has one to four verses"
    assert refusal_text({"kind": "sung", "verses": True}) == "a song has one to four verses"
    assert refusal_text({"kind": "sung", "verses": 1, "by": "Cy"}) == "nobody is called Cy"


def test_lists_and_objects_are_read_as_tuples() -> None:
    songs = list_of(VERSES, "a list of one or two", {1, 2})
    assert songs([3, 1]) == (3, 1)
    for no_songs in (3, [], [1, 1, 1], [9]):
        with pytest.raises(ShapeError):
            songs(no_songs)
    known = counts_by_name(["Ana", "Ben"], SINGER, VERSES, "an object")
    assert known({"Ben": 1, "Ana": 2}) == (("Ana", 2), ("Ben", 1))
    for no_counts in (3, {"Cy": 1}, {"Ana": 0}):
        with pytest.raises(ShapeError):
            known(no_counts)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": ["undo"]},
        {"kind": "dance"},
        {"kind": "undo", "about": 3},
        {"kind": "undo", "about": {"turn": "one"}},
        {"kind": "correct", "entry": 1},
        {"kind": "correct", "entry": 1, "event": {"kind": "dance"}},
        {"kind": "correct", "entry": 1, "change": []},
        {"kind": "correct", "entry": 1, "change": {"mood": "good"}},
        {"kind": "correct", "entry": 1, "change": {"players": "all"}},
        {"kind": "correct", "entry": 1, "change": {"options": {"mood": "good"}}},
    ],
    ids=str,
)
def test_every_game_refuses_misshapen_data_with_a_message(game: Game[Any, Any], data: dict[str, Any]) -> None:
    seats = [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
    numbered = enumerate(game.opening({"game": game.kind, "players": seats}), 1)
    events = tuple(RecordedEvent(n, event, float(n), "tablet", 1.0, False, n) for n, event in numbered)
    history = GameHistory(replay_events(game, events), undoable=1)
    with pytest.raises(InputRefused) as refused:
        game.interpret(history, InputEntered(9.0, "tablet", data))
    assert isinstance(refused.value.args[0], Message)
    assert is_shape_error(refused.value)


def test_no_game_refuses_anything_with_an_untranslatable_message() -> None:
    errors = "InputRefused|refused|EventError|ShapeError|CardsError|OptionsError"
    plain = re.compile(rf"raise (?:{errors})\(\s*f?[\"']")
    games = ROOT / "companion" / "games"
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in sorted(games.rglob("*.py"))
        for match in plain.finditer(path.read_text("utf-8"))
    ]
    assert found == []
