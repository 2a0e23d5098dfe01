"""Player names: accepted from any keyboard unless they cannot be shown or distinguished."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.registry import GAMES
from companion.games.seats import MAX_NAME_LENGTH, normalize_name, parse_name

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
PERSIAN = "\u0645\u06cc\u200c\u0631\u0627"


@pytest.mark.parametrize(
    "name", ["Ana", "Zoë", "O'Neil", "王芳", FAMILY, f"Ana {FAMILY}", SCOTLAND, PERSIAN, "❤️"]
)
def test_a_displayable_name_is_kept(name: str) -> None:
    assert parse_name(name) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [("Ana\u00a0Bel", "Ana Bel"), ("  Ana ", "Ana"), ("\u2003Ana\u202f", "Ana"), ("Ana\u200d", "Ana")],
)
def test_every_space_becomes_a_plain_one_and_the_ends_are_trimmed(typed: str, name: str) -> None:
    assert parse_name(typed) == name


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "\u00a0", "\u200d", "\u200c \u200d", "\U000e0067"),
        *("Ana\nBen", "\x00", "\ud800", "\u2028"),
        *(None, 7, "A" * 41),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(typed: object) -> None:
    assert parse_name(typed) is None


@pytest.mark.parametrize(
    "typed", ["Zoe\u0308", "\u200fZoë\u200e", "\u202eZoë\u202c", "\ufeffZoë", "Zo\u2066ë"]
)
def test_a_name_is_composed_and_loses_invisible_marks(typed: str) -> None:
    assert parse_name(typed) == "Zoë"


def test_names_that_look_the_same_are_equal() -> None:
    assert normalize_name("Zoe\u0308") == normalize_name("ZOË")
    assert normalize_name("A\u200dna") == normalize_name(" ana ")
    assert normalize_name("Ana") != normalize_name("Anna")


@given(st.text(max_size=60))
def test_parsing_a_parsed_name_changes_nothing(typed: str) -> None:
    name = parse_name(typed)
    if name is not None:
        assert 1 <= len(name) <= MAX_NAME_LENGTH
        assert parse_name(name) == name
        name.encode("utf-8")


@pytest.mark.parametrize("kind", list(GAMES))
def test_every_game_accepts_such_names(kind: str) -> None:
    players = [
        {"name": "Ana\u00a0Bel", "colour": "red"},
        {"name": FAMILY, "colour": "blue"},
        {"name": "Cyr", "colour": "orange"},
    ]
    game = GAMES[kind]
    (started, *_) = game.opening({"game": kind, "players": players, "options": {}})
    event = game.event_from_json(game.event_to_json(started))
    assert [each.name for each in event.players] == ["Ana Bel", FAMILY, "Cyr"]
