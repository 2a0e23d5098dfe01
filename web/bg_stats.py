"""Finished games as links and QR codes for BG Stats, an app in which people log their plays.

The link contains the whole play, names and points included. Opening it sends them to the app's site, which
passes them to the app. Companion itself sends nothing.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

import segno

from companion.games.game_api import winners
from companion.games.seats import normalize_name

PLAY_URL: Final = "https://app.bgstatsapp.com/createPlay.html"
SOURCE_NAME: Final = "Companion"
_UNESCAPED_CHARACTERS: Final = ",:-_.~"
"""Characters that need no percent-encoding, besides letters and digits: a shorter link makes a coarser code.
"""


def play_record(details: Mapping[str, Any]) -> dict[str, Any]:
    """Return a finished game as a BG Stats play.

    Args:
        details: as `companion.table.game_archive.GameArchive.game_details` returns it.
    """
    summary, elsewhere = details["summary"], details["elsewhere"]
    won = winners(summary)
    started = datetime.fromisoformat(details["started"]).astimezone(UTC)
    game: dict[str, Any] = {"name": elsewhere["name"], "sourceGameId": details["kind"]}
    if elsewhere["bgg"] is not None:
        game["bggId"] = elsewhere["bgg"]
    return {
        "sourceName": SOURCE_NAME,
        "sourcePlayId": details["uuid"],
        "playDate": f"{started:%Y-%m-%d %H:%M:%S}",
        "durationMin": round(summary["seconds"] / 60),
        "game": {**game, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": player["name"],
                "sourcePlayerId": _person_id(player["name"]),
                "startPlayer": player["colour"] == elsewhere["first"],
                "score": player["points"],
                "rank": _rank(player, summary["players"], won),
                # The app crashes on a player without this field.
                "winner": player["colour"] in won,
            }
            for player in summary["players"]
        ],
    }


def play_link(play: Mapping[str, Any]) -> str:
    """Return the link that imports a play into the app."""
    text = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return f"{PLAY_URL}?data={quote(text, safe=_UNESCAPED_CHARACTERS)}"


def qr_code(address: str) -> bytes | None:
    """Return a link as a QR code in SVG, dark on light; None if the link is too long for any code."""
    buffer = io.BytesIO()
    try:
        code = segno.make_qr(address, error="l")
    except segno.DataOverflowError:
        return None
    code.save(buffer, kind="svg", border=3, light="#fff", xmldecl=False)
    return buffer.getvalue()


def _person_id(name: str) -> str:
    """Return an id for a person at this table that survives different spellings of the name."""
    return hashlib.sha256(normalize_name(name).encode()).hexdigest()[:8]


def _rank(player: Mapping[str, Any], players: Sequence[Mapping[str, Any]], won: Sequence[str]) -> int:
    """Return the rank from 1: winners are first, and equal points share a rank."""
    if player["colour"] in won:
        return 1
    better = [
        other
        for other in players
        if other["colour"] != player["colour"]
        and (other["colour"] in won or other["points"] > player["points"])
    ]
    return 1 + len(better)
