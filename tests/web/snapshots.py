"""Named snapshots for the node tests: `tests/web/node/page.js` uses them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.base.rules.options import Options
from companion.i18n import message_to_json, plural_sentence, sentence
from tests.web.conftest import FakeTable, rich_game


def snapshots() -> Mapping[str, Mapping[str, Any]]:
    """Return every snapshot by its name."""
    return {
        "none": FakeTable().snapshot(),
        "base": FakeTable(rich_game()).snapshot(),
        "base_started": FakeTable(started_game()).snapshot(),
        "base_noticed": {**FakeTable(rich_game()).snapshot(), "notices": notices()},
    }


def notices() -> list[Any]:
    """Return notices: a nested sentence, a plural, and a text written by a user."""
    lost = sentence("The board isn't seen: {why}.", why=sentence("the camera sends no pictures"))
    cards = plural_sentence("{count} card", "{count} cards", 2)
    return [message_to_json(lost), message_to_json(cards), "Zoé's own words"]


def started_game() -> dict[str, Any]:
    """Return the game of "base" with only its start in the log."""
    game = rich_game()
    players = [{name: player[name] for name in ("name", "colour")} for player in game["view"]["players"]]
    event = {"kind": "game_started", "players": players, "options": Options().to_json()}
    line = {"number": 1, "source": "tablet", "certainty": 1.0, "event": event, "violations": []}
    return {**game, "view": {**game["view"], "log": [line]}}
