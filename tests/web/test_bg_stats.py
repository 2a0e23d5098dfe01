"""A finished game for BG Stats: the link and its QR code."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

from web import bg_stats

BASE: dict[str, Any] = {
    "game": 7,
    "uuid": "0d3b2c8e-58b7-4a4b-9c6e-3f1f6d1e2a10",
    "kind": "base",
    "name": "CATAN, the base game",
    "started": "2026-11-23T19:00:05+00:00",
    "elsewhere": {"name": "CATAN", "bgg": 13, "first": "blue"},
    "summary": {
        "players": [
            {"name": "Ana", "colour": "red", "points": 10},
            {"name": "Zoé & Ben", "colour": "blue", "points": 8},
            {"name": "Cyr", "colour": "white", "points": 8},
            {"name": "李", "colour": "orange", "points": 3},
        ],
        "winner": "red",
        "seconds": 3630,
    },
}


def game_summary(**summary: Any) -> dict[str, Any]:
    return {**BASE, "summary": {**BASE["summary"], **summary}}


def test_a_play_has_date_game_and_duration() -> None:
    play = bg_stats.play_record(BASE)
    assert (play["playDate"], play["durationMin"]) == ("2026-11-23 19:00:05", 60)
    assert play["game"] == {
        "name": "CATAN", "bggId": 13, "sourceGameId": "base", "highestWins": True, "noPoints": False,
    }  # fmt: skip


def test_every_player_is_marked_as_winner_or_not() -> None:
    players = bg_stats.play_record(BASE)["players"]
    assert [each["winner"] for each in players] == [True, False, False, False]
    assert [each["rank"] for each in players] == [1, 2, 2, 4]
    assert [each["score"] for each in players] == [10, 8, 8, 3]
    assert [each["startPlayer"] for each in players] == [False, True, False, False]


def test_the_winner_is_first_even_with_fewer_points() -> None:
    players = bg_stats.play_record(game_summary(winner="white"))["players"]
    assert [each["rank"] for each in players] == [2, 3, 1, 4]


def test_all_players_of_a_shared_victory_are_winners() -> None:
    players = bg_stats.play_record(game_summary(winner=None, winners=["red", "blue"]))["players"]
    assert [(each["winner"], each["rank"]) for each in players[:3]] == [(True, 1), (True, 1), (False, 3)]


def test_a_play_and_its_players_have_stable_ids() -> None:
    once, again = bg_stats.play_record(BASE), bg_stats.play_record(BASE)
    assert once == again == bg_stats.play_record({**BASE, "game": 8})
    assert once["sourcePlayId"] == BASE["uuid"]
    typed = {**BASE["summary"], "players": [{"name": " ANA", "colour": "red", "points": 10}]}
    other = bg_stats.play_record({**BASE, "uuid": "5f1b5c52-7b1e-4a53-8d84-9f2f3f0c1a77", "summary": typed})
    assert other["sourcePlayId"] != once["sourcePlayId"]
    assert other["players"][0]["sourcePlayerId"] == once["players"][0]["sourcePlayerId"]


def test_a_game_without_a_boardgamegeek_id_is_given_by_name() -> None:
    play = bg_stats.play_record({**BASE, "elsewhere": {"name": "Tally", "bgg": None, "first": None}})
    assert play["game"]["name"] == "Tally"
    assert "bggId" not in play["game"]
    assert not any(each["startPlayer"] for each in play["players"])


def test_the_link_contains_the_play_for_any_player_name() -> None:
    play = bg_stats.play_record(BASE)
    parts = urlsplit(bg_stats.play_link(play))
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    assert json.loads(parse_qs(parts.query)["data"][0]) == play


def test_a_link_too_long_for_a_qr_code_has_none() -> None:
    assert bg_stats.qr_code(bg_stats.play_link(bg_stats.play_record(BASE)))
    long = [{"name": "李" * 100, "colour": str(n), "points": 1} for n in range(4)]
    address = bg_stats.play_link(bg_stats.play_record(game_summary(players=long)))
    assert bg_stats.qr_code(address) is None
